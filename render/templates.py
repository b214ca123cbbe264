"""Templates of users, for pages and texts: their files, and places in them in double braces.

>>> filled("<title>{{title}}</title>", {"title": "Anna"})
'<title>Anna</title>'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render import toml_files
from fairyscore.render.errors import DrawingError

LONGEST: Final = 1_000_000
"""Characters of a template or style sheet."""

PLACE = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


def text_of(path: str, what: str) -> str:
    """A user's file as text. what: it is called in messages. Raises `DrawingError`."""
    text = toml_files.text_of(path, f"the {what}", LONGEST)
    if len(text) > LONGEST:
        raise DrawingError(f"the {what} {shown(path)} is too long: more than {LONGEST:,} characters")
    return text


def filled(text: str, content: Mapping[str, str]) -> str:
    """A template with its content; what looks like a place within that stays as it is."""
    return PLACE.sub(lambda place: content[place[1]], text)
