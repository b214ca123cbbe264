"""A position on painted squares: what stands where, and what a written move means there, tested against the tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.colours.tables import GONE, SEAT, ColourTables
from fairyscore.notation.rules.moves import ABSENT, Move, ParsedMove
from fairyscore.notation.rules.state import State

MOVING, DROPPING, OVER = range(3)
"""What the game is at: 0 is the usual one, so that the hot loop asks for it in one test."""


class ColourBoard(State):
    """A position in which parsed moves are looked up."""

    fields: ClassVar = {
        "tables": "the game",
        "board": "code by cell, or EMPTY, or GONE",
        "occupied": "mask of all pieces",
        "left": "number of pieces on the board by seat",
        "hands": "mask of pieces still to drop by seat, empty in a game without drops",
        "lost": "lines that are gone, by side",
        "rim": "mask of the cells in the outermost lines",
        "turn": "seat to move",
        "fullmove_number": "number of the round",
        "phase": "MOVING, DROPPING or OVER",
        "after": "the seat that follows, by seat; players without pieces are left out",
    }
    __slots__ = tuple(fields)

    tables: ColourTables
    occupied: int
    left: list[int]
    hands: list[int]
    lost: list[int]
    rim: int
    phase: int
    after: list[int]

    def names_victim(self, parsed: ParsedMove) -> bool:
        """True if the piece that a parsed move says is taken stands where it goes, and is whose it is said to be."""
        found = self.piece_at(parsed.target)
        return found is not None and found[1] == parsed.victim and parsed.loser in (ABSENT, found[0])

    def holds(self, kind: int, cell: int) -> bool:
        """True if the mover has a piece in hand that is of a kind on a cell."""
        piece = self.tables.on[cell].get(kind)
        return piece is not None and bool(self.hands[self.turn] >> piece & 1)

    def sources(self, parsed: ParsedMove) -> list[int]:
        """The cells of the mover's pieces that a parsed move to go may mean, whether they can go there or not."""
        only = 1 << parsed.origin if parsed.origin >= 0 else parsed.sources
        here = (cell for cell in self._mover_cells() if only >> cell & 1)
        return [cell for cell in here if parsed.kind in (ABSENT, self.piece_type_at(cell))]

    def _mover_cells(self) -> list[int]:
        return [cell for cell in bits(self.occupied) if self.board[cell] >> SEAT == self.turn]

    def reaches(self, origin: int, target: int) -> bool:
        """True if the piece on `origin` can go to `target` in this position."""
        code, found = self.board[origin], self.board[target]
        between = self.tables.reach[code][origin].get(target)
        if between is None or between & self.occupied or found == GONE:
            return False
        return found >> SEAT != code >> SEAT

    def _going(self) -> Iterator[Move]:
        """The moves from cell to cell, in the order of their cells."""
        pieces, occupied = self.board, self.occupied
        for cell in self._mover_cells():
            reach = self.tables.reach[pieces[cell]][cell]
            for target in sorted(reach):
                found = pieces[target]
                if not reach[target] & occupied and found != GONE and found >> SEAT != self.turn:
                    yield Move(cell, target)

    def must_pass(self) -> bool:
        """True if the mover has pieces and none of them can move (H-3)."""
        return self.phase == MOVING and not any(self._going())

    def takes(self, move: Move) -> bool:
        return move.origin >= 0 and self.board[move.target] >= 0

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        code = self.board[cell]
        return (code >> SEAT, self.tables.kinds[code][cell]) if code >= 0 else None

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        if self.board[cell] == GONE:
            return
        for origin in bits(self.occupied):
            code = self.board[origin]
            between = self.tables.reach[code][origin].get(cell) if code >> SEAT == seat else None
            if between is not None and not between & self.occupied:
                yield origin
