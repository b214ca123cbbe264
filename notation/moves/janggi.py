"""Moves of janggi with points as its players number them: `H02-83`, `P71-61`, `Rx11-01`.

A move is the piece (K A E H R C P), the point that it leaves and the point where it arrives; an `x` says that it captures.
A point is its rank in a digit, from the second player's side, 0 for the tenth, and its file, from the first player's left.
A pass is a move of the general to his own point. N and B are read for horse and elephant too.

>>> from fairyscore.notation.variants import variant
>>> janggi = variant("janggi")
>>> state = janggi.initial_state()
>>> write(state, state.find(read("H02-83", janggi)), janggi)
'H02-83'
"""

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import ucci, wxf
from fairyscore.notation.moves.cells import Read, files_and_ranks, move_of_names, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.rules.moves import GO, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "janggi"

_SOURCE = rf"(?P<piece>[KABCEHNPR])(?P<mark>x?)(?P<origin>[0-9][1-9])-(?P<target>[0-9][1-9])(?:{SUFFIX})"


def refusal(variant: Variant) -> str:
    """The letters are those of janggi, and the points those of its board."""
    if variant.letters.keys() != wxf.PIECES or variant.scenery.rivers:
        return "it is for janggi: other games have no signs for their pieces in it"
    return ucci.refusal(variant)


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point by its rank and file, `83`. text: a move beside it, which does not matter."""
    point = board.cells[cell]
    return f"{(files_and_ranks(board.cells)[1] + 1 - int(point[1:])) % 10}{ord(point[0]) - ord('a') + 1}"


def _point(digits: str) -> str:
    return f"{chr(ord('a') + int(digits[1]) - 1)}{11 - (int(digits[0]) or 10)}"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a janggi move is, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    letter = wxf.LETTERS.get(found["piece"], found["piece"])
    cells = {end: _point(found[end]) for end in ("origin", "target")}
    return move_of_names(variant, GO, cells, {"kind": letter}, capture=True if found["mark"] else None)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move with the numbers of its points."""
    letter = variant.piece_types[state.piece_type_at(move.origin)].letter
    origin, target = (cell_name(cell, variant.board) for cell in (move.origin, move.target))
    return f"{wxf.NAMES.get(letter, letter)}{'x' if state.takes(move) else ''}{origin}-{target}"
