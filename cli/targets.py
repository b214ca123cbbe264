"""The texts that `convert` writes beside the formats of records. They are written only, and need pictures, which notation
does not know; so their names stand here, where nothing of `render` is imported before somebody asks for one.

>>> text_of_path("games/anna.MD"), text_of_path("anna.pgn")
('markdown', '')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairyscore.cli.figures import PictureFiles
from fairyscore.cli.options import writable_format, wrong_usage
from fairyscore.cli.sources import refuse_sharing
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import FORMATS, FormatEntry
from fairyscore.notation.work.bulk.running import BulkOptions

if TYPE_CHECKING:
    from fairyscore.render.texts.document import TextOptions

TEXTS: dict[str, FormatEntry] = {
    "markdown": FormatEntry(
        "medium", (".md", ".markdown"), "moves, comments and diagrams as Markdown; written only", read=False
    ),
    "typst": FormatEntry("medium", (".typ",), "the same as Typst source", read=False),
    "latex": FormatEntry("medium", (".tex",), "the same as LaTeX; needs fairyscore[pdf] for diagrams", read=False),
}
"""Their forms are in files of `render.texts`."""


def text_of_path(path: str) -> str:
    """The name of the text that a path's ending stands for, empty where none does."""
    return next((name for name, known in TEXTS.items() if path.lower().endswith(known.endings)), "")


def target_named(value: str) -> Format | str:
    """The format that games are written in, or the name of a text. Raises `click.BadParameter`."""
    name = value.casefold()
    if name in TEXTS:
        return name
    try:
        return writable_format(value)
    except click.BadParameter as error:
        if name in FORMATS:
            raise
        raise click.BadParameter(f"{error.message} Texts are {', '.join(TEXTS)}.") from None


def text_form(
    name: str, diagrams: str, template: str, beside: PictureFiles, bulk: BulkOptions
) -> tuple[Format, TextOptions]:
    """A text as a format, and how it is made, from what the options say. Nonsense in them is wrong usage."""
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.story.builder import diagrams as read
    from fairyscore.render.texts.document import TextOptions, text_format
    from fairyscore.render.texts.medium import medium

    refuse_sharing(bulk, f"{name} is written as games are read")
    with wrong_usage(DrawingError, option="--diagrams"):
        wanted = read(diagrams)
    text = medium(name)
    settings = TextOptions(wanted, beside.picture_writer(text.pictures), template)
    with wrong_usage(DrawingError, option="--template"):
        return text_format(text, settings), settings
