"""Every reason that Chamæleon can give, as the sentence that a reader sees."""

import pytest
from refusals import COLOURS, reasons_of, rows

from fairyscore.notation.moves import long
from fairyscore.notation.rules.moves import ABSENT, GO, OWN, ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.variants import variant

GAME, DROPS = "chamaeleon", "chamaeleon:start=drop"

# Ranks 1 and 2 are gone.
SHRUNK = "1wQ1wN4/8/8/8/3bNbBbR2/8/********/******** w 9"
# A knight in the middle of the smallest board.
STUCK = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"
# White's rook on a4 looks along rank 4 at his own piece on c4 and Black's on e4.
ALONG = "7bN/8/8/8/wR1wN1bQ3/8/8/8 w 3"
# White's last piece has just taken Black's.
OVER = "8/8/8/8/3wN4/8/8/8 w 30"

CANNOT_CASTLE = "white cannot castle with O-O-O: there is no castling in Chamæleon"
HAND = "knight on yellow, knight on green, knight on blue"

CASES = [
    (GAME, "", "i1-c3", {Code.NO_SUCH_CELL: "i1 is not on this board; nearest names: h1, g1, f1"}),
    (
        GAME,
        "",
        "Pd1-c3",
        {Code.NO_SUCH_PIECE: "Chamæleon has no piece called P; its pieces are Q queen, R rook, B bishop, N knight"},
    ),
    (GAME, "", "a2-a3", {Code.NOTHING_THERE: "nothing stands on a2"}),
    (GAME, "", "h8-f7", {Code.NOT_YOUR_PIECE: "the knight on h8 belongs to black, and white is to move"}),
    (GAME, "", "Qd1-c3", {Code.WRONG_PIECE: "the piece on d1 is a knight, not a queen"}),
    (GAME, "", "d1-d3", {Code.CANNOT_REACH: "a knight on d1 cannot go to d3, even on an empty board"}),
    (GAME, "", "d1-d1", {Code.CANNOT_REACH: "a knight on d1 cannot go to d1, even on an empty board"}),
    (
        GAME,
        ALONG,
        "a4-f4",
        {
            Code.PATH_BLOCKED: "the path of the rook from a4 to f4 is blocked: "
            "b4 c4 d4 e4: white knight on c4, black queen on e4"
        },
    ),
    (
        GAME,
        ALONG,
        "a4xe4",
        {Code.PATH_BLOCKED: "the path of the rook from a4 to e4 is blocked: b4 c4 d4: white knight on c4"},
    ),
    (GAME, ALONG, "a4xc4", {Code.OWN_PIECE: "white's own knight stands on c4"}),
    (GAME, ALONG, "e4-d4", {Code.NOT_YOUR_PIECE: "the queen on e4 belongs to black, and white is to move"}),
    (GAME, SHRUNK, "a1-b3", {Code.LINE_GONE: "a1 is gone: the board has shrunk to a3 to h8"}),
    (GAME, SHRUNK, "b8-b1", {Code.LINE_GONE: "b1 is gone: the board has shrunk to a3 to h8"}),
    (
        GAME,
        "",
        "d1xc3",
        {Code.CAPTURE_MARK: "d1xc3 says that something is taken, but c3 is empty; the mark should be -"},
    ),
    (
        GAME,
        "7bN/8/8/8/wR3bQ3/8/2wN5/8 w 3",
        "a4-e4",
        {Code.CAPTURE_MARK: "a4-e4 says that nothing is taken, but a black queen stands on e4; the mark should be x"},
    ),
    (
        GAME,
        STUCK,
        "d4-e5",
        {Code.MUST_PASS: "white has no legal move and must pass; a pass is written --", Code.CANNOT_REACH: None},
    ),
    (GAME, "", "--", {Code.MUST_NOT_PASS: "white may not pass: there is a legal move"}),
    (
        GAME,
        "",
        "d1-b2=Q",
        {Code.PROMOTION_NOT_ALLOWED: "a knight that goes from d1 to b2 cannot become queen; allowed: nothing"},
    ),
    (GAME, "", "O-O-O", {Code.CASTLING: CANNOT_CASTLE}),
    (
        GAME,
        "",
        "4: d1-c3",
        {Code.NO_DICE: "4: d1-c3 names a throw of the dice, but this game has no dice"},
    ),
    (GAME, OVER, "d4-b3", {Code.GAME_OVER: "the game is over: the last one with pieces, 1-0"}),
    (GAME, "", "N@c3", {Code.NO_DROPS: "no piece can be dropped in this position"}),
    (DROPS, "N@a1 N@h8", "a1-c2", {Code.MUST_DROP: f"white must drop a piece; in hand: {HAND}"}),
    (DROPS, "N@a1 N@h8", "--", {Code.MUST_DROP: f"white must drop a piece; in hand: {HAND}"}),
    (DROPS, "N@a1 N@h8", "O-O-O", {Code.MUST_DROP: None, Code.CASTLING: CANNOT_CASTLE}),
    (DROPS, "N@a1", "N@a1", {Code.DROP_ON_PIECE: "a1 is not empty: a white knight stands there"}),
    (
        DROPS,
        "N@a1 N@h8",
        "N@c2",
        {
            Code.NOT_IN_HAND: "white has no knight in hand that belongs on c2; in hand: bishop, queen, rook",
        },
    ),
    (DROPS, "N@a1 N@h8", "N@a1", {Code.DROP_ON_PIECE: None, Code.NOT_IN_HAND: None}),
    # All that is wrong is told, but nothing that only follows from it.
    (
        GAME,
        "",
        "2: Qa1xa8=Q",
        {
            Code.NO_DICE: None,
            Code.WRONG_PIECE: None,
            Code.CANNOT_REACH: None,
            Code.CAPTURE_MARK: None,
            Code.PROMOTION_NOT_ALLOWED: None,
        },
    ),
    (GAME, SHRUNK, "a1xc2", {Code.LINE_GONE: None}),
    (GAME, ALONG, "Ra3xi9", {Code.NO_SUCH_CELL: None}),
    (GAME, OVER, "a8xa7=Q", {Code.GAME_OVER: None}),
]


def reasons_for(name: str, before: str, text: str) -> tuple[Reason, ...]:
    """What is wrong with a move in a position, which a text or the moves that lead there may tell."""
    game = variant(name)
    state = game.read_position(before) if "/" in before else game.initial_state()
    for move in before.split() if "/" not in before else ():
        earlier = long.read(move, game)
        assert isinstance(earlier, ParsedMove)
        assert state.push(earlier)
    parsed = long.read(text, game)
    assert parsed is not None
    return state.reasons(parsed, text) if isinstance(parsed, ParsedMove) else parsed


@pytest.mark.parametrize(("name", "before", "text", "expected"), CASES, ids=[f"{c[0]} {c[2]}" for c in CASES])
def test_reasons(name: str, before: str, text: str, expected: dict[Code, str | None]) -> None:
    reasons = reasons_for(name, before, text)
    assert {reason.code for reason in reasons} == set(expected)
    for reason in reasons:
        assert expected[reason.code] in (None, str(reason))


def test_both_ends_may_be_gone() -> None:
    assert [reason.facts["cell"] for reason in reasons_for(GAME, SHRUNK, "a1-c2")] == ["a1", "c2"]


def test_facts_of_a_blocked_way() -> None:
    (reason,) = reasons_for(GAME, ALONG, "a4-f4")
    assert reason.facts["blockers"] == ("c4", "e4")
    assert reason.rule == "page: Moving"


def test_rules_named_are_in_the_sheet() -> None:
    """Each reason points to a reading or to a section of the printed rules."""
    game = variant(GAME)
    known = {reading.id for reading in game.rules.readings} | {
        f"page: {section.heading}" for section in game.rules.sections
    }
    assert {reason.rule for case in CASES for reason in reasons_for(*case[:3])} - known == {""}


@pytest.mark.parametrize(
    ("kind", "target", "expected"),
    [
        ("N", "c3", {Code.AMBIGUOUS: "as written can mean any of b1-c3, d1-c3"}),
        ("Q", "c3", {Code.NO_PIECE_REACHES: "no white queen can go to c3"}),
        ("N", "b2", None),
    ],
)
def test_moves_without_a_start(kind: str, target: str, expected: dict[Code, str] | None) -> None:
    """A notation may leave the start to the reader, as the short form of chess does."""
    game = variant(GAME)
    parsed = ParsedMove(
        GO, target=game.board.index[target], kind=[piece.letter for piece in game.piece_types].index(kind)
    )
    state = game.initial_state()
    reasons = {reason.code: str(reason) for reason in state.reasons(parsed, "as written")}
    assert reasons == (expected or {})
    assert state.push(parsed) is (expected is None)


@pytest.mark.parametrize(
    ("victim", "loser", "expected"),
    [
        ("Q", ABSENT, None),
        ("Q", 1, None),
        ("N", ABSENT, "the piece on e4 is a black queen, not a knight"),
        ("N", 1, "the piece on e4 is a black queen, not a black knight"),
        ("Q", OWN, "the piece on e4 is a black queen, not a white queen"),
    ],
)
def test_a_piece_that_is_stated_to_be_taken(victim: str, loser: int, expected: str | None) -> None:
    """Black's queen stands on e4, and the rook on a4 takes her."""
    game = variant(GAME)
    cell, letters = game.board.index, [piece.letter for piece in game.piece_types]
    state = game.read_position("7bN/8/8/8/wR3bQ3/8/2wN5/8 w 3")
    parsed = ParsedMove(GO, cell["a4"], cell["e4"], capture=True, victim=letters.index(victim), loser=loser)
    assert [str(reason) for reason in state.reasons(parsed, "as said")] == ([expected] if expected else [])
    assert state.push(parsed) is (expected is None)


@pytest.mark.parametrize(("name", "position", "move", "reasons"), [row for row in rows(COLOURS) if len(row) > 1])
def test_refusals_in_games(name: str, position: str, move: str, reasons: str) -> None:
    """After a change that is meant: `python tests/refusals.py`, and read what has changed."""
    assert reasons_of(name, position, move, variant) == reasons
