"""Marks on a board: the last move, a check, arrows, coloured and numbered fields, and pips. What they are, how they look.

Pips tell how a piece gets to a field, by their shape so that no colour is needed. The silhouette says how it gets there
(round: it goes, star: it leaps, hourglass: it leaps if nothing is in the way, roof or diamond: it hops over a piece,
triangle: it is promoted), and what is in it whether it takes: hollow without, a cross or bars only by taking, full both
ways. Fields that it does not get to after all have shapes of their own.

>>> Pip.of(Target(3, ((0, 3),), takes=False)).kind
'step move'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.rules.reachability import Access, TargetStatus
from fairyscore.notation.rules.state import State, Target
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import group, shape, text
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.geometry import Point, between, circle, distance, inside, line, ring, towards
from fairyscore.render.glyphs.paths import moved
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import UNIT, CellShape, Layout, bounds, outlined
from fairyscore.render.routes import MovePath, Route, Stroke, path_between, route
from fairyscore.render.themes import Stroke as Ink
from fairyscore.render.themes import Theme

# -- pips -------------------------------------------------------------------------------------------------------------

STEP, LEAP, LAME, HOP, SCREEN, PROMOTION = "step", "leap", "lame", "hop", "screen", "promotion"
MOVE, TAKE, BOTH = "move", "take", "both"


def _form_of(goal: Target) -> str:
    """How a piece gets to a goal."""
    if goal.becomes:
        return PROMOTION
    if goal.hops:
        return HOP
    if goal.lame:
        return LAME
    return LEAP if goal.leaps else STEP


def _act_of(goal: Target) -> str:
    """The act of a piece at a goal."""
    if goal.goes and goal.takes:
        return BOTH
    return MOVE if goal.goes else TAKE


@dataclass(frozen=True, slots=True)
class Pip:
    """One sign. form: the silhouette, or `blocked`, `barred`, `refused`; act: `move`, `take`, `both`, empty for those."""

    form: str
    act: str = ""

    @property
    def kind(self) -> str:
        """Both words, as they are classes in the drawing."""
        return f"{self.form} {self.act}".rstrip()

    @classmethod
    def of(cls, goal: Target) -> Pip:
        """The pip of a goal that a piece gets to."""
        if goal.hops == "takes" and goal.goes and goal.takes and not goal.becomes:
            return cls(SCREEN, BOTH)
        return cls(_form_of(goal), _act_of(goal))

    @classmethod
    def standing(cls, standing: TargetStatus) -> Pip:
        """The movement marker of a target in a position."""
        return cls.of(standing.goal) if standing.access is Access.FREE else cls(standing.access.value)


class PlacedMarker(NamedTuple):
    """The marker of a move on a cell. beside: a piece stands there, and the marker is small, in a corner."""

    cell: int
    pip: Pip
    beside: bool = False


SHAPES: Final = {
    Pip(*kind.split()): drawn for kind, drawn in data_sections("fairyscore.render.glyphs", "pips.ini").items()
}
ORDER: Final = tuple(SHAPES)  # all pips there are, as a legend lists them


def used(placed: Iterable[PlacedMarker]) -> list[Pip]:
    """The pips on a board, each once, in the order of a legend."""
    found = {entry.pip for entry in placed}
    return [pip for pip in ORDER if pip in found]


def meaning(pip: Pip, game: Variant) -> str:
    """The legend of a pip.

    >>> from fairyscore.notation.variants.registry import variant
    >>> [meaning(pip, variant("kaleidochess")) for pip in (Pip("leap", "both"), Pip("blocked"))]
    ['flies or knocks out', 'blocked']
    """
    if not pip.act:
        return translated(REFUSALS[pip.form])
    goes, by = (game.rules.leap_verb, " by leaping") if pip.form == LEAP else (game.rules.step_verb, "")
    if pip.form == SCREEN:
        return translated(OVER, goes=translated(goes), verb=translated(game.rules.capture_verb))
    form = {MOVE: "{goes} only", TAKE: "{verb} only" + by, BOTH: "{goes} or {verb}"}[pip.act]
    text = translated(form, goes=translated(goes), verb=translated(game.rules.capture_verb))
    return translated(ADDED[pip.form], act=text) if pip.form in ADDED else text


OVER: Final = "{goes}, and {verb} over a piece"
ADDED: Final = {
    PROMOTION: "{act}, with promotion",
    HOP: "{act}, over a piece",
    LAME: "{act}, if nothing is in the way",
}
REFUSALS: Final = {"blocked": "blocked", "barred": "across the river: not allowed", "refused": "not allowed"}


RADIUS, BESIDE = 10.5, 7.5  # units: how large a pip is at most, and at the shoulder of a piece of the usual size
SHOULDER = 0.3  # how far from the middle of a piece's box that is, to the right and upward, against its side
FAT, BORDER = 0.36, 0.2  # breadth of lines, and of the pale border about everything, against the radius


def pip_parts(pip: Pip, middle: Point, radius: float, theme: Theme) -> list[Any]:
    """A pip with its middle at a place: first the pale border of everything, then the sign itself."""
    drawn = SHAPES[pip]

    def sign(path: str, round_: str = "") -> str:
        data = moved(drawn[path], radius, *middle) if path in drawn else ""
        return data + (circle(middle, radius * float(drawn[round_])) if round_ in drawn else "")

    full, hollow, lines = sign("full", "disc"), sign("hollow", "ring"), sign("lines")
    ink = theme.marks["blue" if pip.act else "red"].colour
    thick, casing = FAT * radius, 2 * BORDER * radius
    cased = ((full, theme.casing, casing), (hollow, theme.casing, thick + casing), (lines, "none", thick + casing))
    look: dict[str, str | float] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    parts = [
        shape(data, "casing", fill=fill, stroke=theme.casing, stroke_width=width, **look)
        for data, fill, width in cased
        if data
    ]
    if full:
        parts.append(shape(full, "sign", fill=ink))
    if hollow or lines:
        parts.append(shape(hollow + lines, "sign", fill="none", stroke=ink, stroke_width=thick, **look))
    return parts


def pip_radius(spot: CellShape) -> float:
    """How large a pip is on a cell where nobody stands."""
    return min(RADIUS, 0.55 * spot.room)


def pips(game: Variant, layout: Layout, placed: Iterable[PlacedMarker], theme: Theme) -> Iterator[Any]:
    """The pips of a board, also on fields that are drawn once more."""
    by_cell = {entry.cell: entry for entry in placed}
    shown = [(cell, layout.spots[cell], {"data_at": game.board.cells[cell]}) for cell in sorted(by_cell)]
    again: list[tuple[int, CellShape, dict[str, Any]]] = [
        (cell, spot, {"opacity": 0.45}) for cell, spot in layout.ghosts
    ]
    for cell, spot, attributes in (*shown, *again):
        if entry := by_cell.get(cell):
            off = SHOULDER * layout.piece if entry.beside else 0.0
            radius = BESIDE * layout.piece / UNIT if entry.beside else pip_radius(spot)
            parts = pip_parts(entry.pip, Point(spot.centre.x + off, spot.centre.y - off), radius, theme)
            yield group(f"mark pip {entry.pip.kind}", parts, **attributes)


# -- on a board -------------------------------------------------------------------------------------------------------

THICK, CASING = 4.6, 2.0  # breadth of an arrow, and of the casing on either side of it
HEAD = 13.0  # length of an arrow's head; it is as broad
START, END = 6.0, 4.0  # how far from the middles of empty cells an arrow begins and ends
AT_PIECE = 0.37  # how far from the middle of a piece it does, against the side of the piece's box: at its outline
LEAST_ARROW = HEAD + 5.0  # an arrow that would be shorter comes nearer to the pieces; it lies under them
CROSS = 7.0  # half the side of the cross over a way that no piece goes
IMPOSSIBLE = "7 6"  # dashes of such a way
FILLED = 0.42  # how much of a cell's own colour a filled mark covers
MOST_ON_DISC = 3  # characters of a number on a disc
NUMBER, MOST_NUMBER = 11.0, 20.0  # size of numbers on fields, and what it grows to on small paper


class BoardMarks(NamedTuple):
    """The marks on a board.

    path: the way of the last move; framed: its ends are marked; drawn: it has an arrow too. checked: cells of pieces in
    check. fills: cells with another colour. numbers: texts on cells. pips: how a piece gets to cells. refused: the ways of
    a move that is not legal.
    """

    path: MovePath = MovePath()
    framed: bool = True
    drawn: bool = False
    checked: tuple[int, ...] = ()
    fields: tuple[CellMark, ...] = ()
    fills: tuple[CellMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    numbers: tuple[tuple[int, str], ...] = ()
    pips: tuple[PlacedMarker, ...] = ()
    refused: tuple[MovePath, ...] = ()

    @property
    def way(self) -> tuple[int, ...]:
        """The cells of the last move, its start and end included; a drop has one, a pass none."""
        return self.path.cells


def beneath(game: Variant, layout: Layout, marks: BoardMarks, theme: Theme, state: State) -> Iterator[Any]:
    """The marks under the pieces: the cells of the last move, the check, filled cells, arrows. state: the position."""
    names = game.board.cells
    for mark in marks.fills:
        colour, name = theme.marks[mark.colour].colour, names[mark.cell]
        outline = layout.spots[mark.cell].outline
        yield shape(outline, f"mark fill {mark.colour}", fill=colour, fill_opacity=FILLED, data_at=name)
    if marks.way and marks.framed:
        for cell, kind, ink in ((marks.way[0], "origin", theme.origin), (marks.way[-1], "target", theme.target)):
            yield _framed(layout.spots[cell], f"last {kind}", ink, theme.casing, names[cell])
    for cell in marks.checked:
        yield _checked(layout.spots[cell], theme, names[cell])
    for arrow in _arrows(game, marks, theme, state):
        yield _drawn(arrow, game, layout, theme, state)


def above(game: Variant, layout: Layout, marks: BoardMarks, theme: Theme, least: float = 0.0) -> Iterator[Any]:
    """The marks over the pieces: rings, signs of movement and numbers. least: the size of letters that can just be read."""
    for mark in marks.fields:
        spot = layout.spots[mark.cell]
        ring_ = _cased(circle(spot.centre, spot.room - 2.6), theme.marks[mark.colour], 3.2, 5.2, theme.casing)
        yield group(f"mark ring {mark.colour}", ring_, fill="none", data_at=game.board.cells[mark.cell])
    yield from pips(game, layout, marks.pips, theme)
    for cell, number in marks.numbers:
        yield from _numbered(layout.spots[cell], layout.piece, number, theme, min(max(NUMBER, least), MOST_NUMBER))


@lru_cache(maxsize=1024)
def _framed(spot: CellShape, kind: str, ink: Ink, casing: str, name: str) -> Any:
    """A second border within a field; the same element again where it is asked for again."""
    parts = _cased(spot.inner, ink, 2.4, 4.4, casing)
    return group(f"mark {kind}", parts, fill="none", stroke_linejoin="round", data_at=name)


def _cased(data: str, ink: Ink, thick: float, casing_thick: float, casing: str) -> list[Any]:
    """A line on a broader one in the colour of casings."""
    dash = {"stroke_dasharray": ink.dash} if ink.dash else {}
    return [
        shape(data, "casing", stroke=casing, stroke_width=casing_thick),
        shape(data, "line", stroke=ink.colour, stroke_width=thick, **dash),
    ]


GLOW, BAND, EDGING = 0.45, 2.8, 1.3  # of a cell in check: how much red covers it, the band within it, and its edges


@lru_cache(maxsize=256)
def _checked(spot: CellShape, theme: Theme, name: str) -> Any:
    """The cell of a piece in check: it glows, and within its border is a band with an edge on either side."""
    paint = theme.check
    glow = shape(
        spot.inner, "edge", fill=paint.fill, fill_opacity=GLOW, stroke=paint.ink, stroke_width=BAND + 2 * EDGING
    )
    band = shape(spot.inner, "line", fill="none", stroke=paint.fill, stroke_width=BAND)
    return group("check", [glow, band], stroke_linejoin="round", data_at=name)


def _numbered(spot: CellShape, piece: float, words: str, theme: Theme, letters: float) -> Iterator[Any]:
    """A number on a disc, at the upper right of the piece; a longer text in the middle of its cell, not broader than it."""
    if len(words) > MOST_ON_DISC:
        letters = min(letters, letters * 1.8 * spot.room / width(words, letters, bold=True))
        drawn = text(words, spot.centre, letters, theme.target.colour, "number", bold=True)
        yield shape(
            drawn.attribs["d"], "casing", fill="none", stroke=theme.casing, stroke_width=3, stroke_linejoin="round"
        )
        yield drawn
        return
    place = Point(spot.centre.x + 0.3 * piece, spot.centre.y - 0.3 * piece)
    radius = letters * (0.62 if len(words) < 2 else 0.82)
    yield shape(circle(place, radius), "disc", fill=theme.casing, stroke=theme.target.colour, stroke_width=1.2)
    yield text(words, place, letters, theme.target.colour, "number", bold=True)


def marked_cells(game: Variant, layout: Layout, marks: BoardMarks, theme: Theme, state: State) -> frozenset[int]:
    """The cells on which marks lie; arrows lie on all that they pass."""
    ways = [route(layout, path) for _, path, _ in _arrows(game, marks, theme, state)]
    points = [
        between(*ends, step / PASSED)
        for way in ways
        for stroke in way.strokes
        for ends in pairwise(stroke)
        for step in range(PASSED + 1)
    ]
    passed = (cell for cell, spot in enumerate(layout.spots) if _meets(points, outlined(spot.polygon)))
    marked = [mark.cell for mark in (*marks.fields, *marks.fills)] + [entry.cell for entry in marks.pips]
    framed = marks.way if marks.framed else ()
    return frozenset((*passed, *framed, *marks.checked, *marked, *(cell for cell, _ in marks.numbers)))


def _meets(points: Sequence[Point], border: Sequence[Point]) -> bool:
    """Whether a point lies within a border; most are far from it."""
    around = bounds(border)
    return any(around.contains(point) and inside(point, border) for point in points)


PASSED: Final = 24  # places on each piece of an arrow's way that are looked at


# -- arrows -----------------------------------------------------------------------------------------------------------


def _arrows(game: Variant, marks: BoardMarks, theme: Theme, state: State) -> Iterator[tuple[str, MovePath, Ink]]:
    """Every arrow: its class, its way and its ink. An annotator's has the way of the last move or of its piece."""
    if len(marks.way) > 1 and marks.drawn:
        yield "last", marks.path, theme.target
    for mark in marks.arrows:
        ends = (mark.origin, mark.target)
        if mark.origin != mark.target:
            path = marks.path if marks.way[:1] + marks.way[-1:] == ends else path_between(game, state, *ends)
            yield mark.colour, path, theme.marks[mark.colour]
    for path in marks.refused:
        ink = theme.marks["red"]
        yield "refused", path, ink if path.possible else replace(ink, dash=IMPOSSIBLE)


def _drawn(arrow: tuple[str, MovePath, Ink], game: Variant, layout: Layout, theme: Theme, state: State) -> Any:
    """An arrow between the outlines of the pieces at its ends. A refused one that no piece goes is crossed out."""
    kind, path, ink = arrow
    way, casing = route(layout, path), theme.casing
    start, end = (
        AT_PIECE * layout.piece if state.piece_at(cell) is not None else free
        for cell, free in ((path.cells[0], START), (path.cells[-1], END))
    )
    *before, last = way.strokes
    spare = min(1.0, max(0.0, sum(map(_length, way.strokes)) - LEAST_ARROW) / (start + end))
    back = _shortened(last[::-1], end * spare)  # the last stroke from its tip
    lines = [*before, _shortened(back, HEAD * 0.8)[::-1]]
    lines[0] = _shortened(lines[0], start * spare)
    head = _head(back)
    under, shaft = _cased("".join(line(*stroke) for stroke in lines), ink, THICK, THICK + 2 * CASING, casing)
    under_head = shape(head, "casing", stroke=casing, stroke_width=2 * CASING, stroke_linejoin="round")
    parts = [under, under_head, shaft, shape(head, "head", fill=ink.colour)]
    if way.steps:
        dots = "".join(circle(step, THICK * 0.95) for step in way.steps)
        parts.append(shape(dots, "steps", fill=ink.colour, stroke=casing, stroke_width=1.4))
    if kind == "refused" and not path.possible:
        parts += _crossed(way, ink, theme)
    names = [game.board.cells[cell] for cell in path.cells]
    attributes = {"data_from": names[0], "data_via": " ".join(names[1:-1]), "data_to": names[-1]}
    return group(f"mark arrow {kind}", parts, fill="none", opacity=0.88, **attributes)


def _crossed(way: Route, ink: Ink, theme: Theme) -> Iterator[Any]:
    """A cross over the middle of a way."""
    stroke = max(way.strokes, key=_length)
    x, y = _shortened(stroke[::-1], _length(stroke) / 2)[0]
    arms = "".join(line(Point(x - CROSS, y - side * CROSS), Point(x + CROSS, y + side * CROSS)) for side in (1, -1))
    yield shape(arms, "casing", stroke=theme.casing, stroke_width=THICK + 2 * CASING, stroke_linecap="round")
    yield shape(arms, "cross", stroke=ink.colour, stroke_width=THICK, stroke_linecap="round")


def _length(stroke: Stroke) -> float:
    return sum(distance(one, other) for one, other in pairwise(stroke))


def _shortened(stroke: Stroke, by: float) -> Stroke:
    """A stroke without the piece of a length at its start; a short one keeps half of itself."""
    left = min(by, _length(stroke) / 2)
    while len(stroke) > 2 and distance(*stroke[:2]) <= left:
        left -= distance(*stroke[:2])
        stroke = stroke[1:]
    return towards(stroke[0], stroke[1], left), *stroke[1:]


def _head(stroke: Stroke) -> str:
    """The head at the tip that a stroke begins with, in the direction of its first piece."""
    tip = stroke[0]
    back = next((point for point in stroke if distance(point, tip) >= HEAD * 0.8), stroke[-1])
    base = towards(tip, back, HEAD)
    x, y = (tip.x - base.x) / 2, (tip.y - base.y) / 2
    return ring((tip, Point(base.x - y, base.y + x), towards(tip, back, HEAD * 0.8), Point(base.x + y, base.y - x)))
