"""Letters that are entered into a record one after the other."""

import pytest

from fairyscore.notation.correspondence.entering import enter_letters
from fairyscore.notation.editing.turn import RecordEdit
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

ADDRESSES = {"White": "Anna", "Black": "Bruno", "WhiteNA": "anna@a.org", "BlackNA": "bruno@a.org"}


def entered(*letters: tuple[str, str], conditional: bool = False) -> RecordEdit:
    """What letters come to: their senders and texts."""
    record = Record("chess", tuple(ADDRESSES.items()))
    turn = RecordEdit(record, record.game.writing.usual)
    found = [
        read_letter(f"From: {sender}@a.org\n\n{text}".encode(), f"{number}.eml")
        for number, (sender, text) in enumerate(letters, 1)
    ]
    enter_letters(turn, found, conditional=conditional)
    return turn


@pytest.mark.parametrize("conditional", [True, False])
def test_a_condition_that_comes_true(conditional: bool) -> None:
    letters = ("anna", "1. e4\nIf 1...e5 then 2. Nf3"), ("bruno", "1...e5")
    turn = entered(*letters, conditional=conditional)
    assert turn.moves == ["1. e4", "1... e5", *["2. Nf3"] * conditional]
    assert [text.startswith("proposal: 2. Nf3 (1.eml") for text in turn.proposals] == [True] * (not conditional)
    assert not turn.refused


def test_a_letter_without_a_move_is_a_fault_only_where_it_is_alone() -> None:
    silent = ("anna", "Good morning")
    assert entered(silent).refused
    turn = entered(silent, ("anna", "1. e4"))
    assert (turn.refused, turn.moves) == (False, ["1. e4"])
    assert [found.severity.value for found in turn.diagnostics if found.code == "mail-no-move"] == ["info"]


def test_the_wrong_sender_is_refused() -> None:
    turn = entered(("bruno", "1. e4"))
    assert (turn.refused, turn.moves, turn.changed) == (True, [], False)
