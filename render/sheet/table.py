"""A game in columns, one for each player; what is said about a move interrupts them over their whole width."""

from __future__ import annotations

from typing import Final

from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.items import Disc, Item, Letters, Part, baseline, label
from fairyscore.render.sheet.lines import FaceRun, Word, broken, parted
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook, faces
from fairyscore.render.sheet.setter import Setter, meanings
from fairyscore.render.story.model import MoveEvent, Story, StoryDiagram, StoryLine

APART: Final = 0.7  # ems between two columns of moves
PASSED: Final = "…"  # for players whose moves stand in a row further up
LEAST: Final = 50.0  # millimetres of a column of the paper that holds such a table


def least_width(story: Story, look: SheetLook) -> float:
    """Points that a column of the paper has at least, so that every move has one line."""
    face = faces(look).main
    setter = Setter(look, story.game, 0.0)
    widest = max((setter.move_word(step, face).width for step in story.line.steps), default=0.0)
    moves = len(story.game.seats) * (widest + APART * face.size)
    return max(LEAST * MILLIMETRE, _number_width(story.line, setter) + moves)


def _number_width(line: StoryLine, setter: Setter) -> float:
    face = setter.faces.text
    return max((face.width(_number(step)) for step in line.steps), default=0.0) + APART * face.size


def _number(step: MoveEvent) -> str:
    return f"{step.number.rstrip('.')}."


def set_table(setter: Setter, line: StoryLine) -> Item:
    """Set the main line into the setter's column; the answer is what stands above each column.

    A move stands in its player's column; where no row is open before it, the players before have their dots.
    """
    face, left = setter.faces.main, _number_width(line, setter)
    cell = (setter.wide - left) / len(setter.game.seats)
    setter.indents = False
    setter.intro(line)
    setter.flush()
    row: dict[int, Word] = {}
    moved: set[int] = set()  # who has moved in this round
    number = ""

    def end(*, keep: bool = False) -> None:
        if row:
            setter.items.append(_row(setter, number, row, left, cell, keep=keep))
            row.clear()

    for step in line.steps:
        if row and (_number(step) != number or step.seat <= max(row)):
            end()
        if _number(step) != number or step.seat in moved:
            moved = set() if number else set(range(step.seat))
        if not row:
            row.update((seat, Word((FaceRun(PASSED, face),))) for seat in sorted(moved) if seat < step.seat)
        number = _number(step)
        moved.add(step.seat)
        row[step.seat] = setter.move_word(step, face)
        if interrupts(step):
            words = step.news or meanings(step) or any(not isinstance(item, StoryDiagram) for item in step.behind)
            end(keep=bool(words))  # they stand right below the row; a diagram goes where it has room
            setter.behind(step)
            setter.flush()
    end()
    return _head(setter, left, cell)


def _row(setter: Setter, number: str, row: dict[int, Word], left: float, cell: float, *, keep: bool) -> Item:
    """Moves beside each other. keep: what is said about the last one follows."""
    face = setter.faces.main
    leading = setter.look.style.leading * face.size
    parts: list[Part] = [label(number, "number", setter.faces.text, 0.0, leading)]
    most = 1
    for seat, word in row.items():
        lines = broken(list(parted(word)), cell - 0.3 * APART * face.size)
        for place, line in enumerate(lines):
            y = baseline(leading, face.size) + place * leading
            parts.append(Letters(round(left + seat * cell, 2), y, line, "move"))
        most = max(most, len(lines))
    return Item(round(most * leading, 2), tuple(parts), keep=keep)


def interrupts(step: MoveEvent) -> bool:
    """Whether something is said behind a move."""
    return bool(step.behind or step.news or meanings(step))


def is_row(item: Item) -> bool:
    """Whether an item is a row of such a table."""
    return any(isinstance(part, Letters) and part.what == "move" for part in item.parts)


def _head(setter: Setter, left: float, cell: float) -> Item:
    """The players' discs and names over their columns, names where they have room."""
    face = setter.faces.faint
    high, radius = 1.7 * face.size, round(0.4 * face.size, 2)
    parts: list[Part] = []
    for place, seat in enumerate(setter.game.seats):
        x, said = round(left + place * cell, 2), capital(translated(seat.name))
        parts.append(Disc(x + radius, round(high / 2, 2), radius, place))
        if face.width(said) <= cell - 3.4 * radius:
            parts.append(label(said, "seat", face, x + 2.6 * radius, high))
    return Item(round(high + 0.2 * face.size, 2), tuple(parts))
