"""WXF as programs write it: comments of XieXie, marks in front of numbers, moves without a header."""

import pytest
from foreign import judged

from fairyscore.notation.formats.wxf import WXF
from fairyscore.notation.moves import long

HEAD = "FORMAT\tWXF\nRED\tA\nBLACK\tB\n"


def test_a_comment_and_a_mark_of_xiexie() -> None:
    text = HEAD + "/*5 minutes*/\nSTART{\n 1.  C2.5  H8+7 /*usual*/ !!2.  H2+3  R9.8\n}END\n"
    verdict = judged(text, WXF)
    assert (verdict.plies, list(verdict.findings)) == (4, [])
    assert verdict.whole
    assert verdict.record is not None
    plies = verdict.record.line.plies
    assert [ply.nags for ply in plies] == [(), (), (3,), ()], (
        "the mark in front of a number is that of the move behind it"
    )
    written = WXF.write(verdict.record, long)
    assert "C2.5" in written


def test_a_mark_without_a_move_is_named() -> None:
    verdict = judged(HEAD + "START{\n1. C2.5 H8+7 !!2.\nH2+3\n}END\n", WXF)
    assert verdict.plies == 3
    assert [found.line for found in verdict.findings] == [5]


def test_moves_without_a_header() -> None:
    verdict = judged("1. C2=6 h8+7\n2. H2+3 r9=8\n", WXF)
    assert (verdict.plies, list(verdict.findings)) == (4, [])


def test_a_numbered_line_before_the_moves_is_none_of_them() -> None:
    verdict = judged(HEAD + "planned was\n1. C8.5\nSTART{\n1. C2.5\n}END\n", WXF)
    assert verdict.plies == 1
    assert [found.line for found in verdict.findings] == [4, 5]


def test_a_numbered_line_in_a_comment_is_a_comment() -> None:
    verdict = judged(HEAD + "/* planned was\n1. C8.5\n*/\nSTART{\n1. C2.5\n}END\n", WXF)
    assert (verdict.plies, list(verdict.findings)) == (1, [])
    assert verdict.record is not None
    assert [one.text for one in verdict.record.line.intro] == ["planned was 1. C8.5"]


def test_a_comment_over_several_lines() -> None:
    verdict = judged(HEAD + "START{\n1. C2.5 H8+7\n/* a comment\nover two lines */\n2. H2+3 R9.8\n}END\n", WXF)
    assert (verdict.plies, list(verdict.findings)) == (4, [])
    assert verdict.record is not None
    assert [[one.text for one in ply.comments] for ply in verdict.record.line.plies] == [
        [], ["a comment over two lines"], [], [],
    ]  # fmt: skip


def test_a_comment_that_nothing_closes_costs_its_line() -> None:
    verdict = judged(HEAD + "START{\n1. C2.5 H8+7\n/* open\n2. H2+3 R9.8\n}END\n", WXF)
    assert verdict.plies == 4
    assert {found.line for found in verdict.findings} == {6}


@pytest.mark.parametrize(
    ("text", "cell"), [("13=4", "f8"), ("23=4", "f7"), ("17+1", "c9"), ("27=6", "d7"), ("17=8", "b8")]
)
def test_a_soldier_by_its_place_on_its_file(text: str, cell: str) -> None:
    fen = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1"
    verdict = judged(HEAD + f"FEN\t{fen}\nSTART{{\n1. {text}\n}}END\n", WXF)
    assert list(verdict.findings) == []
    assert verdict.record is not None
    game = verdict.record.game
    assert game.board.cells[verdict.record.line.plies[0].move.target] == cell
