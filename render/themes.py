"""Colours and hatchings of a drawing. Four themes are here; a user's own is one of them with some values changed, as TOML.

>>> THEMES["screen"].field("dark").fill
'#c9a27c'
>>> read('[fields]\\ndark = "#88aa66"\\n').field("dark").fill
'#88aa66'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.toml_files import placed, table, text_of

HATCHES: Final = ("", "vertical", "horizontal", "rising", "falling", "dots", "cross")
"""Kinds of hatching by name; nothing for none."""

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

HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
DASHES: Final = re.compile(r"([0-9]{1,2}( [0-9]{1,2}){0,7})?")


class ThemeError(DrawingError):
    """A theme that is not known, or that cannot be read; one sentence, fit for a terminal. key: what it is about."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Paint:
    """What a field is filled with: a colour, and a hatching over it with the colour of its lines."""

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
    that are repeated; water, wave: rivers; void: places that are no fields.
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


OWNERS: Final = {
    "white": Owner("#ffffff", "#1a1a1a"),
    "silver": Owner("#dfe5ea", "#2a3a48"),
    "black": Owner("#1f1f1f", "#ffffff"),
    "gold": Owner("#5a4208", "#ffe9a8"),
}

STROKES: Final = {
    "green": Stroke("#15781b"),
    "red": Stroke("#b51e1e"),
    "blue": Stroke("#1b4f9c"),
    "yellow": Stroke("#8a6a00"),
    "cyan": Stroke("#00707a"),
    "magenta": Stroke("#98248a"),
    "orange": Stroke("#b04a00"),
}

SCREEN = Theme(
    name="screen",
    paper="#ffffff",
    ink="#222222",
    line="#6b5335",
    label="#33210c",
    faint="#8a8378",
    water="#5f9fd0",
    wave="#ffffff",
    casing="#ffffff",
    void=Paint("#e4e0d8", ink="#b8b1a4"),
    fields={
        "light": Paint("#f3e3c8"),
        "dark": Paint("#c9a27c"),
        "plain": Paint("#f7eedd"),
        "town": Paint("#e6cf9f"),
        "castle": Paint("#c58f45"),
        "red": Paint("#f0a091"),
        "green": Paint("#91f8d0"),
        "yellow": Paint("#f4e38b"),
        "blue": Paint("#9dc0e6"),
    },
    owners=OWNERS,
    origin=Stroke("#7a5a00", "5 4"),
    target=Stroke("#7a5a00"),
    check=Paint("#ff5a47", ink="#8a0000"),
    marks=STROKES,
)

DARK = replace(
    SCREEN,
    name="dark",
    paper="#1d1f23",
    ink="#e8e6e3",
    line="#33363b",
    label="#14161a",
    faint="#9a9da3",
    water="#3d7fb5",
    wave="#cfe6f7",
    void=Paint("#2b2e34", ink="#50555d"),
    fields={
        "light": Paint("#c6c9cf"),
        "dark": Paint("#8f97a6"),
        "plain": Paint("#b9bec7"),
        "town": Paint("#a4b3a0"),
        "castle": Paint("#b59a5e"),
        "red": Paint("#d88f86"),
        "green": Paint("#6d9f33"),
        "yellow": Paint("#dbc977"),
        "blue": Paint("#87aedb"),
    },
    origin=Stroke("#3a2b00", "5 4"),
    target=Stroke("#3a2b00"),
)

PRINT = replace(
    SCREEN,
    name="print",
    ink="#000000",
    line="#000000",
    label="#000000",
    faint="#555555",
    water="#ffffff",
    wave="#000000",
    void=Paint("#ffffff", "cross", "#bbbbbb"),
    fields={
        "light": Paint("#ffffff"),
        "dark": Paint("#ececec", "rising", "#777777"),
        "plain": Paint("#ffffff"),
        "town": Paint("#ffffff", "dots", "#777777"),
        "castle": Paint("#e0e0e0", "rising", "#666666"),
        # The hatchings of heraldry: gules, vert and azure; yellow has the dots of or.
        "red": Paint("#ffffff", "vertical", "#888888"),
        "green": Paint("#ffffff", "falling", "#888888"),
        "yellow": Paint("#ffffff", "dots", "#666666"),
        "blue": Paint("#ffffff", "horizontal", "#888888"),
    },
    owners={
        "white": Owner("#ffffff", "#000000"),
        "silver": Owner("#ffffff", "#000000"),
        "black": Owner("#000000", "#ffffff"),
        "gold": Owner("#000000", "#ffffff"),
    },
    origin=Stroke("#000000", "5 4"),
    target=Stroke("#000000"),
    check=Paint("#ffffff", ink="#000000"),
    marks={
        "green": Stroke("#000000"),
        "red": Stroke("#000000", "9 4"),
        "blue": Stroke("#000000", "2 3"),
        "yellow": Stroke("#000000", "9 3 2 3"),
        "cyan": Stroke("#000000", "5 5"),
        "magenta": Stroke("#000000", "12 3 2 3 2 3"),
        "orange": Stroke("#000000", "3 6"),
    },
)

OKABE_ITO: Final = {
    "orange": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "purple": "#cc79a7",
}
"""The colours that people with any kind of colour vision tell apart (Okabe and Ito, 2008)."""

COLOUR_BLIND = replace(
    SCREEN,
    name="colour-blind",
    line="#222222",
    label="#000000",
    water=OKABE_ITO["sky"],
    fields={
        "light": Paint("#fbf5e6"),
        "dark": Paint("#b9c4cc"),
        "plain": Paint("#ffffff"),
        "town": Paint("#cfe8f8"),
        "castle": Paint(OKABE_ITO["orange"]),
        "red": Paint("#d45e00"),
        "green": Paint("#54caa5"),
        "yellow": Paint("#eee340"),
        "blue": Paint("#6898b8"),
    },
    origin=Stroke("#000000", "5 4"),
    target=Stroke("#000000"),
    check=Paint(OKABE_ITO["vermilion"], ink="#000000"),
    marks={
        "green": Stroke("#00684b"),
        "red": Stroke("#8f3f00", "9 4"),
        "blue": Stroke("#00517f", "2 3"),
        "yellow": Stroke("#5f5600", "9 3 2 3"),
        "cyan": Stroke("#135f8c", "5 5"),
        "magenta": Stroke("#7c2f58", "12 3 2 3 2 3"),
        "orange": Stroke("#7a5200", "3 6"),
    },
)

THEMES: Final = {theme.name: theme for theme in (SCREEN, DARK, PRINT, COLOUR_BLIND)}


# -- a user's own -----------------------------------------------------------------------------------------------------


def find(name: str) -> Theme:
    """The theme of a name, or the one of a TOML file where the name ends in `.toml`. Raises `ThemeError`."""
    if name in THEMES:
        return THEMES[name]
    if not name.endswith(".toml"):
        from difflib import get_close_matches

        near = get_close_matches(name[:60], THEMES, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise ThemeError(f"there is no theme '{shown(name)}'; there are {', '.join(THEMES)}, or your own .toml{meant}")
    return read(text_of(name, "the theme", ThemeError), name)


def read(text: str, name: str = "own") -> Theme:
    """A theme from TOML: `base` names one of those that are here, and all other keys are changes to it.

    Keys are the names of the values of `Theme`; colours are `#rrggbb`. Raises `ThemeError` for anything else.
    """
    data = table(text, f"the theme {shown(name)}", ThemeError)
    try:
        base = data.pop("base", "screen")
        if not isinstance(base, str) or base not in THEMES:
            raise ThemeError(f"base is one of {', '.join(THEMES)}", "base")
        theme = THEMES[base]
        changes = {key: _value(key, value, getattr(theme, key, None)) for key, value in data.items()}
    except ThemeError as fault:
        raise ThemeError(f"the theme {shown(name)}: {placed(text, fault.key)}{fault}") from None
    return replace(theme, **{**changes, "name": Path(name).stem})


def _value(key: str, said: object, now: object) -> Any:
    """A value of a theme as said, in the kind that it has now."""
    for kind, reader in _READERS.items():
        if isinstance(now, kind) and key != "name":
            return reader(key, said, now)
    known = [entry.name for entry in fields(Theme) if entry.name != "name"]
    raise ThemeError(f"there is no '{shown(key)}'; there are base, {', '.join(known)}", key)


def _text(key: str, said: object, now: object) -> str:
    last = key.rpartition(".")[2]
    good = _KEYS.get(last, _is_colour)
    if isinstance(said, str) and good(said):
        return said
    raise ThemeError(f"{shown(key)} is {_WANTED.get(last, 'a colour such as #a0b1c2')}", key)


def _is_colour(text: str) -> bool:
    return HEX.fullmatch(text) is not None


_KEYS: dict[str, Callable[[str], bool]] = {
    "hatch": lambda text: text in HATCHES,
    "dash": lambda text: DASHES.fullmatch(text) is not None,
}
_WANTED = {
    "hatch": f"one of {', '.join(filter(None, HATCHES))}, or empty",
    "dash": "lengths of dashes and gaps such as '5 4', or empty",
}


def _parts(key: str, said: object, now: Any) -> Any:
    """A `Paint`, `Owner` or `Stroke`: a table of its values, or only its first one, the colour."""
    first = fields(now)[0].name
    if isinstance(said, str):
        plain = {"hatch": ""} if isinstance(now, Paint) else {}
        return replace(now, **{first: _text(key, said, ""), **plain})
    if not isinstance(said, dict):
        raise ThemeError(f"{shown(key)} is a colour such as #a0b1c2, or a table", key)
    known = [entry.name for entry in fields(now)]
    unknown = [part for part in said if part not in known]
    if unknown:
        raise ThemeError(f"{shown(key)} has no '{shown(unknown[0])}', only {', '.join(known)}", f"{key}.{unknown[0]}")
    return replace(now, **{part: _text(f"{key}.{part}", value, "") for part, value in said.items()})


def _table(key: str, said: object, now: Any) -> Any:
    """A table by names: those that are said are changed."""
    if not isinstance(said, dict):
        raise ThemeError(f"{shown(key)} is a table of {', '.join(now)}", key)
    unknown = [part for part in said if part not in now]
    if unknown:
        raise ThemeError(f"{shown(key)} has no '{shown(unknown[0])}', only {', '.join(now)}", f"{key}.{unknown[0]}")
    return {**now, **{part: _parts(f"{key}.{part}", value, now[part]) for part, value in said.items()}}


_READERS: dict[type, Callable[[str, object, Any], Any]] = {
    str: _text,
    Paint: _parts,
    Owner: _parts,
    Stroke: _parts,
    dict: _table,
}


# -- contrast ---------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1 (WCAG 2, relative luminance)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return round((lighter + 0.05) / (darker + 0.05), 6)
