"""Pieces as the diagrams of xiangqi and shogi have them: discs and wedges with characters, or with letters.

A wedge points away from its owner, and a promoted one is red. Discs are red and black where the theme has colours; else
their owners are told apart as all pieces are, light from dark.

>>> [layer.fill for layer in disc_layers("帥")]
['body', 'none', 'line']
"""

import re
from typing import Final

from fairyscore.render.font_outlines.letters import CAPITAL, outline, width
from fairyscore.render.geometry import Point, circle, number, ring
from fairyscore.render.glyphs.set import SIZE, GlyphLayer

MIDDLE: Final = SIZE / 2
DISC, INNER_RING = 19.2, 16.5
"""Radii of a disc and of the ring within it; between a disc and the frame of the board there is a gap."""

WEDGE: Final = ((22.5, 2.2), (36, 8), (40.6, 42.8), (4.4, 42.8), (9, 8))
"""The corners of a wedge that points up."""

ON_DISC, ON_WEDGE, WEDGE_MIDDLE = 24.4, 26.5, 25.8
"""Heights of characters, and where the middle of those on wedges lies."""

HAN_MIDDLE: Final = 0.38  # of a Chinese character over the baseline, in ems
WIDEST: Final = 0.86  # of a character's room that letters take at most, against its height

STACKED: Final = 0.66  # of a lone character's height, where a piece has two of them

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?[0-9.]+")


def disc_layers(text: str) -> tuple[GlyphLayer, ...]:
    """A disc with a character, or letters, on it."""
    middle = Point(MIDDLE, MIDDLE)
    return (
        GlyphLayer(circle(middle, DISC), "body", "line", 1.7),
        GlyphLayer(circle(middle, INNER_RING), "none", "line", 0.9),
        GlyphLayer(written(text, MIDDLE, ON_DISC), "line"),
    )


def wedge_layers(words: str, *, away: bool) -> tuple[GlyphLayer, ...]:
    """A wedge with a character, or letters, on it. away: its owner sits at the top, so it points down."""
    body, text = ring(Point(*corner) for corner in WEDGE), written(words, WEDGE_MIDDLE, ON_WEDGE)
    body, text = (half_turned(body), half_turned(text)) if away else (body, text)
    return GlyphLayer(body, "body", "line", 1.7), GlyphLayer(text, "line")


def written(text: str, middle: float, height: float) -> str:
    """The outlines of letters, or of characters one below the other, about a height in the middle of the box."""
    if len(text) > 1 and not text.isascii():
        size = STACKED * height
        top = middle - size * (len(text) - 1) / 2
        return "".join(written(character, top + number * size, size) for number, character in enumerate(text))
    if text.isascii():
        size = min(height * 0.9, WIDEST * height / max(width(text, 1, bold=True), 0.1))
        return outline(text, size, "middle", x=MIDDLE, y=middle + CAPITAL * size / 2, bold=True)
    return outline(text, height, "middle", x=MIDDLE, y=middle + HAN_MIDDLE * height, bold=True)


def half_turned(path: str) -> str:
    """Path data turned about the middle of the box: points are mirrored, steps go the other way.

    >>> half_turned("M10 10h5L20 30z")
    'M35 35h-5L25 15z'
    """
    turned = []
    for command, text in _COMMAND.findall(path):
        values = [float(value) for value in _NUMBER.findall(text)]
        there = [SIZE - value if command.isupper() else -value for value in values]
        turned.append(command + " ".join(map(number, there)))
    return "".join(turned)
