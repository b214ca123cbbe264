"""Moves that a piece makes only while it has not moved, or only where nothing attacks it on its way."""

import pytest

from fairyscore.notation.position import Position

STEPS = {"f1", "h1", "f2", "g2", "h2"}
"""Of the king of Metamachy from g1."""


def jumps(ranks: str, right: str = "G") -> set[str]:
    """Where he goes beside his steps. ranks: the two last ones of a FEN."""
    position = Position.from_fen(f"5k6/12/12/12/12/12/12/12/12/12/{ranks} w {right} - 0 1", "metamachy")
    return {str(move)[-2:] for move in position.legal_moves if str(move).startswith("g1")} - STEPS


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ("12/6K5", {"e1", "e2", "e3", "f3", "g3", "h3", "i3", "i2", "i1"}),
        ("12/6K4r", set[str]()),  # he is in check
        ("7r4/6K5", {"e1", "i3"}),  # over f1, which is safe, and over the rook, which nothing protects
        ("4r7/6K5", {"i1"}),  # all else is attacked, or lies behind what is
    ],
)
def test_king_jumps_where_he_is_safe(ranks: str, expected: set[str]) -> None:
    assert jumps(ranks) == expected


def test_king_who_has_moved_jumps_no_more() -> None:
    assert jumps("12/6K5", "-") == set()
    position = Position.start("metamachy")
    for text in ("g4", "b9", "Kg3", "b8", "h4", "b7"):
        position = position.play(text)
    assert position.fen.split()[2] == "g"
    (reason,) = position.explain("Ke5")
    assert reason.code.value == "first-move"
    assert reason.facts["conditions"] == ("it has moved before",)


def test_chessv_names_the_right_by_the_letter_of_the_king() -> None:
    assert jumps("12/6K5", "Kk") == jumps("12/6K5", "G")
