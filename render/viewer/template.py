"""The frame of a page: the one that is here, or a user's, with places for what the page is made of.

>>> filled("<title>{{title}}</title>", {"title": "Anna"})
'<title>Anna</title>'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError

PLACES: Final = {
    "policy": "the content security policy, for the content of a meta element in the head",
    "title": "what the page is called, for the title element",
    "style": "the style elements, for the head",
    "content": "all that is seen, for the body",
    "program": "the data and the program, for the end of the body",
}
"""What a template holds in double braces, each once, and what is put there."""

LONGEST: Final = 1_000_000
"""Characters of a template or style sheet."""

_PLACE = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


class TemplateError(DrawingError):
    """A template or style sheet that cannot be used; one sentence, fit for a terminal."""


def own(name: str) -> str:
    """The text of a file of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def template(path: str = "") -> str:
    """The template of a path, ours where it is empty. Raises `TemplateError` where it has not every place just once."""
    if not path:
        return own("page.html")
    text = text_of(path, "template")
    found = _PLACE.findall(text)
    said = f"the template {shown(path)}"
    for place in found:
        if place not in PLACES:
            raise TemplateError(f"{said} has a place {{{{{place}}}}}; there are {_listed(PLACES)}")
    missing = [place for place in PLACES if place not in found]
    if missing:
        raise TemplateError(f"{said} has no place for {_listed(missing)}")
    twice = next((place for place in PLACES if found.count(place) > 1), "")
    if twice:
        raise TemplateError(f"{said} has {{{{{twice}}}}} more than once")
    return text


def _listed(places: Mapping[str, str] | list[str]) -> str:
    return ", ".join(f"{{{{{place}}}}}" for place in places)


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
    return _PLACE.sub(lambda place: content[place[1]], text)
