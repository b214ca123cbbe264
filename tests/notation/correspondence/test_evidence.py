"""What the log of a post office proves of the records in its folder."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.evidence import proof_of
from fairyscore.notation.correspondence.log import PostLog
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.records.tree import Record


@pytest.fixture
def log(tmp_path: Path) -> PostLog:
    """A log that wrote two moves to one game."""
    made = PostLog(str(tmp_path / ".post"))
    for move in ("1. e4", "1... e5"):
        made.add("written", letter=made.store(f"From: a@b.org\n\n{move}".encode()), game="one.pgn", wrote=[move])
    return made


def played(*moves: str) -> dict[str, Record]:
    return {"one.pgn": appended(Record("chess"), moves).record}


def test_a_record_that_follows_from_the_log(log: PostLog) -> None:
    proof = proof_of(log, played("e4", "e5", "Nf3"), log.digests[0][:10].upper())
    assert ([(one.game, one.moves, one.by_letter) for one in proof.games], proof.doubts) == ([("one.pgn", 3, 2)], ())


@pytest.mark.parametrize(
    ("records", "digest", "doubtful"),
    [
        (played("e4"), "", (2, "one.pgn", "the log has 1... e5, and the record ends before")),
        (played("e4", "c5"), "", (2, "one.pgn", "the log has 1... e5, and the record has c5 there")),
        ({}, "", (0, "one.pgn", "no record of this name is there or can be read")),
        (played("e4", "e5"), "xyz", (0, "", "no line has the digest xyz")),
    ],
)
def test_what_is_in_doubt(
    log: PostLog, records: dict[str, Record], digest: str, doubtful: tuple[int, str, str]
) -> None:
    (doubt,) = proof_of(log, records, digest).doubts
    assert (doubt.line, doubt.game, doubt.message) == doubtful


def test_the_record_need_not_have_what_was_undone(log: PostLog) -> None:
    assert [len(one.doubts) for one in proof_of(log, played("e4")).games] == [1]
    log.add("undone", letter=log.entries[1].text("letter"), game="one.pgn", undone=2)
    assert [len(one.doubts) for one in proof_of(log, played("e4")).games] == [0]


def test_offers_and_claims_in_the_log_are_no_moves(log: PostLog) -> None:
    log.add("written", letter=log.entries[0].text("letter"), game="one.pgn", wrote=["2. Nf3", "offers a draw", "1-0"])
    game = appended(Record("chess"), ["e4", "e5", "Nf3"]).record
    (won,) = proof_of(log, {"one.pgn": replace(game, result="1-0")}).games
    assert (won.moves, won.by_letter, won.doubts) == (3, 3, ())
    (open_game,) = proof_of(log, {"one.pgn": game}).games
    assert [doubt.message for doubt in open_game.doubts] == ["the log has the result 1-0, and the record *"]
