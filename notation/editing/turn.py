"""What is done to a record at once: moves, comments, an end; and what is said about it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from fairyscore.notation.clocks.times import write_duration
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation


@dataclass(slots=True)
class RecordEdit:
    """An edit of a record, made at once: moves, comments, an end.

    moves: those made, as they are written; lines: further lines on what was done.

    proposals: moves under a condition that has come true. refused: what is wrong, where nothing is to be written.
    """

    record: Record
    notation: Notation
    moves: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    proposals: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    refused: bool = False
    changed: bool = False

    def play(self, texts: list[str]) -> score_sheet.MoveRefused | None:
        """Append moves; the first one that is not legal leaves the record as it is."""
        longer = score_sheet.appended(self.record, texts, self.notation)
        if longer.refused is None:
            self.moves += longer.played
            self.take(longer.record)
        return longer.refused

    def undo(self, plies: int) -> None:
        """Take back the last moves. Raises `NotPossible` where there are fewer."""
        self.take(score_sheet.undone(self.record, plies))
        self.lines.append(f"taken back: {plies} of the last moves")

    def note(
        self,
        *,
        date: datetime.datetime | None = None,
        left: int | None = None,
        offers: bool = False,
        comment: str = "",
    ) -> None:
        """Put what is noted of the last move into one comment on it.

        date: when it was made; left: the time of its player in milliseconds; offers: a draw is offered with it. Raises
        `NotPossible` where a draw is offered without a move.
        """
        notes = []
        if date is not None:
            notes.append(score_sheet.date_note(self.record, date))
        if left is not None:
            notes.append(f"[%clk {write_duration(left)}]")
        if offers:
            if not self.moves:
                raise score_sheet.NotPossible("a draw is offered with a move; give the move too")
            notes.append(score_sheet.OFFER)
        self.take(score_sheet.with_comments(self.record, *notes, comment))

    def accept_draw(self) -> None:
        """End the game by the draw that the other player has offered. Raises `NotPossible`."""
        if self.moves or not score_sheet.draw_is_offered(self.record):
            raise score_sheet.NotPossible("no draw is offered with the last move")
        self.take(score_sheet.drawn(self.record, "Draw agreed."))

    def take(self, record: Record) -> None:
        """Go on with a changed record."""
        self.changed = self.changed or record is not self.record
        self.record = record
