r"""Files cut into ranges of bytes, each of which is judged as within its file: nothing is read for it but a few borders.

>>> import os, tempfile
>>> from fairyscore.notation.replay import Validator
>>> game = b'[Event "a"]\n[Result "*"]\n\n1. e4 *\n\n'
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "games.pgn")
...     with open(path, "wb") as file:
...         _ = file.write(game * 100)
...     cut = ranges_of(Source("games.pgn", path, plain=True), Validator(), "", 1000)
>>> [(one.begin // len(game), one.end // len(game)) for one in cut][:2], cut[-1].last
([(0, 28), (28, 56)], True)
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from fairyscore.notation.archive import Survey, survey
from fairyscore.notation.formats.base import Borders
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.source import Source

SIZE = 1 << 21
"""Bytes of a range, a few tenths of a second for one process: worth sending, and soon done again."""

TAIL = 1 << 16
"""So much is looked through for a border at first; games are much shorter."""

HEAD = 1 << 20
"""Bytes that are sure to hold as many characters as `survey` looks at."""


class Stamp(NamedTuple):
    """How a file was when it was cut; a file with another stamp is another file."""

    size: int
    time: int

    @classmethod
    def of(cls, file: BinaryIO) -> Stamp:
        """That of an open file. Raises `OSError`."""
        status = os.fstat(file.fileno())
        return cls(status.st_size, status.st_mtime_ns)


class Range(NamedTuple):
    """A part of a file, from one byte up to another, and what must be known of the file to judge it.

    name: as findings call the file. path: where it lies; data: the bytes themselves, where nobody else can read them.
    stamp: of the file, None where the bytes are given.
    form, usual, known, first, last, only: see `archive.Stretch`; form is empty where it is to be recognised.
    """

    name: str
    path: str
    begin: int
    end: int
    stamp: Stamp | None = None
    form: str = ""
    usual: str = ""
    known: bool = False
    first: bool = True
    last: bool = True
    only: tuple[int, int] | None = None
    data: bytes | None = None

    @property
    def size(self) -> int:
        """Its bytes."""
        return self.end - self.begin


def ranges_of(member: Source, judge: Validator, form: str, size: int = SIZE) -> list[Range] | None:
    """The ranges of a file of this machine, about `size` bytes each; None where it can only be read from its beginning.

    Such are files that cannot be opened, files in formats without `Borders`, in UTF-16, read without recovering, and
    files that do not begin like a record. Small ones are a range all the same.
    """
    try:
        member = replace(member, path=os.path.abspath(member.path))  # noqa: PTH100 (as the path, for a cluster)
        stamp = _stamp_of(member.path)
        whole = Range(member.name, member.path, 0, stamp.size, stamp, form)
        if stamp.size <= size:
            return [whole]
        with open(member.path, "rb") as file:  # noqa: PTH123 (a path may hold any bytes)
            head = survey_of(file.read(HEAD), judge, member.name, form)
            if head is not None and head.form.borders is not None:
                return list(_cut(member, head, file, head.form.borders, size))
    except (OSError, ValueError):
        return None
    return [whole] if stamp.size <= 2 * size else None


def survey_of(head: bytes, judge: Validator, name: str, form: str) -> Survey | None:
    """What the first bytes of a file say; see `archive.survey`."""
    return survey(io.BytesIO(head), replace(judge, file=name), format_named(form) if form else None)


def _stamp_of(path: str) -> Stamp:
    status = os.stat(path)  # noqa: PTH116
    if not stat.S_ISREG(status.st_mode):
        raise OSError(0, "it is no regular file")
    return Stamp(status.st_size, status.st_mtime_ns)


def _cut(member: Source, head: Survey, file: BinaryIO, borders: Borders, size: int) -> Iterator[Range]:
    stamp = Stamp.of(file)
    begin = 0
    while begin < stamp.size:
        end = _next_border(file, borders, begin, begin + size, stamp.size)
        yield Range(
            member.name, member.path, begin, end, stamp, head.form.name, head.usual,
            known=True, first=not begin, last=end == stamp.size,
        )  # fmt: skip
        begin = end


def _next_border(file: BinaryIO, borders: Borders, begin: int, aim: int, size: int) -> int:
    """The last border between two places of a file, or else the first one behind them, or its end."""
    if aim >= size:
        return size
    for start in (max(begin, aim - TAIL), begin):
        found = last_border(_bytes(file, start, aim), borders)
        if found:
            return start + found
    longest = max(len(mark) for mark, _ in borders.marks)
    start = max(begin, aim - longest)
    while start < size:
        found = first_border(_bytes(file, start, start + SIZE), borders)
        if found:
            return start + found
        start += SIZE - longest
    return size


def _bytes(file: BinaryIO, start: int, end: int) -> bytes:
    file.seek(start)
    return file.read(end - start)


def last_border(data: bytes, borders: Borders) -> int:
    r"""Where the last game in these bytes begins that has one before it; 0 where none does.

    >>> from fairyscore.notation.formats.pgn import BORDERS
    >>> games = b'1. e4 *\n\n[Event "b"]\n\n1. d4 *\r\n\r\n[Event "c'
    >>> first_border(games, BORDERS), last_border(games, BORDERS), last_border(b"1. e4 *", BORDERS)
    (9, 33, 0)
    """
    return max((place + own for mark, own in borders.marks if (place := data.rfind(mark)) >= 0), default=0)


def first_border(data: bytes, borders: Borders) -> int:
    """Where the first game in these bytes begins that has one before it; 0 where none does."""
    return min((place + own for mark, own in borders.marks if (place := data.find(mark)) >= 0), default=0)
