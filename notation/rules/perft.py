"""Perft: the number of ways to play so many plies, the field's usual test of a move generator."""

from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` legal plies there are; the last ply is counted without being made.

    >>> from fairyscore.notation.variants import variant
    >>> perft(variant("chess").initial_state(), 2)
    400
    """
    return state.perft(depth)


def divide(state: State, depth: int) -> list[tuple[Move, int]]:
    """Each legal move with the perft after it."""
    return [(move, perft(after(state, move), depth - 1)) for move in state.moves()]


def after(state: State, move: Move) -> State:
    """The position after a legal move, on a table of its own."""
    twin = state.copy()
    twin.push_unchecked(move)
    return twin
