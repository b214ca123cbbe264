"""How commands report: diagnostics and rows as they are found, the line that sums them up, and the exit code."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TextIO

import click

from fairyscore.notation.formats.registry import format_of_path
from fairyscore.notation.records.diagnostic_text import LONGEST_NAME, DiagnosticText
from fairyscore.notation.records.diagnostics import Diagnostic, OnceAFile, RecordCode, Severity, as_data, is_not_read
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import counted, shown

if TYPE_CHECKING:
    from fairyscore.notation.work.validate import GameReport


def coloured(when: str = "auto") -> bool:
    """Colour is for terminals, and for who wants it (no-color.org, force-color.org). when: one of `options.WHEN`."""
    if when != "auto" or os.environ.get("NO_COLOR"):
        return when == "always"
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def terminal_text(when: str = "auto") -> DiagnosticText:
    """The writer of findings to standard output: in colour and its width on a terminal. when: one of `options.WHEN`."""
    width = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    return DiagnosticText(coloured(when), width)


# -- rows for programs -----------------------------------------------------------------------------------------------------


def write_rows(rows: Iterable[Any], style: str, stream: TextIO | None = None) -> None:
    """Write rows as they come, memory does not grow: a JSON array (`json`) or an object a line (`jsonl`).

    All is ASCII, so that any terminal and pipe takes it. stream: if not standard output.
    """
    import json

    out, border = stream or sys.stdout, "["
    for row in rows:
        out.write(f"{border}\n{json.dumps(row)}" if style == "json" else f"{json.dumps(row)}\n")
        border = ","
    if style == "json":
        out.write("[]\n" if border == "[" else "\n]\n")


Reports = Iterator["tuple[str, GameReport]"]
"""Findings about games, with the names of their files."""


# -- the sum ----------------------------------------------------------------------------------------------------------


MOST_OF_A_GAME = 3
"""Diagnostics of a game that are shown if nothing else is asked for: after a fault more of them help little."""

_RANKS = tuple(Severity)


class Totals:
    """Counts what was judged and found, for the summary line and the exit code.

    most: so many diagnostics of a game are shown, 0 for all; hidden: how many were not. statistics: only the sums by code
    are printed; quiet: no sums.
    """

    def __init__(
        self, *, files: int = 0, statistics: bool = False, quiet: bool = False, styled: str = "auto", most: int = 0
    ) -> None:
        self.files = files
        self.games = self.plies = self.unjudged = 0
        self.codes: Counter[tuple[Severity, str]] = Counter()
        self.not_read = self.interrupted = False
        self.left_out = self.processes = self.hidden = 0
        self.statistics = statistics
        self.quiet = quiet
        self.styled = styled
        self.most = most
        self.once = OnceAFile()

    def add(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.count(verdict.findings, verdict.game_text.number > 0, verdict.plies, verdict.unjudged)

    def count(self, findings: list[Diagnostic], games: int, plies: int, unjudged: int) -> None:
        """Count what was found, and games with their moves."""
        self.games += games
        self.plies += plies
        self.unjudged += unjudged
        for finding in findings:
            self.codes[finding.severity, finding.code] += 1
            self.not_read = self.not_read or is_not_read(finding)

    def found(self, severity: Severity) -> int:
        """How many diagnostics there are of that kind."""
        return sum(number for (kind, _), number in self.codes.items() if kind is severity)

    def chosen(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """The findings to be shown: at most `most` of a game, errors first, in the order of the text; all where it is 0."""
        if self.statistics or not self.most or len(findings) <= self.most:
            return findings
        count_by_game: Counter[int] = Counter()
        shown = set()
        for at in sorted(range(len(findings)), key=lambda at: _RANKS.index(findings[at].severity)):
            game = findings[at].game
            count_by_game[game] += 1
            if count_by_game[game] <= self.most or not game:
                shown.add(at)
        self.hidden += len(findings) - len(shown)
        return [finding for at, finding in enumerate(findings) if at in shown]

    def by_code(self) -> list[str]:
        """How often each code was found, a line each, the most frequent first; nothing where a look tells as much."""
        if not self.statistics and (self.quiet or self.codes.total() < 50):
            return []
        width = len(f"{max(self.codes.values(), default=0):,}")
        ordered = sorted(self.codes.items(), key=lambda entry: (-entry[1], entry[0][1]))
        return [f"{number:>{width},} {severity.value}[{code}]" for (severity, code), number in ordered]

    def exit_code(self, strict: bool = False) -> int:
        """2 where something could not be read, 1 for faults, 0 for none. `strict` counts warnings and false marks too.

        Behind Ctrl-C 130, as shells have it: what was not read may be better or worse.
        """
        if self.interrupted or self.not_read:
            return 128 + signal.SIGINT if self.interrupted else 2
        false_marks = self.codes[Severity.INFO, RecordCode.FALSE_MARK.value]
        return int(self.found(Severity.ERROR) > 0 or (strict and self.found(Severity.WARNING) + false_marks > 0))

    def __str__(self) -> str:
        skipped = f", {counted(self.unjudged, 'move')} not checked" if self.unjudged else ""
        kinds = zip(_RANKS, ("error", "warning", "note"), strict=True)
        found = ", ".join(counted(number, word) for kind, word in kinds if (number := self.found(kind)))
        plies = counted(self.plies, "ply")
        far = "interrupted; so far " if self.interrupted else ""
        by = f", by {self.processes} processes" if self.processes else ""
        left = f"; {counted(self.left_out, 'file')} left out by the settings" if self.left_out else ""
        files = counted(self.files, "file")
        hidden = f"; {self.hidden:,} not shown (--max-errors 0 shows all)" if self.hidden else ""
        return (
            f"{far}{counted(self.games, 'game')}, {plies}, {files}{by}: {found or 'no faults'}{skipped}{left}{hidden}"
        )


# -- what commands that write say on standard error ----------------------------------------------------------------------


class Reporter:
    """Tells things as they are found, on standard error, as standard output is for what is written.

    style: with `json` all is held, and printed at the end as one document on standard output. rows: the keys of the
    lists in it. forced: the format was given by `--from`. faulty: an error was reported; not_read: something could not be
    read at all.
    """

    def __init__(self, style: str = "text", rows: tuple[str, ...] = (), *, forced: bool = False) -> None:
        self.faulty = False
        self.not_read = False
        self._document: dict[str, list[Any]] | None = None
        if style == "json":
            self._document = {key: [] for key in (*rows, "diagnostics", "messages")}
        self._forced = forced
        self._once = OnceAFile()

    def verdict(self, verdict: Verdict, path: str) -> None:
        """The findings on a game; with the first of a file, its format where the name of the file says another or none."""
        if verdict.game_text.number == 1 and not self._forced and format_of_path(path) != verdict.form:
            self.line(f"{name(path)}: read as {verdict.form}, by its content (--from FORMAT says otherwise)")
        for finding in self._once.of(verdict.findings):
            self.faulty = self.faulty or finding.severity is Severity.ERROR
            self.not_read = self.not_read or is_not_read(finding)
            if self._document is None:
                self.line(DiagnosticText().of(finding))
            else:
                self._document["diagnostics"].append(as_data(finding))

    def line(self, text: str) -> None:
        """One more line for people; in the document a message, which says nothing more than the rest."""
        if self._document is None:
            sys.stdout.flush()
            click.echo(text, err=True)
        else:
            self._document["messages"].append(text)

    def out(self, text: str) -> None:
        """A line of the answer itself, on standard output."""
        if self._document is None:
            click.echo(text)

    def row(self, key: str, **values: Any) -> None:
        """A part of the answer for programs: an object of the list with this key. People are reported in lines."""
        if self._document is not None:
            self._document[key].append(values)

    def end(self, summary: str, **fields: Any) -> None:
        """The sum, empty for none; and the document. fields: the rest of the answer for programs."""
        if summary:
            self.line(summary)
        if self._document is not None:
            import json

            click.echo(json.dumps({**fields, **self._document}, indent=1))


def name(path: str) -> str:
    """The name of a file in messages."""
    return "<stdin>" if path == STDIN else shown(path, LONGEST_NAME)


NAMED = 3  # skipped files that are named; further ones are counted


def report_skipped(paths: list[str]) -> None:
    """Name the first files of folders that are not game records, on standard error. The tournament file is known."""
    from fairyscore.notation.tournament.plan import NAME

    paths = [path for path in paths if os.path.basename(path) != NAME]  # noqa: PTH119 (a path may hold any bytes)
    if not paths:
        return
    names = ", ".join(shown(path, 200) for path in paths[:NAMED])
    more = f" and {len(paths) - NAMED:,} more" if len(paths) > NAMED else ""
    files = "1 file is" if len(paths) == 1 else f"{len(paths):,} files are"
    click.echo(f"fairyscore: {files} not read, being no game records by name or beginning: {names}{more}", err=True)
