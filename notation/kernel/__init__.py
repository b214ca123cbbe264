"""What is compiled: `_core`, one core for all games, with the scanner that replays texts of games and writes them anew; and
`_large`, the same for boards of more cells.

It is optional. Where nobody compiled it, or FAIRYSCORE_PURE is set, the engines in `rules` do the same in plain Python, but
slower; they are also what it is tested against, move by move.
"""

import os
from array import array
from collections.abc import Mapping
from importlib import import_module
from itertools import accumulate, chain
from threading import local
from types import ModuleType
from typing import Any

PURE = "FAIRYSCORE_PURE"
"""The environment variable that turns the core off, also where a wheel is built (`setup.py`)."""

try:
    if os.environ.get(PURE, "0") not in ("", "0"):
        CORE, STATUS = None, f"off, {PURE} is set"
    else:
        from fairyscore.notation.kernel import _core

        CORE, STATUS = _core, "compiled"
except ImportError:
    CORE, STATUS = None, "none, plain Python (installed without a C compiler, or with FAIRYSCORE_PURE=1)"


def usual_tags(text: str) -> tuple[dict[str, str], int] | None:
    """The tags of a usual header and where it ends; None for any other, or where nothing is compiled."""
    return None


def line_ends(text: str) -> int:
    """How many line ends a text has; `str.count` takes several times as long as what is compiled."""
    return text.count("\n")


def tokens(text: str, start: int, places: bool) -> list[Any] | None:
    """The tokens of an ASCII text without spoken moves, or where each begins and ends; None where nothing is compiled."""
    return None


def plain_moves(
    tokens: list[str], first: int, limit: int, known: Mapping[str, Any], numbers: Mapping[str, int]
) -> tuple[list[int], int]:
    """The places of the moves from a place on, and where the tokens end that are nothing but known moves and numbers."""
    found: list[int] = []
    for place in range(first, limit):
        token = tokens[place]
        if token in numbers:
            continue
        if token not in known or not token[0].isalpha():
            return found, place
        found.append(place)
    return found, max(first, limit)


def sorted_postings(numbers: bytes, places: bytes, bits: int) -> tuple[bytes, bytes]:
    """The numbers of positions, words of eight bytes, as buckets by their first bits, and where each bucket ends.

    places: two bytes for each number. In its bucket a number has four bytes: the sixteen bits that follow, and its place;
    they rise. Both lists are words of four bytes.
    """
    buckets: list[list[int]] = [[] for _ in range(1 << bits)]
    words, owners = array("Q", numbers), array("H", places)
    for number, place in zip(words, owners, strict=True):
        buckets[number >> (64 - bits)].append((number >> (48 - bits) & 0xFFFF) << 16 | place)
    postings = array("I", chain.from_iterable(map(sorted, buckets)))
    return postings.tobytes(), array("I", accumulate(map(len, buckets))).tobytes()


def grouped_places(groups: bytes, places: bytes, count: int) -> tuple[bytes, bytes]:
    """Places, two bytes each, put together by their groups; how many each group has, four bytes each, and the places.

    groups: the number of the group of each place, four bytes; there are `count` of them.
    """
    grouped = [array("H") for _ in range(count)]
    for group, place in zip(array("I", groups), array("H", places), strict=True):
        grouped[group].append(place)
    return array("I", map(len, grouped)).tobytes(), b"".join(map(array.tobytes, grouped))


if CORE is not None:
    from fairyscore.notation.kernel._core import grouped_places as grouped_places
    from fairyscore.notation.kernel._core import line_ends as line_ends
    from fairyscore.notation.kernel._core import plain_moves as plain_moves
    from fairyscore.notation.kernel._core import sorted_postings as sorted_postings
    from fairyscore.notation.kernel._core import tokens as tokens
    from fairyscore.notation.kernel._core import usual_tags as usual_tags


def core_of(cells: int) -> ModuleType | None:
    """The compiled module for boards of so many cells; None where nothing is compiled.

    That for large boards is loaded when it is first wanted. `LIMITS` of each say what it holds.
    """
    if CORE is None or cells <= CORE.LIMITS["cells"]:
        return CORE
    try:
        large = import_module("fairyscore.notation.kernel._large")
    except ImportError:
        return CORE
    return large


def missing_core() -> str:
    """Why there is no compiled core, half a sentence; empty where there is one."""
    return STATUS if CORE is None else ""


class ThreadScanners(local):
    """The scanners of the thread that asks: a scanner holds the position that it plays on, so no two threads share one."""

    def __init__(self) -> None:
        self.made: dict[Any, Any] = {}
