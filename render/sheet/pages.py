"""Items put on pages: columns are filled from the left, and where a part of the sheet ends they are made equally high.

What is kept together stays so unless it is higher than the paper; then it is taken apart, for nothing leaves the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from fairyscore.render.geometry import Box
from fairyscore.render.sheet.items import Item

STEPS: Final = 14
"""Of the search for the height of columns: exact to a thousandth of a page."""


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
    """Items that stay together; gap: above them."""

    items: tuple[Item, ...]
    gap: float
    height: float


@dataclass(slots=True)
class Flow:
    """Puts sections on pages.

    area: what is printed on; heads: what running heads take of it from the second page on. used: how many columns of the
    last section have something, on the page where it ends.
    """

    area: Box
    gutter: float
    heads: float
    page: int = 0
    used: int = 0
    placed: list[PlacedItem] = field(default_factory=list)
    down: float = field(init=False)

    def __post_init__(self) -> None:
        self.down = self.area.top

    def column_width(self, columns: int) -> float:
        """Points that each of so many columns has."""
        return (self.area.width - self.gutter * (columns - 1)) / columns

    def add(self, section: SheetSection) -> None:
        """A section behind what is there already."""
        chunks = _chunks(section.items)
        start = 0
        while start < len(chunks):
            start = self._fill(section, chunks, start)

    @property
    def _fresh(self) -> bool:
        return self.down <= self._top

    @property
    def _top(self) -> float:
        return self.area.top + (self.heads if self.page else 0.0)

    def _turn(self) -> None:
        self.page += 1
        self.down = self._top

    def _fill(self, section: SheetSection, chunks: list[_Chunk], start: int) -> int:
        """Fill what is left of this page; the number of the first chunk that does not stand on it."""
        gap = 0.0 if self._fresh else section.gap
        head = section.head.height if section.head else 0.0
        room = self.area.bottom - self.down - gap - head
        columns = _columns(chunks, start, section.columns, room)
        end = columns[-1][1]
        if end == start:
            if not self._fresh:
                self._turn()
            else:
                chunks[start : start + 1] = _apart(chunks[start], room)
            return start
        if end == len(chunks):
            columns = _balanced(chunks, start, section.columns, room)
        self._put(section, chunks, columns, self.down + gap)
        if end < len(chunks):
            self._turn()
        return end

    def _put(self, section: SheetSection, chunks: list[_Chunk], columns: list[tuple[int, int]], top: float) -> None:
        deepest = top
        for place, (start, end) in enumerate(columns):
            x = round(self.area.left + place * (self.column_width(section.columns) + self.gutter), 2)
            y = top
            if section.head and any(section.heads(item) for chunk in chunks[start:end] for item in chunk.items):
                self.placed.append(PlacedItem(self.page, x, round(y, 2), section.head))
                y += section.head.height
            for number, chunk in enumerate(chunks[start:end]):
                for item_number, item in enumerate(chunk.items):
                    y += item.gap if number or item_number else 0.0
                    self.placed.append(PlacedItem(self.page, x, round(y, 2), item))
                    y += item.height
            deepest = max(deepest, y)
        self.down = deepest
        self.used = sum(end > start for start, end in columns)


def _chunks(items: Sequence[Item]) -> list[_Chunk]:
    chunks, row = [], []
    free = 0.0
    for item in items:
        if not item.parts and not item.keep:  # nothing but space: it goes away at the top of a column, and at the end
            free += item.height
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
    return _Chunk(tuple(row), row[0].gap, height)


def _apart(chunk: _Chunk, room: float) -> list[_Chunk]:
    """A chunk that is too high for a page, in two: what fits on this one, at least one item, and the rest."""
    count, taken = 1, chunk.items[0].height
    while count < len(chunk.items) and taken + chunk.items[count].gap + chunk.items[count].height <= room:
        taken += chunk.items[count].gap + chunk.items[count].height
        count += 1
    if count == len(chunk.items):  # it is as high as the page, but for rounding
        return [_Chunk(chunk.items, 0.0, 0.0)]
    return [_chunk(chunk.items[:count]), _chunk(chunk.items[count:])]


def _columns(chunks: list[_Chunk], start: int, count: int, height: float) -> list[tuple[int, int]]:
    """From and to which chunk each column goes, filled one after the other."""
    columns = []
    for _ in range(count):
        end, taken = start, 0.0
        while end < len(chunks):
            more = chunks[end].height + (chunks[end].gap if end > start else 0.0)
            if taken + more > height + 1e-6:
                break
            taken += more
            end += 1
        columns.append((start, end))
        start = end
    return columns


def _balanced(chunks: list[_Chunk], start: int, count: int, room: float) -> list[tuple[int, int]]:
    """The same with the least height at which all of them find their place."""
    low, high = 0.0, room
    for _ in range(STEPS if count > 1 else 0):
        middle = (low + high) / 2
        if _columns(chunks, start, count, middle)[-1][1] == len(chunks):
            high = middle
        else:
            low = middle
    return _columns(chunks, start, count, high)
