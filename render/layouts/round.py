"""Round boards, of rings about a centre-circle or of rings cut into slices about a centre field.

Pieces stand upright within slanting borders: a cell tells how far a point is from its four borders, and a piece is tried
there by the outline of the widest pieces.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import asin, cos, degrees, pi, radians, sin
from typing import Final, NamedTuple

from fairyscore.notation.boards import HeadedBoard, SliceBoard
from fairyscore.render.geometry import (
    ARC_STEP,
    Box,
    Point,
    angle_of,
    between,
    circle,
    distance,
    polar,
    ring,
    sector,
    sector_polygon,
    towards,
)
from fairyscore.render.layouts.base import (
    EIGHTH,
    INSET,
    LABEL,
    PLAIN,
    PLATED,
    CellShape,
    Figure,
    Layout,
    Sign,
    corners,
    in_common,
    shared,
)

RIM: Final = 2.4  # units between a piece and the outer border of the board: half of its line, and a little


Limits = tuple[float, float, float, float]
"""Inner and outer radius, first and last angle of a piece of a ring, clockwise."""

Free = tuple[float, float, float, float]
"""How far a point is from the borders of its cell: the outer and the inner one, the first and the last clockwise."""


class CellLayout(NamedTuple):
    """The layout within a cell. figure: the piece's corners in its box; side: of that box on paper.

    rim: the cell is at the edge of the board, and nothing reaches over that. name: how broad the cell's name is, which
    stands at its first border.
    """

    figure: Figure
    side: float
    rim: bool = False
    name: float = 0.0


def _fitted(
    centre: Point, standing: CellLayout, free: Callable[[Point], Free], moved: Callable[[Point, float, float], Point]
) -> Point:
    """The middle of a piece's box with as much room on either side. moved: a point so far outward and on clockwise."""
    for _ in range(2):
        all_free = map(free, corners(standing.figure, centre, standing.side))
        outer, inner, first, last = map(min, zip(*all_free, strict=True))
        out = min((outer - inner) / 2, outer - RIM) if standing.rim else (outer - inner) / 2
        centre = moved(centre, out, (last - first + standing.name) / 2)
    return centre


AT_RIM: Final = 2.5  # so much farther from the frame stands a name, which is thicker than other borders


def _ring_sector(middle: Point, limits: Limits, standing: CellLayout) -> CellShape:
    """A cell that is a piece of a ring."""
    inner, outer, first, last = limits
    half = sin(radians((last - first) / 2))
    radius = outer - min((outer - inner) / 2, outer * half / (1 + half))

    def free(point: Point) -> Free:
        far, angle = distance(middle, point), (angle_of(middle, point) - first + 180) % 360 - 180
        return outer - far, far - inner, far * sin(radians(angle)), far * sin(radians(last - first - angle))

    def moved(point: Point, out: float, onward: float) -> Point:
        far = distance(middle, point)
        return polar(middle, far + out, angle_of(middle, point) + degrees(onward / far))

    centre = _fitted(polar(middle, radius, (first + last) / 2), standing, free, moved)
    far = outer - LABEL - AT_RIM * standing.rim
    return CellShape(
        outline=sector(middle, *limits),
        inner=sector(middle, *limits, inset=INSET),
        polygon=sector_polygon(middle, *limits),
        centre=centre,
        room=min(free(centre)),
        label=polar(middle, far, first + degrees(asin((LABEL + 1.5) / far))),
    )


def _outward(text: str, middle: Point, radius: float, angle: float) -> Sign:
    """A name outside a round board."""
    return Sign(text, polar(middle, radius, angle), polar(Point(0, 0), 1, angle))


# -- rings ------------------------------------------------------------------------------------------------------------

WHITES = 3.5  # the place straight at the bottom: between d and e


def rings_layout(board: HeadedBoard, turn: int = 0) -> Layout:
    """The board round about its centre-circle, with a seat at the bottom."""
    return _ring_layout(board, turn, board.spots, bottom=WHITES, centre=84.0, width=44.0, piece=36.5, lists=2)


def cylinder_layout(board: HeadedBoard, turn: int = 0) -> Layout:
    """A cylinder as a ring: the files stand round it, rank 1 outermost, so that nothing has to be repeated."""
    spots = tuple(spot[::-1] for spot in board.spots)
    bottom = max(file for _, file in spots) / 2
    return _ring_layout(board, turn, spots, bottom=bottom, centre=28.0, width=40.0, piece=35.5)


def _ring_layout(
    board: HeadedBoard,
    turn: int,
    spots: Sequence[tuple[int, int]],
    *,
    bottom: float,
    centre: float,
    width: float,
    piece: float,
    lists: int = 1,
) -> Layout:
    """A board of rings. centre: radius of what is not a field; lists: how many times round a ring its names begin anew."""
    rings = 1 + max(ring for ring, _ in spots)
    places = 1 + max(place for _, place in spots)
    edge, step = centre + rings * width, 360 / places
    middle = Point(edge, edge)

    def limits(row: int, place: int) -> Limits:
        outer, angle = edge - row * width, (bottom - place) * step - turn * EIGHTH  # places run against the clock
        return outer - width, outer, angle - step / 2, angle + step / 2

    cells = {spot: cell for cell, spot in enumerate(spots)}
    shapes = tuple(_ring_sector(middle, limits(*spot), CellLayout(PLAIN, piece, rim=not spot[0])) for spot in spots)
    holes = (spot for spot in product(range(rings), range(places)) if spot not in cells)

    def signs() -> Iterator[Sign]:
        for place, text in in_common(board.cells, spots, 1).items():  # outside each place, also where that is a void
            _, outer, first, last = limits(0, int(place))
            yield _outward(text, middle, outer, (first + last) / 2)
        part = places // lists  # of a ring, whose names have the same letter or number: it stands in the first field
        for start, row in product(range(0, places, part), range(rings)):
            found = [cells[row, place] for place in range(start, start + part) if (row, place) in cells]
            names = (board.cells[cell] for cell in found)
            yield Sign(shared(names), shapes[found[0]].label, kind="inner", cell=found[0], cells=tuple(found))

    return Layout(
        spots=shapes,
        frame=circle(middle, edge),
        field=Box(0, 0, 2 * edge, 2 * edge),
        piece=piece,
        turn=turn,
        voids=(circle(middle, centre), *(sector(middle, *limits(*hole)) for hole in holes)),
        signs=tuple(signs()),
        middle=middle,
    )


# -- slices -----------------------------------------------------------------------------------------------------------

RADII = (32.0, 83.0, 138.0, 178.0, 229.0, 282.0)
"""Borders of the rings from the centre field on, chosen so that pieces find about as much room in each ring."""

CENTRE = RADII[-1]
MIDDLE = Point(CENTRE, CENTRE)
PIECE, PIECE_STRAIGHT = 38.5, 35.0  # side of a piece's box on the round board, and on the one with straight borders
NAME = 6.0  # how broad a name within a cell is


def slices_layout(board: SliceBoard, turn: int = 0, *, straight: bool = False) -> Layout:
    """The board with slice 1 at the bottom for White.

    straight: with straight borders, an octagon where there are eight slices (page: "circular (or octagonal)").
    """
    side = PIECE_STRAIGHT if straight else PIECE
    # in the slice at the bottom, letters stand in the cells; they are the same in all
    lettered = {cell for cell, name in enumerate(board.cells) if name.startswith(str(turn + 1))}

    def spot(cell: int) -> CellShape:
        ring_ = board.ring[cell]
        if not ring_:
            return _centre(board, turn, straight=straight)
        standing = CellLayout(PLATED, side, rim=ring_ == len(RADII) - 1, name=NAME if cell in lettered else 0.0)
        if straight:
            return _trapezium(board, cell, turn, standing)
        first, last = (_angle(board, unit, turn) for unit in board.spans[cell])
        return _ring_sector(MIDDLE, (RADII[ring_ - 1], RADII[ring_], first, last), standing)

    spots = tuple(map(spot, range(len(board.cells))))
    edge = CENTRE * cos(pi / board.slices) if straight else CENTRE
    middles = (_angle(board, (2 * n + 1) * board.circle // (2 * board.slices), turn) for n in range(board.slices))
    numbers = (_outward(str(n), MIDDLE, edge, angle) for n, angle in enumerate(middles, 1))
    alike = [_alike(board, cell, turn) for cell in sorted(lettered)]
    letters = (
        Sign(board.cells[cells[0]][1:], spots[cells[0]].label, kind="inner", cell=cells[0], cells=cells)
        for cells in alike
    )
    return Layout(
        spots=spots,
        frame=ring(_corners(board, CENTRE, turn)) if straight else circle(MIDDLE, CENTRE),
        field=Box(0, 0, 2 * CENTRE, 2 * CENTRE),
        piece=side,
        turn=turn,
        signs=(*numbers, *letters),
        middle=MIDDLE,
    )


def _alike(board: SliceBoard, cell: int, turn: int) -> tuple[int, ...]:
    """The cells with the same letter in all slices, those near the bottom first."""
    name, by_name = board.cells[cell][1:], board.index
    slices = sorted(
        range(board.slices), key=lambda number: min((number - turn) % board.slices, (turn - number) % board.slices)
    )
    return tuple(by_name[f"{number + 1}{name}"] for number in slices)


def _angle(board: SliceBoard, unit: int, turn: int) -> float:
    """A border of a field as an angle: the middle of slice 1 is at the bottom."""
    return unit * 360 / board.circle - 180 / board.slices - turn * EIGHTH


def _on_edge(board: SliceBoard, radius: float, unit: int, turn: int) -> Point:
    """A border's place on the straight edge of its slice, whose corners lie on the circle."""
    per_slice = board.circle // board.slices
    here, far = divmod(unit, per_slice)
    first, last = (polar(MIDDLE, radius, _angle(board, border * per_slice, turn)) for border in (here, here + 1))
    return between(first, last, far / per_slice)


def _corners(board: SliceBoard, radius: float, turn: int) -> tuple[Point, ...]:
    """Where the slices begin on a ring with straight borders."""
    return tuple(_on_edge(board, radius, unit, turn) for unit in range(0, board.circle, board.circle // board.slices))


def _centre(board: SliceBoard, turn: int, *, straight: bool) -> CellShape:
    radius = RADII[0]
    label = Point(MIDDLE.x - radius / 2, MIDDLE.y - radius / 2 - 2)
    if straight:
        corners, inner = _corners(board, radius, turn), _corners(board, radius - INSET, turn)
        return CellShape(ring(corners), ring(inner), corners, MIDDLE, radius * cos(pi / board.slices), label)
    polygon = tuple(polar(MIDDLE, radius, step * ARC_STEP) for step in range(round(360 / ARC_STEP)))
    return CellShape(circle(MIDDLE, radius), circle(MIDDLE, radius - INSET), polygon, MIDDLE, radius, label)


def _trapezium(board: SliceBoard, cell: int, turn: int, standing: CellLayout) -> CellShape:
    """A field with straight borders. Its polygon has a corner at every unit, where one of a neighbour may be."""
    first, last = board.spans[cell]
    units, ring_ = range(first, last + 1), board.ring[cell]
    inner = [_on_edge(board, RADII[ring_ - 1], unit, turn) for unit in units]
    outer = [_on_edge(board, RADII[ring_], unit, turn) for unit in units]
    corners = a, b, c, d = outer[0], outer[-1], inner[-1], inner[0]
    heart = Point(sum(p.x for p in corners) / 4, sum(p.y for p in corners) / 4)
    out = towards(Point(0, 0), Point(a.x + b.x - c.x - d.x, a.y + b.y - c.y - d.y), 1)
    on = towards(Point(0, 0), Point(b.x - a.x, b.y - a.y), 1)

    def free(point: Point) -> Free:
        return _inward(point, a, b), _inward(point, c, d), _inward(point, d, a), _inward(point, b, c)

    def moved(point: Point, outward_: float, onward: float) -> Point:
        return Point(point.x + outward_ * out.x + onward * on.x, point.y + outward_ * out.y + onward * on.y)

    stand = _fitted(heart, standing, free, moved)
    return CellShape(
        outline=ring(corners),
        inner=ring(towards(corner, heart, 1.6 * INSET) for corner in corners),
        polygon=(*outer, *reversed(inner)),
        centre=stand,
        room=min(free(stand)),
        label=towards(a, heart, 2 * LABEL),
    )


def _inward(point: Point, one: Point, other: Point) -> float:
    """How far a point is to the right of the way from one to another, less than nothing to its left."""
    cross = (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)
    return cross / distance(one, other)
