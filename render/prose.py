"""A position in words, for people who do not see the drawing.

>>> from fairyscore.notation.position import Position
>>> from fairyscore.render.board_state import moment
>>> print(described(moment(Position.from_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "chess"))))
Chess, black to move. White: pawn a2, b2; king e1. Black: king e8.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import State
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import plain


def titled(shown: BoardState, caption: str) -> str:
    """The title of a drawing: its caption, or the game and who is to move."""
    return plain(caption) if caption else f"{shown.position.variant.title}: {status(shown)}"


def status(shown: BoardState) -> str:
    """Who is to move, and what else is to be said of the position; or how the game has ended."""
    position = shown.position
    outcome = position.outcome
    if outcome is not None:
        return f"{outcome.ending.value}, {outcome.result}"
    return ", ".join((f"{position.turn.name} to move", *position.notes))


def described(shown: BoardState) -> str:
    """The whole position: game, who is to move, every piece with its field, the last move, pieces captured."""
    position = shown.position
    game, table = position.variant, position.state
    sentences = [f"{game.title}, {status(shown)}", *_armies(position, table)]
    if shown.said:
        sentences.append(f"Last move: {shown.said}")
    if shown.throw:
        sentences.append(f"Throw of the dice: {shown.throw}")
    if shown.captured:
        names = (f"{game.seats[seat].name} {game.piece_types[kind].name}" for seat, kind in shown.captured)
        sentences.append(f"Captured: {', '.join(names)}")
    gone = game.scenery.gone(table)
    if gone:
        sentences.append(f"No longer there: {', '.join(game.board.cells[cell] for cell in gone)}")
    return f"{'. '.join(sentences)}."


def _armies(position: Position, table: State) -> Iterator[str]:
    """By player, the kinds of pieces in the order of the game's list, each with its fields."""
    game = position.variant
    standing: dict[tuple[int, int], list[str]] = {}
    for cell, name in enumerate(game.board.cells):
        piece = table.piece_at(cell)
        if piece is not None:
            standing.setdefault(piece, []).append(name)
    for seat, player in enumerate(game.seats):
        pieces = (
            f"{name.name} {', '.join(standing[seat, kind])}"
            for kind, name in enumerate(game.piece_types)
            if (seat, kind) in standing
        )
        yield f"{player.name.capitalize()}: {'; '.join(pieces) or 'no pieces'}"
