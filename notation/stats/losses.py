"""What moves lost by the evaluations of a record, counted by player and phase.

Numbers are whole: chances are in millionths, so that sums are the same in every order.

>>> losses = Losses()
>>> losses.add("Anna", MoveLoss(0, "opening", 0.05, "inaccuracy"))
>>> losses.add("Anna", MoveLoss(0, "endgame", 0.15, "mistake"))
>>> losses.of("Anna").average, losses.of("Anna", "endgame").average, losses.of("Anna").signs
(0.1, 0.15, {'inaccuracy': 1, 'mistake': 1})
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

PHASES: Final = ("opening", "middlegame", "endgame")

UNIT: Final = 1_000_000
MOVES: Final = "moves"
LOST: Final = "lost"


class MoveLoss(NamedTuple):
    """The loss of one move. seat: who made it. lost: the chance to win that is gone, 0 at least. sign: its name."""

    seat: int
    phase: str
    lost: float
    sign: str = ""


class LossSum(NamedTuple):
    """What some moves lost. lost: the sum of the chances. signs: how many moves deserve which sign."""

    moves: int
    lost: float
    signs: dict[str, int]

    @property
    def average(self) -> float:
        """The chance to win that a move lost on average."""
        return round(self.lost / self.moves, 6) if self.moves else 0.0


class Losses(Counter[tuple[str, str, str]]):
    """Numbers by player, phase and measure: moves with an evaluation before and behind them, what they lost, signs."""

    def add(self, player: str, loss: MoveLoss) -> None:
        """Count a move."""
        self[player, loss.phase, MOVES] += 1
        self[player, loss.phase, LOST] += round(loss.lost * UNIT)
        if loss.sign:
            self[player, loss.phase, loss.sign] += 1

    def players(self) -> list[str]:
        """The players, those with the most moves first."""
        moves: Counter[str] = Counter()
        for (player, _, measure), number in self.items():
            moves[player] += number if measure == MOVES else 0
        return sorted(moves, key=lambda player: (-moves[player], player))

    def of(self, player: str, phase: str = "") -> LossSum:
        """What a player's moves lost, in a phase or in all of them."""
        found: Counter[str] = Counter()
        for one, measure, number in self._numbers(player):
            if phase in ("", one):
                found[measure] += number
        moves, lost = found.pop(MOVES, 0), found.pop(LOST, 0)
        return LossSum(moves, lost / UNIT, dict(sorted(found.items())))

    def _numbers(self, player: str) -> Iterator[tuple[str, str, int]]:
        for (name, phase, measure), number in self.items():
            if name == player:
                yield phase, measure, number
