"""Why the general engine refuses a move."""

from __future__ import annotations

from fairyscore.notation.rules.general.play import GeneralPlay
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason


def reasons(state: GeneralPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move, empty where it is legal."""
    if state.find(parsed) is not None:
        return ()
    return (Reason(Code.UNREADABLE, {"text": text, "variant": "this game", "notations": ("long",)}),)
