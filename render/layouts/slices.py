"""The board of rings cut into slices about a centre field, round or with as many corners as it has slices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi

from fairyscore.notation.boards.slices import SliceBoard
from fairyscore.render.geometry import ARC_STEP, Box, Point, aside, between, circle, polar, ring, towards
from fairyscore.render.layouts.arcs import CellLayout, Sector, outward, ring_sector
from fairyscore.render.layouts.base import EIGHTH, INSET, LABEL, CellShape, Layout, Sign
from fairyscore.render.layouts.fitting import PLATED, Free, fitted

RADII = (32.0, 83.0, 138.0, 178.0, 229.0, 282.0)
"""Borders of the rings from the centre field on, chosen so that pieces find about as much room in each ring."""

CENTRE = RADII[-1]
MIDDLE = Point(CENTRE, CENTRE)
PIECE, PIECE_STRAIGHT = 38.5, 35.0
"""Side of a piece's box on the round board, and on the one with straight borders."""

NAME = 6.0
"""How broad a name within a cell is."""


def lay(board: SliceBoard, turn: int = 0) -> Layout:
    """The board with round borders, slice 1 at the bottom for White."""

    def spot(cell: int) -> CellShape:
        if not board.ring[cell]:
            polygon = tuple(polar(MIDDLE, RADII[0], step * ARC_STEP) for step in range(round(360 / ARC_STEP)))
            return _centre(circle(MIDDLE, RADII[0]), circle(MIDDLE, RADII[0] - INSET), polygon, RADII[0])
        first, last = (_angle(board, unit, turn) for unit in board.spans[cell])
        limits = (RADII[board.ring[cell] - 1], RADII[board.ring[cell]], first, last)
        return ring_sector(Sector(MIDDLE, *limits), _standing(board, cell, turn, PIECE))

    return _layout(board, turn, tuple(map(spot, range(len(board.cells)))), circle(MIDDLE, CENTRE), 1.0)


def lay_straight(board: SliceBoard, turn: int = 0) -> Layout:
    """The same with straight borders: an octagon where there are eight slices (page: "circular (or octagonal)")."""

    def spot(cell: int) -> CellShape:
        if not board.ring[cell]:
            corners = tuple(_on_edge(board, RADII[0], unit, turn) for unit in _borders(board))
            small = tuple(_on_edge(board, RADII[0] - INSET, unit, turn) for unit in _borders(board))
            return _centre(ring(corners), ring(small), corners, RADII[0] * cos(pi / board.slices))
        return _trapezium(board, cell, turn)

    corners = tuple(_on_edge(board, CENTRE, unit, turn) for unit in _borders(board))
    spots = tuple(map(spot, range(len(board.cells))))
    return _layout(board, turn, spots, ring(corners), cos(pi / board.slices))


def _standing(board: SliceBoard, cell: int, turn: int, side: float) -> CellLayout:
    outermost = board.ring[cell] == len(RADII) - 1
    return CellLayout(PLATED, side, rim=outermost, name=NAME if _at_bottom(board.cells[cell], turn) else 0.0)


def _at_bottom(name: str, turn: int) -> bool:
    """Whether a cell is in the slice at the bottom, where letters stand in the cells."""
    return name.startswith(str(turn + 1))


def _borders(board: SliceBoard) -> Iterator[int]:
    """Where each slice begins, in units of the circle."""
    return (slice_ * board.circle // board.slices for slice_ in range(board.slices))


def _angle(board: SliceBoard, unit: int, turn: int) -> float:
    """A border of a field as an angle: the middle of slice 1 is at the bottom."""
    return unit * 360 / board.circle - 180 / board.slices - turn * EIGHTH


def _on_edge(board: SliceBoard, radius: float, unit: int, turn: int) -> Point:
    """A border's place on the straight edge of its slice, whose corners lie on the circle."""
    per_slice = board.circle // board.slices
    here, far = divmod(unit, per_slice)
    first, last = (polar(MIDDLE, radius, _angle(board, border * per_slice, turn)) for border in (here, here + 1))
    return between(first, last, far / per_slice)


def _trapezium(board: SliceBoard, cell: int, turn: int) -> CellShape:
    """A field with straight borders. Its polygon has a corner at every unit, where one of a neighbour may be."""
    first, last = board.spans[cell]
    inner, outer = RADII[board.ring[cell] - 1], RADII[board.ring[cell]]

    def edge(radius: float, units: range) -> list[Point]:
        return [_on_edge(board, radius, unit, turn) for unit in units]

    a, b = _on_edge(board, outer, first, turn), _on_edge(board, outer, last, turn)
    d, c = _on_edge(board, inner, first, turn), _on_edge(board, inner, last, turn)
    units = range(first, last + 1)
    corners = (a, b, c, d)
    heart = Point(sum(p.x for p in corners) / 4, sum(p.y for p in corners) / 4)
    out, on = (
        towards(Point(0, 0), Point(a.x + b.x - c.x - d.x, a.y + b.y - c.y - d.y), 1),
        towards(Point(0, 0), Point(b.x - a.x, b.y - a.y), 1),
    )

    def free(point: Point) -> Free:
        return Free(*(_inward(point, *edge, heart) for edge in ((a, b), (c, d), (d, a), (b, c))))

    def moved(point: Point, outward_: float, onward: float) -> Point:
        return Point(point.x + outward_ * out.x + onward * on.x, point.y + outward_ * out.y + onward * on.y)

    standing = _standing(board, cell, turn, PIECE_STRAIGHT)
    stand = fitted(heart, standing.figure, standing.side, free, moved, rim=standing.rim, name=standing.name)
    return CellShape(
        outline=ring(corners),
        inner=ring(towards(corner, heart, 1.6 * INSET) for corner in corners),
        polygon=(*edge(outer, units), *reversed(edge(inner, units))),
        centre=stand,
        room=_room(stand, corners),
        label=towards(a, heart, 2 * LABEL),
    )


def _inward(point: Point, one: Point, other: Point, heart: Point) -> float:
    """How far a point is from a border, less than nothing on the other side of it than the heart of the cell."""
    far = aside(point, one, other)
    return far if _side(point, one, other) * _side(heart, one, other) >= 0 else -far


def _side(point: Point, one: Point, other: Point) -> float:
    return (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)


def _room(point: Point, corners: tuple[Point, ...]) -> float:
    """How far a point within four corners is from the nearest side."""
    return min(aside(point, one, other) for one, other in pairwise((*corners, corners[0])))


def _centre(outline: str, inner: str, polygon: tuple[Point, ...], room: float) -> CellShape:
    label = Point(MIDDLE.x - RADII[0] / 2, MIDDLE.y - RADII[0] / 2 - 2)
    return CellShape(outline, inner, polygon, MIDDLE, room, label)


def _layout(board: SliceBoard, turn: int, spots: tuple[CellShape, ...], frame: str, apothem: float) -> Layout:
    field = Box(0, 0, 2 * CENTRE, 2 * CENTRE)
    return Layout(
        spots=spots,
        frame=frame,
        field=field,
        piece=PIECE if apothem == 1 else PIECE_STRAIGHT,
        turn=turn,
        signs=(*_rim(board, turn, apothem), *_letters(board, spots, turn)),
        middle=MIDDLE,
    )


def _rim(board: SliceBoard, turn: int, apothem: float) -> Iterator[Sign]:
    """The numbers of the slices."""
    for slice_ in range(board.slices):
        unit = (2 * slice_ + 1) * board.circle // (2 * board.slices)
        yield outward(str(slice_ + 1), MIDDLE, CENTRE * apothem, _angle(board, unit, turn))


def _letters(board: SliceBoard, spots: tuple[CellShape, ...], turn: int) -> Iterator[Sign]:
    """The letters of the fields, in the slice at the bottom; they are the same in all."""
    for cell, name in enumerate(board.cells):
        if _at_bottom(name, turn):
            yield Sign(name[1:], spots[cell].label, kind="inner", cell=cell)
