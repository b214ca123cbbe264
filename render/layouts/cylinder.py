"""A cylinder as a ring: the files stand round it, rank 1 outermost, so that nothing has to be repeated."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.render.geometry import Box, Point, circle
from fairyscore.render.layouts.arcs import CellLayout, Sector, outward, ring_sector
from fairyscore.render.layouts.base import EIGHTH, CellShape, Layout, Sign, shared
from fairyscore.render.layouts.fitting import PLAIN

INNER, WIDTH = 48.0, 40.0
PIECE = 35.5


def lay_ring(board: HeadedBoard, turn: int = 0) -> Layout:
    """The middle file at the bottom, or at the top for who sits there."""
    files = 1 + max(file for file, _ in board.spots)
    ranks = 1 + max(rank for _, rank in board.spots)
    outer = INNER + ranks * WIDTH
    middle = Point(outer, outer)
    step = 360 / files

    def angle(file: int) -> float:
        return ((files - 1) / 2 - file) * step - turn * EIGHTH

    def spot(file: int, rank: int) -> CellShape:
        edge = outer - rank * WIDTH
        standing = CellLayout(PLAIN, PIECE, rim=not rank)
        return ring_sector(Sector(middle, edge - WIDTH, edge, angle(file) - step / 2, angle(file) + step / 2), standing)

    def signs() -> Iterator[Sign]:
        for file in range(files):
            names = [name for name, at in zip(board.cells, board.spots, strict=True) if at[0] == file]
            yield outward(shared(names), middle, outer, angle(file))
        for rank in range(ranks):
            names = [name for name, at in zip(board.cells, board.spots, strict=True) if at[1] == rank]
            yield Sign(shared(names), spot(0, rank).label, kind="inner", cell=board.spots.index((0, rank)))

    field = Box(0, 0, 2 * outer, 2 * outer)
    return Layout(
        spots=tuple(spot(*at) for at in board.spots),
        frame=circle(middle, outer),
        field=field,
        piece=PIECE,
        turn=turn,
        voids=(circle(middle, INNER),),
        signs=tuple(signs()),
        middle=middle,
    )
