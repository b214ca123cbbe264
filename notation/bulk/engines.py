"""Who does tasks: this process, or several of this machine; `cluster.py` has those of other machines."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from typing import Any


class EngineFault(Exception):
    """Work cannot be done by this engine, or no longer; the message says why, fit for a terminal."""


class Died(Exception):
    """A task ended its worker, or another one did that was under way with it."""


class Engine(Executor):
    """Does calls as executors of `concurrent.futures` do, several at a time.

    deaths: how many workers a call has seen die of which `result` raises `Died`.
    """

    deaths = 0

    @property
    def slots(self) -> int:
        """How many calls may be under way so that every worker has one; 0 where they are done as they are handed in."""
        return 0

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Have something done, here by this process. Raises `EngineFault`."""
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **named))
        except Exception as fault:
            future.set_exception(fault)
        return future

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """Wait until one of some calls is no longer under way; all that are not. Raises `EngineFault`."""
        return wait(futures, return_when=FIRST_COMPLETED).done

    def result(self, future: Future[Any]) -> Any:
        """What came of a call that is finished. Raises what it raised, `Died` and `EngineFault`."""
        return future.result()

    def apart(self) -> Engine:
        """What does a call again whose worker has died, with no other one under way."""
        return self

    def close(self, *, at_once: bool = False) -> None:
        """Let the workers go; at once: whatever they are doing."""


class Pool(Engine):
    """Has so many processes, which begin with the first call. A pool whose worker has died begins anew."""

    deaths = 1

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._executor: ProcessPoolExecutor | None = None

    @property
    def slots(self) -> int:
        """See `Engine`."""
        return self._jobs

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """See `Engine`."""
        try:
            return (self._executor or self._begin()).submit(call, *args, **named)
        except BrokenProcessPool as fault:  # a worker has just died: this call is told with the others
            broken: Future[Any] = Future()
            broken.set_exception(fault)
            return broken

    def finished(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        """See `Engine`. When a worker dies, all calls under way have `Died`: which one did it nobody knows."""
        done = super().finished(futures)
        if any(isinstance(one.exception(), BrokenProcessPool) for one in done):
            done = wait(futures).done
            self._end()
        return done

    def result(self, future: Future[Any]) -> Any:
        """See `Engine`."""
        try:
            return future.result()
        except BrokenProcessPool:
            raise Died from None

    def close(self, *, at_once: bool = False) -> None:
        """See `Engine`."""
        if at_once and self._executor is not None:
            for process in list((self._executor._processes or {}).values()):
                process.terminate()
        self._end()

    def _begin(self) -> ProcessPoolExecutor:
        """Start the processes. Raises `EngineFault` where they end before they have done anything."""
        forks = sys.platform == "linux" and threading.active_count() == 1  # quickest, and safe without other threads
        context = multiprocessing.get_context("fork" if forks else "spawn")
        self._executor = ProcessPoolExecutor(self._jobs, context, _prepared)
        try:
            self._executor.submit(os.getpid).result()
        except (BrokenProcessPool, OSError) as fault:
            self._end()
            raise EngineFault(f"worker processes cannot be started: {fault}") from None
        return self._executor

    def _end(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _prepared() -> None:
    """In a worker: Ctrl-C is for the parent to answer; when that is gone, however it went, so is the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and not what the parent does before it goes
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
