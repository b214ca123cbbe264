"""The log of a post office: a chain of lines, the queue, and which parts of which letters were read."""

from pathlib import Path

import pytest

from fairyscore.notation.correspondence.log import PostLog


@pytest.fixture
def log(tmp_path: Path) -> PostLog:
    return PostLog(str(tmp_path / ".post"))


def again(log: PostLog) -> PostLog:
    """The same log, read from its file."""
    return PostLog(str(log.folder))


def test_each_line_has_the_digest_of_the_one_before(log: PostLog) -> None:
    for letter in ("a1", "b2", "c3"):
        log.add("written", letter=letter, game="one.pgn", wrote=["1. e4"])
    read = again(log)
    assert (read.broken, read.digests) == (0, log.digests)
    assert [entry.text("letter") for entry in read.entries] == ["a1", "b2", "c3"]


def test_letters_are_counted_once_each(log: PostLog) -> None:
    """Two lines are about one of them, and one line is about none."""
    log.add("written", letter="a1", game="one.pgn", wrote=["1. e4"])
    log.add("queued", letter="b2", game="one.pgn", does="", why="")
    log.add("written", letter="b2", game="one.pgn", wrote=["1... e5"])
    log.add("undone", game="one.pgn")
    assert log.count_letters() == 2


@pytest.mark.parametrize(
    ("old", "new", "line"), [(b"e4", b"d4", 2), (b'"number": 2', b'"number": 3', 2), (b"{", b"(", 1)]
)
def test_a_line_that_was_changed_breaks_the_chain(log: PostLog, old: bytes, new: bytes, line: int) -> None:
    log.add("written", letter="a1", game="one.pgn", wrote=["1. e4"])
    log.add("queued", letter="b2", game="one.pgn", does="", why="")
    log.path.write_bytes(log.path.read_bytes().replace(old, new, 1))
    assert again(log).broken == line


def test_a_line_that_was_cut_off_was_never_finished(log: PostLog) -> None:
    log.add("written", letter="a1", game="one.pgn", wrote=["1. e4"])
    log.path.write_bytes(log.path.read_bytes() + b'{"number": 2, "kind": "que')
    read = again(log)
    assert (read.broken, len(read.entries)) == (0, 1)
    read.add("queued", letter="b2", game="", does="", why="")
    assert (again(log).broken, len(again(log).entries)) == (0, 2)


def test_a_letter_of_several_parts_is_done_with_its_last_one(log: PostLog) -> None:
    log.add("written", letter="a1", part=1, parts=2, game="one.pgn", wrote=[])
    assert not log.is_done("a1")
    assert log.is_done("a1", 1)
    assert not log.is_done("a1", 2)
    log.add("queued", letter="a1", part=2, parts=2, game="two.pgn", does="", why="")
    assert log.is_done("a1")
    assert again(log).is_done("a1")


def test_what_was_undone_is_not_done(log: PostLog) -> None:
    log.add("written", letter="a1", game="one.pgn", wrote=["1. e4"])
    log.add("undone", letter="a1", game="one.pgn", undone=1)
    assert not again(log).is_done("a1")


def test_a_condition_that_was_undone_leaves_its_letter_done(log: PostLog) -> None:
    log.add("written", letter="a1", game="one.pgn", wrote=["1. e4"])
    log.add("condition", letter="a1", game="one.pgn", wrote=["2. Nf3"])
    log.add("undone", letter="a1", game="one.pgn", undone=2)
    assert again(log).is_done("a1")


def test_an_acceptance_that_was_undone_waits_again(log: PostLog) -> None:
    log.add("queued", letter="a1", game="one.pgn", does="1. e4", why="")
    log.add("accepted", letter="a1", game="one.pgn", queued=1, wrote=["1. e4"])
    assert again(log).queue() == []
    log.add("undone", letter="a1", game="one.pgn", undone=2)
    assert [entry.number for entry in again(log).queue()] == [1]
    assert again(log).is_done("a1")


def test_conditions_of_a_letter_are_noted_once(log: PostLog) -> None:
    conditions = [{"seat": "white", "text": "If 1... e5 then 2. Nf3", "first": 1, "texts": ["e5", "Nf3"]}]
    log.promise("one.pgn", conditions)
    assert not log.path.exists()  # there is no post office
    log.add("written", letter="a1", message_id="m1@a.org", game="one.pgn", wrote=["1. e4"])
    log.promise("one.pgn", conditions)
    log.promise("one.pgn", conditions)
    log.add("condition", letter="a1", game="one.pgn", wrote=["2. Nf3"])
    assert [entry.kind for entry in again(log).entries] == ["written", "promised", "condition"]
    assert (log.last_message_id("one.pgn"), log.last_message_id("two.pgn")) == ("m1@a.org", "")
    assert log.moves_by_condition("one.pgn") == {"2. Nf3"}


def test_letters_are_kept_by_their_digest(log: PostLog) -> None:
    digest = log.store(b"From: a@b\n\n1. e4")
    assert log.store(b"From: a@b\n\n1. e4") == digest
    assert log.letter(digest) == b"From: a@b\n\n1. e4"
    assert [path.name for path in (log.folder / "letters").iterdir()] == [f"{digest}.eml"]
