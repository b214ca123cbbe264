"""Fields that are pieces of a ring, for all round boards."""

from __future__ import annotations

from math import asin, degrees, radians, sin

from fairyscore.render.geometry import Point, polar, sector, sector_polygon
from fairyscore.render.layouts.base import INSET, LABEL, CellShape, Sign


def ring_sector(middle: Point, inner: float, outer: float, first: float, last: float) -> CellShape:
    """The field between two radii and two angles, clockwise. A piece stands where it has the most room."""
    half = sin(radians((last - first) / 2))
    room = min((outer - inner) / 2, outer * half / (1 + half))
    radius = outer - room
    return CellShape(
        outline=sector(middle, inner, outer, first, last),
        inner=sector(middle, inner + INSET, outer - INSET, first + _aside(inner), last - _aside(inner)),
        polygon=sector_polygon(middle, inner, outer, first, last),
        centre=polar(middle, radius, (first + last) / 2),
        room=room,
        label=polar(middle, outer - LABEL, first + degrees(asin((LABEL + 1.5) / (outer - LABEL)))),
    )


def outward(text: str, middle: Point, radius: float, angle: float) -> Sign:
    """A name outside a round board."""
    return Sign(text, polar(middle, radius, angle), polar(Point(0, 0), 1, angle))


def _aside(radius: float) -> float:
    """Degrees that bring a second border as far from the first as it is elsewhere, measured near the inner side."""
    return degrees(asin(INSET / (radius + 2 * INSET)))
