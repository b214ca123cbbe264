"""SVG path data as points: moved, made smaller, and wound one way.

The drawings of this package use the absolute commands M L C Q Z only, with a letter before each group of numbers.

>>> moved("M0 0L10 0L10 10Z", 0.5, 1, 2)
'M1 2L6 2L6 7Z'
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from fairyscore.render.geometry import number

Point = tuple[float, float]
Contour = list[Point]

COMMAND = re.compile(r"([MLCQZ])([^MLCQZ]*)")
NUMBER = re.compile(r"-?[0-9.]+")

PIECES = 8  # straight pieces a curve is cut into where its way round is asked for
KAPPA = 0.5523  # where a quarter circle's handles stand, in radii


def commands(path: str) -> Iterator[tuple[str, list[Point]]]:
    """The commands of a drawing, each with its points."""
    for command, text in COMMAND.findall(path):
        values = [float(value) for value in NUMBER.findall(text)]
        yield command, list(zip(values[::2], values[1::2], strict=True))


@lru_cache(maxsize=1024)
def moved(path: str, scale: float, across: float, down: float) -> str:
    """A drawing at `scale` times its size, its origin then at (across, down)."""
    data = ""
    for command, points in commands(path):
        data += command + _written([(across + x * scale, down + y * scale) for x, y in points])
    return data


def oval(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse around (x, y), of four curves."""
    k = KAPPA
    quarters = (
        ((-1, -k), (-k, -1), (0, -1)),
        ((k, -1), (1, -k), (1, 0)),
        ((1, k), (k, 1), (0, 1)),
        ((-k, 1), (-1, k), (-1, 0)),
    )
    curves = ""
    for quarter in quarters:
        curves += "C" + _written([(x + rx * across, y + ry * down) for across, down in quarter])
    return f"M{number(x - rx)} {number(y)}{curves}Z"


def disc(x: float, y: float, radius: float) -> str:
    """A circle around (x, y)."""
    return oval(x, y, radius, radius)


def contours(path: str) -> list[Contour]:
    """The closed outlines of a drawing, its curves cut into straight pieces."""
    found: list[Contour] = []
    for command, points in commands(path):
        if command == "M":
            found.append(points)
        elif command == "L":
            found[-1] += points
        elif command != "Z":
            found[-1] += _curve(found[-1][-1], points)
    return found


@lru_cache(maxsize=256)
def wound(path: str) -> str:
    """A drawing whose outlines all run clockwise: where two of them overlap, the fill then has no hole (nonzero rule).

    >>> wound("M0 0L0 9L9 9Z")
    'M9 9L0 9L0 0Z'
    """
    return "".join(_clockwise(f"M{outline}") for outline in path.split("M")[1:])


def _clockwise(outline: str) -> str:
    """One outline, the other way round where it does not run so: twice the area inside is then negative, as y goes down."""
    contour = contours(outline)[0]
    if sum(x * v - u * y for (x, y), (u, v) in pairwise([*contour, contour[0]])) >= 0:
        return outline
    drawn = [(command, points) for command, points in commands(outline) if points]
    ends = [points[-1] for _, points in drawn]
    parts = ["M" + _written([ends[-1]])]
    for (command, points), start in zip(drawn[:0:-1], ends[-2::-1], strict=True):
        parts.append(command + _written([*points[-2::-1], start]))
    return "".join(parts) + "Z"


def _written(points: list[Point]) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


def _curve(start: Point, points: list[Point]) -> Contour:
    """A curve of Bézier by de Casteljau's halving in its general form: between neighbours until one point is left."""
    found = []
    for step in range(1, PIECES + 1):
        t = step / PIECES
        row = [start, *points]
        while len(row) > 1:
            row = [(x + (u - x) * t, y + (v - y) * t) for (x, y), (u, v) in pairwise(row)]
        found.append(row[0])
    return found
