"""Names of files made of any text: titles, tags, names of players and pieces, which may hold whatever somebody wrote."""

import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from typing import Final
from unicodedata import normalize

LONGEST: Final = 100
"""Bytes of a name in UTF-8, without its ending: every file system takes 255, and some have encryption that takes more."""

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
"""On Windows; and what leads out of a folder anywhere."""

_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)", re.IGNORECASE)
"""Names of devices on Windows, with any ending."""


def safe(text: str) -> str:
    """A name that a file may have: in the composed form of Unicode, without control and bidi characters, of bounded length.

    What is cut off a long name is told apart by a digest.

    >>> safe("Carlsen, Magnus"), safe("../../etc/passwd"), safe("CON"), safe("kaleidochess:players=4,dice"), safe("..")
    ('Carlsen, Magnus', 'etc-passwd', 'CON_', 'kaleidochess-players=4,dice', 'unknown')
    """
    name = normalize("NFC", text)
    name = "".join(char if char.isprintable() else " " for char in name)
    name = " ".join(_FORBIDDEN.sub("-", name).split())
    name = re.sub(r"^[-. ]+|[-. ]+$", "", name) or "unknown"
    name = _RESERVED.sub(r"\1_", name, count=1) if _RESERVED.match(name) else name
    data = name.encode(errors="replace")
    if len(data) <= LONGEST:
        return name
    mark = blake2b(data, digest_size=4).hexdigest()
    return f"{data[: LONGEST - len(mark) - 1].decode(errors='ignore').rstrip('-. ')}~{mark}"


class Names:
    """Gives out names, each once. Those that would be one file where letter case says nothing get a number."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()
        self._numbers: dict[str, Iterator[int]] = {}

    def name(self, text: str) -> str:
        """The name for a text, the same for the same text.

        >>> names = Names()
        >>> [names.name(said) for said in ("Anna", "ANNA", "Anna", "Anna?")]
        ['Anna', 'ANNA (2)', 'Anna', 'Anna (3)']
        """
        if text not in self._given:
            name = new = safe(text)
            numbers = self._numbers.setdefault(_folded(name), count(2))
            while _folded(new) in self._taken:
                new = f"{name} ({next(numbers)})"
            self._taken.add(_folded(new))
            self._given[text] = new
        return self._given[text]


def _folded(name: str) -> str:
    """The common form of names that are one file on systems that fold letter case (and compose or decompose)."""
    return normalize("NFKC", name).casefold()
