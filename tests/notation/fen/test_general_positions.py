"""Positions of games that `GameRules` describe, as text."""

import pytest

from fairyscore.notation.position import Position

BOARD = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize("text", [f"{BOARD}[] w - - 0 1", f"{BOARD}[] b", f"{BOARD} w - - 0 1", f"{BOARD} b - - 3 4"])
def test_positions_in_our_form_are_read(text: str) -> None:
    assert Position.from_fen(text, "shogi").turn.letter == text.split()[1]
