"""The audit of a game's time: what each player used, and who overstepped the control, and when.

What a move used is its `[%emt]`; where it has none, the time since the move before it, of whichever player, by the dates
of both, or since `[%received DATE]`; where it has no date either, what its `[%clk]` is less than it would be, increments
counted. Leave (the tags WhiteLeave, BlackLeave: `2026.03.01-2026.03.14`, several between commas) is not counted. The first
move counts from a date in front of the moves, or else from the tags Date and Time; where that is later than the move, it is
no start of the game and is passed over. A move whose time cannot be told costs nothing.

>>> from fairyscore.notation.records.tree import Comment, MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> e4 = Ply(Move(12, 28), (), (Comment("[%date 2026.11.02]"),))
>>> e5 = Ply(Move(52, 36), (), (Comment("[%date 2026.11.09]"),))
>>> record = Record("chess", (("Date", "2026.11.01"), ("TimeControl", "1/259200")), MoveLine((e4, e5)))
>>> result = audit(record)
>>> [str(account) for account in result.accounts]
['white: 1 move, 1 day used, 3 days left', 'black: 1 move, 7 days used, overstepped at ply 2']
>>> [(fault.trouble.value, fault.ply, fault.facts["over"]) for fault in result.faults]
[('time-overstepped', 2, '4 days')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import time, timedelta
from itertools import zip_longest
from typing import NamedTuple

from fairyscore.notation.clocks.control import UNKNOWN, Control, Period, read_control
from fairyscore.notation.clocks.times import Times, TimeStamp, between, read_moment, spoken, times_of
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.tree import Record, settle
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown


class TimeFault(NamedTuple):
    """Something wrong with the time. ply: of the main line, 0 where it is about the tag TimeControl."""

    trouble: RecordCode
    ply: int
    facts: Mapping[str, Fact]


@dataclass(slots=True)
class Account:
    """A player's time, in milliseconds.

    untold: moves whose time cannot be told. left: on his clock as it stands behind his last move; None without a control.
    overstepped: the plies at which he had no time left, the first of each period. to_move: whether the game waits for him.
    """

    player: str
    moves: int = 0
    untold: int = 0
    used: int = 0
    left: int | None = None
    to_move: bool = False
    overstepped: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        told = [f"{self.moves} move{'s' * (self.moves != 1)}", f"{spoken(self.used)} used"]
        if self.untold:
            told.append(f"{self.untold} without time")
        if self.overstepped:
            told.append(f"overstepped at ply {', '.join(map(str, self.overstepped))}")
        elif self.left is not None:
            told.append(f"{spoken(self.left)} left")
        if self.to_move:
            told.append("to move")
        return f"{self.player}: {', '.join(told)}"


class Audit(NamedTuple):
    """What came of an audit. accounts: by seat; none where no move tells its time."""

    control: Control
    accounts: tuple[Account, ...] = ()
    faults: tuple[TimeFault, ...] = ()


def audit(record: Record, today: TimeStamp | None = None) -> Audit:
    """The audit of a record's main line. Raises `PositionError` where its tag FEN is nonsense, and nothing else.

    today: also look whether who is to move in an open game has time left then.
    """
    text = record.tag("TimeControl")
    control = read_control(text)
    faults = []
    if control is None:
        faults.append(_fault(RecordCode.TIME_CONTROL, 0, control=shown(text), why="cannot be read"))
    elif len(record.game.seats) != 2 and any(period.hourglass for period in control.periods):
        why = "is an hourglass, which is for two players"
        faults.append(_fault(RecordCode.TIME_CONTROL, 0, control=shown(text), why=why))
        control = None
    times = [times_of(*ply.comments) for ply in record.line.plies]
    if all(one.used is None and one.moved is None and one.left is None for one in times):
        faults += _unreadable(times)
        if control is not None and control.periods:
            what = "there is a time control, and no move has a date, an [%emt] or a [%clk]"
            faults.append(_fault(RecordCode.TIME_MISSING, 0, what=what))
        return Audit(control or UNKNOWN, (), tuple(faults))
    if control == UNKNOWN:
        what = "the moves have times, and no tag TimeControl says how much they may use"
        faults.append(_fault(RecordCode.TIME_MISSING, 0, what=what))
    walk = _TimeWalk(record, control or UNKNOWN, faults)
    walk.moves(times)
    if today is not None and record.result == "*":
        walk.wait(today)
    return Audit(walk.control, tuple(walk.accounts), tuple(faults))


def _fault(trouble: RecordCode, ply: int, **facts: str) -> TimeFault:
    return TimeFault(trouble, ply, facts)


def _unreadable(times: list[Times]) -> Iterator[TimeFault]:
    for ply, said in enumerate(times, 1):
        for command in said.unreadable:
            yield _fault(RecordCode.TIME_UNREADABLE, ply, command=shown(command))


# -- the players' clocks ----------------------------------------------------------------------------------------------


class _Clock:
    """A player's clock: the period it is in, and the time left in it, negative where he overstepped."""

    __slots__ = ("at", "control", "left", "moves", "over")

    def __init__(self, control: Control) -> None:
        self.control = control
        self.at = self.moves = 0
        self.left = self.period.time
        self.over = False

    @property
    def period(self) -> Period:
        return self.control.periods[self.at]

    def charge(self, used: int) -> int:
        """Count a move; the time by which it oversteps, 0 where it does not, or an earlier one of the period did."""
        self.left -= self.control.charged(used)
        over = -self.left if self.left < 0 and not self.over else 0
        self.over = self.over or over > 0
        return over

    def used_by(self, left: int) -> int:
        """What a move used behind which so much is left; nothing where the clock was given time."""
        after = copy(self)
        after.go_on()
        if after.left < left:
            self.left += left - after.left
        return max(0, after.left - left)

    def go_on(self) -> None:
        """The move is made: add what the period gives for it, and begin the next one where it was the last of this."""
        period = self.period
        self.left += period.increment
        self.moves += 1
        if self.moves != period.moves:
            return
        saved = 0 if period.moves == 1 else max(0, self.left)
        self.at = min(self.at + 1, len(self.control.periods) - 1)
        self.left, self.moves, self.over = saved + self.period.time, 0, False


class _TimeWalk:
    """One going through of a main line: who moves, since when, and what his clock says.

    since: when the move was made that stands before; None where that is not known, or not to be trusted. latest: the last
    date that was told. told: the last ply of which it is told already that its time is not known.
    """

    def __init__(self, record: Record, control: Control, faults: list[TimeFault]) -> None:
        self.record = record
        self.control = control
        self.faults = faults
        seats = record.game.seats
        names = [(seat.name, shown(record.tag(seat.name.capitalize()))) for seat in seats]
        self.accounts = [Account(f"{seat} ({name})" if name else seat) for seat, name in names]
        self.clocks = [_Clock(control) for _ in seats] if control.periods else []
        self.leaves = [_leave(record.tag(f"{seat.name.capitalize()}Leave")) for seat in seats]
        self.left: dict[int, int] = {}
        self.turn = 0
        date, time = record.tag("Date"), record.tag("Time")
        self.since = times_of(*record.line.intro).moved or read_moment(f"{date} {time}".strip()) or read_moment(date)
        self.latest: TimeStamp | None = None
        self.told = 0

    def moves(self, times: list[Times]) -> None:
        """All plies in their order."""
        state = self.record.start()
        untold: list[int] = []
        for ply, (one, said) in enumerate(zip(self.record.line.plies, times, strict=True), 1):
            settle(state, one.move)
            used = self._used(ply, state.turn, said)
            if used is None and (ply > 1 or said.moved is None):
                self.accounts[state.turn].untold += 1
                if ply > self.told:
                    untold.append(ply)
            self._count(ply, state.turn, used or 0)
            state.push_unchecked(one.move)
        self.turn = state.turn
        self.faults += _unreadable(times)
        if untold:
            what = f"the time of {len(untold)} of {len(times)} moves cannot be told; they cost nothing"
            self.faults.append(_fault(RecordCode.TIME_MISSING, untold[0], what=what))
        for account, clock in zip_longest(self.accounts, self.clocks):
            account.left = None if clock is None else clock.left

    def wait(self, today: TimeStamp) -> None:
        """Look at the time of who is to move, behind the last move."""
        account = self.accounts[self.turn]
        account.to_move = True
        if not self.clocks or self.since is None or account.left is None:
            return
        used = between(self.since, today) - sum(_overlap(self.since, today, leave) for leave in self.leaves[self.turn])
        over = self.control.charged(max(0, used)) - account.left
        if over > 0:
            told = {"player": account.player, "over": spoken(over), "control": str(self.control)}
            ply = len(self.record.line.plies)
            self.faults.append(_fault(RecordCode.TIME_OVERDUE, ply, since=str(self.since), today=str(today), **told))

    def _used(self, ply: int, seat: int, said: Times) -> int | None:
        """What a move used; None where it cannot be told. A date that goes back is told, and counts for nothing."""
        since, self.since = said.received or self.since, said.moved
        used = None if since is None or said.moved is None else between(since, said.moved)
        if used is not None and since is not None and said.moved is not None:
            used -= sum(_overlap(since, said.moved, leave) for leave in self.leaves[seat])
        if said.moved is not None:
            if self.latest is not None and between(self.latest, said.moved) < 0:
                dates = {"found": str(said.moved), "before": str(self.latest)}
                self.faults.append(_fault(RecordCode.TIME_BACKWARDS, ply, **dates))
                self.since = used = None
                self.told = ply + 1
            self.latest = said.moved
        if said.used is not None:
            return said.used
        if used is None and said.left is not None:
            return self._by_clock(seat, said.left)
        return used if used is not None and used >= 0 else None

    def _by_clock(self, seat: int, left: int) -> int | None:
        """What a move used by the time that is left behind it."""
        before = self.left.get(seat)
        self.left[seat] = left
        if self.clocks:
            return self.clocks[seat].used_by(left)
        return None if before is None else max(0, before - left)

    def _count(self, ply: int, seat: int, used: int) -> None:
        account = self.accounts[seat]
        account.moves += 1
        account.used += used
        if not self.clocks:
            return
        clock = self.clocks[seat]
        over = clock.charge(used)
        if clock.period.hourglass:
            self.clocks[1 - seat].left += used
        if over:
            account.overstepped.append(ply)
            told = {"player": account.player, "over": spoken(over), "control": str(self.control)}
            self.faults.append(_fault(RecordCode.TIME_OVERSTEPPED, ply, used=spoken(used), **told))
        clock.go_on()


def _leave(text: str) -> list[tuple[TimeStamp, TimeStamp]]:
    """The first day of each leave, and the day behind it; what is no leave is none."""
    days = (
        tuple(map(read_moment, part.split("-"))) for part in text.replace(";", ",").split(",") if part.count("-") == 1
    )
    spans = [(first, last) for first, last in days if first is not None and last is not None]
    return [(TimeStamp(first.day), TimeStamp(last.day + timedelta(days=1))) for first, last in spans]


def _overlap(since: TimeStamp, until: TimeStamp, leave: tuple[TimeStamp, TimeStamp]) -> int:
    """How long a leave lasts between two moments, in milliseconds."""
    since, until = (one._replace(time=one.time or time()) for one in (since, until))  # a day begins at midnight
    first, last = (TimeStamp(day.day, time(), since.zone) for day in leave)
    away, back = max(0, between(since, first)), min(between(since, until), between(since, last))
    return max(0, back - away)
