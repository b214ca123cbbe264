"""What every layout is: where each field of a board lies on paper, and what belongs to the board around them.

Where a piece stands beside the name of its cell is tried by the outline of the widest pieces.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from fairyscore.render.geometry import Box, Point, aside, distance, inside, polar, towards

UNIT = 45.0  # the side of a square field, which is also the box that a piece is drawn in
UP, DOWN, LEFT, RIGHT, HERE = Point(0, -1), Point(0, 1), Point(-1, 0), Point(1, 0), Point(0, 0)

EIGHTH = 45.0  # degrees of an eighth of a turn; seats and turns are given in eighths, clockwise from White's
TURNS = {"white": 0, "silver": 2, "black": 4, "gold": 6}
"""Where the players sit, clockwise from the bottom (RULES: seats are clockwise)."""


INSET = 3.0  # how far inside the border of a field its second one lies
LABEL = 7.5  # how far from the borders of a field its name stands


@dataclass(frozen=True, slots=True)
class CellShape:
    """The place and shape of a field.

    outline: path data made of exact lines and arcs; polygon: the same as a polygon, for whoever has to reckon.
    centre: where a piece stands; room: radius of the largest circle about it within the outline.
    label: where the field's name stands, the middle of its letters.
    inner: the outline once more, a little inside, for fields that are marked by a second border.
    """

    outline: str
    inner: str
    polygon: tuple[Point, ...]
    centre: Point
    room: float
    label: Point


@dataclass(frozen=True, slots=True)
class Sign:
    """A name at the rim, or a part of one within a field.

    place: on the edge of the board, or the middle of the letters within. away: the direction from the edge, one unit long;
    the rim is as broad as its letters are large, and they stand in its middle. size: against that of other names.
    kind: `rim`, `faint` for what is repeated, `inner` within a field; a class in the drawing. cell: of that field.
    cells: the fields that it names, in which it may stand instead, the likeliest first.
    """

    text: str
    place: Point
    away: Point = HERE
    size: float = 1.0
    kind: str = "rim"
    cell: int = -1
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A board on paper. Each is made once (`layouts.registry`), and is equal to no other.

    spots: by cell. ghosts: fields drawn once more where the board goes on behind its edge, with their cells.
    frame: path data of the outer border; field: the paper that fields take, without the rim.
    voids: path data of places that are not fields. seams: lines at which the board goes on at its other side.
    signs: names at the rim. piece: side of the box that pieces are drawn in.
    turn: eighths of a turn by which the seat at the bottom sits from White's, clockwise.
    middle: the centre of a round board: ways go round it. period: after so many units to the right the board repeats.
    scattered: cells stand in no columns and rows of squares.
    """

    spots: tuple[CellShape, ...]
    frame: str
    field: Box
    piece: float
    turn: int
    ghosts: tuple[tuple[int, CellShape], ...] = ()
    voids: tuple[str, ...] = ()
    seams: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    middle: Point | None = None
    period: float = 0.0
    scattered: bool = False

    def part(self, cells: Iterable[int]) -> Box:
        """The part of the board with these cells. It has the strip of water beside it, and where it ends at a border behind
        which the board goes on, what is drawn once more there.
        """
        part = bounds(corner for cell in cells for corner in self.spots[cell].polygon)
        boxes = [bounds(spot.polygon) for spot in self.spots]
        if self.ghosts:
            board = bounds(corner for box in boxes for corner in box.corners)
            left = self.field.left if part.left == board.left else part.left
            part = part._replace(left=left, right=self.field.right if part.right == board.right else part.right)
        if self.middle is not None or self.scattered:
            return part
        above = [box.bottom for box in boxes if 0 <= part.top - box.bottom < MOST_STRIP]
        below = [box.top for box in boxes if 0 <= box.top - part.bottom < MOST_STRIP]
        before = [box.right for box in boxes if 0 <= part.left - box.right < MOST_STRIP]
        behind = [box.left for box in boxes if 0 <= box.left - part.right < MOST_STRIP]
        return Box(
            max(before, default=part.left),
            max(above, default=part.top),
            min(behind, default=part.right),
            min(below, default=part.bottom),
        )


MOST_STRIP: Final = UNIT / 3  # units between cells that belong together, at most


def bounds(points: Iterable[Point]) -> Box:
    """The smallest upright rectangle about points."""
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down))


def shared(names: Iterable[str]) -> str:
    """The letter or the number that field names have in common, as a rim shows it; empty where there is neither.

    >>> shared(["a1", "a2"]), shared(["a10", "b10"]), shared(["a1", "b2"])
    ('a', '10', '')
    """
    listed = list(names)
    for parts in ({name[:1] for name in listed}, {name[1:] for name in listed}):
        if len(parts) == 1:
            return parts.pop()
    return ""


def in_common(names: Iterable[str], places: Iterable[tuple[float, ...]], axis: int) -> dict[float, str]:
    """By column (axis 0) or row (axis 1) what the names of the cells there have in common."""
    found: dict[float, list[str]] = {}
    for name, place in zip(names, places, strict=True):
        found.setdefault(place[axis], []).append(name)
    return {at: shared(there) for at, there in sorted(found.items())}


# -- names within cells ----------------------------------------------------------------------------------------------

_ANGLES: Final = tuple(22.5 * number for number in range(16))

TRIED: Final = ((0.0, 0.0), *((step / 2, angle) for step in range(1, 33) for angle in _ANGLES))
"""How far and in which direction a name is moved into its cell, the nearest first."""


def settled(box: Box, cell: CellShape) -> Point:
    """How far a box is moved to lie within a cell; to its middle where it has no room."""
    middle = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    border = outlined(cell.polygon)
    tried = (polar(middle, far, angle) for far, angle in TRIED)
    place = next((place for place in tried if _lies_in(box, place, border)), cell.centre)
    return Point(place.x - middle.x, place.y - middle.y)


def _lies_in(box: Box, place: Point, border: Sequence[Point]) -> bool:
    """Whether a box about a place lies within a border, the middles of its sides too."""
    across, down = box.width / 2, box.height / 2
    sides = product((-across, 0.0, across), (-down, 0.0, down))
    return all(inside(Point(place.x + x, place.y + y), border) for x, y in sides)


STRAIGHT: Final = 0.2  # units: what a border may be off where its corners on an arc are left out


@lru_cache(maxsize=512)
def outlined(polygon: tuple[Point, ...]) -> tuple[Point, ...]:
    """A polygon without the corners at which it hardly turns."""
    kept = [polygon[0]]
    for corner, following in pairwise((*polygon[1:], polygon[0])):
        if aside(corner, kept[-1], following) > STRAIGHT:
            kept.append(corner)
    return tuple(kept)


# -- pieces beside names ----------------------------------------------------------------------------------------------

Figure = tuple[tuple[float, float], ...]  # the corners about a piece in its box
PLAIN: Final = ((2, 3), (20, 0.5), (25, 0.5), (36.5, 3.5), (42.2, 9), (38.5, 43), (6.5, 43), (2.8, 15))
"""The corners about all pieces of chess in the box of 45 units that pieces are drawn in (tests look at each piece)."""

PLATED: Final = ((0.2, 33), (2.3, 6), (2.8, 2.4), (26.9, 0.2), (42.2, 2.4), (42.7, 6), (44.8, 33), (44.8, 42.4), (43, 44.9),
                 (2, 44.9), (0.2, 42.4))  # fmt: skip
"""The same for pieces that stand on a plate with their marks."""

CHANGING: Final = ((7, 1), (38, 1), (44.9, 28), (44.9, 44.5), (0.1, 44.5), (0.1, 28))
"""The same for pieces that show on a base what they are on each colour."""

SCALES: Final = tuple(1 - step / 50 for step in range(25))
"""What is tried for a piece beside a name, against its usual size."""

WITHIN: Final = 0.92
"""So much of a piece's size stays within its cell on a round board; its edge may lie on an inner border."""

APART: Final = 0.6  # units between a piece and a name


def corners(figure: Figure, place: Point, side: float) -> list[Point]:
    """The corners of a figure on paper. place: the middle of its box, side: of that."""
    scale = side / UNIT
    return [Point(place.x + (x - UNIT / 2) * scale, place.y + (y - UNIT / 2) * scale) for x, y in figure]


def beside(
    figure: Figure, place: Point, side: float, name: Box, cell: Sequence[Point], *, within: float, most: float
) -> tuple[Point, float]:
    """Where a piece stands beside a name, and its size: the largest at which it stays in the cell and clear of the name.

    place, side: where and how large it is without one. cell: the corners of the cell. within: so much of its size stays
    there. most: it is to be no larger.
    """
    middle = Point((name.left + name.right) / 2, (name.top + name.bottom) / 2)
    for scale in (scale for scale in SCALES if scale * side <= most):
        for step in range(8):
            moved = towards(place, middle, -step) if distance(place, middle) else place
            tried = corners(figure, moved, scale * side)
            room = corners(figure, moved, within * scale * side)
            if apart(tried, name.corners) and all(inside(corner, cell) for corner in room):
                return moved, scale * side
    return place, SCALES[-1] * side


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex shapes do not touch: a line along a side of one of them lies between them."""
    for shape in (one, other):
        for start, end in zip(shape, (*shape[1:], shape[0]), strict=True):
            x, y = end.y - start.y, start.x - end.x
            first = [x * corner.x + y * corner.y for corner in one]
            second = [x * corner.x + y * corner.y for corner in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False
