"""`fairyscore validate`: judge records, and say where and why they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import NamedTuple

import click

from fairyscore.cli.bulk import bulk_options, refuse_sharing, work_through
from fairyscore.cli.interrupts import Interrupts
from fairyscore.cli.options import format_option, judge_of, paths_argument, reading_options
from fairyscore.cli.progress import Progress
from fairyscore.cli.report import LONGEST_NAME, OnceAFile, Report, Totals, as_json, coloured
from fairyscore.cli.sources import STDIN, sizes, sources
from fairyscore.cli.telling import name
from fairyscore.notation.bulk.serialize import unwired
from fairyscore.notation.bulk.validating import ValidateWork
from fairyscore.notation.bulk.work import Answered
from fairyscore.notation.formats.base import Format
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.text import shown

COUNTED = ("games", "plies", "unjudged")


class GameReport(NamedTuple):
    """What is found in a game or a file, and lines on the time that its players used."""

    findings: list[Diagnostic]
    times: list[str]

    @classmethod
    def of(cls, got: Answered) -> GameReport:
        """What an answer of `ValidateWork` says."""
        findings = [unwired(found, got.name, got.games, got.lines) for found in got.answer["findings"]]
        return cls(findings, list(_times(got)))


def _times(got: Answered) -> Iterator[str]:
    """A line for each player of a game whose time was audited, and what is behind them."""
    if got.answer["times"]:
        game, line, control, *accounts = got.answer["times"]
        yield f"{name(got.name)}:{line + got.lines}: time of game {game + got.games}: {control}"
        yield from (f"  {account}" for account in accounts)
        yield ""


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
        printers[style](judged(work, members, totals, progress), totals)
    click.get_current_context().exit(totals.exit_code(strict))


def judged(
    work: ValidateWork, members: Iterable[Source | Unreadable], totals: Totals, progress: Progress
) -> Iterator[GameReport]:
    """What is to be said on all files; games and plies are counted on the way. Ctrl-C ends it as if all were done."""
    once = OnceAFile()
    try:
        with Interrupts() as interrupts:
            for got in work_through(work, members, progress.on_progress):
                said = GameReport.of(got)
                said = said._replace(findings=once.of(said.findings))
                totals.files += got.first
                totals.count(said.findings, **{what: got.answer[what] for what in COUNTED})
                progress.judged(got.answer["games"])
                if said.findings or said.times:
                    progress.hide()
                    with interrupts.held():
                        yield said
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


def as_text(said: Iterator[GameReport], totals: Totals) -> None:
    """Finding by finding, behind those of a game what its players used of their time, then the summary."""
    report = Report(colour=coloured())
    for one in said:
        for finding in one.findings:
            sys.stdout.write(report.finding(finding) + "\n")
        for line in one.times:
            sys.stdout.write(line + "\n")
    sys.stdout.writelines(f"{line}\n" for line in [*totals.by_code(), str(totals)])


def as_array(said: Iterator[GameReport], _totals: Totals) -> None:
    """One JSON array, written as it grows: memory does not."""
    border = "["
    for one in said:
        for finding in one.findings:
            sys.stdout.write(f"{border}\n{as_json(finding)}")
            border = ","
    sys.stdout.write("[]\n" if border == "[" else "\n]\n")


def as_lines(said: Iterator[GameReport], _totals: Totals) -> None:
    """A JSON object a line."""
    for one in said:
        for finding in one.findings:
            sys.stdout.write(as_json(finding) + "\n")


printers = {"text": as_text, "json": as_array, "jsonl": as_lines}
