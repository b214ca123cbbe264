"""Streams that sources are made of: a file on the disk, a part of a stream, a stream made seekable."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from fairyscore.notation.storage.source import HEAD, STDIN, TELLING, ReadCount, Source, damaged, is_url

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from fairyscore.notation.mail.games import GameTextOfLetters

    Stream = BinaryIO | io.RawIOBase | io.BufferedIOBase

BUFFER = 1 << 16


def opened(source: Source) -> Opened:
    """The stream of a source. Raises `OSError`; what is wrong later, `Opened.fault` says."""
    return Opened(_Ending(raw(source, source.reads)), BUFFER)


def raw(source: Source, reads: ReadCount, any_byte: bool = False) -> io.RawIOBase:
    """The bytes of a source, unpacked. any_byte: of a remote file, not only onward. Raises `OSError`."""
    return file_at(source.path, reads, any_byte) if source.raw is None else source.raw(reads)


def file_at(path: str, reads: ReadCount, any_byte: bool = False) -> io.RawIOBase:
    """The bytes as they lie at a path, a URL or standard input; `reads` counts them."""
    if path == STDIN:
        if sys.stdin is None:
            raise OSError(0, "it is closed")
        return _Counted(Unclosed(sys.stdin.buffer), reads)
    if is_url(path):
        from fairyscore.notation.storage.remote import opened as remotely

        return _Counted(remotely(path, any_byte), reads)
    return _Counted(open(path, "rb", buffering=0), reads)  # noqa: PTH123 (closed with what reads it)


class Opened(io.BufferedReader):
    """A stream that ends where it is broken, so that all before is read; `fault` then says why."""

    raw: _Ending

    @property
    def fault(self) -> OSError | None:
        """Why it ended before its end; None as long as all is well."""
        return self.raw.fault

    @property
    def letters(self) -> GameTextOfLetters | None:
        """Where its lines come from, if it is the text of letters (`storage.letters`)."""
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


class _Counted(StreamLayer):
    def __init__(self, inner: Stream, reads: ReadCount) -> None:
        super().__init__(inner)
        self._reads = reads

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        size = super().readinto(buffer)
        self._reads.add(size)
        return size


class _Ending(StreamLayer):
    """Where the other stream raises, this one ends. Buffers and decoders would lose what they hold.

    Its first read gives as much as tells the encoding, however little the other one gives at once.
    """

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
        except OSError as fault:
            self.fault = fault
            return 0


class Produced(StreamLayer):
    """A stream whose bytes come in portions of its own (`portion`), however much is asked for."""

    def __init__(self, inner: Stream) -> None:
        super().__init__(inner)
        self.ready = b""

    def portion(self) -> bytes:
        """The next bytes, none only at the end."""
        raise NotImplementedError

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        view = memoryview(buffer).cast("B")
        ready = self.ready or self.portion()
        data, self.ready = ready[: len(view)], ready[len(view) :]
        view[: len(data)] = data
        return len(data)

    def seekable(self) -> bool:
        """It is read onward."""
        return False


class Headed(Produced):
    """The other stream, whose first bytes are known as `head`."""

    def __init__(self, inner: Stream) -> None:
        super().__init__(inner)
        self._fault: OSError | None = None
        try:
            while len(self.ready) < HEAD and (part := inner.read(HEAD - len(self.ready))):
                self.ready += part
        except OSError as fault:
            self._fault = fault
        self.head = self.ready

    def portion(self) -> bytes:
        """The next bytes, once the head is given."""
        if self._fault is not None:
            raise self._fault
        read = getattr(self.inner, "read1", None) or self.inner.read
        return read(BUFFER) or b""


class Window(StreamLayer):
    """A part of a seekable stream that others read too; it is not closed with this. any_byte: whether seeking is cheap."""

    def __init__(self, shared: Stream, offset: int, size: int, any_byte: bool) -> None:
        super().__init__(shared)
        self._any_byte = any_byte
        self._offset = offset
        self._size = size
        self._at = 0

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it. Raises `Unreadable` where the stream ends before the part does."""
        view = memoryview(buffer).cast("B")[: self._size - self._at]
        if not view:
            return 0
        if self.inner.tell() != self._offset + self._at:
            self.inner.seek(self._offset + self._at)
        size = super().readinto(view)
        if not size:
            raise damaged("it was cut off here")
        self._at += size
        return size

    def seekable(self) -> bool:
        """Whether it may be read from any byte."""
        return self._any_byte

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a byte of the part."""
        begin = (0, self._at, self._size)[whence]
        self._at = min(max(0, begin + offset), self._size)
        return self._at

    def close(self) -> None:
        """Close this only."""
        io.RawIOBase.close(self)


class Onward(StreamLayer):
    """Makes a stream seekable that is not: forward by reading, back by opening it anew."""

    def __init__(self, inner: io.RawIOBase, reopen: Callable[[], io.RawIOBase]) -> None:
        super().__init__(inner)
        self._reopen = reopen
        self._at = 0

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        size = super().readinto(buffer)
        self._at += size
        return size

    def seekable(self) -> bool:
        """It is; that is what it is for."""
        return True

    def tell(self) -> int:
        """The next byte."""
        return self._at

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a byte, counted from the first or from here; behind the end it stays at the end."""
        if whence == io.SEEK_CUR:
            offset += self._at
        if offset < self._at:
            self.inner.close()
            self.inner, self._at = self._reopen(), 0
        scratch = memoryview(bytearray(min(BUFFER, offset - self._at)))
        while self._at < offset and self.readinto(scratch[: offset - self._at]):
            pass
        return self._at
