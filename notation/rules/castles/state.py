"""The state of KaleidoChess as everything else knows it: play, and the reasons for what it refuses."""

from __future__ import annotations

from dataclasses import replace

from fairyscore.notation.rules.castles.play import EMPTY, CastlePlay
from fairyscore.notation.rules.castles.reasons import reasons
from fairyscore.notation.rules.moves import NOT_SAID, ParsedMove
from fairyscore.notation.rules.reasons import Reason, is_slip


class CastleState(CastlePlay):
    """A position being played on that can say what is wrong with a move (`rules.variant.State`)."""

    __slots__ = ()

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move, empty where `push` would take it; see `rules.castles.reasons`."""
        if self._fits(self.started(parsed)):
            return ()
        self.settle()
        return reasons(self, parsed, text)

    def forgive(self, found: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
        """The same parsed with the right capture mark where nothing else was wrong."""
        if not is_slip(found):
            return None
        if self.pieces[parsed.target] == EMPTY:
            return replace(parsed, capture=False, victim=NOT_SAID, loser=NOT_SAID)
        return replace(parsed, capture=True)
