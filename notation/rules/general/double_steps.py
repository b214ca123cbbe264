"""Moves of two steps: a piece captures with the first and goes on, or comes back (the lion of Chu Shogi); and what keeps
such pieces from being exchanged for each other (`rows.Exchange`).

The further cell of such a move (`Move.put_on`) is where its first step captures. What a move captures stands on that cell
and where it ends, so that all else that asks for captures need not know of steps. Where the first step captures nothing,
the piece could have gone to its end at once, or has passed.
"""

from collections.abc import Iterable, Iterator, Sequence

from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ABSENT, Move


class DoubleStepState(GeneralState):
    """A position in which pieces may go twice in one move."""

    __slots__ = ()

    def moves_of_two_steps(self, cells: Iterable[int] | None, onto: int) -> Iterator[Move]:
        """Pieces that make two steps in one move, the first of them a capture."""
        for origin in self._twice_goers(cells):
            piece = self.board[origin]
            for passed, ends in self.tables.double_steps[piece, origin]:
                if not self.may_take(piece, passed):
                    continue
                for target in (origin, *ends):
                    is_open = target == origin or not self.board[target] or self.may_take(piece, target)
                    if is_open and onto in (ABSENT, target):
                        yield Move(origin, target, put_on=passed)

    def _twice_goers(self, cells: Iterable[int] | None = None) -> list[int]:
        """Those of some cells, or of all, on which who is to move has a piece that goes twice."""
        if not self.tables.goes_twice:
            return []
        origins = range(self.tables.size) if cells is None else cells
        return [
            cell for cell in origins if self.board[cell] in self.tables.goes_twice and self.board[cell] & 1 == self.turn
        ]

    def may_take(self, piece: int, cell: int) -> bool:
        """True if an enemy stands on a cell that a piece may capture."""
        there = self.board[cell]
        return self.tables.owner[there] == piece & 1 ^ 1 and there not in self.tables.not_takes.get(piece, ())

    def passes(self) -> Iterator[Move]:
        found = list(super().passes())
        yield from found
        goers = [] if found else self._twice_goers()
        open_goer = next((cell for cell in goers if self._may_step_out(cell)), ABSENT)
        if open_goer != ABSENT:
            yield Move(open_goer, open_goer)

    def _may_step_out(self, cell: int) -> bool:
        """True if a piece that goes twice has an empty cell to step out to and come back from."""
        return any(not self.board[passed] for passed, _ in self.tables.double_steps[self.board[cell], cell])

    def goes_twice(self, move: Move) -> bool:
        """True if a move has two steps, the first of them a capture."""
        return move.put_on != ABSENT and bool(self.tables.goes_twice)

    def restrained(self, move: Move) -> int:
        """The cell of a piece that a move may not capture, because it would be exchanged; ABSENT where there is none."""
        taken = [cell for cell in self.taken_cells(move) if self.board[cell] in self.tables.guarded]
        if not taken:
            return ABSENT
        exchange, own = self.tables.rules.exchange, self.board[move.origin] in self.tables.guarded
        strict = exchange is not None and exchange.strict
        if (strict or not own) and self.lost_on not in (ABSENT, *taken):
            return taken[0]
        if not own or not (strict or self._from_afar(move, taken)):
            return ABSENT
        return taken[0] if self.taken_back(move) else ABSENT

    def _from_afar(self, move: Move, taken: Sequence[int]) -> bool:
        """True if a move takes a piece of its own kinds further than a step away, and nothing that counts on its way."""
        near = move.target in self.tables.neighbours[move.origin]
        counts = self.goes_twice(move) and self.board[move.put_on] not in self.tables.light
        return move.target in taken and not near and not counts

    def taken_back(self, move: Move) -> list[int]:
        """The cells of the enemies that could capture where a move ends."""
        after = self.copy()
        for cell, piece in self.changes(move):
            after.board[cell] = piece
        return list(after.attackers(move.target, self.turn ^ 1))
