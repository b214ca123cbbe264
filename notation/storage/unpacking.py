"""Streams that unpack as they are read: gzip, bzip2, xz, Zstandard, and deflate as in zip archives.

Memory holds a buffer, whatever the file claims, and `Limits` end a decompression bomb. Where a packed file is damaged,
what came out before is given first, then `NotReadable` is raised.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, Protocol

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.limits import Limits
from fairyscore.notation.storage.members import NotReadable
from fairyscore.notation.storage.steps import Check, Unpack

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BUFFER = 1 << 16

PORTION = 1 << 13
"""So many bytes are unpacked at once; where the packed ones are broken, the libraries give out none of them."""
"""Packed bytes that are read at once."""

MOST_MEMORY = 1 << 27
"""What a decompressor may take: enough for all that `xz -9` and `zstd -19 --long` write."""

ZSTANDARD_MISSING = (
    "it is packed with Zstandard, which needs a package that is not installed: pip install 'fairyscore[zst]'"
)


class Decoder(Protocol):
    """Unpacks one frame. What `bz2`, `lzma` and `compression.zstd` have, and `zlib` and `zstandard` almost."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        ...

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes out before something is put in."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What was put in behind the end of the frame."""
        ...

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        """Put bytes in, take at most so many out."""
        ...


class _Zlib:
    """`zlib` under the names that the others have. wbits: as for `zlib.decompressobj`."""

    def __init__(self, wbits: int) -> None:
        import zlib

        self._inner = zlib.decompressobj(wbits)
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


def _bzip2() -> Decoder:
    import bz2

    return bz2.BZ2Decompressor()


def _xz() -> Decoder:
    import lzma

    return lzma.LZMADecompressor(memlimit=MOST_MEMORY)


def _zstd() -> Decoder:
    try:
        return _Zstandard()
    except ImportError:
        pass
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # from Python 3.14 on
    except ImportError:
        raise NotReadable(RecordCode.UNREADABLE_FILE, why=ZSTANDARD_MISSING) from None
    decoder: Decoder = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: 27})
    return decoder


DECODERS: dict[str, Callable[[], Decoder]] = {
    "gzip": lambda: _Zlib(31),
    "deflate": lambda: _Zlib(-15),
    "bzip2": _bzip2,
    "xz": _xz,
    "zstd": _zstd,
}

PADDED = frozenset(("gzip", "xz"))
"""Methods whose files may end in zeros, as tapes and block devices make them."""


class Unpacked(io.RawIOBase):
    """What comes out of a packed stream, which it closes with itself. Frames behind each other are one file."""

    def __init__(self, packed: BinaryIO | io.RawIOBase, step: Unpack) -> None:
        self._packed = packed
        self._step = step
        self._decoder: Decoder | None = DECODERS[step.method]()
        self._waiting = b""
        self._ready = b""
        self._taken = 0
        self._given = 0

    def readable(self) -> bool:
        """Of a stream: it can be read."""
        return True

    def close(self) -> None:
        """Close this and the packed stream."""
        if not self.closed:
            self._packed.close()
        super().close()

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it. Raises `NotReadable`."""
        view = memoryview(buffer).cast("B")
        ready = self._ready or self._next()
        data, self._ready = ready[: len(view)], ready[len(view) :]
        view[: len(data)] = data
        return len(data)

    def _next(self) -> bytes:
        """The next bytes, none only at the end.

        What broken data still give must not hang on how much is asked for: it is the same however a file is cut.
        """
        while self._decoder is not None:
            data = self._decode(self._decoder, self._input(self._decoder), min(PORTION, self._left()))
            if self._decoder.eof:
                self._waiting = self._decoder.unused_data
                self._decoder = self._next_frame()
            if data:
                self._count(data)
                return data
        return b""

    def _input(self, decoder: Decoder) -> bytes:
        if not decoder.needs_input:
            return b""
        data, self._waiting = self._waiting, b""
        if not data:
            data = self._read()
            if not data:
                self._damaged("it ends in the middle")
        return data

    def _read(self) -> bytes:
        data = self._packed.read(BUFFER) or b""
        self._taken += len(data)
        return data

    def _decode(self, decoder: Decoder, data: bytes, most: int) -> bytes:
        """As the library does it, which raises whatever it likes where the packed bytes are none of its own."""
        try:
            return decoder.decompress(data, most)
        except Exception as fault:
            why = "it wants too much memory" if "emory" in str(fault) else f"its {self._step.method} data are broken"
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why=why) from None

    def _next_frame(self) -> Decoder | None:
        """What unpacks the next frame, None where no more follows."""
        padded = self._step.method in PADDED
        while True:
            if not self._waiting:
                self._waiting = self._read()
            rest = self._waiting.lstrip(b"\0") if padded else self._waiting
            if rest or not self._waiting:
                break
            self._waiting = b""
        self._waiting = rest
        if not rest:
            return None
        if self._step.method == "deflate":
            self._damaged("something stands behind the packed bytes")
        return DECODERS[self._step.method]()

    def _left(self) -> int:
        """How many bytes may still come out; where none may, one more is asked for, which `_count` will not have."""
        size = self._step.limits.size
        return max(1, size - self._given) if size else PORTION

    def _count(self, data: bytes) -> None:
        self._given += len(data)
        see_limits(self._step.limits, self._taken, self._given)

    def _damaged(self, why: str) -> None:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why=why)


def see_limits(limits: Limits, taken: int, given: int) -> None:
    """Raise `NotReadable` where more is given out than the limits allow for what was taken in."""
    if 0 < limits.size < given:
        raise NotReadable(RecordCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.size:,} bytes")
    if limits.ratio and given > max(limits.free, limits.ratio * taken):
        raise NotReadable(RecordCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.ratio:,} times its size")


class Checked(io.RawIOBase):
    """A stream that raises `NotReadable` where it is not what the archive says it is; closes what it reads with itself."""

    def __init__(self, inner: BinaryIO | io.RawIOBase, step: Check) -> None:
        self._inner = inner
        self._step = step
        self._given = 0
        self._crc = 0

    def readable(self) -> bool:
        """Of a stream: it can be read."""
        return True

    def close(self) -> None:
        """Close this and the inner stream."""
        if not self.closed:
            self._inner.close()
        super().close()

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it. Raises `NotReadable`."""
        from zlib import crc32

        view = memoryview(buffer).cast("B")
        left = self._step.size - self._given
        data = self._inner.read(min(len(view), max(left, 1))) or b""
        self._given += len(data)
        self._crc = crc32(data, self._crc)
        if bool(data) != bool(left):
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="its length is not what the archive says")
        if not data and self._crc != self._step.crc:
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="its checksum is not what the archive says")
        view[: len(data)] = data
        return len(data)
