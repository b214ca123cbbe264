"""Swiss tournaments of teams: the teams are paired by their match points as players are, and meet on all boards.

The library that pairs players is told each match as a game: won, drawn or lost by its board points. A team that is left
over has won its match, as a player has who is left over, with half of the board points. Colours of a match are those of
its first board.
"""

from collections.abc import Iterable, Iterator

from fairyscore.notation.tournament.games import OPEN, Status, TournamentGame
from fairyscore.notation.tournament.plan import Entry, Plan
from fairyscore.notation.tournament.schedule import board_pairs
from fairyscore.notation.tournament.swiss import SwissRound, differing_rounds, next_round
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.notation.tournament.teams import team_matches


def next_team_round(table: Table) -> SwissRound:
    """The boards of the round that comes next, and the team that is free. Raises `NotPaired` and `MissingExtra`."""
    found = next_round(table_of_teams(table))
    teams = table.plan.teams
    boards = (pair for home, away in found.pairs for pair in board_pairs(teams[home], teams[away]))
    return found._replace(pairs=tuple(boards))


def differing_team_rounds(table: Table) -> list[int]:
    """The rounds whose teams were paired in another way than the library pairs them now."""
    return differing_rounds(table_of_teams(table))


def table_of_teams(table: Table) -> Table:
    """A table with the teams as its players, in the order of the plan, and their matches as games."""
    plan = table.plan
    teams = plan._replace(
        pairings="swiss",
        players=tuple(map(Entry, plan.teams)),
        rulings=(),
        tie_breaks=("TPN",),
        report_lines=(),
    )
    (found,) = tables_of(list(_matches(table.games, plan)), teams)
    return found


def _matches(games: Iterable[TournamentGame], plan: Plan) -> Iterator[TournamentGame]:
    """The matches as games, the team with White on the first board in front."""
    played = list(games)
    homes = {(game.main_round, _home(game, plan)) for game in played if len(game.players) == 2}
    for match in team_matches(played, plan):
        one, other = match.points
        result = "1-0" if one > other else "0-1" if one < other else "1/2-1/2"
        if (match.round, match.teams[0]) in homes:
            teams = match.teams
        else:
            teams, result = match.teams[::-1], result[::-1] if one != other else result
        status = Status.PLAYED if match.finished else Status.UNFINISHED
        yield TournamentGame(plan.name, match.round, "", teams, result if match.finished else OPEN, status, 1)


def _home(game: TournamentGame, plan: Plan) -> str:
    """The team of a game that has White on the odd boards."""
    white, black = game.players
    for team, players in plan.teams.items():
        if white in players and players.index(white) % 2 == 0:
            return team
        if black in players and players.index(black) % 2 == 1:
            return team
    return ""
