"""Positions of the server Vchess beside our FEN."""

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("game", "text", "fen"),
    [
        ("chess", f"{START} w 0 ahah -", f"{START} w KQkq - 0 1"),
        ("atomic", f"{START} w 0 ahii -", f"{START} w KQ - 0 1"),
        ("antichess", f"{START} w 0 -", f"{START} w - - 0 1"),
        ("crazyhouse", f"{START} w 0 ahah - 0000000000 -", f"{START}[] w KQkq - 0 1"),
        (
            "chess",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 ahah e3",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        ("chess960", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w 4 bgbg -", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 3"),
    ],
)
def test_it_says_the_same_as_a_fen(game: str, text: str, fen: str) -> None:
    assert Position.from_fen(text, game) == Position.from_fen(fen, game)


def test_hands_that_are_not_empty_are_refused() -> None:
    with pytest.raises(PositionError):
        Position.from_fen(f"{START} w 0 ahah - 1000000000 -", "crazyhouse")
