"""A folder of games that is opened again after the program ended early."""

from pathlib import Path

import pytest

from fairyscore.notation.correspondence.game_folder import GameFolder, log_of
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Validator

PROMISE = {"seat": "white", "text": "If 1... e5 then 2. Nf3", "first": 1, "texts": ["e5", "Nf3"], "start": 0, "end": 0}


def reopened(folder: Path, *, dry_run: bool = False) -> list[str]:
    """What is played when the folder is opened."""
    opened = GameFolder(str(folder), RecordReader(Validator()), dry_run=dry_run)
    return [f"{row['game']}: {' '.join(row['wrote'])}" for row in opened.resume()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games with 1. e4 e5, in both of which White has promised to play 2. Nf3."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.pgn").write_text(
            '[White "a"]\n[Black "b"]\n[Result "*"]\n\n1. e4 e5 *\n', encoding="utf-8"
        )
        log_of(str(tmp_path)).add("written", game=f"{name}.pgn", wrote=["1. e4"], conditions=[PROMISE])
    return tmp_path


REPLY = ("written", "one", "1... e5")


@pytest.mark.parametrize(
    ("last", "played"),
    [
        ([], []),
        ([REPLY], ["one.pgn: 2. Nf3"]),
        ([REPLY, ("written", "two", "1... e5")], ["two.pgn: 2. Nf3"]),
        ([("written", "one", "1... c5")], []),  # the record has another move
        ([("written", "three", "1... e5")], []),  # there is no such game
        ([REPLY, ("queued", "one", "")], []),  # the program went on
        ([REPLY, ("condition", "one", "2. Nf3"), ("undone", "one", 4)], ["one.pgn: 2. Nf3"]),
        ([REPLY, ("queued", "two", ""), ("condition", "one", "2. Nf3"), ("undone", "one", 5)], ["one.pgn: 2. Nf3"]),
        ([("written", "two", "1... e5"), ("written", "one", "2. d4"), ("undone", "one", 4)], []),  # 1. e4 was the last
        ([("undone", "two", 2)], []),
    ],
)
def test_a_move_under_a_condition_is_played_late(
    folder: Path, last: list[tuple[str, str, str | int]], played: list[str]
) -> None:
    """The last entry that was carried out made the condition true, and the program ended."""
    log = log_of(str(folder))
    for kind, name, fact in last:
        log.add(kind, game=f"{name}.pgn", **({"undone": fact} if kind == "undone" else {"wrote": [fact]}))
    before = (folder / "one.pgn").read_text(encoding="utf-8")
    assert reopened(folder, dry_run=True) == []
    assert (folder / "one.pgn").read_text(encoding="utf-8") == before
    assert reopened(folder) == played
    assert reopened(folder) == []  # once
    assert ("2. Nf3" in (folder / "one.pgn").read_text(encoding="utf-8")) == ("one.pgn: 2. Nf3" in played)
