"""`fairyscore repair`: the smallest changes that make a record legal, proposed or applied."""

import os
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

import click

from fairyscore.cli.options import format_option, grouped_command, only_game_option, paths_argument, reading_options
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import rewritten
from fairyscore.notation.editing.game_file import line_end
from fairyscore.notation.editing.rewrite import Rewriting, as_it_stands, why_not_anew
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import Severity, as_data
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN, Source, Unreadable
from fairyscore.notation.storage.writing import FileStamp, LeaveUnchanged
from fairyscore.notation.text import counted
from fairyscore.notation.work.formatting import NOT_PLAIN
from fairyscore.notation.work.repair import Repair, TextChange
from fairyscore.notation.work.repair import ways as ways_to_repair

WHAT = REPAIRED, PROPOSED, HELPLESS = "repaired", "can be repaired", "not"
"""What games come to, as the line at the end says it."""


@grouped_command("repair", epilog="Example: fairyscore repair game.pgn   (then: fairyscore repair game.pgn --write)")
@paths_argument
@click.option("--write", is_flag=True, help="Apply corrections that are clearly the best.")
@click.option(
    "--choose", metavar="N", type=click.IntRange(1), help="With --write: apply the N-th of several proposals."
)
@only_game_option
@format_option("text", "json")
@reading_options
def command(
    *, paths: tuple[str, ...], write: bool, choose: int | None, number: int | None, style: str, reader: RecordReader
) -> None:
    """Propose the smallest changes after which the moves of all games are legal; only those characters change.

    It tries other letter case, ring and letter swapped, another coordinate scheme, missing or extra promotions,
    throws and passes, a repeated move, one wrong character, capture marks, and move numbers.

    Errors that no such change corrects are reported and left. --write changes plain files only.

    Exit status: 0 nothing to repair, or all repaired, 1 there are proposals, or errors remain, 2 wrong usage,
    unreadable input or failed output.
    """
    if write and STDIN in paths:
        raise click.UsageError("--write needs the names of files.")
    if choose is not None and not write:
        raise click.UsageError("--choose needs --write: without it all ways are shown.")
    work = _Repairer(reader, Reporter(style, ("games",), forced=reader.forced), number, choose, write)
    for source in reader.sources(paths):
        work.file(source)
    work.telling.end(work.sum(), file=name(paths[0]))
    click.get_current_context().exit(work.exit_code())


@dataclass(slots=True)
class _Repairer:
    """Goes through the games of files, one file after the other."""

    reader: RecordReader
    telling: Reporter
    number: int | None = None  # of the only game that is asked for
    choose: int | None = None  # the way that is to be taken
    write: bool = False
    games: Counter[str] = field(default_factory=Counter)  # how many came to what
    left: int = 0  # errors that stay
    refused: bool = False  # whether a file could not be written back
    path: str = ""  # the name of the file

    def file(self, source: Source | Unreadable) -> None:
        """One file, or what could not be opened. A file that is not plain is read, and not changed."""
        self.path = source.name
        if not self.write or isinstance(source, Unreadable) or not os.path.lexists(source.path):
            self.through(source, None)
            return
        try:
            self._change(source)
        except NotWritten as fault:
            self.refused = True
            self.telling.line(f"fairyscore: {fault}")

    def _change(self, source: Source) -> None:
        """Rewrite a file if a game of it is repaired. Raises `NotWritten`."""
        if not source.plain:
            FileStamp.of(source.path)  # raises for a pipe, with a reason of its own
            raise NotWritten(self.path, NOT_PLAIN)
        before = self.games[REPAIRED]
        with rewritten(source.path) as stream:
            self.through(source, Rewriting(stream, line_end(source.path)))
            if self.games[REPAIRED] == before:
                raise LeaveUnchanged

    def through(self, source: Source | Unreadable, rewriting: Rewriting | None) -> None:
        """Repair every game of a file, and write the whole file to `rewriting`."""
        for verdict in self.reader.verdicts(source):
            if not verdict.game_text.number:
                self.telling.verdict(verdict, self.path)
                if rewriting is not None and (why_not := why_not_anew(verdict)):
                    raise NotWritten(self.path, why_not)
                continue
            asked = self.number in (None, verdict.game_text.number)
            text = self._game(verdict) if asked and verdict.findings else ""
            if rewriting is not None:
                rewriting.add(verdict, text)
        if rewriting is not None:
            rewriting.close()

    def _game(self, verdict: Verdict) -> str:
        """The new text of a game with findings, empty where it stays. All is reported."""
        named = verdict.game.name if verdict.game is not None else ""
        judge = self.reader.judge._replace(variant=self.reader.judge.variant or named)
        ways = ways_to_repair(verdict.game_text, judge, verdict.form)
        repaired = bool(ways) and ways[0].legal
        one = self._taken(ways) if repaired and self.write else None
        number = verdict.game_text.number
        rows = [_as_data(way) for way in ways]
        legal = repaired or verdict.whole
        self.telling.row("games", file=name(self.path), game=number, legal=legal, repaired=one is not None, ways=rows)
        if repaired:
            self.games[PROPOSED if one is None else REPAIRED] += 1
            self._print_ways(number, ways)
        elif not verdict.whole:  # the findings, and the changes that come farthest
            self.games[HELPLESS] += 1
            self.telling.verdict(verdict, self.path)
            for way in ways:
                where = self._called(number)
                self.telling.line(f"{where}: nothing found that makes it legal; as far as ply {way.plies} leads")
                for change in way.changes:
                    self.telling.line(f"  {_change_line(change, self.path)}")
        if legal:  # the errors that no change of a move mends
            errors = [found for found in verdict.findings if found.severity is Severity.ERROR]
            errors = list(ways[0].remaining) if repaired else errors
            self.left += len(errors)
            for found in errors:
                where = f"{name(self.path)}:{found.line}:{found.column}"
                self.telling.line(f"{where}: game {number} keeps error[{found.code}]: {found.message}")
        return "" if one is None else as_it_stands(one.text, format_named(verdict.form))

    def _taken(self, ways: tuple[Repair, ...]) -> Repair | None:
        """The way that is taken: the only one, or the one that was asked for."""
        if self.choose is not None and self.choose > len(ways) > 1:
            raise click.BadParameter(f"there are {len(ways)} ways.", param_hint="--choose")
        if len(ways) == 1:
            return ways[0]
        return ways[self.choose - 1] if self.choose else None

    def _print_ways(self, number: int, ways: tuple[Repair, ...]) -> None:
        """The proposals for a game, numbered where there are several."""
        if len(ways) > 1:
            self.telling.out(
                f"{self._called(number)}: {len(ways)} ways are equally good (--write --choose N takes one)"
            )
        for place, way in enumerate(ways, 1):
            mark = f"{place}. " if len(ways) > 1 else ""
            for change in way.changes:
                self.telling.out(f"{mark}{_change_line(change, self.path)}")
        self.telling.out(f"{self._called(number)}: all {counted(ways[0].plies, 'ply')} are legal then")

    def _called(self, number: int) -> str:
        """A game in a line for people."""
        return f"{name(self.path)}: game {number}"

    def sum(self) -> str:
        """The line at the end; empty where nothing could be read."""
        if self.telling.not_read and not (self.games or self.left):
            return ""
        counts = [f"{counted(self.games[what], 'game')} {what}" for what in WHAT if self.games[what]]
        counts += [f"{counted(self.left, 'error')} to correct by hand"] if self.left else []
        return ", ".join(counts) or "nothing to repair"

    def exit_code(self) -> int:
        """See the help of the command."""
        if self.telling.not_read or self.refused:
            return 2
        return int(bool(self.games[PROPOSED] or self.games[HELPLESS] or self.left))


def _as_data(way: Repair) -> dict[str, Any]:
    """A proposal as it stands in JSON, the places of its changes by line and column of the file."""
    remaining = [as_data(found) for found in way.remaining]
    changes = [asdict(change) for change in way.changes]
    return {"changes": changes, "legal": way.legal, "plies": way.plies, "remaining": remaining}


def _change_line(change: TextChange, path: str) -> str:
    """A change with its place, in one line that is fit for a terminal."""
    return f"{name(path)}:{change}"
