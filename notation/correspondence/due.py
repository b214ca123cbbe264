"""For whom open games wait, who has least time first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fairyscore.notation.clocks.audit import Waiting, audit
from fairyscore.notation.clocks.times import TimeStamp, spoken
from fairyscore.notation.correspondence.addressing import FolderGame


class DueGame(NamedTuple):
    """An open game, and for whom it waits."""

    game: FolderGame
    waiting: Waiting

    @property
    def player(self) -> str:
        """The name of the player to move, empty where it is not known."""
        return self.game.record.tag(self.waiting.seat.capitalize())

    @property
    def is_late(self) -> bool:
        """True if the player has overstepped the time."""
        return self.waiting.left is not None and self.waiting.left < 0

    @property
    def _urgency(self) -> tuple[bool, int, int, str]:
        """Who has least time comes first; without a time control, who has taken longest."""
        left = self.waiting.left
        return left is None, left or 0, -(self.waiting.waited or 0), self.game.name

    def data(self) -> dict[str, Any]:
        """The game for programs."""
        waiting = self.waiting
        return {
            "game": self.game.name,
            "seat": waiting.seat,
            "player": self.player,
            "address": self.game.record.tag(f"{waiting.seat.capitalize()}NA"),
            "since": str(waiting.since) if waiting.since else None,
            "waited_ms": waiting.waited,
            "left_ms": waiting.left,
            "on_leave": waiting.on_leave,
        }

    def __str__(self) -> str:
        waiting = self.waiting
        player = f"{waiting.seat} ({self.player})" if self.player else waiting.seat
        facts = [f"{self.game.name}: {player} to move"]
        if waiting.since:
            facts[0] += f" since {waiting.since}"
            facts.append(spoken(waiting.waited or 0))
        if waiting.left is not None:
            late = self.is_late
            facts.append(f"overstepped by {spoken(-waiting.left)}" if late else f"{spoken(waiting.left)} left")
        if waiting.on_leave:
            facts.append("on leave")
        return ", ".join(facts)


def due_games(games: Iterable[FolderGame], day: TimeStamp | None) -> list[DueGame]:
    """The open games on a day, the most urgent first."""
    audited = ((game, audit(game.record, day).waiting) for game in games)
    found = [DueGame(game, waiting) for game, waiting in audited if waiting is not None]
    return sorted(found, key=lambda one: one._urgency)
