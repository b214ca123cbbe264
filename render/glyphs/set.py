"""The piece set: every piece of every game as layers of path data in a box of 45 by 45, y downward.

>>> king = glyph("king", "K")
>>> [(layer.fill, layer.stroke) for layer in layers(king, "b")]
[('none', 'line'), ('body', 'none'), ('none', 'line')]

A layer is painted over the one before it. Its paints are words: `body` and `line` are the two colours of the owner's
pieces, which the theme says. Owners are told apart without hue, by light or dark, and by their base:

| owner  | body  | base  | ends of the base |
|--------|-------|-------|------------------|
| white  | light | light | square           |
| black  | dark  | dark  | square           |
| silver | light | dark  | round            |
| gold   | dark  | light | pointed          |
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.render.font_outlines.letters import CAPITAL, outline, width
from fairyscore.render.geometry import Point, ring
from fairyscore.render.glyphs.paths import disc, moved, oval, wound

Paint = Literal["none", "body", "line"]
Box = tuple[float, float, float, float]  # left, top, right, bottom
SIZE = 45  # side of the box that every piece fits in
OUTLINE, INNER = 3.0, 1.7  # widths of the strokes. Half of the outline lies under the body: the two never show a seam.
# the bases of a plain piece, of a pair, of a piece with marks, and of one that changes
FOOT: Box = (8, 36.5, 37, 41.5)
WIDE: Box = (5.5, 36.5, 39.5, 41.5)
PLATE: Box = (6, 32.5, 39, 43)
STRIP: Box = (4.5, 28, 40.5, 43)
OVER_PLATE, OVER_STRIP = (0.88, 2.7, 0.4), (0.72, 6.3, 1.5)  # scale and place of pieces that stand on these
TILE = "M7 6.5Q7 3 10.5 3L34.5 3Q38 3 38 6.5L38 30Q38 33.5 34.5 33.5L10.5 33.5Q7 33.5 7 30ZM17 32L28 32L28 37L17 37Z"


class Drawing(NamedTuple):
    """A piece without base. body: filled, its shapes may overlap; line: stroked; spots: filled in its colour."""

    body: str
    line: str = ""
    spots: str = ""


def _drawings(file: str) -> dict[str, Drawing]:
    """The drawings of a file, by their names."""
    return {name: Drawing(**paths) for name, paths in data_sections("fairyscore.render.glyphs", file).items()}


DRAWINGS = _drawings("drawings.ini")
FIGURES = _drawings("figures.ini")
"""What belongs to nobody (`Scenery.wall`)."""

# Piece -> (upper part, its scale, and where its grid's corner goes), (lower part, likewise); the upper rises behind.
COMPOUNDS = {
    "marshal": (("horse", 0.68, 7.5, 0), ("low rook", 1.0, 0, 0)),
    "caliph": (("bishop", 0.86, 9, 5.2), ("camel", 0.8, -0.7, 7.4)),
    "gnu": (("horse looking back", 0.88, 7.6, 4.44), ("camel", 0.78, -0.9, 8.14)),
    "bishop-dababah-rider": (("bishop", 0.8, 4.5, 0.2), ("cart", 1.0, 0, 0)),
    "camel-dababah-rider": (("camel", 0.66, 8.2, -1.95), ("cart", 1.0, 0, 0)),
}

PAIRS = ("caliph", "gnu")  # those whose parts stand side by side
PLACES: tuple[tuple[float, float, float], ...] = ((0.64, 15.5, 0.2), (0.8, 0, 7.4))
"""Scale and corner of the drawing behind and of the one in front, in a picture made of any two, as `knight+rook`."""


class GlyphLayer(NamedTuple):
    """Path data with its paints; width: of the stroke, joined and ended round."""

    path: str
    fill: Paint
    stroke: Paint = "none"
    width: float = 0


class Glyph(NamedTuple):
    """A piece without its owner. parts: from back to front, the base belongs to the last; extras: what the base carries."""

    name: str
    parts: tuple[Drawing, ...]
    base: Box = FOOT
    extras: tuple[GlyphLayer, ...] = ()


# -- bases and what stands on them ------------------------------------------------------------------------------------


def square(left: float, top: float, right: float, bottom: float) -> str:
    """A base that is a plain bar."""
    return ring((Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)))


def round_(left: float, top: float, right: float, bottom: float) -> str:
    """A base that is round at either end."""
    reach, middle, half = _reach(left), (top + bottom) / 2, (bottom - top) / 2 + 0.4
    return square(left, top, right, bottom) + oval(left, middle, reach, half) + oval(right, middle, reach, half)


def pointed(left: float, top: float, right: float, bottom: float) -> str:
    """A base with a point at either end."""
    reach, middle = _reach(left), (top + bottom) / 2
    upper, lower = (Point(left, top), Point(right, top)), (Point(right, bottom), Point(left, bottom))
    return ring((Point(left - reach, middle), *upper, Point(right + reach, middle), *lower))


def _reach(left: float) -> float:
    """How far the ends go out; the outline around them still has to fit in the box."""
    return min(4.5, left - 1.7)


class OwnerStyle(NamedTuple):
    """The base of a player's pieces. two_tone: it has not the body's colour."""

    two_tone: bool
    ends: Callable[[float, float, float, float], str]


OWNERS = {
    "w": OwnerStyle(False, square),
    "s": OwnerStyle(True, round_),
    "b": OwnerStyle(False, square),
    "g": OwnerStyle(True, pointed),
}
"""By the letter of the seat (`notation.rules.variant`)."""


def _triangle(x: float, y: float) -> str:
    """Three lines that make a triangle: its inside is cut out, running the other way round."""
    outer = (Point(x, y - 4.4), Point(x + 6.6, y + 4), Point(x - 6.6, y + 4))
    return ring(outer) + ring((Point(x, y - 1), Point(x - 2.7, y + 2.2), Point(x + 2.7, y + 2.2)))


MARKS: Mapping[str, Callable[[float, float], str]] = {
    "•": lambda x, y: disc(x, y, 2.4),
    "|": lambda x, y: square(x - 1.3, y - 3.6, x + 1.3, y + 3.6),
    "△": _triangle,
}


# -- pieces -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def glyph(piece_name: str, letter: str, marks: str = "") -> Glyph:
    """The picture of a piece: a drawing, a compound of drawings, or for any other piece a tile with its letter.

    marks: what its base carries, `•` for each step of a walker, `|` for each of a flyer, `△` for a wizard (the page of
    KaleidoChess draws them so); other characters are left out.
    """
    known = [MARKS[mark] for mark in marks if mark in MARKS]
    if not known:
        return Glyph(piece_name, _parts(piece_name, letter), WIDE if piece_name in PAIRS or "+" in piece_name else FOOT)
    left, top, right, bottom = PLATE
    first = (left + right) / 2 - 7 * (len(known) - 1) / 2
    path = "".join(mark(first + 7 * place, (top + bottom) / 2) for place, mark in enumerate(known))
    return Glyph(piece_name, _parts(piece_name, letter, *OVER_PLATE), PLATE, (GlyphLayer(path, "line"),))


@lru_cache(maxsize=256)
def changing_glyph(now: str, forms: tuple[tuple[str, str], ...], colour: str) -> Glyph:
    """The picture of a piece that is another on each colour.

    now: name of what it is where it stands. forms: the letter of each colour with the name of what the piece is on it;
    colour: the letter of the colour it stands on, whose quarter of the base is shown reversed. Each colour has its place in
    the base, by its letter, whichever piece it is: so pieces can be compared at a glance.
    """
    left, top, right, bottom = STRIP
    wide = (right - left) / len(forms)
    extras = []
    for place, (letter, name) in enumerate(sorted(forms)):
        start, middle_x = left + wide * place, left + wide * (place + 0.5)
        paint: Paint = "line"
        if letter == colour:
            paint, end = "body", left + wide * (place + 1)
            extras.append(GlyphLayer(square(start + 0.6, top + 0.8, end - 0.6, bottom - 0.6), "line"))
        parts = _parts(name, name[:1].upper(), 0.23, middle_x - 22.5 * 0.23, top + 0.4)
        small = "".join(wound(part.body) for part in parts)
        label = outline(letter, 6, "middle", x=middle_x, y=bottom - 0.9, bold=True)
        extras.append(GlyphLayer(small + label, paint))
    return Glyph(now, _parts(now, now[:1].upper(), *OVER_STRIP), STRIP, tuple(extras))


@lru_cache(maxsize=512)
def layers(piece: Glyph, owner: str) -> tuple[GlyphLayer, ...]:
    """The layers of a piece of an owner (letter of the seat), from the back to the front."""
    *backs, front = piece.parts
    stand = wound(OWNERS[owner].ends(*piece.base))
    below = [layer for part in backs for layer in _painted(part)]
    if not OWNERS[owner].two_tone:
        return (*below, *_painted(front._replace(body=front.body + stand)), *piece.extras)
    other: Mapping[Paint, Paint] = {"none": "none", "body": "line", "line": "body"}
    base = (*_painted(Drawing(stand)), *piece.extras)
    turned = (layer._replace(fill=other[layer.fill], stroke=other[layer.stroke]) for layer in base)
    return (*below, *_painted(front), *turned)


@lru_cache(maxsize=8)
def figure_layers(name: str) -> tuple[GlyphLayer, ...]:
    """The layers of a figure that belongs to nobody."""
    return tuple(_painted(FIGURES[name]))


def _painted(part: Drawing) -> Iterator[GlyphLayer]:
    body = wound(part.body)
    yield GlyphLayer(body, "none", "line", OUTLINE)
    yield GlyphLayer(body, "body")
    if part.line:
        yield GlyphLayer(part.line, "none", "line", INNER)
    if part.spots:
        yield GlyphLayer(part.spots, "line")


def _parts(piece_name: str, letter: str, scale: float = 1, across: float = 0, down: float = 0) -> tuple[Drawing, ...]:
    """The drawings of a piece, at a scale and place: its own, those of a compound, or the one of a tile."""
    names = piece_name.split("+")
    places = PLACES if names[1:] else ((1.0, 0.0, 0.0),)
    known = COMPOUNDS.get(piece_name) or [(name, *at) for name, at in zip(reversed(names), places, strict=False)]
    if len(names) > len(PLACES) or any(name not in DRAWINGS for name, *_ in known):  # nobody has drawn it
        size = min(34.0, 27 / max(width(letter, 1, bold=True), 0.1)) * scale  # of its letters: as large as they fit
        x, y = across + 22.5 * scale, down + 18.25 * scale + round(size * CAPITAL / 2, 2)
        letters = outline(letter, size, "middle", x=x, y=y, bold=True)
        return (Drawing(moved(TILE, scale, across, down), spots=letters),)
    return tuple(_fitted(_fitted(DRAWINGS[name], *place), scale, across, down) for name, *place in known)


def _fitted(part: Drawing, scale: float, across: float, down: float) -> Drawing:
    return Drawing(*(moved(path, scale, across, down) for path in part))
