"""The report to rating officers: the Tournament Report File of FIDE in its version of 2016 (Handbook C.04, annex 2), each
value in its columns.

Only games of two players have a place in it. A game without a result has its opponent and colour, and no result.

>>> from fairyscore.notation.tournament.games import TournamentGame
>>> from fairyscore.notation.tournament.plan import Entry, Plan
>>> from fairyscore.notation.tournament.table import tables_of
>>> plan = Plan("Cup", players=(Entry("Berg, Anna", 2100, federation="GER", id="4600001"), Entry("Lind, Bert", 1950)))
>>> games = [TournamentGame("Cup", "1", "chess", ("Berg, Anna", "Lind, Bert"), "1-0", Status.PLAYED, 40)]
>>> (table,) = tables_of(games, plan)
>>> print("\\n".join(trf(table).splitlines()))
012 Cup
062 2
072 2
092 Individual
001    1      Berg, Anna                        2100 GER     4600001             1.0    1     2 w 1
001    2      Lind, Bert                        1950                             0.0    2     1 b 0
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.notation.tournament.field import Encounter, round_key
from fairyscore.notation.tournament.games import Status
from fairyscore.notation.tournament.standings import Standing
from fairyscore.notation.tournament.table import Table

PLAYED: Final = {1.0: "1", 0.5: "=", 0.0: "0"}
FORFEITS: Final = {1.0: "+", 0.5: "D", 0.0: "-"}
NOT_PAIRED: Final = " " * 10

KINDS: Final = {
    "": "Individual",
    "single": "Individual: Round-Robin",
    "double": "Individual: Double-Round-Robin",
    "swiss": "Individual: Swiss-System",
    "knock-out": "Individual: Knock-Out",
    "teams": "Team: Round-Robin",
    "scheveningen": "Team: Scheveningen",
}


def trf(table: Table) -> str:
    """The report of a tournament. Lines end as the format asks for, with a carriage return."""
    lines = [*_tournament_lines(table), *_player_lines(table), *_team_lines(table)]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _tournament_lines(table: Table) -> Iterator[str]:
    plan = table.plan
    rated = sum(table.entry(row.player).rating is not None for row in table.rows)
    values = {
        "012": table.name,
        "022": plan.place,
        "032": plan.federation,
        "042": plan.date.replace(".", "/"),
        "062": str(len(table.rows)),
        "072": str(rated),
        "082": str(len(plan.teams)) if plan.teams else "",
        "092": KINDS[plan.pairings],
        "102": plan.arbiter,
        "122": plan.time_control,
    }
    yield from (f"{number} {clean(value)}" for number, value in values.items() if value)


def _numbers(table: Table) -> dict[str, int]:
    """The starting rank of each player: the order of the plan, then that of the table."""
    names = dict.fromkeys([entry.name for entry in table.plan.players] + [row.player for row in table.rows])
    return {name: number for number, name in enumerate(names, 1)}


def _player_lines(table: Table) -> Iterator[str]:
    numbers = _numbers(table)
    games = {row.player: _by_round(row) for row in table.rows}
    rounds = sorted({name for found in games.values() for name in found}, key=round_key)
    width = {name: max(len(found.get(name, ())) for found in games.values()) for name in rounds}
    for row in sorted(table.rows, key=lambda row: numbers[row.player]):
        cells = [
            cell for name in rounds for cell in _round_cells(games[row.player].get(name, []), width[name], numbers)
        ]
        yield _player_line(table, row, numbers[row.player]) + "".join(cells)


def _by_round(row: Standing) -> Mapping[str, list[Encounter]]:
    found: dict[str, list[Encounter]] = defaultdict(list)
    for met in row.encounters:
        if len(met.opponents) == 1:
            found[met.game.round].append(met)
    return found


def _round_cells(games: Sequence[Encounter], count: int, numbers: Mapping[str, int]) -> list[str]:
    """The columns of a round: opponent, colour and result of each game, blank where there is none."""
    cells = [_cell(met, numbers) for met in games]
    return [*cells, *[NOT_PAIRED] * (count - len(cells))]


def _cell(met: Encounter, numbers: Mapping[str, int]) -> str:
    marks = FORFEITS if met.game.status is Status.FORFEIT else PLAYED
    mark = " " if met.points is None else marks[met.points]
    return f"  {numbers[met.opponents[0]]:>4} {'w' if met.first else 'b'} {mark}"


def _player_line(table: Table, row: Standing, number: int) -> str:
    """The columns 1 to 89. Sex, title and birth date are not known."""
    entry = table.entry(row.player)
    name = f"{clean(row.player):<33.33}"
    known = f"{entry.rating or '':>4} {entry.federation:<3.3} {entry.id:>11.11} {'':10}"
    return f"001 {number:>4} {'':1}{'':3} {name} {known} {row.points:>4.1f} {row.rank:>4}"


def _team_lines(table: Table) -> Iterator[str]:
    numbers = _numbers(table)
    for team, players in table.plan.teams.items():
        yield f"013 {clean(team):<32.32}" + " ".join(f"{numbers[player]:>4}" for player in players)
