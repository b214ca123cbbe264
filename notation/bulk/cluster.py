"""Calls done by the workers of a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import re
import warnings
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from time import monotonic
from typing import Any

from fairyscore.notation.bulk.engines import Died, Engine, EngineFault, Pool
from fairyscore.notation.text import shown

PATIENCE = 5
"""Seconds until a scheduler must have answered, and have a worker."""

LONG = 30
"""Seconds until the first worker of a cluster of our own must be there: it is a Python that starts."""

EVERY = 5.0
"""Seconds between two counts of the workers."""

_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?|ucx)://)?(?:\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}")


class Cluster(Engine):
    """Has the cluster of a scheduler do calls, else one of `jobs` processes that is started here.

    Raises `EngineFault`: Dask is not installed, the scheduler does not answer, or has no workers.
    """

    deaths = 2  # Dask has tried it on several workers

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError:
            raise EngineFault("--engine dask needs Dask: pip install 'fairyscore[dask]'") from None
        if address and not _ADDRESS.fullmatch(address):
            raise EngineFault(f"{shown(address)} is no address of a Dask scheduler, such as tcp://HOST:8786")
        self._dask: Any = distributed
        self._own: Any = None
        self._client: Any = None
        self._executor: Any = None
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
        self._executor = self._client.get_executor(pure=False)

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

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """See `Engine`."""
        try:
            future: Future[Any] = self._executor.submit(call, *args, **named)
        except Exception as fault:  # of whatever kind Dask has for it
            raise self._lost(fault) from None
        return future

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """See `Engine`. A call whose worker dies goes to another one, as Dask has it."""
        heard = monotonic()
        while not (done := wait(futures, 1, FIRST_COMPLETED).done):
            heard = monotonic() if self._client.status == "running" else heard
            if monotonic() - heard > PATIENCE:
                raise self._lost(TimeoutError("it does not answer any more"))
        return done

    def result(self, future: Future[Any]) -> Any:
        """See `Engine`."""
        try:
            return future.result()
        except self._dask.scheduler.KilledWorker:
            raise Died from None
        except ModuleNotFoundError as fault:
            raise EngineFault(f"the workers cannot do this: {fault}; install fairyscore there too") from None
        except (CancelledError, OSError) as fault:
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

    def _lost(self, fault: BaseException) -> EngineFault:
        why = shown(str(fault) or type(fault).__name__)
        return EngineFault(f"the Dask scheduler {self._where} is lost: {why}")
