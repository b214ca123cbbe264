"""The reasons that the compiled core gives the facts of: read by eye, and the same as the position gives."""

import random
from collections.abc import Iterator

import pytest

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.rules.general.core_reasons import usual_reasons
from fairyscore.notation.rules.general.reasons import reasons
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

BY_EYE = [
    # A bishop on f1 may not jump over its pawn on e2 (Laws of Chess 3.5).
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ba6", [
        "the path of the bishop from f1 to a6 is blocked: e2 d3 c4 b5: a white pawn on e2",
    ]),
    # The knight is pinned to its king (3.9.2).
    ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", ["white's king on e1 would be in check from a black rook on e4"]),
    # Two rooks reach the cell.
    ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", ["Rd1 can mean any of a1-d1, h1-d1"]),
    # The king passes an attacked cell, and a knight stands between (3.8.2.2).
    ("4k3/8/8/8/2b5/8/8/4K1NR w K - 0 1", "O-O", [
        "white cannot castle with O-O: a white knight stands between, on g1",
        "white cannot castle with O-O: f1 is attacked by a black bishop on c4",
    ]),
    # The right is lost (3.8.2.1), and the king is in check.
    ("4k3/8/8/8/8/8/4r3/R3K2R w - - 0 1", "O-O-O", [
        "white cannot castle with O-O-O: the king has moved before, or the rook of a1 has moved or was taken",
        "white cannot castle with O-O-O: the king is in check from a black rook on e2",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "text", "expected"), BY_EYE)
def test_reasons_of_chess(fen: str, text: str, expected: list[str]) -> None:
    assert [str(reason) for reason in Position.from_fen(fen, "chess").explain(text)] == expected


def refused_texts(
    state: GeneralState, letters: list[str], cells: tuple[str, ...], dice: random.Random
) -> Iterator[str]:
    """Move texts of which most are refused: of any piece to any cell, and castlings."""
    yield from ("O-O", "O-O-O")
    for _ in range(40):
        piece = dice.choice(letters).replace("P", "")
        yield f"{piece}{dice.choice(['', '', 'a', 'f']) if piece else ''}{dice.choice(cells)}"
    for move in state.candidates():
        yield f"{letters[(state.board[move.origin] - 2) >> 1].replace('P', '')}{cells[move.target]}"


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "capablanca", "makruk", "xiangqi", "atomic"])
def test_core_and_position_agree(name: str) -> None:
    game, dice = variant(name), random.Random(7)
    letters = [kind.letter for kind in game.piece_types]
    found = 0
    for _ in range(3):
        state = game.initial_state()
        assert isinstance(state, GeneralState)
        if state.core is None:
            pytest.skip("the core is not compiled")
        for _ in range(dice.randrange(5, 60)):
            if legal := state.moves():
                state.push_unchecked(dice.choice(legal))
        for text in refused_texts(state, letters, game.board.cells, dice):
            parsed = parse_move(text, game)
            if not isinstance(parsed, ParsedMove) or state.find(parsed) is not None:
                continue
            against = state.core.against(state, parsed)
            if against is not None:
                found += 1
                assert usual_reasons(state.tables, parsed, text, against) == reasons(
                    state, parsed, text, state.outcome()
                )
    assert found > 20
