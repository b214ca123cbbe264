"""Perft of every variant: the speed of the move generators."""

from __future__ import annotations

from benchmarks.random_records import NAMES
from benchmarks.tables import Figure, FigureTable
from benchmarks.timing import median_seconds, seconds
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.variants import variant

LONG_ENOUGH = 0.2
"""Seconds; the depth is raised until a run takes so long."""


def measure(rounds: int) -> FigureTable:
    """Leaf nodes a second from the start position."""
    return FigureTable(
        "Perft from the start",
        ("variant", "depth", "nodes", "nodes/s"),
        tuple(_row(name, rounds) for name in NAMES),
        f"the last ply is counted, not made; median of {rounds} runs",
    )


def _row(name: str, rounds: int) -> tuple[Figure, ...]:
    state = variant(name).initial_state()
    depth = 2
    while seconds(lambda: perft(state, depth)) < LONG_ENOUGH:  # noqa: B023 - called before depth changes
        depth += 1
    nodes = perft(state, depth)
    return name, depth, nodes, round(nodes / median_seconds(lambda: perft(state, depth), rounds))
