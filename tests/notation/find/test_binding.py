"""What words of a query mean in a game, and what is said where it does not have them."""

import pytest

from fairyscore.notation.find.binding import Binding, NotInGame
from fairyscore.notation.position import Position
from fairyscore.notation.variants.registry import variant


@pytest.mark.parametrize(
    ("game", "name", "place"),
    [("chess", "black", 1), ("xiangqi", "red", 0), ("xiangqi", "white", 0), ("xiangqi", "black", 1), ("janggi", "red", 1),
     ("janggi", "blue", 0), ("kaleidochess:players=3", "silver", 1)],
)  # fmt: skip
def test_seats(game: str, name: str, place: int) -> None:
    assert Binding(variant(game)).seat(name) == place


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("chess", "N", {"knight"}),
        ("chess", "n", {"knight"}),
        ("chess", "Knight", {"knight"}),
        ("crazyhouse", "Q", {"queen"}),
        ("circular-70", "P", {"pawn", "crossed pawn"}),
        ("shogi", "+R", {"dragon king"}),
        ("shogi", "gold general", {"gold general"}),
        ("cylindrical", "BC", {"caliph"}),
    ],
)
def test_pieces(game: str, text: str, names: set[str]) -> None:
    rules = variant(game)
    assert {rules.piece_types[kind].name for kind in Binding(rules).kinds(text)} == names


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("chess", "e4", "e4"),
        ("chess", "c3-d4", "c3 d3 c4 d4"),
        ("chess", "d4-c3", "c3 d3 c4 d4"),
        ("gardner", "*5", "a5 b5 c5 d5 e5"),
        ("gardner", "b*", "b1 b2 b3 b4 b5"),
        ("kaleidochess", "*A", "1A 2A 3A 4A 5A 6A 7A 8A"),
        ("kaleidochess", "00", "00"),
    ],
)
def test_cells(game: str, text: str, names: str) -> None:
    rules = variant(game)
    assert [rules.board.cells[cell] for cell in Binding(rules).cells(text)] == names.split()


@pytest.mark.parametrize(
    ("game", "ask", "message"),
    [
        ("chess", lambda binding: binding.seat("gold"), "Chess has no player gold"),
        ("chess", lambda binding: binding.kinds("W"), "Chess has no piece 'W'"),
        ("chess", lambda binding: binding.cells("i9"), "Chess has no cell 'i9'"),
        ("kaleidochess", lambda binding: binding.cells("1A-2B"), "KaleidoChess has no part of the board"),
    ],
)  # fmt: skip
def test_what_there_is_not(game: str, ask: object, message: str) -> None:
    assert callable(ask)
    with pytest.raises(NotInGame, match=message):
        ask(Binding(variant(game)))


@pytest.mark.parametrize(
    ("game", "fen", "query", "fits"),
    [
        ("chess", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "attacks white P on black N", True),
        ("chess", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "attacks P on d5", True),
        ("chess", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "attacks N on P", False),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "board { black N d4 } flip", True),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "board { white N e5 } mirror", True),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "board { white N a5 } any file", True),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "board { white N a4 } any file", False),
        ("chess", "4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1", "board { white N a1 b1 } anywhere", True),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "pieces 'K : K N' flip", True),
        ("chess", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "pieces 'KN:K'", True),
        ("xiangqi", "4k4/9/9/9/4p4/9/4C4/9/9/3K5 w - - 0 1", "attacks red C on black P", False),
        ("xiangqi", "4k4/9/9/9/4p4/9/4C4/9/9/3K5 w - - 0 1", "count red C 1 and turn red", True),
    ],
)
def test_positions(game: str, fen: str, query: str, fits: bool) -> None:
    assert Position.from_fen(fen, game).matches(query) is fits


def test_rings_are_turned_and_mirrored() -> None:
    start = Position.start("circular-70")
    assert start.matches("board { white R a1, white N b1 }")
    assert start.matches("board { white R h1, white N g1 } mirror")
    moved = start.play("a2-a3")
    assert moved.matches("board { empty a7 } flip")
    assert not moved.matches("board { empty a7 }")
    assert start.matches("board { white R d1, white N e1 } any file")
    assert not start.matches("board { white R a1, white N c1 } any file")
