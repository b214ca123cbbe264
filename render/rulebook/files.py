"""The files of a rule sheet: `rules.md` with its pictures in `figures/`, `rules.html`, `rules.pdf`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from fairyscore.render.rulebook.book import Rulebook
from fairyscore.render.rulebook.html import html
from fairyscore.render.rulebook.markdown import markdown
from fairyscore.render.rulebook.pdf import pdf

FIGURES: Final = "figures"

Files = Iterator[tuple[str, bytes]]
"""Path in the folder of the sheet, with slashes, and content."""


def _markdown(book: Rulebook) -> Files:
    for figure in book.figures():
        yield f"{FIGURES}/{figure.name}.svg", f"{figure.svg}\n".encode()
    yield "rules.md", markdown(book, FIGURES).encode()


def _html(book: Rulebook) -> Files:
    yield "rules.html", html(book).encode()


def _pdf(book: Rulebook) -> Files:
    yield "rules.pdf", pdf(book)


FORMATS: Final[dict[str, Callable[[Rulebook], Files]]] = {"md": _markdown, "html": _html, "pdf": _pdf}


def files(book: Rulebook, formats: Iterable[str]) -> Files:
    """What is to be written. formats: of `FORMATS`. Raises `ExportError` for a PDF without the extra."""
    for name in formats:
        yield from FORMATS[name](book)
