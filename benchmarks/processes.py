"""What is measured of fresh processes: how long one waits for the smallest things, and the peak of memory."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from benchmarks.measuring import Figure, FigureTable, medians, pairs, program, seconds
from benchmarks.random_records import SEED, random_record

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


def starts(rounds: int) -> FigureTable:
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


# A process begins with its parent's peak, so a small one stands between this one and the one to be measured.
PEAK = """\
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
print(os.wait4(child.pid, 0)[2].ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def repeated(path: Path, size: int, folder: Path) -> Path:
    """A file of about `size` bytes: the games of `path`, again and again."""
    once = path.read_bytes().rstrip() + b"\n\n"
    copy = folder / f"{size // 10**6}-{path.name}"
    with copy.open("wb") as out:
        for _ in range(max(1, size // len(once))):
            out.write(once)
    return copy


def memory(path: Path, megabytes: int) -> FigureTable:
    """The file once, and repeated until it is large."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [_measured("once", path), _measured("repeated", repeated(path, megabytes * 10**6, Path(folder)))]
    return FigureTable("Memory of `fairyscore validate`", ("file", "MB", "seconds", "peak MiB"), tuple(rows))


def _measured(name: str, path: Path) -> tuple[Figure, ...]:
    words = [sys.executable, "-c", PEAK, COMMAND, "validate", str(path)]
    found: list[str] = []
    took = seconds(lambda: found.append(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
    return name, path.stat().st_size / 1e6, took, int(found[0]) / 2**20
