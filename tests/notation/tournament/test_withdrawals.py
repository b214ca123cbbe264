"""Players who leave: which of their games count, and how the handbook's round robin goes on without them."""

import pytest

from fairyscore.notation.records.tree import Record
from fairyscore.notation.tournament.clocks import ruling_on
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Entry, Plan, PlanError, Withdrawal, WithdrawalKind, read_plan
from fairyscore.notation.tournament.table import tables_of

PLAYERS = tuple(Entry(name) for name in ("Ann", "Ben", "Cid", "Dan"))


def played(text: str) -> TournamentGame:
    """A game from `3 Ann-Max 1-0 40`: round, players, result, plies."""
    number, players, result, plies = text.split()
    status = Status.UNFINISHED if result == "*" else Status.PLAYED
    white, black = players.split("-")
    return TournamentGame("", number, "chess", (white, black), result, status, int(plies))


GAMES = ("1 Ann-Dan 1-0 40", "3 Cid-Ann 1/2-1/2 30", "2 Ann-Ben * 2", "3 Ben-Dan 1-0 9")
"""Ann wins against Dan, draws with Cid, and leaves after two plies against Ben."""


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        (WithdrawalKind.ANNUL, {"Ann": 0, "Ben": 1, "Cid": 0, "Dan": 0}),
        (WithdrawalKind.FORFEIT, {"Ann": 1.5, "Ben": 2, "Cid": 0.5, "Dan": 0}),
        (WithdrawalKind.ADJUDICATE, {"Ann": 1.5, "Ben": 1, "Cid": 0.5, "Dan": 0}),
    ],
)
def test_what_becomes_of_the_games(effect: WithdrawalKind, points: dict[str, float]) -> None:
    plan = Plan(players=PLAYERS, pairings="single", withdrawals=(Withdrawal("Ann", "2026.05.01", effect),))
    (found,) = tables_of([played(text) for text in GAMES], plan)
    assert {row.player: row.points for row in found.rows} == points


def test_a_ruling_stands_above_a_withdrawal() -> None:
    text = """
pairings = "single"
[[players]]
name = "Ann"
[[players]]
name = "Ben"
[[withdrawals]]
player = "Ann"
date = "2026.05.01"
kind = "adjudicate"
by = "Ina Vos"
why = "illness"
[[rulings]]
white = "Ann"
black = "Ben"
result = "1/2-1/2"
kind = "adjudication"
"""
    plan = read_plan(text)
    (found,) = tables_of([played("1 Ann-Ben * 20")], plan)
    assert [(game.result, game.status) for game in found.games] == [("1/2-1/2", Status.ADJUDICATED)]
    (waiting,) = tables_of([played("1 Ann-Ben * 20")], plan._replace(rulings=()))
    assert [(game.status, game.by, game.why) for game in waiting.games] == [
        (Status.TO_ADJUDICATE, "Ina Vos", "Ann withdrew: illness")
    ]


def test_two_who_leave_lose_both() -> None:
    left = tuple(Withdrawal(name, "2026.05.01", WithdrawalKind.FORFEIT) for name in ("Ann", "Ben"))
    (found,) = tables_of([], Plan(players=PLAYERS[:3], pairings="single", withdrawals=left))
    results = {game.players: game.result for game in found.games}
    assert results == {("Ben", "Cid"): "0-1", ("Cid", "Ann"): "1-0", ("Ann", "Ben"): "0-0"}


def test_a_knock_out_goes_on_without_them() -> None:
    left = (Withdrawal("Ann", "2026.05.01", WithdrawalKind.FORFEIT),)
    (found,) = tables_of([played("1 Ben-Cid 1-0 40")], Plan(players=PLAYERS, pairings="knock-out", withdrawals=left))
    assert [(match.one, match.other) for match in found.matches[1]] == [("Dan", "Ben")]
    assert ("2", ("Dan", "Ben")) in [(game.round, game.players) for game in found.games]


def test_a_loss_on_time_is_rated_without_a_move() -> None:
    ruling = '[[rulings]]\nwhite = "Ann"\nblack = "Ben"\nresult = "0-1"\nkind = "time"\n'
    players = '[[players]]\nname = "Ann"\nrating = 2000\n[[players]]\nname = "Ben"\nrating = 1900\n'
    (found,) = tables_of([], read_plan(f'pairings = "single"\n{players}{ruling}'))
    assert {row.player: found.performance(row) for row in found.rows} == {"Ann": 1100, "Ben": 2800}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ('player = "Max"\ndate = "2026.05.01"\nkind = "annul"', "a withdrawal names Max, who is not among the players"),
        ('player = "Ann"\ndate = "May"\nkind = "annul"', "May is not a date"),
        ('player = "Ann"\ndate = "2026.05.01"\nkind = "leave"', "there are annul, forfeit, adjudicate"),
    ],
)
def test_a_wrong_withdrawal_is_refused(entry: str, why: str) -> None:
    with pytest.raises(PlanError, match=why):
        read_plan(f'[[players]]\nname = "Ann"\n[[withdrawals]]\n{entry}\n')


def test_letters_about_their_games_are_told_that_these_are_over() -> None:
    record = Record("chess", (("White", "Ann"), ("Black", "Ben"), ("Round", "2")))
    plan = Plan(players=PLAYERS, withdrawals=(Withdrawal("Ben", "2026.05.01", WithdrawalKind.ADJUDICATE),))
    assert ruling_on(record, plan) == "to be adjudicated"
    assert ruling_on(record, Plan(players=PLAYERS)) == ""
