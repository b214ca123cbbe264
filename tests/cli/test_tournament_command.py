"""`fairyscore tournament`: a small tournament whose table was worked out by hand."""

import csv
import io
import json
from pathlib import Path

import pytest
from running import run

from fairyscore.notation.stats.tournament import PlanError, read_plan

# Anna 4 points of 6, Bert 3, Cleo 2½, Dora 2½; double round.
GAMES = (
    ("Anna", "Bert", "1-0"),
    ("Bert", "Anna", "1/2-1/2"),
    ("Anna", "Cleo", "1/2-1/2"),
    ("Cleo", "Anna", "0-1"),
    ("Anna", "Dora", "1-0"),
    ("Dora", "Anna", "1-0"),
    ("Bert", "Cleo", "1-0"),
    ("Cleo", "Bert", "1-0"),
    ("Bert", "Dora", "1/2-1/2"),
    ("Dora", "Bert", "0-1"),
    ("Cleo", "Dora", "1/2-1/2"),
    ("Dora", "Cleo", "1/2-1/2"),
)


def written(folder: Path, plan: str = "", more: str = "") -> str:
    folder.mkdir(exist_ok=True)
    head = '[White "{}"]\n[Black "{}"]\n[Result "{}"]\n\n1. e4 e5 {}\n'
    games = [head.format(white, black, result, result) for white, black, result in GAMES]
    (folder / "games.pgn").write_text("\n".join((*games, more)), encoding="utf-8")
    if plan:
        (folder / "tournament.toml").write_text(plan, encoding="utf-8")
    return str(folder)


def test_points_and_tie_breaks_worked_out_by_hand(tmp_path: Path) -> None:
    """Sonneborn-Berger of Anna: 1·3 + ½·3 + ½·2½ + 1·2½ + 1·2½ + 0 = 10¾; Cleo: ½·4 + 0 + 0 + 1·3 + ½·2½ + ½·2½ = 7½."""
    done = run("tournament", written(tmp_path / "t"), "--format", "json")
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["rows"]
    said = [
        (row["rank"], row["player"], row["points"], row["sonneborn_berger"], row["wins"], row["games"]) for row in rows
    ]
    assert said == [
        (1, "Anna", 4.0, 10.75, 3, 6),
        (2, "Bert", 3.0, 8.25, 2, 6),
        (3, "Dora", 2.5, 8.0, 1, 6),
        (4, "Cleo", 2.5, 7.5, 1, 6),
    ]
    assert rows[0]["against"]["Bert"] == [1.0, 0.5]


def test_the_cross_table(tmp_path: Path) -> None:
    lines = run("tournament", written(tmp_path / "t")).stdout.splitlines()
    assert lines[0].split() == ["player", "games", "points", "wins", "SB", "direct", "progress", "1", "2", "3", "4"]
    assert lines[1].split() == ["1", "Anna", "6", "4", "3", "10.75", "0", "15½", "×", "1½", "10", "½1"]
    assert lines[-1] == "12 games"


def test_a_plan_gives_names_teams_and_the_order(tmp_path: Path) -> None:
    plan = """
title = "Spring"
tie_breaks = ["wins"]
[[player]]
name = "Anna Berg"
names = ["anna"]
rating = 1900
team = "Nord"
[[player]]
name = "Ella"
"""
    folder = written(tmp_path / "t", plan)
    rows = list(csv.DictReader(io.StringIO(run("tournament", folder, "--format", "csv").stdout)))
    assert [(row["player"], row["rank"]) for row in rows] == [
        ("Anna Berg", "1"),
        ("Bert", "2"),
        ("Cleo", "3"),
        ("Dora", "3"),
        ("Ella", "5"),
    ]
    assert (rows[0]["rating"], rows[0]["team"], rows[4]["games"]) == ("1900", "Nord", "0")
    text = run("tournament", folder).stdout
    assert text.startswith("Spring\n")
    assert "1900" in text
    page = run("tournament", folder, "--format", "html").stdout
    assert "<title>Spring</title>" in page
    assert run("tournament", folder, "--format", "md").stdout.startswith("# Spring\n")


def test_games_that_go_on_forfeits_and_faults(tmp_path: Path) -> None:
    more = (
        '[White "Anna"]\n[Black "Ella"]\n[Result "*"]\n\n1. e4 *\n\n'
        '[White "Ella"]\n[Black "Bert"]\n[Result "0-1"]\n[Termination "time forfeit"]\n\n1. e4 0-1\n\n'
        '[White "Ella"]\n[Black "Dora"]\n[Result "0-1"]\n\n1. e4 e5 2. Ke3 0-1\n'
    )
    done = run("tournament", written(tmp_path / "t", more=more))
    assert done.exit_code == 1
    assert "no-piece-reaches" in done.stderr
    assert "15 games, 1 unfinished, 1 with faults" in done.stdout
    assert "Ella - Bert: 0-1, time forfeit" in done.stdout
    rows = json.loads(run("tournament", str(tmp_path / "t"), "--format", "json").stdout)["rows"]
    ella = next(row for row in rows if row["player"] == "Ella")
    assert (ella["games"], ella["unfinished"], ella["points"], ella["against"]["Anna"]) == (2, 1, 0.0, [None])


def test_games_of_three_players_and_several_variants(tmp_path: Path) -> None:
    """What a player wins of three is half of the points of both others in Sonneborn-Berger."""
    game = (
        '[Variant "chamaeleon:players=3"]\n[White "Anna"]\n[Silver "Cleo"]\n[Black "Bert"]\n[Result "1-0-0"]\n\n1-0-0\n'
    )
    done = run("tournament", written(tmp_path / "t", more=game), "--format", "json")
    rows = {row["player"]: row for row in json.loads(done.stdout)["rows"]}
    assert (rows["Anna"]["points"], rows["Anna"]["sonneborn_berger"]) == (5.0, 10.75 + (3 + 2.5) / 2)
    assert "chamaeleon:players=3, chess" in run("tournament", str(tmp_path / "t")).stdout


def test_only_games_of_the_event(tmp_path: Path) -> None:
    folder = written(tmp_path / "t", 'event = "Spring"')
    assert "0 games" in run("tournament", folder).stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = ", "is not TOML"),
        ("titel = 'x'", "there is no key titel; did you mean title?"),
        ("tie_breaks = ['luck']", "there is no tie-break luck"),
        ("[[player]]\nrating = 1", "each player is a table with a name"),
        ("[[player]]\nname = 'A'\nrating = 'x'", "rating is a number"),
    ],
)
def test_plans_that_make_no_sense(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=told):
        read_plan(text)
    folder = written(tmp_path / "t", text)
    done = run("tournament", folder)
    assert done.exit_code == 2
    assert told in done.stderr
