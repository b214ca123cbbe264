"""ICCF numeric notation: reader and writer by one table, its digits in other games, and the boards it cannot name."""

import pytest
from both_ways import assert_both_ways

from fairyscore.notation.moves import iccf
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
LAST = "3n4/5P1k/8/8/8/8/8/4K3 w - - 0 1"
RIVER = "2k3/6/6/2P3/6/6/1W4/6/3K2 w Q 0 1"
LOCKED_IN = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"

CASES = [
    ("chess", "", "e2-e4", "5254"),
    ("chess", "", "g1-f3", "7163"),
    ("chess", CASTLES, "O-O", "5171"),
    ("chess", CASTLES, "O-O-O", "5131"),
    ("chess", CASTLES.replace(" w ", " b "), "O-O", "5878"),
    ("chess", LAST, "f7-f8=R", "67682"),
    ("chess", LAST, "f7-f8=N", "67684"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/7/3K3 w - - 0 1", "b7-c8=BC", "27381"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/7/3K3 w - - 0 1", "g7-f8=CD", "77683"),
    ("tor-qi", "", "g2-g4", "7274"),
    ("circular-70", "", "g1-h3", "7183"),
    ("chamaeleon", "", "a1-b3", "1123"),
    ("chamaeleon:start=drop", "", "Q@c3", "0133"),
    ("chamaeleon:start=drop", "", "N@h8", "0488"),
    ("chamaeleon", LOCKED_IN, "--", "0000"),
]


@pytest.mark.parametrize(("name", "position", "move", "text"), CASES)
def test_both_ways(name: str, position: str, move: str, text: str) -> None:
    assert_both_ways(iccf, name, position, move, text)


@pytest.mark.parametrize(
    ("position", "castling", "step"),
    [
        ("1k6/8/8/8/8/8/8/5K1R w K - 0 1", "6181", "6171"),
        ("1k6/8/8/8/8/8/8/RK6 w Q - 0 1", "2111", "2131"),  # the king may step to c1 as well
        ("1k6/8/8/8/8/8/8/3R1K2 w Q - 0 1", "6131", "6151"),  # the king's way, which is no step of his
    ],
)
def test_a_king_that_may_also_just_go_there(position: str, castling: str, step: str) -> None:
    """In Chess960 a castling may end where a step of the king does; then it is written by the rook's cell, as in UCI."""
    assert_both_ways(iccf, "chess960", position, "O-O" if "K -" in position else "O-O-O", castling)
    chess960 = variant("chess960")
    state = chess960.read_position(position)
    parsed = iccf.read(step, chess960)
    assert isinstance(parsed, ParsedMove)
    found = state.find(parsed)
    assert found is not None
    assert found.castle < 0


@pytest.mark.parametrize(
    "text", ["", "52", "525", "525411", "0x33", "5254.", "0500", "05", "e2e4", "\u0665254", "5054"]
)
def test_other_texts_are_not_numeric(text: str) -> None:
    assert iccf.read(text, variant("chess")) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9254", "i2 is not on this board"),
        ("5259", "e9 is not on this board"),
        ("67685", "Chess has no piece called 5"),
    ],
)
def test_numbers_that_the_game_does_not_have(text: str, sentence: str) -> None:
    found = iccf.read(text, variant("chess"))
    assert isinstance(found, tuple)
    assert str(found[0]).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("chess", ""),
        ("circular-70", ""),
        ("circular-70:coordinates=ring", "its d10 lies beyond nine files or ranks"),
        ("circular-70:coordinates=sector", "lies beyond nine files or ranks"),
        ("kaleidochess", "its board, with 8K, has no files and ranks"),
    ],
)
def test_boards_that_it_cannot_name(name: str, why: str) -> None:
    game = variant(name)
    assert why in iccf.refusal(game)
    assert bool(why) is bool(iccf.refusal(game))
    assert (iccf in game.writing.notations) is not bool(why)
    assert why == "" or iccf.read("1112", game) is None


def test_a_pawn_that_crosses_the_river_needs_no_digit() -> None:
    game = variant("caliph-qi")
    state = game.read_position("3k2/6/6/2P3/6/6/6/6/2K3 w - - 0 1")
    for text in ("3637", "36375"):
        parsed = iccf.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert state.find(parsed) is not None
