"""SAN beside the long form: a capture without the man's letter is long form where the whole start field is named."""

import pytest

from fairyscore.notation.moves import long, san
from fairyscore.notation.rules.moves import Wish
from fairyscore.notation.variants import variant

CHESS = variant("chess")
POSITION = "3r4/2P5/8/3p4/2P1P3/2N2N2/8/K6k w - - 0 1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("c3xd5", "c3xd5"),  # the knight, though SAN has no letter for pawns
        ("c4xd5", "c4xd5"),
        ("exd5", "e4xd5"),
        ("Nxd5", "c3xd5"),
        ("c7xd8=Q", "c7xd8=Q"),
        ("c7xd8Q", "c7xd8=Q"),
        ("cxd8=N+", "c7xd8=N"),
        ("Nf3d4", "f3-d4"),
        ("N3d4", "f3-d4"),  # the knight on c3 does not reach it
    ],
)
def test_reading(text: str, meant: str) -> None:
    state = CHESS.read_position(POSITION)
    wish = san.read(text, CHESS)
    assert isinstance(wish, Wish)
    found = state.find(wish)
    assert found is not None
    assert long.write(state, found, CHESS) == meant


def test_every_move_is_read_again_in_either_form() -> None:
    state = CHESS.read_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    moves = state.moves()
    for notation in CHESS.notations:
        for move in moves:
            text = notation.write(state, move, CHESS)
            wishes = [read for other in CHESS.notations if isinstance(read := other.read(text, CHESS), Wish)]
            assert [state.find(wish) for wish in wishes] == [move] * len(wishes), text


@pytest.mark.parametrize("text", ["4xd5", "xd5", "4d5"])
def test_a_pawn_is_named_by_its_file(text: str) -> None:
    assert san.read(text, CHESS) is None
