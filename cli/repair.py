"""`fairyscore repair`: the smallest changes that make a record legal, proposed or applied."""

from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from typing import Any, BinaryIO

import click

from fairyscore.cli.options import format_option, grouped_command, reading_options
from fairyscore.cli.picking import line_end
from fairyscore.cli.report import Reporter, as_data, many, name
from fairyscore.cli.writing import rewritten, see_plain
from fairyscore.notation.editing.rewrite import Rewriting, as_it_stands, why_not_anew
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import Leave
from fairyscore.notation.tasks.repairs import Change, Repair
from fairyscore.notation.tasks.repairs import ways as ways_to_repair

WHAT = REPAIRED, PROPOSED, HELPLESS = "repaired", "can be repaired", "not"
"""What games come to, as the line at the end says it."""


@grouped_command("repair", epilog="Example: fairyscore repair game.pgn   (then: fairyscore repair game.pgn --write)")
@click.argument("path", metavar="RECORD")
@click.option("--write", is_flag=True, help="Change RECORD where one correction is the best.")
@click.option("--choose", metavar="N", type=click.IntRange(1), help="With --write: take the N-th of several ways.")
@click.option("--game", "number", metavar="N", type=click.IntRange(1), help="Only this game of the file, if not all.")
@format_option("text", "json")
@reading_options
def command(
    *, path: str, write: bool, choose: int | None, number: int | None, style: str, reader: RecordReader
) -> None:
    """Propose the smallest changes after which the moves of RECORD are legal; only those characters change.

    Tried are other letter case, ring and letter swapped, another coordinate scheme, promotions, throws and passes that
    are missing or too many, a move that stands twice, one wrong character, marks of capture, move numbers.

    Errors that no such change corrects are reported, and stay.

    Exit status: 0 nothing to repair, or all repaired, 1 there are proposals, or errors remain, 2 wrong usage or
    something that could not be read or written.
    """
    if write and path == STDIN:
        raise click.UsageError("--write wants the name of a file.")
    if choose is not None and not write:
        raise click.UsageError("--choose needs --write: without it all ways are shown.")
    if write:
        see_plain(path)
    work = _Repairer(path, reader, Reporter(style, ("games",), forced=reader.forced), number, choose, write)
    opened: AbstractContextManager[BinaryIO | None] = rewritten(path) if write else nullcontext()
    with opened as stream:
        work.through(None if stream is None else Rewriting(stream, line_end(path)))
        if write and not work.games[REPAIRED]:
            raise Leave
    found = work.games or work.left or not work.telling.not_read
    work.telling.end(work.sum() if found else "", file=name(path))
    unmended = work.games[PROPOSED] or work.games[HELPLESS] or work.left
    click.get_current_context().exit(2 if work.telling.not_read else int(bool(unmended)))


@dataclass(slots=True)
class _Repairer:
    """Goes through the games of a file."""

    path: str
    reader: RecordReader
    telling: Reporter
    number: int | None = None  # of the only game that is asked for
    choose: int | None = None  # the way that is to be taken
    write: bool = False
    games: Counter[str] = field(default_factory=Counter)  # how many came to what
    left: int = 0  # errors that stay

    def through(self, rewriting: Rewriting | None) -> None:
        """Every game; the file as it is to be goes to `rewriting`."""
        for verdict in self.reader.verdicts(self.path):
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
        """What becomes of a game with findings: its new text, empty where it stays. All is told."""
        named = verdict.game.name if verdict.game is not None else ""
        judge = replace(self.reader.judge, variant=self.reader.judge.variant or named)
        ways = ways_to_repair(verdict.game_text, judge, verdict.form)
        mended = bool(ways) and ways[0].legal
        one = self._taken(ways) if mended and self.write else None
        number = verdict.game_text.number
        rows = [_as_data(way) for way in ways]
        legal = mended or verdict.whole
        self.telling.row("games", game=number, legal=legal, repaired=one is not None, ways=rows)
        if mended:
            self.games[PROPOSED if one is None else REPAIRED] += 1
            self._tell_ways(number, ways)
        elif not verdict.whole:  # the findings, and the changes that come farthest
            self.games[HELPLESS] += 1
            self.telling.verdict(verdict, self.path)
            for way in ways:
                self.telling.line(f"game {number}: nothing found that makes it legal; as far as ply {way.plies} leads")
                for change in way.changes:
                    self.telling.line(f"  {_said(change, self.path)}")
        if legal:  # the errors that no change of a move mends
            errors = [found for found in verdict.findings if found.severity is Severity.ERROR]
            errors = list(ways[0].remaining) if mended else errors
            self.left += len(errors)
            for found in errors:
                where = f"{name(self.path)}:{found.line}:{found.column}"
                self.telling.line(f"{where}: game {number} keeps error[{found.code}]: {found.message}")
        return "" if one is None else as_it_stands(one.text, format_named(verdict.form))

    def _taken(self, ways: tuple[Repair, ...]) -> Repair | None:
        """The way that is taken: the only one, or the one that was asked for."""
        if self.choose is not None and self.choose > len(ways) > 1:
            raise click.BadParameter(f"there are {len(ways)} ways.", param_hint="--choose")
        return ways[0] if len(ways) == 1 else ways[self.choose - 1] if self.choose else None

    def _tell_ways(self, number: int, ways: tuple[Repair, ...]) -> None:
        """The proposals for a game, numbered where there are several."""
        if len(ways) > 1:
            self.telling.out(f"game {number}: {len(ways)} ways are equally good (--write --choose N takes one)")
        for place, way in enumerate(ways, 1):
            mark = f"{place}. " if len(ways) > 1 else ""
            for change in way.changes:
                self.telling.out(f"{mark}{_said(change, self.path)}")
        self.telling.out(f"game {number}: all {many(ways[0].plies, 'ply', 'plies')} are legal then")

    def sum(self) -> str:
        """The line at the end."""
        told = [f"{many(self.games[what], 'game')} {what}" for what in WHAT if self.games[what]]
        told += [f"{many(self.left, 'error')} to mend by hand"] if self.left else []
        return ", ".join(told) or "nothing to repair"


def _as_data(way: Repair) -> dict[str, Any]:
    """A proposal as it stands in JSON, the places of its changes by line and column of the file."""
    remaining = [as_data(found) for found in way.remaining]
    changes = [asdict(change) for change in way.changes]
    return {"changes": changes, "legal": way.legal, "plies": way.plies, "remaining": remaining}


def _said(change: Change, path: str) -> str:
    """A change with its place, in one line that is fit for a terminal."""
    return f"{name(path)}:{change}"
