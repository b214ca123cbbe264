"""Spoken moves: one table of cases for reader and writer, what is no spoken move, and the scanner's pattern."""

import re

import pytest
from castle_tables import table, text_of

from fairyscore.notation.moves import prose
from fairyscore.notation.rules.moves import GO, OWN, Move, Wish
from fairyscore.notation.variants import variant

GAME = variant("kaleidochess")
CELL = GAME.board.index
W, D, R, E, V, L, T, H, P = range(9)

GOES = Wish(GO, CELL["1B"], CELL["2F"], kind=W, capture=False)
TAKES = Wish(GO, CELL["1B"], CELL["2F"], kind=W, capture=True, victim=V)


def with_(wish: Wish, **changes: int) -> Wish:
    from dataclasses import replace

    return replace(wish, **changes)  # type: ignore[arg-type]


READ = [
    ("wizard from 1B goes to 2F", GOES),
    ("WIZARD From 1b Goes TO 2f", GOES),
    ("the wizard from 1B moves to 2F", GOES),
    ("a wizard  from 1B\nflies to 2F!?", GOES),
    ("Wizard from 1B walks to 2F.", GOES),
    ("wizard\xa0from 1B goes\xa0to 2F", GOES),
    ("white wizard from 1B goes to 2F", with_(GOES, owner=0)),
    ("The Black wizard from 1B goes to 2F", with_(GOES, owner=1)),
    ("own wizard from 1B goes to 2F", with_(GOES, owner=OWN)),
    ("3: wizard from 1B goes to 2F", with_(GOES, throw=3)),
    ("wizard from 1B knocks out raven at 2F", TAKES),
    ("wizard from 1B knocks out a raven on 2F", TAKES),
    ("wizard from 1B knocks out the black raven at 2F", with_(TAKES, loser=1)),
    ("wizard from 1B knocks out own raven at 2F", with_(TAKES, loser=OWN)),
    ("6:white wizard from 1B knocks out an own raven at 2F!", with_(TAKES, owner=0, loser=OWN, throw=6)),
]


@pytest.mark.parametrize(("text", "wish"), READ)
def test_read(text: str, wish: Wish) -> None:
    assert prose.read(text, GAME) == wish
    assert re.fullmatch(prose.SPAN, text)


def test_read_the_centre() -> None:
    wish = prose.read("pawn from 00 goes to 1a", GAME)
    assert wish == Wish(GO, CELL["00"], CELL["1A"], kind=P, capture=False)


@pytest.mark.parametrize(
    "text",
    [
        "1B-2F",
        "--",
        "wizard goes to 2F",
        "wizard from 1B",
        "wizard from 1B to 2F",
        "from 1B goes to 2F",
        "wizard from 1B knocks out 2F",
        "wizard from 1B goes to 2F and 3F",
        "wizard from 1Bgoes to 2F",
        "hello world",
        "wizard from 1B goe\u017f to 2F",
        "\u017filver wizard from 1B goes to 2F",
        "\u0661: wizard from 1B goes to 2F",
        "wizard from \u0661B goes to 2F",
        "",
    ],
)
def test_other_texts_are_no_spoken_moves(text: str) -> None:
    assert prose.read(text, GAME) is None
    assert not re.fullmatch(prose.SPAN, text)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "wizzard from 1B goes to 2F",
            [
                "KaleidoChess has no man called wizzard; "
                "its men are wizard, dragon, roc, eagle, raven, elephant, tiger, horse, pawn"
            ],
        ),
        ("wizard from 1L goes to 9F", ["this board has no field 1L", "this board has no field 9F"]),
        ("silver wizard from 1B goes to 2F", ["KaleidoChess has no man called silver man"]),
        ("wizard from 1B knocks out rook at 2F", ["KaleidoChess has no man called rook"]),
    ],
)
def test_names_that_the_game_does_not_have(text: str, sentences: list[str]) -> None:
    found = prose.read(text, GAME)
    assert isinstance(found, tuple)
    assert all(str(reason).startswith(start) for reason, start in zip(found, sentences, strict=True))


@pytest.mark.parametrize(
    ("name", "men", "move", "text"),
    [
        ("kaleidochess", "1B:wW 1J:wE 5J:bW", ("1B", "2F", 0), "wizard from 1B goes to 2F"),
        ("kaleidochess", "1B:wW 1J:wE 2F:bV 5J:bW", ("1B", "2F", 0), "wizard from 1B knocks out raven at 2F"),
        ("kaleidochess:dice", "1B:wW 1J:wE 5J:bW", ("1B", "2F", 5), "5: wizard from 1B goes to 2F"),
        ("kaleidochess:dice", "1B:wW 1J:wE 5J:bW", ("", "", 1), "1: --"),
    ],
)
def test_write(name: str, men: str, move: tuple[str, str, int], text: str) -> None:
    game, state = table(name, text_of(men))
    start, end, throw = move
    made = Move(CELL[start], CELL[end], throw=throw) if start else Move(-1, -1, throw=throw)
    assert made in state.moves()
    assert prose.write(state, made, game) == text
    wishes = [notation.read(text, game) for notation in game.notations]
    assert [state.find(wish) for wish in wishes if isinstance(wish, Wish)] == [made]


def test_every_move_can_be_told_and_understood() -> None:
    game, state = table("kaleidochess", "", "1G-1D 5G-5D")
    for move in state.moves():
        wish = prose.read(prose.write(state, move, game), game)
        assert isinstance(wish, Wish)
        assert state.find(wish) == move


def test_other_games_can_be_told_too() -> None:
    chess = variant("chess")
    wish = prose.read("white pawn from E2 goes to e4", chess)
    assert wish == Wish(GO, chess.board.index["e2"], chess.board.index["e4"], kind=0, capture=False, owner=0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "1. wizard from 1B goes to 2F dragon from 5G knocks out pawn at 5D! 2. 1B-2F 1-0",
            ["wizard from 1B goes to 2F", "dragon from 5G knocks out pawn at 5D!"],
        ),
        ("1. 1B-2F the black horse from 5H goes to 5I 2.", ["the black horse from 5H goes to 5I"]),
        ("1. 3: 1K+4B 5: white wizard from 5J\n goes to 6F", ["5: white wizard from 5J\n goes to 6F"]),
        ("O-O wizard from 1B goes to 2F", ["wizard from 1B goes to 2F"]),
        (
            "Wizard from 1B goes to 2F. Roc from 5I goes to 6G.",
            ["Wizard from 1B goes to 2F.", "Roc from 5I goes to 6G."],
        ),
        ("wizard from 1B goes to 2F...", ["wizard from 1B goes to 2F"]),
        ("kyrin-king from d1 moves to d3", ["kyrin-king from d1 moves to d3"]),
        ("e4 e5 from 1B to 2F goes to 3F knocks out", []),
        ("wizard from 1B goes to 2Fx", []),
    ],
)
def test_span_in_running_text(text: str, found: list[str]) -> None:
    assert re.findall(prose.SPAN, text) == found


def test_span_has_no_groups_of_its_own() -> None:
    """A scanner puts it among its own patterns."""
    assert re.compile(prose.SPAN).groups == 0


@pytest.mark.parametrize(
    "part", ["a", "the ", "wizard ", " ", "a-", "wizard from 1B ", "1", "wizard from 1B knocks out "]
)
def test_span_needs_no_time_for_texts_that_look_alike(part: str) -> None:
    """Two hundred thousand characters are searched at once; a pattern that goes back and forth would take hours."""
    assert re.search(prose.SPAN, part * (200_000 // len(part)) + "!") is None
