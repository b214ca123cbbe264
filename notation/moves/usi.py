"""Moves of shogi as they are sent to engines (USI): `7g7f`, `8h2b+` with a promotion, `P*5e` from the hand.

Files are numbered from the first player's right, ranks lettered from his far side, as Hodges has them. A piece that is not
promoted has no sign. In Kyoto Shogi, where pieces turn back, `-` says so, and `+P*5e` drops the other side.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> state = shogi.initial_state()
>>> write(state, state.find(read("7g7f", shogi)), shogi)
'7g7f'
"""

from functools import lru_cache

from fairyscore.notation.moves import hodges
from fairyscore.notation.moves.cells import Read, move_of_names, terminal
from fairyscore.notation.rules.moves import ABSENT, DEMOTED, DROP, GO, PROMOTED, UNCHANGED, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "usi"

_SOURCE = r"(?P<piece>\+?[A-Z])\*(?P<on>[1-9][a-i])|(?P<origin>[1-9][a-i])(?P<target>[1-9][a-i])(?P<change>[+-]?)"
_CHANGES = {"": UNCHANGED, "+": PROMOTED, "-": DEMOTED}


def refusal(variant: Variant) -> str:
    """Why this notation cannot be used in a game; empty if it can: as of Hodges', but pieces may turn back."""
    if not variant.writing.turns_back:
        return hodges.refusal(variant)
    return "its moves do more than + and - can say" if variant.writing.adds else hodges.no_signs(variant.board)


cell_name = hodges.cell_name
"""A cell as in Hodges' notation."""


@lru_cache(maxsize=1 << 14)  # the lines of an engine repeat most of their moves
def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a USI move is, why it cannot be one on this board, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    if found["on"]:
        return move_of_names(
            variant, DROP, {"target": hodges.cell_of(found["on"], variant.board)}, {"kind": found["piece"]}
        )
    cells = {end: hodges.cell_of(found[end], variant.board) for end in ("origin", "target")}
    return move_of_names(variant, GO, cells, {}, becomes=_CHANGES[found["change"]])


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is sent to a shogi engine."""
    target = cell_name(move.target, variant.board)
    if move.origin == ABSENT:
        return f"{variant.piece_types[move.becomes].letter}*{target}"
    return f"{cell_name(move.origin, variant.board)}{target}{_change(state, move, variant)}"


def _change(state: State, move: Move, variant: Variant) -> str:
    """The suffix where a piece turns: `-` for back."""
    if move.becomes == ABSENT:
        return ""
    return "-" if variant.piece_types[state.piece_type_at(move.origin)].letter.startswith("+") else "+"
