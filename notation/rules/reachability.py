"""Where a piece gets to from a field, and how: what pictures of its movement are made of. The engines give it out.

A `Target` tells of an empty board; `standing` holds it against a table.
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State, Target, Way
from fairyscore.notation.rules.variant import Variant

Reach = Callable[[int, int, int], tuple[Target, ...]]
"""Where a piece of a seat and a kind gets to from a cell (`Variant.reach`)."""


class Access(Enum):
    """The answer to whether a piece reaches a goal. REFUSED: the way is free, and the move not legal all the same."""

    FREE = "free"
    BLOCKED = "blocked"
    BARRED = "barred"
    REFUSED = "refused"


class TargetStatus(NamedTuple):
    """A goal in a position. blockers: the cells of the pieces that stand in the way, where it is blocked."""

    goal: Target
    access: Access
    blockers: tuple[int, ...] = ()


def standings(game: Variant, state: State, cell: int, *, judged: bool = True) -> tuple[TargetStatus, ...]:
    """Where the piece on a cell gets to in a position, targets ascending; empty where nobody stands there.

    judged: ask which moves are legal, as far as it is his turn and the game goes on; else only what stands in the way
    counts. Legal moves that lead elsewhere than the piece goes (castling) are goals too.
    """
    piece = state.piece_at(cell)
    if piece is None:
        return ()
    legal = None
    if judged and piece[0] == state.turn and state.outcome() is None:
        legal = frozenset(move.target for move in state.moves() if move.origin == cell)
    gone = game.scenery.gone(state)
    goals = {goal.target: goal for goal in game.rules.reach(*piece, cell) if goal.target not in gone}
    for target in legal or ():
        goals.setdefault(target, Target(target, ((cell, target),), takes=False))
    return tuple(_standing(state, piece[0], goals[target], legal) for target in sorted(goals))


def _standing(state: State, seat: int, goal: Target, legal: frozenset[int] | None) -> TargetStatus:
    if goal.barred:
        return TargetStatus(goal, Access.BARRED)
    victim = state.piece_at(goal.target)
    spared = victim is not None and not (goal.takes and (victim[0] != seat or goal.takes_own))
    if legal is not None and goal.target in legal:
        return TargetStatus(goal, Access.FREE)
    blockers = blocking(state, goal) or ((goal.target,) if spared else ())
    if blockers:
        return TargetStatus(goal, Access.BLOCKED, blockers)
    if legal is None or (victim is None and not goal.goes):
        return TargetStatus(goal, Access.FREE)
    return TargetStatus(goal, Access.REFUSED)


def blocking(state: State, goal: Target) -> tuple[int, ...]:
    """The cells of the pieces that stand on its ways, if there is none that is free."""
    occupied = [frozenset(cell for cell in way[1:-1] if state.piece_at(cell) is not None) for way in goal.ways]
    return tuple(sorted(frozenset().union(*occupied))) if all(occupied) else ()


# -- the way of a move ------------------------------------------------------------------------------------------------


def way_of(game: Variant, state: State, move: Move) -> tuple[Way, bool]:
    """The way of a move that the rules allow, and whether it jumps; asked before the move is made.

    Of several ways it is the shortest that is free. A drop has its cell alone, a pass nothing. A king that castles goes
    straight to where he stands afterwards.
    """
    if ABSENT in (move.origin, move.target):
        return tuple(cell for cell in (move.origin, move.target) if cell != ABSENT), False
    found = None if move.castle != ABSENT else way_between(game, state, move.origin, move.target)
    return found or (game.board.line(move.origin, move.target) or (move.origin, move.target), False)


def way_between(game: Variant, state: State, origin: int, target: int) -> tuple[Way, bool] | None:
    """The way that the piece on a cell takes to another one, and whether it jumps; None where it has no way there."""
    piece = state.piece_at(origin)
    if piece is None:
        return None
    found = _targets(game.rules.reach, *piece, origin).get(target)
    return None if found is None else (chosen_way(state, found), found.leaps)


@lru_cache(maxsize=2048)
def _targets(reach: Reach, seat: int, kind: int, cell: int) -> dict[int, Target]:
    return {reached.target: reached for reached in reversed(reach(seat, kind, cell))}


def chosen_way(state: State, target: Target) -> Way:
    """The shortest way that is free, or the shortest of all where something stands on each of them."""

    def cost(way: Way) -> tuple[bool, int]:
        return any(state.piece_at(cell) is not None for cell in way[1:-1]), len(way)

    return target.ways[0] if len(target.ways) == 1 else min(target.ways, key=cost)
