"""The sample game of a rule book: its moves with the author's remarks, and a diagram beside every stretch of them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from fairyscore.notation.game import loads
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import MoveEvent, Remark, Story, StoryLine

JOINER: Final = "\N{WORD JOINER}"  # no line ends after it
LONGEST: Final = 72  # plies of a sample that are shown
STRETCH: Final = 12  # plies beside one diagram, at least
MOST_DIAGRAMS: Final = 3


class SampleMoves(NamedTuple):
    """Some moves of a sample. first, last: the numbers of its moves; text: moves and remarks; then: the move that led to
    the position at its end."""

    first: str
    last: str
    text: str
    then: MoveEvent

    @property
    def position(self) -> BoardState:
        """The position after the last of its moves."""
        return self.then.moment


def stretches(game: Variant, *, remarks: bool) -> Iterator[SampleMoves]:
    """The sample game in parts of about one length; none where the game has no sample. remarks: whether with them."""
    moves = game.rules.about.samples.get(game.name) or game.rules.about.samples.get("")
    if not moves:
        return
    played = next(loads(moves, variant=game.name))
    record, is_refused = played.record, any(finding.severity == "error" for finding in played.diagnostics)
    notations = game.writing.notations
    story = tell(record, notation=next((notation for notation in notations if notation.name == "san"), notations[0]))
    steps = story.line.steps[:LONGEST]
    parts = min(MOST_DIAGRAMS, max(1, len(steps) // STRETCH))
    ends = [round(len(steps) * part / parts) for part in range(parts + 1)]
    for start, end in pairwise(ends):
        is_last = end == len(steps)
        text = _text(steps[start:end], remarks=remarks) + (
            _close(story, len(steps), goes_on=is_refused) if is_last else ""
        )
        yield SampleMoves(_number(steps[start]), _number(steps[end - 1]), text, steps[end - 1])


def _text(steps: Sequence[MoveEvent], *, remarks: bool) -> str:
    """Moves and remarks as one paragraph."""
    parts: list[str] = []
    needs_number = True
    for step in steps:
        marks = "".join(step.glyphs)
        move = step.numbered if needs_number or not step.number.endswith("...") else step.text
        parts.append(f"{move}{marks}".replace("-", f"-{JOINER}"))
        texts = list(_annotated(step, remarks=remarks))
        parts += texts
        needs_number = bool(texts)
    return " ".join(parts)


def _annotated(step: MoveEvent, *, remarks: bool) -> Iterator[str]:
    """The remarks after a move, and the variations in brackets."""
    for item in step.annotations:
        if isinstance(item, Remark) and remarks:
            yield item.text
        elif isinstance(item, StoryLine) and item.steps:
            yield f"({_text(item.steps, remarks=remarks)})"


def _close(story: Story, shown: int, *, goes_on: bool) -> str:
    """The words behind the last move: the result, or that the game goes on, as it does behind a move that is refused."""
    cut = goes_on or shown < len(story.line.steps)
    return " …" if cut else f" {story.close.result}"


def _number(step: MoveEvent) -> str:
    return step.number.strip().rstrip(".")
