"""What the tests of sheets look for: boxes that lie on each other, and boxes that leave their page."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from fairyscore.render.sheet.book import PageBox, SheetBook

DRAWN_ON = ("tenure", "rule", "nobody", "flaw-bar")
"""Shapes that text may stand on, or that touch each other."""

DUST = 0.02
"""Points that rounding may make."""


def solid(made: SheetBook) -> list[PageBox]:
    """All boxes that must keep apart: text, diagrams and discs."""
    return [box for box in made.boxes() if box.what not in DRAWN_ON and box.width > 0]


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
        for box in made.boxes()
        if box.x < area.left - DUST
        or box.y < area.top - DUST
        or box.x + box.width > area.right + 2 * DUST
        or box.y + box.height > (made.look.paper.height if box.what == "folio" else area.bottom) + 2 * DUST
    ]
