"""What is stacked in a column: lines of text, rows of a table, diagrams. Each is a height with what stands in it.

Places within an item are points from its upper left corner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from fairyscore.render.drawing import Diagram
from fairyscore.render.sheet.lines import Align, TextLine, broken
from fairyscore.render.sheet.runs import ASCENT, DESCENT, Word

_SIZE = re.compile(r' viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')


class Letters(NamedTuple):
    """A line of text, its column beginning at x and its baseline at y. what: what it is, a class in the drawing."""

    x: float
    y: float
    line: TextLine
    what: str


class DiagramItem(NamedTuple):
    """A diagram."""

    x: float
    y: float
    width: float
    height: float
    drawn: Diagram
    what: str = "diagram"


class BarShape(NamedTuple):
    """An upright rectangle, empty where it has no fill; corner: how round its corners are."""

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


class Set(NamedTuple):
    """How a paragraph is set, in points.

    wide: its column; leading: from line to line; left: how far all lines are set in, indent: the first one. gap: above it.
    """

    wide: float
    leading: float
    left: float = 0.0
    indent: float = 0.0
    align: Align = "left"
    gap: float = 0.0


LEAST_LEADING: Final = ASCENT + DESCENT
"""Ems from line to line: below that lines could touch."""


def paragraph(words: Sequence[Word], how: Set, what: str) -> list[Item]:
    """The lines of a paragraph, of which neither the first nor the last stands alone in a column."""
    lines = broken(words, how.wide - how.left, how.indent, how.align)
    items = [replace(item_of(line, how, what), starts=not place) for place, line in enumerate(lines)]
    for place in {0, len(items) - 2} if len(items) > 1 else ():
        items[place] = replace(items[place], keep=True)
    if items:
        items[0] = replace(items[0], gap=how.gap)
    return items


def item_of(line: TextLine, how: Set, what: str) -> Item:
    """One line as an item, the letters in the middle of its height."""
    height = max(how.leading, LEAST_LEADING * line.size)
    return Item(round(height, 2), (Letters(how.left, baseline(height, line.size), line, what),))


def baseline(height: float, size: float) -> float:
    """Where the baseline lies in a line of a height, so that as much is free above its letters as below them."""
    return round((height - (ASCENT + DESCENT) * size) / 2 + ASCENT * size, 2)


def kept(items: list[Item]) -> None:
    """See that no column ends behind the last of them."""
    if items:
        items[-1] = replace(items[-1], keep=True)


def proportion(drawn: Diagram) -> float:
    """How high a diagram is against its width."""
    found = _SIZE.search(drawn.svg()[:1000])
    assert found is not None, "every diagram has a viewBox"
    return float(found[2]) / float(found[1])
