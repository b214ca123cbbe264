"""From bytes to text: encodings, marks, line ends."""

import io

import pytest

from fairyscore.notation.records import text_reader
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.text_reader import BROKEN, CHUNK, TextReader, as_latin, is_told_late, text_of
from fairyscore.notation.storage.source import TELLING


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        ("\ufeffä".encode(), "ä", "utf-8-sig"),
        ("\ufeffä e4".encode("utf-16-le"), "ä e4", "utf-16"),
        ("\ufeffä e4".encode("utf-16-be"), "ä e4", "utf-16"),
        ("\ufeffä e4".encode("utf-32-le"), "ä e4", "utf-32"),
        ("\ufeffä e4".encode("utf-32-be"), "ä e4", "utf-32"),
        ('[White "車"]'.encode("utf-16-le"), '[White "車"]', "utf-16-le"),
        ('[White "車"]'.encode("utf-16-be"), '[White "車"]', "utf-16-be"),
        ('[White "車"]'.encode("utf-32-le"), '[White "車"]', "utf-32-le"),
        ('[White "車"]'.encode("utf-32-be"), '[White "車"]', "utf-32-be"),
        ("先手：甲\n".encode("cp932"), "先手：甲\n", "cp932"),
        ("先手：甲\n".encode(), "先手：甲\n", "utf-8"),
        ("N+甲乙\n".encode("cp932"), "N+甲乙\n", "cp932"),
        ('[Game "Chinese Chess"]\n[Red "王"]'.encode("gb18030"), '[Game "Chinese Chess"]\n[Red "王"]', "gb18030"),
        ('[Game "Chinese Chess"]\n[Red "王"]'.encode(), '[Game "Chinese Chess"]\n[Red "王"]', "utf-8"),
        ('[Game "Chinese Chess"]'.encode("utf-16"), '[Game "Chinese Chess"]', "utf-16"),
        (b"e\0" * 6 + b"e4e5", "e\0" * 6 + "e4e5", "utf-8"),  # the first 16 bytes decide
        (b"e\0" * 8 + b"e4e5", "e" * 8 + "\u3465\u3565", "utf-16-le"),
        (b"e4\0\0e5", "e4\0\0e5", "utf-8"),
        (b"e\0", "e\0", "utf-8"),
        (b"\0" * 64, "\0" * 64, "utf-8"),
        (b"", "", "utf-8"),
    ],
)
def test_encodings(raw: bytes, text: str, encoding: str) -> None:
    found = text_of(io.BytesIO(raw))
    assert (found.text.read(), found.judgement.encoding) == (text, encoding)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_all_line_ends_become_one(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of two characters too, where one chunk ends between them."""
    monkeypatch.setattr(text_reader, "CHUNK", size)
    read = list(TextReader("a").chunks(io.BytesIO(b"a\r\nb\rc\n\r\r\n\n\rd\r")))
    assert "".join(read) == "a\nb\nc\n\n\n\n\nd\n"
    assert "" not in read


def test_what_is_broken_in_a_wide_encoding_is_marked() -> None:
    found = text_of(io.BytesIO("e4 ".encode("utf-16") + b"\x00\xd8" + " e5".encode("utf-16-le") + b"*"))
    assert found.text.read() == f"e4 {BROKEN} e5{BROKEN}"


def test_a_broken_first_character_of_a_wide_encoding_is_reported() -> None:
    reader = TextReader("a.pgn")
    assert "".join(reader.chunks(io.BytesIO(b"\xff\xfe\x00\xd8" + " e5".encode("utf-16-le")))) == f"{BROKEN} e5"
    assert BROKEN in [note.facts.get("lost") for note in reader.notes]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"M\xfcller", "Müller"),
        (b"\x93O\x92Kelly\x94 \x96 \x80", "“O’Kelly” – €"),
        (b"\x81\x8d\x8f\x90\x9d", "\x81\x8d\x8f\x90\x9d"),  # no characters of Windows-1252
        ("Müller".encode(), "Müller"),
    ],
)
def test_stray_bytes_are_old_western_ones(raw: bytes, text: str) -> None:
    assert as_latin(raw.decode("utf-8", "surrogateescape")) == text


LATE = {
    "cp1251": ("Иванов, Пётр", "Кузнецов, Алексей", "Москва"),
    "koi8-r": ("Иванов, Пётр", "Кузнецов, Алексей", "Москва"),
    "gb18030": ("王天一", "郑惟桐", "全国象棋个人赛"),
    "big5hkscs": ("許銀川", "呂欽", "全國象棋個人賽"),
    "cp949": ("조치훈", "이세돌", "서울 대회"),
    "cp932": ("羽生善治", "藤井聡太", "名人戦"),
    "utf-8": ("許銀川", "Иванов", "Köln"),
    "cp1252": ("Müller, Jörg", "Gärtner, Änne", "Köln"),
}


def _named(encoding: str) -> str:
    white, black, event = LATE[encoding]
    return f'[Event "{event}"]\n[White "{white}"]\n[Black "{black}"]\n\n1. e4 *\n'


@pytest.mark.parametrize("before", [5000, 100_000, CHUNK - 30, CHUNK + 5])
@pytest.mark.parametrize("encoding", LATE)
def test_the_first_lines_beyond_ascii_tell_the_encoding(encoding: str, before: int) -> None:
    """However much ASCII stands before them, and wherever a chunk ends."""
    text = "1. e4 e5 *\n" * (before // 11) + " " * (before % 11) + _named(encoding)
    for ends in ("\n", "\r\n"):
        reader = TextReader("a.pgn")
        data = text.replace("\n", ends).encode(encoding)
        assert "".join(reader.chunks(io.BytesIO(data))) == text
        told = [note.place.line for note in reader.notes if note.code is RecordCode.ENCODING]
        assert told == [before // 11 + 1] * (encoding != "utf-8")


@pytest.mark.parametrize("encoding", LATE)
@pytest.mark.parametrize("size", [5, 700, 10**6])
def test_it_is_told_from_bytes_as_from_text(encoding: str, size: int) -> None:
    """As it is asked before a file is cut, block by block."""
    data = ("1. e4 e5 *\r\n" * 300).encode() + _named(encoding).encode(encoding)
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    assert is_told_late(data[:TELLING], iter(blocks)) is (encoding not in ("utf-8", "cp1252"))
    assert not is_told_late("ä".encode(), iter(blocks))
