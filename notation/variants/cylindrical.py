"""Not-so-colorbound cylindrical chess, by Daniil Frolov: pieces that are colourbound elsewhere, on seven files that
close."""

from collections import Counter
from collections.abc import Mapping

from fairyscore.notation.boards import rectangle
from fairyscore.notation.rules.general.definition import Ends, GameRules, Movement, leaper, rider
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants.described_game import described_game, piece_type, promotion, ranks
from fairyscore.notation.variants.rule_sheets import sheet_in

ARRAYS = {"classic": "BCDKDCB", "protected": "CDBKBDC"}

FILES = "abcdefg"
BOARD = rectangle(7, 8, "cylinder")
BETWEEN = ranks(BOARD, 2, 3, 4, 5, 6, 7)  # where pawns can stand: on the last rank they are promoted
COMPOUND = "page: double-compound pieces"
CAMEL, BISHOP, DABABAH_RIDER = leaper(3, 1), rider(1, 1), rider(2, 0)

PIECES = (
    piece_type(
        "P",
        "pawn",
        Movement(((-1, 1), (1, 1))),
        rule="page: Pawns",
        pawn=True,
        stands=(BETWEEN, BETWEEN),
        other_names=("stone-general", "crab", "cross"),
    ),
    piece_type("C", "camel", CAMEL, rule="page: Camel"),
    piece_type("D", "dababah-rider", DABABAH_RIDER, rule="page: Dababah-rider"),
    piece_type("B", "bishop", BISHOP, rule="page: Bishop"),
    piece_type("BC", "caliph", BISHOP, CAMEL, rule=COMPOUND),
    piece_type("BD", "bishop-dababah-rider", BISHOP, DABABAH_RIDER, rule=COMPOUND),
    piece_type("CD", "camel-dababah-rider", CAMEL, DABABAH_RIDER, rule=COMPOUND),
    piece_type(
        "K",
        "kyrin-king",
        leaper(1, 1),
        leaper(2, 0),
        rule="page: Kyrin-king",
        royal=True,
        other_names=("kirin", "kyrin", "diamond", "king"),
    ),
)

PROMOTIONS = ("BC", "BD", "CD")  # also in the order of the digits 1, 2, 3 that stand for them in numeric notation
LAST_RANK = promotion("P", PROMOTIONS, (ranks(BOARD, 8), ranks(BOARD, 1)), rule="page: On last rank")

STANDARD = (Code.NOT_YOUR_PIECE, Code.OWN_PIECE, Code.LEAVES_CHECK, Code.MUST_NOT_PASS, Code.GAME_OVER)


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its array. Raises `PositionError` where the array is none that the options allow."""
    array = ARRAYS.get(options["array"], options["array"].upper())
    if Counter(array) != Counter(ARRAYS["classic"]):
        raise PositionError(f"array={array} should hold the pieces {' '.join(ARRAYS['classic'])}, in any order")
    unprotected = tuple(_unprotected(array))
    if unprotected and options["unprotected"] == "error":
        raise PositionError(*unprotected)
    rules = GameRules(
        board=BOARD,
        pieces=PIECES,
        start=f"{array.lower()}/ppppppp/7/7/7/7/PPPPPPP/{array} w - - 0 1",
        promotions=(LAST_RANK,),
        ends=Ends(stalemate="loses" if options["stalemate"] == "win" else "draws"),
        cites=dict.fromkeys(STANDARD, "page: Other rules are standard"),
    )
    draws, wins = ("", "yes") if options["stalemate"] == "win" else ("yes", "")
    return described_game(
        name,
        "Not-so-colorbound cylindrical chess",
        "Daniil Frolov, Not-so colorbound cylindrical chess (Chess Variant Pages, 2014)",
        rules,
        family="cylindrical",
        rule_sheet=sheet_in("cylindrical", {"draws": draws, "wins": wins}.copy),
        warnings=unprotected,
        usual_notation="long",
    )


def _unprotected(array: str) -> list[str]:
    """Page: "pawns at least in front of dababah-riders must be protected" - a warning, the rest is the players' choice."""
    reach = {"B": (-1, 1), "K": (-1, 1), "C": (-3, 3)}  # files aside from which a piece of rank 1 guards rank 2
    guarded = {(file + aside) % len(FILES) for file, piece in enumerate(array) for aside in reach.get(piece, ())}
    lone = (FILES[file] for file, piece in enumerate(array) if piece == "D" and file not in guarded)
    return [f"the pawn on {file}2, in front of a dababah-rider, is not protected at the start" for file in lone]
