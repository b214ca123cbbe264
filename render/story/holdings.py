"""What changes on the board besides its pieces, told in one piece: who held which field, and how the board has shrunk."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import NEVER_GONE, BoardState
from fairyscore.render.story.model import Holder, Holding, StoryLine


def holdings_of(game: Variant, start: BoardState, line: StoryLine) -> tuple[Holding, ...]:
    """Who stood on the fields that are held (`Scenery.held`), from the start of a game to its end."""
    return tuple(Holding(game.board.cells[cell], tuple(_tenures(cell, start, line))) for cell in game.scenery.held)


def _tenures(cell: int, start: BoardState, line: StoryLine) -> Iterator[Holder]:
    holder, first = _holder(start, cell), ""
    for step in line.steps:
        now = _holder(step.moment, cell)
        if now != holder:
            yield Holder(holder, first, step.key)
            holder, first = now, step.key
    yield Holder(holder, first)


def _holder(moment: BoardState, cell: int) -> int:
    piece = moment.state.piece_at(cell)
    return -1 if piece is None else piece[0]


def shrinking_of(game: Variant, start: BoardState, line: StoryLine) -> tuple[BoardState, ...]:
    """The start and every moment at which the board has become smaller (`Scenery.gone`)."""
    if game.scenery.gone is NEVER_GONE:
        return ()
    moments, gone = [start], start.gone
    for step in line.steps:
        now = step.moment.gone
        if now != gone:
            moments.append(step.moment)
            gone = now
    return tuple(moments) if len(moments) > 1 else ()
