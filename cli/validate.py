"""`fairyscore validate`: judge records, and say where and why they are wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from fairyscore.cli.options import (
    color_option,
    day_or_today,
    format_option,
    grouped_command,
    output_option,
    paths_argument,
    quiet_option,
    reading_options,
    settings,
    text_option,
    today_option,
)
from fairyscore.cli.report import (
    MOST_OF_A_GAME,
    Reports,
    Totals,
    name,
    terminal_text,
)
from fairyscore.cli.shell_words import complete_codes
from fairyscore.cli.sources import Interrupts, bulk_options, refuse_sharing, run
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostic_text import LONGEST_NAME
from fairyscore.notation.records.diagnostics import Diagnostic, is_not_read
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import shown
from fairyscore.notation.variants.catalog import supplied
from fairyscore.notation.work.bulk.running import BulkOptions
from fairyscore.notation.work.validate import GameReport, ValidateWork

if TYPE_CHECKING:
    from fairyscore.cli.refusals import FaultDrawings


@grouped_command("validate", epilog="Example: fairyscore validate games/ --format jsonl")
@paths_argument
@format_option("text", "json", "jsonl", "concise", "github", "gitlab", "sarif", "junit")
@output_option()
@reading_options
@click.option("--info", is_flag=True, help="Also report repetitions and fifty-move claims (information).")
@click.option("--time", is_flag=True, help="Also audit the players' time against TimeControl.")
@today_option("With --time")
@text_option("--draw-faults folder", "FOLDER", "Write a drawing (.svg) of every refused move to this folder.")
@bulk_options
@click.option("--strict", is_flag=True, help="Count warnings as errors for the exit status.")
@click.option("--exit-zero", is_flag=True, help="Exit with status 0 even if errors are found.")
@click.option(
    "--select",
    metavar="CODES",
    multiple=True,
    shell_complete=complete_codes,
    help="Report only these codes, for example `time-*,move-number`.",
)
@text_option("--ignore", "CODES", "Do not report these codes.", (), multiple=True, shell_complete=complete_codes)
@click.option(
    "--max-errors",
    "most",
    type=click.IntRange(min=0),
    default=MOST_OF_A_GAME,
    show_default=True,
    help="Report at most N diagnostics per game, errors first; 0 for all. All are counted.",
)
@click.option("--statistics", is_flag=True, help="Print only how often each code was found.")
@click.option("-v", "--verbose", is_flag=True, help="Print the settings in use and where they come from.")
@quiet_option
@color_option
def command(
    *,
    paths: tuple[str, ...],
    style: str,
    reader: RecordReader,
    bulk: BulkOptions,
    info: bool,
    time: bool,
    today: str,
    folder: str,
    strict: bool,
    output: str,
    exit_zero: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    verbose: bool,
    **counted: Any,
) -> None:
    """Check game records, and report where and why they are wrong.

    PATH is a file, a folder (its files in any format that identifies itself; with --variant any .txt file too, with
    --from those of that format), a packed file, an archive or archive!member, a pattern, a URL, or - for standard input.

    Exit status: 0 clean, 1 errors found, 2 wrong usage or unreadable input.
    """
    day = day_or_today(today) if time else ""
    judge = reader.judge._replace(info=info, time=time, today=day)
    drawings = _drawings(folder, bulk) if folder else None
    if verbose:
        _print_settings()
    totals = Totals(**counted)
    reported = _reported(select, ignore)
    with _output(output):
        work = ValidateWork(judge, reader.form_name, None if drawings is None else drawings.add)
        bulk = bulk if folder else bulk.with_jobs(reader, paths)
        reports = judged(work, paths, reader, bulk, totals=totals, reported=reported)
        if style == "text":
            as_text(reports, totals)
        else:
            from fairyscore.cli.machine_reports import write

            write(reports, totals, style)
    if drawings is not None:
        click.echo(f"drawings in {shown(folder, LONGEST_NAME)}: {len(drawings)}", err=True)
    code = totals.exit_code(strict)
    click.get_current_context().exit(0 if exit_zero and code == 1 else code)


def _drawings(folder: str, bulk: BulkOptions) -> FaultDrawings:
    from fairyscore.cli.refusals import FaultDrawings

    refuse_sharing(bulk, "--draw-faults draws")
    return FaultDrawings(folder)


def _print_settings() -> None:
    """Print the settings in use and where they come from."""
    in_use = settings()
    none = "settings: none; no fairyscore.toml and no [tool.fairyscore] above the files"
    click.echo("\n".join(in_use.lines() if in_use else [none]), err=True)


def _reported(select: tuple[str, ...], ignore: tuple[str, ...]) -> Callable[[Diagnostic], bool] | None:
    """Whether a diagnostic is asked for; None where all are. What could not be read is reported in any case."""
    if not select and not ignore:
        return None
    from fairyscore.cli.codes import codes_named, explained

    chosen = (codes_named(select, "--select") if select else frozenset(explained())) - codes_named(ignore, "--ignore")
    return lambda found: found.code in chosen or is_not_read(found)


@contextmanager
def _output(path: str) -> Iterator[None]:
    """Standard output becomes the file at a path, which is replaced whole; it stays where the path is empty or `-`."""
    if path in ("", STDIN):
        yield
        return
    from contextlib import redirect_stdout
    from io import TextIOWrapper

    from fairyscore.cli.writing import replaced

    with replaced(path) as stream:
        text = TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")
        with redirect_stdout(text):
            yield
        text.flush()
        text.detach()


def judged(
    work: ValidateWork,
    paths: tuple[str, ...],
    reader: RecordReader,
    bulk: BulkOptions,
    *,
    totals: Totals,
    reported: Callable[[Diagnostic], bool] | None = None,
) -> Reports:
    """The findings, with the names of files; games are counted on the way. Ctrl-C ends it as if all were done."""
    with Interrupts() as interrupts, closing(run(work, paths, reader, bulk)) as results:
        for got in results:
            report: GameReport = got.result
            totals.files += got.first
            findings = totals.once.of(report.findings)
            if reported is not None:
                findings = [found for found in findings if reported(found)]
            totals.count(findings, report.games, report.plies, report.unjudged)
            findings = totals.chosen(findings)
            if len(findings) < len(report.findings):
                report = report._replace(findings=findings)
            if report.findings or report.time:
                with interrupts.held():
                    yield got.name, report
    totals.interrupted, totals.processes = interrupts.met, bulk.chosen_jobs
    if found := settings():
        totals.left_out = found.left_out


def as_text(reports: Reports, totals: Totals) -> None:
    """Diagnostic by diagnostic, after those of a game the time that its players used, then the summary."""
    text = None
    for file, report in reports:
        for finding in report.findings if not totals.statistics else ():
            text = text or terminal_text(totals.styled)
            sys.stdout.write(text.of(finding) + "\n")
        if report.time is not None:
            game, line, control, accounts = report.time
            lines = (f"{name(file)}:{line}: time of game {game}: {control}", *(f"  {one}" for one in accounts), "")
            sys.stdout.writelines(f"{one}\n" for one in lines)
    if totals.statistics or not totals.quiet:
        sys.stdout.writelines(f"{line}\n" for line in [*totals.by_code(), str(totals), *_rules()])


def _rules() -> Iterator[str]:
    """The files by which supplied games were judged, a line each for the first of them."""
    most = 3
    files = [game for game in supplied().values() if game.source is not None and not game.source.ini]
    for game in files[:most]:
        assert game.source is not None
        yield f"rules of {game.name}: {shown(game.source.file)} {game.source.digest}"
    if files[most:]:
        yield f"and of {len(files) - most} more supplied games"
