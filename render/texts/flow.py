"""A story as paragraphs, pictures and tables, as a chess book sets it: no medium writes another order.

The moves of the main line stand out; a remark goes on behind its move; each variation has a paragraph of its own, and those
within it stand in brackets. Where nothing is said at all, the moves are a table with a column for each player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from fairyscore.notation.records.nags import meaning_of
from fairyscore.render.story.model import MoveEvent, Remark, Story, StoryDiagram, StoryLine, Unjudged
from fairyscore.render.story.signs import SIGNS, TOUCHING
from fairyscore.render.texts.medium import CLOSE, OPEN, Medium, TextRun

Flowing = Iterator[TextRun | StoryDiagram]


def flowing(story: Story, medium: Medium, seats: Sequence[str], drawn: Callable[[StoryDiagram], str]) -> Iterator[str]:
    """All that stands between heading and end of a game, block by block. seats: names of columns. drawn: makes a figure."""

    def written(items: Iterable[TextRun | StoryDiagram], *, side: bool = False) -> Iterator[str]:
        """Paragraphs with the figures between them."""
        for kind, group in groupby(items, key=type):
            if kind is TextRun:
                yield medium.paragraph((item for item in group if isinstance(item, TextRun)), side=side)
            else:
                yield from (drawn(item) for item in group if isinstance(item, StoryDiagram))

    line = story.line
    if line.steps and _is_bare(line):
        yield medium.table(seats, _rows(line.steps, len(seats)))
        yield from (drawn(item) for item in line.steps[-1].behind if isinstance(item, StoryDiagram))
        return
    for before in line.intro:
        yield from written((_told(before),))
    waiting: list[TextRun | StoryDiagram] = []
    for step in line.steps:
        waiting += _move(step, "main")
        for item in step.behind:
            if isinstance(item, StoryLine):
                yield from written(waiting)
                yield from written(_variation(item), side=True)
                waiting = []
            else:
                waiting.append(_told(item))
        if step.behind:
            yield from written(waiting)
            waiting = []
    yield from written(waiting)


def _is_bare(line: StoryLine) -> bool:
    """Whether there is nothing to read but moves; a diagram at the end is no remark."""
    *others, last = line.steps
    said = any(step.nags for step in line.steps) or any(step.behind for step in others)
    return not (line.intro or said) and all(isinstance(item, StoryDiagram) for item in last.behind)


def _variation(line: StoryLine) -> Flowing:
    yield from map(_told, line.intro)
    for step in line.steps:
        yield from _move(step, "side")
        for item in step.behind:
            if isinstance(item, StoryLine):
                yield TextRun(OPEN)
                yield from _variation(item)
                yield TextRun(CLOSE)
            else:
                yield _told(item)


def _told(item: Remark | StoryDiagram) -> TextRun | StoryDiagram:
    if isinstance(item, StoryDiagram):
        return item
    return TextRun("unjudged" if isinstance(item, Unjudged) else "words", item.text)


def _move(step: MoveEvent, kind: str) -> Iterator[TextRun]:
    """A move, a blank before those of its glyphs that do not touch it, and what the rules brought about beside it."""
    glyphs = ""
    for nag in step.nags:
        sign = SIGNS.get(nag, "") or f"({meaning_of(nag) or f'${nag}'})"
        glyphs += sign if sign in TOUCHING else f" {sign}"
    yield TextRun(kind, step.said, step.number if step.starts else "", glyphs)
    if step.news:
        yield TextRun("news", "; ".join(step.news))


def _rows(steps: Iterable[MoveEvent], seats: int) -> Iterator[tuple[str, list[list[TextRun]]]]:
    """The moves by rounds: the number of each, and what stands in the cell of each seat."""
    number, cells = "", list[list[TextRun]]()
    for step in steps:
        if number and (cells[step.seat] or not step.number.endswith("...")):
            yield number, cells
            number = ""
        if not number:
            number, cells = f"{step.number.rstrip('.')}.", [[] for _ in range(seats)]
        cells[step.seat] += _move(step._replace(starts=False), "side")
    if number:
        yield number, cells
