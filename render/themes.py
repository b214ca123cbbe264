"""Colours and hatchings of a drawing. Four themes are here; a user's own is one of them with some values changed, as TOML.

>>> THEMES["screen"].field("dark").fill
'#c9a27c'
>>> read('[fields]\\ndark = "#88aa66"\\n').field("dark").fill
'#88aa66'
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown, suggestion
from fairyscore.render.errors import DrawingError
from fairyscore.render.user_files import placed, table, text_of

COLOURED: Final = ("red", "green", "yellow", "blue")
"""Kinds of cells that are told apart by their colour; each shows its first letter too. Any two of them differ by a delta E
of 12 at least, for people with any kind of colour vision (tests simulate three)."""

HATCH_WORDS: Final = {
    "vertical": "upright lines",
    "horizontal": "level lines",
    "rising": "rising lines",
    "falling": "falling lines",
    "dots": "dots",
    "cross": "crossed lines",
}
HATCHES: Final = ("", *HATCH_WORDS)  # kinds of hatching by name; nothing for none

HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
DASHES: Final = re.compile(r"([0-9]{1,2}( [0-9]{1,2}){0,7})?")


@dataclass(frozen=True, slots=True)
class Paint:
    """The filling of a field: a colour, and a hatching over it with the colour of its lines."""

    fill: str
    hatch: str = ""
    ink: str = "#000000"


@dataclass(frozen=True, slots=True)
class Owner:
    """The two colours of a player's pieces: their body, and all lines about and within it."""

    body: str
    line: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A mark's colour and the lengths of its dashes, empty for an unbroken line."""

    colour: str
    dash: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """All colours of a drawing. Two are the same only if they are the same object.

    paper: behind everything; ink: text and frame; line: borders of fields; label: names in fields; faint: names and fields
    that are repeated; water, wave: rivers; void: places that are not fields.
    fields: by what a field is (`Scenery.fields`). owners: by a player's name.
    casing: on either side of marks, so that they are seen on any field.
    origin, target: the fields of the last move; check: a piece in check; marks: by the name of a mark's colour.
    """

    name: str
    paper: str
    ink: str
    line: str
    label: str
    faint: str
    water: str
    wave: str
    casing: str
    void: Paint
    fields: Mapping[str, Paint]
    owners: Mapping[str, Owner]
    origin: Stroke
    target: Stroke
    check: Paint
    marks: Mapping[str, Stroke]

    def field(self, kind: str) -> Paint:
        """The paint of a kind of field; a kind that the theme does not know is painted like light ones."""
        return self.fields.get(kind) or self.fields["light"]


_LINE: Final = re.compile(r'(\w+) = (?:"([^"]*)"|\{(.*)\})')
_PART: Final = re.compile(r'(\w+) = "([^"]*)"')
_KINDS: Final[Mapping[str, Callable[..., Paint | Owner | Stroke]]] = {"fill": Paint, "body": Owner, "colour": Stroke}
"""What a table of values is, by the first of them."""


def _shipped(name: str) -> Theme:
    """A theme that comes along: a file as users write it, with every key. To import `tomllib` takes longer than this."""
    table: dict[str, Any] = {}
    whole = table
    for line in text_of_shipped(name).splitlines():
        if line.startswith("["):
            table = whole[line[1 : line.index("]")]] = {}
        elif found := _LINE.match(line):
            parts = dict(_PART.findall(found[3] or ""))
            table[found[1]] = _KINDS[next(iter(parts))](**parts) if parts else found[2]
    return Theme(whole.pop("base"), **whole)


def text_of_shipped(name: str) -> str:
    """The file of a theme that comes along, as TOML with every key and what it colours."""
    return data_text("fairyscore.render", f"theme_files/{name}.toml")


THEMES: Final = {name: _shipped(name) for name in ("screen", "dark", "print", "colour-blind")}
"""In print, colours have the hatchings of heraldry (gules, vert, azure, the dots of or). Those of `colour-blind` are told
apart with any kind of colour vision (Okabe and Ito, 2008).
"""


# -- a user's own -----------------------------------------------------------------------------------------------------


def find(name: str) -> Theme:
    """The theme of a name, or the one of a TOML file where the name ends in `.toml`. Raises `DrawingError`."""
    if name in THEMES:
        return THEMES[name]
    if not name.endswith(".toml"):
        meant = suggestion(name, THEMES)
        raise DrawingError(
            f"there is no theme '{shown(name)}'; there are {', '.join(THEMES)}, or your own .toml{meant}"
        )
    return read(text_of(name, "the theme"), name)


def read(text: str, name: str = "own") -> Theme:
    """A theme from TOML: `base` names one of those that are here, and all other keys are changes to it.

    Keys are the names of the values of `Theme`; colours are `#rrggbb`. Raises `DrawingError` for anything else.
    """
    data = table(text, f"the theme {shown(name)}")
    try:
        base = data.pop("base", "screen")
        if not isinstance(base, str) or base not in THEMES:
            raise DrawingError(f"base is one of {', '.join(THEMES)}", "base")
        now = {key: value for key, value in values_of(THEMES[base]).items() if key != "name"}
        if unknown := [key for key in data if key not in now]:
            raise DrawingError(f"there is no '{shown(unknown[0])}'; there are base, {', '.join(now)}", unknown[0])
        changes = {key: _changed(key, value, now[key]) for key, value in data.items()}
    except DrawingError as error:
        raise DrawingError(f"the theme {shown(name)}: {placed(text, error.key)}{error}") from None
    return replace(THEMES[base], **{**changes, "name": Path(name).stem})


def values_of(of: Any) -> dict[str, Any]:
    """The entries of a table, or the fields of a `Theme`, `Paint`, `Owner` or `Stroke`, by their names."""
    return of if isinstance(of, dict) else {entry.name: getattr(of, entry.name) for entry in fields(of)}


def _changed(key: str, given: object, now: Any) -> Any:
    """A value as given, in the kind that it has now: a text, a table of changes, or something that has a colour."""
    if isinstance(now, str) or (isinstance(given, str) and not isinstance(now, dict)):
        pattern, wanted = _TEXTS.get(key.rpartition(".")[2], (HEX, "a colour such as #a0b1c2"))
        if not isinstance(given, str) or not pattern.fullmatch(given):
            raise DrawingError(f"{shown(key)} is {wanted}", key)
        if isinstance(now, str):
            return given
        given = {fields(now)[0].name: given}
        if isinstance(now, Paint):
            given["hatch"] = ""
    known = values_of(now)
    if not isinstance(given, dict):
        what = f"a table of {', '.join(known)}" if isinstance(now, dict) else "a colour such as #a0b1c2, or a table"
        raise DrawingError(f"{shown(key)} is {what}", key)
    if unknown := [part for part in given if part not in known]:
        raise DrawingError(f"{shown(key)} has no '{shown(unknown[0])}', only {', '.join(known)}", f"{key}.{unknown[0]}")
    changes = {part: _changed(f"{key}.{part}", value, known[part]) for part, value in given.items()}
    return {**now, **changes} if isinstance(now, dict) else replace(now, **changes)


_TEXTS: Final = {
    "hatch": (re.compile("|".join(HATCHES)), f"one of {', '.join(filter(None, HATCHES))}, or empty"),
    "dash": (DASHES, "lengths of dashes and gaps such as '5 4', or empty"),
}
"""What a given is, by the last part of its key; all others are colours."""
