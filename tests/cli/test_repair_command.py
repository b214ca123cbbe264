"""`fairyscore repair`: proposals, and what `--write` does."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from running import run, written

from fairyscore.notation.storage import source

GOOD = '[White "Anna"]\n[Result "*"]\n\n1.e4   e5 *\n\n'
BAD = '[White "Berta"]\n[Result "*"]\n\n1. e4 e5\n2. nf3   Nc6 *\n\n'
OPEN = '[White "Carla"]\n[Result "*"]\n\n1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nd2 *\n\n'
HELPLESS = '[White "Dora"]\n[Result "*"]\n\n1. e4 Kz9z9z9 *\n\n'


def test_proposal(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD + BAD)
    result = run("repair", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{path}:10:4: nf3 -> Nf3 (the letter case is another)",
        f"{path}: game 2: all 4 plies are legal then",
    ]
    assert result.stderr == "1 game can be repaired\n"
    assert Path(path).read_bytes().decode() == GOOD + BAD


def test_only_those_characters_change(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("repair", written(path, GOOD + BAD + GOOD), "--write")
    assert (result.exit_code, result.stderr) == (0, "1 game repaired\n")
    assert path.read_bytes().decode() == GOOD + BAD.replace("nf3", "Nf3") + GOOD
    assert run("repair", str(path)).stderr == "nothing to repair\n"


def test_several_ways_are_chosen_from(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("repair", written(path, OPEN), "--write")
    assert (result.exit_code, path.read_bytes().decode()) == (1, OPEN)
    assert result.stdout.splitlines() == [
        f"{path}: game 1: 2 ways are equally good (--write --choose N takes one)",
        f"1. {path}:4:33: Nd2 -> Nbd2 (the move does not say which piece moves)",
        f"2. {path}:4:33: Nd2 -> Nfd2 (the move does not say which piece moves)",
        f"{path}: game 1: all 7 plies are legal then",
    ]
    assert run("repair", str(path), "--choose", "2").exit_code == 2
    assert run("repair", str(path), "--write", "--choose", "3").exit_code == 2
    assert run("repair", str(path), "--write", "--choose", "2").exit_code == 0
    assert path.read_bytes().decode() == OPEN.replace("Nd2", "Nfd2")


def test_what_nothing_helps_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("repair", written(path, BAD + HELPLESS), "--write")
    assert (result.exit_code, path.read_bytes().decode()) == (1, BAD.replace("nf3", "Nf3") + HELPLESS)
    assert "error[unreadable-move]" in result.stderr
    assert result.stderr.endswith("1 game repaired, 1 game not\n")


def test_only_one_game(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    run("repair", written(path, BAD + BAD), "--write", "--game", "2")
    assert path.read_bytes().decode() == BAD + BAD.replace("nf3", "Nf3")


def test_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    run("repair", written(path, (GOOD + BAD).replace("\n", "\r\n")), "--write")
    assert path.read_bytes().decode() == (GOOD + BAD.replace("nf3", "Nf3")).replace("\n", "\r\n")


def test_standard_input(tmp_path: Path) -> None:
    result = run("repair", "-", stdin=BAD.encode())
    assert result.stdout.startswith("<stdin>:5:4: nf3 -> Nf3")
    assert run("repair", "-", "--write", stdin=BAD.encode()).exit_code == 2


def test_what_cannot_be_read(tmp_path: Path) -> None:
    assert run("repair", str(tmp_path / "none.pgn")).exit_code == 2
    assert run("repair", str(tmp_path / "none.pgn"), "--write").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_breaks_off_is_not_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be read would be missing behind the repaired game."""

    class Breaking(io.BytesIO):
        def readinto(self, buffer: Any) -> int:
            if size := super().readinto(buffer):
                return size
            raise OSError(5, "Input/output error")

    path, text = tmp_path / "a.pgn", BAD + GOOD * 5000
    written(path, text)
    monkeypatch.setattr(source, "open", lambda path, mode: Breaking(text.encode()), raising=False)
    result = run("repair", str(path), "--write")
    assert result.exit_code == 2
    assert "Input/output error" in result.stderr
    assert path.read_bytes().decode() == text


@pytest.mark.parametrize("command", [("repair", "--write"), ("play", "d3"), ("fmt",)])
def test_nul_bytes_are_not_lost(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "a.pgn"
    text = GOOD.replace("Anna", "An\0na") + (BAD if command[0] == "repair" else GOOD)
    name, *rest = command
    result = run(name, written(path, text), *rest)
    assert result.exit_code == 2
    assert "it would lose its NUL bytes" in result.stderr
    assert path.read_bytes().decode() == text


def test_a_file_that_is_not_there_is_no_good_file(tmp_path: Path) -> None:
    result = run("repair", str(tmp_path / "none.pgn"))
    assert result.exit_code == 2
    assert "nothing to repair" not in result.stderr


def test_errors_that_remain_are_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", BAD.replace(" *", "").replace('[Result "*"]\n', ""))
    result = run("repair", path, "--write")
    assert result.exit_code == 1
    assert f"{path}:4:13: game 1 keeps error[no-result]: the moves end without a result" in result.stderr
    assert result.stderr.endswith("1 game repaired, 1 error to correct by hand\n")
    assert run("repair", path).stderr.endswith("\n1 error to correct by hand\n")


def test_folders_and_archives(tmp_path: Path) -> None:
    """The same paths as `validate` and `fmt` take; what is in an archive is read, and not written back."""
    (tmp_path / "sub").mkdir()
    first, second = tmp_path / "a.pgn", tmp_path / "sub" / "b.pgn"
    written(first, BAD)
    written(second, GOOD + BAD)
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("d.pgn", BAD)
    paths = [str(first), str(tmp_path / "c.zip"), str(tmp_path / "sub")]
    result = run("repair", *paths, "--format", "json")
    assert result.exit_code == 1
    games = json.loads(result.stdout)["games"]
    assert [(game["file"], game["game"]) for game in games] == [
        (str(first), 1), (f"{tmp_path / 'c.zip'}!d.pgn", 1), (str(second), 2),
    ]  # fmt: skip
    result = run("repair", *paths, "--write")
    assert result.exit_code == 2
    assert (
        f"fairyscore: {tmp_path / 'c.zip'}!d.pgn cannot be written: only plain files are written back" in result.stderr
    )
    assert result.stderr.endswith("2 games repaired\n")
    assert (first.read_bytes(), second.read_bytes()) == (
        BAD.replace("nf3", "Nf3").encode(),
        (GOOD + BAD.replace("nf3", "Nf3")).encode(),
    )
    assert run("repair", str(tmp_path / "**" / "*.pgn")).exit_code == 0
