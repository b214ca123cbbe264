"""The compiled core: it plays as the general engine does, in any number of threads, and refuses what it cannot hold."""

import copy
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import core_differential
import pytest
from nightly import sampled

from fairyscore.notation.boards import rectangle
from fairyscore.notation.kernel import CORE
from fairyscore.notation.moves import long
from fairyscore.notation.position import Position
from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.definition import ANYWHERE, Ends, GameRules, Hand, Movement, leaper, rider
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import described_game, piece_type
from fairyscore.notation.variants.registry import variant, variant_from_text

compiled_only = pytest.mark.skipif(CORE is None, reason="fairyscore was installed without its compiled core")

KING = piece_type("K", "king", leaper(1, 0), leaper(1, 1), rule="", royal=True)
CANNON = Movement(((0, 1), (0, -1), (1, 0), (-1, 0)), most=0, hop=True)
GRASSHOPPER = Movement(((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)), most=1, hop=True)
GRIFFON = Movement(((1, 1), (-1, 1), (1, -1), (-1, -1)), bend=((0, 1), (0, -1), (1, 0), (-1, 0)))
LAME_RIDER = Movement(((1, 2), (2, 1), (-1, 2), (-2, 1)), most=0, lame=True)
RIDER = rider(2, 1)._replace(captures=False)
STRIKER = leaper(1, 1)._replace(moves=False)

NO_FILE = Hand(takes=frozenset("A"), no_double=frozenset("A"), doubles=0)


def own_game(shape: str, *movements: Movement, **rules: Any) -> Variant:
    """A game on a small board of which the pieces go in some ways."""
    board = rectangle(6, 6, shape)  # type: ignore[arg-type]
    pieces = [KING, *(piece_type(letter, letter, one, rule="") for letter, one in zip("ABCD", movements, strict=False))]
    back = "".join(piece.letter for piece in pieces).ljust(6, "A")[:6]
    start = f"{back.lower()}/6/2A3/3a2/6/{back} w - - 0 1"
    described = GameRules(board, tuple(pieces), start)._replace(**rules)
    return described_game("own", "Own", "", described, strict=False)


OWN_GAMES = {
    "hoppers": own_game("rectangle", CANNON, GRASSHOPPER),
    "bent riders on a cylinder": own_game("cylinder", GRIFFON, LAME_RIDER),
    "riders on a torus": own_game("torus", RIDER, STRIKER, rider(1, 1)),
    "riders on a strip": own_game("strip", RIDER, rider(2, 1), rider(1, 1)),
    "hops without capture": own_game("rectangle", CANNON._replace(captures=False), rider(1, 1)),
    "four in a row": own_game("rectangle", rider(1, 0), ends=Ends(line=4)),
    "lines on a torus": own_game("torus", rider(1, 0), leaper(1, 1), ends=Ends(line=6)),
    "nothing on a file with its like": own_game("rectangle", rider(1, 0), hand=NO_FILE),
    "captures are due": own_game("rectangle", rider(1, 0), rider(1, 1), must_capture=True),
}


GAPPED = """title = "Gapped"
based_on = "chess"
remove = ["piece.N"]
start = "r*bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R*BQKB1R w KQkq - 0 1"
promotion = [{ piece = "P", to = "Q R B", on = { white = "*8", black = "*1" } }]
"""


def test_a_castling_passes_over_a_gap_in_the_board() -> None:
    state = variant_from_text(GAPPED).read_position("r*2k2r/8/8/8/8/8/8/R*2K2R w KQkq - 0 1")
    assert isinstance(state, GeneralState)
    moves = state.legal_moves()
    assert [move.castle for move in moves if move.castle >= 0] == [0, 1]
    vars(state.tables)["core"] = None
    assert sorted(state.legal_moves()) == sorted(moves)


@compiled_only
@pytest.mark.parametrize("name", sampled(core_differential.games(), 4))
def test_core_plays_as_the_engine_does(name: str) -> None:
    assert list(core_differential.compare(core_differential.general(name), 120, seed=14)) == []


@compiled_only
@pytest.mark.parametrize("name", OWN_GAMES)
def test_core_plays_own_games(name: str) -> None:
    assert list(core_differential.compare(OWN_GAMES[name], 400, seed=3)) == []


@compiled_only
@pytest.mark.parametrize("name", core_differential.SEAT_GAMES)
def test_core_plays_games_of_several_seats(name: str) -> None:
    assert list(core_differential.compare_seats(name, 1500, seed=4)) == []


@compiled_only
@pytest.mark.parametrize("name", ["kaleidochess", "kaleidochess:players=3,dice", "chamaeleon:players=4"])
def test_perft_of_several_seats(name: str) -> None:
    state = Position.start(name).state
    assert perft(state, 2) == State.perft(state, 2)


@compiled_only
def test_one_core_for_many_threads() -> None:
    state = Position.start("crazyhouse").state
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: perft(state.copy(), 3), range(8))) == {8902}


@compiled_only
@pytest.mark.parametrize("name", ["crazyhouse", "kaleidochess", "chamaeleon"])
def test_copies_share_the_core(name: str) -> None:
    state = Position.start(name).state
    legal = state.moves()
    assert copy.deepcopy(state).moves() == legal


@compiled_only
def test_position_of_another_game() -> None:
    crazyhouse, shogi = Position.start("crazyhouse").state, Position.start("shogi").state
    assert isinstance(crazyhouse, GeneralState)
    assert crazyhouse.tables.core is not None
    with pytest.raises(ValueError, match="another game"):
        crazyhouse.tables.core.moves(shogi)


@compiled_only
def test_what_is_too_large_is_played_in_python() -> None:
    board = rectangle(17, 16)
    rules = GameRules(board, (KING,), "k16/" + 14 * "17/" + "16K w - - 0 1")
    tables = GameTables(rules)
    assert CORE is not None
    assert tables.too_large == "too many cells for the compiled core (272, and 256 at most)"
    assert tables.core is None
    state = described_game("large", "Large", "", rules, strict=False).initial_state()
    assert len(state.moves()) == 3
    assert perft(state, 2) == 9


@compiled_only
@pytest.mark.parametrize(("files", "ranks", "module"), [(16, 8, "_core"), (12, 12, "_large"), (16, 16, "_large")])
def test_boards_of_more_cells_have_a_core_of_their_own(files: int, ranks: int, module: str) -> None:
    """Rides over the whole board cross every border of 64 cells; the rules in Python say what is right."""
    queen = piece_type("Q", "Q", rider(1, 0), rider(1, 1), rule="")
    between = f"{files}/" * (ranks - 2)
    start = f"kq{files - 2}/{between}{files - 2}QK w - - 0 1"
    rules = GameRules(rectangle(files, ranks), (KING, queen), start)
    tables = GameTables(rules)
    assert type(tables.core).__module__ == f"fairyscore.notation.kernel.{module}"
    assert not list(core_differential.compare(described_game("wide", "Wide", "", rules, strict=False), 150, 1))


@compiled_only
def test_ways_that_are_too_many_are_found_in_python() -> None:
    board = rectangle(11, 11, "torus")
    passer = Movement(((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)), most=0, captures=False, first=True, lame=True)
    piece = piece_type("A", "A", passer, rule="", first=ANYWHERE)
    game = described_game(
        "long", "Long", "", GameRules(board, (KING, piece), "k10/" + 9 * "11/" + "10K w - - 0 1"), strict=False
    )
    assert game.rules.not_compiled() == "too many ways for the compiled core"
    assert game.initial_state().moves()


@compiled_only
def test_a_hand_too_large() -> None:
    state = Position.start("crazyhouse").state
    assert isinstance(state, GeneralState)
    state.hand[0] = 70_000
    assert state.tables.core is not None
    assert state.tables.core.moves(state) is None
    assert len(state.moves()) == 20 + 32


@pytest.mark.parametrize("name", ["three-check", "shatranj"])
def test_a_check_that_a_position_begins_with_is_not_left_standing(name: str) -> None:
    game = variant(name)
    state = game.read_position("4k3/8/2n5/p7/3K4/8/8/R7 b - - 0 1")  # the knight attacks the king, and black is to move
    read = [long.read(text, game) for text in ("a5-a4", "a1-b1", "a4-a3")]
    assert state.push_many([move for move in read if isinstance(move, ParsedMove)]) == 1


@pytest.mark.parametrize(
    ("name", "depth", "leaves"), [("crazyhouse", 3, 8902), ("shogi", 2, 900), ("xiangqi", 2, 1920)]
)
def test_perft(name: str, depth: int, leaves: int) -> None:
    assert perft(Position.start(name).state, depth) == leaves


def test_moves_come_in_the_order_of_the_engine() -> None:
    game = core_differential.general("crazyhouse")
    state, _ = core_differential.start_of(game) if CORE else (game.initial_state(), None)
    chance = random.Random(1)
    for _ in range(20):
        legal = state.moves()
        assert legal == Position.from_fen(game.write_position(state), "crazyhouse").state.moves()
        state.push_unchecked(chance.choice(legal))
