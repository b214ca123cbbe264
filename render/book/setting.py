"""A book of games as PDF: typst sets the data by a template, with the figurine fonts of this package."""

import json
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import figurine_fonts, library

TEMPLATE: Final = "book.typ"
STYLES: Final = ("modern", "informant")


def written(book: dict[str, Any]) -> bytes:
    """The data as JSON."""
    return (json.dumps(book, ensure_ascii=False, indent=1) + "\n").encode()


def pdf(book: dict[str, Any], template: str = "") -> bytes:
    """The book, set by a template, ours if it is empty. A template reads `book.json`, which lies beside it.

    Raises `DrawingError`: `ExportError` without the extra `pdf`, or with what typst says of the template.
    """
    typst = library("typst", "pdf")
    with figurine_fonts() as folder:
        root = Path(folder)
        (root / TEMPLATE).write_text(template or data_text("fairyscore.render.book", TEMPLATE), encoding="utf-8")
        (root / "book.json").write_text(json.dumps(book, ensure_ascii=False), encoding="utf-8")
        try:
            made = typst.compile(
                str(root / TEMPLATE), root=folder, font_paths=[folder], ignore_system_fonts=True, timestamp=0
            )
        except typst.TypstError as error:
            message = str(getattr(error, "message", error))
            raise DrawingError(f"the template cannot be set: {shown(message, 500)}") from None
    return bytes(made)
