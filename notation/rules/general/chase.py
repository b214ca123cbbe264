"""Perpetual chase in xiangqi: a side whose every move in a repetition attacks the same piece, so that taking it would win
something. It is asked only where a repetition closes.

What counts as an attack is laid down by the rule book that a variant file names; here are its terms:

- The attacker and the attacked piece are of the kinds that the rule lists. A piece of `crossed` kinds counts only outside
  its region.
- The capture is legal, and nothing takes back; a piece of a kind that is worth more is attacked though it is protected.
- A piece of the same kind that can take the attacker itself is offered for exchange, not attacked.
- The move makes the attack. One that was there before is none, nor is one along a line that the attacker only moves on.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from fairyscore.notation.rules.general.definition import ChaseRule, GameRules
from fairyscore.notation.rules.state import State

Attack = tuple[int, int]
"""The cells of an attacker and of the piece that it attacks."""


class Chase:
    """A judge of who chases in a repetition."""

    def __init__(self, rule: ChaseRule, rules: GameRules) -> None:
        self._rule = rule
        self._marks = tuple(kind.mark for kind in rules.pieces)
        self._spots = rules.board.spots

    def chasers(self, states: Sequence[State]) -> set[int]:
        """The seats that chase in a loop. states: its positions, the first and the last the same."""
        return {seat for seat in (0, 1) if self._victims(states, seat)}

    def _victims(self, states: Sequence[State], seat: int) -> set[int]:
        """The cells, in the last position, of the pieces that each move of a seat attacks."""
        found: set[int] | None = None
        for after in range(len(states) - 1, 0, -1):
            before = states[after - 1]
            origin, target = _moved(before, states[after])
            if before.turn == seat:
                attacked = self._attacked(before, states[after], origin, target)
                found = attacked if found is None else found & attacked
                if not found:
                    return set()
            elif found is not None and target in found:
                found = found - {target} | {origin}
        return found or set()

    def _attacked(self, before: State, after: State, origin: int, target: int) -> set[int]:
        """The cells of the pieces that a move attacks."""
        had = set(self._attacks(before, before.turn))
        return {
            victim
            for attacker, victim in self._attacks(after, before.turn)
            if not self._was_there(had, (attacker, victim), origin, target)
        }

    def _was_there(self, had: set[Attack], attack: Attack, origin: int, target: int) -> bool:
        attacker, victim = attack
        if attacker != target:
            return attack in had
        return (origin, victim) in had and self._in_line(origin, target, victim)

    def _in_line(self, *cells: int) -> bool:
        files, ranks = zip(*(self._spots[cell] for cell in cells), strict=True)
        return len(set(files)) == 1 or len(set(ranks)) == 1

    def _attacks(self, state: State, seat: int) -> Iterator[Attack]:
        """The captures by which a seat would win material if it were to move."""
        free = _to_move(state, seat)
        for attacker, victim in _captures(free):
            if self._counts(free, attacker, victim) and self._wins(free, attacker, victim):
                yield attacker, victim

    def _counts(self, state: State, attacker: int, victim: int) -> bool:
        mark = self._mark(state, victim)
        if self._mark(state, attacker) not in self._rule.by or mark not in self._rule.of:
            return False
        home = self._rule.crossed.get(mark)
        return home is None or not home[1 - state.turn] >> victim & 1

    def _wins(self, state: State, attacker: int, victim: int) -> bool:
        own, other = self._mark(state, attacker), self._mark(state, victim)
        if other in self._rule.worth_more.get(own, ""):
            return True
        answer = _to_move(state, 1 - state.turn)
        if own == other and (victim, attacker) in _captures(answer):
            return False
        taken = state.copy()
        move = next(move for move in state.moves() if (move.origin, move.target) == (attacker, victim))
        taken.push_unchecked(move)
        return all(target != victim for _, target in _captures(taken))

    def _mark(self, state: State, cell: int) -> str:
        piece = state.piece_at(cell)
        return "" if piece is None else self._marks[piece[1]]


def _to_move(state: State, seat: int) -> State:
    """The same position with a seat to move."""
    if state.turn == seat:
        return state
    turned: Any = state.copy()
    turned.turn = seat
    return turned  # type: ignore[no-any-return]


def _captures(state: State) -> list[Attack]:
    """The legal captures."""
    return [
        (move.origin, move.target)
        for move in state.moves()
        if move.origin >= 0 and move.target >= 0 and state.board[move.target]
    ]


def _moved(before: State, after: State) -> Attack:
    """From where to where the only piece went between two positions of a loop, in which nothing is taken."""
    changed = [cell for cell, code in enumerate(before.board) if code != after.board[cell]]
    origin = next(cell for cell in changed if before.board[cell])
    target = next(cell for cell in changed if not before.board[cell])
    return origin, target
