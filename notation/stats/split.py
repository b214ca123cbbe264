"""How an archive is cut: into which parts a game goes, by what its tags and moves say. No game goes nowhere.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> game = Validator().judge(GameText(1, '[White "Anna"]\\n[Black "Bert"]\\n[Date "1990.05.??"]\\n\\n1. e4 1-0', 1))
>>> [cut_named(name)(game, 2500) for name in ("variant", "player", "year", "month", "count:1000", "tag:ECO")]
[('chess',), ('Anna', 'Bert'), ('1990',), ('1990-05',), ('00003',), ('',)]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.seats import SEATING
from fairyscore.notation.stats.endings import result_of
from fairyscore.notation.stats.players import names_of
from fairyscore.notation.stats.summary import name_of
from fairyscore.notation.text import shown

Cut = Callable[[Verdict, int], tuple[str, ...]]
"""The parts that a game goes to, given how many games came before it; an empty text stands for those that do not say."""

_DATE = re.compile(r"([0-9]{4})(?:[.\-/]([0-9]{2}))?")
_COUNT = re.compile(r"count:([0-9]{1,9})")
_TAG = re.compile(r"tag:([A-Za-z0-9_]{1,255})")


class UnknownCut(ValueError):
    """A way to cut that nobody knows; one sentence, fit for a terminal."""


def cut_named(name: str) -> Cut:
    """The way to cut of a name, such as `player` or `count:1000`. Raises `UnknownCut`."""
    if name in CUTS:
        return CUTS[name]
    counted, tagged = _COUNT.fullmatch(name), _TAG.fullmatch(name)
    if counted is not None and int(counted[1]):
        return _counted(int(counted[1]))
    if tagged is not None:
        return _tagged(tagged[1])
    raise UnknownCut(f"nothing is cut by '{shown(name)}'; there are {', '.join(CUTS)}, count:1000, tag:ECO")


def _variant(verdict: Verdict, _before: int) -> tuple[str, ...]:
    return ("" if verdict.game is None else name_of(verdict.game),)


def _player(verdict: Verdict, _before: int) -> tuple[str, ...]:
    """All its players, each once; of a game that nobody knows, whoever the tags name."""
    seats = SEATING[max(SEATING)] if verdict.game is None else verdict.game.seats
    return tuple(dict.fromkeys(name for name, _, _ in names_of(verdict.tags, seats))) or ("",)


def _year(verdict: Verdict, _before: int) -> tuple[str, ...]:
    found = _DATE.match(verdict.tags.get("Date", ""))
    return (found[1] if found else "",)


def _month(verdict: Verdict, _before: int) -> tuple[str, ...]:
    """The month, else the year, of which then the month is not known."""
    found = _DATE.match(verdict.tags.get("Date", ""))
    return ("-".join(filter(None, found.groups())) if found else "",)


def _result(verdict: Verdict, _before: int) -> tuple[str, ...]:
    """With letters for what no file may be called: `1_2-1_2`, `open`."""
    return (result_of(verdict).replace("/", "_").replace("*", "open"),)


def _tagged(name: str) -> Cut:
    """By the value of a tag."""

    def parts(verdict: Verdict, _before: int) -> tuple[str, ...]:
        value = " ".join(verdict.tags.get(name, "").split())
        return ("" if value in UNKNOWN else value,)

    return parts


def _counted(most: int) -> Cut:
    """So many games to a part, in their order."""

    def parts(_verdict: Verdict, before: int) -> tuple[str, ...]:
        return (f"{before // most + 1:05}",)

    return parts


CUTS: Final[dict[str, Cut]] = {
    "variant": _variant,
    "player": _player,
    "year": _year,
    "month": _month,
    "event": _tagged("Event"),
    "site": _tagged("Site"),
    "result": _result,
    "white": _tagged("White"),
    "black": _tagged("Black"),
}
"""By name; `count:N` and `tag:NAME` come besides."""
