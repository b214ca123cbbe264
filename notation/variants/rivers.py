"""Caliph Qi and Tor Qi, by Charles Gilman: one page, two games, nine ranks and a river for each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import River, Variant
from fairyscore.notation.variants.royal_game import royal_game

OPTIONS: tuple[Option, ...] = ()

NORTH, SOUTH = 0, 4
PAGE = "Charles Gilman, Caliph Qi and Tor Qi (Chess Variant Pages, 2006)"
RIVER = "page: River"
CHESSMEN = "page: KING, QUEEN, and PAWN"
RULES = {
    Code.ACROSS_RIVER: RIVER,
    Code.LEAVES_CHECK: "page: Kings, and Checkmate as in FIDE Chess",
    Code.GAME_OVER: "page: Checkmate and Stalemate as in FIDE Chess",
    Code.CASTLING: "page: There is no Castling",
}

WHITE_BANKS, BLACK_BANKS = (3, 4), (6, 7)
"""The ranks beside each side's own river."""


@dataclass(frozen=True, slots=True)
class Side:
    """What tells the two games apart."""

    title: str
    array: str


SIDES = {"caliph-qi": Side("Caliph Qi", "MCQKCM"), "tor-qi": Side("Tor Qi", "MGQKCCM")}

ROOK, BISHOP, KNIGHT, CAMEL = Ride(1, 0), Ride(1, 1), Leap(2, 1), Leap(3, 1)

DIGITS = ("Q", "M", "C", "G", "W")
"""What a fifth digit, from 1 on, turns a piece into in numeric notation, in both games alike."""


def _ranks(files: str, numbers: range | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{file}{number}" for number in numbers for file in files)


def _steps(files: str, *rank_pairs: tuple[int, int]) -> frozenset[tuple[str, str]]:
    return frozenset((f"{a}{frm}", f"{b}{to}") for frm, to in rank_pairs for a in files for b in files)


def _kinds(files: str) -> tuple[RoyalPieceType, ...]:
    banks = (_ranks(files, range(1, 7)), _ranks(files, range(4, 10)))  # up to the enemy's river
    starts = (_ranks(files, (2,)), _ranks(files, (8,)))
    pawns = (_ranks(files, range(2, 7)), _ranks(files, range(4, 9)))  # beyond it they are wazirs
    pawn = Pawn((NORTH, SOUTH), quiet=(0,), strike=(-1, 1), double_from=starts, en_passant=True)
    return (
        RoyalPieceType("P", "pawn", pawn=pawn, confined_to=pawns, rule=CHESSMEN),
        RoyalPieceType("W", "wazir", (Leap(1, 0),), rule="page: WAZIR"),
        RoyalPieceType("C", "caliph", (BISHOP, CAMEL), rule="page: CALIPH"),
        RoyalPieceType("M", "marshal", (ROOK, KNIGHT), rule="page: MARSHAL"),
        RoyalPieceType("G", "gnu", (KNIGHT, CAMEL), confined_to=banks, rule="page: GNU"),
        RoyalPieceType("Q", "queen", (ROOK, BISHOP), confined_to=banks, rule=CHESSMEN),
        RoyalPieceType("K", "king", (Leap(1, 0), Leap(1, 1)), royal=True, confined_to=banks, rule=CHESSMEN),
    )


def _changes(files: str, pool: tuple[str, ...]) -> tuple[Promotion, ...]:
    white, black = WHITE_BANKS, BLACK_BANKS
    both_ways = (_steps(files, white, white[::-1]), _steps(files, black, black[::-1]))
    return (
        Promotion("P", ("W",), (_steps(files, black), _steps(files, white[::-1])), implied=True, rule=RIVER),
        Promotion("W", pool, both_ways, must=False, pooled=True, rule="Q-2, Q-3, Q-4"),
    )


def _river(board: HeadedBoard, owner: int, near: int, far: int) -> River:
    """The water between two ranks, file by file."""
    ranks = [[cell for cell, name in enumerate(board.cells) if name[1:] == str(rank)] for rank in (near, far)]
    return River(owner, tuple(zip(*ranks, strict=True)))


READINGS = (
    Reading(
        "Q-1",
        "Caliph Qi has six files, M C Q K C M; Tor Qi seven, M G Q K C C M; nine ranks each.",
        "The page's figures are lost; its own counts of the pieces and the array of its parent game give this.",
    ),
    Reading(
        "Q-2",
        "A wazir may be promoted when it crosses its own river, either way.",
        'The page says "crossing their own River" and names no direction.',
    ),
    Reading(
        "Q-3",
        "A piece that a wazir becomes leaves the captured pieces; captured anew, it is among them again.",
        "There are no more pieces of a kind than the set holds.",
    ),
    Reading(
        "Q-4",
        'The "stronger piece" that a wazir becomes is any captured one of its side but pawn and wazir.',
        "The page does not say which pieces are stronger; every other piece has more moves than a wazir.",
    ),
)


def _examples(width: int) -> tuple[Example, ...]:
    """Moves over rivers, on a board so many files wide."""
    e, k = str(width), f"3k{width - 4}"
    king, queen, wazir = f"2K{width - 3}", f"1Q{width - 2}", f"1W{width - 2}"
    river = "across-river"
    return (
        Example(
            "The queen stops at the enemy's river, which runs above rank 6.",
            f"{k}/{e}/{e}/{e}/{e}/{queen}/{e}/{e}/{king} w - - 0 1",
            "b4-b6",
        ),
        Example(
            "She does not cross it.", f"{k}/{e}/{e}/{e}/{e}/{queen}/{e}/{e}/{king} w - - 0 1", "b4-b8", refused=river
        ),
        Example(
            "A pawn that crosses it becomes a wazir.",
            f"{k}/{e}/{e}/2P{width - 3}/{e}/{e}/{e}/{e}/{king} w - - 0 1",
            "c6-c7=W",
            after=True,
        ),
        Example(
            "A wazir crosses its own river and becomes the queen that White has lost.",
            f"{k}/{e}/{e}/{e}/{e}/{wazir}/{e}/{e}/{king}[Q] w - - 0 1",
            "b4-b3=Q",
            after=True,
        ),
        Example(
            "White's king on his third rank gives check to the one on d4, who cannot do so to him across the river.",
            f"{e}/{e}/{e}/{e}/{e}/{k}/{e}/{king}/{queen} w - - 0 1",
            "c2-c3",
            after=True,
        ),
    )


def _sections(side: Side) -> tuple[RuleSection, ...]:
    gnu = ("G gnu: knight + camel.",) if "G" in side.array else ()
    return (
        RuleSection(
            "Board",
            (
                f"{len(side.array)} files and nine ranks.",
                "White's river runs between ranks 3 and 4, Black's between 6 and 7.",
            ),
            shows="board",
        ),
        RuleSection("Start", (f"{' '.join(side.array)} on ranks 1 and 9, pawns on 2 and 8.",), shows="start"),
        RuleSection(
            "Pieces",
            (
                "K king, Q queen, P pawn as in chess, with double step and en passant; no castling.",
                "M marshal: rook + knight. C caliph: bishop + camel, a (1,3) leap.",
                *gnu,
                "W wazir: one step orthogonally; it is what pawns become.",
            ),
            shows="pieces",
        ),
        RuleSection(
            "Rivers",
            (
                f"{'King, queen and gnu' if gnu else 'King and queen'} neither move, capture nor give check across the "
                "enemy's river: White's stay on ranks 1-6, Black's on 4-9.",
                "A pawn that crosses the enemy's river becomes a wazir at once: c6-c7=W (=W may be left out).",
                "A wazir that crosses its own river may become any captured piece of its side but pawn and wazir: b4-b3=Q.",
            ),
            _examples(len(side.array)),
        ),
        RuleSection("End", ("Mate wins, stalemate draws, as in chess.",)),
    )


def build(name: str, _options: Mapping[str, str]) -> Variant:
    """Either game, by its name."""
    side = SIDES[name]
    array, files = side.array, "abcdefg"[: len(side.array)]
    width = len(files)
    pool = tuple(letter for letter in "CMGQ" if letter in array)
    empty = "/".join([str(width)] * 5)
    sheet = RoyalSheet(
        board=rectangle(width, 9),
        kinds=tuple(kind for kind in _kinds(files) if kind.letter in f"{array}PW"),
        start=f"{array.lower()}/{'p' * width}/{empty}/{'P' * width}/{array} w - - 0 1",
        changes=_changes(files, pool),
        takes_back=pool,
        rules=RULES,
        most_pieces=2 * width,
    )
    return royal_game(
        name,
        side.title,
        "rivers",
        PAGE,
        sheet,
        sections=_sections(side),
        readings=READINGS,
        board_rule="Q-1",
        digits=DIGITS,
        rivers=tuple(_river(sheet.board, seat, *banks) for seat, banks in enumerate((WHITE_BANKS, BLACK_BANKS))),
    )
