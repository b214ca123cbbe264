"""Orthodox chess: the yardstick by which the engine, the readers and the writers are measured."""

from collections.abc import Mapping

from fairyscore.notation.boards import rectangle
from fairyscore.notation.rules.general.definition import CourseRules, GameRules, leaper, pawn, rider
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import castling, described_game, piece_type, promotion, ranks
from fairyscore.notation.variants.rule_sheets import sheet_in

LAWS = "Laws of Chess"  # FIDE's, in force from 2023; rules are cited by their article

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
BETWEEN = ranks(BOARD, 2, 3, 4, 5, 6, 7)  # where pawns can stand: on the last rank they are promoted
FIRST, STANDS = (ranks(BOARD, 2), ranks(BOARD, 7)), (BETWEEN, BETWEEN)

PIECES = (
    piece_type("P", "pawn", *pawn(en_passant=True), first=FIRST, stands=STANDS, pawn=True, rule=f"{LAWS} 3.7"),
    piece_type("N", "knight", leaper(2, 1), rule=f"{LAWS} 3.6"),
    piece_type("B", "bishop", rider(1, 1), rule=f"{LAWS} 3.2"),
    piece_type("R", "rook", rider(1, 0), rule=f"{LAWS} 3.3"),
    piece_type("Q", "queen", rider(1, 0), rider(1, 1), rule=f"{LAWS} 3.4"),
    piece_type("K", "king", leaper(1, 0), leaper(1, 1), royal=True, rule=f"{LAWS} 3.8"),
)

DIGITS = ("Q", "R", "B", "N")
"""What a pawn may become; also what a fifth digit, from 1 on, promotes to in the numeric notation of the ICCF."""

CHESS = GameRules(
    board=BOARD,
    pieces=PIECES,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    promotions=(promotion("P", DIGITS, (ranks(BOARD, 8), ranks(BOARD, 1)), rule=f"{LAWS} 3.7.3"),),
    castlings=tuple(castling(BOARD, seat, side, rule=f"{LAWS} 3.8") for seat in (0, 1) for side in (0, 1)),
    course=CourseRules(edition=f"{LAWS} 2023, 5.2.2, 9.2, 9.3 and 9.6", since="2014-07-01"),
    cites=RULES,
)


def build(name: str, _options: Mapping[str, str]) -> Variant:
    """The game."""
    sheet = sheet_in("chess")
    return described_game(name, "Chess", "the FIDE Laws of Chess", CHESS, family="chess", rule_sheet=sheet)
