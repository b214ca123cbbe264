"""The kinds of panel a chart is made of: bars with their names, columns side by side, and wholes with their parts.

Each says how high it is, draws itself at a place, and tells in words what it shows, for those who do not see it. Every
number stands where its bar is, so that no axis and no grid is needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairyscore.render.canvas import group, painted, plain, shape, text
from fairyscore.render.font_outlines.letters import CAPITAL, width
from fairyscore.render.geometry import Box, Point, number
from fairyscore.render.themes import Paint, Theme

LETTERS: Final = 10.5
"""Size of what is said, in units; a page is 720 wide."""

SMALL: Final = 9.0
"""Size of what is said of single columns."""

HEADING: Final = 13.0
HEAD: Final = 26.0
"""Height of a panel's heading."""

ROW: Final = 19.0
BAR: Final = 11.0
"""Height of a row, and of the bar in it."""

GAP: Final = 7.0
"""Between a bar and what is said of it."""

WIDEST_NAME: Final = 0.5
"""Of a panel's width; longer names are cut."""

STROKE: Final = 0.75


@dataclass(frozen=True, slots=True)
class Panel(ABC):
    """A part of a chart. title: its heading."""

    title: str

    @abstractmethod
    def height(self) -> float:
        """How high it is, without its heading."""

    @abstractmethod
    def draw(self, place: Point, wide: float, theme: Theme) -> Iterator[Any]:
        """Its parts; the place is its left upper corner, below the heading."""

    @abstractmethod
    def words(self) -> str:
        """What it shows, as a sentence."""

    def paints(self, theme: Theme) -> Iterator[Paint]:
        """What it is painted with."""
        yield main_paint(theme)


class ChartBar(NamedTuple):
    """One bar or column: its name, how long it is against the others, and what is said of it; texts may be empty."""

    name: str
    value: float
    said: str = ""


@dataclass(frozen=True, slots=True)
class Bars(Panel):
    """Bars that lie below each other."""

    bars: tuple[ChartBar, ...]

    def height(self) -> float:
        """See `Panel`."""
        return ROW * len(self.bars)

    def draw(self, place: Point, wide: float, theme: Theme) -> Iterator[Any]:
        """See `Panel`."""
        names = [fitted(bar.name, wide * WIDEST_NAME) for bar in self.bars]
        left = place.x + max((width(name, LETTERS) for name in names), default=0) + GAP
        said = max((width(bar.said, LETTERS) for bar in self.bars), default=0)
        longest = max((bar.value for bar in self.bars), default=0) or 1
        room = max(0, place.x + wide - left - said - GAP)
        for row, (bar, name) in enumerate(zip(self.bars, names, strict=True)):
            middle = place.y + ROW * (row + 0.5)
            end = left + room * (bar.value / longest)
            yield text(name, Point(place.x, middle), LETTERS, theme.ink, "name", anchor="start")
            if bar.value:
                box = Box(left, middle - BAR / 2, end, middle + BAR / 2)
                yield from block(box, main_paint(theme), theme, "bar")
            yield text(bar.said, Point(end + GAP, middle), LETTERS, theme.ink, "value", anchor="start")

    def words(self) -> str:
        """See `Panel`."""
        return f"{self.title}: {'; '.join(f'{bar.name}, {bar.said}' for bar in self.bars)}."


TALL: Final = 92.0
"""Height of the highest column."""

ABOVE, BELOW = 14.0, 15.0
"""Room for what is said above and below columns."""


@dataclass(frozen=True, slots=True)
class ColumnChart(Panel):
    """Columns side by side, for what has an order: lengths, years.

    note: said below. edges: names stand where their columns begin, else in their middle.
    """

    columns: tuple[ChartBar, ...]
    note: str = ""
    edges: bool = False

    def height(self) -> float:
        """See `Panel`."""
        return ABOVE + TALL + BELOW + (ROW if self.note else 0)

    def draw(self, place: Point, wide: float, theme: Theme) -> Iterator[Any]:
        """See `Panel`."""
        step = min(wide / max(1, len(self.columns)), 48.0)
        highest = max((column.value for column in self.columns), default=0) or 1
        ground = place.y + ABOVE + TALL
        for at, column in enumerate(self.columns):
            left, high = place.x + step * at, TALL * (column.value / highest)
            middle = left + step / 2
            if column.value:
                gap = min(3.0, step * 0.18)
                box = Box(left + gap / 2, ground - high, left + step - gap / 2, ground)
                yield from block(box, main_paint(theme), theme, "column")
            if column.said:
                here = within(middle, width(column.said, SMALL), place.x, place.x + wide)
                yield text(column.said, Point(here, ground - high - 7), SMALL, theme.ink, "value")
            if column.name:
                here = left if self.edges else middle
                here = within(here, width(column.name, SMALL), place.x, place.x + wide)
                yield text(column.name, Point(here, ground + 9), SMALL, theme.ink, "name")
        line = f"M{number(place.x)} {number(ground)}h{number(step * len(self.columns))}"
        yield shape(line, "ground", fill="none", stroke=theme.ink, stroke_width=STROKE)
        if self.note:
            yield text(self.note, Point(place.x, ground + BELOW + ROW / 2), LETTERS, theme.ink, "note", anchor="start")

    def words(self) -> str:
        """See `Panel`."""
        told = "; ".join(f"{column.name} {column.said}" for column in self.columns if column.name and column.said)
        return f"{self.title}: {'. '.join(filter(None, (told, self.note)))}."


class Share(NamedTuple):
    """A part of a whole: its name, how much it is, and how it is painted (`share_paint`)."""

    name: str
    value: float
    tone: str


class Stack(NamedTuple):
    """A whole: its name, empty where there is only one, and its parts from left to right."""

    name: str
    shares: tuple[Share, ...]


THICK: Final = 17.0
"""Height of a whole."""

STACK_ROW: Final = 24.0
NAME_ROW: Final = 15.0


@dataclass(frozen=True, slots=True)
class Stacks(Panel):
    """Wholes of the same length below each other, each part with its name and percentage; beside it if it is thin."""

    stacks: tuple[Stack, ...]

    def height(self) -> float:
        """See `Panel`."""
        return (STACK_ROW + NAME_ROW) * len(self.stacks)

    def draw(self, place: Point, wide: float, theme: Theme) -> Iterator[Any]:
        """See `Panel`."""
        for row, stack in enumerate(self.stacks):
            top = place.y + (STACK_ROW + NAME_ROW) * row
            named = bool(stack.name)
            beside = Point(place.x, top + (NAME_ROW / 2 if named else THICK + NAME_ROW / 2 + 2))
            unsaid = [said[0] for _, long, said in _parts(stack, wide) if not any(_fits(one, long) for one in said)]
            said = fitted(", ".join(unsaid), wide * WIDEST_NAME, SMALL)
            if named:
                room = wide - (width(said, SMALL) + GAP if said else 0)
                yield text(fitted(stack.name, room), beside, LETTERS, theme.ink, "name", anchor="start")
            if said:
                end = beside._replace(x=place.x + wide)
                yield text(said, end, SMALL, theme.ink, "value", anchor="end")
            left, top = place.x, top + NAME_ROW * named
            for share, long, sayings in _parts(stack, wide):
                yield from block(
                    Box(left, top, left + long, top + THICK), share_paint(share.tone, theme), theme, "share"
                )
                said = next((said for said in sayings if _fits(said, long)), "")
                if said:
                    middle = Point(left + long / 2, top + THICK / 2)
                    yield text(said, middle, SMALL, share_ink(share.tone, theme), "value")
                left += long

    def paints(self, theme: Theme) -> Iterator[Paint]:
        """See `Panel`."""
        yield from (share_paint(share.tone, theme) for stack in self.stacks for share in stack.shares)

    def words(self) -> str:
        """See `Panel`."""
        told = []
        for stack in self.stacks:
            shares = ", ".join(said[0] for _, _, said in _parts(stack, 1))
            told.append(f"{stack.name}: {shares}" if stack.name else shares)
        return f"{self.title}: {'; '.join(told)}."


def _parts(stack: Stack, wide: float) -> Iterator[tuple[Share, float, tuple[str, ...]]]:
    """The parts that there are, how long each is, and what is said of it, shorter and shorter."""
    total = sum(share.value for share in stack.shares) or 1
    for share in stack.shares:
        if share.value:
            share_of_all = percent(share.value, total)
            yield share, wide * share.value / total, (f"{share.name} {share_of_all}", share_of_all)


def _fits(said: str, long: float) -> bool:
    return width(said, SMALL) + 6 <= long


# -- paint ------------------------------------------------------------------------------------------------------------


def main_paint(theme: Theme) -> Paint:
    """What bars and columns are painted with."""
    return theme.field("castle")


def share_paint(tone: str, theme: Theme) -> Paint:
    """What a part is painted with: by the name of a player, else by that of a kind of field; `void` for the rest."""
    owner = theme.owners.get(tone)
    if owner is not None:
        return Paint(owner.body)
    return theme.void if tone == "void" else theme.field(tone)


def share_ink(tone: str, theme: Theme) -> str:
    """The colour of what is said in a part."""
    owner = theme.owners.get(tone)
    if owner is not None:
        return owner.line
    return theme.ink if tone == "void" else theme.label


def block(box: Box, paint: Paint, theme: Theme, kind: str) -> list[Any]:
    """An upright rectangle with a thin border, which is seen on any paper."""
    left, top, wide, high = box.left, box.top, box.width, box.height
    data = f"M{number(left)} {number(top)}h{number(wide)}v{number(high)}h{number(-wide)}z"
    return painted(data, paint, kind, stroke=theme.faint, stroke_width=STROKE)


# -- words ------------------------------------------------------------------------------------------------------------


def fitted(said: str, wide: float, size: float = LETTERS) -> str:
    """A text cut so that it is no wider than there is room."""
    said = plain(said)
    if width(said, size) <= wide:
        return said
    while said and width(f"{said}…", size) > wide:
        said = said[:-1]
    return f"{said.rstrip()}…"


def within(middle: float, wide: float, left: float, right: float) -> float:
    """The middle of a text that stays between two edges."""
    return min(max(middle, left + wide / 2), max(left + wide / 2, right - wide / 2))


def percent(value: float, total: float) -> str:
    """A share in words.

    >>> percent(1, 3), percent(1, 9999), percent(0, 0)
    ('33.3 %', '< 0.1 %', '0.0 %')
    """
    share = 100 * value / total if total else 0
    return "< 0.1 %" if 0 < share < 0.05 else f"{share:.1f} %"


def panel_group(panel: Panel, place: Point, wide: float, theme: Theme) -> Any:
    """A panel with its heading."""
    middle = Point(place.x, place.y + HEADING * CAPITAL / 2)
    title = fitted(panel.title, wide, HEADING)
    heading = text(title, middle, HEADING, theme.ink, "heading", anchor="start", bold=True)
    return group("panel", (heading, *panel.draw(Point(place.x, place.y + HEAD), wide, theme)))
