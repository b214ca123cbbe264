"""What games go by: the parts that an archive is cut into with their file names, and the keys that put one in order.

No game goes nowhere.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> game = Validator().judge(GameText(1, '[White "Anna"]\\n[Black "Bert"]\\n[Date "1990.05.??"]\\n\\n1. e4 1-0', 1))
>>> [cut_named(name)(game, 2500) for name in ("variant", "player", "year", "month", "count:1000", "tag:ECO")]
[('chess',), ('Anna', 'Bert'), ('1990',), ('1990-05',), ('00003',), ('',)]
>>> ORDERS["date"](game).split()[0], ORDERS["plies"](game)
('1990.05.??', '000000001')
"""

import re
from collections.abc import Callable
from typing import Final

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import SEATING
from fairyscore.notation.stats.summary import name_of, names_of, result_of
from fairyscore.notation.text import shown

Cut = Callable[[Verdict, int], tuple[str, ...]]
"""The parts that a game goes to, given how many games came before it; an empty text stands for those that do not say."""

LAST: Final = "\U0010ffff"
"""Stands for a missing value, and sorts after all values."""

_DATE = re.compile(r"([0-9?]{4})(?:[.\-/]([0-9?]{2}))?(?:[.\-/]([0-9?]{2}))?")
_KNOWN_DATE = re.compile(r"([0-9]{4})(?:[.\-/]([0-9]{2}))?")
_NUMBER = re.compile("[0-9]{1,18}")
_COUNT = re.compile(r"count:([0-9]{1,9})")
_TAG = re.compile(r"tag:([A-Za-z0-9_]{1,255})")


def _known_value(verdict: Verdict, tag: str) -> str:
    """The value of a tag, empty where that says nothing."""
    value = " ".join(verdict.tags.get(tag, "").split())
    return "" if value in UNKNOWN else value


def _variant(verdict: Verdict) -> str:
    return "" if verdict.game is None else name_of(verdict.game)


# -- parts ------------------------------------------------------------------------------------------------------------


class UnknownCut(FairyscoreError, ValueError):
    """A way to cut that nobody knows; one sentence, fit for a terminal."""


def cut_named(name: str) -> Cut:
    """The way to cut of a name, such as `player` or `count:1000`. Raises `UnknownCut`."""
    if name in CUTS:
        return CUTS[name]
    counted, tagged = _COUNT.fullmatch(name), _TAG.fullmatch(name)
    if counted is not None and int(counted[1]):
        most = int(counted[1])
        return lambda _, before: (f"{before // most + 1:05}",)
    if tagged is not None:
        return _by_tag(tagged[1])
    raise UnknownCut(f"cannot split by '{shown(name)}'; there are {', '.join(CUTS)}, count:1000, tag:ECO")


def _players(verdict: Verdict, _before: int) -> tuple[str, ...]:
    """All its players, each once; of a game that nobody knows, whoever the tags name."""
    seats = SEATING[max(SEATING)] if verdict.game is None else verdict.game.seats
    return tuple(dict.fromkeys(name for name, _, _ in names_of(verdict.tags, seats))) or ("",)


def _by_date(parts: int) -> Cut:
    """By the year, or with `parts` 2 the month; a year of which the month is not known stands alone."""

    def cut(verdict: Verdict, _before: int) -> tuple[str, ...]:
        found = _KNOWN_DATE.match(verdict.tags.get("Date", ""))
        return ("-".join(filter(None, found.groups()[:parts])) if found else "",)

    return cut


def _by_tag(name: str) -> Cut:
    return lambda verdict, _: (_known_value(verdict, name),)


CUTS: Final[dict[str, Cut]] = {
    "variant": lambda verdict, _: (_variant(verdict),),
    "player": _players,
    "year": _by_date(1),
    "month": _by_date(2),
    "event": _by_tag("Event"),
    "site": _by_tag("Site"),
    # With letters for what no file may be called: `1_2-1_2`, `open`.
    "result": lambda verdict, _: (result_of(verdict).replace("/", "_").replace("*", "open"),),
    "white": _by_tag("White"),
    "black": _by_tag("Black"),
}
"""By name; `count:N` and `tag:NAME` come besides."""


# -- order ------------------------------------------------------------------------------------------------------------


def _key(verdict: Verdict, tag: str) -> str:
    """The sort key of a game's tag: in any letter case, round 2 before round 10."""
    if tag == "Variant":
        return _variant(verdict) or LAST
    if tag == "Date":  # as PGN has it: a question mark comes after every digit
        found = _DATE.match(verdict.tags.get("Date", ""))
        year, month, day = found.groups() if found else (None, None, None)
        return f"{year or '????'}.{month or '??'}.{day or '??'}"
    text = _known_value(verdict, tag)
    return _NUMBER.sub(lambda number: number[0].zfill(18), text.casefold()) if text else LAST


def _by(*tags: str) -> Callable[[Verdict], str]:
    """By the values of tags in turn."""
    return lambda verdict: " \x01 ".join(_key(verdict, tag) for tag in tags)


ORDERS: Final[dict[str, Callable[[Verdict], str]]] = {
    "date": _by("Date", "Event", "Round"),
    "event": _by("Event", "Date", "Round"),
    "white": _by("White", "Date"),
    "black": _by("Black", "Date"),
    "variant": _by("Variant", "Date", "Event", "Round"),
    "plies": lambda verdict: f"{verdict.plies:09}",
}
"""By name, what games are compared by as texts. What a game does not say comes last."""
