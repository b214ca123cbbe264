"""Where a book has diagrams: those that the record asks for, and so many more that no page is without one."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fairyscore.render.board_state import BoardState
from fairyscore.render.language import translated
from fairyscore.render.story.model import MoveEvent, Remark, Story, StoryDiagram

STRONG: Final = frozenset((1, 3, 4))  # the NAGs of `!`, `!!` and `??`
FIRST: Final = 12  # plies of a game without diagrams, at its beginning
BEFORE_END: Final = 6  # and at its end
APART: Final = 10  # plies between diagrams, where a strong move comes
LONG_RUN: Final = 28  # and where none comes
LONG_TEXT: Final = 1500  # characters of text that count as a long run
LAST_PHASE: Final = 0.4  # of the pieces of the start


class Placed(NamedTuple):
    """A diagram in the main line. before: whether it stands in front of its move; last: the move that led to it."""

    moment: BoardState
    before: bool
    last: MoveEvent

    @property
    def caption(self) -> str:
        """The line below."""
        return translated("after {move}", move=self.last.numbered)


def placed(story: Story) -> dict[str, Placed]:
    """The diagrams of a game beside those of its record, by the key of the move that they stand at."""
    return dict(_placed(story))


def _placed(story: Story) -> Iterator[tuple[str, Placed]]:
    steps = story.line.steps
    left = _pieces(story.start)
    least = LAST_PHASE * left
    is_late = left <= least
    since = plies = text = 0
    for number, step in enumerate(steps):
        plies, since = plies + 1, since + 1
        left += sum((now is not None) - (was is not None) for _, was, now in step.moment.changes)
        text += sum(_size(item) for item in step.annotations)
        if any(isinstance(item, StoryDiagram) for item in step.annotations):
            since = text = 0
            continue
        turns_late = step.captures and not is_late and left <= least
        is_late = is_late or turns_late
        if plies < FIRST or len(steps) - plies < BEFORE_END:
            continue
        if number and since >= APART and STRONG.intersection(step.nags):
            yield step.key, Placed(steps[number - 1].moment, True, steps[number - 1])
        elif (turns_late and since >= APART) or (step.annotations and (since >= LONG_RUN or text >= LONG_TEXT)):
            yield step.key, Placed(step.moment, False, step)
        else:
            continue
        since = text = 0


def _pieces(moment: BoardState) -> int:
    state = moment.state
    return sum(state.piece_at(cell) is not None for cell in range(len(moment.variant.board.cells)))


def _size(item: object) -> int:
    """About how many characters something takes."""
    if isinstance(item, Remark):
        return len(item.text)
    steps = getattr(item, "steps", ())
    return sum(6 + sum(map(_size, step.annotations)) for step in steps)
