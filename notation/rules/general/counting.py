"""Counting in makruk and its kin: a side that is behind counts its own moves, and claims a draw when the count is over.

Board's honour is counted while both sides have pieces, pieces' honour against a lone king, to a number that depends on what
the other side has. A record does not say who counts aloud, so an end of the count is a draw that may be claimed.

>>> from fairyscore.notation.variants import variant
>>> makruk = variant("makruk")
>>> counting = makruk.rules.course.counting
>>> state = makruk.read_position("4k3/8/8/8/8/8/R7/R2K4 w - - 0 1")
>>> counting.follow(None, state)
RunningCount(seat=1, moves=4, limit=9, bare=True, pieces=4)
"""

from collections import Counter
from typing import NamedTuple

from fairyscore.notation.rules.general.definition import CountingRule, GameRules
from fairyscore.notation.rules.state import State


class RunningCount(NamedTuple):
    """A count that runs.

    seat: who counts. moves: where the count stands. limit: with the move that reaches it, a draw may be claimed. bare:
    whether a lone king counts. pieces: how many there were on the board when it began.
    """

    seat: int
    moves: int
    limit: int
    bare: bool
    pieces: int

    @property
    def is_over(self) -> bool:
        """True if a draw may be claimed."""
        return self.moves >= self.limit


class Counting:
    """Follows the count of a game."""

    def __init__(self, rule: CountingRule, rules: GameRules) -> None:
        marks = {kind.mark: number for number, kind in enumerate(rules.pieces)}
        self._rule = rule
        self._pawns = {number for number, kind in enumerate(rules.pieces) if kind.pawn}
        self._bare = [(Counter(marks[mark] for mark in pieces), limit) for pieces, limit in rule.bare]

    def follow(self, count: RunningCount | None, state: State) -> RunningCount | None:
        """The count after a move. count: the one before. state: the position after the move."""
        if count is not None and count.seat != state.turn:
            count = count._replace(moves=count.moves + 1)
        sides: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        for cell, code in enumerate(state.board):
            piece = state.piece_at(cell) if code else None
            if piece is not None:
                sides[piece[0]][piece[1]] += 1
        has_pawns = any(side[pawn] for side in sides for pawn in self._pawns)
        lone = [seat for seat in (0, 1) if sides[seat].total() == 1]
        if lone:
            return None if has_pawns or len(lone) == 2 else self._against_lone_king(count, lone[0], sides)
        return self._while_both_have_pieces(count, sides, has_pawns=has_pawns)

    def _against_lone_king(
        self, count: RunningCount | None, seat: int, sides: tuple[Counter[int], Counter[int]]
    ) -> RunningCount | None:
        pieces = sides[0].total() + sides[1].total()
        if count is not None and count.bare and count.seat == seat:
            return count
        limit = next((limit for needed, limit in self._bare if needed <= sides[1 - seat]), self._rule.rest)
        if not limit:
            return None
        first = pieces if self._rule.from_pieces else 0
        new = RunningCount(seat, first, limit + self._rule.beyond, bare=True, pieces=pieces)
        runs = count is not None and self._rule.shorter and count.seat == seat
        if count is not None and runs and count.limit - count.moves <= new.limit - new.moves:
            return count
        return new

    def _while_both_have_pieces(
        self, count: RunningCount | None, sides: tuple[Counter[int], Counter[int]], *, has_pawns: bool
    ) -> RunningCount | None:
        rule = self._rule
        if not rule.board or (has_pawns and not rule.few):
            return None
        if count is not None and not count.bare:
            return count
        sizes = [side.total() for side in sides]
        seat = 0 if sizes[0] <= sizes[1] else 1
        if rule.few and sizes[seat] > rule.few:
            return None
        return RunningCount(seat, 0, rule.board + rule.beyond, bare=False, pieces=sum(sizes))
