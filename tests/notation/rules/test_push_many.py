"""Many moves made at once are those that would be made one by one."""

import random

from hypothesis import given
from hypothesis import strategies as st
from made_records import NAMES

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.variants import variant

NOT_TOLD_APART = {"chess", "circular-66", "circular-70"}


def random_parsed_moves(name: str, dice: random.Random) -> list[ParsedMove]:
    """The moves of a random game as parsed_moves; now and then one of another position among them."""
    game = variant(name)
    state = game.initial_state()
    writer = dice.choice(game.writing.notations) if name in NOT_TOLD_APART else long
    parsed_moves: list[ParsedMove] = []
    for _ in range(dice.randint(0, 80)):
        moves = state.moves()
        if not moves:
            break
        move = dice.choice(moves)
        parsed = read_move(writer.write(state, move, game), game)
        assert isinstance(parsed, ParsedMove)
        parsed_moves.append(parsed)
        state.push_unchecked(move)
    if parsed_moves and dice.random() < 0.5:
        parsed_moves.insert(dice.randrange(len(parsed_moves)), dice.choice(parsed_moves))
    return parsed_moves


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_as_one_by_one(name: str, dice: random.Random) -> None:
    game, parsed_moves = variant(name), random_parsed_moves(name, dice)
    single, several, logged = game.initial_state(), game.initial_state(), game.initial_state()
    moves: list[Move] = []
    without_check: set[int] = set()
    for parsed in parsed_moves:
        move = single.try_push(parsed)
        if move is None:
            break
        if "check" not in single.notes():
            without_check.add(len(moves))
        moves.append(move)
    log: list[Move] = []
    claims = set(range(len(moves)))
    assert several.push_many(parsed_moves) == len(moves)
    assert logged.push_many(parsed_moves, log, claims) == len(moves)
    assert log == moves
    assert claims == without_check
    for state in (several, logged):
        assert state.key() == single.key()
        assert (state.turn, state.fullmove_number, state.halfmove_clock) == (
            single.turn,
            single.fullmove_number,
            single.halfmove_clock,
        )
        assert state.moves() == single.moves()
        assert game.write_position(state) == game.write_position(single)


def test_nothing_is_made_of_nothing() -> None:
    state = variant("chess").initial_state()
    before = state.key()
    assert state.push_many([]) == 0
    assert state.key() == before
