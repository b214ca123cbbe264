"""Texts in the habits of the programs that write them: line ends, encodings, blanks, other lines of the header."""

import re
from collections.abc import Callable
from typing import Any

Dress = Callable[[str], bytes]
CRLF = (r"\n", "\r\n")
MARK = "utf-8-sig"


def replaced(*pairs: tuple[str, str | Callable[[re.Match[str]], Any]], encoding: str = "utf-8") -> Dress:
    """A dress that replaces patterns, a line being what `^` and `$` mean."""

    def dress(text: str) -> bytes:
        for pattern, by in pairs:
            text = re.sub(pattern, by, text, flags=re.MULTILINE)
        return text.encode(encoding)

    return dress
