"""What is measured of every variant: random games validated, perft, drawings of the start."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.measuring import Figure, FigureTable, by_fairyscore, cpu_seconds, median_seconds, seconds, spread
from benchmarks.random_records import LONGEST_GAME, NAMES, SEED, random_record
from fairyscore.notation.position import Position
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.variants import variant
from fairyscore.render.drawing import diagram

LONG_ENOUGH = 0.2
"""Seconds; the depth of a perft is raised until a run takes so long."""

MANY = 200
"""Drawings a run."""


def games(plies: int, rounds: int) -> FigureTable:
    """Check about so many plies of each variant, from the file to the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(_validated(name, Path(folder, "random.pgn"), plies, rounds) for name in NAMES)
    return FigureTable(
        "Random games, validated",
        ("variant", "games", "plies", "faulty games", "plies/s", "us a ply", "+- %"),
        rows,
        f"seed {SEED}, long form, at most {LONGEST_GAME} plies a game; median of {rounds} runs, CPU seconds",
    )


def _validated(name: str, path: Path, plies: int, rounds: int) -> tuple[Figure, ...]:
    random = Random(SEED)
    path.write_text("".join(random_record(name, random) for _ in range(plies // LONGEST_GAME)), encoding="utf-8")
    tally = by_fairyscore(path)
    runs = [cpu_seconds(lambda: by_fairyscore(path)) for _ in range(rounds)]
    took = median(runs)
    each = took / tally.plies * 1e6
    return name, tally.games, tally.plies, tally.faulty, round(tally.plies / took), each, spread(runs)


def perfts(rounds: int) -> FigureTable:
    """Leaf nodes a second from the start position: the speed of the move generators."""
    return FigureTable(
        "Perft from the start",
        ("variant", "depth", "nodes", "nodes/s"),
        tuple(_counted(name, rounds) for name in NAMES),
        f"the last ply is counted, not made; median of {rounds} runs",
    )


def _counted(name: str, rounds: int) -> tuple[Figure, ...]:
    state = variant(name).initial_state()
    depth = 2
    while seconds(lambda: perft(state, depth)) < LONG_ENOUGH:  # noqa: B023 - called before depth changes
        depth += 1
    nodes = perft(state, depth)
    return name, depth, nodes, round(nodes / median_seconds(lambda: perft(state, depth), rounds))


def drawings(rounds: int) -> FigureTable:
    """SVG documents a second; what is the same in all drawings of a board is kept after the first."""
    return FigureTable(
        "Drawings of the start",
        ("variant", "fields", "pieces", "kB", "diagrams/s"),
        tuple(_drawn(name, rounds) for name in NAMES),
        f"medians of {rounds} runs of {MANY}; the first drawing of a process is in Start-up",
    )


def _drawn(name: str, rounds: int) -> tuple[Figure, ...]:
    start = Position.start(name)
    fields = len(start.game.board.cells)
    pieces = sum(start.table.piece_at(cell) is not None for cell in range(fields))

    def draw() -> None:
        for _ in range(MANY):
            diagram(start).svg()

    size = len(diagram(start).svg().encode()) / 1000
    return name, fields, pieces, round(size), round(MANY / median_seconds(draw, rounds))
