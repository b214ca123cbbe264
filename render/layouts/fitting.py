"""Where a piece stands in a cell of a round board: upright within slanting borders, and beside the cell's name.

A cell tells how far a point is from its four borders; a piece is tried there by the outline of the widest pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import asin, degrees, radians, sin
from typing import Final, NamedTuple

from fairyscore.render.geometry import (
    Box,
    Point,
    angle_of,
    distance,
    inside,
    polar,
    sector,
    sector_polygon,
    towards,
)
from fairyscore.render.layouts.base import INSET, LABEL, CellShape, Sign

SIZE: Final = 45.0

PLAIN: Final = ((2, 3), (20, 0.5), (25, 0.5), (36.5, 3.5), (42.2, 9), (38.5, 43), (6.5, 43), (2.8, 15))
"""The corners about all pieces of chess in the box of 45 units that pieces are drawn in (tests look at each piece)."""

PLATED: Final = ((0.2, 33), (2.3, 6), (2.8, 2.4), (26.9, 0.2), (42.2, 2.4), (42.7, 6), (44.8, 33), (44.8, 42.4), (43, 44.9),
                 (2, 44.9), (0.2, 42.4))  # fmt: skip
"""The same for pieces that stand on a plate with their marks."""

CHANGING: Final = ((7, 1), (38, 1), (44.9, 28), (44.9, 44.5), (0.1, 44.5), (0.1, 28))
"""The same for pieces that show on a base what they are on each colour."""

RIM: Final = 2.4  # units between a piece and the outer border of the board: half of its line, and a little
SCALES: Final = tuple(1 - step / 50 for step in range(25))
"""What is tried for a piece beside a name, against its usual size."""

WITHIN: Final = 0.92
"""So much of a piece's size stays within its cell on a round board; its edge may lie on an inner border."""

APART: Final = 0.6  # units between a piece and a name


class Free(NamedTuple):
    """How far a point is from the borders of its cell: the outer and the inner one, the first and the last clockwise."""

    outer: float
    inner: float
    first: float
    last: float


Figure = tuple[tuple[float, float], ...]


class CellLayout(NamedTuple):
    """What stands in a cell. figure: the piece's corners in its box; side: of that box on paper.

    rim: the cell is at the edge of the board, and nothing reaches over that. name: how broad the cell's name is, which
    stands at its first border.
    """

    figure: Figure
    side: float
    rim: bool = False
    name: float = 0.0


def fitted(
    centre: Point,
    standing: CellLayout,
    free: Callable[[Point], Free],
    moved: Callable[[Point, float, float], Point],
) -> Point:
    """The middle of a piece's box where it has as much room on one side as on the other.

    free: of a point of the paper; moved: a point so far outward and so far on clockwise.
    """
    for _ in range(2):
        least = Free(*map(min, zip(*map(free, corners(standing.figure, centre, standing.side)), strict=True)))
        outward = (least.outer - least.inner) / 2
        if standing.rim:
            outward = min(outward, least.outer - RIM)
        onward = (least.last - least.first + standing.name) / 2
        centre = moved(centre, outward, onward)
    return centre


def corners(figure: Figure, place: Point, side: float) -> list[Point]:
    """The corners of a figure on paper. place: the middle of its box, side: of that."""
    scale = side / SIZE
    return [Point(place.x + (x - SIZE / 2) * scale, place.y + (y - SIZE / 2) * scale) for x, y in figure]


def beside(
    figure: Figure, place: Point, side: float, name: Box, cell: Sequence[Point], *, within: float, most: float
) -> tuple[Point, float]:
    """Where a piece stands beside a name, and its size: the largest at which it stays in the cell and clear of the name.

    place, side: where and how large it is without one. cell: the corners of the cell. within: so much of its size stays
    there. most: it is to be no larger.
    """
    middle = Point((name.left + name.right) / 2, (name.top + name.bottom) / 2)
    for scale in (scale for scale in SCALES if scale * side <= most):
        for step in range(8):
            moved = towards(place, middle, -step) if distance(place, middle) else place
            tried = corners(figure, moved, scale * side)
            kept = corners(figure, moved, within * scale * side)
            if apart(tried, name.corners) and all(inside(corner, cell) for corner in kept):
                return moved, scale * side
    return place, SCALES[-1] * side


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex shapes do not touch: a line along a side of one of them lies between them."""
    for shape in (one, other):
        for start, end in zip(shape, (*shape[1:], shape[0]), strict=True):
            x, y = end.y - start.y, start.x - end.x
            first, second = ([x * corner.x + y * corner.y for corner in corners_] for corners_ in (one, other))
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


# -- fields that are pieces of a ring ---------------------------------------------------------------------------------


class Sector(NamedTuple):
    """A piece of a ring about a middle: between two radii and two angles, clockwise."""

    middle: Point
    inner: float
    outer: float
    first: float
    last: float


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
    # `turn` brings the second border as far from the first as elsewhere, measured near the inner side
    centre, turn = fitted(start, standing, free, moved), degrees(asin(INSET / (inner + 2 * INSET)))
    return CellShape(
        outline=sector(middle, inner, outer, first, last),
        inner=sector(middle, inner + INSET, outer - INSET, first + turn, last - turn),
        polygon=sector_polygon(middle, inner, outer, first, last),
        centre=centre,
        room=min(free(centre)),
        label=polar(middle, outer - LABEL, first + degrees(asin((LABEL + 1.5) / (outer - LABEL)))),
    )


def outward(text: str, middle: Point, radius: float, angle: float) -> Sign:
    """A name outside a round board."""
    return Sign(text, polar(middle, radius, angle), polar(Point(0, 0), 1, angle))
