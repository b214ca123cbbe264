"""Where the work on many files is done: in this process, in several, or on a cluster; chosen by one frozen value.

>>> BulkOptions().is_shared, BulkOptions(jobs=2).is_shared
(False, True)
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import closing, nullcontext
from typing import Final, NamedTuple

from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.work.bulk.base import Work, WorkResult, results_here

Results = Generator[WorkResult, None, None]

PROCESSES: Final = "processes"
DASK: Final = "dask"

LARGE: Final = 8 << 20
"""Above so many bytes all cores are used where nobody says how many."""


class BulkOptions(NamedTuple):
    """The settings of a run over many files.

    jobs: the number of processes, None for as many as suit (`with_jobs`).
    state: the file that remembers what is done, empty for none.
    engine: `PROCESSES` of this machine, or `DASK`, a cluster.
    scheduler: the address of the cluster, empty for one of this machine.
    automatic: whether `with_jobs` chose several processes.
    """

    jobs: int | None = None
    state: str = ""
    engine: str = PROCESSES
    scheduler: str = ""
    automatic: bool = False

    @property
    def is_shared(self) -> bool:
        """True if anything but this one process is asked for."""
        return (self.jobs or 1) > 1 or self.engine == DASK or bool(self.state or self.scheduler)

    @property
    def chosen_jobs(self) -> int:
        """How many processes `with_jobs` chose, 0 where it chose none."""
        return self.jobs or 0 if self.automatic else 0

    def with_jobs(self, reader: RecordReader, paths: Iterable[str]) -> BulkOptions:
        """The same with a process for each core where nobody chose a number and there is much to read."""
        if self.jobs is not None:
            return self
        cores = usable_cores()
        if cores > 1 and reader.exceeds(paths, LARGE):
            return self._replace(jobs=cores, automatic=True)
        return self


ALONE: Final = BulkOptions(jobs=1)
"""All work in this process."""


def results_of(
    work: Work,
    sources: Iterable[Source | Unreadable],
    options: BulkOptions = ALONE,
    on_progress: OnProgress | None = None,
) -> Results:
    """The results for all files, in the order of the files, whatever does the work.

    on_progress: called with the number of bytes read since the last call. Raises `BulkFault`.
    """
    if options.is_shared:
        return _shared_results(work, sources, options, on_progress)
    return results_here(work, sources, on_progress)


def _shared_results(
    work: Work, sources: Iterable[Source | Unreadable], options: BulkOptions, on_progress: OnProgress | None
) -> Results:
    """The same, by several processes or machines, or with a memory of what is done."""
    from fairyscore.notation.work.bulk.engines import Cluster, Pool, Workers
    from fairyscore.notation.work.bulk.ledger import Ledger, Memory
    from fairyscore.notation.work.bulk.scheduler import SMALL, run_work

    jobs = options.jobs or 1
    with closing(Ledger(options.state)) if options.state else nullcontext() as ledger:
        memory = None if ledger is None else Memory(work, ledger)
        engine: Workers | None = Pool(jobs) if jobs > 1 else None
        small = SMALL
        if options.engine == DASK:
            engine, small = Cluster(options.scheduler, jobs), 0
        yield from run_work(work, sources, engine=engine, memory=memory, on_progress=on_progress, small=small)


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
