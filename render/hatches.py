"""Hatchings as SVG patterns: fields and owners are told apart by them where there is no colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fairyscore.render.canvas import PREFIX, element, shape
from fairyscore.render.geometry import Point, circle, number

STEP = 6.0
"""Units from line to line: wide enough to survive a photocopier, narrow enough to be seen in the smallest field."""

LINES = {
    "vertical": "M3 0V6",
    "horizontal": "M0 3H6",
    "rising": "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5",
    "falling": "M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5",
    "cross": "M0 0L6 6M0 6L6 0",
}
THICK = 1.0
DOT = 0.95


Hatch = tuple[str, str]
"""The name of a hatching and the colour of its lines."""


def hatches(wanted: Iterable[Hatch], scale: float = 1.0) -> list[Any]:
    """The patterns of these hatchings, each once. scale: they are coarser where the paper is small."""
    return [_pattern(name, ink, scale) for name, ink in dict.fromkeys(wanted) if name]


def _pattern(name: str, ink: str, scale: float) -> Any:
    made = element("pattern", id=f"{PREFIX}{name}-{ink[1:]}", width=STEP, height=STEP, patternUnits="userSpaceOnUse")
    if scale != 1:
        made.attribs["patternTransform"] = f"scale({number(scale)})"
    if name == "dots":
        made.add(shape(circle(Point(1.5, 1.5), DOT) + circle(Point(4.5, 4.5), DOT), fill=ink))
    else:
        made.add(shape(LINES[name], fill="none", stroke=ink, stroke_width=THICK))
    return made
