"""TOML files of users, themes and styles and words: how they are read, and where a fault stands.

>>> placed('paper = "#fff"\\n[fields]\\ndark = 3\\n', "fields.dark")
'line 3, column 1: '
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fairyscore.notation.text import shown
from fairyscore.notation.variants.toml_places import places
from fairyscore.render.errors import DrawingError

LONGEST: Final = 100_000  # characters of such a file


def text_of(path: str, what: str, longest: int = LONGEST) -> str:
    """The text of a file. what: it is, as errors say it. longest: characters that matter. Raises `DrawingError`."""
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(4 * longest + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise DrawingError(f"{what} {shown(path)} cannot be read: {why}") from None
    if len(text) > longest:
        raise DrawingError(f"{what} {shown(path)} is too long: more than {longest:,} characters")
    return text


def table(text: str, what: str) -> dict[str, Any]:
    """The document of a text. Raises `DrawingError`."""
    import tomllib

    if len(text) > LONGEST:
        raise DrawingError(f"{what} is too long: more than {LONGEST:,} characters")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DrawingError(f"{what} is no TOML: {shown(str(error) or 'nested too deep')}") from None


def placed(text: str, key: str) -> str:
    """Where a key stands, its parts between dots, to be put before what is wrong with it; empty where nobody knows."""
    found = places(text)
    parts: list[str] = key.split(".")
    while parts:
        if at := found.get(tuple(parts)):
            return f"line {at.line}, column {at.column}: "
        parts.pop()
    return ""
