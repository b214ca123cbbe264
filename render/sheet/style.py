"""How a sheet looks: sizes of letters, spaces, words that the program says. A user's own is this one with changes, as TOML.

>>> own = read('text = 11\\n[labels]\\nfigure = "Stellung {number}"\\n')
>>> own.text, own.label("figure", number=3)
(11.0, 'Stellung 3')
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, Final

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import translated
from fairyscore.render.user_files import placed, table, text_of

LABELS: Final[dict[str, str]] = dict(
    re.findall(r'^(\w+) = "(.*)"$', data_text("fairyscore.render.sheet", "style.toml").partition("[labels]")[2], re.M)
)
"""What the program itself says on a sheet. Words in braces are filled in; a user's own has the same ones."""

LONGEST_LABEL: Final = 80


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes in points unless said otherwise; `style.schema.json` has what each may be.

    face: of the letters, `serif`, a book face, or `sans`, the one of drawings. text: of what is said and played; title: of
    the heading's first line; leading: from line to line, in ems.
    small, tiny: variations and captions, and what is quoted below a fault, against `text`.
    column: the least width of a column of text, in millimetres; gutter: between columns, in millimetres.
    diagram, strip: how wide a diagram and a board of the filmstrip are, in millimetres, where the column has that; boards
    with more fields than eight across are wider, so that pieces are not smaller.
    indent: of the first line of a paragraph, in ems. justified: whether both edges of a column are straight.
    ink, faint: colours, those of the theme where empty. labels: texts by the names of `LABELS`.
    """

    face: str = "serif"
    text: float = 10.5
    title: float = 17.0
    leading: float = 1.42
    small: float = 0.9
    tiny: float = 0.84
    column: float = 70.0
    gutter: float = 8.0
    diagram: float = 56.0
    strip: float = 32.0
    indent: float = 1.2
    justified: bool = True
    ink: str = ""
    faint: str = ""
    labels: Mapping[str, str] = field(default_factory=lambda: LABELS, hash=False)

    def label(self, name: str, **filled: object) -> str:
        """A label in the current language, with its braces filled in; a user's own stays as it is."""
        return translated(self.labels[name], **filled)


def places(label: str) -> set[str]:
    """The words in braces that a label may have."""
    return {place for _, place, _, _ in Formatter().parse(LABELS[label]) if place}


@cache
def keys() -> dict[str, dict[str, Any]]:
    """By each key of a style what `style.schema.json` says of its values."""
    schema: dict[str, dict[str, dict[str, Any]]] = json.loads(data_text("fairyscore.render.sheet", "style.schema.json"))
    return schema["properties"]


def find(path: str) -> Style:
    """The style of a TOML file. Raises `DrawingError`."""
    return read(text_of(path, "the style"), path)


def read(text: str, name: str = "own") -> Style:
    """A style from TOML: its keys are the names of the values of `Style`, and `labels` a table. Raises `DrawingError`."""
    data = table(text, f"the style {shown(name)}")
    try:
        labels = data.pop("labels", {})
        if not isinstance(labels, dict):
            raise DrawingError("labels is a table", "labels")
        said = {key: _label(key, value) for key, value in labels.items()}
        return Style(labels={**LABELS, **said}, **{key: _value(key, value) for key, value in data.items()})
    except DrawingError as fault:
        raise DrawingError(f"the style {shown(name)}: {placed(text, fault.key)}{fault}") from None


def _value(key: str, said: object) -> Any:
    known = keys()
    if key not in known:
        raise DrawingError(f"there is no '{shown(key)}'; there are {', '.join(known)}", key)
    match known[key]:
        case {"minimum": least, "maximum": most}:
            fits = not isinstance(said, bool) and isinstance(said, int | float) and least <= said <= most
            wanted = f"a number from {least:g} to {most:g}"
        case {"enum": names}:
            fits, wanted = said in names, " or ".join(names)
        case {"pattern": pattern}:
            fits, wanted = isinstance(said, str) and re.search(pattern, said) is not None, "a colour such as #a0b1c2"
        case _:
            fits, wanted = isinstance(said, bool), "true or false"
    if not fits:
        raise DrawingError(f"{key} is {wanted}", key)
    return float(said) if isinstance(said, int) and not isinstance(said, bool) else said


def _label(key: str, said: object) -> str:
    place = f"labels.{key}"
    if key not in LABELS:
        raise DrawingError(f"there is no label '{shown(key)}'; there are {', '.join(LABELS)}", place)
    if not isinstance(said, str) or not 0 < len(said) <= LONGEST_LABEL:
        raise DrawingError(f"the label {key} is a text of 1 to {LONGEST_LABEL} characters", place)
    try:
        found = [(name, form, kind) for _, name, form, kind in Formatter().parse(said) if name is not None]
    except ValueError as fault:
        raise DrawingError(f"the label {key} cannot be read: {fault}; a brace itself is written twice", place) from None
    may = places(key)
    for name, form, kind in found:
        if name not in may or form or kind:
            words = ", ".join(f"{{{word}}}" for word in sorted(may)) or "nothing"
            raise DrawingError(f"the label {key} may have {words} in braces, not '{{{shown(name)}}}'", place)
    return said
