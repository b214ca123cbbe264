"""Rows about any number of games, kept on the disk and asked for by SQL; and texts that come out in the order of keys.

>>> with SortedTexts() as texts:
...     for key, text in (("b", "second"), ("a", "first"), ("b", "third")):
...         texts.add(text, key)
...     list(texts), texts.text(1)
(['first', 'second', 'third'], 'first')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, Self

WAITING: Final = 1000
"""Rows that are written at a time."""


class DiskIndex:
    """Tables in a file that nobody sees, gone when it is closed. Each method raises `OSError` where the disk is full.

    tables: SQL that makes them, one of them `game` with so many columns, the number of a game from 0 on the first of them.
    """

    def __init__(self, tables: str, columns: int) -> None:
        import sqlite3

        self._index = sqlite3.connect("", isolation_level=None)  # no name: a file of its own
        self._index.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; {tables}"
        )
        self._insert = f"INSERT INTO game VALUES ({', '.join('?' * columns)})"
        self._waiting: list[tuple[object, ...]] = []
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._index.close()

    def put(self, row: tuple[object, ...]) -> None:
        """One more row of the table `game`, without its number."""
        self._waiting.append((self._count, *row))
        self._count += 1
        if len(self._waiting) >= WAITING:
            self._flush()

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        self.many(self._insert, waiting)

    def rows(self, asked: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """What is asked for, row by row."""
        if self._waiting:
            self._flush()
        with _disk():
            yield from self._index.execute(asked, values)

    def run(self, statement: str) -> None:
        """Run a statement that gives nothing."""
        for _ in self.rows(statement):
            pass

    def many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Run a statement for each of many rows, some at a time."""
        found = iter(rows)
        while some := list(islice(found, WAITING)):
            with _disk():
                self._index.execute("BEGIN")
                self._index.executemany(statement, some)
                self._index.execute("COMMIT")


@contextmanager
def _disk() -> Iterator[None]:
    """What the index cannot do is something that the disk refuses."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as fault:
        raise OSError(0, f"the index of games in the folder for temporary files: {fault}") from None


class SortedTexts(DiskIndex):
    """Texts with keys."""

    def __init__(self) -> None:
        super().__init__("CREATE TABLE game (id INTEGER PRIMARY KEY, key TEXT, text BLOB)", 3)

    def add(self, text: str, key: str = "") -> None:
        """One more text. key: what it is ordered by; texts with the same key stay in the order in which they come."""
        self.put((key.encode(errors="replace").decode(), text.encode(errors="replace")))

    def __iter__(self) -> Iterator[str]:
        """All texts, by their keys."""
        for (number,) in self.rows("SELECT id FROM game ORDER BY key, id"):
            yield self.text(number)

    def text(self, number: int) -> str:
        """One text by its place among all that were added, from 0."""
        ((text,),) = self.rows("SELECT text FROM game WHERE id = ?", number)
        return str(text, "utf-8")
