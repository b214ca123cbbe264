"""A story as data for the page's program: what every move changes, in as few characters as will do.

A step is `[changes, flights, status, more]` (docs/page.md): pairs of a cell and who stands there afterwards; from where
to where pieces go, each with the number of its way; the number of a sentence; and what few moves have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from fairyscore.notation.game_tree import Evaluation
from fairyscore.notation.rules.variant import Notation
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState, before_move
from fairyscore.render.idiom import other_notations
from fairyscore.render.routes import Leg
from fairyscore.render.story.model import MoveEvent, Story, StoryLine
from fairyscore.render.travel import travels
from fairyscore.render.viewer.board_scene import EMPTY, BoardScene, Route
from fairyscore.render.viewer.markup import as_json

START: Final = -1  # the number of the start, where steps are counted from 0
MOST_ALONE: Final = 3  # cells that a move of a single piece changes; how others move along may depend on the position


@dataclass(slots=True)
class Sentences:
    """Sentences of a page with the seat to move, each once; most positions have one of a few."""

    known: dict[tuple[str, int], int] = field(default_factory=dict)
    _numbers: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def number(self, shown: BoardState) -> int:
        """The number of the sentence about a position, and of who is to move there, -1 for nobody."""
        key = (shown.variant.name, shown.turn, shown.notes, shown.outcome)
        found = self._numbers.get(key)
        if found is None:
            mover = shown.turn if shown.outcome is None else -1
            found = self._numbers[key] = self.known.setdefault((prose.status(shown), mover), len(self.known))
        return found


def plotted(story: Story, stage: BoardScene, board: int, sentences: Sentences) -> str:
    """The data of a game, as JSON. board: the number of its stage."""
    start = stage.placement(story.start)
    steps = _Steps(stage, sentences, other_notations(story.game, story.notation))
    steps.line(story.line, story.start, START)
    before = {
        "board": board,
        "start": [value for cell, look in enumerate(start) if look != EMPTY for value in (cell, look)],
        "status": sentences.number(story.start),
    }
    end_data: dict[str, Any] = {"spoken": steps.spoken} if steps.spoken else {}
    if story.text:
        end_data |= {"record": story.text, "form": story.form}
    end_data |= _marks(stage, story.start, None)
    rest = f",{as_json(end_data)[1:]}" if end_data else "}"
    return f'{as_json(before)[:-1]},"steps":[{",".join(steps.steps)}]{rest}'


@dataclass(slots=True)
class _Steps:
    """Plots line by line, in the order in which a story is walked and its moves stand on the page.

    notations: which a reader may choose, by what they are called. made: steps as JSON. spoken: moves in each notation.
    """

    stage: BoardScene
    sentences: Sentences
    notations: Mapping[str, Notation]
    steps: list[str] = field(default_factory=list)
    spoken: dict[str, list[str]] = field(default_factory=dict)

    def line(self, line: StoryLine, before: BoardState, parent: int, instead: int = START) -> None:
        """A line. parent: the number of the step before it; instead: of the one that a variation replaces."""
        moved, number_of = self.stage.moved.get, self.sentences.number
        for step in line.steps:
            moment, number = step.moment, len(self.steps)
            more = self._more(step, before)
            if parent != number - 1:
                more["from"] = parent
            if instead != START:
                more["instead"] = instead
            flights = moved((moment.changes, moment.marks.path)) or self._moved(step, before)
            rest = f",{as_json(more)}" if more else ""
            self.steps.append(f"[{flights},{number_of(moment)}{rest}]")
            for choice, notation in self.notations.items():
                text = notation.write(before_move(before, step.move), step.move, self.stage.game)
                self.spoken.setdefault(choice, []).append(text)
            if step.annotations:
                for item in step.annotations:
                    if isinstance(item, StoryLine):
                        self.line(item, before, parent, number)
            before, parent, instead = moment, number, START

    def _more(self, step: MoveEvent, before: BoardState) -> dict[str, Any]:
        """The data that few steps have."""
        more = _marks(self.stage, step.moment, before)
        if step.captures:
            more["taken"] = [self.stage.look(piece) for piece in step.moment.captured[len(before.captured) :]]
        if step.news:
            more["news"] = step.news
        if step.move.throw:
            more["throw"] = step.move.throw
        if step.left is not None:
            more["left"] = step.left // 1000
        if step.evaluation is not None:
            more["eval"] = written(step.evaluation)
        return more

    def _moved(self, step: MoveEvent, before: BoardState) -> str:
        """The changes of a step, and the flights; kept for all moves that change the same on the same way."""
        look_of, moment = self.stage.look_of, step.moment
        looks = ((cell, look_of(now, cell, moment), look_of(was, cell, before)) for cell, was, now in moment.changes)
        changes = [value for cell, look, former in looks if look != former for value in (cell, look)]
        made = as_json((changes, self._flights(step, before)))[1:-1]
        if not self.stage.faced and len(moment.changes) <= MOST_ALONE:
            self.stage.moved[moment.changes, moment.marks.path] = made
        return made

    def _flights(self, step: MoveEvent, before: BoardState) -> list[int]:
        numbers: list[int] = []
        for travel in travels(before, step.move, step.moment, self.stage.layout):
            if travel.legs:
                numbers += (travel.origin, travel.target, self._route(travel.legs))
        return numbers

    def _route(self, way: tuple[Leg, ...]) -> int:
        """The number of a way; 0 where it is straight, as the program finds it itself."""
        routes = self.stage.routes
        straight = len(way) == 1 and len(way[0].points) == 2
        return 0 if straight else routes.setdefault(_passed(way), len(routes) + 1)


@lru_cache(maxsize=4096)
def _passed(legs: tuple[Leg, ...]) -> Route:
    """The points of each leg in whole units, each after the share of the time at which it is passed, in hundredths."""
    passed = []
    for leg in legs:
        numbers: list[int] = []
        for time, point in zip(leg.times, leg.points, strict=True):
            numbers += map(round, (100 * time, *point))
        passed.append(tuple(numbers))
    return tuple(passed)


def written(evaluation: Evaluation) -> str:
    """An evaluation without the depth of the search: `0.35`, `#-3`."""
    return str(evaluation._replace(depth=None))


def _marks(stage: BoardScene, shown: BoardState, before: BoardState | None) -> dict[str, Any]:
    """The data that few positions have: checks, an annotator's marks; hands and lines that have just changed."""
    marks = shown.marks
    found: dict[str, Any] = {"checks": marks.checked} if marks.checked else {}
    hands_before = before.hands if before else tuple(() for _ in shown.hands)
    if shown.hands and shown.hands != hands_before:
        found["hands"] = stage.hand_looks(shown)
    if marks.fields or marks.arrows:
        found["marks"] = stage.drawn_marks(shown)
    if stage.shrinks and shown.gone and (before is None or shown.gone != before.gone):
        found["gone"] = shown.gone
    return found
