"""Rows about any number of games, kept on the disk and asked for by SQL; and texts that come out in the order of keys.

>>> with SortedTexts() as texts:
...     for key, text in (("b", "second"), ("a", "first"), ("b", "third")):
...         texts.add(text, key)
...     list(texts), texts.text(1)
(['first', 'second', 'third'], 'first')
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self


class DiskIndex:
    """Tables in a file that nobody sees, gone when it is closed. Each method raises `OSError` where the disk is full.

    tables: SQL that makes them, one of them `game`, the number of a game from 0 on in its first column.
    """

    def __init__(self, tables: str) -> None:
        import sqlite3

        self._index = sqlite3.connect("", isolation_level=None)  # no name: a file of its own
        self._index.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; {tables}; BEGIN"
        )
        self._waiting: list[tuple[object, ...]] = []
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._index.close()

    def put(self, *row: object) -> None:
        """One more row of the table `game`, without its number."""
        # Of bytes `sqlite3` first asks whether they adapt themselves, which takes longer than to keep them; of arrays not.
        plain = [bytearray(value) if type(value) is bytes else value for value in row]
        self._waiting.append((self._count, *plain))
        self._count += 1
        if len(self._waiting) >= 1000:  # rows one by one would take three times as long
            self._flush()

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            self.many(f"INSERT INTO game VALUES (?{', ?' * (len(waiting[0]) - 1)})", waiting)

    def rows(self, asked: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that answer a statement of SQL."""
        self._flush()
        with _disk():
            yield from self._index.execute(asked, values)

    def many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Run a statement for each of many rows."""
        with _disk():
            self._index.executemany(statement, rows)


@contextmanager
def _disk() -> Iterator[None]:
    """Turn a failure of the index into a refusal of the disk."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as error:
        raise OSError(0, f"the index of games in the folder for temporary files: {error}") from None


class SortedTexts(DiskIndex):
    """Texts with keys."""

    def __init__(self) -> None:
        super().__init__("CREATE TABLE game (id INTEGER PRIMARY KEY, key TEXT, text BLOB)")
        self._is_sorted = True  # as the texts come, their keys rise
        self._last = ""

    def add(self, text: str, key: str = "") -> None:
        """One more text. key: what it is ordered by; texts with the same key stay in the order in which they come."""
        key = key.encode(errors="replace").decode()
        self._is_sorted = self._is_sorted and self._last <= key
        self._last = key
        self.put(key, text.encode(errors="replace"))

    def __iter__(self) -> Iterator[str]:
        """All texts, by their keys."""
        if self._is_sorted:
            for (text,) in self.rows("SELECT text FROM game ORDER BY id"):
                yield str(text, "utf-8")
            return
        for (number,) in self.rows("SELECT id FROM game ORDER BY key, id"):
            yield self.text(number)

    def text(self, number: int) -> str:
        """One text by its place among all that were added, from 0."""
        ((text,),) = self.rows("SELECT text FROM game WHERE id = ?", number)
        return str(text, "utf-8")
