"""A work done over many files by any engine, its results in the order of the files; memory holds a few ranges."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING

from fairyscore.notation.bulk.ranges import SIZE
from fairyscore.notation.bulk.work import Work, WorkResult, results_here
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.storage.source import Source, Unreadable

if TYPE_CHECKING:
    from fairyscore.notation.bulk.engine import Engine
    from fairyscore.notation.bulk.ledger import Ledger

SMALL = 1 << 21
"""So many bytes in all are sooner judged by one process than shared out."""


def run_work(
    work: Work,
    sources: Iterable[Source | Unreadable],
    *,
    engine: Engine | None = None,
    ledger: Ledger | None = None,
    on_progress: OnProgress | None = None,
    size: int = SIZE,
    small: int = SMALL,
) -> Generator[WorkResult, None, None]:
    """The results for all files, in their order; the same ones whoever gives them.

    engine: who does the work, else this process; it is closed at the end, and at once where the results are given up.
    ledger: what was done before, and remembers what is done now. on_progress: told how many bytes are done, time and again.
    size: bytes of a range. small: so many bytes in all are not worth the engine, and are judged here.
    Raises `EngineFault`, `LedgerFault` and what the work raises.
    """
    if engine is not None or ledger is not None:
        from fairyscore.notation.bulk.scheduler import Sharing

        yield from Sharing(work, engine, ledger, on_progress).results(sources, size, small)
        return
    yield from results_here(work, sources, on_progress)
