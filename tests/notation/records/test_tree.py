"""Records as values."""

import random
from dataclasses import replace

from fairyscore.notation.records.tree import MoveLine, Ply, Record, retagged
from fairyscore.notation.variants.registry import variant


def test_tags_are_set_and_taken_out() -> None:
    """An empty value among the changes takes a tag out; a tag that was empty before stays as it is."""
    record = Record("chess", (("Event", ""), ("Site", "Here"), ("White", "Anna")))
    assert retagged(record, {"Site": "", "Black": "Bert"}).tags == (("Event", ""), ("White", "Anna"), ("Black", "Bert"))


def test_steps_of_three_players_pass_over_who_has_left() -> None:
    """Each ply is made by the seat that is to move on its table, also once a player is out."""
    game = variant("kaleidochess:players=3")
    state, moves = game.initial_state(), []
    chance = random.Random(3)
    for _ in range(200):
        if state.outcome() is not None:
            break
        moves.append(chance.choice(state.moves()))
        state.push_unchecked(moves[-1])
    record = replace(Record("kaleidochess:players=3"), line=MoveLine(tuple(map(Ply, moves))))
    for here, ply in record.steps(record.start()):
        assert ply.move in here.moves()
