"""The index beside an archive: a file of SQLite with what `segments` know of its games, and of which files they are.

It is never needed: where it is not there, is of another program or other settings, or says what is not true of a file any
more, the file is read. A file is the one that was read where size and time are the same, else where its bytes are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from time import time_ns
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, cast
from zlib import crc32

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.find.segments import IN_BUCKET, MOST_GAMES, MaterialTable, NewSegment, TagColumn
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.storage.listing import INDEX_SUFFIX
from fairyscore.notation.storage.source import ReadCount, Source
from fairyscore.notation.work.bulk.base import Json, digest_of, of_plain, plain
from fairyscore.notation.work.bulk.ranges import Stamp

PROGRAM: Final = 0x66736978
"""The number by which SQLite knows such a file."""

TABLES: Final = """
CREATE TABLE setting (value TEXT);
CREATE TABLE file (
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER, time INTEGER, digest TEXT, form TEXT, usual TEXT, notes TEXT,
    runs INTEGER, seal INTEGER
);
CREATE TABLE run (
    file INTEGER, segment INTEGER, first INTEGER, games INTEGER, end INTEGER, seal INTEGER, PRIMARY KEY (file, segment)
) WITHOUT ROWID;
CREATE TABLE segment (id INTEGER PRIMARY KEY, games INTEGER, bits INTEGER, parts TEXT, seal INTEGER);
CREATE TABLE page (id INTEGER PRIMARY KEY, data BLOB, seal INTEGER);
CREATE TABLE posting (id INTEGER PRIMARY KEY, data BLOB, seal INTEGER);
CREATE TABLE tag (segment INTEGER, name TEXT, valued BLOB, numbers BLOB, seal INTEGER, PRIMARY KEY (segment, name));
CREATE TABLE material (
    segment INTEGER, variant TEXT, size INTEGER, pieces BLOB, counts BLOB, places BLOB, seal INTEGER,
    PRIMARY KEY (segment, variant)
);
CREATE TABLE odd (
    segment INTEGER, place INTEGER, games INTEGER, plies INTEGER, pieces INTEGER, seal INTEGER,
    PRIMARY KEY (segment, place)
) WITHOUT ROWID;
"""
"""`run`: games of a file that follow one another in a segment; end: the byte where the last of them ends. `odd`: texts of
other than one game, of which nothing is known; and faulty games, with their plies and the pieces left.
`seal`: the checksum of its row: of a disk, a page may come back as zeros, or as another one; `runs` and `parts` say which
rows there have to be."""

FORM: Final = 2
"""Of these tables and what is in them; an index of another form is made anew."""

_SHIFT: Final = 32  # of segments in the keys of pages and buckets

PATIENCE: Final = 20.0
"""Seconds to wait for who reads or writes it."""

RECENT: Final = 2_000_000_000
"""Nanoseconds: a file that has changed so short a time ago may change again, and nobody would see it by its time."""


def index_path(path: str) -> str:
    """Where the index of an archive stands; that of the folder in which one is stands beside that folder.

    >>> index_path("games/"), index_path("a.pgn")
    ('games.index', 'a.pgn.index')
    """
    path = path.rstrip("/" + os.sep)
    if os.path.basename(path) in ("", os.curdir, os.pardir):  # noqa: PTH119 (a path may hold any bytes)
        path = os.path.abspath(path)  # noqa: PTH100
    return path + INDEX_SUFFIX


class IndexedFile(NamedTuple):
    """A file as the index knows it.

    id: its number. name: within the archive. stamp: its size and time; digest: of its bytes.
    form: its format, empty where nothing is known of its games. usual: see `archive.Stretch`, None where it is one text.
    notes: what is to be said of the file, each behind so many of its games. runs: how many it has.
    """

    id: int
    name: str
    stamp: Stamp
    digest: str
    form: str
    usual: str | None
    notes: tuple[tuple[int, Diagnostic], ...] = ()
    runs: int = 0


class FileRun(NamedTuple):
    """Games of a file that follow one another in a segment. end: the byte where the last of them ends."""

    segment: int
    first: int
    games: int
    end: int


class IndexedSegment(NamedTuple):
    """A segment as the index knows it.

    number: its own. games: how many it has. bits: of a number that tell its bucket.
    tags: of which it has a column. variants: of which it has the pieces. odd: how many odd places it has.
    """

    number: int
    games: int
    bits: int
    tags: Sequence[str]
    variants: Sequence[str]
    odd: int


class OddPlace(NamedTuple):
    """A text of other than one game (then `plies` is None), or a faulty game."""

    place: int
    games: int
    plies: int | None
    pieces: int | None


class DamagedIndex(ValueError):
    """A row of an index is not as it was written."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the index is damaged (table {table})")


class IndexFile:
    """The index of an archive, opened. Raises `sqlite3.Error` or `DamagedIndex` where it is damaged.

    path: its own. root: of the archive. settings: with which it is to be made.
    """

    def __init__(self, root: str, settings: Json, *, writes: bool = False) -> None:
        import sqlite3

        self.path = index_path(root)
        self.root = root.rstrip("/" + os.sep)
        self._settings = json.dumps([FORM, settings, MOST_GAMES, IN_BUCKET])
        mode = "rwc" if writes else "ro"
        self._data = sqlite3.connect(
            f"file:{_in_uri(self.path)}?mode={mode}", timeout=PATIENCE, uri=True, isolation_level=None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._data.close()

    @classmethod
    def beside(cls, root: str, settings: Json) -> IndexFile | None:
        """The index of an archive, None where there is none that can be used."""
        import sqlite3

        if not os.path.isfile(index_path(root)):  # noqa: PTH113 (a path may hold any bytes)
            return None
        with suppress(sqlite3.Error, ValueError):
            index = cls(root, settings)
            with suppress(sqlite3.Error):
                index._data.execute("BEGIN")  # it stays as it is now, whoever changes it
                if index.is_current:
                    return index
            index.close()
        return None

    @property
    def is_current(self) -> bool:
        """True if this program has made it with the same settings."""
        if self._number("PRAGMA application_id") != PROGRAM:
            return False
        row = self._data.execute("SELECT value FROM setting").fetchone()
        return row is not None and row[0] == self._settings

    def _number(self, asked: str, *values: object) -> int:
        (found,) = self._data.execute(asked, values).fetchone()
        return cast(int, found)

    def _rows(self, table: str, where: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a table, without their seals. Raises `DamagedIndex`."""
        for *row, seal in self._data.execute(f"SELECT * FROM {table} WHERE {where}", values):
            if seal != _seal(row):
                raise DamagedIndex(table)
            yield tuple(row)

    def _row(self, table: str, where: str, *values: object) -> tuple[Any, ...]:
        """A row that has to be there. Raises `DamagedIndex`."""
        for row in self._rows(table, where, *values):
            return row
        raise DamagedIndex(table)

    def _put(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Write rows, in the place of those that have the same keys."""
        sealed = ((*row, _seal(row)) for row in rows)
        first = next(sealed, None)
        if first is not None:
            places = ", ".join("?" * len(first))
            self._data.executemany(f"REPLACE INTO {table} VALUES ({places})", chain([first], sealed))

    # -- files ------

    def name_of(self, source: Source) -> str | None:
        """What a source is called within the archive; None for one that is not in it."""
        rest = source.name.removeprefix(self.root)
        return rest if source.name.startswith(self.root) and rest[:1] in ("", "/", os.sep, "!") else None

    def true_file(self, source: Source) -> IndexedFile | None:
        """What is known of a source, if that is true of its bytes; None if not."""
        name = self.name_of(source)
        known = None if name is None or source.once else self.file(name)
        stamp = None if known is None else _stamp_of(source)
        if known is None or stamp is None or (stamp != known.stamp and bytes_digest(source) != known.digest):
            return None
        return known

    def file(self, name: str) -> IndexedFile | None:
        """The file of a name."""
        row = next(self._rows("file", "name = ?", name), None)
        if row is None:
            return None
        number, name, size, time, digest, form, usual, notes, runs = row
        return IndexedFile(number, name, Stamp(size, time), digest, form, usual, _notes(notes), runs)

    def files(self) -> dict[str, int]:
        """The numbers of all files by name."""
        return dict(self._data.execute("SELECT name, id FROM file"))

    def runs(self, file: IndexedFile) -> list[FileRun]:
        """The runs of a file, in its order."""
        found = [FileRun(*run) for _, *run in self._rows("run", "file = ? ORDER BY segment", file.id)]
        if len(found) != file.runs:
            raise DamagedIndex("run")
        return found

    # -- segments ------

    def segment(self, number: int) -> IndexedSegment:
        """A segment."""
        _, games, bits, parts = self._row("segment", "id = ?", number)
        return IndexedSegment(number, games, bits, *json.loads(parts))

    def bucket(self, segment: int, bucket: int) -> bytes:
        """The postings of a bucket."""
        _, data = self._row("posting", "id = ?", segment << _SHIFT | bucket)
        return cast(bytes, data)

    def page(self, segment: int, page: int) -> bytes:
        """A page of the places at which games begin."""
        _, data = self._row("page", "id = ?", segment << _SHIFT | page)
        return cast(bytes, data)

    def tag(self, segment: IndexedSegment, name: str) -> TagColumn:
        """The column of a tag."""
        if name not in segment.tags:
            return TagColumn.empty(segment.games)
        _, _, valued, numbers = self._row("tag", "segment = ? AND name = ?", segment.number, name)
        return TagColumn.of(valued, numbers)

    def material(self, segment: IndexedSegment, variant: str) -> MaterialTable | None:
        """The pieces of a variant that were on the board together; None where none are known."""
        if variant not in segment.variants:
            return None
        _, _, *row = self._row("material", "segment = ? AND variant = ?", segment.number, variant)
        return MaterialTable.of(*row)

    def odd(self, segment: IndexedSegment) -> list[OddPlace]:
        """The odd places of a segment, rising."""
        found = [OddPlace(*place) for _, *place in self._rows("odd", "segment = ? ORDER BY place", segment.number)]
        if len(found) != segment.odd:
            raise DamagedIndex("odd")
        return found

    # -- what is written ------

    def begin(self) -> None:
        """Begin to change it: all of that is done, or none. Raises `NotWritten` for a file that is no index."""
        self._data.execute("BEGIN IMMEDIATE")
        is_new = not self._number("SELECT count(*) FROM sqlite_master")
        if not is_new and self._number("PRAGMA application_id") != PROGRAM:
            raise NotWritten(self.path, "it is there, and is no index of fairyscore")
        if is_new or not self.is_current:
            self.clear()

    def clear(self) -> None:
        """Forget all that is known."""
        for (table,) in self._data.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            self._data.execute(f"DROP TABLE {table}")
        for statement in TABLES.split(";"):
            self._data.execute(statement)
        self._data.execute(f"PRAGMA application_id = {PROGRAM}")
        self._data.execute("INSERT INTO setting VALUES (?)", (self._settings,))

    def commit(self) -> None:
        """Have the changes stand."""
        self._data.execute("COMMIT")

    def put_file(self, name: str, stamp: Stamp, digest: str) -> int:
        """Take in a file of whose games nothing is known; its number."""
        number = self._number("SELECT coalesce(max(id), 0) + 1 FROM file")
        self._write_file(IndexedFile(number, name, stamp, digest, "", None))
        return number

    def _write_file(self, file: IndexedFile) -> None:
        size, time = file.stamp
        time = 0 if time_ns() - time < RECENT else time
        notes = json.dumps([[games, plain(diagnostic)] for games, diagnostic in file.notes])
        row = (file.id, file.name, size, time, file.digest, file.form, file.usual, notes, file.runs)
        self._put("file", [row])

    def set_stamp(self, file: IndexedFile, stamp: Stamp) -> None:
        """Note at what time a file of the same bytes is there."""
        self._write_file(file._replace(stamp=stamp))

    def set_form(self, name: str, form: str, usual: str | None, notes: Iterable[tuple[int, Diagnostic]]) -> None:
        """Note how a file of which all games are known is read."""
        file = self.file(name)
        assert file is not None
        runs = self._number("SELECT count(*) FROM run WHERE file = ?", file.id)
        self._write_file(file._replace(form=form, usual=usual, notes=tuple(notes), runs=runs))

    def drop_file(self, file: int) -> None:
        """Forget a file; its games stay in their segments, where nobody asks for them."""
        self._data.execute("DELETE FROM file WHERE id = ?", (file,))
        self._data.execute("DELETE FROM run WHERE file = ?", (file,))

    def drop_runs(self, file: int) -> None:
        """Forget the games of a file."""
        self._data.execute("DELETE FROM run WHERE file = ?", (file,))

    def put_run(self, file: int, run: FileRun) -> None:
        """Take in a run of a file."""
        self._put("run", [(file, *run)])

    def next_segment(self) -> int:
        """The number of a new segment."""
        return self._number("SELECT coalesce(max(id), -1) + 1 FROM segment")

    def put_segment(self, number: int, segment: NewSegment, odd: Iterable[OddPlace]) -> None:
        """Take in a segment."""
        key, odd_places = number << _SHIFT, list(odd)
        columns, materials = list(segment.columns()), list(segment.materials())
        parts = [name for name, *_ in columns], [name for name, *_ in materials], len(odd_places)
        self._put("segment", [(number, segment.games, segment.bits, json.dumps(parts))])
        self._put("page", ((key | page, data) for page, data in enumerate(segment.pages())))
        self._put("posting", ((key | bucket, data) for bucket, data in enumerate(segment.buckets())))
        self._put("tag", ((number, *column) for column in columns))
        self._put("material", ((number, *row) for row in materials))
        self._put("odd", ((number, *place) for place in odd_places))

    def totals(self) -> tuple[int, int]:
        """How many games it knows, and how many files of whose games it knows nothing."""
        games = "SELECT coalesce(sum(games), 0) FROM run"
        many = (
            "SELECT coalesce(sum(odd.games - 1), 0) FROM odd JOIN run ON odd.segment = run.segment"
            " AND odd.place >= run.first AND odd.place < run.first + run.games WHERE odd.plies IS NULL"
        )
        return self._number(games) + self._number(many), self._number("SELECT count(*) FROM file WHERE form = ''")

    def waste(self) -> tuple[int, int, int]:
        """How many places there are in all, how many of them are of no file any more, and how many segments."""
        games = self._number("SELECT coalesce(sum(games), 0) FROM segment")
        known = self._number("SELECT coalesce(sum(games), 0) FROM run")
        return games, games - known, self._number("SELECT count(*) FROM segment")


def _seal(row: Sequence[object]) -> int:
    """The checksum of a row."""
    found = 0
    for value in row:
        found = crc32(value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass"), found)
    return found


def _in_uri(path: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(path))


def _notes(text: str) -> tuple[tuple[int, Diagnostic], ...]:
    return tuple((games, of_plain(diagnostic)) for games, diagnostic in json.loads(text))


def _stamp_of(source: Source) -> Stamp | None:
    try:
        return Stamp.of(source.path)
    except (OSError, ValueError):
        return None


def bytes_digest(source: Source) -> str:
    """The SHA-256 of the bytes of a source, which are not counted as read; empty where they cannot be read."""
    return digest_of(replace(source, reads=ReadCount()))
