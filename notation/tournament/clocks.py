"""The players' time in a tournament: what each game used, and the leave that each player has taken and has left.

The plan grants each player so many days of leave in all. The first days count; on days beyond the limit the clock runs.

>>> from fairyscore.notation.tournament.plan import Entry
>>> plan = Plan(leave=5, players=(Entry("Anna", leave=("2026.03.01-2026.03.04", "2026.05.01-2026.05.03")),))
>>> booked = leave_of("Anna", [], plan)
>>> booked.used, booked.left, booked.over, booked.granted[-1].isoformat()
(5, 0, 2, '2026-05-01')
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from fairyscore.notation.clocks.audit import audit, read_leave
from fairyscore.notation.records.tree import Record, retagged
from fairyscore.notation.tournament.games import GameClock, TournamentGame
from fairyscore.notation.tournament.plan import Plan, called, ruling_for
from fairyscore.notation.tournament.withdrawals import withdrawals_of


class Leave(NamedTuple):
    """A player's leave, in days. left: None where there is no limit. over: days beyond the limit, which are not granted."""

    used: int
    left: int | None
    over: int
    granted: tuple[date, ...]


def leave_of(player: str, games: Iterable[TournamentGame], plan: Plan) -> Leave:
    """The leave of a player: that of the plan, and what the records of his games state."""
    days = set(_planned_days(player, plan))
    for game in games:
        for name, clock in zip(game.players, game.clocks, strict=False):
            days.update(clock.leave if name == player else ())
    return _granted(days, plan.leave)


def with_clocks(game: TournamentGame, record: Record, plan: Plan) -> TournamentGame:
    """The game with the clocks of its players, where its moves have times or the players have leave.

    players: as the plan calls them, so that their leave is found.
    """
    seats = [seat.name.capitalize() for seat in record.game.seats]
    days = [tuple(sorted(_own_days(record, seat, name, plan))) for seat, name in zip(seats, game.players, strict=True)]
    accounts = audit(with_leave(record, game.players, plan)).accounts
    if not accounts:
        clocks = tuple(GameClock(0, None, overstepped=False, leave=one) for one in days) if any(days) else ()
        return game._replace(clocks=clocks)
    clocks = tuple(
        GameClock(account.used, account.left, bool(account.overstepped), leave)
        for account, leave in zip(accounts, days, strict=True)
    )
    return game._replace(clocks=clocks)


def with_leave(record: Record, players: Sequence[str], plan: Plan) -> Record:
    """A record with the leave that the plan grants as its tags. players: by seat, as the plan calls them."""
    booked: dict[str, str] = {}
    for seat, player in zip(record.game.seats, players, strict=True):
        name = seat.name.capitalize()
        granted = _granted(_own_days(record, name, player, plan), plan.leave).granted
        booked[f"{name}Leave"] = ", ".join(f"{day:%Y.%m.%d}-{day:%Y.%m.%d}" for day in granted)
    return retagged(record, booked)


def with_planned_leave(record: Record, plan: Plan) -> Record:
    """As `with_leave`; the players are those of the record, by whatever of their names it has."""
    return with_leave(record, _players(record, plan), plan)


def ruling_on(record: Record, plan: Plan) -> str:
    """The result that a ruling of the plan gives the game of a record, else what a withdrawal makes of it, else nothing."""
    players = _players(record, plan)
    found = ruling_for(plan, players, record.tag("Round"))
    if found is not None:
        return found.result
    withdrawals = withdrawals_of(plan, players)
    return withdrawals[0].effect.outcome if withdrawals else ""


def _players(record: Record, plan: Plan) -> tuple[str, ...]:
    """The players by seat, as the plan calls them."""
    names = (record.tag(seat.name.capitalize()) for seat in record.game.seats)
    return called([" ".join(name.split()) for name in names], plan)


def _own_days(record: Record, seat: str, player: str, plan: Plan) -> set[date]:
    """The days of leave of a player, by the tag of the record and by the plan."""
    return {*_days(record.tag(f"{seat}Leave")), *_planned_days(player, plan)}


def _planned_days(player: str, plan: Plan) -> Iterator[date]:
    for entry in plan.players:
        if entry.name == player:
            yield from _days(", ".join(entry.leave))


def _days(text: str) -> Iterator[date]:
    """Each day of the periods of leave that a text states."""
    for first, after in read_leave(text):
        for offset in range((after.day - first.day).days):
            yield first.day + timedelta(days=offset)


def _granted(days: Iterable[date], limit: int | None) -> Leave:
    ordered = sorted(set(days))
    granted = tuple(ordered if limit is None else ordered[:limit])
    left = None if limit is None else limit - len(granted)
    return Leave(len(granted), left, len(ordered) - len(granted), granted)
