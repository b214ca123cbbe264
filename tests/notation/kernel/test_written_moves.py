"""Which legal move a written one means, as the kernel finds it: castlings, pieces brought in, and pieces told apart in SAN.

Each row can be checked by eye. The reference in Python is asked the same.
"""

from collections.abc import Callable

import pytest
from scanner_differential import counted

from fairyscore.notation.kernel import CORE
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.replay import BatchForm
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import CASTLINGS, ParsedMove
from fairyscore.notation.variants.registry import variant

compiled_only = pytest.mark.skipif(CORE is None, reason="fairyscore was installed without its compiled core")


Position = Callable[[str, str], GeneralState]


@pytest.fixture(params=["core", "reference"])
def position(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Position:
    """Gives a position of a game, for the core or for the reference in Python."""

    def made(name: str, text: str) -> GeneralState:
        state = variant(name).read_position(text)
        assert isinstance(state, GeneralState)
        if request.param == "reference":
            monkeypatch.setitem(vars(state.tables), "core", None)
        return state

    return made


SHORT = "r3k2r/8/8/8/8/8/8/RN2K2R w K - 0 1"
"""White may castle with O-O only."""


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("O-O", True),
        ("O-O-O", False),
        ("e1g1", True),  # by the king's way
        ("e1-g1", True),
        ("e1h1", True),  # onto his partner (Chess960)
        ("e1-h1", False),  # says that nothing stands on h1
        ("e1xh1", False),
        ("e1c1", False),
        ("e1a1", False),
        ("e1f3", False),  # no cell of a castling: no king's move, so none at all
        ("e1g3", False),
        ("e1g8", False),
        ("b1g1", False),  # another piece does not castle
        ("a1g1", False),
        ("b1h1", False),
        ("h1e1", False),
    ],
)
def test_what_is_written_for_a_castling(position: Position, text: str, castles: bool) -> None:
    """Laws of Chess 3.8.2: castling is a move of the king and one of his rooks, from their places to certain cells."""
    parsed = parse_move(text, variant("chess"))
    assert isinstance(parsed, ParsedMove)
    move = position("chess", SHORT).find(parsed)
    assert (move is not None) is castles
    assert move is None or move.castle == 0


@pytest.mark.parametrize(("castling", "rook"), [("O-O", "h1"), ("O-O-O", "a1")])
def test_a_piece_is_brought_in_where_king_or_rook_stood(position: Position, castling: str, rook: str) -> None:
    """Seirawan chess: with a castling a piece comes in on the cell of the king or of the rook, and on no other."""
    game = variant("seirawan")
    letters = {number: letter for letter, number in game.letters.items()}
    state = position("seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkqABCDEFGHabcdefgh - 0 1")
    moves = [move for move in state.legal_moves() if move.castle == CASTLINGS.index(castling)]
    brought = [(letters[move.put], game.board.cells[move.put_on]) for move in moves if move.put_on >= 0]
    assert sorted(brought) == sorted([("H", "e1"), ("E", "e1"), ("H", rook), ("E", rook)])
    assert len(moves) == len(brought) + 1


PLAIN = '[Event "a"]\n[Result "*"]\n\n1. e4 *\n\n'


@compiled_only
@pytest.mark.parametrize(
    ("board", "move", "legal"),
    [
        ("1k6/8/8/8/8/8/7K/R4R2 w - - 0 1", "Rad1", True),  # PGN 8.2.3.4: by the file
        ("1k6/8/8/8/8/8/7K/R4R2 w - - 0 1", "Rfd1", True),
        ("1k6/8/8/8/8/8/7K/R4R2 w - - 0 1", "Rbd1", False),
        ("1k6/8/8/8/8/8/7K/R4R2 w - - 0 1", "Rd1", False),
        ("8/7k/8/R7/8/8/7K/R7 w - - 0 1", "R1a3", True),  # by the rank
        ("8/7k/8/R7/8/8/7K/R7 w - - 0 1", "R5a3", True),
        ("8/7k/8/R7/8/8/7K/R7 w - - 0 1", "R4a3", False),
        ("8/2k5/8/8/Q6Q/8/7K/Q7 w - - 0 1", "Qa1d4", True),  # by both
        ("8/2k5/8/8/Q6Q/8/7K/Q7 w - - 0 1", "Qad4", False),
        ("8/2k5/8/8/Q6Q/8/7K/Q7 w - - 0 1", "Q4d4", False),
        ("8/2k5/8/8/Q6Q/8/7K/Q7 w - - 0 1", "Qb2d4", False),
        ("8/7k/8/2p5/1P1P4/8/7K/8 w - - 0 1", "bxc5", True),
        ("8/7k/8/2p5/1P1P4/8/7K/8 w - - 0 1", "dxc5", True),
        ("8/7k/8/2p5/1P1P4/8/7K/8 w - - 0 1", "axc5", False),
    ],
)
def test_pieces_told_apart_in_san(position: Position, board: str, move: str, legal: bool) -> None:
    """As the scanner reads SAN by itself, in games that are only counted; and as a parsed move is found."""
    text = f'[Event "a"]\n[Result "*"]\n[FEN "{board}"]\n\n1. {move} *\n\n'
    count = counted(PLAIN + text + PLAIN, BatchForm.COUNT)
    assert (count.games, count.plies, count.findings == [], count.batched) == (3, 2 + legal, legal, 2 + legal)
    parsed = parse_move(move, variant("chess"))
    assert isinstance(parsed, ParsedMove)
    assert (position("chess", board).find(parsed) is not None) is legal
