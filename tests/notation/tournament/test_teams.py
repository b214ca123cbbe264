"""Teams: who plays whom on which board, and the table that comes of the games."""

from collections import Counter

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Entry, Plan, PlanError, read_plan
from fairyscore.notation.tournament.schedule import pairings, with_schedule
from fairyscore.notation.tournament.table import tables_of
from fairyscore.notation.tournament.teams import team_standings


def plan_of(kind: str, teams: str, boards: int, games: int = 1) -> Plan:
    players = tuple(Entry(f"{team}{board}", team=team) for team in teams for board in range(1, boards + 1))
    return Plan(players=players, pairings=kind, games_per_pairing=games)


def test_a_round_robin_of_teams_on_boards() -> None:
    found = list(pairings(plan_of("teams", "ABCD", 4)))
    assert len(found) == 3 * 2 * 4
    assert all(pairing.white[1] == pairing.black[1] for pairing in found)  # board against board
    first = [(pairing.white, pairing.black) for pairing in found if pairing.round == "1"]
    assert first[:4] == [("A1", "D1"), ("D2", "A2"), ("A3", "D3"), ("D4", "A4")]


def test_scheveningen_each_meets_each_of_the_other_team() -> None:
    found = list(pairings(plan_of("scheveningen", "AB", 4)))
    assert {frozenset((one.white, one.black)) for one in found} == {
        frozenset((f"A{one}", f"B{other}")) for one in range(1, 5) for other in range(1, 5)
    }
    assert set(Counter(one.white for one in found).values()) == {2}  # each has White in half of the games
    assert len({(one.round, player) for one in found for player in (one.white, one.black)}) == 4 * 8


def test_several_games_per_pairing_change_colours() -> None:
    found = list(pairings(plan_of("teams", "AB", 1, games=2)))
    assert [(one.round, one.white, one.black) for one in found] == [("1.1", "A1", "B1"), ("1.2", "B1", "A1")]


def test_the_table_of_teams_by_hand() -> None:
    """A beats B 2-0 and draws with C 1-1; B beats C 1.5-0.5: A 3 match points, B 2, C 1."""
    plan = plan_of("teams", "ABC", 2)
    results = {
        frozenset(("A1", "B1")): "A1", frozenset(("A2", "B2")): "A2",
        frozenset(("A1", "C1")): "A1", frozenset(("A2", "C2")): "C2",
        frozenset(("B1", "C1")): "B1", frozenset(("B2", "C2")): "",
    }  # fmt: skip
    games = []
    for one in pairings(plan):
        winner = results[frozenset((one.white, one.black))]
        result = {one.white: "1-0", one.black: "0-1", "": "1/2-1/2"}[winner]
        games.append(TournamentGame("", one.round, "", (one.white, one.black), result, Status.PLAYED, 30))
    rows = team_standings(games, plan)
    assert [(row.rank, row.team, row.match_points, row.board_points) for row in rows] == [
        (1, "A", 3, 3),
        (2, "B", 2, 1.5),
        (3, "C", 1, 1.5),
    ]
    assert [(row.wins, row.draws, row.losses) for row in rows] == [(1, 1, 0), (1, 0, 1), (0, 1, 1)]


def test_board_points_count_before_a_match_is_decided() -> None:
    plan = plan_of("teams", "AB", 2)
    game = TournamentGame("", "1", "", ("A1", "B1"), "1-0", Status.PLAYED, 30)
    (table,) = tables_of(with_schedule([game], plan), plan)
    assert [(row.team, row.match_points, row.board_points, row.open) for row in table.teams] == [
        ("A", 0, 1, 1),
        ("B", 0, 0, 1),
    ]


def test_teams_of_unequal_size_are_refused() -> None:
    players = "".join(f'[[players]]\nname = "{name}"\nteam = "{name[0]}"\n' for name in ("A1", "A2", "B1"))
    with pytest.raises(PlanError, match="as many players as each other \\(A 2, B 1\\)"):
        read_plan(f'pairings = "teams"\n{players}')
    with pytest.raises(PlanError, match="no player has a team"):
        read_plan('pairings = "teams"\n[[players]]\nname = "A"\n')
