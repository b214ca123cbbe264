"""Work that ends: what takes longer than it may is stopped, in the middle of whatever it does.

>>> with at_most(20):
...     print("done in time")
done in time
"""

from __future__ import annotations

import _thread
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import process_time

OFTEN = 0.1  # seconds between two looks at the clock


class TookTooLong(Exception):
    """Work was stopped."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TookTooLong` in the main thread once what is done inside has taken so long.

    seconds: of a processor, whatever else it does meanwhile; 0 for no bound.
    """
    end, done, is_over = process_time() + seconds, Event(), Event()

    def watch() -> None:
        while not done.wait(OFTEN):
            if process_time() > end:
                is_over.set()
                _thread.interrupt_main()
                return

    watcher = Thread(target=watch, daemon=True)
    if seconds:
        watcher.start()
    try:
        try:
            yield
        finally:
            done.set()
            if seconds:
                watcher.join()  # what it has sent arrives here at the latest
    except KeyboardInterrupt:
        if is_over.is_set():
            raise TookTooLong from None
        raise
