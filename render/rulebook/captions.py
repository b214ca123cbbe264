"""Captions of moves that a rule forbids, as a teacher says it: which piece cannot do what, and the rule.

>>> from fairyscore.notation.position import Position
>>> start = Position.start("chess")
>>> forbidden(start, "Ke2", "e1-e2"), forbidden(start, "O-O", "O-O")
('The king cannot go to e2.', 'Castling is not allowed here.')
"""

from typing import Final

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.rules.moves import ABSENT, DROP, ParsedMove
from fairyscore.notation.rules.reasons import Code
from fairyscore.render.idiom import cells_here
from fairyscore.render.language import capital, translated

PROMOTION: Final = frozenset({Code.PROMOTION_NOT_ALLOWED, Code.PROMOTION_MISSING})
"""Why a piece may not become what it was to become; it may well go there."""

ON_ANOTHER_ACCOUNT: Final = frozenset({Code.MUST_CAPTURE, Code.MUST_DROP, Code.NO_CHECKS, Code.CAPTURE_MARK})
"""What has nothing to do with how the piece moves."""


def forbidden(position: Position, move: str, text: str) -> str:
    """A sentence that names what cannot be done. move: as it is read; text: as it is shown."""
    game, parsed = position.variant, parse_move(move, position.variant)
    codes = {reason.code for reason in position.explain(move)}
    if Code.CASTLING in codes:
        return translated("Castling is not allowed here.")
    if not isinstance(parsed, ParsedMove) or parsed.target == ABSENT or codes & ON_ANOTHER_ACCOUNT:
        return f"{translated('{move} is not allowed', move=text)}."
    cell = cells_here(game)[parsed.target]
    if parsed.action == DROP:
        return _sentence("No {piece} may come in on {cell}.", piece=_name(position, parsed.kind), cell=cell)
    kind = mover(position, parsed)
    if kind == ABSENT:
        return f"{translated('{move} is not allowed', move=text)}."
    if codes & PROMOTION:
        return _promotion(position, parsed, kind, cell)
    return _sentence("The {piece} cannot go to {cell}.", piece=_name(position, kind), cell=cell)


def _promotion(position: Position, parsed: ParsedMove, kind: int, cell: str) -> str:
    """A sentence about what a piece has to become, or may not."""
    if parsed.becomes == ABSENT:
        return _sentence("The {piece} has to be promoted on {cell}.", piece=_name(position, kind), cell=cell)
    named = _name(position, parsed.becomes)
    return _sentence(
        "The {piece} cannot become {named} on {cell}.", piece=_name(position, kind), named=named, cell=cell
    )


def mover(position: Position, parsed: ParsedMove) -> int:
    """The kind of piece that is to move: that on the cell, or the one named; `ABSENT` where nobody tells."""
    if parsed.origin != ABSENT and (piece := position.state.piece_at(parsed.origin)):
        return piece[1]
    return parsed.kind


def _name(position: Position, kind: int) -> str:
    return translated(position.variant.piece_types[kind].name)


def _sentence(form: str, **facts: str) -> str:
    return capital(translated(form, **facts))
