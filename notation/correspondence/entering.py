"""What a letter states is entered into the record, as if it were typed."""

from __future__ import annotations

from fairyscore.notation.correspondence.reading import LetterReading
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.editing.turn import Turn


def enter(turn: Turn, reading: LetterReading) -> None:
    """Do what a letter states, with its date. Raises `NotPossible` where the rules forbid it."""
    statement, letter = reading.statement, reading.letter
    if statement.move:
        turn.play([*(one.spelling for one in reading.through), statement.move.spelling])
        notes = [score_sheet.date_note(turn.record, letter.date)] if letter.date else []
        turn.take(score_sheet.with_comments(turn.record, *notes, score_sheet.OFFER if statement.offers else ""))
        if statement.offers:
            turn.lines.append(f"{reading.seat or 'the sender'} offers a draw")
    elif statement.accepts:
        turn.take(score_sheet.drawn(turn.record, "Draw agreed."))
    elif statement.resigns:
        turn.take(score_sheet.resigned(turn.record, reading.seat))
    elif statement.claims:
        turn.take(score_sheet.claimed(turn.record, "the letter claims a draw, and the position allows none"))
