"""The paper of a sheet: how large it is, and what stays free at its edges. Everything on it is reckoned in points.

>>> paper("a5", "15mm,10mm").area
Box(left=28.35, top=42.52, right=391.18, bottom=552.76)
>>> paper("a4", "20", landscape=True).width > paper("a4", "20").width
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Box

MILLIMETRE: Final = 72 / 25.4
"""Points in a millimetre."""

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

LEAST, MOST = 60.0, 2000.0
"""Millimetres of a side of the paper."""

LEAST_AREA: Final = 45.0
"""Millimetres of either side of what is printed on: less holds no diagram with its caption."""

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
        top, right, bottom, left = (margin * MILLIMETRE for margin in self.margins)
        sides = (left, top, self.wide * MILLIMETRE - right, self.high * MILLIMETRE - bottom)
        return Box(*(round(side, 2) for side in sides))


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
