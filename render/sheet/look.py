"""What a sheet is asked to look like, and the faces that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.sheet.paper import MILLIMETRE, Paper, paper
from fairyscore.render.sheet.runs import FontFace
from fairyscore.render.sheet.style import Style
from fairyscore.render.themes import THEMES, Theme

MOVES: Final = ("auto", "columns", "running")
"""How moves are set: a column for each player, or in sentences; `auto` decides by how much is said about them."""

MOST_COLUMNS: Final = 4


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
        if self.columns:
            return self.columns
        fitting = [count for count in range(1, MOST_COLUMNS + 1) if self.width_of(count) >= least]
        return fitting[-1] if fitting else 1


LEAST_COLUMN: Final = 40.0
"""Millimetres."""


def look_of(size: str = "a4", margin: str = "18mm") -> SheetLook:
    """The usual look on some paper. Raises `DrawingError`."""
    return SheetLook(paper(size, margin))


class Faces(NamedTuple):
    """The faces of a sheet. main: moves that were played; text: what is said about them; the others as they are called."""

    text: FontFace
    main: FontFace
    small: FontFace
    tiny: FontFace
    title: FontFace
    players: FontFace
    heading: FontFace
    caption: FontFace
    faint: FontFace


def faces(look: SheetLook) -> Faces:
    """The faces that style and theme give."""
    style = look.style
    ink, faint = style.ink or look.theme.ink, style.faint or look.theme.faint
    small, tiny = style.text * style.small, style.text * style.tiny

    def face(size: float, colour: str, *, bold: bool = False) -> FontFace:
        return FontFace(size, bold, colour, style.face == "serif")

    return Faces(
        text=face(style.text, ink),
        main=face(style.text, ink, bold=True),
        small=face(small, ink),
        tiny=face(tiny, ink),
        title=face(style.title, ink, bold=True),
        players=face(round((style.title + 2 * style.text) / 3, 2), ink, bold=True),
        heading=face(style.text * 1.1, ink, bold=True),
        caption=face(small, ink),
        faint=face(tiny, faint),
    )
