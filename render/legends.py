"""Drawings with pips and a legend: what they take, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypedDict

from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import group, text
from fairyscore.render.drawing import Diagram, cell_named, looked
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.geometry import Point
from fairyscore.render.marks import BoardMarks
from fairyscore.render.movement_markers import ORDER, Pip, meaning, pip_parts
from fairyscore.render.page import Page
from fairyscore.render.pieces import PieceSymbols
from fairyscore.render.themes import Theme

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

ICON, ICON_RADIUS, GAP, APART = 1.15, 0.5, 0.35, 1.2
"""Against the height of letters: room for a pip, its radius, what is between it and its meaning, and between entries."""

ROW = 1.45


class LegendRequest(TypedDict, total=False):
    """What such drawings take beside their own, all as `drawing.diagram` has it.

    plain: no legend below the board. captioned: whether the caption stands there too; the title has it in any case.
    """

    theme: Theme | str
    names: str
    seat: str
    view: str
    size: str
    caption: str
    captioned: bool
    plain: bool
    fields: Iterable[CellMark]
    arrows: Iterable[Arrow]
    numbers: Iterable[tuple[str, str]]
    piece_set: PieceSet | None
    prefix: str


class LegendPage(Page):
    """A page with pips on the board, and below it what they mean: only those that are used."""

    @property
    def used(self) -> list[Pip]:
        """The pips on the board, each once, in the order of the legend."""
        placed = {entry.pip for entry in self.marks.pips}
        return [pip for pip in ORDER if pip in placed]

    def below(self) -> Iterator[Any]:
        """The legend."""
        letters, theme = self.look.letters, self.look.theme
        left, right = self.field.left, self.field.right
        parts, start, middle = [], right, 0.0
        for pip in self.used:
            said = meaning(pip, self.game)
            wide = (ICON + GAP) * letters + width(said, letters)
            if start + wide > right:
                start, middle = left, self.line(ROW * letters)
            place = Point(start + ICON * letters / 2, middle)
            parts.append(group(f"pip {pip.kind}", pip_parts(pip, place, ICON_RADIUS * letters, theme)))
            beside = Point(start + (ICON + GAP) * letters, middle)
            parts.append(text(said, beside, letters, theme.ink, "meaning", anchor="start"))
            start += wide + APART * letters
        if parts:
            yield group("legend", parts)


def finished(given: BoardState, page_of: Callable[..., Page], marks: BoardMarks, wanted: LegendRequest) -> Diagram:
    """The drawing of a page. page_of: makes it of what `Page` is made of. marks: those wanted come to them."""
    game = given.variant
    look, measure = looked(
        game,
        wanted.get("theme", "screen"),
        names=wanted.get("names", "rim"),
        seat=wanted.get("seat", ""),
        view=wanted.get("view", ""),
        size=wanted.get("size", "80mm"),
    )
    marks = marks._replace(
        fields=(*marks.fields, *wanted.get("fields", ())),
        arrows=(*marks.arrows, *wanted.get("arrows", ())),
        numbers=(*marks.numbers, *((cell_named(game, name), said) for name, said in wanted.get("numbers", ()))),
    )
    cast = PieceSymbols(game, look.theme, wanted.get("piece_set"))
    page = page_of(given, look, marks, cast, said=wanted.get("caption", ""), plain=wanted.get("plain", False))
    page.captioned = wanted.get("captioned", True)
    return Diagram(page.words()[0], page.finished(measure, wanted.get("prefix", "")))
