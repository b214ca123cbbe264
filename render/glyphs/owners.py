"""How the pieces of four owners are told apart, without hue: light or dark, body and base alike or not, and the
base's ends.

| owner  | body  | base  | ends of the base |
|--------|-------|-------|------------------|
| white  | light | light | square           |
| black  | dark  | dark  | square           |
| silver | light | dark  | round            |
| gold   | dark  | light | pointed          |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairyscore.render.geometry import Point, ring
from fairyscore.render.glyphs.paths import oval


@dataclass(frozen=True, slots=True)
class OwnerStyle:
    """dark: the body is the dark one of the theme's two colours, the line the light one; two_tone: the base is not."""

    name: str
    dark: bool
    two_tone: bool
    ends: Callable[[float, float, float, float], str]


def square(left: float, top: float, right: float, bottom: float) -> str:
    """A base that is a plain bar."""
    return ring((Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)))


def round_(left: float, top: float, right: float, bottom: float) -> str:
    """A base that is round at either end."""
    reach, middle, half = _reach(left), (top + bottom) / 2, (bottom - top) / 2 + 0.4
    bar = square(left, top, right, bottom)
    return bar + oval(left, middle, reach, half) + oval(right, middle, reach, half)


def pointed(left: float, top: float, right: float, bottom: float) -> str:
    """A base with a point at either end."""
    reach, middle = _reach(left), (top + bottom) / 2
    upper, lower = (Point(left, top), Point(right, top)), (Point(right, bottom), Point(left, bottom))
    return ring((Point(left - reach, middle), *upper, Point(right + reach, middle), *lower))


def _reach(left: float) -> float:
    """How far the ends go out; the outline around them still has to fit in the box."""
    return min(4.5, left - 1.7)


OWNERS = {
    "w": OwnerStyle("white", dark=False, two_tone=False, ends=square),
    "s": OwnerStyle("silver", dark=False, two_tone=True, ends=round_),
    "b": OwnerStyle("black", dark=True, two_tone=False, ends=square),
    "g": OwnerStyle("gold", dark=True, two_tone=True, ends=pointed),
}
"""By the letter of the seat (`notation.rules.seats`)."""
