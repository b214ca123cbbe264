"""Where a piece gets to on an empty board, from the tables that also judge its moves."""

from __future__ import annotations

from itertools import pairwise

from fairyscore.notation.rules.general.definition import RIVER
from fairyscore.notation.rules.general.tables import FIRST, HOP, LEAPS, GeneralTables, Way, code
from fairyscore.notation.rules.variant import Target


def targets_of(tables: GeneralTables, seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All targets of a piece, ascending. Those of a hop are told as if it had its screen."""
    piece = code(kind, seat)
    found: dict[int, Target] = {}
    for way in tables.ways(piece, cell):
        for target in _told(tables, way, cell):
            old = found.get(target.target)
            found[target.target] = target if old is None else _both(old, target)
    barred: dict[int, Target] = {}
    for way in tables.freely(piece, cell) if tables.kinds[kind].stays_in == RIVER else ():
        for target in _told(tables, way, cell):
            old = barred.get(target.target)
            barred[target.target] = target._replace(barred=True) if old is None else _both(old, target)
    for promotion in tables.promotions[piece - FIRST]:
        if promotion.silent or promotion.in_place or promotion.capture_only:
            continue
        kinds = tuple(tables.kind_by_mark[mark] for mark in promotion.to[seat])
        touched = promotion.touch and promotion.on[seat] >> cell & 1
        for to, target in found.items():
            if touched or (promotion.on[seat] >> to & 1 and promotion.origins[seat] >> cell & 1):
                found[to] = target._replace(becomes=tuple(dict.fromkeys((*target.becomes, *kinds))))
    return tuple(target for _, target in sorted((barred | found).items()))


def _told(tables: GeneralTables, way: Way, cell: int) -> list[Target]:
    """The targets of one way, with the cells that must be empty for each."""
    told = []
    for place, to in enumerate(way.cells):
        if to in way.barred or to == cell or (way.style == HOP and not place):
            continue
        between = way.before if way.style == LEAPS else (*way.before, *way.cells[:place])
        path = (cell, to) if way.style == HOP else (cell, *between, to)
        leaps = way.style == HOP or any(there not in tables.neighbours[here] for here, there in pairwise(path))
        lame = bool(way.passed) and len(way.cells) == 1 and not way.first and to not in tables.neighbours[cell]
        hops = "all" if way.style == HOP else ""
        told.append(Target(to, (path,), goes=way.moves, takes=way.captures, leaps=leaps, lame=lame, hops=hops))
    return told


def _both(one: Target, other: Target) -> Target:
    """Two ways to the same cell as one target."""
    ways = tuple(dict.fromkeys((*one.ways, *other.ways)))
    freely = next((target for target in (one, other) if not target.hops), None)
    hops = "all" if freely is None else "" if freely.takes or not (one.hops or other.hops) else "takes"
    goes, takes, leaps = (one.goes or other.goes, one.takes or other.takes, one.leaps or other.leaps)
    return one._replace(ways=ways, goes=goes, takes=takes, leaps=leaps, lame=one.lame and other.lame, hops=hops)
