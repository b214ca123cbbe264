"""Captures that explode: who is lost, who is spared, who is immune; positions that can be checked by eye."""

from collections.abc import Callable

import pytest
from general_games import general, general_in_python

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant


@pytest.mark.parametrize("game_named", [general, general_in_python], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("name", "position", "move", "after"),
    [
        # Atomic chess: who captures goes too, and all around but pawns.
        ("atomic", "7k/8/8/3rn3/4p3/8/8/3QK3 w - - 0 1", "Qxd5", "7k/8/8/8/4p3/8/8/4K3"),
        # A pawn that captures, or is captured, goes; one beside it stays.
        ("atomic", "7k/8/8/3pp3/4P3/8/8/4K3 w - - 0 1", "exd5", "7k/8/8/4p3/8/8/8/4K3"),
        # What touches at a corner goes, two cells away nothing does.
        ("atomic", "7k/8/4n3/1r1r4/8/8/8/3QK3 w - - 0 1", "Qxd5", "7k/8/8/1r6/8/8/8/4K3"),
        # Atomar: kings are immune, the capturing one and those beside.
        ("atomar", "7k/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", "7k/8/8/8/8/8/4K3/8"),
        ("atomar", "8/8/3k4/3r4/8/8/8/3QK3 w - - 0 1", "Qxd5", "8/8/3k4/8/8/8/8/4K3"),
        ("atomar", "8/8/3kn3/3r4/4P3/8/8/4K3 w - - 0 1", "exd5", "8/8/3k4/8/8/8/8/4K3"),
        # Its pieces around a king that captures go all the same.
        ("atomar", "7k/8/8/8/8/5N2/4r3/4K3 w - - 0 1", "Kxe2", "7k/8/8/8/8/8/4K3/8"),
    ],
)
def test_what_a_capture_leaves(
    name: str, position: str, move: str, after: str, game_named: Callable[[str], Variant]
) -> None:
    game = game_named(name)
    state = game.read_position(position)
    parsed = parse_move(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    assert game.write_position(state).split()[0] == after


@pytest.mark.parametrize("game_named", [general, general_in_python], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("name", "position", "move", "legal"),
    [
        ("atomic", "7k/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", False),  # he would explode
        ("atomic", "7k/8/8/8/8/8/3rK3/3Q4 w - - 0 1", "Qxd2", False),  # his own king beside
        ("atomic", "8/8/8/8/8/3k4/3Kn3/8 w - - 0 1", "Kc2", True),  # beside the other king nobody is in check
        ("atomic", "4k3/3p4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7", True),  # the other king goes: won
        ("atomar", "8/8/8/8/8/3k4/4K3/8 w - - 0 1", "Kxd3", False),  # kings are immune to each other
        # Coregal: a queen may not be left attacked either, and where nothing explodes it is no shelter to touch the other.
        ("coregal", "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1", "Ke2", False),
        ("coregal", "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1", "Qxd5", True),
    ],
)
def test_which_captures_are_legal(
    name: str, position: str, move: str, legal: bool, game_named: Callable[[str], Variant]
) -> None:
    game = game_named(name)
    state = game.read_position(position)
    parsed = parse_move(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed) is legal


@pytest.mark.parametrize("game_named", [general, general_in_python], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("name", "position", "is_check"),
    [
        ("atomic", "8/8/8/8/8/3k3r/8/3K3r w - - 0 1", True),
        ("atomic", "8/8/8/8/8/7r/3k4/3K3r w - - 0 1", False),  # the kings touch: who captures one loses both
        ("coregal", "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1", True),  # queens that touch attack each other
        ("coregal", "4k3/8/8/q7/3Q4/8/8/7K w - - 0 1", False),
    ],
)
def test_check_where_pieces_touch(
    name: str, position: str, is_check: bool, game_named: Callable[[str], Variant]
) -> None:
    assert ("check" in game_named(name).read_position(position).notes()) is is_check
