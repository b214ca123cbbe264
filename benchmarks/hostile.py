"""Bad input of growing size: twice as much of it should take about twice the time, and little more memory.

Each text is judged in a process of its own, whose peak memory is the text's alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.tables import Figure, Table

SMALLEST = 1 << 20
"""Characters; from there the size is doubled."""

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
    "good games": Hostile("", PLAIN),
    "one game of 200,000 plies, again": Hostile("", f"{TAGS}{KNIGHTS * 50_000}*\n\n"),
    "open { behind a move": Hostile(f"{TAGS}1. e4 {{ open\n\n", PLAIN),
    "open { in every game": Hostile("", f"{TAGS}1. e4 {{ open *\n\n"),
    "nested {": Hostile(TAGS, "1. e4 {a {b} *\n\n" + TAGS),
    "{ and nothing else": Hostile(TAGS, "{ "),
    "nested (": Hostile(f"{TAGS}1. e4 ", "("),
    "nested ( with moves": Hostile(f"{TAGS}1. e4 ", "(1. d4 "),
    "stray )": Hostile(f"{TAGS}1. e4 ", ") "),
    "stray }": Hostile(f"{TAGS}1. e4 ", "} "),
    "short comments on a line": Hostile(f"{TAGS}1. e4 ", "{x} "),
    "short variations": Hostile(f"{TAGS}1. e4 ", "(1. d4 d5) ", "*\n"),
    "illegal variations": Hostile(f"{TAGS}1. e4 ", "(1. d5 d5) ", "*\n"),
    "variations, each at its own move": Hostile(TAGS, "Nf3 (Nc3 Nc6) Nf6 (Nc6 Nc3) Ng1 (e4) Ng8 (e5) ", "*\n"),
    "digits of a NAG": Hostile(f"{TAGS}1. e4 $", "7", " *\n"),
    "a tag": Hostile('[Event "', "x", f'"]\n\n{PLAIN}'),
    "tags without a quote": Hostile("", "[White Anna]\n"),
    "tags with raw quotes": Hostile("", '[White "An"na"]\n'),
    "quotes in one tag": Hostile("", '[White "', '"]\n'),
    "backslashes in a tag": Hostile('[T "', "\\", '"]\n'),
    "values that end in a backslash": Hostile("", '[T "a\\"]\n'),
    "blank lines between tags": Hostile("", '[A "x"]\n\n'),
    "no blank lines between games": Hostile("", TAGS + "1. e4 *\n"),
    "results unlike the tag": Hostile("", TAGS + "1. e4 1-0\n\n"),
    "games without a result": Hostile("", TAGS + "1. e4\n\n"),
    "results in a comment": Hostile(f"{TAGS}1. e4 {{", "1-0 [", "} *\n"),
    "tag lines in a comment": Hostile(f"{TAGS}1. e4 {{", '\n\n[A "x"]', "} *\n"),
    "wrong numbers": Hostile(TAGS, "7.\n9.\n"),
    "one long word": Hostile(f"{TAGS}1. e4 ", "x"),
    "prose": Hostile("", "The game of chess is old and much loved.\n\n"),
    "a web page": Hostile("<html>\n", "<p>1</p>\n"),
    "newlines": Hostile(f"{TAGS}1. e4", "\n"),
    "NUL bytes": Hostile("", "\0"),
}
"""The list of bad input that the reader was built against."""

RUN = """\
import resource, sys, time
from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Judge
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
for _ in judge_file(sys.argv[1], Judge()):
    pass
scale = 1 if sys.platform == "darwin" else 1024
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""

SHELL = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', *sys.argv[1:]]))"
"""A process begins with its parent's peak, so a small one stands between this one and the one that is measured."""


def cost(text: str, file: Path, rounds: int) -> tuple[float, float]:
    """Seconds, the least of some runs, and peak MiB of judging a text."""
    file.write_text(text, encoding="utf-8", newline="")
    words = [sys.executable, "-c", SHELL, RUN, str(file)]
    runs = [subprocess.run(words, check=True, capture_output=True, text=True).stdout.split() for _ in range(rounds)]
    return min(float(seconds) for seconds, _ in runs), min(int(peak) for _, peak in runs) / 2**20


def measure(megabytes: int, rounds: int) -> Table:
    """Each text at sizes from one MiB on, doubled up to `megabytes`: the worst of the ratios between neighbours counts."""
    sizes = [SMALLEST]
    while sizes[-1] < megabytes * SMALLEST:
        sizes.append(2 * sizes[-1])
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(_row(name, hostile, sizes, Path(folder) / "text.pgn", rounds) for name, hostile in TEXTS.items())
    columns = ("text", *(f"{size >> 20} MiB, s" for size in sizes), "worst ratio", "peak MiB")
    return Table("Bad input, doubled", columns, rows, f"CPU seconds, least of {rounds}; peak of the largest text")


def _row(name: str, hostile: Hostile, sizes: list[int], file: Path, rounds: int) -> tuple[Figure, ...]:
    taken = [cost(hostile.text(size), file, rounds) for size in sizes]
    seconds = [second for second, _ in taken]
    ratios = [more / less for less, more in pairwise(seconds)]
    return (name, *seconds, max(ratios), taken[-1][1])
