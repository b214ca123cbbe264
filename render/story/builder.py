"""From a record, or the verdict on it, to what is shown: what is legal, where it stops being so, and what follows.

>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> import io
>>> game = b'[White "Anna"]\\n[Result "1-0"]\\n\\n1. e4 {so far so good} e5 $220 (1... c5 2. Nf3!) 2. Ke3 Nc6 1-0\\n'
>>> story = story_of(next(judge_file(io.BytesIO(game), Validator())))
>>> [(step.key, step.number, step.starts, step.text) for _, step in story.line.walk()][:3]
[('1w', '1.', True, 'e4'), ('1b', '1...', True, 'e5'), ('1b-v1-1b', '1...', True, 'c5')]
>>> [type(item).__name__ for item in story.line.steps[1].annotations]
['StoryDiagram', 'StoryLine']
>>> story.fault.place, story.fault.message, story.fault.key, story.fault.rest
('line 4, column 53', 'Ke3: no white king can go to e3; it cannot be reached from e1', '1b', '2. Ke3 Nc6')
>>> story.close.how
'The record can be followed up to 1...e5; the result is what it says.'
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from fairyscore.notation.clocks.times import times_of
from fairyscore.notation.game_tree import Evaluation
from fairyscore.notation.records.diagnostics import HARMLESS, Diagnostic, Severity
from fairyscore.notation.records.marks import commands_in, commands_of, in_coordinates, words_of
from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.course import History
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import EXPLAINED, Code, Reason
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown
from fairyscore.render.board_state import NEVER_GONE, BoardState, before_move, beginning, following
from fairyscore.render.errors import DrawingError
from fairyscore.render.idiom import cells_here, notation_here
from fairyscore.render.language import translated
from fairyscore.render.prose import sentence_of, spelled
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

ASKS: Final = 220  # the NAG that asks for a diagram
COMMAND: Final = "diagram"  # the command that asks for one, `[%diagram caption]`
KINDS: Final = ("every:N", "comments", "captures", "end")
"""What may be asked for beside those, several of them between commas."""

START: Final = "the start"
END: Final = "the final position"
UNKNOWN: Final = "The next move is not legal."  # the message of a fault without another one
CHECK: Final = "check"  # what a position is noted for besides what changes with a move; the move's own sign says it


@dataclass(frozen=True, slots=True)
class Diagrams:
    """Positions of the main line to draw: every so many plies, where remarks stand, after captures, at the end.

    >>> wanted = diagrams("every:10,captures")
    >>> wanted.every, wanted.captures, wanted.end
    (10, True, False)
    """

    every: int = 0
    comments: bool = False
    captures: bool = False
    end: bool = False

    def wants(self, step: MoveEvent, ply: Ply) -> bool:
        """Whether the position after a move of the main line is one of them; the end is not asked for here."""
        return bool(
            (self.every and step.moment.ply % self.every == 0)
            or (self.comments and any(words_of(comment) for comment in ply.comments if not comment.aside))
            or (self.captures and step.captures)
        )


def diagrams(text: str) -> Diagrams:
    """The diagrams that `--diagrams` asks for. Raises `DrawingError` where that makes no sense."""
    every, words = 0, set[str]()
    for word in filter(None, (word.strip() for word in text.split(","))):
        if found := re.fullmatch(r"every:([1-9][0-9]{0,3})", word):
            every = int(found[1])
        elif word in KINDS[1:]:
            words.add(word)
        else:
            raise DrawingError(f"diagrams are {', '.join(KINDS)}, not '{shown(word)}'")
    return Diagrams(every, **dict.fromkeys(words, True))


def story_of(
    verdict: Verdict,
    diagrams: Diagrams = Diagrams(),
    *,
    notation: Notation | None = None,
    scheme: str = "",
) -> Story | None:
    """The story of a judged game, None where its variant or start position is not valid.

    diagrams, notation: as `tell` takes them. scheme: the coordinates of round boards, those of the record if empty.

    Raises `UnknownVariant` for a scheme that the game does not have.
    """
    if verdict.record is None:
        return None
    record = in_coordinates(verdict.record, scheme)
    story = tell(record, diagrams, notation=notation, fault=fault_of(verdict))
    return replace(story, text=verdict.game_text.text, form=verdict.form) if verdict.game_text.whole else story


def fault_of(verdict: Verdict) -> Fault | None:
    """Why and where the record of a game stops being legal, without what follows; None where it does not.

    That is the first refusal, or what was passed over.
    """
    errors = [found for found in verdict.findings if found.severity is Severity.ERROR and not verdict.whole]
    grave = [found for found in errors if found.code not in HARMLESS]
    for fault in (grave or errors)[:1]:
        message = _translated(fault)
        named = fault.move and not message.startswith(fault.move)
        place = translated("line {line}, column {column}", line=fault.line, column=fault.column) if fault.line else ""
        return Fault(f"{fault.move}: {message}" if named else message, place=place)
    return None


def _translated(fault: Diagnostic) -> str:
    """What a diagnostic says, in the current language where it is a refusal by the rules."""
    if fault.code not in EXPLAINED:
        return fault.message
    reason = Reason(Code(fault.code), fault.facts)
    return sentence_of(reason) if str(reason) == fault.message else fault.message


def tell(
    record: Record,
    diagrams: Diagrams = Diagrams(),
    *,
    notation: Notation | None = None,
    fault: Fault | None = None,
) -> Story:
    """The story of a record.

    diagrams: which positions are drawn beside those that the record asks for. notation: of the moves, the one that is
    shown (`idiom`) if None. fault: what is known of why the record stops being legal; what could not be judged is reported
    with it.

    Raises `PositionError` where the tag FEN is nonsense.
    """
    teller = _StoryBuilder(record.game, notation or notation_here(record.game), diagrams)
    record, rest = _judged(record)
    game, start = record.game, beginning(record)
    line = teller.line(record.line, start, translated(START), "", main=True)
    for last in line.steps[-1:] if diagrams.end else ():
        if not any(isinstance(item, StoryDiagram) for item in last.annotations):
            figure = teller.figure(last.moment, translated(END))
            line = replace(line, steps=(*line.steps[:-1], last._replace(annotations=(*last.annotations, figure))))
    moments = (("", start), *((step.key, step.moment) for step in line.steps))
    if rest or fault is not None:
        fault = replace(fault or Fault(translated(UNKNOWN)), rest=rest, key=moments[-1][0])
    shrinking: list[tuple[Any, Any]] = []
    if game.scenery.gone is not NEVER_GONE and not game.scenery.wall:
        shrinking = _changes((moment.gone, moment) for _, moment in moments)
    return Story(
        record,
        heading_of(record),
        start,
        line,
        close_of(record, line, _outcome(game, [moment for _, moment in moments]), fault),
        tuple(Holding(cells_here(game)[cell], _tenures(cell, moments)) for cell in game.scenery.held),
        tuple(moment for _, moment in shrinking) if len(shrinking) > 1 else (),
        fault,
        notation=teller.notation.name,
    )


def _outcome(game: Variant, moments: Sequence[BoardState]) -> FinalScore | None:
    """How a game has ended: what its last position shows, or what its course has brought."""
    course = game.rules.course
    if moments[-1].outcome is not None or course is None:
        return moments[-1].outcome
    history = History(course, moments[0].state)
    for moment in moments[1:]:
        history.push(moment.state)
    return history.outcome(moments[-1].state)


def _judged(record: Record) -> tuple[Record, str]:
    """The record without what could not be judged of its main line, and that."""
    line = record.line
    last_annotations = line.plies[-1].annotations if line.plies else line.intro
    judged = tuple(item for item in last_annotations if not (isinstance(item, Comment) and item.unjudged))
    if len(judged) == len(last_annotations):
        return record, ""
    if line.plies:
        line = replace(line, plies=(*line.plies[:-1], replace(line.plies[-1], annotations=judged)))
    else:
        line = MoveLine((), tuple(item for item in line.intro if not item.unjudged))
    rest = " ".join(item.text for item in last_annotations if isinstance(item, Comment) and item.unjudged)
    return replace(record, line=line), rest


def _tenures(cell: int, moments: Iterable[tuple[str, BoardState]]) -> tuple[Holder, ...]:
    """Who stood on a cell, from the start of a game to its end. moments: with the keys of their steps."""
    pieces = ((key, moment.state.piece_at(cell)) for key, moment in moments)
    changes = _changes((-1 if piece is None else piece[0], key) for key, piece in pieces)
    ends = (*(key for _, key in changes[1:]), "")
    return tuple(Holder(seat, first, last) for (seat, first), last in zip(changes, ends, strict=True))


def _changes(values: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The first of each run of values that are the same, with what belongs to it."""
    return [next(run) for _, run in groupby(values, key=itemgetter(0))]


@dataclass(slots=True)
class _StoryBuilder:
    """Tells line by line. figures: how many diagrams there are so far."""

    game: Variant
    notation: Notation
    diagrams: Diagrams
    figures: int = 0

    def figure(self, moment: BoardState, caption: str) -> StoryDiagram:
        """The next diagram."""
        self.figures += 1
        return StoryDiagram(self.figures, moment, caption)

    def line(self, line: MoveLine, before: BoardState, text: str, prefix: str, *, main: bool = False) -> StoryLine:
        """A line from a position on. text: what a diagram of that is called; prefix: of all keys in the line."""
        intro = tuple(self._comment_items(line.intro, before, text))
        steps: list[MoveEvent] = []
        starts, asking = True, main and self.diagrams != Diagrams()
        for ply, moment in zip(line.plies, following(before, line.plies), strict=True):
            step = self._step(ply, before, moment, prefix, starts)
            if ply.annotations or ply.nags or asking:
                text = _after(steps[-1]) if steps else text
                step = step._replace(annotations=tuple(self._after_move(ply, step, before, text, main)))
            steps.append(step)
            before, starts = moment, bool(step.annotations or step.news or step.sign_words)
        return StoryLine(tuple(steps), intro)

    def _step(self, ply: Ply, before: BoardState, moment: BoardState, prefix: str, starts: bool) -> MoveEvent:
        """A move without what is after it. moment: what it leads to."""
        game, number = self.game, moment.number
        is_usual = self.notation is notation_here(game)
        text = moment.text if is_usual else self.notation.write(before_move(before, ply.move), ply.move, game)
        step = MoveEvent(
            f"{prefix}{number.rstrip('.')}{game.seats[moment.seat].letter}",
            number,
            starts or number[-2] != ".",
            moment.seat,
            spelled(game, text),
            ply.move,
            moment,
            moment.captured is not before.captured,
        )
        if moment.news:
            step = step._replace(news=tuple(translated(text) for text in moment.news if text != CHECK))
        if ply.annotations or ply.nags:
            times, nags = times_of(*ply.comments), tuple(nag for nag in ply.nags if nag != ASKS)
            step = step._replace(
                nags=nags,
                glyphs=tuple(map(glyph_of, nags)),
                left=times.left,
                used=times.used,
                moved=str(times.moved or ""),
                evaluation=_evaluation(ply.comments),
            )
        return step

    def _after_move(
        self, ply: Ply, step: MoveEvent, before: BoardState, text: str, main: bool
    ) -> Iterator[Remark | StoryDiagram | StoryLine]:
        """The parts shown after a move. before, text: where its variations begin, and what that is called."""
        asked = ASKS in ply.nags or (main and self.diagrams.wants(step, ply))
        has_own = any(command.name == COMMAND for command in commands_in(ply.comments))
        if asked and not has_own:
            yield self.figure(step.moment, _after(step))
        number = 0
        for item in ply.annotations:
            if isinstance(item, Comment):
                yield from self._comment_items((item,), step.moment, _after(step))
            else:
                number += 1
                yield self.line(item, before, text, f"{step.key}-v{number}-")

    def _comment_items(
        self, comments: tuple[Comment, ...], moment: BoardState, text: str
    ) -> Iterator[Remark | StoryDiagram]:
        """The remarks of comments, and the diagrams that they ask for. text: the name of a position without a caption."""
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
                    yield self.figure(moment, command.argument.strip('"') or text)


def _evaluation(comments: Iterable[Comment]) -> Evaluation | None:
    """The evaluation of a move, where its comments state one."""
    arguments = (command.argument for command in commands_in(comments) if command.name == "eval")
    return next(filter(None, map(Evaluation.read, arguments)), None)


def _after(step: MoveEvent) -> str:
    return translated("after {move}", move=step.numbered)
