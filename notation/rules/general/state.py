"""The state of the general engine as everything else knows it: play, and the reasons for what it refuses."""

from __future__ import annotations

from fairyscore.notation.rules.general.play import GeneralPlay
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Reason, with_right_mark


class GeneralState(GeneralPlay):
    """A position being played on that can say what is wrong with a move (`rules.variant.State`)."""

    __slots__ = ()

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.general.reasons`."""
        from fairyscore.notation.rules.general.reasons import reasons

        return () if self.find(parsed) is not None else reasons(self, parsed, text, self.outcome())

    def forgive(self, found: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
        """The same parsed move with the right capture mark where nothing else was wrong."""
        return with_right_mark(found, parsed)
