"""Where a man of a game won by mate gets to on an empty board, from the tables that also judge his moves."""

from __future__ import annotations

from fairyscore.notation.rules.reach import Goal, Way, courses
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.royal.tables import RoyalTables, code


def goals(tables: RoyalTables, seat: int, kind: int, cell: int) -> tuple[Goal, ...]:
    """All goals of a man, targets ascending."""
    if tables.sheet.kinds[kind].pawn is not None:
        return _pawn_goals(tables, code(kind, seat), cell)
    man = code(kind, seat)
    found = courses(tables.board, tables.sheet.kinds[kind].movements, cell)
    return tuple(
        Goal(
            target,
            ways,
            leaps=leaps,
            becomes=_becomes(tables, man, cell, target),
            barred=target not in tables.strike[man][cell],
        )
        for target, (ways, leaps) in found.items()
    )


def _pawn_goals(tables: RoyalTables, man: int, cell: int) -> tuple[Goal, ...]:
    """Pawns capture otherwise than they move, and their double step passes a field."""
    goes, takes = tables.quiet[man][cell], tables.strike[man][cell]
    return tuple(
        Goal(
            target,
            (_pawn_way(tables, man, cell, target),),
            goes=target in goes,
            takes=target in takes,
            becomes=_becomes(tables, man, cell, target),
        )
        for target in sorted(goes.keys() | takes.keys())
    )


def _pawn_way(tables: RoyalTables, man: int, cell: int, target: int) -> Way:
    passed = tables.passed[man].get(cell << 8 | target)
    return (cell, target) if passed is None else (cell, passed, target)


def _becomes(tables: RoyalTables, man: int, cell: int, target: int) -> tuple[int, ...]:
    turning = tables.turnings[man].get(cell << 8 | target)
    return () if turning is None or turning.change.silent else turning.kinds


def alone(tables: RoyalTables, seat: int, kind: int, cell: int) -> RoyalState:
    """A table with one man, who is to move; no king is there to be looked after."""
    state = RoyalState(tables, {cell: code(kind, seat)}, seat)
    state.rights = 0
    return state
