"""`fairyscore validate`: judge records, and say where and why they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import click

from fairyscore.cli.bulk import bulk_options, refuse_sharing, work_through
from fairyscore.cli.interrupts import Interrupts
from fairyscore.cli.options import format_option, judge_of, paths_argument, reading_options
from fairyscore.cli.progress import Progress
from fairyscore.cli.report import LONGEST_NAME, OnceAFile, Report, Totals, as_json, coloured
from fairyscore.cli.sources import STDIN, sizes, sources
from fairyscore.cli.telling import name
from fairyscore.notation.bulk.validating import GameReport, ValidateWork
from fairyscore.notation.formats.base import Format
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.text import shown


@click.command("validate", epilog="Example: fairyscore validate games/ --format jsonl")
@paths_argument
@format_option("text", "json", "jsonl")
@reading_options
@click.option("--info", is_flag=True, help="Also tell repetitions and fifty moves, which are no faults.")
@click.option("--time", is_flag=True, help="Also audit the players' time against TimeControl.")
@click.option("--draw-faults", "folder", metavar="FOLDER", default="", help="Draw every refused move there, as .svg.")
@bulk_options
@click.option("--strict", is_flag=True, help="Warnings count as faults for the exit status.")
def command(
    *,
    paths: tuple[str, ...],
    style: str,
    form: Format | None,
    game: Variant | None,
    position: str,
    recover: bool,
    info: bool,
    time: bool,
    folder: str,
    strict: bool,
) -> None:
    """Check game records, and say where and why they are wrong.

    PATH is a file, a folder (its .pgn files are judged, with --variant its .txt files too, with --from those of that
    format), a packed file, an archive or archive!member, a pattern, a URL, or - for standard input.

    Exit status: 0 no faults, 1 faults found, 2 wrong usage or something that could not be read.
    """
    judge = replace(judge_of(game, position, recover, keep=bool(folder)), info=info, time=time)
    if folder:
        refuse_sharing("--draw-faults draws")
    totals = Totals()
    with_texts, on_terminal = game is not None, sys.stderr.isatty()
    progress = Progress(sizes(paths, with_texts, form) if on_terminal else 0, on_terminal)
    members = sources(paths, with_texts, form)
    with drawing(folder) if folder else nullcontext() as drawings:
        work = ValidateWork(judge, form.name if form else "", drawings)
        REPORTERS[style](judged(work, members, totals, progress), totals)
    click.get_current_context().exit(totals.exit_code(strict))


def judged(
    work: ValidateWork, sources: Iterable[Source | Unreadable], totals: Totals, progress: Progress
) -> Iterator[tuple[str, GameReport]]:
    """What is to be said, with the names of files; games are counted on the way. Ctrl-C ends it as if all were done."""
    once = OnceAFile()
    try:
        with Interrupts() as interrupts:
            for got in work_through(work, sources, progress.on_progress):
                report: GameReport = got.result._replace(findings=once.of(got.result.findings))
                totals.files += got.first
                totals.count(report.findings, report.games, report.plies, report.unjudged)
                progress.judged(report.games)
                if report.findings or report.time:
                    progress.hide()
                    with interrupts.held():
                        yield got.name, report
        totals.interrupted = interrupts.met
    finally:
        progress.hide()


@contextmanager
def drawing(folder: str) -> Iterator[Callable[[Verdict], None]]:
    """What draws the refused moves of a game to a folder; at the end it is told how many there were."""
    from fairyscore.cli.refusals import FaultDrawings

    drawings = FaultDrawings(folder)
    yield lambda verdict: drawings.add(_path(verdict.findings[0].file), verdict)
    click.echo(f"drawings in {shown(folder, LONGEST_NAME)}: {len(drawings)}", err=True)


def _path(file: str) -> str:
    """The path that findings call so."""
    return STDIN if file == name(STDIN) else file


Reports = Iterator[tuple[str, GameReport]]


def as_text(reports: Reports, totals: Totals) -> None:
    """Diagnostic by diagnostic, behind those of a game what its players used of their time, then the summary."""
    text = Report(colour=coloured())
    for file, report in reports:
        for finding in report.findings:
            sys.stdout.write(text.finding(finding) + "\n")
        if report.time is not None:
            game, line, control, accounts = report.time
            lines = (f"{name(file)}:{line}: time of game {game}: {control}", *(f"  {one}" for one in accounts), "")
            sys.stdout.writelines(f"{one}\n" for one in lines)
    sys.stdout.writelines(f"{line}\n" for line in [*totals.by_code(), str(totals)])


def as_array(reports: Reports, _totals: Totals) -> None:
    """One JSON array, written as it grows: memory does not."""
    border = "["
    for _, report in reports:
        for finding in report.findings:
            sys.stdout.write(f"{border}\n{as_json(finding)}")
            border = ","
    sys.stdout.write("[]\n" if border == "[" else "\n]\n")


def as_lines(reports: Reports, _totals: Totals) -> None:
    """A JSON object a line."""
    for _, report in reports:
        sys.stdout.writelines(f"{as_json(finding)}\n" for finding in report.findings)


REPORTERS: dict[str, Callable[[Reports, Totals], None]] = {"text": as_text, "json": as_array, "jsonl": as_lines}
"""What writes the report, by `--format`."""
