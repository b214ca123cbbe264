"""Castling in files that write the king's two cells: where it is a castling, and where the king only goes there."""

import pytest

from fairyscore.notation.formats.walk import castling_between
from fairyscore.notation.variants.registry import variant


@pytest.mark.parametrize(
    ("game", "target", "expected"),
    [
        ("chess", "g1", "O-O"),
        ("chess", "f1", None),
        ("giveaway", "g1", "O-O"),  # a king that is a piece like others
        ("giveaway", "f1", None),
        ("antichess", "g1", None),  # there is no castling
    ],
)
def test_a_king_castles_to_one_cell(game: str, target: str, expected: str | None) -> None:
    played = variant(game)
    state = played.read_position(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1".replace(" K ", " - " if game == "antichess" else " K ")
    )
    assert castling_between("e1", target, state, played) == expected
