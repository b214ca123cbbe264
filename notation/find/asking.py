"""Queries asked of games and positions: what they mean is looked up once in each variant.

>>> from fairyscore.notation.find.query import Query
>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> verdict = Validator(variant="chess").judge(GameText(1, "1. f3 e5 2. g4 Qh4# 0-1", 1))
>>> first_place(Query.parse("check"), verdict), first_place(Query.parse("turn black and check"), verdict)
(4, None)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from fairyscore.notation.find.binding import Binding
from fairyscore.notation.find.query import Bound, Query, QueryError
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.replay import Verdict
from fairyscore.notation.replay.sieve import Sieve
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant


def sieve_of(query: Query) -> Callable[[Variant], Sieve]:
    """The questions of a query that the compiled scanner may ask, by variant."""
    return lambda variant: bound_in(query, variant)[0].sieve


@lru_cache(maxsize=256)
def bound_in(query: Query, variant: Variant | None) -> tuple[Bound, dict[str, int]]:
    """A query in a variant, None for an unknown one; and what the variant does not have, with the columns of the words."""
    binding = Binding(variant)
    return query.in_game(binding), binding.notices


def first_place(query: Query, verdict: Verdict) -> int | None:
    """The first ply of a game at which a query is true; None where it fits nowhere."""
    if verdict.place is not None:  # the scanner has asked it
        return verdict.place
    bound, _ = bound_in(query, verdict.game)
    return bound.first(Walk.of(verdict))


def fits_position(query: Query, state: State, variant: Variant) -> bool:
    """True if a query is true of a position. Raises `QueryError` where it asks for more than a position has."""
    if not query.of_position:
        raise QueryError("the query asks for what happens in a game, and is asked of a position")
    bound, notices = bound_in(query, variant)
    for message, column in notices.items():
        raise QueryError(message, column)
    return bound.test(Walk(variant, state), 0)


def as_query(query: Query | str) -> Query:
    """A query that is given as a value or as text. Raises `QueryError`."""
    return _read(query) if isinstance(query, str) else query


def begins_as_query(text: str) -> bool:
    """True if a text that is no query begins with a word of queries that has something of a query behind it.

    >>> [begins_as_query(text) for text in ('player Anand', 'player "Anand', 'Sicilian', 'rating >')]
    [False, True, False, True]
    """
    from fairyscore.notation.find.grammar import WORDS

    first, _, rest = text.strip("( ").partition(" ")
    words = {word.name.split()[0] for word in WORDS}
    return first in words and any(sign in rest for sign in "\"'{=<>")


_read = lru_cache(maxsize=256)(Query.parse)
