"""Stretches of random games for `data/walks_general.tsv`: `python tests/walks.py GAME...` prints rows to put there.

The row of the first moves, and others from random places of random games, ends among them. Where pyffish is installed, all
counts are Fairy-Stockfish's too; INI=variants.ini in the environment tells it games that are not built in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from general_games import general

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import sources

PLIES = 6
"""Of a stretch."""

LONGEST = 120
"""Plies of a random game."""

GAMES = 4
"""Random games of each variant; each gives a stretch from somewhere and its last one."""


def peer() -> Any:
    """The module pyffish with the games of the file INI, or None."""
    if not find_spec("pyffish"):
        return None
    pyffish = import_module("pyffish")
    if path := os.environ.get("INI"):
        pyffish.load_variant_config(Path(path).read_text(encoding="utf-8"))
    return pyffish


def played(game: Variant, chance: Random) -> Iterator[tuple[str, str, int, str]]:
    """A random game: position, move, number of legal moves and how it ended, ply by ply; the last move is empty."""
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    for _ in range(LONGEST):
        legal = state.moves()
        outcome = state.outcome()
        ending = f"{outcome.ending.value} {outcome.result}" if outcome else ""
        if outcome or not legal:
            yield game.write_position(state), "", len(legal), ending
            return
        move = _next(state, legal, chance)
        yield game.write_position(state), uci.write(state, move, game), len(legal), ""
        state.push_unchecked(move)


def _next(state: GeneralState, legal: list[Move], chance: Random) -> Move:
    """A random move, captures, drops and promotions more often than there are."""
    rare = [move for move in legal if state.takes(move) or move.becomes >= 0]
    return chance.choice(rare if rare and chance.random() < 0.3 else legal)


def rows(name: str) -> Iterator[str]:
    """The rows of a game; raises `AssertionError` where Fairy-Stockfish counts otherwise."""
    game, chance, engine = general(name), Random(name), peer()
    known = sources.shipped(name).game.uci_variant
    for number in range(GAMES):
        plies = list(played(game, chance))
        if engine and known in engine.variants():
            for position, _, count, ending in plies:
                assert ending or len(engine.legal_moves(known, position, [])) == count, position
        last = max(len(plies) - PLIES - 1, 0)
        for begin in sorted({0 if number == 0 else chance.randrange(last + 1), last}):
            stretch = plies[begin : begin + PLIES + 1]
            moves = " ".join(move for _, move, *_ in stretch[:-1])
            counts = " ".join(str(count) for *_, count, _ in stretch)
            yield "\t".join((name, stretch[0][0], moves, counts, stretch[-1][0], stretch[-1][3]))


def main() -> None:
    for name in sys.argv[1:]:
        sys.stdout.writelines(f"{row}\n" for row in rows(name))


if __name__ == "__main__":
    main()
