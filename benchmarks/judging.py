"""A file of games validated by fairyscore, from the file to the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.replay import Validator


@dataclass(slots=True)
class RunTally:
    """What one run over a file counted. faulty: games in which a move or the text was wrong."""

    games: int = 0
    plies: int = 0
    faulty: int = 0


def by_fairyscore(path: Path) -> RunTally:
    """Validate every game as `fairyscore validate` does, without printing."""
    tally = RunTally()
    for verdict in judge_file(path, Validator()):
        tally.games += verdict.game_text.number > 0
        tally.plies += verdict.plies
        tally.faulty += any(finding.severity is Severity.ERROR for finding in verdict.findings)
    return tally
