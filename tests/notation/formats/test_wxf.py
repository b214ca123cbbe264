"""WXF as programs write it: comments of XieXie, marks in front of numbers, moves without a header."""

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
    verdict = judged(HEAD + "/* planned was\n1. C8.5\n*/\nSTART{\n1. C2.5\n}END\n", WXF)
    assert verdict.plies == 1
    assert [found.line for found in verdict.findings] == [4, 5, 6]
