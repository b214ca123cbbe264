"""Which files are packed, by how they begin; and which are taken from folders and archives, by how their names end.

The beginning counts: a plain file that is called `.gz` is read as it is, a packed one called `.pgn` is unpacked.
"""

from __future__ import annotations

import re

HEAD = 512
"""So many bytes tell the kind: the header of a tar archive."""

_BEGINNINGS = (
    ("gzip", re.compile(rb"\x1f\x8b\x08")),
    ("bzip2", re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")),
    ("xz", re.compile(rb"\xfd7zXZ\0")),
    ("zstd", re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")),
    ("zip", re.compile(rb"PK(?:\x03\x04|\x05\x06|00PK\x03\x04)")),
)
ARCHIVES = frozenset(("zip", "tar"))

_PACKED = re.compile(r"\.(?:gz|bz2|zst|xz)\Z", re.IGNORECASE)
_ARCHIVE = re.compile(r"\.(?:(zip)|tar|(?:tar\.|t)(gz|bz2?|xz|zst))\Z", re.IGNORECASE)
_METHODS = {"g": "gzip", "b": "bzip2", "x": "xz", "z": "zstd"}


def kind_of(head: bytes) -> str:
    """How a file is packed whose first `HEAD` bytes these are: a method of `Unpacked`, `zip`, `tar`; empty for not at all.

    >>> kind_of(b"PK\\3\\4..."), kind_of(b'[Event "?"]')
    ('zip', '')
    """
    for kind, beginning in _BEGINNINGS:
        if beginning.match(head):
            return kind
    return "tar" if len(head) == HEAD and _has_tar_checksum(head) else ""


def _has_tar_checksum(header: bytes) -> bool:
    """Whether the eight characters for it hold the sum of all bytes of a tar header; they themselves count as blanks."""
    digits = header[148:156].strip(b" \0")
    if not digits or digits.strip(b"01234567"):
        return False
    counted = header[:148] + b" " * 8 + header[156:]
    signed = sum(counted) - 256 * sum(byte > 127 for byte in counted)  # as some old programs did it
    return int(digits, 8) in (sum(counted), signed)


def unpacked_name(name: str) -> str:
    """The name without the suffix that says how it is packed.

    >>> unpacked_name("games/a.pgn.gz"), unpacked_name("a.pgn")
    ('games/a.pgn', 'a.pgn')
    """
    return _PACKED.sub("", name)


def is_requested(name: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a folder's file, or a member of an archive, is taken. suffixes: in small letters."""
    return unpacked_name(name).lower().endswith(suffixes)


def archive_kind(name: str) -> tuple[str, str]:
    """How an archive is packed and of which kind it is, by the end of its name; both empty where it is none.

    >>> archive_kind("a.tar.gz"), archive_kind("a.TGZ"), archive_kind("a.zip"), archive_kind("a.pgn.gz")
    (('gzip', 'tar'), ('gzip', 'tar'), ('', 'zip'), ('', ''))
    """
    found = _ARCHIVE.search(name)
    if found is None:
        return "", ""
    return _METHODS[found[2][0].lower()] if found[2] else "", "zip" if found[1] else "tar"


def is_url(path: str) -> bool:
    """Whether a path is one for fsspec: `s3://bucket/a.pgn`, `simplecache::https://...`; `C:` is a drive.

    >>> is_url("https://example.org/a.pgn"), is_url("C:/a.pgn"), is_url("a!b://c"), is_url("games/a.pgn")
    (True, False, False, False)
    """
    scheme, mark, _ = path.partition("::" if "::" in path.partition("://")[0] else "://")
    return bool(mark) and len(scheme) > 1 and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()


def unsafe_reason(name: str) -> str:
    """What makes the name of a member one that nobody should unpack; empty for an honest one.

    Nothing is ever written where a member says. But an archive with such names was made to harm somebody.

    >>> unsafe_reason("games/a.pgn"), unsafe_reason("..\\\\a.pgn"), unsafe_reason("/etc/a.pgn")
    ('', 'leads out of the archive', 'is an absolute path')
    """
    if not name or "\0" in name:
        return "has a NUL byte in its name" if name else "has no name"
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or re.match(r"[A-Za-z]:", name):
        return "is an absolute path"
    return "leads out of the archive" if ".." in parts else ""
