"""Games on their way from archives into new ones: `split`, `merge` and `dedupe` read and count them here."""

import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

import click

from fairyscore.cli.options import writable_format, wrong_usage
from fairyscore.cli.report import Reporter, many, name
from fairyscore.cli.sources import Progress
from fairyscore.notation.editing.rewrite import HOLDING, can_be_rewritten, target_of, text_in
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import UnknownFormat, format_for, format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN


class ArchiveGame(NamedTuple):
    """A game, its text in the format of the new archive, and the file it comes from."""

    text: str
    verdict: Verdict
    path: str


class Texts:
    """Reads the games of all paths, tells what is wrong with files, and counts.

    target: the format that games are written in; None for that of the first one. read, written: games; faulty: of these
    those with a fault; left: those that could not be written.
    """

    def __init__(self, paths: tuple[str, ...], reader: RecordReader, target: Format | None = None) -> None:
        self.target, self._paths, self._reader = target, paths, reader
        self.read = self.written = self.faulty = self.left = self.short = 0
        self._telling = Reporter(forced=True)
        self.line = self._telling.line

    def begin(self) -> tuple[Format, Iterator[ArchiveGame]]:
        """The format to write, which the first game decides where nobody has; and the games with their texts."""
        games = self.games()
        first = list(islice(games, 1))
        if self.target is None:
            self.target = target_of(format_named(first[0][0].form)) if first else PGN
        return self.target, self._found(chain(first, games), self.target)

    def games(self) -> Iterator[tuple[Verdict, str]]:
        """The games with the files they come from."""
        progress = Progress(self._reader.size(self._paths) if sys.stderr.isatty() else 0)
        try:
            for source in self._reader.sources(self._paths):
                for verdict in self._reader.verdicts(source, on_progress=progress.on_progress):
                    if verdict.game_text.number:
                        self.read += 1
                        yield verdict, source.name
                    else:
                        progress.hide()
                        self._telling.verdict(verdict, source.name)
        finally:  # Ctrl-C too leaves a clean line
            progress.hide()

    def _found(self, games: Iterator[tuple[Verdict, str]], target: Format) -> Iterator[ArchiveGame]:
        for verdict, path in games:
            text = text_in(verdict, target)
            if text.refusal or text.short:
                what = f"is left out: {text.refusal}" if text.refusal else "is written up to its fault"
                self._telling.line(f"{name(path)}:{verdict.game_text.line}: game {verdict.game_text.number} {what}")
            self.left += bool(text.refusal)
            self.short += text.short
            if not text.refusal:
                self.written += 1
                self.faulty += any(finding.severity is Severity.ERROR for finding in verdict.findings)
                yield ArchiveGame(text.text, verdict, path)

    def told(self, what: str) -> None:
        """The line at the end."""
        faulty = f", {self.faulty:,} with faults" if self.faulty else ""
        left = f", {self.left:,} left out" if self.left else ""
        self._telling.line(f"{many(self.written, 'game')} {what}{faulty}{left}")

    def exit_code(self) -> int:
        """2 where something could not be read, 1 where a game could not be written as it is, 0 for all well."""
        return 2 if self._telling.not_read else int(self.left > 0 or self.short > 0)


def holding_format(value: str) -> Format:
    """A format that holds everything, by its name. Raises `click.BadParameter`."""
    form = writable_format(value)
    if not can_be_rewritten(form):
        raise click.BadParameter(f"{form.name} holds too little for an archive; there are {', '.join(HOLDING)}.")
    return form


def archive_format(output: str, target: Format | None) -> Format:
    """The format of a new archive: the one that was asked for, else that of its suffix; PGN where it has none."""
    if target is not None:
        return target
    with wrong_usage(UnknownFormat, option="--output"):
        return holding_format(format_for(output))


def is_file(output: str) -> bool:
    """Whether an output is no standard output."""
    return output not in ("", STDIN)


def check_new(output: str, force: bool) -> None:
    """See that no other archive is lost: a file that is there is replaced only where that was said."""
    if is_file(output) and not force and os.path.isfile(output):  # noqa: PTH113 (a path may hold any bytes)
        raise click.UsageError(f"{name(output)} is there already; --force replaces it.")


to_option: Callable[[Any], Any] = click.option(
    "--to",
    "target",
    metavar="FORMAT",
    type=holding_format,
    help=f"The format to write, one that holds everything: {', '.join(HOLDING)}.",
)
