"""What is measured of fresh processes: how long one waits for the smallest things, the peak of memory, and other programs
that check chess games, where they are installed.

Each of those checks as cheaply as it can: python-chess and kokopu pass over variations or do not, as they are made; nobody
writes anything.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from benchmarks.measuring import Figure, FigureTable, in_turn, process_cost, ratio, spread
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
