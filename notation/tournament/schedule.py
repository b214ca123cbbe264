"""Who plays whom and when: round robins by the Berger tables of the FIDE Handbook, C.05, annex 1; knock-out by seed; teams.

>>> [[f"{one}-{other}" for one, other in pairs] for pairs in round_robin(["1", "2", "3", "4"])]
[['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from fairyscore.notation.tournament.games import OPEN, Status, TournamentGame
from fairyscore.notation.tournament.knock_out import matches
from fairyscore.notation.tournament.plan import Plan


class Pairing(NamedTuple):
    """A game that is to be played. variant: empty where the plan names none."""

    round: str
    variant: str
    white: str
    black: str


Pairs = list[tuple[str, str]]
"""The games of a round, White first."""


def round_robin(players: Sequence[str]) -> Iterator[Pairs]:
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


def team_rounds(plan: Plan) -> Iterator[Pairs]:
    """A round robin of the teams, board against board; the team named first has White on the odd boards.

    >>> from fairyscore.notation.tournament.plan import Entry
    >>> entries = [Entry(name, team=name[0]) for name in ("A1", "A2", "B1", "B2")]
    >>> list(team_rounds(Plan(players=tuple(entries))))
    [[('A1', 'B1'), ('B2', 'A2')]]
    """
    teams = plan.teams
    for meetings in round_robin(list(teams)):
        pairs: Pairs = []
        for home, away in meetings:
            pairs += board_pairs(teams[home], teams[away])
        yield pairs


def board_pairs(home: Sequence[str], away: Sequence[str]) -> Pairs:
    """The games of two teams, board against board; the home team has White on the odd boards."""
    boards = enumerate(zip(home, away, strict=True))
    return [(other, one) if board % 2 else (one, other) for board, (one, other) in boards]


def scheveningen_rounds(plan: Plan) -> Iterator[Pairs]:
    """Each player of one team against each of the other; with an even number of boards all have each colour as often.

    >>> from fairyscore.notation.tournament.plan import Entry
    >>> entries = [Entry(name, team=name[0]) for name in ("A1", "A2", "B1", "B2")]
    >>> list(scheveningen_rounds(Plan(players=tuple(entries))))
    [[('A1', 'B1'), ('A2', 'B2')], [('B2', 'A1'), ('B1', 'A2')]]
    """
    one_team, other_team = plan.teams.values()
    boards = len(one_team)
    for number in range(boards):
        pairs: Pairs = []
        for board, player in enumerate(one_team):
            place = (board + number) % boards
            opponent = other_team[place]
            pairs.append((opponent, player) if (board + place) % 2 else (player, opponent))
        yield pairs


def _single(plan: Plan) -> Iterator[Pairs]:
    yield from round_robin([entry.name for entry in plan.players])


def _double(plan: Plan) -> Iterator[Pairs]:
    """Two cycles; in the second one the colours are reversed."""
    yield from _single(plan)
    for pairs in _single(plan):
        yield [(black, white) for white, black in pairs]


_ROUNDS: Final[dict[str, Callable[[Plan], Iterator[Pairs]]]] = {
    "single": _single,
    "double": _double,
    "teams": team_rounds,
    "scheveningen": scheveningen_rounds,
}
"""Pairings that no result changes."""


def pairings(plan: Plan, games: Iterable[TournamentGame] = ()) -> Iterator[Pairing]:
    """All games that a plan asks for, in the order of the rounds; none where it has no `pairings`.

    games: those played, whose results make the later rounds of a knock-out. The variants of the plan take turns from round
    to round.

    >>> from fairyscore.notation.tournament.plan import Entry
    >>> plan = Plan(players=(Entry("Anna"), Entry("Bert")), pairings="double", variants=("chess", "atomic"))
    >>> [tuple(pairing) for pairing in pairings(plan)]
    [('1', 'chess', 'Anna', 'Bert'), ('2', 'atomic', 'Bert', 'Anna')]
    >>> [tuple(one) for one in pairings(plan._replace(pairings="knock-out", games_per_pairing=2, variants=()))]
    [('1.1', '', 'Anna', 'Bert'), ('1.2', '', 'Bert', 'Anna')]
    """
    for number, pairs in enumerate(_rounds(plan, games)):
        variant = plan.variants[number % len(plan.variants)] if plan.variants else ""
        for game in range(plan.games_per_pairing):
            name = f"{number + 1}.{game + 1}" if plan.games_per_pairing > 1 else str(number + 1)
            for white, black in pairs:
                seats = (black, white) if game % 2 else (white, black)
                yield Pairing(name, variant, *seats)


def _rounds(plan: Plan, games: Iterable[TournamentGame]) -> Iterator[Pairs]:
    if plan.pairings == "knock-out":
        for played in matches(plan, games):
            yield [(match.one, match.other) for match in played if match.one and match.other]
    elif plan.pairings in _ROUNDS:
        yield from _ROUNDS[plan.pairings](plan)


def with_schedule(games: Iterable[TournamentGame], plan: Plan) -> list[TournamentGame]:
    """The games, and those of the schedule that have no record yet, as `Status.NOT_BEGUN`. A game whose record has no round
    gets that of its pairing.
    """
    found = list(games)
    for pairing in pairings(plan, tuple(found)):
        players = (pairing.white, pairing.black)
        rounds = ("", pairing.round)
        at = next((at for at, game in enumerate(found) if game.players == players and game.round in rounds), None)
        if at is None:
            found.append(TournamentGame(plan.name, pairing.round, pairing.variant, players, OPEN, Status.NOT_BEGUN))
        else:
            found[at] = found[at]._replace(round=pairing.round)
    return found
