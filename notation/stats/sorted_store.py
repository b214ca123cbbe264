"""Texts of any number of games kept on the disk, and given out again in the order of their keys.

>>> with SortedStore() as spool:
...     for key, text in (("b", "second"), ("a", "first"), ("b", "third")):
...         spool.add(text, key)
...     list(spool), spool.text(1)
(['first', 'second', 'third'], 'first')
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any

from fairyscore.notation.stats.dedupe import disk


class SortedStore:
    """The texts. Raises `OSError` where the disk is full."""

    def __init__(self) -> None:
        import sqlite3

        self._texts: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by __exit__)
        self._end = 0
        self._waiting: list[tuple[int, str, int, int]] = []
        self._games = 0
        self._index = sqlite3.connect("", isolation_level=None)
        self._index.execute("CREATE TABLE text (id INTEGER PRIMARY KEY, key TEXT, start INTEGER, length INTEGER)")

    def __enter__(self) -> SortedStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._index.close()
        self._texts.close()

    def add(self, text: str, key: str = "") -> None:
        """One more text. key: what it is ordered by; texts with the same key stay in the order in which they come."""
        data = text.encode(errors="replace")
        self._texts.write(data)
        self._waiting.append((self._games, key.encode(errors="replace").decode(), self._end, len(data)))
        self._games += 1
        self._end += len(data)
        if len(self._waiting) >= 1000:
            self._flush()

    def _flush(self) -> None:
        with disk():
            self._index.execute("BEGIN")
            self._index.executemany("INSERT INTO text VALUES (?, ?, ?, ?)", self._waiting)
            self._index.execute("COMMIT")
        self._waiting = []

    def __iter__(self) -> Iterator[str]:
        """All texts, by their keys."""
        self._flush()
        with disk():
            found = self._index.execute("SELECT start, length FROM text ORDER BY key, id")
            while rows := list(islice(found, 1000)):
                yield from (self._read(row) for row in rows)

    def text(self, number: int) -> str:
        """One text by its place among all that were added, from 0."""
        self._flush()
        with disk():
            row = self._index.execute("SELECT start, length FROM text WHERE id = ?", (number,)).fetchone()
        return self._read(row)

    def _read(self, row: tuple[Any, ...]) -> str:
        start, length = row
        self._texts.seek(start)
        return self._texts.read(length).decode()
