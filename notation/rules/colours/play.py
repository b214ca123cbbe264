"""The table of a game on painted squares: a written move is tested against the tables and made, none is generated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Self

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.colours.tables import (
    EAST,
    EMPTY,
    GONE,
    NORTH,
    OPPOSITE,
    SEAT,
    SIDES,
    SOUTH,
    WEST,
    ColourTables,
)
from fairyscore.notation.rules.moves import DROP, GO, NOT_SAID, OWN, PASS, PASSING, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, Outcome, won_by

MOVING, DROPPING, OVER = range(3)
"""What the game is at: 0 is the usual one, so that the hot loop asks for it in one test."""

WHOLE = (0, 0, 0, 0)


class ColourPlay:
    """A position being played on.

    pieces: code by cell, or EMPTY, or GONE; occupied: mask of all pieces; left: number of pieces on the board by seat.
    hands: mask of pieces still to drop by seat, empty in a game without drops.
    lost: lines that are gone, by side; rim: mask of the cells in the outermost lines.
    after: the seat that follows, by seat; players without pieces are left out.
    phase: MOVING, DROPPING or OVER.
    """

    __slots__ = (
        "after",
        "fullmove_number",
        "hands",
        "left",
        "lost",
        "occupied",
        "phase",
        "pieces",
        "rim",
        "tables",
        "turn",
    )

    halfmove_clock: int = 0  # nothing is counted here

    def __init__(
        self,
        tables: ColourTables,
        standing: dict[int, int],
        hands: tuple[int, ...] = (),
        *,
        lost: tuple[int, ...] = WHOLE,
        turn: int = 0,
        number: int = 1,
    ) -> None:
        self.tables = tables
        self.pieces = [EMPTY] * tables.size
        self.occupied = 0
        self.left = [0] * tables.seats
        for cell, code in standing.items():
            self._place(code, cell)
        self.hands = list(hands)
        self.lost = list(lost)
        for side in SIDES:
            for cell in chain.from_iterable(tables.line_cells[side][: lost[side]]):
                self.pieces[cell] = GONE
        self._find_rim()
        self.turn = turn
        self.fullmove_number = number
        self.phase = DROPPING if any(hands) else MOVING
        self.after = [(seat + 1) % tables.seats for seat in range(tables.seats)]
        if self.phase == MOVING:
            self._seat_players()

    # -- making moves --------------------------------------------------------------------------------------------------

    def push(self, parsed: ParsedMove) -> bool:
        """Make the parsed move if it is legal and the only one meant; otherwise change nothing and return False."""
        origin = parsed.origin
        if self.phase or parsed.action != GO or origin < 0:
            return self._push_other(parsed)
        pieces, tables = self.pieces, self.tables
        code, seat, target = pieces[origin], self.turn, parsed.target
        if code >> SEAT != seat:
            return False
        between = tables.reach[code][origin].get(target)
        if between is None or between & self.occupied:
            return False
        found = pieces[target]
        if found >= 0:
            if found >> SEAT == seat or parsed.capture is False:
                return False
        elif found == GONE or parsed.capture:
            return False
        kind = parsed.kind
        if kind >= 0 and kind != tables.kinds[code][origin]:
            return False
        if parsed.becomes >= 0 or parsed.throw or (parsed.owner != NOT_SAID and not self.owns(parsed.owner)):
            return False
        if parsed.victim >= 0 and not self.names_victim(parsed):
            return False
        self._go(origin, target)
        return True

    def _push_other(self, parsed: ParsedMove) -> bool:
        return self._make(parsed) is not None

    def _make(self, parsed: ParsedMove) -> Move | None:
        move = self.find(parsed)
        if move is not None:
            self.push_unchecked(move)
        return move

    def try_push(self, parsed: ParsedMove) -> Move | None:
        """As `push`, and tells which move it was."""
        if self.phase or parsed.action != GO or parsed.origin < 0:
            return self._make(parsed)
        return Move(parsed.origin, parsed.target) if self.push(parsed) else None

    def push_unchecked(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out; nothing is checked."""
        if move.origin >= 0:
            self._go(move.origin, move.target)
        elif move.target >= 0:
            self._drop(move.target, move.becomes)
        else:
            self._advance()

    def _go(self, origin: int, target: int) -> None:
        pieces, bit = self.pieces, 1 << origin
        found = pieces[target]
        pieces[target] = pieces[origin]
        pieces[origin] = EMPTY
        self.occupied = self.occupied & ~bit | 1 << target
        if bit & self.rim:
            self._shrink(bit)
        if found >= 0:
            self.left[found >> SEAT] -= 1
            if not self.left[found >> SEAT]:
                self._seat_players()
        seat = self.turn  # as in _advance, which costs a call
        self.turn = following = self.after[seat]
        if following <= seat:
            self.fullmove_number += 1

    def _drop(self, target: int, kind: int) -> None:
        piece = self.tables.on[target][kind]
        self._place(self.turn << SEAT | piece, target)
        self.hands[self.turn] &= ~(1 << piece)
        if not any(self.hands):
            self.phase = MOVING
        self._advance()

    def _place(self, code: int, cell: int) -> None:
        self.pieces[cell] = code
        self.occupied |= 1 << cell
        self.left[code >> SEAT] += 1

    def _advance(self) -> None:
        """The right of play goes on clockwise; a round ends where it comes back to an earlier seat."""
        following = self.after[self.turn]
        if following <= self.turn:
            self.fullmove_number += 1
        self.turn = following

    def _seat_players(self) -> None:
        """Leave out of the order who has no pieces (page: a player who has lost all his pieces leaves the game)."""
        seats = range(self.tables.seats)
        self.after = [next(s for s in (*seats[seat + 1 :], *seats) if self.left[s]) for seat in seats]
        if sum(map(bool, self.left)) == 1:
            self.phase = OVER

    def _shrink(self, left: int) -> None:
        """Break off the lines at the edge that a piece has left empty (RULES, Shrinking); `left` is its cell as a mask.

        Lines that no move has emptied stay: after drops the edge may be empty.
        """
        lost, occupied, lines = self.lost, self.occupied, self.tables.lines
        for side in SIDES:
            line = lines[side][lost[side]]
            if line & left and not line & occupied:
                self._break_off(side)

    def _break_off(self, side: int) -> None:
        """Take away the empty lines from a side inward, as far as the board may shrink."""
        tables, lost = self.tables, self.lost
        most = tables.spare[side] - lost[OPPOSITE[side]]
        while lost[side] < most and not tables.lines[side][lost[side]] & self.occupied:
            for cell in tables.line_cells[side][lost[side]]:
                self.pieces[cell] = GONE
            lost[side] += 1
        self._find_rim()

    def _find_rim(self) -> None:
        """The cells of the four outermost lines: only a piece that leaves one of them can shrink the board."""
        west, east, south, north = self.tables.lines
        lost = self.lost
        self.rim = west[lost[WEST]] | east[lost[EAST]] | south[lost[SOUTH]] | north[lost[NORTH]]

    # -- asking --------------------------------------------------------------------------------------------------------

    def find(self, parsed: ParsedMove) -> Move | None:
        """The legal move that a parsed move names, or None."""
        if self.phase == OVER or parsed.throw:
            return None
        if self.phase == DROPPING:
            return self._find_drop(parsed)
        if parsed.action == PASS:
            return PASSING if self.must_pass() else None
        if parsed.action != GO or parsed.becomes >= 0:
            return None
        if not self.owns(parsed.owner) or (parsed.victim >= 0 and not self.names_victim(parsed)):
            return None
        meant = [cell for cell in self.sources(parsed) if self._goes(cell, parsed)]
        return Move(meant[0], parsed.target) if len(meant) == 1 else None

    def owns(self, seat: int) -> bool:
        """Whether a piece of who is to move may be called one of a seat, or of nobody's."""
        return seat in (NOT_SAID, OWN, self.turn)

    def names_victim(self, parsed: ParsedMove) -> bool:
        """Whether the piece that a parsed move says is taken stands where it goes, and is whose it is said to be."""
        found = self.piece_at(parsed.target)
        return found is not None and found[1] == parsed.victim and parsed.loser in (NOT_SAID, found[0])

    def _find_drop(self, parsed: ParsedMove) -> Move | None:
        if parsed.action != DROP or self.pieces[parsed.target] != EMPTY:
            return None
        return Move(NOT_SAID, parsed.target, becomes=parsed.kind) if self.holds(parsed.kind, parsed.target) else None

    def holds(self, kind: int, cell: int) -> bool:
        """Whether the mover has a piece in hand that is of a kind on a cell."""
        piece = self.tables.on[cell].get(kind)
        return piece is not None and bool(self.hands[self.turn] >> piece & 1)

    def sources(self, parsed: ParsedMove) -> list[int]:
        """The cells of the mover's pieces that a parsed move to go may mean, whether they can go there or not."""
        if parsed.origin >= 0:
            here = self.pieces[parsed.origin] >> SEAT == self.turn and self._is(parsed.origin, parsed.kind)
            return [parsed.origin] if here else []
        return [cell for cell in self._own() if parsed.sources >> cell & 1 and self._is(cell, parsed.kind)]

    def _own(self) -> list[int]:
        return [cell for cell in bits(self.occupied) if self.pieces[cell] >> SEAT == self.turn]

    def _is(self, cell: int, kind: int) -> bool:
        """Whether the piece on a cell is of a kind; any piece is of the kind that is not said."""
        return kind in (NOT_SAID, self.piece_type_at(cell))

    def _goes(self, origin: int, parsed: ParsedMove) -> bool:
        """Whether the mover's piece on `origin` can go where a parsed move says, and takes what it says."""
        taking = self.pieces[parsed.target] >= 0
        return self.reaches(origin, parsed.target) and parsed.capture in (None, taking)

    def reaches(self, origin: int, target: int) -> bool:
        """Whether the piece on `origin` can go to `target` in this position."""
        code, found = self.pieces[origin], self.pieces[target]
        between = self.tables.reach[code][origin].get(target)
        if between is None or between & self.occupied or found == GONE:
            return False
        return found >> SEAT != code >> SEAT

    def must_pass(self) -> bool:
        """Whether the mover has pieces and none of them can move (H-3)."""
        can_move = (self.reaches(cell, target) for cell in self._own() for target in self._aims(cell))
        return self.phase == MOVING and not any(can_move)

    def _aims(self, cell: int) -> dict[int, int]:
        return self.tables.reach[self.pieces[cell]][cell]

    def moves(self) -> list[Move]:
        """Every legal move, in the order of their long forms' cells; empty where the game is over."""
        if self.phase == OVER:
            return []
        if self.phase == DROPPING:
            return self._drops()
        found = [
            Move(cell, target)
            for cell in self._own()
            for target in sorted(self._aims(cell))
            if self.reaches(cell, target)
        ]
        return found or [PASSING]

    def moves_with(self, throw: int) -> list[Move]:
        """As `moves`: there are no dice."""
        return self.moves()

    def _drops(self) -> list[Move]:
        on, hand = self.tables.on, self.hands[self.turn]
        return [
            Move(NOT_SAID, cell, becomes=kind)
            for cell, found in enumerate(self.pieces)
            if found == EMPTY
            for kind in sorted(kind for kind, piece in on[cell].items() if hand >> piece & 1)
        ]

    def copy(self) -> Self:
        """The same position on a table of its own."""
        other = type(self).__new__(type(self))
        other.tables = self.tables
        other.pieces = self.pieces[:]
        other.occupied = self.occupied
        other.left = self.left[:]
        other.hands = self.hands[:]
        other.lost = self.lost[:]
        other.rim = self.rim
        other.turn = self.turn
        other.fullmove_number = self.fullmove_number
        other.after = self.after  # never changed in place
        other.phase = self.phase
        return other

    def outcome(self) -> Outcome | None:
        """The last one with pieces wins; nothing else ends the game."""
        return won_by(self.turn, self.tables.seats, Ending.LAST_ONE_IN) if self.phase == OVER else None

    def piece_type_at(self, cell: int) -> int:
        """Index of what the piece on a cell is there, or -1 where nothing stands."""
        code = self.pieces[cell]
        return self.tables.kinds[code][cell] if code >= 0 else NOT_SAID

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        """Seat and kind of the piece on a cell, None where nothing stands."""
        code = self.pieces[cell]
        return (code >> SEAT, self.tables.kinds[code][cell]) if code >= 0 else None

    def mailbox(self) -> Sequence[int]:
        """What stands on each cell, as numbers of the engine's own; equal numbers are equal pieces."""
        return self.pieces

    def takes(self, move: Move) -> bool:
        """Whether a legal move captures; asked before it is made."""
        return move.origin >= 0 and self.pieces[move.target] >= 0

    def key(self) -> object:
        """What two positions share that are the same but for the number of the round."""
        return self.turn, tuple(self.pieces), tuple(self.hands)

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game: with pieces on the board or in hand."""
        return tuple(seat for seat, pieces in enumerate(self.left) if pieces or any(self.hands[seat : seat + 1]))
