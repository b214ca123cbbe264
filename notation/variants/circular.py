"""Circular Chess, on boards of 66, 68 and 70 spaces: chess on rings about a centre that pieces cross but never enter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rings import FILES, INWARD, OUTWARD, SCHEMES, rings
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Castling, Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.royal_game import Coordinates, royal_game
from fairyscore.notation.variants.rule_sheets import sheet_in

VOID_RINGS = {"circular-70": 1, "circular-68": 2, "circular-66": 3}
HOME = FILES[:8]


def rank(number: int, files: str = HOME) -> tuple[str, ...]:
    """The fields of a rank; the home ranks have the files a to h only."""
    return tuple(f"{file}{number}" for file in files)


INNER = tuple(field for number in range(2, 8) for field in rank(number, FILES))
"""Where pawns can stand: they start on the second ring, and on the outermost one they are promoted, unless they may
stay pawns (C-4)."""

PAWN = Pawn((INWARD, INWARD), quiet=(0,), strike=(-1, 1), double_from=(rank(2), rank(7)))
CROSSED_PAWN = Pawn((OUTWARD, OUTWARD), quiet=(0,), strike=(-1, 1), en_passant=True)
OTHER_RANKS = (rank(4, "i"), rank(5, "i"))
"""C-5: the fields of the innermost ring beside a double step that are not on the opponent's fourth rank, by seat."""


def _pawns(options: Mapping[str, str]) -> tuple[RoyalPieceType, RoyalPieceType]:
    """The pawn before and behind the centre, with the readings C-4 and C-5."""
    places = INNER if options["promotion"] == "must" else (*INNER, *rank(1), *rank(8))
    crossed = CROSSED_PAWN if options["en-passant"] == "ring" else CROSSED_PAWN._replace(not_passing=OTHER_RANKS)
    page = "page: The Pawn"
    return (
        RoyalPieceType("P", "pawn", pawn=PAWN, confined_to=(INNER, INNER), rule=page),
        RoyalPieceType("P", "crossed pawn", pawn=crossed, confined_to=(places, places), mark="+P", rule=page),
    )


PIECES = (
    RoyalPieceType("N", "knight", (Leap(2, 1),), rule="page: The Knight, C-2"),
    RoyalPieceType("B", "bishop", (Ride(1, 1),), rule="page: The Bishop"),
    RoyalPieceType("R", "rook", (Ride(1, 0),), rule="page: The Rook"),
    RoyalPieceType("Q", "queen", (Ride(1, 0), Ride(1, 1)), rule="page: The Queen"),
    RoyalPieceType("K", "king", (Leap(1, 0), Leap(1, 1)), royal=True, rule="page: The King"),
)


RULES = {
    Code.OWN_PIECE: "page: Movement and Capture of Pieces",
    Code.NOT_YOUR_PIECE: "page: Movement and Capture of Pieces",
    Code.MUST_NOT_PASS: "page: Movement and Capture of Pieces",
    Code.LEAVES_CHECK: "page: Check",
    Code.GAME_OVER: "page: Checkmate",
}


def _changes(board: HeadedBoard, must: bool) -> tuple[Promotion, ...]:
    """What pawns turn into. Beside file i the ranks jump (i5 and a4 are neighbours), so rings are named, not ranks."""
    innermost = (*rank(4, FILES), *rank(5, FILES))
    outermost = (*rank(1), *rank(8))
    before_last = tuple(name for name in (*rank(2, FILES), *rank(7, FILES)) if name in board.index)
    crossing = frozenset(product(innermost, innermost))
    outward = frozenset(product(before_last, outermost))
    return (
        Promotion("P", ("+P",), (crossing, crossing), silent=True, rule="page: The Pawn"),
        Promotion("+P", ("Q", "R", "B", "N"), (outward, outward), must=must, rule="page: Pawn Promotion, C-4"),
    )


def _castlings(row: int, seat: int, letters: str) -> tuple[Castling, ...]:
    """Unlike in chess, no space between king and rook may be attacked, so b1 counts too (page: Castling, iii)."""
    a, b, c, d, e, f, g, h = rank(row)
    page = "page: Castling"
    return (
        Castling(seat, 0, letters[0], king=(e, g), rook=(h, f), empty=(f, g), safe=(e, f, g), rule=page),
        Castling(seat, 1, letters[1], king=(e, c), rook=(a, d), empty=(b, c, d), safe=(e, d, c, b), rule=page),
    )


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
    sheet = RoyalSheet(
        board=board,
        kinds=(*_pawns(options), *PIECES),
        start=_with_voids("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", voids),
        changes=_changes(board, must=options["promotion"] == "must"),
        rules=RULES,
        castlings=(*_castlings(1, 0, "KQ"), *_castlings(8, 1, "kq")),
    )
    title = f"Circular Chess, {len(board.cells)} spaces"
    page = "Circular Chess: the complete rules"
    scheme = options["coordinates"]
    words = {"standard": "yes" if scheme == "standard" else ""}
    return royal_game(
        name,
        title,
        "circular",
        page,
        sheet,
        rule_sheet=sheet_in("circular", words.copy, lambda placement: _with_voids(placement, voids)),
        board_rule="C-1" if scheme == "standard" else "C-3",
        digits=("Q", "R", "B", "N"),
        coordinates=Coordinates(tuple(SCHEMES), scheme, rings(voids, scheme)),
    )
