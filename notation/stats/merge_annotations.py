"""What several copies of a game say, in one: the tags that one lacks, and the glyphs, comments and variations.

>>> from fairyscore.notation.records.tree import Comment, MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> e4 = Move(12, 28)
>>> best = Record("chess", (("White", "Anna"),), MoveLine((Ply(e4, behind=(Comment("good"),)),)))
>>> ply = Ply(e4, (1,), (Comment("good"), Comment("!")))
>>> other = Record("chess", (("White", "A."), ("Date", "1990")), MoveLine((ply,)))
>>> both = enriched(best, [other])
>>> both.tags, both.line.plies[0].nags, [comment.text for comment in both.line.plies[0].comments]
((('Date', '1990'), ('White', 'Anna')), (1,), ['good', '!'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import MoveLine, Ply, Record

OF_THE_GAME: Final = frozenset({"Variant", "FEN", "SetUp", "Result"})
"""Tags that say how the moves are to be read: those of the copy that is kept hold."""


def enriched(best: Record, others: Iterable[Record]) -> Record:
    """A record with what others of the same game have besides; where they say different things, its own hold.

    A record that ends before the others has nothing to say of later moves.
    """
    for other in others:
        other = in_coordinates(other, best.game.writing.scheme)
        known = {*OF_THE_GAME, *best.game.tags, *(name for name, _ in best.tags)}
        tags = (*best.tags, *(tag for tag in other.tags if tag[0] not in known))
        result = other.result if best.result == "*" else best.result
        best = replace(best, tags=tags, line=_line(best.line, other.line), result=result)
    return best


def _line(best: MoveLine, other: MoveLine) -> MoveLine:
    plies = zip_longest(best.plies, other.plies[: len(best.plies)])
    return MoveLine(tuple(_ply(mine, more) for mine, more in plies), _more(best.intro, other.intro))


def _ply(mine: Ply, more: Ply | None) -> Ply:
    if more is None or not (more.nags or more.behind):
        return mine
    return Ply(mine.move, _more(mine.nags, more.nags), _more(mine.behind, more.behind))


def _more(mine: tuple[Any, ...], other: Sequence[Any]) -> tuple[Any, ...]:
    """What one has, and behind it what only the other has."""
    return (*mine, *(item for item in other if item not in mine))
