"""Draws that may be claimed: the third time of a position, and fifty moves of each player; told once each."""

from __future__ import annotations

from collections.abc import Callable

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.moves import ParsedMove

FIFTY = 100
"""Plies in fifty moves of two players."""


class DrawClaims:
    """Counts the positions of a game's main line. make: makes a move of it, and tells whether it was legal."""

    def __init__(self, context: ReplayContext, make: Callable[[ParsedMove], bool]) -> None:
        self._context, self._make = context, make
        self._state = context.line.state
        self._met: dict[object, int] = {self._state.key(): 1}
        self._told: set[RecordCode] = set()
        self._plies = 0

    def push(self, parsed: ParsedMove, place: int) -> bool:
        """Make a move and look at the position behind it. place: of its token."""
        if not self._make(parsed):
            return False
        self._plies += 1
        key = self._state.key()
        self._met[key] = self._met.get(key, 0) + 1
        if self._met[key] == 3:
            self._tell(RecordCode.REPETITION, place)
        if self._state.halfmove_clock >= FIFTY:
            self._tell(RecordCode.FIFTY_MOVES, place)
        return True

    def _tell(self, code: RecordCode, place: int) -> None:
        if code not in self._told:
            self._told.add(code)
            self._context.collector.trouble(code, self._context.span(place), {}, ply=self._plies)
