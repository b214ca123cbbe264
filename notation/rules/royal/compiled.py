"""What the compiled kernel tells of positions of a royal game, where there is one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fairyscore.notation.kernel import KERNEL, supports
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.royal.tables import RoyalTables
from fairyscore.notation.rules.variant import State

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel


class CompiledSanFacts:
    """`SanFacts` by the kernel, which is made when it is first asked."""

    def __init__(self, tables: RoyalTables) -> None:
        self.tables = tables

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel of the game."""
        assert KERNEL is not None
        return KERNEL(self.tables, True, Move)

    def rivals(self, state: State, move: Move) -> list[int]:
        """See `SanFacts`."""
        self.kernel.load(state)
        return self.kernel.rivals(move.origin, move.target)

    def sign(self, state: State, move: Move) -> str:
        """See `SanFacts`."""
        self.kernel.load(state)
        return self.kernel.sign(*move[:4])


def san_facts(tables: RoyalTables) -> CompiledSanFacts | None:
    """What tells SAN about moves of a game; None where the kernel cannot."""
    return CompiledSanFacts(tables) if supports(tables) else None
