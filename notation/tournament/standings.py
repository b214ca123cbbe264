"""The cross table of a tournament: points, tie-breaks and places.

The tie-breaks are those of the FIDE Handbook, C.07. Forfeits count as other results do, as they do there in round robins.
Unfinished and disputed games give nobody anything.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from fairyscore.notation.tournament.games import TournamentGame

Names = Sequence[str]
Values = Mapping[str, float]


class Encounter(NamedTuple):
    """One game as one of its players sees it. points: None while there is no result that counts."""

    opponents: tuple[str, ...]
    first: bool
    points: float | None
    game: TournamentGame


class Standing(NamedTuple):
    """A row of the table. rank: the best place of those who share it. progress: points after each round.

    direct_encounter: points against those with the same points, None where they have not all met equally often.
    """

    rank: int
    player: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    open: int
    sonneborn_berger: float
    direct_encounter: float | None
    progress: tuple[float, ...]
    encounters: tuple[Encounter, ...]


TIE_BREAKS: Final = ("direct_encounter", "wins", "sonneborn_berger", "progress")
"""Those that can be asked for; the first three in this order are used by default."""

USUAL: Final = TIE_BREAKS[:3]


def standings(games: Iterable[TournamentGame], players: Names = (), tie_breaks: Names = USUAL) -> list[Standing]:
    """The table, best first. players: those entered, who may have no game yet. Ties that stay share a rank.

    Raises `ValueError` for a tie-break that is not in `TIE_BREAKS`.

    >>> from fairyscore.notation.tournament.games import Status
    >>> won = TournamentGame("Cup", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED, 40)
    >>> drawn = won._replace(round="2", players=("Cleo", "Anna"), result="1/2-1/2")
    >>> [(row.rank, row.player, row.points, row.sonneborn_berger) for row in standings([won, drawn], ["Dora"])]
    [(1, 'Anna', 1.5, 0.25), (2, 'Cleo', 0.5, 0.75), (3, 'Bert', 0.0, 0.0), (3, 'Dora', 0.0, 0.0)]
    """
    for name in tie_breaks:
        if name not in TIE_BREAKS:
            raise ValueError(f"{name} is not a tie-break; there are {', '.join(TIE_BREAKS)}")
    games = list(games)
    met = _encounters(games, players)
    points = {player: sum(_counted(met[player]), 0.0) for player in met}
    values = _Values(met, points, _rounds(games))
    ranked = _ranked(sorted(met), points, tie_breaks, values)
    return [_standing(rank, player, values, points) for rank, player in ranked]


def _encounters(games: Iterable[TournamentGame], players: Names) -> dict[str, list[Encounter]]:
    met: dict[str, list[Encounter]] = {player: [] for player in players}
    for game in games:
        points = game.points or (None,) * len(game.players)
        for seat, player in enumerate(game.players):
            opponents = game.players[:seat] + game.players[seat + 1 :]
            met.setdefault(player, []).append(Encounter(opponents, seat == 0, points[seat], game))
    return met


def _counted(encounters: Iterable[Encounter]) -> list[float]:
    return [met.points for met in encounters if met.points is not None]


def _rounds(games: Iterable[TournamentGame]) -> list[str]:
    """The rounds in their order, none where a game has none."""
    rounds = {game.round for game in games}
    return [] if "" in rounds else sorted(rounds, key=round_key)


def round_key(text: str) -> tuple[tuple[int, str], ...]:
    """Sorts rounds by their numbers, `2.1` after `2` and before `10`.

    >>> sorted(["10", "2.1", "2", "final"], key=round_key)
    ['2', '2.1', '10', 'final']
    """
    return tuple((int(part), "") if part.isdecimal() else (1 << 30, part) for part in text.split("."))


class _Values(NamedTuple):
    """What tie-breaks are computed from."""

    met: Mapping[str, Sequence[Encounter]]
    points: Values
    rounds: Sequence[str]

    def wins(self, player: str, _tied: Names = ()) -> float:
        """Games won (WIN; a forfeit is one)."""
        return sum(points == 1 for points in _counted(self.met[player]))

    def sonneborn_berger(self, player: str, _tied: Names = ()) -> float:
        """For each game the points of the opponent times those that were made against him; of several their mean."""
        gained = (met.points * self._mean(met.opponents) for met in self.met[player] if met.points is not None)
        return sum(gained, 0.0)

    def _mean(self, players: Names) -> float:
        return sum(self.points[player] for player in players) / len(players)

    def progress_sum(self, player: str, _tied: Names = ()) -> float:
        """The sum of the points after each round."""
        return sum(self.progress(player))

    def progress(self, player: str) -> tuple[float, ...]:
        """The points after each round."""
        by_round: dict[str, float] = defaultdict(float)
        for met in self.met[player]:
            by_round[met.game.round] += met.points or 0
        total, after = 0.0, []
        for name in self.rounds:
            total += by_round[name]
            after.append(total)
        return tuple(after)

    def direct_encounter(self, player: str, tied: Names) -> float:
        """Points against those who are tied; the same for all where not all of them have met equally often."""
        value = self.direct(player, tied)
        return 0.0 if value is None else value

    def direct(self, player: str, tied: Names) -> float | None:
        """As `direct_encounter`, None where they have not all met equally often."""
        among = set(tied)
        pairs: Counter[frozenset[str]] = Counter()
        for one in tied:
            pairs.update(
                frozenset((one, opponent))
                for met in self.met[one]
                if met.points is not None
                for opponent in met.opponents
                if opponent in among
            )
        wanted = len(tied) * (len(tied) - 1) // 2
        if not wanted or len(pairs) < wanted or len(set(pairs.values())) > 1:
            return None
        return sum(_counted(met for met in self.met[player] if among.intersection(met.opponents)))


TieBreak = Callable[[_Values, str, Names], float]

_COMPUTED: Final[dict[str, TieBreak]] = {
    "direct_encounter": _Values.direct_encounter,
    "wins": _Values.wins,
    "sonneborn_berger": _Values.sonneborn_berger,
    "progress": _Values.progress_sum,
}


def _ranked(players: Names, points: Values, tie_breaks: Names, values: _Values) -> list[tuple[int, str]]:
    """The players with their ranks, best first."""
    groups = _split(players, lambda player: points[player])
    for name in tie_breaks:
        groups = [smaller for group in groups for smaller in _by_tie_break(group, _COMPUTED[name], values)]
    ranked, rank = [], 1
    for group in groups:
        ranked += [(rank, player) for player in group]
        rank += len(group)
    return ranked


def _by_tie_break(group: Names, computed: TieBreak, values: _Values) -> list[list[str]]:
    return _split(group, lambda player: computed(values, player, group))


def _split(players: Names, value: Callable[[str], float]) -> list[list[str]]:
    """The players in groups of the same value, the highest first."""
    found = {player: value(player) for player in players}
    ordered = sorted(players, key=lambda player: -found[player])
    return [list(group) for _, group in groupby(ordered, key=lambda player: found[player])]


def _standing(rank: int, player: str, values: _Values, points: Values) -> Standing:
    met = values.met[player]
    results = Counter(_counted(met))
    tied = [other for other in points if points[other] == points[player]]
    return Standing(
        rank=rank,
        player=player,
        games=results.total(),
        points=points[player],
        wins=results[1.0],
        draws=results[0.5],
        losses=results[0.0],
        open=len(met) - results.total(),
        sonneborn_berger=values.sonneborn_berger(player),
        direct_encounter=values.direct(player, tied),
        progress=values.progress(player),
        encounters=tuple(met),
    )
