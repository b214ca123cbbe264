"""What commands that write say on standard error: what is found in the records, and how they were understood."""

from __future__ import annotations

import sys
from typing import Any

import click

from fairyscore.cli.report import LONGEST_NAME, OnceAFile, TextReport, as_data, is_not_read
from fairyscore.notation.formats.registry import format_of_path
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
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
            self.finding(finding)

    def finding(self, finding: Diagnostic) -> None:
        """A finding."""
        self.line(self._report.finding(finding))

    def line(self, text: str) -> None:
        """One more line."""
        sys.stdout.flush()
        click.echo(text, err=True)

    def out(self, text: str) -> None:
        """A line of the answer itself, on standard output."""
        click.echo(text)

    def row(self, key: str, **values: Any) -> None:
        """A part of the answer for programs; people are told in lines."""

    def end(self, summary: str, **fields: Any) -> None:
        """The sum, empty for none. fields: the rest of the answer for programs."""
        if summary:
            self.line(summary)


class JsonReporter(Reporter):
    """Holds all of that, and prints it at the end as one JSON document (`--format json`) on standard output."""

    def __init__(self, rows: tuple[str, ...], *, forced: bool = False) -> None:
        super().__init__(forced=forced)
        self._rows: dict[str, list[dict[str, Any]]] = {key: [] for key in rows}
        self._diagnostics: list[dict[str, Any]] = []
        self._messages: list[str] = []

    def finding(self, finding: Diagnostic) -> None:
        """A finding."""
        self._diagnostics.append(as_data(finding))

    def line(self, text: str) -> None:
        """A sentence for people, which says nothing more than the rest."""
        self._messages.append(text)

    def out(self, text: str) -> None:
        """Standard output has the document only."""

    def row(self, key: str, **values: Any) -> None:
        """One more object of the list with this key."""
        self._rows[key].append(values)

    def end(self, summary: str, **fields: Any) -> None:
        """Print the document."""
        import json

        messages = [*self._messages, *filter(None, [summary])]
        click.echo(
            json.dumps({**fields, **self._rows, "diagnostics": self._diagnostics, "messages": messages}, indent=1)
        )


def reporter(style: str, rows: tuple[str, ...], *, forced: bool) -> Reporter:
    """What tells things in a style, `text` or `json`. rows: the keys of the lists in the document."""
    return JsonReporter(rows, forced=forced) if style == "json" else Reporter(forced=forced)


def name(path: str) -> str:
    """What a file is called in messages."""
    return "<stdin>" if path == STDIN else shown(path, LONGEST_NAME)
