"""The dates of letters: what is held against them, and why one is doubtful.

>>> from datetime import datetime
>>> from fairyscore.notation.editing.score_sheet import appended, with_comments
>>> record = with_comments(appended(Record("chess"), ["e4"]).record, "[%date 2026.03.02 18:30]")
>>> why_doubtful(datetime(2026, 3, 1, 9), ["e5"], record, Event())
'its date, 2026.03.01 09:00:00, is before the move that it answers (2026.03.02 18:30:00)'
>>> why_doubtful(datetime(2026, 3, 3, 9), ["e5"], record, Event())
''
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fairyscore.notation.clocks.audit import audit
from fairyscore.notation.clocks.times import TimeStamp, between, times_of
from fairyscore.notation.editing.score_sheet import appended, date_note, with_comments
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.tree import Comment, Record

CLOCKS_APART: Final = datetime.timedelta(days=1)
"""How far ahead a date may be: clocks go wrong, and a zone may be missing."""


def _as_it_is(record: Record) -> Record:
    return record


def _no_languages(_mailbox: str) -> tuple[str, ...]:
    return ()


def _no_ruling(_record: Record) -> str:
    return ""


class Event(NamedTuple):
    """The facts of an event that letters are held against besides the record.

    now: when they are read, None where that does not matter.
    with_leave: gives a record the leave of its players that stands elsewhere.
    ruling: the result that an arbiter has given a game, empty where none has.
    languages_of: the languages of the earlier letters from a mailbox.
    """

    now: datetime.datetime | None = None
    with_leave: Callable[[Record], Record] = _as_it_is
    ruling: Callable[[Record], str] = _no_ruling
    languages_of: Callable[[str], tuple[str, ...]] = _no_languages


def why_doubtful(date: datetime.datetime | None, moves: Sequence[str], record: Record, event: Event) -> str:
    """Why a letter cannot have been sent when it says; empty where nothing speaks against it.

    moves: those that it makes, in the letters of the game; none where it ends the game otherwise.
    """
    if why := why_impossible(date, record, event):
        return why
    return _overstepped(date, moves, record, event) if date is not None and moves else ""


def why_impossible(date: datetime.datetime | None, record: Record, event: Event) -> str:
    """Why a move cannot have been made on a date; empty where nothing speaks against it.

    >>> why_impossible(None, Record("chess"), Event())
    ''
    """
    before = last_date(record)
    if date is None:
        is_received = event.now is not None
        return "it has no date, and the moves of the record have" if is_received and before is not None else ""
    sent = stamp_of(record, date)
    if event.now is not None and _utc(date) > _utc(event.now) + CLOCKS_APART:
        return f"its date, {sent}, lies in the future"
    if before is not None and between(before, sent) < 0:
        return f"its date, {sent}, is before the move that it answers ({before})"
    return ""


def last_date(record: Record) -> TimeStamp | None:
    """When the last move was made, or the last one before it that has a date."""
    dates = (times_of(*ply.comments).moved for ply in reversed(record.line.plies))
    return next((date for date in dates if date is not None), None)


def stamp_of(record: Record, date: datetime.datetime) -> TimeStamp:
    """A date as it is read from the record, once it is noted there."""
    found = times_of(Comment(date_note(record, date))).moved
    assert found is not None  # what is written is read
    return found


def _overstepped(date: datetime.datetime, moves: Sequence[str], record: Record, event: Event) -> str:
    first = appended(record, moves[:1]).record
    faults = audit(event.with_leave(with_comments(first, date_note(record, date)))).faults
    over = RecordCode.TIME_OVERSTEPPED
    found = next((fault for fault in faults if fault.code is over and fault.ply == len(first.line.plies)), None)
    seat = record.game.seats[record.end().turn].name
    return f"the time of {seat} was over then, overstepped by {found.facts['over']}" if found else ""


def _utc(date: datetime.datetime) -> datetime.datetime:
    return date.replace(tzinfo=datetime.UTC) if date.tzinfo is None else date
