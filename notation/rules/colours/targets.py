"""Where a piece on painted squares gets to on an empty board, from the tables that also judge his moves."""

from __future__ import annotations

from fairyscore.notation.rules.colours.tables import ColourTables
from fairyscore.notation.rules.general.geometry import Geometry
from fairyscore.notation.rules.target import Target


def goals(tables: ColourTables, _seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of the piece that is of a kind on a cell, targets ascending."""
    geometry, found = Geometry(tables.board), []
    for movement in tables.sheet.kinds[kind].movements:
        for leap in movement.leaps:
            ray = tuple(geometry.ray(cell, *leap, movement.most))
            found += [
                Target(target, ((cell, *ray[: place + 1]),), leaps=max(map(abs, leap)) > 1)
                for place, target in enumerate(ray)
            ]
    return tuple(sorted(found))
