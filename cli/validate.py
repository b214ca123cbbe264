"""`fairyscore validate`: judge records, and say where and why they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from fairyscore.cli.options import check_start, format_option, paths_argument, start_option, variant_option
from fairyscore.cli.progress import Progress
from fairyscore.cli.report import Report, Totals, as_json, coloured
from fairyscore.cli.sources import sizes, sources, verdicts
from fairyscore.notation.records.findings import Finding
from fairyscore.notation.replay import Judge
from fairyscore.notation.rules.variant import Variant


@click.command("validate", epilog="Example: fairyscore validate games/ --format jsonl")
@paths_argument
@format_option("text", "json", "jsonl")
@variant_option
@start_option
@click.option("--info", is_flag=True, help="Also tell repetitions and fifty moves, which are no faults.")
@click.option("--strict", is_flag=True, help="Warnings count as faults for the exit status.")
def command(
    *, paths: tuple[str, ...], style: str, game: Variant | None, position: str, info: bool, strict: bool
) -> None:
    """Judge game records, and say where and why they are wrong.

    PATH is a file, a folder (its .pgn files are judged, with --variant its .txt files too), or - for standard input.

    Exit status: 0 no faults, 1 faults found, 2 wrong usage or something that could not be read.
    """
    check_start(game, position)
    judge = Judge(variant=game.name if game else "", position=position, info=info)
    totals = Totals()
    printers[style](findings(paths, judge, totals), totals)
    click.get_current_context().exit(totals.exit_code(strict))


def findings(paths: tuple[str, ...], judge: Judge, totals: Totals) -> Iterator[Finding]:
    """What is found in all the files, as it is found; games and plies are counted on the way."""
    with_texts = bool(judge.variant)
    on_terminal = sys.stderr.isatty()
    progress = Progress(sizes(paths, with_texts) if on_terminal else 0, on_terminal)
    try:
        for source in sources(paths, with_texts):
            totals.files += source.verdict is None
            for verdict in verdicts(source, judge, heard=progress.heard):
                totals.add(verdict)
                if verdict.findings:
                    progress.hide()
                    yield from verdict.findings
    finally:  # Ctrl-C too leaves a clean line
        progress.hide()


def as_text(found: Iterator[Finding], totals: Totals) -> None:
    """Finding by finding, then the summary."""
    report = Report(colour=coloured())
    for finding in found:
        sys.stdout.write(report.finding(finding) + "\n")
    sys.stdout.write(f"{totals}\n")


def as_array(found: Iterator[Finding], _totals: Totals) -> None:
    """One JSON array, written as it grows: memory does not."""
    border = "["
    for finding in found:
        sys.stdout.write(f"{border}\n{as_json(finding)}")
        border = ","
    sys.stdout.write("[]\n" if border == "[" else "\n]\n")


def as_lines(found: Iterator[Finding], _totals: Totals) -> None:
    """A JSON object a line."""
    for finding in found:
        sys.stdout.write(as_json(finding) + "\n")


printers = {"text": as_text, "json": as_array, "jsonl": as_lines}
