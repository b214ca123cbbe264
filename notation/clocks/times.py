"""Times in the commands of comments: time left (`clk`), time used on a move (`emt`), and when a move was made.

Durations are whole milliseconds. They are read in the forms that programs write: `h:mm:ss` with parts of a second, `m:ss`,
`d.hh:mm:ss`, seconds alone (`102.34`), and counted units, `1d 2h 3m 4s`.
A move's date is read from `[%ccsnt 2018.10.15,20:58:08]` (correspondence chess, sent), or from the plain form of this
program, `[%date 2026.11.21 18:30]`; seconds and the time of day may be left out. A time zone may follow, `Z`,
`UTC` or `+01:00`; dates without one are compared as if all were of one zone. `[%received 2026.11.20]` is when the player
got the move that this one answers. `[%ts]` and `[%timestamp]` are not read: they are positions in a video, or tenths of
a second.

>>> times = times_of(Comment("[%ccsnt 2018.10.15,20:58:08] [%emt 1d 2h]"))
>>> str(times.moved), write_duration(times.used or 0)
('2018.10.15 20:58:08', '26:00:00')
"""

import datetime
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fairyscore.notation.records.marks import commands_in
from fairyscore.notation.records.tree import Comment

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}

_NUMBER = "[0-9]{1,9}"  # no game lasts longer; a longer number is a mistake or an attack

_CLOCK = re.compile(
    rf"(?:(?:(?P<d>{_NUMBER})\.(?=[0-9]+:[0-9]+:))?(?:(?P<h>{_NUMBER}):)?(?P<m>{_NUMBER}):)?"
    rf"(?P<s>{_NUMBER})(?:\.(?P<part>[0-9]{{1,9}}))?"
)
_COUNTED = re.compile(
    rf"(?=[0-9])(?:(?P<d>{_NUMBER})\s*d)?\s*(?:(?P<h>{_NUMBER})\s*h)?\s*(?:(?P<m>{_NUMBER})\s*m)?\s*"
    rf"(?:(?P<s>{_NUMBER})\s*s)?"
)
_TIME_STAMP = re.compile(
    r"([0-9]{4})([.\-/])([0-9]{1,2})\2([0-9]{1,2})(?:(?:\s*,\s*|\s+|T)([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?"
    r"(?:\s*(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?)?"
)
_ZONES = {None: "", "UTC": "Z", "GMT": "Z"}
_LONGEST = 64

_LIMITS = {"s": 60, "m": 60, "h": 24}  # of a part that is not the first one: 1:60 is no time, 90 seconds alone are


def read_duration(text: str) -> int | None:
    """The milliseconds of a duration; None if the text is none.

    >>> [read_duration(text) for text in ("0:01:02", "1:02.5", "102.34", "2.03:04:05", "1d 2h", "1:99", "-3", "")]
    [62000, 62500, 102340, 183845000, 93600000, None, None, None]
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    found = _CLOCK.fullmatch(text) or _COUNTED.fullmatch(text)
    if found is None:
        return None
    numbers = {unit: int(found[unit]) for unit in "dhms" if found[unit] is not None}
    greatest = next(iter(numbers))
    if any(number >= _LIMITS[unit] for unit, number in numbers.items() if unit != greatest):
        return None
    whole = sum(number * UNITS[unit] for unit, number in numbers.items())
    decimals = found["part"] if found.re is _CLOCK else None
    return whole + int(f"{decimals or ''}000"[:3])


def write_duration(duration: int) -> str:
    """A duration in milliseconds as `h:mm:ss`, with decimals if it has any; `read_duration` reads it back.

    >>> write_duration(62_500), write_duration(26 * HOUR)
    ('0:01:02.5', '26:00:00')
    """
    seconds, part = divmod(duration, SECOND)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{part:03}".rstrip("0") if part else ""
    return f"{hours}:{minutes:02}:{seconds:02}{fraction}"


def spoken(duration: int) -> str:
    """A duration in milliseconds for people, in its two greatest units.

    >>> spoken(3 * DAY + 4 * HOUR + MINUTE), spoken(59 * SECOND), spoken(1500), spoken(0)
    ('3 days 4 h', '59 s', '1.5 s', '0 s')
    """
    if duration < MINUTE:
        return f"{duration / SECOND:g} s"
    names = (("day", DAY), ("h", HOUR), ("min", MINUTE), ("s", SECOND))
    first = next(at for at, (_, unit) in enumerate(names) if duration >= unit)
    parts = []
    for name, unit in names[first : first + 2]:
        number, duration = divmod(duration, unit)
        plural = "s" if name == "day" and number != 1 else ""
        parts += [f"{number:,} {name}{plural}"] if number else []
    return " ".join(parts)


class TimeStamp(NamedTuple):
    """When something happened.

    time: of day, with its zone if the text has one; None if the text has only the day.
    """

    day: datetime.date
    time: datetime.time | None = None

    def __str__(self) -> str:
        day = self.day.isoformat().replace("-", ".")
        clock = "" if self.time is None else self.time.isoformat("seconds")
        return f"{day} {clock[:8]} {clock[8:]}".rstrip()


def read_time_stamp(text: str) -> TimeStamp | None:
    """A date, with or without a time of day; None if the text is none.

    >>> str(read_time_stamp("2026.11.21 18:30")), str(read_time_stamp("2026-11-21")), read_time_stamp("2026.13.01")
    ('2026.11.21 18:30:00', '2026.11.21', None)
    >>> str(read_time_stamp("2026-11-21T18:30+01:00"))
    '2026.11.21 18:30:00 +01:00'
    """
    found = _TIME_STAMP.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        return None
    year, _, month, day, hour, minute, second, zone = found.groups()
    try:
        clock = f"{hour or 0:0>2}:{minute or '00'}:{second or '00'}{_ZONES.get(zone, zone)}"
        time = datetime.time.fromisoformat(clock)
        return TimeStamp(datetime.date(int(year), int(month), int(day)), None if hour is None else time)
    except ValueError:  # a 13th month, a 30th of February
        return None


def between(first: TimeStamp, second: TimeStamp) -> int:
    """The milliseconds from one time stamp to another, negative if the second is earlier.

    Whole days are counted if one of them has no time of day. Zones count only if both have one.

    >>> a = TimeStamp(datetime.date(2026, 1, 1), datetime.time(23))
    >>> b = TimeStamp(datetime.date(2026, 1, 2), datetime.time(1))
    >>> between(a, b) // HOUR, between(a, TimeStamp(b.day)) // HOUR, between(b, a) // HOUR
    (2, 24, -2)
    """
    if first.time is None or second.time is None:
        return (second.day - first.day).days * DAY
    begin = datetime.datetime.combine(first.day, first.time)
    end = datetime.datetime.combine(second.day, second.time)
    if begin.tzinfo is None or end.tzinfo is None:
        begin, end = begin.replace(tzinfo=None), end.replace(tzinfo=None)
    return (end - begin) // datetime.timedelta(milliseconds=1)


# -- in comments ------------------------------------------------------------------------------------------------------


class Times(NamedTuple):
    """The times in the comments on a move. Durations are in milliseconds; None for what no comment has.

    left: on the player's clock.
    used: on this move.
    moved: when the move was made.
    unreadable: commands for a time that none can be read from, as they are written.
    received: when the player got the move before it.
    """

    left: int | None = None
    used: int | None = None
    moved: TimeStamp | None = None
    unreadable: tuple[str, ...] = ()
    received: TimeStamp | None = None


_COMMANDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "clk": ("left", read_duration),
    "emt": ("used", read_duration),
    "ccsnt": ("moved", read_time_stamp),
    "date": ("moved", read_time_stamp),
    "received": ("received", read_time_stamp),
}


def times_of(*comments: Comment) -> Times:
    """The times in the comments on one move; the first of a kind counts. Never raises: see `Times.unreadable`."""
    found: dict[str, Any] = {}
    unreadable: list[str] = []
    for command in commands_in(comments):
        if command.name not in _COMMANDS:
            continue
        field, read = _COMMANDS[command.name]
        value = read(command.argument)
        if value is None:
            unreadable.append(str(command))
        else:
            found.setdefault(field, value)
    return Times(**found, unreadable=tuple(unreadable))
