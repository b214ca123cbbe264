"""How the leaps of a board are alike, and where they go as a player sees them.

The cells of a board lie on a lattice: each has a spot of two whole numbers, and a leap is the difference of two spots. What
a leap of so many cells along its axes is (a knight's of two and one), and which way is forward, is said here; walking and
judging need no more than the numbers.

>>> sorted(SQUARES.alike((1, 0)))
[(-1, 0), (0, -1), (0, 1), (1, 0)]
>>> len(IN_FILES.alike((2, 1))), IN_FILES.legs((1, 2)), IN_FILES.apparent((1, 1))
(12, (1, 1), (1, 1))
>>> len(levels(5).alike((2, 1, 0)))
24
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from typing import Final, NamedTuple

Leap = tuple[int, int]
"""The difference of two spots."""


class Lattice(NamedTuple):
    """The leaps of a board.

    name: `squares`, `hexagons` or `levels`. axes: how many numbers say how far a leap goes.
    alike: all leaps that go so far. legs: how far a leap goes along its axes, the longest leg first.
    apparent: how far a leap goes to the right, ahead and up, as far as the board has these; only equality and order count.
    basic: what single steps are, `(1, 0)` across a side and `(1, 1)` over a corner.
    """

    name: str
    axes: int
    alike: Callable[[tuple[int, ...]], frozenset[Leap]]
    legs: Callable[[Leap], tuple[int, ...]]
    apparent: Callable[[Leap], tuple[int, ...]]
    basic: tuple[tuple[int, ...], ...]

    @property
    def near(self) -> tuple[Leap, ...]:
        """The steps to all cells that touch one."""
        return tuple(leap for legs in self.basic for leap in sorted(self.alike(legs)))

    def straight(self, leap: Leap) -> bool:
        """True if a leap goes as a single step does, only farther: along a line of cells."""
        return len({leg for leg in self.legs(leap) if leg}) == 1


# -- squares ------


def _of_squares(legs: tuple[int, ...]) -> frozenset[Leap]:
    across, along = legs
    ways = ((across, along), (along, across))
    return frozenset((a * x, b * y) for x, y in ways for a in (1, -1) for b in (1, -1))


def _square_legs(leap: Leap) -> tuple[int, ...]:
    return tuple(sorted(map(abs, leap), reverse=True))


SQUARES: Final = Lattice("squares", 2, _of_squares, _square_legs, lambda leap: leap, ((1, 0), (1, 1)))


# -- hexagons: spots are a file and a rank that rises by half a cell from file to file ------

SIDES: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The steps across the six sides of a hexagon, clockwise."""


def _of_hexagons(legs: tuple[int, ...]) -> frozenset[Leap]:
    far, aside = legs
    pairs = ((side, SIDES[(number + turn) % 6]) for number, side in enumerate(SIDES) for turn in (1, -1))
    return frozenset((far * x + aside * u, far * y + aside * v) for (x, y), (u, v) in pairs)


def _hexagon_legs(leap: Leap) -> tuple[int, ...]:
    """How far along the two neighbouring sides between which it goes."""
    less, more = sorted(map(abs, leap))
    legs = (less, more - less) if leap[0] * leap[1] > 0 else (less, more)
    return tuple(sorted(legs, reverse=True))


def _in_files(leap: Leap) -> tuple[int, ...]:
    return leap[0], 2 * leap[1] - leap[0]


def _in_ranks(leap: Leap) -> tuple[int, ...]:
    return 2 * leap[0] - leap[1], leap[1]


IN_FILES: Final = Lattice("hexagons", 2, _of_hexagons, _hexagon_legs, _in_files, ((1, 0), (1, 1)))
"""Hexagons one above the other: straight ahead is across a side."""

IN_RANKS: Final = Lattice("hexagons", 2, _of_hexagons, _hexagon_legs, _in_ranks, ((1, 0), (1, 1)))
"""Hexagons side by side: straight ahead is over a corner."""


# -- levels: boards of squares one above the other, whose spots lie side by side with a gap ------


def level_width(files: int) -> int:
    """How far the spots of a level lie from those of the one above, so that no leap within one leads into the other."""
    return 2 * files - 1


@cache
def levels(files: int) -> Lattice:
    """Boards of so many files one above the other."""
    width = level_width(files)

    def alike(legs: tuple[int, ...]) -> frozenset[Leap]:
        ways = permutations((*legs, 0)[:3])
        signed = ((a * x, b * y, c * z) for x, y, z in ways for a, b, c in product((1, -1), repeat=3))
        return frozenset((x + width * z, y) for x, y, z in signed)

    def apparent(leap: Leap) -> tuple[int, ...]:
        up = (leap[0] + width // 2) // width
        return leap[0] - up * width, leap[1], up

    def legs(leap: Leap) -> tuple[int, ...]:
        return tuple(sorted(map(abs, apparent(leap)), reverse=True))

    return Lattice("levels", 3, alike, legs, apparent, ((1, 0, 0), (1, 1, 0), (1, 1, 1)))
