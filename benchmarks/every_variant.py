"""What is measured of every variant: random games validated, perft, drawings of the start."""

import tempfile
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from benchmarks.measuring import Figure, FigureTable, by_fairyscore, cpu_seconds, in_turn, spread
from benchmarks.random_games import LONGEST_GAME, NAMES, SEED, write_games
from fairyscore.notation.position import Position
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.variants import variant
from fairyscore.render.drawing import diagram

LONG_ENOUGH = 0.2
"""Seconds; the depth of a perft is raised until a run takes so long."""

MANY = 200
"""Drawings a run."""


def _runs(task: Callable[[], object], rounds: int) -> list[float]:
    return in_turn([task], rounds, cpu_seconds)[0]


def games(plies: int, rounds: int) -> FigureTable:
    """Check about so many plies of each variant, from the file to the verdict."""
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "random.pgn")
        for name in NAMES:
            write_games(path, name, plies)
            tally, runs = by_fairyscore(path), _runs(lambda: by_fairyscore(path), rounds)
            each = median(runs) / tally.plies
            rows.append((name, tally.games, tally.plies, tally.faulty, round(1 / each), each * 1e6, spread(runs)))
    return FigureTable(
        "Random games, validated",
        ("variant", "games", "plies", "faulty games", "plies/s", "us a ply", "+- %"),
        tuple(rows),
        f"seed {SEED}, long form, at most {LONGEST_GAME} plies a game; median of {rounds} runs, CPU seconds",
    )


def perfts(rounds: int) -> FigureTable:
    """Leaf nodes a second from the start position: the speed of the move generators."""

    def row(name: str) -> tuple[Figure, ...]:
        state = variant(name).initial_state()
        depth = next(plies for plies in count(2) if cpu_seconds(partial(perft, state, plies)) >= LONG_ENOUGH)
        nodes = perft(state, depth)
        return name, depth, nodes, round(nodes / median(_runs(lambda: perft(state, depth), rounds)))

    note = f"the last ply is counted, not made; median of {rounds} runs, CPU seconds"
    return FigureTable("Perft from the start", ("variant", "depth", "nodes", "nodes/s"), tuple(map(row, NAMES)), note)


def drawings(rounds: int) -> FigureTable:
    """SVG documents a second; what is the same in all drawings of a board is kept after the first."""

    def row(name: str) -> tuple[Figure, ...]:
        start = Position.start(name)
        size = len(diagram(start).svg().encode()) / 1000
        took = median(_runs(lambda: [diagram(start).svg() for _ in range(MANY)], rounds))
        return name, len(start.variant.board.cells), len(start.pieces()), round(size), round(MANY / took)

    columns = ("variant", "fields", "pieces", "kB", "diagrams/s")
    note = f"medians of {rounds} runs of {MANY}, CPU seconds; the first drawing of a process is in Start-up"
    return FigureTable("Drawings of the start", columns, tuple(map(row, NAMES)), note)
