"""Templates of users, for pages and texts: their files, and places in them in double braces.

>>> filled("<title>{{title}}</title>", {"title": "Anna"})
'<title>Anna</title>'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render import toml_files
from fairyscore.render.errors import DrawingError

LONGEST: Final = 1_000_000  # characters of a template or style sheet

PLACE = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


def text_of(path: str, what: str) -> str:
    """A user's file as text. what: it is called in messages. Raises `DrawingError`."""
    return toml_files.text_of(path, f"the {what}", LONGEST)


def template(path: str, once: Iterable[str], others: Iterable[str] = ()) -> str:
    """A user's template. once: the places that it has just once; others: those that it may have as well.

    Raises `DrawingError`.
    """
    text, said = text_of(path, "template"), f"the template {shown(path)}"
    found, places = PLACE.findall(text), tuple(dict.fromkeys((*once, *others)))
    if strange := [place for place in found if place not in places]:
        raise DrawingError(f"{said} has a place {listed(strange[:1])}; there are {listed(places)}")
    if missing := [place for place in once if place not in found]:
        raise DrawingError(f"{said} has no place for {listed(missing)}")
    if twice := [place for place in once if found.count(place) > 1]:
        raise DrawingError(f"{said} has {listed(twice[:1])} more than once")
    return text


def listed(places: Iterable[str]) -> str:
    """Places as they stand in a template."""
    return ", ".join(f"{{{{{place}}}}}" for place in places)


def filled(text: str, content: Mapping[str, str]) -> str:
    """A template with its content; what looks like a place within that stays as it is."""
    return PLACE.sub(lambda place: content[place[1]], text)
