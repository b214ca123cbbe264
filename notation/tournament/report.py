"""Tables of tournaments as text, Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from fairyscore.notation.clocks.times import DAY
from fairyscore.notation.formats.table import guarded
from fairyscore.notation.text import counted, shown
from fairyscore.notation.tournament.field import Encounter, round_key
from fairyscore.notation.tournament.games import BYES, Status, TournamentGame, points_of
from fairyscore.notation.tournament.knock_out import Match
from fairyscore.notation.tournament.norms import norms
from fairyscore.notation.tournament.plan import Withdrawal, WithdrawalKind
from fairyscore.notation.tournament.standings import Standing
from fairyscore.notation.tournament.table import Table
from fairyscore.notation.tournament.tie_breaks import tie_break
from fairyscore.notation.tournament.trf import trf

WIDEST_NAME: Final = 40

MARKS: Final = {1.0: "1", 0.5: "½", 0.0: "0"}
FORFEITS: Final = {1.0: "+", 0.5: "½", 0.0: "-"}

EFFECTS: Final = {
    WithdrawalKind.ANNUL: "no game counts",
    WithdrawalKind.FORFEIT: "what was not finished is lost",
    WithdrawalKind.ADJUDICATE: "what goes on is adjudicated",
}

Grid = list[list[str]]
"""A heading and rows of cells."""


# -- what stands in the cells -----------------------------------------------------------------------------------------


def _mark(met: Encounter) -> str:
    if met.game.status is Status.ANNULLED:
        points = points_of(met.game.result)
        return f"({MARKS[points[met.seat]]})" if points else "-"
    if met.points is None:
        return "?" if met.game.status is Status.DISPUTED else "*"
    return (FORFEITS if met.game.status is Status.FORFEIT else MARKS)[met.points]


def _number(value: float | None) -> str:
    """A number as tables have it.

    >>> _number(7.5), _number(7.0), _number(22 / 3), _number(None)
    ('7.5', '7', '7.333', '')
    """
    return "" if value is None else f"{round(value, 3):.10g}"


def cross_table(table: Table) -> Grid:
    """The heading and a row for each player: results against the others in the order of the table; of a Swiss in each
    round, with the number of the opponent and the colour.
    """
    columns, cells = _rounds_of(table) if table.plan.pairings == "swiss" else _meetings(table)
    codes = [tie_break(name).code for name in table.plan.tie_breaks]
    grid = [["", "player", *columns, "games", "points", *codes, *_time_heading(table)]]
    for row, results in zip(table.rows, cells, strict=True):
        values = [row.games, row.points, *row.tie_breaks]
        own = [f"{row.rank}.", shown(row.player, WIDEST_NAME), *results, *map(_number, values)]
        grid.append([*own, *_time_cells(table, row.player)])
    return grid


def _meetings(table: Table) -> tuple[list[str], list[list[str]]]:
    """A column for each player, and the results of each against the others."""
    players = [row.player for row in table.rows]
    cells = [[_results_against(row, player) for player in players] for row in table.rows]
    for at, row in enumerate(cells):
        row[at] = "x"
    return [str(number) for number in range(1, len(players) + 1)], cells


def _rounds_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """A column for each round, and what each player had in it: `12w1`, and the points of a bye."""
    numbers = {row.player: number for number, row in enumerate(table.rows, 1)}
    rounds = sorted({game.round for game in table.games}, key=round_key)
    cells = []
    for row in table.rows:
        found = dict.fromkeys(rounds, "")
        for met in row.encounters:
            opponents = "".join(f"{numbers[name]}{'w' if met.first else 'b'}" for name in met.opponents)
            found[met.game.round] += f"{opponents}{_mark(met)}"
        cells.append([found[name] or "." for name in rounds])
    return rounds, cells


def _results_against(row: Standing, player: str) -> str:
    """The marks of a player's games against another; a dot where they have not met."""
    return "".join(_mark(met) for met in row.encounters if player in met.opponents) or "."


def _time_heading(table: Table) -> list[str]:
    columns = {"days": table.has_times, "leave": table.has_leave}
    return [column for column, is_there in columns.items() if is_there]


def _time_cells(table: Table, player: str) -> list[str]:
    """The days of reflection, and the days of leave taken of those that there are."""
    cells = []
    if table.has_times:
        time = table.time(player)
        cells.append(f"{time.used / DAY:.1f}" if time else "")
    if table.has_leave:
        leave = table.leave(player)
        limit = f"/{table.plan.leave}" if table.plan.leave is not None else ""
        cells.append(f"{leave.used}{limit}")
    return cells


def team_table(table: Table) -> Grid:
    """The heading and a row for each team; empty where there are none."""
    rows = table.teams
    if not rows:
        return []
    grid = [["", "team", "matches", "won", "drawn", "lost", "match points", "board points"]]
    for row in rows:
        values = (row.matches, row.wins, row.draws, row.losses, row.match_points, row.board_points)
        grid.append([f"{row.rank}.", shown(row.team, WIDEST_NAME), *map(_number, values)])
    return grid


def summary(table: Table) -> str:
    """The name of the tournament, and how far it is."""
    games = [game for game in table.games if game.status not in BYES]
    finished = sum(game.points is not None for game in games)
    title = shown(table.name, 200) or "Tournament"
    return f"{title}: {counted(len(table.rows), 'player')}, {finished:,} of {counted(len(games), 'game')} finished"


def remarks(table: Table, *, places: bool = True) -> list[str]:
    """A line for each game that was not decided by play, or whose record is faulty; and for leave beyond the limit. Games
    that go on stand in the schedule where there is one. places: with the files.
    """
    usual = {Status.PLAYED, Status.NOT_BEGUN, Status.ANNULLED, *BYES} | (
        {Status.UNFINISHED} if table.plan.pairings or not places else set()
    )
    lines = [_remark(game, places=places) for game in table.games if game.faulty or game.status not in usual]
    lines += map(_withdrawal, table.plan.withdrawals)
    for row in table.rows:
        leave = table.leave(row.player)
        if leave.over:
            player, beyond, limit = (
                shown(row.player, WIDEST_NAME),
                counted(leave.over, "day"),
                counted(leave.used, "day"),
            )
            lines.append(f"{player}: {beyond} of leave beyond the {limit} granted")
    return lines


def _withdrawal(one: Withdrawal) -> str:
    """A withdrawal in a line.

    >>> _withdrawal(Withdrawal("Anna", "2026.05.01", WithdrawalKind.ANNUL, by="Ina Vos"))
    'Anna withdrew on 2026.05.01: no game counts (Ina Vos)'
    """
    ruling = ": ".join(shown(text, 300) for text in (one.by, one.why) if text)
    who = f"{shown(one.player, WIDEST_NAME)} withdrew on {one.date}: {EFFECTS[one.effect]}"
    return f"{who} ({ruling})" if ruling else who


def _remark(game: TournamentGame, *, places: bool) -> str:
    parts = [f"round {shown(game.round, 20)}"] if game.round else []
    parts.append(" - ".join(shown(player, WIDEST_NAME) for player in game.players))
    status = game.status.value if game.points is None else f"{game.result}, {game.status.value}"
    ruling = ": ".join(shown(text, 300) for text in (game.by, game.why) if text)
    status += f" ({ruling})" if ruling else ""
    faulty = ["the record is faulty"] if game.faulty else []
    place = [f"{shown(game.file, 300)}:{game.line}"] if game.file and places else []
    return ", ".join([*parts, status, *faulty, *place])


def schedule(table: Table) -> list[str]:
    """A line for each round of a schedule, with its games; for each round of a knock-out, with its matches."""
    if table.matches:
        return [f"round {number}: {', '.join(map(_match, found))}" for number, found in enumerate(table.matches, 1)]
    if not table.plan.pairings:
        return []
    ordered = sorted(table.games, key=lambda game: round_key(game.round))
    rounds = groupby(ordered, key=lambda game: game.round)
    return [f"round {shown(number, 20) or '?'}: {', '.join(map(_pairing, games))}" for number, games in rounds]


def _pairing(game: TournamentGame) -> str:
    players = " - ".join(shown(player, WIDEST_NAME) for player in game.players)
    if game.status in BYES:
        return f"{players} {game.status.value}"
    return f"{players} {game.result if game.points else game.status.value}"


def _match(match: Match) -> str:
    """A match of a knock-out in a line.

    >>> _match(Match(1, "Anna", "Dora", (1.5, 0.5), "Anna")), _match(Match(2, "Anna", ""))
    ('Anna - Dora 1.5-0.5', 'Anna - ?')
    >>> _match(Match(2, "Anna", "Bert", (1.0, 1.0), "Bert", by_tie_break=True))
    'Anna - Bert 1-1 (Bert goes on)'
    >>> _match(Match(1, "Anna", "", winner="Anna", bye=True))
    'Anna is free'
    """
    one, other = (shown(player, WIDEST_NAME) or "?" for player in (match.one, match.other))
    if match.bye:
        return f"{one if match.one else other} is free"
    if not (match.one and match.other):
        return f"{one} - {other}"
    decided = f" ({shown(match.winner, WIDEST_NAME)} goes on)" if match.by_tie_break else ""
    return f"{one} - {other} {'-'.join(map(_number, match.points))}{decided}"


# -- ways to write it -------------------------------------------------------------------------------------------------


def _as_text(tables: Sequence[Table]) -> str:
    return "\n".join("\n".join(_text_lines(table)) + "\n" for table in tables)


def _text_lines(table: Table) -> Iterator[str]:
    yield summary(table)
    yield ""
    yield from _aligned(cross_table(table))
    for lines in (list(_aligned(team_table(table))), remarks(table), schedule(table)):
        yield from ["", *lines] if lines else ()


def _aligned(grid: Grid) -> Iterator[str]:
    """The rows of a table, its columns below each other: names to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    for row in grid:
        rank, player, *numbers = row
        right = (text.rjust(width) for text, width in zip(numbers, widths[2:], strict=True))
        yield "  ".join([rank.rjust(widths[0]), player.ljust(widths[1]), *right])


def _as_markdown(tables: Sequence[Table]) -> str:
    return "\n".join("\n".join(_markdown_lines(table)) + "\n" for table in tables)


def _markdown_lines(table: Table) -> Iterator[str]:
    yield from (f"## {_plain(summary(table))}", "")
    yield from _markdown_table(cross_table(table))
    if grid := team_table(table):
        yield ""
        yield from _markdown_table(grid)
    if lines := remarks(table):
        yield from ["", *(f"- {_plain(line)}" for line in lines)]


def _markdown_table(grid: Grid) -> Iterator[str]:
    heading, *rows = ([_plain(text) for text in row] for row in grid)
    yield f"| {' | '.join(heading)} |"
    yield f"|{' --- |' * len(heading)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _plain(text: str) -> str:
    """Text that Markdown takes for nothing else."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|&" else char for char in text)


COLUMNS: Final = (
    "rank", "player", "rating", "team", "games", "points", "wins", "draws", "losses", "open",
    "tie_breaks", "sonneborn_berger", "direct_encounter", "progress", "performance", "time_used_ms", "overstepped",
    "leave_used", "leave_left",
)  # fmt: skip


def _row(table: Table, standing: Standing) -> dict[str, Any]:
    """A row for programs."""
    entry, time, leave = table.entry(standing.player), table.time(standing.player), table.leave(standing.player)
    fields = {
        **standing._asdict(),
        "tie_breaks": list(standing.tie_breaks),
        "performance": table.performance(standing),
        "rating": entry.rating,
        "team": entry.team,
        "progress": list(standing.progress),
        "time_used_ms": time.used if time else None,
        "overstepped": time.overstepped if time else 0,
        "leave_used": leave.used,
        "leave_left": leave.left,
    }
    return {column: fields[column] for column in COLUMNS}


def _as_csv(tables: Sequence[Table]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["tournament", *COLUMNS])
    for table in tables:
        for row in (_row(table, standing) for standing in table.rows):
            values = (" ".join(map(_number, value)) if isinstance(value, list) else value for value in row.values())
            writer.writerow([guarded(value) if isinstance(value, str) else value for value in (table.name, *values)])
    return out.getvalue()


def _as_json(tables: Sequence[Table]) -> str:
    return json.dumps({"tournaments": [_table_data(table) for table in tables]}, indent=1) + "\n"


def _table_data(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "tie_breaks": [tie_break(name).code for name in table.plan.tie_breaks],
        "rows": [_row(table, standing) for standing in table.rows],
        "games": [_game_data(game) for game in table.games],
        "matches": [_match_data(match) for found in table.matches for match in found],
        "teams": [row._asdict() for row in table.teams],
    }


def _game_data(game: TournamentGame) -> dict[str, Any]:
    clocks = [
        {"used_ms": clock.used, "left_ms": clock.left, "overstepped": clock.overstepped, "leave_days": len(clock.leave)}
        for clock in game.clocks
    ]
    return {**game._asdict(), "players": list(game.players), "clocks": clocks}


def _match_data(match: Match) -> dict[str, Any]:
    return {
        "round": match.round,
        "players": [match.one, match.other],
        "points": list(match.points),
        "winner": match.winner,
        "by_tie_break": match.by_tie_break,
    }


def _as_trf(tables: Iterable[Table]) -> str:
    return "\r\n".join(trf(table) for table in tables)


def _as_trf26(tables: Iterable[Table]) -> str:
    return "\r\n".join(trf(table, 2026) for table in tables)


def _as_norms(tables: Sequence[Table]) -> str:
    return "\n".join("\n".join(_norm_lines(table)) + "\n" for table in tables)


def _norm_lines(table: Table) -> Iterator[str]:
    """A row for each norm, and for each performance that is no norm; below them what those lack."""
    rows = norms(table)
    yield summary(table)
    yield ""
    if not rows:
        yield "no norms"
        return
    head = ["", "player", "title", "games", "points", "needed", "mean", "performance"]
    yield from _aligned(
        [
            head,
            *(
                ["+" if row.is_made else "-", shown(row.player, WIDEST_NAME), row.title, *map(_number, row[2:7])]
                for row in rows
            ),
        ]
    )
    for row in rows:
        if row.missing:
            yield f"{shown(row.player, WIDEST_NAME)}, {row.title}: {'; '.join(row.missing)}"


WRITERS: Final[dict[str, Callable[[Sequence[Table]], str]]] = {
    "text": _as_text,
    "json": _as_json,
    "csv": _as_csv,
    "md": _as_markdown,
    "trf": _as_trf,
    "trf26": _as_trf26,
    "norms": _as_norms,
}
