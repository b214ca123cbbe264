"""Not-so-colorbound cylindrical chess, by Daniil Frolov: pieces that are colourbound elsewhere, on seven files that
close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants.registry import retagged
from fairyscore.notation.variants.royal_game import royal_game

ARRAYS = {"classic": "BCDKDCB", "protected": "CDBKBDC"}

OPTIONS = (
    Option(
        "array",
        values=tuple(ARRAYS),
        default="classic",
        tag="Array",
        says="the pieces on the first rank, or any seven letters of the same pieces",
        pattern=r"[BCDKbcdk]{7}",
    ),
    Option(
        "stalemate", values=("draw", "win"), default="draw", tag="Stalemate", says="whether a stalemate draws or wins"
    ),
    Option(
        "unprotected",
        values=("warning", "error"),
        default="warning",
        tag="Unprotected",
        says="what an array is whose pawn in front of a dababah-rider is not protected",
    ),
)

READINGS = (
    Reading(
        "Y-1",
        "An array in which a pawn in front of a dababah-rider is not protected is played, with a warning.",
        "The page says that these pawns must be protected, and lets the players choose the array.",
        "Unprotected",
        "unprotected=error",
    ),
    Reading(
        "Y-2",
        "Besides stalemate, a position for the third time and fifty moves without a capture or pawn move let a player "
        "claim a draw, as in chess; they are told with --info and end nothing.",
        'The page says "other rules are standard" and names no draws.',
    ),
)

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

EXAMPLES = (
    Example("A bishop goes over the seam.", "4k2/7/7/7/7/5B1/7/3K3 w - - 0 1", "f3-b6"),
    Example(
        "A dababah-rider jumps over what does not stand where it lands.", "3k3/7/7/7/2p4/2D4/7/3K3 w - - 0 1", "c3-c7"
    ),
    Example(
        "A pawn where it would land stops it.", "3k3/7/7/2p4/7/2D4/7/3K3 w - - 0 1", "c3-c7", refused="path-blocked"
    ),
    Example(
        "Seven files are an odd number: going round by c3, e3 and g3, a dababah-rider comes to the field beside it.",
        "3k3/7/7/7/7/D6/7/3K3 w - - 0 1",
        "a3-b3",
    ),
    Example("The kyrin-king jumps two, over the seam too.", "3k3/7/7/7/6K/7/7/7 w - - 0 1", "g4-b4"),
    Example("A pawn steps diagonally, here over the seam.", "7/3k3/7/7/7/7/1p4P/3K3 w - - 0 1", "g2-a3"),
    Example("On the last rank it becomes a compound of two pieces.", "2b4/1P3k1/7/7/7/7/7/3K3 w - - 0 1", "b7xc8=BC"),
    Example(
        "It never becomes a simple piece.",
        "2b4/1P3k1/7/7/7/7/7/3K3 w - - 0 1",
        "b7xc8=B",
        refused="promotion-not-allowed",
    ),
)

SECTIONS = (
    RuleSection(
        "Board",
        ("7 files a to g and 8 ranks; file g touches file a.", "Two ways to one square are one move."),
        shows="board",
    ),
    RuleSection(
        "Pieces",
        (
            "K kyrin-king, royal: one step diagonally or a jump of exactly two orthogonally.",
            "B bishop. C camel: a (1,3) leap.",
            "D dababah-rider: jumps of two in one orthogonal direction; only where it lands something can block it.",
            "P pawn: moves and captures one square diagonally forward; no double step.",
            "On the last rank a pawn must become BC (caliph), BD or CD, never a simple piece: b7-c8=BC.",
            "No move may end where it began, as a rider going round its rank could.",
        ),
        EXAMPLES,
        shows="pieces",
    ),
    RuleSection(
        "Start",
        (
            "The pieces on ranks 1 and 8, the pawns on 2 and 7: array=classic BCDKDCB, array=protected CDBKBDC.",
            "Any arrangement of the same pieces is allowed; a pawn in front of a dababah-rider must be protected (Y-1).",
        ),
        shows="start",
    ),
    RuleSection(
        "End",
        (
            "Mate wins. There is no castling.",
            "Stalemate draws; with stalemate=win the stalemated player loses. The rest as in chess (Y-2).",
        ),
    ),
)


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
        sections=SECTIONS,
        readings=READINGS,
        warnings=unprotected,
        digits=PROMOTIONS,
        retag=lambda tags: retagged(name.partition(":")[0], options, OPTIONS, tags),
        tags=tuple(option.tag for option in OPTIONS),
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
