"""How a move goes over the board, and how that looks: along rings, through the centre, over seams, as a leap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from fairyscore.notation.boards.board import Board
from fairyscore.notation.boards.headed import HEADINGS, HeadedBoard
from fairyscore.render.geometry import Point, angle_of, between, distance, polar
from fairyscore.render.layouts.base import UNIT, Layout

STEP = 5.0
"""Units between the points of a curve: finer than anybody sees."""

AROUND = 80.0
"""Two fields that are fewer degrees apart on a round board are joined by a way round its middle, others by one across."""

BULGE = 0.22
"""How far a leap swings out, against its length."""

Stroke = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A way on paper. strokes: one, or more where the way leaves the paper and comes back elsewhere; the last has the end.

    steps: the fields passed, where the way goes from field to field.
    """

    strokes: tuple[Stroke, ...]
    steps: tuple[Point, ...] = ()


def straight_way(board: Board, origin: int, target: int, occupied: Iterable[int] = ()) -> tuple[int, ...]:
    """The cells of the shortest straight way between two, both included, one that nothing stands in if there is one.

    Empty where no straight way leads there: then it is a leap.
    """
    if not isinstance(board, HeadedBoard):
        return ()
    pieces = frozenset(occupied)
    found = [way for heading in range(len(HEADINGS)) if (way := _ahead(board, origin, heading, target))]
    return min(found, key=lambda way: (not pieces.isdisjoint(way[1:-1]), len(way)), default=())


def _ahead(board: HeadedBoard, origin: int, heading: int, target: int) -> tuple[int, ...]:
    way = [origin]
    for cell in board.ray(origin, heading):
        way.append(cell)
        if cell == target:
            return tuple(way)
    return ()


def route(laid: Layout, cells: tuple[int, ...], *, leap: bool = False, steps: bool = False) -> Route:
    """A way along cells, from the first to the last. leap: it swings over what lies between; steps: mark each field."""
    centres, curve = _course(laid, cells, leap=leap)
    return Route(tuple(_images(laid, curve)), tuple(centres[1:-1]) if steps else ())


def unbroken(laid: Layout, cells: tuple[int, ...], *, leap: bool = False) -> Stroke:
    """The same way in one stroke, which goes on beyond the edge of the paper where the board repeats there."""
    return tuple(_course(laid, cells, leap=leap)[1])


def _course(laid: Layout, cells: tuple[int, ...], *, leap: bool) -> tuple[list[Point], list[Point]]:
    """The middles of the cells, and a curve through them or over them."""
    centres = list(_unrolled(laid, [laid.spots[cell].centre for cell in cells]))
    if leap:
        return centres, _swing(laid, centres[0], centres[-1])
    curve = [centres[0]]
    for one, other in pairwise(centres):
        curve += _join(laid, one, other)
    return centres, curve


def _unrolled(laid: Layout, centres: list[Point]) -> Iterator[Point]:
    """Each place at that of its repetitions which is nearest to the one before."""
    before = centres[0]
    for place in centres:
        x = place.x
        if laid.period:
            x += round((before.x - x) / laid.period) * laid.period
        before = Point(x, place.y)
        yield before


def _join(laid: Layout, one: Point, other: Point) -> list[Point]:
    """Points from one field to the next, without the first: round the middle where they lie on the same side of it."""
    if laid.middle is None:
        return [other]
    middle = laid.middle
    near, far = distance(middle, one), distance(middle, other)
    turn = (angle_of(middle, other) - angle_of(middle, one) + 180) % 360 - 180
    if min(near, far) < UNIT / 2 or abs(turn) > AROUND or abs(turn) < 0.01:
        return [other]
    first = angle_of(middle, one)
    many = max(2, round(distance(one, other) / STEP))
    return [polar(middle, near + (far - near) * k / many, first + turn * k / many) for k in range(1, many + 1)]


def _swing(laid: Layout, one: Point, other: Point) -> list[Point]:
    """A bow from field to field: outward on a round board, to the left of the way elsewhere."""
    heart = between(one, other, 0.5)
    side = Point(other.y - one.y, one.x - other.x)
    if laid.middle is not None:
        out = (heart.x - laid.middle.x) * side.x + (heart.y - laid.middle.y) * side.y
        side = side if out >= 0 else Point(-side.x, -side.y)
    handle = Point(heart.x + 2 * BULGE * side.x, heart.y + 2 * BULGE * side.y)
    many = max(6, round(distance(one, other) / STEP))
    return [
        between(between(one, handle, k / many), between(handle, other, k / many), k / many) for k in range(many + 1)
    ]


def _images(laid: Layout, curve: list[Point]) -> Iterator[Stroke]:
    """A curve as it is seen: whole, or where the board repeats in each of the pieces that lie on the paper."""
    if not laid.period:
        yield tuple(curve)
        return
    dense = list(_dense(curve))
    left, right = -UNIT / 2, laid.period + UNIT / 2
    first = min(point.x for point in dense) // laid.period
    last = max(point.x for point in dense) // laid.period
    ways = range(int(first), int(last) + 1)
    for turn in ways if dense[-1].x >= dense[0].x else reversed(ways):
        shifted = [Point(x - turn * laid.period, y) for x, y in dense]
        seen = [point for point in shifted if left <= point.x <= right]
        if len(seen) > 1:
            yield tuple(seen)


def _dense(curve: list[Point]) -> Iterator[Point]:
    yield curve[0]
    for one, other in pairwise(curve):
        many = max(1, round(distance(one, other) / STEP))
        yield from (between(one, other, k / many) for k in range(1, many + 1))
