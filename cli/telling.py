"""What commands that write say on standard error: what is found in the records, and how they were understood."""

from __future__ import annotations

import sys

import click

from fairyscore.cli.report import LONGEST_NAME, OnceAFile, TextReport, is_not_read
from fairyscore.cli.sources import STDIN
from fairyscore.notation.formats.registry import format_of_path
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import shown


class Reporter:
    """Tells things as they are found; standard output is for what is written. forced: the format was given by `--from`.

    faulty: an error was told; not_read: something could not be read at all.
    """

    def __init__(self, *, forced: bool = False) -> None:
        self.faulty = False
        self.not_read = False
        self._report = TextReport()
        self._forced = forced
        self._once = OnceAFile()

    def verdict(self, verdict: Verdict, path: str) -> None:
        """The findings on a game; with the first of a file, its format where the name of the file says another or none."""
        if verdict.game_text.number == 1 and not self._forced and format_of_path(path) != verdict.form:
            self.line(f"{name(path)}: read as {verdict.form}, by its content (--from FORMAT says otherwise)")
        for finding in self._once.of(verdict.findings):
            self.faulty = self.faulty or finding.severity is Severity.ERROR
            self.not_read = self.not_read or is_not_read(finding)
            self.line(self._report.finding(finding))

    def line(self, text: str) -> None:
        """One more line."""
        sys.stdout.flush()
        click.echo(text, err=True)


def name(path: str) -> str:
    """What a file is called in messages."""
    return "<stdin>" if path == STDIN else shown(path, LONGEST_NAME)
