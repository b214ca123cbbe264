"""`fairyscore fmt`: the canonical form in place, as a code formatter has it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import BinaryIO

import click

from fairyscore.cli.changes import unified
from fairyscore.cli.options import format_option, grouped_command, paths_argument, reading_options
from fairyscore.cli.report import Reporter, many, name, reporter
from fairyscore.cli.sources import Reader, bulk_options, is_shared, refuse_sharing, run
from fairyscore.cli.writing import CHUNK, Leave, held, rewritten
from fairyscore.notation.bulk.work import WorkResult
from fairyscore.notation.editing.rewrite import (
    Rewriting,
    as_it_stands,
    canonical,
    is_sure,
    why_not_anew,
    why_not_rewritten,
)
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN, Source, Unreadable


@grouped_command(
    "fmt", epilog="Example: fairyscore fmt --check games/   (fairyscore fmt - < a.pgn > b.pgn is a filter)"
)
@paths_argument
@click.option("--check", is_flag=True, help="Write nothing; only tell which files would change.")
@click.option("--diff", "shows", is_flag=True, help="Write nothing; show what would change.")
@format_option("text", "json")
@reading_options
@bulk_options
def command(
    *,
    paths: tuple[str, ...],
    check: bool,
    shows: bool,
    style: str,
    reader: Reader,
) -> None:
    """Bring game files into the canonical form of their format, in place: PGN as PGN, JSON as JSON.

    A game with a fault is told and left as it stands; the others of its file are formatted. Files are written in UTF-8
    with LF line ends, and not touched where nothing changes. PATH - is standard input, written to standard output.

    Exit status: 0 all is formatted (with --check: already), 1 there are faults (with --check: or something would
    change), 2 wrong usage or something that could not be read or written.
    """
    if style == "json" and (shows or (STDIN in paths and not check)):
        raise click.UsageError("--format json prints what is done; standard output cannot have the games too.")
    work = _Formatter(reader, reporter(style, ("files",), forced=True), check=check, shows=shows)
    if not check or shows:
        refuse_sharing("only --check, without --diff, is shared out; files are written one by one")
    if is_shared() and STDIN not in paths:
        _Checking(work).files(paths)
    else:
        for source in reader.sources(paths):
            work.file(source)
    work.telling.end(work.sum(), games_with_faults=work.faulty)
    click.get_current_context().exit(work.exit_code())


class _Formatter:
    """Formats files one by one, and counts them."""

    def __init__(self, reader: Reader, telling: Reporter, *, check: bool, shows: bool) -> None:
        self.reader = reader
        self.check = check
        self.dry = check or shows
        self.shows = shows
        self.telling = telling
        self.differs = False
        self.changed = self.kept = self.refused = self.faulty = 0

    def file(self, source: Source | Unreadable) -> None:
        """One file, or standard input. What is packed can be looked at, and not be written back."""
        if isinstance(source, Unreadable):
            for verdict in self.reader.verdicts(source):
                self.refuse(source.name, self._refusal(verdict, source.name))
            return
        if not self.dry and not source.plain and source.path != STDIN:
            self.refuse(source.name, "only plain files are written back")
            return
        with _output(source.path, self.dry) as stream:
            refusal = self._formatted(source, stream)
            if refusal:
                self.refuse(source.name, refusal)
                raise Leave
            if source.path != STDIN:
                same = _is_the_same(source, stream)
                self.count(source.name, same=same)
                if same:
                    raise Leave
            elif self.dry:  # it cannot be read a second time: its games were compared as they came
                self.count(STDIN, same=not self.differs)

    def refuse(self, path: str, why: str) -> None:
        """Tell and count a file that is left alone."""
        self.refused += 1
        self.telling.row("files", file=name(path), status="refused", why=why)
        self.telling.line(f"fairyscore: {name(path)} is left as it is: {why}")

    def count(self, path: str, *, same: bool) -> None:
        """Tell and count a file that is, or would be, written anew; or not, being the same."""
        self.kept += same
        self.changed += not same
        status = "unchanged" if same else "would-reformat" if self.dry else "reformatted"
        self.telling.row("files", file=name(path), status=status, why="")
        if not same and not self.shows:
            self.telling.line(f"{'would reformat' if self.dry else 'reformatted'} {name(path)}")

    def _formatted(self, source: Source, stream: BinaryIO) -> str:
        """Write a file anew; why that cannot be, or nothing."""
        rewriting, hunks, self.differs = Rewriting(stream), _Hunks(source.name), False
        for verdict in self.reader.verdicts(source):
            refusal = self._refusal(verdict, source.name)
            if refusal:
                return refusal
            if not verdict.game_text.number:
                continue
            text = canonical(verdict) if is_sure(verdict) else ""
            if not text:
                self.faulty += 1
                self.telling.verdict(verdict, source.name)
            self.differs |= bool(text) and not _is_as_it_stands(verdict, text)
            if self.shows:
                hunks.show(verdict, text)
            rewriting.add(verdict, text)
        rewriting.close()
        return ""

    def _refusal(self, verdict: Verdict, path: str) -> str:
        """Why a file is left alone. What is to be said about it as a whole is told."""
        if verdict.game_text.number:
            return why_not_rewritten(format_named(verdict.form))
        if verdict.findings[0].code != RecordCode.EMPTY_FILE.value:
            self.telling.verdict(verdict, path)
        return why_not_anew(verdict)

    def sum(self) -> str:
        """The line at the end."""
        would = "would be " if self.dry else ""
        parts = (
            (self.changed, f"{would}reformatted"),
            (self.kept, "already formatted" if self.dry else "left unchanged"),
            (self.refused, "could not be formatted"),
        )
        told = [f"{many(number, 'file')} {what}" for number, what in parts if number]
        if self.faulty:
            told.append(f"{many(self.faulty, 'game')} with faults left as written")
        return ", ".join(told) or "nothing to format"

    def exit_code(self) -> int:
        """See the help of the command."""
        if self.refused or self.telling.not_read:
            return 2
        return int(self.faulty > 0 or (self.check and self.changed > 0))


def _is_as_it_stands(verdict: Verdict, text: str) -> bool:
    """Whether a game's new text is the old one; line ends behind it, where formats differ, aside."""
    return as_it_stands(verdict.game_text.text, format_named(verdict.form)).rstrip("\n") == text.rstrip("\n")


class _Checking:
    """Tells what others found out about files, as `_Formatter` tells it."""

    def __init__(self, work: _Formatter) -> None:
        self.work = work
        self.path: str | None = None
        self.same = True

    def files(self, paths: tuple[str, ...]) -> None:
        """All files, one by one."""
        from fairyscore.notation.bulk.formatting import FormatWork

        reader = self.work.reader
        for got in run(FormatWork(reader.judge, reader.form_name), paths):
            if got.begins:
                self._end()
                self.path, self.same = got.name, True
            if self.path is not None:
                self._answer(got)
        self._end()

    def _answer(self, got: WorkResult) -> None:
        """Tell an answer; behind a refusal nothing more is told of a file."""
        assert self.path is not None
        told, refusal, same = got.result
        if told is not None:
            self.work.faulty += told.game_text.number > 0
            self.work.telling.verdict(told, self.path)
        if refusal:
            self.work.refuse(self.path, refusal)
            self.path = None
        self.same = self.same and same is not False

    def _end(self) -> None:
        if self.path is not None:
            self.work.count(self.path, same=self.same)


@contextmanager
def _output(path: str, dry: bool) -> Iterator[BinaryIO]:
    """Where a file is written to: beside it, or where nobody looks."""
    if dry:
        with TemporaryFile() as stream, suppress(Leave):
            yield stream
    else:
        with held() if path == STDIN else rewritten(path) as stream:
            yield stream


def _is_the_same(source: Source, stream: BinaryIO) -> bool:
    """Whether a file has the very bytes that were written to a stream."""
    stream.seek(0)
    with source.open() as old:
        while True:
            here, there = old.read(CHUNK), stream.read(CHUNK)
            if here != there:
                return False
            if not here:
                return True


class _Hunks:
    """Shows what changes in the games of a file, as they come."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.begun = False
        self.new_line = 1

    def show(self, verdict: Verdict, text: str) -> None:
        """One game and its new text, empty where it stays as it is."""
        game_text, form = verdict.game_text, format_named(verdict.form)
        old = as_it_stands(game_text.text, form)
        new = text or old
        above = game_text.text.count("\n", 0, max(0, game_text.text.find(old)))
        for line in unified(old, new, game_text.line + above, self.new_line):
            if not self.begun:
                click.echo(f"--- {name(self.path)}\n+++ {name(self.path)}")
                self.begun = True
            click.echo(line)
        self.new_line += (new + form.between).count("\n")
