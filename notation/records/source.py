"""From bytes to text: a file or a stream, read piece by piece, whatever its encoding and line ends.

UTF-8 is expected, with or without a mark in front; UTF-16 and UTF-32 are known by their mark, or by the NUL bytes of
their first characters. A byte that is no UTF-8 is read as Windows-1252 or Latin-1, as old game files have it.
"""

from __future__ import annotations

import codecs
import io
import re
from typing import BinaryIO

CHUNK = 1 << 18
"""Characters read at once."""

HEAD = 16
"""So many bytes tell the encoding."""

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins with the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

UNMARKED = (
    (re.compile(rb"(?:[^\0]\0)+"), "utf-16-le"),
    (re.compile(rb"(?:\0[^\0])+"), "utf-16-be"),
    (re.compile(rb"(?:[^\0]\0\0\0)+"), "utf-32-le"),
    (re.compile(rb"(?:\0\0\0[^\0])+"), "utf-32-be"),
)
"""How a text that begins with ASCII looks in them."""

WIDE = {
    "utf-16": "UTF-16",
    "utf-32": "UTF-32",
    "utf-16-le": "UTF-16 without a mark",
    "utf-16-be": "UTF-16 without a mark",
    "utf-32-le": "UTF-32 without a mark",
    "utf-32-be": "UTF-32 without a mark",
}
"""What people call the encodings that are read, but are worth a word."""

BROKEN = "\N{REPLACEMENT CHARACTER}"
"""Stands for what is no character in a wide encoding."""

_STRAY = re.compile("[\udc80-\udcff]")
_UNUSED = b"\x81\x8d\x8f\x90\x9d"
_OLD = {0xDC00 + byte: bytes((byte,)).decode("latin-1" if byte in _UNUSED else "cp1252") for byte in range(0x80, 0x100)}


def text_of(binary: BinaryIO) -> tuple[io.TextIOWrapper, str]:
    """The stream as text with LF line ends, and the name of its encoding.

    Bytes that are no UTF-8 come as surrogates; what is broken in a wide encoding, as `BROKEN`.
    """
    buffered = binary if isinstance(binary, io.BufferedReader) else io.BufferedReader(binary)  # type: ignore[type-var]
    encoding = _encoding_of(buffered.peek(HEAD)[:HEAD])
    errors = "replace" if encoding in WIDE else "surrogateescape"
    return io.TextIOWrapper(buffered, encoding=encoding, errors=errors, newline=None), encoding


def _encoding_of(head: bytes) -> str:
    marked = next((name for mark, name in MARKS if head.startswith(mark)), "")
    units = head[: len(head) // 4 * 4]
    return marked or next((name for look, name in UNMARKED if look.fullmatch(units)), "utf-8")


def as_latin(text: str) -> str:
    """The text with its stray bytes read as Windows-1252, or as Latin-1 where that has no character.

    >>> as_latin(b"M\\xfcller\\x92s".decode("utf-8", "surrogateescape"))
    'Müller’s'
    """
    return _STRAY.sub(lambda found: _OLD[ord(found[0])], text)
