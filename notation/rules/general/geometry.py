"""Leaps from cell to cell, on flat boards with holes and joined edges, and on rings."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import gcd, hypot

from fairyscore.notation.boards import HeadedBoard, shortest, turned, twists
from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import Movement

Ways = dict[int, tuple[int, ...]]
"""Target -> masks; a piece can go there where one of the masks holds no piece. A leap has the one mask 0."""


class Geometry:
    """Leaps on a board, over holes too; on rings the long leg comes first (C-2)."""

    def __init__(self, board: HeadedBoard) -> None:
        self.board = board
        self.number = {spot: cell for cell, spot in enumerate(board.spots)}
        self.files = 1 + max(x for x, _ in board.spots)
        self.ranks = 1 + max(y for _, y in board.spots)
        self.round = board.shape == "rings"
        self.wraps_files = any(s is not None and board.spots[s[0]][0] == 0 for s in self._edge(2, 0, self.files - 1))
        self.wraps_ranks = any(s is not None and board.spots[s[0]][1] == 0 for s in self._edge(0, 1, self.ranks - 1))

    def _edge(self, heading: int, axis: int, last: int) -> list[tuple[int, int] | None]:
        cells = [] if self.round else [cell for cell, spot in enumerate(self.board.spots) if spot[axis] == last]
        return [self.board.ahead[heading][cell] for cell in cells] if last else []

    def seen_by(self, seat: int, right: int, ahead: int) -> tuple[int, int]:
        """A leap of a player as the board has it. Black sits opposite, but on rings inward is ahead for both."""
        return (right, ahead) if seat == 0 or self.round else (-right, -ahead)

    def step(self, cell: int, dx: int, dy: int) -> int | None:
        """Where a leap leads, None where it leaves the board."""
        if self.round:
            there = self._walk((cell, 0), dx, dy)
            return None if there is None else there[0]
        x, y = self.board.spots[cell]
        x, y = self.files - 1 - x - dx if self.twists(cell, dy) else x + dx, y + dy
        if self.wraps_files:
            x %= self.files
        if self.wraps_ranks:
            y %= self.ranks
        return self.number.get((x, y))

    def twists(self, cell: int, dy: int) -> bool:
        """True if right and left change places on the way that a leap goes ahead."""
        return twists(self.board.twist, self.ranks, self.board.spots[cell][1], dy)

    def _walk(self, here: tuple[int, int], dx: int, dy: int) -> tuple[int, int] | None:
        """A leap on rings, from a cell and what is forward there; the forward heading may change across the centre."""
        forward = here[1]
        if not dx or not dy or abs(dx) == abs(dy):
            heading = turned(_HEADINGS[_sign(dx), _sign(dy)], forward)
            there = self.board.walk(here[0], heading, max(abs(dx), abs(dy)))
            return None if there is None else (there[0], turned(there[1], forward - heading))
        along, across = ((0, _sign(dy)), (_sign(dx), 0)) if abs(dy) > abs(dx) else ((_sign(dx), 0), (0, _sign(dy)))
        first, turn = turned(_HEADINGS[along], forward), _HEADINGS[across] - _HEADINGS[along]
        corner = self.board.walk(here[0], first, max(abs(dx), abs(dy)))
        if corner is None:
            return None
        there = self.board.walk(corner[0], turned(corner[1], turn), min(abs(dx), abs(dy)))
        return None if there is None else (there[0], turned(there[1], forward - first - turn))

    def ray(self, cell: int, dx: int, dy: int, most: int) -> Iterator[int]:
        """The cells of the same leap, up to so many (0: no limit), until the board ends or it comes back."""
        heading, ahead = _HEADINGS.get((dx, dy)), self.board.ahead
        forward = 0
        here = cell
        while True:
            if heading is not None:
                step = ahead[heading][here]
                if step is not None:
                    heading = step[1]
            elif self.round:
                step = self._walk((here, forward), dx, dy)
                if step is not None:
                    forward = step[1]
            else:
                there = self.step(here, dx, dy)
                step = None if there is None else (there, 0)
                dx = -dx if self.twists(here, dy) else dx
            if step is None or step[0] == cell:
                return
            here = step[0]
            yield here
            most -= 1
            if not most:
                return

    def rebound(self, cell: int, leap: tuple[int, int], leaps: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
        """How a slide goes on from the cell at an edge where it ends; None where nothing opens.

        A diagonal one is mirrored by the edge; at a corner that stands out into the board it goes on in one of the
        directions in which the piece goes anyway. A straight one turns where only one way beside it is open, in a corner of
        the board. leap: how it came. leaps: the directions of its movement.
        """
        dx, dy = leap
        if self.round:
            return None
        if not dx or not dy:
            open_sides = [side for side in ((dy, dx), (-dy, -dx)) if self.step(cell, *side) is not None]
            return open_sides[0] if len(open_sides) == 1 else None
        across, ahead = (self.step(cell, *part) is not None for part in ((dx, 0), (0, dy)))
        mirrored = [turn for turn, is_open in (((dx, -dy), across), ((-dx, dy), ahead)) if is_open]
        if len(mirrored) > 1:
            mirrored = [turn for turn in mirrored if turn in leaps]
        return mirrored[0] if len(mirrored) == 1 else None

    def ways(self, movements: Iterable[Movement], cell: int) -> Ways:
        """All that leapers and riders reach from a cell of an empty board, and by which ways; White's, if it matters.

        Null moves are none (cylindrical page: "not allowed to make null moves"); two ways to a cell are one move.
        """
        found: Ways = {}
        for movement in movements:
            for leap in movement.leaps:
                passed = 0
                for target in self.ray(cell, *leap, movement.most):
                    found[target] = shortest({*found[target], passed}) if target in found else (passed,)
                    passed |= 1 << target
        return found

    def between(self, cell: int, dx: int, dy: int) -> Iterator[int]:
        """The cells that a lame leap passes: straight first, then diagonally."""
        lattice = self.board.lattice
        parts = gcd(*lattice.legs((dx, dy)))
        steps = [(dx // parts, dy // parts)] * (parts - 1)
        if lattice is SQUARES and not steps:
            x, y = dx, dy
            while max(abs(x), abs(y)) > 1:
                step = (_sign(x) if abs(x) >= abs(y) else 0, _sign(y) if abs(y) >= abs(x) else 0)
                steps.append(step)
                x, y = x - step[0], y - step[1]
        here: int | None = cell
        for step in steps:
            here = self.step(here, *step) if here is not None else None
            if here is not None:
                yield here

    def stepping(self, cell: int, dx: int, dy: int) -> Iterator[tuple[int, ...]]:
        """The cells of each shortest way of single steps that goes as far as a leap, without its ends."""
        straight, diagonal = abs(abs(dx) - abs(dy)), min(abs(dx), abs(dy))
        along = (_sign(dx), 0) if abs(dx) > abs(dy) else (0, _sign(dy))
        for turns in combinations(range(straight + diagonal), diagonal):
            here, passed = cell, list[int]()
            for number in range(straight + diagonal):
                there = self.step(here, *((_sign(dx), _sign(dy)) if number in turns else along))
                if there is None:
                    break
                here = there
                passed.append(here)
            else:
                yield tuple(passed[:-1])

    def over(self, cell: int, target: int) -> tuple[tuple[int, ...], ...]:
        """The cells that a leap goes over on a flat board, step by step; two where its line runs between two cells."""
        (x, y), (u, v) = self.board.spots[cell], self.board.spots[target]
        steps = max(abs(u - x), abs(v - y))
        found = []
        for step in range(1, steps):
            files = {x + (u - x) * step // steps, x - (x - u) * step // steps}
            ranks = {y + (v - y) * step // steps, y - (y - v) * step // steps}
            found.append(tuple(sorted(self.number[spot] for spot in product(files, ranks) if spot in self.number)))
        return tuple(found)


class Tunnels(Geometry):
    """Leaps on a flat board that count on behind some cells as if these were not there: straight first, then diagonally.

    closed: these cells, as bits. asked: the cells of which it was asked so far whether they are among them.
    """

    def __init__(self, board: HeadedBoard, closed: int) -> None:
        super().__init__(board)
        self.closed = closed
        self.asked = 0

    def _next(self, cell: int, dx: int, dy: int) -> int | None:
        """The next open cell in a direction."""
        there = super().step(cell, dx, dy)
        while there is not None:
            self.asked |= 1 << there
            if not self.closed >> there & 1:
                break
            there = super().step(there, dx, dy)
        return there

    def _steps(self, cell: int, dx: int, dy: int) -> Iterator[int]:
        """The open cells on the way of a leap, the last where it ends; fewer where the board ends before."""
        here: int | None = cell
        while here is not None and (dx or dy):
            across = _sign(dx) if abs(dx) >= abs(dy) else 0
            ahead = _sign(dy) if abs(dy) >= abs(dx) else 0
            dx, dy = dx - across, dy - ahead
            here = self._next(here, across, ahead)
            if here is not None:
                yield here

    def step(self, cell: int, dx: int, dy: int) -> int | None:
        cells = list(self._steps(cell, dx, dy))
        return cells[-1] if len(cells) == max(abs(dx), abs(dy)) else None

    def ray(self, cell: int, dx: int, dy: int, most: int) -> Iterator[int]:
        here, count = self.step(cell, dx, dy), 0
        while here is not None and here != cell and (not most or count < most):
            yield here
            here, count = self.step(here, dx, dy), count + 1

    def between(self, cell: int, dx: int, dy: int) -> Iterator[int]:
        yield from list(self._steps(cell, dx, dy))[: max(abs(dx), abs(dy)) - 1]


def nearest(leaps: Iterable[tuple[int, int]], to: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Those of some leaps that have the smallest angle to another one.

    >>> nearest([(1, 0), (0, 1), (-1, 0), (0, -1)], (1, 1))
    ((1, 0), (0, 1))
    """
    cosines = {leap: _cosine(to, leap) for leap in leaps}
    least = max(cosines.values()) - 1e-9  # equal angles may differ by rounding
    return tuple(leap for leap, cosine in cosines.items() if cosine > least)


def _cosine(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The cosine of the angle between two leaps."""
    return (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))


_HEADINGS = {(0, 1): 0, (1, 1): 1, (1, 0): 2, (1, -1): 3, (0, -1): 4, (-1, -1): 5, (-1, 0): 6, (-1, 1): 7}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
