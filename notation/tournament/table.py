"""The tables of tournaments: each with its plan, its standings, its games, and what comes of knock-out and teams."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fairyscore.notation.tournament.byes import with_byes
from fairyscore.notation.tournament.clocks import Leave, leave_of
from fairyscore.notation.tournament.field import Encounter
from fairyscore.notation.tournament.games import Status, TournamentGame, counted_once
from fairyscore.notation.tournament.knock_out import Match, matches, places
from fairyscore.notation.tournament.plan import Entry, Plan, ruled
from fairyscore.notation.tournament.rating import performance
from fairyscore.notation.tournament.schedule import with_schedule
from fairyscore.notation.tournament.standings import Standing, standings
from fairyscore.notation.tournament.teams import TeamStanding, team_standings
from fairyscore.notation.tournament.withdrawals import with_withdrawals


class PlayerTime(NamedTuple):
    """The time that a player used in all games, in milliseconds, and in how many games the control was overstepped."""

    used: int
    overstepped: int


class Table(NamedTuple):
    """The table of one tournament, and its games."""

    name: str
    plan: Plan
    rows: list[Standing]
    games: list[TournamentGame]

    def entry(self, player: str) -> Entry:
        """The plan's entry of a player."""
        found = (entry for entry in self.plan.players if entry.name == player)
        return next(found, Entry(player))

    def leave(self, player: str) -> Leave:
        """The leave that a player has taken, and has left."""
        return leave_of(player, self.games, self.plan)

    def time(self, player: str) -> PlayerTime | None:
        """The reflection time of a player; None where no move of his games has a time."""
        clocks = [
            clock
            for game in self.games
            for name, clock in zip(game.players, game.clocks, strict=False)
            if name == player
        ]
        if not clocks:
            return None
        return PlayerTime(sum(clock.used for clock in clocks), sum(clock.overstepped for clock in clocks))

    def performance(self, standing: Standing) -> int | None:
        """The rating performance over the games that were played against opponents whose rating is known."""
        rated = [met for met in standing.encounters if self._is_rated(met)]
        ratings = [self.entry(met.opponents[0]).rating or 0 for met in rated]
        return performance(ratings, [met.points or 0.0 for met in rated])

    def _is_rated(self, met: Encounter) -> bool:
        is_game = met.is_played and met.game.status is not Status.UNRATED and len(met.opponents) == 1
        return is_game and bool(self.entry(met.opponents[0]).rating)

    @property
    def next_round(self) -> int:
        """The round after the last one that is begun."""
        return max((int(game.main_round) for game in self.games if game.main_round.isdecimal()), default=0) + 1

    @property
    def has_leave(self) -> bool:
        """True if anything is stated of leave."""
        return self.plan.leave is not None or any(clock.leave for game in self.games for clock in game.clocks)

    @property
    def has_times(self) -> bool:
        """True if a move of a game has a time."""
        return any(clock.used or clock.left is not None for game in self.games for clock in game.clocks)

    @property
    def is_doubtful(self) -> bool:
        """True if a record is faulty, or two copies have different results."""
        return any(game.faulty or game.status is Status.DISPUTED for game in self.games)

    @property
    def matches(self) -> list[list[Match]]:
        """The rounds of a knock-out; none for other pairings."""
        return list(matches(self.plan, self.games)) if self.plan.pairings == "knock-out" else []

    @property
    def teams(self) -> list[TeamStanding]:
        """The table of the teams; empty where there is none."""
        return team_standings(self.games, self.plan)


def tables_of(games: Sequence[TournamentGame], plan: Plan | None) -> Iterator[Table]:
    """One table for the plan, whose games are those that were `entered`, else one for each event.

    Raises `PlanError` where a ruling of the plan does not fit.
    """
    if plan is not None:
        played = with_byes(_scheduled(ruled(counted_once(games), plan), plan), plan)
        players = [entry.name for entry in plan.players]
        rows = standings(played, players, plan.tie_breaks, plan.regulations, plan.ratings)
        yield Table(plan.name, plan, _placed(rows, played, plan), played)
        return
    counted = counted_once(games)
    for event in dict.fromkeys(game.event for game in counted):
        played = [game for game in counted if game.event == event]
        yield Table(event, Plan(), standings(played), played)


def _scheduled(games: Sequence[TournamentGame], plan: Plan) -> Sequence[TournamentGame]:
    """The games with those of the schedule, as withdrawals leave them. Of a knock-out a forfeit makes the next round."""
    paired = with_withdrawals(with_schedule(games, plan), plan)
    return paired if len(paired) == len(games) else _scheduled(paired, plan)


def _placed(rows: list[Standing], games: Sequence[TournamentGame], plan: Plan) -> list[Standing]:
    """The rows by the rounds that were reached, where it is a knock-out."""
    if plan.pairings != "knock-out":
        return rows
    reached = places(plan, games)
    ranked = [row._replace(rank=reached.get(row.player, len(rows))) for row in rows]
    return sorted(ranked, key=lambda row: row.rank)
