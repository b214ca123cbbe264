"""From a record to what is told of it.

>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> import io
>>> game = b'[White "Anna"]\\n[Result "*"]\\n\\n1. e4 {best by test} e5 $220 (1... c5 2. Nf3!) 2. Nf3 *'
>>> story = tell(next(judge_file(io.BytesIO(game), Validator(keep=True))).record)
>>> [(step.key, step.number, step.starts, step.said) for _, step in story.line.walk()][:3]
[('1w', '1.', True, 'e4'), ('1b', '1...', True, 'e5'), ('1b-v1-1b', '1...', True, 'c5')]
>>> [type(item).__name__ for item in story.line.steps[1].behind]
['StoryDiagram', 'StoryLine']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from fairyscore.notation.clocks.times import times_of
from fairyscore.notation.records.commands import commands_of, words_of
from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.render.board_state import NEVER_GONE, BoardState, before_move, beginning, following
from fairyscore.render.language import translated
from fairyscore.render.story.ending import close_of
from fairyscore.render.story.heading import heading_of
from fairyscore.render.story.model import (
    Fault,
    Holder,
    Holding,
    MoveEvent,
    Remark,
    Story,
    StoryDiagram,
    StoryLine,
    Unjudged,
)
from fairyscore.render.story.wanted import Diagrams

ASKS: Final = 220
"""The NAG that asks for a diagram."""

COMMAND: Final = "diagram"
"""The command that asks for one, `[%diagram caption]`."""


def tell(
    record: Record,
    diagrams: Diagrams = Diagrams(),  # noqa: B008 (immutable)
    *,
    notation: Notation | None = None,
    flaw: Fault | None = None,
) -> Story:
    """The story of a game.

    diagrams: which positions are drawn beside those that the record asks for. notation: of the moves, the usual one of the
    game if None. flaw: where the text of the record stops being legal.

    Raises `PositionError` where the tag FEN is nonsense.
    """
    teller = _StoryBuilder(record.game, notation or record.game.writing.notations[0], diagrams)
    start = beginning(record)
    line = teller.line(record.line, _Place(start, translated(START)), "", main=True)
    line = _with_end(line, start, diagrams, teller)
    return Story(
        record,
        heading_of(record),
        start,
        line,
        close_of(record, line, (line.steps[-1].moment if line.steps else start).outcome, flaw),
        _holdings(record.game, start, line),
        _shrinking(record.game, start, line),
        flaw,
    )


def _with_end(line: StoryLine, start: BoardState, diagrams: Diagrams, teller: _StoryBuilder) -> StoryLine:
    """The line with a diagram of its end, where one is wanted and none stands there."""
    if not diagrams.end or not line.steps:
        return line
    last = line.steps[-1]
    if any(isinstance(item, StoryDiagram) for item in last.behind):
        return line
    return replace(
        line,
        steps=(*line.steps[:-1], last._replace(behind=(*last.behind, teller.figure(last.moment, translated(END))))),
    )


def _holdings(game: Variant, start: BoardState, line: StoryLine) -> tuple[Holding, ...]:
    """Who stood on the fields that are held (`Scenery.held`), from the start of a game to its end."""
    return tuple(Holding(game.board.cells[cell], tuple(_tenures(cell, start, line))) for cell in game.scenery.held)


def _tenures(cell: int, start: BoardState, line: StoryLine) -> Iterator[Holder]:
    def holder_in(moment: BoardState) -> int:
        piece = moment.state.piece_at(cell)
        return -1 if piece is None else piece[0]

    holder, first = holder_in(start), ""
    for step in line.steps:
        now = holder_in(step.moment)
        if now != holder:
            yield Holder(holder, first, step.key)
            holder, first = now, step.key
    yield Holder(holder, first)


def _shrinking(game: Variant, start: BoardState, line: StoryLine) -> tuple[BoardState, ...]:
    """The start and every moment at which the board has become smaller (`Scenery.gone`)."""
    if game.scenery.gone is NEVER_GONE:
        return ()
    moments, gone = [start], start.gone
    for step in line.steps:
        now = step.moment.gone
        if now != gone:
            moments.append(step.moment)
            gone = now
    return tuple(moments) if len(moments) > 1 else ()


class _Place(NamedTuple):
    """A point of a game. said: what a diagram of it is called."""

    moment: BoardState
    said: str


@dataclass(slots=True)
class _StoryBuilder:
    """Tells line by line. figures: how many diagrams there are so far."""

    game: Variant
    notation: Notation
    diagrams: Diagrams
    figures: int = field(default=0)

    def figure(self, moment: BoardState, caption: str) -> StoryDiagram:
        """The next diagram."""
        self.figures += 1
        return StoryDiagram(self.figures, moment, caption)

    def line(self, line: MoveLine, place: _Place, prefix: str, *, main: bool = False) -> StoryLine:
        """A line from a position on. prefix: of all keys in it."""
        intro = tuple(self._told(line.intro, place.moment, place.said))
        before = place.moment
        steps: list[MoveEvent] = []
        starts = True
        for ply, moment in zip(line.plies, following(before, line.plies), strict=True):
            step = self._step(ply, before, moment, prefix, starts)
            if ply.behind or ply.nags or (main and self.diagrams):
                said = _after(steps[-1]) if steps else place.said
                step = step._replace(behind=tuple(self._behind(ply, step, _Place(before, said), main)))
            steps.append(step)
            before, starts = moment, bool(step.behind or step.news)
        return StoryLine(tuple(steps), intro)

    def _step(self, ply: Ply, before: BoardState, moment: BoardState, prefix: str, starts: bool) -> MoveEvent:
        """A move without what is behind it. moment: what it leads to."""
        game, number = self.game, moment.number
        usual = self.notation is game.writing.notations[0]
        step = MoveEvent(
            f"{prefix}{number.rstrip('.')}{game.seats[moment.seat].letter}",
            number,
            starts or number[-2] != ".",
            moment.seat,
            moment.text if usual else self.notation.write(before_move(before, ply.move), ply.move, game),
            ply.move,
            moment,
            moment.captured is not before.captured,
        )
        if moment.news:
            step = step._replace(news=tuple(translated(said) for said in moment.news if said != CHECK))
        if ply.behind or ply.nags:
            times, nags = times_of(*ply.comments), tuple(nag for nag in ply.nags if nag != ASKS)
            step = step._replace(
                nags=nags,
                glyphs=tuple(map(glyph_of, nags)),
                left=times.left,
                used=times.used,
                moved=str(times.moved or ""),
            )
        return step

    def _behind(
        self, ply: Ply, step: MoveEvent, before: _Place, main: bool
    ) -> Iterator[Remark | StoryDiagram | StoryLine]:
        """What is told behind a move. before: where its variations begin."""
        asked = ASKS in ply.nags or (main and self.diagrams.wants(step, ply))
        comments = list(ply.comments)
        if asked and not any(_asks(comment) for comment in comments):
            yield self.figure(step.moment, _after(step))
        number = 0
        for item in ply.behind:
            if isinstance(item, Comment):
                yield from self._told((item,), step.moment, _after(step))
            else:
                number += 1
                prefix = f"{step.key}-v{number}-"
                yield self.line(item, before, prefix)

    def _told(self, comments: tuple[Comment, ...], moment: BoardState, said: str) -> Iterator[Remark | StoryDiagram]:
        """What comments say, and the diagrams that they ask for. said: what a position is called that has no caption."""
        for comment in comments:
            if comment.aside:
                continue
            if comment.unjudged:
                yield Unjudged(comment.text)
                continue
            words = words_of(comment)
            if words:
                yield Remark(words)
            for command in commands_of(comment):
                if command.name == COMMAND:
                    yield self.figure(moment, command.argument.strip('"') or said)


START: Final = "the start"
END: Final = "the final position"

CHECK: Final = "check"
"""What a position is noted for besides what changes with a move; the move's own sign says it."""


def _after(step: MoveEvent) -> str:
    return translated("after {move}", move=step.told)


def _asks(comment: Comment) -> bool:
    return any(command.name == COMMAND for command in commands_of(comment))
