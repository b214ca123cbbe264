"""`fairyscore validate --time`: the players' time in text, the findings in JSON."""

from pathlib import Path

import pytest
from running import rows, run

LATE = """\
[White "Anna"]
[Result "*"]
[TimeControl "10/6d"]

1. e4 {[%emt 1d 3h]} e5 {[%emt 2d]} 2. Nf3 {[%emt 5d]} *

"""
PLAIN = '[Result "*"]\n\n1. e4 *\n\n'


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "a.pgn"
    file.write_text(LATE + PLAIN, encoding="utf-8")
    return str(file)


def test_text_tells_what_each_player_used(path: str) -> None:
    result = run("validate", "--time", path)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == (
        f"{path}:5:40: error[time-overstepped]: white (Anna) has exceeded the time by 3 h; "
        "the time control is 10 moves in 6 days"
    )
    assert lines[-6:] == [
        "",
        f"{path}:1: time of game 1: 10 moves in 6 days",
        "  white (Anna): 2 moves, 6 days 3 h used, overstepped at ply 3",
        "  black: 1 move, 2 days used, 4 days left, to move",
        "",
        "2 games, 4 plies, 1 file: 1 error",
    ]


@pytest.mark.parametrize("style", ["json", "jsonl"])
def test_json_holds_findings_alone(path: str, style: str) -> None:
    result = run("validate", "--time", path, "--format", style)
    assert result.exit_code == 1
    assert result.stdout.count('"code"') == 1
    assert "days left" not in result.stdout


def test_facts_of_an_overstepped_time(path: str) -> None:
    (row,) = rows(run("validate", "--time", path, "--format", "jsonl"))
    assert (row["code"], row["ply"], row["line"], row["column"], row["end_column"]) == (
        "time-overstepped",
        3,
        5,
        40,
        43,
    )
    assert row["facts"] == {"player": "white (Anna)", "over": "3 h", "control": "10 moves in 6 days", "used": "5 days"}


def test_without_the_option_nothing_is_stated_of_time(path: str) -> None:
    result = run("validate", path)
    assert (result.exit_code, result.stdout) == (0, "2 games, 4 plies, 1 file: no faults\n")


def test_names_do_not_reach_the_terminal_raw(tmp_path: Path) -> None:
    file = tmp_path / "b.pgn"
    file.write_text(LATE.replace("Anna", "An\x1b[31mna\u202e"), encoding="utf-8")
    output = run("validate", "--time", str(file)).stdout
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert "white (An\\x1b[31mna\\u202e): 2 moves" in output


DATED = """\
[White "Anna"]
[Black "Bruno"]
[Result "*"]
[TimeControl "10/50d"]

1. e4 {[%date 2026.09.01]} e5 {[%date 2026.09.11]} 2. Nf3 {[%date 2026.09.15]} *
"""


@pytest.mark.parametrize(("today", "over"), [("2026-10-25", ""), ("2026-10-26", "1 day"), ("2026-11-22", "28 days")])
def test_overdue_games_name_who_has_to_move(tmp_path: Path, today: str, over: str) -> None:
    """Black has used 10 of his 50 days; the 40 others end with 25 October, 40 days behind 15 September."""
    file = tmp_path / "a.pgn"
    file.write_text(DATED, encoding="utf-8")
    result = run("validate", "--time", "--today", today, str(file))
    assert "black (Bruno): 1 move, 10 days used, 40 days left, to move" in result.stdout
    assert ("time-overdue" in result.stdout) == bool(over)
    if over:
        assert (
            f"has been to move since 2026.09.15, and on {today.replace('-', '.')} has exceeded the time by {over};"
            in result.stdout
        )


def test_today_is_a_date(path: str) -> None:
    assert run("validate", "--time", "--today", "soon", path).exit_code == 2
