"""`fairyscore stats`: what an archive holds, counted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, NoReturn

import click

from fairyscore.cli.bulk import bulk_options, work_through
from fairyscore.cli.interrupts import Interrupts
from fairyscore.cli.options import judge_of, paths_argument, reading_options, sentence
from fairyscore.cli.progress import Progress
from fairyscore.cli.report import NOT_READ, many
from fairyscore.cli.sources import endings, limits, sizes
from fairyscore.cli.telling import name
from fairyscore.cli.texts import is_file
from fairyscore.cli.writing import written
from fairyscore.notation.census.census import NO_VARIANT, Asked, Census, Count
from fairyscore.notation.census.counting import Counting, Tally
from fairyscore.notation.census.openings import DEPTH, OpeningLine, numbered
from fairyscore.notation.census.tables import (
    arrow_and_parquet,
    lines_of,
    ranked,
    seats_of,
    variants_of,
    write_csv,
    write_json,
    write_parquet,
)
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.extras import MissingExtra
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.listing import members
from fairyscore.notation.text import shown
from fairyscore.notation.variants.naming import variant

DEEPEST = 40
"""Plies of an opening that may be asked for."""

TOP = 10

Rows = list[tuple[str, str]]
"""What is counted, and the numbers as they are told."""

MOST_YEARS = 24
"""Rows of years."""

LONGEST_NAME = 40
"""Characters of a player's name in the text."""


@click.command("stats", epilog="Example: fairyscore stats games/ --plot games.svg   (--format json for programs)")
@paths_argument
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "csv", "parquet"]),
    default="text",
    show_default=True,
    help="Print text for people, one JSON document, or a long table.",
)
@click.option("-o", "--output", metavar="FILE", default="", help="The file to write; else standard output.")
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
@click.option("--player", metavar="NAME", default="", help="Count only the games of this player.")
@click.option("--plot", metavar="FILE", default="", help="Also draw bar charts: an .svg, .png or .pdf.")
@click.option(
    "--theme", metavar="THEME", default="screen", help="Of --plot: screen, dark, print, colour-blind, or .toml."
)
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
    form: Format | None,
    game: Variant | None,
    position: str,
    recover: bool,
) -> None:
    """Count games, results, lengths, endings, openings, years and faults of each variant, and the games of each player.

    Openings are counted by the moves themselves, in whatever notation and coordinates the records are, and for games from
    the usual start only. PATH is a file, a folder or - for standard input, as for validate.

    What the options --jobs, --state and --engine share out is added up to the same report.

    Exit status: 0 counted, 2 wrong usage or something that could not be read or written. Faults in games are counted, and
    are none here.
    """
    _check(style, plot, theme)
    asked = Asked(depth=depth, player=player, position=position)
    work = Counting(judge_of(game, position, recover), form.name if form else "", asked)
    tally, interrupted = _count(work, paths, form)
    if interrupted:
        _tell_half(tally, top, style, output)
    with written(output) as stream:
        _WRITERS[style](tally, top, stream)
    if plot:
        _draw(tally.census, plot, theme, top)
    for said in tally.told:
        click.echo(f"{name(said.name)}:{said.line}: {said.severity}[{said.code}]: {said.message}", err=True)
    click.get_current_context().exit(2 if any(said.code in NOT_READ for said in tally.told) else 0)


def _count(work: Counting, paths: tuple[str, ...], form: Format | None) -> tuple[Tally, bool]:
    """The sum over all files, and whether Ctrl-C ended it early."""
    tally = Tally(work.asked)
    with_texts = bool(work.judge.variant)
    on_terminal = sys.stderr.isatty()
    progress = Progress(sizes(paths, with_texts, form) if on_terminal else 0, on_terminal)
    try:
        with Interrupts() as interrupts:
            for got in work_through(work, members(paths, endings(with_texts, form), limits()), progress.heard):
                games = tally.census.games
                with interrupts.held():
                    tally.add(got)
                progress.judged(tally.census.games - games)
    finally:
        progress.hide()
    return tally, interrupts.met


def _tell_half(tally: Tally, top: int, style: str, output: str) -> NoReturn:
    """Tell people what was counted by Ctrl-C; a file or a program gets all or nothing."""
    if style == "text" and not is_file(output):
        sys.stdout.write("interrupted; so far ")
        sys.stdout.flush()
        with written("") as stream:
            _as_text(tally, top, stream)
    raise KeyboardInterrupt


# -- text -------------------------------------------------------------------------------------------------------------


def _as_text(tally: Tally, top: int, stream: BinaryIO) -> None:
    for line in told(tally.census, tally.files, top):
        stream.write(f"{line}\n".encode(sys.stdout.encoding or "utf-8", errors="backslashreplace"))


def told(census: Census, files: int, top: int) -> Iterator[str]:
    """The report, line by line."""
    yield f"{many(census.games, 'game')}, {many(census.plies, 'ply', 'plies')} in {many(files, 'file')}"
    for game, count in variants_of(census):
        yield ""
        yield from _variant(game, count, census.asked.depth, top)
    yield from _players(census, top)


def _variant(game: str, count: Count, asked: int, top: int) -> Iterator[str]:
    title = "unknown variant" if game == NO_VARIANT else _title(game)
    faulty = f", {count.faulty:,} with faults" if count.faulty else ""
    yield f"{title}: {many(count.games, 'game')}, {many(count.plies, 'ply', 'plies')}{faulty}"
    yield from _tables(dict(_counted(game, count, asked, top)))


def _counted(game: str, count: Count, asked: int, top: int) -> Iterator[tuple[str, Rows]]:
    """What is told of a variant, table by table."""
    yield "results", _shares(ranked(count.results), count.games, top)
    yield "endings", _shares(ranked(count.endings), count.games, top)
    if count.lengths:
        lengths = count.lengths
        numbers = f"mean {lengths.mean:,.1f}, median {lengths.median:,.10g}, longest {lengths.longest:,}"
        yield "plies", [(numbers, "")]
    yield "openings", [*_openings(game, count, top), *_left_out(count, asked)]
    yield "years", _shares(by_year(count.years, MOST_YEARS), count.games, MOST_YEARS)
    found = {f"{severity}: {code}": number for (severity, code), number in count.faults.items()}
    yield "found", [(said, f"{number:>7,}") for said, number in _top(ranked(found), top)]


def _left_out(count: Count, asked: int) -> Rows:
    """What no opening counts."""
    rows = []
    if count.openings.depth < asked:
        rows.append((f"(to {count.openings.depth} plies only: of {asked} there are too many lines to count)", ""))
    if count.placed:
        rows.append(
            (f"({many(count.placed, 'game')} from a position of {'its' if count.placed == 1 else 'their'} own)", "")
        )
    return rows


def _title(game: str) -> str:
    """A variant's title, and the name that says its options."""
    title = variant(game).title
    return title if title.casefold() == game else f"{title} ({game})"


def _openings(game: str, count: Count, top: int) -> Rows:
    """The most played lines, each below the one that it goes on from."""
    seats, total = seats_of(game), count.openings.games
    chosen = islice(lines_of(game, count, fewest(lines_of(game, count), top)), top)
    return [(numbered(line.moves, len(seats)), f"{_share(line.games, total)}{_scores(line, seats)}") for line in chosen]


def fewest(lines: Iterable[OpeningLine], top: int) -> int:
    """How many games a line must have to be among the first."""
    games = sorted((line.games for line in lines), reverse=True)
    return games[top - 1] if len(games) >= top else 1


def _scores(line: OpeningLine, seats: tuple[str, ...]) -> str:
    """How well it went, for the first of two players or all of several."""
    if not line.finished:
        return ""
    shown_seats = seats[:1] if len(seats) == 2 else seats
    scores = (
        f"{seat} {100 * points / line.finished:.1f} %" for seat, points in zip(shown_seats, line.points, strict=False)
    )
    return f"   {', '.join(scores)}"


def _players(census: Census, top: int) -> Iterator[str]:
    if not census.players.complete:
        yield ""
        yield "Players: too many names to be told apart (--player NAME counts those of one)"
        return
    players = len(census.players)
    if not players:
        return
    yield ""
    yield f"Players: {players:,}"
    rows = []
    for player in islice(census.players.ranking(), top):
        score = player.score
        points = f"{100 * score.points / score.finished:6.1f} %" if score.finished else " " * 8
        seats = "   ".join(f"{seat} {number:,}" for seat, number in _by_seat(player.seats))
        rows.append((shown(player.name, LONGEST_NAME), f"{score.games:>7,} {points}   {seats}"))
    yield from _table("", rows, max(len(what) for what, _ in rows))
    if players > top:
        yield f"  and {players - top:,} more (--top)"


def _by_seat(seats: tuple[tuple[str, str, Any], ...]) -> list[tuple[str, int]]:
    by_seat: dict[str, int] = {}
    for _, seat, score in seats:
        by_seat[seat] = by_seat.get(seat, 0) + score.games
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
        spans: dict[str, int] = {}
        for year, number in sorted(years.items()):
            span = year[:digits] + mark
            spans[span] = spans.get(span, 0) + number
        if len(spans) <= most:
            break
    return list(spans.items())


def _tables(tables: dict[str, Rows]) -> Iterator[str]:
    """Tables with their numbers in one column; a row without numbers may be longer."""
    wide = max((len(what) for rows in tables.values() for what, said in rows if said), default=0)
    for heading, rows in tables.items():
        yield from _table(heading, rows, wide)


def _table(heading: str, rows: Rows, wide: int) -> Iterator[str]:
    """Rows with what they say aligned; the heading stands beside the first."""
    for at, (what, said) in enumerate(rows):
        front = f"  {heading if not at else '':<10}" if heading else "  "
        yield f"{front}{what:<{wide}}  {said}".rstrip()


# -- for programs -----------------------------------------------------------------------------------------------------


def _as_json(tally: Tally, _top: int, stream: BinaryIO) -> None:
    write_json(tally.census, tally.files, stream)


def _as_csv(tally: Tally, _top: int, stream: BinaryIO) -> None:
    write_csv(tally.census, stream)


def _as_parquet(tally: Tally, _top: int, stream: BinaryIO) -> None:
    whole = BytesIO()  # standard output cannot be sought
    write_parquet(tally.census, whole)
    stream.write(whole.getvalue())


_WRITERS: dict[str, Callable[[Tally, int, BinaryIO], None]] = {
    "text": _as_text,
    "json": _as_json,
    "csv": _as_csv,
    "parquet": _as_parquet,
}


# -- charts -----------------------------------------------------------------------------------------------------------


def _check(style: str, plot: str, theme: str) -> None:
    """See that what is asked for can be made, before hours are spent with counting."""
    if style == "parquet":
        try:
            arrow_and_parquet()
        except MissingExtra as fault:
            raise click.UsageError(sentence(fault)) from None
    if not plot:
        return
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.export import ending_of
    from fairyscore.render.themes import find

    try:
        ending_of(plot)
        find(theme)
    except DrawingError as fault:
        raise click.UsageError(sentence(fault)) from None


def _draw(census: Census, plot: str, theme: str, top: int) -> None:
    from fairyscore.render.charts.archive import archive_chart
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.export import encoded, ending_of

    try:
        data = encoded(archive_chart(census, top=top, theme=theme).svg(), ending_of(plot))
    except DrawingError as fault:
        raise click.UsageError(sentence(fault)) from None
    with written(plot) as stream:
        stream.write(data)
