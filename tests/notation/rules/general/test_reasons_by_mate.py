"""Every reason that a game won by mate can give, by a case that can be checked by eye."""

import pytest

from fairyscore.notation.moves.reading import parse_move as read_move
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

CASES = [
    ("chess", "", "hello", "unreadable-move", "'hello' is not a move"),
    ("chess", "", "e2-e9", "no-such-cell", "e9 is not on this board"),
    ("cylindrical", "", "Qd1-d3", "no-such-piece", "no piece called Q"),
    ("chess", "", "e3-e4", "nothing-there", "nothing stands on e3"),
    ("chess", "", "e7-e5", "not-your-piece", "belongs to black"),
    ("chess", "", "Be2-e4", "wrong-piece", "is a pawn, not a bishop"),
    ("chess", "", "Bc4", "path-blocked", "white pawn on e2"),
    ("chess", "", "Nb3", "no-piece-reaches", "from b1, g1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", "no-piece-reaches", "none left"),
    ("chess", "", "Ng1-g3", "cannot-reach", "even on an empty board"),
    ("chess", "", "Ra1-a5", "path-blocked", "a2 a3 a4: a white pawn on a2"),
    ("chess", "", "Ra1xa2", "own-piece", "white's own pawn stands on a2"),
    ("chess", "", "e2xd3", "nothing-to-take", "only when it captures"),
    ("chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4-e5", "cannot-take", "black pawn stands on e5"),
    ("chess", "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "d2-d3", "leaves-check", "black bishop on b4"),
    ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "castling", "has moved before"),
    ("chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "castling", "white knight stands between, on b1"),
    ("chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castling", "d1 is attacked by a black rook on d8"),
    ("chess", "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castling", "the king is in check from a black rook on e8"),
    ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8", "promotion-missing", "Q queen"),
    ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8=K", "promotion-not-allowed", "cannot become king"),
    ("chess", "", "e2-e4=Q", "promotion-not-allowed", "allowed: nothing"),
    ("chess", "", "e2xe4", "capture-mark", "e4 is empty"),
    ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", "capture-mark", "black pawn stands on d5"),
    ("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "ambiguous", "b1-d2, f3-d2"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8-h7", "game-over", "stalemate, 1/2-1/2"),
    ("chess", "", "--", "must-not-pass", "may not pass"),
    ("chess", "", "N@e4", "no-drops", "no piece can be dropped"),
    ("chess", "", "4: e2-e4", "no-dice", "has no dice"),
    ("caliph-qi", "2q1k1/6/3p2/6/6/6/6/6/2KQ2 w - - 0 1", "d1xd7", "across-river", "across the enemy's river"),
    ("caliph-qi", "3k2/6/6/6/6/1W4/6/6/3K2[M] w - - 0 1", "b4-b3=Q", "promotion-not-allowed", "M marshal"),
    ("tor-qi", "", "O-O", "castling", "no castling in this game"),
    ("circular-70", "4k3*/9/9/9/9/9/9/R3K2R* w KQ - 0 1", "Ra1-a8", "", ""),
    ("circular-70", "1r2k3*/9/9/9/9/9/9/R3K3* w Q - 0 1", "O-O-O", "castling", "b1 is attacked by a black rook on b8"),
    ("cylindrical", "4k2/1P5/7/7/7/7/7/K6 w - - 0 1", "b7-c8=B", "promotion-not-allowed", "BC caliph"),
]


@pytest.mark.parametrize(("name", "position", "move", "code", "words"), CASES)
def test_reasons(name: str, position: str, move: str, code: str, words: str) -> None:
    place = Position.from_fen(position, name) if position else Position.start(name)
    reasons = place.explain(move)
    if not code:
        assert not reasons
        return
    assert code in [reason.code.value for reason in reasons]
    assert words in "; ".join(str(reason) for reason in reasons)
    with pytest.raises(IllegalMove):
        place.play(move)


def test_all_ways_of_a_ring_are_reported() -> None:
    """The rook of h2 can go to e7 both ways round the ring, and both are blocked."""
    text = "4k3*/p8/9/9/9/9/P6R1/4K3* w - - 0 1"
    (reason,) = Position.from_fen(text, "circular-70").explain("h2-e7")
    assert reason.code.value == "path-blocked"
    assert reason.facts["paths"] == (
        "i2 a7 b7 c7 d7: a black pawn on a7",
        "g2 f2 e2 d2 c2 b2 a2 i7 h7 g7 f7: a white pawn on a2",
    )


def test_suggestions_are_legal_and_near() -> None:
    with pytest.raises(IllegalMove) as refused:
        Position.start().play("Ng1-g3")
    assert refused.value.suggestions == ("g1-h3", "g1-f3", "b1-c3")


def test_what_stops_several_pieces_alike_is_reported_once() -> None:
    """Either rook could be meant, and the one pawn on h2 is in the way of both."""
    (reason,) = Position.start().explain("Rh2")
    assert str(reason) == "white's own pawn stands on h2"


@pytest.mark.parametrize(("move", "corrected"), [("e2xe4", "e2-e4"), ("e2xe5", None), ("e2-e4", None)])
def test_only_a_wrong_mark_is_forgiven(move: str, corrected: str | None) -> None:
    game = variant("chess")
    state = game.initial_state()
    parsed, right = (read_move(text, game) for text in (move, corrected or move))
    assert isinstance(parsed, ParsedMove)
    assert state.forgive(state.reasons(parsed, move), parsed) == (right if corrected else None)


@pytest.mark.parametrize(
    ("position", "move", "rules"),
    [
        ("", "e7-e5", ["Laws of Chess 1.3"]),  # White moves first
        ("", "Ra1xa2", ["Laws of Chess 3.1"]),
        ("", "--", ["Laws of Chess 1.3"]),
        ("", "N@e4", ["Laws of Chess 3.1"]),
        ("", "Ng1-g3", ["Laws of Chess 3.6"]),  # of a knight
        ("", "Ra1-a5", ["Laws of Chess 3.3"]),  # of a rook
        ("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "d2-d3", ["Laws of Chess 3.9.2"]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", ["Laws of Chess 3.8"]),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8", ["Laws of Chess 3.7.3"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", ["PGN 8.2.3.4"]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8-h7", ["Laws of Chess 5.1 and 5.2"]),
    ],
)
def test_each_refusal_cites_its_rule(position: str, move: str, rules: list[str]) -> None:
    place = Position.from_fen(position) if position else Position.start()
    assert [reason.rule for reason in place.explain(move)] == rules
