"""Drawings of every variant's start in one process: the tree of svgwrite is made and written anew for each."""

from __future__ import annotations

from benchmarks.random_records import NAMES
from benchmarks.tables import Figure, FigureTable
from benchmarks.timing import median_seconds
from fairyscore.notation.position import Position
from fairyscore.render.drawing import diagram

MANY = 200
"""Drawings a run."""


def measure(rounds: int) -> FigureTable:
    """SVG documents a second; what is the same in all drawings of a board is kept after the first."""
    return FigureTable(
        "Drawings of the start",
        ("variant", "fields", "pieces", "kB", "diagrams/s"),
        tuple(_row(name, rounds) for name in NAMES),
        f"medians of {rounds} runs of {MANY}; the first drawing of a process is in Start-up",
    )


def _row(name: str, rounds: int) -> tuple[Figure, ...]:
    start = Position.start(name)
    fields = len(start.game.board.cells)
    pieces = sum(start.table.piece_at(cell) is not None for cell in range(fields))

    def draw() -> None:
        for _ in range(MANY):
            diagram(start).svg()

    size = len(diagram(start).svg().encode()) / 1000
    return name, fields, pieces, round(size), round(MANY / median_seconds(draw, rounds))
