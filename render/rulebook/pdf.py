"""A rule sheet as PDF, set by typst, a library of the extra `pdf`, with the fonts that it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.export import library, quoted
from fairyscore.render.language import current
from fairyscore.render.rulebook.book import AlignedLines, Block, Entries, Figures, Points, Rulebook, RulebookFigure

APART = 6.0
"""Millimetres between pictures side by side."""

MARGIN = 18.0

MOST = 3
"""Pictures side by side."""


def pdf(book: Rulebook) -> bytes:
    """The file: the same bytes whenever it is made, tagged. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    return bytes(typst.compile(source(book).encode(), timestamp=0, ignore_system_fonts=True))


def source(book: Rulebook) -> str:
    """The sheet in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    wide, high = book.paper
    head = data_text("fairyscore.render.rulebook", "rules.typ")
    yield head.format(title=quoted(book.title), language=quoted(current().code), wide=f"{wide:g}", high=f"{high:g}")
    yield f"#heading(level: 1, outlined: false, {quoted(book.title)})"
    yield from _block(book.facts, wide - 2 * MARGIN)
    for chapter in book.chapters:
        yield f"#heading(level: 2, {quoted(chapter.heading)})"
        for block in chapter.blocks:
            yield from _block(block, wide - 2 * MARGIN)


def _block(block: Block, room: float) -> Iterator[str]:
    match block:
        case Points(lines):
            yield f"#list({', '.join(map(quoted, lines))})"
        case AlignedLines(lines):
            yield f"#raw(block: true, {quoted(chr(10).join(lines))})"
        case Entries(items):
            entries = (f"terms.item({quoted(entry.term)}, {quoted(' '.join(entry.lines))})" for entry in items)
            yield f"#terms({', '.join(entries)})"
        case Figures(items):
            yield from _pictures(items, room)


def _pictures(items: tuple[RulebookFigure, ...], room: float) -> Iterator[str]:
    """Pictures side by side, as many as have room; those that are drawn larger are set larger."""
    drawn = max((float(found[1]) for figure in items if (found := _WIDTH.search(figure.svg))), default=room)
    columns = max(1, min(MOST, len(items), int((room + APART) / (0.72 * drawn + APART))))
    wide = min((room - APART * (columns - 1)) / columns, drawn, LARGEST * room)
    pictures = ",\n".join(_picture(figure, f"{wide:.1f}mm") for figure in items)
    yield f"#grid(columns: ({'auto, ' * columns}), gutter: {APART:g}mm, {pictures})"


LARGEST: Final = 0.42
"""Of the width of the page that a picture takes."""

_WIDTH: Final = re.compile(r' width="([0-9.]+)mm"')


def _picture(figure: RulebookFigure, wide: str) -> str:
    return f"picture({quoted(figure.svg)}, {wide}, {quoted(figure.title)}, {quoted(figure.caption)})"
