"""Games as sheets to print.

>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> from fairyscore.render.sheet.look import look_of
>>> from fairyscore.render.story.builder import tell
>>> import io
>>> game = b'[White "Anna"]\\n[Result "1-0"]\\n\\n1. e4 e5 2. Qh5 Ke7 $4 {He walks into it.} 3. Qxe5# 1-0'
>>> made = book([tell(next(judge_file(io.BytesIO(game), Validator(keep=True))).record)], look_of("a6", "12mm"))
>>> len(made.pages), made.title, made.pages[0].summary
(1, 'Anna – ?', 'Chess, 5 plies, 1-0, White wins: Black is checkmated.')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.sheet.bands import holdings
from fairyscore.render.sheet.closing import cut_off, ending, flaw
from fairyscore.render.sheet.drawn import page as drawn_page
from fairyscore.render.sheet.filmstrip import filmstrip
from fairyscore.render.sheet.heading import heading
from fairyscore.render.sheet.items import BarShape, Item, Letters, baseline
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.look import SheetLook, faces
from fairyscore.render.sheet.pages import Flow, PlacedItem, SheetSection
from fairyscore.render.sheet.paper import MILLIMETRE
from fairyscore.render.sheet.running import set_running
from fairyscore.render.sheet.runs import FaceRun, FontFace, Word, clean, missing
from fairyscore.render.sheet.setter import Setter, breadth
from fairyscore.render.sheet.table import interrupts, is_row, least_width, set_table
from fairyscore.render.story.model import Story, StoryDiagram

RUNNING_FROM: Final = 1 / 7
"""A game is set in sentences where something is said about more than that part of its moves."""

SMALLER: Final = (0.92, 0.84, 0.76, 0.68)
"""What is tried for diagrams where a game needs several pages."""

HAIR: Final = 0.01
"""Millimetres, against rounding."""

FOOT: Final = 2.0
"""Lines that the lower margin has at least where the page is told in it."""

APART, BEGUN = 3.0, 16.0
"""Against the letters: what is free between two games, and what the moves of a game have at least below its heading."""

HEADS: Final = 2.4
"""Lines that a running head takes with what is free below it."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page: what stands on it, each with the game that it belongs to."""

    placed: tuple[tuple[PlacedItem, Variant], ...]
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class SheetBook:
    """Games as pages. missing: the characters for which the font has only a box, each with the text it was met in.

    authors: who annotated the games.
    """

    look: SheetLook
    title: str
    pages: tuple[SheetPage, ...]
    missing: dict[str, str]
    authors: tuple[str, ...] = ()

    def svg(self, number: int, *, words: bool = True) -> str:
        """The page of a number, from 0, as an SVG document. words: with the text over the outlines, to find and to copy."""
        page = self.pages[number]
        return drawn_page(self.look, page.placed, page.title, page.summary, words=words)


def book(stories: Sequence[Story], look: SheetLook) -> SheetBook:
    """The sheets of games, one running on below the other. Raises `DrawingError` for what cannot be set."""
    flow = Flow(look.paper.area, look.gutter, _head_height(look), look.paper.area.top)
    placed: list[tuple[PlacedItem, Story]] = []
    for story in stories:
        flow = _set(story, look, flow)
        placed += ((item, story) for item in flow.placed[len(placed) :])
    by_page: list[list[tuple[PlacedItem, Story]]] = [[] for _ in range(flow.page + 1)]
    for item, story in placed:
        by_page[item.page].append((item, story))
    pages = [_page(items, look, number, len(by_page)) for number, items in enumerate(by_page)]
    authors = dict.fromkeys(clean(story.record.tag("Annotator")) for story in stories)
    return SheetBook(look, _title(stories), tuple(pages), _missing(pages), tuple(filter(None, authors)))


def _title(stories: Sequence[Story]) -> str:
    first = clean(stories[0].called)
    return first if len(stories) == 1 else f"{first} and {len(stories) - 1} more"


def _set(story: Story, look: SheetLook, flow: Flow) -> Flow:
    """The flow with a game on as few pages as it needs, its diagrams a little smaller where that saves one."""
    best = _set_once(story, look, flow)
    if best.page == flow.page:
        return best
    least = _set_once(story, _smaller(look, SMALLER[-1]), flow)
    if least.page == best.page:  # no size between them saves one either
        return best
    tried = (_set_once(story, _smaller(look, size), flow) for size in SMALLER[:-1])
    return next((found for found in tried if found.page == least.page), least)


def _smaller(look: SheetLook, size: float) -> SheetLook:
    """The look with diagrams of another size, and columns that may be as much narrower where two then have room."""
    style = look.style
    column = max(style.column * size, look.width_of(2) / MILLIMETRE - HAIR)
    smaller = replace(style, diagram=style.diagram * size, strip=style.strip * size, column=min(style.column, column))
    return replace(look, style=smaller)


def _set_once(story: Story, look: SheetLook, before: Flow) -> Flow:
    flow = replace(before, placed=list(before.placed))
    wide = Setter(look, story.game, look.paper.area.width)
    flow.add(
        SheetSection(tuple(heading(wide, story.heading)), gap=APART * look.style.text), least=BEGUN * look.style.text
    )
    first = flow.page
    moves = _moves(story, look)
    flow.add(moves)
    if not look.columns and flow.page == first and 1 < flow.used < moves.columns:  # the last one would be empty
        return _set_once(story, replace(look, columns=flow.used), before)
    below = (*holdings(wide, story), *filmstrip(wide, story))
    flow.add(SheetSection(below, gap=1.2 * look.style.text))
    return flow


def _head_height(look: SheetLook) -> float:
    return round(HEADS * look.style.leading * faces(look).faint.size, 2)


def _page(items: list[tuple[PlacedItem, Story]], look: SheetLook, number: int, count: int) -> SheetPage:
    """A page of so many; all but the first have a running head, with the game that stands at the top."""
    games = tuple({id(story): story for _, story in items}.values())
    placed = [(item, story.game) for item, story in items]
    folio = clean(look.style.label("page", page=number + 1, pages=count))
    names = clean(games[0].called)
    if number:
        placed.insert(0, (_running_head(look, number, folio, names), games[0].game))
    elif count > 1:
        placed += [(foot, games[-1].game) for foot in _foot(look, number, folio)]
    return SheetPage(tuple(placed), f"{names}, {folio}" if count > 1 else names, "; ".join(map(_summary, games)))


def _running_head(look: SheetLook, page: int, folio: str, names: str) -> PlacedItem:
    """Who plays at the left, the page at the right, and a rule below."""
    area, face = look.paper.area, faces(look).faint
    leading = look.style.leading * face.size
    right = Word((FaceRun(cut(folio, face, area.width), face),))
    left = cut(names, face, area.width - right.width - 2 * face.size)
    y = baseline(leading, face.size)
    made = [Letters(0.0, y, broken([right], area.width, align="right")[0], "folio")]
    if left:
        made.insert(0, Letters(0.0, y, broken([Word((FaceRun(left, face),))], area.width)[0], "running-head"))
    rule = BarShape(0.0, round(leading * 1.15, 2), round(area.width, 2), 0.4, face.colour)
    return PlacedItem(page, area.left, area.top, Item(_head_height(look), (*made, rule)))


def _foot(look: SheetLook, page: int, folio: str) -> Iterator[PlacedItem]:
    """The page in the middle of the lower margin, where that has room: a game's first page has no running head."""
    face, area = faces(look).faint, look.paper.area
    high = look.style.leading * face.size
    free = look.paper.height - area.bottom
    if free >= FOOT * high:
        said = Word((FaceRun(cut(folio, face, area.width), face),))
        line = broken([said], area.width, align="centre")[0]
        y = round(area.bottom + (free - high) / 2, 2)
        yield PlacedItem(page, area.left, y, Item(high, (Letters(0.0, baseline(high, face.size), line, "folio"),)))


def cut(said: str, face: FontFace, wide: float) -> str:
    """As much of a text as has room, with dots where something is left out."""
    said = said[:400]
    if face.width(said) <= wide:
        return said
    while said and face.width(f"{said}…") > wide:
        said = said[:-1]
    return f"{said.rstrip()}…" if said else ""


def _moves(story: Story, look: SheetLook) -> SheetSection:
    """The moves with all that is said about them, and the end."""
    as_table = look.moves == "columns" or (look.moves == "auto" and not _much_said(story))
    least = least_width(story, look) if as_table else look.style.column * MILLIMETRE
    board = 0.9 * look.style.diagram * MILLIMETRE * breadth(story.game)
    count = look.columns_for(max(least, min(board, look.width_of(1))))
    setter = Setter(look, story.game, look.width_of(count))
    if story.record.tag("FEN"):
        setter.picture(story.start, setter.label("start"))
    head = None
    if as_table:
        head = set_table(setter, story.line)
    else:
        set_running(setter, story.line)
    if story.flaw is not None:
        setter.items += flaw(setter, story.flaw)
    setter.items += ending(setter, story)
    if story.line.steps and not _pictured(story):
        setter.picture(story.last, _last_label(story, look))
    return SheetSection(tuple(setter.items), count, head, 0.9 * look.style.text, heads=is_row)


def _last_label(story: Story, look: SheetLook) -> str:
    """What the last diagram is called: the game may have ended there, go on, or be refused."""
    if cut_off(story):
        return look.style.label("last")
    return look.style.label("so_far" if story.close.result == "*" else "final")


def _much_said(story: Story) -> bool:
    """Whether so much is said about moves that sentences tell it better than columns."""
    steps = story.line.steps
    return sum(map(interrupts, steps)) > RUNNING_FROM * len(steps)


def _pictured(story: Story) -> bool:
    """Whether the end has a diagram already."""
    return any(isinstance(item, StoryDiagram) for item in story.line.steps[-1].behind)


def _summary(story: Story) -> str:
    told = [story.game.title, f"{len(story.line.steps)} plies", clean(story.close.result), clean(story.close.how)]
    return ", ".join(filter(None, told))


def _missing(pages: Sequence[SheetPage]) -> dict[str, str]:
    """The characters without a drawing, each with the first line that has it."""
    found: dict[str, str] = {}
    for page in pages:
        for placed, _ in page.placed:
            for part in placed.item.parts:
                if isinstance(part, Letters) and not part.line.said.isascii():
                    for char in missing(part.line.said):
                        found.setdefault(char, part.line.said)
    return found
