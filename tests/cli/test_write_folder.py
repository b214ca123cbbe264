"""A folder that a command makes appears once all its files are there, or not at all; names may be any bytes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import run

from fairyscore.cli.writing import write_folder
from fairyscore.notation.errors import NotWritten

FILES = [("index.html", b"<p>"), ("games/one.html", b"<b>")]


class Killed(BaseException):
    """As a signal ends a program."""


def interrupted() -> Iterator[tuple[str, bytes]]:
    yield FILES[0]
    raise Killed


def test_a_new_folder_has_all_files(tmp_path: Path) -> None:
    write_folder(str(tmp_path / "new" / "site"), FILES)
    assert (tmp_path / "new" / "site" / "games" / "one.html").read_bytes() == b"<b>"
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["site"]


def test_nothing_stays_where_the_program_is_ended_in_between(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        write_folder(str(tmp_path / "site"), interrupted())
    assert not list(tmp_path.iterdir())


def test_other_files_of_a_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("a")
    write_folder(str(tmp_path), FILES)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games", "index.html", "mine.txt"]


def test_a_refusal_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a")
    with pytest.raises(NotWritten, match="file/site cannot be written"):
        write_folder(str(tmp_path / "file" / "site"), FILES)


@pytest.mark.skipif(os.name == "nt", reason="names are characters there")
@pytest.mark.parametrize("ending", ["html", "epub", "json"])
def test_a_book_may_have_a_name_that_is_no_text(tmp_path: Path, ending: str) -> None:
    games = tmp_path / "a.pgn"
    games.write_text('[Event "a"]\n[Result "*"]\n\n1. e4 *\n')
    out = os.fsdecode(os.fsencode(tmp_path) + b"/\xff." + ending.encode())
    done = run("book", str(games), "-o", out)
    assert done.exit_code == 0, done.output
    assert Path(out).stat().st_size
