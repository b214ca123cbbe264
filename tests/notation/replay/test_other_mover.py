"""Numbers before refused moves that are those of the other player's: a move may be missing there."""

import pytest
from foreign import judged_moves


@pytest.mark.parametrize(
    ("moves", "number", "named", "mover"),
    [
        ("1. e4 e5 2... Nc6 3. Bb5 *", "2...", "black", "white"),
        ("1. e4 e5 2… Nc6 *", "2…", "black", "white"),
        ("1. e4 2. Nf3 *", "2.", "white", "black"),
        ("1. e4 e5 (1... Nf3) 2. Nf3 *", "", "", ""),
        ("1. e4 e5 (2. Nf3) 2. Nf3 *", "2.", "white", "black"),  # it stands before the move that it replaces
        ("1. e4 e5 2. Ke3 *", "", "", ""),
        ("1. e4 e5 Ke3 *", "", "", ""),
        ("1. e4 e5 2... Nf3 *", "", "", ""),  # legal all the same: how numbers are written is everybody's own
    ],
)
def test_a_number_of_the_other_player(moves: str, number: str, named: str, mover: str) -> None:
    findings = judged_moves(moves).findings
    found = [one.facts for one in findings if one.code == "other-mover"]
    assert found == ([{"number": number, "named": named, "mover": mover}] if number else [])
