"""The members of an archive. An archive in it is read too, one in that one is not."""

from __future__ import annotations

import io
from collections.abc import Iterator

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage import tars, zips
from fairyscore.notation.storage.kinds import archive_of, is_url, is_wanted, why_unsafe
from fairyscore.notation.storage.limits import Limits
from fairyscore.notation.storage.members import BORDER, Member, NotReadable, UnreadableInput, refused
from fairyscore.notation.storage.opening import Base, is_forward, let_go, read_forward, stream
from fairyscore.notation.storage.steps import ByteRange, Check, Hold, Onward, Recognise, Step, Unpack
from fairyscore.notation.storage.unpacking import see_limits
from fairyscore.notation.text import shown

DEEPEST = 2
"""An archive, and one in it."""

MOST_HELD = 1 << 26
"""A zip archive that lies packed in another one, or on a web server that gives no parts, is held in memory, if it is no
larger than this: its list is at its end."""

FREE_INSIDE = 1 << 20
"""As `Limits.free`, for each member of an archive that is packed once more."""

FARTHEST = 1 << 62
"""Offsets beyond are nonsense, and too large for the system."""


def inside(
    archive: Member, kind: str, endings: tuple[str, ...], limits: Limits, depth: int = 1
) -> Iterator[Member | UnreadableInput]:
    """The members that are wanted, in the order of the archive; what cannot be read of it is told, and the rest goes on."""
    listed = {"tar": _of_tar, "zip": _of_zip}[kind](archive, endings, limits)
    found = False
    try:
        for member in listed:
            found = True
            if isinstance(member, UnreadableInput):
                yield member
            else:
                yield from _looked_into(member, endings, limits, depth)
    except OSError as fault:
        found = True
        yield refused(archive.name, fault)
    finally:
        if depth == 1:
            let_go()
    if not found and depth == 1:
        what = f"the archive {shown(archive.name)} holds no file ending in {' or '.join(endings)}"
        yield UnreadableInput(archive.name, RecordCode.NO_RECORDS, {"what": what})


def _is_taken(name: str, endings: tuple[str, ...]) -> bool:
    return is_wanted(name, endings) or bool(archive_of(name)[1])


def _of_tar(archive: Member, endings: tuple[str, ...], limits: Limits) -> Iterator[Member | UnreadableInput]:
    if is_url(archive.path) and not archive.steps:
        archive = archive.behind(Onward())
    with _Reader(archive) as at:
        for entry in tars.entries(at.at):
            name = f"{archive.name}{BORDER}{entry.name}"
            if why := why_unsafe(entry.name):
                yield _unsafe(name, why)
            elif _is_taken(entry.name, endings):
                if entry.why_not:
                    yield _unreadable(name, entry.why_not)
                else:
                    steps = at.section(entry.offset, entry.size)
                    yield Member(name, archive.path, 0 if is_forward(steps) else entry.size, steps)


def _gives_parts(path: str) -> bool:
    if not is_url(path):
        return True
    from fairyscore.notation.storage.remote import gives_parts

    return gives_parts(path)


def _of_zip(archive: Member, endings: tuple[str, ...], limits: Limits) -> Iterator[Member | UnreadableInput]:
    if is_forward(archive.steps) or not (archive.steps or _gives_parts(archive.path)):
        archive = archive.behind(Hold(MOST_HELD))
    packed = size = 0
    with _Reader(archive) as at:
        for entry in zips.entries(at.at, at.size):
            name = f"{archive.name}{BORDER}{entry.name}"
            if why := why_unsafe(entry.name):
                yield _unsafe(name, why)
            elif _is_taken(entry.name, endings):
                packed, size = packed + entry.packed, size + entry.size
                see_limits(limits, packed, size)  # of all members together: each alone may be small
                yield _zip_member(archive.path, name, entry, at, limits)


def _zip_member(path: str, name: str, entry: zips.ZipEntry, at: _Reader, limits: Limits) -> Member | UnreadableInput:
    if entry.why_not:
        return _unreadable(name, entry.why_not)
    try:
        data = zips.data_of(at.at, entry)
    except NotReadable as fault:
        return refused(name, fault)
    method = zips.METHODS[entry.method]
    unpack = (Unpack(method, limits),) if method else ()
    steps = (*at.section(data, entry.packed), *unpack, Check(entry.size, entry.crc))
    return Member(name, path, entry.packed, steps)


def _looked_into(
    member: Member, endings: tuple[str, ...], limits: Limits, depth: int
) -> Iterator[Member | UnreadableInput]:
    """A member as it is, or what is in it where it is called an archive. It is not opened: in a packed archive there is
    only one way, forward.
    """
    limits_inside = limits._replace(free=min(limits.free, FREE_INSIDE))
    method, kind = archive_of(member.name)
    if not kind:
        yield member.behind(Recognise(limits_inside))
    elif depth == DEEPEST:
        facts = {"path": shown(member.name), "why": "it is an archive in an archive in an archive"}
        yield UnreadableInput(member.name, RecordCode.NESTED_ARCHIVE, facts)
    else:
        archive = member.behind(Unpack(method, limits_inside)) if method else member
        yield from inside(archive, kind, endings, limits, depth + 1)


def _unsafe(name: str, why: str) -> UnreadableInput:
    return UnreadableInput(name, RecordCode.UNSAFE_MEMBER, {"path": shown(name), "why": why})


def _unreadable(name: str, why: str) -> UnreadableInput:
    return UnreadableInput(name, RecordCode.UNREADABLE_MEMBER, {"path": shown(name), "why": why})


class _Reader:
    """Reads an archive at any byte, or forward where it lies packed."""

    def __init__(self, archive: Member) -> None:
        self._base = Base(archive.path)
        self._steps = archive.steps
        self._part = ByteRange(0, FARTHEST)
        self._stream: io.BufferedReader | None = None
        self.size = 0
        if archive.steps and isinstance(archive.steps[-1], ByteRange):  # its members are parts of what is around it
            self._steps, self._part = archive.steps[:-1], archive.steps[-1]
        if not is_forward(archive.steps):
            raw = stream(self._base, archive.steps, any_byte=True)
            if not raw.seekable():
                raw.close()
                raise NotReadable(RecordCode.UNREADABLE_FILE, why="an archive must be readable from any byte")
            self._stream = io.BufferedReader(raw, 4096)
            self.size = self._stream.seek(0, io.SEEK_END)

    def __enter__(self) -> _Reader:
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            self._stream.close()

    def section(self, offset: int, size: int) -> tuple[Step, ...]:
        """The steps to a part of the archive."""
        if offset + size > self._part.size:
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="a member claims to be larger than it")
        return (*self._steps, ByteRange(self._part.offset + offset, size))

    def at(self, offset: int, size: int) -> bytes:
        """So many bytes from an offset on; fewer only at the end."""
        if self._stream is not None:
            if offset > self.size:
                raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it was cut off here")
            self._stream.seek(offset)
            return self._stream.read(size)
        left = max(0, self._part.size - offset)
        return read_forward(self._base, self._steps, self._part.offset + offset, min(size, left)) if left else b""
