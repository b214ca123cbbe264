"""How things are measured: time and counts are taken, and told in a table.

Runs alternate, so that a computer that warms up or slows down touches both sides alike.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Validator

# -- tables -----------------------------------------------------------------------------------------------------------

Figure = str | int | float


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures with the names of their columns; units stand in the names. `note` says how they were taken."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Figure, ...], ...]
    note: str = ""


def as_text(table: FigureTable) -> str:
    """The table with aligned columns: words to the left, figures to the right."""
    cells = [table.columns, *(tuple(map(_shown, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    words = [isinstance(figure, str) for figure in table.rows[0]]
    lines = [
        "  ".join(
            cell.ljust(width) if word else cell.rjust(width)
            for cell, width, word in zip(row, widths, words, strict=True)
        ).rstrip()
        for row in cells
    ]
    return "\n".join([table.title, *([f"  ({table.note})"] if table.note else []), *(f"  {line}" for line in lines)])


def as_json(tables: Sequence[FigureTable]) -> str:
    """The tables as one JSON array; each row is an object with the columns as keys."""
    told = []
    for table in tables:
        rounded = [[round(figure, 3) if isinstance(figure, float) else figure for figure in row] for row in table.rows]
        rows = [dict(zip(table.columns, row, strict=True)) for row in rounded]
        told.append({"title": table.title, "note": table.note, "rows": rows})
    return json.dumps(told, indent=1, ensure_ascii=False)


def _shown(figure: Figure) -> str:
    if isinstance(figure, str):
        return figure
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:,.2f}"


# -- time -------------------------------------------------------------------------------------------------------------

Clock = Callable[[Callable[[], object]], float]
"""Tells how long a task takes."""


def seconds(task: Callable[[], object]) -> float:
    """How long a task takes once. The garbage collector runs as it always does."""
    begin = perf_counter()
    task()
    return perf_counter() - begin


def cpu_seconds(task: Callable[[], object]) -> float:
    """How long the processor works at a task of this process: other programs disturb that less than the clock's time."""
    begin = process_time()
    task()
    return process_time() - begin


def median_seconds(task: Callable[[], object], rounds: int) -> float:
    """The median of several runs, after one that is not counted."""
    task()
    return median(seconds(task) for _ in range(rounds))


def pairs(
    left: Callable[[], object], right: Callable[[], object], rounds: int, clock: Clock = seconds
) -> list[tuple[float, float]]:
    """Seconds of two tasks run in turn; which of them goes first changes from pair to pair."""
    taken = []
    for number in range(rounds):
        if number % 2:
            second = clock(right)
            taken.append((clock(left), second))
        else:
            first = clock(left)
            taken.append((first, clock(right)))
    return taken


def medians(taken: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The median of either side, and the median of the ratios right / left, pair by pair."""
    return median(a for a, _ in taken), median(b for _, b in taken), median(b / a for a, b in taken)


def program(*words: str) -> Callable[[], object]:
    """A task that runs a program and drops what it prints; an exit status other than 0 is an error."""
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def spread(taken: Sequence[float]) -> float:
    """How far the middle half of some measurements lies apart, in percent of their median: their noise."""
    ordered = sorted(taken)
    quarter = len(ordered) // 4
    return 100 * (ordered[-1 - quarter] - ordered[quarter]) / median(ordered)


# -- games ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class RunTally:
    """What one run over a file counted. faulty: games in which a move or the text was wrong."""

    games: int = 0
    plies: int = 0
    faulty: int = 0


def by_fairyscore(path: Path) -> RunTally:
    """Validate every game as `fairyscore validate` does, without printing."""
    tally = RunTally()
    for verdict in judge_file(path, Validator()):
        tally.games += verdict.game_text.number > 0
        tally.plies += verdict.plies
        tally.faulty += any(finding.severity is Severity.ERROR for finding in verdict.findings)
    return tally
