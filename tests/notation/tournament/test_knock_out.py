"""Knock-out: brackets of 4, 8 and 16, results that feed the next round, free seeds, drawn matches."""

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.knock_out import matches, places
from fairyscore.notation.tournament.plan import Entry, MatchTieBreak, Plan, PlanError, read_plan
from fairyscore.notation.tournament.schedule import pairings, with_schedule


def plan_of(count: int, games: int = 1, tie_breaks: tuple[MatchTieBreak, ...] = ()) -> Plan:
    players = tuple(Entry(str(number)) for number in range(1, count + 1))
    return Plan(players=players, pairings="knock-out", games_per_pairing=games, match_tie_breaks=tie_breaks)


def won(one: str, other: str, result: str = "1-0", round_: str = "") -> TournamentGame:
    return TournamentGame("", round_, "chess", (one, other), result, Status.PLAYED, 40)


@pytest.mark.parametrize("size", [4, 8, 16])
def test_the_better_seed_wins_every_match(size: int) -> None:
    plan = plan_of(size)
    games: list[TournamentGame] = []
    played = 0
    while missing := [game for game in with_schedule(games, plan) if game.status is Status.NOT_BEGUN]:
        for game in missing:
            one, other = game.players
            games.append(won(one, other, "1-0" if int(one) < int(other) else "0-1", game.round))
        played += 1
    assert played == size.bit_length() - 1
    assert len(games) == size - 1
    final = list(matches(plan, games))[-1]
    assert [(match.one, match.other, match.winner) for match in final] == [("1", "2", "1")]
    found = places(plan, games)
    assert (found["1"], found["2"], found["3"], found["4"]) == (1, 2, 3, 3)
    assert found[str(size)] == size // 2 + 1


def test_the_second_round_waits_for_the_first() -> None:
    games = [won("1", "4")]
    assert [(one.round, one.white, one.black) for one in pairings(plan_of(4), games)] == [
        ("1", "1", "4"),
        ("1", "2", "3"),
    ]
    games.append(won("2", "3", "0-1"))
    assert [(one.round, one.white, one.black) for one in pairings(plan_of(4), games)][2:] == [("2", "1", "3")]


def test_the_best_seeds_are_free_where_players_are_missing() -> None:
    first, second, _ = matches(plan_of(6), [])
    assert [match.winner for match in first if match.bye] == ["1", "2"]
    assert [(match.one, match.other) for match in second] == [("1", ""), ("2", "")]


def test_a_drawn_match_waits_for_the_arbiter() -> None:
    drawn = [won("1", "2", "1-0", "1.1"), won("2", "1", "1-0", "1.2")]
    ((match,),) = matches(plan_of(2, games=2), drawn)
    assert (match.points, match.winner) == ((1, 1), "")
    ((match,),) = matches(plan_of(2, games=2, tie_breaks=(MatchTieBreak("2", "1", why="lot"),)), drawn)
    assert (match.winner, match.by_tie_break) == ("2", True)
    ((match,),) = matches(plan_of(2, games=2), [*drawn, won("1", "2", "1-0", "1.3")])  # a game more decides
    assert match.winner == "1"


def test_a_match_that_is_won_needs_no_further_game() -> None:
    ((match,),) = matches(plan_of(2, games=3), [won("1", "2"), won("2", "1", "0-1")])
    assert match.winner == "1"


def test_what_does_not_fit_is_refused() -> None:
    players = '[[players]]\nname = "A"\n[[players]]\nname = "B"\n'
    with pytest.raises(PlanError, match="a round robin is single or double"):
        read_plan(f'pairings = "double"\ngames_per_pairing = 2\n{players}')
    with pytest.raises(PlanError, match="names C, who is not among the players"):
        read_plan(f'pairings = "knock-out"\n{players}[[match_tie_breaks]]\nwinner = "A"\nloser = "C"\n')
