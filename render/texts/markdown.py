"""Markdown: CommonMark, with a table (GFM) where a game has no remarks. Whatever looks like markup in a text stays text.

>>> MARKDOWN.plain("<b> *and* [link](x) 1_000 #1 http://x.y"), MARKDOWN.lined("1. e4 is a move, and no list")
('\\\\<b\\\\> \\\\*and\\\\* \\\\[link\\\\](x) 1\\\\_000 \\\\#1 http\\\\://x.y', '1\\\\. e4 is a move, and no list')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.language import translated
from fairyscore.render.texts.flow import MoveRow
from fairyscore.render.texts.medium import Medium, lined

_MARKS: Final = {ord(char): f"\\{char}" for char in "\\`*_[]<>&#|~$^{}%@"}
"""Every sign that means something to CommonMark, to GFM or to the usual programs around them, wherever it stands."""

_LINKS: Final = re.compile(r":(?=//|[\w+-]+:)|(?<=\bwww)\.", re.IGNORECASE)
"""What GFM makes a link of without being asked, and `:names:` of little pictures."""

_LIST: Final = re.compile(r"([0-9]{1,9})([.)])(?=[\s\x01]|\Z)")
_AT_START: Final = ("-", "+", "=", ":", "!")
"""What means something only in front of a line."""


class Markdown(Medium):
    """See `Medium`. A tie is a blank that is none yet, so that a number and its move stay in one line."""

    def plain(self, text: str) -> str:
        """Somebody's text as Markdown, fit for anywhere but the beginning of a line (`lined`)."""
        return _LINKS.sub(lambda found: f"\\{found[0]}", clean(text).translate(_MARKS))

    def lined(self, text: str) -> str:
        """Markdown in lines that begin no list, heading or table."""
        return lined(text, _begun).replace(self.tie, " ")

    def players(self, players: Iterable[tuple[str, str]]) -> str:
        """In one paragraph."""
        return self.lined(" · ".join(self._filled("player", seat, name or "unknown") for seat, name in players))

    def table(self, seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
        """The moves in columns (GFM)."""
        return "".join(f"| {' | '.join(cells)} |\n" for cells in self._cells(seats, rows))

    def _cells(self, seats: tuple[str, ...], rows: Iterable[MoveRow]) -> Iterator[tuple[str, ...]]:
        yield ("", *map(self.plain, seats))
        yield ("---:", *(":---" for _ in seats))
        for row in rows:
            yield (row.number, *(self.joined(cell).replace(self.tie, " ") for cell in row.cells))

    def position(self, fen: str) -> str:
        """It stands in a block of code."""
        return clean(fen)

    def flaw(self, message: str, rest: str) -> str:
        """In paragraphs of its own."""
        what = translated("The record is at fault here" if rest else "The record has a fault")
        told = f"**{what}.** {self.plain(message)}"
        texts = (told, rest and f"{translated('Not checked:')} {self.plain(rest)}")
        return "\n".join(f"{self.lined(text)}\n" for text in texts if text)

    def close(self, result: str, how: str) -> str:
        """In lines."""
        return self.lined(super().close(result, how)) + "\n"


def _begun(word: str) -> str:
    """A word in front of a line."""
    if word.startswith(_AT_START):
        return f"\\{word}"
    return _LIST.sub(r"\1\\\2", word, count=1) if _LIST.match(word) else word


MARKDOWN: Final = Markdown("markdown")
