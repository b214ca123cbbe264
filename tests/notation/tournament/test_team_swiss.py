"""Swiss tournaments of teams: pairings by match points, boards, byes and the table."""

from itertools import combinations

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Bye, Entry, Plan, PlanError, read_plan
from fairyscore.notation.tournament.swiss import NotPaired, SwissRound
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.notation.tournament.team_swiss import differing_team_rounds, next_team_round, table_of_teams


def plan_of(teams: str, boards: int = 4, rounds: int = 3, byes: tuple[Bye, ...] = ()) -> Plan:
    players = tuple(Entry(f"{team}{board}", team=team) for team in teams for board in range(1, boards + 1))
    return Plan("Cup", pairings="team-swiss", rounds=rounds, players=players, byes=byes)


def played(plan: Plan, *rounds: SwissRound, by: str = "ABCDEFGHI") -> Table:
    """The table after rounds in which the better team, the first one of `by`, wins on all boards but the last."""
    games = []
    for one in rounds:
        for game in one.games(plan):
            last = all(name.endswith("4") for name in game.players)
            white_wins = (by.index(game.players[0][0]) < by.index(game.players[1][0])) != last
            result = "1-0" if white_wins else "0-1"
            games.append(game._replace(result=result, status=Status.PLAYED, plies=30))
    byes = tuple(bye for one in rounds for bye in one.byes())
    (table,) = tables_of(games, plan._replace(byes=plan.byes + byes))
    return table


def test_a_round_of_boards() -> None:
    """Upper half against lower half; the team with White on the first board has it on the odd ones."""
    found = next_team_round(played(plan_of("ABCD")))
    assert found.pairs == (
        ("A1", "C1"), ("C2", "A2"), ("A3", "C3"), ("C4", "A4"),
        ("D1", "B1"), ("B2", "D2"), ("D3", "B3"), ("B4", "D4"),
    )  # fmt: skip


def test_three_rounds_of_five_teams() -> None:
    """Nobody meets twice, nobody is free twice, winners meet winners; a bye is a won match with half of the boards."""
    plan = plan_of("ABCDE")
    rounds: list[SwissRound] = []
    for _ in range(3):
        rounds.append(next_team_round(played(plan, *rounds)))
    meetings = [frozenset(name[0] for name in pair) for one in rounds for pair in one.pairs if pair[0].endswith("1")]
    assert len(meetings) == len(set(meetings)) == 6
    assert set(meetings) <= set(map(frozenset, combinations("ABCDE", 2)))
    byes = [one.bye for one in rounds]
    assert len(set(byes)) == 3
    table = played(plan, *rounds)
    row = next(row for row in table.teams if row.team == byes[0])
    alone = played(plan, rounds[0])
    first = next(row for row in alone.teams if row.team == byes[0])
    assert (first.matches, first.match_points, first.board_points) == (1, 2, 2.0)
    assert row.matches == 3
    assert table.teams[0].team == "A"
    assert differing_team_rounds(table) == []
    with pytest.raises(NotPaired, match="all 3 rounds are paired"):
        next_team_round(table)


def test_a_round_paired_by_hand_is_told() -> None:
    plan = plan_of("ABCD", boards=1)
    first = SwissRound(1, (("A1", "B1"), ("C1", "D1")))
    assert differing_team_rounds(played(plan, first)) == [1]


def test_a_match_goes_on_until_all_boards_have_a_result() -> None:
    plan = plan_of("ABCD", boards=2)
    found = next_team_round(played(plan))
    table = played(plan, found)
    games = [
        game._replace(result="*", status=Status.UNFINISHED) if at == 1 else game for at, game in enumerate(table.games)
    ]
    (table,) = tables_of(games, plan)
    with pytest.raises(NotPaired, match="round 1 goes on: A - C"):
        next_team_round(table)


def test_matches_are_games_of_teams() -> None:
    plan = plan_of("AB", boards=2)
    games = [
        TournamentGame("Cup", "1", "chess", ("B1", "A1"), "1/2-1/2", Status.PLAYED, 30),
        TournamentGame("Cup", "1", "chess", ("A2", "B2"), "0-1", Status.PLAYED, 30),
    ]
    (table,) = tables_of(games, plan)
    (match,) = table_of_teams(table).games
    assert (match.players, match.result) == (("B", "A"), "1-0")


def test_a_bye_that_a_team_asks_for() -> None:
    plan = plan_of("ABCDE", byes=(Bye("E", "1", Status.HALF_POINT_BYE),))
    found = next_team_round(played(plan))
    assert not found.bye
    assert {name[0] for pair in found.pairs for name in pair} == set("ABCD")
    row = next(row for row in played(plan, found).teams if row.team == "E")
    assert (row.draws, row.match_points, row.board_points) == (1, 1, 2.0)


TEAMS = """
pairings = "team-swiss"
rounds = 3
[[players]]
name = "Ann"
team = "North"
[[players]]
name = "Ben"
team = "South"
"""


def test_byes_and_forbidden_pairs_name_teams() -> None:
    plan = read_plan(f'{TEAMS}[[byes]]\nplayer = "South"\nround = 2\n')
    assert plan.byes == (Bye("South", "2", Status.HALF_POINT_BYE),)
    with pytest.raises(PlanError, match="a bye names Ben, who is not among the teams"):
        read_plan(f'{TEAMS}[[byes]]\nplayer = "Ben"\nround = 2\n')
    with pytest.raises(PlanError, match=r"all teams need as many players as each other \(North 2, South 1\)"):
        read_plan(f'{TEAMS}[[players]]\nname = "Cid"\nteam = "North"\n')
