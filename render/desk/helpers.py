"""The engines beside a desk, as far as it knows them: programs of the user, which `cli/desk_engine.py` runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from fairyscore.notation.engines.analysis import Analysis
    from fairyscore.notation.position import LegalMove, Position


class AskedPosition(NamedTuple):
    """A position as engines are asked about it: where the game starts, the moves from there, how many lines are wanted."""

    start: Position
    moves: tuple[LegalMove, ...]
    lines: int


@dataclass
class Findings:
    """The findings of an engine in a position so far. running: whether it goes on; reason: why there is nothing to find."""

    asked: AskedPosition
    analysis: Analysis | None = None
    running: bool = True
    reason: str = ""


class Thinker(Protocol):
    """An engine that thinks while the desk answers."""

    def think(self, asked: AskedPosition) -> Findings:
        """The findings about a position, which it begins to think about where it does not yet."""
        ...

    def rest(self) -> None:
        """Think about nothing."""
        ...


class Helpers(NamedTuple):
    """The engines of a desk. adviser: says what it thinks; opponent: plays. None where there is none."""

    adviser: Thinker | None = None
    opponent: Thinker | None = None
