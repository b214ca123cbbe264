"""Start-up: how long one waits for the smallest things, beside a click program that does nothing."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from benchmarks.random_records import SEED, random_record
from benchmarks.tables import FigureTable
from benchmarks.timing import medians, pairs, program

EMPTY = """\
import click


@click.command()
@click.version_option("0")
def main():
    pass


main()
"""

COMMAND = str(Path(sys.executable).with_name("fairyscore"))
"""The console script beside the Python that runs this."""

GAMES = ("chess", "kaleidochess", "chamaeleon")


def measure(rounds: int) -> FigureTable:
    """Fresh processes, in alternating pairs with the empty program."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.py")
        empty.write_text(EMPTY, encoding="utf-8")
        tasks: dict[str, tuple[str, ...]] = {"--version": (COMMAND, "--version")}
        for name in GAMES:
            record = Path(folder, f"{name}.pgn")
            record.write_text(random_record(name, Random(SEED)), encoding="utf-8")
            tasks[f"validate one game of {name}"] = (COMMAND, "validate", str(record))
        tasks["render kaleidochess"] = (COMMAND, "render", "kaleidochess", "-o", str(Path(folder, "board.svg")))
        rows = tuple(
            (name, *_against((sys.executable, str(empty), "--version"), words, rounds)) for name, words in tasks.items()
        )
    return FigureTable(
        "Start-up",
        ("fairyscore", "empty click program, ms", "fairyscore, ms", "ratio"),
        rows,
        f"medians of {rounds} alternating pairs of processes",
    )


def _against(empty: tuple[str, ...], words: tuple[str, ...], rounds: int) -> tuple[float, float, float]:
    left, right = program(*empty), program(*words)
    pairs(left, right, 2)  # files come into the cache of the system, and byte code is written
    a, b, ratio = medians(pairs(left, right, rounds))
    return a * 1e3, b * 1e3, ratio
