"""Figures of round boards show how pieces cross the middle."""

import pytest

from fairyscore.notation.variants import variant
from fairyscore.render.movement import telling_cells

ROUND = ("circular-66", "circular-68", "circular-70")


@pytest.mark.parametrize("game", ROUND)
def test_rule_books_show_the_crossing_of_every_piece(game: str) -> None:
    """The page tells of king, knight and pawn how they cross the centre: each has a figure that shows it."""
    rules = variant(game)
    for kind, piece in enumerate(rules.piece_types):
        if piece.name == "crossed pawn":
            continue  # it has crossed
        spots = rules.board.spots  # type: ignore[attr-defined]
        ways = [
            (spots[cell], spots[goal.target])
            for cell in telling_cells(rules, 0, kind)
            for goal in rules.rules.reach(0, kind, cell)
        ]
        places = [(there[1] - here[1]) % 18 for here, there in ways]
        assert any(6 <= place <= 12 for place in places), piece.name
