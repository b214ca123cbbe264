"""Caliph Qi and Tor Qi, by Charles Gilman: one page, two games, nine ranks and a river for each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import River, Variant
from fairyscore.notation.variants.royal_game import royal_game
from fairyscore.notation.variants.rule_sheets import sheet_in

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


def _words(side: Side) -> dict[str, str]:
    """What the rule sheet says of one of the two games. w2, w3, w4: its files less so many."""
    gnu = "G" in side.array
    return {
        "width": str(len(side.array)),
        "array": " ".join(side.array),
        "gnu": "G gnu: knight + camel." if gnu else "",
        "stay": "King, queen and gnu" if gnu else "King and queen",
        **{f"w{less}": str(len(side.array) - less) for less in (2, 3, 4)},
    }


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
        rule_sheet=sheet_in("rivers", partial(_words, side)),
        board_rule="Q-1",
        digits=DIGITS,
        rivers=tuple(_river(sheet.board, seat, *banks) for seat, banks in enumerate((WHITE_BANKS, BLACK_BANKS))),
    )
