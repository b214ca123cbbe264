"""Bad input of growing size: twice as much of it should take about twice the time, and little more memory.

Each text of `hostile.toml` is judged in a process of its own, whose peak memory is the text's alone. It is doubled until
judging it takes long enough to be sure; where it then seems to take more than its share, the pair is measured again.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

from benchmarks.measuring import Figure, FigureTable, process_cost

SMALLEST = 1 << 17
"""Characters; from there the size is doubled."""

LONG_ENOUGH = 0.8
"""CPU seconds: no larger text is measured behind one that took so long."""

MEASURABLE = 0.1
"""CPU seconds: ratios to shorter times are the clock's."""

SUSPICIOUS = 2.4
"""A ratio above this is measured again, as often as `AGAIN`: the least times count, since only they are the program's."""

AGAIN = 3

RUN = """\
import sys
from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator
for _ in judge_file(sys.argv[1], Validator()):
    pass
"""


class Hostile:
    """A text that is made by repeating a part: `first`, then `again` as often as it fits, then `last`."""

    def __init__(self, parts: dict[str, str], file: Path, start_up: float) -> None:
        """start_up: CPU seconds of judging nothing."""
        tags = '[Event "x"]\n[Result "*"]\n[Variant "chess"]\n\n'
        whole = {"TAGS": tags, "PLAIN": f"{tags}1. e4 e5 2. Nf3 Nc6 *\n\n", "KNIGHTS": "Nf3 Nf6 Ng1 Ng8 " * 50_000}
        for name, text in whole.items():
            parts = {key: part.replace(name, text) for key, part in parts.items()}
        self.first, self.again, self.last = (parts.get(key, "") for key in ("first", "again", "last"))
        self.file = file
        self.start_up = start_up

    def text(self, size: int) -> str:
        """About so many characters of it."""
        return self.first + self.again * max(1, (size - len(self.first)) // len(self.again)) + self.last

    def cost(self, size: int) -> tuple[float, float]:
        """CPU seconds of judging so much of it, and the peak in MiB."""
        self.file.write_text(self.text(size), encoding="utf-8", newline="")
        _, cpu, peak = process_cost((sys.executable, "-c", RUN, str(self.file)))
        return max(cpu - self.start_up, 0.001), peak

    def row(self, most: int) -> tuple[Figure, ...]:
        """The largest size in MiB, its seconds and speed, the worst ratio of neighbours, the peak of the largest."""
        size, (took, peak), worst = SMALLEST, self.cost(SMALLEST), 0.0
        while took < LONG_ENOUGH and 2 * size <= most:
            before, (took, peak), size = took, self.cost(2 * size), 2 * size
            for _ in range(AGAIN):
                if before < MEASURABLE or took <= SUSPICIOUS * before:
                    break
                before, took = min(before, self.cost(size // 2)[0]), min(took, self.cost(size)[0])
            if before >= MEASURABLE:
                longer = len(self.text(size)) / len(self.text(size // 2))  # a long part does not fit in so neatly
                worst = max(worst, 2 * took / before / longer)
        return size / 2**20, took, size / 2**20 / took, worst, peak


def measure(megabytes: int) -> FigureTable:
    """Each text, doubled up to `megabytes` at most: the worst of the ratios between neighbours counts."""
    texts = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "text.pgn")
        file.touch()
        start_up = min(process_cost((sys.executable, "-c", RUN, str(file))).cpu for _ in range(AGAIN))
        rows = [(name, *Hostile(parts, file, start_up).row(megabytes << 20)) for name, parts in texts.items()]
    columns = ("text", "largest, MiB", "seconds", "MiB/s", "ratio", "peak MiB")
    note = f"doubled until it takes {LONG_ENOUGH} CPU seconds; worst ratio of neighbours; peak of the largest text"
    return FigureTable("Bad input, doubled", columns, tuple(rows), note)
