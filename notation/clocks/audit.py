"""The audit of a game's time: what each player used, and who overstepped the control, and when.

What a move used is its `[%emt]`; where it has none, the time since the move before it, of whichever player, by the dates
of both, or since `[%received DATE]`; where it has no date either, what its `[%clk]` is less than it would be, increments
counted. Leave (the tags WhiteLeave, BlackLeave: `2026.03.01-2026.03.14`, several between commas) is not counted. The first
move counts from a date in front of the moves, or else from the tags Date and Time; where that is later than the move, it is
no start of the game and is passed over. A move whose time is unknown costs nothing.

>>> from fairyscore.notation.records.tree import Comment, MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> e4 = Ply(Move(12, 28), (), (Comment("[%date 2026.11.02]"),))
>>> e5 = Ply(Move(52, 36), (), (Comment("[%date 2026.11.09]"),))
>>> record = Record("chess", (("Date", "2026.11.01"), ("TimeControl", "1/259200")), MoveLine((e4, e5)))
>>> result = audit(record)
>>> [str(account) for account in result.accounts]
['white: 1 move, 1 day used, 3 days left', 'black: 1 move, 7 days used, overstepped at ply 2']
>>> [(fault.code.value, fault.ply, fault.facts["over"]) for fault in result.faults]
[('time-overstepped', 2, '4 days')]
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import NamedTuple

from fairyscore.notation.clocks.control import UNKNOWN, Control, Period, read_control
from fairyscore.notation.clocks.times import Times, TimeStamp, between, read_time_stamp, spoken, times_of
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.tree import Record, settle
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown


class TimeFault(NamedTuple):
    """Something wrong with the time. ply: of the main line, 0 where it is about the tag TimeControl."""

    code: RecordCode
    ply: int
    facts: Mapping[str, Fact]


@dataclass(slots=True)
class Account:
    """A player's time, in milliseconds.

    periods: of the control; none where it is unknown or not limited. leave: the first day of each, and the day after it.
    used, charged: in all, as it passed and as the control counts it. untimed: moves whose time is unknown. overstepped: the
    plies at which no time was left, the first of each period. to_move: whether the game waits for him. stated: what his
    last `[%clk]` says. at, made, clock, over: the number of the period, his moves in it, the time left, below 0 where he
    overstepped, and whether he did.
    """

    player: str
    periods: tuple[Period, ...] = ()
    leave: tuple[tuple[TimeStamp, TimeStamp], ...] = ()
    moves: int = 0
    untimed: int = 0
    used: int = 0
    charged: int = 0
    to_move: bool = False
    overstepped: list[int] = field(default_factory=list)
    stated: int | None = None
    clock: int = 0
    at: int = 0
    made: int = 0
    over: bool = False

    @property
    def left(self) -> int | None:
        """The time on the player's clock after the last move; None without a time control."""
        return self.clock if self.periods else None

    def __str__(self) -> str:
        parts = [f"{self.moves} move{'s' * (self.moves != 1)}", f"{spoken(self.used)} used"]
        if self.left is not None and self.charged != self.used:
            parts.append(f"{spoken(self.charged)} charged")
        if self.untimed:
            parts.append(f"{self.untimed} without time")
        if self.overstepped:
            parts.append(f"overstepped at ply {', '.join(map(str, self.overstepped))}")
        elif self.left is not None:
            parts.append(f"{spoken(self.left)} left")
        if self.to_move:
            parts.append("to move")
        return f"{self.player}: {', '.join(parts)}"

    def spent(self, since: TimeStamp, until: TimeStamp) -> int:
        """The time between two moments without his leave; negative where the second is earlier."""
        return between(since, until) - sum(_overlap(since, until, leave) for leave in self.leave)

    def spent_by_clock(self, left: int) -> int | None:
        """The time that a move used after which so much is left; 0 where time was added, None where it is not known."""
        before, self.stated = self.stated, left
        if not self.periods:
            return None if before is None else max(0, before - left)
        after = copy(self)
        after.go_on()
        self.clock += max(0, left - after.clock)
        return max(0, after.clock - left)

    def charge(self, used: int) -> int:
        """Take time from the clock. Tells by how much it oversteps: 0 where it does not, or did before in this period."""
        self.clock -= used
        over = -self.clock if self.clock < 0 and not self.over else 0
        self.over = self.over or over > 0
        return over

    def go_on(self) -> None:
        """The move is made: add what the period gives for it, and begin the next one where it was the last of this."""
        period = self.periods[self.at]
        self.clock += period.increment
        self.made += 1
        if self.made == period.moves:
            saved = 0 if period.moves == 1 else max(0, self.clock)
            self.at = min(self.at + 1, len(self.periods) - 1)
            self.clock, self.made, self.over = saved + self.periods[self.at].time, 0, False


class Waiting(NamedTuple):
    """For whom an open game waits, on a day. Times are in milliseconds.

    since: when the move before was made, None where that is not known. waited: since then, without his leave. left: on his
    clock now, below 0 where he has overstepped, None without a time control. on_leave: whether he has leave on that day.
    """

    seat: str
    since: TimeStamp | None = None
    waited: int | None = None
    left: int | None = None
    on_leave: bool = False


class Audit(NamedTuple):
    """The result of an audit.

    accounts: by seat; none where no move tells its time.
    waiting: None where the game is over, or no day was named to look at.
    """

    control: Control
    accounts: tuple[Account, ...] = ()
    faults: tuple[TimeFault, ...] = ()
    waiting: Waiting | None = None


def audit(record: Record, today: TimeStamp | None = None) -> Audit:
    """The audit of a record's main line. Raises `PositionError` where its tag FEN is nonsense, and nothing else.

    today: also look whether who is to move in an open game has time left then.
    """
    return _Auditor(record).audit(today)


class _Auditor:
    """One going through of a main line: who moves, since when, and what his clock says."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.faults: list[TimeFault] = []
        self.times = [times_of(*ply.comments) for ply in record.line.plies]
        self.control = self._control()
        self.accounts = [self._account(seat.name) for seat in record.game.seats]
        day, clock = record.tag("Date"), record.tag("Time")
        # When the move before was made; None where that is not known, or not to be trusted.
        self.since = (
            times_of(*record.line.intro).moved or read_time_stamp(f"{day} {clock}".strip()) or read_time_stamp(day)
        )
        self.latest: TimeStamp | None = None  # the last date that was reported
        self.turn = 0
        self.last_untimed = 0  # the last ply whose missing time is reported already

    def _control(self) -> Control:
        text = self.record.tag("TimeControl")
        control = read_control(text)
        if control is None:
            self.fault(RecordCode.TIME_CONTROL, 0, control=shown(text), why="cannot be read")
        elif len(self.record.game.seats) != 2 and any(period.hourglass for period in control.periods):
            why = "is an hourglass, which is for two players"
            self.fault(RecordCode.TIME_CONTROL, 0, control=shown(text), why=why)
        return control if control is not None and not self.faults else UNKNOWN

    def _account(self, seat: str) -> Account:
        name = shown(self.record.tag(seat.capitalize()))
        periods, leave = self.control.periods, read_leave(self.record.tag(f"{seat.capitalize()}Leave"))
        clock = periods[0].time if periods else 0
        return Account(f"{seat} ({name})" if name else seat, periods, leave, clock=clock)

    def fault(self, code: RecordCode, ply: int, **facts: str) -> None:
        self.faults.append(TimeFault(code, ply, facts))

    def audit(self, today: TimeStamp | None) -> Audit:
        timed = any((one.used, one.moved, one.left) != (None, None, None) for one in self.times)
        if timed and self.control == UNKNOWN and not self.faults:
            what = "the moves have times, and no tag TimeControl says how much they may use"
            self.fault(RecordCode.TIME_MISSING, 0, what=what)
        untimed = self._moves() if timed else []
        for ply, times in enumerate(self.times, 1):
            for command in times.unreadable:
                self.fault(RecordCode.TIME_UNREADABLE, ply, command=shown(command))
        if untimed:
            what = f"the time of {len(untimed)} of {len(self.times)} moves is unknown and counts as zero"
            self.fault(RecordCode.TIME_MISSING, untimed[0], what=what)
        if not timed and self.control.periods:
            what = "there is a time control, and no move has a date, an [%emt] or a [%clk]"
            self.fault(RecordCode.TIME_MISSING, 0, what=what)
        waiting = None
        if today is not None and self.record.result == "*":
            begun = not self.times and bool(self.control.periods)  # its first move is waited for, from the start
            waiting = self._wait(today) if timed or begun else Waiting(self._seat_to_move())
        return Audit(self.control, tuple(self.accounts) if timed else (), tuple(self.faults), waiting)

    def _seat_to_move(self) -> str:
        return self.record.game.seats[self.record.end().turn].name

    def _moves(self) -> list[int]:
        """Count all plies in their order. Returns those whose time is not known, as far as that was not reported."""
        state = self.record.start()
        untimed: list[int] = []
        for ply, (one, times) in enumerate(zip(self.record.line.plies, self.times, strict=True), 1):
            settle(state, one.move)
            account = self.accounts[state.turn]
            used = self._used(ply, account, times)
            if used is None and (ply > 1 or times.moved is None):
                account.untimed += 1
                untimed += [ply] if ply > self.last_untimed else []
            self._count(ply, account, used or 0)
            state.push_unchecked(one.move)
        self.turn = state.turn
        return untimed

    def _used(self, ply: int, account: Account, times: Times) -> int | None:
        """The time of a move; None where it cannot be told. A date that goes back is reported, and counts for nothing."""
        since, self.since = times.received or self.since, times.moved
        used = None
        if times.moved is not None:
            used = None if since is None else account.spent(since, times.moved)
            if self.latest is not None and between(self.latest, times.moved) < 0:
                self.fault(RecordCode.TIME_BACKWARDS, ply, found=str(times.moved), before=str(self.latest))
                self.since = used = None
                self.last_untimed = ply + 1
            self.latest = times.moved
        if times.used is not None:
            return times.used
        if used is None and times.left is not None:
            return account.spent_by_clock(times.left)
        return used if used is not None and used >= 0 else None

    def _count(self, ply: int, account: Account, used: int) -> None:
        account.moves += 1
        account.used += used
        if not account.periods:
            return
        charged = self.control.charged(used)
        account.charged += charged
        over = account.charge(charged)
        if account.periods[account.at].hourglass:
            for other in self.accounts:
                other.clock += used if other is not account else 0
        if over:
            account.overstepped.append(ply)
            facts = {"player": account.player, "over": spoken(over), "control": str(self.control)}
            self.fault(RecordCode.TIME_OVERSTEPPED, ply, used=spoken(used), **facts)
        account.go_on()

    def _wait(self, today: TimeStamp) -> Waiting:
        """Look at the time of who is to move, after the last move."""
        account = self.accounts[self.turn]
        account.to_move = True
        waiting = Waiting(self.record.game.seats[self.turn].name, on_leave=_is_within(today, account.leave))
        if self.since is None:
            return waiting
        waited = max(0, account.spent(self.since, today))
        waiting = waiting._replace(since=self.since, waited=waited)
        if account.left is None:
            return waiting
        left = account.left - self.control.charged(waited)
        if left < 0:
            facts = {"player": account.player, "over": spoken(-left), "control": str(self.control)}
            ply = len(self.times)
            self.fault(RecordCode.TIME_OVERDUE, ply, since=str(self.since), today=str(today), **facts)
        return waiting._replace(left=left)


def _is_within(day: TimeStamp, leave: tuple[tuple[TimeStamp, TimeStamp], ...]) -> bool:
    return any(first.day <= day.day < after.day for first, after in leave)


def read_leave(text: str) -> tuple[tuple[TimeStamp, TimeStamp], ...]:
    """The first day of each leave, and the day after it; what is not a period of leave is left out.

    >>> [(str(first), str(after)) for first, after in read_leave("2026.03.01-2026.03.14, soon")]
    [('2026.03.01', '2026.03.15')]
    """
    parts = (part.split("-") for part in text.replace(";", ",").split(","))
    spans = (map(read_time_stamp, part) for part in parts if len(part) == 2)
    return tuple((TimeStamp(a.day), TimeStamp(b.day + timedelta(days=1))) for a, b in spans if a and b)


def _overlap(since: TimeStamp, until: TimeStamp, leave: tuple[TimeStamp, TimeStamp]) -> int:
    """How long a leave lasts between two moments, in milliseconds."""
    begin, end = since.time or time(), until.time or time()  # a day begins at midnight
    since, until = since._replace(time=begin), until._replace(time=end)
    first, last = (TimeStamp(day.day, time(tzinfo=begin.tzinfo)) for day in leave)
    away, back = max(0, between(since, first)), min(between(since, until), between(since, last))
    return max(0, back - away)
