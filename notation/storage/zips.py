"""The list of a zip archive, which stands at its end.

The library's `zipfile` keeps the whole list in memory, reads it again for each opening, and in older versions of Python
does not see members that lie in each other; here the list is walked through, and a member is where its bytes lie.
"""

from __future__ import annotations

import stat
import struct
from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.members import NotReadable
from fairyscore.notation.storage.tars import At

METHODS = {0: "", 8: "deflate", 12: "bzip2", 93: "zstd", 95: "xz"}
"""Numbers of methods of packing, and their names in `unpacking.DECODERS`."""

MOST_MEMBERS = 1_000_000

END = struct.Struct("<4s4H2LH")
END_64 = struct.Struct("<4sQ2H2L4Q")
LOCATOR = struct.Struct("<4sLQL")
ENTRY = struct.Struct("<4s6H3L5H2L")
LOCAL = struct.Struct("<4s5H3L2H")
LONGEST_COMMENT = 1 << 16
PAGE = 1 << 18
"""Bytes of the list that are read at once; more than an entry can have."""

ENCRYPTED = 0x0001 | 0x0040 | 0x2000
UTF_8 = 0x0800
UNIX = 3
FULL = 0xFFFFFFFF


class ZipEntry(NamedTuple):
    """A member. header: where its own header stands; packed, size: its bytes there and unpacked."""

    name: str
    header: int
    packed: int
    size: int
    crc: int
    method: int
    why_not: str = ""


class _End(NamedTuple):
    """Where the list stands, and what is to be added to the offsets in it: something may stand before the archive."""

    offset: int
    size: int
    shift: int


def entries(at: At, size: int) -> Iterator[ZipEntry]:
    """The members in the order of the list. size: of the archive. Raises `NotReadable` where it is damaged or hostile."""
    end = _end(at, size)
    _see_apart(at, end)
    for entry in _listed(at, end):
        if not entry.name.endswith("/"):
            yield entry


def data_of(at: At, entry: ZipEntry) -> int:
    """Where the packed bytes of a member begin. Raises `NotReadable`."""
    header = at(entry.header, LOCAL.size)
    if len(header) < LOCAL.size or not header.startswith(b"PK\3\4"):
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it is not where the archive says")
    *_, name, extra = LOCAL.unpack(header)
    return entry.header + LOCAL.size + int(name) + int(extra)


def _end(at: At, size: int) -> _End:
    """What the last lines of the archive say: the newest that is there, whatever stands behind it."""
    begin = max(0, size - LONGEST_COMMENT - END.size)
    tail = at(begin, size - begin)
    place = tail.rfind(b"PK\5\6")
    while place >= 0 and not _is_end(tail, place):  # the comment behind it may hold anything
        place = tail.rfind(b"PK\5\6", 0, place)
    if place < 0:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the list of its members is missing; it was probably cut off")
    _, disk, list_disk, _, count, list_size, offset, _ = END.unpack_from(tail, place)
    stop = begin + place
    locator = at(stop - LOCATOR.size, LOCATOR.size) if stop >= LOCATOR.size else b""
    if locator.startswith(b"PK\6\7"):
        stop = LOCATOR.unpack(locator)[2]
        record = at(stop, END_64.size)
        if len(record) < END_64.size or not record.startswith(b"PK\6\6"):
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the list of its members is not where it should be")
        *_, disk, list_disk, _, count, list_size, offset = END_64.unpack(record)
    if disk or list_disk:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it is one of several parts")
    shift = stop - list_size - offset
    if shift < 0:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the list of its members is not where it should be")
    if count > MOST_MEMBERS or list_size > MOST_MEMBERS * PAGE:
        _too_many()
    return _End(offset + shift, list_size, shift)


def _is_end(tail: bytes, place: int) -> bool:
    if len(tail) - place < END.size:
        return False
    *_, comment = END.unpack_from(tail, place)
    return place + END.size + int(comment) <= len(tail)


def _too_many() -> None:
    raise NotReadable(RecordCode.UNPACKING_LIMIT, why=f"has more than {MOST_MEMBERS:,} members")


def _see_apart(at: At, end: _End) -> None:
    """See that no two members lie in each other: so bombs are made that unpack one piece of packed bytes many times."""
    starts, stops = [], []
    for entry in _listed(at, end):
        starts.append(entry.header)
        stops.append(entry.header + LOCAL.size + entry.packed)
        if len(starts) > MOST_MEMBERS:
            _too_many()
    starts.sort()
    stops.sort()
    if any(stop > start for stop, start in zip(stops, [*starts[1:], end.offset], strict=False)):
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="members lie in each other, or in the list of members")


def _listed(at: At, end: _End) -> Iterator[ZipEntry]:
    """The entries of the list; a page of it is in memory."""
    page, begin, place = b"", end.offset, 0
    stop = end.offset + end.size
    while begin + place < stop:
        if len(page) - place < PAGE // 2 and begin + len(page) < stop:
            begin, place = begin + place, 0
            page = at(begin, min(PAGE, stop - begin))
        entry, length = _entry(page, place, end.shift)
        yield entry
        place += length


def _entry(page: bytes, place: int, shift: int) -> tuple[ZipEntry, int]:
    """The entry at a place of the page, and how long it is."""
    if len(page) - place < ENTRY.size or page[place : place + 4] != b"PK\1\2":
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the list of its members is broken")
    _, made_by, _, flags, method, _, _, crc, *numbers = ENTRY.unpack_from(page, place)
    packed, size, name_length, extra_length, comment, _, _, attributes, header = numbers
    begin = place + ENTRY.size
    name = page[begin : begin + name_length]
    extra = page[begin + name_length : begin + name_length + extra_length]
    size, packed, header = _wide(extra, (size, packed, header))
    text = name.decode("utf-8", "surrogateescape") if flags & UTF_8 else name.decode("cp437")
    why_not = _why_not(made_by >> 8, attributes >> 16, flags, method)
    entry = ZipEntry(text, header + shift, packed, size, crc, method, why_not)
    return entry, ENTRY.size + name_length + extra_length + comment


def _wide(extra: bytes, numbers: tuple[int, int, int]) -> tuple[int, int, int]:
    """Size, packed size and offset, which stand in an extra field where four bytes are too few."""
    found = list(numbers)
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == 1:
            wide = iter(struct.unpack_from(f"<{min(length, len(extra) - 4) // 8}Q", extra, 4))
            found = [next(wide, number) if number == FULL else number for number in found]
        extra = extra[4 + length :]
    return found[0], found[1], found[2]


def _why_not(system: int, mode: int, flags: int, method: int) -> str:
    """Why a member is no file that can be read; empty where it is one."""
    if system == UNIX and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a symbolic link" if stat.S_ISLNK(mode) else "it is no file"
    if flags & ENCRYPTED:
        return "it is encrypted"
    return "" if method in METHODS else f"it is packed by the method {method}, which is not known here"
