"""Sieves: what can be asked of a game before there is a verdict on it, by its header and at each of its plies.

The compiled scanner holds back the games that do not pass (`BatchReader`): they are counted, and nothing is made of them. A
sieve is a choice of alternatives; in each all has to be true, what is asked of the header and, at one ply or several
that come one after the other, what is asked of the position. Where it does not say all that is wanted, more games pass
than are wanted, never fewer.

>>> of_anna = HeaderTest(("White",), lambda header: header.tags.get("White") == "Anna")
>>> sieve = Sieve.of(of_anna) & ~Sieve.of(PlyTest(Measure.PLY, 4, 9))
>>> [(len(alternative.headers), alternative.terms[0][:3]) for alternative in sieve.alternatives]
[(1, (<Measure.PLY: 3>, 0, 3)), (1, (<Measure.PLY: 3>, 10, 32767))]
>>> sieve.admits(GameHeader(None, {"White": "Bert"}, "*"))
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import reduce
from itertools import product
from typing import Final, NamedTuple, Protocol

from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

MOST: Final = 0x7FFF
"""No measure is larger."""

MOST_ALTERNATIVES: Final = 512
"""A sieve that would have more lets all games pass."""


class Headed(Protocol):
    """A game as its header tells it: the variant, the tags, and the result."""

    @property
    def game(self) -> Variant | None:
        """The variant, None for an unknown one."""

    @property
    def tags(self) -> Mapping[str, str]:
        """Those that are asked for, or all."""

    @property
    def result(self) -> str:
        """As the moves end, else of the tag."""


class GameHeader(NamedTuple):
    """A header that was read. tags: those that are asked for."""

    game: Variant | None
    tags: Mapping[str, str]
    result: str


class HeaderTest(NamedTuple):
    """A question that the header answers.

    tags: those that `fits` looks at, besides the result.
    text: where it is true, one of their values has this text in it, in small letters without accents; it has no blanks, and
    is empty where no such text is known. The kernel looks for it, and most headers are never asked in Python.
    """

    tags: tuple[str, ...]
    fits: Callable[[Headed], bool]
    text: str = ""


class Measure(IntEnum):
    """A number that each position has; the kernel has them by these numbers.

    ON_CELLS, ON_BOARD, IN_HAND: pieces of some sorts. PLY: plies made. TURN: the seat to move. CHECK, MATE: 1 where who is
    to move is in it. POSITION: PLY where the position is one of some, else none.
    Of the move that led to it, each 1 where it is so. FROM, TO: it goes from or to one of some cells. CASTLES; BECOMES: it
    promotes to one of some types; LOSES: there are fewer of some pieces.
    """

    ON_CELLS = 0
    ON_BOARD = 1
    IN_HAND = 2
    PLY = 3
    TURN = 4
    CHECK = 5
    MATE = 6
    POSITION = 7
    FROM = 8
    TO = 9
    CASTLES = 10
    BECOMES = 11
    LOSES = 12


class PlyTest(NamedTuple):
    """A measure is in a range.

    pieces: seat and type of those that are counted, None for empty cells. cells: where, for ON_CELLS.
    states: the positions of POSITION. lasts: it stays true once it was. fewest: with fewer pieces on the board it does not
    become true, and they do not become more.
    """

    measure: Measure
    low: int = 1
    high: int = MOST
    pieces: frozenset[tuple[int, int] | None] = frozenset()
    cells: frozenset[int] = frozenset()
    states: tuple[State, ...] = ()
    lasts: bool = False
    fewest: int = 0

    @property
    def latest(self) -> int:
        """The last ply at which it may become true."""
        return self.high if self.measure in (Measure.PLY, Measure.POSITION) else MOST

    def opposites(self) -> list[PlyTest]:
        """The terms of which one is true where this one is not."""
        below = [self._replace(low=0, high=self.low - 1, fewest=0)] if self.low > 0 else []
        return below + ([self._replace(low=self.high + 1, high=MOST, fewest=0)] if self.high < MOST else [])


class Alternative(NamedTuple):
    """Conditions that have to hold together: of the header, and at one ply.

    plies: at so many plies in a row. before: terms that hold together at earlier plies, one list after the other.
    """

    headers: tuple[HeaderTest, ...] = ()
    terms: tuple[PlyTest, ...] = ()
    plies: int = 1
    before: tuple[tuple[PlyTest, ...], ...] = ()

    @property
    def stages(self) -> tuple[tuple[PlyTest, ...], ...]:
        """The terms in the order in which they have to hold."""
        return *self.before, self.terms

    def and_there(self, other: Alternative) -> Alternative:
        """Both at the same ply. Of two that go on from there, only the first goes on."""
        headers = tuple(dict.fromkeys(self.headers + other.headers))
        if not self.goes_on and other.goes_on:
            return other.and_there(self)._replace(headers=headers)
        if self.plies > 1 and not self.before:
            return self._replace(headers=headers)
        first, *rest = self.stages
        first += other.stages[0]
        *before, terms = first, *rest
        return Alternative(headers, terms, self.plies, tuple(before))

    @property
    def goes_on(self) -> bool:
        """True if more than one ply is asked."""
        return self.plies > 1 or bool(self.before)

    def then(self, later: Alternative) -> Alternative:
        """This one, and at a later ply another one. What this one goes on with is not asked."""
        headers = tuple(dict.fromkeys(self.headers + later.headers))
        stages = self.stages[0], *later.stages
        return Alternative(headers, later.terms, later.plies, stages[:-1] if any(stages) else ())

    def opposites(self) -> list[Alternative]:
        """The alternatives of which one is true where this one is not."""
        found = [Alternative((HeaderTest(test.tags, _not(test.fits)),)) for test in self.headers]
        return found + [Alternative(terms=(term,)) for one in self.terms for term in one.opposites()]


def _not(fits: Callable[[Headed], bool]) -> Callable[[Headed], bool]:
    return lambda header: not fits(header)


class Sieve(NamedTuple):
    """A choice of alternatives. exact: whether a ply passes only if it is wanted."""

    alternatives: tuple[Alternative, ...]
    exact: bool = True

    @classmethod
    def of(cls, *parts: HeaderTest | PlyTest) -> Sieve:
        """One alternative of these parts."""
        headers = tuple(part for part in parts if isinstance(part, HeaderTest))
        return cls((Alternative(headers, tuple(part for part in parts if isinstance(part, PlyTest))),))

    @property
    def asks_positions(self) -> bool:
        """True if the header does not answer it."""
        return not self.exact or any(alternative.terms for alternative in self.alternatives)

    @property
    def passes_all(self) -> bool:
        """True if it holds nothing back."""
        return any(alternative == Alternative() for alternative in self.alternatives)

    def admits(self, header: Headed) -> bool:
        """True if a game of such a header may pass."""
        return any(all(test.fits(header) for test in one.headers) for one in self.alternatives)

    def is_over(self, ply: int, pieces: int) -> bool:
        """True if a game that has not passed cannot do so any more, after so many plies and with so many pieces left."""
        return all(
            any(term.latest <= ply or term.fewest > pieces for term in alternative.terms)
            for alternative in self.alternatives
        )

    def loosely(self) -> Sieve:
        """The same for those who want no more than that nothing is missed."""
        return self._replace(exact=False)

    def of_headers(self) -> Sieve:
        """The part of it that the header answers."""
        return Sieve(tuple(Alternative(one.headers) for one in self.alternatives), not self.asks_positions)

    def __and__(self, other: Sieve) -> Sieve:
        pairs = len(self.alternatives) * len(other.alternatives)
        if pairs > MOST_ALTERNATIVES:
            return min(self, other, key=lambda sieve: len(sieve.alternatives)).loosely()
        both = (one.and_there(more) for one, more in product(self.alternatives, other.alternatives))
        return Sieve(tuple(both), self.exact and other.exact)

    def then(self, later: Sieve) -> Sieve:
        """What passes this one, and at a later ply another one; loosely.

        >>> turn, check = Sieve.of(PlyTest(Measure.TURN, 1, 1)), Sieve.of(PlyTest(Measure.CHECK))
        >>> [[term.measure.name for term in terms] for terms in turn.then(check).alternatives[0].stages]
        [['TURN'], ['CHECK']]
        """
        if len(self.alternatives) * len(later.alternatives) > MOST_ALTERNATIVES:
            return self.loosely()
        return Sieve(tuple(one.then(more) for one, more in product(self.alternatives, later.alternatives)), exact=False)

    def lasting(self, plies: int) -> Sieve:
        """What passes it at so many plies in a row; loosely."""
        if len(self.alternatives) != 1 or self.alternatives[0].goes_on or not self.alternatives[0].terms:
            return self.loosely()
        return Sieve((self.alternatives[0]._replace(plies=plies),), exact=False)

    def __or__(self, other: Sieve) -> Sieve:
        found = self.alternatives + other.alternatives
        return Sieve(found, self.exact and other.exact) if len(found) <= MOST_ALTERNATIVES else EVERY_GAME

    def __invert__(self) -> Sieve:
        terms = [term for one in self.alternatives for term in one.terms]
        if not self.exact or any(term.lasts or term.measure is Measure.POSITION for term in terms):
            return EVERY_GAME
        return all_of(Sieve(tuple(one.opposites())) for one in self.alternatives)


EVERY_GAME: Final = Sieve((Alternative(),), exact=False)
"""The sieve that holds nothing back, and says nothing."""

ANY_PLY: Final = Sieve((Alternative(),))
NO_GAME: Final = Sieve(())


def all_of(sieves: Iterable[Sieve]) -> Sieve:
    """The sieve that lets through what passes all of some sieves, at the same ply."""
    return reduce(Sieve.__and__, sieves, ANY_PLY)


def any_of(sieves: Iterable[Sieve]) -> Sieve:
    """The sieve that lets through what passes one of some sieves."""
    return reduce(Sieve.__or__, sieves, NO_GAME)


class SiftedRows(NamedTuple):
    """A form of batches: only the games that pass a sieve, each as a row. sieve_of: that of a variant."""

    sieve_of: Callable[[Variant], Sieve]
