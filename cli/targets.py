"""What `convert` writes: a format of records, or a text with its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairyscore.cli.options import writable_format, wrong_usage
from fairyscore.cli.picture_files import PictureFiles
from fairyscore.cli.sources import refuse_sharing
from fairyscore.cli.text_names import TEXTS
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.work.bulk.running import BulkOptions

if TYPE_CHECKING:
    from fairyscore.render.texts.document import TextOptions


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
