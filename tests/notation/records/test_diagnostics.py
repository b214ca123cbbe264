"""Where diagnostics lie once a part of a file is put in its place; what is reported once; refused moves."""

import pytest

from fairyscore.notation.archive import file_verdict
from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import (
    WINDOW,
    Diagnostic,
    OnceAFile,
    RecordCode,
    Severity,
    is_not_read,
    moved,
    next_game,
    of_refused_move,
    window,
)
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.nags import GLYPHS, nag_of
from fairyscore.notation.records.token_stream import DiagnosticCollector


def test_what_is_about_a_file_stays_about_it() -> None:
    (found,) = file_verdict(RecordCode.NUL_BYTE, "part").findings
    there = moved(found, "all.pgn", games=10, lines=100)
    assert (there.file, there.game, there.line) == ("all.pgn", 0, 101)


def test_what_is_about_a_game_moves_with_it() -> None:
    collector = DiagnosticCollector("part", GameText(2, "1. e4 $999", 7))
    collector.report(RecordCode.BAD_NAG, (6, 10), {"nag": "$999", "most": 255})
    there = moved(collector.findings[0], "all.pgn", games=10, lines=100)
    assert (there.file, there.game, there.line, there.column) == ("all.pgn", 12, 107, 7)


def test_where_the_next_game_begins_moves_too() -> None:
    collector = DiagnosticCollector("part", GameText(1, "1. e4 {", 1, last=False))
    collector.report(RecordCode.UNCLOSED_COMMENT, (6, 7), next_game(3))
    there = moved(collector.findings[0], "all.pgn", games=10, lines=100)
    assert (there.game, there.line) == (11, 101)
    assert there.message == "this comment is never closed; it ends where the next game begins, in line 103"


def test_a_window_shows_a_quarter_of_itself_in_front() -> None:
    text = "x" * 2000
    assert window(text, 0, 2000, 1000)[1] == 1000 - WINDOW // 4
    assert window(text, 0, 2000, 1990)[1] == 2000 - WINDOW
    assert window(text, 950, 2000, 1000)[1] == 950


def test_signs_of_the_pgn_standard() -> None:
    """As its table of numeric annotation glyphs has them, and as books print them."""
    expected = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓"}
    assert {nag: GLYPHS[nag] for nag in expected} == expected
    spelled = {"+=": 14, "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19, "~": 13, "$255": 255}
    assert {text: nag_of(text) for text in spelled} == spelled


def test_blank_text_is_no_game() -> None:
    assert list(split_games(["\n \n"])) == []
    assert list(split_games([""])) == []
    assert [game.number for game in split_games(['\n\n[Event "a"]\n\n1. e4 *\n\n\n'])] == [1]


def test_an_unusual_spelling_is_reported_once_a_kind_and_file() -> None:
    found = Diagnostic("a.pgn", 1, 1, 1, 2, Severity.INFO, "unusual-spelling", "so", facts={"why": "quotes"})
    other = found._replace(facts={"why": "characters"})
    once = OnceAFile()
    assert once.of([found, found, other]) == [found, other]
    assert once.of([found]) == []
    assert once.of([found._replace(file="b.pgn")]) == [found._replace(file="b.pgn")]


def test_a_refused_move_has_all_reasons() -> None:
    reasons = Position.start("chess").explain("Ra1xa5")
    found = of_refused_move(reasons, "Ra1xa5", ("a4",))
    assert [code for code, _ in found.reasons] == [reason.code.value for reason in reasons]
    assert len(reasons) > 1
    assert (found.code, found.message) == (reasons[0].code.value, str(reasons[0]))
    assert (found.move, found.end_column, found.suggestions) == ("Ra1xa5", 7, ("a4",))


@pytest.mark.parametrize(
    ("code", "severity", "unread"),
    [
        ("empty-file", Severity.ERROR, True),
        ("empty-file", Severity.WARNING, False),
        ("unreadable-file", Severity.ERROR, True),
        ("move-number", Severity.ERROR, False),
    ],
)
def test_what_was_not_read(code: str, severity: Severity, unread: bool) -> None:
    assert is_not_read(Diagnostic("a.pgn", 0, 1, 1, 1, severity, code, "")) is unread
