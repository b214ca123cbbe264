"""What a sentence about a piece claims, before any language: movements grouped as a writer of rules groups them.

>>> from fairyscore.notation.rules.general.definition import rider
>>> [(claim.verb, claim.ways) for claim in claims_of((rider(1, 0), rider(1, 1))).claims]
[('slide', ('any',))]
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, combinations, product
from math import atan2, tau
from typing import Final, Literal, NamedTuple

from fairyscore.notation.lattices import IN_FILES, IN_RANKS, SQUARES, Lattice, Leap
from fairyscore.notation.rules.general.definition import Movement
from fairyscore.notation.rules.general.geometry import nearest

Verb = Literal[
    "step", "slide", "jump", "ride", "lame", "lameride", "cannon", "grasshopper", "hopride", "hopjump",
    "oblique", "rideoblique", "lameoblique", "lamerideoblique", "bend",
    "rebound",
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
        return frozenset(leap for leap in leaps if lattice.apparent(leap) in ways)

    return {
        "any": sides | edges | corners,
        "orthogonal": sides,
        "diagonal": edges,
        "triagonal": corners,
        "forward_edges": frozenset(leap for leap in edges if lattice.apparent(leap)[1] > 0),
        "on_level": frozenset(leap for leap in sides | edges if not lattice.apparent(leap)[2]),
        "to_other_levels": frozenset(leap for leap in sides | edges if lattice.apparent(leap)[2]),
        "forward_or_up": going(sides, (0, 1, 0), (0, 0, 1)),
        "diagonal_forward_or_up": going(edges, (1, 1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, 1), (0, 1, 1)),
        "forward": going(sides, (0, 1, 0)),
        "up": going(sides, (0, 0, 1)),
        "diagonal_forward": going(edges, (1, 1, 0), (-1, 1, 0)),
    }


class SecondLeg(NamedTuple):
    """The second leg of a bent path.

    ways, leaps: as in `Claim`; where both are empty it goes outward: of all leaps of its kind those that lie nearest to the
    direction of the first leg. long, short, most: as in `Claim`.
    """

    long: int
    short: int
    most: int
    ways: tuple[str, ...] = ()
    leaps: tuple[Leap, ...] = ()

    @property
    def is_outward(self) -> bool:
        """True if it goes on outward."""
        return not (self.ways or self.leaps)

    @property
    def kind(self) -> str:
        """The word for all its directions: orthogonal, diagonal, or any of a knight's kind."""
        if self.short == self.long:
            return "diagonal"
        return "any" if self.short else "orthogonal"


class Claim(NamedTuple):
    """One thing that a piece may do.

    verb: step, slide, jump (straight, over anything), ride (jumps in a row), lame (straight, over nothing), lameride,
    cannon, grasshopper, and the same by longer leaps (hopride, hopjump), bend (two legs); oblique, rideoblique, lameoblique
    and lamerideoblique are those of a knight; rebound is a slide that goes on from an edge of the board.
    ways: directions with words; leaps: of a knight's kind, where no word says which. long, short: the legs of a leap. most:
    how many in a row, 0 without end. passing: it also captures in passing. then: the second leg; must: both legs.
    any_way: only over one of the shortest ways of single steps that is free.
    """

    verb: Verb
    ways: tuple[str, ...]
    long: int = 1
    short: int = 0
    most: int = 1
    use: Use = "both"
    first: bool = False
    passing: bool = False
    then: SecondLeg | None = None
    must: bool = False
    leaps: tuple[Leap, ...] = ()
    any_way: bool = False


class Claims(NamedTuple):
    """The claims that sentences make about a piece, and the movements for which there are no words."""

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
    then: SecondLeg | None
    must: bool
    rebounds: bool
    any_way: bool


def claims_of(movements: Iterable[Movement], lattice: Lattice = SQUARES) -> Claims:
    """Movements as claims; the same claim is made once."""
    leaps: dict[_Kind, set[Leap]] = {}
    passing: set[_Kind] = set()
    from_movement: dict[_Kind, Movement] = {}
    wordless = []
    for movement in movements:
        if movement.bend and lattice is not SQUARES:
            wordless.append(movement)
            continue
        for leap in movement.leaps:
            kind = _kind(movement, leap, _second_leg(movement, leap), lattice)
            leaps.setdefault(kind, set()).add(leap)
            from_movement[kind] = movement
            if movement.en_passant:
                passing.add(kind)
    claims: dict[Claim, None] = {}
    for kind, found in leaps.items():
        ways = _oblique_ways(kind.long, kind.short, found, lattice) if kind.oblique else straight_ways(found, lattice)
        verb = _verb(kind)
        parts = () if ways or not kind.oblique else _oblique_parts(kind.long, kind.short, found, lattice)
        if verb and parts:
            claims |= {_claim(kind, verb, (way,), kind in passing): None for way in parts}
        elif verb and (ways or (kind.oblique and lattice is SQUARES)):
            named = () if ways else tuple(sorted(found, key=_turn))
            claims[_claim(kind, verb, ways, kind in passing)._replace(leaps=named)] = None
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


def _oblique_ways(long: int, short: int, leaps: set[Leap], lattice: Lattice = SQUARES) -> tuple[str, ...]:
    if lattice is not SQUARES:
        return ("any",) if leaps == lattice.alike((long, short)) else ()
    fitting = (way for way in OBLIQUE if oblique_leaps(long, short, way) == leaps)
    return tuple(fitting)[:1]


def _oblique_parts(long: int, short: int, leaps: set[Leap], lattice: Lattice) -> tuple[str, ...]:
    """Two ways that together are some leaps; empty where there are none.

    >>> _oblique_parts(2, 1, {(1, 2), (-1, 2), (2, 1), (-2, 1)}, SQUARES)
    ('forward', 'sideways_forward')
    """
    if lattice is not SQUARES:
        return ()
    parts = {way: oblique_leaps(long, short, way) for way in OBLIQUE}
    pairs = combinations((way for way, part in parts.items() if part < leaps), 2)
    return next((pair for pair in pairs if parts[pair[0]] | parts[pair[1]] == leaps), ())


def _turn(leap: Leap) -> float:
    """Sorts leaps clockwise, from straight ahead on."""
    return atan2(*leap) % tau


def _kind(movement: Movement, leap: Leap, then: SecondLeg | None, lattice: Lattice) -> _Kind:
    long, short = lattice.legs(leap)[:2]
    oblique = not lattice.straight(leap)
    use: Use = "capture"
    if movement.moves:
        use = "both" if movement.captures else "move"
    return _Kind(
        long, short if oblique else 0, oblique, movement.most, use,
        movement.first, movement.lame, movement.hop, then, movement.bend_must, movement.rebounds,
        movement.any_way,
    )  # fmt: skip


def _second_leg(movement: Movement, leap: Leap) -> SecondLeg | None:
    """The second leg after a first one; None without one."""
    if not movement.bend:
        return None
    there = set(nearest(movement.bend, leap))
    long, short = SQUARES.legs(movement.bend[0])
    oblique = not SQUARES.straight(movement.bend[0])
    leg = SecondLeg(long, short, movement.bend_most)
    if there == set(nearest(SQUARES.alike((long, short)), leap)):
        return leg
    ways = _oblique_ways(long, short, there) if oblique else straight_ways(there)
    return leg._replace(ways=ways, leaps=() if ways else tuple(sorted(there, key=_turn)))


def _verb(kind: _Kind) -> Verb | None:
    """The verb of a group; None where no phrase says all of it."""
    if kind.then:
        return None if kind.hop or kind.lame or kind.most != 1 else "bend"
    if kind.hop:
        if kind.long == 1:
            return "grasshopper" if kind.most == 1 else "cannon"
        return "hopjump" if kind.most == 1 else "hopride"
    if kind.oblique:
        if kind.lame:
            return "lameoblique" if kind.most == 1 else "lamerideoblique"
        return "oblique" if kind.most == 1 else "rideoblique"
    if kind.rebounds:
        return "rebound" if kind.long == 1 else None
    if kind.long == 1:
        return "step" if kind.most == 1 else "slide"
    if kind.most != 1:
        return "lameride" if kind.lame else "ride"
    return "lame" if kind.lame else "jump"


def _claim(kind: _Kind, verb: Verb, ways: tuple[str, ...], passing: bool) -> Claim:
    claim = Claim(verb, ways, kind.long, kind.short, kind.most, kind.use, kind.first, passing, any_way=kind.any_way)
    return claim._replace(then=kind.then, must=kind.must) if kind.then else claim
