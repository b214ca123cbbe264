"""Where a piece of a game for castles gets to on an empty board, from the tables that also judge his moves."""

from __future__ import annotations

from fairyscore.notation.rules.castles.paths import CELL_BITS, Path, crossings, paths, ways_table
from fairyscore.notation.rules.castles.sheet import CastleSheet
from fairyscore.notation.rules.target import Target


def goals(sheet: CastleSheet, _seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of a piece, targets ascending. Anybody may be knocked out there; who flies is stopped by nobody.

    Of the ways of a walker those that cross the fewest rings come first.
    """
    piece = sheet.kinds[kind]
    reached = ways_table(sheet.board, sheet.kinds)[kind << CELL_BITS | cell]
    walked: dict[int, list[Path]] = {target: [] for target in reached}
    walks = () if piece.flies else paths(sheet.board, piece, cell)
    for path in sorted(walks, key=lambda path: (crossings(sheet.board, path), path)):
        walked[path[-1]].append(path)
    leaps = piece.flies and piece.steps > 1
    return tuple(
        Target(target, tuple(walked[target]) or ((cell, target),), takes_own=True, leaps=leaps) for target in reached
    )
