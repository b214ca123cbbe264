"""Circular Chess, on boards of 66, 68 and 70 spaces: chess on rings about a centre that pieces cross but never enter."""

from collections.abc import Mapping

from fairyscore.notation.boards import FILES, RINGS, SCHEMES, HeadedBoard, bits, rings
from fairyscore.notation.rules.general.definition import (
    CastlingRule,
    GameRules,
    GeneralPieceType,
    Mobility,
    Movement,
    PromotionRule,
    leaper,
    pawn,
    rider,
)
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.described_game import (
    CellNames,
    castling,
    described_game,
    piece_type,
    promotion,
    ranks,
)
from fairyscore.notation.variants.rule_sheets import sheet_in

VOID_RINGS = {"circular-70": 1, "circular-68": 2, "circular-66": 3}
HOME = FILES[:8]

# How a pawn goes that has crossed the centre. Inward is ahead for both players.
OUTWARD = (Movement(((0, -1),), captures=False), Movement(((-1, -1), (1, -1)), moves=False, en_passant=True))
RING = tuple(movement._replace(en_passant=False) for movement in OUTWARD)


INWARD_WAYS, OUTWARD_WAYS = (0, 1, 7), (4, 3, 5)  # headings: straight, and to either side


def _places_of_pawns(board: HeadedBoard, homes: int) -> tuple[int, int]:
    """Where pawns may come to that begin on some spaces: before they cross the centre, and behind it.

    Each capture brings them one space round, so few spaces are reached before the centre, and nearly all behind it.
    """
    before, behind = set(bits(homes)), set[int]()
    rings_of = [ring for ring, _ in board.spots]
    for ring in range(1, RINGS):
        for cell in [cell for cell in before if rings_of[cell] == ring]:
            there = board.next_to(cell, INWARD_WAYS)
            (before if ring < RINGS - 1 else behind).update(there)
    for ring in range(RINGS - 1, 0, -1):
        for cell in [cell for cell in behind if rings_of[cell] == ring]:
            behind.update(board.next_to(cell, OUTWARD_WAYS))
    return sum(1 << cell for cell in before), sum(1 << cell for cell in behind)


def _pawns(board: HeadedBoard, options: Mapping[str, str]) -> tuple[GeneralPieceType, GeneralPieceType]:
    """The pawn before and behind the centre; on the outermost ring it is promoted, unless it may stay a pawn (C-4)."""
    inner = ranks(board, *range(2, 8))
    places = inner if options["promotion"] == "must" else inner | ranks(board, 1, 8, files=HOME)
    # C-5: not en passant from the fields of the innermost ring that are not on the opponent's fourth rank.
    barred = (0, 0) if options["en-passant"] == "ring" else (ranks(board, 4, files="i"), ranks(board, 5, files="i"))
    page = "page: The Pawn"
    crossed = (Mobility(OUTWARD, (~barred[0], ~barred[1])), Mobility(RING, barred))
    first = (ranks(board, 2, files=HOME), ranks(board, 7, files=HOME))
    (white, white_crossed), (black, black_crossed) = (_places_of_pawns(board, homes) for homes in first)
    crossed_on = (white_crossed & places, black_crossed & places)
    return (
        piece_type("P", "pawn", *pawn(en_passant=False), first=first, stands=(white, black), pawn=True, rule=page),
        GeneralPieceType("P", "crossed pawn", "+P", crossed, stands=crossed_on, pawn=True, rule=f"{page}, C-5"),
    )


PIECES = (
    piece_type("N", "knight", leaper(2, 1), rule="page: The Knight, C-2"),
    piece_type("B", "bishop", rider(1, 1), rule="page: The Bishop"),
    piece_type("R", "rook", rider(1, 0), rule="page: The Rook"),
    piece_type("Q", "queen", rider(1, 0), rider(1, 1), rule="page: The Queen"),
    piece_type("K", "king", leaper(1, 0), leaper(1, 1), royal=True, rule="page: The King"),
)

RULES = {
    Code.OWN_PIECE: "page: Movement and Capture of Pieces",
    Code.NOT_YOUR_PIECE: "page: Movement and Capture of Pieces",
    Code.MUST_NOT_PASS: "page: Movement and Capture of Pieces",
    Code.LEAVES_CHECK: "page: Check",
    Code.GAME_OVER: "page: Checkmate",
}


def _promotions(board: HeadedBoard, must: bool) -> tuple[PromotionRule, ...]:
    """The promotions of pawns. Beside file i the ranks jump (i5 and a4 are neighbours), so rings are named, not ranks."""
    innermost, before_last, outermost = ranks(board, 4, 5), ranks(board, 2, 7), ranks(board, 1, 8, files=HOME)
    inward, outward = (innermost, innermost), (before_last, before_last)
    last, into, page = (outermost, outermost), ("Q", "R", "B", "N"), "page: Pawn Promotion, C-4"
    return (
        promotion("P", ("+P",), inward, origins=inward, silent=True, rule="page: The Pawn"),
        promotion("+P", into, last, origins=outward, must=must, rule=page),
    )


def _castling(board: HeadedBoard, seat: int, side: int) -> CastlingRule:
    """Unlike in chess, no space between king and rook may be attacked, so b1 counts too (page: Castling, iii)."""
    rank = (1, 8)[seat]
    between, king = ranks(board, rank, files=("fg", "bcd")[side]), ranks(board, rank, files="e")
    return castling(board, seat, side, empty=between, safe=between | king, rule="page: Castling")


def _with_voids(placement: str, voids: int) -> str:
    """The eight ranks of a FEN, of which files a to h are given, with file i: a void in the outer rings, else empty."""

    def whole(rank: str, number: int) -> str:
        if min(number, 9 - number) <= voids:
            return f"{rank}*"
        return f"{rank[:-1]}{int(rank[-1]) + 1}" if rank[-1].isdigit() else f"{rank}1"

    ranks, blank, rest = placement.partition(" ")
    return "/".join(map(whole, ranks.split("/"), range(8, 0, -1))) + blank + rest


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game on the board that the name says."""
    voids = VOID_RINGS[name.partition(":")[0]]
    board = rings(voids)
    rules = GameRules(
        board=board,
        pieces=(*_pawns(board, options), *PIECES),
        start=_with_voids("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", voids),
        promotions=_promotions(board, must=options["promotion"] == "must"),
        castlings=tuple(_castling(board, seat, side) for seat in (0, 1) for side in (0, 1)),
        cites=RULES,
        cell="space",
    )
    scheme = options["coordinates"]
    chosen = {options["promotion"], options["en-passant"]} | ({"standard"} if scheme == "standard" else set())
    words = {choice: choice if choice in chosen else "" for choice in ("standard", "must", "may", "ring", "rank")}
    return described_game(
        name,
        f"Circular Chess, {len(board.cells)} spaces",
        "Circular Chess: the complete rules",
        rules,
        family="circular",
        rule_sheet=sheet_in("circular", words.copy, lambda placement: _with_voids(placement, voids)),
        board_rule="C-1" if scheme == "standard" else "C-3",
        usual_notation="long",
        names=CellNames(tuple(SCHEMES), scheme, rings(voids, scheme)),
    )
