"""The board of rings cut into slices about a centre field, round or with as many corners as it has slices."""

from __future__ import annotations

from math import cos, pi

from fairyscore.notation.boards import SliceBoard
from fairyscore.render.geometry import ARC_STEP, Box, Point, between, circle, distance, polar, ring, towards
from fairyscore.render.layouts.base import EIGHTH, INSET, LABEL, CellShape, Layout, Sign
from fairyscore.render.layouts.fitting import PLATED, CellLayout, Free, Sector, fitted, outward, ring_sector

RADII = (32.0, 83.0, 138.0, 178.0, 229.0, 282.0)
"""Borders of the rings from the centre field on, chosen so that pieces find about as much room in each ring."""

CENTRE = RADII[-1]
MIDDLE = Point(CENTRE, CENTRE)
PIECE, PIECE_STRAIGHT = 38.5, 35.0  # side of a piece's box on the round board, and on the one with straight borders
NAME = 6.0  # how broad a name within a cell is


def lay(board: SliceBoard, turn: int = 0) -> Layout:
    """The board with round borders, slice 1 at the bottom for White."""
    return _laid(board, turn, straight=False)


def lay_straight(board: SliceBoard, turn: int = 0) -> Layout:
    """The same with straight borders: an octagon where there are eight slices (page: "circular (or octagonal)")."""
    return _laid(board, turn, straight=True)


def _laid(board: SliceBoard, turn: int, *, straight: bool) -> Layout:
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
        return ring_sector(Sector(MIDDLE, RADII[ring_ - 1], RADII[ring_], first, last), standing)

    spots = tuple(map(spot, range(len(board.cells))))
    edge = CENTRE * cos(pi / board.slices) if straight else CENTRE
    middles = (_angle(board, (2 * n + 1) * board.circle // (2 * board.slices), turn) for n in range(board.slices))
    numbers = (outward(str(n), MIDDLE, edge, angle) for n, angle in enumerate(middles, 1))
    letters = (Sign(board.cells[cell][1:], spots[cell].label, kind="inner", cell=cell) for cell in sorted(lettered))
    return Layout(
        spots=spots,
        frame=ring(_corners(board, CENTRE, turn)) if straight else circle(MIDDLE, CENTRE),
        field=Box(0, 0, 2 * CENTRE, 2 * CENTRE),
        piece=side,
        turn=turn,
        signs=(*numbers, *letters),
        middle=MIDDLE,
    )


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
    inner, outer = (
        [_on_edge(board, RADII[ring_], unit, turn) for unit in range(first, last + 1)]
        for ring_ in (board.ring[cell] - 1, board.ring[cell])
    )
    corners = a, b, c, d = outer[0], outer[-1], inner[-1], inner[0]
    heart = Point(sum(p.x for p in corners) / 4, sum(p.y for p in corners) / 4)
    out = towards(Point(0, 0), Point(a.x + b.x - c.x - d.x, a.y + b.y - c.y - d.y), 1)
    on = towards(Point(0, 0), Point(b.x - a.x, b.y - a.y), 1)

    def free(point: Point) -> Free:
        return Free(*(_inward(point, *edge) for edge in ((a, b), (c, d), (d, a), (b, c))))

    def moved(point: Point, outward_: float, onward: float) -> Point:
        return Point(point.x + outward_ * out.x + onward * on.x, point.y + outward_ * out.y + onward * on.y)

    stand = fitted(heart, standing, free, moved)
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
