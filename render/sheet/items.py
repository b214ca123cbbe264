"""What is stacked in a column: lines of text, rows of a table, diagrams. Each is a height with what stands in it.

Places within an item are points from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from fairyscore.render.board_state import BoardState
from fairyscore.render.sheet.lines import ASCENT, DESCENT, Align, FaceRun, FontFace, TextLine, Word, broken


class Letters(NamedTuple):
    """A line of text, its column beginning at x and its baseline at y. what: what it is, a class in the drawing."""

    x: float
    y: float
    line: TextLine
    what: str


class DiagramItem(NamedTuple):
    """A diagram of what stands on a board. names: where those of its cells stand, as `drawing.diagram` has it."""

    x: float
    y: float
    width: float
    height: float
    moment: BoardState
    names: str = "rim"
    what: str = "diagram"


class BarShape(NamedTuple):
    """An upright rectangle, empty where it has no fill."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    line: float = 0.0
    what: str = "rule"


class Disc(NamedTuple):
    """A disc in a player's colours about a point."""

    x: float
    y: float
    radius: float
    seat: int


Part = Letters | DiagramItem | BarShape | Disc


@dataclass(frozen=True, slots=True)
class Item:
    """What stands in a column and is not broken.

    gap: points above it, which are left out at the top of a column. keep: no column ends behind it. floats: it goes on to
    the next good place, and what follows may stand before it. starts: it begins a paragraph.
    """

    height: float
    parts: tuple[Part, ...]
    gap: float = 0.0
    keep: bool = False
    floats: bool = False
    starts: bool = True


LEAST_LEADING: Final = ASCENT + DESCENT  # ems from line to line: below that lines could touch


def paragraph(
    words: Sequence[Word],
    what: str,
    wide: float,
    leading: float,
    *,
    left: float = 0.0,
    indent: float = 0.0,
    align: Align = "left",
    gap: float = 0.0,
) -> list[Item]:
    """The lines of a paragraph, of which neither the first nor the last stands alone in a column.

    wide: its column; leading: from line to line; left: how far all lines are set in, indent: the first one; gap: above it.
    """
    lines = broken(words, wide - left, indent, align)
    items = []
    for place, line in enumerate(lines):
        height = max(leading, LEAST_LEADING * line.size)
        part = Letters(left, baseline(height, line.size), line, what)
        alone = len(lines) > 1 and place in (0, len(lines) - 2)
        items.append(Item(round(height, 2), (part,), 0.0 if place else gap, alone, starts=not place))
    return items


def label(
    said: str, what: str, face: FontFace, left: float, height: float, *, wide: float = 0.0, align: Align = "left"
) -> Letters:
    """A text that has room in one line, in an item of a height. left, wide: where it stands, as wide as it is if 0."""
    word = Word((FaceRun(said, face),))
    line = broken([word], max(wide, word.width + 1), align=align)[0]
    return Letters(round(left, 2), baseline(height, face.size), line, what)


def baseline(height: float, size: float) -> float:
    """Where the baseline lies in a line of a height, so that as much is free above its letters as below them."""
    return round((height - LEAST_LEADING * size) / 2 + ASCENT * size, 2)


def kept(items: Sequence[Item]) -> list[Item]:
    """The items, of which all stand in one column with what follows."""
    return [replace(item, keep=True) for item in items]
