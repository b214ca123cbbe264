"""What is done to a record at once: moves, what is noted of them, and draws by agreement."""

import datetime

import pytest

from fairyscore.notation.editing.score_sheet import NotPossible
from fairyscore.notation.editing.turn import RecordEdit
from fairyscore.notation.records.tree import Record


def begun(*moves: str) -> RecordEdit:
    record = Record("chess")
    turn = RecordEdit(record, record.game.writing.usual)
    assert turn.play([*moves]) is None
    return turn


def test_all_notes_stand_in_one_comment() -> None:
    turn = begun("e4")
    turn.note(date=datetime.datetime(2026, 11, 21, 18, 30), left=3_605_000, offers=True, comment="a } brace")
    (comment,) = turn.record.line.plies[-1].comments
    assert comment.text == "[%date 2026.11.21 18:30:00] [%clk 1:00:05] (=) a } brace"


def test_nothing_to_note_changes_nothing() -> None:
    turn = RecordEdit(begun("e4").record, Record("chess").game.writing.usual)
    turn.note()
    assert not turn.changed


def test_a_draw_is_offered_with_a_move_and_accepted_without_one() -> None:
    turn = begun("e4")
    turn.note(offers=True)
    with pytest.raises(NotPossible, match="no draw is offered with the last move"):
        turn.accept_draw()  # the player's own offer
    answer = RecordEdit(turn.record, turn.notation)
    with pytest.raises(NotPossible, match="a draw is offered with a move"):
        answer.note(offers=True)
    answer.accept_draw()
    assert answer.record.result == "1/2-1/2"


def test_moves_are_taken_back() -> None:
    turn = begun("e4", "e5")
    turn.undo(2)
    assert (turn.record.line.plies, turn.lines) == ((), ["taken back: 2 of the last moves"])
    with pytest.raises(NotPossible, match="the game has 0 moves"):
        turn.undo(1)
