"""A story as paragraphs, pictures and tables, as a chess book sets it: no medium writes another order.

The moves of the main line stand out; a remark goes on behind its move; each variation has a paragraph of its own, and those
within it stand in brackets. Where nothing is said at all, the moves are a table with a column for each player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from fairyscore.notation.records.nags import meaning_of
from fairyscore.render.story.model import MoveEvent, Remark, Story, StoryDiagram, StoryLine, Unjudged
from fairyscore.render.story.signs import SIGNS, TOUCHING


class RunKind(Enum):
    """What a run of text is. OPEN and CLOSE are the brackets around a variation within another."""

    MAIN = "main"
    SIDE = "side"
    WORDS = "words"
    NEWS = "news"
    UNJUDGED = "unjudged"
    OPEN = "("
    CLOSE = ")"


class TextRun(NamedTuple):
    """A piece of a paragraph. number: in front of a move, where it is wanted; glyphs: behind it."""

    kind: RunKind
    text: str = ""
    number: str = ""
    glyphs: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Runs in a row. side: whether they are a variation, or part of one."""

    runs: tuple[TextRun, ...]
    side: bool = False


class MoveRow(NamedTuple):
    """A round of moves. cells: by seat; news, empty for most, stand with the move that brought them about."""

    number: str
    cells: tuple[tuple[TextRun, ...], ...]


@dataclass(frozen=True, slots=True)
class MoveRows:
    """The moves where nobody has said anything about them."""

    rows: tuple[MoveRow, ...]


Block = Paragraph | StoryDiagram | MoveRows


def blocks(story: Story) -> Iterator[Block]:
    """All that stands between heading and end of a game."""
    line = story.line
    if line.steps and _is_bare(line):
        yield MoveRows(tuple(_rows(line.steps, len(story.game.seats))))
        yield from (item for item in line.steps[-1].behind if isinstance(item, StoryDiagram))
        return
    for before in line.intro:
        yield from _split(_told(before))
    waiting: list[TextRun | StoryDiagram] = []
    for step in line.steps:
        waiting += _move(step, RunKind.MAIN)
        for item in step.behind:
            if isinstance(item, StoryLine):
                yield from _split(waiting)
                yield from _split(_variation(item), side=True)
                waiting = []
            else:
                waiting += _told(item)
        if step.behind:
            yield from _split(waiting)
            waiting = []
    yield from _split(waiting)


def _is_bare(line: StoryLine) -> bool:
    """Whether there is nothing to read but moves; a diagram at the end is no remark."""
    last = len(line.steps) - 1
    return not line.intro and all(
        not step.nags
        and (not step.behind or (at == last and all(isinstance(item, StoryDiagram) for item in step.behind)))
        for at, step in enumerate(line.steps)
    )


def _split(items: Iterable[TextRun | StoryDiagram], *, side: bool = False) -> Iterator[Block]:
    """Paragraphs with the figures between them."""
    runs: list[TextRun] = []
    for item in items:
        if isinstance(item, TextRun):
            runs.append(item)
            continue
        if runs:
            yield Paragraph(tuple(runs), side)
        yield item
        runs = []
    if runs:
        yield Paragraph(tuple(runs), side)


def _variation(line: StoryLine) -> Iterator[TextRun | StoryDiagram]:
    for before in line.intro:
        yield from _told(before)
    for step in line.steps:
        yield from _move(step, RunKind.SIDE)
        for item in step.behind:
            if isinstance(item, StoryLine):
                yield TextRun(RunKind.OPEN)
                yield from _variation(item)
                yield TextRun(RunKind.CLOSE)
            else:
                yield from _told(item)


def _told(item: Remark | StoryDiagram) -> tuple[TextRun | StoryDiagram, ...]:
    if isinstance(item, StoryDiagram):
        return (item,)
    return (TextRun(RunKind.UNJUDGED if isinstance(item, Unjudged) else RunKind.WORDS, item.text),)


def _move(step: MoveEvent, kind: RunKind) -> tuple[TextRun, ...]:
    """A move, a blank before those of its glyphs that do not touch it, and what the rules brought about beside it."""
    glyphs = ""
    for nag in step.nags:
        sign = SIGNS.get(nag, "") or f"({meaning_of(nag) or f'${nag}'})"
        glyphs += sign if sign in TOUCHING else f" {sign}"
    return TextRun(kind, step.said, step.number if step.starts else "", glyphs), *_news(step)


def _news(step: MoveEvent) -> tuple[TextRun, ...]:
    return (TextRun(RunKind.NEWS, "; ".join(step.news)),) if step.news else ()


# -- tables -----------------------------------------------------------------------------------------------------------

EMPTY: Final[tuple[TextRun, ...]] = ()


def _rows(steps: tuple[MoveEvent, ...], seats: int) -> Iterator[MoveRow]:
    """The moves by rounds."""
    number, cells = "", [EMPTY] * seats
    for step in steps:
        if number and (cells[step.seat] or not step.number.endswith("...")):
            yield MoveRow(number, tuple(cells))
            number, cells = "", [EMPTY] * seats
        number = number or f"{step.number.rstrip('.')}."
        cells[step.seat] = (TextRun(RunKind.SIDE, step.said), *_news(step))
    if number:
        yield MoveRow(number, tuple(cells))
