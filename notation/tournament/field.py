"""What each player of a tournament has played: the facts that tie-breaks are computed from.

Two views of rounds that were not played stand side by side, as in the FIDE Handbook, C.07, articles 15 and 16. Where all
pairings are fixed beforehand, as in a round robin, a forfeit is a game like any other. Where each round is paired by the
results of those before, as in a Swiss tournament, an unplayed round is a game against a dummy, and an opponent who took
byes to the end is counted as if he had drawn.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Final, NamedTuple

from fairyscore.notation.tournament.games import Status, TournamentGame

Names = Sequence[str]
Values = Mapping[str, float]

DRAW: Final = 0.5
WIN: Final = 1.0

REQUESTED: Final = (Status.HALF_POINT_BYE, Status.ZERO_POINT_BYE)


class Encounter(NamedTuple):
    """One game as one of its players sees it. opponents: none in a bye. points: None where no result counts."""

    opponents: tuple[str, ...]
    seat: int
    points: float | None
    game: TournamentGame

    @property
    def first(self) -> bool:
        """True if the player has the first move."""
        return self.seat == 0

    @property
    def is_forfeit(self) -> bool:
        """True if it was decided without a move."""
        return self.game.status is Status.FORFEIT

    @property
    def is_played(self) -> bool:
        """True if it is a game over the board that has a result."""
        return self.points is not None and bool(self.opponents) and not self.is_forfeit

    @property
    def is_voluntary(self) -> bool:
        """True if the player chose not to play: a requested bye or a forfeit that he lost (16.1.2)."""
        return self.game.status in REQUESTED or (self.is_forfeit and not self.points)


class Regulations(NamedTuple):
    """The regulations of a tournament that tie-breaks depend on.

    fixed: whether all pairings are made beforehand (15.2), else by results (16). rounds: of the whole tournament, 0 where
    that is not known. edition: of C.07; that of 2009 has virtual opponents in place of dummies; since 2026 the score of a
    dummy has a limit (16.4.1, 16.4.2).
    """

    fixed: bool = True
    rounds: int = 0
    edition: int = 2026


IN_ROUND_ROBINS: Final = Regulations()

EDITIONS: Final = (2009, 2024, 2026)


def round_key(text: str) -> tuple[tuple[int, str], ...]:
    """Sorts rounds by their numbers, `2.1` after `2` and before `10`.

    >>> sorted(["10", "2.1", "2", "final"], key=round_key)
    ['2', '2.1', '10', 'final']
    """
    return tuple((int(part), "") if part.isdecimal() else (1 << 30, part) for part in text.split("."))


@dataclass(frozen=True)
class Field:
    """All players with what they have played.

    encounters: of each player, in the order of the rounds. rounds: in their order, none where a game has no round.
    ratings: those that are known. numbers: the starting ranks.
    """

    encounters: Mapping[str, Sequence[Encounter]]
    rounds: Names
    regulations: Regulations = IN_ROUND_ROBINS
    ratings: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def points(self) -> Values:
        """The points of each player."""
        return {player: sum(counted(found), 0.0) for player, found in self.encounters.items()}

    @cached_property
    def adjusted(self) -> Values:
        """The points of each player as they count for his opponents (16.3): requested byes up to the end are draws; in the
        edition of 2009 all rounds without a game.
        """
        if self.regulations.fixed:
            return self.points
        added = {
            player: sum(DRAW - (met.points or 0.0) for met in self._taken_as_draws(player))
            for player in self.encounters
        }
        return {player: self.points[player] + added[player] for player in self.encounters}

    def _taken_as_draws(self, player: str) -> list[Encounter]:
        found = self.encounters[player]
        if self.regulations.edition < 2023:
            return [met for met in found if met.points is not None and self.is_void(met)]
        last = list(takewhile(lambda met: met.is_voluntary, reversed(found)))
        return [met for met in last if met.game.status in REQUESTED]

    def is_void(self, met: Encounter) -> bool:
        """True if nothing was played in it, as the regulations see it."""
        return not met.is_played and not (self.regulations.fixed and met.is_forfeit)

    def score_met(self, player: str, met: Encounter) -> float:
        """The score that the opponent of a game brings, of several their mean; that of a dummy where none was played."""
        if self.is_void(met):
            return self._dummy(player, met)
        return self._mean(met.opponents)

    def _mean(self, players: Names) -> float:
        return sum(self.adjusted[player] for player in players) / len(players)

    def _dummy(self, player: str, met: Encounter) -> float:
        """The score of the dummy of an unplayed round (16.4): the player's own, up to a limit since 2026."""
        own = self.points[player]
        if self.regulations.edition < 2023:
            return self._virtual_opponent(player, met)
        if self.regulations.edition < 2026:
            return own
        return min(own, self._mean(met.opponents) if met.opponents else DRAW * self.round_count)

    def _virtual_opponent(self, player: str, met: Encounter) -> float:
        """The score of who begins the round with the player's points, has the other result, and draws from then on."""
        at = self.encounters[player].index(met)
        before = sum(counted(self.encounters[player][:at]), 0.0)
        return before + WIN - (met.points or 0.0) + DRAW * (self.round_count - at - 1)

    @property
    def round_count(self) -> int:
        """The number of rounds the standings are for."""
        return len(self.rounds) or max(map(len, self.encounters.values()), default=0)

    def counted(self, player: str) -> list[Encounter]:
        """Encounters that count in sums over opponents: games with a result, and, in a Swiss, rounds against a dummy."""
        found = (met for met in self.encounters[player] if met.points is not None)
        return [met for met in found if met.opponents or not self.regulations.fixed]

    def played(self, player: str) -> list[Encounter]:
        """The games of a player that were played over the board."""
        return [met for met in self.encounters[player] if met.is_played]

    @cached_property
    def fore(self) -> "Field":
        """The field as if all paired games of the last round had been drawn (8.3)."""
        rounds = self.regulations.rounds or len(self.rounds)
        if not self.rounds or len(self.rounds) < rounds:
            return self
        last = self.rounds[-1]
        drawn = {player: [_drawn(met, last) for met in found] for player, found in self.encounters.items()}
        return replace(self, encounters=drawn)


def _drawn(met: Encounter, last: str) -> Encounter:
    if met.game.round != last or not met.opponents:
        return met
    return met._replace(points=DRAW, game=met.game._replace(status=Status.PLAYED))


def counted(encounters: Iterable[Encounter]) -> list[float]:
    """The points of those that have a result."""
    return [met.points for met in encounters if met.points is not None]


def field_of(
    games: Iterable[TournamentGame],
    players: Names = (),
    regulations: Regulations = IN_ROUND_ROBINS,
    ratings: Mapping[str, int] | None = None,
) -> Field:
    """The field of a tournament. players: those entered in the order of their starting ranks, who may have no game yet."""
    games = sorted(games, key=lambda game: round_key(game.round))
    met: dict[str, list[Encounter]] = {player: [] for player in players}
    for game in games:
        points = game.points or (None,) * len(game.players)
        for seat, player in enumerate(game.players):
            opponents = game.players[:seat] + game.players[seat + 1 :]
            met.setdefault(player, []).append(Encounter(opponents, seat, points[seat], game))
    rounds = list(dict.fromkeys(game.round for game in games))
    numbers = {player: number for number, player in enumerate(met, 1)}
    return Field(met, [] if "" in rounds else rounds, regulations, ratings or {}, numbers)


def progress(found: Field, player: str) -> tuple[float, ...]:
    """The points of a player after each round."""
    by_round: dict[str, float] = defaultdict(float)
    for met in found.encounters[player]:
        by_round[met.game.round] += met.points or 0
    total, after = 0.0, []
    for name in found.rounds:
        total += by_round[name]
        after.append(total)
    return tuple(after)
