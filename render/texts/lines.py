"""The source of a text in lines of moderate length: whoever goes on writing at it reads it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

WIDE: Final = 100
"""Characters in a line, as far as words allow."""


def lined(text: str, begun: Callable[[str], str] = str) -> str:
    """A paragraph in lines. begun: what is done to a word in front of a line.

    >>> print(lined("a bc " * 25, str.upper))
    A bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc
    A bc a bc a bc a bc a bc
    """
    lines: list[str] = []
    row: list[str] = []
    wide = 0
    for word in text.split():
        if row and wide + len(word) >= WIDE:
            lines.append(" ".join(row))
            row, wide = [], 0
        row.append(word if row else begun(word))
        wide += len(row[-1]) + 1
    return "\n".join([*lines, " ".join(row)])
