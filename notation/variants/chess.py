"""Orthodox chess: the yardstick by which the engine, the readers and the writers are measured."""

from __future__ import annotations

from collections.abc import Mapping

from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Castling, Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.royal_game import royal_game
from fairyscore.notation.variants.rule_sheets import sheet_in

LAWS = "Laws of Chess"
"""FIDE's, in force from 2023; rules are cited by their article."""

RULES = {
    Code.NOT_YOUR_PIECE: f"{LAWS} 1.3",
    Code.OWN_PIECE: f"{LAWS} 3.1",
    Code.LEAVES_CHECK: f"{LAWS} 3.9.2",
    Code.MUST_NOT_PASS: f"{LAWS} 1.3",
    Code.GAME_OVER: f"{LAWS} 5.1 and 5.2",
    Code.NO_DROPS: f"{LAWS} 3.1",
    Code.AMBIGUOUS: "PGN 8.2.3.4",
}

FILES = "abcdefgh"
NORTH, SOUTH = 0, 4


def rank(number: int) -> tuple[str, ...]:
    """The fields of a rank."""
    return tuple(f"{file}{number}" for file in FILES)


BETWEEN = tuple(field for number in range(2, 8) for field in rank(number))
"""Where pawns can stand: on the last rank they are promoted."""

KINDS = (
    RoyalPieceType(
        "P",
        "pawn",
        pawn=Pawn((NORTH, SOUTH), quiet=(0,), strike=(-1, 1), double_from=(rank(2), rank(7)), en_passant=True),
        confined_to=(BETWEEN, BETWEEN),
        rule=f"{LAWS} 3.7",
    ),
    RoyalPieceType("N", "knight", (Leap(2, 1),), rule=f"{LAWS} 3.6"),
    RoyalPieceType("B", "bishop", (Ride(1, 1),), rule=f"{LAWS} 3.2"),
    RoyalPieceType("R", "rook", (Ride(1, 0),), rule=f"{LAWS} 3.3"),
    RoyalPieceType("Q", "queen", (Ride(1, 0), Ride(1, 1)), rule=f"{LAWS} 3.4"),
    RoyalPieceType("K", "king", (Leap(1, 0), Leap(1, 1)), royal=True, rule=f"{LAWS} 3.8"),
)

PROMOTION = Promotion(
    "P",
    ("Q", "R", "B", "N"),
    moves=(
        frozenset((a, b) for a in rank(7) for b in rank(8)),
        frozenset((a, b) for a in rank(2) for b in rank(1)),
    ),
    rule=f"{LAWS} 3.7.3",
)


def castlings(row: int, seat: int, letters: str) -> tuple[Castling, ...]:
    """Both castlings of a seat: the king goes two fields, and none that he starts on, passes or reaches is attacked."""
    a, b, c, d, e, f, g, h = rank(row)
    law = f"{LAWS} 3.8"
    return (
        Castling(seat, 0, letters[0], king=(e, g), rook=(h, f), empty=(f, g), safe=(e, f, g), rule=law),
        Castling(seat, 1, letters[1], king=(e, c), rook=(a, d), empty=(b, c, d), safe=(e, d, c), rule=law),
    )


SHEET = RoyalSheet(
    board=rectangle(8, 8),
    kinds=KINDS,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    changes=(PROMOTION,),
    castlings=(*castlings(1, 0, "KQ"), *castlings(8, 1, "kq")),
    rules=RULES,
)

DIGITS = ("Q", "R", "B", "N")
"""What a fifth digit, from 1 on, promotes to in the numeric notation of the ICCF."""


def build(name: str, _options: Mapping[str, str]) -> Variant:
    """The game."""
    return royal_game(
        name,
        "Chess",
        "chess",
        "the FIDE Laws of Chess",
        SHEET,
        rule_sheet=sheet_in("chess"),
        usual_notation="san",
        digits=DIGITS,
    )
