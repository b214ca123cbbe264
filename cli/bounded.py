"""Work that ends: what takes longer than it may is stopped, in the middle of whatever it does.

>>> with at_most(20):
...     print("done in time")
done in time
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

OFTEN = 0.1  # seconds between two looks at the clock
AGAIN = 1.0  # seconds of a processor until it is raised once more


class TookTooLong(BaseException):
    """Work was stopped. No `except Exception` on its way takes it for a fault."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TookTooLong` in the thread that asks once what is done inside has taken so long.

    seconds: of a processor, whatever else it does meanwhile; 0 for no bound.

    It is raised by the interpreter and not by a signal: jobs in the background ignore SIGINT. Where it meets a finalizer
    or a callback of the garbage collector, Python drops it; so it is raised again until it has arrived.
    """
    if not seconds:
        yield
        return
    end, done = process_time() + seconds, threading.Event()
    worker = ctypes.c_ulong(threading.get_ident())

    def watch() -> None:
        next_time = end
        while not done.wait(OFTEN):
            if process_time() > next_time:
                next_time = process_time() + AGAIN
                ctypes.pythonapi.PyThreadState_SetAsyncExc(worker, ctypes.py_object(TookTooLong))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(worker, None)  # what it has raised is not for those who come after
