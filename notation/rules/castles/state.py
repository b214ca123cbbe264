"""The table of a game for castles: one written move is tested against the tables and made, nothing is generated.

A piece on a cell is one number, its *code*: kind << CELL_BITS | seat, so that where the seat is known to be the mover's,
`code ^ seat | cell` is the key of `ways`. That nobody can move is looked for only where a move does not fit, or
where somebody asks: it is very rare (page: Who is the winner?).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.castles.board import EMPTY, SEAT, CastleBoard
from fairyscore.notation.rules.castles.tables import CELL_BITS, CastleSheet, ways_table
from fairyscore.notation.rules.moves import ABSENT, GO, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, FinalScore, drawn, won_by
from fairyscore.notation.rules.reasons import Reason

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import SeatCore

NO_MOVE = -1

MANY = 4
"""So many moves at least are handed to the compiled core: it takes the position over and gives it back."""

LEAVING = {
    Ending.NO_CASTLE: "{seat} has no piece left in a castle",
    Ending.CAPITULATION: "{seat} gave up the last castle (capitulation)",
    Ending.BLOCKED: "{seat} has no legal move (blocking)",
}


class CastleState(CastleBoard):
    """A position being played on (`rules.state.State`)."""

    __slots__ = ()

    def __init__(
        self,
        sheet: CastleSheet,
        standing: Iterable[tuple[int, int, int]],
        turn: int = 0,
        number: int = 1,
        fallen: Collection[int] = (),
    ) -> None:
        """Lay out pieces, given as (cell, seat, kind). A game that is over by them is over from the start.

        fallen: seats that have lost though their pieces are still there (K-5).
        """
        self.sheet = sheet
        self.ways = ways_table(sheet.board, sheet.kinds)
        self.throws = sheet.throws
        self.board = [EMPTY] * (len(sheet.board.cells) + 1)
        self.own = [0] * len(sheet.seats)
        for cell, seat, kind in standing:
            self.board[cell] = kind << CELL_BITS | seat
            self.own[seat] |= 1 << cell
        self.occupied = sum(self.own)
        self.back = [NO_MOVE] * len(sheet.seats)
        self.trails = None if sheet.repeats else {}
        self.turn = turn
        self.fullmove_number = number
        self.gone: tuple[tuple[int, Ending], ...] = ()
        self.ended: FinalScore | None = None
        left = (seat for seat, pieces in enumerate(self.own) if pieces or len(self.own) == 2)
        self._seat(seat for seat in left if seat not in fallen)
        if len(self.alive) == 1:
            self.ended = won_by(self.alive[0], len(self.own), Ending.LAST_ONE_IN)
        for seat in self.alive if self.ended is None else ():
            if not self.own[seat] & sheet.castles:  # who moved last gave his castle up himself
                ending = Ending.NO_CASTLE if seat == turn else Ending.CAPITULATION
                self.ended = won_by(self.after[seat], len(self.own), ending)
        self._count_rounds()

    def _seat(self, alive: Iterable[int]) -> None:
        self.alive = tuple(alive)
        seats = range(len(self.own))
        self.after = []
        for seat in seats:
            in_turn = (*seats[seat + 1 :], *seats)
            self.after.append(next((other for other in in_turn if other in self.alive), seat))

    # -- judging one move ---------------------------------------------------------------------------------------------

    def push(self, parsed: ParsedMove) -> bool:
        """Make the parsed move if it is legal; otherwise return False. Who turns out to be blocked leaves first."""
        if parsed.action or not self._fits(parsed):
            return self.try_push(parsed) is not None
        self._make(parsed.origin, parsed.target)
        return True

    def try_push(self, parsed: ParsedMove) -> Move | None:
        known = len(self.gone)
        move = self.find(parsed)
        if move is not None:
            blocked = self.gone[known:]
            self.push_unchecked(move)
            self.gone = blocked + self.gone
        return move

    @property
    def core(self) -> "SeatCore | None":
        return self.sheet.core

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        core = self.core if len(parsed_moves) >= MANY else None
        if core is None:
            return super().push_many(parsed_moves, log, claims)
        return self.push_many_compiled(core, parsed_moves, log)

    def find(self, parsed: ParsedMove) -> Move | None:
        parsed = self.started(parsed)
        fits = self._fits(parsed)
        if not fits and parsed.action == GO and parsed.origin >= 0 and len(self.alive) > 2:
            theirs = self.board[parsed.origin] & SEAT not in (self.turn, EMPTY)
            fits = theirs and self.settle() and self._fits(parsed)  # who is to move may be blocked, and leaves
        return Move(parsed.origin, parsed.target, throw=parsed.throw) if fits else None

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move, empty where `push` would take it; see `rules.castles.reasons`."""
        if self._fits(self.started(parsed)):
            return ()
        from fairyscore.notation.rules.castles.reasons import reasons  # only a refusal needs them

        self.settle()
        return reasons(self, parsed, text)

    # -- making moves -------------------------------------------------------------------------------------------------

    def push_unchecked(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out; nothing is checked.

        A pass (dice only) leaves the last move the last one: it may not be undone in the next (K-4)."""
        if move.target == ABSENT:
            self.gone = ()
            self._turn_on()
        else:
            self._make(move.origin, move.target)

    def _make(self, origin: int, target: int) -> None:
        """Move the mover's piece, and see who has lost by it: who has no piece in any castle, the mover as well."""
        pieces = self.board
        own = self.own
        seat = self.turn
        start = 1 << origin
        end = 1 << target
        taken = pieces[target]
        if taken != EMPTY:
            own[taken & SEAT] ^= end
        own[seat] ^= start | end
        pieces[target] = pieces[origin]
        pieces[origin] = EMPTY
        self.occupied = (self.occupied ^ start) | end
        self.back[seat] = target << CELL_BITS | origin
        if self.trails is not None:
            trail = (*self.trails.get(origin, ()), (origin, self.fullmove_number))
            self.trails = {cell: made for cell, made in self.trails.items() if cell != origin} | {target: trail}
        self.gone = ()
        if (start | end) & self.sheet.castles:
            for other in self.alive:
                if not own[other] & self.sheet.castles:
                    self._leave(other, Ending.CAPITULATION if other == seat else Ending.NO_CASTLE)
        self._turn_on()

    def _turn_on(self) -> None:
        """The next one still in is to move; the rounds go on where the turn comes past the first seat."""
        seat = self.turn
        self.turn = turn = self.after[seat]
        if turn <= seat:
            self.fullmove_number += 1
            self._count_rounds()

    def _count_rounds(self) -> None:
        """Draw the game where everybody has made as many moves as were agreed (tag MaxMoves)."""
        if 0 < self.sheet.limit < self.fullmove_number and self.ended is None:
            self.ended = drawn(len(self.own), Ending.MOVE_LIMIT, self.alive)

    def _leave(self, seat: int, ending: Ending) -> None:
        """A player has lost. Of two the other one has won; of more the others go on without him (K-5)."""
        self.gone += ((seat, ending),)
        others = tuple(s for s in self.alive if s != seat)
        if len(others) == 1:
            self.ended = won_by(others[0], len(self.own), ending)
        if len(self.own) == 2:
            return
        self.back[seat] = NO_MOVE
        if not self.sheet.fallen_stay:
            for cell in bits(self.own[seat]):
                self.board[cell] = EMPTY
            if self.trails:
                self.trails = {cell: made for cell, made in self.trails.items() if not self.own[seat] >> cell & 1}
            self.occupied ^= self.own[seat]
            self.own[seat] = 0
        self._seat(others)

    def take_over(self, alive: int, leaving: int, mover: int) -> None:
        """Take over from a compiled core, which has set all else, who is still in, and how the game ended.

        alive, leaving: masks of the seats before the last move, and of those that left by it. mover: who made it.
        """
        self.gone = ()
        self.ended = None
        self._seat(bits(alive))
        for seat in bits(leaving):
            self._leave(seat, Ending.CAPITULATION if seat == mover else Ending.NO_CASTLE)
        self._count_rounds()

    def settle(self) -> bool:
        """Let everybody who is to move and cannot leave the game (page: blocking). True where somebody did.

        With dice nobody is blocked: who cannot move waits for a better throw.
        """
        known = len(self.gone)
        while self.ended is None and not self.throws and not any(self._pairs()):
            self._leave(self.turn, Ending.BLOCKED)
            if len(self.own) > 2:  # of two, the loser stays at the table: the position shows that he is blocked
                self._turn_on()
        return len(self.gone) > known

    # -- the position as a whole --------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move in the order of its cells, with dice throw by throw; empty where the game is over."""
        core = self.core
        found = None if core is None else core.moves(self)
        return self._moves_in_python() if found is None else found

    def perft(self, depth: int) -> int:
        core = self.core
        leaves = None if core is None else core.perft(self, depth)
        return super().perft(depth) if leaves is None else leaves

    def _moves_in_python(self) -> list[Move]:
        self.settle()
        if self.throws:
            return [move for throw in range(1, len(self.throws)) for move in self.moves_with(throw)]
        return [] if self.ended is not None else [Move(*pair) for pair in self._pairs()]

    def outcome(self) -> FinalScore | None:
        """How the game has ended, or None."""
        self.settle()
        return self.ended

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        for origin in bits(self.own[seat]):
            masks = self.ways[self.board[origin] ^ seat | origin].get(cell, ())
            if any(not mask & self.occupied for mask in masks):
                yield origin

    def key(self) -> object:
        """The identity of a position for repetition: pieces, mover, and the moves that may not be undone."""
        return (tuple(self.board), self.turn, tuple(self.back))

    def playing(self) -> tuple[int, ...]:
        return self.alive

    def notes(self) -> tuple[str, ...]:
        """Who has lost since the last move was made, and whether the others play on."""
        more = "" if self.ended is not None else " and leaves the game"
        return tuple(LEAVING[ending].format(seat=self.sheet.seats[seat].name) + more for seat, ending in self.gone)
