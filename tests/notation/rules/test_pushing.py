"""Many moves made at once are those that would be made one by one."""

import random

from hypothesis import given
from hypothesis import strategies as st
from made_records import NAMES

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.moves import Move, Wish
from fairyscore.notation.variants import variant

NOT_TOLD_APART = {"chess", "circular-66", "circular-70"}


def random_wishes(name: str, dice: random.Random) -> list[Wish]:
    """The moves of a random game as wishes; now and then one of another position among them."""
    game = variant(name)
    state = game.begin()
    writer = dice.choice(game.notations) if name in NOT_TOLD_APART else long
    wishes: list[Wish] = []
    for _ in range(dice.randint(0, 80)):
        moves = state.moves()
        if not moves:
            break
        move = dice.choice(moves)
        wish = read_move(writer.write(state, move, game), game)
        assert isinstance(wish, Wish)
        wishes.append(wish)
        state.play(move)
    if wishes and dice.random() < 0.5:
        wishes.insert(dice.randrange(len(wishes)), dice.choice(wishes))
    return wishes


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_as_one_by_one(name: str, dice: random.Random) -> None:
    game, wishes = variant(name), random_wishes(name, dice)
    single, several, logged = game.begin(), game.begin(), game.begin()
    moves: list[Move] = []
    for wish in wishes:
        move = single.made(wish)
        if move is None:
            break
        moves.append(move)
    log: list[Move] = []
    assert several.push_all(wishes) == len(moves)
    assert logged.push_all(wishes, log) == len(moves)
    assert log == moves
    for state in (several, logged):
        assert state.key() == single.key()
        assert (state.turn, state.number, state.clock) == (single.turn, single.number, single.clock)
        assert state.moves() == single.moves()
        assert game.write_position(state) == game.write_position(single)


def test_nothing_is_made_of_nothing() -> None:
    state = variant("chess").begin()
    before = state.key()
    assert state.push_all([]) == 0
    assert state.key() == before
