"""Fields that are pieces of a ring, for all round boards."""

from __future__ import annotations

from math import asin, degrees, radians, sin
from typing import NamedTuple

from fairyscore.render.geometry import Point, angle_of, distance, polar, sector, sector_polygon
from fairyscore.render.layouts.base import INSET, LABEL, CellShape, Sign
from fairyscore.render.layouts.fitting import Figure, Free, fitted


class Sector(NamedTuple):
    """A piece of a ring about a middle: between two radii and two angles, clockwise."""

    middle: Point
    inner: float
    outer: float
    first: float
    last: float


class CellLayout(NamedTuple):
    """What stands in a cell. figure, side, rim, name: as `fitting.fitted` has them."""

    figure: Figure
    side: float
    rim: bool = False
    name: float = 0.0


def ring_sector(piece: Sector, standing: CellLayout) -> CellShape:
    """A cell that is a piece of a ring."""
    middle, inner, outer, first, last = piece
    half = sin(radians((last - first) / 2))
    radius = outer - min((outer - inner) / 2, outer * half / (1 + half))

    def free(point: Point) -> Free:
        far, angle = distance(middle, point), (angle_of(middle, point) - first + 180) % 360 - 180
        sides = (far * sin(radians(angle)), far * sin(radians(last - first - angle)))
        return Free(outer - far, far - inner, *sides)

    def moved(point: Point, out: float, onward: float) -> Point:
        far = distance(middle, point)
        return polar(middle, far + out, angle_of(middle, point) + degrees(onward / far))

    start = polar(middle, radius, (first + last) / 2)
    centre = fitted(start, standing.figure, standing.side, free, moved, rim=standing.rim, name=standing.name)
    return CellShape(
        outline=sector(middle, inner, outer, first, last),
        inner=sector(middle, inner + INSET, outer - INSET, first + _aside(inner), last - _aside(inner)),
        polygon=sector_polygon(middle, inner, outer, first, last),
        centre=centre,
        room=min(free(centre)),
        label=polar(middle, outer - LABEL, first + degrees(asin((LABEL + 1.5) / (outer - LABEL)))),
    )


def outward(text: str, middle: Point, radius: float, angle: float) -> Sign:
    """A name outside a round board."""
    return Sign(text, polar(middle, radius, angle), polar(Point(0, 0), 1, angle))


def _aside(radius: float) -> float:
    """Degrees that bring a second border as far from the first as it is elsewhere, measured near the inner side."""
    return degrees(asin(INSET / (radius + 2 * INSET)))
