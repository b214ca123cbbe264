"""Betza's texts are read as the leaps that a person would draw, and what is not understood is named with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.boards import rectangle
from fairyscore.notation.rules.general.definition import GameRules, GeneralPieceType, Mobility
from fairyscore.notation.rules.general.tables import GeneralTables
from fairyscore.notation.variants.betza import ATOMS, BetzaError, _grammar, _groups, parse_betza

KNIGHT = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}


@pytest.mark.parametrize(
    ("text", "leaps"),
    [
        ("N", KNIGHT),
        ("fN", {(-1, 2), (1, 2)}),
        ("sN", {(-2, -1), (-2, 1), (2, -1), (2, 1)}),
        ("flN", {(-2, 1)}),
        ("lfN", {(-1, 2)}),
        ("fhN", {(-2, 1), (-1, 2), (1, 2), (2, 1)}),
        ("hrN", {(1, 2), (2, -1), (-1, -2), (-2, 1)}),
        ("fsW", {(-1, 0), (1, 0), (0, 1)}),
        ("frF", {(1, 1)}),
        ("fbF", {(-1, -1), (-1, 1), (1, -1), (1, 1)}),
        ("(4,1)", {(x, y) for x in (-4, -1, 1, 4) for y in (-4, -1, 1, 4) if abs(x) != abs(y)}),
    ],
)
def test_directions(text: str, leaps: set[tuple[int, int]]) -> None:
    (movement,) = parse_betza(text)
    assert set(movement.leaps) == leaps


def test_pawn() -> None:
    step, capture, first = parse_betza("fmWfceFifmnD")
    assert (step.moves, step.captures, step.leaps) == (True, False, ((0, 1),))
    assert (capture.moves, capture.captures, capture.en_passant) == (False, True, True)
    assert (first.first, first.lame, first.leaps) == (True, True, ((0, 2),))


@pytest.mark.parametrize(("text", "most"), [("W", 1), ("W3", 3), ("R", 0), ("W0", 0), ("WW", 0), ("NN", 0), ("R4", 4)])
def test_ranges(text: str, most: int) -> None:
    assert {movement.most for movement in parse_betza(text)} == {most}


def test_hops_and_bends() -> None:
    cannon, grasshopper = parse_betza("pRgR")
    assert (cannon.hop, cannon.most, grasshopper.hop, grasshopper.most) == (True, 0, True, 1)
    griffon = parse_betza("[F?R]")
    assert {movement.leaps[0]: movement.bend for movement in griffon}[1, 1] == ((0, 1), (1, 0))
    assert not any(movement.bend_must for movement in griffon)
    assert all(movement.bend_must for movement in parse_betza("[W-B]"))


@pytest.mark.parametrize(
    ("moves", "origin", "reached"),
    [
        ("wB", "c1", "a3 b2 b4 d2 e3 f4 g5 h6 c5 d6 e7 f8 g7"),  # a3 to the upper edge; h6 on to f8; no further turn
        ("wR", "a4", "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4 b1 c1 d1 e1 f1 g1 h1 b8 c8 d8 e8 f8 g8 h8"),
        ("wfW5", "a6", "a7 a8 b8 c8 d8"),
    ],
)
def test_slides_that_go_on_from_an_edge(moves: str, origin: str, reached: str) -> None:
    """A diagonal way is mirrored by the edge, a straight one turns in a corner of the board; either does so once."""
    board = rectangle(8, 8)
    piece = GeneralPieceType("S", "slider", "S", (Mobility(parse_betza(moves)),))
    tables = GeneralTables(GameRules(board, (piece,), "8/8/8/8/8/8/8/8 w - - 0 1"))
    ways = tables.ways(tables.codes[0], board.index[origin])
    assert {board.cells[cell] for way in ways for cell in way.cells} == set(reached.split())


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("xW", 1, "the modifier x is not understood"),
        ("NY", 2, "there is no atom Y"),
        ("f", 1, "an atom"),
        ("W]", 2, "is not a move"),
        ("(0,0)", 1, "stays where it is"),
        ("pF", 1, "hop along a line"),
    ],
)
def test_what_is_no_betza(text: str, column: int, words: str) -> None:
    with pytest.raises(BetzaError, match=words) as fault:
        parse_betza(text)
    assert fault.value.column == column


def _column(text: str) -> int:
    """The column of the fault, 1 for a text that is understood."""
    try:
        return 1 + 0 * len(parse_betza(text))
    except BetzaError as fault:
        return fault.column


@settings(max_examples=100)
@given(st.text(alphabet="fblrvshmcniepgWFNBRQK0123[]?-(),", max_size=12))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    assert 1 <= _column(text) <= len(text) + 1


@settings(max_examples=40)
@given(st.sampled_from(sorted(ATOMS)), st.sampled_from(["", "f", "b", "l", "r", "v", "s"]))
def test_directions_keep_the_length_of_leaps(atom: str, direction: str) -> None:
    (movement,) = parse_betza(direction + atom)
    assert {tuple(sorted(map(abs, leap))) for leap in movement.leaps} == {tuple(sorted(ATOMS[atom]))}


@pytest.mark.parametrize("text", ["N", "fmWfceFifmnD", "R4fbN2", "(4,1)3W", "NNpQ"])
def test_texts_without_brackets_are_read_as_the_grammar_reads_them(text: str) -> None:
    assert _groups(text) == _grammar().parse_string(text, parse_all=True).as_list()


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("n[F?R]", 1, "the modifier n (lame) does not go with a path"),
        ("[nD-B]", 2, "the modifier n (lame) does not go with a path"),
        ("W[F?cR]", 5, "the modifier c (with capture) does not go with its second leg"),
    ],
)
def test_modifiers_that_no_path_has(text: str, column: int, says: str) -> None:
    """The engine has no such paths, and no sentence may speak of them."""
    with pytest.raises(BetzaError) as refused:
        parse_betza(text)
    assert (str(refused.value), refused.value.column) == (says, column)
