"""Themes as text: the TOML that `themes.read` reads, and the JSON schema of it, with what each key means.

>>> from fairyscore.render.themes import THEMES, read
>>> read(as_toml(THEMES["dark"])).fields == THEMES["dark"].fields
True
>>> schema()["properties"]["paper"]["description"]
'behind everything'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from fairyscore.render.themes import DASHES, HATCHES, HEX, SCREEN, THEMES, Owner, Paint, Stroke, Theme

KEYS: Final = {
    "base": "the theme whose values hold where none are given",
    "paper": "behind everything",
    "ink": "text and the frame of the board",
    "line": "borders of cells",
    "label": "names in cells",
    "faint": "names and cells that are drawn once more",
    "water": "rivers",
    "wave": "the waves of rivers",
    "casing": "on either side of marks, so that they are seen on any cell",
    "void": "places that are no cells",
    "fields": "cells, by what they are",
    "owners": "pieces, by the name of their player",
    "origin": "the cell that the last move began on",
    "target": "the cell that it ended on",
    "check": "the star behind a piece in check",
    "marks": "marks and arrows, by the name of their colour",
}
"""What each key of a theme colours."""

COLOUR: Final = {"type": "string", "pattern": f"^{HEX.pattern}$"}
PARTS: Final[dict[str, dict[str, Any]]] = {
    "hatch": {"enum": list(HATCHES)},
    "dash": {"type": "string", "pattern": f"^{DASHES.pattern}$"},
}
"""Values that are no colours, by their names."""


def as_toml(theme: Theme) -> str:
    """All of a theme, each key with what it colours."""
    return "\n".join(_lines(theme)) + "\n"


def _lines(theme: Theme) -> Iterator[str]:
    yield f'base = "{theme.name if theme.name in THEMES else "screen"}"'
    tables = []
    for entry in fields(theme)[1:]:
        value = getattr(theme, entry.name)
        if isinstance(value, str | Paint | Stroke):
            yield f"{entry.name} = {_value(value)}  # {KEYS[entry.name]}"
        else:
            tables.append((entry.name, value))
    for name, table in tables:
        yield from ("", f"[{name}]  # {KEYS[name]}", *(f"{key} = {_value(value)}" for key, value in table.items()))


def _value(value: str | Paint | Owner | Stroke) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    parts = ", ".join(f'{part.name} = "{getattr(value, part.name)}"' for part in fields(value))
    return f"{{ {parts} }}"


def schema() -> dict[str, Any]:
    """The JSON schema of theme files (draft 2020-12)."""
    known: dict[str, Any] = {"base": {"enum": list(THEMES)}}
    for entry in fields(SCREEN)[1:]:
        known[entry.name] = _schema(getattr(SCREEN, entry.name))
    described = {key: {"description": KEYS[key], **value} for key, value in known.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A theme of drawings",
        **_object(described),
    }


def _schema(value: Any) -> dict[str, Any]:
    """A colour; a table of colours, for which its first one may stand; or a table of these by name."""
    if isinstance(value, str):
        return COLOUR
    if isinstance(value, Paint | Owner | Stroke):
        return {"anyOf": [COLOUR, _object({part.name: PARTS.get(part.name, COLOUR) for part in fields(value)})]}
    return _object({name: _schema(part) for name, part in value.items()})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}
