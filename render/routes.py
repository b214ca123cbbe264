"""The way of whatever moves or points, and how it looks: along rings, through the centre, over seams, as leaps.

The rules say which cells a way has (`notation.rules.reachability`); here it gets its place on paper.

>>> from fairyscore.notation.position import Position
>>> start = Position.start("chess")
>>> knight, rook = (path_between(start.variant, start.state, origin, target) for origin, target in ((1, 18), (0, 24)))
>>> knight
MovePath(cells=(1, 18), jumps=(True,), steps=False, possible=True)
>>> rook.cells, any(rook.jumps)
((0, 8, 16, 24), False)
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from fairyscore.notation.boards import Board, HeadedBoard
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.reachability import Reach, way_between, way_of
from fairyscore.notation.rules.state import State, Way
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.geometry import Point, angle_of, between, distance, polar
from fairyscore.render.layouts.base import UNIT, Layout

STEP = 5.0  # units between the points of a curve: finer than anybody sees
AROUND = 80.0
"""Two cells that are fewer degrees apart on a round board are joined by a way round its middle, others by one across."""

BULGE = 0.22  # how far a jump swings out, against its length
WIDEST = UNIT  # and at most on a flat board, in units: a leap over a joined edge may cross the whole of it

Stroke = tuple[Point, ...]


class MovePath(NamedTuple):
    """A way over the board.

    cells: every one where the piece lands or passes, the first and the last included. jumps: for each two cells that follow
    each other whether it goes through the air between them. steps: the rules count the cells, so each is marked.
    possible: False where no piece goes so, and only two cells are to be connected.
    """

    cells: Way = ()
    jumps: tuple[bool, ...] = ()
    steps: bool = False
    possible: bool = True


def move_path(game: Variant, state: State, move: Move) -> MovePath:
    """The way of a move that the rules allow; asked before it is made."""
    piece = state.piece_at(move.origin) if move.origin >= 0 else None
    return only_path(game.board, game.rules.reach, piece, move) or along(game.board, *way_of(game, state, move))


@lru_cache(maxsize=8192)
def only_path(board: Board, reach: Reach, piece: tuple[int, int] | None, move: Move) -> MovePath | None:
    """The way of a piece that has a single one to its target, and of a king that castles; None where the position tells."""
    if move.castle != ABSENT:
        return along(board, board.line(*move[:2]) or move[:2], leaps=False)
    if piece is None:
        return None
    found = next((reached for reached in reach(*piece, move.origin) if reached.target == move.target), None)
    return along(board, found.ways[0], found.leaps) if found is not None and len(found.ways) == 1 else None


def path_between(game: Variant, state: State, origin: int, target: int) -> MovePath:
    """The way of the piece on a cell to another one; where it has none, the two cells alone, as not possible."""
    found = way_between(game, state, origin, target)
    return MovePath((origin, target), (False,), possible=False) if found is None else along(game.board, *found)


@lru_cache(maxsize=4096)
def along(board: Board, way: Way, leaps: bool) -> MovePath:
    """A way of the rules. It jumps wherever two cells do not touch. leaps: as `Target` has it."""
    if len(way) == 2:
        return MovePath(way, (leaps or not board.touch(*way),))
    jumps = tuple(not board.touch(one, other) for one, other in pairwise(way))
    return MovePath(way, jumps, steps=len(way) > 2 and not isinstance(board, HeadedBoard))


# -- on paper ---------------------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A piece of a way. points: in units of the layout, two at least. times: the share of the whole time at which each
    point is passed, from 0 to 1 and never falling; whatever moves goes straight and evenly from point to point.

    It is seen on the leg from its first time to its last, and on no other unless that has its time too.
    """

    points: Stroke
    times: tuple[float, ...]


class Route(NamedTuple):
    """A way on paper. strokes: one, or more where the way leaves the paper and comes back elsewhere; the last has the end.

    steps: the middles of the cells passed, where they are marked.
    """

    strokes: tuple[Stroke, ...]
    steps: tuple[Point, ...] = ()


def route(layout: Layout, path: MovePath) -> Route:
    """A way from its first cell to its last one, as it is seen."""
    centres, curve = _curve(layout, path)
    strokes = tuple(leg.points for leg in seen(layout, curve))
    steps = tuple(centres[1:-1]) if path.steps else ()
    return Route(strokes, steps)


def unbroken(layout: Layout, path: MovePath) -> Stroke:
    """The same way in one stroke, which goes on beyond the edge of the paper where the board repeats there."""
    return tuple(_curve(layout, path)[1])


def _curve(layout: Layout, path: MovePath) -> tuple[list[Point], list[Point]]:
    """The middles of the cells, each at its repetition nearest to the one before, and a curve from each to the next."""
    centres: list[Point] = []
    for cell in path.cells:
        x, y = layout.spots[cell].centre
        if layout.period and centres:
            x += round((centres[-1].x - x) / layout.period) * layout.period
        centres.append(Point(x, y))
    curve = [centres[0]]
    for (one, other), jump in zip(pairwise(centres), path.jumps, strict=True):
        curve += _swing(layout, one, other) if jump else _join(layout, one, other)
    return centres, curve


def _join(layout: Layout, one: Point, other: Point) -> list[Point]:
    """Points from one cell to the next, without the first: round the middle where they lie on the same side of it."""
    if layout.middle is None:
        return [other]
    middle, first = layout.middle, angle_of(layout.middle, one)
    near, far = distance(middle, one), distance(middle, other)
    turn = (angle_of(middle, other) - first + 180) % 360 - 180
    if min(near, far) < UNIT / 2 or not 0.01 <= abs(turn) <= AROUND:
        return [other]
    many = max(2, round(distance(one, other) / STEP))
    return [polar(middle, near + (far - near) * k / many, first + turn * k / many) for k in range(1, many + 1)]


def _swing(layout: Layout, one: Point, other: Point) -> list[Point]:
    """Points of a bow without the first one: outward on a round board, to the left of the way elsewhere."""
    heart, bulge = between(one, other, 0.5), BULGE
    side = Point(other.y - one.y, one.x - other.x)
    if layout.middle is None:
        bulge = min(BULGE, WIDEST / max(distance(one, other), 1.0))
    else:
        out = (heart.x - layout.middle.x) * side.x + (heart.y - layout.middle.y) * side.y
        side = side if out >= 0 else Point(-side.x, -side.y)
    handle = Point(heart.x + 2 * bulge * side.x, heart.y + 2 * bulge * side.y)
    many = max(6, round(distance(one, other) / STEP))
    shares = (k / many for k in range(1, many + 1))
    return [between(between(one, handle, share), between(handle, other, share), share) for share in shares]


EDGE = UNIT / 2  # units that a way goes beyond the seam before nothing of it is seen on this side


def seen(layout: Layout, curve: Sequence[Point]) -> tuple[Leg, ...]:
    """A curve as it is seen, in even time: whole, or where the board repeats each of the pieces that lie on the paper."""
    far = list(accumulate((distance(*pair) for pair in pairwise(curve)), initial=0.0))
    whole = Leg(tuple(curve), (0.0, *(round(part / far[-1], 4) for part in far[1:-1]), 1.0))
    if not layout.period:
        return (whole,)
    first, last = (int(point.x // layout.period) for point in (curve[0], curve[-1]))
    sides = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return tuple(filter(None, (_side(whole, layout.period, side) for side in sides)))


def _side(whole: Leg, period: float, side: int) -> Leg | None:
    """The leg of a way on one of the boards that stand beside each other, as it lies on the only one that is drawn."""
    left, right = side * period - EDGE, (side + 1) * period + EDGE
    found: list[tuple[float, Point]] = []
    for (one, other), (start, end) in zip(pairwise(whole.points), pairwise(whole.times), strict=True):
        for share in _within(one.x, other.x, left, right):
            x, y = between(one, other, share)
            found.append((round(start + (end - start) * share, 4), Point(x - side * period, y)))
    entries = [entry for entry, _ in groupby(found)]
    if len(entries) < 2:
        return None
    points = tuple(place for _, place in entries)
    times = tuple(time for time, _ in entries)
    return Leg(points, times)


def _within(start: float, end: float, left: float, right: float) -> tuple[float, ...]:
    """The shares of a stretch at which it comes between two borders and leaves them; nothing where it never is there."""
    if start == end:
        return (0.0, 1.0) if left < start < right else ()
    one, other = sorted(((left - start) / (end - start), (right - start) / (end - start)))
    one, other = max(one, 0.0), min(other, 1.0)
    return (one, other) if one < other else ()
