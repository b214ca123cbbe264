"""Bad input of growing size: twice as much of it should take about twice the time, and little more memory.

Each text of `hostile.toml` is judged in a process of its own, whose peak memory is the text's alone. It is doubled until
judging it takes long enough to be sure; where it then seems to take more than its share, the pair is measured again.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import Figure, FigureTable, ProcessCost, process_cost

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

TAGS = '[Event "x"]\n[Result "*"]\n[Variant "chess"]\n\n'
WHOLE = {"TAGS": TAGS, "PLAIN": f"{TAGS}1. e4 e5 2. Nf3 Nc6 *\n\n", "KNIGHTS": "Nf3 Nf6 Ng1 Ng8 " * 50_000}
"""Words of `hostile.toml` -> what they stand for."""


def text_of(parts: dict[str, str], size: int) -> str:
    """A text of about so many characters: `first`, then `again` as often as it fits, then `last`."""
    whole = dict.fromkeys(("first", "again", "last"), "") | parts
    for name, text in WHOLE.items():
        whole = {key: part.replace(name, text) for key, part in whole.items()}
    return whole["first"] + whole["again"] * max(1, (size - len(whole["first"])) // len(whole["again"])) + whole["last"]


def doubled(text: Callable[[int], str], judge: Callable[[str], ProcessCost], most: int) -> tuple[Figure, ...]:
    """The largest size in MiB, its seconds and speed, the worst ratio of neighbours, the peak of the largest."""
    size, worst = SMALLEST, 0.0
    _, took, peak = judge(text(size))
    while took < LONG_ENOUGH and 2 * size <= most:
        before, less, more = took, text(size), text(2 * size)
        size *= 2
        _, took, peak = judge(more)
        for _ in range(AGAIN):
            if before < MEASURABLE or took <= SUSPICIOUS * before:
                break
            before, took = min(before, judge(less).cpu), min(took, judge(more).cpu)
        if before >= MEASURABLE:  # a long part does not fit in so neatly
            worst = max(worst, 2 * took / before / (len(more) / len(less)))
    return size / 2**20, took, size / 2**20 / took, worst, peak


def measure(megabytes: int) -> FigureTable:
    """Each text, doubled up to `megabytes` at most: the worst of the ratios between neighbours counts."""
    texts = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        file, start_up = Path(folder, "text.pgn"), 0.0

        def judge(text: str) -> ProcessCost:
            file.write_text(text, encoding="utf-8", newline="")
            cost = process_cost((sys.executable, "-c", RUN, str(file)))
            return cost._replace(cpu=max(cost.cpu - start_up, 0.001))

        start_up = min(judge("").cpu for _ in range(AGAIN))
        rows = tuple(
            (name, *doubled(lambda size: text_of(parts, size), judge, megabytes << 20))  # noqa: B023 - called at once
            for name, parts in texts.items()
        )
    columns = ("text", "largest, MiB", "seconds", "MiB/s", "ratio", "peak MiB")
    note = f"doubled until it takes {LONG_ENOUGH} CPU seconds; worst ratio of neighbours; peak of the largest text"
    return FigureTable("Bad input, doubled", columns, rows, note)
