"""Positions of the tag FEN of which nothing is to be reported."""

import pytest

from fairyscore.notation.records.game_setup import usual_position
from fairyscore.notation.variants import variant

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
KINGS = "4k3/8/8/8/8/8/8/4K3 w"


@pytest.mark.parametrize(
    ("fen", "usual"),
    [
        (f"{START} KQkq - 0 1", True),
        (f"{START} - - 0 1", True),
        (f"{KINGS} - - 0 1", True),
        (f"{KINGS} KQ - 0 1", False),  # no rook stands there
        (f"{KINGS} - - 0 0", False),  # moves are numbered from 1
        (KINGS, False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_a_usual_position_needs_no_remark(fen: str, usual: bool) -> None:
    assert (usual_position(variant("chess"), fen) is not None) == usual
