"""How a game of the general engine ends."""

from __future__ import annotations

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.general.board import SEATS
from fairyscore.notation.rules.general.definition import Extinction, Goal, Value
from fairyscore.notation.rules.general.legality import Danger, GeneralLegality
from fairyscore.notation.rules.general.tables import FIRST, kind_of
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by

STALEMATES: dict[Value, Ending] = {
    "draws": Ending.STALEMATE,
    "loses": Ending.STALEMATE_LOSES,
    "wins": Ending.STALEMATE_WINS,
}


class GeneralEndings(GeneralLegality):
    """A position, and whether the game is over."""

    __slots__ = ()

    def moves(self) -> list[Move]:
        """Every legal move; empty where the game is over."""
        if self.tables.ends_early and self.decided() is not None:
            return []
        return self.legal_moves()

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        decided = self.decided() if self.tables.ends_early else None
        if decided is not None or self.legal_moves():
            return decided
        ends = self.tables.rules.ends
        if self.in_check(self.turn):
            return self._valued(ends.mate, Ending.CHECKMATE)
        fewer = self.turn
        if ends.counts:
            owners = [piece & 1 for piece in self.board if piece >= FIRST]
            mine, theirs = owners.count(self.turn), owners.count(self.turn ^ 1)
            if mine == theirs:
                return drawn(SEATS, Ending.STALEMATE)
            fewer = self.turn if mine < theirs else self.turn ^ 1
        return self._valued(ends.stalemate, STALEMATES[ends.stalemate], fewer)

    def _valued(self, value: Value, ending: Ending, seat: int | None = None) -> Outcome:
        """An end that wins, loses or draws for a seat; for who is to move where none is named."""
        seat = self.turn if seat is None else seat
        if value == "draws":
            return drawn(SEATS, ending)
        return won_by(seat if value == "wins" else seat ^ 1, SEATS, ending)

    def decided(self) -> Outcome | None:
        """An end that needs no look at the moves: a goal, pieces gone, checks given."""
        for rule, by_seat in self.tables.extinction:
            for seat in (self.turn ^ 1, self.turn):
                if self._extinct(rule, by_seat, seat):
                    return self._valued(rule.result, Ending.EXTINCT, seat)
        for goal, pieces in self.tables.goals:
            found = self._goal(goal, (pieces[0], pieces[1]))
            if found is not None:
                return found
        ends = self.tables.rules.ends
        if ends.castling:
            loser = self._castling_lost(ends.castling)
            if loser != NOT_SAID:
                return won_by(loser ^ 1, SEATS, Ending.CASTLING)
        if ends.checks and not self.checks[self.turn ^ 1]:
            return won_by(self.turn ^ 1, SEATS, Ending.CHECKS)
        if self.rested:
            return self._counted(Ending.PASSED if self.rested & 1 else Ending.FACING)
        if ends.line and self._in_line(self.turn ^ 1):
            return self._valued(ends.line_result, Ending.IN_LINE, self.turn ^ 1)
        return None

    def _counted(self, ending: Ending) -> Outcome:
        """An end that is decided by what the pieces left are worth."""
        ends, kinds = self.tables.rules.ends, self.tables.kinds
        worth = [0.0, ends.black_points]
        for piece in self.tables.codes:
            worth[piece & 1] += self.board.count(piece) * ends.points.get(kinds[kind_of(piece)].mark, 0)
        if not ends.points or worth[0] == worth[1]:
            return drawn(SEATS, ending)
        return won_by(int(worth[1] > worth[0]), SEATS, ending)

    def _castling_lost(self, letters: str) -> int:
        """The seat that can no longer castle as it must, or whose opponent just did; NOT_SAID for none."""
        rules = self.tables.rules
        if self.castled != NOT_SAID and rules.castlings[self.castled].letter in letters:
            return rules.castlings[self.castled].seat ^ 1
        left = {rules.castlings[index].letter for index, _, _ in self.castles}
        for seat in (self.turn ^ 1, self.turn):
            needed = {letter for letter in letters if letter.islower() is bool(seat)}
            if needed and not needed & left:
                return seat
        return NOT_SAID

    def _extinct(
        self,
        rule: Extinction,
        by_seat: tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]],
        seat: int,
    ) -> bool:
        for mine, theirs in zip(by_seat[seat], by_seat[seat ^ 1], strict=True):
            least = rule.opponent + (rule.claim and seat == self.turn)
            if self._count(mine) <= rule.at and self._count(theirs) >= least:
                return True
        return False

    def _count(self, pieces: frozenset[int]) -> int:
        """How many of these pieces there are, on the board and in hand."""
        board, hand = self.board, self.hand
        return sum(board.count(piece) + hand[piece - FIRST] for piece in pieces)

    def _goal(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]]) -> Outcome | None:
        mover, other = self.turn, self.turn ^ 1
        if (goal.reply or goal.safe) and self._reached(goal, pieces, mover, safe=not goal.reply):
            if mover == 0 and goal.reply and self._reached(goal, pieces, other, safe=False):
                return drawn(SEATS, Ending.GOAL)
            return won_by(mover, SEATS, Ending.GOAL)
        kings = self.kings(mover)
        if goal.reply and not kings and not goal.safe:
            return None
        if not self._reached(goal, pieces, other, safe=goal.safe):
            return None
        if goal.reply and mover == 1 and kings:
            danger = Danger(self)
            answers = (move for move in self.candidates(kings) if goal.cells[mover] >> move.target & 1)
            if not danger.checked and any(self.allowed(move, danger) for move in answers):
                return None
        return won_by(other, SEATS, Ending.GOAL)

    def _reached(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]], seat: int, *, safe: bool) -> bool:
        """Whether a seat has enough pieces on its goal."""
        cells = list(bits(goal.cells[seat] & self.tables.everywhere))
        there = [cell for cell in cells if self.board[cell] in pieces[seat]]
        if not there:
            return False
        if safe:
            there = [cell for cell in there if not self.attacked(cell, seat ^ 1)]
        return len(there) >= goal.needed or (goal.blocked and all(self.board[cell] for cell in cells))

    def _in_line(self, seat: int) -> bool:
        """Whether a seat has enough pieces in a row."""
        ends, step = self.tables.rules.ends, self.tables.geometry.step
        own = self.tables.of_seat[ends.line_pieces, seat] or frozenset(self.tables.codes[seat::2])
        for cell in self.cells_of(own):
            for way in ends.line_ways:
                here: int | None = cell
                count = 0
                while here is not None and self.board[here] in own:
                    count += 1
                    here = step(here, *((0, 1), (1, 1), (1, 0), (1, -1))[way])
                if count >= ends.line:
                    return True
        return False
