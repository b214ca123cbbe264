"""Position texts of Chamæleon: what is read and written, and what no game may have."""

import pytest

from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant

GAME, THREE, DROPS = "chamaeleon", "chamaeleon:players=3", "chamaeleon:start=drop"
ARRAY = "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4"

GOOD = [
    (GAME, f"{ARRAY} w 1"),
    (THREE, "sN3bNbNbNbN/sN7/sN7/sN7/8/8/8/wNwNwNwN4 s 1"),
    (GAME, "1wQ1wN4/8/8/8/3bNbBbR2/8/********/******** w 9"),
    (GAME, "*5bN*/*6*/*6*/*6*/*6*/*6*/*1wR4*/******** b 12"),
    (DROPS, "8/8/8/8/8/8/8/8[wRwYwGwBbRbYbGbB] w 1"),
    (DROPS, "8/8/8/8/8/8/8/wN7[wYwGwBbRbYbGbB] b 1"),
    (DROPS, "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4 w 5"),
    (GAME, "8/8/8/8/3wN4/8/8/8 w 30"),
]

BAD = [
    (GAME, f"{ARRAY}", "a position of this game has the fields placement, seat to move, round, but 1 of 3 are given"),
    (GAME, f"{ARRAY} s 1", "the seat to move is 's', and should be one of w b"),
    (GAME, f"{ARRAY} w none", "round is 'none', and should be a whole number from 1 up"),
    (
        GAME,
        "8/8/8/8/8/8/8/wN\u0667 w 1",
        "row 8 of the position (wN\u0667) has '\u0667' where one of wQ wR wB wN bQ bR bB bN, a number or * should stand",
    ),
    (GAME, f"{ARRAY} w \u0667", "round is '\u0667', and should be a whole number from 1 up"),
    (GAME, "8/8/8/8 w 1", "the position has 4 rows, and the board has 8"),
    (
        GAME,
        "sN7/8/8/8/8/8/8/wN7 w 1",
        "row 1 of the position (sN7) has 's' where one of wQ wR wB wN bQ bR bB bN, a number or * should stand",
    ),
    (GAME, "8/8/8/8/8/8/8/wN6 w 1", "row 8 of the position (wN6) has 7 places instead of 8"),
    (GAME, "8/8/8/8/8/8/8/8 w 1", "no player has any pieces"),
    (GAME, "4bNbNbNbN/8/8/8/8/8/8/8 w 1", "white is to move and has no pieces"),
    (
        GAME,
        "7bN/8/8/8/8/wR7/8/wN7 w 1",
        "the white piece that is a knight on red is there more than once: on a1 and on a3",
    ),
    (GAME, "7bN/8/8/8/8/8/8/wNwNwNwNwN3 w 1", "white has 5 pieces, and a player has 4"),
    (GAME, "7bN/8/8/3*4/8/8/8/wN7 w 1", "only whole ranks and files at the edge can be removed, not d5"),
    (GAME, "7bN/8/8/8/8/8/8/wN1*5 w 1", "only whole ranks and files at the edge can be removed, not c1"),
    (
        GAME,
        "********/********/********/********/********/********/6bN1/wN7 w 1",
        "fewer than 3 files or ranks are left; no board gets so small",
    ),
    (
        GAME,
        "********/********/********/********/********/********/********/******** w 1",
        "fewer than 3 files or ranks are left; no board gets so small",
    ),
    (GAME, "8/8/8/8/8/8/8/8[wR] w 1", "the hands [wR] are given, and nothing is dropped in this game"),
    (
        DROPS,
        "8/8/8/8/8/8/8/8[wQ] w 1",
        "the hands [wQ] should list pieces in brackets, each an owner (wb) and a colour (RYGB)",
    ),
    (DROPS, "8/8/8/8/8/8/8/8[wRwR] w 1", "the piece wR is twice in hand"),
    (
        DROPS,
        "8/8/8/8/8/8/8/wN7[wRwYwGwBbRbYbGbB] w 1",
        "the white piece that is a knight on red is there more than once: on a1 and in hand",
    ),
    (DROPS, "8/8/8/8/8/8/8/8[wYwGwBbRbYbGbB] b 1", "white has 3 pieces on the board and in hand instead of 4"),
    (
        DROPS,
        "8/8/8/8/8/8/8/wN7[wYwGwBbRbYbGbB] w 1",
        "players drop in turn, and with white to move the hands cannot be white 3, black 4",
    ),
    (
        DROPS,
        "8/8/8/8/8/8/8/********[wRwYwGwBbRbYbGbB] w 1",
        "pieces are in hand, and lines of the board are gone: lines go only when all pieces are dropped",
    ),
]


@pytest.mark.parametrize(("name", "text"), GOOD)
def test_read_and_written(name: str, text: str) -> None:
    game = variant(name)
    assert game.write_position(game.read_position(text)) == text


def test_the_round_may_be_left_out() -> None:
    assert variant(GAME).read_position(f"{ARRAY} b").fullmove_number == 1


def test_start_positions() -> None:
    for name in (GAME, THREE, "chamaeleon:players=4"):
        game = variant(name)
        assert game.read_position(game.write_position(game.initial_state())).moves() == game.initial_state().moves()
    assert variant(GAME).write_position(variant(GAME).initial_state()) == f"{ARRAY} w 1"


@pytest.mark.parametrize(("name", "text", "problem"), BAD)
def test_refused(name: str, text: str, problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        variant(name).read_position(text)
    assert problem in caught.value.problems


def test_the_problems_of_all_fields_are_reported() -> None:
    with pytest.raises(PositionError) as caught:
        variant(GAME).read_position("8/8/8/3*4/8/8/8/8[wR] x 0")
    assert caught.value.problems == (
        "the hands [wR] are given, and nothing is dropped in this game",
        "the seat to move is 'x', and should be one of w b",
        "only whole ranks and files at the edge can be removed, not d5",
        "round is '0', and should be a whole number from 1 up",
    )


def test_all_problems_are_reported() -> None:
    with pytest.raises(PositionError) as caught:
        variant(GAME).read_position("7bN/8/8/8/8/8/8/7bN w 1")
    assert caught.value.problems == (
        "the black piece that is a knight on red is there more than once: on h1 and on h8",
        "white is to move and has no pieces",
    )
