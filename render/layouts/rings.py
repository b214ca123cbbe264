"""Round boards of rings about a centre-circle: as they lie on the table, and unrolled into a strip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fairyscore.notation.boards import RINGS, ROUND, HeadedBoard
from fairyscore.render.geometry import Box, Point, circle, sector
from fairyscore.render.layouts.base import DOWN, EIGHTH, LEFT, RIGHT, UNIT, Layout, Sign, in_common, shared
from fairyscore.render.layouts.fitting import PLAIN, CellLayout, Sector, outward, ring_sector
from fairyscore.render.layouts.rectangle import square

HALF = ROUND // 2

WHITES = 3.5
"""The place straight at the bottom: between d and e."""


class Rings(NamedTuple):
    """The measures of a board of rings. centre: radius of what is no field in the middle; width: from ring to ring.

    bottom: the place straight at the bottom. piece: side of a piece's box: what the innermost ring has room for.
    lists: how many times round a ring its names begin anew.
    """

    centre: float
    width: float
    rings: int
    places: int
    bottom: float
    piece: float
    lists: int = 1

    @property
    def outer(self) -> float:
        """The radius of the board."""
        return self.centre + self.rings * self.width

    def limits(self, ring: int, place: int, turn: int) -> tuple[float, float, float, float]:
        """Inner and outer radius, first and last angle. Places run against the clock."""
        outer, step = self.outer - ring * self.width, 360 / self.places
        angle = (self.bottom - place) * step - turn * EIGHTH
        return outer - self.width, outer, angle - step / 2, angle + step / 2


def lay(board: HeadedBoard, turn: int = 0) -> Layout:
    """The board round about its centre-circle, with a seat at the bottom."""
    return _laid(board, turn, Rings(84.0, 44.0, RINGS, ROUND, WHITES, 36.5, lists=2), board.spots)


def lay_cylinder(board: HeadedBoard, turn: int = 0) -> Layout:
    """A cylinder as a ring: the files stand round it, rank 1 outermost, so that nothing has to be repeated."""
    files, ranks = (1 + max(spot[axis] for spot in board.spots) for axis in (0, 1))
    return _laid(
        board, turn, Rings(48.0, 40.0, ranks, files, (files - 1) / 2, 35.5), tuple(spot[::-1] for spot in board.spots)
    )


def _laid(board: HeadedBoard, turn: int, rings: Rings, spots: Sequence[tuple[int, int]]) -> Layout:
    """spots: ring and place of each cell."""
    middle = Point(rings.outer, rings.outer)
    cells = {spot: cell for cell, spot in enumerate(spots)}
    shapes = tuple(
        ring_sector(Sector(middle, *rings.limits(*spot, turn)), CellLayout(PLAIN, rings.piece, rim=not spot[0]))
        for spot in spots
    )
    everywhere = [(ring, place) for ring in range(rings.rings) for place in range(rings.places)]
    holes = tuple(sector(middle, *rings.limits(*spot, turn)) for spot in everywhere if spot not in cells)

    def signs() -> Iterator[Sign]:
        for place, said in in_common(board.cells, spots, 1).items():  # outside each place, also where that is a void
            _, outer, first, last = rings.limits(0, int(place), turn)
            yield outward(said, middle, outer, (first + last) / 2)
        part = rings.places // rings.lists
        for start in range(0, rings.places, part):  # the same for the part of a ring, in its first field
            for ring in range(rings.rings):
                found = [cells[ring, place] for place in range(start, start + part) if (ring, place) in cells]
                names = (board.cells[cell] for cell in found)
                yield Sign(shared(names), shapes[found[0]].label, kind="inner", cell=found[0])

    return Layout(
        spots=shapes,
        frame=circle(middle, rings.outer),
        field=Box(0, 0, 2 * rings.outer, 2 * rings.outer),
        piece=rings.piece,
        turn=turn,
        voids=(circle(middle, rings.centre), *holes),
        signs=tuple(signs()),
        middle=middle,
    )


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
        signs=tuple(_strip_signs(board, places)),
        period=ROUND * UNIT,
    )


def _strip_signs(board: HeadedBoard, places: list[tuple[int, int]]) -> Iterator[Sign]:
    for column, said in in_common(board.cells, places, 0).items():
        yield Sign(said, Point((column + 0.5) * UNIT, RINGS * UNIT), DOWN)
    for side, edge in ((LEFT, 0), (RIGHT, ROUND * UNIT)):
        half = [
            (name, place) for name, place in zip(board.cells, places, strict=True) if (place[0] < HALF) == (not edge)
        ]
        for row, said in in_common((name for name, _ in half), (place for _, place in half), 1).items():
            yield Sign(said, Point(edge, (row + 0.5) * UNIT), side)
