"""UCI: reader and writer by one table, castling by the king's way, and what is not UCI."""

import pytest
from both_ways import assert_both_ways

from fairyscore.notation.moves import long, uci
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
BLACK_CASTLES = CASTLES.replace(" w ", " b ")
LAST = "3n4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
ROOK = "k7/8/8/8/8/8/K7/4R3 w - - 0 1"
BETWEEN = [
    f"white cannot castle with O-O: a white {piece}" for piece in ("bishop stands between, on f1", "knight stands")
]
LOCKED_IN = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"

CASES = [
    ("chess", "", "e2-e4", "e2e4"),
    ("chess", LAST, "e7-e8=Q", "e7e8q"),
    ("chess", LAST, "e7xd8=N", "e7d8n"),
    ("chess", CASTLES, "O-O", "e1g1"),
    ("chess", CASTLES, "O-O-O", "e1c1"),
    ("chess", BLACK_CASTLES, "O-O", "e8g8"),
    ("chess", BLACK_CASTLES, "O-O-O", "e8c8"),
    ("chess", ROOK, "e1-g1", "e1g1"),  # a rook on the king's field
    ("cylindrical", "3k3/1P4P/7/7/7/7/7/3K3 w - - 0 1", "b7-c8=BC", "b7c8bc"),
    ("caliph-qi", "", "a1-b3", "a1b3"),
    ("circular-70:coordinates=ring", "", "b15-c15", "b15c15"),
    ("chamaeleon:start=drop", "", "N@c3", "N@c3"),
    ("chamaeleon", LOCKED_IN, "--", "0000"),
    ("kaleidochess", "", "1J-2B", "1J2B"),
    ("kaleidochess:dice", "", "5: 1J-2B", "5: 1J2B"),
]


@pytest.mark.parametrize(("name", "position", "move", "text"), CASES)
def test_both_ways(name: str, position: str, move: str, text: str) -> None:
    assert_both_ways(uci, name, position, move, text)


@pytest.mark.parametrize(("text", "move"), [("e7e8Q", "e7-e8=Q"), ("e7e8=q", "e7-e8=Q"), ("e7d8r!?", "e7xd8=R")])
def test_what_is_read_too(text: str, move: str) -> None:
    game = variant("chess")
    state = game.read_position(LAST)
    parsed = uci.read(text, game)
    assert isinstance(parsed, ParsedMove)
    found = state.find(parsed)
    assert found is not None
    assert long.write(state, found, game) == move


@pytest.mark.parametrize("text", ["", "e2", "e2e", "e2e4e5", "e2-e4", "5254", "e2e4qqq", "00000", "e\u0662e4"])
@pytest.mark.parametrize("name", ["chess", "kaleidochess"])
def test_other_texts_are_no_uci(name: str, text: str) -> None:
    assert uci.read(text, variant(name)) is None


@pytest.mark.parametrize(
    ("position", "text", "sentences"),
    [
        ("", "e1g1", BETWEEN),
        (CASTLES, "e8g8", ["the king on e8 belongs to black, and white is to move"]),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", ["white cannot castle with O-O: the king has moved before"]),
        ("4k3/8/8/8/8/8/5K2/8 w - - 0 1", "e1g1", ["nothing stands on e1"]),
        ("4k3/8/8/8/8/8/K7/4B3 w - - 0 1", "e1g1", ["a bishop on e1 cannot go to g1"]),
        (LAST, "e7e8", ["a pawn that goes from e7 to e8 must be promoted"]),
        (LAST, "e7e8z", ["Chess has no piece called Z"]),
    ],
)
def test_refusals(position: str, text: str, sentences: list[str]) -> None:
    game = variant("chess")
    state = game.read_position(position) if position else game.initial_state()
    parsed = uci.read(text, game)
    if isinstance(parsed, ParsedMove):
        assert not state.push(parsed)
        found = state.reasons(parsed, text)
    else:
        found = parsed or ()
    assert len(found) >= len(sentences)
    assert all(map(str.startswith, map(str, found), sentences)), list(map(str, found))
