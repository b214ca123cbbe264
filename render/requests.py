"""What people ask a drawing to mark, as text: `e4,Rd5,e5=1` for fields, `e2e4,Rd8-h4,last` for arrows.

>>> from fairyscore.notation.variants.registry import variant
>>> asked = requested("Rd5, e4, e5=1", "g1f3,last", "", variant("chess"))
>>> asked.fields, asked.numbers
((CellMark(colour='red', cell=35), CellMark(colour='green', cell=28)), (('e5', '1'),))
>>> asked.arrows, asked.last
((Arrow(colour='green', origin=6, target=21),), True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairyscore.notation.records.marks import COLOURS, Arrow, CellMark, CommentMarks, marks
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

USUAL: Final = "G"  # the colour of a mark for which none is said
LAST: Final = "last"
LONGEST_NUMBER: Final = 20


@dataclass(frozen=True, slots=True)
class Request:
    """Marks that are asked for, in the terms of `drawing.diagram`. last: the last move as an arrow. crop: cells
    that the part shown holds."""

    fields: tuple[CellMark, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    arrows: tuple[Arrow, ...] = ()
    last: bool = False
    piece_set: PieceSet | None = None
    fills: tuple[CellMark, ...] = ()
    crop: tuple[int, ...] = ()


def requested(fields: str, arrows: str, folder: str, game: Variant, *, fills: str = "", crop: str = "") -> Request:
    """Read what is asked for on the board of a game. folder: of the user's own pieces. Raises `DrawingError`."""
    piece_set = None
    if folder:
        from fairyscore.render.glyphs.folder import load_folder

        piece_set = load_folder(folder, game)
    drawn = [item for item in _items(arrows) if item.lower() != LAST]
    return Request(
        tuple(mark for item in _items(fields) if "=" not in item for mark in _marked("csl", item, game).fields),
        tuple(_number(item, game) for item in _items(fields) if "=" in item),
        tuple(mark for item in drawn for mark in _marked("cal", item.replace("-", ""), game).arrows),
        len(drawn) < len(_items(arrows)),
        piece_set,
        filled(fills, game),
        cropped(crop, game),
    )


def filled(said: str, game: Variant) -> tuple[CellMark, ...]:
    """Cells to fill: `e4`, `e4=red` or `Re4`, several between commas. Raises `DrawingError`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> filled("e4=red, d5", variant("chess"))
    (CellMark(colour='red', cell=28), CellMark(colour='green', cell=35))
    """
    filling = []
    for item in _items(said):
        cell, _, colour = (part.strip() for part in item.partition("="))
        (mark,) = _marked("csl", cell, game).fields
        if colour and colour.lower() not in COLOURS.values():
            raise DrawingError(f"'{shown(colour)}' is no colour of a mark; there are {', '.join(COLOURS.values())}")
        filling.append(mark._replace(colour=colour.lower()) if colour else mark)
    return tuple(filling)


def cropped(said: str, game: Variant) -> tuple[int, ...]:
    """The cells that a part of a board is to hold: `a1-d4`, or several between commas. Raises `DrawingError`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> cropped("a1-d4", variant("chess")), cropped("1A,1J", variant("kaleidochess"))
    ((0, 27), (1, 66))
    """
    cells = (cell for item in _items(said) for cell in item.split("-"))
    return tuple(mark.cell for cell in cells for mark in _marked("csl", cell.strip(), game).fields)


def _items(said: str) -> list[str]:
    return [item.strip() for item in said.split(",") if item.strip()]


def _marked(command: str, item: str, game: Variant) -> CommentMarks:
    """What one item marks, read as records have it; a colour may be left out."""
    for colour in ("", USUAL) if "]" not in item else ():  # it would end the command
        found = marks(Comment(f"[%{command} {colour}{item}]"), game)
        if len(found.fields) + len(found.arrows) == 1:
            return found
    what = "nothing" if command == "csl" else "no two places"
    cells = game.board.cells
    raise DrawingError(
        f"'{shown(item)}' names {what} on the board of {game.name}, {cells[0]} to {cells[-1]}, and a colour in front is "
        f"one of {' '.join(COLOURS)}"
    )


def _number(item: str, game: Variant) -> tuple[str, str]:
    field, _, said = (part.strip() for part in item.partition("="))
    if not 0 < len(said) <= LONGEST_NUMBER:
        raise DrawingError(f"'{shown(item)}' puts no text on a cell; it has 1 to {LONGEST_NUMBER} characters behind =")
    found = _marked("csl", f"{USUAL}{field}", game)
    return game.board.cells[found.fields[0].cell], said
