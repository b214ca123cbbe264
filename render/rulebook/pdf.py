"""A rule sheet as PDF, set by typst, a library of the extra `pdf`, with the fonts that it brings."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.render.export import library, quoted
from fairyscore.render.rulebook.book import AlignedLines, Block, Entries, Figures, Points, Rulebook, RulebookFigure

HEAD = """\
#set document(title: {title}, date: none)
#set page(paper: "a4", margin: 20mm, numbering: "1")
#set text(font: "Libertinus Serif", size: 10.5pt, lang: "en")
#set par(justify: false)
#show heading: set block(above: 1.4em, below: 0.8em, sticky: true)
#show figure: set block(breakable: false)
#let picture(data, wide, alt, said) = block(breakable: false)[
  #image(bytes(data), format: "svg", width: wide, alt: alt)
  #v(-0.6em)
  #text(size: 9pt, said)
]
"""

WIDE, NARROW = "104mm", "78mm"
"""How wide a picture alone is, and each of two side by side."""


def pdf(book: Rulebook) -> bytes:
    """The file: the same bytes whenever it is made. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    return bytes(typst.compile(source(book).encode(), timestamp=0, ignore_system_fonts=True))


def source(book: Rulebook) -> str:
    """The sheet in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield HEAD.format(title=quoted(book.title))
    yield f"#heading(level: 1, outlined: false, {quoted(book.title)})"
    yield from _block(book.facts)
    for chapter in book.chapters:
        yield f"#heading(level: 2, {quoted(chapter.heading)})"
        for block in chapter.blocks:
            yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Points(lines):
            yield f"#list({', '.join(map(quoted, lines))})"
        case AlignedLines(lines):
            yield f"#raw(block: true, {quoted(chr(10).join(lines))})"
        case Entries(items):
            entries = (f"terms.item({quoted(entry.term)}, {quoted(' '.join(entry.lines))})" for entry in items)
            yield f"#terms({', '.join(entries)})"
        case Figures(items):
            wide = WIDE if len(items) == 1 else NARROW
            pictures = ",\n".join(_picture(figure, wide) for figure in items)
            columns = "1fr" if len(items) == 1 else "(1fr, 1fr)"
            yield f"#grid(columns: {columns}, gutter: 6mm, {pictures})"


def _picture(figure: RulebookFigure, wide: str) -> str:
    return f"picture({quoted(figure.svg)}, {wide}, {quoted(figure.title)}, {quoted(figure.caption)})"
