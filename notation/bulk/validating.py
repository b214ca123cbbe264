"""The work of `validate`: what is found, and how many games and plies there are.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> games = '[Result "*"]\\n\\n1. e4 *', '[Result "*"]\\n\\n1. e5 *'
>>> verdicts = [Validator().judge(GameText(number, game, number * 4)) for number, game in enumerate(games, 1)]
>>> for report in ValidateWork().results(verdicts, FilePart()):
...     print(report.games, report.plies, [(found.line, found.code) for found in report.findings])
2 1 [(10, 'no-piece-reaches')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fairyscore.notation.bulk.work import FilePart, PartPlace, Work, all_moved
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.replay import Tally, Verdict

OFTEN = 1000  # games behind which a report is given in any case, so that one sees how far it is


class TimeReport(NamedTuple):
    """The audit of a game's time: its number and line, the time control, and a line for each player."""

    game: int
    line: int
    control: str
    accounts: list[str]


class GameReport(NamedTuple):
    """What is found in one game at most, and how many games, plies and moves not judged it and those before it have."""

    games: int
    plies: int
    unjudged: int
    findings: list[Diagnostic]
    time: TimeReport | None = None


@dataclass(frozen=True, slots=True)
class ValidateWork(Work):
    """The work. faulty: is given each game with findings as it comes; a work that has it is done in this process."""

    faulty: Callable[[Verdict], None] | None = None

    counts = True
    kinds = (GameReport, TimeReport)

    def results(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[GameReport]:
        """See `Work`."""
        games = plies = unjudged = 0
        tally = part.tally or Tally()
        try:
            for verdict in verdicts:
                more, made = tally.take()
                games += more + (verdict.game_text.number > 0)
                plies += made + verdict.plies
                unjudged += verdict.unjudged
                if verdict.findings and self.faulty is not None:
                    self.faulty(verdict)
                if verdict.findings or verdict.audit is not None or games >= OFTEN:
                    report = GameReport(games, plies, unjudged, verdict.findings, _time(verdict))
                    games = plies = unjudged = 0
                    yield report
        except KeyboardInterrupt:  # what is done is told
            yield from _rest(games, plies, unjudged, tally)
            raise
        yield from _rest(games, plies, unjudged, tally)

    def moved(self, result: GameReport, place: PartPlace) -> GameReport:
        """See `Work`."""
        time = result.time
        if time is not None:
            time = time._replace(game=time.game + place.games, line=time.line + place.lines)
        return result._replace(findings=all_moved(result.findings, place), time=time)

    def seen(self, result: GameReport) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, bool(result.findings or result.time)


def _rest(games: int, plies: int, unjudged: int, tally: Tally) -> Iterator[GameReport]:
    """The report on games behind the last one that has findings."""
    more, made = tally.take()
    if games + more:
        yield GameReport(games + more, plies + made, unjudged, [])


def _time(verdict: Verdict) -> TimeReport | None:
    if verdict.audit is None or not verdict.audit.accounts:
        return None
    control = str(verdict.audit.control) or "no time control"
    accounts = [str(account) for account in verdict.audit.accounts]
    return TimeReport(verdict.game_text.number, verdict.game_text.line, control, accounts)
