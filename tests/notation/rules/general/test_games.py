"""Shipped games against published counts, and in random play against themselves."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from general_games import described, general
from nightly import NIGHTLY

from fairyscore.notation.moves import long, uci
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.rules.variant import Variant

MOST = 1_000_000 if NIGHTLY else 5_000
"""How many leaves a count may have: all that are published with the profile `nightly`."""

DATA = Path(__file__).resolve().parents[3] / "data" / "perft_general.tsv"


def counts() -> Iterator[tuple[str, str, int, int]]:
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, fen, depth, count = line.split("\t")
            if int(count) <= MOST:
                yield name, fen, int(depth), int(count)


@pytest.mark.parametrize(("name", "fen", "depth", "count"), list(counts()))
def test_published_counts(name: str, fen: str, depth: int, count: int) -> None:
    game = general(name)
    state = game.initial_state() if fen == "startpos" else game.read_position(fen)
    assert perft(state, depth) == count


def played(game: Variant, position: str, *, compiled: bool) -> GeneralState:
    """A position of a game that is played by the core where there is one, or in plain Python."""
    state = game.read_position(position)
    assert isinstance(state, GeneralState)
    if not compiled:
        vars(state.tables)["core"] = None
    return state


PLAYED = (
    "crazyhouse", "shogi", "kyoto-shogi", "atomic", "antichess", "xiangqi", "janggi", "duck-chess", "seirawan", "chess960",
    "placement", "sittuyin", "grand-chess", "three-check", "racing-kings", "spartan", "synochess", "shinobi",
    "xiangqihouse", "shogun", "chak", "chennis", "cannon-shogi", "khans",
)  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_moves_fen_and_notations_in_random_play(name: str) -> None:
    """A written move is read as itself, a written position as itself, and there is no reason against a legal move."""
    game = general(name)
    chance = random.Random(name)
    state = game.initial_state()
    for _ in range(14):
        legal = state.moves()
        if not legal:
            break
        assert len(legal) == len({uci.write(state, move, game) for move in legal})
        fen = game.write_position(state)
        again = game.read_position(fen)
        assert game.write_position(again) == fen
        assert again.moves() == legal
        for move in chance.sample(legal, min(2, len(legal))):
            for notation in game.writing.notations:
                text = notation.write(state, move, game)
                parsed = notation.read(text, game)
                assert isinstance(parsed, ParsedMove), text
                assert state.find(parsed) == move, text
                assert state.reasons(parsed, text) == ()
        state.push_unchecked(chance.choice(legal))


@pytest.mark.parametrize(
    ("name", "fen", "ending", "result"),
    [
        ("king-of-the-hill", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", Ending.GOAL, "1-0"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1", Ending.CHECKS, "1-0"),
        ("antichess", "8/8/8/8/8/8/8/4k3 w - - 0 1", Ending.EXTINCT, "1-0"),
        ("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", Ending.EXTINCT, "1-0"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Ending.STALEMATE, "1/2-1/2"),
        ("suicide", "8/8/8/8/8/p7/P7/8 w - - 0 1", Ending.STALEMATE, "1/2-1/2"),
        ("suicide", "8/8/8/8/8/p7/P6P/8 b - - 0 1", Ending.STALEMATE_WINS, "0-1"),
        ("xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", Ending.STALEMATE_LOSES, "1-0"),
    ],
)
def test_ends(name: str, fen: str, ending: Ending, result: str) -> None:
    state = general(name).read_position(fen)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (ending, result)
    assert state.moves() == []


@pytest.mark.parametrize(("name", "moves", "ending", "result"), [
    ("janggi", "e2e2 e9e9", Ending.PASSED, "0-1"),  # as much on the board, and one and a half for Black
    ("janggi-traditional", "e2e2 e9e9", Ending.PASSED, "1/2-1/2"),
])  # fmt: skip
def test_two_passes_end_the_game(name: str, moves: str, ending: Ending, result: str) -> None:
    game = general(name)
    state = game.initial_state()
    for text in moves.split():
        parsed = uci.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert state.outcome() is None
        assert state.push(parsed)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (ending, result)


def test_generals_that_face_each_other_must_part_or_the_game_ends() -> None:
    game = general("janggi")
    state = game.read_position("4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1")
    assert {uci.write(state, move, game) for move in state.moves()} == {
        f"e2{to}" for to in ("d1", "d2", "d3", "f1", "f2", "f3", "e2")
    }
    parsed = uci.read("a1a5", game)
    assert isinstance(parsed, ParsedMove)
    assert [reason.code.value for reason in state.reasons(parsed, "a1a5")] == ["kings-face"]
    parsed = uci.read("e2e2", game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (Ending.FACING, "1-0")


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("8/7k/8/8/8/6p1/8/K7[] b - - 0 1", "g3g2 g3g3f g3f2f g3f4f g3h2f g3h4f"),  # the last pawn, wherever it stands
        ("8/K7/6P1/8/8/8/8/7k[] w - - 0 1", "g6g7 g6g6f g6f5f g6f7f g6h5f g6h7f"),
        ("8/7k/8/p7/8/6p1/8/K7[] b - - 0 1", "a5a4 g3g2"),  # two pawns, none on a diagonal of the board
        ("8/7k/8/p7/8/2p5/8/K7[] b - - 0 1", "a5a4 c3c2 c3c3f c3b4f c3d2f c3d4f"),  # c3 is on one
        ("8/7k/8/p7/2p5/8/8/K7[] b - - 0 1", "a5a4 c4c3"),
        ("8/7k/8/8/3R4/2p5/8/K7[] b - - 0 1", "c3c2 c3b4f c3d2f"),  # on c3 the general would attack the rook
    ],
)
def test_promotions_on_the_spot_of_sittuyin(fen: str, legal: str) -> None:
    """A pawn becomes a general where it stands or by one step of it; neither takes a piece or attacks one."""
    game = general("sittuyin")
    state = game.read_position(fen)
    pawns = {text[:2] for text in legal.split()}
    found = {uci.write(state, move, game) for move in state.moves()}
    assert {text for text in found if text[:2] in pawns} == set(legal.split())


def test_what_a_hand_gets() -> None:
    """A queen that was a pawn comes to the hand as a pawn (lichess, Crazyhouse)."""
    game = general("crazyhouse")
    state = game.read_position("q~3k3/8/8/8/8/8/8/R3K3[] w - - 0 1")
    parsed = uci.read("a1a8", game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    assert game.write_position(state) == "R3k3/8/8/8/8/8/8/4K3[P] b - - 0 1"


def test_atomic_capture_takes_the_neighbours_but_no_pawns() -> None:
    game = general("atomic")
    state = game.read_position("4k3/8/8/2npn3/2PpP3/8/3R4/K7 w - - 0 1")
    parsed = uci.read("d2d4", game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    assert game.write_position(state).split()[0] == "4k3/8/8/3p4/2P1P3/8/8/K7"


def test_a_capture_in_passing_may_not_lay_open_the_king() -> None:
    """Two pawns leave the fifth rank at once, on which the queen then sees the king."""
    game = general("chess")
    state = game.read_position("8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1")
    assert "e5d6" not in {uci.write(state, move, game) for move in state.moves()}
    assert "e5e6" in {uci.write(state, move, game) for move in state.moves()}


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("e1-g1", "1-0"),
        ("e1-e2", "0-1"),
        ("e1-c1", "0-1"),
        ("a1-a2", None),
        ("a1-a2 e8-g8", "0-1"),
        ("a1-a2 h8-h7", "1-0"),
    ],
)
def test_castling_decides(moves: str, result: str | None) -> None:
    """Whoever castles on the kingside has won, and whoever can no longer do so has lost."""
    game = described('based_on = "chess"\ntitle = "Race"\ncastling = { king = "K", rooks = "R", wins = "Kk" }')
    state = game.read_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in moves.split():
        parsed = long.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed)
    outcome = state.outcome()
    assert (outcome and outcome.result) == result
    assert outcome is None or outcome.ending == Ending.CASTLING


LINES = """title = "Lines"
board = { files = 5, ranks = 5 }
start = "4k/5/5/5/4K w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "W", royal = true },
  { letter = "S", name = "soldier", moves = "fW" },
]
end = { line = { length = 3 } }
"""


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        ("4k/5/5/5/SSS1K b", "white"),
        ("4k/5/S4/S4/S3K b", "white"),
        ("4k/5/2S2/1S3/S3K b", "white"),
        ("4k/5/S4/1S3/2S1K b", "white"),
        ("k4/5/1sss1/5/4K w", "black"),
        ("4k/5/5/5/SS1SK b", ""),
        ("4k/5/5/SS3/S3K b", ""),
        ("4k/5/5/5/SSs1K b", ""),  # one of three is the enemy's
        ("4k/5/5/3SS/S3K b", ""),  # a row does not go on at the other edge
    ],
)
def test_three_in_a_row(position: str, winner: str) -> None:
    game = described(LINES)
    state = game.read_position(f"{position} - - 0 1")
    outcome = state.outcome()
    assert (game.seats[outcome.scores.index(2)].name if outcome else "") == winner


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("length", "position", "winner"),
    [
        (3, "3/3/RRR/3 b - - 0 1", "white"),
        (3, "3/2R/R1R/3 b - - 0 1", ""),
        (4, "3/3/RRR/3 b - - 0 1", ""),  # round the board it comes back: there are only three cells
        (4, "R2/R2/R2/R2 b - - 0 1", "white"),
        (4, "R2/2R/1R1/R2 b - - 0 1", "white"),  # a diagonal goes on at the other edge
    ],
)
def test_a_line_round_a_cylinder_has_each_cell_once(length: int, position: str, winner: str, *, compiled: bool) -> None:
    text = f"""title = "Round {compiled}"
board = {{ files = 3, ranks = 4, shape = "cylinder" }}
start = "3/2r/3/R2 w - - 0 1"
piece = [{{ letter = "R", name = "stone", moves = "W" }}]
end = {{ line = {{ length = {length} }} }}
"""
    state = played(described(text), position, compiled=compiled)
    outcome = state.outcome()
    assert ("white" if outcome and outcome.result == "1-0" else "") == winner


@pytest.mark.parametrize("compiled", [True, False])
def test_a_hop_that_only_moves_goes_over_one_piece(*, compiled: bool) -> None:
    text = f"""title = "Hop {compiled}"
board = {{ files = 8, ranks = 8 }}
start = "4k3/8/8/8/8/8/8/C3K3 w - - 0 1"
piece = [
  {{ letter = "K", name = "king", moves = "K", royal = true }},
  {{ letter = "C", name = "climber", moves = "mpR" }},
]
"""
    game = described(text)
    state = played(game, game.write_position(game.initial_state()), compiled=compiled)
    texts = {uci.write(state, move, game) for move in state.moves()}
    assert {text for text in texts if text.startswith("a1")} == {"a1f1", "a1g1", "a1h1"}


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1[] b kq - 1 1"),
        # the rook, which takes, and what it takes and destroys; a pawn withstands
        ("4k3/8/8/2n1p3/3p4/8/8/3RK3[] w - - 0 1", "d1d4", "4k3/8/8/4p3/8/8/8/4K3[PNr] b - - 0 1"),
        ("4k3/8/8/2n1p3/8/8/8/3RK3[] w - - 0 1", "d1d4", "4k3/8/8/2n1p3/3R4/8/8/4K3[] b - - 1 1"),
    ],
)
def test_what_is_destroyed_goes_to_the_enemy_hand(before: str, move: str, after: str, *, compiled: bool) -> None:
    text = f'title = "Test {compiled}"\nbased_on = "atomic"\nhand = {{ takes = "P N B R Q" }}\n'
    game = described(text)
    state = game.read_position(before)
    assert isinstance(state, GeneralState)
    if not compiled:
        vars(state.tables)["core"] = None
    parsed = uci.read(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    assert game.write_position(state) == after
