"""What is done to a record at once: moves, comments, an end; and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairyscore.notation.editing import score_sheet
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation


@dataclass(slots=True)
class Turn:
    """What is done to a record at once. made: the moves, as they are written; lines: further lines on what was done.

    proposals: moves under a condition that has come true. refused: what is wrong, where nothing is to be written.
    """

    record: Record
    notation: Notation
    made: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    proposals: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    refused: bool = False
    changed: bool = False

    def play(self, texts: list[str]) -> score_sheet.MoveRefused | None:
        """Append moves; the first one that is not legal leaves the record as it is."""
        longer = score_sheet.appended(self.record, texts, self.notation)
        if longer.refused is None:
            self.made += longer.played
            self.take(longer.record)
        return longer.refused

    def take(self, record: Record) -> None:
        """Go on with a changed record."""
        self.changed = self.changed or record is not self.record
        self.record = record
