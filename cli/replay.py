"""`fairyscore replay`: every ply of a record with the position after it."""

import sys
from collections.abc import Iterator
from typing import Any

import click

from fairyscore.cli.options import format_option, grouped_command, paths_argument, reading_options
from fairyscore.cli.report import Totals, write_rows
from fairyscore.notation.moves import long
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostic_text import DiagnosticText
from fairyscore.notation.records.tree import settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import shown

Row = dict[str, Any]


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
    reader = reader._replace(judge=reader.judge._replace(keep=True))
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


def plies(verdict: Verdict, *, legal: bool) -> Iterator[Row]:
    """A row for each ply of the main line, and one for its end. legal: whether legal moves are counted."""
    number, state, game, record = verdict.game_text.number, verdict.state, verdict.game, verdict.record
    ending = verdict.outcome.ending.value if verdict.outcome else None
    if record is not None and game is not None:
        now, last = record.start(), len(record.line.plies)
        for at, ply in enumerate(record.line.plies, 1):
            settle(now, ply.move)
            row: Row = {"game": number, "ply": at, "seat": game.seats[now.turn].name}
            row["move"] = long.write(now, ply.move, game)
            count = len(now.moves_with(ply.move.throw) if ply.move.throw else now.moves()) if legal else 0
            now.push_unchecked(ply.move)
            now.outcome()  # who is to move and cannot leaves now (K-5), and the position shows it
            notes = list(now.notes())
            ends = at == last and ending and not any(ending in note for note in notes)
            row |= {"position": game.write_position(now), "state": [*notes, ending] if ends else notes}
            yield row | {"legal": count} if legal else row
    position = game.write_position(state) if state and game else None
    row = {"game": number, "end": True, "plies": verdict.plies, "position": position}
    row |= {"number": state.fullmove_number if state else None, "outcome": ending}
    row["result"] = verdict.outcome.result if verdict.outcome else verdict.result or None
    if legal:
        row["legal"] = len(state.moves()) if state else None
    row["findings"] = len(verdict.findings)
    yield row if game is None else row | {"variant": game.name}


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
