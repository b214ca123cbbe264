"""Positions of games that `GameRules` describe, as text."""

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError

BOARD = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize("rest", ["b - 1", "w - 1", "b S2Pb3p 1", "b -", "w 2P"])
@pytest.mark.parametrize("prefix", ["", "sfen "])
def test_sfen_is_refused_by_name(prefix: str, rest: str) -> None:
    """In SFEN `b` begins; read as a FEN the wrong player would be to move."""
    with pytest.raises(PositionError, match="this is SFEN, which is not read yet: there b is the player who begins"):
        Position.from_fen(f"{prefix}{BOARD} {rest}", "shogi")


@pytest.mark.parametrize("text", [f"{BOARD}[] w - - 0 1", f"{BOARD}[] b", f"{BOARD} w - - 0 1", f"{BOARD} b - - 3 4"])
def test_positions_in_our_form_are_read(text: str) -> None:
    assert Position.from_fen(text, "shogi").turn.letter == text.split()[1]
