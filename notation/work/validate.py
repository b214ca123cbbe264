"""Every move of every game checked: in a part of a file as a work, in a whole source as a report."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fairyscore.notation.archive import Judged
from fairyscore.notation.reader import Readable, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.text import counted, html_table
from fairyscore.notation.work.bulk.base import FilePart, PartPlace, Work, all_moved
from fairyscore.notation.work.bulk.running import BulkOptions, results_of
from fairyscore.notation.work.sources import as_paths

OFTEN = 1000  # games after which a report is given in any case, so that one sees how far it is


class TimeReport(NamedTuple):
    """The audit of a game's time: its number and line, the time control, and a line for each player."""

    game: int
    line: int
    control: str
    accounts: list[str]


class GameReport(NamedTuple):
    """Findings of one game at most, with the numbers of games, plies and moves not judged of it and those before it."""

    games: int
    plies: int
    unjudged: int
    findings: list[Diagnostic]
    time: TimeReport | None = None


class ValidateWork(Work):
    """Validating as a work over many files.

    faulty: is given each game with findings as it comes; a work that has it is done in this process.
    """

    kinds = (GameReport, TimeReport)

    @property
    def batches(self) -> BatchForm:
        """See `Work`."""
        return BatchForm.COUNT

    def __init__(
        self, judge: Validator | None = None, form: str = "", faulty: Callable[[Verdict], None] | None = None
    ) -> None:
        super().__init__(judge, form)
        self.faulty = faulty

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[GameReport]:
        """See `Work`."""
        games = plies = unjudged = 0
        try:
            for verdict in judged:
                plies += verdict.plies
                if isinstance(verdict, Batch):
                    games += verdict.games
                    continue
                games += verdict.game_text.number > 0
                unjudged += verdict.unjudged + verdict.unjudged_aside
                if verdict.findings and self.faulty is not None:
                    self.faulty(verdict)
                if verdict.findings or verdict.audit is not None or games >= OFTEN:
                    report = GameReport(games, plies, unjudged, verdict.findings, _time(verdict))
                    games = plies = unjudged = 0
                    yield report
        except KeyboardInterrupt:  # what is done is reported
            if games:
                yield GameReport(games, plies, unjudged, [])
            raise
        if games:
            yield GameReport(games, plies, unjudged, [])

    def moved(self, result: GameReport, place: PartPlace) -> GameReport:
        """See `Work`."""
        time = result.time
        if time is not None:
            time = time._replace(game=time.game + place.games, line=time.line + place.lines)
        return result._replace(findings=all_moved(result.findings, place), time=time)

    def progress(self, result: GameReport) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, bool(result.findings or result.time)


def _time(verdict: Verdict) -> TimeReport | None:
    if verdict.audit is None or not verdict.audit.accounts:
        return None
    control = str(verdict.audit.control) or "no time control"
    accounts = [str(account) for account in verdict.audit.accounts]
    return TimeReport(verdict.game_text.number, verdict.game_text.line, control, accounts)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on a source. games: how many; plies: how many moves were checked, those of variations left out.

    diagnostics: errors, warnings and infos in the order of the source.

    >>> report = validate("samples/faults/path-blocked.pgn")
    >>> report, report.ok
    (<Report: 2 games, 13 plies, 1 error, 1 info>, False)
    """

    games: int
    plies: int
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """True if there is no error. Warnings are none."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    def __repr__(self) -> str:
        return f"<Report: {self._summary()}>"

    def _summary(self) -> str:
        severities = [diagnostic.severity for diagnostic in self.diagnostics]
        found = (counted(severities.count(severity), severity.value) for severity in Severity if severity in severities)
        return ", ".join((counted(self.games, "game"), counted(self.plies, "ply"), *found))

    def _repr_html_(self) -> str:
        """A table of what was found, for notebooks."""
        heads = ("file", "game", "line", "column", "severity", "code", "message")
        rows = (
            (found.file, found.game, found.line, found.column, found.severity.value, found.code, found.message)
            for found in self.diagnostics
        )
        return html_table(self._summary(), heads, rows)


def validate(
    source: Readable,
    *,
    variant: str | None = None,
    format: str | None = None,
    jobs: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> Report:
    """Check every move of every game of a path or an open file.

    source: a file, folder, packed file or archive by its path, or an open file.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.
    jobs: the number of processes for a path.
    on_progress: called with the number of bytes read since the last call, for a path.

    Raises `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`, `ValueError` for a number of jobs below 1.

    >>> import io
    >>> report = validate(io.StringIO('[White "Anna"]\\n\\n1. e4 e5 2. Ke3 *'))
    >>> report.ok, report.games, report.plies, [diagnostic.line for diagnostic in report.diagnostics]
    (False, 1, 2, [3])
    """
    if jobs < 1:
        raise ValueError(f"jobs is a number of processes from 1, not {jobs}")
    reader = reader_named(variant, format)
    games = plies = 0
    found: list[Diagnostic] = []
    if isinstance(source, str | os.PathLike):
        work = ValidateWork(reader.judge, reader.form_name)
        for got in results_of(work, reader.sources(as_paths(source)), BulkOptions(jobs=jobs), on_progress):
            games += got.result.games
            plies += got.result.plies
            found += got.result.findings
        return Report(games, plies, tuple(found))
    for verdict, _ in reader.judged(source):
        games += verdict.game_text.number > 0
        plies += verdict.plies
        found += verdict.findings
    return Report(games, plies, tuple(found))
