"""Hodges' notation of shogi: `P-7f`, `Bx3c+`, `S-6h=` where it could be promoted, `P*5e` from the hand, `G4i-5h`.

Files are numbered from the first player's right, ranks lettered from his far side. The cell that a piece leaves is written
where another one could go there too, and always read. Read are also digits for ranks, `P-76`, and Hosking's notation,
`P76`, `P'55`.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> state = shogi.initial_state()
>>> write(state, state.find(read("P-7f", shogi)), shogi)
'P-7f'
"""

import re
from dataclasses import replace

from fairyscore.notation.boards import Board
from fairyscore.notation.moves.cells import Read, files_and_ranks, move_of_names, no_files, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.rules.moves import ABSENT, DROP, GO, PROMOTED, UNCHANGED, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "hodges"

MOST = 9
"""Files and ranks at most: each is one sign."""

_SOURCE = (
    r"(?P<piece>\+?[A-Z]{1,2})(?P<origin>(?:[1-9][a-i1-9])?)(?P<mark>[-x*']?)(?P<target>[1-9][a-i1-9])(?P<change>[+=]?)"
    rf"(?:{SUFFIX})"
)
DROPS = ("*", "'")
_CHANGES = {"": ABSENT, "+": PROMOTED, "=": UNCHANGED}
_DIGITS = re.compile(r"[1-9][1-9][+=]?\Z")
_CAPTURES = {"": None, "-": False, "x": True}


def refusal(variant: Variant) -> str:
    """Why this notation cannot be used in a game; empty if it can: files and ranks need one sign each, `+` one meaning."""
    if not any(letter.startswith("+") for letter in variant.letters):
        return "it is for games whose promoted pieces have a +"
    changes = variant.writing.digits  # what pieces turn into
    if variant.writing.turns_back or variant.writing.adds or not all(letter.startswith("+") for letter in changes):
        return "its moves do more than + and = can say"
    return no_signs(variant.board)


def no_signs(board: Board) -> str:
    """Why cells of a board cannot be two signs, a file and a rank; empty if they can."""
    too_large = not no_files(board) and max(files_and_ranks(board.cells)) > MOST
    return no_files(board) or (f"its board is larger than {MOST} by {MOST}" if too_large else "")


def cell_of(text: str, board: Board) -> str:
    """The name of a cell of Hodges' (`7g`) on a board; one that is not there where the board is too small."""
    files, ranks = files_and_ranks(board.cells)
    rank = int(text[1]) if text[1].isdecimal() else ord(text[1]) - ord("a") + 1
    return f"{chr(ord('a') + files - int(text[0]))}{ranks + 1 - rank}"


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A cell as Hodges names it, `7f`. text: a move beside it; where that has digits for ranks, `76`."""
    name, (files, ranks) = board.cells[cell], files_and_ranks(board.cells)
    file, rank = files - ord(name[0]) + ord("a"), ranks + 1 - int(name[1:])
    return f"{file}{rank}" if _DIGITS.search(text) else f"{file}{chr(ord('a') + rank - 1)}"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a move in Hodges' notation is, why it cannot be one on this board, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or no_signs(variant.board):
        return None
    cells = {end: cell_of(found[end], variant.board) for end in ("origin", "target") if found[end]}
    if found["mark"] in DROPS:
        return move_of_names(variant, DROP, {"target": cells["target"]}, {"kind": found["piece"]})
    details = {"capture": _CAPTURES[found["mark"]], "becomes": _CHANGES[found["change"]]}
    return move_of_names(variant, GO, cells, {"kind": found["piece"]}, **details)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in Hodges' notation."""
    target = cell_name(move.target, variant.board)
    if move.origin == ABSENT:
        return f"{variant.piece_types[move.becomes].letter}*{target}"
    kind = state.piece_type_at(move.origin)
    parsed = ParsedMove(GO, target=move.target, kind=kind, becomes=UNCHANGED if move.becomes == ABSENT else PROMOTED)
    origin = "" if state.find(parsed) == move else cell_name(move.origin, variant.board)
    if move.becomes != ABSENT:
        change = "+"
    else:
        change = "=" if state.find(replace(parsed, origin=move.origin, becomes=PROMOTED)) else ""
    letter = variant.piece_types[kind].letter
    return f"{letter}{origin}{'x' if state.takes(move) else '-'}{target}{change}"
