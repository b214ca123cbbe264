"""Boards on which a piece keeps a heading while it goes: rectangle, cylinder and rings.

A heading is a number; one step along it leads to a cell *and a heading*, because across the centre of a round board
"inward" goes on as "outward". Orthogonal headings are those that cross a side, diagonal ones those that cross a corner.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from fairyscore.notation.boards.board import Board

Step = tuple[int, int]
"""A cell and the heading with which it was entered."""

Shape = Literal["rectangle", "cylinder", "torus", "rings"]
"""What such a board looks like; whoever draws it begins there."""

HEADINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""On a flat board the compass; on rings north is inward, south outward, east and west along the ring."""

ORTHOGONAL = (0, 2, 4, 6)
DIAGONAL = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True, eq=False)
class HeadedBoard(Board):
    """A board with `ahead[heading][cell]`: the next cell with the heading there, or None at an edge.

    `rows` are the cells as a position text lists them, rank by rank from the top, None where there is no field.
    `spots` are the file and rank of every cell, from 0; on rings its ring, from the outermost, and its place round it.
    """

    ahead: tuple[tuple[Step | None, ...], ...]
    rows: tuple[tuple[int | None, ...], ...]
    spots: tuple[tuple[int, int], ...]
    shape: Shape

    def walk(self, cell: int, heading: int, steps: int) -> Step | None:
        """Where `steps` steps straight on lead, or None where the board ends before."""
        here: Step | None = (cell, heading)
        for _ in range(steps):
            here = self.ahead[here[1]][here[0]] if here is not None else None
        return here

    def next_to(self, cell: int, headings: Iterable[int] = range(8)) -> tuple[int, ...]:
        """The cells one step away, along some headings or all."""
        return tuple(there[0] for heading in headings if (there := self.ahead[heading][cell]) is not None)

    def touch(self, one: int, other: int) -> bool:
        """Whether one step leads from one cell to the other."""
        return other in self.next_to(one)

    def line(self, origin: int, target: int) -> tuple[int, ...]:
        """The cells of the shortest straight line between two, both included; empty where none leads there."""
        rays = ((origin, *self.ray(origin, heading)) for heading in range(len(HEADINGS)))
        return min((ray[: ray.index(target) + 1] for ray in rays if target in ray), key=len, default=())

    def ray(self, cell: int, heading: int, stride: int = 1) -> Iterator[int]:
        """The cells `stride` steps apart along a heading, up to the edge or until it would come back to its start."""
        here = self.walk(cell, heading, stride)
        while here is not None and here[0] != cell:
            yield here[0]
            here = self.walk(*here, stride)


def chequered(board: HeadedBoard) -> tuple[str, ...]:
    """By cell `light` or `dark`, alternating along ranks, files and rings; the first cell, a1, is dark."""
    return tuple("light" if sum(spot) % 2 else "dark" for spot in board.spots)


def turned(heading: int, eighths: int) -> int:
    """The heading after a turn to the right by eighths of a circle.

    >>> HEADINGS[turned(HEADINGS.index("n"), 2)]
    'e'
    """
    return (heading + eighths) % 8


def table(cells: int, step: Callable[[int, int], Step | None]) -> tuple[tuple[Step | None, ...], ...]:
    """`ahead` from a function of heading and cell; built once for a board, so that no rule computes a coordinate."""
    return tuple(tuple(step(heading, cell) for cell in range(cells)) for heading in range(8))
