"""What a worker is sent, does and sends back: ranges, the answers of a work to each of them, and how they went."""

from __future__ import annotations

import hashlib
import io
import threading
from typing import Any, BinaryIO, NamedTuple, cast

from fairyscore.notation._version import VERSION
from fairyscore.notation.archive import Stretch, judge_file
from fairyscore.notation.bulk.ranges import Range, Stamp
from fairyscore.notation.bulk.work import FilePart, Found, Work, found_in
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.variants.catalog import take
from fairyscore.notation.variants.variant_files import VariantSource

BUFFER = 1 << 17

_ONE_AT_A_TIME = threading.Lock()
"""Workers of a cluster may have several threads; the tables of the games are filled by one."""

_OF_WHOLE_FILES = frozenset(
    trouble.value
    for trouble in (RecordCode.ENCODING, RecordCode.NUL_BYTE, RecordCode.EMPTY_FILE, RecordCode.NOT_A_RECORD)
)
"""What may be said of a file that was read to its end."""


class Task(NamedTuple):
    """Ranges of one file or of several small ones, for one worker. games: the supplied files of games that it needs."""

    work: Work
    ranges: tuple[Range, ...]
    games: tuple[VariantSource, ...] = ()
    version: str = VERSION


class Done(NamedTuple):
    """A range that is judged: what is found in it in turn, how many games and lines it has, the SHA-256 of its bytes.

    starts: the line of each game, where only some were to be judged. whole: whether all of it could be read.
    """

    found: list[Found]
    games: int
    lines: int
    digest: str = ""
    starts: tuple[int, ...] = ()
    whole: bool = True


class Absent(NamedTuple):
    """A range of a file that cannot be opened where the worker is, or is no longer, or not there, as it was when cut."""


Outcome = Done | Absent


class OtherVersion(Exception):
    """Raised where a worker has another version of this program: it might judge otherwise."""


def perform(task: Task) -> list[Outcome]:
    """Do a work on each range; in the worker. Raises what the work raises, and `OtherVersion`."""
    if task.version != VERSION:
        raise OtherVersion(VERSION)
    with _ONE_AT_A_TIME:
        take(task.games)
        return [performed(task.work, one) for one in task.ranges]


def performed(work: Work, one: Range) -> Outcome:
    """Do a work on one range."""
    try:
        stream = RangeStream.of(one)
    except (OSError, ValueError):
        return Absent()
    with stream, io.BufferedReader(stream, BUFFER) as buffered:
        if stream.changed():
            return Absent()
        starts: list[int] | None = [] if one.only is not None else None
        stretch = Stretch(one.first, one.last, one.usual, one.known, one.only, starts)
        form = format_named(one.form) if one.form else None
        verdicts = judge_file(cast(BinaryIO, buffered), work.judge, one.name, form=form, stretch=stretch)
        found = list(found_in(work, verdicts, FilePart(one.first, one.last, stream.digest)))
        if stream.changed() or stream.left > 0:
            return Absent()
        whole = all(each.diagnostic is None or each.diagnostic.code in _OF_WHOLE_FILES for each in found)
        return Done(found, stretch.games, stretch.lines, stream.digest(), tuple(starts or ()), whole)


class RangeStream(io.RawIOBase):
    """The bytes of a range as a stream, hashed on the way; a file is opened for it, and closed with it.

    left: how many bytes have not come yet.
    """

    def __init__(self, raw: io.RawIOBase | io.BytesIO | io.FileIO, size: int, stamp: Stamp | None = None) -> None:
        super().__init__()
        self.left = size
        self._raw: Any = raw
        self._stamp = stamp
        self._hash = hashlib.sha256()

    @classmethod
    def of(cls, one: Range) -> RangeStream:
        """Open a range. Raises `OSError`."""
        if one.data is not None:
            return cls(io.BytesIO(one.data), len(one.data))
        raw = io.FileIO(one.path)
        raw.seek(one.begin)
        return cls(raw, one.size, one.stamp)

    def readable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def readinto(self, buffer: Any) -> int:
        """See `io.RawIOBase`."""
        view = memoryview(buffer)[: self.left]
        got: int = self._raw.readinto(view)
        self._hash.update(view[:got])
        self.left -= got
        return got

    def changed(self) -> bool:
        """Whether the file is another one than when the range was cut."""
        return self._stamp is not None and Stamp.of(self._raw) != self._stamp

    def digest(self) -> str:
        """The SHA-256 of what has come."""
        return self._hash.hexdigest()

    def close(self) -> None:
        """See `io.RawIOBase`."""
        self._raw.close()
        super().close()
