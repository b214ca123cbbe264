"""Flat boards, also with holes, cylinders whose last file touches the first, and tori whose last rank does so as well."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Literal

from fairyscore.notation.boards.headed import HeadedBoard, Step, table

SHIFTS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Files to the right and ranks up, by heading from north clockwise."""


def rectangle(files: int, ranks: int, *, wraps: bool = False) -> HeadedBoard:
    """A board of lettered files and numbered ranks, `a1` first, rank by rank; `wraps` joins its left and right edge.

    >>> board = rectangle(7, 8, wraps=True)
    >>> west = 6
    >>> board.cells[board.walk(board.index["a1"], west, 1)[0]]
    'g1'
    """
    return grid(files, ranks, "cylinder" if wraps else "rectangle")


def grid(
    files: int,
    ranks: int,
    shape: Literal["rectangle", "cylinder", "torus"] = "rectangle",
    holes: frozenset[str] = frozenset(),
) -> HeadedBoard:
    """A board of any of these shapes. holes: names of cells that are not there; `spots` still counts them.

    >>> board = grid(3, 3, holes=frozenset({"b2"}))
    >>> len(board.cells), board.walk(board.index["a2"], 2, 1)
    (8, None)
    """
    places = {f"{ascii_lowercase[f]}{r + 1}": (f, r) for r in range(ranks) for f in range(files)}
    cells = tuple(name for name in places if name not in holes)
    spots = tuple(places[name] for name in cells)
    number = {spot: cell for cell, spot in enumerate(spots)}

    def step(heading: int, cell: int) -> Step | None:
        right, up = SHIFTS[heading]
        file, rank = spots[cell][0] + right, spots[cell][1] + up
        there = number.get((file if shape == "rectangle" else file % files, rank % ranks if shape == "torus" else rank))
        return None if there is None else (there, heading)

    return HeadedBoard(
        cells=cells,
        ahead=table(len(cells), step),
        rows=tuple(tuple(number.get((f, r)) for f in range(files)) for r in reversed(range(ranks))),
        spots=spots,
        shape=shape,
    )
