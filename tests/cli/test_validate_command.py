"""`fairyscore validate`: what it prints, in which form, and its exit codes."""

import json
from pathlib import Path

import pytest
from running import rows, run, written

GOOD = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
BLOCKED = '[Event "b"]\n[Result "*"]\n\n1. e4 e5 2. Ra4 Nc6 *\n\n'
NUMBERED_WRONGLY = '[Event "c"]\n[Result "*"]\n\n1. e4 e5 3. Nf3 *\n\n'

FIELDS = [
    *("file", "game", "line", "column", "end_column", "severity", "code", "message", "ply", "move", "facts"),
    *("rules", "reasons", "suggestions", "advice"),
]


def test_clean(tmp_path: Path) -> None:
    result = run("validate", written(tmp_path / "a.pgn", GOOD * 2))
    assert result.exit_code == 0
    assert result.stdout == "2 games, 4 plies, 1 file: no faults\n"


def test_fault_as_a_compiler_tells_it(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD + BLOCKED)
    result = run("validate", path)
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0].startswith(f"{path}:9:13: error[path-blocked]: the path of the rook from a1 to a4 is blocked")
    assert lines[1:4] == ["9 |  1. e4 e5 2. Ra4 Nc6 *", "  |              ^~~", "  = game 2, ply 3"]
    assert "  = did you mean: a4" in lines
    assert lines[-1] == "2 games, 4 plies, 1 file: 1 error, 1 move not checked"


def test_a_fault_never_hides_the_next_game_or_file(tmp_path: Path) -> None:
    first = written(tmp_path / "1.pgn", BLOCKED + GOOD + BLOCKED)
    second = written(tmp_path / "2.pgn", BLOCKED)
    result = run("validate", first, str(tmp_path / "none.pgn"), second, "--format", "jsonl")
    found = [(row["file"], row["game"], row["code"]) for row in rows(result)]
    assert found == [
        (first, 1, "path-blocked"),
        (first, 3, "path-blocked"),
        (str(tmp_path / "none.pgn"), 0, "unreadable-file"),
        (second, 1, "path-blocked"),
    ]
    assert result.exit_code == 2


def test_json_fields(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", BLOCKED)
    (row,) = rows(run("validate", path, "--format", "jsonl"))
    assert list(row) == FIELDS
    assert [row[name] for name in FIELDS[:7]] == [path, 1, 4, 13, 16, "error", "path-blocked"]
    assert (row["ply"], row["move"], row["suggestions"]) == (3, "Ra4", ["a4"])
    assert isinstance(row["facts"], dict)
    assert json.loads(run("validate", path, "--format", "json").stdout) == [row]


def test_no_findings_in_json(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD)
    assert run("validate", path, "--format", "json").stdout == "[]\n"
    assert run("validate", path, "--format", "jsonl").stdout == ""


def test_array_of_several(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", BLOCKED * 3)
    assert [row["game"] for row in json.loads(run("validate", path, "--format", "json").stdout)] == [1, 2, 3]


def test_warnings_count_only_when_strict(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", NUMBERED_WRONGLY)
    assert run("validate", path).exit_code == 0
    assert run("validate", path, "--strict").exit_code == 1


def test_standard_input() -> None:
    result = run("validate", "-", stdin=BLOCKED.encode())
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:4:13: error[path-blocked]")


def test_bare_moves_with_variant() -> None:
    """Bare moves are chess where chess can read them; else the game must be named."""
    assert run("validate", "-", stdin=b"1. e2-e4 e7-e5").exit_code == 0
    assert run("validate", "-", "--variant", "tor-qi", stdin=b"1. e2-e4 e8-e6").exit_code == 0
    assert run("validate", "-", "--variant", "tor-qi", stdin=b"1. e2-e5").exit_code == 1


def test_position_option() -> None:
    position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    result = run("validate", "-", "--variant", "chess", "--position", position, stdin=b"1. O-O-O")
    assert (result.exit_code, result.stdout) == (0, "1 game, 1 ply, 1 file: no faults\n")


def test_info_option() -> None:
    shuffle = b'[Result "*"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n'
    assert rows(run("validate", "-", "--format", "jsonl", stdin=shuffle)) == []
    result = run("validate", "-", "--format", "jsonl", "--info", stdin=shuffle)
    assert [(row["code"], row["severity"]) for row in rows(result)] == [("repetition", "info")]
    assert result.exit_code == 0


def test_folders_are_walked_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c.pgn", "a.PGN", "b/d.pgn", "notes.txt", "b/picture.png"):
        written(tmp_path / name, BLOCKED)
    result = run("validate", str(tmp_path), "--format", "jsonl")
    assert [Path(row["file"]).name for row in rows(result)] == ["a.PGN", "c.pgn", "notes.txt", "d.pgn"]
    with_texts = run("validate", str(tmp_path), "--variant", "chess", "--format", "jsonl")
    assert [Path(row["file"]).name for row in rows(with_texts)] == ["a.PGN", "c.pgn", "notes.txt", "d.pgn"]


def test_a_named_file_is_always_read(tmp_path: Path) -> None:
    assert run("validate", written(tmp_path / "game.text", BLOCKED)).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["validate"], "Missing argument 'PATH...'"),
        (["validate", "-", "--format", "xml"], "'xml' is not one of"),
        (["validate", "-", "--variant", "ches"], "did you mean chess?"),
        (["validate", "-", "--variant", "chess", "--position", "8/8"], "A position of chess looks like"),
    ],
)
def test_wrong_usage(arguments: list[str], says: str) -> None:
    result = run(*arguments, stdin=b"")
    assert result.exit_code == 2
    assert says in result.stderr


def test_format_is_stated(tmp_path: Path) -> None:
    """A list of moves that looks like nothing in particular is read as the user says."""
    path = written(tmp_path / "a.dat", "e4 e5 *\n\nd4 d5 *\n")
    result = run("validate", path, "--from", "moves", "--variant", "chess")
    assert result.stdout == "2 games, 4 plies, 1 file: no faults\n"
    assert run("replay", path, "--from", "moves", "--variant", "chess").exit_code == 0
    assert run("validate", path, "--from", "pgm").exit_code == 2


@pytest.mark.parametrize(("options", "shown"), [((), 3), (("--max-errors", "1"), 1), (("--max-errors", "0"), 5)])
def test_most_diagnostics_of_a_game(tmp_path: Path, options: tuple[str, ...], shown: int) -> None:
    path = written(tmp_path / "a.pgn", '[Result "*"]\n\n1. e4 $300 $301 $302 $303 Ke5 *\n\n[Result "*"]\n\n1. e4 *\n')
    result = run("validate", path, "--format", "jsonl", *options)
    codes = [json.loads(line)["code"] for line in result.stdout.splitlines()]
    assert len(codes) == shown
    assert "no-piece-reaches" in codes
    summary = run("validate", path, *options).stdout.splitlines()[-1]
    assert "1 error, 4 warnings" in summary
    assert ("--max-errors 0 shows all" in summary) is (shown < 5)
