"""What is measured of fresh processes: how long one waits for the smallest things, the peak of memory, bad input of growing
size, and other programs that check chess games, where they are installed.

Each of the last checks as cheaply as it can: python-chess and kokopu pass over variations or do not, as they are made;
nobody writes anything.
"""

import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from benchmarks.measuring import Figure, FigureTable, ProcessCost, in_turn, process_cost, ratio, spread
from benchmarks.random_games import write_chess, write_games

HERE = Path(__file__).resolve().parent
NODE_MODULES = HERE.parent / "build" / "peers" / "node_modules"
"""Where `make bench-peers` installs chessops and kokopu."""

COMMAND = str(Path(sys.executable).with_name("fairyscore"))
"""The console script beside the Python that runs this."""

EMPTY = """\
import click


@click.command()
@click.version_option("0")
def main():
    pass


main()
"""

GAMES = ("chess", "kaleidochess", "chamaeleon")


def starts(rounds: int) -> FigureTable:
    """Fresh processes, in turn with the empty program."""
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        tasks: dict[str, tuple[str, ...]] = {"--version": (COMMAND, "--version")}
        for name in GAMES:
            record = Path(folder, f"{name}.pgn")
            write_games(record, name, 0)
            tasks[f"validate one game of {name}"] = (COMMAND, "validate", str(record))
        tasks["render kaleidochess"] = (COMMAND, "render", "kaleidochess", "-o", str(Path(folder, "board.svg")))
        empty = (sys.executable, "-c", EMPTY, "--version")
        for name, words in tasks.items():
            theirs, ours = in_turn([empty, words], rounds, lambda words: process_cost(words).seconds)
            rows.append((name, median(theirs) * 1e3, median(ours) * 1e3, ratio(ours, theirs)))
    columns = ("fairyscore", "empty click program, ms", "fairyscore, ms", "ratio")
    return FigureTable("Start-up", columns, tuple(rows), f"medians of {rounds} alternating pairs of processes")


def memory(path: Path, megabytes: int) -> FigureTable:
    """The file once, and its games again and again until it is large."""
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder, path.name)
        once = path.read_bytes().rstrip() + b"\n\n"
        with large.open("wb") as out:
            out.writelines(once for _ in range(max(1, megabytes * 10**6 // len(once))))
        for name, file in (("once", path), ("repeated", large)):
            took = process_cost((COMMAND, "validate", str(file)), check=False)
            rows.append((name, file.stat().st_size / 1e6, took.seconds, took.peak))
    return FigureTable("Memory of `fairyscore validate`", ("file", "MB", "seconds", "peak MiB"), tuple(rows))


# -- bad input --------------------------------------------------------------------------------------------------------

# Twice as much of it should take about twice the time, and little more memory. Each text of `hostile.toml` is judged in a
# process of its own, whose peak memory is the text's alone. It is doubled until judging it takes long enough to be sure;
# where it then seems to take more than its share, the pair is measured again.

LONG_ENOUGH = 0.8
"""CPU seconds: no larger text is measured behind one that took so long."""

MEASURABLE = 0.1
"""CPU seconds: ratios to shorter times are the clock's."""

AGAIN = 3
"""So often a large ratio is measured again: the least times count, since only they are the program's."""

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
    size, worst = 1 << 17, 0.0  # characters
    _, took, peak = judge(text(size))
    while took < LONG_ENOUGH and 2 * size <= most:
        before, less, more = took, text(size), text(2 * size)
        size *= 2
        _, took, peak = judge(more)
        for _ in range(AGAIN):
            if before < MEASURABLE or took <= 2.4 * before:
                break
            before, took = min(before, judge(less).cpu), min(took, judge(more).cpu)
        if before >= MEASURABLE:  # a long part does not fit in so neatly
            worst = max(worst, 2 * took / before / (len(more) / len(less)))
    return size / 2**20, took, size / 2**20 / took, worst, peak


def hostile(megabytes: int) -> FigureTable:
    """Each text, doubled up to `megabytes` at most: the worst of the ratios between neighbours counts."""
    texts = tomllib.loads((HERE / "hostile.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        file, start_up = Path(folder, "text.pgn"), 0.0

        def judge(text: str) -> ProcessCost:
            file.write_text(text, encoding="utf-8", newline="")
            cost = process_cost((sys.executable, "-m", "benchmarks.measuring", str(file)))
            return cost._replace(cpu=max(cost.cpu - start_up, 0.001))

        start_up = min(judge("").cpu for _ in range(AGAIN))
        rows = tuple(
            (name, *doubled(lambda size: text_of(parts, size), judge, megabytes << 20))  # noqa: B023 - called at once
            for name, parts in texts.items()
        )
    columns = ("text", "largest, MiB", "seconds", "MiB/s", "ratio", "peak MiB")
    note = f"doubled until it takes {LONG_ENOUGH} CPU seconds; worst ratio of neighbours; peak of the largest text"
    return FigureTable("Bad input, doubled", columns, rows, note)


# -- other programs -----------------------------------------------------------------------------------------------------

PEERS: dict[str, tuple[tuple[str, ...], Path | None, str]] = {
    "python-chess": ((sys.executable, "-m", "benchmarks.validating"), None, ""),
    **{
        name: (("node", str(HERE / program)), NODE_MODULES / name, f"npm install --prefix build/peers {name}")
        for name, program in (("chessops", "chessops.mjs"), ("kokopu", "kokopu.cjs"))
    },
    "pgn-extract": (("pgn-extract", "-r"), None, "apt-get install pgn-extract"),
}
"""What starts each, the folder that it needs, and how to get it. The file comes behind the words."""

PATH = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"


def installed() -> dict[str, tuple[str, ...]]:
    """What starts each of the peers that are there; of the others it is said that they are skipped."""
    found = {}
    for name, (words, needs, how) in PEERS.items():
        program = shutil.which(words[0], path=PATH)
        if program and (needs is None or needs.is_dir()):
            found[name] = (program, *words[1:])
        else:
            print(f"{name}: skipped, it is not installed ({how})", file=sys.stderr)
    return found


def peers(files: Iterable[Path], megabytes: int, rounds: int) -> FigureTable:
    """The CPU seconds of the peers divided by ours, by file; below 1 they are quicker. files: else some are made."""
    rows: list[tuple[Figure, ...]] = []
    tasks = [(COMMAND, "validate", "--jobs", "1"), *(there := installed()).values()]
    with tempfile.TemporaryDirectory() as folder:
        for file in list(files) or write_chess(Path(folder), megabytes):
            ours, *others = in_turn(
                [(*words, str(file)) for words in tasks],
                rounds,
                lambda words: process_cost(words, check=False).cpu,
                warm_up=False,
            )
            size = round(file.stat().st_size / 1e6, 1)
            rows.append((file.name, size, median(ours), *(ratio(theirs, ours) for theirs in others), spread(ours)))
    columns = ("file", "MB", "ours, s", *(f"{name} / ours" for name in there), "+- %")
    note = f"CPU seconds of whole processes; medians of {rounds} alternating runs"
    return FigureTable("Peers", columns, tuple(rows), note)
