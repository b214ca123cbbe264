"""A rule sheet as one HTML page that needs nothing else: pictures are in it, there is no script, and it prints well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from fairyscore.notation.package_data import data_text
from fairyscore.render.language import current, translated
from fairyscore.render.rulebook.book import (
    AlignedLines,
    Block,
    Chapter,
    Entries,
    Figures,
    Points,
    Rulebook,
    RulebookFigure,
)
from fairyscore.render.templates import filled


def html(book: Rulebook) -> str:
    """The page."""
    chapters = [
        f'<li><a href="#chapter-{number}">{escape(chapter.heading)}</a></li>'
        for number, chapter in enumerate(book.chapters, 1)
    ]
    content = {
        "language": current().code,
        "title": escape(translated("{game}: the rules", game=book.title)),
        "game": escape(book.title),
        "contents": escape(translated("Chapters")),
        "chapters": "\n".join(chapters),
        "sheet": "\n".join(_sheet(book)),
    }
    return filled(data_text("fairyscore.render.rulebook", "rules.html"), content)


def _sheet(book: Rulebook) -> Iterator[str]:
    shared = Shared()
    yield from _block(book.facts, shared)
    for number, chapter in enumerate(book.chapters, 1):
        yield from _chapter(chapter, number, shared)


def _chapter(chapter: Chapter, number: int, shared: Shared) -> Iterator[str]:
    yield f'<section aria-labelledby="chapter-{number}">'
    yield f'<h2 id="chapter-{number}">{escape(chapter.heading)}</h2>'
    for block in chapter.blocks:
        yield from _block(block, shared)
    yield "</section>"


def _block(block: Block, shared: Shared) -> Iterator[str]:
    match block:
        case Points(lines):
            yield from ("<ul>", *(f"<li>{escape(line)}</li>" for line in lines), "</ul>")
        case AlignedLines(lines):
            yield f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Entries(items):
            yield "<dl>"
            for entry in items:
                said = "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
                yield f"<dt>{escape(entry.term)}</dt><dd>{said}</dd>"
            yield "</dl>"
        case Figures(items):
            yield '<div class="figures">'
            for figure in items:
                yield from _figure(figure, shared)
            yield "</div>"


def _figure(figure: RulebookFigure, shared: Shared) -> Iterator[str]:
    yield f'<figure id="{figure.name}">'
    yield shared.picture(figure.svg)
    yield f"<figcaption>{escape(figure.caption)}</figcaption>"
    yield "</figure>"


GROUP = re.compile(r"<(/?)g\b[^>]*?(/?)>")
BOARD = '<g class="board">'


class Shared:
    """Boards that several pictures have: each is in the page once, in the first of them."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def picture(self, svg: str) -> str:
        """The same picture, with a reference where the page has its board already."""
        start = svg.find(BOARD)
        if start < 0:
            return svg
        end = _end(svg, start)
        whole = svg[start:end]
        if whole in self._known:
            return f'{svg[:start]}<use xlink:href="#{self._known[whole]}" />{svg[end:]}'
        name = self._known[whole] = f"board-{len(self._known) + 1}"
        return f'{svg[:start]}<g id="{name}" {whole.removeprefix("<g ")}{svg[end:]}'


def _end(svg: str, start: int) -> int:
    """Where the group that begins at a place ends."""
    depth = 0
    for tag in GROUP.finditer(svg, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if not depth:
            return tag.end()
    return len(svg)
