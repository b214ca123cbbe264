"""The piece set: every piece of every game as layers of path data in a box of 45 by 45, y downward.

>>> king = glyph("king", "K")
>>> [(layer.fill, layer.stroke) for layer in layers(king, "b")]
[('none', 'line'), ('body', 'none'), ('none', 'line')]

A layer is painted over the one before it. Its paints are words: `body` and `line` are the two colours of the owner's
pieces,
which the theme says (`OWNERS`: light body and dark line, or the other way round).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from fairyscore.render.font_outlines.letters import middle, outline, width
from fairyscore.render.glyphs.drawings import COMPOUNDS, DRAWINGS, PAIRS, Drawing
from fairyscore.render.glyphs.owners import OWNERS, square
from fairyscore.render.glyphs.paths import disc, moved, wound

Paint = Literal["none", "body", "line"]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SIZE = 45
"""Side of the box that every piece fits in."""

OUTLINE, INNER = 3.0, 1.7
"""Widths of the strokes. Half of the outline lies under the body: the two never show a seam."""

FOOT: Box = (8, 36.5, 37, 41.5)
PLATE: Box = (6, 32.5, 39, 43)
STRIP: Box = (4.5, 28, 40.5, 43)
"""The base of a plain piece, of one with marks, and of one that changes."""

OVER_PLATE, OVER_STRIP = (0.88, 2.7, 0.4), (0.76, 5.4, 0)
"""Scale and place of pieces that stand on these."""

WIDE: Box = (5.5, 36.5, 39.5, 41.5)
"""The base of a pair."""

TILE = "M7 6.5Q7 3 10.5 3L34.5 3Q38 3 38 6.5L38 30Q38 33.5 34.5 33.5L10.5 33.5Q7 33.5 7 30ZM17 32L28 32L28 37L17 37Z"


@dataclass(frozen=True, slots=True)
class GlyphLayer:
    """Path data with its paints; width: of the stroke, joined and ended round."""

    path: str
    fill: Paint
    stroke: Paint = "none"
    width: float = 0


@dataclass(frozen=True, slots=True)
class Glyph:
    """A piece without its owner. parts: from back to front, the base belongs to the last; extras: what the base carries."""

    name: str
    parts: tuple[Drawing, ...]
    base: Box = FOOT
    extras: tuple[GlyphLayer, ...] = ()


@lru_cache(maxsize=256)
def glyph(piece_name: str, letter: str, marks: str = "") -> Glyph:
    """The picture of a piece: a drawing, a compound of drawings, or for any other piece a tile with its letter.

    marks: what its base carries, `•` for each step of a walker, `|` for each of a flyer, `△` for a wizard (the page of
    KaleidoChess draws them so); other characters are left out.
    """
    known = "".join(mark for mark in marks if mark in MARKS)
    if not known:
        return Glyph(piece_name, _parts(piece_name, letter), WIDE if piece_name in PAIRS or "+" in piece_name else FOOT)
    return Glyph(piece_name, _parts(piece_name, letter, *OVER_PLATE), PLATE, (GlyphLayer(_marks_path(known), "line"),))


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
        middle_x = left + wide * (place + 0.5)
        paint: Paint = "body" if letter == colour else "line"
        if letter == colour:
            extras.append(GlyphLayer(_within(left + wide * place, top, left + wide * (place + 1), bottom), "line"))
        parts = _parts(name, name[:1].upper(), 0.23, middle_x - 22.5 * 0.23, top + 0.4)
        small = "".join(wound(part.body) for part in parts)
        label = outline(letter, 6, "middle", x=middle_x, y=bottom - 0.9, bold=True).path
        extras.append(GlyphLayer(small + label, paint))
    return Glyph(now, _parts(now, now[:1].upper(), *OVER_STRIP), STRIP, tuple(extras))


def _within(left: float, top: float, right: float, bottom: float) -> str:
    """A box in the base that leaves a frame of it."""
    return square(left + 0.6, top + 0.8, right - 0.6, bottom - 0.6)


@lru_cache(maxsize=512)
def layers(piece: Glyph, owner: str) -> tuple[GlyphLayer, ...]:
    """What to paint for a piece of an owner (letter of the seat), from the back to the front."""
    *behind, front = piece.parts
    stand = wound(OWNERS[owner].ends(*piece.base))
    below = [layer for part in behind for layer in _painted(part)]
    if not OWNERS[owner].two_tone:
        standing = Drawing(front.body + stand, front.line, front.spots)
        return (*below, *_painted(standing), *piece.extras)
    reversed_base = map(_reversed, (*_painted(Drawing(stand)), *piece.extras))
    return (*below, *_painted(front), *reversed_base)


def _painted(part: Drawing) -> Iterator[GlyphLayer]:
    body = wound(part.body)
    yield GlyphLayer(body, "none", "line", OUTLINE)
    yield GlyphLayer(body, "body")
    if part.line:
        yield GlyphLayer(part.line, "none", "line", INNER)
    if part.spots:
        yield GlyphLayer(part.spots, "line")


OTHER: Mapping[Paint, Paint] = {"none": "none", "body": "line", "line": "body"}


def _reversed(layer: GlyphLayer) -> GlyphLayer:
    return GlyphLayer(layer.path, OTHER[layer.fill], OTHER[layer.stroke], layer.width)


def _parts(piece_name: str, letter: str, scale: float = 1, across: float = 0, down: float = 0) -> tuple[Drawing, ...]:
    """The drawings of a piece, at a scale and place."""
    parts = COMPOUNDS.get(piece_name) or _joined(piece_name.split("+"))
    if not parts:
        return (tile(letter, scale, across, down),)
    return tuple(_fitted(_fitted(*part), scale, across, down) for part in parts)


def _joined(names: Sequence[str]) -> tuple[tuple[Drawing, float, float, float], ...]:
    """One drawing, or two of which the second rises behind the first; nothing where one of them is not drawn."""
    if len(names) > len(PLACES) or any(name not in DRAWINGS for name in names):
        return ()
    if len(names) == 1:
        return ((DRAWINGS[names[0]], 1, 0, 0),)
    return tuple((DRAWINGS[name], *place) for name, place in zip(reversed(names), PLACES, strict=True))


PLACES = ((0.64, 15.5, 0.2), (0.8, 0, 7.4))
"""Scale and corner of the drawing behind and of the one in front, in a picture made of two."""


def _fitted(part: Drawing, scale: float, across: float, down: float) -> Drawing:
    return Drawing(*(moved(path, scale, across, down) for path in (part.body, part.line, part.spots)))


def tile(letter: str, scale: float = 1, across: float = 0, down: float = 0) -> Drawing:
    """What stands for a piece that nobody has drawn: a tile with its letters, as large as they fit."""
    size = min(34.0, 27 / max(width(letter, 1, bold=True), 0.1)) * scale
    x, y = across + 22.5 * scale, down + 18.25 * scale + middle(size)
    return Drawing(moved(TILE, scale, across, down), spots=outline(letter, size, "middle", x=x, y=y, bold=True).path)


def _dot(x: float, y: float) -> str:
    return disc(x, y, 2.4)


def _stroke(x: float, y: float) -> str:
    return f"M{x - 1.3} {y - 3.6}L{x + 1.3} {y - 3.6}L{x + 1.3} {y + 3.6}L{x - 1.3} {y + 3.6}Z"


def _triangle(x: float, y: float) -> str:
    """Three lines that make a triangle: its inside is cut out, running the other way round."""
    return f"M{x} {y - 4.4}L{x + 6.6} {y + 4}L{x - 6.6} {y + 4}ZM{x} {y - 1}L{x - 2.7} {y + 2.2}L{x + 2.7} {y + 2.2}Z"


MARKS: Mapping[str, Callable[[float, float], str]] = {"•": _dot, "|": _stroke, "△": _triangle}


def _marks_path(marks: str) -> str:
    left, top, right, bottom = PLATE
    first = (left + right) / 2 - 7 * (len(marks) - 1) / 2
    return "".join(MARKS[mark](first + 7 * place, (top + bottom) / 2) for place, mark in enumerate(marks))
