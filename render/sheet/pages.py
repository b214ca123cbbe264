"""Items put on pages: columns are filled from the left, and where a part of the sheet ends they are made equally high.

What is kept together stays so unless it is higher than the paper; then it is taken apart, for nothing leaves the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final, NamedTuple

from fairyscore.render.geometry import Box
from fairyscore.render.sheet.items import Item, Letters

STEPS: Final = 14  # of the search for the height of columns: exact to a thousandth of a page


MOST_STRETCHED: Final = 6.0
"""Points that a gap between paragraphs becomes larger by, where the column of a full page would end early."""

MOST_PENDING: Final = 2  # diagrams that wait for a place at the same time


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A part of a sheet. columns: how many beside each other; head: what stands above each of them that has an item of
    which `heads` says so. gap: above it all.
    """

    items: tuple[Item, ...]
    columns: int = 1
    head: Item | None = None
    gap: float = 0.0
    heads: Callable[[Item], bool] = lambda _: True


class PlacedItem(NamedTuple):
    """An item on a page, its upper left corner in points from that of the paper."""

    page: int
    x: float
    y: float
    item: Item


class _Chunk(NamedTuple):
    """Items that stay together; gap, below: free above and below them, but not at the ends of a column. floats: what
    follows may stand before it, where that fills a column.
    """

    items: tuple[Item, ...]
    gap: float
    height: float
    floats: bool = False
    below: float = 0.0


_Columns = list[list[_Chunk]]


@dataclass(slots=True)
class Flow:
    """Puts sections on pages.

    area: what is printed on; heads: what running heads take of it from the second page on. used: how many columns of the
    last section have something, on the page where it ends. down: where the next section begins.
    """

    area: Box
    gutter: float
    heads: float
    down: float
    page: int = 0
    used: int = 0
    placed: list[PlacedItem] = field(default_factory=list)

    def add(self, section: SheetSection, *, least: float = 0.0) -> None:
        """A section behind what is there already. least: what is free below it, or it begins on a new page."""
        rest = _chunks(section.items)
        height = section.gap + sum(chunk.gap + chunk.height for chunk in rest)
        if least and not self._fresh and self.down + height + least > self.area.bottom:
            self._turn()
        while rest:
            rest = self._fill(section, rest)

    @property
    def _fresh(self) -> bool:
        return self.down <= self._top

    @property
    def _top(self) -> float:
        return self.area.top + (self.heads if self.page else 0.0)

    def _turn(self) -> None:
        self.page += 1
        self.down = self._top

    def _fill(self, section: SheetSection, rest: list[_Chunk]) -> list[_Chunk]:
        """Fill what is left of this page; the chunks that do not stand on it."""
        gap = 0.0 if self._fresh else section.gap
        head = section.head.height if section.head else 0.0
        room = self.area.bottom - self.down - gap - head
        columns, left = _columns(rest, section.columns, room)
        if len(left) == len(rest):
            if not self._fresh:
                self._turn()
                return rest
            return [*_apart(rest[0], room), *rest[1:]]
        if not left:
            columns = _balanced(rest, section.columns, room)
        self._put(section, columns, self.down + gap, room if left else 0.0)
        if left:
            self._turn()
        return left

    def _put(self, section: SheetSection, columns: _Columns, top: float, room: float) -> None:
        """Put columns on the page. room: how high they are to be, if gaps can be stretched to that; 0: as they are."""
        deepest, pitch = top, (self.area.width + self.gutter) / section.columns
        for place, column in enumerate(columns):
            x = round(self.area.left + place * pitch, 2)
            y = top
            if section.head and any(section.heads(item) for chunk in column for item in chunk.items):
                self.placed.append(PlacedItem(self.page, x, round(y, 2), section.head))
                y += section.head.height
            gaps = [_between(column[:number], chunk) for number, chunk in enumerate(column)]
            free = room - sum(gaps) - sum(chunk.height for chunk in column)
            stretch = min(MOST_STRETCHED, max(0.0, free) / (sum(map(bool, gaps)) or 1))
            for chunk, gap in zip(column, gaps, strict=True):
                y += gap + (stretch if gap else 0.0)
                for item_number, item in enumerate(chunk.items):
                    y += item.gap if item_number else 0.0
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
        if not item.parts and not item.keep:  # nothing but space: it goes away at the top of a column, and at the end
            if not row:
                free += item.height
            else:
                chunks.append(_chunk(row)._replace(below=item.height))
                row = []
            continue
        row.append(replace(item, gap=item.gap + free) if free else item)
        free = 0.0
        if not item.keep:
            chunks.append(_chunk(row))
            row = []
    if row:
        chunks.append(_chunk(row))
    return chunks


def _chunk(row: Sequence[Item]) -> _Chunk:
    height = sum(item.height for item in row) + sum(item.gap for item in row[1:])
    return _Chunk(tuple(row), row[0].gap, height, row[0].floats)


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
    """What is free between the last chunk of a column and another one."""
    return chunk.gap + column[-1].below if column else 0.0


def _next(rest: list[_Chunk], room: float, column: list[_Chunk]) -> int | None:
    """Which chunk stands next in a column: the first one, or where that floats and has no room the next line of text."""
    for place, chunk in enumerate(rest[: MOST_PENDING + 1]):
        if chunk.height + _between(column, chunk) <= room:
            return place if not place or not chunk.floats else None
        if not chunk.floats or _ends(rest[place + 1 : place + 2]):
            return None
    return None


def _ends(chunks: list[_Chunk]) -> bool:
    """Whether the result of the game comes next: it stands behind everything."""
    return any(isinstance(part, Letters) and part.what == "result" for chunk in chunks for part in chunk.items[0].parts)


def _balanced(rest: list[_Chunk], count: int, room: float) -> _Columns:
    """The same with the least height at which all of them find their place."""
    low, high = 0.0, room
    for _ in range(STEPS if count > 1 else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if _columns(rest, count, middle)[1] else (low, middle)
    return _columns(rest, count, high)[0]
