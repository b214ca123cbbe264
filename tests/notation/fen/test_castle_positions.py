"""Position texts of KaleidoChess: both directions, and what is refused with which sentence."""

import pytest
from castle_tables import legal, table, text_of

from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant

START = "1/8/16/16/wLwDwLwTwHwP3bPbHbTbLbDbLbTbHbP3wPwHwT/wRwWwRwEwVwP3bPbVbEbRbWbRbEbVbP3wPwVwE w - - 1"
"""Rings 4 and 5 begin with 1F and 1I; what stands in slice 8 comes last."""

FEW = "1J:wW 1I:wV 2K:wP 5J:bW 5I:bV"
NO_REPETITION = "kaleidochess:no-repetition"


def test_start() -> None:
    game, state = table()
    assert game.write_position(state) == START
    assert game.write_position(game.read_position(START)) == START


def test_the_last_three_fields_may_be_left_out() -> None:
    game, _ = table()
    assert game.write_position(game.read_position(START.removesuffix(" - - 1"))) == START


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kaleidochess", text_of(FEW, turn="b", last="w1F-1I,b5F-5I", number=12)),
        ("kaleidochess", text_of(FEW, last="w1F-1I", number=99999)),
        ("kaleidochess:players=3", text_of("1J:wW 5J:bW", turn="b", last="w1F-1J")),
        ("kaleidochess:players=4", text_of("00:wW 1J:gW 3J:sL 5J:bW 8K:gE", turn="g")),
        ("kaleidochess:players=3,fallen=stay", text_of("1J:wW 3K:sP 5J:bW", turn="b", last="w1F-1J,s-")),
        (NO_REPETITION, text_of(FEW, made="8H@2-1F@5-1I,5F@5-5I", number=6)),
        (NO_REPETITION, text_of(FEW, turn="b", made="8H@2-1F@6-1I,5F@5-5I", number=6)),
        (NO_REPETITION, text_of(FEW, made="8H@2-1F@5-1I", last="w1F-1I", number=6)),
    ],
)
def test_round_trip(name: str, text: str) -> None:
    game = variant(name)
    assert game.write_position(game.read_position(text)) == text


def test_what_is_read_matters_for_the_moves() -> None:
    assert "1I-1F" not in legal(*table("kaleidochess", text_of(FEW, last="w1F-1I")))
    assert "1I-1F" in legal(*table("kaleidochess", text_of(FEW)))
    trail = "1I@1-1F@2-8H@3-8K@4-1I"
    assert "1I-1F" not in legal(*table(NO_REPETITION, text_of(FEW, made=trail, number=5)))


@pytest.mark.parametrize(
    ("name", "text", "ending", "result"),
    [
        ("kaleidochess", text_of("1J:wW 5I:bW", turn="b"), Ending.NO_CASTLE, "1-0"),
        ("kaleidochess", text_of("1J:wW 5I:bW", turn="w"), Ending.CAPITULATION, "1-0"),
        ("kaleidochess:players=3", text_of("3J:sT", turn="s"), Ending.LAST_ONE_IN, "0-1-0"),
        ("kaleidochess:max-moves=40", text_of("1J:wW 5J:bW", number=41), Ending.MOVE_LIMIT, "1/2-1/2"),
    ],
)
def test_final_positions_are_over(name: str, text: str, ending: Ending, result: str) -> None:
    _, state = table(name, text)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (ending, result)
    assert state.moves() == []


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "kaleidochess",
            "",
            "a position of this game has the fields pieces, seat to move, last moves, moves made, round, but 0 of 5",
        ),
        ("kaleidochess", "1/8/16/16/24 w", "the position has 5 rows, and the board has 6"),
        ("kaleidochess", "1/8/16/16/24/23 w", "row 6 of the position (23) has 23 places instead of 24"),
        ("kaleidochess", "*/8/16/16/24/24 w", "00 is marked as gone (*), but all fields of this board stay"),
        ("kaleidochess", "sW/8/16/16/24/24 w", "row 1 of the position (sW) has 's' where one of"),
        (
            "kaleidochess:players=3,fallen=stay",
            text_of("1J:wW 3J:sW 5J:bW", "s", "s-"),
            "silver is to move, and has lost",
        ),
        ("kaleidochess", text_of(FEW, turn="s"), "the seat to move is 's', and should be one of w b"),
        (
            "kaleidochess:players=3",
            text_of("1J:wW 3I:sW 5J:bW"),
            "silver has no piece in a castle, and would have lost",
        ),
        ("kaleidochess:players=3", text_of("1J:wW 5J:bW", turn="s"), "silver is to move, and has no pieces"),
        ("kaleidochess", text_of("1I:wW 5I:bW"), "white has no piece in a castle"),
        (
            "kaleidochess",
            text_of(FEW, last="x1F-1I"),
            "'x1F-1I' should be a seat's letter and its last move, as in w1B-2F",
        ),
        ("kaleidochess", text_of(FEW, last="w1F1I"), "'w1F1I' should be a seat's letter"),
        ("kaleidochess", text_of(FEW, last="w1Z-1I"), "this board has no field '1Z'"),
        ("kaleidochess", text_of(FEW, last="w1F-1I,w1F-1I"), "white has two last moves"),
        ("kaleidochess", text_of(FEW, last="w1I-1F"), "cannot be: a white piece still stands on 1I"),
        ("kaleidochess", text_of(FEW, last="w3A-1I"), "cannot be: the raven on 1I does not go so"),
        ("kaleidochess", text_of(FEW, last="w3A-5I"), "cannot be: no piece goes so"),
        ("kaleidochess", text_of(FEW, last="w1F-1G"), "cannot be: nothing stands on 1G"),
        ("kaleidochess:players=3", text_of("1J:wW 5J:bW", last="s3J-3G"), "cannot be: silver has left the game"),
        ("kaleidochess", text_of(FEW, made="1F@1-1I", number=2), "only the option no-repetition uses them"),
        (NO_REPETITION, text_of(FEW, made="1F-1I", number=2), "should be the moves of a piece with their rounds"),
        (NO_REPETITION, text_of(FEW, made="1F@1-1G", number=2), "nothing stands there"),
        (NO_REPETITION, text_of(FEW, made="1F@1-1I,1F@1-1I", number=2), "there are two of them"),
        (NO_REPETITION, text_of(FEW, made="8H@2-1F@1-1I", number=3), "the rounds should rise, up to 2"),
        (NO_REPETITION, text_of(FEW, made="1F@3-1I", number=3), "the rounds should rise, up to 2"),
        (NO_REPETITION, text_of(FEW, made="1F@4-1I", turn="b", number=3), "the rounds should rise, up to 3"),
        (NO_REPETITION, text_of(FEW, made="5F@3-5I", turn="b", number=3), "the rounds should rise, up to 2"),
        (NO_REPETITION, text_of(FEW, made="1F@1-1I"), "white has not moved yet"),
        (
            NO_REPETITION,
            text_of(FEW, made="1F@2-1I,2H@2-2K", number=3),
            "white cannot have moved twice in round 2: the pieces on 1I and 2K did",
        ),
        (NO_REPETITION, text_of(FEW, made="3A@1-1I", number=2), "a raven does not go from 3A to 1I"),
        (
            NO_REPETITION,
            text_of(FEW, made="1F@1-1I@2-8K@3-8H@4-1F@5-1I", number=6),
            "a move is repeated",
        ),
        (
            NO_REPETITION,
            text_of(FEW, made="1F@\u0661-1I", number=2),
            "should be the moves of a piece with their rounds",
        ),
        ("kaleidochess", "1/8/16/16/24/\u0662\u0664 w", "has '\u0662' where one of"),
        ("kaleidochess", "1/8/16/16/024/24 w", "row 5 of the position (024) counts no empty places: 0"),
        ("kaleidochess", f"1/8/16/16/24/{'2' * 5000} w", "has more than 24 places"),
        ("kaleidochess", "1/8/16/16/24/1111 w", "row 6 of the position (1111) has more than 24 places"),
        ("kaleidochess", text_of(FEW, number=0).replace(" 0", " \u0663"), "the round is '\u0663', and should be"),
        ("kaleidochess", text_of(FEW, number=0), "the round is '0', and should be a whole number from 1 up"),
    ],
)
def test_refused(name: str, text: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        variant(name).read_position(text)
    assert says in str(caught.value)


def test_the_problems_of_all_fields_are_reported() -> None:
    game = variant("kaleidochess")
    with pytest.raises(PositionError) as caught:
        game.read_position("1/8/16/16/24/23 x - - 0")
    assert caught.value.problems == (
        "row 6 of the position (23) has 23 places instead of 24",
        "the seat to move is 'x', and should be one of w b",
        "the round is '0', and should be a whole number from 1 up",
    )
    with pytest.raises(PositionError) as caught:
        game.read_position(text_of(FEW, last="w1F-1G", made="1F@1-1I", number=2))
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        "the last move w1F-1G cannot be",
        "the last moves (1F@1-1I) are given, but only the option no-repetition uses them",
    ]


def test_all_problems_with_the_pieces_are_reported() -> None:
    with pytest.raises(PositionError) as caught:
        variant("kaleidochess:players=3").read_position(text_of("1I:wW 3I:sW 5J:bW", turn="b"))
    assert caught.value.problems == (
        "white has no piece in a castle, and would have lost before",
        "silver has no piece in a castle, and would have lost before",
    )


def test_other_set_ups_and_finished_games_are_read() -> None:
    """The page lets players experiment with the set-up; and who has lost his last piece is still at the table of two."""
    assert variant("kaleidochess").read_position(text_of("1J:wW 1I:wW 5J:bW")).outcome() is None
    lost = variant("kaleidochess:white=pawns,black=pawns").read_position("1/8/15wP/16/24/1wP17wP4 b w1K-1J - 1")
    outcome = lost.outcome()
    assert outcome is not None
    assert outcome.result == "1-0"
