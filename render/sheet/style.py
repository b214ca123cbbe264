"""How a sheet looks: sizes of letters, spaces, words that the program says. A user's own is this one with changes, as TOML.

>>> own = read('text = 11\\n[labels]\\nfigure = "Stellung {number}"\\n')
>>> own.text, own.labels.figure.format(number=3)
(11.0, 'Stellung 3')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from string import Formatter
from typing import Any, Final

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import translated
from fairyscore.render.toml_files import placed, table, text_of


@dataclass(frozen=True, slots=True)
class Labels:
    """What the program itself says on a sheet. Words in braces are filled in; `LABELS` lists those that each has."""

    figure: str = "Diagram {number}"
    figure_with: str = "Diagram {number}: {caption}"
    page: str = "page {page} of {pages}"
    start: str = "The start"
    final: str = "Final position"
    last: str = "Before the fault"
    so_far: str = "The position so far"
    holdings: str = "Who held which castle"
    shrinking: str = "How the board shrank"
    flaw: str = "The record is at fault here"
    fault: str = "The record has a fault"
    unjudged: str = "not judged:"
    rest: str = "What stands behind it, not judged:"
    figure_after: str = "after {move}"
    round: str = "round {value}"
    annotator: str = "annotated by {value}"


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes in points unless said otherwise.

    face: of the letters, one of `FACES`. text: of what is said and played; title: of the heading's first line; leading:
    from line to line, in ems.
    small, tiny: variations and captions, and what is quoted below a fault, against `text`.
    column: the least width of a column of text, in millimetres; gutter: between columns, in millimetres.
    diagram, strip: how wide a diagram and a board of the filmstrip are, in millimetres, where the column has that; boards
    with more fields than eight across are wider, so that pieces are not smaller.
    indent: of the first line of a paragraph, in ems. justified: whether both edges of a column are straight.
    ink, faint: colours, those of the theme where empty.
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
    labels: Labels = field(default_factory=Labels)

    def label(self, name: str, **filled: object) -> str:
        """A label in the current language, with its braces filled in; a user's own stays as it is."""
        return translated(getattr(self.labels, name), **filled)


FACES: Final = ("serif", "sans")
"""The faces of letters: a book face, and the one of drawings."""

BOUNDS: Final = {
    "text": (5.0, 24.0),
    "title": (6.0, 48.0),
    "leading": (1.37, 3.0),
    "small": (0.6, 1.2),
    "tiny": (0.6, 1.2),
    "column": (40.0, 400.0),
    "gutter": (3.0, 40.0),
    "diagram": (25.0, 400.0),
    "strip": (15.0, 200.0),
    "indent": (0.0, 10.0),
}
"""From and to; the leading begins where letters of two lines cannot touch."""

LABELS: Final = {
    entry.name: {place for _, place, _, _ in Formatter().parse(str(entry.default)) if place} for entry in fields(Labels)
}
"""The words in braces that labels may have."""

LONGEST_LABEL: Final = 80
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


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
        return replace(Style(labels=Labels(**said)), **{key: _value(key, value) for key, value in data.items()})
    except DrawingError as fault:
        raise DrawingError(f"the style {shown(name)}: {placed(text, fault.key)}{fault}") from None


def _value(key: str, said: object) -> Any:
    known = [entry.name for entry in fields(Style)]
    if key not in known:
        raise DrawingError(f"there is no '{shown(key)}'; there are {', '.join(known)}", key)
    if key in BOUNDS:
        least, most = BOUNDS[key]
        if isinstance(said, bool) or not isinstance(said, int | float) or not least <= said <= most:
            raise DrawingError(f"{key} is a number from {least:g} to {most:g}", key)
        return float(said)
    if key == "face":
        if said not in FACES:
            raise DrawingError(f"face is {' or '.join(FACES)}", key)
        return said
    if key in ("ink", "faint"):
        if not isinstance(said, str) or (said and not _COLOUR.fullmatch(said)):
            raise DrawingError(f"{key} is a colour such as #a0b1c2", key)
        return said
    if not isinstance(said, bool):
        raise DrawingError(f"{key} is true or false", key)
    return said


def _label(key: str, said: object) -> str:
    known = [entry.name for entry in fields(Labels)]
    if key not in known:
        raise DrawingError(f"there is no label '{shown(key)}'; there are {', '.join(known)}", f"labels.{key}")
    if not isinstance(said, str) or not 0 < len(said) <= LONGEST_LABEL:
        raise DrawingError(f"the label {key} is a text of 1 to {LONGEST_LABEL} characters", f"labels.{key}")
    may = LABELS[key]
    try:
        found = {(name, form, kind) for _, name, form, kind in Formatter().parse(said) if name is not None}
    except ValueError as fault:
        raise DrawingError(
            f"the label {key} cannot be read: {fault}; a brace itself is written twice", f"labels.{key}"
        ) from None
    for name, form, kind in found:
        if name not in may or form or kind:
            words = ", ".join(f"{{{word}}}" for word in sorted(may)) or "nothing"
            raise DrawingError(f"the label {key} may have {words} in braces, not '{{{shown(name)}}}'", f"labels.{key}")
    return said
