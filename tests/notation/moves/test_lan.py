"""Long algebraic, both ways, and how a record is known to be in it."""

import pytest

from fairyscore.notation.moves import lan
from fairyscore.notation.moves.reading import notation_of, parse_move, read_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("game", "position", "text"),
    [
        ("chess", "", "e2-e4"),
        ("chess", "", "Ng1-f3"),
        ("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra1-a8#"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
        ("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7xd8=Q+"),
        ("chamaeleon", "", "Nd1-c3"),
        ("chamaeleon:start=drop", "", "N@c3"),
        ("kaleidochess", "", "D1G-2E"),
        ("kaleidochess:dice", "", "4: D1G-2E"),
    ],
)
def test_a_move_both_ways(game: str, position: str, text: str) -> None:
    rules = variant(game)
    state = rules.read_position(position) if position else rules.initial_state()
    parsed = lan.read(text, rules)
    assert parsed == read_move(text, rules)
    assert isinstance(parsed, ParsedMove)
    move = state.find(parsed)
    assert move is not None
    assert lan.write(state, move, rules) == text


@pytest.mark.parametrize(
    ("tokens", "name"),
    [
        ("e2-e4 e7-e5 Ng1-f3", "lan"),
        ("e2-e4 e7-e5 g1-f3 O-O", "long"),
        ("e4 e5 Nf3 O-O", "san"),
        ("♘f3 e5", "figurine"),
        ("5254 5755", "iccf"),
        ("e2e4 e7e5", "uci"),
        ("1. *", None),
    ],
)
def test_the_notation_of_a_record(tokens: str, name: str | None) -> None:
    chess = variant("chess")
    for token in tokens.split():
        parse_move(token, chess)
    found = notation_of(tokens.split(), chess)
    assert (found.name if found else None) == name
