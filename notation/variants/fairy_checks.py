"""Settings of a `variants.ini` that engines read differently from their description, or that conflict with others.

Each entry was found by comparing the moves of Fairy-Stockfish with those that the setting is described to allow.

>>> has_known_form("maxRank", "11", usual="8"), has_known_form("wallingRule", "duck", usual="none")
(False, True)
>>> is_misread("WhF"), is_misread("WfN")
(True, False)
>>> list(conflicts({"checking": "false", "wallingRule": "duck"}))
['checking']
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

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
    """Whether a setting can have a value. usual: the value that it has where the file gives none.

    A setting that `FORMS` does not name is true or false, or a number, if its usual value is.
    """
    for names, values in FORMS:
        if names.fullmatch(name):
            return values.fullmatch(value) is not None
    if usual in ("true", "false"):
        return value in ("true", "false")
    return not usual.isdigit() or _NUMBER.fullmatch(value) is not None


MISREAD: Final = (
    re.compile(r"[\[\](),?-]"),  # paths that bend, and leaps in numbers
    re.compile(r"\d\d"),  # ranges over nine
    re.compile(r"[DNAHCLZJG]\d|([DAHCLZJG])\1"),  # leaps with a range, and riders but NN
    re.compile(r"n[a-z]*([CLJHGWFKRBQ]|NN)"),  # lame leaps but N, A, D and Z
    re.compile(r"h[a-z]*([WFDAHGKRBQ]|NN)|[slr]h|(?<![fb])h[fb]"),  # halves of what is not an oblique leap
    re.compile(r"sv|vs"),  # sideways and along
    re.compile(r"([fbv][slr]|[slr][fbv])[a-z]*[KQ]"),  # quarters of a piece that goes along lines and diagonals
    re.compile(r"g[a-z]*([A-Z]\d|NN)|p[a-z]*NN"),  # grasshoppers with a range, and nightriders that hop
)
"""Moves in Betza's notation that engines read differently, or leave out. Small letters before an atom modify it."""


def is_misread(betza: str) -> bool:
    """Whether engines read moves differently from what they mean in Betza's notation."""
    return any(form.search(betza) for form in MISREAD)


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

CONFLICTS: Final[tuple[tuple[str, Mapping[str, _Test]], ...]] = (
    ("blastOnCapture", {"blastOnCapture": _ON, "king": _is_not("")}),  # kings that may not be taken, and blow up
    ("cambodianMoves", {"cambodianMoves": _ON, "doubleStep": _is_not("false")}),
    ("diagonalLines", {"diagonalLines": _names_files, "king": _has(":")}),  # only built-in kings go along lines
    ("cambodianMoves", {"cambodianMoves": _ON, "pieceDrops": _ON}),
    ("immobilityIllegal", {"immobilityIllegal": _ON, "wallingRule": _given_but("none")}),  # pieces that a wall shuts in
    ("immobilityIllegal", {"immobilityIllegal": _ON, "petrifyOnCaptureTypes": _given_but("-")}),
    ("checking", {"checking": _is("false"), "wallingRule": _given_but("none")}),  # checks that the new wall keeps off
    ("checking", {"checking": _is("false"), "petrifyOnCaptureTypes": _given_but("-")}),
    ("wallOrMove", {"wallOrMove": _ON, "wallingRule": _given_but("edge")}),
    ("mutuallyImmuneTypes", {"mutuallyImmuneTypes": _has("*")}),
    ("blastImmuneTypes", {"blastImmuneTypes": _has("*")}),
    ("petrifyOnCaptureTypes", {"petrifyOnCaptureTypes": _has("*")}),
)
"""A setting, and the conditions under which engines play it in an unexpected way, or do not play the game at all."""


def conflicts(settings: Mapping[str, str]) -> Iterator[str]:
    """The names of the settings that conflict with others of the file."""
    for name, tests in CONFLICTS:
        if all(test(settings.get(other, "")) for other, test in tests.items()):
            yield name
