"""Where a file of shogi ends one game and begins the next: comments before a header belong to the game behind them."""

import io

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.replay import Validator

KIF_GAME = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 中断\n"
KIF_HEAD = "#KIF version=2.0 encoding=UTF-8\n# ---- Kifu for Windows V7 V7.08 棋譜ファイル ----\n"
KI2_GAME = "手合割：平手\n▲７六歩 △３四歩\nまで2手で中断\n"
CSA_GAME = "V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\n"


def games(text: str, form: Format) -> int:
    assert form.cut is not None
    return len(list(form.cut([text])))


@pytest.mark.parametrize(
    ("text", "form", "number"),
    [
        (KIF_HEAD + KIF_GAME, KIF, 1),
        ("# written at home\n\n" + KIF_HEAD + KIF_GAME, KIF, 1),
        ((KIF_HEAD + KIF_GAME) * 2, KIF, 2),
        (KIF_GAME * 3, KIF, 3),
        (f"{KIF_HEAD}開始日\n{KIF_HEAD}{KIF_GAME}", KIF, 2),  # cut off before its moves
        (KIF_GAME + "# ---- a comment of a program ----\n" + KIF_GAME, KIF, 2),
        ("# ----  ki2 形式棋譜ファイル  ----\n# ---- two ----\n" + KI2_GAME, KI2, 1),
        (KI2_GAME * 2, KI2, 2),
        ("'comment\n'another\n" + CSA_GAME, CSA, 1),
        (CSA_GAME * 2, CSA, 2),
        (f"{CSA_GAME}/\n{CSA_GAME}", CSA, 2),
        (f"{CSA_GAME}/\n'of the second\n{CSA_GAME}/\n", CSA, 2),
        (f"{CSA_GAME}'CSA encoding=UTF-8\n{CSA_GAME.replace('V2.2', 'V3.0')}", CSA, 2),
        ("V2.2\nPI\n+\n%TORYO\n" * 2, CSA, 2),
    ],
)
def test_a_game_begins_behind_the_moves_of_another_only(text: str, form: Format, number: int) -> None:
    assert games(text, form) == number


def test_a_row_of_a_board_in_csa_stands_once() -> None:
    """CSA 2.5: P1 to P9, each row once; a second one is a slip for another row, which would be empty then."""
    rows = "".join(f"P{number} *  *  *  *  *  *  *  *  * \n" for number in (1, 2, 3, 4, 1, 6, 7, 8, 9))
    text = f"V2.2\nN+a\n{rows}P+55OU\nP-15OU\n+\n"
    (verdict,) = judge_file(io.BytesIO(text.encode()), Validator(), form=CSA)
    assert "the row P1 stands twice" in verdict.findings[0].message
