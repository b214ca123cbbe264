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
from functools import lru_cache

from fairyscore.render.geometry import number
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
    return f"M{_pair(left, top)}L{_pair(right, top)}L{_pair(right, bottom)}L{_pair(left, bottom)}Z"


def round_(left: float, top: float, right: float, bottom: float) -> str:
    """A base that is round at either end."""
    reach, middle, half = _reach(left), (top + bottom) / 2, (bottom - top) / 2 + 0.4
    bar = square(left, top, right, bottom)
    return bar + oval(left, middle, reach, half) + oval(right, middle, reach, half)


def pointed(left: float, top: float, right: float, bottom: float) -> str:
    """A base with a point at either end."""
    reach, middle = _reach(left), (top + bottom) / 2
    corners = (
        (left - reach, middle),
        (left, top),
        (right, top),
        (right + reach, middle),
        (right, bottom),
        (left, bottom),
    )
    return "M" + "L".join(_pair(x, y) for x, y in corners) + "Z"


def _reach(left: float) -> float:
    """How far the ends go out; the outline around them still has to fit in the box."""
    return min(4.5, left - 1.7)


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


OWNERS = {
    "w": OwnerStyle("white", dark=False, two_tone=False, ends=square),
    "s": OwnerStyle("silver", dark=False, two_tone=True, ends=round_),
    "b": OwnerStyle("black", dark=True, two_tone=False, ends=square),
    "g": OwnerStyle("gold", dark=True, two_tone=True, ends=pointed),
}
"""By the letter of the seat (`notation.rules.seats`)."""


@lru_cache(maxsize=64)
def base(owner: str, left: float, top: float, right: float, bottom: float) -> str:
    """The base of an owner's pieces between these sides; its ends may reach a little over them."""
    return OWNERS[owner].ends(left, top, right, bottom)
