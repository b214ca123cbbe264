"""ParsedMoves of any sort, right and wrong: `push` takes one exactly where `find` has a move and `reasons` has none."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.rules.moves import ABSENT, EVERYWHERE, GO, OWN, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

NAMES = (
    "chess",
    "cylindrical",
    "caliph-qi",
    "circular-70:coordinates=ring",
    "kaleidochess",
    "kaleidochess:players=3,dice",
    "chamaeleon:players=4",
)


def spoken_parsed(game: Variant, state: State, move: Move, dice: random.Random) -> ParsedMove:
    """A parsed move for a move as somebody might tell it, half of them wrong in one point or another."""
    standing, there = state.piece_at(move.origin), state.piece_at(move.target)
    assert standing is not None
    seats = [ABSENT, ABSENT, OWN, *range(len(game.seats))]
    kinds = range(len(game.piece_types))
    takes = state.takes(move)
    kind = dice.choice((standing[1], standing[1], dice.choice(kinds)))
    open_start = dice.random() < 0.4
    victim = dice.choice((ABSENT, there[1] if there else 0, dice.choice(kinds))) if takes else ABSENT
    return ParsedMove(
        GO,
        origin=ABSENT if open_start else move.origin,
        target=move.target,
        kind=kind if open_start or dice.random() < 0.7 else ABSENT,
        sources=EVERYWHERE,
        capture=dice.choice((takes, takes, None, not takes)) if victim == ABSENT else True,
        becomes=move.becomes,
        victim=victim,
        throw=move.throw,
        owner=dice.choice(seats),
        loser=dice.choice(seats) if victim != ABSENT else ABSENT,
    )


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_push_find_and_reasons_agree(name: str, seed: int) -> None:
    game, dice = variant(name), random.Random(seed)
    state = game.initial_state()
    for _ in range(80):
        moves = state.moves()
        going = [move for move in moves if ABSENT not in (move.origin, move.target) and move.castle == ABSENT]
        for move in dice.sample(going, min(6, len(going))):
            parsed = spoken_parsed(game, state, move, dice)
            pushed = state.copy().push(parsed)
            assert (state.find(parsed) is not None) is pushed, parsed
            assert (state.copy().reasons(parsed, "so") == ()) is pushed, parsed
        if not moves:
            return
        state.push_unchecked(dice.choice([move for move in moves if state.takes(move)] or moves))
