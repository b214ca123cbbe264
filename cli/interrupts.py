"""Ctrl-C: it ends the reading of records, not the telling of what was found in them.

>>> import os, signal
>>> signal.signal(signal.SIGINT, signal.default_int_handler) and None
>>> told = []
>>> with Interrupts() as interrupts:
...     with interrupts.held():
...         os.kill(os.getpid(), signal.SIGINT)
...         told.append("a whole line")
...     told.append("never")
>>> told, interrupts.met
(['a whole line'], True)
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType


class Interrupts:
    """A block that ends at Ctrl-C, as if it were done; `met` says whether it was. Parts of it may be `held` to their end.

    Where the signal is ignored, as shells do for what runs in the background, or where this is no main thread, nothing
    is changed.
    """

    def __init__(self) -> None:
        self.met = False
        self._held = False
        self._ours = False

    def __enter__(self) -> Interrupts:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, self._meet)
                self._ours = True
            except ValueError:  # only the main thread may
                pass
        return self

    def __exit__(self, kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> bool:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self.met = self.met or kind is KeyboardInterrupt
        return kind is KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        """Ctrl-C waits for the end of this block; a second one does not."""
        self._held = True
        yield
        self._held = False
        if self.met:
            raise KeyboardInterrupt

    def _meet(self, _signal: int, _frame: FrameType | None) -> None:
        if self.met or not self._held:
            raise KeyboardInterrupt
        self.met = True
