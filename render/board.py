"""The board without pieces: fields, rivers, what is not a field, and names. It is the same in every drawing of a game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from fairyscore.notation.moves.registry import cell_names
from fairyscore.notation.rules.variant import NOBODY, River, Variant
from fairyscore.notation.variants.registry import variant
from fairyscore.render.canvas import PREFIX, ROUND, CachedPart, element, group, painted, shape, text
from fairyscore.render.font_outlines.letters import CAPITAL, width
from fairyscore.render.geometry import Box, Point, at, between, distance, line, number, upright
from fairyscore.render.glyphs.set import SIZE, figure_layers
from fairyscore.render.layouts.base import (
    APART,
    HERE,
    INSET,
    UNIT,
    WITHIN,
    CellShape,
    Figure,
    Layout,
    Sign,
    beside,
    settled,
)
from fairyscore.render.layouts.points import MOST_RIVER, RIVER, point_lines, zone_dots
from fairyscore.render.layouts.rectangle import WATER
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.themes import COLOURED, Paint, Theme

NAMES: Final = ("rim", "inside", "all", "none")
"""Where names of fields stand: at the rim of the board, in its outer fields, in every field, or nowhere."""

RIMMED: Final = ("rim", "all")  # of these, those with names at the rim
CORNER = 5.6  # how far from the corner of its field a name of a file or rank stands within the board
SECOND: Final = {"castle": "", "town": "2 3"}
"""Fields with a second border, by what they are, and its dashes (page: "double borders", "an extra dotted border")."""

SECOND_LINE: Final = 1.4  # the thickness of that border, in units

IN_FIELD = 10.5  # size of names in fields, in units
MOST_IN_FIELD = 17.0  # the same at most, on small paper; larger ones are left out
PATCH = 1.0  # what is free about a name, in the colour of its cell
ASIDE, COLOUR_LETTER = 4.6, 7.5  # how far from the corner the letter of a cell's colour stands, and its size
MOST_COLOUR_LETTER = 11.0  # the same at most beside a piece; on smaller paper it stands in empty cells alone
HATCHED, MOST_COARSE = 0.59, 2.3  # hatchings: the units between their lines, against letters that can just be read
MOST_ASIDE = 6.0  # units between a name in an empty cell and the middle of that
SMALL = 9.5  # the same, where a whole name stands in every field
CALLED_WIDTH, LEAST_CALLED, BELOW_CALLED = 0.94, 5.0, 0.4
"""The longest name that people have for a cell against it; its smallest letters; and what is free below, in letters."""
LEAST_LETTERS: Final = 13.0
"""Units: how high names at the rim and texts are at least. Names in fields and hatchings grow as they do."""

FRAME, BORDER = 2.5, 1.0
CLEAR: Final = FRAME / 2 + PATCH  # units between a name and the border of its cell
WAVE = 1.2
WAVES = 4  # crests in a stretch of river beside one field


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a board. view and turn as in `layouts.registry`, names one of `NAMES`, letters: the size of names.

    least: that of letters which can just be read, 0 where the size on paper is not known. naming: the notation that calls
    cells otherwise than the board does (`idiom.naming_here`).
    """

    theme: Theme
    view: str
    turn: int
    names: str
    letters: float
    least: float = 0.0
    naming: str = ""

    @property
    def coarse(self) -> float:
        """How much coarser hatchings are than on large paper."""
        return min(max(HATCHED * self.least, LEAST_LETTERS) / LEAST_LETTERS, MOST_COARSE)

    def within(self, letters: float, most: float) -> float:
        """The size of letters within cells: as they are on large paper, or what can just be read; 0 beyond the most."""
        legible = max(letters, self.least)
        return legible if legible <= most else 0.0


@lru_cache(maxsize=32)
def board(name: str, look: Look) -> CachedPart:
    """The board of the variant of that name."""
    game = variant(name)
    layout = layout_of(game, look.view, look.turn, look.naming)
    theme = look.theme
    parts = [part for void in layout.voids for part in painted(void, theme.void, "void")]
    points = game.scenery.points
    # between points nothing is to be seen of cells, and no seam either
    border = theme.field(kind_of(game, 0)).fill if points else theme.line
    borders: dict[str, Any] = {"stroke": border, "stroke_width": BORDER}
    fields = _fields(game, theme, enumerate(layout.spots), "data-field")
    parts.append(group("fields", fields, **borders, stroke_linejoin="round"))
    if layout.ghosts:
        parts.append(group("ghosts", _fields(game, theme, layout.ghosts, "data-ghost"), **borders, opacity=0.45))
    if points:
        parts.append(group("lines", point_lines(game, layout, theme, look.within(RIVER, MOST_RIVER))))
    elif game.scenery.pieces.shape and (dots := zone_dots(layout)):
        parts.append(shape(dots, "dots", fill=theme.line))
    parts += (_river(game, layout, river, theme) for river in game.scenery.rivers if not points)
    seam: dict[str, Any] = {"fill": "none", "stroke": theme.ink, "stroke_width": 1.5, "stroke_dasharray": "6 4"}
    parts += (shape(line, "seam", **seam) for line in layout.seams)
    parts.append(
        shape(layout.frame, "frame", fill="none", stroke=theme.ink, stroke_width=FRAME, stroke_linejoin="round")
    )
    if look.names in RIMMED:
        signs = (_sign(sign, look) for sign in layout.signs if sign.text and sign.kind != "inner")
        parts.append(group("rim", signs))
    return CachedPart(group("board", parts))


def board_hatches(game: Variant, layout: Layout, theme: Theme, *, shrunk: bool) -> Iterator[tuple[str, str]]:
    """The hatchings that the board of a game needs. shrunk: lines of it are gone."""
    paints = [theme.field(kind) for kind in dict.fromkeys(game.scenery.fields)]
    paints += [theme.void] if layout.voids else []
    paints += [gone_paint(theme)] if shrunk else []
    return ((paint.hatch, paint.ink) for paint in paints)


def kind_of(game: Variant, cell: int) -> str:
    """The kind of a cell (`light`, `dark`, a colour, ...); `light` where the game makes no difference."""
    return game.scenery.fields[cell] if game.scenery.fields else "light"


def _fields(game: Variant, theme: Theme, spots: Iterable[tuple[int, CellShape]], attribute: str) -> Iterator[Any]:
    """Cells where they lie. attribute: has their names."""
    for cell, spot in spots:
        kind = kind_of(game, cell)
        yield from painted(spot.outline, theme.field(kind), f"field {kind}", **{attribute: game.board.cells[cell]})
        if kind in SECOND:
            dash = {"stroke_dasharray": SECOND[kind]} if SECOND[kind] else {}
            yield shape(spot.inner, f"second {kind}", fill="none", stroke_width=SECOND_LINE, **dash)


def gone_paint(theme: Theme) -> Paint:
    """The paint over the fields of lines that are gone."""
    return Paint(theme.paper, "cross", theme.void.ink)


def gone(game: Variant, layout: Layout, cells: Iterable[int], theme: Theme) -> Any:
    """Fields that are no longer there; where a figure stands on them instead, that."""
    if game.scenery.wall:
        return group("walls", (wall_figure(game, layout, layout.spots[cell].centre, theme) for cell in cells))
    paint = gone_paint(theme)
    parts = (part for cell in cells for part in painted(layout.spots[cell].outline, paint, "gone"))
    return group("lines-gone", parts, stroke=theme.faint, stroke_width=0.5)


def wall_figure(game: Variant, layout: Layout, place: Point, theme: Theme) -> Any:
    """The figure on a cell that nobody can enter (`Scenery.wall`), as large as the pieces."""
    scale = layout.piece / SIZE
    corner = Point(place.x - layout.piece / 2, place.y - layout.piece / 2)
    colours = {"body": theme.field("yellow").fill, "line": theme.owners["white"].line, "none": "none"}
    parts = [
        shape(path, fill=colours[fill], stroke=colours[stroke], stroke_width=width)
        for path, fill, stroke, width in figure_layers(game.scenery.wall)
    ]
    return group(
        f"wall {game.scenery.wall}", parts, transform=f"translate({at(corner)})scale({number(scale)})", **ROUND
    )


# -- rivers -----------------------------------------------------------------------------------------------------------


def _river(game: Variant, layout: Layout, river: River, theme: Theme) -> Any:
    """Water between its banks, with waves: in the middle of the strip from left to right, or from top to bottom."""
    courses = []
    for bank in river.banks:
        one, other = (layout.spots[cell].centre for cell in bank)
        x, y = between(one, other, 0.5)
        across, down = (UNIT / 2, 0.0) if one.x == other.x else (0.0, UNIT / 2)
        courses.append((Point(x - across, y - down), Point(x + across, y + down)))
    bed, waves = "".join(line(*course) for course in courses), "".join(_waves(*course) for course in courses)
    kind = "river" if river.owner == NOBODY else f"river {game.seats[river.owner].name}"
    water = shape(bed, "water", stroke=theme.water, stroke_width=WATER)
    return group(kind, (water, shape(waves, "waves", stroke=theme.wave, stroke_width=WAVE)), fill="none")


def _waves(start: Point, end: Point) -> str:
    """Half waves along a line, up and down in turn, as many as make whole waves."""
    steps = 2 * WAVES
    far = distance(start, end) / steps
    up = Point((end.y - start.y) / steps / far * 3.2, -(end.x - start.x) / steps / far * 3.2)
    data = f"M{at(start)}"
    for step in range(steps):
        middle, stop = between(start, end, (step + 0.5) / steps), between(start, end, (step + 1) / steps)
        side = 1 if step % 2 else -1
        data += f"Q{at(Point(middle.x + side * up.x, middle.y + side * up.y))} {at(stop)}"
    return data


# -- names ------------------------------------------------------------------------------------------------------------


DESCENDING: Final = frozenset("gjpqyJQ")
DESCENT = 0.24  # how far these reach below the line at most, against the height of letters
WITHIN_SECOND: Final = INSET + SECOND_LINE / 2 + PATCH / 2
"""Units between a name and the border of its cell where that has a second one: the name stands within both."""


class Label(NamedTuple):
    """A name within a cell. place: the middle of its letters; letters: their height."""

    cell: int
    text: str
    place: Point
    letters: float

    @property
    def box(self) -> Box:
        """The box that it covers."""
        half, height = width(self.text, self.letters) / 2, self.letters * CAPITAL / 2
        return Box(self.place.x - half, self.place.y - height, self.place.x + half, self.place.y + height)

    def clear_box(self, kind: str) -> Box:
        """The box that no border of a cell of that kind may meet, nor its second one.

        Letters that reach below the line come near to pieces, and to nothing else.
        """
        below = self.letters * DESCENT if DESCENDING.intersection(self.text) else 0.0
        return self.box._replace(bottom=self.box.bottom + below).grown(WITHIN_SECOND if kind in SECOND else CLEAR)

    def moved(self, by: Point) -> Label:
        """The same at another place."""
        return self._replace(place=Point(self.place.x + by.x, self.place.y + by.y))


@lru_cache(maxsize=32)
def labels(name: str, look: Look) -> tuple[Label, ...]:
    """The names within the cells of the variant of that name."""
    game = variant(name)
    layout = layout_of(game, look.view, look.turn, look.naming)
    if look.names == "all":
        cells = cell_names(game, look.naming) if look.naming else game.board.cells
        placed = (Label(cell, cells[cell], spot.label, SMALL) for cell, spot in enumerate(layout.spots))
        return tuple(_clear(game, label, layout) for label in placed)
    if look.names == "inside":
        signs = (sign for sign in layout.signs if sign.text and sign.kind == "rim")
        return tuple(_clear(game, _in_corner(sign, layout), layout) for sign in signs)
    letters = look.within(IN_FIELD, MOST_IN_FIELD)
    inner = (sign for sign in layout.signs if sign.kind == "inner" and look.names == "rim" and letters)
    return tuple(_clear(game, Label(sign.cell, sign.text, sign.place, letters), layout) for sign in inner)


def _in_corner(sign: Sign, layout: Layout) -> Label:
    """The name of a file at the lower left of its outermost field, that of a rank at the upper left."""
    axis = 0 if sign.away.y else 1

    def far_from_it(cell: int) -> tuple[bool, float]:
        centre = layout.spots[cell].centre
        return abs(centre[axis] - sign.place[axis]) > UNIT / 2, distance(centre, sign.place)

    cell = min(range(len(layout.spots)), key=far_from_it)  # of its own column or row, where that ends in a hole too
    middle, far = layout.spots[cell].centre, UNIT / 2 - CORNER
    return Label(cell, sign.text, Point(middle.x - far, middle.y + (far if sign.away.y else -far)), SMALL)


def _clear(game: Variant, label: Label, layout: Layout) -> Label:
    """A name as near to its place as it stands clear of the borders of its cell."""
    return label.moved(settled(label.clear_box(kind_of(game, label.cell)), layout.spots[label.cell]))


@lru_cache(maxsize=32)
def labelled(name: str, look: Look, figure: Figure) -> tuple[dict[int, Point], float]:
    """By cells with names where a piece stands beside them; and the side of the box of all pieces on the board.

    They are as large as the smallest one beside a name.
    """
    layout = layout_of(variant(name), look.view, look.turn, look.naming)

    def standing(cell: int, side: float, most: float) -> tuple[Point, float]:
        spot = layout.spots[cell]
        within = WITHIN if layout.middle else 1.0
        return beside(figure, spot.centre, side, found[cell].grown(APART), spot.polygon, within=within, most=most)

    found: dict[int, Box] = {}
    for label in labels(name, look):
        found[label.cell] = label.box.joined(found.get(label.cell, label.box))
    side = layout.piece
    for cell in found:
        side = standing(cell, layout.piece, side)[1]
    if look.names == "inside":
        return {}, side
    return {cell: standing(cell, side, side)[0] for cell in found}, side


def called(game: Variant, layout: Layout, look: Look, empty: Container[int]) -> Iterator[Any]:
    """The names that cells have for people, at their lower edge; only where no piece stands and where they can be read."""
    for cell, name in game.board.called.items():
        spot = layout.spots[cell]
        letters = min(max(SMALL, look.least), CALLED_WIDTH * 2 * spot.room / width(name, 1))
        if cell in empty and letters >= max(look.least, LEAST_CALLED):
            low = Point(spot.centre.x, spot.centre.y + spot.room - letters * (CAPITAL / 2 + BELOW_CALLED))
            yield from _name(game, Label(cell, name, low, letters), look.theme)


def loose_names(
    game: Variant, layout: Layout, look: Look, missing: Iterable[Sign], free: Container[int]
) -> Iterator[Any]:
    """Names that have no room beside pieces, each in the middle of the first of its cells that is free and holds it."""
    for sign in missing:
        for cell in (cell for cell in sign.cells if cell in free):
            label = Label(cell, sign.text, layout.spots[cell].centre, max(IN_FIELD, look.least))
            shift = settled(label.clear_box(kind_of(game, cell)), layout.spots[cell])
            if distance(shift, HERE) < MOST_ASIDE:
                yield from _name(game, label.moved(shift), look.theme)
                break


@lru_cache(maxsize=32)
def names(name: str, look: Look, gone: tuple[int, ...] = ()) -> CachedPart | None:
    """The names within the cells of the variant of that name, if there are any. Pieces stand beside them.

    gone: cells that the board has lost, and their names with them.
    """
    game = variant(name)
    found = (label for label in labels(name, look) if label.cell not in gone)
    parts = [part for label in found for part in _name(game, label, look.theme)]
    if letters := look.within(COLOUR_LETTER, MOST_COLOUR_LETTER):
        parts += colour_letters(game, layout_of(game, look.view, look.turn, look.naming), look.theme, letters, gone)
    return CachedPart(group("names", parts)) if parts else None


def loose_colours(game: Variant, layout: Layout, look: Look, free: Container[int]) -> Iterator[Any]:
    """The letters of colours on small paper, where they have no room beside pieces: in the cells that are free."""
    if not look.within(COLOUR_LETTER, MOST_COLOUR_LETTER) and (letters := look.within(COLOUR_LETTER, MOST_IN_FIELD)):
        held = tuple(cell for cell in range(len(layout.spots)) if cell not in free)
        yield from colour_letters(game, layout, look.theme, letters, held)


def colour_letters(
    game: Variant, layout: Layout, theme: Theme, letters: float, without: Container[int]
) -> Iterator[Any]:
    """The first letter of its colour in a corner of every cell that has one; each letter is drawn once and used again.

    without: cells that get none.
    """
    first: dict[str, tuple[str, Point]] = {}
    for cell, spot in enumerate(layout.spots):
        kind = kind_of(game, cell)
        if kind not in COLOURED or cell in without:
            continue
        corner = Point(max(x for x, _ in spot.polygon) - ASIDE, min(y for _, y in spot.polygon) + ASIDE)
        label = _clear(game, Label(cell, kind[0].upper(), corner, letters), layout)
        place = label.place
        if kind not in first:
            symbol = f"{PREFIX}{kind}-{number(place.x)}-{number(place.y)}"
            first[kind] = symbol, place
            yield group("colour", _name(game, label, theme), id=symbol)
        else:
            symbol, origin = first[kind]
            moved = {"x": number(place.x - origin.x), "y": number(place.y - origin.y), "xlink:href": f"#{symbol}"}
            yield element("use", "colour", **moved)


def _name(game: Variant, label: Label, theme: Theme) -> Iterator[Any]:
    """A name; the hatching of its cell is interrupted by it."""
    paint = theme.field(kind_of(game, label.cell))
    if paint.hatch:
        left, top, right, bottom = label.box.grown(PATCH)
        yield shape(upright(left, top, right - left, bottom - top), "patch", fill=paint.fill)
    yield text(label.text, label.place, label.letters, theme.label, "name")


def _sign(sign: Sign, look: Look) -> Any:
    """A name at the rim, in the middle of its breadth."""
    theme, rim = look.theme, margin(look.letters)
    middle = Point(sign.place.x + sign.away.x * rim / 2, sign.place.y + sign.away.y * rim / 2)
    fill = theme.faint if sign.kind == "faint" else theme.ink
    return text(sign.text, middle, look.letters * sign.size, fill, sign.kind)


def rim_sign(sign: Sign, part: Box, look: Look) -> Iterator[Any]:
    """A name of a file or rank beside a part of a board that is shown alone; none where that has nothing of it.

    A name that is seen itself needs none there; one at a slanting edge is shown only where that edge is.
    """
    (x, y), away = sign.place, sign.away
    within = part.left < x < part.right and part.top < y < part.bottom
    if within or (away.x and away.y):
        if within:
            yield _sign(sign, look)
        return
    if sign.text and sign.kind != "inner" and (part.left < x < part.right if away.y else part.top < y < part.bottom):
        if away.y:
            edge = Point(x, part.top if away.y < 0 else part.bottom)
        else:
            edge = Point(part.left if away.x < 0 else part.right, y)
        yield _sign(replace(sign, place=edge), look)


def margin(letters: float) -> float:
    """How broad the rim is that names of that height stand in."""
    return 1.5 * letters + 1
