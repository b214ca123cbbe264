"""Not-so-colorbound cylindrical chess, by Daniil Frolov: pieces that are colourbound elsewhere, on seven files that
close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants.royal_game import royal_game
from fairyscore.notation.variants.rule_sheets import sheet_in

ARRAYS = {"classic": "BCDKDCB", "protected": "CDBKBDC"}

FILES = "abcdefg"
NORTH, SOUTH = 0, 4
BOARD = rectangle(7, 8, wraps=True)

CAMEL, BISHOP, DABABAH_RIDER = Leap(3, 1), Ride(1, 1), Ride(2, 0)

BETWEEN = tuple(f"{file}{rank}" for rank in range(2, 8) for file in FILES)
"""Where pawns can stand: on the last rank they are promoted."""

PAWN = Pawn((NORTH, SOUTH), quiet=(-1, 1), strike=(-1, 1))

KINDS = (
    RoyalPieceType("P", "pawn", pawn=PAWN, confined_to=(BETWEEN, BETWEEN), rule="page: Pawns"),
    RoyalPieceType("C", "camel", (CAMEL,), rule="page: Camel"),
    RoyalPieceType("D", "dababah-rider", (DABABAH_RIDER,), rule="page: Dababah-rider"),
    RoyalPieceType("B", "bishop", (BISHOP,), rule="page: Bishop"),
    RoyalPieceType("BC", "caliph", (BISHOP, CAMEL), rule="page: double-compound pieces"),
    RoyalPieceType("BD", "bishop-dababah-rider", (BISHOP, DABABAH_RIDER), rule="page: double-compound pieces"),
    RoyalPieceType("CD", "camel-dababah-rider", (CAMEL, DABABAH_RIDER), rule="page: double-compound pieces"),
    RoyalPieceType("K", "kyrin-king", (Leap(1, 1), Leap(2, 0)), royal=True, rule="page: Kyrin-king"),
)


PROMOTIONS = ("BC", "BD", "CD")
"""Also in the order of the digits 1, 2, 3 that stand for them in numeric notation."""


def _promotion() -> Promotion:
    def last_step(frm: int, to: int) -> frozenset[tuple[str, str]]:
        return frozenset((f"{a}{frm}", f"{b}{to}") for a in FILES for b in FILES)

    return Promotion("P", PROMOTIONS, (last_step(7, 8), last_step(2, 1)), rule="page: On last rank")


STANDARD = (Code.NOT_YOUR_PIECE, Code.OWN_PIECE, Code.LEAVES_CHECK, Code.MUST_NOT_PASS, Code.GAME_OVER)


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its array. Raises `PositionError` where the array is none that the options allow."""
    array = ARRAYS.get(options["array"], options["array"].upper())
    if Counter(array) != Counter(ARRAYS["classic"]):
        raise PositionError(f"array={array} should hold the pieces {' '.join(ARRAYS['classic'])}, in any order")
    unprotected = tuple(_unprotected(array))
    if unprotected and options["unprotected"] == "error":
        raise PositionError(*unprotected)
    sheet = RoyalSheet(
        board=BOARD,
        kinds=KINDS,
        start=f"{array.lower()}/ppppppp/7/7/7/7/PPPPPPP/{array} w - - 0 1",
        changes=(_promotion(),),
        rules=dict.fromkeys(STANDARD, "page: Other rules are standard"),
        stalemate_loses=options["stalemate"] == "win",
        most_pieces=14,
    )
    page = "Daniil Frolov, Not-so colorbound cylindrical chess (Chess Variant Pages, 2014)"
    return royal_game(
        name,
        "Not-so-colorbound cylindrical chess",
        "cylindrical",
        page,
        sheet,
        rule_sheet=sheet_in("cylindrical"),
        warnings=unprotected,
        digits=PROMOTIONS,
    )


def _unprotected(array: str) -> list[str]:
    """Page: "pawns at least in front of dababah-riders must be protected" - a warning, the rest is the players' choice."""
    reach = {"B": (-1, 1), "K": (-1, 1), "C": (-3, 3)}  # files aside from which a piece of rank 1 guards rank 2
    guarded = {(file + aside) % len(FILES) for file, piece in enumerate(array) for aside in reach.get(piece, ())}
    return [
        f"the pawn on {FILES[file]}2, in front of a dababah-rider, is not protected at the start"
        for file, piece in enumerate(array)
        if piece == "D" and file not in guarded
    ]
