"""`fairyscore stats`: what an archive holds, counted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import BinaryIO

import click

from fairyscore.cli.counts import told
from fairyscore.cli.options import grouped_command, paths_argument, reading_options, text_option, wrong_usage
from fairyscore.cli.report import NOT_READ, name
from fairyscore.cli.sources import Interrupts, Reader, bulk_options, run
from fairyscore.cli.texts import is_file
from fairyscore.cli.writing import written
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.stats.openings import DEPTH
from fairyscore.notation.stats.summary import Asked, CountWork, Stats
from fairyscore.notation.stats.tables import write_csv, write_json, write_parquet

DEEPEST = 40
"""Plies of an opening that may be asked for."""

TOP = 10


@grouped_command("stats", epilog="Example: fairyscore stats games/ --plot games.svg   (--format json for programs)")
@paths_argument
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "csv", "parquet"]),
    default="text",
    show_default=True,
    help="Print text for people, one JSON document, or a long table.",
)
@text_option("-o --output", "FILE", "The file to write; else standard output.")
@click.option(
    "--top",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=TOP,
    show_default=True,
    help="Of openings, players and such, print and plot the first N; JSON and tables have all.",
)
@click.option(
    "--depth",
    metavar="PLIES",
    type=click.IntRange(0, DEEPEST),
    default=DEPTH,
    show_default=True,
    help="So many plies are an opening.",
)
@text_option("--player", "NAME", "Count only the games of this player.")
@text_option("--plot", "FILE", "Also draw bar charts: an .svg, .png or .pdf.")
@text_option("--theme", "THEME", "Of --plot: screen, dark, print, colour-blind, or .toml.", "screen")
@bulk_options
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    style: str,
    output: str,
    top: int,
    depth: int,
    player: str,
    plot: str,
    theme: str,
    reader: Reader,
) -> None:
    """Count games, results, lengths, endings, openings, years and faults of each variant, and the games of each player.

    Openings are counted by the moves themselves, in whatever notation and coordinates the records are, and for games from
    the usual start only. PATH is a file, a folder or - for standard input, as for validate.

    What the options --jobs, --state and --engine share out is added up to the same report.

    Exit status: 0 counted, 2 wrong usage or something that could not be read or written. Faults in games are counted, and
    are none here.
    """
    _check(style, plot, theme)
    asked = Asked(depth=depth, player=player, position=reader.judge.position)
    work = CountWork(replace(reader.judge, keep=False), reader.form_name, asked)
    stats = Stats(asked)
    with Interrupts() as interrupts, closing(run(work, paths, reader)) as results:
        for got in results:
            with interrupts.held():
                stats.merge(got.result)
                stats.files += got.first
    interrupted = interrupts.met
    if interrupted and style == "text" and not is_file(output):  # a file or a program gets all or nothing
        sys.stdout.write("interrupted; so far ")
        sys.stdout.flush()
        with written("") as stream:
            _write_text(stats, stream, top)
    if interrupted:
        raise KeyboardInterrupt
    with written(output) as stream:
        if style == "text":
            _write_text(stats, stream, top)
        else:
            _WRITERS[style](stats, stream)
    if plot:
        _draw(stats, plot, theme, top)
    for said in stats.told:
        click.echo(f"{name(said.file)}:{said.line}: {said.severity.value}[{said.code}]: {said.message}", err=True)
    click.get_current_context().exit(2 if any(said.code in NOT_READ for said in stats.told) else 0)


def _write_text(stats: Stats, stream: BinaryIO, top: int) -> None:
    for line in told(stats, top):
        stream.write(f"{line}\n".encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))


_WRITERS: dict[str, Callable[[Stats, BinaryIO], None]] = {
    "json": write_json,
    "csv": write_csv,
    "parquet": write_parquet,
}


# -- charts -----------------------------------------------------------------------------------------------------------


def _check(style: str, plot: str, theme: str) -> None:
    """See that what is asked for can be made, before hours are spent with counting."""
    if style == "parquet":
        from fairyscore.notation.formats.table import arrow_and_parquet

        with wrong_usage(MissingExtra):
            arrow_and_parquet()
    if plot:
        from fairyscore.render.errors import DrawingError
        from fairyscore.render.export import ending_of
        from fairyscore.render.themes import find

        with wrong_usage(DrawingError):
            ending_of(plot)
            find(theme)


def _draw(stats: Stats, plot: str, theme: str, top: int) -> None:
    from fairyscore.render.charts import archive_chart
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.export import encoded, ending_of

    with wrong_usage(DrawingError):
        data = encoded(archive_chart(stats, top=top, theme=theme).svg(), ending_of(plot))
    with written(plot) as stream:
        stream.write(data)
