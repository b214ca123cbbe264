"""What a drawing says, read from its SVG as anybody's program would: shapes where they lie on paper, texts, pieces, marks.

`faults` lists what no good diagram has: something cut off, letters that are too small or cannot be told from what is under
them, names and pieces on each other, pieces of several sizes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from xml.etree.ElementTree import Element, fromstring

from wcag import contrast

from fairyscore.render.font_outlines.letters import outline
from fairyscore.render.geometry import Box, Point, inside
from fairyscore.render.layouts.base import UNIT, apart
from fairyscore.render.measures import length

XLINK = "{http://www.w3.org/1999/xlink}href"
SVG = "{http://www.w3.org/2000/svg}"

LEAST_TYPE = 6.0  # points on paper, without what rounding takes
ROOM = 2.3  # how much larger a cell is than the letters that fit on a disc in it
LEGIBLE = 4.5  # contrast of text (WCAG 2, AA)
DUST = 0.6  # units that a shape may be over an edge by

UNSEEN = ("defs", "metadata", "title", "desc", "pattern", "style")
Matrix = tuple[float, float, float]
"""Across, down and scale: drawings turn nothing."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A shape as it is seen. points: its outline, flattened; within: the classes of it and all that it stands in."""

    points: tuple[Point, ...]
    fill: str
    within: frozenset[str]
    scale: float
    text: str = ""
    bold: bool = False

    @property
    def box(self) -> Box:
        """What it covers."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def letters(self) -> float:
        """The size of its letters in units."""
        return self.box.height / _height(self.text, bold=self.bold)


@lru_cache(maxsize=4096)
def _height(text: str, *, bold: bool) -> float:
    """How high the letters of a text are in size 1."""
    down = [y for _, y in flattened(outline(text, 1000.0, bold=bold))]
    return (max(down) - min(down)) / 1000


@dataclass(slots=True)
class Picture:
    """A drawing. unit: millimetres of a unit. groups: what all elements with a class say of themselves.
    empty: paths that draw nothing. pieces: each with its scale, its field and its outline."""

    view: Box
    unit: float
    seen: list[Seen] = field(default_factory=list)
    groups: list[dict[str, str]] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    pieces: list[tuple[float, str, tuple[Point, ...]]] = field(default_factory=list)

    @property
    def texts(self) -> list[Seen]:
        """All lines of text."""
        return [shape for shape in self.seen if shape.text.strip()]

    def words_of(self, kind: str) -> list[str]:
        """The texts within a kind of group, in their order."""
        return [shape.text for shape in self.texts if kind in shape.within]

    def marked(self, *kinds: str) -> list[dict[str, str]]:
        """The groups that have all of these classes."""
        return [group for group in self.groups if set(kinds) <= set(group["class"].split())]


def picture(svg: str) -> Picture:
    """Read a drawing."""
    return _Reader(fromstring(svg)).found


class _Reader:
    """Reads a drawing part by part."""

    def __init__(self, root: Element) -> None:
        left, top, wide, high = map(float, root.attrib["viewBox"].split())
        unit = length(root.attrib["width"], checked=False).millimetres / wide
        self.found = Picture(Box(left, top, left + wide, top + high), unit)
        self.symbols = {made.attrib["id"]: made for made in root.iter() if "id" in made.attrib}
        self.piece: list[Point] | None = None  # the outline of the piece that is read
        self._part(root, (0.0, 0.0, 1.0), {}, frozenset())

    def _part(self, part: Element, at: Matrix, given: dict[str, str], within: frozenset[str]) -> None:
        """A part and all in it. given: attributes that it takes over; within: the classes of what it stands in."""
        tag, attributes = part.tag.removeprefix(SVG), part.attrib
        if tag in UNSEEN:
            return
        at, kinds = _moved(at, attributes), attributes.get("class", "").split()
        within |= frozenset(kinds)
        if tag == "svg" and self.found.seen:
            within |= {"window"}  # which cuts off what is outside of it
        given = given | {
            name: value for name, value in attributes.items() if name in ("fill", "stroke", "stroke-width")
        }
        if kinds and "ghosts" not in within:  # those are once more what stands on the board
            self.found.groups.append({"class": attributes["class"], **attributes})
        if tag == "use":
            self._used(attributes, at, given, within)
        elif tag == "path":
            self._path(attributes, at, given, within)
        for child in part:
            self._part(child, at, given, within)

    def _used(self, attributes: dict[str, str], at: Matrix, given: dict[str, str], within: frozenset[str]) -> None:
        """A symbol, where it is used; a piece is taken down with its outline."""
        at = (at[0] + float(attributes.get("x", 0)) * at[2], at[1] + float(attributes.get("y", 0)) * at[2], at[2])
        is_piece = "piece" in attributes.get("class", "").split()
        self.piece = [] if is_piece else self.piece
        self._part(self.symbols[attributes[XLINK][1:]], at, given, within)
        if is_piece and self.piece is not None:
            if "ghosts" not in within:
                self.found.pieces.append((at[2], attributes.get("data-field", ""), tuple(self.piece)))
            self.piece = None

    def _path(self, attributes: dict[str, str], at: Matrix, given: dict[str, str], within: frozenset[str]) -> None:
        across, down, scale = at
        points = tuple(Point(across + x * scale, down + y * scale) for x, y in flattened(attributes.get("d", "")))
        if not points:
            if not attributes.get("data-text", "").isspace():
                self.found.empty.append(" ".join(sorted(within)))
            return
        text = attributes.get("data-text", "")
        self.found.seen.append(Seen(points, given.get("fill", "#000000"), within, scale, text, "number" in within))
        if self.piece is not None:
            drawn = given.get("stroke", "none") != "none"
            reach = float(given.get("stroke-width", 0)) / 2 * scale if drawn else 0.0
            self.piece += (Point(x + a * reach, y + b * reach) for x, y in points for a in (-1, 1) for b in (-1, 1))


def _moved(at: Matrix, attributes: dict[str, str]) -> Matrix:
    """Where a part lies that is moved and scaled."""
    across, down, scale = at
    turn = attributes.get("transform", "")
    if found := re.search(r"translate\(([-0-9.]+)[ ,]+([-0-9.]+)\)", turn):
        across, down = across + float(found[1]) * scale, down + float(found[2]) * scale
    if found := re.search(r"scale\(([-0-9.]+)\)", turn):
        scale *= float(found[1])
    return across, down, scale


# -- paths ------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
STEPS = 6  # pieces of a curve


@lru_cache(maxsize=8192)
def flattened(data: str) -> tuple[Point, ...]:
    """The corners of a path, its curves cut into pieces."""
    return tuple(_flattened(data))


def _flattened(data: str) -> Iterator[Point]:
    tokens = TOKEN.findall(data)
    place, command = 0, ""
    here = start = Point(0.0, 0.0)

    def taken(count: int) -> list[float]:
        nonlocal place
        place += count
        return [float(token) for token in tokens[place - count : place]]

    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
            if command in "Zz":
                here = start
                continue
        base = here if command.islower() else Point(0.0, 0.0)
        match command.upper():
            case "M" | "L":
                x, y = taken(2)
                here = Point(base.x + x, base.y + y)
                start = here if command in "Mm" else start
                yield here
                command = {"M": "L", "m": "l"}.get(command, command)
            case "H":
                here = Point(base.x + taken(1)[0], here.y)
                yield here
            case "V":
                here = Point(here.x, base.y + taken(1)[0])
                yield here
            case "C" | "Q" as curve:
                flat = taken(6 if curve == "C" else 4)
                control = [here, *(Point(base.x + x, base.y + y) for x, y in zip(flat[::2], flat[1::2], strict=True))]
                yield from (_on_curve(control, step / STEPS) for step in range(1, STEPS + 1))
                here = control[-1]
            case "A":
                radius, _, _, large, sweep, x, y = taken(7)
                end = Point(base.x + x, base.y + y)
                yield from _arc(here, end, radius, large=bool(large), sweep=bool(sweep))
                here = end
            case other:
                raise ValueError(f"a path with {other}: {data[:60]}")


def _on_curve(control: list[Point], share: float) -> Point:
    while len(control) > 1:
        control = [
            Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)
            for one, other in pairwise(control)
        ]
    return control[0]


def _arc(start: Point, end: Point, radius: float, *, large: bool, sweep: bool) -> Iterator[Point]:
    """An arc of a circle (SVG 1.1, F.6)."""
    half = hypot(end.x - start.x, end.y - start.y) / 2
    if not half:
        return
    far = sqrt(max(0.0, radius**2 - half**2)) * (-1 if large == sweep else 1)
    middle = Point(
        (start.x + end.x) / 2 - far * (end.y - start.y) / (2 * half),
        (start.y + end.y) / 2 + far * (end.x - start.x) / (2 * half),
    )
    first, last = (atan2(point.y - middle.y, point.x - middle.x) for point in (start, end))
    turn = (last - first) % (2 * pi) if sweep else -((first - last) % (2 * pi))
    steps = max(2, ceil(abs(turn) / 0.2))
    radius = max(radius, half)
    for step in range(1, steps + 1):
        angle = first + turn * step / steps
        yield Point(middle.x + radius * cos(angle), middle.y + radius * sin(angle))


# -- faults -----------------------------------------------------------------------------------------------------------


def faults(drawn: Picture) -> list[str]:
    """What is wrong with a drawing."""
    return [
        *(f"a path without data: {what}" for what in drawn.empty),
        *_cut_off(drawn),
        *_too_small(drawn),
        *_pale(drawn),
        *_of_several_sizes(drawn),
        *_covered(drawn),
    ]


def _cut_off(drawn: Picture) -> Iterator[str]:
    """Shapes over the edge of the drawing, without those on a board of which a part is shown."""
    view = drawn.view.grown(DUST)
    for shape in drawn.seen:
        box = shape.box
        inner = view.left <= box.left and box.right <= view.right and view.top <= box.top and box.bottom <= view.bottom
        if not inner and "window" not in shape.within:
            yield f"cut off: {shape.text or ' '.join(sorted(shape.within))}"


def _too_small(drawn: Picture) -> Iterator[str]:
    """Letters that nobody can read. Numbers that are asked for are not left out where a cell has no room for them."""
    roomy = UNIT * drawn.unit * 72 / 25.4 > ROOM * LEAST_TYPE
    for text in drawn.texts:
        if "number" in text.within and not roomy:
            continue
        points = text.letters * drawn.unit * 72 / 25.4
        if points < 0.93 * LEAST_TYPE:
            yield f"{points:.1f} pt: {text.text}"


def _pale(drawn: Picture) -> Iterator[str]:
    """Texts that can hardly be told from the last thing painted below their middle."""
    opaque: list[Seen] = []
    for shape in drawn.seen:
        if shape.text.strip():
            box = shape.box
            middle = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
            windows = {"window"} - shape.within  # what is cut off there is not below a text beside it
            below = next(
                (other for other in reversed(opaque) if not windows & other.within and _covers(other, middle)), None
            )
            if below is not None and contrast(shape.fill, below.fill) < LEGIBLE:
                yield f"{shape.text}: {shape.fill} on {below.fill}"
        elif re.fullmatch("#[0-9a-fA-F]{6}", shape.fill) and not {"patch", "casing", "fill"} & shape.within:
            opaque.append(shape)


def _covers(shape: Seen, point: Point) -> bool:
    box = shape.box
    return box.left <= point.x <= box.right and box.top <= point.y <= box.bottom and inside(point, shape.points)


def _of_several_sizes(drawn: Picture) -> Iterator[str]:
    sizes = {round(scale, 2) for scale, on, _ in drawn.pieces if on}
    if len(sizes) > 1:
        yield f"pieces of sizes {sorted(sizes)}"


def _covered(drawn: Picture) -> Iterator[str]:
    """Names of cells and of the rim under or over pieces."""
    names = [text for text in drawn.texts if {"name", "rim"} & text.within]
    shapes = [(on, Box(*_sides(points)), list(hull(points))) for _, on, points in drawn.pieces if on and points]
    for text in names:
        box = text.box
        for on, around, shape in shapes:
            if _meet(box, around) and not apart(list(box.corners), shape):
                yield f"{text.text} and the piece on {on}"


def _sides(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def hull(points: Iterable[Point]) -> Iterator[Point]:
    """The corners of the convex outline of points."""
    ordered = sorted(set(points))
    for row in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in row:
            while len(half) > 1 and (half[-1].x - half[-2].x) * (point.y - half[-2].y) <= (half[-1].y - half[-2].y) * (
                point.x - half[-2].x
            ):
                half.pop()
            half.append(point)
        yield from half[:-1]
