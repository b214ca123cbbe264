"""What every state must be able to say at any time, whatever its game: random games of all variants to their end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_records import NAMES

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_state_answers_at_every_ply(name: str, seed: int) -> None:
    game, dice = variant(name), random.Random(seed)
    state = game.initial_state()
    playing = set(range(len(game.seats)))
    for _ in range(150):
        moves = state.moves()
        assert set(state.playing()) <= playing, "nobody comes back"
        playing = set(state.playing())
        assert state.turn in playing
        assert all(isinstance(note, str) for note in state.notes())
        assert hash(state.key()) == hash(state.copy().key())
        outcome = state.outcome()
        assert (outcome is not None) is (not moves)
        if outcome is not None:
            assert sum(outcome.scores) in (2, len(playing)), "one wins, or all that are left draw"
            assert all(not score for seat, score in enumerate(outcome.scores) if seat not in playing)
            return
        takes = [move for move in moves if state.takes(move)]
        move = dice.choice(takes if takes and dice.random() < 0.4 else moves)
        text = long.write(state, move, game)
        parsed = read_move(text, game)
        assert isinstance(parsed, ParsedMove)
        assert state.reasons(parsed, text) == ()
        assert state.push(parsed)
