"""A file judged as a stream: what is said about the file itself, with line and column, and flat memory."""

import gc
import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import LONGEST_GAME
from fairyscore.notation.records.text_reader import CHUNK, MARKS
from fairyscore.notation.replay import Validator

GAME = b'[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n\n'


def found(content: bytes) -> list[Diagnostic]:
    return [finding for verdict in judge_file(io.BytesIO(content), Validator()) for finding in verdict.findings]


def places(content: bytes) -> list[tuple[str, int, int]]:
    return [(finding.code, finding.line, finding.column) for finding in found(content)]


def test_path_and_stream_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(GAME * 2 + b"e4")
    by_path = [verdict.findings for verdict in judge_file(path, Validator(), name="x")]
    by_text = [verdict.findings for verdict in judge_file(str(path), Validator(file="ignored"), name="x")]
    with path.open("rb") as stream:
        by_stream = [verdict.findings for verdict in judge_file(stream, Validator(file="x"))]
        assert not stream.closed
    assert by_path == by_text == by_stream


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_stray_byte_and_nul_are_reported_once_with_their_place(newline: bytes) -> None:
    text = (GAME + b'[Event "M\xfc\xfc"]\n\n1. e4\0\0 *\n\n' + GAME + b"\xfc\0").replace(b"\n", newline)
    assert [place for place in places(text) if place[0] in ("encoding", "nul-byte")] == [
        ("encoding", 6, 10),
        ("nul-byte", 8, 6),
    ]


@pytest.mark.parametrize("before", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 7])
def test_places_across_chunks(before: int) -> None:
    """The column counts from the line's begin even where that is in an earlier chunk."""
    text = b'[Event "?"]\n[Result "*"]\n\n{' + b"x" * before + b"\xfc} 1. e4 *\n"
    assert places(text) == [("encoding", 4, before + 2)]


def test_stray_bytes_are_read_as_latin() -> None:
    (verdict,) = [
        v for v in judge_file(io.BytesIO(b'[White "M\xfcller \xe2"]\n' + GAME), Validator()) if v.game_text.number
    ]
    assert verdict.tags["White"] == "Müller â"


def test_utf_8_is_left_alone() -> None:
    assert places('[White "Müller 車 Ā"]\n'.encode() + GAME) == []


WIDE = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("encoding", WIDE)
def test_wide_encodings_are_read_and_stated(encoding: str, mark: str) -> None:
    content = (mark + GAME.decode() + GAME.decode().replace("e5", "e4")).encode(encoding)
    assert places(content) == [("encoding", 1, 1), ("no-piece-reaches", 9, 7)]
    without = "" if mark else " without a mark"
    assert found(content)[0].message == f"the file is {encoding[:6].upper()}{without}, and read as such"


def test_games_around_a_broken_unit_are_judged() -> None:
    game = GAME.decode().encode("utf-16-le")
    broken = game.replace("e5".encode("utf-16-le"), b"\x00\xdc")
    verdicts = list(judge_file(io.BytesIO(game + broken + game), Validator()))
    assert [verdict.plies for verdict in verdicts if verdict.game_text.number] == [2, 1, 2]
    of_file = [(f.code, f.line, f.column) for v in verdicts if not v.game_text.number for f in v.findings]
    assert of_file == [("encoding", 1, 1), ("encoding", 9, 7)]


def test_what_is_stated_of_the_file_comes_in_its_order() -> None:
    assert [place for place in places(GAME.replace(b"?", b"\0 \xfc")) if place[0] != "no-result"] == [
        ("nul-byte", 1, 9),
        ("encoding", 1, 11),
    ]


@pytest.mark.parametrize("before", [0, 1000, CHUNK - 1, CHUNK, CHUNK + 7])
def test_the_line_of_a_stray_byte_is_shown(before: int) -> None:
    finding = found(b'[Event "x"]\n{' + b"x" * before + b"\xfc}")[0]
    assert (finding.column, finding.end_column) == (before + 2, before + 3)
    assert finding.source[finding.column - finding.source_start] == "ü"
    assert len(finding.source) <= 400


def test_a_long_game_is_judged_and_a_longer_one_refused() -> None:
    lines = b"1. Nf3 Nf6 2. Ng1 Ng8 " * 50_000
    (verdict,) = judge_file(
        io.BytesIO(b'[Result "*"]\n\n' + lines.replace(b"1. ", b"").replace(b"2. ", b"") + b"*"), Validator()
    )
    assert (verdict.plies, [found.code for found in verdict.findings]) == (200_000, ["may-have-ended"])
    assert places(b'[Result "*"]\n\n' + b"Nf3 " * (LONGEST_GAME // 4))[0] == ("too-long", 1, 1)


@given(st.sampled_from([b"", b"[\0e\0", b"\0[\0e", b"[\0\0\0", *(mark for mark, _ in MARKS)]), st.binary(max_size=40))
def test_nothing_raises_whatever_the_bytes(mark: bytes, content: bytes) -> None:
    assert found(mark + content) or not (mark + content).strip()


@pytest.mark.parametrize("content", [b"", b"\n", b" \t\r\n", b"\xef\xbb\xbf"])
def test_empty(content: bytes) -> None:
    assert places(content) == [("empty-file", 1, 1)]


class Broken(io.RawIOBase):
    """A disk that fails after its first bytes."""

    def __init__(self, content: bytes) -> None:
        self.left = content

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        if not self.left:
            raise OSError(5, "Input/output error")
        size = min(len(buffer), len(self.left))
        buffer[:size] = self.left[:size]
        self.left = self.left[size:]
        return size


def test_games_before_a_reading_fault_are_judged() -> None:
    verdicts = list(judge_file(Broken(GAME * 20_000), Validator(), name="disk"))  # type: ignore[arg-type]
    assert sum(verdict.plies for verdict in verdicts) > 20_000  # but for the last chunk
    (fault,) = [verdict.findings[0] for verdict in verdicts if not verdict.game_text.number]
    assert (fault.code, fault.message) == ("unreadable-file", "disk cannot be read: Input/output error")


def test_a_disk_that_fails_at_once() -> None:
    (verdict,) = judge_file(Broken(b""), Validator())  # type: ignore[arg-type]
    assert [finding.code for finding in verdict.findings] == ["unreadable-file"]


class Endless(io.RawIOBase):
    """A file made while it is read, so that only the reader can take memory for it."""

    def __init__(self, games: int, game: bytes = GAME) -> None:
        self.games = games
        self.game = game

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        count = min(len(buffer) // len(self.game), self.games)
        self.games -= count
        size = count * len(self.game)
        buffer[:size] = self.game * count
        return size


LONG_GAME = GAME.replace(b" *", b" {" + b"x" * 2000 + b"} *")


def peak(games: int) -> int:
    tracemalloc.start()
    count = 0
    for _ in judge_file(Endless(games, LONG_GAME), Validator()):  # type: ignore[arg-type]
        count += 1
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == games
    return most


def test_memory_does_not_grow_with_the_file() -> None:
    peak(10)
    assert peak(4_000) < peak(1_000) + 100_000


def test_progress_is_reported() -> None:
    on_progress: list[int] = []
    list(judge_file(io.BytesIO(GAME * 20_000), Validator(), on_progress=on_progress.append))
    assert sum(on_progress) == len(GAME) * 20_000
    assert len(on_progress) > 1


def test_games_are_reported_as_they_are_read() -> None:
    """Nobody has to wait for the end of a pipe."""

    stream = Endless(1_000_000)
    next(judge_file(stream, Validator()))  # type: ignore[arg-type]
    assert stream.games > 900_000


def test_a_judged_game_leaves_no_circles() -> None:
    """What refers to itself stays in memory until Python searches for it, which is seldom here."""
    games = b'[Result "*"]\n\n1. e4 e5 {a remark} 2. Nf3 *\n\n' * 50
    list(judge_file(io.BytesIO(games), Validator()))
    gc.disable()
    gc.collect(1)  # what is made from now on is alone in the youngest generation
    try:
        verdicts = sum(1 for _ in judge_file(io.BytesIO(games), Validator()))
        assert (verdicts, gc.collect(0) < 50) == (50, True)
    finally:
        gc.enable()
