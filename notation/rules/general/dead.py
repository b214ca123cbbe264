"""Positions in which neither side can mate, by what is left on the board (Laws of Chess 5.2.2). Only what is proven counts.

Bare kings are dead wherever a game is won by mate alone and a king that attacks another one is attacked by it. On a board
with four edges a king and a lone knight or bishop cannot mate a king, nor can any number of bishops that all stand on cells
of one colour; the royal piece of Knightmate, which goes as a knight, they can.
"""

from collections.abc import Iterator
from functools import cached_property

from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.tables import GeneralTables, targets_of
from fairyscore.notation.rules.state import State

MOST = 12  # pieces on the board with which it is worth a look
OTHERS = -1  # no cell: targets to which a piece only goes, or only captures, or hops
LEAST_SIDE = 5  # files and ranks of a board on which a lone piece was shown not to mate


class DeadMaterial:
    """Recognises by the pieces on the board that neither side can mate."""

    def __init__(self, rules: GameRules, tables: GeneralTables) -> None:
        self._rules = rules
        self._tables = tables
        self.royal = frozenset(number for number, kind in enumerate(rules.pieces) if kind.royal)
        self.light = frozenset(cell for cell, spot in enumerate(rules.board.spots) if sum(spot) % 2)

    @cached_property
    def minors(self) -> tuple[frozenset[int], frozenset[int]]:
        """The kinds that go as knight and bishop, where a lone one is known not to mate."""
        return _minors(self._rules, self._tables)

    def is_dead(self, state: State) -> bool:
        """True if neither side can mate, whatever is played."""
        if len(state.board) - state.board.count(0) > MOST or any(getattr(state, "hand", ())):
            return False
        left = [(kind, cell) for kind, cell in _standing(state) if kind not in self.royal]
        if not left:
            return True
        knights, bishops = self.minors
        if len(left) == 1 and left[0][0] in knights | bishops:
            return True
        return all(kind in bishops for kind, _ in left) and len({cell in self.light for _, cell in left}) == 1


def material_of(rules: GameRules, tables: GeneralTables) -> DeadMaterial | None:
    """The material test for dead positions of a game; None where the game is not won by mate alone."""
    return DeadMaterial(rules, tables) if _is_won_by_mate_alone(rules) and _attack_each_other(rules, tables) else None


def _attack_each_other(rules: GameRules, tables: GeneralTables) -> bool:
    """True if a king that attacks another one is attacked by it, as far as one cell in the middle shows."""
    (king,) = (number for number, kind in enumerate(rules.pieces) if kind.royal)
    cell = len(rules.board.cells) // 2
    targets = _ways(tables, 0, king, cell)
    return OTHERS not in targets and all(cell in _ways(tables, 1, king, target) for target in targets)


def _ways(tables: GeneralTables, seat: int, kind: int, cell: int) -> set[int]:
    """The cells to which a piece both goes and captures, over nothing; `OTHERS` stands for all others."""
    targets = targets_of(tables, seat, kind, cell)
    return {way.target if way.goes and way.takes and not way.hops else OTHERS for way in targets}


def _is_won_by_mate_alone(rules: GameRules) -> bool:
    ends = rules.ends
    others = (
        ends.goals,
        ends.extinction,
        ends.checks,
        ends.line,
        ends.castling,
        ends.counts,
        ends.bikjang,
        ends.points,
    )
    shaping = [row for row in rules.effects if row.on != "mover" or row.becomes == "wall"]
    changes = (shaping, rules.walls, rules.pool, rules.must_capture, rules.gating)
    if ends.mate != "loses" or ends.stalemate != "draws" or any(others) or any(changes) or not rules.checking:
        return False
    return rules.passing == ("never", "never") and sum(kind.royal for kind in rules.pieces) == 1


def _standing(state: State) -> Iterator[tuple[int, int]]:
    for cell, code in enumerate(state.board):
        piece = state.piece_at(cell) if code else None
        if piece is not None:
            yield piece[1], cell


def _minors(rules: GameRules, tables: GeneralTables) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds that go as knight and bishop, where a lone one is known not to mate."""
    board = rules.board
    files, ranks = (max(spot[axis] for spot in board.spots) + 1 for axis in (0, 1))
    edges = board.shape == "rectangle" and len(board.cells) == files * ranks
    if not edges or rules.hand is not None or min(files, ranks) < LEAST_SIDE:
        return frozenset(), frozenset()
    at = {spot: cell for cell, spot in enumerate(board.spots)}
    middle = (files // 2, ranks // 2)
    (royal,) = (number for number, kind in enumerate(rules.pieces) if kind.royal)
    king = {cell for spot, cell in at.items() if max(_away(spot, middle)) == 1}
    if any(_ways(tables, seat, royal, at[middle]) != king for seat in (0, 1)):
        return frozenset(), frozenset()
    knight = {cell for spot, cell in at.items() if sorted(_away(spot, middle)) == [1, 2]}
    bishop = {cell for spot, cell in at.items() if len(set(_away(spot, middle))) == 1 and spot != middle}
    found: dict[str, set[int]] = {"knight": set(), "bishop": set()}
    for number, kind in enumerate(rules.pieces):
        promotes = any(kind.mark in rule.piece for rule in rules.promotions)
        ways = [_ways(tables, seat, number, at[middle]) for seat in (0, 1)]
        if promotes or ways[0] != ways[1]:
            continue
        if ways[0] == knight:
            found["knight"].add(number)
        elif ways[0] == bishop:
            found["bishop"].add(number)
    return frozenset(found["knight"]), frozenset(found["bishop"])


def _away(spot: tuple[int, int], middle: tuple[int, int]) -> tuple[int, int]:
    return abs(spot[0] - middle[0]), abs(spot[1] - middle[1])
