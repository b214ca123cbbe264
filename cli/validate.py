"""`fairyscore validate`: judge records, and say where and why they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import click

from fairyscore.cli.options import format_option, judge_of, paths_argument, reading_options
from fairyscore.cli.progress import Progress
from fairyscore.cli.report import LONGEST_NAME, Report, Totals, as_json, coloured
from fairyscore.cli.sources import sizes, sources, verdicts
from fairyscore.cli.telling import name
from fairyscore.notation.formats.base import Format
from fairyscore.notation.replay import Judge, Verdict
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

Said = tuple[str, Verdict]
"""A path as it was given, and the verdict on a game there."""


@click.command("validate", epilog="Example: fairyscore validate games/ --format jsonl")
@paths_argument
@format_option("text", "json", "jsonl")
@reading_options
@click.option("--info", is_flag=True, help="Also tell repetitions and fifty moves, which are no faults.")
@click.option("--time", is_flag=True, help="Also audit the players' time against TimeControl.")
@click.option("--draw-faults", "folder", metavar="FOLDER", default="", help="Draw every refused move there, as .svg.")
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
    """Judge game records, and say where and why they are wrong.

    PATH is a file, a folder (its .pgn files are judged, with --variant its .txt files too, with --from those of that
    format), or - for standard input.

    Exit status: 0 no faults, 1 faults found, 2 wrong usage or something that could not be read.
    """
    judge = replace(judge_of(game, position, recover, keep=bool(folder)), info=info, time=time)
    totals = Totals()
    said = judged(paths, judge, totals, form)
    printers[style](drawn(said, folder) if folder else said, totals)
    click.get_current_context().exit(totals.exit_code(strict))


def judged(paths: tuple[str, ...], judge: Judge, totals: Totals, form: Format | None = None) -> Iterator[Said]:
    """The verdicts on all files where there is something to say; games and plies are counted on the way."""
    with_texts = bool(judge.variant)
    on_terminal = sys.stderr.isatty()
    progress = Progress(sizes(paths, with_texts, form) if on_terminal else 0, on_terminal)
    try:
        for source in sources(paths, with_texts, form):
            totals.files += source.verdict is None
            for verdict in verdicts(source, judge, heard=progress.heard, form=form):
                totals.add(verdict)
                if verdict.findings or verdict.audit is not None:
                    progress.hide()
                    yield source.path, verdict
    finally:  # Ctrl-C too leaves a clean line
        progress.hide()


def drawn(said: Iterator[Said], folder: str) -> Iterator[Said]:
    """The same verdicts; the refused moves in them are drawn on the way."""
    from fairyscore.cli.refusals import FaultDrawings

    drawings = FaultDrawings(folder)
    for path, verdict in said:
        drawings.add(path, verdict)
        yield path, verdict
    click.echo(f"drawings in {shown(folder, LONGEST_NAME)}: {len(drawings)}", err=True)


def as_text(said: Iterator[Said], totals: Totals) -> None:
    """Finding by finding, behind those of a game what its players used of their time, then the summary."""
    report = Report(colour=coloured())
    for path, verdict in said:
        for finding in verdict.findings:
            sys.stdout.write(report.finding(finding) + "\n")
        for line in times(path, verdict):
            sys.stdout.write(line + "\n")
    sys.stdout.write(f"{totals}\n")


def times(path: str, verdict: Verdict) -> Iterator[str]:
    """A line for each player of a game whose time was audited, and what is behind them."""
    if verdict.audit is None or not verdict.audit.accounts:
        return
    control = str(verdict.audit.control) or "no time control"
    yield f"{name(path)}:{verdict.piece.line}: time of game {verdict.piece.number}: {control}"
    yield from (f"  {account}" for account in verdict.audit.accounts)
    yield ""


def as_array(said: Iterator[Said], _totals: Totals) -> None:
    """One JSON array, written as it grows: memory does not."""
    border = "["
    for _, verdict in said:
        for finding in verdict.findings:
            sys.stdout.write(f"{border}\n{as_json(finding)}")
            border = ","
    sys.stdout.write("[]\n" if border == "[" else "\n]\n")


def as_lines(said: Iterator[Said], _totals: Totals) -> None:
    """A JSON object a line."""
    for _, verdict in said:
        for finding in verdict.findings:
            sys.stdout.write(as_json(finding) + "\n")


printers = {"text": as_text, "json": as_array, "jsonl": as_lines}
