"""Several parsed moves made one after another: for engines that have no quicker way than one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fairyscore.notation.rules.moves import Move, ParsedMove


class Pushing(Protocol):
    """What a state has of its own."""

    def push(self, parsed: ParsedMove) -> bool:
        """See `rules.variant.State`."""
        ...

    def try_push(self, parsed: ParsedMove) -> Move | None:
        """See `rules.variant.State`."""
        ...

    def notes(self) -> tuple[str, ...]:
        """See `rules.variant.State`."""
        ...


def push_one_by_one(
    state: Pushing, parsed_moves: Sequence[ParsedMove], log: list[Move] | None, claims: set[int] | None
) -> int:
    """`State.push_many`, move by move."""
    for made, parsed in enumerate(parsed_moves):
        if log is None:
            if not state.push(parsed):
                return made
        else:
            move = state.try_push(parsed)
            if move is None:
                return made
            log.append(move)
        if claims and made in claims and "check" in state.notes():
            claims.discard(made)
    return len(parsed_moves)
