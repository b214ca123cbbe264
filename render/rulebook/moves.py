"""Where every piece gets to from every cell, for pages whose diagrams answer to a click."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from fairyscore.notation.rules.reachability import standings
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.render.canvas import group
from fairyscore.render.geometry import Point
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.marks import Pip, pip_parts, pip_radius
from fairyscore.render.themes import Theme

Goals = tuple[tuple[int, int], ...]  # cell and number of its pip


class MoveTable(NamedTuple):
    """cells: name, place and size of a pip of each cell. pips: drawings about the origin, one unit large. kinds: by kind of
    piece, for each cell what the piece gets to from there."""

    cells: tuple[tuple[str, float, float, float], ...]
    pips: tuple[str, ...]
    kinds: dict[int, tuple[Goals, ...]]


def changes(game: Variant) -> bool:
    """Whether pieces are others on other cells, so that one drawing does not do for all."""
    table = game.initial_state()
    return any(game.scenery.faces(table, cell) for cell in range(len(game.board.cells)))


def move_table(game: Variant, theme: Theme) -> MoveTable:
    """Of all kinds of a game, moved by the player who begins."""
    layout = layout_of(game)
    pips: dict[Pip, int] = {}
    cells = range(len(game.board.cells))
    kinds = {}
    for kind in range(len(game.piece_types)):
        kinds[kind] = tuple(tuple(_goals(game, kind, cell, pips)) for cell in cells)
    spots = zip(game.board.cells, layout.spots, strict=True)
    return MoveTable(
        tuple((n, round(s.centre.x, 1), round(s.centre.y, 1), round(pip_radius(s), 1)) for n, s in spots),
        tuple(group(f"mark pip {pip.kind}", pip_parts(pip, Point(0, 0), 1.0, theme)).tostring() for pip in pips),
        kinds,
    )


def _goals(game: Variant, kind: int, cell: int, pips: dict[Pip, int]) -> Iterator[tuple[int, int]]:
    try:
        table = game.rules.lone_piece_position(0, kind, cell)
    except PositionError:
        return
    for standing in standings(game, table, cell, judged=False):
        yield standing.goal.target, pips.setdefault(Pip.standing(standing), len(pips))


def as_data(table: MoveTable) -> dict[str, Any]:
    """The table as JSON has it."""
    return {"cells": table.cells, "pips": table.pips, "kinds": table.kinds}
