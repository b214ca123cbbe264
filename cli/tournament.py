"""`fairyscore tournament`: the cross table of a tournament, made of its records."""

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from fairyscore.cli.options import (
    choice_option,
    grouped_command,
    paths_argument,
    reading_options,
    text_option,
    wrong_usage,
)
from fairyscore.cli.report import many, name
from fairyscore.cli.sources import Refused, tell_skipped
from fairyscore.cli.texts import Texts
from fairyscore.cli.tournament_site import Played, site
from fairyscore.cli.writing import write_folder, written
from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.table import guarded
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.tree import Record
from fairyscore.notation.storage.listing import files
from fairyscore.notation.text import shown
from fairyscore.notation.tournament import plan as plans
from fairyscore.notation.tournament.games import Status, TournamentGame, counted_once, game_of
from fairyscore.notation.tournament.plan import Entry, Plan, PlanError
from fairyscore.notation.tournament.rating import performance
from fairyscore.notation.tournament.schedule import with_schedule
from fairyscore.notation.tournament.standings import Encounter, Standing, round_key, standings
from fairyscore.notation.variants.registry import UnknownVariant

WIDEST_NAME = 40


class Table(NamedTuple):
    """The table of one tournament, and its games."""

    name: str
    plan: Plan
    rows: list[Standing]
    games: list[TournamentGame]


@grouped_command("tournament", epilog="Example: fairyscore tournament games/ --format html -o table.html")
@paths_argument
@choice_option("--format style", ["text", "json", "csv", "md", "html", "site"], "The format; a site is a folder.")
@text_option("-o --output", "FILE", "The file to write, or the folder of a site; default: standard output.")
@click.option("--start", is_flag=True, help="Write a record without moves for each game of the schedule that has none.")
@reading_options
def command(*, paths: tuple[str, ...], style: str, output: str, start: bool, reader: RecordReader) -> None:
    """Print the cross table of a tournament: points, wins, Sonneborn-Berger, direct encounter, progress.

    The tables are made from the tags Event, Round, White, Black, Result and Termination of all records; each event
    has its own table. Copies of a game count once. A folder with a file tournament.toml is one tournament: the file
    states players, ratings, pairings, tie-breaks and rulings.

    Exit status: 0 clean; 1 records are faulty, contradict each other or do not name all players; 2 wrong usage,
    unreadable input or failed output.
    """
    plan = _plan(paths)
    if style == "site" and not output:
        raise click.UsageError("A site is a folder of files; name it with -o.")
    if start and (plan is None or not plan.pairings):
        raise click.UsageError(f"--start needs a {plans.NAME} with pairings.")
    texts = Texts(paths, replace(reader, on_skipped=_tell_skipped))
    games, records, passed = [], [], 0
    begun = plan is None or not plan.pairings or any(files(paths))
    for verdict, file in texts.games() if begun else ():
        game = game_of(verdict, file)
        if game is None:
            passed += 1
            place = f"{name(file)}:{verdict.game_text.line}"
            texts.line(f"{place}: game {verdict.game_text.number} is left out: its tags do not name all players")
        else:
            games.append(game)
            if style == "site":
                records.append(Played(game.file, game.line, verdict))
    try:
        tables = list(_tables(games, plan))
    except PlanError as fault:
        raise Refused(f"{plans.NAME}: {fault}.") from None
    if start and plan is not None:
        folder = next(path for path in paths if (Path(path) / plans.NAME).is_file())
        _start(folder, plan, tables[0].games, reader)
    if style == "site":
        write_folder(output, _site(tables, records))
    else:
        with written(output) as stream:
            stream.write(WRITERS[style](tables).encode())
    doubtful = passed or any(game.faulty or game.status is Status.DISPUTED for table in tables for game in table.games)
    click.get_current_context().exit(max(texts.exit_code(), int(bool(doubtful))))


def _tell_skipped(paths: list[str]) -> None:
    """As `tell_skipped`; the tournament file is read in another way."""
    skipped = [path for path in paths if Path(path).name != plans.NAME]
    if skipped:
        tell_skipped(skipped)


def _plan(paths: Iterable[str]) -> Plan | None:
    """The plan that lies in one of the folders, None where there is none."""
    files = [Path(path) / plans.NAME for path in paths if (Path(path) / plans.NAME).is_file()]
    if len(files) > 1:
        raise click.UsageError(f"{name(str(files[0]))} and {name(str(files[1]))} are two tournaments; name one folder.")
    if not files:
        return None
    try:
        return plans.read_plan(files[0].read_text(encoding="utf-8"))
    except (PlanError, UnicodeDecodeError, OSError) as fault:
        raise Refused(f"{name(str(files[0]))}: {fault}.") from None


def _tables(games: list[TournamentGame], plan: Plan | None) -> Iterable[Table]:
    """One table for the plan, else one for each event."""
    if plan is not None:
        played = with_schedule(plans.ruled(counted_once(plans.entered(games, plan)), plan), plan)
        rows = standings(played, [entry.name for entry in plan.players], plan.tie_breaks)
        yield Table(plan.name, plan, rows, played)
        return
    counted = counted_once(games)
    for event in dict.fromkeys(game.event for game in counted):
        played = [game for game in counted if game.event == event]
        yield Table(event, Plan(), standings(played), played)


# -- the schedule and the site ------------------------------------------------------------------------------------------


def _start(folder: str, plan: Plan, games: Iterable[TournamentGame], reader: RecordReader) -> None:
    """Write a record without moves for each game that is not begun. No file is replaced."""
    entries = {entry.name: entry for entry in plan.players}
    begun: list[tuple[str, bytes]] = []
    for game in games:
        if game.status is not Status.NOT_BEGUN:
            continue
        white, black = (entries[player] for player in game.players)
        tags = {
            "Event": plan.event or plan.name,
            "Date": plan.date,
            "Round": game.round,
            "White": white.name,
            "Black": black.name,
            "WhiteElo": str(white.rating or ""),
            "BlackElo": str(black.rating or ""),
            "WhiteNA": white.address,
            "BlackNA": black.address,
            "TimeControl": plan.time_control,
        }
        file = f"{game.round.zfill(2)}-{_file_part(white.name)}-{_file_part(black.name)}.pgn"
        if (Path(folder) / file).exists():
            raise Refused(f"{name(file)} exists already, and is no record of the game it is named after.")
        with wrong_usage(UnknownVariant):
            record = Record(game.variant or "chess", tuple((tag, value) for tag, value in tags.items() if value))
            if game.variant:
                record = replace(record, tags=(*record.tags, ("Variant", game.variant)))
            begun.append((file, pgn.write(record, record.game.writing.notations[0]).encode()))
    write_folder(folder, begun)
    click.echo(f"{many(len(begun), 'record')} written to {name(folder)}", err=True)


def _file_part(player: str) -> str:
    """A name as part of a file name.

    >>> _file_part("Anna Berg-Maier")
    'anna-berg-maier'
    """
    return "-".join(re.findall(r"\w+", player.casefold())) or "player"


def _site(tables: Sequence[Table], records: Sequence[Played]) -> Iterable[tuple[str, bytes]]:
    title = shown(tables[0].name, 200) if tables else ""
    games = [game for table in tables for game in table.games]
    return site(title or "Tournament", [_html_table(table, places=False) for table in tables], games, records)


# -- what stands in the cells -----------------------------------------------------------------------------------------

MARKS: Final = {1.0: "1", 0.5: "½", 0.0: "0"}
FORFEITS: Final = {1.0: "+", 0.5: "½", 0.0: "-"}


def _mark(met: Encounter) -> str:
    if met.points is None:
        return "?" if met.game.status is Status.DISPUTED else "*"
    return (FORFEITS if met.game.status is Status.FORFEIT else MARKS)[met.points]


def _number(value: float | None) -> str:
    """A number as tables have it.

    >>> _number(7.5), _number(7.0), _number(None)
    ('7.5', '7', '')
    """
    return "" if value is None else f"{value:.10g}"


def _cells(table: Table) -> list[list[str]]:
    """The heading and a row for each player; results against the others in the order of the table."""
    players = [row.player for row in table.rows]
    heading = ["", "player", *(str(number) for number in range(1, len(players) + 1))]
    cells = [[*heading, "games", "points", "wins", "SB", "direct"]]
    for at, row in enumerate(table.rows):
        against = [
            "x" if other == at else "".join(_mark(met) for met in row.encounters if player in met.opponents) or "."
            for other, player in enumerate(players)
        ]
        numbers = [row.games, row.points, row.wins, row.sonneborn_berger, row.direct_encounter]
        cells.append([f"{row.rank}.", shown(row.player, WIDEST_NAME), *against, *map(_number, numbers)])
    return cells


def _summary(table: Table) -> str:
    finished = sum(game.points is not None for game in table.games)
    title = shown(table.name, 200) or "Tournament"
    return f"{title}: {many(len(table.rows), 'player')}, {finished:,} of {many(len(table.games), 'game')} finished"


def _notes(table: Table, *, places: bool = True) -> list[str]:
    """A line for each game that was not decided by play, or whose record is faulty. Games that go on stand in the schedule
    where there is one. places: with the files.
    """
    usual = {Status.PLAYED, Status.NOT_BEGUN} | ({Status.UNFINISHED} if table.plan.pairings or not places else set())
    return [_note(game, places=places) for game in table.games if game.faulty or game.status not in usual]


def _schedule(table: Table) -> list[str]:
    """A line for each round of a schedule, with its games."""
    if not table.plan.pairings:
        return []
    ordered = sorted(table.games, key=lambda game: round_key(game.round))
    rounds = groupby(ordered, key=lambda game: game.round)
    return [f"round {shown(number, 20) or '?'}: {', '.join(map(_pairing, games))}" for number, games in rounds]


def _pairing(game: TournamentGame) -> str:
    players = " - ".join(shown(player, WIDEST_NAME) for player in game.players)
    return f"{players} {game.result if game.points else game.status.value}"


def _note(game: TournamentGame, *, places: bool) -> str:
    parts = [f"round {shown(game.round, 20)}"] if game.round else []
    parts.append(" - ".join(shown(player, WIDEST_NAME) for player in game.players))
    status = game.status.value if game.points is None else f"{game.result}, {game.status.value}"
    ruling = ": ".join(shown(text, 300) for text in (game.by, game.why) if text)
    status += f" ({ruling})" if ruling else ""
    faulty = ["the record is faulty"] if game.faulty else []
    place = [f"{name(game.file)}:{game.line}"] if game.file and places else []
    return ", ".join([*parts, status, *faulty, *place])


# -- ways to write it -------------------------------------------------------------------------------------------------


def _as_text(tables: Sequence[Table]) -> str:
    return "\n".join("\n".join(_text_lines(table)) + "\n" for table in tables)


def _text_lines(table: Table) -> Iterable[str]:
    cells = _cells(table)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield _summary(table)
    yield ""
    for row in cells:
        rank, player, *numbers = row
        right = (text.rjust(wide) for text, wide in zip(numbers, widths[2:], strict=True))
        yield "  ".join([rank.rjust(widths[0]), player.ljust(widths[1]), *right])
    for lines in (_notes(table), _schedule(table)):
        yield from ["", *lines] if lines else ()


def _as_markdown(tables: Sequence[Table]) -> str:
    return "\n".join("\n".join(_markdown_lines(table)) + "\n" for table in tables)


def _markdown_lines(table: Table) -> Iterable[str]:
    heading, *rows = ([_plain(text) for text in row] for row in _cells(table))
    yield from (f"## {_plain(_summary(table))}", "")
    yield f"| {' | '.join(heading)} |"
    yield f"|{' --- |' * len(heading)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield from ["", *(f"- {_plain(note)}" for note in _notes(table))] if _notes(table) else ()


def _plain(text: str) -> str:
    """Text that Markdown takes for nothing else."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|&" else char for char in text)


STYLE: Final = (
    "table{border-collapse:collapse}"
    "td,th{border:1px solid;padding:.2em .5em;text-align:right}"
    "td:nth-child(2){text-align:left}"
)


def _as_html(tables: Sequence[Table]) -> str:
    body = "\n".join(_html_table(table) for table in tables)
    title = html.escape(shown(tables[0].name, 200) if tables else "") or "Tournament"
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _html_table(table: Table, *, places: bool = True) -> str:
    heading, *rows = _cells(table)
    lines = [f"<h1>{html.escape(_summary(table))}</h1>", "<table>", _html_row("th", heading)]
    lines += [*(_html_row("td", row) for row in rows), "</table>"]
    if notes := _notes(table, places=places):
        lines += ["<ul>", *(f"<li>{html.escape(note)}</li>" for note in notes), "</ul>"]
    return "\n".join(lines)


def _html_row(kind: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{html.escape(text)}</{kind}>' for text in cells)}</tr>"


def _as_csv(tables: Sequence[Table]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["tournament", *COLUMNS])
    for table in tables:
        for row in map(_row(table), table.rows):
            values = (" ".join(map(_number, value)) if isinstance(value, list) else value for value in row.values())
            writer.writerow([guarded(value) if isinstance(value, str) else value for value in (table.name, *values)])
    return out.getvalue()


COLUMNS: Final = (
    "rank", "player", "rating", "team", "games", "points", "wins", "draws", "losses", "open",
    "sonneborn_berger", "direct_encounter", "progress", "performance",
)  # fmt: skip


def _row(table: Table) -> Callable[[Standing], dict[str, Any]]:
    """Makes a row for programs of a standing."""
    entries = {entry.name: entry for entry in table.plan.players}

    def row(standing: Standing) -> dict[str, Any]:
        entry = entries.get(standing.player, Entry(standing.player))
        met = [one for one in standing.encounters if one.points is not None and one.game.status is not Status.FORFEIT]
        rated = [(entries[one.opponents[0]].rating, one.points) for one in met if _is_rated(one, entries)]
        fields = {
            **standing._asdict(),
            "performance": performance([rating or 0 for rating, _ in rated], [points or 0.0 for _, points in rated]),
            "rating": entry.rating,
            "team": entry.team,
            "progress": list(standing.progress),
        }
        return {column: fields[column] for column in COLUMNS}

    return row


def _is_rated(met: Encounter, entries: Mapping[str, Entry]) -> bool:
    """Whether a game counts for a performance: one opponent, whose rating is known."""
    known = [entries[name].rating for name in met.opponents if name in entries]
    return len(met.opponents) == 1 and known != [] and known[0] is not None


def _as_json(tables: Sequence[Table]) -> str:
    made = [
        {
            "name": table.name,
            "tie_breaks": list(table.plan.tie_breaks),
            "rows": list(map(_row(table), table.rows)),
            "games": [{**game._asdict(), "players": list(game.players)} for game in table.games],
        }
        for table in tables
    ]
    return json.dumps({"tournaments": made}, indent=1) + "\n"


WRITERS: Final[dict[str, Callable[[Sequence[Table]], str]]] = {
    "text": _as_text,
    "json": _as_json,
    "csv": _as_csv,
    "md": _as_markdown,
    "html": _as_html,
}
