"""Moves of shogi as they are sent to engines (USI): `7g7f`, `8h2b+` with a promotion, `P*5e` from the hand.

Files are numbered from the first player's right, ranks lettered from his far side, as Hodges has them. A piece that is not
promoted has no sign; `+P*` is not a drop, as nothing promoted is in hand.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> state = shogi.initial_state()
>>> write(state, state.find(read("7g7f", shogi)), shogi)
'7g7f'
"""

from fairyscore.notation.moves import hodges
from fairyscore.notation.moves.cells import Read, asked, terminal
from fairyscore.notation.rules.moves import ABSENT, DROP, GO, PROMOTED, UNCHANGED, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "usi"

_SOURCE = r"(?P<piece>[A-Z])\*(?P<on>[1-9][a-i])|(?P<origin>[1-9][a-i])(?P<target>[1-9][a-i])(?P<change>\+?)"

refusal = hodges.refusal
"""As of Hodges' notation: files and ranks are a sign each, and `+` says that a piece is promoted."""


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a USI move is, why it cannot be one on this board, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    if found["on"]:
        return asked(variant, DROP, {"target": hodges.cell_of(found["on"], variant.board)}, {"kind": found["piece"]})
    cells = {end: hodges.cell_of(found[end], variant.board) for end in ("origin", "target")}
    return asked(variant, GO, cells, {}, becomes=PROMOTED if found["change"] else UNCHANGED)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is sent to a shogi engine."""
    target = hodges.text_of(move.target, variant.board)
    if move.origin == ABSENT:
        return f"{variant.piece_types[move.becomes].letter}*{target}"
    return f"{hodges.text_of(move.origin, variant.board)}{target}{'+' if move.becomes != ABSENT else ''}"
