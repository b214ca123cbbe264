"""The examples of a rule sheet: whether the engine judges a move as the sheet says."""

from fairyscore.notation.position import Position
from fairyscore.notation.rules.readings import Example
from fairyscore.notation.rules.variant import PositionError, Variant


def misjudged(game: Variant, example: Example) -> str:
    """What the engine says of an example, where it is not what the sheet says; else nothing.

    >>> from fairyscore.notation.variants.registry import variant
    >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    >>> misjudged(variant("chess"), Example(says="The pawn goes", position=start, move="e2-e4"))
    ''
    >>> misjudged(variant("chess"), Example(says="The pawn goes", position=start, move="e2-e4", refused="path-blocked"))
    'e2-e4 is to be refused as path-blocked; the engine says: legal'
    """
    try:
        reasons = Position.from_fen(example.position, game).explain(example.move)
    except PositionError as fault:
        return f"the position: {'; '.join(fault.problems)}"
    found = [reason.code.value for reason in reasons]
    if found == ([example.refused] if example.refused else []):
        return ""
    expected = f"refused as {example.refused}" if example.refused else "legal"
    judged = "; ".join(str(reason) for reason in reasons) or "legal"
    return f"{example.move} is to be {expected}; the engine says: {judged} {' '.join(found)}".rstrip()
