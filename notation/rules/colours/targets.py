"""Where a piece on painted squares gets to on an empty board, from the tables that also judge his moves."""

from __future__ import annotations

from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.colours.tables import SEAT, ColourTables
from fairyscore.notation.rules.reachability import courses
from fairyscore.notation.rules.target import Target


def goals(tables: ColourTables, _seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of the piece that is of a kind on a cell, targets ascending."""
    found = courses(tables.board, tables.sheet.kinds[kind].movements, cell)
    return tuple(Target(target, ways, leaps=leaps) for target, (ways, leaps) in found.items())


def alone(tables: ColourTables, seat: int, kind: int, cell: int) -> ColourState:
    """A table with one piece, the one that is of a kind on a cell."""
    return ColourState(tables, {cell: seat << SEAT | tables.on[cell][kind]}, turn=seat)
