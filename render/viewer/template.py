"""The frame of a page: the one that is here, or a user's, with places for what the page is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import current
from fairyscore.render.templates import PLACE, text_of

PLACES: Final = {
    "policy": "the content security policy, for the content of a meta element in the head",
    "title": "what the page is called, for the title element",
    "style": "the style elements, for the head",
    "content": "all that is seen, for the body",
    "program": "the data and the program, for the end of the body",
}
"""What a template holds in double braces, each once, and what is put there."""


def own(name: str) -> str:
    """The text of a file of this package."""
    return data_text("fairyscore.render.viewer", name)


def template(path: str = "") -> str:
    """The template of a path, ours where it is empty. Raises `DrawingError` where it has not every place just once."""
    if not path:
        return own("page.html").replace('lang="en"', f'lang="{current().code}"')
    text = text_of(path, "template")
    found = PLACE.findall(text)
    said = f"the template {shown(path)}"
    for place in found:
        if place not in PLACES:
            raise DrawingError(f"{said} has a place {{{{{place}}}}}; there are {_listed(PLACES)}")
    missing = [place for place in PLACES if place not in found]
    if missing:
        raise DrawingError(f"{said} has no place for {_listed(missing)}")
    twice = next((place for place in PLACES if found.count(place) > 1), "")
    if twice:
        raise DrawingError(f"{said} has {{{{{twice}}}}} more than once")
    return text


def _listed(places: Mapping[str, str] | list[str]) -> str:
    return ", ".join(f"{{{{{place}}}}}" for place in places)
