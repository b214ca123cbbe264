"""Plans the steps of a run over many files: large files are cut into ranges of bytes, small ones are put together.

A range gets the same verdicts as within its file. To cut a file only the bytes around a few borders are read. What cannot
be cut is read from its beginning, in one step.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, cast

from fairyscore.notation.archive import Stretch, survey
from fairyscore.notation.formats.base import Borders
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.encodings import STRETCH, first_beyond
from fairyscore.notation.records.text_reader import OnProgress, is_told_late
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.source import TELLING, Source, Unreadable
from fairyscore.notation.work.bulk.base import PartResult, Work

SIZE = 1 << 21  # bytes of a range, a few tenths of a second for one process: worth sending, and soon done again
FILE = 2000  # a file counts as so many bytes more: opening it takes time too
TAIL = 1 << 16  # so much is looked through for a border at first; games are much shorter
MOST_HELD = 1 << 26  # longer ranges are not made: the worker holds a range in memory
HEAD = 1 << 20  # bytes that are sure to hold as many characters as `survey` looks at


class Stamp(NamedTuple):
    """The stamp of a file when it was cut; a file with another stamp is another file."""

    size: int
    time: int

    @classmethod
    def of(cls, file: int | str) -> Stamp:
        """That of an open file, or of one at a path. Raises `OSError`, also for what is not a file."""
        status = os.stat(file)  # noqa: PTH116 (a path may hold any bytes)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "it is not a regular file")
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


class RangeOutcome(NamedTuple):
    """The results of a range, in the order of its games, and how many games and lines it has.

    starts: the line of each game, where only some were to be judged. whole: whether all of it could be read.
    """

    results: list[PartResult]
    games: int
    lines: int
    starts: tuple[int, ...] = ()
    whole: bool = True


def range_bytes(one: Range) -> bytes | None:
    """The bytes of a range; None where they cannot be read, or the file is another one than when the range was cut."""
    if one.data is not None:
        return one.data
    try:
        with open(one.path, "rb") as file:  # noqa: PTH123 (a path may hold any bytes)
            data = _bytes(file, one.begin, one.end)
            return data if len(data) == one.size and Stamp.of(file.fileno()) == one.stamp else None
    except (OSError, ValueError):
        return None


class Blocks(io.RawIOBase):
    """A stream of which some bytes are held, and that is hashed as it is read. fault: what ended it too early; as in
    `storage.source.Opened`, all bytes before are had, and nothing is raised. letters: as there."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self.held = bytearray()
        self.ended = False
        self.fault: OSError | None = None
        self.letters = getattr(stream, "letters", None)
        self.hash = hashlib.sha256()
        self._stream = stream

    def hold(self, size: int) -> None:
        """Hold so many bytes, or all there are."""
        while len(self.held) < size and not self.ended:
            try:
                got = self._stream.read(size - len(self.held))
                self.fault = None if got else getattr(self._stream, "fault", None)
            except OSError as error:
                got, self.fault = b"", error
            self.held += got
            self.ended = not got

    def border(self, borders: Borders, size: int) -> int:
        """The last place to cut within so many bytes, or else the first one in twice as many; 0 where there is none."""
        end = last_border(bytes(self.held[:size]), borders)
        if not end:
            self.hold(2 * size)
            end = first_border(bytes(self.held), borders)
        return end

    def is_told_late(self, head: bytes) -> bool:
        """True if what is held shows another encoding than UTF-8 with stray bytes, after a head that shows none."""
        at = first_beyond(bytes(self.held)) if head else -1
        if at < 0:
            return False
        self.hold(at + 2 * STRETCH)
        return is_told_late(head, iter((bytes(self.held),)))

    def take(self, size: int) -> bytes:
        """The first bytes, which are held no longer."""
        taken = bytes(self.held[:size])
        del self.held[:size]
        return taken

    def readable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def readinto(self, buffer: Any) -> int:
        """See `io.RawIOBase`."""
        view = memoryview(buffer)
        self.hold(len(view))
        taken = self.take(len(view))
        view[: len(taken)] = taken
        self.hash.update(taken)
        return len(taken)


# -- in turn -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rest:
    """A stream that is judged in this process from here on. Nothing else is planned before that is done."""

    name: str
    stream: Blocks
    form: str
    stretch: Stretch


Step = tuple[Range, ...] | Rest | Source | Unreadable
"""Ranges for one worker; or what is done by this process: a stream, a file from its beginning, what is unreadable."""


def planned(
    work: Work,
    members: Iterable[Source | Unreadable],
    size: int = SIZE,
    on_progress: OnProgress | None = None,
    *,
    surveys: bool = False,
) -> Iterator[Step]:
    """All steps, in the order of the files.

    on_progress: called with what was read of streams that are cut here. surveys: small files are looked at too, so that
    their ranges have a form.
    """
    together: tuple[Range, ...] = ()
    weight = 0
    for member in members:
        small = ranges = None
        if isinstance(member, Source) and member.plain:
            ranges = ranges_of(member, work.judge, work.form, size, surveys=surveys)
            small = ranges[0] if ranges is not None and len(ranges) == 1 else None
        if together and (small is None or weight + small.size > size):
            yield together
            together, weight = (), 0
        if small is not None:
            together += (small,)
            weight += small.size + FILE
        elif ranges is not None:
            yield from ((one,) for one in ranges)
        elif isinstance(member, Source) and not member.plain:
            yield from _streamed(work, member, size, on_progress, surveys=surveys)
        else:
            yield member
    if together:
        yield together


def _streamed(
    work: Work, member: Source, size: int, on_progress: OnProgress | None, *, surveys: bool
) -> Iterator[Step]:
    """A stream cut as it comes; its ranges carry their bytes."""
    try:
        stream = member.open(on_progress)
    except (OSError, ValueError):
        yield member
        return
    with stream:
        blocks = Blocks(stream)
        if blocks.letters is not None:
            yield Rest(member.name, blocks, work.form, Stretch())
            return
        blocks.hold(max(size, HEAD))
        head = bytes(blocks.held[:TELLING])
        one, borders = Range(member.name, "", 0, 0, form=work.form), None
        if surveys or not blocks.ended or len(blocks.held) > size:
            one, borders = _surveyed(one, bytes(blocks.held[:HEAD]), work.judge)
        while not blocks.ended or blocks.fault or len(blocks.held) > size:
            if blocks.is_told_late(head):
                borders = None  # only what comes before is read the same in parts
            elif not blocks.held.isascii():
                head = b""
            end = 0 if borders is None else blocks.border(borders, size)
            if not end:
                yield Rest(member.name, blocks, one.form, _rest_of(one, head))
                return
            yield (one._replace(end=one.begin + end, last=False, data=blocks.take(end)),)
            one = one._replace(begin=one.begin + end, end=one.begin + end, first=False)
            blocks.hold(size)
        if not one.first and blocks.is_told_late(head):
            yield Rest(member.name, blocks, one.form, _rest_of(one, head))
        elif one.first or blocks.held:
            data = blocks.take(len(blocks.held))
            yield (one._replace(end=one.begin + len(data), data=data),)


def _rest_of(one: Range, head: bytes) -> Stretch:
    """What is left of a stream behind its ranges. head: its beginning, as long as nothing tells its encoding."""
    return Stretch(first=one.first, usual=one.usual, known=one.known, head=b"" if one.first else head)


def ranges_of(
    member: Source, judge: Validator, form: str, size: int = SIZE, *, surveys: bool = False
) -> list[Range] | None:
    """The ranges of a file of this machine, about `size` bytes each; None where it can only be read from its beginning.

    surveys: as `planned` has it. Such are files that cannot be opened, files in formats without `Borders`, in UTF-16 or in
    another encoding that is not UTF-8 with stray bytes, read without recovering, and files that do not begin like a record.
    Small ones are a range all the same.
    """
    try:
        member = replace(member, path=os.path.abspath(member.path))  # noqa: PTH100 (as the path, for a cluster)
        stamp = Stamp.of(member.path)
        whole = Range(member.name, member.path, 0, stamp.size, stamp, form)
        if stamp.size <= size and not surveys:
            return [whole]
        with open(member.path, "rb") as file:  # noqa: PTH123 (a path may hold any bytes)
            head = file.read(HEAD)
            one, borders = _surveyed(whole._replace(stamp=Stamp.of(file.fileno())), head, judge)
            rest = iter(partial(file.read, HEAD), b"")
            if borders is not None and not is_told_late(head[:TELLING], chain((head,), rest)):
                ranges = list(_cut(one, file, borders, size))
                return ranges if max(part.size for part in ranges) <= size + MOST_HELD else None
    except (OSError, ValueError):
        return None
    return [whole] if stamp.size <= 2 * size else None


def _surveyed(one: Range, head: bytes, judge: Validator) -> tuple[Range, Borders | None]:
    """A range with what the first bytes of its file say; and where that may be cut, None for nowhere."""
    found = survey(head, judge._replace(file=one.name), format_named(one.form) if one.form else None)
    if found is None:
        return one, None
    form, usual = found
    return one._replace(form=form.name, usual=usual, known=True), form.borders


# -- where to cut ------------------------------------------------------------------------------------------------------


def _cut(whole: Range, file: BinaryIO, borders: Borders, size: int) -> Iterator[Range]:
    begin, total = 0, cast(Stamp, whole.stamp).size
    while begin < total:
        end = _next_border(file, borders, begin, begin + size, total)
        yield whole._replace(begin=begin, end=end, first=not begin, last=end == total)
        begin = end


def _next_border(file: BinaryIO, borders: Borders, begin: int, aim: int, size: int) -> int:
    """The last border between two places of a file, or else the first one after them, or its end."""
    if aim >= size:
        return size
    for start in (max(begin, aim - TAIL), begin):
        found = last_border(_bytes(file, start, aim), borders)
        if found:
            return start + found
    longest = max(len(mark) for mark, _ in borders.marks)
    for start in range(max(begin, aim - longest), size, SIZE - longest):
        found = first_border(_bytes(file, start, start + SIZE), borders)
        if found:
            return start + found
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
