"""Random games of every variant, written as records."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fairyscore.notation.moves import long
from fairyscore.notation.rules.perft import after
from fairyscore.notation.variants import variant

NAMES = (
    "chess",
    "cylindrical",
    "cylindrical:array=protected",
    "caliph-qi",
    "tor-qi",
    "circular-66",
    "circular-68",
    "circular-70",
    "kaleidochess",
    "kaleidochess:players=3",
    "kaleidochess:players=4",
    "chamaeleon",
    "chamaeleon:players=3",
    "chamaeleon:players=4",
    "chamaeleon:start=drop",
)

LONGEST_GAME = 120
"""Plies; random games of chess would go on for hundreds more among a few pieces."""

TRIES = 8
"""A random move that ends the game is thrown away so often; else most games of KaleidoChess would last five plies."""

SEED = 20_26


def random_moves(name: str, random: Random) -> Iterator[str]:
    """The moves of a random game in long form, with the numbers of the rounds."""
    game = variant(name)
    state = game.initial_state()
    for _ in range(LONGEST_GAME):
        moves = state.moves()
        if not moves:
            return
        tried = random.sample(moves, min(TRIES, len(moves)))
        move = next((move for move in tried if after(state, move).outcome() is None), tried[-1])
        number = f"{state.fullmove_number}. " if state.turn == 0 else ""
        yield number + long.write(state, move, game)
        state.push_unchecked(move)


def random_record(name: str, random: Random) -> str:
    """A random game as a PGN text."""
    moves = " ".join(random_moves(name, random))
    return f'[Event "Random"]\n[Variant "{name}"]\n[Result "*"]\n\n{moves} *\n\n'
