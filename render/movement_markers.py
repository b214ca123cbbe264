"""Pips: how a piece gets to a field, told by shape so that no colour is needed.

The silhouette says how it gets there (round: it goes, star: it leaps, hourglass: it leaps if nothing is in the way, roof
or diamond: it hops over a piece, triangle: it is promoted), and what is in it whether it takes: hollow without, a cross or
bars only by taking, full both ways. Fields that it does not get to after all have shapes of their own.

>>> Pip.of(Target(3, ((0, 3),), takes=False)).kind
'step move'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.reachability import Access, TargetStatus
from fairyscore.notation.rules.variant import Target, Variant
from fairyscore.render.canvas import group, shape
from fairyscore.render.geometry import Point, circle
from fairyscore.render.glyphs.paths import moved
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import UNIT, CellShape, Layout
from fairyscore.render.themes import Theme

STEP, LEAP, LAME, HOP, SCREEN, PROMOTION = "step", "leap", "lame", "hop", "screen", "promotion"
MOVE, TAKE, BOTH = "move", "take", "both"


@dataclass(frozen=True, slots=True)
class Pip:
    """One sign. form: the silhouette, or `blocked`, `barred`, `refused`; act: `move`, `take`, `both`, empty for those."""

    form: str
    act: str = ""

    @property
    def kind(self) -> str:
        """Both words, as they are classes in the drawing."""
        return f"{self.form} {self.act}".rstrip()

    @classmethod
    def of(cls, goal: Target) -> Pip:
        """The pip of a goal that a piece gets to."""
        if goal.hops == "takes" and goal.goes and goal.takes and not goal.becomes:
            return cls(SCREEN, BOTH)
        how = HOP if goal.hops else LAME if goal.lame else LEAP if goal.leaps else STEP
        form = PROMOTION if goal.becomes else how
        return cls(form, BOTH if goal.goes and goal.takes else MOVE if goal.goes else TAKE)

    @classmethod
    def standing(cls, standing: TargetStatus) -> Pip:
        """The pip of a goal in a position."""
        return cls.of(standing.goal) if standing.access is Access.FREE else cls(standing.access.value)


class PlacedMarker(NamedTuple):
    """A pip on a field. beside: a piece stands there, and the pip is small at his shoulder."""

    cell: int
    pip: Pip
    beside: bool = False


SHAPES: Final = {
    Pip(*kind.split()): drawn for kind, drawn in data_sections("fairyscore.render.glyphs", "pips.ini").items()
}
ORDER: Final = tuple(SHAPES)
"""All pips there are, as a legend lists them."""


def used(placed: Iterable[PlacedMarker]) -> list[Pip]:
    """The pips on a board, each once, in the order of a legend."""
    found = {entry.pip for entry in placed}
    return [pip for pip in ORDER if pip in found]


def meaning(pip: Pip, game: Variant) -> str:
    """What a legend says of a pip.

    >>> from fairyscore.notation.variants.registry import variant
    >>> [meaning(pip, variant("kaleidochess")) for pip in (Pip("leap", "both"), Pip("blocked"))]
    ['flies or knocks out', 'blocked']
    """
    if not pip.act:
        return translated(REFUSALS[pip.form])
    goes, by = (game.rules.leap_verb, " by leaping") if pip.form == LEAP else (game.rules.step_verb, "")
    if pip.form == SCREEN:
        return translated(OVER, goes=translated(goes), verb=translated(game.rules.capture_verb))
    form = {MOVE: "{goes} only", TAKE: "{verb} only" + by, BOTH: "{goes} or {verb}"}[pip.act]
    said = translated(form, goes=translated(goes), verb=translated(game.rules.capture_verb))
    return translated(ADDED[pip.form], act=said) if pip.form in ADDED else said


OVER: Final = "{goes}, and {verb} over a piece"
ADDED: Final = {
    PROMOTION: "{act}, with promotion",
    HOP: "{act}, over a piece",
    LAME: "{act}, if nothing is in the way",
}
REFUSALS: Final = {"blocked": "blocked", "barred": "across the river: not allowed", "refused": "not allowed"}


# -- shapes -----------------------------------------------------------------------------------------------------------

RADIUS, BESIDE = 10.5, 7.5  # units: how large a pip is at most, and at the shoulder of a piece of the usual size
SHOULDER = 0.3  # how far from the middle of a piece's box that is, to the right and upward, against its side
FAT, CASING = 0.36, 0.2  # breadth of lines, and of the pale border about everything, against the radius


def pip_parts(pip: Pip, middle: Point, radius: float, theme: Theme) -> list[Any]:
    """A pip with its middle at a place: first the pale border of everything, then the sign itself."""
    drawn = SHAPES[pip]

    def sign(path: str, round_: str = "") -> str:
        data = moved(drawn[path], radius, *middle) if path in drawn else ""
        return data + (circle(middle, radius * float(drawn[round_])) if round_ in drawn else "")

    full, hollow, lines = sign("full", "disc"), sign("hollow", "ring"), sign("lines")
    ink = theme.marks["blue" if pip.act else "red"].colour
    thick, casing = FAT * radius, 2 * CASING * radius
    cased = ((full, theme.casing, casing), (hollow, theme.casing, thick + casing), (lines, "none", thick + casing))
    look: dict[str, str | float] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    parts = [
        shape(data, "casing", fill=fill, stroke=theme.casing, stroke_width=width, **look)
        for data, fill, width in cased
        if data
    ]
    if full:
        parts.append(shape(full, "sign", fill=ink))
    if hollow or lines:
        parts.append(shape(hollow + lines, "sign", fill="none", stroke=ink, stroke_width=thick, **look))
    return parts


# -- on the board -----------------------------------------------------------------------------------------------------


def pips(game: Variant, laid: Layout, placed: Iterable[PlacedMarker], theme: Theme) -> Iterator[Any]:
    """The pips of a board, also on fields that are drawn once more."""
    by_cell = {entry.cell: entry for entry in placed}
    shown = [(cell, laid.spots[cell], {"data_at": game.board.cells[cell]}) for cell in sorted(by_cell)]
    again: list[tuple[int, CellShape, dict[str, Any]]] = [(cell, spot, {"opacity": 0.45}) for cell, spot in laid.ghosts]
    for cell, spot, said in (*shown, *again):
        if entry := by_cell.get(cell):
            off = SHOULDER * laid.piece if entry.beside else 0.0
            radius = BESIDE * laid.piece / UNIT if entry.beside else min(RADIUS, 0.55 * spot.room)
            parts = pip_parts(entry.pip, Point(spot.centre.x + off, spot.centre.y - off), radius, theme)
            yield group(f"mark pip {entry.pip.kind}", parts, **said)
