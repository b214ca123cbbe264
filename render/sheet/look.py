"""What a sheet is asked to look like: its paper, its columns, and its style: sizes of letters, spaces, and the words that
the program says. A user's own style is the usual one with changes, as TOML. Reckoned in points.

>>> paper("a5", "15mm,10mm").area
Box(left=28.35, top=42.52, right=391.18, bottom=552.76)
>>> own = read('text = 11\\n[labels]\\nfigure = "Stellung {number}"\\n')
>>> own.text, own.label("figure", number=3)
(11.0, 'Stellung 3')
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, Final, NamedTuple

from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.geometry import Box
from fairyscore.render.language import translated
from fairyscore.render.themes import THEMES, Theme
from fairyscore.render.themes import find as theme_named
from fairyscore.render.user_files import placed, table, text_of

# -- paper ------------------------------------------------------------------------------------------------------------

MILLIMETRE: Final = 72 / 25.4  # points in a millimetre
SIZES: Final = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""Width and height in millimetres, upright."""

LEAST, MOST = 60.0, 2000.0  # millimetres of a side of the paper
LEAST_AREA: Final = 45.0  # millimetres of either side of what is printed on: less holds no diagram with its caption
LEAST_COLUMN: Final = 40.0  # millimetres of a column
MOST_COLUMNS: Final = 4

_MEASURES = re.compile(r"([0-9]{1,4}(?:[.][0-9]{1,3})?)[x×]([0-9]{1,4}(?:[.][0-9]{1,3})?)(?:mm)?")
_MARGIN = re.compile(r"([0-9]{1,3}(?:[.][0-9]{1,3})?)(?:mm)?")


@dataclass(frozen=True, slots=True)
class Paper:
    """Width and height in millimetres, and the margins in the order of CSS: top, right, bottom, left."""

    width_mm: float
    height_mm: float
    margins: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        """In points."""
        return round(self.width_mm * MILLIMETRE, 2)

    @property
    def height(self) -> float:
        """In points."""
        return round(self.height_mm * MILLIMETRE, 2)

    @property
    def area(self) -> Box:
        """The area that is printed on, in points."""
        top, right, bottom, left = self.margins
        edges = (left, top, self.width_mm - right, self.height_mm - bottom)
        return Box(*(round(edge * MILLIMETRE, 2) for edge in edges))


def paper(size: str = "a4", margin: str = "20mm", *, landscape: bool = False) -> Paper:
    """A paper by its name or as `120x180mm`, with margins as CSS has them: one for all sides, or two to four of them.

    Lengths are millimetres. Raises `DrawingError`.
    """
    width, height = sides(size)
    if landscape and width < height:
        width, height = height, width
    margins = _margins(margin)
    top, right, bottom, left = margins
    if width - left - right < LEAST_AREA or height - top - bottom < LEAST_AREA:
        raise DrawingError(
            f"a paper of {width:g} x {height:g} mm with margins of {shown(margin)} leaves too little to print on: at least "
            f"{LEAST_AREA:g} x {LEAST_AREA:g} mm are needed; choose a larger paper or smaller margins"
        )
    return Paper(width, height, margins)


def sides(text: str) -> tuple[float, float]:
    """Width and height in millimetres of a paper by its name, or as `120x180mm`. Raises `DrawingError`."""
    word = text.strip().lower()
    if word in SIZES:
        return SIZES[word]
    found = _MEASURES.fullmatch(word)
    if found is None:
        raise DrawingError(f"'{shown(text)}' is not a paper; there are {', '.join(SIZES)}, or a size such as 120x180mm")
    width, height = float(found[1]), float(found[2])
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise DrawingError(f"a paper of {shown(text)} cannot be made: its sides are from {LEAST:g} to {MOST:g} mm")
    return width, height


def _margins(text: str) -> tuple[float, float, float, float]:
    found = [_MARGIN.fullmatch(part.strip().lower()) for part in text.split(",")]
    match [float(margin[1]) for margin in found if margin is not None]:
        case values if len(values) != len(found) or len(values) > 4:
            raise DrawingError(
                f"'{shown(text)}' are not margins; write millimetres, one for all sides or up to four: top, right, bottom, "
                "left, as in 20mm or 20,15"
            )
        case [top, right, bottom]:
            return top, right, bottom, right
        case values:
            top, right, bottom, left = (values * 4)[:4]
            return top, right, bottom, left


# -- style ------------------------------------------------------------------------------------------------------------

LABELS: Final[dict[str, str]] = dict(
    re.findall(r'^(\w+) = "(.*)"$', data_text("fairyscore.render.sheet", "style.toml").partition("[labels]")[2], re.M)
)
"""What the program itself says on a sheet. Words in braces are filled in; a user's own has the same ones."""

LONGEST_LABEL: Final = 80


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes in points unless stated otherwise; `style.toml` tells of each what it is, `style.schema.json` its bounds.

    labels: texts by the names of `LABELS`.
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
            raise DrawingError("labels must be a table", "labels")
        checked = {key: _label(key, value) for key, value in labels.items()}
        return Style(labels={**LABELS, **checked}, **{key: _value(key, value) for key, value in data.items()})
    except DrawingError as error:
        raise DrawingError(f"the style {shown(name)}: {placed(text, error.key)}{error}") from None


def _value(key: str, value: object) -> Any:
    known = keys()
    if key not in known:
        raise DrawingError(f"there is no '{shown(key)}'; there are {', '.join(known)}", key)
    match known[key]:
        case {"minimum": least, "maximum": most}:
            fits = not isinstance(value, bool) and isinstance(value, int | float) and least <= value <= most
            wanted = f"a number from {least:g} to {most:g}"
        case {"enum": names}:
            fits, wanted = value in names, " or ".join(names)
        case {"pattern": pattern}:
            fits, wanted = isinstance(value, str) and re.search(pattern, value) is not None, "a colour such as #a0b1c2"
        case _:
            fits, wanted = isinstance(value, bool), "true or false"
    if not fits:
        raise DrawingError(f"{key} is {wanted}", key)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _label(key: str, value: object) -> str:
    place = f"labels.{key}"
    if key not in LABELS:
        raise DrawingError(f"there is no label '{shown(key)}'; there are {', '.join(LABELS)}", place)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_LABEL:
        raise DrawingError(f"the label {key} must be a text of 1 to {LONGEST_LABEL} characters", place)
    try:
        found = [(name, form, kind) for _, name, form, kind in Formatter().parse(value) if name is not None]
    except ValueError as error:
        raise DrawingError(f"the label {key} cannot be read: {error}; a brace itself is written twice", place) from None
    may = places(key)
    for name, form, kind in found:
        if name not in may or form or kind:
            words = ", ".join(f"{{{word}}}" for word in sorted(may)) or "nothing"
            raise DrawingError(f"the label {key} may have {words} in braces, not '{{{shown(name)}}}'", place)
    return value


# -- both -------------------------------------------------------------------------------------------------------------

MOVES: Final = ("auto", "columns", "running")
"""How moves are set: a column for each player, or in sentences; `auto` decides by how many remarks there are."""


@dataclass(frozen=True, slots=True)
class SheetLook:
    """The look of a sheet.

    columns: of text beside each other, as many as the paper has room for if 0. moves: one of `MOVES`.
    seat: the player at the bottom of diagrams, White if empty. clocks: whether times are printed after moves.
    graph: whether evaluations and times are drawn below them.
    """

    paper: Paper
    style: Style = Style()
    theme: Theme = THEMES["print"]
    seat: str = ""
    columns: int = 0
    moves: str = "auto"
    clocks: bool = False
    graph: bool = False

    def __post_init__(self) -> None:
        if self.moves not in MOVES:
            raise DrawingError(f"moves are set as {', '.join(MOVES)}, not '{shown(self.moves)}'")
        if not 0 <= self.columns <= MOST_COLUMNS:
            raise DrawingError(f"a page has 1 to {MOST_COLUMNS} columns, not {self.columns}")
        if self.columns and self.width_of(self.columns) < LEAST_COLUMN * MILLIMETRE:
            raise DrawingError(
                f"{self.columns} columns do not fit on {self.paper.width_mm:g} mm of paper with these margins: each has "
                f"at least {LEAST_COLUMN:g} mm"
            )

    def seat_of(self, game: Variant) -> str:
        """The player at the bottom of diagrams of a game, empty where nobody of that name plays it."""
        return self.seat if any(seat.name == self.seat for seat in game.seats) else ""

    @property
    def gutter(self) -> float:
        """Points between columns."""
        return self.style.gutter * MILLIMETRE

    def width_of(self, columns: int) -> float:
        """Points that each of so many columns has."""
        return (self.paper.area.width - self.gutter * (columns - 1)) / columns

    def columns_for(self, least: float) -> int:
        """How many columns there are, each of them at least so many points wide."""
        fitting = (count for count in range(MOST_COLUMNS, 1, -1) if self.width_of(count) >= least)
        return self.columns or next(fitting, 1)


def sheet_look(
    size: str = "a4",
    margin: str = "20mm",
    *,
    landscape: bool = False,
    theme: str = "print",
    style: str | None = None,
    seat: str = "",
    columns: int = 0,
    layout: str = "auto",
    clocks: bool = False,
    graph: bool = False,
) -> SheetLook:
    """The look of a sheet in words, as users give it. Raises `DrawingError` for what there is not, or has no room.

    size, margin: of the paper, as `a4` or `120x180mm`, and as CSS has it. landscape: whether it lies on its long side.
    theme: a name, or the path of a `.toml`. style: the path of a `.toml`. seat, columns, clocks, graph: as `SheetLook` has
    them. layout: of the moves, one of `MOVES`.

    >>> sheet_look("a5", columns=2).columns
    2
    """
    page = paper(size, margin, landscape=landscape)
    own = find(style) if style else Style()
    return SheetLook(page, own, theme_named(theme), seat, columns, layout, clocks, graph)


class Faces(NamedTuple):
    """The faces of a sheet. main: moves that were played; text: remarks on them; the others as they are called."""

    text: FontFace
    main: FontFace
    small: FontFace
    tiny: FontFace
    title: FontFace
    players: FontFace
    heading: FontFace
    faint: FontFace


def faces(look: SheetLook) -> Faces:
    """The faces that style and theme give."""
    style = look.style
    text = FontFace(style.text, False, style.ink or look.theme.ink, style.face == "serif")
    tiny, bold = text._replace(size=style.text * style.tiny), text._replace(bold=True)
    return Faces(
        text=text,
        main=bold,
        small=text._replace(size=style.text * style.small),
        tiny=tiny,
        title=bold._replace(size=style.title),
        players=bold._replace(size=round((style.title + 2 * style.text) / 3, 2)),
        heading=bold._replace(size=style.text * 1.1),
        faint=tiny._replace(colour=style.faint or look.theme.faint),
    )
