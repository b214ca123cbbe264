"""The colours of a page as CSS variables, so that one drawing of a board serves light, dark and users' own style sheets.

Everything is drawn in a theme whose colours are numbers of variables (`numbered`); in what is drawn these become
`var(--name)` (`named`), and `definitions` gives the variables their colours.

>>> named('<path fill="#fe0001" />')
'<path fill="var(--paper)" />'
>>> definitions(THEMES["dark"])[:2]
(('--paper', '#1d1f23'), ('--ink', '#e8e6e3'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, Final

from fairyscore.render.themes import THEMES, Owner, Paint, Stroke, Theme

COLOURS: Final = {"Paint": ("fill", "ink"), "Owner": ("body", "line"), "Stroke": ("colour",)}
"""Which values of a part of a theme are colours; a part with one has no suffix in its variables."""

MARK: Final = "#fe0"
"""How the numbers of variables begin where a colour is expected; three digits follow."""

_NUMBERED = re.compile(f'"{MARK}([0-9a-f]{{3}})"')


def _places(theme: Theme) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every colour of a theme with its place: the field, the key within it, the value within that."""
    for field in fields(theme):
        value = getattr(theme, field.name)
        if field.name == "name":
            continue
        if isinstance(value, str):
            yield (field.name,), value
        elif isinstance(value, (Paint, Owner, Stroke)):
            yield from _parts((field.name,), value)
        else:
            for key, part in value.items():
                yield from _parts((field.name, key), part)


def _parts(place: tuple[str, ...], part: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    for name in COLOURS[type(part).__name__]:
        yield (*place, name), getattr(part, name)


PLURALS: Final = {"fields": "field", "owners": "piece", "marks": "mark"}
"""What a variable says instead of the name of a table."""


def _variable(place: tuple[str, ...]) -> str:
    words = [PLURALS.get(place[0], place[0]), *place[1:]]
    if words[-1] in ("fill", "colour"):
        words.pop()
    return f"--{'-'.join(words)}"


NAMES: Final = tuple(_variable(place) for place, _ in _places(THEMES["screen"]))
"""The variables, in the order of a theme's colours."""

_PLACES: Final = {place: number for number, (place, _) in enumerate(_places(THEMES["screen"]), 1)}


@lru_cache(maxsize=8)
def numbered(theme: Theme) -> Theme:
    """The theme with a variable's number for each colour; its hatchings and dashes stay."""
    changes: dict[str, Any] = {}
    for field in fields(theme):
        value = getattr(theme, field.name)
        if field.name == "name":
            continue
        if isinstance(value, str):
            changes[field.name] = _number((field.name,))
        elif isinstance(value, (Paint, Owner, Stroke)):
            changes[field.name] = _numbered_part((field.name,), value)
        else:
            changes[field.name] = {key: _numbered_part((field.name, key), part) for key, part in value.items()}
    return replace(theme, **changes)


def _numbered_part(place: tuple[str, ...], part: Any) -> Any:
    return replace(part, **{name: _number((*place, name)) for name in COLOURS[type(part).__name__]})


def _number(place: tuple[str, ...]) -> str:
    return f"{MARK}{_PLACES[place]:03x}"


def named(drawn: str) -> str:
    """What was drawn in a numbered theme, with the variables of its colours."""
    return _NUMBERED.sub(lambda found: f'"var({NAMES[int(found[1], 16) - 1]})"', drawn)


def definitions(theme: Theme) -> tuple[tuple[str, str], ...]:
    """The variables with the colours that a theme gives them."""
    return tuple(zip(NAMES, (colour for _, colour in _places(theme)), strict=True))
