"""The list of a tar archive: its headers one by one, as they lie between the members (POSIX pax, GNU and old ones).

The library's `tarfile` keeps every header in memory and takes the lengths that they claim at their word; here memory
holds one header, time is linear in what is read, and a claim beyond reason is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.kinds import HEAD, has_checksum
from fairyscore.notation.storage.members import NotReadable

At = Callable[[int, int], bytes]
"""So many bytes from an offset on; fewer only at the end."""

BLOCK = HEAD
LONGEST_HEADER = 1 << 20
"""Bytes of a long name or of the extra fields of a member."""

FILES = frozenset(b"0\07")
NO_FILES = {
    ord("1"): "it is a link to another member",
    ord("2"): "it is a symbolic link",
    ord("3"): "it is a device",
    ord("4"): "it is a device",
    ord("6"): "it is a pipe",
    ord("S"): "it is a file with holes, as only tar unpacks them",
    ord("M"): "it goes on in another volume",
}
FOLDER = ord("5")
LONG_NAME, LONG_LINK, EXTRA, EXTRA_FOR_ALL = b"LKxg"
WITHOUT_DATA = frozenset(b"123456")


class TarEntry(NamedTuple):
    """A member. why_not: why it is no file to read, empty where it is one; folders are passed over."""

    name: str
    offset: int
    size: int
    why_not: str = ""


def entries(at: At) -> Iterator[TarEntry]:
    """The members in the order of the archive. Raises `NotReadable` where it is damaged."""
    offset = 0
    extra: dict[str, str] = {}
    while header := _header(at, offset):
        kind = header[156]
        size = _number(header[124:136])
        data = offset + BLOCK
        if kind in (LONG_NAME, LONG_LINK, EXTRA, EXTRA_FOR_ALL):
            extra |= _extra(kind, _content(at, data, size))
        else:
            size = _size(extra, size)
            if kind != FOLDER:
                why_not = NO_FILES.get(kind, "")
                if "holes" in extra:
                    why_not = NO_FILES[ord("S")]
                name = extra.get("path") or _name(header)
                if why_not or not name.endswith("/"):
                    yield TarEntry(name, data, size, why_not)
            extra = {}
        offset = data + (0 if kind in WITHOUT_DATA else -(-size // BLOCK) * BLOCK)


def _header(at: At, offset: int) -> bytes:
    """The header at an offset; empty at the end, which is a block of zeros, or just the end."""
    header = at(offset, BLOCK)
    if not header.strip(b"\0") and (offset or len(header) == BLOCK):
        return b""
    if len(header) < BLOCK:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it ends in the middle")
    if not has_checksum(header):
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why=f"what stands at byte {offset:,} is no header of a member")
    return header


def _content(at: At, offset: int, size: int) -> bytes:
    if size > LONGEST_HEADER:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why=f"a header claims to be {size:,} bytes long")
    content = at(offset, size)
    if len(content) < size:
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="it ends in the middle")
    return content


def _extra(kind: int, content: bytes) -> dict[str, str]:
    """What an extra header says of the next member: its name and size."""
    if kind == LONG_NAME:
        return {"path": _text(content.partition(b"\0")[0])}
    if kind != EXTRA:
        return {}
    fields = dict(_fields(content))
    found = {name: _text(fields[key]) for name, key in (("path", b"path"), ("size", b"size")) if key in fields}
    if any(key.startswith(b"GNU.sparse.") for key in fields):
        found["holes"] = "yes"
    return found


def _fields(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The fields of a pax header, each `LENGTH KEY=VALUE` and a line end; LENGTH counts all of it."""
    begin = 0
    while begin < len(content):
        digits = content[begin : begin + 20].partition(b" ")[0]
        length = int(digits) if digits.isdigit() else 0
        key, sign, value = content[begin + len(digits) + 1 : begin + length - 1].partition(b"=")
        if length <= len(digits) + 1 or not sign or begin + length > len(content):
            raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the extra header of a member makes no sense")
        yield key, value
        begin += length


def _size(extra: dict[str, str], size: int) -> int:
    told = extra.get("size")
    if told is None:
        return size
    if not (told.isascii() and told.isdigit() and len(told) < 20):
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the size of a member is no number")
    return int(told)


def _number(field: bytes) -> int:
    """A number of a header: octal digits, or from 8 GiB on binary behind the byte 80."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits.strip(b"01234567"):
        raise NotReadable(RecordCode.DAMAGED_ARCHIVE, why="the size of a member is no number")
    return int(digits or b"0", 8)


def _name(header: bytes) -> str:
    name = header[:100].partition(b"\0")[0]
    prefix = header[345:500].partition(b"\0")[0] if header[257:263] == b"ustar\0" else b""
    return _text(prefix + b"/" + name if prefix else name)


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
