"""Peak memory of validating a large file: it should be that of a small one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.starting import COMMAND
from benchmarks.tables import Figure, FigureTable
from benchmarks.timing import seconds

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


def peak(path: Path) -> int:
    """Bytes of memory that `fairyscore validate` took at its largest."""
    words = [sys.executable, "-c", PEAK, COMMAND, "validate", str(path)]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def measure(path: Path, megabytes: int) -> FigureTable:
    """The file once, and repeated until it is large."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [_row("once", path), _row("repeated", repeated(path, megabytes * 10**6, Path(folder)))]
    return FigureTable("Memory of `fairyscore validate`", ("file", "MB", "seconds", "peak MiB"), tuple(rows))


def _row(name: str, path: Path) -> tuple[Figure, ...]:
    found: list[int] = []
    took = seconds(lambda: found.append(peak(path)))
    return name, path.stat().st_size / 1e6, took, found[0] / 2**20
