"""Betza's move texts, as pieces of chess variants are described all over the field: `BN`, `fmWfcF`, `nN`, `R4`, `[F?R]`.

A text is a row of groups: modifiers in small letters, an atom in a capital, a range. What is understood:

- atoms W F D N A H C L Z J G, the compounds K R B Q, and any leap as `(4,1)`;
- ranges: `W3`, `R4`, `W0` and `WW` without end;
- directions f b l r v s, in pairs (`flN`), halves (`fhN`), the two hands of a knight (`hlN`, `hrN`);
- m (without capture), c (with capture), i (first move), e (en passant), n (lame), p (cannon), g (grasshopper);
- paths that bend, outward: `[F?R]` may stop at the bend, `[F-R]` may not.

>>> [movement.leaps for movement in parse_betza("fW")]
[((0, 1),)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.rules.general.definition import Movement

Leap = tuple[int, int]  # to the right and forward

ATOMS: dict[str, Leap] = {
    "W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0),
    "C": (3, 1), "L": (3, 1), "Z": (3, 2), "J": (3, 2), "G": (3, 3),
}  # fmt: skip
COMPOUNDS = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}
SLIDERS = "RBQ"
DIRECTIONS = "fblrvsh"
USES = {
    "m": "without capture", "c": "with capture", "i": "first move", "e": "en passant", "n": "lame",
    "p": "over one piece, as a cannon", "g": "to behind one piece, as a grasshopper",
}  # fmt: skip

LEG = re.compile(
    r"(?P<signs>[a-z]*)(?:(?P<atom>[A-Z])(?P<more>(?P=atom)|\d{1,2})?|\((?P<x>\d),(?P<y>\d)\)(?P<range>\d{1,2})?)"
)  # modifiers, atom and range


class BetzaError(FairyscoreError, ValueError):
    """A move text that is not understood. column: where in it, from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@lru_cache(maxsize=1024)
def parse_betza(text: str) -> tuple[Movement, ...]:
    """The movements that a text describes, empty for a piece that never moves. Raises `BetzaError`."""
    if not text.strip():
        return ()
    return tuple(movement for group in _groups(text) for movement in _movements(group))


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
    bases: tuple[Leap, ...]
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
        leap = int(parts["x"]), int(parts["y"])
        if leap == (0, 0):
            raise BetzaError("(0,0) stays where it is", column)
        return _Leg(parts["signs"], "", (leap,), int(parts.get("range") or 1), at + 1)
    atom, more = parts["atom"], parts.get("more") or ""
    if atom not in ATOMS and atom not in COMPOUNDS:
        known = f"{' '.join(ATOMS)}, {' '.join(COMPOUNDS)} and leaps as (4,1)"
        raise BetzaError(f"there is no atom {atom}; there are {known}", column)
    most = 0 if more or atom in SLIDERS else 1
    if more.isdigit():
        most = int(more)
    return _Leg(parts["signs"], atom, tuple(ATOMS[base] for base in COMPOUNDS.get(atom, atom)), most, at + 1)


def _movements(group: _Leg | _Path) -> Iterator[Movement]:
    if isinstance(group, _Leg):
        yield from _simple(group)
        return
    _check_signs(group)
    if group.first.most != 1:
        fault = "the first leg of a path must be a single leap, as F in [F?R], not a repeated one"
        raise BetzaError(fault, group.first.column)
    for movement in _simple(group.first._replace(signs=group.signs + group.first.signs)):
        for first in movement.leaps:
            for second in _simple(group.second):
                # of its leaps those that lead on most nearly as the first one did
                along = {leap: leap[0] * first[0] + leap[1] * first[1] for leap in second.leaps}
                outward = tuple(leap for leap in along if along[leap] == max(along.values()))
                yield movement._replace(leaps=(first,), bend=outward, bend_most=second.most, bend_must=not group.stops)


def _simple(leg: _Leg) -> Iterator[Movement]:
    _check_signs(leg)
    uses = {sign for sign in leg.signs if sign in USES}
    if (leg.most if "g" in uses else leg.most == 1) and uses & {"p", "g"}:
        raise BetzaError(f"p and g hop along a line: R, B, Q, pR3, or W0, not {leg.atom}{leg.most}", leg.column)
    pairs = _directions("".join(sign for sign in leg.signs if sign in DIRECTIONS))
    both = "m" in uses or "c" not in uses, "c" in uses or "m" not in uses
    for across, along in leg.bases:
        turned = {(a * x, b * y) for x, y in ((across, along), (along, across)) for a in (1, -1) for b in (1, -1)}
        leaps = tuple(sorted(leap for leap in turned if not pairs or any(_goes(pair, *leap) for pair in pairs)))
        if not leaps:
            raise BetzaError(f"no leap of {leg.signs}{leg.atom} is left by its directions", leg.column)
        most, hop = 1 if "g" in uses else leg.most, bool(uses & {"p", "g"})
        yield Movement(leaps, most, *both, first="i" in uses, en_passant="e" in uses, lame="n" in uses, hop=hop)


def _check_signs(leg: _Leg | _Path) -> None:
    for offset, sign in enumerate(leg.signs):
        if sign not in DIRECTIONS and sign not in USES:
            known = ", ".join(f"{letter} ({says})" for letter, says in USES.items())
            why = f"the modifier {sign} is not understood; beside directions ({DIRECTIONS}) there are {known}"
            raise BetzaError(why, leg.column + offset)
        if sign in USES and sign in leg.signs[:offset]:
            raise BetzaError(
                f"the modifier {sign} stands twice; it means the same as once, so write {sign}", leg.column + offset
            )


def _directions(letters: str) -> list[str]:
    """Pairs of letters: `fl` is one quarter, `fb` two halves, `fh` a forward half."""
    found = []
    while letters:
        one, two = letters[0], letters[1:2]
        paired = two and (two == one or "h" in one + two or (one in "fbv") != (two in "fbv"))
        found.append(one + two if paired else one * 2)
        letters = letters[2 if paired else 1 :]
    return found


def _goes(pair: str, x: int, y: int) -> bool:
    """Whether a leap goes in a direction. Of oblique leaps `f` means the two that go forward most."""
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
