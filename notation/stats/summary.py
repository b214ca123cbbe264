"""What an archive holds, counted game by game: a value that may be added to another, so any part may be counted apart.

Games of one variant under several coordinate schemes are of one game here. What cannot be told of a game is not guessed:
records without a variant are counted under the empty name.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> for text in ("1. f3 e5 2. g4 Qh4# 0-1", "1. e4 e5 1/2-1/2"):
...     stats.add(Validator(variant="chess").judge(GameText(1, text, 1)))
>>> chess = stats.variants["chess"]
>>> chess.games, chess.plies, chess.lengths.mean, dict(chess.endings)
(2, 6, 3.0, {'checkmate': 1, 'draw agreed or not told': 1})
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from typing import ClassVar, Final

from fairyscore.notation.bulk.work import FilePart, Json, PartPlace, Work, all_moved, plain
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.stats.endings import ending_of, result_of
from fairyscore.notation.stats.openings import DEPTH, MOST_LINES, Openings, opening_of, scores_of
from fairyscore.notation.stats.players import MOST_ENTRIES, Players, names_of
from fairyscore.notation.variants.registry import in_scheme

NO_VARIANT: Final = ""
"""The name under which games are counted whose variant is not known, and what is found in files as a whole."""

_YEAR = re.compile(r"[0-9]{4}(?![0-9])")


class Lengths(Counter[int]):
    """How many games have how many plies."""

    @property
    def mean(self) -> float:
        """Plies of a game on average; 0 where there is none."""
        games = self.total()
        return sum(plies * number for plies, number in self.items()) / games if games else 0.0

    @property
    def median(self) -> float:
        """Half of the games are no longer, half are no shorter.

        >>> Lengths([2, 4, 90]).median, Lengths([2, 4]).median
        (4.0, 3.0)
        """
        games = self.total()
        return (self.nth((games - 1) // 2) + self.nth(games // 2)) / 2 if games else 0.0

    @property
    def longest(self) -> int:
        """Plies of the longest game."""
        return max(self, default=0)

    def nth(self, place: int) -> int:
        """The length of the game at a place from 0, games in the order of their lengths."""
        for plies in sorted(self):
            place -= self[plies]
            if place < 0:
                return plies
        return 0


@dataclass(slots=True)
class Count:
    """The games of one variant.

    faulty: games in which something is wrong. placed: games from a position of their own, which no opening counts.
    years: of the tag Date. faults: how often each is found, by severity and code.
    """

    games: int = 0
    plies: int = 0
    faulty: int = 0
    placed: int = 0
    results: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    lengths: Lengths = field(default_factory=Lengths)
    years: Counter[str] = field(default_factory=Counter)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    openings: Openings = field(default_factory=Openings)

    def merge(self, other: Count) -> None:
        """Add the games of another."""
        for name in _PARTS:
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + more)
            elif isinstance(mine, Counter):
                mine.update(more)
        self.openings.merge(other.openings)


_PARTS: Final = tuple(part.name for part in fields(Count) if part.name != "openings")
"""Numbers and counters, which are added one by one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be counted. depth: plies of an opening. player: only games of this player, whatever the letter case.

    position: as `Validator.position`. most_lines, most_players: see `Openings` and `Players`.
    """

    depth: int = DEPTH
    player: str = ""
    position: str = ""
    most_lines: int = MOST_LINES
    most_players: int = MOST_ENTRIES


@dataclass(slots=True)
class Stats:
    """Counts by variant, and of all players. files: how many there are; told: what was found in them as wholes."""

    asked: Asked = field(default_factory=Asked)
    variants: dict[str, Count] = field(default_factory=dict)
    players: Players = field(default_factory=Players)
    files: int = 0
    told: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players.most = self.asked.most_players

    @property
    def games(self) -> int:
        """All games."""
        return sum(count.games for count in self.variants.values())

    @property
    def plies(self) -> int:
        """All moves made."""
        return sum(count.plies for count in self.variants.values())

    def add(self, verdict: Verdict) -> None:
        """Count a game, or what was found in a file as a whole."""
        game = verdict.game
        if not verdict.game_text.number:
            self.told += verdict.findings
        names = [] if game is None else list(names_of(verdict.tags, game.seats))
        player = self.asked.player and " ".join(self.asked.player.split()).casefold()
        if player and player not in (name.casefold() for name, _, _ in names):
            return
        count = self._count(NO_VARIANT if game is None else name_of(game))
        for finding in verdict.findings:
            count.faults[finding.severity.value, finding.code] += 1
        if not verdict.game_text.number:
            return
        count.games += 1
        count.plies += verdict.plies
        count.faulty += any(finding.severity is Severity.ERROR for finding in verdict.findings)
        year = _YEAR.match(verdict.tags.get("Date", ""))
        if year is not None:
            count.years[year[0]] += 1
        if game is not None:
            self._judged(count, verdict, names)

    def _judged(self, count: Count, verdict: Verdict, names: list[tuple[str, str, int]]) -> None:
        """Count what only a game has that could begin."""
        assert verdict.game is not None
        result = result_of(verdict)
        scores = scores_of(result)
        count.results[result] += 1
        count.endings[ending_of(verdict)] += 1
        count.lengths[verdict.plies] += 1
        opening = opening_of(verdict, count.openings.depth, self.asked.position)
        if opening is None:
            count.placed += 1
        else:
            count.openings.add(opening, scores)
        game = name_of(verdict.game)
        for name, seat, place in names:
            self.players.add(name, game, seat, scores[place] if scores else None)

    def merge(self, other: Stats) -> None:
        """Add the games of another, which was asked the same."""
        for name, count in other.variants.items():
            self._count(name).merge(count)
        self.players.merge(other.players)
        self.files += other.files
        self.told += other.told

    def _count(self, name: str) -> Count:
        count = self.variants.get(name)
        if count is None:
            count = self.variants[name] = Count(openings=Openings(self.asked.depth, self.asked.most_lines))
        return count


OFTEN: Final = 10_000
"""Games that a result is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


@dataclass(frozen=True, slots=True)
class CountWork(Work):
    """Counting as a work over many files: the result for a part is its stats, and the stats of all is their sum."""

    asked: Asked = field(default_factory=Asked)

    kinds: ClassVar = (Stats, Asked, Count, Lengths, Openings, Players, Move)

    def settings(self) -> Json:
        """See `Work`."""
        return plain(self.asked)

    def results(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Stats]:
        """See `Work`; of many games, some at a time."""
        found = iter(verdicts)
        while some := list(islice(found, 1)):
            stats = Stats(self.asked)
            for verdict in chain(some, islice(found, OFTEN - 1)):
                stats.add(verdict)
            yield stats

    def moved(self, result: Stats, place: PartPlace) -> Stats:
        """See `Work`."""
        result.told = all_moved(result.told, place)
        return result

    def seen(self, result: Stats) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, False


def name_of(game: Variant) -> str:
    """What a game is called whatever its coordinates: moves are the same in all of them.

    >>> from fairyscore.notation.variants import variant
    >>> name_of(variant("circular-70:coordinates=ring"))
    'circular-70'
    """
    schemes = game.writing.schemes
    return in_scheme(game, schemes[0]).name if schemes and game.writing.scheme != schemes[0] else game.name
