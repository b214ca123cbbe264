"""What a sheet is asked to look like: its paper, and what follows for its columns and letters. Reckoned in points.

>>> paper("a5", "15mm,10mm").area
Box(left=28.35, top=42.52, right=391.18, bottom=552.76)
>>> paper("a4", "20", landscape=True).width > paper("a4", "20").width
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Box
from fairyscore.render.sheet.lines import FontFace
from fairyscore.render.sheet.style import Style
from fairyscore.render.themes import THEMES, Theme

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

MOVES: Final = ("auto", "columns", "running")
"""How moves are set: a column for each player, or in sentences; `auto` decides by how much is said about them."""

_OWN = re.compile(r"([0-9]{1,4}(?:[.][0-9]{1,3})?)[x×]([0-9]{1,4}(?:[.][0-9]{1,3})?)(?:mm)?")
_MARGIN = re.compile(r"([0-9]{1,3}(?:[.][0-9]{1,3})?)(?:mm)?")


@dataclass(frozen=True, slots=True)
class Paper:
    """Width and height in millimetres, and the margins in the order of CSS: top, right, bottom, left."""

    wide: float
    high: float
    margins: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        """In points."""
        return round(self.wide * MILLIMETRE, 2)

    @property
    def height(self) -> float:
        """In points."""
        return round(self.high * MILLIMETRE, 2)

    @property
    def area(self) -> Box:
        """What is printed on, in points."""
        top, right, bottom, left = self.margins
        edges = (left, top, self.wide - right, self.high - bottom)
        return Box(*(round(edge * MILLIMETRE, 2) for edge in edges))


def paper(size: str = "a4", margin: str = "20mm", *, landscape: bool = False) -> Paper:
    """A paper by its name or as `120x180mm`, with margins as CSS has them: one for all sides, or two to four of them.

    Lengths are millimetres. Raises `DrawingError`.
    """
    wide, high = sides(size)
    if landscape and wide < high:
        wide, high = high, wide
    margins = _margins(margin)
    top, right, bottom, left = margins
    if wide - left - right < LEAST_AREA or high - top - bottom < LEAST_AREA:
        raise DrawingError(
            f"a paper of {wide:g} x {high:g} mm with margins of {shown(margin)} leaves too little to print on: at least "
            f"{LEAST_AREA:g} x {LEAST_AREA:g} mm are needed; choose a larger paper or smaller margins"
        )
    return Paper(wide, high, margins)


def sides(said: str) -> tuple[float, float]:
    """Width and height in millimetres of a paper by its name, or as `120x180mm`. Raises `DrawingError`."""
    word = said.strip().lower()
    if word in SIZES:
        return SIZES[word]
    found = _OWN.fullmatch(word)
    if found is None:
        raise DrawingError(f"'{shown(said)}' is no paper; there are {', '.join(SIZES)}, or a size such as 120x180mm")
    wide, high = float(found[1]), float(found[2])
    if not (LEAST <= wide <= MOST and LEAST <= high <= MOST):
        raise DrawingError(f"a paper of {shown(said)} cannot be made: its sides are from {LEAST:g} to {MOST:g} mm")
    return wide, high


def _margins(said: str) -> tuple[float, float, float, float]:
    found = [_MARGIN.fullmatch(part.strip().lower()) for part in said.split(",")]
    values = [float(margin[1]) for margin in found if margin is not None]
    if len(values) != len(found) or len(values) > 4:
        raise DrawingError(
            f"'{shown(said)}' are no margins; write millimetres, one for all sides or up to four: top, right, bottom, "
            "left, as in 20mm or 20,15"
        )
    top, right, bottom, left = (values * 4)[:4] if len(values) in (1, 2, 4) else (*values, values[1])
    return top, right, bottom, left


@dataclass(frozen=True, slots=True)
class SheetLook:
    """What a sheet is asked to look like.

    columns: of text beside each other, as many as the paper has room for if 0. moves: one of `MOVES`.
    seat: the player at the bottom of diagrams, White if empty. clocks: whether times are printed behind moves.
    """

    paper: Paper
    style: Style = Style()  # noqa: RUF009 (immutable)
    theme: Theme = THEMES["print"]
    seat: str = ""
    columns: int = 0
    moves: str = "auto"
    clocks: bool = False

    def __post_init__(self) -> None:
        if self.moves not in MOVES:
            raise DrawingError(f"moves are set as {', '.join(MOVES)}, not '{shown(self.moves)}'")
        if not 0 <= self.columns <= MOST_COLUMNS:
            raise DrawingError(f"there are 1 to {MOST_COLUMNS} columns, not {self.columns}")
        if self.columns and self.width_of(self.columns) < LEAST_COLUMN * MILLIMETRE:
            raise DrawingError(
                f"{self.columns} columns do not fit on {self.paper.wide:g} mm of paper with these margins: each has "
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


class Faces(NamedTuple):
    """The faces of a sheet. main: moves that were played; text: what is said about them; the others as they are called."""

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
