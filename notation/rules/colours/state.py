"""The table of a game on painted squares: a written move is tested against the tables and made, none is generated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.colours.board import DROPPING, MOVING, OVER, ColourBoard
from fairyscore.notation.rules.colours.tables import EMPTY, GONE, LINES, OPPOSITE, SEAT, SIDES, ColourTables
from fairyscore.notation.rules.moves import ABSENT, DROP, GO, PASS, PASSING, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, FinalScore, won_by
from fairyscore.notation.rules.reasons import Reason

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import SeatCore

WHOLE = (0, 0, 0, 0)

MANY = 4
"""So many moves at least are handed to the compiled core: it takes the position over and gives it back."""


class ColourState(ColourBoard):
    """A position of a game whose pieces change with the colour of their field, played on move by move."""

    __slots__ = ()

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
        self.board = [EMPTY] * tables.size
        self.occupied = 0
        self.left = [0] * tables.seats
        for cell, code in standing.items():
            self._place(code, cell)
        self.hands = list(hands)
        self.lost = list(lost)
        for side in SIDES:
            for cell in chain.from_iterable(tables.line_cells[side][: lost[side]]):
                self.board[cell] = GONE
        self._find_rim()
        self.turn = turn
        self.fullmove_number = number
        self.phase = DROPPING if any(hands) else MOVING
        self.after = [(seat + 1) % tables.seats for seat in range(tables.seats)]
        if self.phase == MOVING:
            self._seat_players()

    # -- making moves --------------------------------------------------------------------------------------------------

    def push(self, parsed: ParsedMove) -> bool:
        origin = parsed.origin
        if self.phase or parsed.action != GO or origin < 0:
            return self.try_push(parsed) is not None
        pieces, tables = self.board, self.tables
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
        if parsed.becomes >= 0 or parsed.throw or (parsed.owner != ABSENT and not self.owns(parsed.owner)):
            return False
        if parsed.victim >= 0 and not self.names_victim(parsed):
            return False
        self._go(origin, target)
        return True

    def try_push(self, parsed: ParsedMove) -> Move | None:
        if self.phase or parsed.action != GO or parsed.origin < 0:
            return super().try_push(parsed)
        return Move(parsed.origin, parsed.target) if self.push(parsed) else None

    @property
    def core(self) -> SeatCore | None:
        return self.tables.core

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        core = self.core if len(parsed_moves) >= MANY else None
        if core is None:
            return super().push_many(parsed_moves, log, claims)
        return self.push_many_compiled(core, parsed_moves, log)

    def push_unchecked(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out; nothing is checked."""
        if move.origin >= 0:
            self._go(move.origin, move.target)
            return
        if move.target >= 0:
            piece = self.tables.on[move.target][move.becomes]
            self._place(self.turn << SEAT | piece, move.target)
            self.hands[self.turn] &= ~(1 << piece)
            if not any(self.hands):
                self.phase = MOVING
        self._advance()

    def _go(self, origin: int, target: int) -> None:
        pieces, bit = self.board, 1 << origin
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

    def _place(self, code: int, cell: int) -> None:
        self.board[cell] = code
        self.occupied |= 1 << cell
        self.left[code >> SEAT] += 1

    def _advance(self) -> None:
        """The right of play goes on clockwise; a round ends where it comes back to an earlier seat."""
        seat = self.turn
        self.turn = following = self.after[seat]
        if following <= seat:
            self.fullmove_number += 1

    def _seat_players(self) -> None:
        """Leave out of the order who has no pieces (page: a player who has lost all his pieces leaves the game)."""
        seats = range(self.tables.seats)
        self.after = [next(s for s in (*seats[seat + 1 :], *seats) if self.left[s]) for seat in seats]
        if sum(map(bool, self.left)) == 1:
            self.phase = OVER

    def take_over(self, lost: tuple[int, ...]) -> None:
        """Take over from a compiled core, which has set all else, the lines that are gone, and who is still in."""
        self.lost = list(lost)
        self._find_rim()
        self.phase = MOVING
        self._seat_players()

    def _shrink(self, left: int) -> None:
        """Break off the lines at the edge that a piece has left empty, its cell given as a mask, and the empty ones inward
        of them, as far as the board may shrink (RULES, Shrinking). Lines that no move has emptied stay."""
        tables, lost, occupied = self.tables, self.lost, self.occupied
        for side in SIDES:
            lines, line_cells = tables.lines[side], tables.line_cells[side]
            line = lines[lost[side]]
            if not line & left or line & occupied:
                continue
            most = tables.spare[side] - lost[OPPOSITE[side]]
            while lost[side] < most and not lines[lost[side]] & occupied:
                for cell in line_cells[lost[side]]:
                    self.board[cell] = GONE
                lost[side] += 1
            self._find_rim()

    def _find_rim(self) -> None:
        """The cells of the four outermost lines: only a piece that leaves one of them can shrink the board."""
        self.rim = 0
        for side, lines in enumerate(self.tables.lines):
            self.rim |= lines[self.lost[side]]

    # -- asking --------------------------------------------------------------------------------------------------------

    def find(self, parsed: ParsedMove) -> Move | None:
        if self.phase == OVER or parsed.throw:
            return None
        target = parsed.target
        if self.phase == DROPPING:
            if parsed.action != DROP or not self.owns(parsed.owner):
                return None
            fits = self.board[target] == EMPTY and self.holds(parsed.kind, target)
            return Move(ABSENT, target, becomes=parsed.kind) if fits else None
        if parsed.action == PASS:
            return PASSING if self.must_pass() else None
        if parsed.action != GO or parsed.becomes >= 0 or parsed.capture not in (None, self.board[target] >= 0):
            return None
        if not self.owns(parsed.owner) or (parsed.victim >= 0 and not self.names_victim(parsed)):
            return None
        meant = [cell for cell in self.sources(parsed) if self.reaches(cell, target)]
        return Move(meant[0], target) if len(meant) == 1 else None

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move, empty where `push` would take it; see `rules.colours.reasons`."""
        from fairyscore.notation.rules.colours.reasons import reasons  # only a refusal needs them

        return reasons(self, parsed, text)

    def perft(self, depth: int) -> int:
        core = self.core
        leaves = None if core is None else core.perft(self, depth)
        return super().perft(depth) if leaves is None else leaves

    def moves(self) -> list[Move]:
        """Every legal move, in the order of their long forms' cells; empty where the game is over."""
        core = self.core
        found = None if core is None else core.moves(self)
        return self._moves_in_python() if found is None else found

    def _moves_in_python(self) -> list[Move]:
        if self.phase == OVER:
            return []
        if self.phase == MOVING:
            return [*self._going()] or [PASSING]
        on, hand = self.tables.on, self.hands[self.turn]
        moves = []
        for cell, found in enumerate(self.board):
            if found == EMPTY:
                kinds = sorted(kind for kind, piece in on[cell].items() if hand >> piece & 1)
                moves += [Move(ABSENT, cell, becomes=kind) for kind in kinds]
        return moves

    def outcome(self) -> FinalScore | None:
        """The last one with pieces wins; nothing else ends the game."""
        return won_by(self.turn, self.tables.seats, Ending.LAST_ONE_IN) if self.phase == OVER else None

    def hand_of(self, seat: int) -> list[int]:
        """The pieces in a seat's hand, as they are on the colours that they are called by."""
        hand = self.hands[seat] if self.hands else 0
        return [self.tables.called_kinds[piece] for piece in bits(hand)]

    def key(self) -> object:
        """The identity of a position: all of it but the number of the round."""
        return self.turn, tuple(self.board), tuple(self.hands)

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game: with pieces on the board or in hand."""
        return tuple(seat for seat, pieces in enumerate(self.left) if pieces or any(self.hands[seat : seat + 1]))

    # -- words for people ----------------------------------------------------------------------------------------------

    def notes(self) -> tuple[str, ...]:
        """Lines that are gone, who is out, and whether the mover must pass.

        A note is made for each: `files a, b are gone`, `rank 8 is gone`, `silver is out`, `black must pass`.
        """
        return (*self._lines_gone(), *self._seats_out(), *self._passing())

    def news(self, before: ColourState) -> tuple[str, ...]:
        """The events of the last move: lines that are gone, a seat that lost its last piece, a pass that is forced."""
        out = (note for note in self._seats_out() if note not in before._seats_out())
        return (*self._lines_gone(before), *out, *self._passing())

    def _passing(self) -> tuple[str, ...]:
        return (f"{self.tables.sheet.seats[self.turn].name} must pass",) if self.must_pass() else ()

    def _lines_gone(self, before: ColourState | None = None) -> Iterator[str]:
        """A note on the files and one on the ranks that are gone, without those that were gone before."""
        for word, *sides in LINES:
            gone = sorted(self._gone(sides) - (before._gone(sides) if before else set()))
            if gone:
                yield f"{word}s {', '.join(gone)} are gone" if len(gone) > 1 else f"{word} {gone[0]} is gone"

    def _gone(self, sides: Sequence[int]) -> set[str]:
        return {name for side in sides for name in self.tables.line_names[side][: self.lost[side]]}

    def _seats_out(self) -> list[str]:
        if any(self.hands):
            return []
        return [f"{self.tables.sheet.seats[seat].name} is out" for seat, left in enumerate(self.left) if not left]
