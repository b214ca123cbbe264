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
from typing import NamedTuple

from benchmarks.measuring import Figure, FigureTable, ProcessCost, by_fairyscore, in_turn, process_cost, ratio, spread
from benchmarks.random_games import PYTHON_CHESS_VARIANTS, write_chess, write_games, write_variants

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


class Peer(NamedTuple):
    """Another program that checks games of chess. words: what starts it; the file comes after them."""

    words: tuple[str, ...]
    needs: Path | None
    """The folder in which it is installed."""
    how: str
    """How to get it."""
    variants: frozenset[str] = frozenset()
    """Files of variants, by their names, that it checks as well."""
    quick: bool = False
    """Whether it takes so little time that several rounds are needed for a good figure."""


def _by_node(name: str, program: str) -> Peer:
    return Peer(("node", str(HERE / program)), NODE_MODULES / name, f"npm install --prefix build/peers {name}")


PEERS = {
    "python-chess": Peer(
        (sys.executable, "-m", "benchmarks.validating"), None, "", variants=frozenset(PYTHON_CHESS_VARIANTS)
    ),
    "chessops": _by_node("chessops", "chessops.mjs"),
    "kokopu": _by_node("kokopu", "kokopu.cjs"),
    "pgn-extract": Peer(("pgn-extract", "-r"), None, "apt-get install pgn-extract", quick=True),
}

PATH = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"

VARIANT_MEGABYTES = 2
"""Size of the file of each variant: python-chess takes some seconds for it."""


def installed() -> dict[str, Peer]:
    """The peers that are there, with the whole path of their program; of the others it is said that they are skipped."""
    found = {}
    for name, peer in PEERS.items():
        program = shutil.which(peer.words[0], path=PATH)
        if program and (peer.needs is None or peer.needs.is_dir()):
            found[name] = peer._replace(words=(program, *peer.words[1:]))
        else:
            print(f"{name}: skipped, it is not installed ({peer.how})", file=sys.stderr)
    return found


def peers(files: Iterable[Path], megabytes: int, rounds: int) -> FigureTable:
    """The CPU seconds of the peers divided by ours, by file; below 1 they are quicker. files: else some are made."""
    there = installed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chess_files = list(files) or write_chess(folder, megabytes)
        variant_files = [] if files else write_variants(folder, VARIANT_MEGABYTES)
        rows = [_beside(file, there, rounds) for file in chess_files]
        for file in variant_files:
            able = {name: peer for name, peer in there.items() if file.stem in peer.variants}
            rows.append(_beside(file, able, rounds))
    columns = ("file", "MB", "ours, s", "million plies/s", *(f"{name} / ours" for name in PEERS), "+- %")
    note = f"CPU seconds of whole processes; medians of {rounds} alternating runs, of one run of the slow programs"
    return FigureTable("Peers", columns, tuple(rows), note)


def _beside(file: Path, able: dict[str, Peer], rounds: int) -> tuple[Figure, ...]:
    """A row of the table: a file, read by us and by the peers that can read it."""
    ours = (COMMAND, "validate", "--jobs", "1")
    quick = {name: peer.words for name, peer in able.items() if peer.quick}
    slow = {name: peer.words for name, peer in able.items() if not peer.quick}

    def cost(words: tuple[str, ...]) -> float:
        return process_cost((*words, str(file)), check=False).cpu

    taken = dict(zip(("ours", *quick), in_turn([ours, *quick.values()], rounds, cost, warm_up=False), strict=True))
    our_median = median(taken["ours"])
    ratios = {name: ratio(taken[name], taken["ours"]) for name in quick}
    ratios |= {name: cost(words) / our_median for name, words in slow.items()}
    plies = by_fairyscore(file).plies
    speed = plies / our_median / 1e6
    size = file.stat().st_size / 1e6
    return file.name, size, our_median, speed, *(ratios.get(name, "") for name in PEERS), spread(taken["ours"])


# -- writing ------------------------------------------------------------------------------------------------------------

WRITING_COMMANDS = {
    "validate": ("validate", "--jobs", "1"),
    "to pgn": ("convert", "--jobs", "1", "--to", "pgn", "-o", "OUT"),
    "to jsonl": ("convert", "--jobs", "1", "--to", "jsonl", "-o", "OUT"),
    "fmt": ("fmt", "COPY"),
    "dedupe": ("dedupe", "-o", "OUT"),
    "stats": ("stats", "--jobs", "1"),
    "merge": ("merge", "-o", "OUT"),
}
"""By what the table calls them. OUT: a file that is not there yet; COPY: a copy of the file, else that comes last."""

WRITING_PEERS = {
    "pgn-extract -s": ("pgn-extract", "-s", "-oOUT"),
    "pgn-extract -D": ("pgn-extract", "-s", "-D", "-oOUT"),
}


def writing(files: Iterable[Path], megabytes: int, rounds: int) -> FigureTable:
    """The CPU seconds of commands that write games, those of variants too, beside pgn-extract on chess."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chess_files = list(files) or write_chess(folder, megabytes)
        rows = [_writing_costs(file, folder, rounds, WRITING_PEERS) for file in chess_files]
        if not files:
            rows += [_writing_costs(file, folder, 1, {}) for file in write_variants(folder, VARIANT_MEGABYTES)]
    columns = ("file", "MB", *WRITING_COMMANDS, *WRITING_PEERS)
    note = f"CPU seconds of whole processes; medians of {rounds} runs in turn, of one run for variants"
    return FigureTable("Writing", columns, tuple(rows), note)


def _writing_costs(file: Path, folder: Path, rounds: int, peers: dict[str, tuple[str, ...]]) -> tuple[Figure, ...]:
    """A row of the table."""
    there = {name: words for name, words in peers.items() if shutil.which(words[0], path=PATH)}
    out, copy = folder / "written", folder / f"copy{file.suffix}"

    def cost(words: tuple[str, ...]) -> float:
        out.unlink(missing_ok=True)
        shutil.copyfile(file, copy)
        line = [word.replace("OUT", str(out)).replace("COPY", str(copy)) for word in words]
        if "COPY" not in words:
            line.append(str(file))
        return process_cost(line, check=False).cpu

    ours = [(COMMAND, *words) for words in WRITING_COMMANDS.values()]
    theirs = [(str(shutil.which(words[0], path=PATH)), *words[1:]) for words in there.values()]
    taken = [median(times) for times in in_turn([*ours, *theirs], rounds, cost, warm_up=False)]
    by_name = dict(zip((*WRITING_COMMANDS, *there), taken, strict=True))
    return (
        file.name,
        file.stat().st_size / 1e6,
        *(by_name.get(name, "") for name in (*WRITING_COMMANDS, *WRITING_PEERS)),
    )
