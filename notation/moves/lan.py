"""Long algebraic: the long form with the letter of the piece in front, no letter for a pawn, and signs of check and mate.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("Ng1-f3", chess)), chess)
'Ng1-f3'
"""

from fairyscore.notation.moves import long
from fairyscore.notation.moves.san import PAWN, check_sign
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "lan"

refusal, read = long.refusal, long.read
"""As of the long form, which every game can be written in, and which takes the letter and the signs too."""


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as long algebraic has it."""
    return unsigned(state, move, variant) + check_sign(state, move, variant)


def unsigned(state: State, move: Move, variant: Variant) -> str:
    """A legal move without check or mate sign."""
    letter = (
        "" if ABSENT in (move.origin, move.target) else variant.piece_types[state.piece_type_at(move.origin)].letter
    )
    rests = move.origin == move.target and move.becomes == ABSENT
    named = "" if letter == PAWN or move.castle != ABSENT or rests else letter
    text = long.write(state, move._replace(throw=0) if move.throw else move, variant)
    return f"{long.write_throw(move)}{named}{text}"
