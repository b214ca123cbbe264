"""Who plays whom and when: round robins by the Berger tables of the FIDE Handbook, C.05, annex 1.

>>> [[f"{one}-{other}" for one, other in pairs] for pairs in round_robin(["1", "2", "3", "4"])]
[['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from fairyscore.notation.tournament.games import OPEN, Status, TournamentGame
from fairyscore.notation.tournament.plan import PAIRINGS, Plan

CYCLES: Final = dict(zip(PAIRINGS, range(3), strict=True))
"""How often each meets each."""


class Pairing(NamedTuple):
    """A game that is to be played. variant: empty where the plan names none."""

    round: str
    variant: str
    white: str
    black: str


def round_robin(players: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """The rounds of a single round robin, each with its pairs, White first. With an odd number of players one is free.

    The last player of an even number has Black in odd rounds; the others change colours by the table.
    """
    seats: list[str | None] = [*players, None] if len(players) % 2 else [*players]
    last = len(seats) - 1
    for number in range(last):
        meets_last = number * (len(seats) // 2) % last
        order = (meets_last, last) if number % 2 == 0 else (last, meets_last)
        apart = range(1, len(seats) // 2)
        places = [order, *(((meets_last + step) % last, (meets_last - step) % last) for step in apart)]
        pairs = ((seats[white], seats[black]) for white, black in places)
        yield [(white, black) for white, black in pairs if white is not None and black is not None]


def pairings(plan: Plan) -> Iterator[Pairing]:
    """All games that a plan asks for, in the order of the rounds; none where it has no `pairings`.

    In the second cycle the colours are reversed. The variants of the plan take turns from round to round.

    >>> from fairyscore.notation.tournament.plan import Entry
    >>> plan = Plan(players=(Entry("Anna"), Entry("Bert")), pairings="double", variants=("chess", "atomic"))
    >>> [tuple(pairing) for pairing in pairings(plan)]
    [('1', 'chess', 'Anna', 'Bert'), ('2', 'atomic', 'Bert', 'Anna')]
    """
    cycle = list(round_robin([entry.name for entry in plan.players]))
    number = 0
    for turn in range(CYCLES[plan.pairings]):
        for pairs in cycle:
            variant = plan.variants[number % len(plan.variants)] if plan.variants else ""
            number += 1
            for white, black in pairs:
                seats = (black, white) if turn % 2 else (white, black)
                yield Pairing(str(number), variant, *seats)


def with_schedule(games: Iterable[TournamentGame], plan: Plan) -> list[TournamentGame]:
    """The games, and those of the schedule that have no record yet, as `Status.NOT_BEGUN`. A game whose record has no round
    gets that of its pairing.
    """
    found = list(games)
    for pairing in pairings(plan):
        players = (pairing.white, pairing.black)
        rounds = ("", pairing.round)
        at = next((at for at, game in enumerate(found) if game.players == players and game.round in rounds), None)
        if at is None:
            found.append(TournamentGame(plan.name, pairing.round, pairing.variant, players, OPEN, Status.NOT_BEGUN))
        else:
            found[at] = found[at]._replace(round=pairing.round)
    return found
