"""Random games of every variant, written as records and judged."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.judging import by_fairyscore
from benchmarks.tables import Figure, FigureTable
from benchmarks.timing import cpu_seconds, spread
from fairyscore.notation.moves import long
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.perft import after
from fairyscore.notation.rules.variant import State
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
        move = _going_on(state, random.sample(moves, min(TRIES, len(moves))))
        number = f"{state.fullmove_number}. " if state.turn == 0 else ""
        yield number + long.write(state, move, game)
        state.push_unchecked(move)


def _going_on(state: State, moves: list[Move]) -> Move:
    """The first move after which the game goes on, the last one where it ends after each of them."""
    return next((move for move in moves if after(state, move).outcome() is None), moves[-1])


def random_record(name: str, random: Random) -> str:
    """A random game as a PGN text."""
    moves = " ".join(random_moves(name, random))
    return f'[Event "Random"]\n[Variant "{name}"]\n[Result "*"]\n\n{moves} *\n\n'


def measure(plies: int, rounds: int) -> FigureTable:
    """Check about so many plies of each variant, from the file to the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(_row(name, Path(folder), plies, rounds) for name in NAMES)
    return FigureTable(
        "Random games, validated",
        ("variant", "games", "plies", "faulty games", "plies/s", "us a ply", "+- %"),
        rows,
        f"seed {SEED}, long form, at most {LONGEST_GAME} plies a game; median of {rounds} runs, CPU seconds",
    )


def _row(name: str, folder: Path, plies: int, rounds: int) -> tuple[Figure, ...]:
    random, path = Random(SEED), folder / "random.pgn"
    path.write_text("".join(random_record(name, random) for _ in range(plies // LONGEST_GAME)), encoding="utf-8")
    tally = by_fairyscore(path)
    runs = [cpu_seconds(lambda: by_fairyscore(path)) for _ in range(rounds)]
    took = median(runs)
    each = took / tally.plies * 1e6
    return name, tally.games, tally.plies, tally.faulty, round(tally.plies / took), each, spread(runs)
