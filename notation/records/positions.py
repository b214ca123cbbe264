"""The positions that a game passes through, as numbers: so one is found again in many games.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> nf3, nf6, ng1, ng8 = (Ply(Move(*cells)) for cells in ((6, 21), (62, 45), (21, 6), (45, 62)))
>>> record = Record("chess", line=MoveLine((nf3, nf6, ng1, ng8)))
>>> passed = PassedPositions(record.line, record.start())
>>> [passed.find(number) for number in passed.numbers]
[0, 1, 2, 3, 0]
>>> passed.next_moves[2] == ng1.move, passed.next_moves[4] is None
(True, True)
"""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b

from fairyscore.notation.records.tree import MoveLine
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State


class PassedPositions:
    """The start of a game and the position after each of its moves, those of variations too, in the order of the text.

    A variation stands after the move in whose place it is.

    line: the moves. start: the position that they begin from; it stays as it is.
    numbers: of the positions; the same for those that the rules take for the same (`State.key`).
    next_moves: by place the move that follows in the same line, None at its end.
    """

    def __init__(self, line: MoveLine, start: State) -> None:
        self.numbers = array("Q")
        self.next_moves: list[Move | None] = []
        numbers, befores = _numbers(line, start)
        self.numbers.append(numbers[0])
        self.next_moves.append(line.plies[0].move if line.plies else None)
        self._take(line, numbers, befores)

    def find(self, number: int) -> int | None:
        """The place where a position comes first; None where it does not come."""
        try:
            return self.numbers.index(number)
        except ValueError:
            return None

    def _take(self, line: MoveLine, numbers: list[int], befores: dict[int, State]) -> None:
        """Append the positions after the moves of a line. numbers, befores: see `_numbers`."""
        following = [*(ply.move for ply in line.plies[1:]), None]
        for at, ply in enumerate(line.plies):
            self.numbers.append(numbers[at + 1])
            self.next_moves.append(following[at])
            for variation in ply.variations if at in befores else ():
                if variation.plies:
                    self._take(variation, *_numbers(variation, befores[at]))


def _numbers(line: MoveLine, start: State) -> tuple[list[int], dict[int, State]]:
    """The numbers of a position and of those after the moves of a line; by place the positions before the moves that have
    variations."""
    moves = [ply.move for ply in line.plies]
    branching = [at for at, ply in enumerate(line.plies) if ply.variations]
    numbers = start.line_hashes(moves)
    befores = start.states_before(moves, branching)
    if numbers is not None and befores is not None:
        return numbers, dict(zip(branching, befores, strict=True))
    state, found = start.copy(), dict[int, State]()
    numbers = [_settled_number(state)]
    for at, move in enumerate(moves):
        if at in branching:
            found[at] = state.copy()
        state.push_unchecked(move)
        numbers.append(_settled_number(state))
    return numbers, found


def _settled_number(state: State) -> int:
    """The number of a position once those have left who are to move and cannot (K-5)."""
    state.outcome()
    return position_number(state)


def position_number(state: State) -> int:
    """The number of a position, as `PassedPositions` has it; the same in every process of this machine."""
    numbers = state.line_hashes(())
    if numbers is not None:
        return numbers[0]
    return int.from_bytes(blake2b(repr(state.key()).encode(), digest_size=8).digest(), sys.byteorder)
