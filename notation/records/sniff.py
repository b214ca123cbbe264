"""Files that hold no game: how they are told from game records, and what they are called.

>>> resembles('[White "Anna"]'), resembles("1. e4 e5 2. Nf3"), resembles("The game of chess is old.")
(True, True, False)
>>> kind_of("<!DOCTYPE html><html>"), kind_of("PK\\x03\\x04..."), kind_of("The game of chess is old.")
('a web page', 'a ZIP archive', 'some other text')
"""

from __future__ import annotations

import re
from itertools import islice

from fairyscore.notation.package_data import data_sections

LOOKED_AT = 1 << 16
"""So many characters tell whether a text is a record."""

WORDS = 400

FEWEST = 1 / 8
"""Of the words of a record so many look like moves, spoken ones too; of other texts, hardly one."""

_BINARY = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_TAG_LINE = re.compile(r'^[ \t]*+\[[ \t]*+[A-Z]\w*+[ \t]*+"', re.MULTILINE)
_ASIDE = re.compile(r"\{[^}]*+\}|;[^\n]*+")
_MOVE = (
    r"\d{1,3}[.)]+|(?:\d{1,3}[.)]++)?+(?:[^\W\d_]{0,2}+[a-zA-Z0-9]{0,3}[-x:@]?)?[a-nA-N]\d{1,2}\S{0,4}"
    r"|[1-9][A-K]\S{0,5}|[oO0]-[oO0](?:-[oO0])?\S?|\d-\d|[1-9]{4}|\(|\)|\*"
)


def resembles(text: str) -> bool:
    """Whether a text looks like the record of a game, a faulty one too: it has a tag, or many words like moves."""
    head = text[:LOOKED_AT]
    if _TAG_LINE.search(head) is not None:
        return True
    if _BINARY.search(head[:WORDS]) is not None:
        return False
    move = re.compile(_MOVE)
    words = [found[0] for found in islice(re.finditer(r"\S++", _ASIDE.sub(" ", head)), WORDS)]
    return sum(move.fullmatch(word) is not None for word in words) > len(words) * FEWEST


def kind_of(text: str) -> str:
    """What a file is that holds no game, as far as its beginning tells."""
    for name, look in data_sections("fairyscore.notation.records", "strangers.ini")["beginnings"].items():
        if re.match(look, text) is not None:
            return name
    return "binary data" if _BINARY.search(text[:LOOKED_AT]) else "some other text"
