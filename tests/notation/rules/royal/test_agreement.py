"""The royal engine and the general one agree on every game that both can play."""

import pytest
import royal_differential

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.moves import ParsedMove


@pytest.mark.parametrize("name", royal_differential.games())
def test_both_engines_play_alike(name: str) -> None:
    assert list(royal_differential.compare(name, 600, seed=14)) == []


@pytest.mark.parametrize(
    ("position", "move", "ending", "result"),
    [
        ("4k3/8/8/7p/7P/3q4/8/K7", "d3b3", "stalemate", "1/2-1/2"),  # the pawn cannot move either
        ("4k3/8/8/7p/6NP/3q4/8/K7", "d3b3", "", ""),  # the knight can
        ("4k3/8/8/6p1/7P/3q4/8/K7", "d3b3", "", ""),  # the pawn can
        ("1r2k3/8/8/8/7r/8/P7/K7", "h4a4", "", ""),
        ("1r2k3/8/8/8/7r/r7/P7/K7", "h4a4", "stalemate", "1/2-1/2"),  # a rook stands in the pawn's way
        ("4k3/8/8/8/8/8/3q4/K7", "d2b2", "", ""),  # the king takes the queen
        ("4k3/8/8/8/8/1r6/3q4/K7", "d2b2", "checkmate", "0-1"),
        ("4k3/8/8/8/8/1r6/3q4/K1R5", "d2b2", "checkmate", "0-1"),  # the rook can move, and helps nobody
        ("4k3/8/8/4q3/8/8/1R6/K7", "e5c3", "", ""),  # the rook is pinned, and the king can move
    ],
)
def test_ends_of_the_royal_engine(position: str, move: str, ending: str, result: str) -> None:
    """After a move of Black; what the engine keeps of the position tells it where to look."""
    game = royal_differential.royal("chess")
    state = game.read_position(f"{position} b - - 0 1")
    parsed = uci.read(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    outcome = state.outcome()
    assert (outcome.ending.name.lower() if outcome else "", outcome.result if outcome else "") == (ending, result)
