"""Where a piece stands in a cell of a round board: upright within slanting borders, and beside the cell's name.

A cell tells how far a point is from its four borders; a piece is tried there by the outline of the widest pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fairyscore.render.geometry import Box, Point, distance, inside, towards

SIZE: Final = 45.0

PLAIN: Final = ((2, 3), (20, 0.5), (25, 0.5), (36.5, 3.5), (42.2, 9), (38.5, 43), (6.5, 43), (2.8, 15))
"""The corners about all pieces of chess in the box of 45 units that pieces are drawn in (tests look at each piece)."""

PLATED: Final = ((0.2, 33), (2.3, 6), (2.8, 2.4), (26.9, 0.2), (42.2, 2.4), (42.7, 6), (44.8, 33), (44.8, 42.4), (43, 44.9),
                 (2, 44.9), (0.2, 42.4))  # fmt: skip
"""The same for pieces that stand on a plate with their marks."""

CHANGING: Final = ((7, 1), (38, 1), (44.9, 28), (44.9, 44.5), (0.1, 44.5), (0.1, 28))
"""The same for pieces that show on a base what they are on each colour."""

RIM: Final = 2.4
"""Units between a piece and the outer border of the board: half of its line, and a little."""


class Free(NamedTuple):
    """How far a point is from the borders of its cell: the outer and the inner one, the first and the last clockwise."""

    outer: float
    inner: float
    first: float
    last: float


Figure = tuple[tuple[float, float], ...]


def fitted(
    centre: Point,
    figure: Figure,
    side: float,
    free: Callable[[Point], Free],
    moved: Callable[[Point, float, float], Point],
    *,
    rim: bool = False,
    name: float = 0.0,
) -> Point:
    """The middle of a piece's box where it has as much room on one side as on the other.

    figure: the piece's corners in its box; side: of that box on paper. free: of a point of the paper; moved: a point so far
    outward and so far on clockwise. rim: the cell is at the edge of the board, and nothing reaches over that. name: how
    broad the cell's name is, which stands at its first border.
    """
    for _ in range(2):
        least = Free(*map(min, zip(*map(free, corners(figure, centre, side)), strict=True)))
        outward = (least.outer - least.inner) / 2
        if rim:
            outward = min(outward, least.outer - RIM)
        onward = (least.last - least.first + name) / 2
        centre = moved(centre, outward, onward)
    return centre


SCALES: Final = tuple(1 - step / 50 for step in range(25))
"""What is tried for a piece beside a name, against its usual size."""

WITHIN: Final = 0.92
"""So much of a piece's size stays within its cell on a round board; its edge may lie on an inner border."""

APART: Final = 0.6
"""Units between a piece and a name."""


def corners(figure: Figure, place: Point, side: float) -> list[Point]:
    """The corners of a figure on paper. place: the middle of its box, side: of that."""
    scale = side / SIZE
    return [Point(place.x + (x - SIZE / 2) * scale, place.y + (y - SIZE / 2) * scale) for x, y in figure]


def beside(
    figure: Figure, place: Point, side: float, name: Box, cell: Sequence[Point], *, within: float, most: float
) -> tuple[Point, float]:
    """Where a piece stands beside a name, and its size: the largest at which it stays in the cell and clear of the name.

    place, side: where and how large it is without one. cell: the corners of the cell. within: so
    much of its size stays there. most: it is to be no larger.
    """
    block = [Point(x, y) for x in (name.left, name.right) for y in (name.top, name.bottom)]
    block[2], block[3] = block[3], block[2]
    middle = Point((name.left + name.right) / 2, (name.top + name.bottom) / 2)
    for scale in (scale for scale in SCALES if scale * side <= most):
        for step in range(8):
            moved = towards(place, middle, -step) if distance(place, middle) else place
            tried = corners(figure, moved, scale * side)
            kept = corners(figure, moved, within * scale * side)
            if apart(tried, block) and all(inside(corner, cell) for corner in kept):
                return moved, scale * side
    return place, SCALES[-1] * side


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex shapes do not touch: a line along a side of one of them lies between them."""
    return any(
        _between(side, one, other) for shape in (one, other) for side in zip(shape, (*shape[1:], shape[0]), strict=True)
    )


def _between(side: tuple[Point, Point], one: Sequence[Point], other: Sequence[Point]) -> bool:
    across = Point(side[1].y - side[0].y, side[0].x - side[1].x)
    first, second = ([across.x * x + across.y * y for x, y in shape] for shape in (one, other))
    return max(first) <= min(second) or max(second) <= min(first)
