"""What the tests of sheets look for: boxes that lie on each other, and boxes that leave their page."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from fairyscore.render.sheet.book import SheetBook
from fairyscore.render.sheet.lines import ASCENT, DESCENT
from fairyscore.render.sheet.look import SheetLook, paper
from fairyscore.render.sheet.pages import BarShape, DiagramItem, Disc, GraphItem, Letters, Part, PlacedItem
from fairyscore.render.sheet.setter import rim_room

DRAWN_ON = ("tenure", "rule", "nobody", "flaw-bar")
"""Shapes that text may stand on, or that touch each other."""

DUST = 0.02
"""Points that rounding may make."""


def look_of(size: str = "a4", margin: str = "18mm") -> SheetLook:
    """The usual look on some paper."""
    return SheetLook(paper(size, margin))


class PageBox(NamedTuple):
    """What takes paper, in points from the upper left corner of its page. text: the text, empty for other things."""

    page: int
    x: float
    y: float
    width: float
    height: float
    what: str
    text: str = ""


def boxes_of(made: SheetBook) -> Iterator[PageBox]:
    """Everything that takes paper."""
    for page in made.pages:
        for placed, _ in page.placed:
            yield from (_box(placed, part, made.look) for part in placed.item.parts)


def _box(placed: PlacedItem, part: Part, look: SheetLook) -> PageBox:
    """The paper that a part takes; a line of text from its highest to its lowest possible letter; of a diagram what is
    drawn on, as the disc of who is to move stands at its board."""
    x, y = placed.x + part.x, placed.y + part.y
    match part:
        case Letters(line=line, what=what):
            size = line.size
            height = (ASCENT + DESCENT) * size
            return PageBox(placed.page, x + line.x, y - ASCENT * size, line.width, height, what, line.text)
        case Disc(radius=radius):
            return PageBox(placed.page, x - radius, y - radius, 2 * radius, 2 * radius, "disc")
        case DiagramItem(moment=moment, names=names):
            _, free = rim_room(moment.variant.name, look, part.width, names)
            return PageBox(placed.page, x, y, part.width - free, part.height, part.what)
        case BarShape() | GraphItem():
            return PageBox(placed.page, x, y, part.width, part.height, part.what)


def solid(made: SheetBook) -> list[PageBox]:
    """All boxes that must keep apart: text, diagrams and discs."""
    return [box for box in boxes_of(made) if box.what not in DRAWN_ON and box.width > 0]


def overlapping(boxes: Iterable[PageBox]) -> Iterator[tuple[PageBox, PageBox]]:
    """Pairs of boxes that have paper in common; each box is held against those that begin before it ends."""
    by_page = groupby(sorted(boxes, key=lambda box: (box.page, box.y)), key=lambda box: box.page)
    for _, page in by_page:
        open_: list[PageBox] = []
        for box in page:
            open_ = [other for other in open_ if other.y + other.height > box.y + DUST]
            for other in open_:
                if other.x + other.width > box.x + DUST and box.x + box.width > other.x + DUST:
                    yield other, box
            open_.append(box)


def outside(made: SheetBook) -> list[PageBox]:
    """Boxes that do not lie within what is printed on; the number of a page may stand in the margin below."""
    area = made.look.paper.area
    return [
        box
        for box in boxes_of(made)
        if box.x < area.left - DUST
        or box.y < area.top - DUST
        or box.x + box.width > area.right + 2 * DUST
        or box.y + box.height > (made.look.paper.height if box.what == "folio" else area.bottom) + 2 * DUST
    ]
