"""The Tournament Report File of FIDE (Handbook C.04, annex 2, of 2016; TRF26 of 2026), read and written: lines with a
number in front, each value in its columns.

>>> from fairyscore.notation.tournament.plan import Entry, Plan
>>> from fairyscore.notation.tournament.games import TournamentGame
>>> from fairyscore.notation.tournament.table import tables_of
>>> berg = Entry("Berg, Anna", 2100, federation="GER", id="4600001", sex="w", title="WIM", birth="1990")
>>> plan = Plan("Cup", players=(berg, Entry("Lind, Bert", 1950)))
>>> games = [TournamentGame("Cup", "1", "chess", ("Berg, Anna", "Lind, Bert"), "1-0", Status.PLAYED, 40)]
>>> (table,) = tables_of(games, plan)
>>> print("\\n".join(trf(table).splitlines()))
012 Cup
062 2
072 2
092 Individual
001    1 wWIM Berg, Anna                        2100 GER     4600001 1990        1.0    1     2 w 1
001    2      Lind, Bert                        1950                             0.0    2     1 b 0
>>> [(player.name, player.rounds) for player in read_report(trf(table)).players][1]
('Lind, Bert', (RoundCell(opponent=1, colour='b', result='0'),))
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from fairyscore.notation.text import clean
from fairyscore.notation.tournament.field import Encounter, round_key
from fairyscore.notation.tournament.games import BYES as BYE_RESULTS
from fairyscore.notation.tournament.games import POINTS, Status, points_of
from fairyscore.notation.tournament.standings import Standing
from fairyscore.notation.tournament.table import Table
from fairyscore.notation.tournament.tie_breaks import tie_break

PLAYER: Final = "001"
TEAM: Final = "013"

KINDS: Final = {
    "": "Individual",
    "single": "Individual: Round-Robin",
    "double": "Individual: Double-Round-Robin",
    "swiss": "Individual: Swiss-System",
    "knock-out": "Individual: Knock-Out",
    "teams": "Team: Round-Robin",
    "scheveningen": "Team: Scheveningen",
    "team-swiss": "Team: Swiss-System",
}

COUNTS: Final = ("062", "072", "082")
"""Lines that count what other lines say."""


# -- lines ------------------------------------------------------------------------------------------------------------


class Column(NamedTuple):
    """Where a value of a player's line stands: its first and last column, from 1; and whether it stands to the right."""

    first: int
    last: int
    right: bool = False

    def read(self, line: str) -> str:
        """The value in a line."""
        return line[self.first - 1 : self.last].strip()

    def write(self, value: str) -> str:
        """The value in so many columns; one that is too long is cut."""
        width = self.last - self.first + 1
        return value[:width].rjust(width) if self.right else value[:width].ljust(width)


COLUMNS: Final = {
    "number": Column(5, 8, right=True),
    "sex": Column(10, 10),
    "title": Column(11, 13, right=True),
    "name": Column(15, 47),
    "rating": Column(49, 52, right=True),
    "federation": Column(54, 56),
    "id": Column(58, 68, right=True),
    "birth": Column(70, 79),
    "points": Column(81, 84, right=True),
    "rank": Column(86, 89, right=True),
}

FIRST_ROUND: Final = 92
ROUND_WIDTH: Final = 10

OPPONENT: Final = Column(1, 4, right=True)
COLOUR: Final = Column(6, 6)
RESULT: Final = Column(8, 8)

NOBODY: Final = "0000"

BYES: Final = {
    "U": Status.BYE,
    "F": Status.FULL_POINT_BYE,
    "H": Status.HALF_POINT_BYE,
    "Z": Status.ZERO_POINT_BYE,
}
BYE_LETTERS: Final = {status: letter for letter, status in BYES.items()}
BYE_POINTS: Final = {status: POINTS[result] for status, result in BYE_RESULTS.items()}

MARKS: Final = {
    Status.FORFEIT: {1.0: "+", 0.5: "D", 0.0: "-"},
    Status.UNRATED: {1.0: "W", 0.5: "D", 0.0: "L"},
}
PLAYED: Final = {1.0: "1", 0.5: "=", 0.0: "0"}


class RoundCell(NamedTuple):
    """A player's cell of a round. opponent: his number, 0 for none. colour: w, b, or nothing. result: the letter."""

    opponent: int
    colour: str
    result: str


class ReportPlayer(NamedTuple):
    """A player's line. Values are texts as they stand there. rounds: None where nothing stands."""

    number: int
    name: str
    rating: str = ""
    sex: str = ""
    title: str = ""
    federation: str = ""
    id: str = ""
    birth: str = ""
    points: str = ""
    rank: str = ""
    rounds: tuple[RoundCell | None, ...] = ()


class RatingReport(NamedTuple):
    """A report: its lines as they stand, without ends."""

    lines: tuple[str, ...]

    @property
    def players(self) -> list[ReportPlayer]:
        """The players in the order of their lines."""
        return [read_player(line) for line in self.lines if is_player_line(line)]

    def values(self, number: str) -> list[str]:
        """The values in the lines of a number."""
        return [line[4:].strip() for line in self.lines if line[:3] == number]


_PLAYER_LINE: Final = re.compile(r"001 [ \d]{3}\d")
_LINE: Final = re.compile(r"(\d{3}|[A-Z]{3})( |$)|#|[\d ]*$")
"""A line of a report: behind its number or letters, a remark, or a ruler of digits above the columns."""


def is_player_line(line: str) -> bool:
    """True if a line of a report is of a player."""
    return _PLAYER_LINE.match(line) is not None


def is_report(text: str) -> bool:
    """True if a text is a report: all its lines have numbers or letters in front, and one is of a player."""
    lines = [line for line in text.splitlines() if line.strip()]
    return any(map(_PLAYER_LINE.match, lines)) and all(map(_LINE.match, lines))


def read_report(text: str) -> RatingReport:
    """The report that a text holds."""
    return RatingReport(tuple(text.removeprefix("\ufeff").splitlines()))


def write_report(lines: Iterable[str]) -> str:
    """Lines as a text; each ends as the format asks for, with a carriage return."""
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def read_player(line: str) -> ReportPlayer:
    """The player of a line."""
    values = {name: column.read(line) for name, column in COLUMNS.items()}
    rounds = [_read_cell(line[at : at + ROUND_WIDTH]) for at in range(FIRST_ROUND - 1, len(line), ROUND_WIDTH)]
    while rounds and rounds[-1] is None:
        rounds.pop()
    return ReportPlayer(**{**values, "number": int(values["number"])}, rounds=tuple(rounds))  # type: ignore[arg-type]


def _plain_cell(cell: RoundCell | None) -> RoundCell | None:
    """A cell in one of its spellings: nothing for a round without a game, no colour for a forfeit."""
    if cell is None or (not cell.opponent and cell.result in ("", "-", "Z")):
        return None
    return cell._replace(colour="") if cell.result in ("+", "-") else cell


def _read_cell(text: str) -> RoundCell | None:
    opponent, colour, result = OPPONENT.read(text), COLOUR.read(text).lower(), RESULT.read(text).upper()
    if not (opponent or colour or result):
        return None
    return RoundCell(int(opponent) if opponent.isdecimal() else 0, colour.strip("-"), result)


def write_player(player: ReportPlayer) -> str:
    """The line of a player."""
    values = {**player._asdict(), "number": str(player.number)}
    line = PLAYER
    for name, column in COLUMNS.items():
        line = line.ljust(column.first - 1) + column.write(clean(values[name]))
    return line.ljust(FIRST_ROUND - 1) + "  ".join(map(_write_cell, player.rounds))


def _write_cell(cell: RoundCell | None) -> str:
    if cell is None:
        return " " * RESULT.last
    opponent = str(cell.opponent) if cell.opponent else NOBODY
    return f"{OPPONENT.write(opponent)} {cell.colour or '-'} {cell.result or ' '}"


# -- the report of a table --------------------------------------------------------------------------------------------


def trf(table: Table, edition: int = 2016) -> str:
    """The report of a tournament. edition: since 2026 the rounds and the tie-breaks have lines.

    Lines of a report that was read, and that say more than the plan holds, are written as they were.
    """
    return write_report([*_tournament_lines(table, edition), *_player_lines(table), *_team_lines(table)])


def _player_lines(table: Table) -> Iterator[str]:
    """A line for each player: as it was read, where it still says what the table says."""
    read = {read_player(line).number: line for line in table.plan.report_lines if is_player_line(line)}
    for player in report_players(table):
        line = read.get(player.number, "")
        yield line if line and says_the_same(read_player(line), player) else write_player(player)


def says_the_same(read: ReportPlayer, written: ReportPlayer) -> bool:
    """True if two players are the same but for spellings: dates, zeros in front, rounds without a game, no rank given.

    >>> written = ReportPlayer(1, "Lind, Bert", "1950", birth="1990/02/03", points="0.5", rounds=(RoundCell(2, "b", "="),))
    >>> says_the_same(read_player(write_player(written).replace("/", ".").replace("   2 b", "0002 b")), written)
    True
    """
    rank = written.rank if read.rank else ""
    return _plain_values(read) == _plain_values(written._replace(rank=rank))


def _plain_values(player: ReportPlayer) -> ReportPlayer:
    cells = [_plain_cell(cell) for cell in player.rounds]
    while cells and cells[-1] is None:
        cells.pop()
    points = f"{float(player.points):.1f}" if player.points else ""
    birth = player.birth.replace(".", "/").replace("-", "/")
    return player._replace(name=clean(player.name), birth=birth, points=points, rounds=tuple(cells))


def _tournament_lines(table: Table, edition: int) -> Iterator[str]:
    found = {number: [f"{number} {value}"] for number, value in _tournament_values(table, edition) if value}
    kept: dict[str, list[str]] = defaultdict(list)
    for line in table.plan.report_lines:
        if not is_player_line(line):
            kept[line[:3]].append(line)
    for number in sorted({**found, **kept}):
        yield from kept.get(number) or found[number]


def _tournament_values(table: Table, edition: int) -> Iterator[tuple[str, str]]:
    plan = table.plan
    rated = sum(bool(table.entry(row.player).rating) for row in table.rows)
    yield "012", clean(table.name)
    yield "022", clean(plan.place)
    yield "032", clean(plan.federation)
    yield "042", plan.date.replace(".", "/")
    yield "052", plan.end_date.replace(".", "/")
    yield "062", str(len(table.rows))
    yield "072", str(rated)
    yield "082", str(len(plan.teams)) if plan.teams else ""
    yield "092", KINDS[plan.pairings]
    yield "102", clean(plan.arbiter)
    yield "122", clean(plan.time_control)
    if edition >= 2026:
        codes = ",".join(tie_break(name).code.replace("-", "/", 1) for name in plan.tie_breaks)
        yield "142", str(plan.rounds or "")
        yield "152", plan.initial_colour[:1].upper()
        yield "202", codes
        yield "212", f"PTS,{codes}"
    else:
        yield "XXC", f"{plan.initial_colour}1" if plan.initial_colour else ""
        yield "XXR", str(plan.rounds or "")


def numbers_of(table: Table) -> dict[str, int]:
    """The starting rank of each player: that of the plan, else by the order of the plan, then of the table."""
    stated = {entry.name: entry.number for entry in table.plan.players if entry.number}
    names = dict.fromkeys([entry.name for entry in table.plan.players] + [row.player for row in table.rows])
    free = (number for number in count(1) if number not in stated.values())
    return {name: stated.get(name) or next(free) for name in names}


def report_players(table: Table) -> list[ReportPlayer]:
    """The players of a table with their rounds. Only games of two players have a place in it.

    Byes that are asked for the next round of a Swiss stand there already, with their points, as pairing programs expect.
    """
    numbers = numbers_of(table)
    coming = coming_byes(table)
    games = {row.player: _by_round(row) for row in table.rows}
    rounds = sorted({name for found in games.values() for name in found}, key=round_key)
    width = {name: max(len(found.get(name, ())) for found in games.values()) for name in rounds}
    players = []
    for row in sorted(table.rows, key=lambda row: numbers[row.player]):
        found = games[row.player]
        cells = [cell for name in rounds for cell in _round_cells(found.get(name, []), width[name], numbers)]
        bye = coming.get(row.player)
        points = row.points + (BYE_POINTS[bye] if bye else 0.0)
        cells += [RoundCell(0, "", BYE_LETTERS[bye])] if bye else []
        players.append(_report_player(table, row._replace(points=points), numbers[row.player], cells))
    return players


def coming_byes(table: Table) -> dict[str, Status]:
    """The byes that are asked for the round that is paired next."""
    return {bye.player: bye.status for bye in table.plan.byes if bye.round == str(table.next_round)}


def _report_player(table: Table, row: Standing, number: int, cells: Sequence[RoundCell | None]) -> ReportPlayer:
    entry = table.entry(row.player)
    return ReportPlayer(
        number=number,
        name=row.player,
        rating="" if entry.rating is None else str(entry.rating),
        sex=entry.sex,
        title=entry.title,
        federation=entry.federation,
        id=entry.id,
        birth=entry.birth.replace(".", "/"),
        points=f"{row.points:.1f}",
        rank=str(row.rank),
        rounds=tuple(cells),
    )


def _by_round(row: Standing) -> Mapping[str, list[Encounter]]:
    found: dict[str, list[Encounter]] = defaultdict(list)
    for met in row.encounters:
        if len(met.opponents) < 2:
            found[met.game.round].append(met)
    return found


def _round_cells(games: Sequence[Encounter], size: int, numbers: Mapping[str, int]) -> list[RoundCell | None]:
    """A round with each of its games, and nothing in place of those that others have more."""
    cells = [_cell(met, numbers) for met in games]
    return [*cells, *[None] * (size - len(cells))]


def _cell(met: Encounter, numbers: Mapping[str, int]) -> RoundCell:
    """The cell of a game. One that is annulled has its result, which is rated; one that goes on has none."""
    if not met.opponents:
        return RoundCell(0, "", BYE_LETTERS[met.game.status])
    points = points_of(met.game.result) if met.game.status is not Status.DISPUTED else None
    marks = MARKS.get(met.game.status, PLAYED)
    colour = "w" if met.first else "b"
    letter = marks[points[met.seat]] if points else ""
    return RoundCell(numbers[met.opponents[0]], colour, letter)


def _team_lines(table: Table) -> Iterator[str]:
    numbers = numbers_of(table)
    for team, players in table.plan.teams.items():
        yield f"{TEAM} {clean(team):<32.32}" + " ".join(f"{numbers[player]:>4}" for player in players)
