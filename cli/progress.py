"""How far the judging has come: one line on a terminal, after the first second, gone at the end."""

from __future__ import annotations

import os
import sys
from time import monotonic

PATIENCE = 1
"""Seconds until the line appears."""

EVERY = 0.1
"""Seconds between two looks of the line."""

WIDTH = 20


class Progress:
    """Counts bytes read against the bytes there are, as the files lie on the disk; characters are near enough.

    >>> Progress(2_000_000, enabled=False).line(10, 1_000_000, 5_000)
    '[##########          ]  50 % of 2.0 MB, 500 games/s, 0.1 MB/s, 0:10 left'
    """

    def __init__(self, total: int, enabled: bool) -> None:
        self.total = total
        self.enabled = enabled and total > 0
        self.done = 0
        self.games = 0
        self.drawn = False
        self.begun = monotonic()
        self.next = self.begun + PATIENCE

    def on_progress(self, size: int) -> None:
        """So much more was read: bytes of a packed file, characters of a plain one."""
        self.done += size
        self._look()

    def judged(self, games: int) -> None:
        """So many more games were judged."""
        self.games += games
        self._look()

    def hide(self) -> None:
        """Take the line away: something else is about to be printed, or all is done."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.drawn = False

    def line(self, seconds: float, done: int, games: int) -> str:
        """What the line says after so many seconds. The time left is what the rest takes at the same rate."""
        done = min(done, self.total)
        part = done * 100 // self.total
        told = [f"[{'#' * (part * WIDTH // 100):<{WIDTH}}] {part:3} % of {self.total / 1e6:,.1f} MB"]
        if seconds > 0 and done:
            if games:
                told.append(f"{games / seconds:,.0f} games/s")
            told += [f"{done / seconds / 1e6:,.1f} MB/s", f"{clock((self.total - done) * seconds / done)} left"]
        return ", ".join(told)

    def _look(self) -> None:
        if self.enabled and monotonic() >= self.next:
            self._draw()
            self.next = monotonic() + EVERY

    def _draw(self) -> None:
        line = self.line(monotonic() - self.begun, self.done, self.games)[: _columns() - 1]
        sys.stderr.write(f"\r{line}\x1b[K")
        sys.stderr.flush()
        self.drawn = True


def clock(seconds: float) -> str:
    """Minutes and seconds, hours in front where there are some.

    >>> clock(7.6), clock(3725)
    ('0:08', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _columns() -> int:
    """How wide the terminal is; a longer line would be broken, and leave its first half behind."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
