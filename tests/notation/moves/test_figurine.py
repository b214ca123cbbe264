"""Figurine SAN: reader and writer by one table; what is read too."""

import pytest
from both_ways import assert_both_ways

from fairyscore.notation.moves import figurine, long
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

CHESS_POSITION = "3r4/2P4k/8/3p4/2P1P3/2N2N2/8/K2Q2R1 w - - 0 1"

CASES = [
    ("chess", CHESS_POSITION, "f3-d4", "♘d4"),
    ("chess", CHESS_POSITION, "c3xd5", "♘xd5"),
    ("chess", CHESS_POSITION, "e4xd5", "exd5"),
    ("chess", CHESS_POSITION, "c7xd8=Q", "cxd8=♕"),
    ("chess", CHESS_POSITION, "c7-c8=N", "c8=♘"),
    ("chess", CHESS_POSITION, "a1-b2", "♔b2"),
    ("chess", CHESS_POSITION, "d1-a4", "♕a4"),
    ("chess", CHESS_POSITION, "g1-h1", "♖h1+"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/B6/3K3 w - - 0 1", "b7-c8=BC", "c8=BC"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/B6/3K3 w - - 0 1", "d1-d3", "Kd3"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/B6/3K3 w - - 0 1", "a2-c4", "♗c4"),
    ("caliph-qi", "", "a1-b3", "Mb3"),
    ("circular-70", "", "b1-c3", "♘c3"),
    ("chamaeleon", "", "a1-b3", "♘ab3"),
    ("chamaeleon:start=drop", "", "Q@c3", "♕@c3"),
]


@pytest.mark.parametrize(("name", "position", "move", "text"), CASES)
def test_both_ways(name: str, position: str, move: str, text: str) -> None:
    assert_both_ways(figurine, name, position, move, text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("♞d4", "f3-d4"),  # the black set
        ("♙exd5", "e4xd5"),
        ("♟xd5", None),  # a pawn that captures is named by its file
        ("♘f3-d4", "f3-d4"),  # long form
        ("♘\ufe0ed4", "f3-d4"),  # with the selector for text
        ("cxd8=♛", "c7xd8=Q"),
        ("♘", None),
        ("♘♘d4", None),
    ],
)
def test_what_is_read_too(text: str, move: str | None) -> None:
    game = variant("chess")
    state = game.read_position(CHESS_POSITION)
    parsed = figurine.read(text, game)
    found = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    assert (long.write(state, found, game) if found else None) == move


def test_a_figurine_of_a_piece_that_the_game_does_not_have() -> None:
    found = figurine.read("♘c3", variant("caliph-qi"))
    assert isinstance(found, tuple)
    assert str(found[0]).startswith("Caliph Qi has no piece called N")
