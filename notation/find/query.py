"""Queries as values: what is asked of a game is a small tree of conditions, joined with `&`, `|` and `~`.

A query is asked of each position of the main line, the start (ply 0) included. It fits a game if it is true at one of its
positions, and the first of these is the place that is found. What is said of the game as a whole, as a player, is true at
all of them or at none. So `A and B` means both at the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar, Final, NamedTuple

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.find.binding import Binding, NotInGame
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.replay.sieve import EVERY_GAME, NO_GAME, Headed, HeaderTest, Sieve, all_of, any_of
from fairyscore.notation.text import shown

LONGEST_MESSAGE: Final = 400

Test = Callable[[Walk, int], bool]
"""True if a condition is true at a ply of a game."""


class QueryError(FairyscoreError, ValueError):
    """A query that cannot be read, or asks for what a game does not have; the message says where and what may stand there.

    column: the character at which it goes wrong, from 1; 0 where that is not known.

    >>> try:
    ...     Query.parse('player Anand')
    ... except QueryError as fault:
    ...     print(fault.column, fault)
    8 column 8: a text in quotes is expected, not 'Anand'
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(shown(f"column {column}: {message}" if column else message, LONGEST_MESSAGE))
        self.column = column


def _all_plies(walk: Walk) -> Iterable[int]:
    return range(walk.plies + 1)


class Bound(NamedTuple):
    """A query in one game, with its letters and cells as numbers.

    test: whether it is true at a ply.
    constant: whether that is the same at all plies of a game.
    may: whether it may be true anywhere in a game, as far as that is known without going through its plies.
    plies: the plies of a game at which it may be true, rising; at all others it is not.
    sieve: what the compiled scanner may ask before there is a walk.
    cells: the cells that show it at a ply where it is true.
    """

    test: Test
    constant: bool = False
    may: Callable[[Walk], bool] = lambda walk: True
    plies: Callable[[Walk], Iterable[int]] = _all_plies
    sieve: Sieve = EVERY_GAME
    cells: Callable[[Walk, int], Iterable[int]] = lambda walk, ply: ()

    def asks_positions(self, header: Headed) -> bool:
        """True if the header of a game does not answer it."""
        return self.sieve.asks_positions and self.sieve.admits(header)

    def first(self, walk: Walk) -> int | None:
        """The first ply at which it is true; None where it is nowhere."""
        if not self.may(walk):
            return None
        plies = range(1) if self.constant else self.plies(walk)
        return next((ply for ply in plies if self.test(walk, ply)), None)


def constant(test: Callable[[Walk], bool], sieve: Sieve = EVERY_GAME) -> Bound:
    """A condition on the game as a whole. It is asked once a game."""
    key = object()

    def known(walk: Walk) -> bool:
        found = walk.answers.get(key)
        if found is None:
            found = walk.answers[key] = test(walk)
        return found

    return Bound(lambda walk, ply: known(walk), constant=True, may=known, sieve=sieve)


def of_header(tags: Iterable[str], fits: Callable[[Headed], bool], text: str = "") -> Bound:
    """A condition that the header answers.

    tags: those that it looks at, besides the result.
    text: that one of their values has in it where it is true (`HeaderTest`).
    """
    return constant(fits, Sieve.of(HeaderTest(tuple(tags), fits, text)))


NOWHERE: Final = Bound(lambda walk, ply: False, constant=True, may=lambda walk: False, sieve=NO_GAME)


@dataclass(frozen=True)
class Query:
    """A question about games and positions: a value, that may be joined with others.

    `Query.parse` reads the language of `fairyscore find` (docs/find.md); `str` writes it.

    >>> of_anand = Query.parse('player "Anand"')
    >>> str(of_anand & ~Query.parse("result 1-0"))
    'player "Anand" and not result 1-0'
    """

    _read: ClassVar[Callable[[str], Query]]

    @staticmethod
    def parse(text: str) -> Query:
        """The query that a text says. Raises `QueryError`."""
        return Query._read(text)

    @staticmethod
    def set_grammar(read: Callable[[str], Query]) -> None:
        """Set what reads queries. The grammar is made of queries, so it is handed over from outside (`find/__init__`)."""
        Query._read = staticmethod(read)

    def __and__(self, other: Query) -> Query:
        return Every(_parts(Every, self) + _parts(Every, other))

    def __or__(self, other: Query) -> Query:
        return Any_(_parts(Any_, self) + _parts(Any_, other))

    def __invert__(self) -> Query:
        return Not(self)

    def __repr__(self) -> str:
        return f"Query.parse({shown(str(self), 150)!r})"

    @property
    def parts(self) -> tuple[Query, ...]:
        """The queries that it is made of."""
        return ()

    @property
    def of_position(self) -> bool:
        """True if it can be asked of a position that is not part of a game."""
        return all(part.of_position for part in self.parts)

    @property
    def inverted(self) -> Query:
        """The query that fits the games which this one does not fit."""
        return InCourse("never", self)

    def rules_out(self, binding: Binding) -> bool:
        """True if no game of the variant fits, whatever happens in it."""
        return False

    def in_game(self, binding: Binding) -> Bound:
        """The query in a game. What the game does not have is true nowhere there, and is noted in the binding."""
        try:
            return self.bind(binding)
        except NotInGame as fault:
            binding.notices[str(fault)] = self.place
            return NOWHERE

    @property
    def place(self) -> int:
        """The column of the text at which it stands, from 1; 0 for none."""
        return 0

    def bind(self, binding: Binding) -> Bound:
        """The query in a game. Raises `NotInGame`."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Condition(Query):
    """A query that is not made of others. column: where it stands in its text."""

    asks_game: ClassVar[bool] = True
    """True if it asks for more than a position shows."""

    column: int = field(default=0, compare=False, kw_only=True)

    @property
    def of_position(self) -> bool:
        return not self.asks_game

    @property
    def place(self) -> int:
        return self.column


def _parts(kind: type[Query], query: Query) -> tuple[Query, ...]:
    return query.parts if type(query) is kind else (query,)


def _inside(query: Query, *loose: type[Query]) -> str:
    """The text of a part; in brackets where it is one of the kinds that bind no tighter than what it is a part of."""
    return f"({query})" if isinstance(query, loose) else str(query)


@dataclass(frozen=True, repr=False)
class Every(Query):
    """All of several queries, at the same position."""

    queries: tuple[Query, ...]

    @property
    def parts(self) -> tuple[Query, ...]:
        return self.queries

    def __str__(self) -> str:
        return " and ".join(_inside(part, Any_, Then) for part in self.queries)

    def bind(self, binding: Binding) -> Bound:
        if any(part.rules_out(binding) for part in self.queries):
            return NOWHERE  # and nothing is said of what else the game does not have
        bound = [part.in_game(binding) for part in self.queries]
        tests = [one.test for one in sorted(bound, key=lambda one: not one.constant)]
        return Bound(
            lambda walk, ply: all(test(walk, ply) for test in tests),
            all(one.constant for one in bound),
            lambda walk: all(one.may(walk) for one in bound),
            next((one.plies for one in bound if one.plies is not _all_plies), _all_plies),
            all_of(one.sieve for one in bound),
            lambda walk, ply: chain.from_iterable(one.cells(walk, ply) for one in bound),
        )


@dataclass(frozen=True, repr=False)
class Any_(Query):  # noqa: N801 (`Any` is a type)
    """One of several queries, or more."""

    queries: tuple[Query, ...]

    @property
    def parts(self) -> tuple[Query, ...]:
        return self.queries

    def __str__(self) -> str:
        return " or ".join(_inside(part, Then) for part in self.queries)

    def bind(self, binding: Binding) -> Bound:
        bound = [part.in_game(binding) for part in self.queries]
        tests = [one.test for one in sorted(bound, key=lambda one: not one.constant)]
        return Bound(
            lambda walk, ply: any(test(walk, ply) for test in tests),
            all(one.constant for one in bound),
            lambda walk: any(one.may(walk) for one in bound),
            sieve=any_of(one.sieve for one in bound),
            cells=lambda walk, ply: chain.from_iterable(one.cells(walk, ply) for one in bound if one.test(walk, ply)),
        )


@dataclass(frozen=True, repr=False)
class Not(Query):
    """The negation of a query: true where that is not."""

    query: Query

    @property
    def parts(self) -> tuple[Query, ...]:
        return (self.query,)

    def __str__(self) -> str:
        return f"not {_inside(self.query, Every, Any_, Then, Lasting)}"

    def bind(self, binding: Binding) -> Bound:
        bound = self.query.in_game(binding)
        if bound.constant:
            return constant(lambda walk: not bound.test(walk, 0), ~bound.sieve)
        return Bound(lambda walk, ply: not bound.test(walk, ply), sieve=~bound.sieve)


@dataclass(frozen=True, repr=False)
class Then(Query):
    """A query, and at a later position another one. within: how many plies later at most, 0 for any number."""

    first: Query
    later: Query
    within: int = 0

    @property
    def parts(self) -> tuple[Query, ...]:
        return self.first, self.later

    def __str__(self) -> str:
        within = f" within {self.within} plies" if self.within else ""
        return f"{_inside(self.first, Then)} then{within} {self.later}"

    def bind(self, binding: Binding) -> Bound:
        first, later = (part.in_game(binding) for part in self.parts)
        next_place = _next_place(later.test)
        within = self.within

        def test(walk: Walk, ply: int) -> bool:
            if not first.test(walk, ply):
                return False
            last = walk.plies if not within else min(walk.plies, ply + within)
            found = next_place(walk, ply + 1, last)
            return found is not None

        sieve = first.sieve.then(later.sieve)
        return Bound(test, False, lambda walk: first.may(walk) and later.may(walk), first.plies, sieve, first.cells)


def _next_place(test: Test) -> Callable[[Walk, int, int], int | None]:
    """The function that finds the first ply in a range at which a test is true; no ply of a game is tested twice."""
    key = object()

    def found(walk: Walk, begin: int, last: int) -> int | None:
        known: dict[int, bool] = walk.memory.setdefault(key, {})
        for ply in range(begin, last + 1):
            fits = known.get(ply)
            if fits is None:
                fits = known[ply] = test(walk, ply)
            if fits:
                return ply
        return None

    return found


@dataclass(frozen=True, repr=False)
class Lasting(Query):
    """A query that is true at so many positions in a row, of which this is the first."""

    query: Query
    plies: int

    @property
    def parts(self) -> tuple[Query, ...]:
        return (self.query,)

    def __str__(self) -> str:
        return f"{_inside(self.query, Every, Any_, Then, Not, Lasting, InCourse)} for {self.plies} plies"

    def bind(self, binding: Binding) -> Bound:
        bound = self.query.in_game(binding)
        next_gap = _next_place(lambda walk, ply: not bound.test(walk, ply))
        plies = self.plies

        def test(walk: Walk, ply: int) -> bool:
            last = ply + plies - 1
            return last <= walk.plies and next_gap(walk, ply, last) is None

        return Bound(test, False, bound.may, bound.plies, bound.sieve.lasting(plies), bound.cells)


COURSES: Final = {
    "ever": "true at some position of the game",
    "never": "true at no position of the game",
    "always": "true at all positions of the game",
    "since": "true here or at an earlier position",
}
"""The words for what a query is in the course of a game."""


@dataclass(frozen=True, repr=False)
class InCourse(Query):
    """A query over the course of a game: since, ever or always. word: one of `COURSES`."""

    word: str
    query: Query

    @property
    def parts(self) -> tuple[Query, ...]:
        return (self.query,)

    def __str__(self) -> str:
        return f"{self.word} {_inside(self.query, Every, Any_, Then, Lasting)}"

    def bind(self, binding: Binding) -> Bound:
        bound = self.query.in_game(binding)
        next_place = _next_place(bound.test)
        next_gap = _next_place(lambda walk, ply: not bound.test(walk, ply))
        sieve = bound.sieve.of_headers()
        if self.word == "since":
            return Bound(lambda walk, ply: next_place(walk, 0, ply) is not None, may=bound.may, sieve=sieve)
        if self.word == "always":
            always = bound.sieve.loosely()
            return constant(lambda walk: bound.may(walk) and next_gap(walk, 0, walk.plies) is None, always)
        ever = self.word == "ever"
        return constant(
            lambda walk: (bound.may(walk) and next_place(walk, 0, walk.plies) is not None) is ever,
            sieve if ever else ~sieve,
        )
