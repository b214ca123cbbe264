"""The index beside an archive: a file of SQLite with what `segments` know of its games, and of which files they are.

It is never needed: where it is not there, is of another program or other settings, or says what is not true of a file any
more, the file is read. A file is the one that was read where size and time are the same, else where its bytes are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from time import time_ns
from types import TracebackType
from typing import Final, NamedTuple, Self, cast

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.find.segments import IN_BUCKET, MOST_GAMES, NewSegment
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
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER, time INTEGER, digest TEXT, form TEXT, usual TEXT, notes TEXT
);
CREATE TABLE run (file INTEGER, segment INTEGER, first INTEGER, games INTEGER, end INTEGER, PRIMARY KEY (file, segment))
    WITHOUT ROWID;
CREATE TABLE segment (id INTEGER PRIMARY KEY, games INTEGER, bits INTEGER);
CREATE TABLE page (id INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE posting (id INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE tag (segment INTEGER, name TEXT, valued BLOB, numbers BLOB, PRIMARY KEY (segment, name));
CREATE TABLE material (segment INTEGER, variant TEXT, size INTEGER, pieces BLOB, counts BLOB, places BLOB);
CREATE INDEX material_of ON material (segment);
CREATE TABLE odd (
    segment INTEGER, place INTEGER, games INTEGER, plies INTEGER, pieces INTEGER, PRIMARY KEY (segment, place)
) WITHOUT ROWID;
"""
"""`run`: games of a file that follow one another in a segment; end: the byte where the last of them ends. `odd`: texts of
other than one game, of which nothing is known; and faulty games, with their plies and the pieces left."""

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
    notes: what is to be said of the file, each behind so many of its games.
    """

    id: int
    name: str
    stamp: Stamp
    digest: str
    form: str
    usual: str | None
    notes: tuple[tuple[int, Diagnostic], ...] = ()


class FileRun(NamedTuple):
    """Games of a file that follow one another in a segment. end: the byte where the last of them ends."""

    segment: int
    first: int
    games: int
    end: int


class OddPlace(NamedTuple):
    """A text of other than one game (then `plies` is None), or a faulty game."""

    place: int
    games: int
    plies: int | None
    pieces: int | None


class IndexFile:
    """The index of an archive, opened. Raises `sqlite3.Error` where it is damaged.

    path: its own. root: of the archive. settings: with which it is to be made.
    """

    def __init__(self, root: str, settings: Json, *, writes: bool = False) -> None:
        import sqlite3

        self.path = index_path(root)
        self.root = root.rstrip("/" + os.sep)
        self._settings = json.dumps([settings, MOST_GAMES, IN_BUCKET])
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
        asked = "SELECT id, name, size, time, digest, form, usual, notes FROM file WHERE name = ?"
        row = self._data.execute(asked, (name,)).fetchone()
        if row is None:
            return None
        number, name, size, time, digest, form, usual, notes = row
        return IndexedFile(number, name, Stamp(size, time), digest, form, usual, _notes(notes))

    def files(self) -> dict[str, int]:
        """The numbers of all files by name."""
        return dict(self._data.execute("SELECT name, id FROM file"))

    def runs(self, file: int) -> list[FileRun]:
        """The runs of a file, in its order."""
        asked = "SELECT segment, first, games, end FROM run WHERE file = ? ORDER BY segment"
        return [FileRun(*row) for row in self._data.execute(asked, (file,))]

    # -- segments ------

    def segments(self) -> list[tuple[int, int, int]]:
        """All segments: number, games, bits."""
        return list(self._data.execute("SELECT id, games, bits FROM segment ORDER BY id"))

    def segment(self, number: int) -> tuple[int, int]:
        """The games of a segment, and the bits that tell a bucket."""
        asked = "SELECT games, bits FROM segment WHERE id = ?"
        return cast("tuple[int, int]", self._data.execute(asked, (number,)).fetchone())

    def bucket(self, segment: int, bucket: int) -> bytes:
        """The postings of a bucket."""
        row = self._data.execute("SELECT data FROM posting WHERE id = ?", (segment << _SHIFT | bucket,)).fetchone()
        return row[0] if row else b""

    def page(self, segment: int, page: int) -> bytes:
        """A page of the places at which games begin."""
        row = self._data.execute("SELECT data FROM page WHERE id = ?", (segment << _SHIFT | page,)).fetchone()
        return cast(bytes, row[0])

    def tag(self, segment: int, name: str) -> tuple[bytes, bytes] | None:
        """The column of a tag."""
        asked = "SELECT valued, numbers FROM tag WHERE segment = ? AND name = ?"
        return cast("tuple[bytes, bytes] | None", self._data.execute(asked, (segment, name)).fetchone())

    def material(self, segment: int, variant: str) -> Sequence[tuple[int, bytes, bytes, bytes]]:
        """The pieces of a variant that were on the board together."""
        asked = "SELECT size, pieces, counts, places FROM material WHERE segment = ? AND variant = ?"
        return self._data.execute(asked, (segment, variant)).fetchall()

    def odd(self, segment: int) -> list[OddPlace]:
        """The odd places of a segment, rising."""
        asked = "SELECT place, games, plies, pieces FROM odd WHERE segment = ? ORDER BY place"
        return [OddPlace(*row) for row in self._data.execute(asked, (segment,))]

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
        if time_ns() - stamp.time < RECENT:
            stamp = stamp._replace(time=0)
        row = (name, *stamp, digest)
        asked = "INSERT INTO file (name, size, time, digest, form, usual, notes) VALUES (?, ?, ?, ?, '', NULL, '[]')"
        return cast(int, self._data.execute(asked, row).lastrowid)

    def set_stamp(self, file: int, stamp: Stamp) -> None:
        """Note at what time a file of the same bytes is there."""
        time = 0 if time_ns() - stamp.time < RECENT else stamp.time
        self._data.execute("UPDATE file SET size = ?, time = ? WHERE id = ?", (stamp.size, time, file))

    def set_form(self, file: int, form: str, usual: str | None, notes: Iterable[tuple[int, Diagnostic]]) -> None:
        """Note how a file of which all games are known is read."""
        told = json.dumps([[games, plain(diagnostic)] for games, diagnostic in notes])
        self._data.execute("UPDATE file SET form = ?, usual = ?, notes = ? WHERE id = ?", (form, usual, told, file))

    def drop_file(self, file: int) -> None:
        """Forget a file; its games stay in their segments, where nobody asks for them."""
        self._data.execute("DELETE FROM file WHERE id = ?", (file,))
        self._data.execute("DELETE FROM run WHERE file = ?", (file,))

    def drop_runs(self, file: int) -> None:
        """Forget the games of a file."""
        self._data.execute("DELETE FROM run WHERE file = ?", (file,))

    def put_run(self, file: int, run: FileRun) -> None:
        """Take in a run of a file."""
        self._data.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?)", (file, *run))

    def next_segment(self) -> int:
        """The number of a new segment."""
        return self._number("SELECT coalesce(max(id), -1) + 1 FROM segment")

    def put_segment(self, number: int, segment: NewSegment, odd: Iterable[OddPlace]) -> None:
        """Take in a segment."""
        put, key = self._data.executemany, number << _SHIFT
        self._data.execute("INSERT INTO segment VALUES (?, ?, ?)", (number, segment.games, segment.bits))
        put("INSERT INTO page VALUES (?, ?)", ((key | page, data) for page, data in enumerate(segment.pages())))
        put("INSERT INTO posting VALUES (?, ?)", ((key | bucket, data) for bucket, data in segment.buckets()))
        put("INSERT INTO tag VALUES (?, ?, ?, ?)", ((number, *column) for column in segment.columns()))
        put("INSERT INTO material VALUES (?, ?, ?, ?, ?, ?)", ((number, *row) for row in segment.materials()))
        put("INSERT INTO odd VALUES (?, ?, ?, ?, ?)", ((number, *place) for place in odd))

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
