"""The texts by name. They are written only, and are no formats of records: notation knows no pictures.

>>> text_of_path("games/anna.MD"), text_of_path("anna.pgn")
('markdown', '')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fairyscore.notation.formats.known import Known

if TYPE_CHECKING:
    from fairyscore.render.texts.medium import Medium

TEXTS: dict[str, Known] = {
    "markdown": Known(
        "markdown",
        "MARKDOWN",
        (".md", ".markdown"),
        "moves, comments and diagrams as Markdown; written only",
        read=False,
    ),
    "latex": Known("latex", "LATEX", (".tex",), "the same as LaTeX; needs fairyscore[pdf] for diagrams", read=False),
}


def text_named(name: str) -> Medium:
    """The medium of one of these names."""
    from fairyscore.render.texts.medium import Medium

    known = TEXTS[name]
    found = getattr(import_module(f"fairyscore.render.texts.{known.module}"), known.attribute)
    assert isinstance(found, Medium)
    return found


def text_of_path(path: str) -> str:
    """The name of the text that a path's ending stands for, empty where none does."""
    return next((name for name, known in TEXTS.items() if path.lower().endswith(known.endings)), "")
