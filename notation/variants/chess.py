"""Orthodox chess: the yardstick by which the engine, the readers and the writers are measured."""

from __future__ import annotations

from collections.abc import Mapping

from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.general.definition import (
    CastlingRule,
    GameRules,
    GeneralPieceType,
    Mobility,
    PromotionRule,
)
from fairyscore.notation.rules.movement import leaper, pawn, rider
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import described_game
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

BOARD = rectangle(8, 8)


def ranks(*numbers: int) -> int:
    """The mask of some ranks."""
    return BOARD.mask(f"{file}{number}" for number in numbers for file in "abcdefgh")


BETWEEN = ranks(2, 3, 4, 5, 6, 7)
"""Where pawns can stand: on the last rank they are promoted."""

PIECES = (
    GeneralPieceType(
        "P",
        "pawn",
        "P",
        (Mobility(pawn(en_passant=True)),),
        first=(ranks(2), ranks(7)),
        stands=(BETWEEN, BETWEEN),
        pawn=True,
        rule=f"{LAWS} 3.7",
    ),
    GeneralPieceType("N", "knight", "N", (Mobility((leaper(2, 1),)),), rule=f"{LAWS} 3.6"),
    GeneralPieceType("B", "bishop", "B", (Mobility((rider(1, 1),)),), rule=f"{LAWS} 3.2"),
    GeneralPieceType("R", "rook", "R", (Mobility((rider(1, 0),)),), rule=f"{LAWS} 3.3"),
    GeneralPieceType("Q", "queen", "Q", (Mobility((rider(1, 0), rider(1, 1))),), rule=f"{LAWS} 3.4"),
    GeneralPieceType("K", "king", "K", (Mobility((leaper(1, 0), leaper(1, 1))),), royal=True, rule=f"{LAWS} 3.8"),
)

DIGITS = ("Q", "R", "B", "N")
"""What a pawn may become; also what a fifth digit, from 1 on, promotes to in the numeric notation of the ICCF."""


def castling(seat: int, side: int) -> CastlingRule:
    """The king goes two cells, and none that he starts on, passes or reaches is attacked."""
    files = ("eghf", "ecad")[side]
    king, king_to, rook, rook_to = (BOARD.index[f"{file}{(1, 8)[seat]}"] for file in files)
    return CastlingRule(seat, side, "K", frozenset("R"), king_to, rook_to, king, rook, rule=f"{LAWS} 3.8")


CHESS = GameRules(
    board=BOARD,
    pieces=PIECES,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    promotions=(PromotionRule("P", (DIGITS, DIGITS), on=(ranks(8), ranks(1)), rule=f"{LAWS} 3.7.3"),),
    castlings=tuple(castling(seat, side) for seat in (0, 1) for side in (0, 1)),
    cites=RULES,
)


def build(name: str, _options: Mapping[str, str]) -> Variant:
    """The game."""
    return described_game(
        name,
        "Chess",
        "the FIDE Laws of Chess",
        CHESS,
        family="chess",
        rule_sheet=sheet_in("chess"),
    )
