"""`fairyscore fmt`: the canonical form in place, as a code formatter has it."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any

import click

from fairyscore.cli.options import format_option, grouped_command, paths_argument, reading_options
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.sources import bulk_options, refuse_sharing, run
from fairyscore.cli.writing import held, rewritten
from fairyscore.notation.editing.rewrite import as_it_stands
from fairyscore.notation.find.naming import OPENING_TAGS
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN, Source, Unreadable
from fairyscore.notation.storage.writing import LeaveUnchanged
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.bulk.running import BulkOptions
from fairyscore.notation.work.formatting import NOT_PLAIN, FormatResult, FormatWork, is_the_same, rewritten_games


def _tag_names(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in (value or "").split(",") if name.strip())
    if wrong := [name for name in names if name not in OPENING_TAGS]:
        raise click.BadParameter(f"'{shown(wrong[0])}' cannot be filled in; {' and '.join(OPENING_TAGS)} can.")
    return names


@grouped_command(
    "fmt", epilog="Example: fairyscore fmt --check games/   (fairyscore fmt - < a.pgn > b.pgn is a filter)"
)
@paths_argument
@click.option("--check", is_flag=True, help="Write nothing; only list the files that would change.")
@click.option("--diff", "shows", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--tags",
    "filled",
    metavar="NAMES",
    callback=_tag_names,
    help="Fill in these tags where a game does not say them: ECO, Opening, or both with a comma between.",
)
@format_option("text", "json")
@reading_options
@bulk_options
def command(
    *,
    paths: tuple[str, ...],
    check: bool,
    shows: bool,
    filled: tuple[str, ...],
    style: str,
    reader: RecordReader,
    bulk: BulkOptions,
) -> None:
    """Bring game files into the canonical form of their format, in place: PGN as PGN, JSON as JSON.

    A game with errors is reported and left as it is; the other games of its file are formatted. Files are written in
    UTF-8 with LF line ends; unchanged files are not touched. With - standard input is formatted to standard output.

    Exit status: 0 everything is formatted, 1 errors found, or with --check something would change, 2 wrong usage,
    unreadable input or failed output.
    """
    if style == "json" and (shows or (STDIN in paths and not check)):
        raise click.UsageError("--format json uses standard output, so the games cannot be written there too.")
    work = _Formatter(reader, Reporter(style, ("files",), forced=True), filled, check=check, shows=shows)
    if not check or shows:
        refuse_sharing(bulk, "only --check, without --diff, is shared out; files are written one by one")
    if check and not shows and STDIN not in paths:
        work.look_through(paths, bulk.with_jobs(reader, paths))
    else:
        for source in reader.sources(paths):
            with suppress(LeaveUnchanged):
                work.file(source)
    work.telling.end(work.sum(), games_with_faults=work.faulty)
    click.get_current_context().exit(work.exit_code())


class _Formatter:
    """Formats files one by one, and counts them."""

    def __init__(
        self, reader: RecordReader, telling: Reporter, filled: tuple[str, ...], *, check: bool, shows: bool
    ) -> None:
        self.reader = reader
        self.filled = filled
        self.check = check
        self.dry = check or shows
        self.shows = shows
        self.telling = telling
        self.changed = self.unchanged = self.refused = self.faulty = 0

    def look_through(self, paths: tuple[str, ...], bulk: BulkOptions) -> None:
        """Find out which files would change. After a refusal nothing more is reported of a file."""
        path, same = "", True
        for got in run(FormatWork(self.reader.judge, self.reader.form_name, self.filled), paths, self.reader, bulk):
            if got.begins:
                if path:
                    self.count(path, same=same)
                path, same = got.name, True
            if path:
                self.take(path, got.result)
                path = "" if got.result.refusal else path
            same = same and got.result.same is not False
        if path:
            self.count(path, same=same)

    def file(self, source: Source | Unreadable) -> None:
        """One file, or standard input. What is packed can be looked at, and not be written back."""
        path = source.name
        if isinstance(source, Unreadable):
            for got in rewritten_games(source, self.reader, BytesIO()):
                self.take(path, got)
            return
        if not self.dry and not source.plain and source.path != STDIN:
            self.refuse(path, NOT_PLAIN)
            return
        hunks = _Hunks(path, self.shows)
        output: AbstractContextManager[Any] = held() if source.path == STDIN else rewritten(source.path)
        compares = self.shows or (self.dry and source.path == STDIN)
        with TemporaryFile() if self.dry else output as stream:
            for got in rewritten_games(source, self.reader, stream, hunks.add if compares else None, self.filled):
                self.take(path, got)
                if got.refusal:
                    raise LeaveUnchanged
            if source.path != STDIN:
                same = is_the_same(source, stream)
                self.count(path, same=same)
                if same:
                    raise LeaveUnchanged
            elif self.dry:  # it cannot be read a second time: its games were compared as they came
                self.count(STDIN, same=not hunks.differ)

    def take(self, path: str, got: FormatResult) -> None:
        """Tell what is left as it is: a game, or the whole file."""
        if got.left is not None:
            self.faulty += got.left.game_text.number > 0
            self.telling.verdict(got.left, path)
        if got.refusal:
            self.refuse(path, got.refusal)

    def refuse(self, path: str, why: str) -> None:
        """Report and count a file that is left unchanged."""
        self.refused += 1
        self.telling.row("files", file=name(path), status="refused", why=why)
        self.telling.line(f"fairyscore: {name(path)} is left as it is: {why}")

    def count(self, path: str, *, same: bool) -> None:
        """Tell and count a file that is, or would be, written anew; or not, being the same."""
        self.unchanged += same
        self.changed += not same
        done = "would-reformat" if self.dry else "reformatted"
        status = "unchanged" if same else done
        self.telling.row("files", file=name(path), status=status, why="")
        if not same and not self.shows:
            self.telling.line(f"{'would reformat' if self.dry else 'reformatted'} {name(path)}")

    def sum(self) -> str:
        """The line at the end."""
        parts = {
            "would be reformatted" if self.dry else "reformatted": self.changed,
            "already formatted" if self.dry else "left unchanged": self.unchanged,
            "could not be formatted": self.refused,
        }
        counts = [f"{counted(number, 'file')} {what}" for what, number in parts.items() if number]
        counts += [f"{counted(self.faulty, 'game')} with faults left as written"] if self.faulty else []
        return ", ".join(counts) or "nothing to format"

    def exit_code(self) -> int:
        """See the help of the command."""
        if self.refused or self.telling.not_read:
            return 2
        return int(self.faulty > 0 or (self.check and self.changed > 0))


class _Hunks:
    """Compares the games of a file with their new texts as they come, and shows what changes, if that is wanted."""

    def __init__(self, path: str, shows: bool) -> None:
        self.head = f"--- {name(path)}\n+++ {name(path)}\n"
        self.shows, self.differ, self.new_line = shows, False, 1

    def add(self, verdict: Verdict, text: str) -> None:
        """One game and its new text, empty where it stays as it is."""
        game_text, form = verdict.game_text, format_named(verdict.form)
        old = as_it_stands(game_text.text, form)
        new = text or old
        # The line ends after a game do not count: formats differ there.
        self.differ |= old.rstrip("\n") != new.rstrip("\n")
        if not self.shows:
            return
        above = game_text.text.count("\n", 0, max(0, game_text.text.find(old)))
        for line in unified(old, new, game_text.line + above, self.new_line):
            click.echo(f"{self.head}{line}")
            self.head = ""
        self.new_line += (new + form.between).count("\n")


def unified(old: str, new: str, old_line: int = 1, new_line: int = 1) -> Iterator[str]:
    """The hunks that lead from one text to another, as a unified diff has them, safe to look at in a terminal.

    old_line, new_line: the number of their first lines. Only LF ends a line: a form feed, or what Unicode takes for an
    end, stands within.

    >>> print(*unified("a\\nb\\n", "a\\nc\\n", 10, 20), sep="\\n")
    @@ -10,2 +20,2 @@
     a
    -b
    +c
    """
    from difflib import unified_diff

    before, after = (re.findall(r"[^\n]*\n|[^\n]+", text) for text in (old, new))
    if max(len(before), len(after)) > 2000:  # looking for what long texts share takes too long
        lines = [f"-{line}" for line in before] + [f"+{line}" for line in after]
        found = [f"@@ -1,{len(before)} +1,{len(after)} @@\n", *lines] if before != after else []
    else:
        found = [*unified_diff(before, after)][2:]
    first = {"-": old_line - 1, "+": new_line - 1}
    for line in found:
        if line.startswith("@@"):
            line = re.sub(r"([-+])([0-9]+)", lambda at: f"{at[1]}{int(at[2]) + first[at[1]]}", line)
        bare = line.rstrip("\n")
        yield bare[:1] + shown(bare[1:], len(bare))
        if bare == line:
            yield "\\ No newline at end of file"
