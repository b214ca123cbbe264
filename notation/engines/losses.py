"""What each move of a game lost by the evaluations beside it (`[%eval ...]`), whoever wrote them.

>>> from fairyscore.notation.game import loads
>>> (game,) = loads("1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ba6 {[%eval -4.0]} *")
>>> [(loss.seat, loss.phase, round(loss.lost, 3), loss.sign) for loss in losses_of(game.root)]
[(1, 'opening', 0.0, ''), (0, 'opening', 0.341, 'blunder')]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from fairyscore.notation.engines.mistakes import MoveSign, sign_of, usual_signs
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.game_tree import Node, tree_of
from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.stats.losses import MoveLoss

OPENING_MOVES: Final = 10
"""Moves of each player that are of the opening."""


def losses_of(root: Node) -> Iterator[MoveLoss]:
    """The losses of the moves of the main line that have an evaluation before and behind them, of two players."""
    seats = root.position.variant.seats
    if len(seats) != 2 or root.next is None:
        return
    half = len(root.position.pieces()) / 2
    before: EngineScore | None = None
    for ply, node in enumerate(root.next.line()):
        stated = node.eval
        after = None if stated is None else EngineScore.stated(stated, seats[0])
        if before is not None and after is not None:
            yield _loss(node, _phase(ply, node, half), before, after)
        before = after


def record_losses(record: Record | None) -> list[MoveLoss]:
    """The losses of a record; none where it has no evaluations or cannot begin."""
    if record is None or not any("[%eval" in comment.text for ply in record.line.plies for comment in ply.comments):
        return []
    try:
        return list(losses_of(tree_of(record.line, Position(record.game, record.start()))))
    except PositionError:
        return []


def _loss(node: Node, phase: str, before: EngineScore, after: EngineScore) -> MoveLoss:
    mover = node.before.turn
    mine, later = before.of(mover), after.of(mover)
    sign = sign_of(mine, later, _signs())
    seat = node.before.variant.seats.index(mover)
    return MoveLoss(seat, phase, max(0.0, mine.chance - later.chance), sign.name if sign else "")


@cache
def _signs() -> tuple[MoveSign, ...]:
    return usual_signs()


def _phase(ply: int, node: Node, half: float) -> str:
    """The phase in which a move is made. half: so many pieces are on the board of an endgame, at most."""
    if ply < 2 * OPENING_MOVES:
        return "opening"
    return "endgame" if len(node.before.pieces()) <= half else "middlegame"
