"""Where pieces get to, held against the moves that the engines give out and refuse."""

import random
from collections.abc import Iterator

import pytest
from nightly import sampled

from fairyscore.notation.moves import san
from fairyscore.notation.rules.moves import ABSENT, GO, ParsedMove
from fairyscore.notation.rules.reachability import Access, TargetStatus, standings, way_of
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.state import State, Target
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import GAMES, variant

NAMES = (*GAMES, "chamaeleon:players=4", "kaleidochess:players=3")

IN_THE_WAY = {Code.PATH_BLOCKED, Code.OWN_PIECE, Code.CANNOT_TAKE}
NOT_NOW = {Code.LEAVES_CHECK, Code.TAKEN_BACK, Code.MAY_NOT_TAKE}


def described(game: Variant, goal: Target) -> str:
    """`d8*T`: where, what is said of it (go, take, leap, barred), what it becomes."""
    flags = ((goal.goes, "g"), (goal.takes, "t"), (goal.leaps, "l"), (goal.barred, "b"))
    signs = "".join(letter for holds, letter in flags if holds)
    becomes = "".join(game.piece_types[kind].letter for kind in goal.becomes)
    return f"{game.board.cells[goal.target]} {signs}{'=' + becomes if becomes else ''}"


@pytest.mark.parametrize(
    ("name", "seat", "piece", "on", "wanted"),
    [
        ("chess", 0, "N", "a1", ["c2 gtl", "b3 gtl"]),
        ("chess", 0, "K", "a1", ["b1 gt", "a2 gt", "b2 gt"]),
        ("chess", 0, "P", "a2", ["a3 g", "b3 t", "a4 g"]),
        ("chess", 0, "P", "a7", ["a8 g=QRBN", "b8 t=QRBN"]),
        ("chess", 1, "P", "h7", ["h5 g", "g6 t", "h6 g"]),
        ("caliph-qi", 0, "K", "a6", ["a5 gt", "b5 gt", "b6 gt", "a7 gtb", "b7 gtb"]),
        ("caliph-qi", 1, "K", "a6", ["a5 gt", "b5 gt", "b6 gt", "a7 gt", "b7 gt"]),
        ("caliph-qi", 0, "P", "a6", ["a7 g=W", "b7 t=W"]),
        ("tor-qi", 0, "W", "a4", ["a3 gt=CMGQ", "b4 gt", "a5 gt"]),
        ("cylindrical", 0, "P", "g7", ["a8 gt=BCBDCD", "f8 gt=BCBDCD"]),
        ("cylindrical", 0, "D", "a1", [f"{on} gtl" for on in ("b1", "c1", "d1", "e1", "f1", "g1", "a3", "a5", "a7")]),
        ("circular-70", 0, "P", "d4", ["c5 t", "d5 g", "e5 t"]),
        ("kaleidochess", 0, "P", "1A", ["00 gt", "2A gt", "8A gt", "1B gt", "1C gt"]),
        ("kaleidochess", 0, "V", "00", [f"{slice_}A gtl" for slice_ in range(1, 9)]),
        ("chamaeleon", 0, "N", "a1", ["c2 gtl", "b3 gtl"]),
    ],
)
def test_goals(name: str, seat: int, piece: str, on: str, wanted: list[str]) -> None:
    game = variant(name)
    goals = game.rules.reach(seat, game.letters[piece], game.board.index[on])
    assert [described(game, goal) for goal in goals] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_alone_stands_where_it_is_put(name: str) -> None:
    game = variant(name)
    for seat in range(len(game.seats)):
        for kind in range(len(game.piece_types)):
            table = game.rules.lone_piece_position(seat, kind, 5)
            assert [table.piece_at(cell) for cell in range(len(game.board.cells))].count(None) == len(
                game.board.cells
            ) - 1
            assert (table.piece_at(5), table.turn) == ((seat, kind), seat)


@pytest.mark.parametrize("name", [name for name in GAMES if variant(name).rules.counts_repetition])
def test_alone_a_piece_goes_to_all_its_goals(name: str) -> None:
    """On a table without anybody else the engine's legal moves are the goals, where a game is not over with one piece."""
    game = variant(name)
    for seat in range(len(game.seats)):
        for kind in range(len(game.piece_types)):
            for cell in range(len(game.board.cells)):
                legal = {move.target for move in game.rules.lone_piece_position(seat, kind, cell).moves()} - {ABSENT}
                goals = {goal.target for goal in game.rules.reach(seat, kind, cell) if goal.goes and not goal.barred}
                assert goals == legal, (seat, game.piece_types[kind].name, game.board.cells[cell])


def walk(game: Variant, seed: int, plies: int) -> Iterator[State]:
    chance, state = random.Random(seed), game.initial_state()
    for _ in range(plies):
        moves = state.moves()
        if not moves or state.outcome() is not None:
            return
        yield state.copy()
        state.push_unchecked(chance.choice(moves))


@pytest.mark.parametrize("seed", sampled([1, 2], 2))
@pytest.mark.parametrize("name", NAMES)
def test_every_piece_in_games(name: str, seed: int) -> None:
    """What stands in the way, and what is not allowed, is what the engine gives as reasons."""
    game = variant(name)
    for state in list(walk(game, seed, 60))[::6]:
        for cell in range(len(game.board.cells)):
            piece = state.piece_at(cell)
            if piece is not None and piece[0] == state.turn:
                for standing in standings(game, state, cell):
                    check(state, cell, standing)


def check(state: State, cell: int, standing: TargetStatus) -> None:
    goal = standing.goal
    taking = state.piece_at(goal.target) is not None
    legal = [move for move in state.moves() if (move.origin, move.target) == (cell, goal.target)]
    parsed = ParsedMove(GO, cell, goal.target, becomes=legal[0].becomes if legal else next(iter(goal.becomes), ABSENT))
    codes = {reason.code for reason in state.reasons(parsed, "")}
    if standing.access is Access.BLOCKED:
        assert codes & IN_THE_WAY
        assert all(state.piece_at(blocker) is not None for blocker in standing.blockers)
    elif standing.access is Access.BARRED:
        assert Code.ACROSS_RIVER in codes
    elif standing.access is Access.REFUSED:
        assert codes & NOT_NOW
    else:
        assert legal or (codes == {Code.NOTHING_TO_TAKE} and not taking)


def test_castling_is_a_goal_of_the_king_who_may() -> None:
    game = variant("chess")
    table = game.read_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    e1, g1 = (game.board.index[name] for name in ("e1", "g1"))
    found = {standing.goal.target: standing for standing in standings(game, table, e1)}
    assert (found[g1].access, found[g1].goal.takes) == (Access.FREE, False)
    assert g1 not in {standing.goal.target for standing in standings(game, table, e1, judged=False)}


def test_nobody_there() -> None:
    game = variant("chess")
    assert standings(game, game.initial_state(), game.board.index["e4"]) == ()


def test_the_way_of_a_move_of_a_drop_and_of_a_castling() -> None:
    """A rook's way has the cells that it passes, a drop its cell alone; a castling king goes straight to g1; only the
    knight jumps."""
    house = variant("crazyhouse")
    state = house.read_position("4k3/8/8/8/8/8/3N4/R3K2R[N] w KQ - 0 1")
    cells = house.board.cells

    def way(text: str, jumps: bool = False) -> list[str]:
        parsed = san.read(text, house)
        assert isinstance(parsed, ParsedMove)
        move = state.find(parsed)
        assert move is not None
        passed, leaps = way_of(house, state, move)
        assert leaps is jumps
        return [cells[cell] for cell in passed]

    assert way("Nf3", jumps=True) == ["d2", "f3"]
    assert way("Ra4") == ["a1", "a2", "a3", "a4"]
    assert way("N@d5") == ["d5"]
    assert way("O-O") == ["e1", "f1", "g1"]
