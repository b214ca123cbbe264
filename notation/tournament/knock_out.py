"""Knock-out by seed: who meets whom in each round, who goes on, and the places that come of it.

>>> bracket(8)
[1, 8, 4, 5, 2, 7, 3, 6]
>>> from fairyscore.notation.tournament.games import Status
>>> from fairyscore.notation.tournament.plan import Entry
>>> plan = Plan(players=tuple(Entry(name) for name in ("Anna", "Bert", "Cleo", "Dora")), pairings="knock-out")
>>> won = TournamentGame("", "1", "", ("Anna", "Dora"), "1-0", Status.PLAYED, 40)
>>> first, final = matches(plan, [won])
>>> [(match.one, match.other, match.winner) for match in (*first, *final)]
[('Anna', 'Dora', 'Anna'), ('Bert', 'Cleo', ''), ('Anna', '', '')]
>>> places(plan, [won])
{'Anna': 1, 'Bert': 1, 'Cleo': 1, 'Dora': 4}
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fairyscore.notation.tournament.games import TournamentGame
from fairyscore.notation.tournament.plan import Plan


class Match(NamedTuple):
    """A match of a round. one, other: the players, the better seed of the first round first; empty while not known.

    points: of both; winner: who goes on, empty while that is open. by_tie_break: whether the arbiter decided a drawn match.
    bye: whether the only player goes on without playing.
    """

    round: int
    one: str
    other: str
    points: tuple[float, float] = (0.0, 0.0)
    winner: str = ""
    by_tie_break: bool = False
    bye: bool = False


def bracket(size: int) -> list[int]:
    """The seeds in the order of the bracket, so that the best two can meet in the final only. size: a power of two."""
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for first in seeds for seed in (first, total - first)]
    return seeds


def matches(plan: Plan, games: Iterable[TournamentGame]) -> Iterator[list[Match]]:
    """The matches of each round, the final last. The best seeds are free in the first round where players are missing."""
    played = list(games)
    names = [entry.name for entry in plan.players]
    if len(names) < 2:
        return
    size = 1 << (len(names) - 1).bit_length()
    places = [names[seed - 1] if seed <= len(names) else "" for seed in bracket(size)]
    number = 1
    while len(places) > 1:
        pairs = zip(places[::2], places[1::2], strict=True)
        found = [_match(number, one, other, plan, played) for one, other in pairs]
        yield found
        places = [match.winner for match in found]
        number += 1


def _match(number: int, one: str, other: str, plan: Plan, games: Sequence[TournamentGame]) -> Match:
    if not (one and other):
        free = (one or other) if number == 1 else ""
        return Match(number, one, other, winner=free, bye=bool(free))
    between = [game for game in games if set(game.players) == {one, other} and len(game.players) == 2]
    points = (_points_of(one, between), _points_of(other, between))
    decided = next((tie for tie in plan.match_tie_breaks if {tie.winner, tie.loser} == {one, other}), None)
    finished = len(between) >= plan.games_per_pairing and all(game.points is not None for game in between)
    if max(points) > plan.games_per_pairing / 2 or (finished and points[0] != points[1]):
        winner = one if points[0] > points[1] else other
        return Match(number, one, other, points, winner)
    if finished and decided is not None:
        return Match(number, one, other, points, decided.winner, by_tie_break=True)
    return Match(number, one, other, points)


def _points_of(player: str, games: Iterable[TournamentGame]) -> float:
    total = 0.0
    for game in games:
        if game.points is not None:
            total += game.points[game.players.index(player)]
    return total


def places(plan: Plan, games: Iterable[TournamentGame]) -> dict[str, int]:
    """The place of each player: losers of later rounds stand before those of earlier ones."""
    rounds = list(matches(plan, games))
    reached = {entry.name: len(rounds) + 1 for entry in plan.players}
    for match in (match for found in rounds for match in found):
        if match.winner and not match.bye:
            loser = match.other if match.winner == match.one else match.one
            reached[loser] = match.round
    return {name: 1 + sum(other > value for other in reached.values()) for name, value in reached.items()}
