"""Boards of hexagons, one above the other or side by side, seen from White's side or from Black's."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.lattices import IN_FILES, SIDES, Leap
from fairyscore.render.geometry import Box, Point, between, ring
from fairyscore.render.layouts.base import INSET, CellShape, Layout, Sign

HIGH: Final = 24.0  # from the middle of a hexagon to its sides
FAR: Final = 2 * HIGH / sqrt(3)  # from there to its corners
PIECE: Final = 37.0  # the side of the box that a piece is drawn in
NAME: Final = 5.5  # how far from the upper side the name of a cell stands


def hexagon_layout(board: HeadedBoard, turn: int = 0) -> Layout:
    """A board of hexagons. Only White and Black have sides to see it from: three eighths of a turn to five are Black's."""
    way = -1 if turn in (3, 4, 5) else 1
    upright = board.lattice is IN_FILES
    centres = [_place(spot, upright, way) for spot in board.spots]
    about = _corners(upright)
    polygons = [tuple(Point(round(x + u, 2), round(y + v, 2)) for u, v in about) for x, y in centres]
    xs, ys = zip(*(corner for polygon in polygons for corner in polygon), strict=True)
    left, top = min(xs), min(ys)
    polygons = [tuple(Point(round(x - left, 2), round(y - top, 2)) for x, y in polygon) for polygon in polygons]
    centres = [Point(x - left, y - top) for x, y in centres]
    return Layout(
        spots=tuple(_cell(centre, polygon, about) for centre, polygon in zip(centres, polygons, strict=True)),
        frame="".join(map(ring, _outlines(polygons))),
        field=Box(0, 0, round(max(xs) - left, 2), round(max(ys) - top, 2)),
        piece=PIECE,
        turn=turn,
        signs=tuple(_signs(board, centres, upright, way)),
        scattered=True,
    )


def _place(spot: Leap, upright: bool, way: int) -> Point:
    """The middle of a cell; also where a step leads from another one."""
    x, y = spot
    if upright:
        return Point(1.5 * FAR * x * way, -2 * HIGH * (y - x / 2) * way)
    return Point(2 * HIGH * (x - y / 2) * way, -1.5 * FAR * y * way)


def _corners(upright: bool) -> tuple[Point, ...]:
    """The corners of a hexagon about its middle, clockwise."""
    half = FAR / 2
    flat = ((FAR, 0.0), (half, HIGH), (-half, HIGH), (-FAR, 0.0), (-half, -HIGH), (half, -HIGH))
    return tuple(Point(x, y) if upright else Point(-y, x) for x, y in flat)


def _cell(centre: Point, polygon: tuple[Point, ...], about: tuple[Point, ...]) -> CellShape:
    inner = 1 - INSET / HIGH
    return CellShape(
        outline=ring(polygon),
        inner=ring(Point(centre.x + x * inner, centre.y + y * inner) for x, y in about),
        polygon=polygon,
        centre=centre,
        room=HIGH,
        label=Point(centre.x, min(corner.y for corner in polygon) + NAME),
    )


def _outlines(polygons: Iterable[tuple[Point, ...]]) -> Iterator[list[Point]]:
    """The closed borders of some cells: sides that no two of them share, one after the other."""
    sides = {side for polygon in polygons for side in pairwise((*polygon, polygon[0]))}
    known = {(_near(end), _near(start)) for start, end in sides}
    after = {_near(start): (start, end) for start, end in sides if (_near(start), _near(end)) not in known}
    while after:
        here, corners = min(after), list[Point]()
        while here in after:
            start, end = after.pop(here)
            corners.append(start)
            here = _near(end)
        yield corners


def _near(point: Point) -> tuple[int, int]:
    """A corner as all cells about it have it: their roundings may differ."""
    return round(point.x), round(point.y)


# -- names at the rim ------


class _Rim(NamedTuple):
    """Names of one kind. part: of the name of a cell; start: where they begin; wanted: the way they look from there."""

    part: slice
    start: Callable[[Point], tuple[float, float]]
    wanted: Point


def _below(place: Point) -> tuple[float, float]:
    return -place.y, place.x


def _leftmost(place: Point) -> tuple[float, float]:
    return place.x, place.y


RIMS: Final = (_Rim(slice(1), _below, Point(0.0, 1.0)), _Rim(slice(1, None), _leftmost, Point(-1.0, -0.3)))
"""The letter of each file below its lowest cell, the number of each rank at its leftmost one."""


def _signs(board: HeadedBoard, centres: list[Point], upright: bool, way: int) -> Iterator[Sign]:
    """Names stay where files and ranks begin, also when the board is turned: bent ranks end beside the files."""
    seen = [Point(x * way, y * way) for x, y in centres]
    for rim in RIMS:
        ends: dict[str, int] = {}
        for cell, name in enumerate(board.cells):
            text = name[rim.part]
            if text not in ends or rim.start(seen[cell]) < rim.start(seen[ends[text]]):
                ends[text] = cell
        for text, cell in ends.items():
            x, y = board.spots[cell]
            free = (side for side in SIDES if (x + side[0], y + side[1]) not in board.number)
            step = max((_place(side, upright, 1) for side in free), key=partial(_toward, rim.wanted))
            yield _sign(text, centres[cell], Point(step.x * way, step.y * way))


def _toward(wanted: Point, step: Point) -> tuple[float, float]:
    """How much a step goes a wanted way; of two the one to the right."""
    return round(step.x * wanted.x + step.y * wanted.y, 3), step.x


def _sign(text: str, centre: Point, step: Point) -> Sign:
    """A name at the side of a cell across which a step leads."""
    edge = between(centre, Point(centre.x + step.x, centre.y + step.y), 0.5)
    return Sign(text, edge, Point(step.x / (2 * HIGH), step.y / (2 * HIGH)))
