"""Copies of one game: where two of them part, and what else they say differently; or what several say, in one.

Moves are compared as moves, whatever notation, coordinate scheme or format they were written in, with the dates, times and
draw offers that are stated of them. Other comments, glyphs and variations are each player's own, and not compared.

>>> from fairyscore.notation.rules.moves import Move
>>> e4, e5, c5 = Ply(Move(12, 28)), Ply(Move(52, 36)), Ply(Move(50, 34))
>>> found = compared(Record("chess", (("White", "Anna"),), MoveLine((e4, e5))), Record("chess", (), MoveLine((e4, c5))))
>>> found.tags, found.parting.ply, found.parting.moves
((('White', 'Anna', ''),), 2, ('1... e5', '1... c5'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from fairyscore.notation.clocks.times import times_of, write_duration
from fairyscore.notation.editing.score_sheet import OFFER
from fairyscore.notation.game import Game, read_games
from fairyscore.notation.reader import Readable
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import MoveLine, Ply, Record, numbered, settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

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
class StatedFact:
    """A fact about a move of both copies that the two state differently. what: `date`, `received`, `time used`, `clock` or
    `draw offer`. values: of each copy; of the offer `yes`, or empty where there is none."""

    ply: int
    move: str
    what: str
    values: Pair


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two copies; what is None or empty does not differ.

    tags: name and both values, empty for a tag that is missing. statements: those that contradict each other, of the
    moves that both copies have; a time that only one of them states contradicts nothing.

    Where the games or the start positions are not the same, moves are not compared.
    """

    games: Pair | None = None
    starts: Pair | None = None
    tags: tuple[tuple[str, str, str], ...] = ()
    parting: Parting | None = None
    statements: tuple[StatedFact, ...] = ()
    results: Pair | None = None
    plies: tuple[int, int] = (0, 0)

    @property
    def same(self) -> bool:
        """True if they say the same."""
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
    """The result behind the moves; a tag that contradicts it is kept in the record, and compared too."""
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


def _statements(one: Record, other: Record) -> Iterator[StatedFact]:
    """The facts that two copies state differently, up to the move at which they part."""
    state = one.start()
    for number, (ours, theirs) in enumerate(zip(one.line.plies, other.line.plies, strict=False), 1):
        if ours.move != theirs.move:
            return
        settle(state, ours.move)
        stated, stated_there = _stated(ours), _stated(theirs)
        for what, value in stated.items():
            value_there = stated_there[what]
            if value != value_there and (what == "draw offer" or _contradict(value, value_there)):
                yield StatedFact(number, _text(state, ours, one.game), what, (value, value_there))
        state.push_unchecked(ours.move)


def _contradict(one: str, other: str) -> bool:
    """True if two times or dates say different things; a day alone agrees with that day and a time."""
    return not (one.startswith(other) or other.startswith(one))


def _stated(ply: Ply) -> dict[str, str]:
    """The times and offers that the comments on a move state, empty for none."""
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
    """The items of one, and after them those that only the other has."""
    return (*mine, *(item for item in other if item not in mine))


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two copies of a game differ; `str` is a sentence.

    game: the number of the game, from 1.
    kind: `missing` (only one side has the game), `fault` (a copy could not be read to its end), `variant`, `start`,
    `tag`, `move` (the first that differs, or that only one copy has), `statement` (a date, a time or a draw offer of a move
    that both have) or `result`.
    values: what the first and the second copy have; empty text for what is missing.
    name: of the tag, or of what is stated: `date`, `received`, `time used`, `clock`, `draw offer`.
    ply: where the moves part, a copy ends, or of the move that something is stated of, from 1; 0 elsewhere.
    move: that is stated of, with its number.
    parting: of a move, the positions around it.

    >>> from fairyscore.notation.game import loads
    >>> one, other = (next(loads(f"1. e4 e5 {result}")) for result in ("1-0", "0-1"))
    >>> [str(found) for found in diff(one, other)]
    ['game 1: result: 1-0 | 0-1']
    """

    game: int
    kind: str
    values: tuple[str, str] = ("", "")
    name: str = ""
    ply: int = 0
    move: str = ""
    parting: Parting | None = None

    def __str__(self) -> str:
        return f"game {self.game}: {self.describe(('the first', 'the second'))}"

    def describe(self, names: tuple[str, str]) -> str:
        """The difference as a sentence. Different moves are followed by lines with the positions.

        names: of the two sides, as paths of files.
        """
        if self.kind == "missing":
            return f"only in {names[int(not self.values[0])]}"
        if self.kind == "fault":
            return f"{names[int(not self.values[0])]} has a fault; it is compared as far as ply {self.ply}"
        if self.kind == "tag":
            return f"tag {self.name}: " + _both(*(f'"{value}"' if value else "(none)" for value in self.values))
        if self.kind == "statement":
            return f"ply {self.ply}, {self.move}: {self.name} " + _both(*(value or "(none)" for value in self.values))
        if self.parting is not None:
            return _lines_of(self.parting, names)
        label = {"variant": "another game", "start": "another start"}.get(self.kind, self.kind)
        return f"{label}: {_both(*self.values)}"


class GameCopy(NamedTuple):
    """One copy. record: None where the game could not begin; whole: whether its main line has no fault."""

    record: Record | None
    whole: bool
    plies: int

    @classmethod
    def of_verdict(cls, verdict: Verdict) -> GameCopy:
        """The copy that a verdict holds."""
        return cls(verdict.record, verdict.main_line_whole, verdict.plies)

    @classmethod
    def of_game(cls, game: Game) -> GameCopy:
        """A game of a program."""
        record = None if game.start is None else game.record
        return cls(record, game.main_line_whole, 0 if record is None else len(record.line.plies))


def diff(a: Game | Readable, b: Game | Readable) -> list[Difference]:
    """How two games differ, or the games of two files; an empty list where they are the same.

    a, b: games, paths or open files. Games of files are compared by their number, by moves, whatever the notation or
    format, with the dates, times and draw offers that both state of them. Other comments, NAGs and variations are not
    compared. Raises what `read_games` raises.

    >>> from fairyscore.notation.game import loads
    >>> one, other = (next(loads(f"1. e4 {answer} *")) for answer in ("e5", "c5"))
    >>> [(found.kind, found.ply, found.values) for found in diff(one, other)]
    [('move', 2, ('1... e5', '1... c5'))]
    >>> diff(one, one)
    []
    """
    pairs = enumerate(zip_longest(_copies(a), _copies(b)), 1)
    return [found for number, (one, other) in pairs for found in differences(number, one, other)]


def _copies(source: Game | Readable) -> Iterator[GameCopy]:
    games: Iterable[Game] = [source] if isinstance(source, Game) else read_games(source)
    return map(GameCopy.of_game, games)


def comparison_of(one: GameCopy | None, other: GameCopy | None) -> Comparison | None:
    """How two copies differ, None where one is missing or could not begin."""
    if one is None or other is None or one.record is None or other.record is None:
        return None
    return compared(one.record, other.record)


def differences(number: int, one: GameCopy | None, other: GameCopy | None) -> Iterator[Difference]:
    """The differences of two copies with the same number. None: that side has no such game."""
    if one is None or other is None:
        yield Difference(number, "missing", ("there", "") if other is None else ("", "there"))
    for at, copy in enumerate((one, other)):
        if copy is not None and not copy.whole:
            yield Difference(number, "fault", ("", "there") if at else ("there", ""), ply=copy.plies)
    comparison = comparison_of(one, other)
    if comparison is None:
        return
    if comparison.games:
        yield Difference(number, "variant", comparison.games)
    if comparison.starts:
        yield Difference(number, "start", comparison.starts)
    for tag, mine, yours in comparison.tags:
        yield Difference(number, "tag", (mine, yours), name=tag)
    for stated in comparison.statements:
        yield Difference(number, "statement", stated.values, name=stated.what, ply=stated.ply, move=stated.move)
    if parting := comparison.parting:
        yield Difference(number, "move", parting.moves, ply=parting.ply, parting=parting)
    if comparison.results:
        yield Difference(number, "result", comparison.results)


def _both(one: str, other: str) -> str:
    return " | ".join(shown(value, 200) for value in (one, other))


def _lines_of(parting: Parting, names: tuple[str, str]) -> str:
    """Where the moves part, with the positions; or which copy goes on."""
    if all(parting.moves):
        first = f"ply {parting.ply}, {parting.seat}: {_both(*parting.moves)}"
    else:
        longer = int(not parting.moves[0])
        left = parting.left[longer]
        more = "1 ply" if left == 1 else f"{left:,} plies"
        first = f"same moves; {names[longer]} goes on with {more}, from {parting.moves[longer]}"
    after = [f"{name}: {position}" for name, position in zip(names, parting.after, strict=True) if position]
    return "\n  = ".join([first, f"before: {parting.before}", *after])
