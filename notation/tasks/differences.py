"""How two copies of a game, or the games of two files, differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from fairyscore.notation.editing.compare import Comparison, Parting, compared
from fairyscore.notation.game import Game, Source, read_games
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import shown


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
            return _parting(self.parting, names)
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


def diff(a: Game | Source, b: Game | Source) -> list[Difference]:
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


def _copies(source: Game | Source) -> Iterator[GameCopy]:
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


def _parting(parting: Parting, names: tuple[str, str]) -> str:
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
