"""Streams that unpack as they are read: gzip, bzip2, xz, Zstandard, and the members of zip archives.

Memory holds a buffer, whatever the file claims, and `Limits` end a decompression bomb. Where a packed file is damaged,
what came out before is given first, then `Unreadable` is raised. What broken data still give does not depend on how much is
asked for: it is the same however a file is cut.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from sys import maxsize
from typing import IO, TYPE_CHECKING, Any

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


class Produced(StreamLayer):
    """A stream of portions that come as they do, however much is asked for. inner: is closed with it."""

    def __init__(self, inner: Stream, portions: Iterator[bytes]) -> None:
        super().__init__(inner)
        self._portions = portions
        self._ready = memoryview(b"")

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        view = memoryview(buffer).cast("B")
        ready = self._ready or memoryview(next(self._portions, b""))
        data, self._ready = ready[: len(view)], ready[len(view) :]
        view[: len(data)] = data
        return len(data)

    def seekable(self) -> bool:
        """It is read onward."""
        return False


def check_limits(limits: Limits, taken: int, given: int) -> None:
    """Raise `Unreadable` where more is given out than the limits allow for what was taken in."""
    if 0 < limits.size < given:
        raise Unreadable(SourceCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.size:,} bytes")
    if limits.ratio and given > max(limits.free, limits.ratio * taken):
        raise Unreadable(SourceCode.UNPACKING_LIMIT, why=f"unpacks to more than {limits.ratio:,} times its size")


def _limited(portions: Iterator[tuple[bytes, int]], limits: Limits) -> Iterator[bytes]:
    """Portions, each with the packed bytes taken so far, up to the limits."""
    given = 0
    for data, taken in portions:
        most = max(limits.free, limits.ratio * taken) if limits.ratio else maxsize
        room = min(limits.size or maxsize, most) - given
        if 0 < room < len(data):
            yield data[:room]
        given += len(data)
        check_limits(limits, taken, given)
        yield data


# -- packed files ------------------------------------------------------------------------------------------------------


class _Gzip:
    """`zlib` with the names that decoders have."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(31)
        self.eof, self.needs_input, self.unused_data = False, True, b""

    def decompress(self, data: bytes, most: int) -> bytes:
        inner = self._inner
        out = inner.decompress(inner.unconsumed_tail + data, most)
        self.eof, self.unused_data = inner.eof, inner.unused_data
        self.needs_input = len(out) < most and not inner.unconsumed_tail
        return out


class _Zstandard:
    """`zstandard` with the names that decoders have. It gives out all at once."""

    def __init__(self) -> None:
        import zstandard

        self._inner = zstandard.ZstdDecompressor(max_window_size=MOST_MEMORY).decompressobj()
        self.eof, self.needs_input, self.unused_data = False, True, b""

    def decompress(self, data: bytes, _most: int) -> bytes:
        out = self._inner.decompress(data)
        self.eof, self.unused_data = self._inner.eof, self._inner.unused_data
        return out


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

SPOONS = {"zstd": 512}
"""How many bytes a decoder is fed at once that gives out all they hold: a block of four may stand for 128 KiB."""


def unpacked(packed: Stream, method: str, limits: Limits) -> Produced:
    """What comes out of a packed stream. Frames behind each other are one file. Raises `Unreadable` without the library."""
    return Produced(packed, _limited(_decoded(packed, method, DECODERS[method]()), limits))


def _decoded(packed: Stream, method: str, decoder: Any) -> Iterator[tuple[bytes, int]]:
    spoon = SPOONS.get(method, BUFFER)
    taken, waiting = 0, b""
    while True:
        fed = b""
        if decoder.needs_input:
            if not waiting:
                waiting = packed.read(BUFFER) or b""
                taken += len(waiting)
            fed, waiting = waiting[:spoon], waiting[spoon:]
            if not fed:
                raise damaged("it ends in the middle")
        try:
            data = bytes(decoder.decompress(fed, PORTION))
        except Exception as fault:  # of whatever kind the library has for bytes that are none of its own
            too_large = "emory" in str(fault)
            raise damaged("it wants too much memory" if too_large else f"its {method} data are broken") from None
        if data:
            yield data, taken
        if not decoder.eof:
            continue
        waiting = decoder.unused_data + waiting
        while not (waiting := waiting.lstrip(b"\0") if method in PADDED else waiting):
            waiting = packed.read(BUFFER) or b""
            taken += len(waiting)
            if not waiting:
                return
        decoder = DECODERS[method]()


def recognised(inner: io.RawIOBase, limits: Limits) -> io.RawIOBase:
    """The stream, unpacked if it begins like a packed file: for a pipe, which nobody can look into before."""
    head, fault = b"", None
    try:
        while len(head) < HEAD and (part := inner.read(HEAD - len(head))):
            head += part
    except OSError as error:
        fault = error

    def portions() -> Iterator[bytes]:
        if head:
            yield head
        if fault is not None:
            raise fault
        while data := inner.read(BUFFER):
            yield data

    whole = Produced(inner, portions())
    kind = kind_of(head)
    if kind in ARCHIVES:
        why = f"it is a {kind} archive, and those are read from files only"
        raise Unreadable(SourceCode.UNREADABLE_FILE, why=why)
    if not kind and is_mail(head):
        from fairyscore.notation.storage.letters import LetterStream

        return LetterStream(whole, "<stdin>")
    return unpacked(whole, kind, limits) if kind else whole


# -- members of zip archives -------------------------------------------------------------------------------------------


def zip_member(inner: IO[bytes], size: int, crc: int, packed: int, limits: Limits) -> Produced:
    """A member as the library unpacks it, held against the size and the CRC-32 that the archive says. packed: its bytes."""
    return Produced(inner, _limited(_checked(inner, size, crc, packed), limits))  # type: ignore[arg-type]


def _checked(inner: IO[bytes], size: int, crc: int, packed: int) -> Iterator[tuple[bytes, int]]:
    from zlib import crc32

    given = crc_so_far = 0
    while True:
        try:
            data = inner.read(PORTION)
        except OSError:
            raise
        except Exception:
            raise damaged("its packed data are broken") from None
        if not data:
            break
        given += len(data)
        crc_so_far = crc32(data, crc_so_far)
        yield data, packed
    if given < size:
        raise damaged("its length is not what the archive says")
    if crc_so_far != crc:
        raise damaged("its checksum is not what the archive says")
