"""The same chess records, validated from the file to the verdict by fairyscore and by python-chess."""

from __future__ import annotations

import logging
from pathlib import Path

import chess
import chess.pgn

from benchmarks.measuring import FigureTable, RunTally, by_fairyscore, cpu_seconds, medians, pairs, spread


class Checker(chess.pgn.BaseVisitor[bool]):
    """The cheapest way to check a game with python-chess: no tree is built, variations are passed over."""

    def __init__(self) -> None:
        self.plies = 0
        self.faulty = False

    def begin_variation(self) -> chess.pgn.SkipType:
        """Pass over it."""
        return chess.pgn.SKIP

    def visit_move(self, _board: chess.Board, _move: chess.Move) -> None:
        """Count it."""
        self.plies += 1

    def handle_error(self, _error: Exception) -> None:
        """Note it; the rest of the game is not read."""
        self.faulty = True

    def result(self) -> bool:
        """Whether there was a game."""
        return True


def by_python_chess(path: Path) -> RunTally:
    """Read every game with python-chess, which checks the moves as it reads them."""
    tally = RunTally()
    seen: list[Checker] = []

    def checker() -> Checker:
        seen.append(Checker())
        return seen[-1]

    with path.open(encoding="utf-8", errors="surrogateescape") as text:
        while chess.pgn.read_game(text, Visitor=checker):
            tally.games += 1
            tally.plies += seen[-1].plies
            tally.faulty += seen[-1].faulty
            seen.clear()
    return tally


def quiet() -> None:
    """Keep python-chess from telling each fault."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def measure(path: Path, rounds: int) -> FigureTable:
    """Alternating runs in one process. fairyscore's first run is told too: later ones know the texts of the moves."""
    quiet()
    first = cpu_seconds(lambda: by_fairyscore(path))
    ours, theirs = by_fairyscore(path), by_python_chess(path)
    taken = pairs(lambda: by_fairyscore(path), lambda: by_python_chess(path), rounds, cpu_seconds)
    left, right, ratio = medians(taken)
    noise = spread([b / a for a, b in taken])
    rows = (
        ("fairyscore", ours, left, ratio, noise),
        ("fairyscore, first run", ours, first, right / first, 2 * noise),  # there is one first run only
        ("python-chess", theirs, right, 1.0, spread([b for _, b in taken])),
    )
    return FigureTable(
        f"Chess records: {path.name}, {path.stat().st_size / 1e6:.1f} MB",
        ("program", "games", "plies", "faulty games", "games/s", "plies/s", "times python-chess", "+- %"),
        tuple(
            (name, tally.games, tally.plies, tally.faulty, round(tally.games / took), round(tally.plies / took), *times)
            for name, tally, took, *times in rows
        ),
        f"medians of {rounds} alternating pairs in one process; CPU seconds",
    )
