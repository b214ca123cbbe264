"""Leaps over and over on a round board, to be followed with a finger: across the centre inward goes on as outward."""

import pytest

from fairyscore.notation.boards import rings
from fairyscore.notation.rules.general.geometry import Geometry


@pytest.mark.parametrize(
    ("origin", "leap", "reached"),
    [
        ("a2", (0, 1), "a3 a4 a5 a6 a7 a8"),
        ("a2", (0, 2), "a4 a6 a8"),
        ("a1", (0, 3), "a4 a7"),
        ("e2", (1, 2), "f4 e6 d8"),  # beyond the centre the files run the other way, as seen by who goes
    ],
)
def test_rays_across_the_centre(origin: str, leap: tuple[int, int], reached: str) -> None:
    board = rings(1)
    assert " ".join(board.cells[cell] for cell in Geometry(board).ray(board.index[origin], *leap, 0)) == reached


@pytest.mark.parametrize("leap", [(1, 1), (0, 1), (1, 0)])
def test_nothing_rebounds_on_a_round_board(leap: tuple[int, int]) -> None:
    """It has no edge beside which a piece could go on: the rim runs all around."""
    board = rings(1)
    assert Geometry(board).rebound(board.index["a1"], leap, [leap]) is None
