"""Long form: what is not a long move at all, so that another notation may try."""

import pytest

from fairyscore.notation.moves import long
from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("chess", "e\u0662-e\u0664"),
        ("chess", "e2-e\u0664"),
        ("kaleidochess", "\u0661B-2F"),
        ("kaleidochess:dice", "\u0663: 1K-4B"),
        ("chamaeleon:start=drop", "N@c\u0663"),
        ("chess", "e2-e" + "4" * 5000),
    ],
)
def test_digits_are_those_of_ascii(game: str, text: str) -> None:
    assert long.read(text, variant(game)) is None


@pytest.mark.parametrize("game", ["chess", "tor-qi"])
@pytest.mark.parametrize("text", ["e2-e4,e5", "e4,e5", "e2e4,e4e5", "O-O/Qe1"])
def test_walls_and_gates_are_no_moves_where_there_are_none(game: str, text: str) -> None:
    reasons = Position.start(game).explain(text)
    assert [reason.code.value for reason in reasons] == ["unreadable-move"]
