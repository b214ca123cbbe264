"""In random games of every variant, each move is read back from each notation it is written in, and from no other move."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

NAMES = (
    "chess",
    "cylindrical",
    "caliph-qi",
    "tor-qi",
    "circular-66",
    "circular-68:coordinates=sector",
    "circular-70:coordinates=ring",
    "kaleidochess:black=ravens",
    "kaleidochess:players=3,dice",
    "chamaeleon",
    "chamaeleon:players=4,start=drop",
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=max(1, settings().max_examples // 40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_written_is_read_again(name: str, seed: int) -> None:
    game, dice = variant(name), random.Random(seed)
    state = game.initial_state()
    for _ in range(60):
        moves = state.moves()
        if not moves:
            return
        for move in dice.sample(moves, min(3, len(moves))):
            for notation in game.writing.notations:
                text = notation.write(state, move, game)
                for parsed in (notation.read(text, game), read_move(text, game)):
                    assert isinstance(parsed, ParsedMove), (text, parsed)
                    assert state.find(parsed) == move, text
                    assert state.reasons(parsed, text) == (), text
        takes = [move for move in moves if state.takes(move)]
        text = dice.choice(game.writing.notations).write(state, dice.choice(takes or moves), game)
        pushed = read_move(text, game)
        assert isinstance(pushed, ParsedMove)
        assert state.push(pushed), text


PERFT = (
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("chess", "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1"),
    ("chess", "k7/8/2R3R1/8/8/2R5/8/K7 w - - 0 1"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/7/3K3 w - - 0 1"),
)


@pytest.mark.parametrize(("name", "position"), PERFT)
def test_every_move_has_its_own_text(name: str, position: str) -> None:
    """Castling, promotion, en passant, several pieces that reach a field: no two moves are written alike."""
    game = variant(name)
    state = game.read_position(position)
    moves = state.moves()
    for notation in game.writing.notations:
        texts = [notation.write(state, move, game) for move in moves]
        assert len(set(texts)) == len(moves)
        for other in game.writing.notations:
            read = [other.read(text, game) for text in texts]
            parsed_moves = [
                (move, parsed) for move, parsed in zip(moves, read, strict=True) if isinstance(parsed, ParsedMove)
            ]
            assert all(state.find(parsed) == move for move, parsed in parsed_moves), (notation.name, other.name)
