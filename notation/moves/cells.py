"""Names of fields and pieces in moves, and the faults that reading finds before any rule is asked."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from fairyscore.notation.boards import Board, HeadedBoard
from fairyscore.notation.rules.moves import ABSENT, GO, GO_OR_CASTLE, ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.variant import Variant

LEVELLED = "[A-Z][a-z][0-9]{1,2}"
"""The pattern of a field of boards above each other."""


@lru_cache(maxsize=64)
def rank_digits(cells: tuple[str, ...]) -> int:
    """How many digits the longest rank has where all fields are named by file and rank, else 0.

    >>> rank_digits(("a1", "r4")), rank_digits(("a1", "a18")), rank_digits(("00", "1A"))
    (1, 2, 0)
    """
    if not all(map(_is_file_and_rank, cells)):
        return 0
    return max(len(cell) - 1 for cell in cells)


@lru_cache(maxsize=64)
def have_levels(cells: tuple[str, ...]) -> bool:
    """True if fields are named by level, file and rank.

    >>> have_levels(("Aa1", "Ee5")), have_levels(("a1", "h8"))
    (True, False)
    """
    return all(re.fullmatch(LEVELLED, cell) for cell in cells)


def _is_file_and_rank(cell: str) -> bool:
    """True if a name is a small letter and a number from 1 to 99."""
    file, rank = cell[:1], cell[1:]
    return cell.isascii() and file.islower() and rank.isdigit() and rank[0] != "0" and len(rank) < 3


@lru_cache(maxsize=64)
def files_and_ranks(cells: tuple[str, ...]) -> tuple[int, int]:
    """How many files and ranks a board has whose cells are named by them.

    >>> files_and_ranks(("a1", "c2"))
    (3, 2)
    """
    return max(ord(cell[0]) for cell in cells) - ord("a") + 1, max(int(cell[1:]) for cell in cells)


def no_files(board: Board) -> str:
    """Why a notation that names pieces by file and rank does not suit a board; empty where it does."""
    return "" if rank_digits(board.cells) else f"its board, with {board.cells[-1]}, has no files and ranks"


def cell_of(text: str, variant: Variant) -> str:
    """A field as the board writes it: letter case is free, as no board has two fields that differ by it alone."""
    written = (text, text.upper(), text.lower(), text.capitalize())
    return next((cell for cell in written if cell in variant.board.index), text)


def field_fault(cell: str, variant: Variant) -> tuple[Reason, ...]:
    """Empty where the board has the field, else the reason with the names that look most like it."""
    if cell in variant.board.index:
        return ()
    nearest = _nearest(cell, variant.board.cells)
    case = "slices" if no_files(variant.board) and not have_levels(variant.board.cells) else ""
    if isinstance(variant.board, HeadedBoard) and cell in variant.board.holes:
        case = "void" if variant.board.shape == "rings" else "hole"
    return (Reason(Code.NO_SUCH_CELL, {"cell": cell, "nearest": nearest}, variant.rules.cells_rule, case),)


@lru_cache(maxsize=4096)
def _nearest(cell: str, cells: tuple[str, ...]) -> tuple[str, ...]:
    """The names of fields that look most like one that is none; a text of nonsense names the same few again and again."""
    from difflib import get_close_matches

    turned = cell[::-1]
    near = [turned] if turned in cells else []
    near += [name for name in get_close_matches(cell, cells, n=4, cutoff=0.4) if name not in near]
    return tuple(near[:3]) or (cells[0], cells[-1])


def piece_fault(piece: str, variant: Variant) -> tuple[Reason, ...]:
    """Empty where the game has a piece of that letter, else the reason with the pieces there are."""
    if piece in variant.read_letters:
        return ()
    known = tuple(f"{letter} {variant.piece_types[kind].name}" for letter, kind in reversed(variant.letters.items()))
    return (Reason(Code.NO_SUCH_PIECE, {"piece": piece, "pieces": known, "variant": variant.title}),)


Read = ParsedMove | tuple[Reason, ...]
"""What a text asks for, or what is wrong with the names in it."""


def move_of_names(
    variant: Variant, action: int, cells: Mapping[str, str], pieces: Mapping[str, str | None], **others: Any
) -> Read:
    """The parsed move that names of fields and letters of pieces ask for, or all faults of these.

    cells, pieces: by the attributes of `ParsedMove` that they fill; nothing for a piece that is not named.
    others: attributes that need no looking up.
    """
    letters = {attribute: letter for attribute, letter in pieces.items() if letter}
    faults = [fault for cell in cells.values() for fault in field_fault(cell, variant)]
    faults += [fault for letter in letters.values() for fault in piece_fault(letter, variant)]
    if faults:
        return tuple(faults)
    others |= {attribute: variant.board.index[cell] for attribute, cell in cells.items()}
    others |= {attribute: variant.read_letters[letter] for attribute, letter in letters.items()}
    return ParsedMove(action, **others)


def or_castling(read: Read, variant: Variant) -> Read:
    """The same of a notation that has no other word for castling: a king's way may be his castling."""
    if not isinstance(read, ParsedMove):
        return read
    side = variant.writing.castling_sides.get((read.origin, read.target), ABSENT)
    return read if side == ABSENT or read.action != GO else replace(read, action=GO_OR_CASTLE, castle=side)


@lru_cache(maxsize=16)
def terminal(source: str) -> re.Pattern[str]:
    """The pattern of a whole move text, blanks in front of it passed over.

    One pattern a notation: a fine-grained grammar of the same text is seven times slower.
    """
    return re.compile(rf"[ \t\n\r]*+(?:{source})\Z")
