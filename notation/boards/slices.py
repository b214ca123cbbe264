"""The round board of KaleidoChess: a centre field and rings cut into equal slices, neighbours by side and by corner."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import lcm
from typing import Literal

from fairyscore.notation.boards.board import Board, mask_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, eq=False)
class SliceBoard(Board):
    """Cells with their neighbours, ascending, and their ring (0 for the centre).

    sides[cell]: fields whose borders share more than a point; corners[cell]: fields that share one point only.
    rows: the cells ring by ring from the centre, clockwise, as a position text lists them.
    slices: how many there are. spans[cell]: where the cell begins and ends, clockwise from the first border of slice 1, in
    units of which a full circle has `circle`.
    """

    sides: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    ring: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    slices: int
    spans: tuple[tuple[int, int], ...]
    circle: int
    shape: Literal["slices"] = "slices"

    def touch(self, one: int, other: int) -> bool:
        """Whether two cells share a side or a corner."""
        return other in self.sides[one] or other in self.corners[one]

    def touching(self, cell: int) -> int:
        """Mask of the fields that touch a cell by side or corner."""
        return mask_of(self.sides[cell]) | mask_of(self.corners[cell])


def slices(count: int, per_ring: tuple[int, ...]) -> SliceBoard:
    """A board of `count` slices with `per_ring` fields in each ring of a slice, inner ring first (K-1).

    Angles are whole numbers: a full circle has as many units as make every border fall on one.

    >>> board = slices(8, (1, 2, 2, 3, 3))
    >>> len(board.cells), board.names(mask_of(board.sides[board.index["1D"]]))
    (89, ('1B', '1E', '8E', '1F', '1G'))
    """
    circle = lcm(*(count * fields for fields in per_ring))
    first = (0, *accumulate(per_ring))
    cells, ring, spans = ["00"], [0], [(0, circle)]
    rows: list[tuple[int, ...]] = [(0,)]
    for r, fields in enumerate(per_ring, 1):
        width = circle // (count * fields)
        rows.append(tuple(range(len(cells), len(cells) + count * fields)))
        for place in range(count * fields):
            cells.append(f"{place // fields + 1}{LETTERS[first[r - 1] + place % fields]}")
            ring.append(r)
            spans.append((place * width, (place + 1) * width))
    everywhere = range(len(cells))
    touch = [[_touch(one, other, ring, spans, circle) for other in everywhere] for one in everywhere]
    return SliceBoard(
        cells=tuple(cells),
        sides=tuple(tuple(cell for cell, how in enumerate(row) if how == "side") for row in touch),
        corners=tuple(tuple(cell for cell, how in enumerate(row) if how == "corner") for row in touch),
        ring=tuple(ring),
        rows=tuple(rows),
        slices=count,
        spans=tuple(spans),
        circle=circle,
    )


def _touch(one: int, other: int, ring: list[int], spans: list[tuple[int, int]], circle: int) -> str:
    """Whether two cells share a `side`, a `corner` or nothing."""
    (a, b), (c, d) = spans[one], spans[other]
    meet = b % circle == c % circle or d % circle == a % circle
    if ring[one] == ring[other]:  # only the radial border between two neighbours in the ring
        return "side" if meet and one != other else ""
    if abs(ring[one] - ring[other]) != 1:
        return ""
    return "side" if max(a, c) < min(b, d) else "corner" if meet else ""
