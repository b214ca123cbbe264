"""Leave and reflection time in a tournament."""

from fairyscore.notation.clocks.times import DAY
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.tournament.clocks import leave_of, with_clocks
from fairyscore.notation.tournament.games import TournamentGame, game_of
from fairyscore.notation.tournament.plan import Entry, Plan

TEXT = (
    '[White "Anna"]\n[Black "Bert"]\n[Date "2026.03.01"]\n[TimeControl "1/5d"]\n[BlackLeave "2026.03.04-2026.03.06"]\n'
    '[Result "*"]\n\n1. e4 {[%date 2026.03.02]} e5 {[%date 2026.03.10]} 2. Nf3 {[%date 2026.03.20]} *\n'
)


def game(plan: Plan) -> TournamentGame:
    verdict = Validator(variant="chess").judge(GameText(1, TEXT, 1))
    found = game_of(verdict, "a.pgn")
    assert found is not None
    assert verdict.record is not None
    return with_clocks(found, verdict.record, plan)


def test_leave_of_tags_and_of_the_plan_stops_the_clock() -> None:
    """Anna answers from the 10th to the 20th: ten days, less seven of leave. Bert: eight days, less three."""
    plan = Plan(leave=10, players=(Entry("Anna", leave=("2026.03.12-2026.03.18",)),))
    played = game(plan)
    white, black = played.clocks
    assert (white.used, white.overstepped) == (1 * DAY + 3 * DAY, False)
    assert (black.used, black.overstepped) == (5 * DAY, False)
    assert leave_of("Anna", [played], plan)[:3] == (7, 3, 0)
    assert leave_of("Bert", [played], plan)[:3] == (3, 7, 0)


def test_days_beyond_the_limit_run_on_the_clock() -> None:
    plan = Plan(leave=2, players=(Entry("Anna", leave=("2026.03.12-2026.03.18",)),))
    played = game(plan)
    white, black = played.clocks
    assert (white.used, white.overstepped) == (1 * DAY + 8 * DAY, True)  # two of seven days are granted
    assert (black.used, black.overstepped) == (6 * DAY, True)
    assert leave_of("Anna", [played], plan)[:3] == (2, 0, 5)


def test_without_a_limit_all_leave_is_granted() -> None:
    played = game(Plan())
    assert leave_of("Bert", [played], Plan())[:3] == (3, None, 0)
    assert played.clocks[0].used == 11 * DAY
