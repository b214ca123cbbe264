"""Diagnostics as plain values, so that a state file keeps them; and back. Verdicts without what cannot be sent.

>>> from fairyscore.notation.archive import file_verdict
>>> from fairyscore.notation.records.diagnostics import RecordCode
>>> (found,) = file_verdict(RecordCode.NUL_BYTE, "part").findings
>>> of_plain(plain(found)) == found
True
"""

from __future__ import annotations

from fairyscore.notation.bulk.work import Json, PartPlace
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, moved
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Verdict

_PLAIN = (
    "file", "game", "line", "column", "end_column", "code", "message", "ply", "move", "advice", "source", "source_start",
)  # fmt: skip


def plain(found: Diagnostic) -> Json:
    """A diagnostic in what JSON has."""
    facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in found.facts.items()}
    return {
        **{name: getattr(found, name) for name in _PLAIN},
        "severity": found.severity.value,
        "facts": facts,
        "rules": list(found.rules),
        "suggestions": list(found.suggestions),
        "reasons": [list(reason) for reason in found.reasons],
    }


def of_plain(value: Json) -> Diagnostic:
    """The diagnostic that `plain` gave."""
    return Diagnostic(
        **{name: value[name] for name in _PLAIN},
        severity=Severity(value["severity"]),
        facts={name: tuple(fact) if isinstance(fact, list) else fact for name, fact in value["facts"].items()},
        rules=tuple(value["rules"]),
        suggestions=tuple(value["suggestions"]),
        reasons=tuple((code, sentence) for code, sentence in value["reasons"]),
    )


def all_moved(found: list[Diagnostic], place: PartPlace) -> list[Diagnostic]:
    """Diagnostics of a part of a file as those of the file."""
    return [moved(one, *place) for one in found]


def bare(verdict: Verdict) -> Verdict:
    """What is said of a game or a file, without the game."""
    text = verdict.game_text
    return Verdict(GameText(text.number, "", text.line), verdict.findings, form=verdict.form)


def bare_moved(verdict: Verdict, place: PartPlace) -> Verdict:
    """A `bare` verdict on a game of a part of a file as one of the file."""
    text = verdict.game_text
    number = text.number and text.number + place.games
    findings = all_moved(verdict.findings, place)
    return Verdict(GameText(number, "", text.line + place.lines), findings, form=verdict.form)


def bare_plain(verdict: Verdict) -> Json:
    """A `bare` verdict in what JSON has."""
    text = verdict.game_text
    return [text.number, text.line, verdict.form, [plain(found) for found in verdict.findings]]


def bare_of_plain(value: Json) -> Verdict:
    """The verdict that `bare_plain` gave."""
    number, line, form, findings = value
    return Verdict(GameText(number, "", line), [of_plain(found) for found in findings], form=form)
