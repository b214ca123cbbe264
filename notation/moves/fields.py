"""Names of fields and men in moves, and the faults that reading finds before any rule is asked."""

from __future__ import annotations

from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.variant import Variant


def field_fault(cell: str, variant: Variant) -> tuple[Reason, ...]:
    """Empty where the board has the field, else the reason with the names that look most like it."""
    if cell in variant.board.index:
        return ()
    from difflib import get_close_matches

    turned = cell[::-1]
    near = [turned] if turned in variant.board.index else []
    near += [name for name in get_close_matches(cell, variant.board.cells, n=4, cutoff=0.4) if name not in near]
    nearest = tuple(near[:3]) or (variant.board.cells[0], variant.board.cells[-1])
    return (Reason(Code.NO_SUCH_FIELD, {"cell": cell, "nearest": nearest}, variant.board_rule),)


def man_fault(man: str, variant: Variant) -> tuple[Reason, ...]:
    """Empty where the game has a man of that letter, else the reason with the men there are."""
    if man in variant.letters:
        return ()
    known = tuple(f"{letter} {variant.men[kind].name}" for letter, kind in reversed(variant.letters.items()))
    return (Reason(Code.NO_SUCH_MAN, {"man": man, "men": known, "variant": variant.title}),)
