r"""Standard output for the bytes of records: as they are for a file or pipe, made fit to be seen for a terminal.

A tag or a comment may hold what moves a terminal's cursor, colours its text or turns its direction round. A file must
have all of that back; a screen must not.

>>> on_screen("e4 {\x1b[31m\u202e}\r\n")
'e4 {\\x1b[31m\\u202e}\n'
"""

from __future__ import annotations

import codecs
import io
import re
import sys
from typing import TYPE_CHECKING, BinaryIO, cast

from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_STRANGE = re.compile(r"\r\n|[^\n\t -~]+")


def on_screen(text: str) -> str:
    """A text of several lines with everything written out that does not print."""
    return _STRANGE.sub(lambda found: "\n" if found[0] == "\r\n" else shown(found[0], len(found[0])), text)


class Screen(io.BufferedIOBase):
    """A stream of bytes in UTF-8 that ends on a terminal."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def writable(self) -> bool:
        """It is written to, and nothing else."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Show some more."""
        some = bytes(data)
        sys.stdout.write(on_screen(self._decode(some)))
        return len(some)

    def flush(self) -> None:
        """Show what waits."""
        sys.stdout.flush()


def standard_output() -> BinaryIO:
    """Where the bytes of records go that nobody wants in a file."""
    return cast(BinaryIO, Screen()) if sys.stdout.isatty() else sys.stdout.buffer
