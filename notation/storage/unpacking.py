"""Streams that unpack as they are read: gzip, bzip2, xz, Zstandard, and the members of zip archives.

Memory holds a buffer, whatever the file claims, and `Limits` end a decompression bomb. Where a packed file is damaged,
what came out before is given first, then `Unreadable` is raised.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from fairyscore.notation.mail.containers import is_mail
from fairyscore.notation.storage.source import (
    ARCHIVES,
    BUFFER,
    HEAD,
    Limits,
    SourceCode,
    StreamLayer,
    Unreadable,
    damaged,
    kind_of,
)

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from fairyscore.notation.storage.source import Stream

PORTION = 1 << 13
"""So many bytes are unpacked at once; where the packed ones are broken, the libraries give out none of them."""

MOST_MEMORY = 1 << 27
"""What a decompressor may take: enough for all that `xz -9` and `zstd -19 --long` write."""

ZIP_METHODS = frozenset((0, 8, 12))
"""Stored, deflate, bzip2: all that `zipfile` unpacks everywhere within bounds of memory."""

ZSTANDARD_MISSING = (
    "it is packed with Zstandard, which needs a package that is not installed: pip install 'fairyscore[zst]'"
)


class _Gzip:
    """`zlib` under the names that the others have."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(31)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        out = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self.needs_input = len(out) < max_length and not self._inner.unconsumed_tail
        return out


class _Zstandard:
    """`zstandard` under the names that the others have. It gives out all at once, so it is fed with a spoon."""

    SPOON = 512
    """A block of four bytes may stand for 128 KiB."""

    def __init__(self) -> None:
        import zstandard

        self._inner = zstandard.ZstdDecompressor(max_window_size=MOST_MEMORY).decompressobj()
        self._in = memoryview(b"")
        self._out = memoryview(b"")

    @property
    def eof(self) -> bool:
        return self._inner.eof and not self._out

    @property
    def needs_input(self) -> bool:
        return not self._out and not self._in

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data + bytes(self._in)

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        if data:
            self._in = memoryview(bytes(self._in) + data)
        while not self._out and self._in and not self._inner.eof:
            spoon, self._in = self._in[: self.SPOON], self._in[self.SPOON :]
            self._out = memoryview(self._inner.decompress(spoon))
        out, self._out = self._out[:max_length], self._out[max_length:]
        return bytes(out)


def _bzip2() -> Any:
    import bz2

    return bz2.BZ2Decompressor()


def _xz() -> Any:
    import lzma

    return lzma.LZMADecompressor(memlimit=MOST_MEMORY)


def _zstd() -> Any:
    try:
        return _Zstandard()
    except ImportError:
        pass
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # from Python 3.14 on
    except ImportError:
        raise Unreadable(SourceCode.UNREADABLE_FILE, why=ZSTANDARD_MISSING) from None
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: 27})


DECODERS: dict[str, Callable[[], Any]] = {"gzip": _Gzip, "bzip2": _bzip2, "xz": _xz, "zstd": _zstd}
"""What makes the decoder of a frame, with `eof`, `needs_input`, `unused_data` and `decompress(data, most)` as in `bz2`."""

PADDED = frozenset(("gzip", "xz"))
"""Methods whose files may end in zeros, as tapes and block devices make them."""


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


class _Limited(Produced):
    """Counts what comes out, and ends it at the limits."""

    def __init__(self, inner: Stream, limits: Limits) -> None:
        super().__init__(inner)
        self._limits = limits
        self.taken = 0
        self.given = 0

    def next_size(self, most: int) -> int:
        """How many bytes to ask for next: where none may come, one, which `count` then refuses."""
        size = self._limits.size
        return min(most, max(1, size - self.given)) if size else most

    def count(self, data: bytes) -> bytes:
        """The data, if they are within the limits. Raises `Unreadable`."""
        self.given += len(data)
        check_limits(self._limits, self.taken, self.given)
        return data


def check_limits(limits: Limits, taken: int, given: int) -> None:
    """Raise `Unreadable` where more is given out than the limits allow for what was taken in."""
    if 0 < limits.size < given:
        raise Unreadable(SourceCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.size:,} bytes")
    if limits.ratio and given > max(limits.free, limits.ratio * taken):
        raise Unreadable(SourceCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.ratio:,} times its size")


class Unpacked(_Limited):
    """What comes out of a packed stream, which it closes with itself. Frames behind each other are one file."""

    def __init__(self, packed: BinaryIO | io.RawIOBase, method: str, limits: Limits) -> None:
        super().__init__(packed, limits)
        self._method = method
        self._decoder: Any = DECODERS[method]()
        self._waiting = b""

    def portion(self) -> bytes:
        """The next bytes, none only at the end. Raises `Unreadable`.

        What broken data still give must not depend on how much is asked for: it is the same however a file is cut.
        """
        while self._decoder is not None:
            data = self._decode(self._decoder, self._input(self._decoder), self.next_size(PORTION))
            if self._decoder.eof:
                self._waiting = self._decoder.unused_data
                self._decoder = self._next_frame()
            if data:
                return self.count(data)
        return b""

    def _input(self, decoder: Any) -> bytes:
        if not decoder.needs_input:
            return b""
        data, self._waiting = self._waiting, b""
        data = data or self._read()
        if not data:
            raise damaged("it ends in the middle")
        return data

    def _read(self) -> bytes:
        data = self.inner.read(BUFFER) or b""
        self.taken += len(data)
        return data

    def _decode(self, decoder: Any, data: bytes, most: int) -> bytes:
        """As the library does it, which raises whatever it likes where the packed bytes are none of its own."""
        try:
            return bytes(decoder.decompress(data, most))
        except Exception as fault:
            raise damaged(
                "it wants too much memory" if "emory" in str(fault) else f"its {self._method} data are broken"
            ) from None

    def _next_frame(self) -> Any:
        """What unpacks the next frame, None where no more follows."""
        padded = self._method in PADDED
        while True:
            if not self._waiting:
                self._waiting = self._read()
            rest = self._waiting.lstrip(b"\0") if padded else self._waiting
            if rest or not self._waiting:
                break
            self._waiting = b""
        self._waiting = rest
        return DECODERS[self._method]() if rest else None


class ZipMember(_Limited):
    """A member of a zip archive, held against the size and the CRC-32 that the archive says."""

    def __init__(self, inner: IO[bytes], size: int, crc: int, packed: int, limits: Limits) -> None:
        super().__init__(inner, limits)  # type: ignore[arg-type]
        self.taken = packed
        self._size = size
        self._crc = crc
        self._crc_so_far = 0

    def portion(self) -> bytes:
        """The next bytes, none only at the end. Raises `Unreadable`."""
        from zlib import crc32

        try:
            data = self.inner.read(self.next_size(PORTION)) or b""
        except OSError:
            raise
        except Exception:
            raise damaged("its packed data are broken") from None
        if not data and self.given < self._size:
            raise damaged("its length is not what the archive says")
        if not data and self._crc_so_far != self._crc:
            raise damaged("its checksum is not what the archive says")
        self._crc_so_far = crc32(data, self._crc_so_far)
        return self.count(data)


def recognised(inner: io.RawIOBase, limits: Limits) -> io.RawIOBase:
    """The stream, unpacked if it begins like a packed file: for a pipe, which nobody can look into before."""
    headed = Headed(inner)
    kind = kind_of(headed.head)
    if kind in ARCHIVES:
        why = f"it is a {kind} archive, and those are read from files only"
        raise Unreadable(SourceCode.UNREADABLE_FILE, why=why)
    if not kind and is_mail(headed.head):
        from fairyscore.notation.storage.letters import LetterStream

        return LetterStream(headed, "<stdin>")
    return Unpacked(headed, kind, limits) if kind else headed
