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
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.replay import Verdict
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

    def as_value(self) -> dict[str, Any]:
        """All of it in what JSON has."""
        parts = ((name, getattr(self, name)) for name in _PARTS)
        plain = {name: part if isinstance(part, int) else _listed(part) for name, part in parts}
        return plain | {"openings": self.openings.as_value()}

    @staticmethod
    def of_value(value: dict[str, Any]) -> Count:
        """The counts that `as_value` gave, also once they were JSON."""
        count = Count(openings=Openings.of_value(value["openings"]))
        for name in _PARTS:
            if isinstance(value[name], int):
                setattr(count, name, value[name])
            else:
                getattr(count, name).update({tuple(k) if isinstance(k, list) else k: n for k, n in value[name]})
        return count


def _listed(counter: Counter[Any]) -> list[Any]:
    return sorted([list(key) if isinstance(key, tuple) else key, number] for key, number in counter.items())


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


class Stats:
    """Counts by variant, and of all players. files: how many there are; told: what was found in them as wholes."""

    __slots__ = ("asked", "files", "players", "told", "variants")

    def __init__(self, asked: Asked = Asked()) -> None:
        self.asked = replace(asked, player=" ".join(asked.player.split()).casefold())
        self.variants: dict[str, Count] = {}
        self.players = Players(asked.most_players)
        self.files = 0
        self.told: list[Diagnostic] = []

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
        if self.asked.player and self.asked.player not in (name.casefold() for name, _, _ in names):
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

    def as_value(self) -> dict[str, Any]:
        """The counts in what JSON has, the same for the same games in any order."""
        variants = {name: count.as_value() for name, count in sorted(self.variants.items())}
        return {"variants": variants, "players": self.players.as_value()}

    @staticmethod
    def of_value(value: dict[str, Any], asked: Asked = Asked()) -> Stats:
        """The stats that `as_value` gave, also once it was JSON."""
        stats = Stats(asked)
        stats.variants = {name: Count.of_value(count) for name, count in value["variants"].items()}
        stats.players = Players.of_value(value["players"])
        return stats


def name_of(game: Variant) -> str:
    """What a game is called whatever its coordinates: moves are the same in all of them.

    >>> from fairyscore.notation.variants import variant
    >>> name_of(variant("circular-70:coordinates=ring"))
    'circular-70'
    """
    schemes = game.writing.schemes
    return in_scheme(game, schemes[0]).name if schemes and game.writing.scheme != schemes[0] else game.name
