"""`fairyscore stats`: the report, what other programs read, charts, and the same bytes from any number of processes."""

import csv
import io
import json
import signal
import subprocess
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from running import interruptible, run, written

from fairyscore.notation.formats.table import guarded

SAMPLES = Path(__file__).resolve().parents[2] / "samples"

GAMES = """
[White "Anna"]
[Black "Bert"]
[Date "1990.05.01"]

1. e4 e5 2. Nf3 1-0

[White "=SUM(1)"]
[Black "Anna"]
[Date "1991.??.??"]

1. e4 c5 1/2-1/2

[Variant "tor-qi"]
[White "\x1b[31mCleo"]

1. b2-b3 a8-a7 *
"""


NAMED = "".join(
    f'[Event "x"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for moves, result in (
        ("1. e4 c5 2. Nf3", "1-0"), ("1. Nf3 c5 2. e4 h5", "0-1"), ("1. e4 e5", "1/2-1/2"), ("1. Nf3 c5 2. e4", "1-0"),
    )
)  # fmt: skip


def test_openings_by_name(tmp_path: Path) -> None:
    path = written(tmp_path / "named.pgn", NAMED)
    lines = [" ".join(line.split()) for line in run("stats", path, "--openings").stdout.splitlines()]
    first = lines.index("by name B27 Sicilian Defense 3 75.0 % 1-0 66.7 % 0-1 33.3 %")
    assert lines[first + 1] == "C20 King's Pawn Game 1 25.0 % 1/2-1/2 100.0 %"
    (chess,) = json.loads(run("stats", path, "--openings", "--format", "json").stdout)["variants"]
    assert chess["openings"]["named"][0] == {
        "code": "B27", "name": "Sicilian Defense", "games": 3, "results": {"1-0": 2, "0-1": 1},
    }  # fmt: skip
    table = run("stats", path, "--openings", "--format", "csv").stdout
    assert "named openings,chess,B27 Sicilian Defense,,1-0,2" in table
    state = str(tmp_path / "state")
    whole = run("stats", path, "--openings")
    assert [run("stats", path, "--openings", "--state", state).stdout for _ in range(2)] == [whole.stdout] * 2


EVALUATED = """
[White "Anna"]
[Black "Bert"]

1. e4 {[%eval 1.0]} e5 {[%eval 1.0]} 2. Nf3 {[%eval 0.0]} Nc6 {[%eval 2.0]} 3. Bb5 {[%eval 2.0]} 1-0

[White "Bert"]
[Black "?"]

1. e4 {[%eval 0.0]} e5 {[%eval 0.0]} *
"""


def test_losses_by_player_and_phase(tmp_path: Path) -> None:
    """Bert lost 0 and 17.6 percent with Black, Anna 9.1 and 0 with White; the player without a name nothing."""
    path = written(tmp_path / "evaluated.pgn", EVALUATED)
    whole = run("stats", path, "--losses").stdout
    lines = [" ".join(line.split()) for line in whole.splitlines()]
    at = lines.index("Chances lost by the evaluations beside the moves")
    assert lines[at + 1 :] == [
        "moves a move opening middlegame endgame",
        "Anna 2 4.6 % 4.6 % inaccuracy 1",
        "Bert 2 8.8 % 8.8 % blunder 1",
        "? 1 0.0 % 0.0 %",
    ]
    found = json.loads(run("stats", path, "--losses", "--format", "json").stdout)["losses"]
    assert found[1] == {"player": "Bert", "phase": "opening", "moves": 2, "lost": 0.176212, "signs": {"blunder": 1}}
    assert "losses,,Anna,,opening: inaccuracy,1" in run("stats", path, "--losses", "--format", "csv").stdout
    assert "losses" not in run("stats", path, "--format", "json").stdout
    state = str(tmp_path / "state")
    assert [run("stats", path, "--losses", "--state", state).stdout for _ in range(2)] == [whole] * 2


@pytest.fixture
def games(tmp_path: Path) -> str:
    return written(tmp_path / "games.pgn", GAMES)


def test_text(games: str) -> None:
    result = run("stats", games, "--depth", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == ["3 games, 7 plies, 1 file", "", "Chess: 2 games, 5 plies"]
    chess = lines[3 : lines.index("", 3)]
    assert [line.split() for line in chess] == [
        ["results", "1-0", "1", "50.0", "%"],
        ["1/2-1/2", "1", "50.0", "%"],
        ["endings", "draw", "agreed", "or", "unknown", "1", "50.0", "%"],
        ["resignation", "or", "unknown", "1", "50.0", "%"],
        ["plies", "mean", "2.5,", "median", "2.5,", "longest", "3"],
        ["openings", "1.", "e4", "2", "100.0", "%", "white", "75.0", "%"],
        ["1.", "e4", "c5", "1", "50.0", "%", "white", "50.0", "%"],
        ["1.", "e4", "e5", "1", "50.0", "%", "white", "100.0", "%"],
        ["years", "1990", "1", "50.0", "%"],
        ["1991", "1", "50.0", "%"],
    ]
    percents = {line.rstrip(" %").rfind(".") for line in chess if line.endswith("%") and "white" not in line}
    assert len(percents) == 1  # one column
    assert "Players: 4" in lines
    (anna,) = [line.split() for line in lines if line.startswith("  Anna ")]
    assert anna == ["Anna", "2", "75.0", "%", "white", "1", "black", "1"]
    assert "\x1b" not in result.stdout


def test_the_first_ones(games: str) -> None:
    lines = run("stats", games, "--top", "1").stdout.splitlines()
    assert "            1 other                       1   50.0 %" in lines
    assert "  and 3 more (--top)" in lines


def test_only_one_player(games: str) -> None:
    assert run("stats", games, "--player", "anna").stdout.startswith("2 games, 5 plies, 1 file\n")


def test_json(games: str) -> None:
    data = json.loads(run("stats", games, "--format", "json", "--top", "1").stdout)
    assert (data["schema"], data["files"], data["games"], data["plies"]) == (1, 1, 3, 7)
    chess, tor_qi = data["variants"]
    assert (chess["variant"], tor_qi["variant"], tor_qi["openings"]["lines"][1]["moves"]) == (
        "chess",
        "tor-qi",
        ["b2-b3", "a8-a7"],
    )
    assert chess["openings"]["lines"][0] == {
        "moves": ["e4"],
        "games": 2,
        "finished": 2,
        "points": {"white": 1.5, "black": 0.5},
    }
    assert chess["lengths"] == {"mean": 2.5, "median": 2.5, "longest": 3, "distribution": {"2": 1, "3": 1}}
    assert [player["name"] for player in data["players"]["list"]] == ["Anna", "\x1b[31mCleo", "=SUM(1)", "Bert"]


@pytest.mark.skipif(
    find_spec("jsonschema") is None, reason="jsonschema is missing: the document was not held against it"
)
def test_json_is_as_documented() -> None:
    import jsonschema

    schema = json.loads((SAMPLES.parent / "cli" / "schemas" / "stats.schema.json").read_text(encoding="utf-8"))
    data = json.loads(run("stats", str(SAMPLES / "games"), "--format", "json").stdout)
    jsonschema.Draft202012Validator(schema).validate(data)
    assert data["games"] == sum(variant["games"] for variant in data["variants"])
    for variant in data["variants"]:
        assert sum(variant["lengths"]["distribution"].values()) == sum(variant["results"].values())


def table(games: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(run("stats", games, "--format", "csv").stdout, newline="")))


def test_csv_is_safe_and_tidy(games: str) -> None:
    rows = table(games)
    assert {"table": "results", "variant": "chess", "name": "1-0", "seat": "", "measure": "games", "value": "1"} in rows
    assert [row["value"] for row in rows if row["name"] == "e4" and row["seat"] == "white"] == ["1.5"]
    assert "'=SUM(1)" in {row["name"] for row in rows}
    assert sum(int(row["value"]) for row in rows if row["table"] == "lengths") == 3


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is missing: no Parquet was written")
def test_parquet_has_the_same_rows(games: str, tmp_path: Path) -> None:
    parquet: Any = import_module("pyarrow.parquet")

    out = tmp_path / "games.parquet"
    assert run("stats", games, "--format", "parquet", "-o", str(out)).exit_code == 0
    found: list[dict[str, Any]] = parquet.read_table(out).to_pylist()
    for row in found:
        row["value"] = f"{row['value']:g}"
        row["name"] = guarded(row["name"])
    assert found == table(games)


def test_parquet_without_its_library(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    result = run("stats", games, "--format", "parquet")
    assert (result.exit_code, "fairyscore[parquet]" in result.stderr) == (2, True)


def test_what_cannot_be_read_is_reported(games: str, tmp_path: Path) -> None:
    result = run("stats", games, str(tmp_path / "none.pgn"))
    assert result.exit_code == 2
    assert result.stdout.startswith("3 games, 7 plies, 2 files\n")
    assert "none.pgn" in result.stderr


def test_faults_are_counted_and_are_none_here(tmp_path: Path) -> None:
    result = run("stats", written(tmp_path / "a.pgn", '[Event "?"]\n\n1. e4 Ke5 *\n'))
    assert result.exit_code == 0
    assert "Chess: 1 game, 1 ply, 1 with faults" in result.stdout
    assert "  found     error: no-piece-reaches        1" in result.stdout


# -- many processes ---------------------------------------------------------------------------------------------------


def test_the_same_bytes_from_two_processes_and_a_second_run(tmp_path: Path) -> None:
    """As JSON, which holds all that is counted."""
    comment = "{" + "much is said " * 500 + "}"  # so that there is enough to share out
    many = written(tmp_path / "many.pgn", (GAMES.replace("e4", f"e4 {comment}") * 150).lstrip())
    asked = ("stats", str(SAMPLES / "games" / "chamaeleon"), str(SAMPLES / "faults"), many, "--format", "json")
    one = run(*asked)
    assert one.exit_code == 2  # some of the faulty samples cannot be read
    state = str(tmp_path / "state")
    for more in (("--jobs", "2"), ("--state", state), ("--state", state)):
        other = run(*asked, *more)
        assert (other.stdout_bytes, other.stderr, other.exit_code) == (one.stdout_bytes, one.stderr, 2)


def test_other_settings_are_counted_anew(games: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    for more in (("--depth", "1"), ("--depth", "3"), ("--player", "Bert"), ("--variant", "tor-qi")):
        assert run("stats", games, *more, "--state", state).stdout == run("stats", games, *more).stdout


# -- charts -----------------------------------------------------------------------------------------------------------


def test_plot(games: str, tmp_path: Path) -> None:
    out = tmp_path / "games.svg"
    result = run("stats", games, "--plot", str(out), "--theme", "dark")
    assert result.exit_code == 0
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{svg}title") == "3 games"
    assert "Results: Chess: white 50.0 %, drawn 50.0 %" in (root.findtext(f"{svg}desc") or "")
    assert not list(root.iter(f"{svg}text"))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--plot", "a.gif"), "drawings are written as"),
        (("--plot", "a.svg", "--theme", "drak"), "did you mean dark?"),
        (("--depth", "41"), "--depth"),
        (("--top", "0"), "--top"),
    ],
)
def test_wrong_usage_is_reported_before_counting(more: tuple[str, ...], message: str) -> None:
    result = run("stats", "there-is-no-such-file.pgn", *more)
    assert (result.exit_code, message in result.stderr, result.stdout) == (2, True, "")


def test_nothing_to_plot(tmp_path: Path) -> None:
    out = tmp_path / "none.svg"
    result = run("stats", written(tmp_path / "empty.pgn", ""), "--plot", str(out))
    assert result.exit_code == 2
    assert ET.fromstring(out.read_text(encoding="utf-8")) is not None


def test_ctrl_c_tells_what_was_counted(games: str, tmp_path: Path) -> None:
    """The signal comes while a pipe is being read, which is still open."""
    out = tmp_path / "out.json"
    for more, beginning in (
        ((), "interrupted; so far "),
        (("--format", "json"), ""),
        (("-o", str(out)), ""),
    ):
        command = interruptible("stats", games, "-", *more)
        with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
            assert process.stdin is not None
            process.stdin.write(b'[Event "?"]\n\n1. e4 *\n\n' * 5_000)  # more than a pipe holds: it is being read
            process.stdin.flush()
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=60)
        assert process.returncode == 130
        assert output.decode().startswith(beginning)
        assert bool(output) is bool(beginning)
        assert not out.exists()
