"""SFEN, as the protocol of shogi engines describes it, beside our FEN."""

import random

import pytest

from fairyscore.notation.fen.sfen import sfen_of
from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
MIDDLE = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L"
"""The board of the example in the description of the protocol."""


@pytest.mark.parametrize("prefix", ["", "sfen ", "position sfen "])
@pytest.mark.parametrize(
    ("sfen", "fen"),
    [
        (f"{START} b - 1", f"{START}[] w - - 0 1"),
        (f"{START} b -", f"{START}[] w - - 0 1"),
        (f"{START} w - 2", f"{START}[] b - - 0 1"),
        (f"{START} w - 1", f"{START}[] b - - 0 1"),
        (f"{MIDDLE} w Sbgn3p 124", f"{MIDDLE}[Sbgnppp] b - - 0 62"),
    ],
)
def test_it_says_the_same_as_a_fen(prefix: str, sfen: str, fen: str) -> None:
    """`b` is the player who begins, who is white here."""
    assert Position.from_fen(prefix + sfen, "shogi") == Position.from_fen(fen, "shogi")


@pytest.mark.parametrize("sfen", [f"{START} b - 1", f"{MIDDLE} w Sbgn3p 124"])
def test_it_is_written_as_it_was_read(sfen: str) -> None:
    assert Position.from_fen(sfen, "shogi").sfen == sfen


@pytest.mark.parametrize("game", ["shogi", "minishogi", "euroshogi", "gorogoro-shogi"])
def test_random_positions_come_back(game: str) -> None:
    dice, given = random.Random(5), variant(game)
    for _ in range(10):
        state = given.initial_state()
        for _ in range(100):
            moves = state.moves()
            if not moves:
                break
            state.push_unchecked(dice.choice(moves))
            back = given.write_position(given.read_position(sfen_of(given.write_position(state))))
            assert _without_clock(back) == _without_clock(given.write_position(state))


def _without_clock(fen: str) -> list[str]:
    """The fields of a FEN but the plies without capture, which SFEN does not tell."""
    fields = fen.split()
    return fields[:4] + fields[5:]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{START} x - 1", "the seat to move is 'x'"),
        (f"{START} b 2X 1", "'X' cannot be in hand"),
        (f"sfen {START}", "fields placement, who is to move, hands"),
        ("sfen 9/9 b - 1", "2 rows, and the board has 9"),
    ],
)
def test_what_is_wrong_is_reported(text: str, problem: str) -> None:
    with pytest.raises(PositionError) as fault:
        Position.from_fen(text, "shogi")
    assert any(problem in message for message in fault.value.problems)


@pytest.mark.parametrize("game", ["chess", "crazyhouse"])
def test_other_games_have_none(game: str) -> None:
    with pytest.raises(PositionError, match="SFEN is for games with pieces in hand"):
        _ = Position.start(game).sfen


def test_red_begins_in_xiangqi() -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
    assert Position.from_fen(f"{fen} r - - 0 1", "xiangqi") == Position.start("xiangqi")
