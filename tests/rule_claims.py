"""What the sentences about a piece mean on a board, from their words alone, with geometry of its own.

`reached` is compared with what the engine plays; nothing here is shared with the engine or with the claims' making.
"""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.general.definition import GeneralPieceType
from fairyscore.notation.rules.wording.claims import Claim
from fairyscore.notation.rules.wording.pieces import claims_by_mobility

Spot = tuple[int, int]

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
OBLIQUE: dict[str, Callable[[int, int], bool]] = {
    "any": lambda x, y: True,
    "forward": lambda x, y: y > abs(x),
    "backward": lambda x, y: -y > abs(x),
    "vertical": lambda x, y: abs(y) > abs(x),
    "sideways": lambda x, y: abs(x) > abs(y),
    "sideways_forward": lambda x, y: abs(x) > abs(y) and y > 0,
}


class Pieces(NamedTuple):
    """Who stands on a flat board. never_over: what does not serve as a screen."""

    board: HeadedBoard
    enemies: frozenset[Spot]
    friends: frozenset[Spot]
    never_over: frozenset[Spot] = frozenset()

    def at(self, spot: Spot) -> Spot | None:
        """The spot, carried round where the board closes; None off the board."""
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
    number = {spot: cell for cell, spot in enumerate(pieces.board.spots)}
    found = set()
    for mobility, claims in claims_by_mobility(piece):
        if not mobility.origins[seat] >> cell & 1:
            continue
        for claim in claims:
            if claim.first and not (first_moves and piece.first[seat] >> cell & 1):
                continue
            targets = {number[spot] for spot in _goals(claim, pieces, pieces.board.spots[cell], -1 if seat else 1)}
            found |= {target for target in targets if mobility.targets[seat] >> target & 1}
    return {target for target in found if piece.stays[seat] >> target & 1}


def _goals(claim: Claim, pieces: Pieces, start: Spot, ahead: int) -> Iterator[Spot]:
    for right, forward in _leaps(claim):
        leap = (right * ahead, forward * ahead)
        if claim.verb in ("step", "jump", "oblique"):
            yield from _ride(claim, pieces, start, leap, 1)
        elif claim.verb in ("slide", "ride", "rideoblique"):
            yield from _ride(claim, pieces, start, leap, claim.most)
        elif claim.verb in ("lame", "lameoblique"):
            if not any(pieces.full(spot) for spot in _between(claim, pieces, start, leap)):
                yield from _ride(claim, pieces, start, leap, 1)
        elif claim.verb == "bend":
            yield from _bent(claim, pieces, start, leap)
        else:
            yield from _over(claim, pieces, start, leap)


def _leaps(claim: Claim) -> list[Spot]:
    if not claim.short:
        return [(claim.long * x, claim.long * y) for way in claim.ways for x, y in MEANING[way]]
    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    eight = [(x * a, y * b) for x, y in ((claim.long, claim.short), (claim.short, claim.long)) for a, b in signs]
    return [leap for leap in eight if any(OBLIQUE[way](*leap) for way in claim.ways)]


def _ride(claim: Claim, pieces: Pieces, start: Spot, leap: Spot, most: int) -> Iterator[Spot]:
    here = start
    for _ in range(most or 99):
        there = pieces.at((here[0] + leap[0], here[1] + leap[1]))
        if there is None or there == start:
            return
        if pieces.allows(claim, there):
            yield there
        if pieces.full(there):
            return
        here = there


def _between(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    """The cells on the way: straight ahead, of a knight's kind first straight and then diagonally."""
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
        if claim.verb == "cannon" and claim.most and number > claim.most:
            return
        there = pieces.at((here[0] + leap[0], here[1] + leap[1]))
        if there is None or there == start:
            return
        if jumped:
            if pieces.allows(claim, there):
                yield there
            if pieces.full(there) or claim.verb == "grasshopper":
                return
        elif pieces.full(there):
            if there in pieces.never_over:
                return
            jumped = True
        here = there


def _bent(claim: Claim, pieces: Pieces, start: Spot, leap: Spot) -> Iterator[Spot]:
    corner = pieces.at((start[0] + leap[0], start[1] + leap[1]))
    if corner is None:
        return
    if not claim.must and pieces.allows(claim, corner):
        yield corner
    if pieces.full(corner):
        return
    x, y = leap
    if claim.then == "orthogonal":
        ways = [(x, 0), (0, y)]
    else:
        ways = [(x, 1), (x, -1)] if x else [(1, y), (-1, y)]
    for way in ways:
        yield from _ride(claim, pieces, corner, way, claim.then_most)


def screens(piece: GeneralPieceType, marks: dict[Spot, str]) -> Collection[Spot]:
    """The spots whose pieces do not serve this one as screens."""
    return [spot for spot, mark in marks.items() if mark in piece.not_over]
