"""The members of archives, read with `zipfile` and `tarfile`. An archive in an archive is read too, one in that is not.

An archive stays open as long as anything refers to it: its listing, or a source that is a member of it.
"""

from __future__ import annotations

import copy
import io
import stat
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.storage.source import (
    BORDER,
    BUFFER,
    Limits,
    Source,
    SourceCode,
    StreamLayer,
    Unclosed,
    Unreadable,
    archive_kind,
    as_unreadable,
    damaged,
    is_requested,
    unsafe_reason,
)
from fairyscore.notation.storage.unpacking import ZIP_METHODS, check_limits, recognised, unpacked, zip_member
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    import zipfile

    from _typeshed import WriteableBuffer

DEEPEST = 2  # an archive, and one in it

MOST_HELD = 1 << 26
"""A zip archive that can only be read onward, as one that lies packed in another archive, is held in memory, if it is no
larger than this: its list is at its end."""

MOST_MEMBERS = 1_000_000

# Bytes that the libraries may read at once: a long name or extra fields of a tar member, the list of a zip archive.
LONGEST = {"tar": 1 << 20, "zip": 1 << 28}
FREE_INSIDE = 1 << 20  # as `Limits.free`, for each member of an archive that is packed once more
LOCAL_HEADER = 30  # bytes in front of the name of a zip member

ENCRYPTED = 0x0001 | 0x0040 | 0x2000
UNIX = 3

_NO_FILES = {  # the types of tar members
    b"1": "it is a link to another member",
    b"2": "it is a symbolic link",
    b"3": "it is a device",
    b"4": "it is a device",
    b"6": "it is a pipe",
    b"S": "it is a file with holes, as only tar unpacks them",
    b"M": "it goes on in another volume",
}


class ArchiveMember(NamedTuple):
    """A member as the list of an archive has it. packed, size: bytes in the archive and unpacked, 0 where unknown.

    why_not: why it is not a file to read, empty where it is one. raw: opens it, as that of a `Source`.
    """

    name: str
    packed: int
    size: int
    why_not: str
    raw: Callable[..., io.RawIOBase]


def members(
    archive: Source,
    kind: str,
    suffixes: tuple[str, ...],
    limits: Limits,
    depth: int = 1,
    *,
    also: Callable[[Source], bool] = lambda member: False,
    on_skipped: Callable[[str], object] = id,
) -> Iterator[Source | Unreadable]:
    """The requested members, in the order of the archive; what cannot be read is reported, and the rest goes on.

    also: whether another member is wanted; on_skipped: gets the name of each that is not, hidden ones aside.
    """
    found = False
    packed = size = 0
    inside = limits._replace(free=min(limits.free, FREE_INSIDE))
    try:
        for entry in _ENTRIES[kind](archive, limits):
            method, inner_kind = archive_kind(entry.name)
            unsafe = unsafe_reason(entry.name)
            name = f"{archive.name}{BORDER}{entry.name}"
            member = Source(name, archive.path, entry.packed, raw=entry.raw, reads=archive.reads)
            if not (unsafe or inner_kind or is_requested(entry.name, suffixes)):
                hidden = any(part.startswith(".") for part in entry.name.split("/"))
                if hidden or entry.name.endswith("/"):
                    continue
                if entry.why_not or not also(member):
                    on_skipped(name)
                    continue
            found = True
            if why := unsafe or entry.why_not:
                yield Unreadable.of(name, why, SourceCode.UNSAFE_MEMBER if unsafe else SourceCode.UNREADABLE_MEMBER)
                continue
            packed, size = packed + entry.packed, size + entry.size
            check_limits(limits, packed, size)  # of all members together: each alone may be small
            if not inner_kind:
                yield member.through(partial(recognised, limits=inside))
            elif depth == DEEPEST:
                yield Unreadable.of(name, "it is an archive in an archive in an archive", SourceCode.NESTED_ARCHIVE)
            else:
                inner = member.through(partial(unpacked, method=method, limits=inside)) if method else member
                yield from members(inner, inner_kind, suffixes, limits, depth + 1, also=also, on_skipped=on_skipped)
    except OSError as error:
        found = True
        yield Unreadable.named(archive.name, error)
    if not found and depth == 1:
        yield Unreadable.without_records(archive.name, f"the archive {shown(archive.name)}", suffixes)


class _ArchiveFile(io.BufferedReader):
    """An open archive, for libraries that take lengths at their word. last: what was last read at once."""

    def __init__(self, source: Source, kind: str) -> None:
        stream = source.stream(source.reads, any_byte=kind == "zip")
        self._any_byte = stream.seekable()
        if not self._any_byte:
            stream = _held(stream) if kind == "zip" else Onward(stream, partial(source.stream, source.reads))
        super().__init__(stream, BUFFER)
        self._longest = LONGEST[kind]
        self.last = b""

    def seekable(self) -> bool:
        """True if it may be read from any byte; where it may not, going back takes long."""
        return self._any_byte

    def read(self, size: int | None = -1, /) -> bytes:
        """So many bytes. Raises `Unreadable` for a number beyond reason."""
        if size is None or size == -1:
            size = self._longest
        if not 0 <= size <= self._longest:
            raise damaged(f"a header claims to be {size:,} bytes long")
        self.last = super().read(size)
        return self.last


def _held(stream: io.RawIOBase) -> io.RawIOBase:
    """All that is in a stream, in memory."""
    with io.BufferedReader(stream, BUFFER) as whole:
        data = whole.read(MOST_HELD + 1)
    if len(data) > MOST_HELD:
        why = f"an archive that can only be read onward is read only up to {MOST_HELD:,} bytes"
        raise Unreadable(SourceCode.NESTED_ARCHIVE, why=why)
    return StreamLayer(io.BytesIO(data))


class Window(Unclosed):
    """A part of a seekable stream that others read too; it is not closed with this."""

    def __init__(self, shared: _ArchiveFile, offset: int, size: int, *_: object) -> None:
        super().__init__(shared)
        self._offset = offset
        self._size = size
        self._at = 0

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it. Raises `Unreadable` where the stream ends before the part does."""
        view = memoryview(buffer).cast("B")[: self._size - self._at]
        if not view:
            return 0
        self.inner.seek(self._offset + self._at)
        size = super().readinto(view)
        if not size:
            raise damaged("it was cut off here")
        self._at += size
        return size

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a byte of the part."""
        begin = (0, self._at, self._size)[whence]
        self._at = min(max(0, begin + offset), self._size)
        return self._at


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
        """Go to a byte, counted from the first or from here; after the end it stays at the end."""
        if whence == io.SEEK_CUR:
            offset += self._at
        if offset < self._at:
            self.inner.close()
            self.inner, self._at = self._reopen(), 0
        scratch = memoryview(bytearray(min(BUFFER, offset - self._at)))
        while self._at < offset and self.readinto(scratch[: offset - self._at]):
            pass
        return self._at


# -- tar ---------------------------------------------------------------------------------------------------------------


def _tar_entries(source: Source, _limits: Limits) -> Iterator[ArchiveMember]:
    import tarfile

    archive = _ArchiveFile(source, "tar")
    with as_unreadable(SourceCode.DAMAGED_ARCHIVE):
        tar = tarfile.TarFile(fileobj=archive)
    offset = -1
    while True:
        with as_unreadable(SourceCode.DAMAGED_ARCHIVE):
            info = tar.next()
        tar.members = []  # type: ignore[attr-defined]  # the library keeps all of them
        if info is None:
            break
        if tar.offset <= offset:
            raise damaged("the size of a member is not a number")
        offset = tar.offset
        if not info.isdir() and not (info.isreg() and info.name.endswith("/")):
            why_not = _NO_FILES[b"S"] if info.issparse() else _NO_FILES.get(info.type, "")
            yield ArchiveMember(info.name, info.size, 0, why_not, partial(Window, archive, info.offset_data, info.size))
    if archive.last.strip(b"\0"):  # the library takes any other header for the end
        raise damaged(f"what stands at byte {tar.offset:,} is not a header of a member")


# -- zip ---------------------------------------------------------------------------------------------------------------


def _zip_entries(source: Source, limits: Limits) -> Iterator[ArchiveMember]:
    import zipfile

    file = _ArchiveFile(source, "zip")
    with as_unreadable(SourceCode.DAMAGED_ARCHIVE):
        archive = zipfile.ZipFile(file)
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise Unreadable(SourceCode.UNPACKING_LIMIT, why=f"has more than {MOST_MEMBERS:,} members")
    # No two members may lie in each other: bombs are made so, and Python reads them silently before 3.13.
    begins = sorted(info.header_offset for info in infos)
    ends = sorted(info.header_offset + LOCAL_HEADER + len(_encoded_name(info)) + info.compress_size for info in infos)
    if any(end > begin for end, begin in zip(ends, [*begins[1:], archive.start_dir], strict=False)):
        raise damaged("members lie in each other, or in the list of members")
    for info in infos:
        name = info.orig_filename  # the library ends a name at a NUL byte
        if not name.endswith("/"):
            raw = partial(_zip_member, archive, info, limits)
            yield ArchiveMember(name, info.compress_size, info.file_size, _zip_why_not(info), raw)


def _encoded_name(info: zipfile.ZipInfo) -> bytes:
    return info.orig_filename.encode("utf-8" if info.flag_bits & 0x800 else "cp437")


def _zip_why_not(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16
    if info.create_system == UNIX and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a symbolic link" if stat.S_ISLNK(mode) else "it is not a file"
    if info.flag_bits & ENCRYPTED:
        return "it is encrypted"
    known = info.compress_type in ZIP_METHODS
    return "" if known else f"it is packed by the method {info.compress_type}, which is not known here"


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits, *_: object) -> io.RawIOBase:
    unchecked = copy.copy(info)
    del unchecked.CRC  # the library would lose the end of what is damaged; `zip_member` checks it
    with as_unreadable(SourceCode.DAMAGED_ARCHIVE):
        inner = archive.open(unchecked)
    return zip_member(inner, info.file_size, info.CRC, info.compress_size, limits)


_ENTRIES: dict[str, Callable[[Source, Limits], Iterator[ArchiveMember]]] = {"tar": _tar_entries, "zip": _zip_entries}
