"""What an engine thinks of a position, as a value.

>>> from fairyscore.notation.rules.variant import SEATING
>>> white, black = SEATING[2]
>>> score = EngineScore(black, centipawns=-30)
>>> round(score.chance, 3), score.of(white).centipawns, str(score.evaluation(white))
(0.472, 30, '0.30')
>>> str(EngineScore(black, mate=3).evaluation(white)), EngineScore(black, mate=3).chance
('#-3', 1.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from fairyscore.notation.game_tree import Evaluation
from fairyscore.notation.rules.variant import Seat

STEEPNESS: Final = 0.00368208
"""How fast the chance to win grows with the advantage in centipawns, as lichess has found it in games of chess."""

MOST: Final = 10_000
"""Centipawns above which an advantage makes no difference to the chance: it is 1 as far as a float can tell."""


@dataclass(frozen=True, slots=True)
class EngineScore:
    """The advantage of one player: centipawns, or a forced mate.

    seat: the player.
    centipawns: a hundredth of a pawn each, None where a mate is announced.
    mate: the moves to mate, negative where the player is mated, 0 where that has happened; None for no mate.

    >>> from fairyscore import Position
    >>> white, black = Position.start("chess").variant.seats
    >>> EngineScore(white, 100).of(black).centipawns
    -100
    """

    seat: Seat
    centipawns: int | None = None
    mate: int | None = None

    @property
    def chance(self) -> float:
        """The chance of the player to win, from 0 to 1; a draw counts half.

        >>> from fairyscore import Position
        >>> white, black = Position.start("chess").variant.seats
        >>> EngineScore(white, 0).chance, round(EngineScore(white, 100).chance, 3)
        (0.5, 0.591)
        """
        if self.mate is not None:
            return float(self.mate > 0)
        advantage = max(-MOST, min(MOST, self.centipawns or 0))
        return 1 / (1 + exp(-STEEPNESS * advantage))

    @property
    def is_won(self) -> bool:
        """True for an advantage so large that it is no estimate: endgame tables know that the game is won."""
        return self.centipawns is not None and self.centipawns >= MOST

    @property
    def is_lost(self) -> bool:
        """The same for the other player."""
        return self.centipawns is not None and self.centipawns <= -MOST

    def of(self, seat: Seat) -> EngineScore:
        """The same score as another player has it; where two play, what one has the other lacks."""
        if seat == self.seat:
            return self
        if self.mate == 0:
            return EngineScore(seat, mate=1)
        return EngineScore(
            seat,
            None if self.centipawns is None else -self.centipawns,
            None if self.mate is None else -self.mate,
        )

    def evaluation(self, white: Seat) -> Evaluation:
        """The score as `[%eval ...]` states it. white: the player from whose side that is."""
        score = self.of(white)
        if score.mate is not None:
            return Evaluation(mate=score.mate)
        return Evaluation(pawns=(score.centipawns or 0) / 100)

    @classmethod
    def stated(cls, evaluation: Evaluation, white: Seat) -> EngineScore:
        """The score that `[%eval ...]` states.

        >>> from fairyscore import Evaluation, Position
        >>> EngineScore.stated(Evaluation.read("0.35"), Position.start("chess").turn).centipawns
        35
        """
        pawns = evaluation.pawns
        return cls(white, None if pawns is None else round(pawns * 100), evaluation.mate)
