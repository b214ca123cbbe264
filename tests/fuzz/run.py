"""Fuzzing, alone or under atheris: `PYTHONPATH=tests python tests/fuzz/run.py TARGET [TIMES] [SEED]`; all targets: `all`.

With `--atheris` the coverage-guided fuzzer takes over, where it is installed; its own arguments follow. Alone, inputs are
seeds with changes of the kinds that disks, programs and people make. What escapes or takes longer than `SLOW` is written to
`build/fuzz/` and told; the exit status is then 1.
"""

import hashlib
import random
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path

from fuzz.targets import TARGETS, Target, seeds
from mutated_files import SCRAPS

SLOW = 5.0
"""Seconds of CPU time."""

LONGEST = 4000
KEPT = Path(__file__).resolve().parents[2] / "build" / "fuzz"


def changed(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """An input made from a seed."""
    for _ in range(dice.randint(1, 5)):
        at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        kind = dice.randrange(7)
        if kind == 0:
            data = data[:at] + dice.choice(SCRAPS).encode() + data[at:]
        elif kind == 1:
            data = data[:at] + data[min(end, at + 20) :]
        elif kind == 2:
            data = data[:at] + bytes((dice.randrange(256),)) + data[at + 1 :]
        elif kind == 3:
            data = data[:at] + data[at:end][:200] * dice.randint(2, 4) + data[end:]
        elif kind == 4:
            other = dice.choice(others)
            begin = dice.randrange(len(other) + 1)
            data = data[:at] + other[begin : begin + 100] + data[at:]
        elif kind == 5:
            data = data[:at]
        else:
            data = data[:at] + dice.randbytes(dice.randint(1, 6)) + data[at:]
    return data[:LONGEST]


def run(name: str, target: Target, times: int, seed: int) -> int:
    """Run a target so many times; how many inputs escaped or were slow."""
    dice, given, bad, began = random.Random(seed), seeds(name), 0, time.process_time()
    for _ in range(times):
        data = changed(dice.choice(given), given, dice)
        start = time.process_time()
        try:
            target(data)
            why = "slow" if time.process_time() - start > SLOW else ""
        except Exception:  # whatever escapes is what is looked for
            why = traceback.format_exc()
        if why:
            bad += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            path = KEPT / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
            path.write_bytes(data)
            sys.stdout.write(f"{path}: {why}\n")
    used = time.process_time() - began
    sys.stdout.write(f"{name}: {times} executions, {bad} escaped or slow, {used:.0f} s of CPU time, seed {seed}\n")
    sys.stdout.flush()
    return bad


def main(name: str, times: int = 10_000, seed: int = 0) -> int:
    """Run one target, or all of them."""
    chosen = TARGETS if name == "all" else {name: TARGETS[name]}
    return int(sum(run(one, target, times, seed) for one, target in chosen.items()) > 0)


def under_atheris(name: str, arguments: list[str]) -> None:
    """Hand a target to atheris."""
    atheris = import_module("atheris")  # an extra that developers install

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if "--atheris" in sys.argv:
        sys.argv.remove("--atheris")
        under_atheris(sys.argv[1], sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "all", *map(int, sys.argv[2:4])))
