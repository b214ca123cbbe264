"""How pieces move, as pictures that the rules engine makes: the fields that a piece gets to, and by what kind of way.

>>> from fairyscore.notation.variants.registry import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Unpack

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import CellMark
from fairyscore.notation.rules.reachability import TargetStatus, standings
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import element, plain
from fairyscore.render.drawing import Diagram, DrawingRequest, cell_named, drawn
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import capital, translated
from fairyscore.render.legends import LegendPage
from fairyscore.render.marks import BoardMarks
from fairyscore.render.movement_markers import Pip, PlacedMarker, meaning


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
    return _drawn(BoardState.of(Position(game, table)), ShownPiece(cell, (seat, kind), found, alone=True), wanted)


def reach(what: BoardState | Position, on: str, **wanted: Unpack[DrawingRequest]) -> Diagram:
    """Draw where the piece on a field gets to in a position, what stands in its way, and which of it is not legal.

    Raises `DrawingError` where nobody stands there, and what `diagram` raises.
    """
    given = what if isinstance(what, BoardState) else BoardState.of(what)
    game, table = given.variant, given.state
    cell = cell_named(game, on)
    piece = table.piece_at(cell)
    if piece is None:
        raise DrawingError(f"nobody stands on {shown(on)}; name a piece too, to see how it moves on an empty board")
    about = CellMark("blue", cell)
    wanted["fields"] = (about, *wanted.get("fields", ()))
    return _drawn(given, ShownPiece(cell, piece, standings(game, table, cell)), wanted)


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


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """What is shown. alone: nobody else is on the board, and no game comes to that."""

    cell: int
    piece: tuple[int, int]
    found: tuple[TargetStatus, ...]
    alone: bool = False


def _drawn(given: BoardState, what: ShownPiece, wanted: DrawingRequest) -> Diagram:
    table = given.state
    pips = (
        PlacedMarker(standing.goal.target, Pip.standing(standing), table.piece_at(standing.goal.target) is not None)
        for standing in what.found
    )
    letters = tuple((cell, given.variant.piece_types[kind].letter) for cell, kind in _changes(given, what))
    return drawn(partial(MovementPage, what), given, BoardMarks(pips=tuple(pips), numbers=letters), wanted)


def _changes(given: BoardState, what: ShownPiece) -> Iterator[tuple[int, int]]:
    """Of a piece that changes with its field (H-2), alone on the board: the kind that it is where it gets to."""
    scenery = given.variant.scenery
    faces = dict(scenery.faces(given.state, what.cell)) if what.alone else {}
    for standing in what.found if faces else ():
        target = standing.goal.target
        yield target, faces[scenery.fields[target]]


class MovementPage(LegendPage):
    """The page of one piece and the fields it gets to."""

    def __init__(self, what: ShownPiece, *page: Any, **said: Any) -> None:
        super().__init__(*page, **said)
        self.what = what

    def words(self) -> tuple[str, str]:
        """The piece and its field; then every field it gets to, by what the legend says of them."""
        title = plain(self.caption) if self.caption else f"{self.game.title}: {self._called()}"
        return title, f"{capital(self._called())}. {'. '.join(self._told())}."

    def _called(self) -> str:
        seat, kind = self.what.piece
        alone = seat == 0 and self.what.alone
        name = translated(self.game.piece_types[kind].name) if alone else prose.owned(self.game, self.what.piece)
        form = "an {piece} on {cell}" if name[0] in "aeiou" else "a {piece} on {cell}"
        return translated(form, piece=name, cell=self.game.board.cells[self.what.cell])

    def _told(self) -> Iterator[str]:
        cells = self.game.board.cells
        for pip in self.used:
            names = (cells[standing.goal.target] for standing in self.what.found if Pip.standing(standing) == pip)
            yield f"{capital(meaning(pip, self.game))}: {', '.join(names)}"
        if not self.what.found:
            yield translated("It gets nowhere")
        changes = list(_changes(self.given, self.what))
        for kind in sorted({kind for _, kind in changes}):
            names = (cells[cell] for cell, known in changes if known == kind)
            name = translated(self.game.piece_types[kind].name)
            yield translated("There it is a {piece}: {cells}", piece=name, cells=", ".join(names))

    def metadata(self) -> Any:
        """A real position is there to be read back; a piece alone is none."""
        return element("metadata") if self.what.alone else super().metadata()
