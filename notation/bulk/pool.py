"""Tasks done by processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for

from fairyscore.notation.bulk.engine import Died, Engine, EngineFault, Finished
from fairyscore.notation.bulk.task import Outcome, Task, perform


class Pool(Engine):
    """Does tasks in so many processes, which begin with the first task. A pool whose worker has died begins anew."""

    deaths = 1

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._executor: ProcessPoolExecutor | None = None
        self._tasks: dict[Future[list[Outcome]], Task] = {}

    @property
    def slots(self) -> int:
        """See `Engine`."""
        return self._jobs

    def submit(self, task: Task) -> None:
        """See `Engine`."""
        executor = self._executor or self._begin()
        try:
            self._tasks[executor.submit(perform, task)] = task
        except BrokenProcessPool:  # a worker has just died: this task is told with the others
            broken: Future[list[Outcome]] = Future()
            broken.set_exception(BrokenProcessPool())
            self._tasks[broken] = task

    def finished(self) -> list[Finished]:
        """See `Engine`. When a worker dies, all tasks under way are told as `Died`: which one did it nobody knows."""
        done = wait(self._tasks, return_when=FIRST_COMPLETED).done
        if any(isinstance(one.exception(), BrokenProcessPool) for one in done):
            done = wait(self._tasks).done
            self._end()
        return [Finished(self._tasks.pop(one), _outcomes(one)) for one in sorted(done, key=list(self._tasks).index)]

    def close(self, *, at_once: bool = False) -> None:
        """See `Engine`."""
        if at_once and self._executor is not None:
            for process in list((self._executor._processes or {}).values()):
                process.terminate()
        self._end()

    def _begin(self) -> ProcessPoolExecutor:
        """Start the processes. Raises `EngineFault` where they end before they have done anything."""
        self._executor = ProcessPoolExecutor(self._jobs, _context(), _prepared)
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


def _outcomes(done: Future[list[Outcome]]) -> list[Outcome] | Died:
    return Died() if isinstance(done.exception(), BrokenProcessPool) else done.result()


def _context() -> multiprocessing.context.BaseContext:
    """Forking is quickest, and safe where there are no other threads; not on every system."""
    forks = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


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
