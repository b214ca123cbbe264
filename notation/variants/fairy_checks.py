"""Settings of a `variants.ini` that engines read differently from their description, or that conflict with others.

Each entry was found by comparing the moves of Fairy-Stockfish with those that the setting is described to allow.

>>> has_known_form("maxRank", "11", usual="8"), has_known_form("wallingRule", "duck", usual="none")
(False, True)
>>> misread("WfN"), misread("WnC")
('', 'nC: engines do not know lame leaps but nN, nA, nD and nZ')
>>> list(conflicts({"wallOrMove": "true"}))
[('wallOrMove', 'engines know it with wallingRule = edge only')]
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Final

from fairyscore.notation.rules.general.definition import Movement
from fairyscore.notation.variants.betza import BetzaError, Leap, parse_betza

_CELLS = r"-?|[a-zA-Z*](\d+|\*)(\s+[a-zA-Z*](\d+|\*))*"
_ONE_LETTER = r"[^\s-]|-|"
_NUMBER = re.compile(r"\d{1,3}")

FORMS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = tuple(
    (re.compile(names), re.compile(values))
    for names, values in (
        (r".*Region.*|diagonalLines", _CELLS),
        (r"flagPiece|castlingKingPiece|builtInKingType|mustDropType|dropNoDoubled", _ONE_LETTER),
        (r"extinctionPieceTypes", r"[^?]*"),
        (r"castling.*File", r"\d{1,2}|[a-zA-Z]"),
        (r"maxFile", r"[1-9]|1[0-2]|[a-lA-L]"),  # the boards of engines have twelve files and ten ranks at most
        (r"maxRank", r"[1-9]|10"),
        (r"wallingRule", r"none|arrow|duck|edge|past|static"),
        (r"(stalemate|checkmate|extinction|connect)Value", r"win|loss|draw|none"),
    )
)
"""Patterns of values, by patterns of the names of settings, which here have no `White` or `Black` at the end."""


def has_known_form(name: str, value: str, usual: str) -> bool:
    """True if a setting can have a value. usual: the value that it has where the file gives none.

    A setting that `FORMS` does not name is true or false, or a number, if its usual value is.
    """
    for names, values in FORMS:
        if names.fullmatch(name):
            return values.fullmatch(value) is not None
    if usual in ("true", "false"):
        return value in ("true", "false")
    return not usual.isdigit() or _NUMBER.fullmatch(value) is not None


MISREAD: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(form), what)
    for form, what in (
        (r"[\[\](),?-]", "paths that bend, and leaps in numbers"),
        (r"\d\d", "ranges over nine"),
        (r"[DNAHCLZJG]\d|([DAHCLZJG])\1", "leaps with a range, and riders but NN"),
        (r"(?=[a-z]*i)(?=[a-z]*n)[a-z]+[NCLZJ]", "what an oblique first move passes over"),
        (r"n[a-z]*([CLJHGWFKRBQ]|NN)", "lame leaps but nN, nA, nD and nZ"),
        (r"h[a-z]*([WFDAHGKRBQ]|NN)|[slr]h|(?<![fb])h[fb]", "halves of what is not an oblique leap"),
        (r"sv|vs", "sideways and along in one"),
        (r"([fbv][slr]|[slr][fbv])[a-z]*[KQ]", "quarters of a piece that goes along lines and diagonals"),
        (r"n[a-z]*n", "leaps that any of several ways opens"),
        (r"w[a-z]*[A-Z]", "slides that go on from an edge of the board"),
        (r"g[a-z]*([A-Z]\d|NN)|p[a-z]*NN", "grasshoppers with a range, and nightriders that hop"),
    )
)
"""Moves in Betza's notation that engines read differently, or leave out. Small letters before an atom modify it."""

_GROUP = re.compile(r"([a-z]*)([A-Z])\2?(\d?)")
_RIDERS = "RBQ"


def misread(betza: str) -> str:
    """The part of a movement that engines read otherwise than Betza's notation means it; empty for none."""
    for form, what in MISREAD:
        found = form.search(betza)
        if found:
            return f"{found[0]}: engines do not know {what}"
    if _mixes_ranges(betza):
        return f"{betza}: engines take the range of slides for that of hops"
    if _slides_twice(betza):
        return f"{betza}: engines know one range in each direction"
    if _hops_elsewhere(betza):
        return f"{betza}: engines let a piece slide and hop in the same directions, in one way"
    if _leaps_as_it_hops(betza):
        return f"{betza}: engines let a lame leap hop where the piece hops in other directions"
    if _mixes_lame(betza):
        return f"{betza}: engines take a leap that is both lame and free for lame"
    return ""


def _mixes_ranges(betza: str) -> bool:
    """True if a piece hops in several ways, of which one has a range: engines give each that of the others, as `B2pB4`."""
    groups = _GROUP.findall(betza)
    hops = [most for signs, _, most in groups if {"p", "g"} & set(signs)]
    slides = [most for signs, atom, most in groups if (most or atom in _RIDERS) and not {"p", "g"} & set(signs)]
    return bool(hops and slides and any([*hops, *slides])) or len(set(hops)) > 1


def _slides_twice(betza: str) -> bool:
    """True if a piece slides as far as two ranges say in one direction, as `QB2`: engines take the last one."""
    ranges: dict[tuple[Leap, str], set[int]] = {}
    for movement in _movements(betza):
        if movement.most != 1 and not movement.hop:
            for place in product(movement.leaps, _uses(movement)):
                ranges.setdefault(place, set()).add(movement.most)
    return any(len(found) > 1 for found in ranges.values())


def _hops_elsewhere(betza: str) -> bool:
    """True if a piece slides in other directions than it hops in, along ranks and files or diagonals, as `bRpR`.

    Nor do engines know both ways to hop there.
    """
    ways: dict[tuple[bool, str], dict[str, set[Leap]]] = {}
    for movement in _movements(betza):
        if movement.most != 1 or movement.hop:
            how = ("grasshopper" if movement.most == 1 else "cannon") if movement.hop else "slide"
            for leap, use in product(movement.leaps, _uses(movement)):
                ways.setdefault((0 in leap, use), {}).setdefault(how, set()).add(leap)
    return any(
        len(set(map(frozenset, found.values()))) > 1 or {"grasshopper", "cannon"} <= found.keys()
        for found in ways.values()
    )


def _leaps_as_it_hops(betza: str) -> bool:
    """True if a piece leaps lamely where it does not hop, along the ranks and files or the diagonals on which it hops."""
    hops: dict[tuple[bool, str], set[Leap]] = {}
    lame: dict[tuple[bool, str], set[Leap]] = {}
    for movement in _movements(betza):
        found = hops if movement.hop else lame if movement.lame and not movement.first else {}
        for (right, ahead), use in product(movement.leaps, _uses(movement)):
            step = ((right > 0) - (right < 0), (ahead > 0) - (ahead < 0))
            found.setdefault((0 in step, use), set()).add(step)
    return any(ways - hops[where] for where, ways in lame.items() if where in hops)


def _uses(movement: Movement) -> str:
    """`m` where it moves, `c` where it captures."""
    return "m" * movement.moves + "c" * movement.captures


def _movements(betza: str) -> tuple[Movement, ...]:
    try:
        return parse_betza(betza)
    except BetzaError:  # which is told with its place where the piece is read
        return ()


def _mixes_lame(betza: str) -> bool:
    groups = _GROUP.findall(betza)
    lame = {atom for signs, atom, _ in groups if "n" in signs}
    return any(atom in lame and "n" not in signs for signs, atom, _ in groups)


_Test = Callable[[str], bool]
"""A condition on the value of a setting, which is empty where the file does not give it."""


def _is(expected: str) -> _Test:
    return lambda value: value == expected


def _is_not(expected: str) -> _Test:
    return lambda value: value != expected


def _given_but(none: str) -> _Test:
    return lambda value: value not in ("", none)


def _has(part: str) -> _Test:
    return lambda value: part in value


def _names_files(value: str) -> bool:
    return re.search("[a-z]", value) is not None


_ON = _is("true")
_WALLS = _given_but("none")
_PASSES = tuple(name + side for name in ("pass", "passOnStalemate") for side in ("", "White", "Black"))
_SHUT_IN = "engines do not see that a wall shuts a piece in"
_NEW_WALL = "engines do not see that a new wall ends the check"
_TRIPLE_STEPS = tuple(f"tripleStepRegion{side}" for side in ("", "White", "Black"))
_FIRST_MOVES = "which first moves are left is told of kings and fers only there"
_EVERY = "`*` does not name pieces here; name their letters"

CONFLICTS: Final[tuple[tuple[str, Mapping[str, _Test], str], ...]] = (
    (
        "blastOnCapture",
        {"blastOnCapture": _ON, "king": _is_not("")},
        "the king may not be taken, and would explode; base the game on atomic, whose king is a commoner",
    ),
    ("cambodianMoves", {"cambodianMoves": _ON, "doubleStep": _is_not("false")}, "it needs doubleStep = false"),
    (
        "diagonalLines",
        {"diagonalLines": _names_files, "king": _has(":")},
        "only built-in kings go along the lines, not one with moves of its own",
    ),
    ("cambodianMoves", {"cambodianMoves": _ON, "seirawanGating": _ON}, "first moves are for one of both"),
    ("cambodianMoves", {"cambodianMoves": _ON, "pieceDrops": _ON}, "it cannot be together with pieceDrops"),
    *((name, {name: _given_but("-"), "cambodianMoves": _ON}, _FIRST_MOVES) for name in _TRIPLE_STEPS),
    (
        "castlingRank",
        {"castlingRank": _given_but("1"), "seirawanGating": _ON},
        "engines let pieces be brought in on that rank in place of the first",
    ),
    (
        "castlingRank",
        {"castlingRank": _given_but("1"), "cambodianMoves": _ON},
        "engines look for the first moves on that rank in place of the first",
    ),
    (
        "dropLoop",
        {"dropLoop": _ON, "capturesToHand": _ON, "promotedPieceType": _given_but("-")},
        "engines take a promoted piece into the hand as the one that it moves as",
    ),
    ("immobilityIllegal", {"immobilityIllegal": _ON, "wallingRule": _WALLS}, _SHUT_IN),
    ("immobilityIllegal", {"immobilityIllegal": _ON, "petrifyOnCaptureTypes": _given_but("-")}, _SHUT_IN),
    ("checking", {"checking": _is("false"), "wallingRule": _WALLS}, _NEW_WALL),
    ("checking", {"checking": _is("false"), "petrifyOnCaptureTypes": _given_but("-")}, _NEW_WALL),
    ("wallOrMove", {"wallOrMove": _ON, "wallingRule": _is_not("edge")}, "engines know it with wallingRule = edge only"),
    ("pieceDrops", {"pieceDrops": _ON, "wallingRule": _WALLS}, "engines place the wall of a drop on one cell only"),
    *((name, {name: _ON, "wallingRule": _WALLS}, "engines write a wall behind a pass") for name in _PASSES),
    ("mutuallyImmuneTypes", {"mutuallyImmuneTypes": _has("*")}, _EVERY),
    ("blastImmuneTypes", {"blastImmuneTypes": _has("*")}, _EVERY),
    ("petrifyOnCaptureTypes", {"petrifyOnCaptureTypes": _has("*")}, _EVERY),
)
"""A setting, the conditions under which engines play it in an unexpected way, or do not play the game at all, and why."""


def conflicts(settings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names of the settings that conflict with others of the file, each with the reason."""
    for name, tests, why in CONFLICTS:
        if all(test(settings.get(other, "")) for other, test in tests.items()):
            yield name, why
