"""Moves that were sent under a condition, once it has come true."""

from __future__ import annotations

from typing import NamedTuple

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.statement import Condition


class ConditionalMove(NamedTuple):
    """A move that its player has announced. spelling: in the game's letters; written: with its number."""

    spelling: str
    written: str


def proposal(condition: Condition, so_far: GameSoFar, spoken: tuple[str, ...] = ()) -> ConditionalMove | None:
    """The move that follows from a condition in the position now; None where it has not come true.

    The moves of the condition must be those of the record up to now, each an answer to the one before.

    >>> from fairyscore.notation.editing.append import appended
    >>> from fairyscore.notation.records.tree import Record
    >>> record = appended(Record("chess"), "e4 e5 Nf3 Nc6 Bb5 a6".split()).record
    >>> found = Condition("if 3...a6 then 4. Ba4", 5, ("a6", "Ba4"), 0, 21)
    >>> proposal(found, GameSoFar(record)).written
    '4. Ba4'
    """
    firsts = [condition.first] if condition.first >= 0 else range(max(0, so_far.now - len(condition.texts)), so_far.now)
    for first in firsts:
        done = so_far.now - first
        if not 0 < done < len(condition.texts) or done % 2 == 0:
            continue
        met = all(
            so_far.recorded(first + at) in so_far.named(first + at, condition.texts[at], spoken) for at in range(done)
        )
        named = so_far.named(so_far.now, condition.texts[done], spoken) if met else {}
        if len(named) == 1:
            ((move, spelling),) = named.items()
            return ConditionalMove(spelling, so_far.written(so_far.now, move))
    return None
