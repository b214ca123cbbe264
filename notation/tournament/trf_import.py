"""A report of a tournament as its plan and its games, and as the folder that holds both.

>>> text = '''012 Cup
... 092 Individual: Swiss-System
... 001    1      Berg, Anna                        2100                             1.5    1     2 w 1  0000 - H
... 001    2      Lind, Bert                        1950                             1.0    2     1 b 0  0000 - U
... '''
>>> from fairyscore.notation.tournament.trf import read_report
>>> found = imported(read_report(text))
>>> found.plan.pairings, [(bye.player, bye.status.value) for bye in found.plan.byes]
('swiss', [('Berg, Anna', 'half-point bye'), ('Lind, Bert', 'bye')])
>>> [(game.players, game.result) for game in found.games], found.remarks
([(('Berg, Anna', 'Lind, Bert'), '1-0')], [])
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fairyscore.notation.formats import pgn
from fairyscore.notation.records.tree import Record
from fairyscore.notation.text import counted
from fairyscore.notation.tournament import plan as plans
from fairyscore.notation.tournament.games import OPEN, Status, TournamentGame, points_of
from fairyscore.notation.tournament.plan import Bye, Entry, Plan, Ruling
from fairyscore.notation.tournament.plan_writer import write_plan
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.notation.tournament.tie_breaks import USUAL, UnknownTieBreak, tie_break
from fairyscore.notation.tournament.trf import (
    BYES,
    COUNTS,
    TEAM,
    RatingReport,
    ReportPlayer,
    RoundCell,
    is_player_line,
    read_player,
    report_players,
    says_the_same,
    trf,
)

SCORES: Final = {
    "1": ("1", Status.PLAYED),
    "=": ("1/2", Status.PLAYED),
    "0": ("0", Status.PLAYED),
    "+": ("1", Status.FORFEIT),
    "-": ("0", Status.FORFEIT),
    "W": ("1", Status.UNRATED),
    "D": ("1/2", Status.UNRATED),
    "L": ("0", Status.UNRATED),
}
"""What the letters of games bring, and how."""

UNPAIRED: Final = {**BYES, "-": Status.ZERO_POINT_BYE, "+": Status.FULL_POINT_BYE}
"""What the letters of players without an opponent say; the signs are those of servers and of programs before 2016."""

ORDERS: Final = (
    USUAL,
    ("BH-C1", "BH", "SB"),
    ("BH", "SB"),
    ("BH-C1", "BH", "WIN"),
    ("DE", "BH-C1", "BH"),
    ("BH", "PS"),
    ("SB", "DE", "WIN"),
    ("TPN",),
)
"""Orders of tie-breaks that are usual; a report that names none has the first that gives its ranks."""

DATES: Final = re.compile(r"(?P<year>\d{4})[/.-](?P<month>\d\d?)[/.-](?P<day>\d\d?)|(\d\d?)[/.-](\d\d?)[/.-](\d{4})")

SINCE_2026: Final = ("142", "152", "202", "212")
"""Lines that the report has since 2026."""

INITIAL_COLOUR: Final = re.compile(r"\b(?:[wb]|white1|black1)\b", re.IGNORECASE)
COLOURS: Final = {"w": "white", "b": "black"}


class Imported(NamedTuple):
    """The contents of a report. remarks: its parts that the plan does not say, or says otherwise."""

    plan: Plan
    games: list[TournamentGame]
    remarks: list[str]

    @property
    def table(self) -> Table:
        """The table of the tournament."""
        (found,) = tables_of(self.games, self.plan)
        return found


def imported(report: RatingReport) -> Imported:
    """The tournament of a report."""
    players = report.players
    names = _names(players)
    plan = _plan(report, names)
    items = list(_items(players, names, plan.name))
    games = [item for item in items if isinstance(item, TournamentGame)]
    byes = tuple(item for item in items if isinstance(item, Bye))
    remarks = [item for item in items if isinstance(item, str)]
    found = Imported(plan._replace(byes=byes, rulings=tuple(map(_ruling, filter(_is_ruled, games)))), games, remarks)
    found = _ranked(found, report)
    kept = _further_lines(report, found.table)
    return found._replace(
        plan=found.plan._replace(report_lines=kept), remarks=[*remarks, *_differences(found.table, players)]
    )


def _names(players: Sequence[ReportPlayer]) -> dict[int, str]:
    """The name of each player by his number; those of one name have it added."""
    count = Counter(player.name for player in players)
    return {
        player.number: player.name
        if count[player.name] == 1 and player.name
        else f"{player.name} ({player.number})".strip()
        for player in players
    }


def _plan(report: RatingReport, names: dict[int, str]) -> Plan:
    def first(number: str) -> str:
        return next(iter(report.values(number)), "")

    rounds = first("142") or first("XXR")
    return Plan(
        name=first("012"),
        place=first("022"),
        federation=first("032"),
        date=_date(first("042")),
        end_date=_date(first("052")),
        arbiter=first("102"),
        time_control=first("122"),
        pairings="" if re.search("robin|berger|all.play", first("092"), re.IGNORECASE) else "swiss",
        rounds=int(rounds) if rounds.isdecimal() else max(len(player.rounds) for player in report.players),
        initial_colour=_initial_colour(first("152") or first("XXC")),
        players=tuple(_entries(report, names)),
    )


def _initial_colour(text: str) -> str:
    """The colour of the first player that `B` (TRF26) or `black1` (XXC) states; empty where nothing does."""
    found = INITIAL_COLOUR.search(text)
    return COLOURS[found[0][0].lower()] if found else ""


def _date(text: str) -> str:
    found = DATES.fullmatch(text)
    if found is None:
        return ""
    if found["year"]:
        year, month, day = found[1], found[2], found[3]
    else:
        day, month, year = found[4], found[5], found[6]
    return f"{year}.{month:0>2}.{day:0>2}"


def _entries(report: RatingReport, names: dict[int, str]) -> Iterator[Entry]:
    teams = dict(_teams(report))
    is_numbered = any(player.number != place for place, player in enumerate(report.players, 1))
    for player in report.players:
        yield Entry(
            name=names[player.number],
            rating=int(player.rating) if player.rating.isdecimal() else None,
            team=teams.get(player.number, ""),
            id=player.id,
            federation=player.federation,
            sex=player.sex,
            title=player.title,
            birth=player.birth.replace("/", "."),
            number=player.number if is_numbered else 0,
        )


def _teams(report: RatingReport) -> Iterator[tuple[int, str]]:
    for line in report.lines:
        if line.startswith(f"{TEAM} "):
            for number in line[36:].split():
                yield int(number), line[4:36].strip()


Item = TournamentGame | Bye | str
"""What a cell of a round holds: a game, a bye, or why neither."""


def _items(players: Sequence[ReportPlayer], names: dict[int, str], event: str) -> Iterator[Item]:
    """The items of all players' rounds; each game once."""
    cells = {(player.number, at): cell for player in players for at, cell in enumerate(player.rounds, 1)}
    for (number, at), cell in cells.items():
        if cell is None:
            continue
        place = f"round {at}, {names[number]}"
        theirs = cells.get((cell.opponent, at))
        if cell.opponent not in names:
            status = UNPAIRED.get(cell.result)
            fault = f"{place}: {cell.result or 'nothing'} without an opponent"
            yield fault if status is None else Bye(names[number], str(at), status)
        elif theirs is None or theirs.opponent != number:
            yield f"{place}: the opponent has another one"
        elif _is_first(number, cell, theirs):
            pair = (names[number], names[cell.opponent])
            game = _game(event, str(at), pair, (cell.result, theirs.result))
            yield game or f"{place} - {pair[1]}: the results {cell.result} and {theirs.result} do not fit"


def _is_first(number: int, cell: RoundCell, theirs: RoundCell) -> bool:
    """True if a cell is that of White; without colours, that of the player with the lower number."""
    if "w" in (cell.colour, theirs.colour) and cell.colour != theirs.colour:
        return cell.colour == "w"
    return number < cell.opponent


def _game(event: str, name: str, players: tuple[str, str], letters: tuple[str, str]) -> TournamentGame | None:
    """A game of two players by the letters of their results; None where these do not fit."""
    if letters == ("", ""):
        return TournamentGame(event, name, "chess", players, OPEN, Status.UNFINISHED)
    if any(letter not in SCORES for letter in letters):
        return None
    (white, how), (black, also) = (SCORES[letter] for letter in letters)
    result = f"{white}-{black}"
    if how is not also or (result not in ("1-0", "0-1", "1/2-1/2") and letters != ("-", "-")):
        return None
    return TournamentGame(event, name, "chess", players, result, how)


def _is_ruled(game: TournamentGame) -> bool:
    """True if no record can say how a game came to its result."""
    return game.status is Status.UNRATED or game.result == "0-0"


def _ruling(game: TournamentGame) -> Ruling:
    white, black = game.players
    return Ruling(white, black, game.result, game.status, game.round)


# -- what the report says of itself -----------------------------------------------------------------------------------


def _ranked(found: Imported, report: RatingReport) -> Imported:
    """With the tie-breaks that the report names, else those of usual ones that give its ranks."""
    named = next(iter(report.values("202")), "")
    if named:
        try:
            orders = [tuple(tie_break(code).code for code in named.split(","))]
        except UnknownTieBreak as fault:
            return found._replace(remarks=[*found.remarks, str(fault)])
    else:
        orders = list(ORDERS)
    given = [player.rank for player in report.players]
    tables = [found._replace(plan=found.plan._replace(tie_breaks=order)) for order in orders]
    return next((one for one in tables if _ranks(one) == given), tables[0])


def _ranks(found: Imported) -> list[str]:
    ranks = {row.player: str(row.rank) for row in found.table.rows}
    return [ranks[entry.name] for entry in found.plan.players]


def _further_lines(report: RatingReport, table: Table) -> tuple[str, ...]:
    """The lines that a report made of the table would not have, and those of players that it would spell otherwise."""
    edition = 2026 if any(report.values(number) for number in SINCE_2026) else 2016
    written = {line.rstrip() for line in trf(table, edition).splitlines()}
    known = (TEAM, "###", *COUNTS)
    lines = (line.rstrip() for line in report.lines)
    found = (line for line in lines if line[:3] not in known and line not in written and line[4:])
    players = {player.number: player for player in report_players(table)}
    return tuple(line for line in found if not is_player_line(line) or _is_kept(line, players))


def _is_kept(line: str, players: Mapping[int, ReportPlayer]) -> bool:
    """True if a player's line says what the table says, in other spellings."""
    player = read_player(line)
    return player.number in players and says_the_same(player, players[player.number])


def _differences(table: Table, players: Sequence[ReportPlayer]) -> Iterator[str]:
    pairs = list(zip(report_players(table), players, strict=True))
    points = sum(bool(theirs.points) and float(theirs.points) != float(ours.points) for ours, theirs in pairs)
    ranks = sum(bool(theirs.rank) and theirs.rank != ours.rank for ours, theirs in pairs)
    if points:
        yield f"the points of {counted(points, 'player')} are others than the report has"
    if ranks:
        yield f"the ranks of {counted(ranks, 'player')} are others than the report has; tie_breaks may name its order"


# -- the folder -------------------------------------------------------------------------------------------------------


def folder(plan: Plan, games: Sequence[TournamentGame]) -> Iterator[tuple[str, bytes]]:
    """The files of a tournament whose games have no moves: its plan, and a record of each game in one file.

    The tag Termination says `normal` where a game was played, so that no game is taken for a forfeit.
    """
    yield plans.NAME, write_plan(plan).encode()
    records = [_record(plan, game) for game in games if game.result != "0-0"]
    if records:
        yield "games.pgn", "".join(records).encode()


def _record(plan: Plan, game: TournamentGame) -> str:
    white, black = game.players
    tags = {
        "Event": plan.event or plan.name,
        "Date": plan.date,
        "Round": game.round,
        "White": white,
        "Black": black,
        "Termination": "" if game.status is Status.FORFEIT or points_of(game.result) is None else "normal",
    }
    record = Record("chess", tuple((tag, value) for tag, value in tags.items() if value), result=game.result)
    return pgn.write(record, record.game.writing.usual)
