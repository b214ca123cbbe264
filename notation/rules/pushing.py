"""Several wished moves made one after another: for engines that have no quicker way than one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fairyscore.notation.rules.moves import Move, Wish


class Pushing(Protocol):
    """What a state has of its own."""

    def push(self, wish: Wish) -> bool:
        """See `rules.variant.State`."""
        ...

    def made(self, wish: Wish) -> Move | None:
        """See `rules.variant.State`."""
        ...


def push_each(state: Pushing, wishes: Sequence[Wish], log: list[Move] | None) -> int:
    """`State.push_all`, move by move."""
    if log is None:
        push, made = state.push, 0
        for wish in wishes:
            if not push(wish):
                break
            made += 1
        return made
    for made, wish in enumerate(wishes):
        move = state.made(wish)
        if move is None:
            return made
        log.append(move)
    return len(wishes)
