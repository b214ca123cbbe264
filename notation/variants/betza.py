"""Betza's move texts, as pieces of chess variants are described all over the field: `BN`, `fmWfcF`, `nN`, `R4`, `[F?R]`.

A text is a row of groups: modifiers in small letters, an atom in a capital, a range. What is understood:

- atoms W F D N A H C L Z J G, the compounds K R B Q, and any leap as `(4,1)`;
- ranges: `W3`, `R4`, `W0` and `WW` without end;
- directions f b l r v s, in pairs (`flN`), halves (`fhN`), the two hands of a knight (`hlN`, `hrN`);
- m (without capture), c (with capture), i (first move), e (en passant), n (lame; nn: one of the shortest ways of single
  steps has to be free), p (cannon), g (grasshopper), w (a slide
  goes on from an edge of the board, once);
- paths that bend, outward: `[F?R]` may stop at the bend, `[F-R]` may not; before them directions, m, c and i.

On hexagons and on boards above each other the same letters mean what goes so far along the axes there: on hexagons W is a
step across a side, F one over a corner, N two cells one way and one the next way beside it; on levels u and d are up and
down, and `(1,1,1)` is a step over the corner of a cube.

>>> [movement.leaps for movement in parse_betza("fW")]
[((0, 1),)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.lattices import SQUARES, Lattice
from fairyscore.notation.rules.general.definition import Movement

Leap = tuple[int, int]  # to the right and forward

ATOMS: dict[str, Leap] = {
    "W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0),
    "C": (3, 1), "L": (3, 1), "Z": (3, 2), "J": (3, 2), "G": (3, 3),
}  # fmt: skip
COMPOUNDS = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}
SLIDERS = "RBQ"
DIRECTIONS = "fblrvsh"
AXES = {"f": (1, 1), "b": (1, -1), "r": (0, 1), "l": (0, -1), "u": (2, 1), "d": (2, -1)}
"""By letter, the axis of `Lattice.seen` and which way along it."""
BOTH_WAYS = {"v": "fb", "s": "lr"}
USES = {
    "m": "without capture", "c": "with capture", "i": "first move", "e": "en passant", "n": "lame",
    "p": "over one piece, as a cannon", "g": "to behind one piece, as a grasshopper", "w": "once off a wall",
}  # fmt: skip

LEG = re.compile(
    r"(?P<signs>[a-z]*)(?:(?P<atom>[A-Z])(?P<more>(?P=atom)|\d{1,2})?|\((?P<x>\d),(?P<y>\d)(,(?P<z>\d))?\)(?P<range>\d{1,2})?)"
)  # modifiers, atom and range


class BetzaError(FairyscoreError, ValueError):
    """A move text that is not understood. column: where in it, from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


def parse_betza(text: str, lattice: Lattice = SQUARES) -> tuple[Movement, ...]:
    """The movements that a text describes on the boards of a lattice, empty for a piece that never moves.

    Raises `BetzaError`.
    """
    return _parsed(text, lattice)


@lru_cache(maxsize=1024)
def _parsed(text: str, lattice: Lattice) -> tuple[Movement, ...]:
    if not text.strip():
        return ()
    return tuple(movement for group in _groups(text) for movement in _movements(group, lattice))


def _groups(text: str) -> list[_Leg | _Path]:
    legs = list(LEG.finditer(text))
    if sum(len(leg[0]) for leg in legs) == len(text):
        # Without a bracket it is a row of the grammar's one terminal; importing pyparsing takes longer than all the rest.
        return [_read_leg(text, leg.start(), leg.groupdict()) for leg in legs]
    from pyparsing import ParseException

    try:
        return cast("list[_Leg | _Path]", _grammar().parse_string(text, parse_all=True).as_list())
    except ParseException as error:
        atoms = f"an atom ({' '.join(ATOMS)}, {' '.join(COMPOUNDS)}) is missing"
        raise BetzaError(f"'{text[error.loc :][:12]}' is not a move: {atoms}", error.loc + 1) from None


class _Leg(NamedTuple):
    """A group as it is written. atom: empty for a leap in numbers; bases: what it leaps; column: of its first character."""

    signs: str
    atom: str
    bases: tuple[tuple[int, ...], ...]
    most: int
    column: int


class _Path(NamedTuple):
    """A bracket: two legs, the second of which is optional where `stops`."""

    signs: str
    first: _Leg
    second: _Leg
    stops: bool
    column: int


@cache
def _grammar() -> Any:
    from pyparsing import OneOrMore, Opt, Regex, Suppress

    leg = Regex(LEG)
    leg.set_parse_action(_read_leg)
    joint = Opt(Regex(r"[?-]"), default="-")
    path = Regex(r"[a-z]*(?=\[)") + Suppress("[") + leg + joint + leg + Suppress("]")
    path.set_parse_action(lambda at, parts: _Path(parts[0], parts[1], parts[3], parts[2] == "?", at + 1))
    return OneOrMore(path | leg).leave_whitespace()


def _read_leg(_text: str, at: int, parts: Any) -> _Leg:
    column = at + 1 + len(parts["signs"])
    if parts.get("x"):
        leap = tuple(int(parts[axis]) for axis in "xyz" if parts.get(axis))
        if not any(leap):
            raise BetzaError(f"({','.join(map(str, leap))}) stays where it is", column)
        return _Leg(parts["signs"], "", (leap,), int(parts.get("range") or 1), at + 1)
    atom, more = parts["atom"], parts.get("more") or ""
    if atom not in ATOMS and atom not in COMPOUNDS:
        known = f"{' '.join(ATOMS)}, {' '.join(COMPOUNDS)} and leaps as (4,1)"
        raise BetzaError(f"there is no atom {atom}; there are {known}", column)
    most = 0 if more or atom in SLIDERS else 1
    if more.isdigit():
        most = int(more)
    return _Leg(parts["signs"], atom, tuple(ATOMS[base] for base in COMPOUNDS.get(atom, atom)), most, at + 1)


def _movements(group: _Leg | _Path, lattice: Lattice) -> Iterator[Movement]:
    if isinstance(group, _Leg):
        yield from _simple(group, lattice)
        return
    _check_signs(group, lattice)
    if lattice is not SQUARES:
        raise BetzaError(f"paths that bend are for boards of squares, not for {lattice.name}", group.column)
    if group.first.most != 1:
        fault = "the first leg of a path must be a single leap, as F in [F?R], not a repeated one"
        raise BetzaError(fault, group.first.column)
    _check_path(group)
    for movement in _simple(group.first._replace(signs=group.signs + group.first.signs), lattice):
        for first in movement.leaps:
            for second in _simple(group.second, lattice):
                # of its leaps those that lead on most nearly as the first one did
                along = {leap: leap[0] * first[0] + leap[1] * first[1] for leap in second.leaps}
                outward = tuple(leap for leap in along if along[leap] == max(along.values()))
                yield movement._replace(leaps=(first,), bend=outward, bend_most=second.most, bend_must=not group.stops)


def _check_path(path: _Path) -> None:
    """A path has its modifiers in front, and none of a leg that is lame or captures in passing."""
    for leg, known, what in ((path.first, "mci", "a path"), (path.second, "", "its second leg")):
        signs = path.signs + leg.signs if leg is path.first else leg.signs
        wrong = next((sign for sign in signs if sign in USES and sign not in known), "")
        if wrong:
            column = path.column + signs.index(wrong) if wrong in path.signs and leg is path.first else leg.column
            raise BetzaError(f"the modifier {wrong} ({USES[wrong]}) does not go with {what}", column)


def _simple(leg: _Leg, lattice: Lattice) -> Iterator[Movement]:
    _check_signs(leg, lattice)
    uses = {sign for sign in leg.signs if sign in USES}
    if (leg.most if "g" in uses else leg.most == 1) and uses & {"p", "g"}:
        raise BetzaError(f"p and g hop along a line: R, B, Q, pR3, or W0, not {leg.atom}{leg.most}", leg.column)
    if "w" in uses and (leg.most == 1 or lattice is not SQUARES or uses & {"n", "p", "g"} or leg.atom not in "WFRBQK"):
        raise BetzaError("w is for slides on squares, as wR or wF3, that are neither lame nor hop", leg.column)
    pairs = _directions("".join(sign for sign in leg.signs if sign in DIRECTIONS or sign in AXES))
    both = "m" in uses or "c" not in uses, "c" in uses or "m" not in uses
    for base in lattice.basic if leg.atom in ("K", "Q") else leg.bases:
        leaps = _leaps(base, pairs, leg, lattice)
        if not leaps:
            raise BetzaError(f"no leap of {leg.signs}{leg.atom} is left by its directions", leg.column)
        if "n" in uses and lattice is not SQUARES and not lattice.straight(leaps[0]):
            fault = f"n needs to know what lies between; on {lattice.name} that is said of no leap of {leg.atom}"
            raise BetzaError(fault, leg.column)
        any_way = leg.signs.count("n") == 2
        if any_way and (leg.most != 1 or lattice is not SQUARES or uses & {"i", "p", "g"}):
            raise BetzaError("nn is for single leaps on squares, as nnC, that are no first moves", leg.column)
        most, hop = 1 if "g" in uses else leg.most, bool(uses & {"p", "g"})
        rebounds = "w" in uses
        yield Movement(
            leaps, most, *both, first="i" in uses, en_passant="e" in uses, lame="n" in uses, any_way=any_way, hop=hop,
            rebounds=rebounds,
        )  # fmt: skip


def _leaps(base: tuple[int, ...], pairs: list[str], leg: _Leg, lattice: Lattice) -> tuple[Leap, ...]:
    """The leaps of an atom that go in some directions, all without any."""
    if len(base) > lattice.axes:
        raise BetzaError(f"a leap on {lattice.name} has {lattice.axes} numbers", leg.column)
    alike = sorted(lattice.alike(base))
    if not pairs:
        return tuple(alike)
    if lattice is SQUARES:
        return tuple(leap for leap in alike if any(_goes(pair, *leap) for pair in pairs))
    wanted = {leap for pair in pairs for leap in _leading(pair, alike, lattice)}
    return tuple(leap for leap in alike if leap in wanted)


def _leading(pair: str, alike: list[Leap], lattice: Lattice) -> set[Leap]:
    """Of leaps that are alike those that go in a direction: farthest there, or in its half; of two ways, both."""
    one, two = pair[0], pair[1]

    def far(leap: Leap, letter: str) -> int:
        axis, way = AXES[letter]
        return lattice.apparent(leap)[axis] * way

    if "h" in pair:
        letter = one if two == "h" else two
        return {leap for leap in alike if any(far(leap, way) > 0 for way in BOTH_WAYS.get(letter, letter))}
    found: set[Leap] = set()
    for first in BOTH_WAYS.get(one, one):
        if one == two:
            found |= _farthest({leap: far(leap, first) for leap in alike})
            continue
        for second in BOTH_WAYS.get(two, two):
            found |= _farthest({leap: far(leap, second) for leap in alike if far(leap, first) > 0})
    if found or one == two:
        return found
    return _leading(one * 2, alike, lattice) | _leading(two * 2, alike, lattice)


def _farthest(far: Mapping[Leap, int]) -> set[Leap]:
    """The leaps that go farthest, of those that go that way at all."""
    most = max(far.values(), default=0)
    return {leap for leap, steps in far.items() if steps == most > 0}


def _check_signs(leg: _Leg | _Path, lattice: Lattice) -> None:
    known_ways = DIRECTIONS + ("ud" if lattice.axes > 2 else "")
    for offset, sign in enumerate(leg.signs):
        if sign not in known_ways and sign not in USES:
            known = ", ".join(f"{letter} ({says})" for letter, says in USES.items())
            why = f"the modifier {sign} is not understood; beside directions ({known_ways}) there are {known}"
            raise BetzaError(why, leg.column + offset)
        if sign in USES and leg.signs[:offset].count(sign) > (sign == "n"):
            raise BetzaError(
                f"the modifier {sign} stands twice; it means the same as once, so write {sign}", leg.column + offset
            )


def _directions(letters: str) -> list[str]:
    """Pairs of letters: `fl` is one quarter, `fb` two halves, `fh` a forward half."""
    found = []
    while letters:
        one, two = letters[0], letters[1:2]
        paired = two and (two == one or "h" in one + two or _axis(one) != _axis(two))
        found.append(one + two if paired else one * 2)
        letters = letters[2 if paired else 1 :]
    return found


def _axis(letter: str) -> int:
    return AXES[BOTH_WAYS.get(letter, letter)[0]][0]


def _goes(pair: str, x: int, y: int) -> bool:
    """True if a leap goes in a direction. Of oblique leaps `f` means the two that go forward most."""
    one, two = pair[0], pair[1]
    sides = {"f": y > 0, "b": y < 0, "l": x < 0, "r": x > 0, "v": y != 0, "s": x != 0}
    steep = abs(y) > abs(x)
    if one == "h" and two in "lr":
        return (x * y > 0) == (steep == (two == "r"))
    if "h" in pair:
        return sides.get(one if two == "h" else two, False)
    if not x or not y:
        return any(sides[d] and (x == 0 if d in "fbv" else y == 0) for d in pair)
    if abs(x) == abs(y):
        return sides[one] and sides[two]
    return sides[one] and sides[two] and steep == (two in "fbv")
