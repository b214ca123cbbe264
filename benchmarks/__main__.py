"""`python -m benchmarks [PGN] [--only NAME]`: measure speed and memory."""

import argparse
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import every_variant, page, processes, validating
from benchmarks.measuring import FigureTable

SAMPLES = Path(__file__).resolve().parent.parent / "samples" / "games" / "chess"

SMALL = 1_000_000
"""Bytes; our own samples are repeated up to here, so that a run takes long enough to be measured."""


def samples(folder: Path) -> Path:
    """Our samples of chess as one file, repeated."""
    once = b"".join(path.read_bytes().strip() + b"\n\n" for path in sorted(SAMPLES.rglob("*.pgn")))
    if not once:
        sys.exit(f"there is no .pgn in {SAMPLES}; name a file of chess games")
    file = folder / "samples.pgn"
    file.write_bytes(once * (SMALL // len(once) + 1))
    return file


MEASURES: dict[str, Callable[[argparse.Namespace], FigureTable]] = {
    "chess": lambda args: validating.chess_records(args.pgn, args.rounds),
    "steps": lambda args: validating.steps(args.pgn, args.rounds),
    "games": lambda args: every_variant.games(args.plies, args.rounds),
    "perft": lambda args: every_variant.perfts(args.rounds),
    "drawings": lambda args: every_variant.drawings(args.rounds),
    "start": lambda args: processes.starts(4 * args.rounds),
    "memory": lambda args: processes.memory(args.pgn, args.megabytes),
    "peers": lambda args: processes.peers(args.peer_file or (), args.peer_megabytes, args.rounds),
    "writing": lambda args: processes.writing(args.peer_file or (), args.peer_megabytes, args.rounds),
    "hostile": lambda args: processes.hostile(min(args.megabytes, 16)),
    "page-starts": lambda args: page.starts(args.rounds),
    "page-moves": lambda args: page.moves(args.rounds),
    "page-sizes": lambda args: page.sizes(),
    "page-games": lambda args: page.collections(args.pgn, args.rounds),
}


def main() -> None:
    """Measure one thing after the other; the tables come at the end, and what is going on goes to standard error."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed and memory.")
    parser.add_argument("pgn", nargs="?", type=Path, help="chess games; else our samples, repeated")
    parser.add_argument("--only", action="append", choices=MEASURES, help="measure this only; may be repeated")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each measurement (default 5)")
    parser.add_argument("--plies", type=int, default=60_000, help="plies of random games a variant (default 60000)")
    parser.add_argument("--megabytes", type=int, default=100, help="size of the large file (default 100)")
    parser.add_argument("--peer-megabytes", type=int, default=10, help="size of each file of peers (default 10)")
    parser.add_argument(
        "--peer-file", type=Path, action="append", help="a file for peers instead of ours; may be repeated"
    )
    args = parser.parse_args()
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        args.pgn = args.pgn or samples(Path(folder))
        for name in args.only or MEASURES:
            print(f"{name} ...", file=sys.stderr, flush=True)
            tables.append(MEASURES[name](args))
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    print("\n\n".join(map(str, tables)))


main()
