"""The state of the quick engine as everything else knows it: play, and what it hands to the general engine.

Nobody asks often why a move is refused; then the general engine, which knows the same rules, looks at the same position.
"""

from __future__ import annotations

from typing import Self, TypeVar

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.general.tables import FIRST
from fairyscore.notation.rules.moves import NOT_SAID, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.royal.play import RoyalPlay
from fairyscore.notation.rules.royal.tables import NO_CELL, RoyalTables
from fairyscore.notation.rules.variant import State

Filled = TypeVar("Filled", bound=GeneralBoard)


class RoyalState(RoyalPlay, State):
    """A position being played on that can say what is wrong with a move (`rules.variant.State`)."""

    __slots__ = ()

    @classmethod
    def of(cls, position: GeneralBoard, tables: RoyalTables) -> Self:
        """The same position; each side has one king. Castlings that do not begin where the game's do are left out."""
        state = cls(tables, {cell: piece for cell, piece in enumerate(position.board) if piece}, position.turn)
        state.pool[FIRST:] = position.hand
        places = {(number, c.king_from, c.rook_from): c.right for number, c in enumerate(tables.castlings)}
        state.rights = sum(places.get(castling, 0) for castling in position.castles)
        if position.passed:
            state.passed, state.victim = position.passed[0], position.victim
        state.halfmove_clock, state.fullmove_number = position.halfmove_clock, position.fullmove_number
        return state

    def fill(self, position: Filled) -> Filled:
        """Give the position to an empty one of the general engine, of the same game, which is returned."""
        castlings = self.tables.castlings
        position.board[:] = self.board
        position.turn = self.turn
        position.hand[:] = self.pool[FIRST:]
        position.castles = tuple((n, castlings[n].king_from, castlings[n].rook_from) for n in bits(self.rights))
        position.passed = () if self.passed == NO_CELL else (self.passed,)
        position.victim = NOT_SAID if self.passed == NO_CELL else self.victim
        position.halfmove_clock, position.fullmove_number = self.halfmove_clock, self.fullmove_number
        return position

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.general.reasons`."""
        if self.find(parsed) is not None:
            return ()
        from fairyscore.notation.rules.general.reasons import reasons
        from fairyscore.notation.rules.general.state import GeneralGlance

        return reasons(self.fill(GeneralGlance(self.tables.general)), self.told_apart(parsed), text, self.outcome())
