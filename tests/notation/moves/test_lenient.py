"""Moves as people type them."""

import pytest

from fairyscore.notation.moves.lenient import lenient_move
from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("game", "tokens", "text", "used"),
    [
        ("kaleidochess", ["8I\N{EN DASH}7K", "6K-7I"], "8I-7K", 1),
        ("kaleidochess", ["2K\N{EM DASH}3I"], "2K-3I", 1),
        ("kaleidochess", ["2G\N{MINUS SIGN}2D"], "2G-2D", 1),
        ("kaleidochess", ["4I\N{NON-BREAKING HYPHEN}3K"], "4I-3K", 1),
        ("kaleidochess", ["8I", "-", "7K,", "6K"], "8I-7K", 3),
        ("kaleidochess", ["pawn", "8I-7K"], "pawn from 8I to 7K", 2),
        ("caliph-qi", ["Caliph", "b1", "-", "c4"], "caliph from b1 to c4", 4),
        ("chess", ["\N{LEFT DOUBLE QUOTATION MARK}e4\N{RIGHT DOUBLE QUOTATION MARK}"], "e4", 1),
        ("chess", ["O", "-", "O"], "O-O", 3),
        ("chess", ["e2-", "e4"], "e2-e4", 2),
        ("chess", ["e8=Queen"], "e8=Q", 1),
        ("chess", ["e7-e8(knight)+"], "e7-e8=N+", 1),
        ("cylindrical", ["b7-c8=caliph"], "b7-c8=BC", 1),
        ("cylindrical", ["b7-c8=camel-dababah-rider"], "b7-c8=CD", 1),
        ("cylindrical", ["stone", "general", "b2-c3"], "stone-general from b2 to c3", 3),
        ("cylindrical", ["Stone", "General", "from", "b2", "to", "c3", "b7-c6"], "stone-general from b2 to c3", 6),
        ("cylindrical", ["kyrin", "king from d1 goes to e2"], "kyrin-king from d1 goes to e2", 2),
    ],
)
def test_one_reading_is_possible(game: str, tokens: list[str], text: str, used: int) -> None:
    found = lenient_move(tokens, 0, variant(game))
    assert found is not None
    assert (found.text, found.used) == (text, used)


@pytest.mark.parametrize(
    "text", ["Hello Bruno,", "I offer a draw", "1", "- e4", "rook e4", "wizard e2-e4", "e4 e5", "a - b", "e8=Wizard"]
)
def test_other_words_are_no_moves(text: str) -> None:
    assert lenient_move(text.split(), 0, variant("chess")) is None
