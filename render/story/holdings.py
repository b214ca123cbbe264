"""What changes on the board besides its men, told in one piece: who held which field, and how the board has shrunk."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.moments import Moment
from fairyscore.render.story.tale import Holding, Telling, Tenure


def holdings_of(game: Variant, start: Moment, line: Telling) -> tuple[Holding, ...]:
    """Who stood on the fields that are held (`Scenery.held`), from the start of a game to its end."""
    return tuple(Holding(game.board.cells[cell], tuple(_tenures(cell, start, line))) for cell in game.scenery.held)


def _tenures(cell: int, start: Moment, line: Telling) -> Iterator[Tenure]:
    holder, first = _holder(start, cell), ""
    for step in line.steps:
        now = _holder(step.moment, cell)
        if now != holder:
            yield Tenure(holder, first, step.key)
            holder, first = now, step.key
    yield Tenure(holder, first)


def _holder(moment: Moment, cell: int) -> int:
    man = moment.position.table.man_at(cell)
    return -1 if man is None else man[0]


def shrinking_of(game: Variant, start: Moment, line: Telling) -> tuple[Moment, ...]:
    """The start and every moment at which the board has become smaller (`Scenery.gone`)."""
    moments, gone = [start], game.scenery.gone(start.position.table)
    for step in line.steps:
        now = game.scenery.gone(step.moment.position.table)
        if now != gone:
            moments.append(step.moment)
            gone = now
    return tuple(moments) if len(moments) > 1 else ()
