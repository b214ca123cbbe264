"""Files of users: TOML of themes, styles and words, and where a fault stands in it; templates with places in double braces.

>>> placed('paper = "#fff"\\n[fields]\\ndark = 3\\n', "fields.dark")
'line 3, column 1: '
>>> filled("<title>{{title}}</title>", {"title": "Anna"})
'<title>Anna</title>'
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.text import shown
from fairyscore.notation.variants.toml_places import places
from fairyscore.render.errors import DrawingError

LONGEST: Final = 1_000_000  # characters of a file
LONGEST_TOML: Final = 100_000

PLACE: Final = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


def text_of(path: str, what: str) -> str:
    """The text of a file. what: it is, as errors say it. Raises `DrawingError`."""
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(4 * LONGEST + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise DrawingError(f"{what} {shown(path)} cannot be read: {why}") from None
    return _short(text, f"{what} {shown(path)}", LONGEST)


def _short(text: str, what: str, longest: int) -> str:
    if len(text) > longest:
        raise DrawingError(f"{what} is too long: more than {longest:,} characters")
    return text


# -- TOML ---------------------------------------------------------------------------------------------------------------


def table(text: str, what: str) -> dict[str, Any]:
    """The document of a text. Raises `DrawingError`."""
    import tomllib

    try:
        return tomllib.loads(_short(text, what, LONGEST_TOML))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DrawingError(f"{what} is not TOML: {shown(str(error) or 'nested too deep')}") from None


def placed(text: str, key: str) -> str:
    """Where a key stands, its parts between dots, to be put before what is wrong with it; empty where nobody knows."""
    found = places(text)
    parts: list[str] = key.split(".")
    while parts:
        if at := found.get(tuple(parts)):
            return f"line {at.line}, column {at.column}: "
        parts.pop()
    return ""


# -- templates ----------------------------------------------------------------------------------------------------------


def template(path: str, once: Iterable[str], others: Iterable[str] = ()) -> str:
    """A user's template. once: the places that it has just once; others: those that it may have as well.

    Raises `DrawingError`.
    """
    text, what = text_of(path, "the template"), f"the template {shown(path)}"
    found, known = PLACE.findall(text), tuple(dict.fromkeys((*once, *others)))
    if strange := [place for place in found if place not in known]:
        raise DrawingError(f"{what} has a place {listed(strange[:1])}; there are {listed(known)}")
    if missing := [place for place in once if place not in found]:
        raise DrawingError(f"{what} has no place for {listed(missing)}")
    if twice := [place for place in once if found.count(place) > 1]:
        raise DrawingError(f"{what} has {listed(twice[:1])} more than once")
    return text


def listed(places: Iterable[str]) -> str:
    """Places as they stand in a template."""
    return ", ".join(f"{{{{{place}}}}}" for place in places)


def filled(text: str, content: Mapping[str, str]) -> str:
    """A template with its content; what looks like a place within that stays as it is."""
    return PLACE.sub(lambda place: content[place[1]], text)
