"""Games as sheets to print.

>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> from fairyscore.render.sheet.look import SheetLook, paper
>>> from fairyscore.render.story.builder import tell
>>> import io
>>> game = b'[White "Anna"]\\n[Result "1-0"]\\n\\n1. e4 e5 2. Qh5 Ke7 $4 {He walks into it.} 3. Qxe5# 1-0'
>>> made = book([tell(next(judge_file(io.BytesIO(game), Validator())).record)], SheetLook(paper("a6", "12mm")))
>>> len(made.pages), made.title, made.pages[0].summary
(1, 'Anna – ?', 'Chess, 5 plies, 1-0, White wins: Black is checkmated.')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final, NamedTuple

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import counted
from fairyscore.render.font_outlines.letters import missing
from fairyscore.render.sheet.around import ending, fault, filmstrip, graph, heading, holdings
from fairyscore.render.sheet.drawn import page as drawn_page
from fairyscore.render.sheet.lines import Align, clean
from fairyscore.render.sheet.look import LEAST_COLUMN, MILLIMETRE, SheetLook, faces
from fairyscore.render.sheet.pages import BarShape, Flow, Item, Letters, PlacedItem, label
from fairyscore.render.sheet.setter import Setter, breadth, interrupts
from fairyscore.render.story.model import Story, StoryDiagram

RUNNING_FROM: Final = 1 / 7  # a game is set in sentences where more than that part of its moves have remarks
SMALLER: Final = (0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72, 0.68)
"""What is tried for diagrams where a game needs several pages, and for the least width of columns."""

FOOT: Final = 2.0  # lines that the lower margin has at least where the page number is printed in it
APART, BEGUN = 3.0, 16.0
"""Against the letters: what is free between two games, and what the moves of a game have at least below its heading."""

HEADS: Final = 2.4  # lines that a running head takes with what is free below it


class SheetPage(NamedTuple):
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
        return drawn_page(self.look, *self.pages[number], words=words)


def book(stories: Sequence[Story], look: SheetLook) -> SheetBook:
    """The sheets of games, one running on below the other. Raises `DrawingError` for what cannot be set."""
    flow = Flow(look.paper.area, look.gutter, _head_height(look), look.paper.area.top)
    placed: list[tuple[PlacedItem, Story]] = []
    for story in stories:
        flow = _Game(story, look).put(flow)
        placed += ((item, story) for item in flow.placed[len(placed) :])
    by_page: list[list[tuple[PlacedItem, Story]]] = [[] for _ in range(flow.page + 1)]
    for item, story in placed:
        by_page[item.page].append((item, story))
    pages = tuple(_page(items, look, number, len(by_page)) for number, items in enumerate(by_page))
    authors = dict.fromkeys(clean(story.record.tag("Annotator")) for story in stories)
    title = clean(stories[0].called) + (f" and {len(stories) - 1} more" if stories[1:] else "")
    on_pages = chain.from_iterable(page.placed for page in pages)
    parts = chain.from_iterable(item.item.parts for item, _ in on_pages)
    lacking = missing(part.line.text for part in parts if isinstance(part, Letters))
    return SheetBook(look, title, pages, lacking, tuple(filter(None, authors)))


class _Game:
    """A game on its way to pages: its text is set once for each width of columns, its diagrams may have any size."""

    def __init__(self, story: Story, look: SheetLook) -> None:
        self.story, self.look = story, look
        self.full_width = Setter(look, story.game, look.paper.area.width)
        # moves stand in columns, unless there are many remarks: sentences hold them better
        steps = story.line.steps
        much = sum(map(interrupts, steps)) > RUNNING_FROM * len(steps)
        self.as_table = look.moves == "columns" or (look.moves == "auto" and not much)
        self.moves: dict[int, tuple[Setter, Item | None]] = {}  # by the count of columns, with what stands above each

    def put(self, before: Flow) -> Flow:
        """The flow with the game on as few pages as it needs, its diagrams a little smaller where that saves one."""
        columns = self._columns(1.0)
        best = self._filled(before, columns, 1.0)
        if best.page == before.page:
            return best
        counts = sorted({columns, self._columns(SMALLER[-1])})
        least = min((self._filled(before, count, SMALLER[-1]) for count in counts), key=lambda flow: flow.page)
        if least.page == best.page:  # no size between them saves one either
            return best
        tried = (self._filled(before, count, size) for size, count in product(SMALLER[:-1], counts))
        return next((found for found in tried if found.page == least.page), least)

    def _columns(self, size: float) -> int:
        """How many columns have room for diagrams of a size and for the moves; columns of sentences shrink with them."""
        look = self.look
        if self.as_table:
            least = self.full_width.least_width(self.story.line)
        else:
            least = max(size * look.style.column, LEAST_COLUMN) * MILLIMETRE
        board = 0.9 * size * look.style.diagram * MILLIMETRE * breadth(self.story.game)
        return look.columns_for(max(least, min(board, look.width_of(1))))

    def _filled(self, before: Flow, columns: int, size: float) -> Flow:
        """The flow with the game in so many columns, its diagrams of a size."""
        flow, text, story = replace(before, placed=list(before.placed)), self.look.style.text, self.story
        flow.add(heading(self.full_width, story.heading), gap=APART * text, least=BEGUN * text)
        first = flow.page
        if columns not in self.moves:
            self.moves[columns] = self._set(columns)
        setter, head = self.moves[columns]
        flow.add(list(setter.sized(size)), columns, head, gap=0.9 * text)
        if not self.look.columns and flow.page == first and 1 < flow.used < columns:  # the last one would be empty
            return self._filled(before, flow.used, size)
        if self.look.graph:
            flow.add(graph(self.full_width, story), gap=1.2 * text)
        flow.add([*holdings(self.full_width, story), *filmstrip(self.full_width, story, size)], gap=1.2 * text)
        return flow

    def _set(self, columns: int) -> tuple[Setter, Item | None]:
        """The moves with all remarks on them, and the end; and what stands above columns of moves."""
        story, head, label = self.story, None, self.look.style.label
        setter = Setter(self.look, story.game, self.look.width_of(columns))
        if story.record.set_up:
            setter.picture(story.start, label("start"))
        if self.as_table:
            head = setter.table(story.line)
        else:
            setter.sentences(story.line)
        if story.fault is not None:
            setter.items += fault(setter, story.fault)
        setter.items += ending(setter, story)
        if story.line.steps and not any(isinstance(item, StoryDiagram) for item in story.line.steps[-1].annotations):
            going_on = "so_far" if story.close.result == "*" else "final"
            setter.picture(story.last, label("last" if story.fault is not None and story.fault.rest else going_on))
        return setter, head


def _head_height(look: SheetLook) -> float:
    return round(HEADS * look.style.leading * faces(look).faint.size, 2)


def _page(items: list[tuple[PlacedItem, Story]], look: SheetLook, number: int, count: int) -> SheetPage:
    """A page of so many; all but the first have a running head, with the game that stands at the top."""
    games = tuple({id(story): story for _, story in items}.values())
    placed = [(item, story.game) for item, story in items]
    folio = clean(look.style.label("page", page=number + 1, pages=count))
    names = clean(games[0].called)
    if count > 1:
        folios = [(item, games[0 if number else -1].game) for item in _folio(look, number, folio, names)]
        placed = [*folios, *placed] if number else [*placed, *folios]
    ends = [(game, game.close) for game in games]
    parts = (
        (game.game.title, counted(len(game.line.steps), "ply"), clean(end.result), clean(end.how)) for game, end in ends
    )
    summary = "; ".join(", ".join(filter(None, text)) for text in parts)
    return SheetPage(tuple(placed), f"{names}, {folio}" if count > 1 else names, summary)


def _folio(look: SheetLook, number: int, folio: str, names: str) -> Iterator[PlacedItem]:
    """The page, in a running head with who plays; the first one has it in the lower margin, where that has room."""
    face, area = faces(look).faint, look.paper.area
    height, free = look.style.leading * face.size, look.paper.height - area.bottom
    align: Align = "right" if number else "centre"
    text = label(face.cut(folio, area.width), "folio", face, 0.0, height, width=area.width, align=align)
    if number:
        left = face.cut(names, area.width - text.line.width - 2 * face.size)
        made = (label(left, "running-head", face, 0.0, height), text) if left else (text,)
        rule = BarShape(0.0, round(height * 1.15, 2), round(area.width, 2), 0.4, face.colour)
        yield PlacedItem(number, area.left, area.top, Item(_head_height(look), (*made, rule)))
    elif free >= FOOT * height:
        yield PlacedItem(number, area.left, round(area.bottom + (free - height) / 2, 2), Item(height, (text,)))
