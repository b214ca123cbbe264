"""`fairyscore stats`: what an archive holds, counted; as text, tables of each variant, then the players."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

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
from fairyscore.cli.report import many, name
from fairyscore.cli.sources import Interrupts, bulk_options, run
from fairyscore.cli.texts import is_file
from fairyscore.cli.writing import written
from fairyscore.notation.bulk.running import BulkOptions
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import NOT_READ
from fairyscore.notation.stats.openings import DEPTH, OpeningLine, numbered
from fairyscore.notation.stats.summary import NO_VARIANT, Asked, Count, CountWork, Score, Stats
from fairyscore.notation.stats.tables import ranked, seats_of, variants_of, write_csv, write_json, write_parquet
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

Rows = list[tuple[str, str]]
"""What is counted, and the numbers as they are printed."""

MOST_YEARS = 24  # rows of years


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
    plot: str,
    theme: str,
    reader: RecordReader,
    bulk: BulkOptions,
) -> None:
    """Count games, results, lengths, endings, openings, years and errors of each variant, and the games of each player.

    Openings are counted by their moves, whatever the notation and coordinates of the records, and only for games from
    the usual start. PATH is a file, a folder or - for standard input, as for validate.

    With --jobs, --state or --engine the report is the same.

    Exit status: 0 counted, 2 wrong usage, unreadable input or failed output. Errors in games are only counted.
    """
    _check(style, plot, theme)
    asked = Asked(depth=depth, player=player, position=reader.judge.position)
    work = CountWork(reader.judge._replace(keep=True), reader.form_name, asked)
    stats = Stats(asked)
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
    with written(output) as stream:
        if style == "text":
            for line in report(stats, top):
                stream.write(f"{line}\n".encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))
        else:
            {"json": write_json, "csv": write_csv, "parquet": write_parquet}[style](stats, stream)
    if interrupts.met:
        raise KeyboardInterrupt
    if plot:
        _draw(stats, plot, theme, top)
    for found in stats.diagnostics:
        place = f"{name(found.file)}:{found.line}"
        click.echo(f"{place}: {found.severity.value}[{found.code}]: {found.message}", err=True)
    click.get_current_context().exit(2 if any(found.code in NOT_READ for found in stats.diagnostics) else 0)


# -- the report as text ------------------------------------------------------------------------------------------------


def report(stats: Stats, top: int) -> Iterator[str]:
    """The report, line by line."""
    yield f"{many(stats.games, 'game')}, {many(stats.plies, 'ply', 'plies')}, {many(stats.files, 'file')}"
    for game, count in variants_of(stats):
        yield ""
        faulty = f", {count.faulty:,} with faults" if count.faulty else ""
        yield f"{_title(game)}: {many(count.games, 'game')}, {many(count.plies, 'ply', 'plies')}{faulty}"
        tables = dict(_counted(game, count, stats.asked.depth, top))
        # The numbers of all tables stand in one column; a row without numbers may be longer.
        width = max((len(what) for rows in tables.values() for what, text in rows if text), default=0)
        for heading, rows in tables.items():
            yield from _table(heading, rows, width)
    yield from _players(stats, top)


def _counted(game: str, count: Count, asked: int, top: int) -> Iterator[tuple[str, Rows]]:
    """The report on a variant, table by table."""
    yield "results", _shares(ranked(count.results), count.games, top)
    yield "endings", _shares(ranked(count.endings), count.games, top)
    if count.lengths:
        lengths = count.lengths
        numbers = f"mean {lengths.mean:,.1f}, median {lengths.median:,.10g}, longest {lengths.longest:,}"
        yield "plies", [(numbers, "")]
    depth, placed = count.openings.depth, count.placed
    short = f"(to {depth} plies only: of {asked} there are too many lines to count)" if depth < asked else ""
    other = f"({many(placed, 'game')} from a position of {'its' if placed == 1 else 'their'} own)" if placed else ""
    yield "openings", [*_openings(game, count, top), *((text, "") for text in (short, other) if text)]
    yield "years", _shares(by_year(count.years, MOST_YEARS), count.games, MOST_YEARS)
    found = {f"{severity}: {code}": number for (severity, code), number in count.faults.items()}
    yield "found", [(text, f"{number:>7,}") for text, number in _top(ranked(found), top)]


def _title(game: str) -> str:
    """A variant's title, and the name that says its options."""
    if game == NO_VARIANT:
        return "unknown variant"
    title = variant(game).title
    return title if title.casefold() == game else f"{title} ({game})"


def _openings(game: str, count: Count, top: int) -> Rows:
    """The most played lines, each below the one that it goes on from."""
    if game == NO_VARIANT:
        return []
    seats, total = seats_of(game), count.openings.games
    return [
        (numbered(line.moves, len(seats)), f"{_share(line.games, total)}{_scores(line, seats)}")
        for line in count.openings.most_played(game, top)
    ]


def _scores(line: OpeningLine, seats: tuple[str, ...]) -> str:
    """How well it went, for the first of two players or all of several."""
    if not line.finished:
        return ""
    points_by_seat = zip(seats[:1] if len(seats) == 2 else seats, line.points, strict=False)
    return "   " + ", ".join(f"{seat} {100 * points / line.finished:.1f} %" for seat, points in points_by_seat)


def _players(stats: Stats, top: int) -> Iterator[str]:
    if not stats.players.complete:
        yield from ("", "Players: too many names to be told apart (--player NAME counts those of one)")
        return
    rows = []
    for player in islice(stats.players.ranking(), top):
        score = player.score
        points = f"{100 * score.points / score.finished:6.1f} %" if score.finished else " " * 8
        seats = "   ".join(f"{seat} {number:,}" for seat, number in _by_seat(player.seats))
        rows.append((shown(player.name, 40), f"{score.games:>7,} {points}   {seats}"))
    if rows:
        yield from ("", f"Players: {len(stats.players):,}")
        yield from _table("", rows, max(len(what) for what, _ in rows))
    if len(stats.players) > top:
        yield f"  and {len(stats.players) - top:,} more (--top)"


def _by_seat(seats: tuple[tuple[str, str, Score], ...]) -> list[tuple[str, int]]:
    by_seat: Counter[str] = Counter()
    for _, seat, score in seats:
        by_seat[seat] += score.games
    order = {seat: place for game, _, _ in seats for place, seat in enumerate(seats_of(game))}
    return sorted(by_seat.items(), key=lambda entry: order[entry[0]])


def _shares(entries: list[tuple[str, int]], total: int, top: int) -> Rows:
    return [(what, _share(number, total)) for what, number in _top(entries, top)]


def _share(number: int, total: int) -> str:
    return f"{number:>7,} {100 * number / total if total else 0:6.1f} %"


def _top(entries: list[tuple[str, int]], top: int) -> list[tuple[str, int]]:
    """The first entries, and the others as one."""
    rest = entries[top:]
    return entries[:top] + ([(many(len(rest), "other"), sum(number for _, number in rest))] if rest else [])


def by_year(years: dict[str, int], most: int) -> list[tuple[str, int]]:
    """Games by year, or by decade or century where there would be too many rows.

    >>> by_year({"1851": 1, "1858": 2, "1990": 4}, 2)
    [('1850s', 3), ('1990s', 4)]
    """
    for digits, mark in ((4, ""), (3, "0s"), (2, "00s")):
        spans: Counter[str] = Counter()
        for year, number in sorted(years.items()):
            spans[year[:digits] + mark] += number
        if len(spans) <= most:
            break
    return list(spans.items())


def _table(heading: str, rows: Rows, width: int) -> Iterator[str]:
    """Rows with what they say aligned; the heading stands beside the first."""
    for at, (what, text) in enumerate(rows):
        front = f"  {heading if not at else '':<10}" if heading else "  "
        yield f"{front}{what:<{width}}  {text}".rstrip()


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
