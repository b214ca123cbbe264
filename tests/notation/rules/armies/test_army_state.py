"""Four-player chess: who leaves and how, points, passing, castling, and all moves beside a mover written apart."""

import random

import pytest
from four_player_walks import GAMES, walk

from fairyscore.notation.moves import long
from fairyscore.notation.rules.armies.state import ArmyState
from fairyscore.notation.rules.moves import CASTLE, GO, ParsedMove
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.variants import variant

FREE, TEAMS = GAMES
OUT_OF_THE_WAY = "***3bK4***/***8***/***8***/13gK/14/14/{}/14/{}/{}/sK13/***8***/***8***/***3wK4***"


def board(*middle: str) -> str:
    """The four kings far apart, and ranks 8, 6 and 5."""
    return OUT_OF_THE_WAY.format(*middle)


def played(name: str, position: str, moves: str) -> ArmyState:
    """The table after moves, from a position text or, without one, from the start."""
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    assert isinstance(state, ArmyState)
    for move in moves.split():
        parsed = long.read(move, game)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed), (move, state.reasons(parsed, move))
    return state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1])
def test_random_games_beside_a_mover_written_apart(game: str, seed: int) -> None:
    compared, differing = walk(game, seed, 120)
    assert differing == []
    assert compared > 30


def test_as_many_lines_of_moves_as_a_public_engine_counts() -> None:
    assert [variant(FREE).initial_state().perft(depth) for depth in (1, 2, 3)] == [20, 395, 7800]


# -- in passing -------------------------------------------------------------------------------------------------------

BEFORE = board("14", "1sP12", "3wP10")


def test_a_pawn_is_captured_in_passing_until_its_player_moves_again() -> None:
    state = played(FREE, f"{BEFORE} s", "b6-d6 g14-g13 n11-n10 d5xc6")
    assert (state.points, state.piece_at(state.tables.board.index["d6"])) == ([1, 0, 0, 0], None)
    assert played(FREE, f"{BEFORE} s", "b6-d6 g14-g13 n11-n10 g1-g2").passed == [-1, -1, -1, -1]


def test_nobody_captures_in_passing_where_a_piece_has_come_since() -> None:
    """Yellow's knight has come to c6: Red captures it, and Blue's pawn stays (F-2)."""
    state = played(FREE, f"{board('3bN10', '1sP12', '3wP10')} s", "b6-d6 d8-c6 n11-n10 d5xc6")
    assert (state.points, state.piece_at(state.tables.board.index["d6"])) == ([3, 0, 0, 0], (1, 0))


# -- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "points"), [("-", 9), ("s", 0), ("S", 0)])
def test_points_for_a_capture_but_not_of_dead_pieces(left: str, points: int) -> None:
    state = played(FREE, f"{board('4sQ9', '4wR9', '14')} w - - {left}", "e6xe8")
    assert state.points == [points, 0, 0, 0]


@pytest.mark.parametrize(("move", "points"), [("g10-h12", 5), ("c7-g11", 1)])
def test_points_for_two_kings_in_check_at_once(move: str, points: int) -> None:
    """A knight counts more than a queen."""
    placement = "***3bK4***/***8***/***8***/9gK4/6wN7/14/14/2wQ11/14/14/sK13/***8***/***8***/***4wK3***"
    assert played(FREE, f"{placement} w", move).points == [points, 0, 0, 0]


COVERED = "h2-h3 b7-c7 d13-d11 m11-k11 i1-g3 b4-d4 e14-f12 m10-l10 k2-k4 a8-d5 e13-e12 m5-l5 g3xm9 d5-d9"


def test_a_mate_is_that_of_whose_move_made_it() -> None:
    """Red's bishop gives check, and Blue's queen covers it: the 20 points are Blue's (F-4)."""
    state = played(FREE, "", COVERED)
    assert (state.points, state.standing) == ([1, 0, 0, 0], [0, 0, 0, 0])
    state = played(FREE, "", f"{COVERED} j13-j12")
    assert (state.points, state.standing, state.turn) == ([1, 20, 0, 0], [0, 0, 0, 2], 0)


def test_a_stalemate_pays_the_one_who_is_stalemated_and_draws_for_teams() -> None:
    alone = "***3bK4***/***8***/***8***/13gK/14/14/14/14/14/9gR4/sK13/***8***/***sR7***/***7wK***"
    state = played(FREE, f"{alone} g", "j5-j4")
    assert (state.points, state.standing) == ([20, 0, 0, 0], [2, 0, 0, 0])
    outcome = played(TEAMS, f"{alone} g", "j5-j4").outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (Ending.STALEMATE, "1/2-1/2-1/2-1/2")


# -- leaving ----------------------------------------------------------------------------------------------------------


def test_who_resigns_leaves_a_king_that_walks_on() -> None:
    state = played(FREE, "", "-- b7-c7 g13-g12 m8-l8")
    assert (state.standing, state.turn, state.notes()) == (
        [1, 0, 0, 0],
        0,
        ("Red has left, and the king walks on",),
    )
    assert {state.piece_at(move.origin) for move in state.moves()} == {(0, 5)}
    assert played(FREE, "", "-- b7-c7 g13-g12 m8-l8 h1xh2").points == [0, 0, 0, 0]


def test_time_that_runs_out_while_the_king_walks_on_at_once() -> None:
    state = played(FREE, f"{BEFORE} w", "g1-g2=K")
    assert (state.standing, state.turn) == ([1, 0, 0, 0], 1)


def test_the_last_one_gets_points_for_each_king_that_walks_on() -> None:
    state = played(FREE, "", "-- -- --")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result, state.points) == (Ending.LAST_PLAYER, "0-0-0-1", [0, 0, 0, 60])
    assert state.moves() == []


def test_a_king_may_be_captured_though_ones_own_is_attacked() -> None:
    placement = "***3bK4***/***8***/***8***/6wR6gK/14/14/14/14/14/14/sK13/***8***/***8***/***3wK3gR***"
    state = played(FREE, f"{placement} w", "g11xg14")
    assert (state.points, state.standing) == ([20, 0, 0, 0], [0, 0, 2, 0])


@pytest.mark.parametrize(
    ("position", "move", "ending", "result"),
    [
        ("", "--", Ending.RESIGNED, "0-1-0-1"),
        (f"{board('14', '14', 'sK3wR9').replace('/sK13/', '/14/')} w", "e5xa5", Ending.KING_CAPTURED, "1-0-1-0"),
    ],
)
def test_a_team_wins_or_loses_as_one(position: str, move: str, ending: Ending, result: str) -> None:
    outcome = played(TEAMS, position, move).outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (ending, result)


# -- moves ------------------------------------------------------------------------------------------------------------

SIDES = "***bR2bK3bR***/***8***/***8***/sR12gR/14/14/13gK/sK13/14/14/sR12gR/***8***/***8***/***wR3wK2wR***"


@pytest.mark.parametrize(
    ("seat", "move", "king", "rook"),
    [
        *(("w", "O-O", "j1", "i1"), ("w", "O-O-O", "f1", "g1")),
        *(("s", "O-O", "a5", "a6"), ("s", "O-O-O", "a9", "a8")),
        *(("b", "O-O", "e14", "f14"), ("b", "O-O-O", "i14", "h14")),
        *(("g", "O-O", "n10", "n9"), ("g", "O-O-O", "n6", "n7")),
    ],
)
def test_each_castles_along_his_side(seat: str, move: str, king: str, rook: str) -> None:
    state = played(FREE, f"{SIDES} {seat} wKQsKQbKQgKQ", move)
    index, number = state.tables.board.index, "wsbg".index(seat)
    assert (state.piece_at(index[king]), state.piece_at(index[rook])) == ((number, 5), (number, 3))


@pytest.mark.parametrize(("game", "move", "kind"), [(FREE, "e7-e8=D", 6), (TEAMS, "e10-e11=N", 1)])
def test_where_a_pawn_is_promoted(game: str, move: str, kind: int) -> None:
    placement = "***3bK4***/***8***/***8***/13gK/4wP9/14/14/4wP9/14/14/sK13/***8***/***8***/***3wK4***"
    state = played(game, f"{placement} w", move)
    assert state.piece_at(state.tables.board.index[move[-5:-2].strip("-")]) == (0, kind)


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_there_exactly_where_a_move_is_refused(game: str) -> None:
    """Any text of one cell to another, any piece, any promotion: refused with a reason, or made."""
    dice, state = random.Random(7), variant(game).initial_state()
    assert isinstance(state, ArmyState)
    for _ in range(40):
        if state.outcome() is not None:
            break
        for _ in range(25):
            parsed = ParsedMove(
                dice.choice([GO, GO, GO, CASTLE]),
                origin=dice.choice([dice.randrange(160), *(move.origin for move in state.moves())]),
                target=dice.choice([dice.randrange(160), *(move.target for move in state.moves())]),
                kind=dice.choice([-1, -1, *range(7)]),
                becomes=dice.choice([-1, -1, -1, *range(7)]),
                capture=dice.choice([None, None, True, False]),
                castle=dice.choice([0, 1]),
            )
            assert bool(state.reasons(parsed, "x")) == (state.find(parsed) is None), (parsed, state.board)
        state.push_unchecked(dice.choice(state.moves()))
