"""Works that go wrong in chosen ways, and a program that does one over files; workers import them from here."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from fairyscore.notation.archive import Judged
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.storage.listing import sources
from fairyscore.notation.work.bulk.base import FilePart, WorkResult
from fairyscore.notation.work.bulk.engines import Pool, Workers
from fairyscore.notation.work.bulk.ledger import Ledger, Memory
from fairyscore.notation.work.bulk.scheduler import run_work
from fairyscore.notation.work.validate import GameReport, ValidateWork

POISON = "poison"
"""The name of a player whose games end their worker."""

WEAK_POISON = "weak poison"
"""The same, but only the first worker that meets one."""


class Deadly(ValidateWork):
    """Judges; but games of some players end the process. marker: a file that is there once a weak poison has worked.

    log: gets a line with the digest of each part that is done. rest: seconds that each part takes longer.
    """

    def __init__(self, *, marker: str = "", log: str = "", rest: float = 0) -> None:
        super().__init__()
        self.marker = marker
        self.log = log
        self.rest = rest

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[GameReport]:
        yield from ValidateWork.results(self, map(self._survived, judged), part)
        time.sleep(self.rest)
        if self.log and part.digest():
            with Path(self.log).open("a") as log:
                log.write(f"{part.digest()}\n")

    def _survived(self, verdict: Judged) -> Judged:
        if isinstance(verdict, Batch):
            return verdict
        player = verdict.tags.get("White", "")
        if player == WEAK_POISON and not Path(self.marker).exists():
            Path(self.marker).touch()
            player = POISON
        if player == POISON:
            os.kill(os.getpid(), signal.SIGKILL)
        return verdict


def whole(finding: Diagnostic) -> str:
    """All fields of a finding, with their names."""
    return ", ".join(f"{name}={part!r}" for name, part in finding._asdict().items())


def report_lines(answers: Iterable[WorkResult]) -> list[str]:
    """All that is report_lines, as lines: findings at their places, then the sums."""
    lines: list[str] = []
    sums = [0, 0, 0, 0]
    for got in answers:
        report = got.result
        lines += map(whole, report.findings)
        counted = (*report[:3], got.first)
        sums = [sum(pair) for pair in zip(sums, counted, strict=True)]
    return [*lines, repr(sums)]


def engine_of(name: str) -> Workers:
    """An engine with two workers, or this process."""
    if name == "dask":
        from fairyscore.notation.work.bulk.engines import Cluster

        return Cluster("", 2)
    if name == "pool":
        return Pool(2)
    return Workers()


def main() -> None:
    """Do a work; the argument is a JSON object with engine, paths, size, state and the fields of `Deadly`."""
    asked = json.loads(sys.argv[1])
    ledger = Ledger(asked["state"]) if "state" in asked else None
    work = Deadly(**{name: asked[name] for name in ("marker", "log", "rest") if name in asked})
    engine = engine_of(asked["engine"])
    memory = Memory(work, ledger) if ledger is not None else None
    found = run_work(work, sources(asked["paths"]), engine=engine, memory=memory, size=asked["size"], small=0)
    sys.stdout.write("\n".join(report_lines(found)) + "\n")


if __name__ == "__main__":
    main()
