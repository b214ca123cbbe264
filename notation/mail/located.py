"""Text whose characters know the line of the file they come from, through encodings and HTML.

>>> text = LocatedText([(7, "1. e4 "), (8, "e5\\nfine")])
>>> text.text, text.line_at(0), text.line_at(6), text.line_at(9)
('1. e4 e5\\nfine', 7, 8, 8)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class LocatedText:
    """Text made of chunks. chunks: the line of the file where each begins, and its text; a line end inside a chunk is
    not counted, because one line of a file may decode to several.
    """

    __slots__ = ("_lines", "_offsets", "text")

    def __init__(self, chunks: Iterable[tuple[int, str]] = ()) -> None:
        self._offsets: list[int] = []
        self._lines: list[int] = []
        found: list[str] = []
        length = 0
        for line, chunk in chunks:
            if chunk:
                self._offsets.append(length)
                self._lines.append(line)
                found.append(chunk)
                length += len(chunk)
        self.text = "".join(found)

    def line_at(self, offset: int) -> int:
        """The line of the file that the character at an offset comes from; 1 where there is no text."""
        return self._lines[max(0, bisect_right(self._offsets, offset) - 1)] if self._lines else 1
