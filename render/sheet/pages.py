"""What is stacked in columns, and the columns on pages.

An item is a line of text, a row of a table, a diagram: a height with what stands in it, in points from its upper left
corner. Columns are filled with them from the left, and where a part of the sheet ends they are made equally high. What is
kept together stays so unless it is higher than the paper; then it is taken apart, for nothing leaves the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final, NamedTuple

from fairyscore.render.board_state import BoardState
from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.geometry import Box
from fairyscore.render.sheet.lines import ASCENT, DESCENT, Align, FaceRun, TextLine, Word, broken


class Letters(NamedTuple):
    """A line of text, its column beginning at x and its baseline at y. what: what it is, a class in the drawing."""

    x: float
    y: float
    line: TextLine
    what: str


class DiagramItem(NamedTuple):
    """A diagram of what stands on a board. names: where those of its cells stand, as `drawing.diagram` has it."""

    x: float
    y: float
    width: float
    height: float
    moment: BoardState
    names: str = "rim"
    what: str = "diagram"


class GraphItem(NamedTuple):
    """The graphs of a game. says: them in words."""

    x: float
    y: float
    width: float
    height: float
    svg: str
    says: str
    what: str = "graph"


class BarShape(NamedTuple):
    """An upright rectangle, empty where it has no fill."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    line: float = 0.0
    what: str = "rule"


class Disc(NamedTuple):
    """A disc in a player's colours about a point."""

    x: float
    y: float
    radius: float
    seat: int


Part = Letters | DiagramItem | GraphItem | BarShape | Disc


@dataclass(frozen=True, slots=True)
class Item:
    """A block of a column that is not broken.

    gap: points above it, which are left out at the top of a column. keep: no column ends after it. floats: it goes on to
    the next good place, and what follows may stand before it. starts: it begins a paragraph.
    """

    height: float
    parts: tuple[Part, ...]
    gap: float = 0.0
    keep: bool = False
    floats: bool = False
    starts: bool = True


LEAST_LEADING: Final = ASCENT + DESCENT  # ems from line to line: below that lines could touch


def paragraph(
    words: Sequence[Word],
    what: str,
    width: float,
    leading: float,
    *,
    left: float = 0.0,
    indent: float = 0.0,
    align: Align = "left",
    gap: float = 0.0,
) -> list[Item]:
    """The lines of a paragraph, of which neither the first nor the last stands alone in a column.

    width: of its column. leading: from line to line. left: how far all lines are set in. indent: the first one. gap: above.
    """
    lines = broken(words, width - left, indent, align)
    items = []
    for place, line in enumerate(lines):
        height = max(leading, LEAST_LEADING * line.size)
        part = Letters(left, baseline(height, line.size), line, what)
        alone = len(lines) > 1 and place in (0, len(lines) - 2)
        items.append(Item(round(height, 2), (part,), 0.0 if place else gap, alone, starts=not place))
    return items


def label(
    text: str, what: str, face: FontFace, left: float, height: float, *, width: float = 0.0, align: Align = "left"
) -> Letters:
    """A text that has room in one line, in an item of a height. left, width: where it stands; as wide as the text if 0."""
    word = Word((FaceRun(text, face),))
    line = broken([word], max(width, word.width + 1), align=align)[0]
    return Letters(round(left, 2), baseline(height, face.size), line, what)


def baseline(height: float, size: float) -> float:
    """Where the baseline lies in a line of a height, so that as much is free above its letters as below them."""
    return round((height - LEAST_LEADING * size) / 2 + ASCENT * size, 2)


def keep_together(items: Sequence[Item]) -> list[Item]:
    """The items, of which all stand in one column with what follows."""
    return [replace(item, keep=True) for item in items]


# -- on pages ---------------------------------------------------------------------------------------------------------

STEPS: Final = 14  # of the search for the height of columns: exact to a thousandth of a page

MOST_STRETCHED: Final = 6.0
"""Points that a gap between paragraphs becomes larger by, where the column of a full page would end early."""

MOST_PENDING: Final = 2  # diagrams that wait for a place at the same time


class PlacedItem(NamedTuple):
    """An item on a page, its upper left corner in points from that of the paper."""

    page: int
    x: float
    y: float
    item: Item


class _Chunk(NamedTuple):
    """Items that stay together; gap, below: free above and below them, but not at the ends of a column."""

    items: tuple[Item, ...]
    gap: float
    height: float
    below: float = 0.0

    def has(self, what: str) -> bool:
        """Whether a text of a kind is in it."""
        return any(isinstance(part, Letters) and part.what == what for item in self.items for part in item.parts)


_Columns = list[list[_Chunk]]


@dataclass(slots=True)
class Flow:
    """Puts the parts of a sheet on pages.

    area: what is printed on; heads: what running heads take of it from the second page on. used: how many columns of the
    last part have something, on the page where it ends. down: where the next part begins.
    """

    area: Box
    gutter: float
    heads: float
    down: float
    page: int = 0
    used: int = 0
    placed: list[PlacedItem] = field(default_factory=list)

    def add(
        self, items: Sequence[Item], columns: int = 1, head: Item | None = None, *, gap: float, least: float = 0.0
    ) -> None:
        """A part after what is there already, in columns beside each other.

        head: what stands above each column that has moves in rows. gap: above the part. least: what is free below it, or
        it begins on a new page.
        """
        rest = _chunks(items)
        height = gap + sum(chunk.gap + chunk.height for chunk in rest)
        if least and not self._fresh and self.down + height + least > self.area.bottom:
            self._turn()
        while rest:
            rest = self._fill(rest, columns, head, gap)

    @property
    def _fresh(self) -> bool:
        return self.down <= self._top

    @property
    def _top(self) -> float:
        return self.area.top + (self.heads if self.page else 0.0)

    def _turn(self) -> None:
        self.page += 1
        self.down = self._top

    def _fill(self, rest: list[_Chunk], count: int, head: Item | None, gap: float) -> list[_Chunk]:
        """Fill what is left of this page; the chunks that do not stand on it."""
        gap = 0.0 if self._fresh else gap
        room = self.area.bottom - self.down - gap - (head.height if head else 0.0)
        columns, left = _columns(rest, count, room)
        if len(left) == len(rest):
            if not self._fresh:
                self._turn()
                return rest
            return [*_apart(rest[0], room), *rest[1:]]
        if not left and count > 1:  # the least height at which all find their place
            low, height = 0.0, room
            for _ in range(STEPS):
                middle = (low + height) / 2
                low, height = (middle, height) if _columns(rest, count, middle)[1] else (low, middle)
            columns = _columns(rest, count, height)[0]
        self._put(columns, head, self.down + gap, room if left else 0.0)
        if left:
            self._turn()
        return left

    def _put(self, columns: _Columns, head: Item | None, top: float, room: float) -> None:
        """Put columns on the page. room: how high they are to be, if gaps can be stretched to that; 0: as they are."""
        deepest, pitch = top, (self.area.width + self.gutter) / len(columns)
        for place, column in enumerate(columns):
            x, y = round(self.area.left + place * pitch, 2), top
            if head and any(chunk.has("move") for chunk in column):
                self.placed.append(PlacedItem(self.page, x, round(y, 2), head))
                y += head.height
            gaps = [_between(column[:number], chunk) for number, chunk in enumerate(column)]
            free = room - sum(gaps) - sum(chunk.height for chunk in column)
            stretch = min(MOST_STRETCHED, max(0.0, free) / (sum(map(bool, gaps)) or 1))
            for chunk, gap in zip(column, gaps, strict=True):
                y += gap + (stretch if gap else 0.0)
                for number, item in enumerate(chunk.items):
                    y += item.gap if number else 0.0
                    self.placed.append(PlacedItem(self.page, x, round(y, 2), item))
                    y += item.height
            deepest = max(deepest, y)
        self.down = deepest
        self.used = sum(map(bool, columns))


def _chunks(items: Sequence[Item]) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    row: list[Item] = []
    free = 0.0
    for item in items:
        if item.parts or item.keep:
            row.append(replace(item, gap=item.gap + free) if free else item)
            free = 0.0
            if not item.keep:
                chunks.append(_chunk(row))
                row = []
        elif row:  # nothing but space: it goes away at the top of a column, and at the end
            chunks.append(_chunk(row)._replace(below=item.height))
            row = []
        else:
            free += item.height
    return [*chunks, _chunk(row)] if row else chunks


def _chunk(row: Sequence[Item]) -> _Chunk:
    return _Chunk(tuple(row), row[0].gap, sum(item.height for item in row) + sum(item.gap for item in row[1:]))


def _apart(chunk: _Chunk, room: float) -> list[_Chunk]:
    """A chunk that is too high for a page, in two: what fits on this one, at least one item, and the rest."""
    taken = accumulate(item.height + (item.gap if place else 0.0) for place, item in enumerate(chunk.items))
    count = max(1, sum(height <= room for height in taken))
    if count == len(chunk.items):  # it is as high as the page, but for rounding
        return [_Chunk(chunk.items, 0.0, 0.0)]
    return [_chunk(chunk.items[:count]), _chunk(chunk.items[count:])]


def _columns(rest: list[_Chunk], count: int, height: float) -> tuple[_Columns, list[_Chunk]]:
    """So many columns filled one after the other, and what is left. What floats and does not fit lets text pass by."""
    columns: _Columns = []
    rest = list(rest)
    for _ in range(count):
        column: list[_Chunk] = []
        taken = 0.0
        while (place := _next(rest, height + 1e-6 - taken, column)) is not None:
            chunk = rest.pop(place)
            taken += chunk.height + _between(column, chunk)
            column.append(chunk)
        columns.append(column)
    return columns, rest


def _between(column: list[_Chunk], chunk: _Chunk) -> float:
    """The free height between the last chunk of a column and another one."""
    return chunk.gap + column[-1].below if column else 0.0


def _next(rest: list[_Chunk], room: float, column: list[_Chunk]) -> int | None:
    """Which chunk is next in a column: the first, or if that floats and has no room a line of text, but no result."""
    for place, chunk in enumerate(rest[: MOST_PENDING + 1]):
        floats = chunk.items[0].floats
        if chunk.height + _between(column, chunk) <= room:
            return place if not place or not floats else None
        if not floats or any(following.has("result") for following in rest[place + 1 : place + 2]):
            return None
    return None
