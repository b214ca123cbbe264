"""How large a drawing is on paper: a length with its unit.

>>> length("80mm"), length("3 in").inches
(Length(number=80.0, unit='mm'), 3.0)
>>> length("0mm")
Traceback (most recent call last):
fairyscore.render.errors.DrawingError: a drawing cannot be 0mm wide; choose 5mm to 2m
"""

import re
from dataclasses import dataclass

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import number

INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "m": 100 / 2.54, "km": 100_000 / 2.54, "in": 1.0, "pt": 1 / 72, "px": 1 / 96}
"""Units of length as CSS has them, and those that people say by mistake."""

LEAST, MOST = (
    5 / 25.4,
    2000 / 25.4,
)  # in inches: a drawing smaller than that is a dot, and a larger one is not a diagram
TEXT = re.compile(r"([0-9]{1,9}(?:[.][0-9]{1,9})?) ?([a-z]{1,2})")


@dataclass(frozen=True, slots=True)
class Length:
    """A length as it was given."""

    number: float
    unit: str

    @property
    def inches(self) -> float:
        """The same in inches."""
        return self.number * INCHES[self.unit]

    @property
    def millimetres(self) -> float:
        """The same in millimetres."""
        return self.inches * 25.4

    def __str__(self) -> str:
        return f"{number(self.number)}{self.unit}"


def length(text: str, *, checked: bool = True) -> Length:
    """A length from a text such as `80mm`, if checked one that a drawing may have. Raises `DrawingError`."""
    found = TEXT.fullmatch(text.strip().lower())
    if found is None or found[2] not in INCHES:
        raise DrawingError(f"'{shown(text)}' is not a size; write a number and mm, cm, in, pt or px, as in 80mm")
    size = Length(float(found[1]), found[2])
    if checked and not LEAST - 1e-9 <= size.inches <= MOST + 1e-9:
        raise DrawingError(f"a drawing cannot be {shown(text.strip())} wide; choose 5mm to 2m")
    return size
