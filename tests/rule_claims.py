"""What the sentences about a piece mean on a board, from their words alone, with geometry of its own.

`reached` is compared with what the engine plays; nothing here is shared with the engine or with the claims' making.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import permutations, product
from math import atan2
from typing import NamedTuple

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.general.definition import ANYWHERE, GeneralPieceType
from fairyscore.notation.rules.wording.claims import Claim, SecondLeg
from fairyscore.notation.rules.wording.pieces import claims_by_mobility

Spot = tuple[int, ...]

MEANING: dict[str, tuple[Spot, ...]] = {
    "any": ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    "orthogonal": ((0, 1), (1, 0), (0, -1), (-1, 0)),
    "diagonal": ((1, 1), (1, -1), (-1, -1), (-1, 1)),
    "ahead": ((0, 1), (1, 1), (-1, 1)),
    "forward_sideways": ((0, 1), (1, 0), (-1, 0)),
    "vertical": ((0, 1), (0, -1)),
    "diagonal_forward": ((1, 1), (-1, 1)),
    "diagonal_backward": ((1, -1), (-1, -1)),
    "sideways": ((1, 0), (-1, 0)),
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "left": ((-1, 0),),
    "right": ((1, 0),),
    "forward_left": ((-1, 1),),
    "forward_right": ((1, 1),),
    "backward_left": ((-1, -1),),
    "backward_right": ((1, -1),),
}
SIDES_IN_FILES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
CORNERS_IN_FILES = ((1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3))
SIDES_IN_RANKS = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
CORNERS_IN_RANKS = ((0, 2), (3, 1), (3, -1), (0, -2), (-3, -1), (-3, 1))
IN_FILES: dict[str, tuple[Spot, ...]] = {
    "any": SIDES_IN_FILES + CORNERS_IN_FILES,
    "orthogonal": SIDES_IN_FILES,
    "diagonal": CORNERS_IN_FILES,
    "forward": ((0, 2),),
    "oblique_forward": ((1, 1), (-1, 1)),
    "diagonal_forward": ((1, 3), (-1, 3)),
}
IN_RANKS: dict[str, tuple[Spot, ...]] = {
    "any": SIDES_IN_RANKS + CORNERS_IN_RANKS,
    "orthogonal": SIDES_IN_RANKS,
    "diagonal": CORNERS_IN_RANKS,
    "oblique_forward": ((1, 1), (-1, 1)),
    "diagonal_forward": ((3, 1), (-3, 1)),
    "forward": ((0, 2),),
}
KNIGHT_IN_FILES = tuple((a * x, b * y) for x, y in ((3, 1), (2, 4), (1, 5)) for a in (1, -1) for b in (1, -1))
KNIGHT_IN_RANKS = tuple((a * x, b * y) for x, y in ((5, 1), (4, 2), (1, 3)) for a in (1, -1) for b in (1, -1))
"""Hexagons on a plane, in halves of a cell: to the right and ahead. A knight's cells are those at the distance of the root
of seven cells, on which no line through sides or corners leads."""

CUBES = tuple(way for way in product((-1, 0, 1), repeat=3) if any(way))
IN_LEVELS: dict[str, tuple[Spot, ...]] = {
    "any": CUBES,
    "orthogonal": tuple(way for way in CUBES if way.count(0) == 2),
    "diagonal": tuple(way for way in CUBES if way.count(0) == 1),
    "triagonal": tuple(way for way in CUBES if way.count(0) == 0),
    "forward_or_up": ((0, 1, 0), (0, 0, 1)),
    "diagonal_forward_or_up": ((1, 1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, 1), (0, 1, 1)),
    "forward": ((0, 1, 0),),
    "forward_edges": ((1, 1, 0), (-1, 1, 0), (0, 1, 1), (0, 1, -1)),
    "on_level": tuple(way for way in CUBES if way[2] == 0),
    "to_other_levels": tuple(way for way in CUBES if way[2] and way.count(0)),
}
KNIGHT_IN_LEVELS = tuple(way for way in product((-2, -1, 0, 1, 2), repeat=3) if sorted(map(abs, way)) == [0, 1, 2])

OBLIQUE: dict[str, Callable[[int, int], bool]] = {
    "any": lambda x, y: True,
    "forward": lambda x, y: y > abs(x),
    "backward": lambda x, y: -y > abs(x),
    "vertical": lambda x, y: abs(y) > abs(x),
    "sideways": lambda x, y: abs(x) > abs(y),
    "sideways_forward": lambda x, y: abs(x) > abs(y) and y > 0,
}


def plane(board: HeadedBoard) -> list[Spot]:
    """By cell where it lies, as people see the board."""
    if board.lattice.name == "levels":
        return [(ord(name[1]) - ord("a"), int(name[2:]) - 1, ord(name[0]) - ord("A")) for name in board.cells]
    if board.shape == "hexagon":
        upright = _upright(board)
        return [(x, 2 * y - x) if upright else (2 * x - y, y) for x, y in board.spots]
    return list(board.spots)


def meaning(board: HeadedBoard) -> tuple[dict[str, tuple[Spot, ...]], tuple[Spot, ...]]:
    """What words for directions mean on a board, and where a knight gets to; nothing for knights on squares."""
    if board.lattice.name == "levels":
        return IN_LEVELS, KNIGHT_IN_LEVELS
    if board.shape == "hexagon":
        return (IN_FILES, KNIGHT_IN_FILES) if _upright(board) else (IN_RANKS, KNIGHT_IN_RANKS)
    return MEANING, ()


def _upright(board: HeadedBoard) -> bool:
    return board.lattice.apparent((0, 1))[0] == 0


def plus(spot: Spot, leap: Spot) -> Spot:
    """Where a leap leads on a plane without edges."""
    return tuple(one + other for one, other in zip(spot, leap, strict=True))


class Pieces(NamedTuple):
    """Who stands on a flat board. never_over: what does not serve as a screen."""

    board: HeadedBoard
    enemies: frozenset[Spot]
    friends: frozenset[Spot]
    never_over: frozenset[Spot] = frozenset()

    def at(self, spot: Spot) -> Spot | None:
        """The spot, carried round where the board closes; None off the board."""
        if self.board.shape in ("hexagon", "levels"):
            return spot if spot in plane(self.board) else None
        files = 1 + max(x for x, _ in self.board.spots)
        ranks = 1 + max(y for _, y in self.board.spots)
        x, y = spot
        x %= files if self.board.shape in ("cylinder", "torus") else 1000
        y %= ranks if self.board.shape == "torus" else 1000
        return (x, y) if (x, y) in self.board.spots else None

    def full(self, spot: Spot) -> bool:
        """Whether somebody stands there."""
        return spot in self.enemies or spot in self.friends

    def allows(self, claim: Claim, spot: Spot) -> bool:
        """Whether a move of that use may end there."""
        if spot in self.friends:
            return False
        return claim.use in ("both", "capture" if spot in self.enemies else "move")


def reached(piece: GeneralPieceType, cell: int, seat: int, pieces: Pieces, *, first_moves: bool) -> set[int]:
    """The cells that the sentences about a piece let it reach."""
    spots = plane(pieces.board)
    number = {spot: cell for cell, spot in enumerate(spots)}
    found = set()
    for mobility, claims in claims_by_mobility(piece, pieces.board.lattice):
        if not mobility.origins[seat] >> cell & 1:
            continue
        for claim in claims:
            first = piece.first if mobility.origins == ANYWHERE else mobility.origins
            if claim.first and not (first_moves and first[seat] >> cell & 1):
                continue
            targets = {number[spot] for spot in _goals(claim, pieces, spots[cell], -1 if seat else 1)}
            found |= {target for target in targets if mobility.targets[seat] >> target & 1}
    return {target for target in found if piece.stays[seat] >> target & 1}


def _goals(claim: Claim, pieces: Pieces, start: Spot, ahead: int) -> Iterator[Spot]:
    for way in _leaps(claim, pieces.board):
        leap = tuple(part * ahead for part in way)
        if claim.any_way:
            yield from _stepping(claim, pieces, start, leap)
        elif claim.verb in ("step", "jump", "oblique"):
            yield from _ride(claim, pieces, start, leap, 1)
        elif claim.verb in ("slide", "ride", "rideoblique"):
            yield from _ride(claim, pieces, start, leap, claim.most)
        elif claim.verb in ("lame", "lameoblique", "lameride", "lamerideoblique"):
            yield from _lame(claim, pieces, start, leap)
        elif claim.verb == "bend":
            yield from _bent(claim, pieces, start, leap, ahead)
        elif claim.verb == "rebound":
            yield from _rebounding(claim, pieces, start, leap, ahead)
        else:
            yield from _over(claim, pieces, start, leap)


def _leaps(claim: Claim | SecondLeg, board: HeadedBoard) -> list[Spot]:
    if claim.leaps:
        return list(claim.leaps)
    words, knight = meaning(board)
    if claim.short == 0 or (isinstance(claim, SecondLeg) and claim.short == claim.long):
        return [tuple(claim.long * part for part in leap) for way in claim.ways for leap in words[way]]
    if knight:
        assert (claim.long, claim.short, claim.ways) == (2, 1, ("any",))
        return list(knight)
    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    eight = [(x * a, y * b) for x, y in ((claim.long, claim.short), (claim.short, claim.long)) for a, b in signs]
    return [leap for leap in eight if any(OBLIQUE[way](*leap) for way in claim.ways)]


def _ride(claim: Claim, pieces: Pieces, start: Spot, leap: Spot, most: int) -> Iterator[Spot]:
    here = start
    for _ in range(most or 99):
        there = pieces.at(plus(here, leap))
        if there is None or there == start:
            return
        if pieces.allows(claim, there):
            yield there
        if pieces.full(there):
            return
        here = there


def _stepping(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    """A leap that is open if so many straight and diagonal steps lead there, in some order, over empty cells."""
    x, y = leap
    diagonal = ((x > 0) - (x < 0), (y > 0) - (y < 0))
    straight = (diagonal[0], 0) if abs(x) > abs(y) else (0, diagonal[1])
    steps = [straight] * (claim.long - claim.short) + [diagonal] * claim.short
    goal = pieces.at(plus(start, leap))
    for order in set(permutations(steps)):
        here: Spot | None = start
        for step in order:
            here = pieces.at(plus(here, step)) if here is not None else None
            if here is None or (here != goal and pieces.full(here)):
                break
        else:
            if goal is not None and goal != start and pieces.allows(claim, goal):
                yield goal
            return


def _lame(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    """One leap or several in a row, over nothing."""
    here = start
    for _ in range(claim.most or 99):
        if any(pieces.full(spot) for spot in _between(claim, pieces, here, leap)):
            return
        there = pieces.at(plus(here, leap))
        if there is None or there == start:
            return
        if pieces.allows(claim, there):
            yield there
        if pieces.full(there):
            return
        here = there


def _between(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    """The cells on the way: straight ahead, of a knight's kind first straight and then diagonally."""
    if pieces.board.shape in ("hexagon", "levels"):
        for number in range(1, claim.long):
            there = pieces.at(plus(start, tuple(step * number // claim.long for step in leap)))
            if there is not None:
                yield there
        return
    x, y = leap
    step = ((x > 0) - (x < 0), (y > 0) - (y < 0))
    straight = (step[0], 0) if abs(x) > abs(y) else (0, step[1])
    here = start
    for number in range(1, claim.long):
        way = straight if claim.short and number <= claim.long - claim.short else step
        here = (here[0] + way[0], here[1] + way[1])
        there = pieces.at(here)
        if there is not None:
            yield there


def _over(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    """Over exactly one piece: to right beyond it (grasshopper), or as far as one likes (cannon)."""
    here, jumped = start, False
    for number in range(1, 99):
        if claim.verb in ("cannon", "hopride") and claim.most and number > claim.most:
            return
        there = pieces.at(plus(here, leap))
        if there is None or there == start:
            return
        if jumped:
            if pieces.allows(claim, there):
                yield there
            if pieces.full(there) or claim.verb in ("grasshopper", "hopjump"):
                return
        elif pieces.full(there):
            if there in pieces.never_over:
                return
            jumped = True
        here = there


def _rebounding(claim: Claim, pieces: Pieces, start: Spot, leap: Spot, ahead: int) -> Iterator[Spot]:
    """As far as a slide goes, and on from the edge: mirrored, or round a corner where one way beside it is open."""
    here, turned = start, False
    passed = {start}
    for _ in range(claim.most or 99):
        there = pieces.at(plus(here, leap))
        if there is None and not turned and here != start:
            x, y = leap
            straight = not x or not y
            sides = [(y, x), (-y, -x)] if straight else [(x, -y), (-x, y)]
            walls = sides if straight else [(x, 0), (0, y)]
            open_sides = [side for side, wall in zip(sides, walls, strict=True) if pieces.at(plus(here, wall))]
            if len(open_sides) > 1:
                usual = [tuple(part * ahead for part in way) for way in _leaps(claim, pieces.board)]
                open_sides = [side for side in open_sides if not straight and side in usual]
            if len(open_sides) != 1:
                return
            leap, turned = open_sides[0], True
            there = pieces.at(plus(here, leap))
        if there is None or (there == start and not turned):
            return
        here = there
        if there in passed:
            continue
        if pieces.allows(claim, there):
            yield there
        if pieces.full(there):
            return
        passed.add(there)


def _bent(claim: Claim, pieces: Pieces, start: Spot, leap: Spot, ahead: int) -> Iterator[Spot]:
    corner = pieces.at(plus(start, leap))
    if corner is None:
        return
    if not claim.must and pieces.allows(claim, corner):
        yield corner
    if pieces.full(corner):
        return
    assert claim.then is not None
    ways = _leaps(claim.then, pieces.board) if claim.then.ways or claim.then.leaps else _outward(claim.then, leap)
    for x, y in ways:
        sign = 1 if claim.then.is_outward else ahead
        yield from (
            spot for spot in _ride(claim, pieces, corner, (sign * x, sign * y), claim.then.most) if spot != start
        )


def _outward(leg: SecondLeg, first: Spot) -> list[Spot]:
    """Of all leaps of a kind those with the smallest angle to the first leg."""
    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    every = {(x * a, y * b) for x, y in ((leg.long, leg.short), (leg.short, leg.long)) for a, b in signs}
    angles = {
        leap: abs(atan2(leap[0] * first[1] - leap[1] * first[0], leap[0] * first[0] + leap[1] * first[1]))
        for leap in every
    }
    return [leap for leap, angle in angles.items() if angle < min(angles.values()) + 1e-6]


def screens(piece: GeneralPieceType, marks: dict[Spot, str]) -> Collection[Spot]:
    """The spots whose pieces do not serve this one as screens."""
    return [spot for spot, mark in marks.items() if mark in piece.not_over]
