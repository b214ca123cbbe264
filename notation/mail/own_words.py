"""The lines of a letter that its sender wrote: without quotes, headers of other letters, signatures and footers.

>>> from fairyscore.notation.mail.located import LocatedText
>>> lines = lines_of(LocatedText([(1, "Hi!\\n"), (2, "> 1. e4\\n"), (3, "1... e5\\n"), (4, "-- \\n"), (5, "Anna")]))
>>> [(line.number, line.kind.value) for line in lines]
[(1, 'own'), (2, 'a quote'), (3, 'own'), (4, 'a signature'), (5, 'a signature')]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.phrases import frame


class LineKind(Enum):
    """Whose words a line has; the value is a phrase for messages."""

    OWN = "own"
    QUOTE = "a quote"
    HEADER = "the heading of a quote"
    OTHER = "another letter"
    SIGNATURE = "a signature"
    FOOTER = "a footer"


class LetterLine(NamedTuple):
    """A line of a letter. offset: of its first character in the text; number: of the line in the file."""

    text: str
    offset: int
    number: int
    kind: LineKind


class Skipped(NamedTuple):
    """Lines that are not read, by their first and last number in the file. kind: what they are, in words."""

    first: int
    last: int
    kind: str

    def __str__(self) -> str:
        where = f"line {self.first} is" if self.first == self.last else f"lines {self.first} to {self.last} are"
        return f"{where} {self.kind}"


_QUOTED = re.compile(r"\s{0,3}(?:[>|»]|\w{1,3}>)")
_LONG_QUOTE = 60
"""Behind a quoted line as long as this a line without `>` may be its end, which a mail program wrapped."""

_HEADER_LINE = re.compile(r"\s*\*?([^\W\d][\w .-]{0,20}?)\*?\s?:\*?\s+\S")
_SEPARATOR = re.compile(r"\s*[_=~*-]{5,}\s*")
_LIST_WORDS = re.compile(r"https?://|@|unsubscribe|mailing list|mailman", re.IGNORECASE)
_WHEN = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@")
_MOST_HEADING = 4
_MOST_BLANK = 10


def lines_of(text: LocatedText) -> list[LetterLine]:
    """All lines of a letter with their kinds."""
    texts = text.text.split("\n")
    kinds = _Sorter(texts).kinds()
    found, offset = [], 0
    for line, kind in zip(texts, kinds, strict=True):
        found.append(LetterLine(line, offset, text.line_at(offset), kind))
        offset += len(line) + 1
    return found


def skipped(lines: list[LetterLine], game: Collection[int] | None = None) -> Iterator[Skipped]:
    """The lines of a letter that are not read, in runs; empty ones at the ends of a run are left out.

    game: the places of those that are read; else all that are the sender's own.
    """

    def kind(place: int) -> str:
        own = lines[place].kind is LineKind.OWN
        read = own if game is None else place in game
        return "" if read else "text beside the game" if own else lines[place].kind.value

    for what, run in groupby((place for place, line in enumerate(lines) if line.text.strip()), key=kind):
        if what:
            numbers = [lines[place].number for place in run]
            yield Skipped(min(numbers), max(numbers), what)


class _Sorter:
    """Goes through the lines once. rest: what all lines from here on are, once that is known."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.found = [LineKind.OWN] * len(texts)

    def kinds(self) -> list[LineKind]:
        """A kind for each line."""
        at = 0
        while at < len(self.texts):
            at = self._from(at)
        return self.found

    def _mark(self, first: int, last: int, kind: LineKind) -> int:
        """Give lines a kind; the line behind them."""
        self.found[first:last] = [kind] * (last - first)
        return last

    def _from(self, at: int) -> int:
        text, end = self.texts[at], len(self.texts)
        bare = text.strip().strip("*").strip()
        if _QUOTED.match(text):
            return self._mark(at, at + 1, LineKind.QUOTE)
        if self._ends_quote(at):
            return self._mark(at, at + 1, LineKind.QUOTE)
        if text.rstrip() == "--" or text == "-- ":
            return self._mark(at, self._next_quote(at), LineKind.SIGNATURE)
        if frame("other_letter").fullmatch(bare) or self._is_header_block(at):
            return self._mark(at, end, LineKind.OTHER)
        heading = self._heading(at)
        if heading:
            self._mark(at, heading, LineKind.HEADER)
            return heading if self._quote_follows(heading) else self._mark(heading, end, LineKind.QUOTE)
        if frame("added").fullmatch(bare):
            return self._mark(at, at + 1, LineKind.FOOTER)
        if _SEPARATOR.fullmatch(text) and self._is_list_footer(at + 1):
            return self._mark(at, end, LineKind.FOOTER)
        return at + 1

    def _ends_quote(self, at: int) -> bool:
        """Whether a line is the end of a quoted one, which a mail program wrapped without a `>`."""
        if not 0 < at < len(self.texts) - 1 or self.found[at - 1] is not LineKind.QUOTE:
            return False
        before, here, behind = self.texts[at - 1 : at + 2]
        return bool(here.strip()) and len(before) >= _LONG_QUOTE and _QUOTED.match(behind) is not None

    def _next_quote(self, at: int) -> int:
        """Where a signature ends: where quoted lines begin, else with the letter."""
        places = range(at + 1, len(self.texts))
        return next((p for p in places if _QUOTED.match(self.texts[p]) or self._heading(p)), len(self.texts))

    def _is_header_block(self, at: int) -> bool:
        """Whether three lines of a header stand here, as Outlook puts them above what is answered; one names a sender."""
        names = [found[1].strip().casefold() for found in map(_HEADER_LINE.match, self.texts[at : at + 6]) if found]
        first = _HEADER_LINE.match(self.texts[at])
        known = [name for name in names if frame("header").fullmatch(name)]
        return first is not None and frame("header").fullmatch(first[1].strip()) is not None and len(known) >= 3

    def _heading(self, at: int) -> int:
        """The line behind `On Tuesday Anna wrote:`, which may take several lines; 0 where none begins here."""
        joined = ""
        for last in range(at, min(at + _MOST_HEADING, len(self.texts))):
            line = self.texts[last].strip()
            if not line or _QUOTED.match(line):
                return 0
            joined = f"{joined} {line}".strip()
            if not line.endswith(":"):
                continue
            quoted = self._quote_follows(last + 1)
            told = frame("wrote").search(joined) is not None and _WHEN.search(joined) is not None
            dated = _WHEN.search(joined) is not None and "<" in joined
            return last + 1 if told or dated or (quoted and frame("wrote").search(joined)) else 0
        return 0

    def _quote_follows(self, at: int) -> bool:
        behind = next((text for text in self.texts[at : at + _MOST_BLANK] if text.strip()), "")
        return _QUOTED.match(behind) is not None

    def _is_list_footer(self, at: int) -> bool:
        """Whether the last lines, behind a rule, are those of a mailing list."""
        rest = [text for text in self.texts[at : at + 50] if text.strip()]
        return 0 < len(rest) <= 8 and any(_LIST_WORDS.search(text) for text in rest)
