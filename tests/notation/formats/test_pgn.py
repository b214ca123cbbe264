"""Headers of PGN files that are written otherwise than most programs do: what is taken, and what is said of it where."""

import pytest
from foreign import judged

from fairyscore.notation.formats.pgn import PGN

KINGS = "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"


@pytest.mark.parametrize(
    ("header", "tags", "found"),
    [
        ('[White "A"]\n[Black "B"]', "White=A Black=B", ""),
        ('[White "A"]\n[White "A"]', "White=A", ""),
        ('[White "A"]\n[Black "B"]\n[White "C"]', "White=A Black=B", "repeated-tag 3:1-11 first=A second=C tag=White"),
        ('{hello}\n[White "A"]\n[White "B"]', "White=A", "repeated-tag 3:1-11 first=A second=B tag=White"),
        (
            '[White "A"]\n[Black B]\n[White "C"]',
            "White=A Black=B",
            "tag-without-quote 2:1-10 tag=Black value=B; repeated-tag 3:1-11 first=A second=C tag=White",
        ),
        (
            '[White "A"]\n[Black B]\n[Event "E"]',
            "White=A Black=B Event=E",
            "tag-without-quote 2:1-10 tag=Black value=B",
        ),
        (
            "[White \"A\"]\n[Black 'B']",
            "White=A Black=B",
            "unusual-spelling 2:1-12 meant=\"B\" text=[Black 'B'] why=quotes",
        ),
        ('[White "A"\n[Black "B"]', "Black=B", 'bad-tag 1:1-11 line=[White "A"'),
        ('[White "A"]\n[Black]\n[Event "E"]', "White=A Event=E", "bad-tag 2:1-8 line=[Black]"),
        ('[White "A"]\n\n[Black "B"]', "White=A Black=B", "blank-line-in-tags 2:1-1"),
        ('[White "A"]\n% aside\n[Black "B"]', "White=A Black=B", ""),
        (
            '[Game "chess"]',
            "Variant=chess",
            "unusual-spelling 1:1-14 meant=Variant text=Game why=this tag names the game",
        ),
        (
            f'[White "A"]\n[fen "{KINGS}"]',
            f"White=A FEN={KINGS}",
            "unusual-spelling 2:1-39 meant=FEN text=fen why=tag names are case-sensitive",
        ),
        ('[FenStart "x"]\n[Fen "y"]', "FenStart=x Fen=y", "misspelt-tag 2:1-9 meant=FEN tag=Fen"),  # old Vchess
    ],
)
def test_header(header: str, tags: str, found: str) -> None:
    """Each finding with its line, its columns and its facts."""
    verdict = judged(f"{header}\n\n1. {'Kd1' if 'k2r' in header else 'e4'} *\n", PGN)
    assert " ".join(f"{name}={value}" for name, value in verdict.tags.items()) == tags
    said = []
    for one in verdict.findings:
        facts = (f" {name}={fact}" for name, fact in sorted(one.facts.items()))
        said.append(f"{one.code} {one.line}:{one.column}-{one.end_column}{''.join(facts)}")
    assert "; ".join(said) == found
    assert verdict.plies == 1


@pytest.mark.parametrize(
    ("header", "asides"),
    [
        ('% one\n[White "A"]\n% two\n[Black "B"]', [("one", True), ("two", True)]),
        ('{one}\n[White "A"]', [("one", False)]),
        ('; one\n[White "A"]', [("one", False)]),
        ('[White "100% A"]', []),
    ],
)
def test_what_stands_among_the_tags_stands_before_the_first_move(header: str, asides: list[tuple[str, bool]]) -> None:
    record = judged(f"{header}\n\n1. e4 *\n", PGN).record
    assert record is not None
    assert [(comment.text.strip(), comment.aside) for comment in record.line.intro] == asides


@pytest.mark.parametrize(
    ("moves", "columns"),
    [
        ("1. e4 {a \\} b} e5 {c \\} d} *", [(10, 12)]),  # the first one only
        ("1. e4 {a} e5 {c \\} d} *", [(17, 19)]),
        ("1. e4 {\\} b} e5 *", [(8, 10)]),
        ("1. e4 {a \\} e5 *", []),  # the brace ends the comment
        ("1. e4 ; a \\} b\ne5 *", []),
    ],
)
def test_a_backslash_keeps_a_brace_from_ending_its_comment(moves: str, columns: list[tuple[int, int | None]]) -> None:
    found = judged(f'[White "A"]\n\n{moves}\n', PGN).findings
    assert [
        (one.column, one.end_column) for one in found if one.facts.get("why") == "a brace within a comment"
    ] == columns
    assert {one.line for one in found} <= {3}
