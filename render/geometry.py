"""Points, lines and arcs on paper. Units are free; y runs downward as in SVG.

Angles are degrees clockwise from straight down, because that is where White sits: `polar(CENTRE, 10, 90)` is ten units to
the left.

>>> polar(Point(0, 0), 10, 90)
Point(x=-10.0, y=0.0)
>>> line(Point(0, 0), Point(1.004, 2))
'M0 0L1 2'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import asin, atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

DUST = 1e-6  # what is lost in reckoning


class Point(NamedTuple):
    """A place on paper."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle: its left, top, right and bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the upper left one."""
        left, top, right, bottom = self
        return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)

    def joined(self, other: Box) -> Box:
        """The smallest one about both."""
        least, most = map(min, self[:2], other[:2]), map(max, self[2:], other[2:])
        return Box(*least, *most)

    def meets(self, other: Box) -> bool:
        """Whether two have a part in common."""
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)

    def holds(self, other: Box) -> bool:
        """Whether another one lies in this one; a border may be in common."""
        within = self.left - DUST <= other.left and other.right <= self.right + DUST
        return within and self.top - DUST <= other.top and other.bottom <= self.bottom + DUST

    def contains(self, point: Point) -> bool:
        """Whether a point lies in it, or on its border."""
        return self.left <= point.x <= self.right and self.top <= point.y <= self.bottom

    def grown(self, by: float) -> Box:
        """The same with a margin all round."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def number(value: float) -> str:
    """A number as it stands in a drawing: two decimals at most, and no `-0`.

    >>> number(1.5), number(-0.001), number(3.14159), number(20)
    ('1.5', '0', '3.14', '20')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    """A point as it stands in path data."""
    return f"{number(point.x)} {number(point.y)}"


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at a distance and an angle; exact where the angle is a multiple of a right one."""
    # rounded, without the dust of sine and cosine, which may differ between machines
    across, down = (round(radius * of(radians(angle)), 6) + 0.0 for of in (sin, cos))
    return Point(centre.x - across, centre.y + down)


def angle_of(centre: Point, point: Point) -> float:
    """The angle of `polar`, from 0 up to 360."""
    return degrees(atan2(centre.x - point.x, point.y - centre.y)) % 360


def distance(one: Point, other: Point) -> float:
    """How far two points are from each other."""
    return hypot(other.x - one.x, other.y - one.y)


def between(one: Point, other: Point, share: float) -> Point:
    """The point that lies a share of the way from one to the other."""
    return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)


def towards(one: Point, other: Point, far: float) -> Point:
    """The point so far from one in the direction of the other."""
    whole = distance(one, other)
    return between(one, other, far / whole) if whole else one


def aside(point: Point, one: Point, other: Point) -> float:
    """How far a point is from the straight line through two others, or from both where they are one."""
    if one == other:
        return distance(point, one)
    cross = (other.x - one.x) * (one.y - point.y) - (one.x - point.x) * (other.y - one.y)
    return abs(cross) / distance(one, other)


def line(*points: Point) -> str:
    """Path data from point to point, not closed."""
    return "M" + "L".join(map(at, points))


def ring(points: Iterable[Point]) -> str:
    """Path data of a polygon."""
    return line(*points) + "Z"


def upright(left: float, top: float, width: float, height: float) -> str:
    """Path data of an upright rectangle."""
    return f"M{number(left)} {number(top)}h{number(width)}v{number(height)}h{number(-width)}z"


def circle(centre: Point, radius: float) -> str:
    """Path data of a whole circle, in two halves."""
    left, right = Point(centre.x - radius, centre.y), Point(centre.x + radius, centre.y)
    r = number(radius)
    return f"M{at(left)}A{r} {r} 0 1 1 {at(right)}A{r} {r} 0 1 1 {at(left)}Z"


def arc_to(radius: float, end: Point, *, clockwise: bool, large: bool = False) -> str:
    """Path data that goes on along a circle to its end."""
    return f"A{number(radius)} {number(radius)} 0 {int(large)} {int(clockwise)} {at(end)}"


def sector(centre: Point, inner: float, outer: float, first: float, last: float, *, inset: float = 0.0) -> str:
    """Path data of a piece of a ring from one angle to another, clockwise. inset: so far within it, on all four sides."""
    inner, outer = inner + inset, outer - inset
    large = last - first > 180
    outward, inward = (degrees(asin(inset / radius)) if inset else 0.0 for radius in (outer, inner))
    there = arc_to(outer, polar(centre, outer, last - outward), clockwise=True, large=large)
    back = arc_to(inner, polar(centre, inner, first + inward), clockwise=False, large=large)
    start, turn = polar(centre, outer, first + outward), polar(centre, inner, last - inward)
    return f"M{at(start)}{there}L{at(turn)}{back}Z"


ARC_STEP = 0.625
"""Degrees between the corners of a polygon that stands for an arc: a fraction of every border on these boards."""


def sector_polygon(centre: Point, inner: float, outer: float, first: float, last: float) -> tuple[Point, ...]:
    """`sector` as a polygon, with a corner wherever one of a neighbour can be."""
    many = round((last - first) / ARC_STEP)
    angles = [first, *(first + ARC_STEP * step for step in range(1, many)), last]
    return (
        *(polar(centre, outer, angle) for angle in angles),
        *(polar(centre, inner, angle) for angle in reversed(angles)),
    )


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies within a polygon (the number of borders to its right is odd)."""
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > point.y) != (by > point.y) and point.x < (bx - ax) * (point.y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
