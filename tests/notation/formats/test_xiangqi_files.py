"""Records of xiangqi as its communities keep them: bare moves, a FEN in front, full-width signs, trailers, no name."""

import io

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.replay import Validator, Verdict

CHINESE = "炮二平五 马８进７ 马二进三 车９平８ 兵三进一 炮８平９ 马八进七 卒３进１ 炮八平九 马２进３ 车九平八 车１平２"
WXF = "C2=5 H8+7 H2+3 R9=8 P3+1 C8=9 H8+7 P3+1 C8=9 H2+3 R9=8 R1=2"
UCCI = "h2e2 h9g7 h0g2 i9h9 g3g4 h7i7 b0c2 c6c5 b2a2 b9c7 a0b0 a9b9"


def verdict_of(text: str, name: str = "a.txt") -> Verdict:
    [verdict] = [one for one in judge_file(io.BytesIO(text.encode()), Validator(), name) if one.plies]
    assert verdict.game is not None
    assert verdict.game.name == "xiangqi"
    return verdict


def numbered(moves: str, number: str = "{}. ") -> str:
    words = moves.split()
    return "".join(
        f"{number.format(ply // 2 + 1)}{' '.join(words[ply : ply + 2])}\n" for ply in range(0, len(words), 2)
    )


def moves_of(verdict: Verdict) -> list[str]:
    assert verdict.record is not None
    notation = next(one for one in verdict.record.game.writing.notations if one.name == "ucci")
    game = verdict.record.game
    return [notation.write(state, ply.move, game) for state, ply in verdict.record.steps(verdict.record.start())]


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize("moves", [CHINESE, WXF, wide(WXF), UCCI], ids=["chinese", "wxf", "wide wxf", "ucci"])
@pytest.mark.parametrize("header", ["", '[Event "a"]\n[Red "b"]\n[Black "c"]\n[Result "*"]\n\n'])
def test_moves_that_are_none_of_chess_tell_the_game(header: str, moves: str) -> None:
    verdict = verdict_of(f"{header}{numbered(moves)}*\n", "a.pgn")
    assert moves_of(verdict) == UCCI.split()
    assert [one.code for one in verdict.findings if one.severity == "warning"] == ["guessed-variant"]


@pytest.mark.parametrize("number", ["", "{}.", "{}. "])
def test_bare_moves(number: str) -> None:
    verdict = verdict_of(numbered(CHINESE, number))
    assert moves_of(verdict) == UCCI.split()


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("红胜", "1-0"),
        ("紅勝", "1-0"),
        ("黑胜", "0-1"),
        ("黑勝", "0-1"),
        ("和棋", "1/2-1/2"),
        ("和局", "1/2-1/2"),
        ("", "*"),
    ],
)
def test_the_result_in_words(words: str, result: str) -> None:
    verdict = verdict_of(f"{CHINESE}\n{words}\n")
    assert verdict.record is not None
    assert verdict.record.result == result


def test_the_position_stands_in_front_of_the_moves() -> None:
    fen = "2b1kabn1/4aR3/3R2N2/4p1p2/5P3/4P4/3N2Pr1/4C1n2/3pAr3/4K3c w"
    text = f"{fen}\n炮五进四\n士５进６\n车六平五\n将５平４\n红胜\n"
    assert recognised(text) is None, "no list of positions"
    verdict = verdict_of(text)
    assert moves_of(verdict) == ["e2e6", "e8f7", "d7e7", "e9d9"]
    assert verdict.record is not None
    assert verdict.record.set_up.split()[0] == fen.split(maxsplit=1)[0]


def test_a_position_and_words_are_a_list_of_positions() -> None:
    found = recognised("4k3/8/4K3/8/8/8/8/7R w - -\nMate in one move\n")
    assert found is not None
    assert found.name == "epd"


@pytest.mark.parametrize("label", ["ICCS:", "ICCS：", "Moves:"])
def test_a_paragraph_with_a_label_is_kept(label: str) -> None:
    trailer = f"{label} H2-E2 H9-G7\nH0-G2 I9-H9"
    header = '[Game "Chinese Chess"]\n[White "a"]\n[Black "b"]\n[Result "*"]\n\n'
    verdict = verdict_of(f"{header}{numbered(CHINESE)}\n{trailer}\n", "a.pgn")
    assert verdict.plies == 12
    assert verdict.record is not None
    assert [one.text for one in verdict.record.line.plies[-1].comments] == [" ".join(trailer.split())]
    assert {one.code for one in verdict.findings if one.severity != "info"} == {"no-result"}


def test_a_label_within_a_line_of_moves_is_none() -> None:
    text = '[Variant "xiangqi"]\n[White "a"]\n[Result "*"]\n\n1. h2e2 h9g7 ICCS: 2. h0g2 *\n'
    verdict = verdict_of(text, "a.pgn")
    assert verdict.plies in (2, 3), "what follows is a move, and judged"


def test_full_width_moves_with_a_sign_in_front() -> None:
    fen = "4k4/9/9/9/4C4/9/4C4/9/9/4K4 w - - 0 1"
    verdict = verdict_of(f'[Variant "xiangqi"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. {wide("-C=1")} *\n', "a.pgn")
    assert moves_of(verdict) == ["e3i3"]
