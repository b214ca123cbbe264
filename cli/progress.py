"""How far the work has come: one line on a terminal, after the first second, gone at the end."""

from __future__ import annotations

import sys
from time import monotonic

import click

PATIENCE = 1  # seconds until the line appears
EVERY = 0.1  # seconds between two looks of the line

WIDTH = 20


class Progress:
    """Counts bytes read against the bytes there are, as the files lie on the disk; characters are near enough."""

    def __init__(self, total: int) -> None:
        """total: bytes; 0 for no line."""
        self.games = 0
        self._unsaid = self._done = 0
        self._drawn = False
        self._begun = monotonic()
        self._next = self._begun + PATIENCE
        self._bar = click.progressbar(length=total, file=sys.stderr, width=WIDTH, item_show_func=str) if total else None

    def on_progress(self, size: int) -> None:
        """So much more was read: bytes of a packed file, characters of a plain one."""
        self._unsaid += size
        self._look()

    def judged(self, games: int) -> None:
        """So many more games were judged."""
        self.games += games
        self._look()

    def hide(self) -> None:
        """Take the line away: something else is about to be printed, or all is done."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K\x1b[?25h")  # the bar of click hides the cursor
            sys.stderr.flush()
            self._drawn = False

    def _look(self) -> None:
        now = monotonic()
        if self._bar is None or now < self._next:
            return
        self._done += self._unsaid
        seconds = now - self._begun
        rate = f"{self.games / seconds:,.0f} games/s, {self._done / seconds / 1e6:,.1f} MB/s"
        self._bar.update(self._unsaid, rate)
        self._bar.render_progress()  # `update` draws only where bytes were read, and a packed file is read at once
        self._unsaid, self._drawn = 0, True
        self._next = now + EVERY
