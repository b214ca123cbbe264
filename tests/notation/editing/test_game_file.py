"""One game of a file: what may be written back, and where a new game may go."""

import gzip
from pathlib import Path

import pytest

from fairyscore.notation.editing.game_file import add_game, format_of_new_game, line_end, write_back
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import UnknownFormat, format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.writing import FileStamp

GAME = b'[Event "a"]\n[Result "*"]\n\n1. e4 *\n'
READER = RecordReader(Validator())


def moved_on(path: str) -> None:
    """Play a move in the first game of a file."""
    stamp = FileStamp.of(path)
    verdict = next(found for found in READER.verdicts(path) if found.game_text.number)
    assert verdict.record is not None
    write_back(path, verdict, appended(verdict.record, ["e5"]).record, READER, stamp=stamp)


def test_packed_files_are_not_written_back(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(gzip.compress(GAME))
    with pytest.raises(NotWritten, match="only plain files are written back"):
        moved_on(str(path))
    assert gzip.decompress(path.read_bytes()) == GAME


def test_what_would_be_lost_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(GAME + b"\n\0\n" + GAME)
    with pytest.raises(NotWritten, match="it would lose its NUL bytes"):
        moved_on(str(path))
    assert path.read_bytes() == GAME + b"\n\0\n" + GAME


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_stay(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes((GAME + b"\n" + GAME).replace(b"\n", end.encode()))
    moved_on(str(path))
    assert line_end(str(path)) == end
    assert path.read_bytes().endswith(GAME.replace(b"\n", end.encode()))


@pytest.mark.parametrize("form", ["pgn", "jsonl", "json"])
def test_new_games_follow_others(tmp_path: Path, form: str) -> None:
    path = str(tmp_path / f"a.{form}")
    for number in range(1, 3 if form != "json" else 2):
        add_game(path, Record("chess"), format_of_new_game(path), stamp=FileStamp.of(path))
        assert [verdict.game_text.number for verdict in READER.verdicts(path)] == [*range(1, number + 1)]


def test_formats_of_new_games(tmp_path: Path) -> None:
    assert format_of_new_game("a").name == "pgn"
    assert format_of_new_game("a.txt", format_named("json")).name == "json"
    with pytest.raises(UnknownFormat, match=r"moves cannot hold a whole game; choose another suffix, such as \.pgn"):
        format_of_new_game("a.txt")
    (tmp_path / "a.json").write_text("[]")
    with pytest.raises(UnknownFormat, match="there already, and games are added to pgn and jsonl only"):
        format_of_new_game(str(tmp_path / "a.json"))
