"""Markdown: CommonMark, with a table (GFM) where a game has no remarks. Whatever looks like markup in a text stays text.

>>> plain("<b> *and* [link](x) 1_000 #1 http://x.y"), lined("1. e4 is a move, and no list")
('\\\\<b\\\\> \\\\*and\\\\* \\\\[link\\\\](x) 1\\\\_000 \\\\#1 http\\\\://x.y', '1\\\\. e4 is a move, and no list')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.texts import lines
from fairyscore.render.texts.flow import MoveRow, Paragraph, RunKind, TextRun, joined
from fairyscore.render.texts.medium import DrawnDiagram, Medium

_MARKS: Final = {ord(char): f"\\{char}" for char in "\\`*_[]<>&#|~$^{}%@"}
"""Every sign that means something to CommonMark, to GFM or to the usual programs around them, wherever it stands."""

_LINKS: Final = re.compile(r":(?=//|[\w+-]+:)|(?<=\bwww)\.", re.IGNORECASE)
"""What GFM makes a link of without being asked, and `:names:` of little pictures."""

TIE: Final = "\x01"
"""Between a number and its move, which stay in one line: a blank that is none yet. No text holds it (`clean`)."""

_LIST: Final = re.compile(rf"([0-9]{{1,9}})([.)])(?=[\s{TIE}]|\Z)")
_AT_START: Final = ("-", "+", "=", ":", "!")
"""What means something only in front of a line."""


def plain(text: str) -> str:
    """Somebody's text as Markdown, fit for anywhere but the beginning of a line (`lined`)."""
    return _LINKS.sub(lambda found: f"\\{found[0]}", clean(text).translate(_MARKS))


def lined(text: str) -> str:
    """Markdown in lines that begin no list, heading or table."""
    return lines.lined(text, _begun).replace(TIE, " ")


def _begun(word: str) -> str:
    """A word in front of a line."""
    if word.startswith(_AT_START):
        return f"\\{word}"
    return _LIST.sub(r"\1\\\2", word, count=1) if _LIST.match(word) else word


def _paragraph(paragraph: Paragraph) -> str:
    return f"{lined(_joined(paragraph.runs))}\n"


def _joined(runs: Iterable[TextRun]) -> str:
    return joined(runs, _STYLES, _run)


_STYLES: Final = {RunKind.MAIN: "**%s**", RunKind.NEWS: "*(%s)*", RunKind.UNJUDGED: "(not checked: %s)"}


def _run(run: TextRun) -> str:
    number = f"{run.number}{TIE}" if run.number else ""
    return f"{number}{plain(run.text)}{_glyphs(run.glyphs)}"


def _glyphs(glyphs: str) -> str:
    return (TIE if glyphs.startswith(" ") else "") + plain(glyphs)


def _players(players: Iterable[tuple[str, str]]) -> str:
    return lined(" · ".join(f"{plain(seat)}: **{plain(name) or 'unknown'}**" for seat, name in players)) + "\n"


def _details(details: Iterable[tuple[str, str]]) -> str:
    return "".join(f"- {plain(name)}: {plain(value)}\n" for name, value in details)


def _table(seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in _cells(seats, rows))


def _cells(seats: tuple[str, ...], rows: Iterable[MoveRow]) -> Iterator[tuple[str, ...]]:
    yield ("", *map(plain, seats))
    yield ("---:", *(":---" for _ in seats))
    for row in rows:
        yield (row.number, *(_joined(cell).replace(TIE, " ") for cell in row.cells))


def _diagram(drawn: DrawnDiagram) -> str:
    said = f"Diagram {drawn.figure.number}: {plain(drawn.figure.caption)}"
    if drawn.file:
        return f"![{said}]({drawn.file})\n\n*{said}*\n"
    return f"*{said}*\n\n    {clean(drawn.position)}\n"


def _flaw(message: str, rest: str) -> str:
    what = "The record is at fault here." if rest else "The record has a fault."
    told = f"**{what}** {plain(message)}"
    return "\n".join(f"{lined(text)}\n" for text in (told, rest and f"Not checked: {plain(rest)}") if text)


def _close(result: str, how: str) -> str:
    return lined(f"**{plain(result)}** {plain(how)}") + "\n"


GAME: Final = """\
# {{title}}

{{players}}

{{details}}

{{moves}}

{{close}}
"""

MARKDOWN: Final = Medium(
    name="markdown",
    pictures=(".svg",),
    document="{{games}}",
    game=GAME,
    between="\n---\n\n",
    plain=plain,
    players=_players,
    details=_details,
    paragraph=_paragraph,
    table=_table,
    diagram=_diagram,
    flaw=_flaw,
    close=_close,
)
