"""`fairyscore stats`: what an archive holds, counted; as text, tables of each variant, then the players."""

import sys
from contextlib import closing

import click

from fairyscore.cli.options import (
    choice_option,
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
    text_option,
    theme_option,
    wrong_usage,
)
from fairyscore.cli.report import name
from fairyscore.cli.sources import Interrupts, bulk_options, run
from fairyscore.cli.texts import is_file
from fairyscore.cli.writing import written
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import NOT_READ
from fairyscore.notation.stats.openings import DEPTH
from fairyscore.notation.stats.report import report
from fairyscore.notation.stats.summary import Stats, StatsOptions
from fairyscore.notation.stats.tables import write_csv, write_json, write_parquet
from fairyscore.notation.work.bulk.running import BulkOptions
from fairyscore.notation.work.stats import CountWork


@grouped_command("stats", epilog="Example: fairyscore stats games/ --plot games.svg   (--format json for programs)")
@paths_argument
@choice_option(
    "--format style", ["text", "json", "csv", "parquet"], "Print plain text, one JSON document, or a long table."
)
@output_option()
@click.option(
    "--top",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="Print and plot the first N openings, players and so on; JSON and tables have all.",
)
@text_option("--depth", "PLIES", "The length of an opening.", DEPTH, type=click.IntRange(0, 40), show_default=True)
@text_option("--player", "NAME", "Count only the games of this player.")
@click.option(
    "--openings", is_flag=True, help="Also count openings by name and ECO code, each with its results in percent."
)
@click.option(
    "--losses",
    is_flag=True,
    help="Also count what moves lost by the evaluations beside them ([%eval]), by player and phase of the game.",
)
@text_option("--plot", "FILE", "Also draw bar charts: an .svg, .png or .pdf.")
@theme_option("screen", "With --plot")
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
    openings: bool,
    losses: bool,
    plot: str,
    theme: str,
    reader: RecordReader,
    bulk: BulkOptions,
) -> None:
    """Count games, results, lengths, endings, openings, years and errors of each variant, and the games of each player.

    Openings are counted by their moves, whatever the notation and coordinates of the records, and only for games from
    the usual start. With --openings they are counted by name as well: a game has the last one to which it has come, by
    any order of moves. PATH is a file, a folder or - for standard input, as for validate.

    With --jobs, --state or --engine the report is the same.

    Exit status: 0 counted, 2 wrong usage, unreadable input or failed output. Errors in games are only counted.
    """
    _check(style, plot, theme)
    options = StatsOptions(depth=depth, player=player, position=reader.judge.position, named=openings, losses=losses)
    work = CountWork(reader.judge, reader.form_name, options)
    stats = Stats(options)
    with Interrupts() as interrupts, closing(run(work, paths, reader, bulk.with_jobs(reader, paths))) as results:
        for got in results:
            with interrupts.held():
                stats.merge(got.result)
                stats.files += got.first
    if interrupts.met and style == "text" and not is_file(output):  # a file or a program gets all or nothing
        sys.stdout.write("interrupted; so far ")
        sys.stdout.flush()
    elif interrupts.met:
        raise KeyboardInterrupt
    _write(stats, style, output, top)
    if interrupts.met:
        raise KeyboardInterrupt
    if plot:
        _draw(stats, plot, theme, top)
    for found in stats.diagnostics:
        place = f"{name(found.file)}:{found.line}"
        click.echo(f"{place}: {found.severity.value}[{found.code}]: {found.message}", err=True)
    click.get_current_context().exit(2 if any(found.code in NOT_READ for found in stats.diagnostics) else 0)


def _write(stats: Stats, style: str, output: str, top: int) -> None:
    with written(output) as stream:
        if style == "text":
            for line in report(stats, top):
                stream.write(f"{line}\n".encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))
        else:
            {"json": write_json, "csv": write_csv, "parquet": write_parquet}[style](stats, stream)


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
