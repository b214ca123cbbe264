"""From bytes to text: a file or a stream, read piece by piece, whatever its encoding and line ends.

UTF-8 is expected, with or without a mark in front; UTF-16 is known by its mark. A byte that is no UTF-8 is read as
Latin-1, as old game files have it, and said once.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO

CHUNK = 1 << 18
"""Characters read at once."""

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_STRAY = re.compile("[\udc80-\udcff]")


def text_of(binary: BinaryIO) -> tuple[io.TextIOWrapper, str]:
    """The stream as text with LF line ends, and the name of its encoding. Bytes that are no UTF-8 come as surrogates."""
    buffered = binary if isinstance(binary, io.BufferedReader) else io.BufferedReader(binary)  # type: ignore[type-var]
    head = buffered.peek(4)[:4]
    encoding = next((name for mark, name in MARKS if head.startswith(mark)), "utf-8")
    return io.TextIOWrapper(buffered, encoding=encoding, errors="surrogateescape", newline=None), encoding


def chunks(stream: io.TextIOBase) -> Iterator[str]:
    """The text in pieces of `CHUNK` characters."""
    while chunk := stream.read(CHUNK):
        yield chunk


def stray_at(text: str) -> int:
    """Where the first byte stands that was no UTF-8, or -1."""
    if text.isascii():
        return -1
    found = _STRAY.search(text)
    return found.start() if found else -1


def as_latin(text: str) -> str:
    """The text with its stray bytes read as Latin-1."""
    return _STRAY.sub(lambda found: chr(ord(found[0]) - 0xDC00), text)
