"""A game in columns, one for each player; what is said about a move interrupts them over their whole width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.items import Disc, Item, Letters, Part, baseline
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.look import SheetLook, faces
from fairyscore.render.sheet.paper import MILLIMETRE
from fairyscore.render.sheet.running import set_behind
from fairyscore.render.sheet.runs import FaceRun, Word, parted
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.sheet.wording import bare, meanings
from fairyscore.render.story.model import MoveEvent, Story, StoryDiagram, StoryLine

APART: Final = 0.7
"""Ems between two columns of moves."""

PASSED: Final = "…"
"""For players whose moves stand in a row further up."""

LEAST: Final = 50.0
"""Millimetres of a column of the paper that holds such a table."""


def least_width(story: Story, look: SheetLook) -> float:
    """Points that a column of the paper has at least, so that every move has one line."""
    face = faces(look).main
    seats = len(story.game.seats)
    setter = Setter(look, story.game, 0.0)
    widest = max((setter.clocked(step, Word(tuple(bare(step, face)))).width for step in story.line.steps), default=0.0)
    return max(LEAST * MILLIMETRE, _number_width(story.line, look) + seats * (widest + APART * face.size))


def _number_width(line: StoryLine, look: SheetLook) -> float:
    face = faces(look).text
    return max((face.width(f"{_number(step)}.") for step in line.steps), default=0.0) + APART * face.size


def _number(step: MoveEvent) -> str:
    return step.number.rstrip(".")


@dataclass(slots=True)
class MoveTable:
    """Rows while they are made. row: words by seat; number: what stands before it."""

    setter: Setter
    numbers: float
    cell: float
    row: dict[int, Word] = field(default_factory=dict)
    number: str = ""
    moved: set[int] = field(default_factory=set)
    """Who has moved in this round."""

    def add(self, step: MoveEvent) -> None:
        """A move in its column; where none is open before it, the players before have their dots."""
        number = _number(step)
        if self.row and (number != self.number or step.seat <= max(self.row)):
            self.end()
        face = self.setter.faces.main
        if number != self.number or step.seat in self.moved:
            self.moved = set() if self.number else set(range(step.seat))
        if not self.row:
            dots = Word((FaceRun(PASSED, face),))
            self.row = dict.fromkeys(sorted(seat for seat in self.moved if seat < step.seat), dots)
        self.number = number
        self.moved.add(step.seat)
        self.row[step.seat] = self.setter.clocked(step, Word(tuple(bare(step, face))))

    def end(self, *, keep: bool = False) -> None:
        """End a row. keep: what is said about its last move follows."""
        if not self.row:
            return
        style, face = self.setter.look.style, self.setter.faces.main
        leading = style.leading * face.size
        first = broken([Word((FaceRun(f"{self.number}.", self.setter.faces.text),))], self.numbers)
        parts: list[Part] = [Letters(0.0, baseline(leading, face.size), first[0], "number")]
        most = 1
        for seat, word in self.row.items():
            lines = broken(list(parted(word)), self.cell - 0.3 * APART * face.size)
            for place, line in enumerate(lines):
                left = round(self.numbers + seat * self.cell, 2)
                parts.append(Letters(left, baseline(leading, face.size) + place * leading, line, "move"))
            most = max(most, len(lines))
        self.setter.items.append(Item(round(most * leading, 2), tuple(parts), keep=keep))
        self.row = {}


def set_table(setter: Setter, line: StoryLine) -> Item:
    """Set the main line into the setter's column; the answer is what stands above each column."""
    numbers = _number_width(line, setter.look)
    table = MoveTable(setter, numbers, (setter.wide - numbers) / len(setter.game.seats))
    setter.indents = False
    for item in line.intro:
        setter.item(item, "")
    setter.flush()
    for step in line.steps:
        table.add(step)
        if interrupts(step):
            table.end(keep=_told(step))
            set_behind(setter, step)
            setter.flush()
    table.end()
    return _head(setter.game, setter, table)


def interrupts(step: MoveEvent) -> bool:
    """Whether something is said behind a move."""
    return bool(step.behind or step.news or meanings(step))


def _told(step: MoveEvent) -> bool:
    """Whether words follow, which stand right below the row; a diagram goes where it has room."""
    return bool(step.news or meanings(step)) or any(not isinstance(item, StoryDiagram) for item in step.behind)


def is_row(item: Item) -> bool:
    """Whether an item is a row of such a table."""
    return any(isinstance(part, Letters) and part.what == "move" for part in item.parts)


def _head(game: Variant, setter: Setter, table: MoveTable) -> Item:
    """The players' discs and names over their columns."""
    face = setter.faces.faint
    parts: list[Part] = []
    high = 1.7 * face.size
    for place, seat in enumerate(game.seats):
        left = round(table.numbers + place * table.cell, 2)
        radius = round(0.4 * face.size, 2)
        parts.append(Disc(left + radius, round(high / 2, 2), radius, place))
        parts += _name(capital(translated(seat.name)), left + 2.6 * radius, table.cell - 3.4 * radius, setter)
    return Item(round(high + 0.2 * face.size, 2), tuple(parts))


def _name(said: str, left: float, wide: float, setter: Setter) -> Sequence[Part]:
    face = setter.faces.faint
    if face.width(said) > wide:
        return ()
    line = broken([Word((FaceRun(said, face),))], wide)[0]
    return (Letters(round(left, 2), baseline(1.7 * face.size, face.size), line, "seat"),)
