"""How pieces move, as pictures that the rules engine makes: the fields that a piece gets to, and by what kind of way.

>>> from fairyscore.notation.variants.registry import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import CellMark
from fairyscore.notation.rules.reachability import TargetStatus, standings
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import plain
from fairyscore.render.drawing import Diagram, DrawingRequest, cell_named, drawn
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import capital, translated
from fairyscore.render.marks import BoardMarks
from fairyscore.render.movement_markers import Pip, PlacedMarker, meaning, used


def movement(game: Variant, piece: str, on: str, **wanted: Unpack[DrawingRequest]) -> Diagram:
    """Draw where a piece gets to from a field of an empty board.

    piece: its letter or name, with its owner in front where that is not the first player: `P`, `black pawn`.
    on: the name of a field.

    Raises `DrawingError` for a piece, field or player that the game does not have, and what `diagram` raises.
    """
    cell = cell_named(game, on)
    seat, kind = piece_named(game, piece)
    table = game.rules.lone_piece_position(seat, kind, cell)
    found = standings(game, table, cell, judged=False)
    return _drawn(BoardState.of(Position(game, table)), cell, found, wanted, alone=True)


def reach(what: BoardState | Position, on: str, **wanted: Unpack[DrawingRequest]) -> Diagram:
    """Draw where the piece on a field gets to in a position, what stands in its way, and which of it is not legal.

    Raises `DrawingError` where nobody stands there, and what `diagram` raises.
    """
    given = what if isinstance(what, BoardState) else BoardState.of(what)
    game, table = given.variant, given.state
    cell = cell_named(game, on)
    if table.piece_at(cell) is None:
        raise DrawingError(f"nobody stands on {shown(on)}; name a piece too, to see how it moves on an empty board")
    about = CellMark("blue", cell)
    wanted["fields"] = (about, *wanted.get("fields", ()))
    return _drawn(given, cell, standings(game, table, cell), wanted)


def piece_named(game: Variant, said: str) -> tuple[int, int]:
    """Seat and kind of a piece named by letter or name, in either case, its owner in front. Raises `DrawingError`."""
    words = said.lower().split()
    players = [seat.name for seat in game.seats]
    seat = players.index(words.pop(0)) if len(words) > 1 and words[0] in players else 0
    wanted = " ".join(words)
    for kind, piece in enumerate(game.piece_types):
        if wanted in (piece.letter.lower(), piece.name.lower()):
            return seat, kind
    known = ", ".join(dict.fromkeys(f"{piece.letter} {piece.name}" for piece in game.piece_types))
    raise DrawingError(
        f"{game.name} has no piece '{shown(said)}'; its pieces are {known}; in front may stand {', '.join(players)}"
    )


def _drawn(
    given: BoardState, cell: int, found: tuple[TargetStatus, ...], wanted: DrawingRequest, *, alone: bool = False
) -> Diagram:
    """The piece on a cell with where it gets to. alone: nobody else is on the board, and no game comes to that."""
    game, table = given.variant, given.state
    placed = [(standing.goal.target, Pip.standing(standing)) for standing in found]
    pips = [PlacedMarker(end, pip, table.piece_at(end) is not None) for end, pip in placed]
    faces = dict(game.scenery.faces(table, cell)) if alone else {}  # of a piece that changes with its field (H-2)
    becomes = {end: faces[game.scenery.fields[end]] for end, _ in placed} if faces else {}
    letters = tuple((end, game.piece_types[kind].letter) for end, kind in becomes.items())
    seat, kind = table.piece_at(cell) or (0, 0)
    name = translated(game.piece_types[kind].name) if alone and not seat else prose.owned(game, (seat, kind))
    form = "an {piece} on {cell}" if name[0] in "aeiou" else "a {piece} on {cell}"
    called = translated(form, piece=name, cell=game.board.cells[cell])
    title = plain(wanted.get("caption", "")) or f"{game.title}: {called}"
    words = (title, f"{capital(called)}. {'. '.join(_told(game, pips, becomes))}.")
    marks = BoardMarks(pips=tuple(pips), numbers=letters)
    return drawn(given, marks, wanted, words=words, below=("legend",), kept=not alone)


def _told(game: Variant, pips: list[PlacedMarker], becomes: dict[int, int]) -> Iterator[str]:
    """Every field that the piece gets to, by what the legend says of them. becomes: the kind that it is there."""
    cells = game.board.cells
    for pip in used(pips):
        yield f"{capital(meaning(pip, game))}: {', '.join(cells[entry.cell] for entry in pips if entry.pip == pip)}"
    if not pips:
        yield translated("It gets nowhere")
    for kind in sorted(set(becomes.values())):
        names = ", ".join(cells[cell] for cell, known in becomes.items() if known == kind)
        yield translated("There it is a {piece}: {cells}", piece=translated(game.piece_types[kind].name), cells=names)
