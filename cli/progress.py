"""How far the judging has come: one line on a terminal, after the first second, gone at the end."""

from __future__ import annotations

import sys
from time import monotonic

PATIENCE = 1
"""Seconds until the line appears."""

EVERY = 0.1
"""Seconds between two looks of the line."""

WIDTH = 30


class Progress:
    """Counts characters against the bytes there are, which is near enough for a bar."""

    def __init__(self, total: int, enabled: bool) -> None:
        self.total = total
        self.enabled = enabled and total > 0
        self.done = 0
        self.drawn = False
        self.next = monotonic() + PATIENCE

    def heard(self, characters: int) -> None:
        """So much more was read."""
        self.done += characters
        if self.enabled and monotonic() >= self.next:
            self._draw()
            self.next = monotonic() + EVERY

    def hide(self) -> None:
        """Take the line away: something else is about to be printed, or all is done."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.drawn = False

    def _draw(self) -> None:
        part = min(100, self.done * 100 // self.total)
        bar = "#" * (part * WIDTH // 100)
        sys.stderr.write(f"\r[{bar:<{WIDTH}}] {part:3} % of {self.total / 1e6:,.1f} MB")
        sys.stderr.flush()
        self.drawn = True
