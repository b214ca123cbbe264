"""Diagnostics as text: the underline, the window around a place in a long line, colours, the width of a terminal."""

import pytest

from fairyscore.notation.records.diagnostic_text import WINDOW, DiagnosticText, underlined
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, window


def finding(**changed: object) -> Diagnostic:
    facts: dict[str, object] = {
        "file": "a.pgn",
        "game": 2,
        "line": 7,
        "column": 4,
        "end_column": 6,
        "severity": Severity.ERROR,
        "code": "some-code",
        "message": "it is wrong",
    }
    return Diagnostic(**(facts | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "start", "end", "shown", "marks"),
    [
        ("1. e4 e5", 3, 5, "1. e4 e5", "   ^~"),
        ("1. e4 e5", 3, 3, "1. e4 e5", "   ^"),
        ("1. e4", 5, 5, "1. e4", "     ^"),
        ("", 0, 0, "", "^"),
        ("\te4", 1, 3, " e4", " ^~"),
        ("馬 e4", 2, 4, "馬 e4", "   ^~"),  # a wide character takes two columns
        ("e\u0301 e4", 3, 5, "e\u0301 e4", "  ^~"),  # a combining accent takes none
        ("\u202ee4", 0, 3, "\\u202ee4", "^~~~~~~~"),  # right-to-left override, written out
        ("\x1b[2J e4", 5, 7, "\\x1b[2J e4", "        ^~"),
    ],
)
def test_underline(line: str, start: int, end: int, shown: str, marks: str) -> None:
    assert underlined(line, start, end) == (shown, marks)


@pytest.mark.parametrize("start", [0, 10, 500, 985, 998])
def test_window_in_a_long_line(start: int) -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(1000))
    shown, marks = underlined(line, start, start + 2)
    assert len(shown) <= WINDOW + 6
    at = marks.index("^")
    assert shown[at : at + 2] == line[start : start + 2]
    assert marks == " " * at + "^~"


def test_a_token_longer_than_the_window_is_underlined_as_far_as_it_is_seen() -> None:
    shown, marks = underlined("1. " + "x" * 1_000_000, 3, 1_000_003)
    assert len(shown) == WINDOW + 3
    assert marks == "   ^" + "~" * (WINDOW - 4)


def test_the_window_of_a_finding_is_shown_like_its_whole_line() -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(10_000))
    for start in (0, 10, 99, 131, 5_000, 9_900, 9_999):
        part, first = window(line, 0, len(line), start)
        assert underlined(part, start - first, start - first + 3, cut=first > 0) == underlined(line, start, start + 3)
    text = DiagnosticText().of(finding(column=5_001, end_column=5_003, source="...e4", source_start=4_998))
    assert text.splitlines()[1:3] == ["7 |  ......e4", "  |        ^~"]


def test_all_that_is_known_is_reported() -> None:
    text = DiagnosticText().of(
        finding(
            ply=3,
            move="e4",
            source="1. e4",
            facts={"cell": "e4", "rank": 4, "paths": ("a1", "b2")},
            reasons=(("some-code", "it is wrong on e4"), ("other", "it is early")),
            rules=("K-1", "page: End"),
            suggestions=("e3", "e5"),
            advice="Look again.",
        )
    )
    assert text.splitlines() == [
        "a.pgn:7:4: error[some-code]: it is wrong on e4",
        "7 |  1. e4",
        "  |     ^~",
        "  = game 2, ply 3",
        "  = also [other]: it is early",
        "  = facts: paths a1, b2",
        "  = rule: K-1, page: End",
        "  = did you mean: e3, e5",
        "  = help: Look again.",
    ]


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b" not in DiagnosticText(colour=False).of(finding())
    assert "\x1b[31m" in DiagnosticText(colour=True).of(finding())
    assert "\x1b[33m" in DiagnosticText(colour=True).of(finding(severity=Severity.WARNING))


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("line", ["1. e4 " + "e5 2. " * 40, "車馬" * 60, "{" + "ß馬 " * 50 + "} 1. e4"])
def test_nothing_is_wider_than_the_terminal_and_the_marks_stay_in_place(width: int, line: str) -> None:
    for column in (1, len(line) // 2, len(line) - 3):
        found = finding(
            message="the way of the tiger is blocked: " * 5, source=line, column=column, end_column=column + 2
        )
        first, *rest = DiagnosticText(width=width).of(found).splitlines()
        at = next(number for number, text in enumerate(rest) if text.startswith("7 |  "))
        text, marks = rest[at][5:], rest[at + 1][5:]
        columns = ["" if char == "\0" else char for char in "".join(_two(char) for char in text)]
        assert "".join(columns[marks.index("^") : len(marks)]).rstrip() == line[column - 1 : column + 1].rstrip()
        assert max(len("".join(map(_two, row))) for row in (first, *rest)) <= width
        assert " ".join([first, *(row.strip() for row in rest[:at])]).endswith("the way of the tiger is blocked:")


def _two(char: str) -> str:
    """A wide character takes two columns."""
    return f"{char}\0" if char in "車馬" else char
