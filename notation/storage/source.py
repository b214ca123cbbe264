"""What is read: bytes with a name. A file, a compressed file, a member of an archive, a remote file, standard input.

A source opens as a stream of bytes, again and again. Nothing is written to a disk, and memory holds a buffer.

>>> import gzip, os, tempfile
>>> from fairyscore.notation.storage.listing import sources
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "one.pgn.gz")
...     with gzip.open(path, "wb") as stream:
...         _ = stream.write(b"1. e4 *")
...     for source in sources([path]):
...         with source.open() as stream:
...             source.plain, stream.read()
(False, b'1. e4 *')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from fairyscore.notation.text import shown

if TYPE_CHECKING:
    import io

STDIN = "-"
"""The path of standard input."""

BORDER = "!"
"""Stands between an archive and what is in it: `archive.zip!folder/game.pgn`, as in URLs of Java archives."""

OnRead = Callable[[int], None]
"""Is called with the number of bytes that were read, time and again: a progress bar."""


class Limits(NamedTuple):
    """How much is unpacked before a file is called a decompression bomb.

    ratio: bytes out for each byte in, once more than `free` came out; size: bytes out in all. 0 is no limit.
    Game text is packed to a tenth, rarely to a fiftieth; a decompression bomb to a thousandth.
    """

    ratio: int = 200
    size: int = 100 * 10**9
    free: int = 1 << 24


class SourceCode(Enum):
    """Why bytes cannot be read. The values are codes of diagnostics."""

    UNREADABLE_FILE = "unreadable-file"
    NO_RECORDS = "no-records"
    DAMAGED_ARCHIVE = "damaged-archive"
    UNPACKING_LIMIT = "unpacking-limit"
    NESTED_ARCHIVE = "nested-archive"
    UNSAFE_MEMBER = "unsafe-member"
    UNREADABLE_MEMBER = "unreadable-member"


class Unreadable(OSError):
    """Bytes that cannot be read, or not to their end: the code of the diagnostic that says so, and its facts.

    name: what diagnostics call the source, empty where only the caller knows it (`named`).
    """

    def __init__(self, code: SourceCode, name: str = "", **facts: str) -> None:
        super().__init__(0, ", ".join(f"{fact} {value}" for fact, value in facts.items()))
        self.code = code
        self.name = name
        self.facts = facts

    @classmethod
    def named(cls, name: str, error: OSError | ValueError) -> Unreadable:
        """What the error says about the source of that name."""
        if isinstance(error, Unreadable):
            return cls(error.code, name, **{"path": shown(name), **error.facts})
        return cls(SourceCode.UNREADABLE_FILE, name, path=shown(name), why=system_reason(error))


def damaged(why: str) -> Unreadable:
    """The error of an archive or a packed file that is broken."""
    return Unreadable(SourceCode.DAMAGED_ARCHIVE, why=why)


def system_reason(error: Exception) -> str:
    """What the system says about a file that cannot be read, without the path that it repeats."""
    return (isinstance(error, OSError) and error.strerror) or shown(str(error))


@dataclass(slots=True)
class ReadCount:
    """Counts the bytes that are read of one file on the disk, packed as they are, for whoever listens at the moment."""

    on_read: OnRead | None = None
    unsaid: int = 0

    def add(self, size: int) -> None:
        """So many more bytes were read."""
        self.unsaid += size
        if self.on_read is not None:
            self.on_read(self.unsaid)
            self.unsaid = 0


@dataclass(frozen=True, slots=True)
class Source:
    """One stream of bytes that can be opened.

    name: what diagnostics call it. path: the file as the system knows it, a URL, or `-`. size: the bytes that it takes in
    that file, packed as they are; 0 where unknown. plain: a local file with nothing to unpack: whoever opens `path` may
    read from any byte. once: standard input or a pipe, which opens once. raw: opens it, for whom `reads` counts.
    """

    name: str
    path: str
    size: int = 0
    plain: bool = False
    once: bool = False
    raw: Callable[[ReadCount], io.RawIOBase] | None = field(default=None, repr=False, compare=False)
    reads: ReadCount = field(default_factory=ReadCount, repr=False, compare=False)

    @property
    def packed(self) -> bool:
        """Whether it can be read but not be written back: it is packed, in an archive, or elsewhere."""
        return not self.plain and not self.once

    def open(self, on_read: OnRead | None = None) -> BinaryIO:
        """The bytes, from the first on. Raises `OSError`, `Unreadable` where a code is known.

        What is not plain ends where it is broken, and has an attribute `fault` (`streams.Opened`) that says why; it is
        None where the end is the true one. on_read: is called with the bytes of the file at `path` that were read.
        """
        if self.plain and on_read is None:
            return open(self.path, "rb")  # noqa: PTH123 (a path may hold any bytes)
        from fairyscore.notation.storage.streams import opened

        self.reads.on_read = on_read
        return opened(self)
