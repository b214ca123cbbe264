"""What a sentence about a piece claims, before any language: movements grouped as a writer of rules groups them.

>>> from fairyscore.notation.rules.general.definition import rider
>>> [(claim.verb, claim.ways) for claim in claims_of((rider(1, 0), rider(1, 1))).claims]
[('slide', ('any',))]
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, product
from typing import Final, Literal, NamedTuple

from fairyscore.notation.lattices import IN_FILES, IN_RANKS, SQUARES, Lattice, Leap
from fairyscore.notation.rules.general.definition import Movement

Verb = Literal[
    "step", "slide", "jump", "ride", "lame", "cannon", "grasshopper",
    "oblique", "rideoblique", "lameoblique", "bend",
]  # fmt: skip
Use = Literal["both", "move", "capture"]

STRAIGHT: Final[dict[str, frozenset[Leap]]] = {
    "any": frozenset(((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))),
    "orthogonal": frozenset(((0, 1), (1, 0), (0, -1), (-1, 0))),
    "diagonal": frozenset(((1, 1), (1, -1), (-1, -1), (-1, 1))),
    "ahead": frozenset(((0, 1), (1, 1), (-1, 1))),
    "forward_sideways": frozenset(((0, 1), (1, 0), (-1, 0))),
    "vertical": frozenset(((0, 1), (0, -1))),
    "diagonal_forward": frozenset(((1, 1), (-1, 1))),
    "diagonal_backward": frozenset(((1, -1), (-1, -1))),
    "sideways": frozenset(((1, 0), (-1, 0))),
    "forward": frozenset(((0, 1),)),
    "backward": frozenset(((0, -1),)),
    "left": frozenset(((-1, 0),)),
    "right": frozenset(((1, 0),)),
    "forward_left": frozenset(((-1, 1),)),
    "forward_right": frozenset(((1, 1),)),
    "backward_left": frozenset(((-1, -1),)),
    "backward_right": frozenset(((1, -1),)),
}
"""Directions that have words, (to the right, forward), in the order in which a writer would try them."""

_OF_HEXAGONS: Final = {
    "any": IN_FILES.alike((1, 0)) | IN_FILES.alike((1, 1)),
    "orthogonal": IN_FILES.alike((1, 0)),
    "diagonal": IN_FILES.alike((1, 1)),
}
HEXAGONS_IN_FILES: Final[dict[str, frozenset[Leap]]] = {
    **_OF_HEXAGONS,
    "oblique_forward": frozenset(((1, 1), (-1, 0))),
    "oblique_backward": frozenset(((-1, -1), (1, 0))),
    "diagonal_forward": frozenset(((1, 2), (-1, 1))),
    "diagonal_backward": frozenset(((-1, -2), (1, -1))),
    "sideways": frozenset(((2, 1), (-2, -1))),
    "forward": frozenset(((0, 1),)),
    "backward": frozenset(((0, -1),)),
}
HEXAGONS_IN_RANKS: Final[dict[str, frozenset[Leap]]] = {
    **_OF_HEXAGONS,
    "oblique_forward": frozenset(((1, 1), (0, 1))),
    "oblique_backward": frozenset(((-1, -1), (0, -1))),
    "diagonal_forward": frozenset(((2, 1), (-1, 1))),
    "diagonal_backward": frozenset(((-2, -1), (1, -1))),
    "sideways": frozenset(((1, 0), (-1, 0))),
    "forward": frozenset(((1, 2),)),
    "backward": frozenset(((-1, -2),)),
}


def directions_of(lattice: Lattice) -> dict[str, frozenset[Leap]]:
    """The directions that have words on the boards of a lattice, in the order in which a writer would try them."""
    if lattice is IN_FILES:
        return HEXAGONS_IN_FILES
    if lattice is IN_RANKS:
        return HEXAGONS_IN_RANKS
    return _of_levels(lattice) if lattice.name == "levels" else STRAIGHT


@cache
def _of_levels(lattice: Lattice) -> dict[str, frozenset[Leap]]:
    basic = {legs: lattice.alike(legs) for legs in lattice.basic}
    sides, edges, corners = basic.values()

    def going(leaps: Iterable[Leap], *ways: tuple[int, ...]) -> frozenset[Leap]:
        return frozenset(leap for leap in leaps if lattice.seen(leap) in ways)

    return {
        "any": sides | edges | corners,
        "orthogonal": sides,
        "diagonal": edges,
        "triagonal": corners,
        "forward_or_up": going(sides, (0, 1, 0), (0, 0, 1)),
        "diagonal_forward_or_up": going(edges, (1, 1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, 1), (0, 1, 1)),
        "forward": going(sides, (0, 1, 0)),
        "up": going(sides, (0, 0, 1)),
        "diagonal_forward": going(edges, (1, 1, 0), (-1, 1, 0)),
    }


class Claim(NamedTuple):
    """One thing that a piece may do.

    verb: step, slide, jump (straight, over anything), ride (jumps in a row), lame (straight, over nothing), cannon,
    grasshopper, bend (two legs); oblique, rideoblique and lameoblique are those of a knight.
    ways: directions with words. long, short: the legs of a leap. most: how many in a row, 0 without end.
    passing: it also captures in passing. then: the direction of the second leg, then_most as `most`; must: both legs.
    """

    verb: Verb
    ways: tuple[str, ...]
    long: int = 1
    short: int = 0
    most: int = 1
    use: Use = "both"
    first: bool = False
    passing: bool = False
    then: str = ""
    then_most: int = 1
    must: bool = False


class Claims(NamedTuple):
    """What a piece may do, and the movements for which there are no words."""

    claims: tuple[Claim, ...]
    wordless: tuple[Movement, ...] = ()


class _Kind(NamedTuple):
    """All of a movement but its direction; movements that share it are said in one go."""

    long: int
    short: int
    oblique: bool
    most: int
    use: Use
    first: bool
    lame: bool
    hop: bool
    then: str
    then_most: int
    must: bool


def claims_of(movements: Iterable[Movement], lattice: Lattice = SQUARES) -> Claims:
    """Movements as claims; the same claim is made once."""
    leaps: dict[_Kind, set[Leap]] = {}
    passing: set[_Kind] = set()
    from_movement: dict[_Kind, Movement] = {}
    wordless = []
    for movement in movements:
        then = _second_leg(movement)
        if then is None:
            wordless.append(movement)
            continue
        for leap in movement.leaps:
            kind = _kind(movement, leap, then, lattice)
            leaps.setdefault(kind, set()).add(leap)
            from_movement[kind] = movement
            if movement.en_passant:
                passing.add(kind)
    claims: dict[Claim, None] = {}
    for kind, found in leaps.items():
        ways = _oblique_ways(kind, found, lattice) if kind.oblique else straight_ways(found, lattice)
        verb = _verb(kind)
        if ways and verb:
            claims[_claim(kind, verb, ways, kind in passing)] = None
        else:
            wordless.append(from_movement[kind])
    return Claims(tuple(claims), tuple(wordless))


def straight_ways(leaps: Iterable[Leap], lattice: Lattice = SQUARES) -> tuple[str, ...]:
    """The fewest words for some directions; empty where they do not suffice.

    >>> straight_ways([(0, 2), (0, -2), (2, 0)])
    ('vertical', 'right')
    """
    left = {_single(leap, lattice) for leap in leaps}
    found = []
    for word, meant in directions_of(lattice).items():
        if meant <= left:
            found.append(word)
            left -= meant
    return () if left else tuple(found)


def _single(leap: Leap, lattice: Lattice) -> Leap:
    """The single step along the line of a straight leap."""
    far = lattice.legs(leap)[0]
    return leap[0] // far, leap[1] // far


def oblique_leaps(long: int, short: int, way: str) -> set[Leap]:
    """The leaps of a knight's kind that go one way, a key of `OBLIQUE`."""
    four = product((long, -long), (short, -short))
    eight = chain.from_iterable(((one, other), (other, one)) for one, other in four)
    return {leap for leap in eight if OBLIQUE[way](*leap)}


OBLIQUE: Final[dict[str, Callable[[int, int], bool]]] = {
    "any": lambda right, forward: True,
    "forward": lambda right, forward: forward > abs(right),
    "backward": lambda right, forward: -forward > abs(right),
    "vertical": lambda right, forward: abs(forward) > abs(right),
    "sideways": lambda right, forward: abs(right) > abs(forward),
    "sideways_forward": lambda right, forward: abs(right) > forward > 0,
}
"""Which of the eight leaps of a knight go a way that has words."""


def _oblique_ways(kind: _Kind, leaps: set[Leap], lattice: Lattice) -> tuple[str, ...]:
    if lattice is not SQUARES:
        return ("any",) if leaps == lattice.alike((kind.long, kind.short)) else ()
    fitting = (way for way in OBLIQUE if oblique_leaps(kind.long, kind.short, way) == leaps)
    return tuple(fitting)[:1]


def _kind(movement: Movement, leap: Leap, then: str, lattice: Lattice) -> _Kind:
    long, short = lattice.legs(leap)[:2]
    oblique = not lattice.straight(leap)
    use: Use = "capture"
    if movement.moves:
        use = "both" if movement.captures else "move"
    return _Kind(
        long, short if oblique else 0, oblique, movement.most, use,
        movement.first, movement.lame, movement.hop, then, movement.bend_most, movement.bend_must,
    )  # fmt: skip


def _second_leg(movement: Movement) -> str | None:
    """The word for where a second leg goes; empty without one, None where there is no word."""
    if not movement.bend:
        return ""
    if all(0 in leap for leap in movement.bend):
        return "orthogonal"
    if all(abs(right) == abs(forward) for right, forward in movement.bend):
        return "diagonal"
    return None


def _verb(kind: _Kind) -> Verb | None:
    """The verb of a group; None where no phrase says all of it."""
    if kind.then:
        return None if kind.oblique or kind.hop or kind.most != 1 or kind.long != 1 else "bend"
    if kind.oblique:
        if kind.hop:
            return None
        if kind.lame:
            return "lameoblique" if kind.most == 1 else None
        return "oblique" if kind.most == 1 else "rideoblique"
    if kind.hop:
        if kind.long != 1:
            return None
        return "grasshopper" if kind.most == 1 else "cannon"
    if kind.long == 1:
        return "step" if kind.most == 1 else "slide"
    if kind.most != 1:
        return None if kind.lame else "ride"
    return "lame" if kind.lame else "jump"


def _claim(kind: _Kind, verb: Verb, ways: tuple[str, ...], passing: bool) -> Claim:
    claim = Claim(verb, ways, kind.long, kind.short, kind.most, kind.use, kind.first, passing)
    if kind.then:
        return claim._replace(then=kind.then, then_most=kind.then_most, must=kind.must)
    return claim
