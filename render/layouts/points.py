"""Boards of points: the lines on which the pieces of xiangqi and janggi stand, and the dots on a board of shogi."""

from collections.abc import Iterator
from itertools import chain, pairwise, product
from typing import Any, Final

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import shape, text
from fairyscore.render.geometry import Point, circle, line, ring
from fairyscore.render.layouts.base import UNIT, Layout
from fairyscore.render.themes import Theme

THIN, THICK = 1.1, 2.2
AROUND: Final = 3.6  # units between the outermost lines and the thick one about them
NEAR, FAR = 3.2, 8.6  # where the small corners about a point begin and end
RIVER, MOST_RIVER = 22.0, 34.0  # size of the characters in the river, and at most on small paper
RIVER_NAMES: Final = ("楚河", "漢界")
DOT: Final = 2.0
ZONE: Final = 3  # files and ranks from the corner of a board of shogi to its dots


def point_lines(game: Variant, layout: Layout, theme: Theme, letters: float = RIVER) -> Iterator[Any]:
    """The lines of a board of points, its palaces and its river. letters: the size of the river's name; 0 for none."""
    centres = [spot.centre for spot in layout.spots]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    banks = chain.from_iterable(river.banks for river in game.scenery.rivers)
    gaps = {frozenset((centres[one].y, centres[other].y)) for one, other in banks}
    rows, columns = sorted({y for _, y in centres}), sorted({x for x, _ in centres})
    across = "".join(line(Point(left, y), Point(right, y)) for y in rows)
    down = ""
    for x, (upper, lower) in product(columns, pairwise(rows)):
        if x in (left, right) or frozenset((upper, lower)) not in gaps:
            down += line(Point(x, upper), Point(x, lower))
    diagonals = "".join(line(centres[one], centres[other]) for one, other in game.scenery.diagonals)
    yield shape(across + down + diagonals, "line", fill="none", stroke=theme.line, stroke_width=THIN)
    outer = (left - AROUND, top - AROUND, right + AROUND, bottom + AROUND)
    corners = [Point(outer[x], outer[y]) for x, y in ((0, 1), (2, 1), (2, 3), (0, 3))]
    yield shape(ring(corners), "edge", fill="none", stroke=theme.line, stroke_width=THICK)
    small = "".join(_corners(centres[cell], left, right) for cell in _stations(game))
    if small:
        yield shape(small, "stations", fill="none", stroke=theme.line, stroke_width=THIN)
    for gap in gaps if letters else ():
        middle = sum(gap) / 2
        for name, share in zip(RIVER_NAMES, (0.25, 0.75), strict=True):
            place = Point(left + share * (right - left), middle)
            for character, aside in zip(name, (-1, 1), strict=True):
                middle_of = Point(place.x + aside * letters * 0.75, place.y)
                yield text(character, middle_of, letters, theme.label, "river-name", bold=True)


def _stations(game: Variant) -> list[int]:
    """Where cannons and soldiers start, if the board has a river; their points are marked."""
    if not game.scenery.rivers:
        return []
    start = game.initial_state()
    kinds = {game.letters.get(letter, -2) for letter in "CP"}
    return [cell for cell in range(len(game.board.cells)) if start.piece_type_at(cell) in kinds]


def _corners(point: Point, left: float, right: float) -> str:
    """Small corners about a point, on the board's side of it only where it lies at the edge."""
    drawn = ""
    for side in (-1, 1):
        if not left <= point.x + side * UNIT <= right:
            continue
        for up in (-1, 1):
            x, y = point.x + side * NEAR, point.y + up * NEAR
            far_x, far_y = point.x + side * FAR, point.y + up * FAR
            drawn += line(Point(far_x, y), Point(x, y), Point(x, far_y))
    return drawn


def zone_dots(layout: Layout) -> str:
    """The four dots on a board of shogi, where the zones of promotion begin."""
    field = layout.field
    xs = (field.left + ZONE * UNIT, field.right - ZONE * UNIT)
    ys = (field.top + ZONE * UNIT, field.bottom - ZONE * UNIT)
    return "".join(circle(Point(x, y), DOT) for x in xs for y in ys if xs[0] < xs[1] and ys[0] < ys[1])
