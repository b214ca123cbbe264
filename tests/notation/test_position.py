"""Positions as values: nothing changes in the one that was asked."""

import pytest

from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.variants import UnknownVariant


def test_a_position_does_not_change_when_it_is_played_on() -> None:
    start = Position.start()
    text = start.fen
    after = start.play("e4")
    with pytest.raises(IllegalMove):
        start.play("e5")
    assert start.fen == text != after.fen
    assert len(start.legal_moves) == 20
    assert start == Position.start()
    assert {start, Position.start(), after} == {start, after}


def test_who_is_blocked_has_left_before_anybody_asks() -> None:
    """White's tiger on 7J cannot go three steps: silver is to move, and the position shows it (K-5)."""
    before = "bR/3bE4/16/16/6sT12sT4/7sL4sW5sLwTbE3 b - - 1"
    after = Position.from_fen(before, "kaleidochess:players=3").play("4A-3B")
    assert after.turn.name == "silver"
    assert "wT" not in after.fen
    assert "white" in " ".join(after.notes)
    assert after.play(after.legal_moves[0]).turn.name == "black"


def test_unknown_games_and_unread_moves_are_explained() -> None:
    with pytest.raises(UnknownVariant, match="there are kaleidochess"):
        Position.start("go")
    (reason,) = Position.start().explain("hello")
    assert str(reason) == "'hello' is not a move in any notation of Chess (san, long, lan, figurine, uci, iccf, spoken)"


def test_a_pass_leaves_and_reaches_no_cell() -> None:
    """Janggi's pass is written as a move of the general to its own cell."""
    position = Position.start("janggi")
    passes = [move for move in position.legal_moves if move.from_cell == move.to_cell]
    assert [(move.from_cell, move.to_cell) for move in passes] == [("", "")]
    assert position.play(passes[0]).turn != position.turn


@pytest.mark.parametrize("asked", ["piece_at", "moves_from", "attackers"])
def test_what_is_no_cell_is_named(asked: str) -> None:
    ask = getattr(Position.start(), asked)
    with pytest.raises(ValueError, match="there is no cell 'z9' on the board of Chess"):
        ask("z9")
    with pytest.raises(TypeError, match="a cell is given by its name, as 'a1'; 9 is none"):
        ask(9)
