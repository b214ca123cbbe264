"""Tags with a fault in their quotes, and what they were meant to say: people and programs write them (PGN 8.1.1).

A tag that is well written is none of these; `pgn_lexer` reads it. A line that no value can be made out of is none either.

>>> loose_tag('[White "Anna "the rock" B."]', 0).tag.value, loose_tag("[White Anna]", 0).tag.value
('Anna "the rock" B.', 'Anna')
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import Tag, header_end, unescaped

_LINE = re.compile(r'\s*+(\[)[ \t]*+(\w++)(?:[ \t]++|(?="))([^\n]*+)')
_LAST_BACKSLASHES = re.compile(r"(?<!\\)\\++\Z")
_BORDER = re.compile(r'"[ \t]*+[\[\]]')
"""Here one tag ends, or another begins: the line holds more than one, and which was meant is not to be guessed."""

_CURLY = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb'"
"""Quotes as word processors and mail programs make them of plain ones."""

_OTHER_TAG = re.compile(r'[\[\]"]')


class LooseTag(NamedTuple):
    """A tag as it was meant, and what is wrong with it."""

    tag: Tag
    fault: RecordCode


def loose_tag(text: str, start: int) -> LooseTag | None:
    r"""The tag with a fault that stands on the first line from `start` on which is not blank; None where there is none.

    >>> [loose_tag(line, 0).tag.value for line in ('[White "Anna\\"]', '[White "Anna]', '[White "\\"Anna\\"]')]
    ['Anna\\', 'Anna', '"Anna"']
    """
    found = _LINE.match(text, start)
    if found is None:
        return None
    rest = found[3].rstrip()
    if not rest.endswith("]"):
        return None
    meant = _meant(rest[:-1].rstrip())
    if meant is None:
        return None
    value, fault = meant
    return LooseTag(Tag(found[2], value, found.start(1), found.start(3) + len(rest)), fault)


def _meant(said: str) -> tuple[str, RecordCode] | None:
    """The value of what stands between the name and the bracket, and its fault."""
    if len(said) > 1 and said[0] in _CURLY and said[-1] in _CURLY and not _OTHER_TAG.search(said):
        return said[1:-1], RecordCode.UNUSUAL_SPELLING
    if len(said) < 2 or not (said[0] == said[-1] == '"'):
        value = said.strip('"')
        fits = value.strip() and _OTHER_TAG.search(value) is None
        return (unescaped(value), RecordCode.TAG_WITHOUT_QUOTE) if fits else None
    inside = said[1:-1]
    if _BORDER.search(inside) is not None:
        return None
    last = _LAST_BACKSLASHES.search(inside)
    if last is None or len(last[0]) % 2 == 0:
        return unescaped(inside), RecordCode.RAW_QUOTE
    if '\\"' in inside:  # the last quote has its backslash as the first one: it belongs to the value
        return unescaped(said[1:]), RecordCode.TAG_WITHOUT_QUOTE
    return unescaped(inside[:-1]) + "\\", RecordCode.BACKSLASH_AT_END


def loose_header_end(text: str) -> int:
    """Where the tags end that stand in front of a game, those with a fault in their quotes too."""
    end = header_end(text)
    while (found := loose_tag(text, end)) is not None:
        end = header_end(text, found.tag.end)
    return end
