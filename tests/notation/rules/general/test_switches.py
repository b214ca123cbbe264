"""Pieces that change places with one of their own side beside them (Switching Chess)."""

from fairyscore.notation.position import Position


def test_either_piece_may_be_said_to_move() -> None:
    position = Position.start("switching")
    assert position.play("Ra1-b1").fen == position.play("Nb1-a1").fen


def test_first_moves_and_switches_of_the_start() -> None:
    """The twenty of chess; 7 + 7 switches along the first rank, and each of 8 pieces with the 22 pawns below or aside."""
    assert len(Position.start("switching").legal_moves) == 20 + 14 + 2 * 22


def test_pawn_that_is_promoted_by_a_switch_is_the_one_that_moves() -> None:
    position = Position.from_fen("4N3/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "switching")
    assert position.play("e8=Q+").fen.split()[0] == "4Q3/4N1k1/8/8/8/8/8/4K3"
    assert position.explain("Ne7")


def test_switch_may_not_lay_the_king_open() -> None:
    position = Position.from_fen("4r1k1/8/8/8/8/8/4K3/3NR3 w - - 0 1", "switching")
    assert {reason.code.value for reason in position.explain("Re1-d1")} == {"leaves-check"}
