"""Findings as plain values, so that a worker can send them and a state file keep them; and back, with their place put in.

>>> from fairyscore.notation.archive import file_verdict
>>> from fairyscore.notation.records.diagnostics import RecordCode
>>> (found,) = file_verdict(RecordCode.NUL_BYTE, "part").findings
>>> there = unwired(wired(found), "archive.pgn", games=100, lines=2000)
>>> there.file, there.game, there.line, there.message == found.message
('archive.pgn', 0, 2001, True)
"""

from __future__ import annotations

from fairyscore.notation.bulk.work import Json
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.places import moved
from fairyscore.notation.rules.reasons import Fact

_PLAIN = (
    "game", "line", "column", "end_column", "code", "message", "ply", "move", "advice", "source", "source_start",
)  # fmt: skip


def wired(found: Diagnostic) -> Json:
    """A finding without the name of its file."""
    said: dict[str, Json] = {name: getattr(found, name) for name in _PLAIN}
    said["severity"] = found.severity.value
    said["facts"] = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in found.facts.items()}
    said["rules"], said["suggestions"] = list(found.rules), list(found.suggestions)
    said["reasons"] = [list(reason) for reason in found.reasons]
    return said


def unwired(said: Json, file: str, games: int = 0, lines: int = 0) -> Diagnostic:
    """The finding, of a part with so many games and lines of the file in front of it."""
    facts: dict[str, Fact] = {
        name: tuple(fact) if isinstance(fact, list) else fact for name, fact in said["facts"].items()
    }
    found = Diagnostic(
        **{name: said[name] for name in _PLAIN},
        file=file,
        severity=Severity(said["severity"]),
        facts=facts,
        rules=tuple(said["rules"]),
        suggestions=tuple(said["suggestions"]),
        reasons=tuple((code, sentence) for code, sentence in said["reasons"]),
    )
    return moved(found, file, games, lines)
