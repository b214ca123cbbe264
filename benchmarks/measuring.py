"""How things are measured: time and memory are taken in turn, and reported in a table.

Runs alternate, so that a computer that warms up or slows down touches all sides alike.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple, TypeVar

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Validator

Figure = str | int | float
Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures with the names of their columns; units stand in the names. `note` says how they were taken."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Figure, ...], ...]
    note: str = ""

    def __str__(self) -> str:
        """The table with aligned columns: words to the left, figures to the right."""
        formats = {str: "{}", int: "{:,}", float: "{:,.2f}"}
        cells = [self.columns, *([formats[type(figure)].format(figure) for figure in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        marks = ["<" if isinstance(figure, str) else ">" for figure in self.rows[0]]
        lines = [self.title, *([f"  ({self.note})"] if self.note else [])]
        for row in cells:
            aligned = (f"{cell:{mark}{width}}" for cell, mark, width in zip(row, marks, widths, strict=True))
            lines.append(f"  {'  '.join(aligned)}".rstrip())
        return "\n".join(lines)


# -- time and memory --------------------------------------------------------------------------------------------------


def cpu_seconds(task: Callable[[], object]) -> float:
    """How long the processor works at a task of this process: other programs disturb that less than the clock's time."""
    begin = process_time()
    task()
    return process_time() - begin


def in_turn(
    tasks: Sequence[Task], rounds: int, clock: Callable[[Task], float], *, warm_up: bool = True
) -> list[list[float]]:
    """What each of some tasks takes, by task and round; another one goes first in each round.

    warm_up: one round more, in which caches are filled, comes before those that count.
    """
    taken: list[list[float]] = [[] for _ in tasks]
    for number in range(rounds + warm_up):
        for place in range(len(tasks)):
            at = (place + number) % len(tasks)
            taken[at].append(clock(tasks[at]))
    return [times[warm_up:] for times in taken]


def ratio(over: Sequence[float], under: Sequence[float]) -> float:
    """The median of the ratios of two tasks, round by round."""
    return median(a / b for a, b in zip(over, under, strict=True))


def spread(taken: Sequence[float]) -> float:
    """How far the middle half of some measurements lies apart, in percent of their median: their noise."""
    ordered = sorted(taken)
    quarter = len(ordered) // 4
    return 100 * (ordered[-1 - quarter] - ordered[quarter]) / median(ordered)


class ProcessCost(NamedTuple):
    """What a process and its children took: seconds of the clock and of the processor, and the peak of memory in MiB."""

    seconds: float
    cpu: float
    peak: float


BETWEEN = """\
import os, subprocess, sys, time
begin = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, used = os.wait4(child.pid, 0)
scale = 1 if sys.platform == "darwin" else 1024
print(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * scale / 2**20)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A process begins with its parent's peak, so a small one stands between this one and the one that is measured."""


def process_cost(words: Sequence[str], *, check: bool = True) -> ProcessCost:
    """What a program costs; what it prints is dropped. check: an exit status other than 0 is an error."""
    line = [sys.executable, "-c", BETWEEN, *words]
    output = subprocess.run(line, check=check, stdout=subprocess.PIPE, text=True).stdout
    return ProcessCost(*map(float, output.split()))


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


if __name__ == "__main__":  # for `hostile`
    by_fairyscore(Path(sys.argv[1]))
