"""Ranges of numbers, dates and times, as a query names them: `20..60`, `> 2600`, `1990..2000`, `< 0:10`."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

OPERATORS: Final = (">=", "<=", ">", "<", "=")

_DATE = re.compile(r"([0-9]{4})(?:[.\-/]([0-9?]{1,2}))?(?:[.\-/]([0-9?]{1,2}))?")


class NumberRange(NamedTuple):
    """Numbers from a lowest to a highest one; None for no bound."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def holds(self, other: NumberRange) -> bool:
        """True if all numbers of another span, which has both bounds, are in it."""
        return other.low in self and other.high in self

    def within(self, low: int, high: int) -> tuple[int, int]:
        """Both bounds, no further than these."""
        return max(low, low if self.low is None else self.low), min(high, high if self.high is None else self.high)

    @classmethod
    def compared(cls, operator: str, first: NumberRange) -> NumberRange:
        """The numbers that compare so with a span: `>` has those after its end."""
        if operator == ">":
            return cls(None if first.high is None else first.high + 1)
        if operator == "<":
            return cls(None, None if first.low is None else first.low - 1)
        return {">=": cls(first.low), "<=": cls(None, first.high)}.get(operator, first)

    def __str__(self) -> str:
        return self.written(str)

    def written(self, write: Callable[[int], str]) -> str:
        """The span in the words of queries. write: from a number to its text."""
        low = "" if self.low is None else write(self.low)
        high = "" if self.high is None else write(self.high)
        if low == high:
            return f"= {low}"
        if not high:
            return f">= {low}"
        return f"{low}..{high}" if low else f"<= {high}"


def date_span(text: str) -> NumberRange | None:
    """The days of a date, of which month and day may be unknown, as numbers of days; None where it is none.

    >>> [tuple(map(write_date, date_span(text))) for text in ("1990", "1990.05.??", "1990-05-21")]
    [('1990.01.01', '1990.12.31'), ('1990.05.01', '1990.05.31'), ('1990.05.21', '1990.05.21')]
    >>> date_span("????.05.01"), date_span("1990.02.30")
    (None, None)
    """
    found = _DATE.match(text)
    if found is None:
        return None
    year, month, day = (int(part) if part and part.isdigit() else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day if month and day else 1).toordinal()
        last = date(year, month or 12, monthrange(year, month or 12)[1]).toordinal()
    except ValueError:  # a 13th month, a 30th of February, the year 0
        return None
    return NumberRange(first, first if month and day else last)


def write_date(number: int) -> str:
    """A day as queries have it."""
    day = date.fromordinal(min(max(number, 1), date.max.toordinal()))
    return day.isoformat().replace("-", ".")
