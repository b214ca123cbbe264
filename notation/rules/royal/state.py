"""The state of the games won by mate as everything else knows it: play, and the reasons for what it refuses."""

from __future__ import annotations

from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Reason, with_right_mark
from fairyscore.notation.rules.royal.play import RoyalPlay
from fairyscore.notation.rules.royal.reasons import reasons


class RoyalState(RoyalPlay):
    """A position being played on that can say what is wrong with a move (`rules.variant.State`)."""

    __slots__ = ()

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.royal.reasons`."""
        return reasons(self, parsed, text)

    def forgive(self, found: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
        """The same parsed with the right capture mark where nothing else was wrong."""
        return with_right_mark(found, parsed)
