"""A work done over many files by any engine, its results in the order of the files; memory holds a few ranges."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from fairyscore.notation.archive import judge_source
from fairyscore.notation.bulk.ranges import SIZE
from fairyscore.notation.bulk.work import FilePart, Work, WorkResult, found_in
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.source import OnProgress
from fairyscore.notation.replay import Verdict
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
    for source in sources:
        yield from file_results(work, source, on_progress)


def file_results(
    work: Work, source: Source | Unreadable, on_progress: OnProgress | None = None
) -> Generator[WorkResult, None, None]:
    """The results for one file that is judged in this process."""
    part = FilePart()
    if isinstance(source, Source) and source.plain:
        part = FilePart(digest=partial(_digest_of, source.path))
    form = format_named(work.form) if work.form else None
    first, begins = isinstance(source, Source), True
    for found in found_in(work, judge_source(source, work.judge, on_progress=on_progress, form=form), part):
        for result in [found.result] if found.diagnostic is None else about_file(work, found.diagnostic):
            yield WorkResult(source.name, result, first, begins)
            first = begins = False


def about_file(work: Work, found: Diagnostic) -> Iterator[Any]:
    """What a work makes of a diagnostic on a file as a whole."""
    return work.results([Verdict(GameText(0, "", found.line), [found])], FilePart())


def _digest_of(path: str) -> str:
    """The SHA-256 of a file, empty where it cannot be read any more."""
    import hashlib

    try:
        with open(path, "rb") as file:  # noqa: PTH123 (a path may hold any bytes)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
