"""The frame of a page: the one that is here, or a user's, with places for what the page is made of."""

from __future__ import annotations

from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render import templates
from fairyscore.render.language import current

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
    if path:
        return templates.template(path, PLACES)
    return own("page.html").replace('lang="en"', f'lang="{current().code}"')
