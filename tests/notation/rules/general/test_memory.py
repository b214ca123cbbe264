"""What is remembered of a position while its moves are tried never changes an answer."""

from random import Random

import pytest

from fairyscore.notation.rules.general.leg_state import LegState
from fairyscore.notation.rules.general.memory import WatchedBoard
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.variants.registry import variant

GAMES = (
    "ultima",
    "maxima",
    "fugue",
    "rococo",
    "isardam",
    "madrasi",
    "knight-relay",
    "alice",
    "marseillais",
    "wormhole",
)


def test_a_board_notes_what_is_asked_of_it() -> None:
    board = WatchedBoard([0, 2, 0, 3])
    assert (board[1], board.count(5), 3 in board) == (2, 0, True)
    assert (board.cells, board.codes) == ({1}, {3, 5})
    plain = list.copy(board)
    assert board.is_touched([(1, 0)], plain)
    assert board.is_touched([(0, 5)], plain)
    assert not board.is_touched([(1, 2), (0, 7)], plain)


def forgetful(state: LegState) -> LegState:
    """A position of which nothing is remembered."""
    twin = state.copy()
    twin._known_position = None
    return twin


def is_safe(state: LegState, move: Move) -> bool:
    """Whether a move leaves the board as it may be, on a position that is asked nothing else."""
    after = forgetful(state)
    for cell, piece in state.changes(move):
        after.board[cell] = piece
    return after.holds()


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_a_position_that_remembers_nothing(name: str) -> None:
    chance, state = Random(name), variant(name).initial_state()
    assert isinstance(state, LegState)
    for _ in range(10):
        candidates = list(state.candidates())
        refused = [move for move in candidates if not state.safe(move)]
        assert refused == [move for move in candidates if not forgetful(state).safe(move)]
        assert all(is_safe(state, move) for move in candidates if move not in refused)
        legal = state.moves()
        if not legal:
            return
        state.push_unchecked(chance.choice(legal))
