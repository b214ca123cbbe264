"""What a format cannot hold: a record is brought down to what can be written, and each thing left out is named.

>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.records.tree import Comment, MoveLine, Ply
>>> record = Record("chess", line=MoveLine((Ply(Move(12, 28), nags=(1,), behind=(Comment("best by test"),)),)))
>>> less, losses = reduced(record, Holds(nags=True))
>>> less.line.plies[0].nags, [str(loss) for loss in losses]
((1,), ['ply 1: the comment "best by test"'])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.text import shown

ALL: frozenset[str] = frozenset({"*"})
"""As names of tags: every tag."""


class LossKind(Enum):
    """What may be lost; the value is what a report calls it."""

    TAG = "tag"
    COMMENT = "comment"
    ASIDE = "escaped line"
    NAG = "glyph"
    VARIATION = "variation"
    RESULT = "result"


class Loss(NamedTuple):
    """One thing left out. ply: the ply of the main line it stands at, 0 for what stands in front of the moves."""

    part: LossKind
    what: str
    ply: int = 0

    def __str__(self) -> str:
        place = f"ply {self.ply}: " if self.ply else ""
        return f"{place}the {self.part.value} {self.what}".rstrip()


class Holds(NamedTuple):
    """What a format can hold besides the moves of the main line.

    tags: the names of tags it can hold, `ALL` for all; without `FEN` among them, games that start from a position of
    their own are refused. Where `variant` is set, the format says in its own way which game it is.
    comments: behind moves; intro: in front of the first one; asides: lines for another program. result: how the game ended.
    """

    tags: frozenset[str] = frozenset()
    variant: bool = False
    comments: bool = False
    intro: bool = False
    asides: bool = False
    nags: bool = False
    variations: bool = False
    result: bool = True

    def tag(self, name: str) -> bool:
        """Whether a tag of a name can be held."""
        return self.tags is ALL or name in self.tags or (self.variant and name == "Variant")


EVERYTHING = Holds(
    tags=ALL, variant=True, comments=True, intro=True, asides=True, nags=True, variations=True, result=True
)


def reduced(record: Record, holds: Holds) -> tuple[Record, tuple[Loss, ...]]:
    """The record as far as a format holds it, and what is left out, in the order of the record."""
    if holds == EVERYTHING:
        return record, ()
    losses: list[Loss] = []
    told = {"Variant", *record.game.tags} if holds.variant and holds.tags is not ALL else set()  # by the variant's name
    tags = tuple(tag for tag in record.tags if holds.tag(tag[0]) and tag[0] not in told)
    lost = (tag for tag in record.tags if tag not in tags and tag[0] not in told)
    losses += [Loss(LossKind.TAG, f'{name} "{shown(value)}"') for name, value in lost]
    intro = _kept(record.line.intro, holds.intro, holds, 0, losses)
    plies = tuple(_less(ply, at, holds, losses) for at, ply in enumerate(record.line.plies, 1))
    result = record.result
    if not holds.result and result != "*":
        losses.append(Loss(LossKind.RESULT, result, len(plies)))
        result = "*"
    return replace(record, tags=tags, line=MoveLine(plies, intro), result=result), tuple(losses)


def _kept(comments: tuple[Comment, ...], held: bool, holds: Holds, at: int, losses: list[Loss]) -> tuple[Comment, ...]:
    kept = tuple(comment for comment in comments if (holds.asides if comment.aside else held))
    for comment in comments:
        if comment not in kept:
            kind = LossKind.ASIDE if comment.aside else LossKind.COMMENT
            losses.append(Loss(kind, f'"{shown(comment.text)}"', at))
    return kept


def _less(ply: Ply, at: int, holds: Holds, losses: list[Loss]) -> Ply:
    """A ply of the main line as far as it is held."""
    if not ply.nags and not ply.behind:
        return ply
    nags = ply.nags if holds.nags else ()
    if nags != ply.nags:
        losses.append(Loss(LossKind.NAG, " ".join(map(glyph_of, ply.nags)), at))
    return Ply(ply.move, nags, tuple(_behind(ply, at, holds, losses)))


def _behind(ply: Ply, at: int, holds: Holds, losses: list[Loss]) -> Iterator[Comment | MoveLine]:
    for item in ply.behind:
        if isinstance(item, Comment):
            yield from _kept((item,), holds.comments, holds, at, losses)
        elif not holds.variations:
            plies = "1 ply" if len(item.plies) == 1 else f"{len(item.plies)} plies"
            losses.append(Loss(LossKind.VARIATION, f"of {plies}", at))
        else:
            inner: list[Loss] = []
            intro = _kept(item.intro, holds.intro, holds, at, inner)
            yield MoveLine(tuple(_less(one, at, holds, inner) for one in item.plies), intro)
            losses += inner
