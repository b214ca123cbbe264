"""The steps of a member, done: from the file that lies there to the stream of its bytes.

A file on a disk is read from any byte. What comes out of a packed stream is read forward only: the members of a
`.tar.gz` one after the other share one stream (`_Forward`), so that all of them together unpack it once. A worker that
is given some of them goes forward through a stream of its own.
"""

from __future__ import annotations

import io
import os
import sys
from _thread import _local
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.kinds import ARCHIVES, HEAD, is_url, kind_of
from fairyscore.notation.storage.members import STDIN, Member, NotReadable
from fairyscore.notation.storage.steps import ByteRange, Hold, Onward, Recognise, Step, Unpack

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Stream = BinaryIO | io.RawIOBase | io.BufferedIOBase

BUFFER = 1 << 16

MOST_STREAMS = 3
"""So many forward streams are kept open: for the list of an archive, its members, an archive in it."""

OnProgress = Callable[[int], None]
"""Told how many bytes of the file on the disk were read, time and again."""


def opened(member: Member, on_progress: OnProgress | None = None) -> Opened:
    """The stream of a member. on_progress: for a progress bar. Raises `OSError`; what is wrong later, `Opened.fault`
    says."""
    return Opened(_Patient(stream(Base(member.path, on_progress), member.steps)), BUFFER)


class Opened(io.BufferedReader):
    """A stream that ends where it is broken, so that all before is had; `fault` says then what the matter is."""

    raw: _Patient

    @property
    def fault(self) -> OSError | None:
        """Why it ended before its end; None as long as all is well."""
        return self.raw.fault


class Base:
    """A path that is opened, as often as the steps want it. The listener hears what is read of it."""

    def __init__(self, path: str, on_progress: OnProgress | None = None) -> None:
        self.path = path
        self.on_progress = on_progress

    def open(self, any_byte: bool = False) -> Stream:
        """The bytes as they lie there. any_byte: not only onward, from the first."""
        found: Stream
        if self.path == STDIN:
            if sys.stdin is None:
                raise OSError(0, "it is closed")
            found = BorrowedStream(sys.stdin.buffer)
        elif is_url(self.path):
            from fairyscore.notation.storage.remote import opened as remotely

            found = remotely(self.path, any_byte)
        else:
            found = open(self.path, "rb", buffering=0)  # noqa: PTH123, SIM115 (closed with what reads it)
        return found

    def signature(self) -> tuple[int, int]:
        """Changes with the file, so that nobody goes on in an old one."""
        try:
            status = os.stat(self.path)  # noqa: PTH116
        except (OSError, ValueError):
            return 0, 0
        return status.st_size, status.st_mtime_ns


def stream(base: Base, steps: tuple[Step, ...], any_byte: bool = False) -> io.RawIOBase:
    """The bytes of a path behind all the steps. any_byte: they are to be seekable, if that can be."""
    if not steps:
        return TrackedFile(base.open(any_byte), base.on_progress)
    before, step = steps[:-1], steps[-1]
    if isinstance(step, ByteRange):
        return _section(base, before, step)
    if isinstance(step, Hold):
        return _Whole(io.BytesIO(_held(base, before, step.most)))
    from fairyscore.notation.storage.unpacking import Checked, Unpacked

    inner = stream(base, before)
    if isinstance(step, Onward):
        return inner
    if isinstance(step, Recognise):
        return _recognised(inner, step)
    return Unpacked(inner, step) if isinstance(step, Unpack) else Checked(inner, step)


def _recognised(inner: io.RawIOBase, step: Recognise) -> io.RawIOBase:
    from fairyscore.notation.storage.unpacking import Unpacked

    headed = _Headed(inner)
    kind = kind_of(headed.head)
    if kind in ARCHIVES:
        raise NotReadable(RecordCode.UNREADABLE_FILE, why=f"it is a {kind} archive, and those are read from files only")
    return Unpacked(headed, Unpack(kind, step.limits)) if kind else headed


def _section(base: Base, before: tuple[Step, ...], step: ByteRange) -> io.RawIOBase:
    if not is_forward(before):
        found = stream(base, before, any_byte=True)
        if found.seekable():
            return Window(found, step)
        found.close()
    return _Through(base, before, step)


def is_forward(steps: tuple[Step, ...]) -> bool:
    """Whether what the steps give can be read in one direction only."""
    held = max((place for place, step in enumerate(steps) if isinstance(step, Hold)), default=-1)
    return any(not isinstance(step, ByteRange) for step in steps[held + 1 :])


class _Raw(io.RawIOBase):
    """A stream over another one, which it closes with itself."""

    def __init__(self, inner: Stream) -> None:
        self.inner = inner

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self.inner.close()
        super().close()


class _Whole(_Raw):
    """The other stream as it is."""

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        # One read of the system at most: a buffer that reads on until it is full would not hear of Ctrl-C in between.
        read = getattr(self.inner, "readinto1", None) or self.inner.readinto  # type: ignore[union-attr, unused-ignore]
        return read(buffer) or 0

    def seekable(self) -> bool:
        return self.inner.seekable()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self.inner.seek(offset, whence)


class _Headed(_Whole):
    """The other stream, whose first bytes are known."""

    def __init__(self, inner: Stream) -> None:
        super().__init__(inner)
        self.head = b""
        self._fault: OSError | None = None
        try:
            while len(self.head) < HEAD and (part := inner.read(HEAD - len(self.head))):
                self.head += part
        except OSError as fault:
            self._fault = fault
        self._ahead = self.head

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        if self._ahead:
            part, self._ahead = self._ahead[: len(view)], self._ahead[len(view) :]
            view[: len(part)] = part
            return len(part)
        if self._fault is not None:
            raise self._fault
        return super().readinto(view)

    def seekable(self) -> bool:
        return False


class _Patient(_Whole):
    """Where the other stream raises, this one ends. Buffers and decoders would lose what they have in hand."""

    fault: OSError | None = None

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        try:
            return super().readinto(buffer) if self.fault is None else 0
        except OSError as fault:
            self.fault = fault
            return 0


class BorrowedStream(_Whole):
    """A stream that is not ours, and stays open."""

    def close(self) -> None:
        """Close this only."""
        io.RawIOBase.close(self)


class TrackedFile(_Whole):
    """A file as it lies on the disk; a listener hears how much of it is read."""

    def __init__(self, inner: Stream, on_progress: OnProgress | None) -> None:
        super().__init__(inner)
        self.on_progress = on_progress
        self.untold = 0

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        size = super().readinto(buffer)
        self.untold += size
        if self.on_progress is not None:
            self.on_progress(self.untold)
            self.untold = 0
        return size


class Window(_Raw):
    """A part of a stream that can be read from any byte. Reading and seeking stay inside."""

    def __init__(self, inner: Stream, part: ByteRange) -> None:
        super().__init__(inner)
        self.part = part
        self.at = 0
        inner.seek(part.offset)

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it. Raises `NotReadable` where the file ends before the part does."""
        view = memoryview(buffer).cast("B")[: self.part.size - self.at]
        size: int = self.inner.readinto(view) or 0 if view else 0  # type: ignore[union-attr, unused-ignore]
        if view and not size:
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it was cut off here")
        self.at += size
        return size

    def seekable(self) -> bool:
        """It can be read from any byte."""
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a byte of the part."""
        begin = (0, self.at, self.part.size)[whence]
        self.at = min(max(0, begin + offset), self.part.size)
        self.inner.seek(self.part.offset + self.at)
        return self.at


# -- forward streams, shared -------------------------------------------------------------------------------------------


class _Kept(_local):
    """What a thread keeps open: Dask runs several in one worker."""

    def __init__(self) -> None:
        self.streams: list[_Forward] = []
        self.held: tuple[object, bytes] = ((), b"")


_KEPT = _Kept()


class _Forward:
    """A stream that is read in one direction, and where it stands."""

    def __init__(self, base: Base, steps: tuple[Step, ...], key: object) -> None:
        self.key = key
        self.base = Base(base.path, self._hear)
        self.stream = stream(self.base, steps)
        self.at = 0
        self.untold = 0

    def _hear(self, size: int) -> None:
        self.untold += size

    def tell(self, on_progress: OnProgress | None) -> None:
        """Let a listener hear what was read since it was last told."""
        if on_progress is not None and self.untold:
            on_progress(self.untold)
            self.untold = 0

    def readinto(self, view: memoryview) -> int:
        size = self.stream.readinto(view) or 0
        self.at += size
        return size

    def skip_to(self, offset: int) -> None:
        """Go forward. Raises `NotReadable` where the stream ends before."""
        scratch = memoryview(bytearray(min(BUFFER, offset - self.at)))
        while self.at < offset:
            if not self.readinto(scratch[: offset - self.at]):
                raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it was cut off here")


def _forward(base: Base, steps: tuple[Step, ...], offset: int) -> _Forward:
    """The open stream that stands nearest before an offset, or a new one."""
    key = (base.path, steps, base.signature())
    streams = _KEPT.streams
    found = max((kept for kept in streams if kept.key == key and kept.at <= offset), key=_place, default=None)
    if found is None:
        while len(streams) >= MOST_STREAMS:
            streams.pop(0).stream.close()
        found = _Forward(base, steps, key)
    else:
        streams.remove(found)
    streams.append(found)  # the last one to be let go
    try:
        found.skip_to(offset)
    except OSError:
        drop(found)
        raise
    return found


def _place(forward: _Forward) -> int:
    return forward.at


def drop(forward: _Forward) -> None:
    """A stream that nobody goes on in."""
    if forward in _KEPT.streams:
        _KEPT.streams.remove(forward)
    forward.stream.close()


def let_go() -> None:
    """Close what this thread keeps open; an archive may then be moved, also where open files may not."""
    while _KEPT.streams:
        _KEPT.streams.pop().stream.close()
    _KEPT.held = ((), b"")


class _Through(io.RawIOBase):
    """A part of what is read forward."""

    def __init__(self, base: Base, steps: tuple[Step, ...], part: ByteRange) -> None:
        self._base = base
        self._steps = steps
        self._at = part.offset
        self._end = part.offset + part.size
        self._forward: _Forward | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")[: self._end - self._at]
        if not view:
            return 0
        forward = self._forward
        if forward is None or forward.at != self._at or forward.stream.closed:
            forward = self._forward = _forward(self._base, self._steps, self._at)
        try:
            size = forward.readinto(view)
        except OSError:
            drop(forward)
            raise
        finally:
            forward.tell(self._base.on_progress)
        if not size:
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it was cut off here")
        self._at += size
        return size


def read_forward(base: Base, steps: tuple[Step, ...], offset: int, size: int) -> bytes:
    """So many bytes from an offset on, fewer at the end. For the list of an archive."""
    forward = _forward(base, steps, offset)
    parts = bytearray()
    try:
        while len(parts) < size:
            view = memoryview(bytearray(size - len(parts)))
            count = forward.readinto(view)
            if not count:
                break
            parts += view[:count]
    except OSError:
        drop(forward)
        raise
    return bytes(parts)


def _held(base: Base, steps: tuple[Step, ...], most: int) -> bytes:
    """All that the steps give, in memory; kept for who asks next."""
    key = (base.path, steps, base.signature())
    if _KEPT.held[0] != key:
        _KEPT.held = ((), b"")
        with io.BufferedReader(stream(base, steps), BUFFER) as whole:
            data = whole.read(most + 1)
        if len(data) > most:
            why = f"an archive in an archive is read only up to {most:,} bytes"
            raise NotReadable(RecordCode.NESTED_ARCHIVE, why=why)
        _KEPT.held = (key, data)
    return _KEPT.held[1]
