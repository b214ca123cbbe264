"""The order in which a game's file lists its piece types means nothing: the same moves, positions and ends without it.

The engine numbers types in that order, so a promotion to the first of them, or its capture, has the number 0.
"""

from random import Random

import pytest
from general_games import CALIPH_QI, rules_of_text

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import described_game

PLIES = 80
STRETCHES = 8
"""So many short games are played from a position where promotions are near."""

ATOMICZH = """
title = "Atomic Crazyhouse"
based_on = "atomic"
[hand]
takes = true
"""
"""What explodes goes to the enemy's hand (`atomiczh` of Fairy-Stockfish)."""

GAMES = {
    "caliph qi": CALIPH_QI,
    "atomiczh": ATOMICZH,
    **{
        name: f'title = "{name}"\nbased_on = "{name}"'
        for name in ("sittuyin", "crazyhouse", "grand-chess", "seirawan", "kyoto-shogi", "coregal")
    },
}


STARTS = {
    "caliph qi": "k5/6/2ww2/6/6/6/2WW2/6/5K[CMQcmq] w - - 0 1",
    "coregal": "4k3/PPP1q3/8/8/8/8/ppp1Q3/4K3 w - - 0 1",
}
"""Positions in which promotions are near; else the game begins as usual."""


def game_of(rules: GameRules, *, compiled: bool) -> Variant:
    game = described_game("test", "Test", "", rules, strict=False)
    if not compiled:
        state = game.initial_state()
        assert isinstance(state, GeneralState)
        vars(state.tables)["core"] = None
    return game


def promoted_first(rules: GameRules) -> GameRules:
    """The same rules with the types first that pieces are promoted to, the last of them at the head."""
    promoted = {mark for promotion in rules.promotions for mark in promotion.to[0]}
    backwards = rules.pieces[::-1]
    pieces = tuple(sorted(backwards, key=lambda kind: kind.mark not in promoted))
    assert pieces[0].mark in promoted
    return rules._replace(pieces=pieces)


@pytest.mark.parametrize("compiled", [True, False], ids=["core", "reference"])
@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_types_means_nothing(name: str, compiled: bool) -> None:
    rules = rules_of_text(GAMES[name])
    one, other = (game_of(each, compiled=compiled) for each in (rules, promoted_first(rules)))
    chance = Random(name)
    for start in (STARTS[name],) * STRETCHES if name in STARTS else (None,):
        play_both(one, other, start, PLIES if start is None else PLIES // STRETCHES, chance)


def play_both(one: Variant, other: Variant, start: str | None, plies: int, chance: Random) -> None:
    """Play the same random moves in both games; promotions more often than by chance."""
    games = (one, other)
    states = [game.read_position(start) if start else game.initial_state() for game in games]
    for _ in range(plies):
        choices = [
            {uci.write(state, move, game): move for move in state.moves()}
            for game, state in zip(games, states, strict=True)
        ]
        assert choices[0].keys() == choices[1].keys()
        assert states[0].outcome() == states[1].outcome()
        if not choices[0] or states[0].outcome():
            break
        promotions = sorted(text for text, move in choices[0].items() if move.becomes >= 0 <= move.origin)
        chosen = chance.choice(promotions if promotions and chance.random() < 1 / 2 else sorted(choices[0]))
        for game, state, moves in zip(games, states, choices, strict=True):
            parsed = uci.read(chosen, game)
            assert isinstance(parsed, ParsedMove)
            assert state.find(parsed) == moves[chosen]
            state.push_unchecked(moves[chosen])
        texts = [game.write_position(state).partition("[") for game, state in zip(games, states, strict=True)]
        assert texts[0][0] == texts[1][0], chosen
        assert sorted(texts[0][2]) == sorted(texts[1][2]), "a hand lists its pieces in the order of the types"
