"""Whether two records with the same moves are of one game, by what else they say.

Long games are not played twice: from `LONG` plies on the same moves are the same game unless the players or the result
say otherwise. Short ones are (an agreed draw, a trap that many fall into), so dates and rounds must agree as well, and a
player must be known. What one record does not say, it does not deny.

>>> a = Facts(("Carlsen, Magnus", "Anand, V"), "2013.11.22", "10", "1/2-1/2")
>>> b = Facts(("Magnus Carlsen", "Anand"), "2013.??.??", "?", "*")
>>> alike(a, b, 12), alike(a, b._replace(date="2014.11.22"), 12), alike(a, b._replace(date="2014.11.22"), 60)
(True, False, True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from fairyscore.notation.records.tree import UNKNOWN, Record

LONG: Final = 30
"""Plies."""

_WORD = re.compile(r"[^\W_]+")
_DATE = re.compile(r"([0-9?]{1,4})(?:[.\-/]([0-9?]{1,2}))?(?:[.\-/]([0-9?]{1,2}))?")


class Facts(NamedTuple):
    """What a record says of its game. names: of the players by seat, empty where not known; the rest as in the tags."""

    names: tuple[str, ...]
    date: str = ""
    round: str = ""
    result: str = "*"

    @property
    def anonymous(self) -> bool:
        """Whether no player is known."""
        return not any(self.names)


def facts_of(record: Record) -> Facts:
    """What the tags of a record say."""
    tags = dict(record.tags)
    names = [" ".join(tags.get(seat.name.capitalize(), "").split()) for seat in record.game.seats]
    known = tuple("" if name in UNKNOWN else name for name in names)
    return Facts(known, tags.get("Date", ""), tags.get("Round", ""), record.result)


def alike(one: Facts, other: Facts, plies: int) -> bool:
    """Whether two records with the same moves, so many plies, may be of one game."""
    return not differences(one, other, plies)


def differences(one: Facts, other: Facts, plies: int) -> tuple[str, ...]:
    """What tells two games with the same moves apart; nothing where they are one."""
    found = []
    if "*" not in (one.result, other.result) and one.result != other.result:
        found.append("results")
    if not all(same_name(a, b) for a, b in zip_longest(one.names, other.names, fillvalue="")):
        found.append("players")
    if plies < LONG:
        if not any(a and b for a, b in zip(one.names, other.names, strict=False)) and not found:
            found.append("players, who are not known")
        if not _agree(_date(one.date), _date(other.date)):
            found.append("dates")
        if not _agree((one.round,), (other.round,)):
            found.append("rounds")
    return tuple(found)


def same_name(one: str, other: str) -> bool:
    """Whether two texts may be the name of one player: each word of the shorter one is in the other, or begins one there.

    >>> same_name("Carlsen, M.", "Magnus Carlsen"), same_name("Anna Smith", "Bob Smith"), same_name("", "Anna")
    (True, False, True)
    """
    few, many = sorted((_words(one), _words(other)), key=len)
    return all(any(word.startswith(part) or part.startswith(word) for word in many) for part in few)


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without accents and letter case."""
    plain = "".join(char for char in normalize("NFKD", name[:200]) if not combining(char))
    return tuple(_WORD.findall(plain.casefold()))


def _date(text: str) -> tuple[str, ...]:
    found = _DATE.match(text)
    return tuple(part or "" for part in found.groups()) if found else ()


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether no part that both say is another."""
    pairs = zip(one, other, strict=False)
    return all(a == b or not (_says(a) and _says(b)) for a, b in pairs)


def _says(part: str) -> bool:
    return part.strip("?-. ") != ""
