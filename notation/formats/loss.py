"""What a format cannot hold: a record is brought down to what can be written, and each thing left out is named.

>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.records.tree import Comment, MoveLine, Ply
>>> record = Record("chess", line=MoveLine((Ply(Move(12, 28), nags=(1,), annotations=(Comment("best by test"),)),)))
>>> less, losses = reduced(record, Holds(nags=True))
>>> less.line.plies[0].nags, [str(loss) for loss in losses]
((1,), ['ply 1: the comment "best by test"'])
"""

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from fairyscore.notation.formats.base import ALL, EVERYTHING, End, Holds
from fairyscore.notation.records.endings import reasons_of_word
from fairyscore.notation.records.game_setup import FINAL_POSITION
from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.records.operations import OPCODES
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.text import shown


class LossKind(StrEnum):
    """A part of a record that may be lost; the value is what a report calls it."""

    TAG = "tag"
    COMMENT = "comment"
    ASIDE = "escaped line"
    NAG = "glyph"
    VARIATION = "variation"
    RESULT = "result"
    MOVES = "main line"


class Loss(NamedTuple):
    """One thing left out. ply: the ply of the main line it stands at, 0 for what stands in front of the moves."""

    part: LossKind
    what: str
    ply: int = 0

    def __str__(self) -> str:
        place = f"ply {self.ply}: " if self.ply else ""
        return f"{place}the {self.part.value} {self.what}".rstrip()


def reduced(record: Record, holds: Holds) -> tuple[Record, tuple[Loss, ...]]:
    """The record as far as a format holds it, and what is left out, in the order of the record."""
    if holds == EVERYTHING:
        return record, ()
    losses: list[Loss] = []
    if not holds.moves:
        record, losses = _at_end(record)
    if holds.end is not None and record.tag(TERMINATION):
        record = _with_end(record, holds.end(record), losses)
    implied: set[str] = set()
    if holds.variant and holds.tags is not ALL:  # the name of the variant says as much
        implied |= {"Variant", *record.game.tags}
    if not holds.tag("FEN") and not record.set_up:  # a usual start needs no words
        implied.add("FEN")
    left = [tag for tag in record.tags if tag[0] not in implied]
    tags = tuple(tag for tag in left if holds.tag(tag[0]))
    losses += [_lost_tag(name, value) for name, value in left if not holds.tag(name)]
    line = _line(record.line, holds, losses)
    result = record.result
    if not holds.result and result != "*":
        losses.append(Loss(LossKind.RESULT, result, len(line.plies)))
        result = "*"
    return replace(record, tags=tags, line=line, result=result), tuple(losses)


def _lost_tag(name: str, value: str) -> Loss:
    return Loss(LossKind.TAG, f'{name} "{shown(value)}"')


_OF_MOVES = OPCODES | {"PlyCount", *FINAL_POSITION}
"""Tags that say something of the start position, or of the moves."""


def _at_end(record: Record) -> tuple[Record, list[Loss]]:
    """The record without its moves: it starts where the game ended."""
    plies, losses = len(record.line.plies), []
    tags = record.tags
    if plies:
        losses.append(Loss(LossKind.MOVES, f"of {plies} {'ply' if plies == 1 else 'plies'}"))
        losses += [_lost_tag(*tag) for tag in tags if tag[0] in _OF_MOVES]
        tags = tuple(tag for tag in tags if tag[0] not in _OF_MOVES)
    position = record.game.write_position(record.end())
    tags = (*(tag for tag in tags if tag[0] != "FEN"), ("FEN", position))
    return replace(record, tags=tags, line=MoveLine((), record.line.intro)), losses


TERMINATION = "Termination"


def _with_end(record: Record, end: End | None, losses: list[Loss]) -> Record:
    """The record with how it ended as a format says it: a comment behind the last move, and the tag as it is read again."""
    value = record.tag(TERMINATION)
    if end is None:
        losses.append(_lost_tag(TERMINATION, value))
        return replace(record, tags=tuple(tag for tag in record.tags if tag[0] != TERMINATION))
    if value != end.value:
        losses.append(_lost_tag(TERMINATION, value))
    tags = tuple((name, end.value if name == TERMINATION else held) for name, held in record.tags)
    line, comment = record.line, Comment(end.comment)
    if not line.plies:
        known = bool(line.intro) and bool(reasons_of_word(line.intro[-1].text.removeprefix("%")))
        return replace(record, tags=tags, line=line if known else replace(line, intro=(*line.intro, comment)))
    last = line.plies[-1]
    if last.comments and reasons_of_word(last.comments[-1].text.removeprefix("%").split(" ")[0]):
        return replace(record, tags=tags)
    last = replace(last, annotations=(*last.annotations, comment))
    return replace(record, tags=tags, line=replace(line, plies=(*line.plies[:-1], last)))


def _held(comments: tuple[Comment, ...], held: bool, holds: Holds, at: int, losses: list[Loss]) -> tuple[Comment, ...]:
    remaining: list[Comment] = []
    for comment in comments:
        if holds.asides if comment.aside else held or comment.text in holds.endings:
            remaining.append(comment)
        else:
            kind = LossKind.ASIDE if comment.aside else LossKind.COMMENT
            losses.append(Loss(kind, f'"{shown(comment.text)}"', at))
    return tuple(remaining)


def _line(line: MoveLine, holds: Holds, losses: list[Loss], at: int = 0) -> MoveLine:
    """A line as far as it is held. at: the ply that a variation replaces; 0 for the main line."""
    intro = _held(line.intro, holds.intro, holds, at, losses)
    plies: list[Ply] = []
    for number, ply in enumerate(line.plies, 1):
        place = at or number
        remaining: list[Comment | MoveLine] = []
        if ply.nags and not holds.nags:
            losses.append(Loss(LossKind.NAG, " ".join(map(glyph_of, ply.nags)), place))
        for item in ply.annotations:
            if isinstance(item, Comment):
                remaining += _held((item,), holds.comments, holds, place, losses)
            elif holds.variations:
                remaining.append(_line(item, holds, losses, place))
            else:
                many = "1 ply" if len(item.plies) == 1 else f"{len(item.plies)} plies"
                losses.append(Loss(LossKind.VARIATION, f"of {many}", place))
        plies.append(Ply(ply.move, ply.nags if holds.nags else (), tuple(remaining)))
    return MoveLine(tuple(plies), intro)
