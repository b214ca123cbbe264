"""What the compiled kernel tells of positions of a royal game, where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fairyscore.notation.kernel import supports
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.royal.tables import RoyalTables
from fairyscore.notation.rules.variant import State

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel


class CompiledSanFacts:
    """`SanFacts` by the kernel of a game."""

    def __init__(self, tables: RoyalTables) -> None:
        self.tables = tables

    def _loaded(self, state: State) -> Kernel:
        kernel = self.tables.kernel
        assert kernel is not None
        kernel.load(state)
        return kernel

    def of(self, state: State, move: Move) -> tuple[list[int], str]:
        """See `SanFacts`."""
        kernel = self._loaded(state)
        return [] if move.castle >= 0 else kernel.rivals(move.origin, move.target), kernel.sign(*move[:4])

    def line(self, state: State, moves: Sequence[Move]) -> list[str] | None:
        """See `SanFacts`."""
        return self._loaded(state).sans(moves)


def san_facts(tables: RoyalTables) -> CompiledSanFacts | None:
    """What tells SAN about moves of a game; None where the kernel cannot."""
    return CompiledSanFacts(tables) if supports(tables) else None
