"""A book of games as PDF: typst sets the data by a template, with the figurine fonts of this package."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple
from unicodedata import category

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import figurine_fonts, library
from fairyscore.render.font_outlines.letters import letters, stand_ins

TEMPLATE, MARKDOWN = "book.typ", "markdown.typ"
STYLES: Final = ("modern", "informant")


def written(book: dict[str, Any]) -> bytes:
    """The data as JSON."""
    return (json.dumps(book, ensure_ascii=False, indent=1) + "\n").encode()


class Place(NamedTuple):
    """Where something stands in a book. kind: `game`, `moves` or `diagram`; what: its number or its text. below: page,
    column and height, so that what stands below another thing is more."""

    kind: str
    what: int | str
    below: tuple[int, int, float]


def pdf(book: dict[str, Any], template: str = "") -> bytes:
    """The book, set by a template, ours if it is empty. A template reads `book.json`, which lies beside it.

    Raises `DrawingError`: `ExportError` without the extra `pdf`, or with what typst says of the template.
    """
    typst = library("typst", "pdf")
    with _beside(book, template) as (path, fonts):
        try:
            made = typst.compile(path, timestamp=0, **fonts)
        except typst.TypstError as error:
            message = str(getattr(error, "message", error))
            raise DrawingError(f"the template cannot be set: {shown(message, 500)}") from None
    return bytes(made)


def places(book: dict[str, Any]) -> list[Place]:
    """Where games, moves of main lines and diagrams stand in a book that our template sets, in the order of their text."""
    typst = library("typst", "pdf")
    with _beside(book, "") as (path, fonts):
        found = json.loads(typst.query(path, "<place>", field="value", sys_inputs={"places": "yes"}, **fonts))
    look = book["look"]
    middle = look["paper"][0] / 2 + look["bleed"] if look["style"] == "informant" else inf
    return [Place(kind, what, (page, int(left > middle), down)) for kind, what, page, left, down in found]


@contextmanager
def _beside(book: dict[str, Any], template: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A folder with a template, the data and the fonts: the path of the template, and what typst needs to know of it."""
    with figurine_fonts() as folder:
        root = Path(folder)
        (root / TEMPLATE).write_text(template or data_text("fairyscore.render.book", TEMPLATE), encoding="utf-8")
        (root / MARKDOWN).write_text(data_text("fairyscore.render", MARKDOWN), encoding="utf-8")
        (root / "book.json").write_text(json.dumps(_settable(book), ensure_ascii=False), encoding="utf-8")
        yield str(root / TEMPLATE), {"root": folder, "font_paths": [folder], "ignore_system_fonts": True}


OTHERS: Final = range(0x0530, 0x0590), range(0x0600, 0x0700), range(0x10A0, 0x1100)
"""Armenian, Arabic and Georgian letters, which the fonts of typst have beside those that our own have too."""


def _settable(value: Any) -> Any:
    """The data with texts that the fonts can set; letters that they lack are named."""
    if isinstance(value, str):
        return value if value.isascii() or "<svg" in value[:100] else stand_ins(value, _has)
    if isinstance(value, dict):
        return {key: _settable(part) for key, part in value.items()}
    return [_settable(part) for part in value] if isinstance(value, list | tuple) else value


def _has(char: str) -> bool:
    """Whether the fonts have a character: all signs, and the letters of these scripts."""
    is_letter = category(char).startswith("L")
    return not is_letter or char in letters(bold=False) or any(ord(char) in block for block in OTHERS)
