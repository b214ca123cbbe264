"""Templates of users, for pages and texts: their files, and places in them in double braces.

>>> filled("<title>{{title}}</title>", {"title": "Anna"})
'<title>Anna</title>'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError

LONGEST: Final = 1_000_000
"""Characters of a template or style sheet."""

PLACE = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


class TemplateError(DrawingError):
    """A template or style sheet that cannot be used; one sentence, fit for a terminal."""


def text_of(path: str, what: str) -> str:
    """A user's file as text. what: it is called in messages. Raises `TemplateError`."""
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(4 * LONGEST + 1).decode("utf-8-sig")
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or "it is no UTF-8 text"
        raise TemplateError(f"the {what} {shown(path)} cannot be read: {why}") from None
    if len(text) > LONGEST:
        raise TemplateError(f"the {what} {shown(path)} is too long: more than {LONGEST:,} characters")
    return text


def filled(text: str, content: Mapping[str, str]) -> str:
    """A template with its content; what looks like a place within that stays as it is."""
    return PLACE.sub(lambda place: content[place[1]], text)
