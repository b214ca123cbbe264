"""Round boards of rings about a centre-circle: as they lie on the table, and unrolled into a strip."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rings import RINGS, ROUND
from fairyscore.render.geometry import Box, Point, circle, sector
from fairyscore.render.layouts.arcs import CellLayout, Sector, outward, ring_sector
from fairyscore.render.layouts.base import DOWN, EIGHTH, LEFT, RIGHT, UNIT, CellShape, Layout, Sign, shared
from fairyscore.render.layouts.fitting import PLAIN
from fairyscore.render.layouts.rectangle import square

CENTRE = 84.0
"""Radius of the centre-circle: wide enough that a piece finds room on the innermost ring."""

WIDTH = 44.0
"""From ring to ring."""

OUTER = CENTRE + RINGS * WIDTH
MIDDLE = Point(OUTER, OUTER)
SECTOR = 360 / ROUND
HALF = ROUND // 2

WHITES = 3.5
"""The place straight at the bottom: between d and e."""

PIECE = 36.5
"""Side of a piece's box: what the innermost ring has room for."""


def lay(board: HeadedBoard, turn: int = 0) -> Layout:
    """The board round about its centre-circle, with a seat at the bottom."""
    number = {spot: cell for cell, spot in enumerate(board.spots)}
    spots = tuple(_spot(ring, place, turn) for ring, place in board.spots)
    field = Box(0, 0, 2 * OUTER, 2 * OUTER)
    everywhere = [(ring, place) for ring in range(RINGS) for place in range(ROUND)]
    holes = tuple(sector(MIDDLE, *_limits(*spot, turn)) for spot in everywhere if spot not in number)
    return Layout(
        spots=spots,
        frame=circle(MIDDLE, OUTER),
        field=field,
        piece=PIECE,
        turn=turn,
        voids=(circle(MIDDLE, CENTRE), *holes),
        signs=(*_rim(board, turn), *_inner(board, spots, number)),
        middle=MIDDLE,
    )


def _limits(ring: int, place: int, turn: int) -> tuple[float, float, float, float]:
    """Inner and outer radius, first and last angle. Places run against the clock, from White's left."""
    outer = OUTER - ring * WIDTH
    angle = (WHITES - place) * SECTOR - turn * EIGHTH
    return outer - WIDTH, outer, angle - SECTOR / 2, angle + SECTOR / 2


def _spot(ring: int, place: int, turn: int) -> CellShape:
    standing = CellLayout(PLAIN, PIECE, rim=not ring)
    return ring_sector(Sector(MIDDLE, *_limits(ring, place, turn)), standing)


def _rim(board: HeadedBoard, turn: int) -> Iterator[Sign]:
    """Outside each place what the names there have in common, also outside voids."""
    for place in range(ROUND):
        names = [name for name, spot in zip(board.cells, board.spots, strict=True) if spot[1] == place]
        _, outer, first, last = _limits(0, place, turn)
        yield outward(shared(names), MIDDLE, outer, (first + last) / 2)


def _inner(board: HeadedBoard, spots: tuple[CellShape, ...], number: dict[tuple[int, int], int]) -> Iterator[Sign]:
    """What the names of half a ring have in common, in its first field."""
    for half in (0, HALF):
        for ring in range(RINGS):
            cells = [number[ring, place] for place in range(half, half + HALF) if (ring, place) in number]
            yield Sign(shared(board.cells[cell] for cell in cells), spots[cells[0]].label, kind="inner", cell=cells[0])


def unroll(board: HeadedBoard, turn: int = 0) -> Layout:
    """The rings as four rows, the outermost at the bottom, cut at White's left; Black's half comes first from his side."""
    start = HALF if turn == 4 else 0

    def column(place: int) -> int:
        return (place - start) % ROUND

    places = [(column(place), RINGS - 1 - ring) for ring, place in board.spots]
    field = Box(0, 0, ROUND * UNIT, RINGS * UNIT)
    voids = (
        square(column(place), RINGS - 1 - ring).outline
        for ring in range(RINGS)
        for place in (HALF - 1, ROUND - 1)
        if (ring, place) not in board.spots
    )
    return Layout(
        spots=tuple(square(*place) for place in places),
        frame=f"M0 0H{field.right:g}V{field.bottom:g}H0Z",
        field=field,
        piece=UNIT,
        turn=turn,
        voids=tuple(voids),
        seams=(f"M0 0V{field.bottom:g}", f"M{field.right:g} 0V{field.bottom:g}"),
        signs=tuple(_strip_signs(board, places, start)),
        period=ROUND * UNIT,
    )


def _strip_signs(board: HeadedBoard, places: list[tuple[int, int]], start: int) -> Iterator[Sign]:
    for column in range(ROUND):
        names = [name for name, place in zip(board.cells, places, strict=True) if place[0] == column]
        yield Sign(shared(names), Point((column + 0.5) * UNIT, RINGS * UNIT), DOWN)
    for side, columns in ((LEFT, range(HALF)), (RIGHT, range(HALF, ROUND))):
        for row in range(RINGS):
            names = [name for name, (c, r) in zip(board.cells, places, strict=True) if r == row and c in columns]
            edge = 0 if side is LEFT else ROUND * UNIT
            yield Sign(shared(names), Point(edge, (row + 0.5) * UNIT), side)
