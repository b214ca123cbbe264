"""`fairyscore validate` beside other programs that check chess games: whole processes, CPU seconds, in turn.

A peer that is not there is skipped, and said to be. Each checks as cheaply as it can: python-chess and kokopu pass over
variations or do not, as they are made; nobody writes anything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.measuring import Figure, FigureTable, spread
from benchmarks.peer_files import write_files
from benchmarks.processes import COMMAND

NODE_MODULES = Path(__file__).resolve().parent.parent / "build" / "peers" / "node_modules"
"""Where `make bench-peers` installs chessops and kokopu."""

PYTHON_CHESS = """
import sys
from pathlib import Path
from benchmarks.chess_records import by_python_chess, quiet
quiet()
by_python_chess(Path(sys.argv[1]))
"""

CHESSOPS = """
import { readFileSync } from 'fs';
const { parsePgn, startingPosition } = await import(`${process.env.NODE_PATH}/chessops/dist/esm/pgn.js`);
const { parseSan } = await import(`${process.env.NODE_PATH}/chessops/dist/esm/san.js`);
const walk = (pos, node) => {
  for (const child of node.children) {
    const move = parseSan(pos, child.data.san);
    if (!move) return;
    const after = pos.clone();
    after.play(move);
    walk(after, child);
  }
};
for (const game of parsePgn(readFileSync(process.argv[1], 'latin1')))
  startingPosition(game.headers).unwrap(pos => walk(pos, game.moves), () => {});
"""

KOKOPU = """
const { pgnRead } = require('kokopu');
const database = pgnRead(require('fs').readFileSync(process.argv[1], 'latin1'));
for (let at = 0; at < database.gameCount(); at++) { try { database.game(at); } catch (fault) {} }
"""


def _node(package: str, source: str) -> list[str] | None:
    module = ["--input-type=module"] if "import " in source else []
    return ["node", *module, "-e", source] if shutil.which("node") and (NODE_MODULES / package).is_dir() else None


PGN_EXTRACT = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', '')}:/usr/games")

PEERS: dict[str, tuple[Callable[[], list[str] | None], str]] = {
    "python-chess": (lambda: [sys.executable, "-c", PYTHON_CHESS], ""),
    "chessops": (lambda: _node("chessops", CHESSOPS), "npm install --prefix build/peers chessops"),
    "kokopu": (lambda: _node("kokopu", KOKOPU), "npm install --prefix build/peers kokopu"),
    "pgn-extract": (lambda: [PGN_EXTRACT, "-r"] if PGN_EXTRACT else None, "apt-get install pgn-extract"),
}
"""What starts each, None where it is not there, and how to get it. The file comes behind the words."""


def cpu_of(words: list[str]) -> float:
    """User and system seconds of a program and its children; what it prints is dropped, and so is its exit status."""
    before = getrusage(RUSAGE_CHILDREN)
    environment = {**os.environ, "NODE_PATH": str(NODE_MODULES)}
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(files: Iterable[Path], megabytes: int, rounds: int) -> FigureTable:
    """The CPU seconds of the peers divided by ours, by file; below 1 they are quicker. files: else some are made."""
    there = {name: words for name, (start, _) in PEERS.items() if (words := start())}
    for name, (_, how) in PEERS.items():
        if name not in there:
            print(f"{name}: skipped, it is not installed ({how})", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(_row(file, there, rounds) for file in list(files) or write_files(Path(folder), megabytes))
    columns = ("file", "MB", "ours, s", *(f"{name} / ours" for name in there), "+- %")
    return FigureTable("Peers", columns, rows, f"CPU seconds of whole processes; medians of {rounds} alternating runs")


def _row(file: Path, peers: dict[str, list[str]], rounds: int) -> tuple[Figure, ...]:
    ours: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(rounds):
        for name, words in peers.items():
            ours.append(cpu_of([COMMAND, "validate", "--jobs", "1", str(file)]))
            ratios[name].append(cpu_of([*words, str(file)]) / ours[-1])
    size = round(file.stat().st_size / 1e6, 1)
    return (file.name, size, median(ours), *(median(taken) for taken in ratios.values()), spread(ours))
