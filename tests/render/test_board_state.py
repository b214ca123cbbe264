"""A game as pictures: the last move, pieces captured, checks and marks of comments."""

from itertools import pairwise

import pytest
from drawn import played

from fairyscore.notation.kernel import CORE
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.records.tree import Ply
from fairyscore.notation.replay import Validator
from fairyscore.render.board_state import BoardState, after, moments


def game(text: str) -> list[BoardState]:
    record = Validator(variant="chess").judge(GameText(1, text, 1)).record
    assert record is not None
    return list(moments(record))


def taken(shown: BoardState) -> list[tuple[str, str]]:
    named = shown.position.variant
    return [(named.seats[seat].name, named.piece_types[kind].name) for seat, kind in shown.captured]


def test_moves_are_stated_with_their_numbers() -> None:
    assert [shown.move_text for shown in game("1. e4 e5 2. Nf3 *")] == ["", "1. e4", "1... e5", "2. Nf3"]


def test_captured_pieces_and_pawns_taken_in_passing() -> None:
    shown = game("1. e4 d5 2. exd5 e5 3. dxe6 Bxe6 *")
    assert taken(shown[3]) == [("black", "pawn")]
    assert taken(shown[5]) == [("black", "pawn"), ("black", "pawn")]
    assert taken(shown[6])[-1] == ("white", "pawn")


def test_own_pieces_can_be_among_the_captured() -> None:
    shown = played("kaleidochess/two-players.pgn")[-1]
    pieces = len(shown.position.variant.seats) * 18
    board = shown.position.state
    standing = sum(board.piece_at(cell) is not None for cell in range(89))
    assert standing + len(shown.captured) == pieces


def test_checks_castlings_and_drops() -> None:
    shown = game("1. e4 f6 2. Nf3 g5 3. Be2 h6 4. O-O a6 5. Nd4 a5 6. Bh5# *")
    named = shown[-1].position.variant.board.cells
    assert [named[cell] for cell in shown[-1].marks.checked] == ["e8"]
    assert [named[cell] for cell in shown[7].marks.way] == ["e1", "f1", "g1"]
    drops = game('[Variant "chamaeleon:start=drop"]\n\nN@c3 *')
    assert [drops[1].position.variant.board.cells[cell] for cell in drops[1].marks.way] == ["c3"]


@pytest.mark.skipif(CORE is None, reason="the kernel tells what a line changes")
def test_no_table_is_made_for_a_board_that_keeps_its_cells() -> None:
    """A page of a thousand games has some ninety thousand moments: none within a line needs a table."""
    shown = game("1. e4 e5 2. Nf3 Nc6 *")
    assert [moment.gone for moment in shown] == [()] * 5
    assert [moment.table is None for moment in shown] == [False, True, True, False, False]


def test_marks_of_comments() -> None:
    shown = game("{[%csl Ra1]} 1. e4 {[%csl Gd4][%cal Ye2e4,Zz]} e5 *")
    assert shown[0].marks.fields == (CellMark("red", 0),)
    assert shown[1].marks.fields == (CellMark("green", 27),)
    assert shown[1].marks.arrows == (Arrow("yellow", 12, 28),)
    assert shown[2].marks.fields == ()


def test_throws_and_passes() -> None:
    thrown = [shown.move.throw for shown in played("kaleidochess/dice.pgn")[1:]]
    assert set(thrown) <= set(range(1, 7))
    passes = [shown for shown in played("kaleidochess/dice.pgn")[1:] if not shown.marks.way]
    assert all(shown.move_text.endswith("--") for shown in passes)


def test_a_line_followed_at_once_is_as_followed_move_by_move() -> None:
    """Castling, en passant, a promotion and checks, told by the kernel where there is one."""
    text = "1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 c5 5. Nf3 Nc6 6. Be2 a6 7. O-O b5 8. gxh8=N+ Kg7 9. a3 Bh3 *"
    states = game(text)
    for before, shown in pairwise(states):
        one = after(before, Ply(shown.move))
        assert (shown.move_text, shown.seat, shown.turn) == (one.move_text, one.seat, one.turn)
        assert (shown.marks, shown.notes, shown.news) == (one.marks, one.notes, one.news)
        assert (shown.changes, shown.captured, shown.outcome) == (one.changes, one.captured, one.outcome)
        assert shown.position == one.position
    assert states[5].changes == ((36, (0, 0), None), (37, (1, 0), None), (45, None, (0, 0)))
