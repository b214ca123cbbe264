"""The cross table of a tournament: points, tie-breaks and places.

Unfinished and disputed games give nobody anything.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fairyscore.notation.tournament.field import (
    IN_ROUND_ROBINS,
    Encounter,
    Field,
    Names,
    Regulations,
    counted,
    field_of,
    progress,
)
from fairyscore.notation.tournament.games import TournamentGame
from fairyscore.notation.tournament.tie_breaks import USUAL, TieBreak, grouped, tie_break


class Standing(NamedTuple):
    """A row of the table. rank: the best place of those who share it. progress: points after each round.

    points: with those of byes. direct_encounter: points against those with the same points, None where that decides
    nothing. tie_breaks: the values of those asked for, in their order; None where a player has none.
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
    tie_breaks: tuple[float | None, ...]
    encounters: tuple[Encounter, ...]


def standings(
    games: Iterable[TournamentGame],
    players: Names = (),
    tie_breaks: Names = USUAL,
    regulations: Regulations = IN_ROUND_ROBINS,
    ratings: Mapping[str, int] | None = None,
) -> list[Standing]:
    """The table, best first. Ties that stay share a rank.

    players: those entered in the order of their starting ranks, who may have no game yet. ratings: those that are known.
    Raises `UnknownTieBreak`.

    >>> from fairyscore.notation.tournament.games import Status
    >>> won = TournamentGame("Cup", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED, 40)
    >>> drawn = won._replace(round="2", players=("Cleo", "Anna"), result="1/2-1/2")
    >>> [(row.rank, row.player, row.points, row.sonneborn_berger) for row in standings([won, drawn], ["Dora"])]
    [(1, 'Anna', 1.5, 0.25), (2, 'Cleo', 0.5, 0.75), (3, 'Bert', 0.0, 0.0), (3, 'Dora', 0.0, 0.0)]
    """
    asked = [tie_break(name) for name in tie_breaks]
    field = field_of(games, players, regulations, ratings)
    return [_standing(rank, player, field, asked) for rank, player in _ranked(field, asked)]


def _ranked(field: Field, tie_breaks: Iterable[TieBreak]) -> list[tuple[int, str]]:
    """The players with their ranks, best first; those who share one by their names."""
    groups = grouped(sorted(field.encounters), lambda player: -field.points[player])
    for asked in tie_breaks:
        groups = [smaller for group in groups for smaller in asked.groups(field, group)]
    ranked, rank = [], 1
    for group in groups:
        ranked += [(rank, player) for player in group]
        rank += len(group)
    return ranked


def _standing(rank: int, player: str, field: Field, tie_breaks: Iterable[TieBreak]) -> Standing:
    met = field.encounters[player]
    results = Counter(counted(one for one in met if one.opponents))
    return Standing(
        rank=rank,
        player=player,
        games=results.total(),
        points=field.points[player],
        wins=results[1.0],
        draws=results[0.5],
        losses=results[0.0],
        open=sum(one.points is None for one in met),
        sonneborn_berger=tie_break("SB").value(field, player) or 0.0,
        direct_encounter=tie_break("DE").value(field, player),
        progress=progress(field, player),
        tie_breaks=tuple(asked.value(field, player) for asked in tie_breaks),
        encounters=tuple(met),
    )
