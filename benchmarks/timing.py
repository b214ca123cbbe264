"""How time is taken: alternating runs, so that a computer that warms up or slows down touches both sides alike."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter, process_time

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
