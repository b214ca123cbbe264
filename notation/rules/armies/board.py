"""A position of several armies: who attacks what, and which moves there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from fairyscore.notation.rules.armies.tables import EMPTY, KIND, KINDS, KING, PAWN, SEAT, ArmyTables
from fairyscore.notation.rules.moves import ABSENT, CASTLE, DROP, GO, GO_OR_CASTLE, PASS, PASSING, Move, ParsedMove
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.state import State

PLAYING, WALKING, OUT = range(3)
"""What a seat is: in the game; gone with a king that walks on; out, all its pieces dead."""

_OFFICERS = tuple(kind for kind in range(len(KINDS)) if kind != PAWN)


class ArmyBoard(State):
    """A position in which parsed moves are looked up."""

    fields: ClassVar = {
        "tables": "the game",
        "board": "code by cell, or EMPTY",
        "turn": "seat to move",
        "fullmove_number": "number of the round",
        "rights": "mask of the castlings that king and rook have not lost by moving",
        "passed": "by seat the cell that its pawn passed with its last move, or ABSENT",
        "standing": "by seat PLAYING, WALKING or OUT",
        "points": "by seat, where points decide",
        "mated": "by seat the one whose move has left it in check without a move, or ABSENT",
        "ended": "the outcome once the game is over",
    }
    __slots__ = tuple(fields)

    tables: ArmyTables
    rights: int
    passed: list[int]
    standing: list[int]
    points: list[int]
    mated: list[int]
    ended: FinalScore | None

    # -- attacks -------------------------------------------------------------------------------------------------------

    def is_enemy(self, one: int, other: int) -> bool:
        """True if two seats are of different teams."""
        teams = self.tables.sheet.teams
        return teams[one] != teams[other]

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        board, lines = self.board, self.tables.lines
        if self.standing[seat] == OUT:  # its pieces are dead
            return
        for kind in _OFFICERS if self.standing[seat] == PLAYING else (KING,):
            code = seat << SEAT | kind
            for line in lines[kind][cell]:
                for there in line:
                    if board[there] != EMPTY:
                        if board[there] == code:
                            yield there
                        break
        if self.standing[seat] == PLAYING:
            pawn = seat << SEAT | PAWN
            yield from (there for there in self.tables.struck_from[seat][cell] if board[there] == pawn)

    def enemies_at(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of all enemies of a seat that attack a cell."""
        for other in range(self.tables.seats):
            if self.is_enemy(seat, other):
                yield from self.attackers(cell, other)

    def is_attacked(self, cell: int, seat: int) -> bool:
        """True if an enemy of a seat attacks a cell."""
        return next(self.enemies_at(cell, seat), None) is not None

    def king(self, seat: int) -> int:
        """The cell of a seat's king, ABSENT where it was captured."""
        code = seat << SEAT | KING
        return self.board.index(code) if code in self.board else ABSENT

    def in_check(self, seat: int) -> bool:
        """True if the king of a seat that is not out is attacked."""
        cell = self.king(seat)
        return self.standing[seat] != OUT and cell != ABSENT and self.is_attacked(cell, seat)

    # -- moves ---------------------------------------------------------------------------------------------------------

    def own_cells(self, seat: int) -> list[int]:
        """The cells of the pieces that a seat may move: of one that has left, its king alone."""
        only_king = self.standing[seat] != PLAYING
        own = (cell for cell, code in enumerate(self.board) if code != EMPTY and code >> SEAT == seat)
        return [cell for cell in own if not only_king or self.board[cell] & KIND == KING]

    def may_take(self, seat: int, code: int) -> bool:
        """True if a seat may capture a piece: an enemy's; a king that walks on takes its own dead pieces too."""
        owner = code >> SEAT
        return self.is_enemy(seat, owner) or (owner == seat and self.standing[seat] == WALKING)

    def passed_cells(self, seat: int) -> set[int]:
        """The cells on which a seat's pawns capture in passing."""
        enemies = ((other, cell) for other, cell in enumerate(self.passed) if self.is_enemy(seat, other))
        return {cell for other, cell in enemies if cell != ABSENT and self._is_passed(other, cell)}

    def _is_passed(self, seat: int, cell: int) -> bool:
        """True if the pawn that passed a cell still stands behind it, and nobody has come onto it (F-2)."""
        behind = self.tables.ahead[seat][cell][0]
        return self.board[cell] == EMPTY and self.board[behind] == seat << SEAT | PAWN

    def _targets(self, seat: int, cell: int) -> Iterator[int]:
        board, tables, kind = self.board, self.tables, self.board[cell] & KIND
        if kind != PAWN:
            for line in tables.lines[kind][cell]:
                for there in line:
                    if board[there] == EMPTY:
                        yield there
                        continue
                    if self.may_take(seat, board[there]):
                        yield there
                    break
            return
        for there in tables.ahead[seat][cell]:
            if board[there] != EMPTY:
                break
            yield there
        for there in tables.strikes[seat][cell]:
            if board[there] == EMPTY:
                strikes = there in self.passed_cells(seat)
            else:
                strikes = self.may_take(seat, board[there])
            if strikes:
                yield there

    def promotions(self, seat: int, cell: int, target: int) -> tuple[int, ...]:
        """The kinds that a piece must turn into with a move, one of them; empty where it stays as it is."""
        lands_last = self.board[cell] & KIND == PAWN and self.tables.last[seat] >> target & 1
        return self.tables.sheet.promotions if lands_last else ()

    def going(self, cells: list[int]) -> Iterator[Move]:
        """The moves of the mover's pieces from some cells, whether they leave the king in check or not."""
        seat = self.turn
        for cell in cells:
            for target in sorted(self._targets(seat, cell)):
                for becomes in self.promotions(seat, cell, target) or (ABSENT,):
                    yield Move(cell, target, becomes)

    def castling(self, number: int) -> Move | None:
        """A castling of the mover, if nothing stands against it."""
        way = self.tables.castlings[number]
        clear = self.rights >> number & 1 and not any(self.board[cell] != EMPTY for cell in way.free)
        if not clear or any(self.is_attacked(cell, self.turn) for cell in way.safe):
            return None
        return Move(*way.king, castle=number)

    def own_castlings(self) -> range:
        """The numbers of the mover's castlings; of none where his king walks on alone."""
        return range(2 * self.turn, 2 * self.turn + (2 if self.standing[self.turn] == PLAYING else 0))

    def is_safe(self, move: Move) -> bool:
        """True if a move does not leave the mover's king attacked, or captures a king of a player (F-3)."""
        seat, taken = self.turn, self.board[move.target]
        if taken != EMPTY and taken & KIND == KING and self.standing[taken >> SEAT] != OUT:
            return True
        before = self.board[:]
        self._shift(move)
        safe = not self.in_check(seat)
        self.board[:] = before
        return safe

    def _shift(self, move: Move) -> None:
        """Move pieces on the board and nothing else."""
        board, seat = self.board, self.turn
        if self.takes(move) and board[move.target] == EMPTY:
            board[self.taken_cell(move)] = EMPTY
        code = board[move.origin]
        board[move.origin] = EMPTY
        board[move.target] = code if move.becomes == ABSENT else seat << SEAT | move.becomes
        if move.castle != ABSENT:
            rook, beside = self.tables.castlings[move.castle].rook
            board[beside], board[rook] = board[rook], EMPTY

    def each_move(self) -> Iterator[Move]:
        """The legal moves of who is to move, in no order."""
        yield from filter(self.is_safe, self.going(self.own_cells(self.turn)))
        for number in self.own_castlings():
            castled = self.castling(number)
            if castled is not None:
                yield castled

    # -- what a move does ----------------------------------------------------------------------------------------------

    def takes(self, move: Move) -> bool:
        if move.target == ABSENT or move.castle != ABSENT:
            return False
        if self.board[move.target] != EMPTY:
            return True
        return self.board[move.origin] & KIND == PAWN and move.target in self.tables.strikes[self.turn][move.origin]

    def taken_cell(self, move: Move) -> int:
        if not self.takes(move):
            return ABSENT
        if self.board[move.target] != EMPTY:
            return move.target
        owner = self.passed.index(move.target)
        return self.tables.ahead[owner][move.target][0]

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        code = self.board[cell]
        return None if code == EMPTY else (code >> SEAT, code & KIND)

    # -- texts ---------------------------------------------------------------------------------------------------------

    def meant(self, parsed: ParsedMove) -> list[Move]:
        """The legal moves that a parsed move may mean."""
        if parsed.throw or parsed.action == DROP or not self.owns(parsed.owner):
            return []
        if parsed.action == PASS:  # who resigns or has no time left
            return [PASSING] if self.standing[self.turn] == PLAYING else []
        found = []
        if parsed.action in (CASTLE, GO_OR_CASTLE):
            castled = (self.castling(number) for number in self.own_castlings())
            found = [move for move in castled if move is not None and self._is_castling(move, parsed)]
        if parsed.action in (GO, GO_OR_CASTLE):
            going = (move for move in self.going(self.named(parsed)) if self._fits(move, parsed))
            found += (move._replace(becomes=parsed.becomes) for move in going if self.is_safe(move))
        return found

    def walks_off(self, origin: int, parsed: ParsedMove) -> bool:
        """True if a text says that the mover leaves the game and his king walks on at once: it becomes a king (F-6)."""
        leaves = parsed.becomes == KING and self.board[origin] & KIND == KING
        return leaves and self.standing[self.turn] == PLAYING and self.tables.sheet.scores

    def named(self, parsed: ParsedMove) -> list[int]:
        """The cells of the mover's pieces that a parsed move may mean, whether they can go there or not."""
        only = 1 << parsed.origin if parsed.origin >= 0 else parsed.sources
        here = (cell for cell in self.own_cells(self.turn) if only >> cell & 1)
        return [cell for cell in here if parsed.kind in (ABSENT, self.board[cell] & KIND)]

    def _is_castling(self, move: Move, parsed: ParsedMove) -> bool:
        if parsed.action == CASTLE:
            return move.castle % 2 == parsed.castle and parsed.target in (ABSENT, move.target)
        return (move.origin, move.target) == (parsed.origin, parsed.target)

    def _fits(self, move: Move, parsed: ParsedMove) -> bool:
        if move.target != parsed.target or (move.becomes != parsed.becomes and not self.walks_off(move.origin, parsed)):
            return False
        return parsed.capture in (None, self.takes(move)) and self.names_victim(move, parsed)

    def names_victim(self, move: Move, parsed: ParsedMove) -> bool:
        """True if a move captures the piece that a text says is captured, or it says none."""
        if parsed.victim < 0:
            return True
        taken = self.taken_cell(move)
        found = None if taken == ABSENT else self.piece_at(taken)
        return found is not None and found[1] == parsed.victim and parsed.loser in (ABSENT, found[0])
