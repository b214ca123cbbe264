"""Where a piece of a game won by mate gets to on an empty board, from the tables that also judge his moves."""

from __future__ import annotations

from fairyscore.notation.rules.reachability import courses
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.royal.tables import RoyalTables, code
from fairyscore.notation.rules.target import Target, Way


def goals(tables: RoyalTables, seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of a piece, targets ascending."""
    if tables.sheet.kinds[kind].pawn is not None:
        return _pawn_goals(tables, code(kind, seat), cell)
    piece = code(kind, seat)
    found = courses(tables.board, tables.sheet.kinds[kind].movements, cell)
    return tuple(
        Target(
            target,
            ways,
            leaps=leaps,
            becomes=_becomes(tables, piece, cell, target),
            barred=target not in tables.strike[piece][cell],
        )
        for target, (ways, leaps) in found.items()
    )


def _pawn_goals(tables: RoyalTables, piece: int, cell: int) -> tuple[Target, ...]:
    """Pawns capture otherwise than they move, and their double step passes a field."""
    goes, takes = tables.quiet[piece][cell], tables.strike[piece][cell]
    return tuple(
        Target(
            target,
            (_pawn_way(tables, piece, cell, target),),
            goes=target in goes,
            takes=target in takes,
            becomes=_becomes(tables, piece, cell, target),
        )
        for target in sorted(goes.keys() | takes.keys())
    )


def _pawn_way(tables: RoyalTables, piece: int, cell: int, target: int) -> Way:
    passed = tables.passed[piece].get(cell << 8 | target)
    return (cell, target) if passed is None else (cell, passed, target)


def _becomes(tables: RoyalTables, piece: int, cell: int, target: int) -> tuple[int, ...]:
    turning = tables.turnings[piece].get(cell << 8 | target)
    return () if turning is None or turning.change.silent else turning.kinds


def alone(tables: RoyalTables, seat: int, kind: int, cell: int) -> RoyalState:
    """A table with one piece, who is to move; no king is there to be looked after."""
    state = RoyalState(tables, {cell: code(kind, seat)}, seat)
    state.rights = 0
    return state
