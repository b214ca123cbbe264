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

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.text import late_pattern, shown

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from fairyscore.notation.mail.sender_text import GameTextOfLetters

    Stream = BinaryIO | io.RawIOBase | io.BufferedIOBase

STDIN = "-"  # the path of standard input
BORDER = "!"  # stands between an archive and what is in it: `archive.zip!folder/game.pgn`, as in URLs of Java archives

OnRead = Callable[[int], None]  # is called with the number of bytes that were read, time and again: a progress bar

POST_FOLDER = ".post"
"""In a folder of games: the log and the letters of its post office, and what players keep secret until it happens."""

BUFFER = 1 << 16

HEAD = 512  # so many bytes tell the kind: the header of a tar archive
TELLING = 2000  # so many bytes tell the encoding of a text

_BEGINNINGS = {
    "gzip": (b"\x1f\x8b\x08",),
    "bzip2": tuple(b"BZh%d%s" % (level, mark) for level in range(1, 10) for mark in (b"1AY&SY", b"\x17rE8P\x90")),
    "xz": (b"\xfd7zXZ\0",),
    "zstd": (b"\x28\xb5\x2f\xfd", *(bytes((kind, 0x2A, 0x4D, 0x18)) for kind in range(0x50, 0x60))),
    "zip": (b"PK\x03\x04", b"PK\x05\x06", b"PK00PK\x03\x04"),
}
"""How packed files begin."""

ARCHIVES = frozenset(("zip", "tar"))

_PACKED = late_pattern(r"\.(?:gz|bz2|zst|xz)\Z", re.IGNORECASE)
_ARCHIVE = late_pattern(r"\.(?:(zip)|tar|(?:tar\.|t)(gz|bz2?|xz|zst))\Z", re.IGNORECASE)
_METHODS = {"g": "gzip", "b": "bzip2", "x": "xz", "z": "zstd"}


class Limits(NamedTuple):
    """The limits beyond which a packed file is called a decompression bomb.

    ratio: bytes out for each byte in, once more than `free` came out; size: bytes out in all. 0 is no limit.
    Game text is packed to a tenth, rarely to a fiftieth; a decompression bomb to a thousandth.
    """

    ratio: int = 200
    size: int = 100 * 10**9
    free: int = 1 << 24


class SourceCode(StrEnum):
    """Why bytes cannot be read. The values are codes of diagnostics."""

    UNREADABLE_FILE = "unreadable-file"
    NO_RECORDS = "no-records"
    DAMAGED_ARCHIVE = "damaged-archive"
    UNPACKING_LIMIT = "unpacking-limit"
    NESTED_ARCHIVE = "nested-archive"
    UNSAFE_MEMBER = "unsafe-member"
    UNREADABLE_MEMBER = "unreadable-member"


class Unreadable(FairyscoreError, OSError):
    """Bytes that cannot be read, or not to their end: the code of the diagnostic that says so, and its facts.

    name: what diagnostics call the source, empty where only the caller knows it (`named`).
    """

    def __init__(self, code: SourceCode, name: str = "", **facts: str) -> None:
        super().__init__(0, ", ".join(f"{fact} {value}" for fact, value in facts.items()))
        self.code = code
        self.name = name
        self.facts = facts

    @classmethod
    def of(cls, name: str, why: str, code: SourceCode = SourceCode.UNREADABLE_FILE) -> Unreadable:
        """That the source of that name cannot be read, and why."""
        return cls(code, name, path=shown(name), why=why)

    @classmethod
    def without_records(cls, name: str, what: str, suffixes: tuple[str, ...]) -> Unreadable:
        """That a folder or an archive has no file that is asked for."""
        wanted = f"file ending in {suffixes[0]}" if len(suffixes) == 1 else "game records"
        return cls(SourceCode.NO_RECORDS, name, what=f"{what} holds no {wanted}")

    @classmethod
    def named(cls, name: str, error: OSError | ValueError) -> Unreadable:
        """The unreadable source of a name, with the reason that the error gives."""
        if isinstance(error, Unreadable):
            return cls(error.code, name, **{"path": shown(name), **error.facts})
        return cls.of(name, system_reason(error))


def damaged(why: str) -> Unreadable:
    """The error of an archive or a packed file that is broken."""
    return Unreadable(SourceCode.DAMAGED_ARCHIVE, why=why)


@contextmanager
def as_unreadable(code: SourceCode = SourceCode.UNREADABLE_FILE) -> Iterator[None]:
    """Whatever a library raises comes as `Unreadable`, in one line that is fit for a terminal."""
    try:
        yield
    except Unreadable:
        raise
    except Exception as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
        missing = isinstance(error, FileNotFoundError)
        raise Unreadable(code, why="it is not there" if missing else shown(why)) from None


def system_reason(error: Exception) -> str:
    """The system's reason why a file cannot be read, without the path that it repeats."""
    return (isinstance(error, OSError) and error.strerror) or shown(str(error))


class ReadCount:
    """Counts the bytes that are read of one file on the disk, packed as they are, for whoever listens at the moment."""

    __slots__ = ("on_read", "unreported")

    def __init__(self) -> None:
        self.on_read: OnRead | None = None
        self.unreported = 0

    def add(self, size: int) -> None:
        """So many more bytes were read."""
        self.unreported += size
        if self.on_read is not None:
            self.on_read(self.unreported)
            self.unreported = 0


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
    raw: Callable[[ReadCount, bool], io.RawIOBase] | None = field(default=None, repr=False, compare=False)
    reads: ReadCount = field(default_factory=ReadCount, repr=False, compare=False)

    @property
    def packed(self) -> bool:
        """True if it can be read but not be written back: it is packed, in an archive, or elsewhere."""
        return not self.plain and not self.once

    def open(self, on_read: OnRead | None = None) -> BinaryIO:
        """The bytes, from the first on. Raises `OSError`, `Unreadable` where a code is known.

        What is not plain ends where it is broken, and has an attribute `fault` (`Opened`) that says why; it is None where
        the end is the true one. on_read: is called with the bytes of the file at `path` that were read.
        """
        if self.plain and on_read is None:
            return open(self.path, "rb")  # noqa: PTH123 (a path may hold any bytes)
        self.reads.on_read = on_read
        return Opened(_Ending(self.stream(self.reads)), BUFFER)

    def stream(self, reads: ReadCount, any_byte: bool = False) -> io.RawIOBase:
        """The bytes as a stream that raises where it is broken. Raises `OSError`.

        reads: counts those that are read of the file. any_byte: of a remote file, not only onward.
        """
        return file_at(self.path, reads) if self.raw is None else self.raw(reads, any_byte)

    def through(self, layer: Callable[[io.RawIOBase], io.RawIOBase]) -> Source:
        """The same source whose stream is read through another one."""
        return replace(self, plain=False, raw=lambda reads, _any_byte: layer(self.stream(reads)))


# -- the streams of sources --------------------------------------------------------------------------------------------


def file_at(path: str, reads: ReadCount) -> io.RawIOBase:
    """The bytes as they lie at a path or in standard input; `reads` counts them."""
    if path != STDIN:
        return Counted(open(path, "rb", buffering=0), reads)  # noqa: PTH123 (closed with what reads it)
    if sys.stdin is None:
        raise OSError(0, "it is closed")
    return Counted(Unclosed(sys.stdin.buffer), reads)


class Opened(io.BufferedReader):
    """A stream that ends where it is broken, so that all before is read; `fault` then says why."""

    raw: _Ending

    @property
    def fault(self) -> OSError | None:
        """Why it ended before its end; None as long as all is well."""
        return self.raw.fault

    @property
    def letters(self) -> GameTextOfLetters | None:
        """Where its lines come from, if it is the text of letters (`unpacking.LetterStream`)."""
        return getattr(self.raw.inner, "letters", None)


class StreamLayer(io.RawIOBase):
    """A stream over another one, which it closes with itself."""

    def __init__(self, inner: Stream) -> None:
        self.inner = inner

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        # One read of the system at most: a buffer that reads on until it is full would not hear of Ctrl-C in between.
        read = getattr(self.inner, "readinto1", None) or self.inner.readinto  # type: ignore[union-attr, unused-ignore]
        return read(buffer) or 0

    def seekable(self) -> bool:
        """As the inner stream."""
        return self.inner.seekable()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """As the inner stream does it."""
        return self.inner.seek(offset, whence)

    def close(self) -> None:
        """Close this and the inner stream."""
        if not self.closed:
            self.inner.close()
        super().close()


class Unclosed(StreamLayer):
    """A stream that is not ours, and stays open."""

    def close(self) -> None:
        """Close this only."""
        io.RawIOBase.close(self)


class Counted(StreamLayer):
    """Another stream whose bytes are counted."""

    def __init__(self, inner: Stream, reads: ReadCount) -> None:
        super().__init__(inner)
        self._reads = reads

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        size = super().readinto(buffer)
        self._reads.add(size)
        return size


class _Ending(StreamLayer):
    """Where the other stream raises, this one ends; its first read gives as much as tells the encoding."""

    fault: OSError | None = None
    _begun = False

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        size = self._read(view)
        while not self._begun and size < min(len(view), TELLING) and (more := self._read(view[size:])):
            size += more
        self._begun = True
        return size

    def _read(self, view: memoryview) -> int:
        try:
            return super().readinto(view) if self.fault is None else 0
        except OSError as error:
            self.fault = error
            return 0


# -- how bytes are packed, by how they begin; which files are taken, by how their names end -----------------------------
#
# The beginning counts: a plain file that is called `.gz` is read as it is, a packed one called `.pgn` is unpacked.


def kind_of(head: bytes) -> str:
    """How a file is packed whose first `HEAD` bytes these are: a method of `unpacked`, `zip`, `tar`; empty for not at all.

    >>> kind_of(b"PK\\3\\4..."), kind_of(b'[Event "?"]')
    ('zip', '')
    """
    for kind, beginnings in _BEGINNINGS.items():
        if head.startswith(beginnings):
            return kind
    return "tar" if len(head) == HEAD and _has_tar_checksum(head) else ""


def _has_tar_checksum(header: bytes) -> bool:
    """True if the eight characters for it hold the sum of all bytes of a tar header; they themselves count as blanks."""
    digits = header[148:156].strip(b" \0")
    if not digits or digits.strip(b"01234567"):
        return False
    counted = header[:148] + b" " * 8 + header[156:]
    signed = sum(counted) - 256 * sum(byte > 127 for byte in counted)  # as some old programs did it
    return int(digits, 8) in (sum(counted), signed)


def unpacked_name(name: str) -> str:
    """The name without the suffix that says how it is packed.

    >>> unpacked_name("games/a.pgn.gz"), unpacked_name("a.pgn")
    ('games/a.pgn', 'a.pgn')
    """
    return _PACKED.sub("", name)


def is_requested(name: str, suffixes: tuple[str, ...]) -> bool:
    """True if a folder's file, or a member of an archive, is taken. suffixes: in small letters."""
    return unpacked_name(name).lower().endswith(suffixes)


def archive_kind(name: str) -> tuple[str, str]:
    """How an archive is packed and of which kind it is, by the end of its name; both empty where it is none.

    >>> archive_kind("a.tar.gz"), archive_kind("a.TGZ"), archive_kind("a.zip"), archive_kind("a.pgn.gz")
    (('gzip', 'tar'), ('gzip', 'tar'), ('', 'zip'), ('', ''))
    """
    found = _ARCHIVE.search(name)
    if found is None:
        return "", ""
    return _METHODS[found[2][0].lower()] if found[2] else "", "zip" if found[1] else "tar"


def is_url(path: str) -> bool:
    """True if a path is one for fsspec: `s3://bucket/a.pgn`, `simplecache::https://...`; `C:` is a drive.

    >>> is_url("https://example.org/a.pgn"), is_url("C:/a.pgn"), is_url("a!b://c"), is_url("games/a.pgn")
    (True, False, False, False)
    """
    scheme, mark, _ = path.partition("::" if "::" in path.partition("://")[0] else "://")
    return bool(mark) and len(scheme) > 1 and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()


def unsafe_reason(name: str) -> str:
    """The reason why nobody should unpack a member of this name; empty for an honest one.

    Nothing is ever written where a member says. But an archive with such names was made to harm somebody.

    >>> unsafe_reason("games/a.pgn"), unsafe_reason("..\\\\a.pgn"), unsafe_reason("/etc/a.pgn")
    ('', 'leads out of the archive', 'is an absolute path')
    """
    if not name or "\0" in name:
        return "has a NUL byte in its name" if name else "has no name"
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or re.match(r"[A-Za-z]:", name):
        return "is an absolute path"
    return "leads out of the archive" if ".." in parts else ""
