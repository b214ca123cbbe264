"""Sheets as files: a PDF with all pages, or an SVG or PNG for each page."""

from __future__ import annotations

import os
from typing import Final

from fairyscore.render import export
from fairyscore.render.export import DPI, ExportError, encoded
from fairyscore.render.sheet.book import SheetBook
from fairyscore.render.sheet.pdf import pdf

ENDINGS: Final = (".svg", ".pdf", ".png")
MOST_PAGES: Final = 1000
"""Of a sheet: more is a whole archive, which nobody frames."""


def files(made: SheetBook, path: str, dpi: int = DPI) -> list[tuple[str, bytes]]:
    """The files of a sheet, by their paths: `game.svg`, or `game-1.svg` and so on where there are several pages.

    Raises `ExportError` for an ending that is not known, a library that is not there, and too many pages or pixels.
    """
    ending = ending_of(path)
    if len(made.pages) > MOST_PAGES:
        raise ExportError(f"the sheet has {len(made.pages):,} pages, and at most {MOST_PAGES:,} are made")
    if ending == ".pdf":
        return [(path, pdf(made))]
    drawn = [encoded(made.svg(number), ending, dpi) for number in range(len(made.pages))]
    return list(zip(paths_of(path, len(drawn)), drawn, strict=True))


def ending_of(path: str) -> str:
    """The ending of a path, which says what is written. Raises `ExportError`."""
    return export.ending_of(path, ENDINGS, "sheets")


def paths_of(path: str, pages: int) -> list[str]:
    """The path of each page.

    >>> paths_of("game.svg", 1), paths_of("game.svg", 2)
    (['game.svg'], ['game-1.svg', 'game-2.svg'])
    """
    if pages == 1:
        return [path]
    stem, ending = os.path.splitext(path)  # noqa: PTH122
    digits = len(str(pages))
    return [f"{stem}-{number:0{digits}}{ending}" for number in range(1, pages + 1)]
