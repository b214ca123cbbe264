"""The same chess records, validated from the file to the verdict by fairyscore and by python-chess."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from statistics import median

import chess
import chess.pgn

from benchmarks.measuring import FigureTable, RunTally, by_fairyscore, cpu_seconds, in_turn, ratio, spread


class Checker(chess.pgn.BaseVisitor[bool]):
    """The cheapest way to check a game with python-chess: no tree is built, variations are passed over."""

    def __init__(self, tally: RunTally) -> None:
        self.tally = tally
        self.faulty = False

    def begin_variation(self) -> chess.pgn.SkipType:
        """Pass over it."""
        return chess.pgn.SKIP

    def visit_move(self, _board: chess.Board, _move: chess.Move) -> None:
        """Count it."""
        self.tally.plies += 1

    def handle_error(self, _error: Exception) -> None:
        """Count the game, once; the rest of it is not read."""
        self.tally.faulty += not self.faulty
        self.faulty = True

    def result(self) -> bool:
        """Whether there was a game."""
        return True


def by_python_chess(path: Path) -> RunTally:
    """Read every game with python-chess, which checks the moves as it reads them."""
    tally = RunTally()
    with path.open(encoding="utf-8", errors="surrogateescape") as text:
        while chess.pgn.read_game(text, Visitor=lambda: Checker(tally)):
            tally.games += 1
    return tally


def quiet() -> None:
    """Keep python-chess from telling each fault."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def measure(path: Path, rounds: int) -> FigureTable:
    """Alternating runs in one process. fairyscore's first run is told too: later ones know the texts of the moves."""
    quiet()
    first = cpu_seconds(lambda: by_fairyscore(path))
    ours, theirs = by_fairyscore(path), by_python_chess(path)
    programs = (by_fairyscore, by_python_chess)
    left, right = in_turn(programs, rounds, lambda run: cpu_seconds(lambda: run(path)), warm_up=False)
    noise = spread([b / a for a, b in zip(left, right, strict=True)])
    rows = (
        ("fairyscore", ours, median(left), ratio(right, left), noise),
        ("fairyscore, first run", ours, first, median(right) / first, 2 * noise),  # there is one first run only
        ("python-chess", theirs, median(right), 1.0, spread(right)),
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


if __name__ == "__main__":  # for `peers`
    quiet()
    by_python_chess(Path(sys.argv[1]))
