"""Streams that unpack as they are read: gzip, bzip2, xz, Zstandard, the members of zip archives, and the games in letters.

Memory holds a buffer, whatever the file claims, and `Limits` end a decompression bomb. Where a packed file is damaged,
what came out before is given first, then `Unreadable` is raised. What broken data still give does not depend on how much is
asked for: it is the same however a file is cut.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cached_property
from sys import maxsize
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from fairyscore.notation.mail.containers import RawLetter, is_mail, letters_in
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

    from fairyscore.notation.mail.sender_text import GameTextOfLetters
    from fairyscore.notation.storage.source import Source, Stream

PORTION = 1 << 13  # bytes unpacked at once; where the packed ones are broken, the libraries give out none of them
MOST_MEMORY = 1 << 27  # what a decompressor may take: enough for all that `xz -9` and `zstd -19 --long` write
# Stored, deflate, bzip2: all that `zipfile` unpacks everywhere within bounds of memory.
ZIP_METHODS = frozenset((0, 8, 12))
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


class _Frame:
    """A decoder of `zlib` or `zstandard` with the names of those of `bz2`. bounded: else it gives out all at once."""

    def __init__(self, inner: Any, bounded: bool) -> None:
        self._inner, self._bounded = inner, bounded
        self.eof, self.needs_input, self.unused_data = False, True, b""

    def decompress(self, data: bytes, most: int) -> bytes:
        inner = self._inner
        out: bytes = inner.decompress(inner.unconsumed_tail + data, most) if self._bounded else inner.decompress(data)
        self.eof, self.unused_data = inner.eof, inner.unused_data
        self.needs_input = not self._bounded or (len(out) < most and not inner.unconsumed_tail)
        return out


def _decoder(method: str) -> Any:
    """A decoder of one frame, with `eof`, `needs_input`, `unused_data` and `decompress(data, most)` as in `bz2`."""
    if method == "gzip":
        import zlib

        return _Frame(zlib.decompressobj(31), bounded=True)
    if method == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if method == "xz":
        import lzma

        return lzma.LZMADecompressor(memlimit=MOST_MEMORY)
    try:
        import zstandard

        return _Frame(zstandard.ZstdDecompressor(max_window_size=MOST_MEMORY).decompressobj(), bounded=False)
    except ImportError:
        pass
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # from Python 3.14 on
    except ImportError:
        raise Unreadable(SourceCode.UNREADABLE_FILE, why=ZSTANDARD_MISSING) from None
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: 27})


PADDED = frozenset(("gzip", "xz"))  # methods whose files may end in zeros, as tapes and block devices make them


def unpacked(packed: Stream, method: str, limits: Limits) -> Produced:
    """The contents of a packed stream. Frames in a row are one file. Raises `Unreadable` without the library."""
    return Produced(packed, _limited(_decoded(packed, method, _decoder(method)), limits))


def _decoded(packed: Stream, method: str, decoder: Any) -> Iterator[tuple[bytes, int]]:
    spoon = 512 if method == "zstd" else BUFFER  # all that it is fed comes out: a block of four bytes may be 128 KiB
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
        except Exception as error:  # of whatever kind the library has for bytes that are none of its own
            too_large = "emory" in str(error)
            raise damaged("it needs too much memory" if too_large else f"its {method} data are broken") from None
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
        decoder = _decoder(method)


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
        return LetterStream(whole, "<stdin>")
    return unpacked(whole, kind, limits) if kind else whole


# -- letters -----------------------------------------------------------------------------------------------------------


class LetterStream(Produced):
    """The game records in a stream of letters, as `mail.sender_text` finds them, in UTF-8.

    All letters are read when the first byte is asked for; only their games stay in memory.

    Raises `OSError` as the stream of letters does.
    """

    def __init__(self, inner: Stream, name: str) -> None:
        super().__init__(inner, self._text())
        self._name = name

    @cached_property
    def letters(self) -> GameTextOfLetters:
        """The text, and which line of the file each of its lines comes from."""
        from fairyscore.notation.mail.sender_text import game_text

        return game_text(_buffered(self.inner), self._name)

    def _text(self) -> Iterator[bytes]:
        yield self.letters.text.encode(errors="replace")


def raw_letters(source: Source) -> Iterator[RawLetter]:
    """The letters of a source as they lie in it, unpacked. Raises `OSError`, `Unreadable` where a code is known."""
    stream = source.stream(source.reads)
    with _buffered(stream.inner if isinstance(stream, LetterStream) else stream) as bare:
        yield from letters_in(bare)


def _buffered(stream: Stream) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream)))


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
        raise damaged("its length differs from the one in the archive")
    if crc_so_far != crc:
        raise damaged("its checksum differs from the one in the archive")
