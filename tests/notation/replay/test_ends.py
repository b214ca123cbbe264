"""Ends on the way of a game, as the replayer tells and keeps them."""

import pytest
from foreign import judged_moves

from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.outcome import Ending

BARE_KINGS = '[FEN "8/8/8/4k3/8/8/4p3/4K3 w - - 0 1"]\n'
SHUFFLE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8"


@pytest.mark.parametrize(
    ("tags", "severity"),
    [
        ('[Date "2024.01.01"]\n[Result "1/2-1/2"]', "warning"),  # the last piece is taken, and a move more is made
        ('[Date "2024.01.01"]\n[Result "1-0"]', "error"),
    ],
)
def test_a_dead_position_is_played_on(tags: str, severity: str) -> None:
    result = "1-0" if "1-0" in tags else "1/2-1/2"
    text = f"{BARE_KINGS}{tags}\n\n1. Kxe2 Kd5 2. Kd3 {result}\n\n"
    verdict = Validator().judge(GameText(1, text, 1, last=True))
    severities = {finding.code: finding.severity.name.lower() for finding in verdict.findings}
    assert severity in (severities.get("played-on"), severities.get("may-have-ended"))


def test_a_fifth_repetition_is_the_end_of_the_game() -> None:
    text = f'[Date "2024.01.01"]\n[Result "1/2-1/2"]\n\n{SHUFFLE} 1/2-1/2\n\n'
    verdict = Validator().judge(GameText(1, text, 1, last=True))
    assert verdict.findings == []
    assert verdict.outcome is not None
    assert verdict.outcome.ending is Ending.FIVEFOLD


def test_a_game_that_is_cut_for_its_length_is_reported_where_it_begins() -> None:
    verdict = Validator(file="a.pgn").judge(GameText(3, "1. e4", 7, whole=False))
    (finding,) = verdict.findings
    assert (finding.code, finding.game, finding.line, finding.column, finding.end_column) == ("too-long", 3, 7, 1, 1)


LAWS = "Laws of Chess 2023, 5.2.2, 9.2, 9.3 and 9.6"
LATER = f"{LAWS}, from 2014-07-01 on"


@pytest.mark.parametrize(
    ("date", "code", "rule"),
    [
        ("2020.01.01", "played-on", LAWS),
        ("2014.07.01", "played-on", LAWS),
        ("2014.06.30", "may-have-ended", LATER),  # then a draw only if somebody claimed it
        ("????.??.??", "may-have-ended", LATER),
    ],
)
def test_an_end_names_its_rule_and_since_when_it_holds(date: str, code: str, rule: str) -> None:
    found = judged_moves(f"{'Nf3 Nf6 Ng1 Ng8 ' * 5} *", Date=date).findings
    (ended,) = [one for one in found if "ending" in one.facts]
    assert (ended.code, ended.facts["rule"]) == (code, rule)


@pytest.mark.parametrize(
    ("date", "result", "code"), [("1990.01.01", "*", "played-on"), ("?", "1/2-1/2", "may-have-ended")]
)
def test_a_dead_position_has_ended_games_at_all_times(date: str, result: str, code: str) -> None:
    found = judged_moves(f"Kd1 {result}", FEN="4k3/8/8/8/8/8/8/4K3 w - - 0 1", Date=date, Result=result).findings
    assert [(one.code, one.facts["rule"]) for one in found] == [(code, LAWS)]
