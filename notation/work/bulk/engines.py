"""Who does tasks: this process, several of this machine, or the workers of a Dask cluster."""

import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait as wait_for
from time import monotonic
from typing import Any

from fairyscore.notation.text import shown
from fairyscore.notation.work.bulk.base import BulkFault

PATIENCE = 5  # seconds until a scheduler must have answered, and have a worker
LONG = 30  # seconds until the first worker of a cluster of our own must be there: it is a Python that starts
EVERY = 5.0  # seconds between two counts of the workers


class WorkersFault(BulkFault):
    """The processes or machines that do the work cannot be had, or are lost."""


class Died(Exception):
    """A task ended its worker, or another one did that was under way with it."""


class Workers(Executor):
    """Does calls as executors of `concurrent.futures` do, several at a time."""

    slots = 0
    """How many calls may be under way so that every worker has one; 0 where they are done as they are handed in."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Have something done, here by this process. Raises `WorkersFault`."""
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **named))
        except Exception as error:
            future.set_exception(error)
        return future

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """Wait until one of some calls is no longer under way; all that are not. Raises `WorkersFault`."""
        return wait(futures, return_when=FIRST_COMPLETED).done

    def result(self, future: Future[Any]) -> Any:
        """The result of a finished call. Raises what it raised, `Died` and `WorkersFault`."""
        try:
            return future.result()
        except BrokenExecutor:
            raise Died from None

    def close(self, *, at_once: bool = False) -> None:
        """Let the workers go; at once: whatever they are doing."""


class Pool(Workers):
    """Has so many processes, which begin with the first call. A pool whose worker has died begins anew."""

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """See `Workers`."""
        try:
            return (self._executor or self._begin()).submit(call, *args, **named)
        except BrokenExecutor as error:  # a worker has just died: this call is reported with the others
            broken: Future[Any] = Future()
            broken.set_exception(error)
            return broken

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """See `Workers`. When a worker dies, all calls under way have `Died`: which one did it nobody knows."""
        done = super().finished(futures)
        if any(isinstance(one.exception(), BrokenExecutor) for one in done):
            done = wait(futures).done
            self.close()
        return done

    def close(self, *, at_once: bool = False) -> None:
        """See `Workers`."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((executor._processes or {}).values()) if at_once else ():
                process.terminate()
            executor.shutdown(cancel_futures=True)

    def _begin(self) -> ProcessPoolExecutor:
        """Start the processes. Raises `WorkersFault` where they end before they have done anything."""
        forks = sys.platform == "linux" and threading.active_count() == 1  # quickest, and safe without other threads
        context = multiprocessing.get_context("fork" if forks else "spawn")
        self._executor = ProcessPoolExecutor(self.slots, context, _prepared)
        try:
            self._executor.submit(os.getpid).result()
        except (BrokenExecutor, OSError) as error:
            self.close()
            raise WorkersFault(f"worker processes cannot be started: {error}") from None
        return self._executor


def _prepared() -> None:
    """In a worker: Ctrl-C is for the parent to answer; when that is gone, however it went, so is the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and not what the parent does before it goes
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            wait_for([parent.sentinel])
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class Cluster(Workers):
    """Has the cluster of a scheduler do calls, else one of `jobs` processes that is started here.

    Raises `WorkersFault`: Dask is not installed, the scheduler does not answer, or has no workers.
    """

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError:
            raise WorkersFault("--engine dask needs Dask: pip install 'fairyscore[dask]'") from None
        known = r"(?:(?:tcp|tls|wss?|ucx)://)?(?:\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}"
        if address and not re.fullmatch(known, address):
            raise WorkersFault(f"{shown(address)} is not an address of a Dask scheduler, such as tcp://HOST:8786")
        self._dask: Any = distributed
        self._own: Any = None
        self._client: Any = None
        self._slots = 1
        self._asked = -EVERY
        self._others = multiprocessing.active_children()
        self._where = shown(address) or "of this run"
        for name in ("distributed", "distributed.client", "distributed.scheduler", "distributed.nanny"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is to be reported, we tell
        try:
            self._connect(address, jobs)
        except BaseException:
            self.close(at_once=True)
            raise

    def _connect(self, address: str, jobs: int) -> None:
        if not address:
            with warnings.catch_warnings(action="ignore"):
                self._own = self._dask.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # Dask has one in any case: any free port, for this machine only
                    silence_logs=logging.CRITICAL,
                )
        try:
            self._client = self._dask.Client(self._own or address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersFault(f"the Dask scheduler {self._where} does not answer: {shown(str(error))}") from None
        try:
            self._client.wait_for_workers(1, timeout=LONG if self._own else PATIENCE)
        except TimeoutError:
            more = f"; start some: dask worker {self._where}" if address else ""
            raise WorkersFault(f"the Dask scheduler {self._where} has no workers{more}") from None
        self._executor = self._client.get_executor(pure=False)

    @property
    def slots(self) -> int:  # type: ignore[override]
        """See `Workers`. Workers may come and go."""
        if self._asked + EVERY < monotonic():
            self._asked = monotonic()
            with self._reached():
                self._slots = max(1, sum(self._client.nthreads().values()))
        return self._slots

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """See `Workers`."""
        with self._reached():
            future: Future[Any] = self._executor.submit(call, *args, **named)
            return future

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """See `Workers`. A call whose worker dies goes to another one, as Dask has it."""
        heard = monotonic()
        while not (done := wait(futures, 1, FIRST_COMPLETED).done):
            heard = monotonic() if self._client.status == "running" else heard
            if monotonic() - heard > PATIENCE:
                raise self._lost(TimeoutError("it does not answer any more"))
        return done

    def result(self, future: Future[Any]) -> Any:
        """See `Workers`."""
        try:
            return future.result()
        except self._dask.scheduler.KilledWorker:
            raise Died from None
        except ModuleNotFoundError as error:
            raise WorkersFault(f"the workers cannot do this: {error}; install fairyscore there too") from None
        except (CancelledError, OSError) as error:
            raise self._lost(error) from None

    def close(self, *, at_once: bool = False) -> None:
        """See `Workers`."""
        for one in (self._client, self._own):
            with suppress(Exception):  # it may be gone, or was never there
                one.close(timeout=2)
        if at_once:
            for process in multiprocessing.active_children() if self._own is not None else ():
                if process not in self._others:
                    process.kill()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turn any exception of Dask into the loss of the scheduler."""
        try:
            yield
        except Exception as error:
            raise self._lost(error) from None

    def _lost(self, fault: BaseException) -> WorkersFault:
        why = shown(str(fault) or type(fault).__name__)
        return WorkersFault(f"the Dask scheduler {self._where} is lost: {why}")
