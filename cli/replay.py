"""`fairyscore replay`: every ply of a record with the position after it."""

import sys
from collections.abc import Iterator

import click

from fairyscore.cli.options import format_option, grouped_command, paths_argument, reading_options
from fairyscore.cli.report import Totals, write_rows
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostic_text import DiagnosticText
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import shown
from fairyscore.notation.work.plies import Row, plies


@grouped_command("replay", epilog="Example: fairyscore replay game.pgn --format jsonl --legal")
@paths_argument
@format_option("text", "json", "jsonl")
@click.option("--legal", is_flag=True, help="Also count the legal moves before each ply, and at the end.")
@reading_options
def command(*, paths: tuple[str, ...], style: str, legal: bool, reader: RecordReader) -> None:
    """Print a line for every ply: game, ply, seat, move in long form, position, check or end of the game.

    The last line of a game gives its end position. Faults are reported on standard error. PATH is a file, a folder or - for
    standard input, as for validate.

    Exit status: 0 clean, 1 errors found, 2 wrong usage or unreadable input.
    """
    totals = Totals()
    rows = _rows(reader, paths, totals, legal=legal)
    if style == "text":
        for row, verdict in rows:
            as_text(row, verdict)
    else:
        write_rows((row for row, _ in rows), style)
    click.get_current_context().exit(totals.exit_code())


def _rows(
    reader: RecordReader, paths: tuple[str, ...], totals: Totals, *, legal: bool
) -> Iterator[tuple[Row, Verdict]]:
    """The rows of all games; after those of a game the findings about it are reported."""
    for verdict, _ in reader.games(paths):
        if verdict.game_text.number:
            yield from ((row, verdict) for row in plies(verdict, legal=legal))
        totals.add(verdict)
        if verdict.findings:
            sys.stdout.flush()
            sys.stderr.write("".join(DiagnosticText().of(finding) for finding in verdict.findings))


def as_text(row: Row, verdict: Verdict) -> None:
    """A row for people, in columns."""
    legal = f"  {row['legal']:>4} legal" if row.get("legal") is not None else ""
    if "ply" in row:
        notes = f"  {', '.join(row['state'])}" if row["state"] else ""
        line = f"{row['game']:>3} {row['ply']:>4}  {row['seat']:<6}  {row['move']:<10}{legal}  {row['position']}{notes}"
    else:
        names = " - ".join(shown(verdict.tags[seat]) for seat in ("White", "Black") if verdict.tags.get(seat))
        about = ", ".join(filter(None, (row.get("variant", ""), names, row["outcome"] or "", row["result"] or "")))
        line = f"{row['game']:>3}  end  {row['plies']} plies{legal}  {row['position'] or 'not begun'}  {about}".rstrip()
    sys.stdout.write(line + "\n")
