"""Sheets as files: an SVG or PNG for each page, or a tagged PDF with all pages, by typst, a library of the extra `pdf`.

What is seen in the PDF are the drawn pages, each an artifact. Over them lies the text, unseen: headings, paragraphs, and
figures with words for those who do not see them. Titles of games are bookmarks. Where the text allows it, the file keeps to
PDF/UA-1, which the library checks.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import sqrt
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.export import DPI, ExportError, encoded, ending_of, library, quoted
from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.geometry import number
from fairyscore.render.language import current
from fairyscore.render.prose import described
from fairyscore.render.sheet.book import SheetBook
from fairyscore.render.sheet.lines import broken, words
from fairyscore.render.sheet.pages import DiagramItem, GraphItem, Letters, Part, PlacedItem

ENDINGS: Final = (".svg", ".pdf", ".png")
MOST_PAGES: Final = 1000  # of a sheet: more is a whole archive, which nobody frames


def files(made: SheetBook, path: str, dpi: int = DPI) -> list[tuple[str, bytes]]:
    """The files of a sheet, by their paths: `game.svg`, or `game-1.svg` and so on where there are several pages.

    Raises `ExportError` for an ending that is not known, a library that is not there, and too many pages or pixels.
    """
    ending = ending_of(path, ENDINGS, "sheets")
    if len(made.pages) > MOST_PAGES:
        raise ExportError(f"the sheet has {len(made.pages):,} pages, and at most {MOST_PAGES:,} are made")
    if ending == ".pdf":
        return [(path, pdf(made))]
    drawn = [encoded(made.svg(number), ending, dpi) for number in range(len(made.pages))]
    if len(drawn) == 1:
        return [(path, drawn[0])]
    (stem, suffix), digits = os.path.splitext(path), len(str(len(drawn)))  # noqa: PTH122
    return [(f"{stem}-{place:0{digits}}{suffix}", data) for place, data in enumerate(drawn, 1)]


# -- PDF --------------------------------------------------------------------------------------------------------------

REPEATED: Final = ("running-head", "folio")  # what stands on every page and belongs to no text
LEVELS: Final = {"title": 1, "heading": 2}

NARROWER: Final = 0.94
"""Size of the unseen letters against those that are seen, so that no line of them is too long for its place."""

LETTER: Final = 0.56  # squares of the em that a letter takes with the line it stands in
LARGEST: Final = 30.0  # points of the words over a diagram


def pdf(made: SheetBook) -> bytes:
    """All pages as one PDF, the same bytes whenever it is made. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    text = "\n".join(source(made)).encode()
    try:
        return bytes(typst.compile(text, timestamp=0, ignore_system_fonts=True, pdf_standards=["ua-1"]))
    except typst.TypstError:  # a character that no font has, as in somebody's name: the standard allows none
        return bytes(typst.compile(text, timestamp=0, ignore_system_fonts=True))


def source(made: SheetBook) -> Iterator[str]:
    """The pages in the language of typst. Texts are strings: nothing in them acts."""
    paper = made.look.paper
    authors = "".join(f"{quoted(author)}, " for author in made.authors)
    language = quoted(current().code)
    yield data_text("fairyscore.render.sheet", "head.typ").format(
        language=language,
        title=quoted(made.title),
        authors=authors,
        width_mm=f"{paper.width_mm:g}",
        height_mm=f"{paper.height_mm:g}",
    )
    for place, page in enumerate(made.pages):
        if place:
            yield "#pagebreak()"
        yield f"#drawn({quoted(made.svg(place, words=False))})"
        for (what, _), run in groupby(_read(placed for placed, _ in page.placed), key=lambda read: read[0]):
            parts = [(placed, part) for _, placed, part in run]
            placed, part = parts[0]
            yield _figure(placed, part) if isinstance(part, DiagramItem | GraphItem) else _text(what, parts)


def _read(items: Iterable[PlacedItem]) -> Iterator[tuple[tuple[str, int], PlacedItem, Part]]:
    """The text and diagrams of a page in the order in which they are read, with what each is and its paragraph's number."""
    paragraph = 0
    for placed in items:
        for part in placed.item.parts:
            if isinstance(part, DiagramItem | GraphItem):
                paragraph += 1
                yield ("diagram", paragraph), placed, part
            elif isinstance(part, Letters) and part.what not in REPEATED and part.line.text:
                paragraph += placed.item.starts
                yield (part.what if part.what in LEVELS else "text", paragraph), placed, part


def _figure(placed: PlacedItem, part: DiagramItem | GraphItem) -> str:
    """The position or the graph in words, unseen over it: programs that take text from pages see a column there, no gap."""
    text = part.says if isinstance(part, GraphItem) else described(part.moment)
    size = min(LARGEST, sqrt(part.width * part.height / (LETTER * len(text))))
    lines = broken(words(text, FontFace(size, serif=True)), part.width)
    places = (placed.x + part.x, placed.y + part.y, part.width + 1, part.height, part.height / len(lines))
    sizes = ", ".join(f"{number(value)}pt" for value in (*places, NARROWER * size))
    small = isinstance(part, DiagramItem) and part.names == "none"  # and stands in a row with others
    seen = "empty" if small else _lines_of((line.text, 1.0) for line in lines)
    return f"#board({sizes}, {quoted(text)}, {{{seen}}})"


def _lines_of(lines: Iterable[tuple[str, float]]) -> str:
    """Lines that end where they end on the page. Each has the share of it that is seen."""
    runs = []
    for text, seen in lines:
        run = quoted(text)
        runs.append(run if seen == 1 else f"text(size: {seen:.3f}em, {run})")
    return "; linebreak(justify: true); ".join(runs)


def _text(what: str, parts: list[tuple[PlacedItem, Part]]) -> str:
    """A paragraph or heading where it begins, broken as it is seen."""
    letters = [(placed, part) for placed, part in parts if isinstance(part, Letters)]
    placed, first = letters[0]
    rows = []
    for _, entries in groupby(letters, key=lambda entry: (entry[0].x, entry[0].y)):
        rows.append([part for _, part in entries])
    width = max(row[-1].x + row[-1].line.x + row[-1].line.width for row in rows) - first.x
    texts = (" ".join(part.line.text for part in row) for row in rows)
    text = _lines_of(zip(texts, (row[-1].line.seen for row in rows), strict=True))
    body = f"heading(level: {LEVELS[what]}, {{{text}}})" if what in LEVELS else f"par({{{text}}})"
    places = (placed.x + first.x, placed.y, width + 1, NARROWER * first.line.size)
    return f"#put({', '.join(f'{number(value)}pt' for value in places)}, {body})"
