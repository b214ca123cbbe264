"""Tasks done by the workers of a Dask cluster: the same tasks as those of `pool.py`, as futures."""

from __future__ import annotations

import logging
import multiprocessing
import re
import warnings
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from fairyscore.notation.bulk.engine import Died, Engine, EngineFault, Finished
from fairyscore.notation.bulk.pool import Pool
from fairyscore.notation.bulk.retry import MOST_DEATHS
from fairyscore.notation.bulk.task import OtherVersion, Outcome, Task, perform
from fairyscore.notation.text import shown

PATIENCE = 5
"""Seconds until a scheduler must have answered, and have a worker."""

LONG = 30
"""Seconds until the first worker of a cluster of our own must be there: it is a Python that starts."""

EVERY = 5.0
"""Seconds between two counts of the workers."""


_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?|ucx)://)?(?:\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}")


class Cluster(Engine):
    """Does tasks on the cluster of a scheduler, else on one of `jobs` processes that is started here.

    Raises `EngineFault`: Dask is not installed, the scheduler does not answer, or has no workers.
    """

    deaths = MOST_DEATHS - 1  # Dask has tried it on several workers; once more here, then it is cut down

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError:
            raise EngineFault("--engine dask needs Dask: pip install 'fairyscore[dask]'") from None
        if address and not _ADDRESS.fullmatch(address):
            raise EngineFault(f"{shown(address)} is no address of a Dask scheduler, such as tcp://HOST:8786")
        self._dask: Any = distributed
        self._tasks: dict[str, Task] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._own: Any = None
        self._client: Any = None
        self._apart: Pool | None = None
        self._slots = 1
        self._asked = -EVERY
        self._address = address
        self._others = multiprocessing.active_children()
        self._where = shown(address) or "of this run"
        for name in ("distributed", "distributed.client", "distributed.scheduler", "distributed.nanny"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is to be told, we tell
        try:
            self._connect(jobs)
        except BaseException:
            self.close(at_once=True)
            raise

    def _connect(self, jobs: int) -> None:
        if not self._address:
            with warnings.catch_warnings(action="ignore"):
                self._own = self._dask.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # Dask has one in any case: any free port, for this machine only
                    silence_logs=logging.CRITICAL,
                )
        try:
            self._client = self._dask.Client(self._own or self._address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as fault:
            raise EngineFault(f"the Dask scheduler {self._where} does not answer: {shown(str(fault))}") from None
        try:
            self._client.wait_for_workers(1, timeout=LONG if self._own else PATIENCE)
        except TimeoutError:
            what = f"the Dask scheduler {self._where} has no workers"
            raise EngineFault(f"{what}; start some: dask worker {self._where}" if self._address else what) from None

    @property
    def slots(self) -> int:
        """See `Engine`. Workers may come and go."""
        if self._asked + EVERY < monotonic():
            self._asked = monotonic()
            try:
                self._slots = max(1, sum(self._client.nthreads().values()))
            except Exception as fault:  # of whatever kind Dask has for it
                raise self._lost(fault) from None
        return self._slots

    def submit(self, task: Task) -> None:
        """See `Engine`."""
        try:
            future = self._client.submit(perform, task, pure=False)
        except Exception as fault:  # of whatever kind Dask has for it
            raise self._lost(fault) from None
        self._tasks[future.key] = task
        future.add_done_callback(self._done.put)

    def finished(self) -> list[Finished]:
        """See `Engine`. A task whose worker dies goes to another one, as Dask has it."""
        on_progress = monotonic()
        while True:
            try:
                done = self._done.get(timeout=1)
            except Empty:
                on_progress = monotonic() if self._client.status == "running" else on_progress
                if monotonic() - on_progress > PATIENCE:
                    raise self._lost(TimeoutError("it does not answer any more")) from None
            else:
                return [Finished(self._tasks.pop(done.key), self._outcomes(done))]

    def _outcomes(self, done: Any) -> list[Outcome] | Died:
        try:
            outcomes: list[Outcome] = done.result()
            return outcomes
        except self._dask.scheduler.KilledWorker:
            return Died()
        except OtherVersion as fault:
            raise EngineFault(f"the workers have version {fault} of fairyscore, and this is another one") from None
        except ModuleNotFoundError as fault:
            raise EngineFault(f"the workers cannot do this: {fault}; install fairyscore there too") from None
        except (self._dask.client.FutureCancelledError, OSError) as fault:
            raise self._lost(fault) from None

    def apart(self) -> Engine:
        """See `Engine`: a process of this machine, which Dask's workers do not share their fate with."""
        self._apart = self._apart or Pool(1)
        return self._apart

    def close(self, *, at_once: bool = False) -> None:
        """See `Engine`."""
        if self._apart is not None:
            self._apart.close(at_once=at_once)
        for one in (self._client, self._own):
            if one is not None:
                with suppress(Exception):  # it may be gone
                    one.close(timeout=2)
        if at_once:
            for process in multiprocessing.active_children() if self._own is not None else ():
                if process not in self._others:
                    process.kill()

    def _lost(self, fault: Exception) -> EngineFault:
        why = shown(str(fault) or type(fault).__name__)
        return EngineFault(f"the Dask scheduler {self._where} is lost: {why}")
