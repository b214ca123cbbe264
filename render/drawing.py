"""A picture of a position, as SVG.

>>> from fairyscore.notation.position import Position
>>> drawn = diagram(Position.start("kaleidochess"), theme="print", size="60mm", caption="The start")
>>> drawn.title, drawn.svg()[:4]
('The start', '<svg')
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render import export
from fairyscore.render.board import LEAST_LETTERS, NAMES, Look
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.errors import DrawingError
from fairyscore.render.layouts.base import Layout
from fairyscore.render.layouts.registry import layout, turn_of
from fairyscore.render.marks import BoardMarks
from fairyscore.render.measures import Length, length
from fairyscore.render.page import BarePage, Page
from fairyscore.render.pieces import PieceSymbols
from fairyscore.render.themes import Theme, find

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

MOST_LETTERS = 30.0
"""Units: how high the names at the rim are at most, and everything said below."""

READABLE = 1.25
"""Millimetres that they should have on paper, as far as those limits let them."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A drawing. title: what it shows, in a few words."""

    title: str
    _svg: str

    def svg(self) -> str:
        """The whole SVG document, without XML declaration: fit for a file and for a place in HTML."""
        return self._svg

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self._svg

    def save(self, path: str | os.PathLike[str], dpi: int = export.DPI) -> None:
        """Write it as .svg, .png or .pdf. Raises `render.export.ExportError`, or `OSError` of the system."""
        export.save(self._svg, path, dpi)


def diagram(
    what: Position | BoardState,
    *,
    theme: Theme | str = "screen",
    names: str = "rim",
    seat: str = "",
    view: str = "",
    size: str = "80mm",
    caption: str = "",
    plain: bool = False,
    arrow: bool = False,
    fields: Iterable[CellMark] = (),
    fills: Iterable[CellMark] = (),
    arrows: Iterable[Arrow] = (),
    numbers: Iterable[tuple[str, str]] = (),
    piece_set: PieceSet | None = None,
    crop: Collection[int] = (),
    bare: bool = False,
    prefix: str = "",
) -> Diagram:
    """Draw a position, or a moment of a game.

    theme: one of `themes.THEMES`, or a `Theme`. names: `rim`, `inside`, `all` or `none`. seat: the player at the bottom,
    White if empty. view: another look of the board (`layouts.known.views`). size: how wide it is on paper.
    plain: the board and its pieces alone, without what is said below and without marks of the last move and check.
    arrow: draw the last move as an arrow too. fields, fills, arrows: marks beside those of the moment; fills colour whole
    cells. numbers: names of fields with a short text for each. piece_set: a set of pieces of the user's
    (`glyphs.folder.load_folder`). crop: cells; only the part of the board that holds them is drawn, as large as it is on
    the whole board. bare: the board alone, without pieces and without a position.
    prefix: of all ids, if the one made of the content will not do.

    Raises `DrawingError` for what makes no sense.
    """
    given = what if isinstance(what, BoardState) else moment(what)
    game = given.variant
    look, measure = looked(game, theme, names=names, seat=seat, view=view, size=size)
    marks = BoardMarks() if plain or bare else given.marks
    marks = marks._replace(
        drawn=arrow,
        fields=(*marks.fields, *fields),
        fills=tuple(fills),
        arrows=(*marks.arrows, *arrows),
        numbers=tuple((cell_named(game, name), said) for name, said in numbers),
    )
    page = (BarePage if bare else Page)(
        given, look, marks, PieceSymbols(game, look.theme, piece_set), said=caption, plain=plain or bare
    )
    if crop:
        page.crop(crop)
    return Diagram(page.words()[0], page.finished(measure, prefix))


def looked(game: Variant, theme: Theme | str, *, names: str, seat: str, view: str, size: str) -> tuple[Look, Length]:
    """How a board of a game is drawn, and how large, from what `diagram` takes. Raises what `diagram` raises."""
    chosen = find(theme) if isinstance(theme, str) else theme
    if names not in NAMES:
        raise DrawingError(f"names are {', '.join(NAMES)}, not '{shown(names)}'")
    measure = length(size)
    turn = turn_of(game, seat)
    if names == "inside" and layout(game, view, turn).middle is not None:
        names = "all"  # a round board has no files and ranks
    return Look(chosen, view, turn, names, _letters(layout(game, view, turn), measure)), measure


def _letters(laid: Layout, size: Length) -> float:
    """How high names and texts are: higher where the paper is small."""
    per_millimetre = laid.field.width / size.millimetres
    return round(min(max(READABLE * per_millimetre, LEAST_LETTERS), MOST_LETTERS), 1)


def cell_named(game: Variant, name: str) -> int:
    """The cell of a field's name. Raises `DrawingError`."""
    cell = game.board.index.get(name)
    if cell is None:
        cells = game.board.cells
        raise DrawingError(f"'{shown(name)}' is not on the board of {game.name}, {cells[0]} to {cells[-1]}")
    return cell
