"""Bad input of growing size: twice as much of it should take about twice the time, and little more memory.

Each text is judged in a process of its own, whose peak memory is the text's alone. It is doubled until judging it takes
long enough to be sure; where it then seems to take more than its share, the pair is measured again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Figure, FigureTable

SMALLEST = 1 << 17
"""Characters; from there the size is doubled."""

LONG_ENOUGH = 0.8
"""CPU seconds: no larger text is measured behind one that took so long."""

MEASURABLE = 0.1
"""CPU seconds: ratios to shorter times are the clock's."""

SUSPICIOUS = 2.4
"""A ratio above this is measured again, as often as `AGAIN`: the least times count, since only they are the program's."""

AGAIN = 3

TAGS = '[Event "x"]\n[Result "*"]\n[Variant "chess"]\n\n'
PLAIN = f"{TAGS}1. e4 e5 2. Nf3 Nc6 *\n\n"
KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


@dataclass(frozen=True, slots=True)
class Hostile:
    """A text that is made by repeating a part: `first`, then `again` as often as it fits, then `last`."""

    first: str
    again: str
    last: str = ""

    def text(self, size: int) -> str:
        """About so many characters of it."""
        return self.first + self.again * max(1, (size - len(self.first)) // len(self.again)) + self.last


TEXTS = {
    **{
        name: Hostile(**{key: part.replace("TAGS", TAGS).replace("PLAIN", PLAIN) for key, part in parts.items()})
        for name, parts in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
    },
    "one game of 200,000 plies, again": Hostile("", f"{TAGS}{KNIGHTS * 50_000}*\n\n"),
}
"""The list of bad input that the reader was built against."""

RUN = """\
import resource, sys, time
from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
for _ in judge_file(sys.argv[1], Validator()):
    pass
scale = 1 if sys.platform == "darwin" else 1024
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""

SHELL = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', *sys.argv[1:]]))"
"""A process begins with its parent's peak, so a small one stands between this one and the one that is measured."""


def cost(text: str, file: Path) -> tuple[float, float]:
    """CPU seconds and peak MiB of judging a text."""
    file.write_text(text, encoding="utf-8", newline="")
    words = [sys.executable, "-c", SHELL, RUN, str(file)]
    took, peak = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(took), int(peak) / 2**20


def measure(megabytes: int) -> FigureTable:
    """Each text, doubled up to `megabytes` at most: the worst of the ratios between neighbours counts."""
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(_row(name, hostile, megabytes << 20, Path(folder) / "text.pgn") for name, hostile in TEXTS.items())
    columns = ("text", "largest, MiB", "seconds", "MiB/s", "ratio", "peak MiB")
    note = f"doubled until it takes {LONG_ENOUGH} CPU seconds; worst ratio of neighbours; peak of the largest text"
    return FigureTable("Bad input, doubled", columns, rows, note)


def _row(name: str, hostile: Hostile, most: int, file: Path) -> tuple[Figure, ...]:
    sizes, costs = [SMALLEST], [cost(hostile.text(SMALLEST), file)]
    while costs[-1][0] < LONG_ENOUGH and 2 * sizes[-1] <= most:
        sizes.append(2 * sizes[-1])
        costs.append(cost(hostile.text(sizes[-1]), file))
    taken = [second for second, _ in costs]
    worst = max((_ratio(hostile, at, sizes, taken, file) for at in range(1, len(sizes))), default=0.0)
    size = sizes[-1] / 2**20
    return name, size, taken[-1], size / taken[-1], worst, costs[-1][1]


def _ratio(hostile: Hostile, at: int, sizes: list[int], taken: list[float], file: Path) -> float:
    """How many times as long a size takes as the one before, 0 where that is too short to tell."""
    for _ in range(AGAIN):
        if taken[at - 1] < MEASURABLE:
            return 0.0
        if taken[at] <= SUSPICIOUS * taken[at - 1]:
            break
        for place in (at - 1, at):
            taken[place] = min(taken[place], cost(hostile.text(sizes[place]), file)[0])
    longer = len(hostile.text(sizes[at])) / len(hostile.text(sizes[at - 1]))  # a long part does not fit in so neatly
    return 2 * taken[at] / taken[at - 1] / longer
