"""`fairyscore replay`: every ply of a record with the position behind it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import Any

import click

from fairyscore.cli.options import format_option, grouped_command, paths_argument, reading_options
from fairyscore.cli.report import JsonRows, TextReport, Totals
from fairyscore.cli.sources import Reader
from fairyscore.notation.moves import long
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.text import shown

Row = dict[str, Any]


@grouped_command("replay", epilog="Example: fairyscore replay game.pgn --format jsonl --legal")
@paths_argument
@format_option("text", "json", "jsonl")
@click.option("--legal", is_flag=True, help="Also count the legal moves before each ply, and at the end.")
@reading_options
def command(*, paths: tuple[str, ...], style: str, legal: bool, reader: Reader) -> None:
    """Print a line for every ply: game, ply, seat, move in long form, position, check or end of the game.

    The last line of a game gives its end position. Faults are told on standard error. PATH is a file, a folder or - for
    standard input, as for validate.

    Exit status: 0 no faults, 1 faults found, 2 wrong usage or something that could not be read.
    """
    reader = reader._replace(judge=replace(reader.judge, keep=False))
    totals, report, rows = Totals(), TextReport(), JsonRows(style)
    printer = as_text if style == "text" else lambda row, _verdict: rows.add(row)
    for source in reader.sources(paths):
        watcher = Plies(printer, legal)
        for verdict in reader.verdicts(source, watcher):
            if verdict.game_text.number:
                watcher.end(verdict)
            totals.add(verdict)
            if verdict.findings:
                sys.stdout.flush()
                sys.stderr.write("".join(report.finding(finding) for finding in verdict.findings))
    if style != "text":
        rows.close()
    click.get_current_context().exit(totals.exit_code())


@dataclass(slots=True)
class Plies:
    """Watches games and prints their plies. A row waits for the next, since only the last tells how the game ended."""

    printer: Any
    legal: bool
    game: Variant | None = None
    number: int = 0
    plies: int = 0
    waiting: Row = field(default_factory=dict)

    def begin(self, game_text: GameText, game: Variant, state: State) -> None:
        """A game begins."""
        self.game, self.number, self.plies = game, game_text.number, 0

    def push(self, state: State, parsed: ParsedMove) -> bool:
        """Make the move if it is legal, and note its row."""
        game = self.game
        assert game is not None
        move = state.find(parsed)
        if move is None:
            return False
        row = {"seat": game.seats[state.turn].name, "move": long.write(state, move, game)}
        count = len(state.moves_with(move.throw) if move.throw else state.moves()) if self.legal else 0
        if not state.push(parsed):
            return False
        self.plies += 1
        state.outcome()  # who is to move and cannot leaves now (K-5), and the position shows it
        self._flush()
        self.waiting = {"game": self.number, "ply": self.plies, **row, "position": game.write_position(state)}
        self.waiting["state"] = list(state.notes())
        if self.legal:
            self.waiting["legal"] = count
        return True

    def end(self, verdict: Verdict) -> None:
        """The last ply, with the end of the game where it has one, and the row of the game."""
        ending = verdict.outcome.ending.value if verdict.outcome else None
        if ending and self.waiting and not any(ending in note for note in self.waiting["state"]):
            self.waiting["state"].append(ending)
        self._flush()
        state, game = verdict.state, verdict.game
        row: Row = {"game": verdict.game_text.number, "end": True, "plies": verdict.plies}
        row["position"] = game.write_position(state) if state and game else None
        row["number"] = state.fullmove_number if state else None
        row["outcome"] = ending
        row["result"] = verdict.outcome.result if verdict.outcome else verdict.result or None
        if self.legal:
            row["legal"] = len(state.moves()) if state else None
        row["findings"] = len(verdict.findings)
        if game is not None:
            row["variant"] = game.name
        self.printer(row, verdict)

    def _flush(self) -> None:
        if self.waiting:
            self.printer(self.waiting, None)
            self.waiting = {}


def as_text(row: Row, verdict: Verdict | None) -> None:
    """A row for people, in columns."""
    legal = f"  {row['legal']:>4} legal" if row.get("legal") is not None else ""
    if verdict is None:
        notes = f"  {', '.join(row['state'])}" if row["state"] else ""
        line = f"{row['game']:>3} {row['ply']:>4}  {row['seat']:<6}  {row['move']:<10}{legal}  {row['position']}{notes}"
    else:
        names = " - ".join(shown(verdict.tags[seat]) for seat in ("White", "Black") if verdict.tags.get(seat))
        about = ", ".join(filter(None, (row.get("variant", ""), names, row["outcome"] or "", row["result"] or "")))
        line = f"{row['game']:>3}  end  {row['plies']} plies{legal}  {row['position'] or 'not begun'}  {about}".rstrip()
    sys.stdout.write(line + "\n")
