"""What an archive is put in order by. What a game does not say comes last.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> tags = ('[Date "1990.05.??"]', '[Date "1990.05.02"]', '[Event "?"]', '[Date "1851.06.21"]')
>>> games = [Validator().judge(GameText(1, f"{tag}\\n\\n1. e4 *", 1)) for tag in tags]
>>> [ORDERS["date"](game).split()[0] for game in sorted(games, key=ORDERS["date"])]
['1851.06.21', '1990.05.02', '1990.05.??', '????.??.??']
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.stats.summary import name_of

LAST: Final = "\U0010ffff"
"""Stands for what is not said, behind all that is."""

BETWEEN: Final = " \x01 "

_NUMBER = re.compile("[0-9]{1,18}")
_DATE = re.compile(r"([0-9?]{4})(?:[.\-/]([0-9?]{2}))?(?:[.\-/]([0-9?]{2}))?")


def _said(verdict: Verdict, tag: str) -> str:
    """The value of a tag whatever its letter case, numbers in it as numbers: round 2 before round 10."""
    value = " ".join(verdict.tags.get(tag, "").split())
    if value in UNKNOWN:
        return LAST
    return _NUMBER.sub(lambda number: number[0].zfill(18), value.casefold())


def _date(verdict: Verdict) -> str:
    """A date as PGN has it, in which a question mark comes behind every digit."""
    found = _DATE.match(verdict.tags.get("Date", ""))
    year, month, day = found.groups() if found else (None, None, None)
    return f"{year or '????'}.{month or '??'}.{day or '??'}"


def _by(*tags: str) -> Callable[[Verdict], str]:
    """By the values of tags in turn."""
    return lambda verdict: BETWEEN.join(_date(verdict) if tag == "Date" else _said(verdict, tag) for tag in tags)


_BY_DATE = _by("Date", "Event", "Round")


def _by_variant(verdict: Verdict) -> str:
    return BETWEEN.join((LAST if verdict.game is None else name_of(verdict.game), _BY_DATE(verdict)))


ORDERS: Final[dict[str, Callable[[Verdict], str]]] = {
    "date": _BY_DATE,
    "event": _by("Event", "Date", "Round"),
    "white": _by("White", "Date"),
    "black": _by("Black", "Date"),
    "variant": _by_variant,
    "plies": lambda verdict: f"{verdict.plies:09}",
}
"""By name, what games are compared by as texts."""
