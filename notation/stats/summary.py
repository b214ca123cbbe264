"""What an archive holds, counted game by game: a value that may be added to another, so any part may be counted apart.

Games of one variant under several coordinate schemes are of one game here. What is not known of a game is not guessed:
records without a variant are counted under the empty name.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> for text in ("1. f3 e5 2. g4 Qh4# 0-1", "1. e4 e5 1/2-1/2"):
...     stats.add(Validator(variant="chess").judge(GameText(1, text, 1)))
>>> chess = stats.variants["chess"]
>>> chess.games, chess.plies, chess.lengths.mean, dict(chess.endings)
(2, 6, 3.0, {'checkmate': 1, 'draw agreed or unknown': 1})
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.endings import reasons_in_tag, words_for
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Seat, Variant
from fairyscore.notation.stats.losses import Losses, MoveLoss
from fairyscore.notation.stats.openings import DEPTH, MOST_LINES, Openings, add_counts, opening_of, scores_of
from fairyscore.notation.text import counted, html_table
from fairyscore.notation.variants.registry import in_scheme

NO_VARIANT: Final = ""
"""The name under which games are counted whose variant is not known, and what is found in files as a whole."""

MOST_ENTRIES: Final = 200_000
"""Names of players by variant and seat: some 50 MiB."""

_YEAR = re.compile(r"[0-9]{4}(?![0-9])")


class Lengths(Counter[int]):
    """The numbers of games by their numbers of plies."""

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
        return next(islice(Lengths(dict(sorted(self.items()))).elements(), place, None), 0)


class Score(NamedTuple):
    """Games of one player in one seat by how they ended, and without a result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def finished(self) -> int:
        """Those with a result."""
        return self.games - self.open

    @property
    def points(self) -> float:
        """One for a game won, half for one drawn."""
        return self.won + self.drawn / 2


class Player(NamedTuple):
    """One player. seats: variant, seat and score, the most played first."""

    name: str
    score: Score
    seats: tuple[tuple[str, str, Score], ...]


@dataclass(slots=True)
class Players:
    """The players, with the results of each. entries: games won, drawn, lost and open, by name, variant and seat.

    complete: whether nobody was left out. Where there are more than `most` entries, nobody is told apart any more: half a
    table would only look right.
    """

    most: int = MOST_ENTRIES
    entries: dict[tuple[str, str, str], list[int]] = field(default_factory=dict)
    complete: bool = True

    def add(self, name: str, variant: str, seat: str, half: int | None) -> None:
        """Count a game of a player. half: half points, None for a game without a result."""
        if self.complete:
            self.entries.setdefault((name, variant, seat), [0, 0, 0, 0])[3 if half is None else 2 - half] += 1
            self._cut()

    def merge(self, other: Players) -> None:
        """Count the games of another table too."""
        self.complete = self.complete and other.complete
        for key, counts in other.entries.items():
            add_counts(self.entries, key, counts)
        self._cut()

    def ranking(self) -> Iterator[Player]:
        """All players, those with the most games first."""
        by_name: dict[str, list[tuple[str, str, Score]]] = {}
        for (name, *seat), counts in self.entries.items():
            by_name.setdefault(name, []).append((seat[0], seat[1], Score(*counts)))
        games = {name: sum(score.games for *_, score in seats) for name, seats in by_name.items()}
        for name in sorted(by_name, key=lambda name: (-games[name], name)):
            seats = by_name[name]
            total = Score(*(sum(counts) for counts in zip(*(score for _, _, score in seats), strict=True)))
            yield Player(name, total, tuple(sorted(seats, key=lambda seat: (-seat[2].games, seat[:2]))))

    def __len__(self) -> int:
        return len({name for name, _, _ in self.entries})

    def _cut(self) -> None:
        self.complete = self.complete and len(self.entries) <= self.most
        if not self.complete:
            self.entries.clear()


@dataclass(slots=True)
class Count:
    """The games of one variant.

    faulty: games in which something is wrong. placed: games from a position of their own, which no opening counts.
    years: of the tag Date. faults: how often each is found, by severity and code.
    named: games by the name of their opening, its code in front, and by result, where these are asked for.
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
    named: Counter[tuple[str, str]] = field(default_factory=Counter)

    def merge(self, other: Count) -> None:
        """Add the games of another."""
        self.openings.merge(other.openings)
        for part in fields(self):
            mine, more = getattr(self, part.name), getattr(other, part.name)
            if isinstance(mine, int):
                setattr(self, part.name, mine + more)
            elif isinstance(mine, Counter):
                mine.update(more)


@dataclass(frozen=True, slots=True)
class StatsOptions:
    """The settings of a count. depth: plies of an opening. player: only games of this player, whatever the letter case.

    position: as `Validator.position`. most_lines, most_players: see `Openings` and `Players`. named: whether openings are
    counted by their names too. losses: whether what moves lost is counted.
    """

    depth: int = DEPTH
    player: str = ""
    position: str = ""
    most_lines: int = MOST_LINES
    most_players: int = MOST_ENTRIES
    named: bool = False
    losses: bool = False


@dataclass(slots=True)
class Stats:
    """Counts by variant, and of all players. files: how many there are; diagnostics: what was found in them as a whole.

    losses: of the players' moves by their evaluations, where these are asked for.

    >>> from fairyscore.notation.work.stats import stats
    >>> found = stats("samples/games/chess/romantic.pgn")
    >>> found, found.variants["chess"].results["1-0"]
    (<Stats: 3 games, 125 plies, 1 file>, 3)
    """

    options: StatsOptions = field(default_factory=StatsOptions)
    variants: dict[str, Count] = field(default_factory=dict)
    players: Players = field(default_factory=Players)
    losses: Losses = field(default_factory=Losses)
    files: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players.most = self.options.most_players

    def __repr__(self) -> str:
        games, plies, files = counted(self.games, "game"), counted(self.plies, "ply"), counted(self.files, "file")
        return f"<Stats: {games}, {plies}, {files}>"

    def _repr_html_(self) -> str:
        """A table of the variants, for notebooks."""
        rows = (
            (name, count.games, count.plies, f"{count.lengths.mean:.1f}", count.faulty)
            for name, count in sorted(self.variants.items())
        )
        caption = f"{counted(self.games, 'game')} in {counted(self.files, 'file')}"
        return html_table(caption, ("variant", "games", "plies", "mean length in plies", "faulty games"), rows)

    @property
    def games(self) -> int:
        """All games."""
        return sum(count.games for count in self.variants.values())

    @property
    def plies(self) -> int:
        """All moves made."""
        return sum(count.plies for count in self.variants.values())

    def add(self, verdict: Verdict, opening_name: str = "", losses: Iterable[MoveLoss] = ()) -> None:
        """Count a game, or what was found in a file as a whole.

        opening_name, losses: of the game, where they are counted.
        """
        game = verdict.game
        if not verdict.game_text.number:
            self.diagnostics += verdict.findings
        names = [] if game is None else list(names_of(verdict.tags, game.seats))
        player = self.options.player and " ".join(self.options.player.split()).casefold()
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
        if year := _YEAR.match(verdict.tags.get("Date", "")):
            count.years[year[0]] += 1
        if game is None:
            return
        result = result_of(verdict)
        scores = scores_of(result)
        count.results[result] += 1
        count.endings[ending_of(verdict)] += 1
        count.lengths[verdict.plies] += 1
        opening = opening_of(verdict, count.openings.depth, self.options.position)
        if opening is None:
            count.placed += 1
        else:
            count.openings.add(opening, scores)
            if opening_name:
                count.named[opening_name, result] += 1
        for name, seat, place in names:
            self.players.add(name, name_of(game), seat, scores[place] if scores else None)
        by_place = {place: name for name, _, place in names}
        for loss in losses:
            self.losses.add(by_place.get(loss.seat, ""), loss)

    def merge(self, other: Stats) -> None:
        """Add the counts of another `Stats`; it has to be of the same depth, player and position, which is not checked."""
        for name, count in other.variants.items():
            self._count(name).merge(count)
        self.players.merge(other.players)
        self.losses.update(other.losses)
        self.files += other.files
        self.diagnostics += other.diagnostics

    def _count(self, name: str) -> Count:
        count = self.variants.get(name)
        if count is None:
            count = self.variants[name] = Count(openings=Openings(self.options.depth, self.options.most_lines))
        return count


def name_of(game: Variant) -> str:
    """The name of a game whatever its coordinates: moves are the same in all of them.

    >>> from fairyscore.notation.variants import variant
    >>> name_of(variant("circular-70:coordinates=ring"))
    'circular-70'
    """
    schemes = game.writing.schemes
    return in_scheme(game, schemes[0]).name if schemes and game.writing.scheme != schemes[0] else game.name


# -- what is counted of one game --------------------------------------------------------------------------------------


def names_of(tags: Mapping[str, str], seats: Sequence[Seat]) -> Iterator[tuple[str, str, int]]:
    """Name, seat and place of each player that the tags name; white space in a name is one blank.

    >>> from fairyscore.notation.rules.variant import SEATING
    >>> list(names_of({"White": " Anna   K.", "Black": "?"}, SEATING[2]))
    [('Anna K.', 'white', 0)]
    """
    for place, name in enumerate(names_by_seat(tags, seats)):
        if name:
            yield name, seats[place].name, place


def names_by_seat(tags: Mapping[str, str], seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names of all players, empty for those that the tags do not name; white space in a name is one blank."""
    return tuple([_known_name(tags.get(seat.name.capitalize(), "")) for seat in seats])


@lru_cache(maxsize=4096)
def _known_name(text: str) -> str:
    """The name in a tag, empty where it says that nobody knows."""
    name = " ".join(text.split())
    return "" if name in UNKNOWN else name


def ending_of(verdict: Verdict) -> str:
    """How a game ended: by the rules (`Ending`), else by its tag Termination; else what its result lets one think.

    >>> from fairyscore.notation.records.game_text import GameText
    >>> from fairyscore.notation.replay import Validator
    >>> judge = Validator(variant="chess")
    >>> [ending_of(judge.judge(GameText(1, text, 1))) for text in ("1. f3 e5 2. g4 Qh4# 0-1", "1. e4 1-0", "1. e4 *")]
    ['checkmate', 'resignation or unknown', 'unfinished']
    """
    if verdict.outcome is not None:
        return verdict.outcome.ending.value
    result = result_of(verdict)
    ended = "resignation or unknown" if "1" in result.split("-") else "draw agreed or unknown"
    reasons = reasons_in_tag(verdict.tags.get("Termination", ""))
    reports = (text for reason in reasons for text in words_for(reason, "report"))
    return next(reports, "unfinished" if result == "*" else ended)


def result_of(verdict: Verdict) -> str:
    """The result a game has by its moves, else by its tag; `*` for none."""
    if verdict.result or verdict.game is None:
        return verdict.result or "*"
    return normal_result(verdict.tags.get("Result", "*"), len(verdict.game.seats)) or "*"
