"""A rule sheet as PDF, set by typst, a library of the extra `pdf`, with the fonts that it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.export import library, quoted
from fairyscore.render.language import current
from fairyscore.render.rulebook.book import AlignedLines, Block, Entries, Figures, Points, Rulebook, RulebookFigure

APART: Final = 6.0
"""Millimetres between pictures side by side."""

MARGIN, GUTTER = 18.0, 8.0
"""Millimetres."""

LEAST_COLUMN: Final = 70.0
"""Millimetres of a column of the page; there are two of them where that has room."""

SMALLER: Final = 0.75
"""Against the size that was asked for: pictures of which several stand side by side."""

LARGEST: Final = 0.88
"""Of a column that a picture takes."""

LONG: Final = 60
"""Characters of a caption that stands beside its picture."""


def pdf(book: Rulebook) -> bytes:
    """The file: the same bytes whenever it is made, tagged. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    return bytes(typst.compile(source(book).encode(), timestamp=0, ignore_system_fonts=True))


def source(book: Rulebook) -> str:
    """The sheet in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    wide, high = book.paper
    columns = 2 if (wide - 2 * MARGIN - GUTTER) / 2 >= LEAST_COLUMN else 1
    room = (wide - 2 * MARGIN - GUTTER * (columns - 1)) / columns
    head = data_text("fairyscore.render.rulebook", "rules.typ")
    title = quoted(book.title)
    yield head.format(title=title, language=quoted(current().code), wide=f"{wide:g}", high=f"{high:g}", columns=columns)
    yield f"#heading(level: 1, outlined: false, {title})"
    yield from _block(book.facts, room)
    for chapter in book.chapters:
        yield f"#heading(level: 2, {quoted(chapter.heading)})"
        for block in chapter.blocks:
            yield from _block(block, room)


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
    """Pictures side by side, as many as have room, or beside what is said of them where that is long."""
    drawn = max((float(found[1]) for figure in items if (found := _WIDTH.search(figure.svg))), default=room)
    columns = max(1, min(len(items), int((room + APART) / (SMALLER * drawn + APART))))
    wide = min((room - APART * (columns - 1)) / columns, drawn, LARGEST * room)
    if columns > 1 and any(len(figure.caption) > LONG for figure in items):
        yield from (f"#{_picture('beside', figure, wide)}" for figure in items)
    else:
        pictures = ",\n".join(_picture("picture", figure, wide) for figure in items)
        yield f"#grid(columns: ({'auto, ' * columns}), gutter: {APART:g}mm, {pictures})"


_WIDTH: Final = re.compile(r' width="([0-9.]+)mm"')


def _picture(form: str, figure: RulebookFigure, wide: float) -> str:
    return f"{form}({quoted(figure.svg)}, {wide:.1f}mm, {quoted(figure.title)}, {quoted(figure.caption)})"
