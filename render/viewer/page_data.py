"""A story as data for the page's program: what every move changes, in as few characters as will do.

A step is `[changes, flights, status, more]` (docs/page.md): pairs of a cell and who stands there afterwards; from where
to where pieces go, each with the number of its way; the number of a sentence; and what few moves have.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from fairyscore.notation.rules.moves import NOT_SAID
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState, Piece
from fairyscore.render.story.model import MoveEvent, Story, StoryLine
from fairyscore.render.travel import Leg, travels
from fairyscore.render.viewer.board_scene import EMPTY, BoardScene, Route

START = -1
"""The number of the start, where steps are counted from 0."""


@dataclass(slots=True)
class Sentences:
    """Sentences of a page with the seat to move, each once; most positions have one of a few."""

    known: dict[tuple[str, int], int] = field(default_factory=dict)
    _numbers: dict[tuple[str, int, tuple[str, ...]], int] = field(default_factory=dict)

    def number(self, shown: BoardState) -> int:
        """The number of what is said of a position, and of who is to move there, -1 for nobody."""
        mover = shown.state.turn if shown.outcome is None else -1
        if mover < 0:
            return self.known.setdefault((prose.status(shown), mover), len(self.known))
        key = (shown.variant.name, mover, shown.notes)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = self.known.setdefault((prose.status(shown), mover), len(self.known))
        return found


def plotted(story: Story, stage: BoardScene, board: int, sentences: Sentences) -> dict[str, Any]:
    """The data of a game. board: the number of its stage."""
    start = stage.placement(story.start)
    steps = _Steps(stage, sentences)
    steps.line(story.line, story.start, START)
    game: dict[str, Any] = {
        "board": board,
        "start": [value for cell, look in enumerate(start) if look != EMPTY for value in (cell, look)],
        "status": sentences.number(story.start),
        "steps": steps.made,
    }
    if story.text:
        game |= {"record": story.text, "form": story.form}
    return game | _marks(stage, story.start, None)


@dataclass(slots=True)
class _Steps:
    """Plots line by line, in the order in which a story is walked and its moves stand on the page."""

    stage: BoardScene
    sentences: Sentences
    made: list[list[Any]] = field(default_factory=list)

    def line(self, line: StoryLine, before: BoardState, parent: int, instead: int = START) -> None:
        """A line. parent: the number of the step before it; instead: of the one that a variation replaces."""
        for step in line.steps:
            number = len(self.made)
            more = _marks(self.stage, step.moment, before)
            if parent != number - 1:
                more["from"] = parent
            if instead != START:
                more["instead"] = instead
            self.made.append(self._step(step, before, more))
            for item in step.behind:
                if isinstance(item, StoryLine):
                    self.line(item, before, parent, number)
            before, parent, instead = step.moment, number, START

    def _step(self, step: MoveEvent, before: BoardState, more: dict[str, Any]) -> list[Any]:
        taken = step.moment.captured[len(before.captured) :]
        if taken:
            more["taken"] = [self.stage.look(piece) for piece in taken]
        if step.news:
            more["news"] = step.news
        if step.moment.throw:
            more["throw"] = step.moment.throw
        if step.left is not None:
            more["left"] = step.left // 1000
        status = self.sentences.number(step.moment)
        return [*self._moved(step, before, taken), status, *([more] if more else [])]

    def _moved(self, step: MoveEvent, before: BoardState, taken: tuple[Piece, ...]) -> tuple[list[int], list[int]]:
        """The changes of a step, and the flights; those of a piece that goes from cell to cell are made once."""
        move, moment = step.move, step.moment
        changed, path = moment.changed, moment.marks.path
        if (
            self.stage.faced
            or move.castle != NOT_SAID
            or not len(changed) == 2 == len({*path.cells[:1], *path.cells[-1:]})
        ):
            return self._changes(step, before), self._flights(step, before)
        old, new = before.state.mailbox(), moment.state.mailbox()
        one, other = changed
        key = (move, path, taken, changed, old[one], old[other], new[one], new[other])
        found = self.stage.moved.get(key)
        if found is None:
            found = self.stage.moved[key] = self._changes(step, before), self._flights(step, before)
        return found

    def _changes(self, step: MoveEvent, before: BoardState) -> list[int]:
        changes = []
        for cell in step.moment.changed:
            now = self.stage.look_at(step.moment, cell)
            if now != self.stage.look_at(before, cell):
                changes += [cell, now]
        return changes

    def _flights(self, step: MoveEvent, before: BoardState) -> list[int]:
        laid = self.stage.laid
        return [
            value
            for travel in travels(before, step.move, step.moment, laid)
            if travel.legs
            for value in (travel.origin, travel.target, self._route(travel.legs))
        ]

    def _route(self, legs: tuple[Leg, ...]) -> int:
        """The number of a way; 0 where it is straight, as the program finds it itself."""
        if len(legs) == 1 and len(legs[0].points) == 2:
            return 0
        return self.stage.route(_passed(legs))


@lru_cache(maxsize=4096)
def _passed(legs: tuple[Leg, ...]) -> Route:
    """The points of each leg in whole units, each behind the share of the time at which it is passed, in hundredths."""
    passed = [[(100 * time, *point) for time, point in zip(leg.times, leg.points, strict=True)] for leg in legs]
    return tuple(tuple(round(value) for values in leg for value in values) for leg in passed)


def _marks(stage: BoardScene, shown: BoardState, before: BoardState | None) -> dict[str, Any]:
    """What few positions have: checks, an annotator's marks, lines of the board that have just gone away."""
    found: dict[str, Any] = {}
    if shown.marks.checked:
        found["checks"] = shown.marks.checked
    if shown.marks.fields or shown.marks.arrows:
        found["marks"] = stage.drawn_marks(shown)
    gone = stage.game.scenery.gone
    now = gone(shown.state)
    if now and (before is None or now != gone(before.state)):
        found["gone"] = now
    return found
