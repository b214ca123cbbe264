"""Notes what is found in one game, with line and column: the only place that turns offsets into places."""

from __future__ import annotations

from collections.abc import Mapping

from fairyscore.notation.records.cut import Piece
from fairyscore.notation.records.findings import EXPLAINED, Finding, Severity, Trouble, advice_for
from fairyscore.notation.rules.reasons import Fact, Reason

Span = tuple[int, int]
"""Where something begins in the text of a game, and where it ends."""


class Notebook:
    """The findings of a game, in the order in which they are made."""

    def __init__(self, file: str, piece: Piece) -> None:
        self.file = file
        self.piece = piece
        self.findings: list[Finding] = []

    def trouble(self, trouble: Trouble, span: Span, facts: Mapping[str, Fact], ply: int = 0) -> None:
        """Note what is wrong with the record; `facts` fill the sentence of its code."""
        explained = EXPLAINED[trouble]
        message = explained.sentence.format_map(facts)
        self._note(
            span, explained.severity, trouble.value, message=message, facts=facts, advice=explained.advice, ply=ply
        )

    def refusal(
        self, reasons: tuple[Reason, ...], span: Span, ply: int, move: str, suggestions: tuple[str, ...]
    ) -> None:
        """Note a move that is refused, with all its reasons; the first one gives the code and the facts."""
        first = reasons[0]
        self._note(
            span,
            Severity.ERROR,
            first.code.value,
            message="; ".join(dict.fromkeys(str(reason) for reason in reasons)),
            facts=first.facts,
            advice=advice_for(first.code),
            ply=ply,
            move=move,
            rules=tuple(dict.fromkeys(reason.rule for reason in reasons if reason.rule)),
            reasons=tuple((reason.code.value, str(reason)) for reason in reasons),
            suggestions=suggestions,
        )

    def _note(
        self,
        span: Span,
        severity: Severity,
        code: str,
        *,
        message: str,
        facts: Mapping[str, Fact],
        advice: str,
        ply: int,
        move: str = "",
        rules: tuple[str, ...] = (),
        reasons: tuple[tuple[str, str], ...] = (),
        suggestions: tuple[str, ...] = (),
    ) -> None:
        text, (start, end) = self.piece.text, span
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        self.findings.append(
            Finding(
                file=self.file,
                game=self.piece.number,
                line=self.piece.line + text.count("\n", 0, start),
                column=start - line_start + 1,
                end_column=max(min(end, line_end), start) - line_start + 1,
                severity=severity,
                code=code,
                message=message,
                ply=ply,
                move=move,
                facts=dict(facts),
                rules=rules,
                reasons=reasons,
                suggestions=suggestions,
                advice=advice,
                source=text[line_start:line_end],
            )
        )
