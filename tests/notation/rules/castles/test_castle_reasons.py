"""Every reason that a move in KaleidoChess can be refused for, with the facts that the sentence is made of."""

import pytest
from castle_tables import table, text_of, wished
from refusals import CASTLES, reasons_of, rows

from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.moves import CASTLE, DROP, GO, ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

PLAIN, DICE = "kaleidochess", "kaleidochess:dice"
SHUT = text_of("1J:wH 1G:wP 1I:wP 1K:wV 5J:bW")
ROUND = "1G-1D 5G-3E 1D-3D 3E-5E 3D-1G 5E-5G"


def judged(name: str, position: str, moves: str, text: str) -> tuple[Reason, ...]:
    game, state = table(name, position, moves)
    return state.reasons(wished(game, text), text)


@pytest.mark.parametrize(
    ("name", "position", "moves", "text", "sentences"),
    [
        (PLAIN, "", "", "1D-1G", ["nothing-there: nothing stands on 1D (page: Moving the pieces)"]),
        (
            PLAIN,
            "",
            "",
            "5G-5D",
            ["not-your-piece: the dragon on 5G belongs to black, and white is to move (page: Moving the pieces)"],
        ),
        (
            PLAIN,
            "",
            "",
            "W1G-1D",
            ["wrong-piece: the piece on 1G is a dragon, not a wizard (page: Game protocols)"],
        ),
        (
            PLAIN,
            "",
            "",
            "black dragon from 1G goes to 1D",
            ["wrong-piece: the piece on 1G is a white dragon, not a black dragon (page: Game protocols)"],
        ),
        (
            PLAIN,
            "",
            "",
            "wizard from 1J knocks out raven at 2F",
            ["wrong-victim: the piece on 2F is a tiger, not a raven (page: Game protocols)"],
        ),
        (
            PLAIN,
            "",
            "",
            "wizard from 1J knocks out black tiger at 2F",
            ["wrong-victim: the piece on 2F is a white tiger, not a black tiger (page: Game protocols)"],
        ),
        (PLAIN, "", "", "wizard from 1J knocks out own tiger at 2F", []),
        (
            PLAIN,
            "",
            "",
            "2K-2D",
            ["cannot-reach: a pawn on 2K cannot go to 2D, even on an empty board (page: Moving the pieces)"],
        ),
        (
            PLAIN,
            "",
            "",
            "2K-2K",
            ["cannot-reach: a pawn on 2K cannot go to 2K, even on an empty board (page: Moving the pieces)"],
        ),
        (
            PLAIN,
            "",
            "",
            "2G+2J",
            ["too-few-steps: 2J is 1 step from 2G for a horse, which must go exactly 2 (page: Moving the pieces)"],
        ),
        (
            PLAIN,
            "",
            "",
            "1F-3F",
            [
                "too-many-steps: 3F is 6 steps from 1F for an elephant, which must go exactly 4 (page: Moving the pieces)"
            ],
        ),
        (
            PLAIN,
            "",
            "",
            "1G-1B",
            [
                "circles-crossed: to go from 1G to 1B in 4 steps a dragon would cross 2 circles; it may cross one "
                "(page: Moving the pieces)"
            ],
        ),
        (
            PLAIN,
            SHUT,
            "",
            "1J-1F",
            [
                "path-blocked: the path of the horse from 1J to 1F is blocked: "
                "1J 1G 1F: pawn on 1G; 1J 1I 1F: pawn on 1I (page: Moving the pieces)"
            ],
        ),
        (PLAIN, "", "1G-1D 5G-5D", "1D-1G", ["taken-back: 1D-1G takes back white's last move, 1G-1D (K-4)"]),
        (
            f"{PLAIN}:no-repetition",
            "",
            ROUND,
            "1G-1D",
            [
                "repeated-move: white has already made the move 1G-1D with this piece, in move 1 (page: Who is the winner?)"
            ],
        ),
        (
            PLAIN,
            "",
            "",
            "1J-2F",
            [
                "capture-mark: 1J-2F says that nothing is knocked out, but a white tiger is on 2F; the mark should be "
                "+ (knocks out) (page: Game protocols)"
            ],
        ),
        (
            PLAIN,
            "",
            "",
            "dragon from 1G knocks out raven at 1D",
            [
                "capture-mark: dragon from 1G knocks out raven at 1D says that a piece is knocked out, but 1D is empty; "
                "the mark should be - (goes to) (page: Game protocols)"
            ],
        ),
        (DICE, "", "", "5: 1G-1D", ["wrong-throw: a throw of 5 does not allow a dragon; allowed: wizard (K-6)"]),
        (
            DICE,
            "",
            "",
            "7: 1G-1D",
            ["wrong-throw: a throw of 7 does not allow a dragon; allowed: nothing (a die shows 1 to 6) (K-6)"],
        ),
        (
            DICE,
            "",
            "",
            "7: --",
            ["wrong-throw: a throw of 7 does not allow a pass; allowed: nothing (a die shows 1 to 6) (K-6)"],
        ),
        (DICE, "", "", "1G-1D", ["throw-missing: the throw of the dice is missing in front of 1G-1D (K-6)"]),
        (DICE, "", "", "--", ["throw-missing: the throw of the dice is missing in front of -- (K-6)"]),
        (
            PLAIN,
            "",
            "",
            "4: 1G-1D",
            ["no-dice: 4: 1G-1D names a throw of the dice, but this game has no dice (K-6)"],
        ),
        (PLAIN, "", "", "--", ["must-not-pass: white may not pass: there is a legal move (page: Moving the pieces)"]),
        (
            PLAIN,
            "",
            "",
            "5: --",
            [
                "no-dice: 5: -- names a throw of the dice, but this game has no dice (K-6)",
                "must-not-pass: white may not pass: there is a legal move (page: Moving the pieces)",
            ],
        ),
        (DICE, "", "", "5: --", ["must-not-pass: white may not pass: there is a legal move (K-6)"]),
        (
            DICE,
            SHUT,
            "",
            "5: 1K-1H",
            [
                "wrong-throw: a throw of 5 does not allow a raven; allowed: wizard (K-6)",
                "must-pass: white has no legal move and must pass; a pass is written -- (K-6)",
            ],
        ),
        (
            PLAIN,
            text_of("1J:wV 5J:bW"),
            "1J-1I",
            "5J-5I",
            ["game-over: the game is over: gave up the last castle (capitulation), 0-1 (page: Who is the winner?)"],
        ),
        (
            PLAIN,
            text_of("1J:wW 5J:bH 5G:wP 5I:wP 5K:wP", turn="b"),
            "",
            "5J-5F",
            ["game-over: the game is over: no legal move (blocking), 1-0 (page: Who is the winner?)"],
        ),
        (
            PLAIN,
            "",
            "",
            "O-O",
            ["castling: white cannot castle with O-O: this game has no castling (page: Moving the pieces)"],
        ),
        (
            PLAIN,
            "",
            "",
            "1G-1D=E",
            [
                "promotion-not-allowed: a dragon that goes from 1G to 1D cannot become eagle; allowed: nothing "
                "(page: Moving the pieces)"
            ],
        ),
        (
            f"{PLAIN}:players=3",
            text_of("1J:wW 2K:wE 3J:sT 3A:sT 5J:bW"),
            "2K+3J",
            "3A-3D",
            ["nothing-there: nothing stands on 3A (K-5)"],
        ),
    ],
)
def test_reasons(name: str, position: str, moves: str, text: str, sentences: list[str]) -> None:
    found = [f"{reason.code.value}: {reason} ({reason.rule})" for reason in judged(name, position, moves, text)]
    assert found == sentences


def test_all_that_holds_is_collected() -> None:
    codes = [reason.code for reason in judged(PLAIN, "", "", "3: eagle from 1H goes to 1K")]
    assert codes == [Code.NO_DICE, Code.WRONG_PIECE, Code.TOO_FEW_STEPS, Code.CIRCLES_CROSSED, Code.CAPTURE_MARK]


def test_wishes_that_no_notation_of_the_game_reads() -> None:
    """Other notations can leave cells open or drop pieces; they get an answer all the same."""
    state = start()[1]
    assert [reason.code for reason in state.reasons(ParsedMove(GO, target=1), "Wa1")] == [Code.NO_PIECE_REACHES]
    assert [reason.code for reason in state.reasons(ParsedMove(DROP, target=1, kind=1), "D@1A")] == [Code.NO_DROPS]
    assert [reason.code for reason in state.reasons(ParsedMove(CASTLE, castle=1), "O-O-O")] == [Code.CASTLING]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("wizard to 2B", []),
        ("roc to 2F", ["roc to 2F can mean any of 1I-2F, 1K-2F"]),
        ("eagle goes to 5J", ["no white eagle can go to 5J; it cannot be reached from 2I, 8K"]),
        ("black wizard goes to 2B", ["the piece on 1J is a white wizard, not a black wizard"]),
        ("wizard takes raven on 2B", ["wizard takes raven on 2B says that a piece is knocked out, but 2B is empty"]),
    ],
)
def test_a_start_that_is_left_open(text: str, sentences: list[str]) -> None:
    found = [str(reason) for reason in judged(PLAIN, "", "", text)]
    assert len(found) == len(sentences)
    assert all(map(str.startswith, found, sentences))


def start() -> tuple[Variant, CastleState]:
    return table(PLAIN)


def test_facts_of_a_blocked_path() -> None:
    (reason,) = judged(PLAIN, SHUT, "", "1J-1F")
    assert reason.facts["paths"] == ("1J 1G 1F: pawn on 1G", "1J 1I 1F: pawn on 1I")
    assert reason.facts["blockers"] == ("1G", "1I")
    assert (reason.facts["piece"], reason.facts["mover"]) == ("horse", "white")


def test_facts_name_who_has_left() -> None:
    (reason,) = judged(f"{PLAIN}:players=3", text_of("1J:wW 2K:wE 3J:sT 3A:sT 5J:bW"), "2K+3J", "3A-3D")
    assert reason.facts["left"] == ("silver",)


@pytest.mark.parametrize(("name", "position", "move", "reasons"), [row for row in rows(CASTLES) if len(row) > 1])
def test_refusals_in_games(name: str, position: str, move: str, reasons: str) -> None:
    """After a change that is meant: `python tests/refusals.py`, and read what has changed."""
    assert reasons_of(name, position, move, variant) == reasons
