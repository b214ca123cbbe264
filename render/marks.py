"""Marks on a board: the last move, a check, arrows, coloured and numbered fields. What they are, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import group, shape, text
from fairyscore.render.geometry import Point, circle, distance, line, ring, towards
from fairyscore.render.layouts.base import CellShape, Layout
from fairyscore.render.movement_markers import PlacedMarker, pips
from fairyscore.render.routes import Route, Stroke, route, straight_way
from fairyscore.render.themes import Stroke as Ink
from fairyscore.render.themes import Theme

THICK, CASING = 4.6, 2.0
"""Breadth of an arrow, and of the casing on either side of it."""

HEAD = 13.0
"""Length of an arrow's head; it is as broad."""

START = 9.0
"""How far from the middle of its field an arrow begins, so that the piece there is seen."""

END = 9.0
"""How far from the middle of its field it ends."""

NUMBER, MOST_NUMBER = 11.0, 17.0
"""Height of numbers on fields, and what it grows to on small paper."""


@dataclass(frozen=True, slots=True)
class MovePath:
    """A way over the board. leap: it goes over what lies between; steps: each of its fields was stepped on."""

    cells: tuple[int, ...]
    leap: bool = False
    steps: bool = False


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """What is marked on a board.

    way: the cells of the last move, its start and end included; leap: it went over what lies between; steps: each of the
    cells was stepped on. drawn: the last move has an arrow too. checked: cells of pieces in check.
    numbers: texts on cells. pips: how a piece gets to fields. refused: the ways of a move that is not legal.
    """

    way: tuple[int, ...] = ()
    leap: bool = False
    steps: bool = False
    drawn: bool = False
    checked: tuple[int, ...] = ()
    fields: tuple[CellMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    numbers: tuple[tuple[int, str], ...] = ()
    pips: tuple[PlacedMarker, ...] = ()
    refused: tuple[MovePath, ...] = ()


def beneath(game: Variant, laid: Layout, marks: BoardMarks, theme: Theme) -> Iterator[Any]:
    """What lies under the pieces: the fields of the last move, the check, coloured fields."""
    names = game.board.cells
    if marks.way:
        for cell, kind, ink in ((marks.way[0], "origin", theme.origin), (marks.way[-1], "target", theme.target)):
            yield _framed(laid.spots[cell], f"last {kind}", ink, theme, names[cell])
    for cell in marks.checked:
        star = _burst(laid.spots[cell], laid.piece)
        paint = {"fill": theme.check.fill, "stroke": theme.check.ink, "data_at": names[cell]}
        yield shape(star, "check", stroke_width=1.6, **paint)
    for mark in marks.fields:
        yield _ringed(laid.spots[mark.cell], mark.colour, theme, names[mark.cell])


def above(game: Variant, laid: Layout, marks: BoardMarks, theme: Theme, scale: float = 1.0) -> Iterator[Any]:
    """What lies over the pieces: arrows and numbers. scale: how much larger letters are than on large paper."""
    names = game.board.cells
    if len(marks.way) > 1 and marks.drawn:
        drawn = route(laid, marks.way, leap=marks.leap, steps=marks.steps)
        ends = {"data_from": names[marks.way[0]], "data_to": names[marks.way[-1]]}
        yield group("mark arrow last", _arrow(drawn, theme.target, theme), **ARROW, **ends)
    for arrow in marks.arrows:
        if arrow.origin == arrow.target:
            continue
        way = straight_way(game.board, arrow.origin, arrow.target)
        drawn = route(laid, way or (arrow.origin, arrow.target), leap=not way and laid.middle is None)
        ends = {"data_from": names[arrow.origin], "data_to": names[arrow.target]}
        parts = _arrow(drawn, theme.marks[arrow.colour], theme)
        yield group(f"mark arrow {arrow.colour}", parts, **ARROW, **ends)
    yield from pips(game, laid, marks.pips, theme)
    for course in marks.refused:
        drawn = route(laid, course.cells, leap=course.leap, steps=course.steps)
        ends = {"data_from": names[course.cells[0]], "data_to": names[course.cells[-1]]}
        yield group("mark arrow refused", _arrow(drawn, theme.marks["red"], theme), **ARROW, **ends)
    for cell, said in marks.numbers:
        yield from _numbered(laid.spots[cell], laid.piece, said, theme, min(NUMBER * scale, MOST_NUMBER))


def _framed(spot: CellShape, kind: str, ink: Ink, theme: Theme, name: str) -> Any:
    """A second border within a field."""
    dash = {"stroke_dasharray": ink.dash} if ink.dash else {}
    parts = [
        shape(spot.inner, "casing", stroke=theme.casing, stroke_width=4.4),
        shape(spot.inner, "line", stroke=ink.colour, stroke_width=2.4, **dash),
    ]
    return group(f"mark {kind}", parts, fill="none", stroke_linejoin="round", data_at=name)


def _ringed(spot: CellShape, colour: str, theme: Theme, name: str) -> Any:
    """A circle about the piece of a field."""
    ink = theme.marks[colour]
    data = circle(spot.centre, spot.room - 2.6)
    dash = {"stroke_dasharray": ink.dash} if ink.dash else {}
    parts = [
        shape(data, "casing", stroke=theme.casing, stroke_width=5.2),
        shape(data, "line", stroke=ink.colour, stroke_width=3.2, **dash),
    ]
    return group(f"mark ring {colour}", parts, fill="none", data_at=name)


POINTS = 12


@lru_cache(maxsize=256)
def _burst(spot: CellShape, piece: float) -> str:
    """A star behind a piece in check: its points are seen all round him."""
    far = min(1.18 * spot.room, 0.62 * piece)
    radii = (far, 0.78 * far) * POINTS
    return ring(
        Point(spot.centre.x + r * sin(k * pi / POINTS), spot.centre.y - r * cos(k * pi / POINTS))
        for k, r in enumerate(radii)
    )


def _numbered(spot: CellShape, piece: float, said: str, theme: Theme, letters: float) -> Iterator[Any]:
    """A number on a disc, at the upper right of the piece."""
    place = Point(spot.centre.x + 0.3 * piece, spot.centre.y - 0.3 * piece)
    radius = letters * (0.62 if len(said) < 2 else 0.82)
    yield shape(circle(place, radius), "disc", fill=theme.casing, stroke=theme.target.colour, stroke_width=1.2)
    yield text(said, place, letters, theme.target.colour, "number", bold=True)


# -- arrows -----------------------------------------------------------------------------------------------------------


ARROW: dict[str, str | float] = {"fill": "none", "opacity": 0.88}


def _arrow(way: Route, ink: Ink, theme: Theme) -> list[Any]:
    """The parts of an arrow along a way. Its head is a polygon; where the way leaves the paper, it goes on without one."""
    *before, last = way.strokes
    last = _shortened(last, END, from_end=True)
    lines = [*before, _shortened(last, HEAD * 0.8, from_end=True)]
    lines[0] = _shortened(lines[0], START, from_end=False)
    shaft = "".join(line(*stroke) for stroke in lines)
    head = _head(last)
    dash = {"stroke_dasharray": ink.dash} if ink.dash else {}
    parts = [
        shape(shaft, "casing", stroke=theme.casing, stroke_width=THICK + 2 * CASING),
        shape(head, "casing", stroke=theme.casing, stroke_width=2 * CASING, stroke_linejoin="round"),
        shape(shaft, "line", stroke=ink.colour, stroke_width=THICK, **dash),
        shape(head, "head", fill=ink.colour),
    ]
    if way.steps:
        dots = "".join(circle(step, THICK * 0.95) for step in way.steps)
        parts.append(shape(dots, "steps", fill=ink.colour, stroke=theme.casing, stroke_width=1.4))
    return parts


def _shortened(stroke: Stroke, by: float, *, from_end: bool) -> Stroke:
    """A stroke without the piece of a length at its start or end; a short one keeps half of itself."""
    points = list(reversed(stroke)) if from_end else list(stroke)
    whole = sum(distance(one, other) for one, other in pairwise(points))
    left = min(by, whole / 2)
    while len(points) > 2 and distance(points[0], points[1]) <= left:
        left -= distance(points[0], points[1])
        points.pop(0)
    points[0] = towards(points[0], points[1], left)
    return tuple(reversed(points)) if from_end else tuple(points)


def _head(stroke: Stroke) -> str:
    """The head at the end of a stroke, in the direction of its last piece."""
    tip = stroke[-1]
    back = next((point for point in reversed(stroke) if distance(point, tip) >= HEAD * 0.8), stroke[0])
    base = towards(tip, back, HEAD)
    x, y = (tip.x - base.x) / 2, (tip.y - base.y) / 2
    return ring((tip, Point(base.x - y, base.y + x), towards(tip, back, HEAD * 0.8), Point(base.x + y, base.y - x)))
