"""Cutting a stream into games, whatever the size of the pieces it comes in."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records import cut
from fairyscore.notation.records.cut import pieces
from fairyscore.notation.records.source import as_latin, chunks, stray_at, text_of

GAMES = [
    '[Event "a"]\n[Result "*"]\n\n1. e4 *\n\n',
    '[Event "b"]\n[Site "x"]\n\n1. d4 { a comment\n\n[with a blank line] in it } d5 *\n\n',
    '[Event "c"]\n\n1. c4 { never closed\n',
    '[Event "d"]\n[White "x"]\n1. f4 *\n',
    '[Event "e"]\n\n[Site "blank line between tags"]\n\n1. g4 *\n',
]


def test_games_are_cut_where_they_begin() -> None:
    found = list(pieces(["".join(GAMES)]))
    assert [piece.text for piece in found] == GAMES
    assert [piece.number for piece in found] == [1, 2, 3, 4, 5]
    assert [piece.line for piece in found] == [1, 6, 13, 16, 19]


@given(st.lists(st.sampled_from(GAMES), max_size=6), st.integers(1, 40))
def test_the_size_of_the_chunks_does_not_matter(games: list[str], size: int) -> None:
    text = "".join(games)
    in_chunks = (text[begin : begin + size] for begin in range(0, len(text), size))
    assert list(pieces(in_chunks)) == list(pieces([text]))
    assert "".join(piece.text for piece in pieces([text])) == text


@given(st.text(alphabet='[]{}" \nEvent1.e4\\', max_size=80))
def test_no_text_is_lost(text: str) -> None:
    cut_up = "".join(piece.text for piece in pieces([text]))
    assert cut_up.split() == text.split()


def test_what_has_no_end_is_cut_for_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut, "LONGEST_GAME", 100)
    found = list(pieces(["1. e4 " * 10] * 5 + ['\n\n[Event "next"]\n\n1. d4 *\n']))
    assert next(piece.whole for piece in found) is False
    assert found[-1].text.startswith('[Event "next"]')


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n", "utf-8"),
        ("\ufeffä".encode(), "ä", "utf-8-sig"),
        ("ä e4".encode("utf-16"), "ä e4", "utf-16"),
        (b"", "", "utf-8"),
    ],
)
def test_encodings_and_line_ends(raw: bytes, text: str, encoding: str) -> None:
    stream, found = text_of(io.BytesIO(raw))
    assert ("".join(chunks(stream)), found) == (text, encoding)


def test_stray_bytes_are_latin() -> None:
    stream, _ = text_of(io.BytesIO('[White "Müller"]'.encode("latin-1")))
    text = "".join(chunks(stream))
    assert stray_at(text) == 9
    assert as_latin(text) == '[White "Müller"]'
    assert stray_at("Müller") == -1
