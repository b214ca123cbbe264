"""Spoken moves: one table of cases for reader and writer, what is not a spoken move, and the scanner's pattern."""

import re

import pytest
from castle_tables import table, text_of

from fairyscore.notation.moves import long, spoken
from fairyscore.notation.position import Position, explain
from fairyscore.notation.rules.moves import GO, OWN, Move, ParsedMove
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import variant_from_text

GAME = variant("kaleidochess")
CELL = GAME.board.index
W, D, R, E, V, L, T, H, P = range(9)

GOES = ParsedMove(GO, CELL["1B"], CELL["2F"], kind=W, capture=False)
TAKES = ParsedMove(GO, CELL["1B"], CELL["2F"], kind=W, capture=True, victim=V)


def with_(parsed: ParsedMove, **changes: int) -> ParsedMove:
    from dataclasses import replace

    return replace(parsed, **changes)  # type: ignore[arg-type]


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


@pytest.mark.parametrize(("text", "parsed"), READ)
def test_read(text: str, parsed: ParsedMove) -> None:
    assert spoken.read(text, GAME) == parsed
    assert re.fullmatch(spoken.SPAN, text)


def test_read_the_centre() -> None:
    parsed = spoken.read("pawn from 00 goes to 1a", GAME)
    assert parsed == ParsedMove(GO, CELL["00"], CELL["1A"], kind=P, capture=False)


@pytest.mark.parametrize(
    "text",
    [
        "1B-2F",
        "--",
        "wizard 2F",
        "wizard from 1B",
        "to 2F",
        "from 1B",
        "knocks out 2F",
        "wizard from 1B knocks out",
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
    assert spoken.read(text, GAME) is None
    assert not re.fullmatch(spoken.SPAN, text)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "wizzard from 1B goes to 2F",
            [
                "KaleidoChess has no piece called wizzard; "
                "its pieces are wizard, dragon, roc, eagle, raven, elephant, tiger, horse, pawn"
            ],
        ),
        ("wizard from 1L goes to 9F", ["1L is not on this board", "9F is not on this board"]),
        ("silver wizard from 1B goes to 2F", ["KaleidoChess has no piece called silver piece"]),
        ("wizard from 1B knocks out rook at 2F", ["KaleidoChess has no piece called rook"]),
    ],
)
def test_names_that_the_game_does_not_have(text: str, sentences: list[str]) -> None:
    found = spoken.read(text, GAME)
    assert isinstance(found, tuple)
    assert all(str(reason).startswith(start) for reason, start in zip(found, sentences, strict=True))


@pytest.mark.parametrize(
    ("name", "pieces", "move", "text"),
    [
        ("kaleidochess", "1B:wW 1J:wE 5J:bW", ("1B", "2F", 0), "wizard from 1B goes to 2F"),
        ("kaleidochess", "1B:wW 1J:wE 2F:bV 5J:bW", ("1B", "2F", 0), "wizard from 1B knocks out raven at 2F"),
        ("kaleidochess:dice", "1B:wW 1J:wE 5J:bW", ("1B", "2F", 5), "5: wizard from 1B goes to 2F"),
        ("kaleidochess:dice", "1B:wW 1J:wE 5J:bW", ("", "", 1), "1: passes"),
    ],
)
def test_write(name: str, pieces: str, move: tuple[str, str, int], text: str) -> None:
    game, state = table(name, text_of(pieces))
    start, end, throw = move
    made = Move(CELL[start], CELL[end], throw=throw) if start else Move(-1, -1, throw=throw)
    assert made in state.moves()
    assert spoken.write(state, made, game) == text
    parsed_moves = [notation.read(text, game) for notation in game.writing.notations]
    assert [state.find(parsed) for parsed in parsed_moves if isinstance(parsed, ParsedMove)] == [made]


LAST_SAID = "pawn from e7 takes knight at d8 and becomes rook"
CHESS = variant("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
LAST = "3n4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
HOLDS = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("position", "text", "meant", "expected"),
    [
        (START, "knight from g1 goes to f3", "g1-f3", ""),
        (START, "Knight to f3", "g1-f3", "knight from g1 goes to f3"),
        (START, "the white knight jumps to f3!", "g1-f3", "knight from g1 goes to f3"),
        (START, "e2 to e4", "e2-e4", "pawn from e2 goes to e4"),
        (START, "from E2 to E4", "e2-e4", "pawn from e2 goes to e4"),
        (START, "pawn on e2 moves to e4", "e2-e4", "pawn from e2 goes to e4"),
        (CASTLES, "king castles kingside", "O-O", ""),
        (CASTLES, "white castles short", "O-O", "king castles kingside"),
        (CASTLES, "The king castles on the queen's side+", "O-O-O", "king castles queenside"),
        (CASTLES, "castles long", "O-O-O", "king castles queenside"),
        (CASTLES, "rook from a1 takes rook at a8", "a1xa8", ""),
        (CASTLES, "rook captures black rook on h8", "h1xh8", "rook from h1 takes rook at h8"),
        (PASSING, "pawn from e5 takes pawn at d6 in passing", "e5xd6", ""),
        (PASSING, "pawn from e5 takes the black pawn at d6", "e5xd6", "pawn from e5 takes pawn at d6 in passing"),
        (PASSING, "pawn takes d6 en passant", "e5xd6", "pawn from e5 takes pawn at d6 in passing"),
        (LAST, "pawn from e7 goes to e8 and becomes queen", "e7-e8=Q", ""),
        (LAST, "pawn from e7 takes knight at d8 and becomes rook", "e7xd8=R", ""),
        (LAST, "pawn takes d8 and becomes a rook", "e7xd8=R", LAST_SAID),
        (LAST, "e7 takes knight at d8 promotes to a rook", "e7xd8=R", LAST_SAID),
        (HOLDS, "knight takes pawn on d5", "c3xd5", "knight from c3 takes pawn at d5"),
        (HOLDS, "pawn takes d5", "e4xd5", "pawn from e4 takes pawn at d5"),
    ],
)
def test_chess_is_reported(position: str, text: str, meant: str | None, expected: str) -> None:
    state = CHESS.read_position(position)
    parsed = spoken.read(text, CHESS)
    move = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    assert (long.write(state, move, CHESS) if move else None) == meant
    if move:
        assert spoken.write(state, move, CHESS) == (expected or text)


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (START, "black knight to f3", "no black knight can go to f3; it is white's turn"),
        (START, "black pawn from e2 goes to e4", "the piece on e2 is a white pawn, not a black pawn"),
        (CASTLES, "black castles short", "black cannot castle with O-O: it is white's turn"),
        (PASSING, "pawn takes queen at d6 in passing", "the piece on d6 is a pawn, not a queen"),
        (HOLDS, "e4 takes knight on d5", "the piece on d5 is a pawn, not a knight"),
        (HOLDS, "e4 takes white pawn on d5", "the piece on d5 is a black pawn, not a white pawn"),
        (HOLDS, "knight from c3 takes pawn on b5", "knight from c3 takes pawn on b5 says that something is taken"),
    ],
)
def test_what_is_reported_wrong(position: str, text: str, sentence: str) -> None:
    state = CHESS.read_position(position)
    parsed = spoken.read(text, CHESS)
    assert isinstance(parsed, ParsedMove)
    assert not state.push(parsed)
    (reason,) = state.reasons(parsed, text)
    assert str(reason).startswith(sentence)


def test_other_games_can_be_reported_too() -> None:
    parsed = spoken.read("white pawn from E2 goes to e4", CHESS)
    assert parsed == ParsedMove(GO, CHESS.board.index["e2"], CHESS.board.index["e4"], kind=0, capture=False, owner=0)


DROPS_AND_PASSES = ["queen drops on a3", "silver drops a knight on d4", "gold passes", "5: passes"]


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
        (
            "1. Knight from g1 to f3 king castles queenside 2. white castles short! rook takes on e5",
            ["Knight from g1 to f3", "king castles queenside", "white castles short!", "rook takes on e5"],
        ),
        ("pawn from e5 takes pawn at d6 in passing+ 3.", ["pawn from e5 takes pawn at d6 in passing+"]),
        ("1. pawn from e7 goes to e8 and becomes queen# 1-0", ["pawn from e7 goes to e8 and becomes queen#"]),
        ("1. queen drops on a3 silver drops a knight on d4 gold passes 5: passes", DROPS_AND_PASSES),
        ("Nxe5 {the knight} passed from one to the other 3... O-O-O", []),
    ],
)
def test_span_in_running_text(text: str, found: list[str]) -> None:
    assert re.findall(spoken.SPAN, text) == found
    assert all(any(hint in span.lower() for hint in spoken.HINTS) for span in found)
    assert all(set(hint) & set(spoken.LETTERS) for hint in spoken.HINTS)


def test_span_has_no_groups_of_its_own() -> None:
    """A scanner puts it among its own patterns."""
    assert re.compile(spoken.SPAN).groups == 0


@pytest.mark.parametrize(
    "part",
    [
        *("a", "the ", "wizard ", " ", "a-", "wizard from 1B ", "1", "wizard from 1B knocks out ", "3: ", "white "),
        *("king castles ", "castles on the ", "drops ", "knight is dropped ", "pawn from e7 goes to e8x and becomes "),
    ],
)
def test_span_needs_no_time_for_texts_that_look_alike(part: str) -> None:
    """Two hundred thousand characters are searched at once; a pattern that goes back and forth would take hours."""
    assert re.search(spoken.SPAN, part * (200_000 // len(part)) + "!") is None


def test_the_other_players_piece_is_not_dropped() -> None:
    """Both hold a knight and White is to move; a refused move always has a reason."""
    position = Position.start("crazyhouse")
    for move in ("Nf3", "Nf6", "Ne5", "Ne4", "Nxd7", "Nxd2", "Nxb8", "Nxb1"):
        position = position.play(move)
    assert explain(position, "white knight drops on e4") == ()
    (reason,) = explain(position, "black knight drops on e4")
    assert str(reason) == "no black knight can go to e4; it is white's turn"


GENERALS = """title = "Generals"
board = { files = 5, ranks = 5 }
start = "k4/5/1s3/2G2/K4 w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "G", name = "gold", moves = "WfF" },
  { letter = "S", name = "silver", moves = "FfW" },
]
"""


@pytest.mark.parametrize("text", ["gold from c2 takes silver at b3", "gold takes silver at b3", "gold goes to c3"])
def test_gold_and_silver_are_pieces_too(text: str) -> None:
    """Elsewhere they are players: in front of the verb the word is the piece."""
    game = variant_from_text(GENERALS)
    parsed = spoken.read(text, game)
    assert isinstance(parsed, ParsedMove)
    assert game.initial_state().find(parsed) is not None
