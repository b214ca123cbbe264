"""What a tag TimeControl allows (PGN 9.6.1), and the forms that correspondence servers use.

Read: periods between colons, each `moves/time`, `time` or `*time` (an hourglass), the first two also with `+increment`.
A time is in seconds, or has a unit, as in `10/50d`; so do the words "10 moves in 50 days", "1 in 5 days", "10 moves/50
days", "50 days for 10 moves" and "3 days per move", and `?` (unknown) and `-` (none). Behind a comma may stand what ICCF
2.4.2 charges: `whole days` (a started day is free) and `double after 20d` (what a single move uses beyond that counts
twice). Neither holds unless it is declared.

How it is played: time that is saved in a period is carried over to the next one, and the last period begins again where
it has moves. In a period of a single move (`1/259200`) nothing is saved: each move has the same time, as at the servers
that write it. The increment is added after each move. An hourglass gives the time that one player uses to the other.

>>> control = read_control("10 moves in 50 days, double after 20 days")
>>> control.periods, str(control)
((Period(moves=10, time=4320000000, increment=0, hourglass=False),), '10 moves in 50 days, double after 20 days')
>>> read_control("quick") is None
True
"""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from fairyscore.notation.clocks.times import DAY, SECOND, UNITS, spoken

_UNIT = r"(?:d|days?|h|hours?|m|min|minutes?|s|sec|seconds?)"
_TIME = rf"[0-9]{{1,9}}(?:\.[0-9]{{1,3}})?(?:\s?{_UNIT})?"
_MOVES = "[1-9][0-9]{0,3}"
_INCREMENT = rf"(?:\s?\+\s?(?P<increment>{_TIME}))?"

_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<moves>{_MOVES})(?:\s?moves?)?\s?/\s?(?P<time>{_TIME}){_INCREMENT}",
        rf"(?P<time>{_TIME}){_INCREMENT}",
        rf"(?P<hourglass>\*)(?P<time>{_TIME})",
        rf"(?P<moves>{_MOVES})(?: moves?)? (?:in|per) (?P<time>{_TIME}){_INCREMENT}",
        rf"(?P<time>{_TIME})(?: for | per |\s?/\s?)(?P<moves>{_MOVES}) moves?",
        rf"(?P<time>{_TIME})(?P<each>\s?/\s?| per )move",
    )
)
_DOUBLE = re.compile(rf"doubled? after ({_TIME})")
_PARTS = re.compile(r"([0-9]+)(?:\.([0-9]+))?\s?([a-z]?)[a-z]*")
_LONGEST = 200

WHOLE_DAYS = "whole days"


class Period(NamedTuple):
    """So many moves in so much time, in milliseconds. moves: 0 for the rest of the game."""

    moves: int
    time: int
    increment: int = 0
    hourglass: bool = False

    def __str__(self) -> str:
        more = f" and {spoken(self.increment)} for each move" if self.increment else ""
        if self.hourglass:
            return f"an hourglass of {spoken(self.time)}"
        if not self.moves:
            return f"{spoken(self.time)} for the game{more}"
        moves = "each move" if self.moves == 1 else f"{self.moves} moves"
        return f"{moves} in {spoken(self.time)}{more}"


@dataclass(frozen=True, slots=True)
class Control:
    """A time control. periods: none where the time is unknown, or not limited.

    whole_days: only whole days of a move are charged. double_after: what a move uses beyond it counts twice; 0 for never.
    """

    periods: tuple[Period, ...] = ()
    unlimited: bool = False
    whole_days: bool = False
    double_after: int = 0

    def charged(self, used: int) -> int:
        """The time that is charged for a move on which so much was used.

        >>> read_control("10/50d, whole days, double after 20d").charged(23 * DAY + 1) // DAY  # the example of ICCF 2.4.2
        26
        """
        if self.whole_days:
            used -= used % DAY
        return used + max(0, used - self.double_after) if self.double_after else used

    def __str__(self) -> str:
        options = [WHOLE_DAYS] if self.whole_days else []
        options += [f"double after {spoken(self.double_after)}"] if self.double_after else []
        return ", ".join([", then ".join(map(str, self.periods)), *options])


UNKNOWN: Final = Control()
UNLIMITED: Final = Control(unlimited=True)
_SIGNS: Final = {"": UNKNOWN, "?": UNKNOWN, "-": UNLIMITED}


def read_control(text: str) -> Control | None:
    """The time control that a tag names, or None where it names none. Raises nothing."""
    text = " ".join(text.lower().split()) if len(text) <= _LONGEST else "too long"
    if text in _SIGNS:
        return _SIGNS[text]
    periods_text, *options = (part.strip() for part in text.split(","))
    periods = [_period(part.strip()) for part in periods_text.split(":")]
    double = 0
    for option in options:
        found = _DOUBLE.fullmatch(option)
        if found is None and option != WHOLE_DAYS:
            return None
        double = _time(found[1]) if found else double
    whole = tuple(period for period in periods if period is not None)
    return Control(whole, whole_days=WHOLE_DAYS in options, double_after=double) if len(whole) == len(periods) else None


def _period(text: str) -> Period | None:
    found = next(filter(None, (form.fullmatch(text) for form in _FORMS)), None)
    if found is None:
        return None
    parts = found.groupdict()
    moves = 1 if parts.get("each") else int(parts.get("moves") or 0)
    return Period(moves, _time(found["time"]), _time(parts.get("increment") or "0"), bool(parts.get("hourglass")))


def _time(text: str) -> int:
    found = _PARTS.fullmatch(text)
    assert found is not None
    number, part, unit = found.groups()
    unit_time = UNITS[unit or "s"]
    return int(number) * unit_time + int(f"{part or ''}000"[:3]) * unit_time // SECOND
