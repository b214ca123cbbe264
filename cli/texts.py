"""Games on their way from archives into new ones: `split`, `merge` and `dedupe` read and count them here."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from fairyscore.cli.options import writable_format, wrong_usage
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.sources import Progress
from fairyscore.notation.editing.rewrite import HOLDING, Text, can_be_rewritten
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import UnknownFormat, format_for
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import counted
from fairyscore.notation.work.archives import ArchiveReader


class Texts(ArchiveReader):
    """Reads the games of all paths, reports what is wrong with files and games, and shows how far it is."""

    def __init__(self, paths: tuple[str, ...], reader: RecordReader, target: Format | None = None) -> None:
        super().__init__(paths, reader, target)
        self._reporter = Reporter(forced=True)
        self._progress = Progress(reader.size(paths) if sys.stderr.isatty() else 0)
        self.line = self._reporter.line

    def verdicts(self) -> Iterator[tuple[Verdict, str]]:
        """The verdicts on games and files, with a line that shows how far it is."""
        try:
            yield from super().verdicts()
        finally:  # Ctrl-C too leaves a clean line
            self._progress.hide()

    def on_progress(self, size: int) -> None:
        """Show how far it is."""
        self._progress.on_progress(size)

    def on_file(self, verdict: Verdict, path: str) -> None:
        """Report what is wrong with a file."""
        self._progress.hide()
        self._reporter.verdict(verdict, path)

    def on_changed(self, verdict: Verdict, path: str, text: Text) -> None:
        """Report a game that is not written as it is."""
        what = f"is left out: {text.refusal}" if text.refusal else "is written up to its fault"
        self._reporter.line(f"{name(path)}:{verdict.game_text.line}: game {verdict.game_text.number} {what}")

    def summary(self, what: str) -> None:
        """The line at the end."""
        faulty = f", {self.faulty:,} with faults" if self.faulty else ""
        left = f", {self.left:,} left out" if self.left else ""
        self._reporter.line(f"{counted(self.written, 'game')} {what}{faulty}{left}")

    def exit_code(self) -> int:
        """2 where something could not be read, 1 where a game could not be written as it is, 0 for all well."""
        return 2 if self._reporter.not_read else int(self.left > 0 or self.short > 0)


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
    """Whether an output is not a standard output."""
    return output not in ("", STDIN)


to_option: Callable[[Any], Any] = click.option(
    "--to",
    "target",
    metavar="FORMAT",
    type=holding_format,
    shell_complete=lambda _ctx, _param, incomplete: [name for name in HOLDING if name.startswith(incomplete)],
    help=f"The format to write; it must hold everything: {', '.join(HOLDING)}.",
)
