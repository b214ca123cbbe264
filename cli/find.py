"""`fairyscore find`: the games in which something happens, and where."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any, BinaryIO, cast

import click

from fairyscore.cli.options import (
    format_option,
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
    wrong_usage,
)
from fairyscore.cli.picture_files import PictureFiles
from fairyscore.cli.report import name, write_rows
from fairyscore.cli.sources import Interrupts, bulk_options, run
from fairyscore.cli.texts import archive_format, is_file, to_option
from fairyscore.cli.writing import written
from fairyscore.notation.find import Query, QueryError
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.position import Position
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import NOT_READ
from fairyscore.notation.storage.writing import LeaveUnchanged
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.bulk.base import WorkResult
from fairyscore.notation.work.bulk.running import BulkOptions
from fairyscore.notation.work.find import FindResult, FindWork, FoundPlace, indexed_results

GAMES, LIST, COUNT = "games", "list", "count"
"""What is printed, beside the styles of `--format`."""

PICTURES = "found.svg"
"""The drawings are called so, with numbers: `found-1.svg`."""

MOST_NOTICES = 5
"""Lines on what games do not have; further ones are counted."""


class Finding:
    """The games found, counted as they come. pictures: get a drawing of each, None for none.

    games: searched; faulty: of these, up to a fault; found: how many fit; left: of these, not written.
    not_read: whether something could not be read.
    """

    def __init__(self, results: Iterator[WorkResult], first: int | None, pictures: PictureFiles | None) -> None:
        self._results = results
        self._draw = None if pictures is None else pictures.picture_writer((".svg",))
        self._most = first
        self.games = self.faulty = self.found = self.left = 0
        self.not_read = False
        self._notices: dict[str, int] = {}
        self._lacking: set[int] | None = None

    def places(self) -> Iterator[tuple[str, FoundPlace]]:
        """The games that fit, with their files."""
        for file, result, _, _ in self._results:
            self._add(result)
            if result.place is None:
                continue
            self.found += 1
            if self._draw is not None and result.place.position:
                self._draw(f"-{self.found}", _drawing_of(result.place))
            yield file, result.place
            if self.found == self._most:
                return

    def _add(self, result: FindResult) -> None:
        self.games += result.games
        self.faulty += result.faulty
        self._notices |= dict(result.notices)
        if result.games:
            columns = set(result.lacking)
            self._lacking = columns if self._lacking is None else self._lacking & columns
        for found in result.diagnostics:
            self.not_read = self.not_read or found.code in NOT_READ
            place = f"{name(found.file)}:{found.line}"
            click.echo(f"{place}: {found.severity.value}[{found.code}]: {found.message}", err=True)

    def summarize(self) -> None:
        """Print what was searched, and what none of the games has, on standard error."""
        lacking = self._lacking or ()
        notices = [(message, column) for message, column in self._notices.items() if column in lacking]
        for message, column in notices[:MOST_NOTICES]:
            click.echo(f"fairyscore: {shown(message, 300)} (column {column} of the query)", err=True)
        if len(notices) > MOST_NOTICES:
            click.echo(f"fairyscore: and {len(notices) - MOST_NOTICES:,} more notes of the kind", err=True)
        faulty = f"; {counted(self.faulty, 'game')} searched up to a fault" if self.faulty else ""
        left = f"; {self.left:,} not written" if self.left else ""
        click.echo(f"{self.found:,} of {counted(self.games, 'game')}{faulty}{left}", err=True)

    def exit_code(self) -> int:
        """0 for games found, 1 for none, 2 where something could not be read."""
        return 2 if self.not_read else int(not self.found)


@grouped_command(
    "find", epilog="""Example: fairyscore find 'player "Anand" and move { takes Q } then within 4 plies mate' games/"""
)
@click.argument("query", metavar="QUERY")
@paths_argument
@output_option()
@to_option
@click.option("--list", "lists", is_flag=True, help="Print a line for each game that fits: where, the move, who.")
@click.option("--count", "counts", is_flag=True, help="Print only how many games fit.")
@format_option("text", "json", "jsonl")
@click.option(
    "--diagrams",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=str),
    default="",
    help="Draw the first place of each game that fits, with the fitting pieces marked.",
)
@click.option("--not", "inverted", is_flag=True, help="Find the games that do not fit.")
@click.option(
    "--index/--no-index",
    "indexes",
    default=True,
    help="Ask the index beside a PATH, if it is there and true (`fairyscore index`); the output is the same.",
)
@click.option("--first", metavar="N", type=click.IntRange(1), help="Stop after N games.")
@bulk_options
@reading_options
def command(
    *,
    query: str,
    paths: tuple[str, ...],
    output: str,
    target: Format | None,
    lists: bool,
    counts: bool,
    style: str,
    folder: str,
    inverted: bool,
    indexes: bool,
    first: int | None,
    reader: RecordReader,
    bulk: BulkOptions,
) -> None:
    """Find the games of all PATHs that fit QUERY, and copy them unchanged.

    A query is made of words as `player "Anand"`, `date 1990..2000`, `line "1. e4 c5"`, `board { white P d4 e5 }` or
    `move { takes Q }`, joined by `and`, `or`, `not` and `then`. It is asked of each position of a game's main line, and
    fits the game if it is true at one (docs/find.md has all words). Games with errors are searched up to the error.

    Exit status: 0 games found, 1 none found, 2 a wrong query, wrong usage, unreadable input or failed output.
    """
    question = _question(query, inverted=inverted)
    shape = _shape(target, lists=lists, counts=counts, style=style)
    form = archive_format(output, target) if shape == GAMES else None
    target_name = "" if form is None else form.name
    placed = shape not in (GAMES, COUNT) or bool(folder)
    work = FindWork(reader.judge, reader.form_name, question, target=target_name, placed=placed)
    options = bulk.with_jobs(reader, paths)
    results_with = partial(indexed_results, work, paths, reader, options) if indexes else None
    with (
        Interrupts() as interrupts,
        closing(run(work, paths, reader, options, results_with)) as results,
        PictureFiles(os.path.join(folder, PICTURES)) as pictures,  # noqa: PTH118 (a path may hold any bytes)
    ):
        finding = Finding(results, first, pictures if folder else None)
        with written(output) as stream:
            if form is not None:
                _write_games(finding, TextSink(form, stream), output)
            else:
                _write_lines(finding, shape, stream)
        pictures.place()
    finding.summarize()
    if interrupts.met:
        raise KeyboardInterrupt
    click.get_current_context().exit(finding.exit_code())


def _question(query: str, *, inverted: bool) -> Query:
    """The query of a text, or the one that fits the games which that does not fit."""
    with wrong_usage(QueryError, option="QUERY"):
        question = Query.parse(query)
    return question.inverted if inverted else question


def _shape(target: Format | None, *, lists: bool, counts: bool, style: str) -> str:
    """The kind of output. Raises wrong usage where two kinds are asked for, or another one than the format of games."""
    shapes = [shape for shape, is_asked in ((LIST, lists), (COUNT, counts), (style, style != "text")) if is_asked]
    if len(shapes) > 1:
        raise click.UsageError("only one of --list, --count and --format json or jsonl can be given.")
    if shapes and target is not None:
        raise click.UsageError(
            "--to is the format of games; it cannot be combined with --list, --count or --format jsonl."
        )
    return shapes[0] if shapes else GAMES


def _write_games(finding: Finding, sink: TextSink, output: str) -> None:
    for file, place in finding.places():
        if place.refusal:
            finding.left += 1
            click.echo(f"{name(file)}:{place.line}: game {place.game} is left out: {place.refusal}", err=True)
        else:
            sink.put(place.text)
    if finding.found == finding.left and is_file(output):
        raise LeaveUnchanged
    sink.close()


def _drawing_of(place: FoundPlace) -> str:
    """The position of a place, with the cells marked that show what was asked."""
    from fairyscore.render.drawing import diagram

    caption = ", ".join(filter(None, (" - ".join(place.names), place.date, place.move)))
    position = Position.from_fen(place.position, place.variant)
    return diagram(position, fields=place.cells, caption=caption).svg()


def _write_lines(finding: Finding, shape: str, stream: BinaryIO) -> None:
    text = io.TextIOWrapper(cast("io.BytesIO", stream), "utf-8", "replace", newline="\n", write_through=True)
    if shape == COUNT:
        text.write(f"{sum(1 for _ in finding.places())}\n")
    elif shape == LIST:
        for file, place in finding.places():
            text.write(f"{_line(file, place)}\n")
    else:
        write_rows((_row(file, place) for file, place in finding.places()), shape, text)
    text.detach()


def _line(file: str, place: FoundPlace) -> str:
    """Where a game fits, and what it is known as."""
    at = f"ply {place.ply}" + (f" ({shown(place.move)})" if place.move else "")
    names = " - ".join(shown(player) for player in place.names)
    about = ", ".join((names, shown(place.date), place.result))
    return f"{name(file)}:{place.line}: game {place.game}, {at}: {about}"


def _row(file: str, place: FoundPlace) -> dict[str, Any]:
    return {
        "file": file,
        "line": place.line,
        "game": place.game,
        "ply": place.ply,
        "move": place.move or None,
        "position": place.position or None,
        "variant": place.variant or None,
        "names": list(place.names),
        "date": place.date,
        "result": place.result,
    }
