"""The coordinate schemes of the round boards: one field, three names, and moves that go from one to the other."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.moves import long, san
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import UnknownVariant, in_scheme, variant

BOARDS = ("circular-66", "circular-68", "circular-70")

NAMES = [
    # standard, ring, sector: as White sees it, from his left rook clockwise
    ("a1", "a1", "a1"),
    ("a4", "d1", "a4"),
    ("i5", "d2", "b4"),  # inmost field of the file at his left
    ("h8", "a3", "c1"),
    ("h5", "d3", "c4"),
    ("e8", "a6", "f1"),
    ("a8", "a10", "j1"),
    ("a5", "d10", "j4"),
    ("i4", "d11", "k4"),  # and at his right
    ("h1", "a12", "l1"),
    ("e2", "b15", "o2"),
    ("b1", "a18", "r1"),
]


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize(("standard", "ring", "sector"), NAMES)
def test_one_field_has_the_same_names_on_all_boards(game: str, standard: str, ring: str, sector: str) -> None:
    plain = variant(game)
    cells = {in_scheme(plain, scheme).board.index[name] for scheme, name in (("ring", ring), ("sector", sector))}
    assert cells == {plain.board.index[standard]}


@pytest.mark.parametrize("game", BOARDS)
def test_schemes_are_options_and_back(game: str) -> None:
    plain = variant(game)
    assert plain.writing.schemes == ("standard", "ring", "sector")
    for scheme in plain.writing.schemes:
        other = in_scheme(plain, scheme)
        assert other.writing.scheme == scheme
        assert other.name == variant(f"{game}:coordinates={scheme}").name
        assert in_scheme(other, plain.writing.scheme).name == game
        assert other.retag is not None
        assert other.retag({"Coordinates": "standard"}).name == game


@pytest.mark.parametrize(
    ("standard", "ring", "sector"),
    [("e2-e4", "b15-d15", "o2-o4"), ("g1-h3", "a13-c12", "m1-l3"), ("Nh3", "Nc12", "Nl3"), ("e4", "d15", "o4")],
)
def test_a_move_is_the_same_wish_in_each(standard: str, ring: str, sector: str) -> None:
    parsed_moves = [
        read_move(text, variant(f"circular-70:coordinates={scheme}"))
        for scheme, text in (("standard", standard), ("ring", ring), ("sector", sector))
    ]
    assert isinstance(parsed_moves[0], ParsedMove)
    assert parsed_moves[0] == parsed_moves[1] == parsed_moves[2]


@pytest.mark.parametrize(
    ("position", "standard", "ring", "sector"),
    [
        ("", "b1-c3", "Nc17", "Nq3"),
        ("8*/9/8k/9/3N1N3/9/9/4K3* w - - 0 1", "d4-e2", "N16b15", "Npo2"),
        ("8*/9/4k4/9/9/2+p6/1P1P5/4K3* w - - 0 1", "b2xc3", "b18xc17", "rxq3"),
        ("4k3*/9/9/9/9/9/9/4K2R* w K - 0 1", "O-O", "O-O", "O-O"),
    ],
)
def test_san(position: str, standard: str, ring: str, sector: str) -> None:
    """Where letters are rings, pieces on one ring are told apart by their numbers."""
    game = variant("circular-70")
    state = game.read_position(position) if position else game.initial_state()
    parsed = long.read(standard, game)
    assert isinstance(parsed, ParsedMove)
    move = state.find(parsed)
    assert move is not None
    for scheme, text in (("ring", ring), ("sector", sector)):
        other = in_scheme(game, scheme)
        there = other.read_position(game.write_position(state))
        assert san.write(there, move, other).rstrip("+") == text


@pytest.mark.parametrize("scheme", ["ring", "sector"])
def test_positions_are_the_same_in_all_schemes(scheme: str) -> None:
    plain = variant("circular-70")
    other = in_scheme(plain, scheme)
    state, there = plain.initial_state(), other.initial_state()
    assert other.write_position(there) == plain.write_position(state)
    text = "4k3*/9/9/3+Pp4/9/9/9/4K3* w - e6 0 1"
    assert other.write_position(other.read_position(text)) == text
    with pytest.raises(PositionError):
        other.read_position(text.replace("e6", "f5"))


def test_reasons_speak_in_the_scheme() -> None:
    game = variant("circular-70:coordinates=ring")
    state = game.initial_state()
    for text, names in [
        ("b15-c14", "a pawn goes from b15 to c14 only when it captures"),
        ("a1-a3", "a rook on a1 cannot go to a3"),
        ("e2-e4", "e2 is not on this board"),
        ("O-O", "white cannot castle with O-O: a white bishop stands between, on a14"),
        ("Nd1", "no white knight can go to d1; it cannot be reached from a18, a13"),
    ]:
        parsed = read_move(text, game)
        reasons = state.reasons(parsed, text) if isinstance(parsed, ParsedMove) else parsed or ()
        assert str(reasons[0]).startswith(names), list(map(str, reasons))


@pytest.mark.parametrize(
    ("game", "scheme", "words"),
    [("chess", "ring", "one coordinate scheme only"), ("circular-66", "rings", "did you mean ring?")],
)
def test_schemes_that_there_are_not(game: str, scheme: str, words: str) -> None:
    with pytest.raises(UnknownVariant, match=words):
        in_scheme(variant(game), scheme)


def test_a_tag_that_makes_no_sense() -> None:
    retag = variant("circular-70").retag
    assert retag is not None
    with pytest.raises(PositionError, match="tag Coordinates"):
        retag({"Coordinates": "polar"})


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(BOARDS))
def test_games_are_translated_without_loss(seed: int, game: str) -> None:
    schemes = [variant(f"{game}:coordinates={scheme}") for scheme in ("standard", "ring", "sector")]
    states, dice = [scheme.initial_state() for scheme in schemes], random.Random(seed)
    for _ in range(60):
        moves = states[0].moves()
        if not moves:
            return
        move = dice.choice(moves)
        for there, state in zip(schemes, states, strict=True):
            parsed = read_move(san.write(state, move, there), there)
            assert isinstance(parsed, ParsedMove)
            assert state.find(parsed) == move
            assert state.push(parsed)
        assert len({s.write_position(state) for s, state in zip(schemes, states, strict=True)}) == 1
