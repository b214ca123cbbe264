"""Short games that anybody can follow on a board: check, en passant, and moves that two pieces can make."""

from collections.abc import Callable

import pytest
from general_games import general, general_in_python

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant

CHESS = variant("chess")


def after(moves: str) -> State:
    """The state after moves in SAN, all of them legal."""
    state = CHESS.initial_state()
    for text in moves.split():
        assert pushed(state, text), text
    return state


def pushed(state: State, text: str) -> bool:
    parsed = parse_move(text, CHESS)
    assert isinstance(parsed, ParsedMove)
    return state.push(parsed)


@pytest.mark.parametrize(
    ("moves", "is_check"),
    [
        ("", False),
        ("e4 e5", False),
        ("e4 f5 Qh5", True),  # on the diagonal to e8
        ("e4 f5 Qh5 g6", False),  # and a pawn between
        ("e4 e5 Bb5", False),  # the pawn on d7 stands between
        ("e4 d6 Bb5", True),
        ("e4 d6 Bb5 c6", False),
        ("Nc3 a6 Nd5 a5 Nf6", True),
    ],
)
def test_check(moves: str, is_check: bool) -> None:
    assert ("check" in after(moves).notes()) is is_check


def test_check_is_answered() -> None:
    state = after("e4 d6 Bb5")
    assert not pushed(state, "a6")
    assert not pushed(after("e4 e5 Ke2 Qg5"), "Ke3")  # into the view of the queen
    assert pushed(state, "Bd7")
    assert "check" not in state.notes()


def test_en_passant_is_for_one_ply() -> None:
    assert pushed(after("e4 a6 e5 d5"), "exd6")
    assert not pushed(after("e4 a6 e5 d5 h3 h6"), "exd6")
    assert not pushed(after("e4 a6 e5 d6 h3 d5"), "exd6")  # the pawn came there by two moves of one step


def test_the_fen_tells_en_passant_for_one_ply() -> None:
    state = after("e4 a6 e5 d5")
    assert CHESS.write_position(state).split()[3] == "d6"
    assert pushed(state, "h3")
    assert CHESS.write_position(state).split()[3] == "-"


@pytest.mark.parametrize(
    ("text", "legal"), [("Nd2", False), ("Nbd2", True), ("Nfd2", True), ("N1d2", True), ("Nc3", True)]
)
def test_ambiguous_moves(text: str, legal: bool) -> None:
    """Knights on b1 and f3; d2 is empty."""
    assert pushed(after("Nf3 a6 d3 a5 Bf4 a4"), text) is legal


def test_a_pinned_piece_makes_no_move_ambiguous() -> None:
    """The knight on c3 is pinned by the bishop on b4, so Ne2 is that of the knight on g1."""
    state = after("e4 e6 d4 Bb4 Nc3 a6")
    assert pushed(state, "Ne2")


@pytest.mark.parametrize(("move", "legal"), [("Nf6", False), ("Ba5", False), ("Kd5", True)])
def test_a_rook_looks_round_the_cylinder_from_both_sides(move: str, legal: bool) -> None:
    """The rook that went to h4 sees the king on d4 past the knight on e4, and over the edge, h-a, past the bishop on b4."""
    cylinder = variant("cylinder-chess")
    state = cylinder.read_position("7k/8/8/8/1B1KN3/8/8/7r b - - 0 1")
    for text, answer in (("Rh4", True), (move, legal)):
        parsed = parse_move(text, cylinder)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed) is answer


@pytest.mark.parametrize("game_named", [general, general_in_python], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("position", "is_check"),
    [
        ("3k5/9/9/9/9/9/9/3n5/9/4K4 w - - 0 1", True),  # from d3 over d2 to e1
        ("3k5/9/9/9/9/9/9/3n5/3P5/4K4 w - - 0 1", False),  # a piece on d2 holds its leg
        ("3k5/9/9/9/9/9/9/3np4/9/4K4 w - - 0 1", True),  # one on e3 does not
    ],
)
def test_a_horse_of_xiangqi_gives_check_over_an_empty_point(
    position: str, is_check: bool, game_named: Callable[[str], Variant]
) -> None:
    assert ("check" in game_named("xiangqi").read_position(position).notes()) is is_check
