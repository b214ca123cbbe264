"""Copies of one game: where two of them part, and what else they say differently; or what several say, in one.

Moves are compared as moves, whatever notation, coordinate scheme or format they were written in, with the dates, times and
draw offers that are stated of them. Other comments, glyphs and variations are each player's own, and not compared.

>>> from fairyscore.notation.rules.moves import Move
>>> e4, e5, c5 = Ply(Move(12, 28)), Ply(Move(52, 36)), Ply(Move(50, 34))
>>> found = compared(Record("chess", (("White", "Anna"),), MoveLine((e4, e5))), Record("chess", (), MoveLine((e4, c5))))
>>> found.tags, found.parting.ply, found.parting.moves
((('White', 'Anna', ''),), 2, ('1... e5', '1... c5'))
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from fairyscore.notation.clocks.times import times_of, write_duration
from fairyscore.notation.editing.score_sheet import OFFER
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import MoveLine, Ply, Record, numbered, settle
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

Pair = tuple[str, str]
"""What the one copy says, and what the other."""

_COMPARED_OTHERWISE = ("FEN", "Result", "Variant")

OF_THE_GAME = frozenset({"Variant", "FEN", "SetUp", "Result"})
"""Tags that say how the moves are to be read: of copies put together, those of the one that is kept hold."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The first ply at which two copies differ. seat: whose move it is; before: the position that both have.

    moves, after: the moves and the positions after them, empty for the copy that ends there. left: plies from here on.
    """

    ply: int
    seat: str
    before: str
    moves: Pair
    after: Pair
    left: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact about a move of both copies that the two state differently. what: `date`, `received`, `time used`, `clock` or
    `draw offer`. values: of each copy; of the offer `yes`, or empty where there is none."""

    ply: int
    move: str
    what: str
    values: Pair


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two copies differ; what is None or empty does not. tags: name and both values, empty for a tag that is missing.
    statements: those that contradict each other, of the moves that both copies have; a time that only one of them states
    contradicts nothing.

    Where the games or the start positions are not the same, moves are not compared.
    """

    games: Pair | None = None
    starts: Pair | None = None
    tags: tuple[tuple[str, str, str], ...] = ()
    parting: Parting | None = None
    statements: tuple[Statement, ...] = ()
    results: Pair | None = None
    plies: tuple[int, int] = (0, 0)

    @property
    def same(self) -> bool:
        """Whether they say the same."""
        return not (self.games or self.starts or self.tags or self.parting or self.statements or self.results)


def compared(one: Record, other: Record) -> Comparison:
    """How one copy of a game differs from the other."""
    if one.game.writing.scheme != other.game.writing.scheme and one.game.writing.schemes == other.game.writing.schemes:
        other = in_coordinates(other, one.game.writing.scheme)
    games = _pair(one.variant, other.variant)
    starts = None if games else _pair(*(record.game.write_position(record.start()) for record in (one, other)))
    return Comparison(
        games=games,
        starts=starts,
        tags=_tags(one, other),
        parting=None if games or starts else _parting(one, other),
        statements=() if games or starts else tuple(_statements(one, other)),
        results=_pair(_result(one), _result(other)),
        plies=(len(one.line.plies), len(other.line.plies)),
    )


def _pair(one: str, other: str) -> Pair | None:
    return None if one == other else (one, other)


def _result(record: Record) -> str:
    """What the moves end with; a tag that contradicts it is kept in the record, and compared too."""
    tag = record.tag("Result")
    return f"{record.result} (tag {tag})" if tag else record.result


def _tags(one: Record, other: Record) -> tuple[tuple[str, str, str], ...]:
    ours, theirs = dict(one.tags), dict(other.tags)
    skipped = {*_COMPARED_OTHERWISE, *one.game.tags}  # options are part of the variant's name
    names = dict.fromkeys([*ours, *theirs])
    pairs = ((name, ours.get(name, ""), theirs.get(name, "")) for name in names if name not in skipped)
    return tuple(pair for pair in pairs if pair[1] != pair[2])


def _parting(one: Record, other: Record) -> Parting | None:
    game, state = one.game, one.start()
    ours, theirs = one.line.plies, other.line.plies
    for at, (mine, yours) in enumerate(zip_longest(ours, theirs)):
        if mine is None or yours is None or mine.move != yours.move:
            before = game.write_position(state)
            (move, after), (other_move, other_after) = (_played(state, ply, game) for ply in (mine, yours))
            settle(state, (mine or yours).move)
            seat, left = game.seats[state.turn].name, (len(ours) - at, len(theirs) - at)
            return Parting(at + 1, seat, before, (move, other_move), (after, other_after), left)
        settle(state, mine.move)
        state.push_unchecked(mine.move)
    return None


def _statements(one: Record, other: Record) -> Iterator[Statement]:
    """What is stated otherwise, up to the move at which the copies part."""
    state = one.start()
    for number, (ours, theirs) in enumerate(zip(one.line.plies, other.line.plies, strict=False), 1):
        if ours.move != theirs.move:
            return
        settle(state, ours.move)
        stated, stated_there = _stated(ours), _stated(theirs)
        for what, value in stated.items():
            value_there = stated_there[what]
            if value != value_there and (what == "draw offer" or _contradict(value, value_there)):
                yield Statement(number, _text(state, ours, one.game), what, (value, value_there))
        state.push_unchecked(ours.move)


def _contradict(one: str, other: str) -> bool:
    """Whether two times or dates say different things; a day alone agrees with that day and a time."""
    return not (one.startswith(other) or other.startswith(one))


def _stated(ply: Ply) -> dict[str, str]:
    """What the comments on a move state of times and offers, empty for nothing."""
    times = times_of(*ply.comments)
    return {
        "date": str(times.moved or ""),
        "received": str(times.received or ""),
        "time used": "" if times.used is None else write_duration(times.used),
        "clock": "" if times.left is None else write_duration(times.left),
        "draw offer": "yes" if any(OFFER in comment.text for comment in ply.comments) else "",
    }


def _text(state: State, ply: Ply, game: Variant) -> str:
    """A move with its number."""
    return f"{numbered(state)} {game.writing.usual.write(state, ply.move, game)}"


def _played(state: State, ply: Ply | None, game: Variant) -> Pair:
    """A move with its number, and the position after it."""
    if ply is None:
        return "", ""
    state = state.copy()
    settle(state, ply.move)
    text = _text(state, ply, game)
    state.push_unchecked(ply.move)
    state.outcome()  # who is to move and cannot leaves now (K-5), and the position shows it
    return text, game.write_position(state)


# -- copies put together -----------------------------------------------------------------------------------------------


def enriched(best: Record, others: Iterable[Record]) -> Record:
    """A record with what others of the same game have besides; where they say different things, its own hold.

    A record that ends before the others has nothing to say of later moves.

    >>> from fairyscore.notation.records.tree import Comment
    >>> from fairyscore.notation.rules.moves import Move
    >>> e4 = Ply(Move(12, 28), annotations=(Comment("good"),))
    >>> best = Record("chess", (("White", "Anna"),), MoveLine((e4,)))
    >>> e4 = Ply(Move(12, 28), (1,), (Comment("good"), Comment("!")))
    >>> both = enriched(best, [Record("chess", (("White", "A."), ("Date", "1990")), MoveLine((e4,)))])
    >>> both.tags, both.line.plies[0].nags, [comment.text for comment in both.line.plies[0].comments]
    ((('Date', '1990'), ('White', 'Anna')), (1,), ['good', '!'])
    """
    for other in others:
        other = in_coordinates(other, best.game.writing.scheme)
        known = {*OF_THE_GAME, *best.game.tags, *(name for name, _ in best.tags)}
        tags = (*best.tags, *(tag for tag in other.tags if tag[0] not in known))
        result = other.result if best.result == "*" else best.result
        pairs = zip_longest(best.line.plies, other.line.plies[: len(best.line.plies)])
        line = MoveLine(tuple(_together(*pair) for pair in pairs), _more(best.line.intro, other.line.intro))
        best = replace(best, tags=tags, line=line, result=result)
    return best


def _together(mine: Ply, more: Ply | None) -> Ply:
    if more is None or not (more.nags or more.annotations):
        return mine
    return Ply(mine.move, _more(mine.nags, more.nags), _more(mine.annotations, more.annotations))


def _more(mine: tuple[Any, ...], other: Sequence[Any]) -> tuple[Any, ...]:
    """What one has, and after it what only the other has."""
    return (*mine, *(item for item in other if item not in mine))
