"""The line that sums up what was found, and the exit code."""

import pytest

from fairyscore.cli.report import Totals
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Verdict


def totals(*severities: Severity, code: str = "some-code") -> Totals:
    sum_of_all = Totals(files=3)
    found = [Diagnostic("a.pgn", 2, 7, 4, 6, severity, code, "it is wrong") for severity in severities]
    sum_of_all.add(Verdict(GameText(1, "", 1), found, plies=1043))
    return sum_of_all


def test_summary() -> None:
    assert str(totals()) == "1 game, 1,043 plies, 3 files: no faults"
    both = totals(Severity.ERROR, Severity.WARNING, Severity.ERROR, Severity.INFO)
    assert str(both) == "1 game, 1,043 plies, 3 files: 2 errors, 1 warning, 1 note"


@pytest.mark.parametrize(
    ("sum_of_all", "strict", "code"),
    [
        (totals(), False, 0),
        (totals(Severity.INFO), True, 0),
        (totals(Severity.WARNING), False, 0),
        (totals(Severity.WARNING), True, 1),
        (totals(Severity.ERROR), False, 1),
        (totals(Severity.WARNING, code="empty-file"), False, 0),  # a warning never ends so
        (totals(Severity.ERROR, code="unreadable-file"), False, 2),
    ],
)
def test_exit_code(sum_of_all: Totals, strict: bool, code: int) -> None:
    assert sum_of_all.exit_code(strict) == code


def test_large_runs_are_summed_up_by_code() -> None:
    one = totals(Severity.WARNING, code="move-number")
    assert one.by_code() == []
    one.codes[Severity.ERROR, "no-piece-reaches"] += 49
    assert one.by_code() == ["49 error[no-piece-reaches]", " 1 warning[move-number]"]
