"""The table of teams, made of the games of their players: match points, then board points.

>>> from fairyscore.notation.tournament.games import Status
>>> from fairyscore.notation.tournament.plan import Entry
>>> players = tuple(Entry(name, team=name[0]) for name in ("A1", "A2", "B1", "B2"))
>>> results = (("A1", "B1", "1-0"), ("B2", "A2", "1/2-1/2"))
>>> games = [TournamentGame("", "1", "", (one, other), result, Status.PLAYED, 30) for one, other, result in results]
>>> for row in team_standings(games, Plan(players=players, pairings="teams")):
...     print(row.rank, row.team, row.match_points, row.board_points)
1 A 2 1.5
2 B 0 0.5
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from fairyscore.notation.tournament.games import BYES, POINTS, TournamentGame
from fairyscore.notation.tournament.plan import Plan


class TeamStanding(NamedTuple):
    """A row of the table of teams. matches: those that are decided; the winner gets two points, one is for a draw."""

    rank: int
    team: str
    matches: int
    wins: int
    draws: int
    losses: int
    match_points: int
    board_points: float
    open: int


class TeamMatch(NamedTuple):
    """The match of two teams in a round. finished: whether all boards have a result."""

    round: str
    teams: tuple[str, str]
    points: tuple[float, float]
    finished: bool


def team_matches(games: Iterable[TournamentGame], plan: Plan) -> list[TeamMatch]:
    """The matches of teams. A round of a match is one match; a Scheveningen tournament is one as a whole."""
    team_of = {entry.name: entry.team for entry in plan.players}
    order = list(plan.teams)
    found: dict[tuple[str, str, str], list[tuple[float, float] | None]] = defaultdict(list)
    for game in games:
        teams = [team_of.get(player, "") for player in game.players]
        if len(teams) != 2 or not all(teams) or teams[0] == teams[1]:
            continue
        first, second = sorted(teams, key=order.index)
        points = game.points
        if points is not None and teams[0] != first:
            points = (points[1], points[0])
        round_name = "" if plan.pairings == "scheveningen" else game.main_round
        found[round_name, first, second].append(None if points is None else (points[0], points[1]))
    return [_team_match(key, boards) for key, boards in found.items()]


def _team_match(key: tuple[str, str, str], boards: list[tuple[float, float] | None]) -> TeamMatch:
    round_name, first, second = key
    counted = [points for points in boards if points is not None]
    of_first = sum((points[0] for points in counted), 0.0)
    of_second = sum((points[1] for points in counted), 0.0)
    return TeamMatch(round_name, (first, second), (of_first, of_second), len(counted) == len(boards))


def team_standings(games: Iterable[TournamentGame], plan: Plan) -> list[TeamStanding]:
    """The table of teams, best first; empty where the plan names none. Teams with the same points share a rank."""
    played = team_matches(games, plan)
    rows = [_row(team, played, _bye_points(team, plan), len(plan.teams[team])) for team in plan.teams]
    ordered = sorted(rows, key=lambda row: (-row.match_points, -row.board_points))
    scores = [(row.match_points, row.board_points) for row in ordered]
    return [row._replace(rank=1 + scores.index(score)) for row, score in zip(ordered, scores, strict=True)]


def _bye_points(team: str, plan: Plan) -> list[float]:
    """What the byes of a team bring, as results of players: one of the pairing is a won match (Handbook C.04.1)."""
    return [POINTS[BYES[bye.status]] for bye in plan.byes if bye.player == team]


def _row(team: str, played: Iterable[TeamMatch], byes: Iterable[float], boards: int) -> TeamStanding:
    """A row. byes: each is a match, and has half of the board points if it brings anything."""
    results = [round(2 * points) - 1 for points in byes]
    board_points, still_open = sum(boards / 2 for result in results if result >= 0), 0
    for match in played:
        if team not in match.teams:
            continue
        own = match.teams.index(team)
        board_points += match.points[own]
        if match.finished:
            difference = match.points[own] - match.points[1 - own]
            results.append((difference > 0) - (difference < 0))
        else:
            still_open += 1
    wins, draws, losses = (results.count(result) for result in (1, 0, -1))
    return TeamStanding(0, team, len(results), wins, draws, losses, 2 * wins + draws, board_points, still_open)
