"""Places of findings, the window of a long line, and how many are listed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records.diagnostics import WINDOW, RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import MOST, DiagnosticCollector, ReadTokenStream
from fairyscore.notation.variants import variant


def bracket(notes: DiagnosticCollector, at: int) -> None:
    notes.report(RecordCode.STRAY_BRACKET, (at, at + 1), {"bracket": ")"})


@given(st.text(alphabet="a\n", min_size=1, max_size=60), st.lists(st.integers(0, 59), max_size=10))
def test_places_in_any_order(text: str, places: list[int]) -> None:
    notes = DiagnosticCollector("a.pgn", GameText(1, text, 5))
    asked = [place % len(text) for place in places]
    for place in asked:
        bracket(notes, place)
    lines = text.split("\n")
    for place, finding in zip(asked, notes.findings, strict=True):
        assert finding.line == 5 + text.count("\n", 0, place)
        assert finding.source == lines[finding.line - 5]
        assert finding.column == place - (text.rfind("\n", 0, place) + 1) + 1


@pytest.mark.parametrize("at", [0, 1, 99, 100, 101, 5_000, 9_600, 9_998, 9_999])
def test_of_a_long_line_a_window_is_kept(at: int) -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(10_000))
    notes = DiagnosticCollector("a.pgn", GameText(1, f"{line}\n{line}\n", 1))
    bracket(notes, 10_001 + at)
    (finding,) = notes.findings
    assert (finding.line, finding.column, finding.end_column) == (2, at + 1, at + 2)
    assert len(finding.source) == WINDOW
    assert finding.source[finding.column - finding.source_start] == line[at]
    assert line[finding.source_start - 1 :].startswith(finding.source)


def test_a_line_as_long_as_the_window_is_kept_whole() -> None:
    notes = DiagnosticCollector("a.pgn", GameText(1, "x" * WINDOW, 1))
    bracket(notes, WINDOW - 1)
    assert (notes.findings[0].source, notes.findings[0].source_start) == ("x" * WINDOW, 1)


@pytest.mark.parametrize("more", [0, 1, 50])
def test_so_many_of_one_code_are_listed(more: int) -> None:
    notes = DiagnosticCollector("a.pgn", GameText(1, ")\n" * (MOST + more), 1))
    for place in range(0, 2 * (MOST + more), 2):
        bracket(notes, place)
    notes.report(RecordCode.UNCLOSED_VARIATION, (0, 1), {})
    assert len(notes.findings) == MOST + 1
    ends = [finding.message.endswith("; further ones like it are not listed") for finding in notes.findings]
    assert ends == [False] * (MOST - 1) + [more > 0, False]


def test_tokens_have_their_places() -> None:
    stream = ReadTokenStream("e4 1-0")
    stream.add_token("e4", (0, 2))
    stream.end("1-0", (3, 6))
    stream.tag("White", "Anna", (4, 8))
    chess = variant("chess")
    texts = [stream.text[begin:end] for begin, end in stream.spans(chess)]
    assert texts == list(stream.tokens(chess)) == ["e4", "1-0"]
    assert (stream.place_of("White"), stream.place_of("Black")) == ((4, 8), (0, 0))
    assert stream.tags == {"White": "Anna", "Result": "1-0"}


def test_a_text_may_begin_within_a_line() -> None:
    notes = DiagnosticCollector("a.pgn", GameText(2, "a)\n b)", 5, column=11))
    bracket(notes, 1)
    bracket(notes, 5)
    assert [(finding.line, finding.column) for finding in notes.findings] == [(5, 12), (6, 3)]


def test_of_two_tags_the_first_counts_and_the_result_becomes_a_tag() -> None:
    stream = ReadTokenStream("abc")
    stream.tag("White", "Anna", (0, 1))
    stream.tag("White", "Bert", (1, 2))
    stream.end("1-0")
    game = variant("chess")
    assert (stream.tags, stream.place_of("White"), stream.place_of("Black")) == (
        {"White": "Anna", "Result": "1-0"},
        (0, 1),
        (0, 0),
    )
    assert (stream.tokens(game), stream.spans(game)) == (["1-0"], [(3, 3)])
    assert (0, 1) in list(stream.accounted(game))


def test_what_a_reader_neither_keeps_nor_reports_is_reported() -> None:
    text = "1. e4 lost  e5 known"
    notes = DiagnosticCollector("a.pgn", GameText(1, text, 1))
    stream = ReadTokenStream(text)
    stream.add_token("1.", (0, 2))
    stream.add_token("e4", (3, 5))
    stream.add_token("e5", (12, 14))
    notes.bad_value((15, 20), "known already")
    stream.report_rest(notes)
    assert [(finding.column, finding.end_column, finding.message) for finding in notes.findings[1:]] == [
        (7, 11, "this means nothing here: lost")
    ]
