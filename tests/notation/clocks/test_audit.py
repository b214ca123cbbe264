"""The audit of a game's time: small games whose sums can be done by head."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.clocks.audit import Audit, audit
from fairyscore.notation.clocks.times import DAY, HOUR
from fairyscore.notation.formats import json
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.tree import Comment, MoveLine
from fairyscore.notation.replay import Validator, Verdict

GAMES = Path(__file__).resolve().parents[3] / "samples" / "games"
CHESS = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]


def judged(moves: str, **tags: str) -> Verdict:
    """The verdict on a game, its time audited."""
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    text = f'{header}[Result "*"]\n\n{moves} *\n'
    (verdict,) = judge_file(io.BytesIO(text.encode()), Validator(time=True))
    return verdict


def played(*times: str, moves: list[str] = CHESS) -> str:
    """Moves with a time behind each: a date `11-21` of 2026 with or without a time of day, or else a duration."""
    commands = [f"[%date 2026-{time}]" if "-" in time[:4] else f"[%emt {time}]" if time else "" for time in times]
    return " ".join(f"{move} {{{time}}}" for move, time in zip(moves, commands, strict=False))


def audited(moves: str, **tags: str) -> Audit:
    verdict = judged(moves, **tags)
    assert verdict.audit is not None
    return verdict.audit


def codes_and_plies(verdict: Verdict) -> list[tuple[str, int]]:
    return [(finding.code, finding.ply) for finding in verdict.findings]


def test_days_used_by_dates() -> None:
    found = audited(played("01-03", "01-10", "01-11", "01-31"), Date="2026.01.01", TimeControl="10/50d")
    assert [(account.used // DAY, (account.left or 0) // DAY) for account in found.accounts] == [(3, 47), (27, 23)]
    assert found.faults == ()


def test_time_of_day_counts_where_both_tell_it() -> None:
    found = audited(played("01-01 12:00", "01-02 13:00", "01-03"), Date="2026.01.01", Time="10:00:00", TimeControl="2d")
    assert [account.used // HOUR for account in found.accounts] == [2 + 24, 25]


def test_a_date_in_front_of_the_moves_is_the_start() -> None:
    moves = "{[%date 2026.01.05 08:00]} " + played("01-05 09:00")
    assert audited(moves, Date="2026.01.01", TimeControl="2d").accounts[0].used == HOUR


@pytest.mark.parametrize("date", ["????.??.??", "2026.02.01", "nonsense"])
def test_a_start_that_is_none_is_passed_over(date: str) -> None:
    """The tag Date may be the day of an export; that is not a fault, and the first move costs nothing."""
    found = audited(played("01-03", "01-10"), Date=date, TimeControl="10/50d")
    assert [account.used // DAY for account in found.accounts] == [0, 7]
    assert found.faults == ()


def test_who_overstepped_and_when() -> None:
    verdict = judged(played("3d", "1d", "3d 1h", "1d", "1d"), White="Anna", TimeControl="10/6d")
    (finding,) = verdict.findings
    assert finding.message == "white (Anna) has exceeded the time by 1 h; the time control is 10 moves in 6 days"
    assert (finding.code, finding.ply, finding.facts["used"]) == ("time-overstepped", 3, "3 days 1 h")
    assert verdict.audit is not None
    assert [account.overstepped for account in verdict.audit.accounts] == [[3], []]
    assert place(verdict, finding) == "Nf3"


def place(verdict: Verdict, finding: Diagnostic) -> str:
    """The text that a finding points to."""
    line = verdict.game_text.text.splitlines()[finding.line - verdict.game_text.line]
    return line[finding.column - 1 : finding.end_column - 1]


def test_all_time_used_is_not_overstepped() -> None:
    assert codes_and_plies(judged(played("3d", "1d", "3d", "1d"), TimeControl="10/6d")) == []


@pytest.mark.parametrize(
    ("control", "times", "left", "overstepped"),
    [
        # Two moves in four days, again and again: a day is saved, then two.
        ("2/4d", ["1d", "2d", "2d", "2d"], 4 + 1 + 0, []),
        # Saved days help later: 1 + 1 of 4, then 5 of 2 + 4.
        ("2/4d", ["1d", "", "1d", "", "5d"], 1, []),
        ("2/4d", ["1d", "", "1d", "", "7d"], -1, [5]),
        # Each move has three days and nothing is saved.
        ("1/259200", ["1d", "", "4d"], 3, [3]),
        ("1/259200", ["4d", "", "1d", "", "5d"], 3, [1, 5]),
        # The second period follows the first and lasts.
        ("2/4d:1d", ["1d", "", "1d", "", "3d"], 0, []),
        ("2/4d:1d", ["1d", "", "1d", "", "3d", "", "1h"], -1, [7]),
        # The increment comes behind the move.
        ("2d+1d", ["2d", "", "1d", "", "1d"], 1, []),
        ("2d+1d", ["3d"], 0, [1]),
        # A player who oversteps is told once in a period, and owes nothing in the next.
        ("3/2d", ["3d", "", "1d", "", "1d", "", "2d"], 0, [1]),
        # Days behind the 20th of a move count twice.
        ("10/50d, double after 20d", ["23d"], 24, []),
        ("10/50d", ["23d"], 27, []),
    ],
)
def test_clock_of_white(control: str, times: list[str], left: int, overstepped: list[int]) -> None:
    white = audited(played(*(time or "0:00" for time in times)), TimeControl=control).accounts[0]
    assert white.overstepped == overstepped
    assert white.left is not None
    assert white.left // DAY == left


def test_an_hourglass_gives_the_time_to_the_other() -> None:
    found = audited(played("60", "100", "20"), TimeControl="*180")
    assert [account.left for account in found.accounts] == [(180 - 60 + 100 - 20) * 1000, (180 + 60 - 100 + 20) * 1000]
    assert audited(played("200"), TimeControl="*180").accounts[0].overstepped == [1]


THREE = {"Variant": "kaleidochess:players=3", "Silver": "Bo"}


def test_three_players() -> None:
    moves = played("01-02", "01-04", "01-07", "01-08", "01-10", moves=["8K-8I", "2K-2G", "5K-6K", "1G-2K", "3G-5D"])
    verdict = judged(moves, Date="2026.01.01", TimeControl="10/3d", **THREE)
    assert verdict.audit is not None
    assert [str(account) for account in verdict.audit.accounts] == [
        "white: 2 moves, 2 days used, 1 day left",
        "silver (Bo): 2 moves, 4 days used, overstepped at ply 5",
        "black: 1 move, 3 days used, 0 s left",
    ]
    assert codes_and_plies(verdict) == [("time-overstepped", 5)]


def test_who_has_left_has_no_clock_running() -> None:
    """In the first game of the sample silver loses his last castle in the eighth round, at a move by white."""
    record = next(judge_file(str(GAMES / "kaleidochess" / "three-players.pgn"), Validator())).record
    assert record is not None
    day = Comment("[%emt 1d]")
    plies = tuple(replace(ply, annotations=(day,)) for ply in record.line.plies)
    accounts = audit(replace(record, line=MoveLine(plies))).accounts
    assert [(account.moves, account.used // DAY) for account in accounts] == [(15, 15), (7, 7), (15, 15)]


def test_hourglass_for_three_is_no_control() -> None:
    moves = played("1", "2", "3", moves=["8K-8I", "2K-2G", "5K-6K"])
    (finding,) = [one for one in judged(moves, TimeControl="*180", **THREE).findings if one.code == "time-control"]
    assert finding.message == "the time control '*180' is an hourglass, which is for two players"


def test_a_date_that_goes_back_is_reported_and_not_counted() -> None:
    verdict = judged(played("02-01", "02-03", "01-04", "02-05", "02-06"), Date="2026.02.01", TimeControl="10/50d")
    assert codes_and_plies(verdict) == [("time-backwards", 3)]
    assert place(verdict, verdict.findings[0]) == "Nf3"
    assert verdict.audit is not None
    assert [(account.used // DAY, account.untimed) for account in verdict.audit.accounts] == [(1, 1), (2, 1)]


def test_moves_without_time_cost_nothing_and_are_reported_once() -> None:
    verdict = judged(played("1d", "", "1d", "", "5d", "1d"), TimeControl="10/50d")
    assert codes_and_plies(verdict) == [("time-missing", 2)]
    assert verdict.findings[0].message == "the time of 2 of 6 moves is unknown and counts as zero"


def test_a_move_after_one_without_date_is_not_blamed_for_both() -> None:
    found = audited(played("01-01", "", "01-20", "01-21"), Date="2026.01.01", TimeControl="10/5d")
    assert [(account.used // DAY, account.untimed) for account in found.accounts] == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("moves", "tags", "found"),
    [
        ("e4 e5", {}, []),
        ("e4 e5", {"TimeControl": "?"}, []),
        ("e4 e5", {"TimeControl": "-"}, []),
        ("e4 e5", {"TimeControl": "1/259200"}, [("time-missing", 0)]),
        ("e4 e5", {"TimeControl": "slow"}, [("time-control", 0)]),
        (played("1d", "2d"), {}, [("time-missing", 0)]),
        (played("1d", "2d"), {"TimeControl": "-"}, []),
        (played("1d", "2d"), {"TimeControl": "9" * 5000}, [("time-control", 0)]),
        ("e4 {[%emt soon]}", {}, [("time-unreadable", 1)]),
        ("e4 {[%date 2026.13.01]} e5 {[%emt 1]}", {"TimeControl": "9"}, [("time-unreadable", 1), ("time-missing", 1)]),
        ("e4 {[%emt -5]} e5 {[%emt " + "9" * 5000 + "]}", {}, [("time-unreadable", 1), ("time-unreadable", 2)]),
        ("e4 ({[%date 2026.01.01]} d4 {[%emt bad]}) e5", {}, []),
    ],
)
def test_what_cannot_be_audited_is_reported(moves: str, tags: dict[str, str], found: list[tuple[str, int]]) -> None:
    assert codes_and_plies(judged(moves, **tags)) == found


def test_moves_up_to_a_refused_one_are_audited() -> None:
    verdict = judged(played("1d", "9d") + " Ke3 {[%emt 50d]}", TimeControl="10/3d")
    assert codes_and_plies(verdict) == [("no-piece-reaches", 3), ("time-overstepped", 2)]


def test_faults_of_time_take_nothing_from_the_record() -> None:
    assert judged(played("1d", "9d"), TimeControl="10/3d").whole


def test_times_in_other_notations_and_variations_are_at_their_moves() -> None:
    verdict = judged("1. e2-e4 {[%emt 1d]} (1. d2-d4 {[%emt 90d]}) 1... e7-e5 {[%emt 9d]}", TimeControl="10/3d")
    (finding,) = verdict.findings
    assert (place(verdict, finding), finding.ply) == ("e7-e5", 2)


def test_json_that_hides_its_percent_signs_is_audited_too() -> None:
    """No token is looked at closely in a text without them: the finding then stands at the beginning of the game."""
    record = judged(played("1d", "9d"), TimeControl="10/3d").record
    assert record is not None
    text = json.write(record, record.game.writing.usual)
    for written in (text, text.replace("%", "\\u0025")):
        (verdict,) = judge_file(io.BytesIO(written.encode()), Validator(time=True), name="a.jsonl")
        assert codes_and_plies(verdict) == [("time-overstepped", 2)]


def test_time_left_tells_what_was_used_with_the_increment() -> None:
    moves = "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:50]} 2. Nf3 {[%clk 0:02:55]} Nc6 {[%clk 0:02:52]}"
    found = audited(moves, TimeControl="180+2")
    assert found.faults == ()
    assert [account.used // 1000 for account in found.accounts] == [2 + 7, 12 + 0]
    assert [(account.left or 0) // 1000 for account in found.accounts] == [175, 172]


def test_leave_and_receipt() -> None:
    moves = (
        "1. e4 {[%date 2026.03.01]} e5 {[%date 2026.03.02]} 2. Nf3 {[%date 2026.03.20]} "
        "Nc6 {[%received 2026.03.23] [%date 2026.03.25]}"
    )
    found = audited(moves, Date="2026.03.01", TimeControl="10 moves/50 days", WhiteLeave="2026.03.03-2026.03.12")
    assert [account.used // DAY for account in found.accounts] == [18 - 10, 1 + 2]


@pytest.mark.parametrize("control", ["10 moves/50 days", "50 days for 10 moves", "10 moves in 50 days", "10/50d"])
def test_words_for_one_control(control: str) -> None:
    assert str(audited(played("1d"), TimeControl=control).control) == "10 moves in 50 days"
