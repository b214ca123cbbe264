"""A declared impasse in shogi: both kings are safe in the other camp, and the points of the pieces decide.

Players declare it, so it is asked only where a record says that one of them did.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> impasse = shogi.rules.course.impasse
>>> impasse.missing_to_win(shogi.read_position("4K4/9/9/9/9/9/9/9/4k4[RR] w - - 0 1"), 0)
('10 points instead of 28', '0 other pieces in the zone instead of 10')
>>> impasse.missing_to_draw(shogi.read_position("4K4/9/9/9/9/9/9/9/4k4[RRBBrrbbpppp] w - - 0 1"))
('20 points of White instead of 24',)
"""

from collections.abc import Iterator

from fairyscore.notation.rules.general.definition import GameRules, ImpasseRule
from fairyscore.notation.rules.state import State

MANY = 5
"""Points of a rook or bishop, promoted or not."""


class Impasse:
    """Counts the points of a position."""

    def __init__(self, rule: ImpasseRule, rules: GameRules) -> None:
        self._rule = rule
        self._royal = tuple(kind.royal for kind in rules.pieces)
        self._points = tuple(MANY if kind.mark in rule.five else 1 for kind in rules.pieces)

    def missing_to_win(self, state: State, seat: int) -> tuple[str, ...]:
        """The conditions that a player who declares a win does not meet; empty where he meets all."""
        return tuple(self._missing_to_win(state, seat))

    def _missing_to_win(self, state: State, seat: int) -> Iterator[str]:
        rule = self._rule
        zone = rule.zone[seat]
        kings = [cell for cell, kind in self._standing(state, seat) if self._royal[kind]]
        if not all(zone >> cell & 1 for cell in kings):
            yield "the king is not in the zone"
        if "check" in state.notes() and state.turn == seat:
            yield "the king is in check"
        there = [kind for cell, kind in self._standing(state, seat) if zone >> cell & 1 and not self._royal[kind]]
        points, needed = self._worth([*there, *state.hand_of(seat)]), (rule.first, rule.second)[seat]
        if points < needed:
            yield f"{points} points instead of {needed}"
        if len(there) < rule.pieces:
            yield f"{len(there)} other pieces in the zone instead of {rule.pieces}"

    def missing_to_draw(self, state: State) -> tuple[str, ...]:
        """The conditions that players who agree on a draw by impasse do not meet; empty where both meet all."""
        found = []
        for seat, name in enumerate(("White", "Black")):
            standing = [kind for _, kind in self._standing(state, seat) if not self._royal[kind]]
            points = self._worth([*standing, *state.hand_of(seat)])
            if points < self._rule.draw:
                found.append(f"{points} points of {name} instead of {self._rule.draw}")
        return tuple(found)

    def _standing(self, state: State, seat: int) -> Iterator[tuple[int, int]]:
        """The cells of a player's pieces, and their kinds."""
        for cell, code in enumerate(state.board):
            piece = state.piece_at(cell) if code else None
            if piece is not None and piece[0] == seat:
                yield cell, piece[1]

    def _worth(self, kinds: list[int]) -> int:
        return sum(self._points[kind] for kind in kinds)
