"""Folders: every format that identifies itself is read, and what is skipped is counted and named."""

import shutil
from pathlib import Path

import pytest
from running import run

from fairyscore.notation.game import read_games

GAME = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n'
JSON = '{"variant": "chess", "moves": [{"move": "e2-e4"}], "result": "*"}\n'


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    folder = tmp_path / "mixed"
    folder.mkdir()
    for name, text in {
        "a.pgn": GAME,
        "b.jsonl": JSON,
        "c.json": f"[{JSON}]",
        "d.txt": GAME,
        "e.wxf": "FORMAT\tWXF\nGAME\tx\n\nSTART{\n1. C2.5 H8+7\n}END\n",
        "f.txt": "Dear Anna,\nsee you.\n",
        "g.json": '[{"game": 1, "facts": {"result": "1-0"}}]',
        "h.png": "a picture",
        ".hidden": "hidden",
    }.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    "command", [("validate",), ("merge", "-o", "out.pgn"), ("stats",), ("convert", "-o", "out.pgn")]
)
def test_all_formats_are_read_and_the_rest_is_named(
    mixed: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mixed.parent)
    done = run(*command, "mixed")
    assert "fairyscore: 3 files are not read" in done.stderr
    assert "mixed/f.txt, mixed/g.json, mixed/h.png\n" in done.stderr
    if "-o" in command:
        assert Path("out.pgn").read_text().count("[Event ") == 5


def test_the_library_reads_the_same(mixed: Path) -> None:
    assert len(list(read_games(mixed))) == 5


def test_what_split_has_cut_is_merged(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mixed.parent)
    assert run("split", "mixed", "--to", "jsonl", "--by", "count:1", "-o", "parts").exit_code == 0
    assert len(list(Path("parts").iterdir())) == 5
    done = run("merge", "parts", "-o", "all.pgn")
    assert (done.exit_code, "5 games in all.pgn" in done.stderr) == (0, True)


def test_many_skipped_files_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME)
    for number in range(20):
        (tmp_path / f"{number:02}.md").write_text("# Notes\n")
    assert "20 files are not read" in (errors := run("validate", str(tmp_path)).stderr)
    assert "02.md and 17 more" in errors


@pytest.mark.parametrize("name", ["games.zip", "games.tar.gz"])
def test_members_of_archives_are_read_where_they_identify_themselves(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    (folder / "one.pgn").write_text("1. e4 e5 *\n")
    made = run(
        "convert", str(folder / "one.pgn"), "--variant", "chess", "--to", "jsonl", "-o", str(folder / "two.jsonl")
    )
    assert made.exit_code == 0
    (folder / "other.json").write_text('{"a": 1}')
    (folder / "notes.txt").write_text("Dear Anna,\nsee you.\n")
    (folder / ".hidden").write_text("hello")
    kind = "zip" if name.endswith("zip") else "gztar"
    shutil.make_archive(str(tmp_path / "games"), kind, tmp_path, "season")
    done = run("validate", str(tmp_path / name))
    assert "2 games, 4 plies, 2 files" in done.stdout
    assert "fairyscore: 2 files are not read" in done.stderr
    assert "season/other.json" in done.stderr
    assert "season/notes.txt" in done.stderr
