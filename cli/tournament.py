"""`fairyscore tournament`: the table of a tournament, from the records of its games."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import click

from fairyscore.cli.options import (
    choice_option,
    grouped_command,
    paths_argument,
    reading_options,
    text_option,
    wrong_usage,
)
from fairyscore.cli.report import Reporter, many, name
from fairyscore.cli.writing import written
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.stats.tournament import PlanError, Row, Table, plan_in
from fairyscore.notation.text import shown

COLUMNS = ("rank", "player", "games", "points", "wins", "sonneborn_berger", "direct", "progress")
"""What each format has; where any player has one, `team` and `rating` too."""

CSS = """
body { font: 1rem/1.5 sans-serif; margin: 2rem; color-scheme: light dark }
td, th { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid #999 }
"""

HEADINGS = {"rank": "", "sonneborn_berger": "SB"}


@grouped_command("tournament", epilog="Example: fairyscore tournament spring/   (--format html -o table.html)")
@paths_argument
@choice_option("--format style", ["text", "json", "csv", "md", "html"], "How the table is written.")
@text_option("-o --output", "FILE", "The file to write; else standard output.")
@reading_options
def command(*, paths: tuple[str, ...], style: str, output: str, reader: RecordReader) -> None:
    """Print the cross table of a tournament: points, tie-breaks, and who played whom.

    A folder of records is a tournament by their tags: the players, Result, Event. A file tournament.toml in it may say
    more: title, event, tie_breaks, and players with name, team, rating and the other names that records have for them.
    Tie-breaks are Sonneborn-Berger, direct encounter and wins, in that order if not said.

    Results of games with faults count, and the faults are told. A game that goes on counts for nobody.

    Exit status: 0 all is well, 1 there are faults, 2 wrong usage or something that could not be read.
    """
    with wrong_usage(PlanError):
        table = Table(plan_in(paths))
    telling = Reporter(forced=reader.forced)
    reader = replace(reader, judge=replace(reader.judge, keep=True))
    for verdict, path in reader.games(paths):
        telling.verdict(verdict, path)
        if verdict.game_text.number:
            table.add_verdict(verdict, name(path))
    with written(output) as stream:
        stream.write(STYLES[style](table).encode(errors="backslashreplace"))
    click.get_current_context().exit(2 if telling.not_read else int(telling.faulty))


# -- the table in each format ---------------------------------------------------------------------------------------------


def _columns(rows: list[Row]) -> list[str]:
    """The columns that have something to say."""
    more = [column for column in ("team", "rating") if any(getattr(row, column) for row in rows)]
    return [*COLUMNS[:2], *more, *COLUMNS[2:]]


def _cell(row: Row, column: str) -> str:
    value = getattr(row, column)
    if value is None:
        return ""
    return _points(value) if isinstance(value, float) else shown(str(value))


def _points(value: float) -> str:
    """Points as people write them.

    >>> _points(2.5), _points(0.5), _points(3.0), _points(1.25)
    ('2½', '½', '3', '1.25')
    """
    whole, rest = divmod(value, 1)
    if rest == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{value:.0f}" if not rest else f"{value:.2f}".rstrip("0")


def _grid(table: Table) -> list[list[str]]:
    """Headings and lines: the columns, then the games against each player of the table, in its order."""
    rows = table.rows()
    columns = _columns(rows)
    heads = [*(HEADINGS.get(column, column) for column in columns), *(str(place) for place, _ in enumerate(rows, 1))]
    grid = [heads]
    for row in rows:
        games = ("×" if other is row else _against(row, other.player) for other in rows)
        grid.append([*(_cell(row, column) for column in columns), *games])
    return grid


def _against(row: Row, other: str) -> str:
    """The points of each game against a player: `1½`, `·` while it goes on, empty where there was none."""
    return "".join("·" if points is None else _points(points) for points in row.against.get(other, ()))


def _facts(table: Table) -> str:
    """What is said below the table."""
    unfinished = sum(not game.points() for game in table.games)
    faulty = sum(game.faulty for game in table.games)
    variants = sorted({game.variant for game in table.games})
    said = [many(len(table.games), "game"), f"{unfinished:,} unfinished" if unfinished else ""]
    said += [f"{faulty:,} with faults" if faulty else "", ", ".join(variants) if len(variants) > 1 else ""]
    ends = [
        f"{' - '.join(player for _, player in game.players)}: {game.result}, {game.termination}"
        for game in table.games
        if game.termination.casefold() not in ("", "normal", "unterminated")
    ]
    return "\n".join([", ".join(filter(None, said)), *map(shown, ends)])


def _text(table: Table) -> str:
    grid = _grid(table)
    widths = [max(len(line[at]) for line in grid) for at in range(len(grid[0]))]
    words = {at for at, head in enumerate(grid[0]) if head in ("player", "team")}
    lines = []
    for line in grid:
        cells = enumerate(zip(line, widths, strict=True))
        lines.append("  ".join(cell.ljust(width) if at in words else cell.rjust(width) for at, (cell, width) in cells))
    title = [shown(table.plan.title), ""] if table.plan.title else []
    return "\n".join([*title, *(line.rstrip() for line in lines), "", _facts(table), ""])


def _markdown(table: Table) -> str:
    head, *lines = ([cell.replace("|", "\\|") for cell in line] for line in _grid(table))
    rule = ["---" for _ in head]
    title = [f"# {table.plan.title}", ""] if table.plan.title else []
    return "\n".join([*title, *(f"| {' | '.join(line)} |" for line in (head, rule, *lines)), "", _facts(table), ""])


def _html(table: Table) -> str:
    head, *lines = _grid(table)
    title = escape(table.plan.title or "Cross table")
    heads = "".join(f'<th scope="col">{escape(cell) or "rank"}</th>' for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{CSS}</style></head>\n'
        f"<body><h1>{title}</h1>\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"
        f"<p>{escape(_facts(table)).replace(chr(10), '<br>')}</p>\n</body></html>\n"
    )


def _json(table: Table) -> str:
    rows = [row._asdict() for row in table.rows()]
    games: list[dict[str, Any]] = [{**game._asdict(), "players": dict(game.players)} for game in table.games]
    return json.dumps({"title": table.plan.title, "rows": rows, "games": games}, indent=1) + "\n"


def _csv(table: Table) -> str:
    rows = table.rows()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = ["rank", "player", "team", "rating", *COLUMNS[2:], "draws", "losses", "unfinished"]
    writer.writerow(columns)
    writer.writerows([["" if (value := getattr(row, column)) is None else value for column in columns] for row in rows])
    return out.getvalue()


STYLES: dict[str, Callable[[Table], str]] = {"text": _text, "json": _json, "csv": _csv, "md": _markdown, "html": _html}
