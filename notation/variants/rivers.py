"""Caliph Qi and Tor Qi, by Charles Gilman: one page, two games, nine ranks and a river for each side."""

from collections.abc import Mapping
from functools import partial

from fairyscore.notation.boards import HeadedBoard, rectangle
from fairyscore.notation.rules.general.definition import RIVER, GameRules, GeneralPieceType, leaper, pawn, rider
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import described_game, piece_type, promotion, ranks, river
from fairyscore.notation.variants.rule_sheets import sheet_in

PAGE = "Charles Gilman, Caliph Qi and Tor Qi (Chess Variant Pages, 2006)"
RIVERS = "page: River"
CHESSMEN = "page: KING, QUEEN, and PAWN"
RULES = {
    Code.ACROSS_RIVER: RIVERS,
    Code.LEAVES_CHECK: "page: Kings, and Checkmate as in FIDE Chess",
    Code.GAME_OVER: "page: Checkmate and Stalemate as in FIDE Chess",
    Code.CASTLING: "page: There is no Castling",
}

WHITE_BANKS, BLACK_BANKS = (3, 4), (6, 7)  # the ranks beside each side's own river
SIDES = {"caliph-qi": ("Caliph Qi", "MCQKCM"), "tor-qi": ("Tor Qi", "MGQKCCM")}  # titles and arrays
ROOK, BISHOP, KNIGHT, CAMEL = rider(1, 0), rider(1, 1), leaper(2, 1), leaper(3, 1)

DIGITS = ("Q", "M", "C", "G", "W")
"""What a fifth digit, from 1 on, turns a piece into in numeric notation, in both games alike."""


def _pieces(board: HeadedBoard) -> tuple[GeneralPieceType, ...]:
    banks = (ranks(board, *range(1, 7)), ranks(board, *range(4, 10)))  # up to the enemy's river
    stays = {"stays": banks, "stays_in": RIVER}
    first = ranks(board, 2), ranks(board, 8)
    stands = ranks(board, *range(2, 7)), ranks(board, *range(4, 9))  # beyond the river pawns are wazirs
    return (
        piece_type("P", "pawn", *pawn(en_passant=True), rule=CHESSMEN, pawn=True, first=first, stands=stands),
        piece_type("W", "wazir", leaper(1, 0), rule="page: WAZIR"),
        piece_type("C", "caliph", BISHOP, CAMEL, rule="page: CALIPH"),
        piece_type("M", "marshal", ROOK, KNIGHT, rule="page: MARSHAL"),
        piece_type("G", "gnu", KNIGHT, CAMEL, rule="page: GNU", **stays),
        piece_type("Q", "queen", ROOK, BISHOP, rule=CHESSMEN, **stays),
        piece_type("K", "king", leaper(1, 0), leaper(1, 1), rule=CHESSMEN, royal=True, **stays),
    )


def _words(array: str) -> dict[str, str]:
    """The rule sheet's words for one of the two games. w2, w3, w4: the number of its files minus 2, 3, 4."""
    gnu = "G" in array
    return {
        "width": str(len(array)),
        "array": " ".join(array),
        "stay": "King, queen and gnu" if gnu else "King and queen",
        **{f"w{less}": str(len(array) - less) for less in (2, 3, 4)},
    }


def build(name: str, _options: Mapping[str, str]) -> Variant:
    """Either game, by its name."""
    title, array = SIDES[name]
    width = len(array)
    board = rectangle(width, 9)
    pool = tuple(letter for letter in "CMGQ" if letter in array)
    empty = "/".join([str(width)] * 5)
    near, far, other_near, other_far = (ranks(board, rank) for rank in (*WHITE_BANKS, *BLACK_BANKS))
    here, there = (near, other_near), (far, other_far)
    pawn_to_wazir = promotion("P", ("W",), (other_far, near), origins=(other_near, far), implied=True, rule=RIVERS)
    wazir = promotion("W", pool, there, origins=here, must=False, captured=True, rule="Q-2, Q-3, Q-4")
    # A pawn crosses the enemy's river, and a wazir its own, either way.
    rules = GameRules(
        board=board,
        pieces=tuple(piece for piece in _pieces(board) if piece.letter in f"{array}PW"),
        start=f"{array.lower()}/{'p' * width}/{empty}/{'P' * width}/{array} w - - 0 1",
        promotions=(pawn_to_wazir, wazir, wazir._replace(on=here, origins=there)),
        pool=frozenset(pool),
        cites=RULES,
    )
    return described_game(
        name,
        title,
        PAGE,
        rules,
        family="rivers",
        rule_sheet=sheet_in("rivers", partial(_words, array)),
        board_rule="Q-1",
        usual_notation="long",
        digits=DIGITS,
        rivers=tuple(river(board, seat, *banks) for seat, banks in enumerate((WHITE_BANKS, BLACK_BANKS))),
    )
