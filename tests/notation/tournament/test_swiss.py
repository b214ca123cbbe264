"""Rounds of a Swiss, paired by results: what the library is told, and what comes of it."""

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Bye, Entry, Plan, PlanError, Withdrawal, WithdrawalKind, read_plan
from fairyscore.notation.tournament.swiss import NotPaired, SwissRound, differing_rounds, engine_lines, next_round
from fairyscore.notation.tournament.table import Table, tables_of

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal")
PLAN = Plan("Cup", pairings="swiss", rounds=3, players=tuple(Entry(name, 2000 - at) for at, name in enumerate(NAMES)))


def table(plan: Plan = PLAN, *rounds: SwissRound, result: str = "1-0") -> Table:
    """The table after rounds in which White won all games."""
    games = [game._replace(result=result, status=Status.PLAYED) for found in rounds for game in found.games(plan)]
    byes = tuple(bye for found in rounds for bye in found.byes())
    (found,) = tables_of(games, plan._replace(byes=plan.byes + byes))
    return found


def test_the_first_round_pairs_the_halves() -> None:
    assert next_round(table()).pairs == (("Ann", "Eva"), ("Fay", "Ben"), ("Cid", "Gus"), ("Hal", "Dan"))
    black = PLAN._replace(initial_colour="black")
    assert next_round(table(black)).pairs[0] == ("Eva", "Ann")


def test_the_second_round_pairs_winners() -> None:
    """Ann, Cid, Fay and Hal have won with White; the higher one of a pair gets the colour that is due to both."""
    first = next_round(table())
    second = next_round(table(PLAN, first))
    assert {frozenset(pair) for pair in second.pairs} == {
        frozenset(("Ann", "Fay")),
        frozenset(("Cid", "Hal")),
        frozenset(("Ben", "Eva")),
        frozenset(("Dan", "Gus")),
    }
    assert differing_rounds(table(PLAN, first, second)) == []
    swapped = second._replace(pairs=(("Ann", "Hal"), ("Cid", "Fay"), *second.pairs[2:]))
    assert differing_rounds(table(PLAN, first, swapped)) == [2]


def test_three_rounds_are_paired_and_no_more() -> None:
    rounds: list[SwissRound] = []
    for _ in range(3):
        rounds.append(next_round(table(PLAN, *rounds)))
    pairs = [frozenset(pair) for found in rounds for pair in found.pairs]
    assert len(set(pairs)) == 12  # nobody meets anybody twice
    with pytest.raises(NotPaired, match="all 3 rounds are paired"):
        next_round(table(PLAN, *rounds))


def test_a_round_that_goes_on_is_waited_for() -> None:
    with pytest.raises(NotPaired, match="round 1 goes on: Ann - Eva"):
        next_round(table(PLAN, next_round(table()), result="*"))


def test_byes_late_entries_withdrawals_and_forbidden_pairs() -> None:
    players = tuple(entry._replace(first_round=2) if entry.name == "Hal" else entry for entry in PLAN.players)
    plan = PLAN._replace(
        players=players,
        byes=(Bye("Gus", "1", Status.HALF_POINT_BYE),),
        withdrawals=(Withdrawal("Fay", "2026.05.01", WithdrawalKind.FORFEIT),),
        forbidden=(("Ann", "Dan"),),
    )
    first = next_round(table(plan))
    assert (first.bye, {name for pair in first.pairs for name in pair}) == ("Eva", {"Ann", "Ben", "Cid", "Dan"})
    assert frozenset(("Ann", "Dan")) not in map(frozenset, first.pairs)
    later = table(plan, first)
    points = {row.player: row.points for row in later.rows}
    assert (points["Eva"], points["Gus"], points["Hal"], points["Fay"]) == (1, 0.5, 0, 0)
    second = next_round(later)
    assert {name for pair in second.pairs for name in pair} == set(NAMES) - {"Fay", second.bye}
    assert second.bye != "Eva"  # nobody is left over twice


def test_the_upper_half_is_accelerated() -> None:
    """Of eight players in five rounds the first four have a point more for two rounds and half a point in the third."""
    plan = PLAN._replace(rounds=5, acceleration="baku")
    lines = [line for line in engine_lines(table(plan), 1) if line.startswith("XXA")]
    assert lines == [f"XXA    {number}  1.0  1.0  0.5" for number in (1, 2, 3, 4)]
    assert next_round(table(plan)).pairs == (("Ann", "Cid"), ("Dan", "Ben"), ("Eva", "Gus"), ("Hal", "Fay"))


def test_who_can_meet_nobody() -> None:
    plan = PLAN._replace(players=PLAN.players[:2])
    with pytest.raises(NotPaired, match="no pairing of this round fits the rules"):
        next_round(table(plan, next_round(table(plan))))


def test_a_game_of_a_round_has_its_variant() -> None:
    plan = PLAN._replace(variants=("chess", "xiangqi"))
    games = SwissRound(2, (("Ann", "Ben"),)).games(plan)
    assert games == [TournamentGame("Cup", "2", "xiangqi", ("Ann", "Ben"), "*", Status.NOT_BEGUN)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('acceleration = "lim"', "acceleration is lim; there are baku"),
        ('acceleration = "baku"', "acceleration needs the number of rounds"),
        ('initial_colour = "red"', "initial_colour is red; there are white, black"),
        ('forbidden = ["Ann"]', "forbidden must be a list of groups of names"),
        ('forbidden = [["Ann", "Max"]]', "forbidden names Max, who is not among the players"),
    ],
)
def test_a_wrong_plan_is_refused(text: str, why: str) -> None:
    with pytest.raises(PlanError, match=why):
        read_plan(f'{text}\n[[players]]\nname = "Ann"\n')
