"""Where findings lie, when the part of a file they were found in is put in its place.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.records.collector import DiagnosticCollector
>>> notes = DiagnosticCollector("part", GameText(1, "1. e4 {", 1, last=False))
>>> notes.trouble(RecordCode.UNCLOSED_COMMENT, (6, 7), next_game(3))
>>> found = moved(notes.findings[0], "all.pgn", games=10, lines=100)
>>> found.file, found.game, found.line, found.message
('all.pgn', 11, 101, 'this comment is never closed; it ends where the next game begins, in line 103')
"""

from __future__ import annotations

from dataclasses import replace

from fairyscore.notation.records.diagnostics import EXPLAINED, Diagnostic, RecordCode
from fairyscore.notation.rules.reasons import Fact


def next_game(line: int) -> dict[str, Fact]:
    """The facts of something that ends where the next game begins."""
    return {"where": f"where the next game begins, in line {line}", "next_line": line}


def moved(finding: Diagnostic, file: str, games: int, lines: int) -> Diagnostic:
    """A finding of a part of a file as one of the file, with so many games and lines in front of the part."""
    game = finding.game + games if finding.game else 0
    finding = replace(finding, file=file, game=game, line=finding.line + lines)
    line = finding.facts.get("next_line")
    if not isinstance(line, int):
        return finding
    facts = {**finding.facts, **next_game(line + lines)}
    return replace(finding, facts=facts, message=EXPLAINED[RecordCode(finding.code)].sentence.format_map(facts))
