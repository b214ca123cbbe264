"""Moves of xiangqi as records of servers have them (ICCS): `H2-E2`, capitals, with ranks from 0.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("H2-E2", xiangqi)), xiangqi)
'H2-E2'
"""

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import ucci
from fairyscore.notation.moves.cells import Read, terminal
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "iccs"

_SOURCE = r"(?P<origin>[A-I][0-9])[-–](?P<target>[A-I][0-9])"

refusal = ucci.refusal
"""As of UCCI."""


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point by its file and its rank from 0, `H2`. text: a move beside it, which does not matter."""
    return ucci.cell_name(cell, board).upper()


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that an ICCS move is, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    return ucci.go(found["origin"], found["target"], variant)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as ICCS has it."""
    return "-".join(cell_name(cell, variant.board) for cell in (move.origin, move.target))
