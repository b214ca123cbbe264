"""The table of a game for castles: one written move is tested against the tables and made, nothing is generated.

A man on a cell is one number, its *code*: kind << CELL_BITS | seat, so that where the seat is known to be the mover's,
`code ^ seat | cell` is the key of `WaysTable`. That nobody can move is looked for only where a move does not fit, or
where somebody asks: it is very rare (page: Who is the winner?).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Self

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.castles.paths import CELL_BITS, ways_table
from fairyscore.notation.rules.castles.sheet import CastleSheet
from fairyscore.notation.rules.moves import GO, NOT_SAID, OWN, PASS, PASSING, Move, Wish
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by
from fairyscore.notation.rules.pushing import push_each

SEAT = 7
"""The bits of a code that hold the seat."""

EMPTY = SEAT
"""What an empty cell holds: the seat of nobody."""

NO_MOVE = -1

Leg = tuple[int, int]
"""A cell that a man left, and the round in which it did."""

LEAVING = {
    Ending.NO_CASTLE: "{seat} has no man left in a castle",
    Ending.CAPITULATION: "{seat} gave up the last castle (capitulation)",
    Ending.BLOCKED: "{seat} has no legal move (blocking)",
}


class CastlePlay:
    """A position being played on.

    men: code by cell, with one more cell that is always empty: index -1, for what is not said.
    own: mask by seat; occupied: mask of all men.
    back: by seat the move that would undo his last one (K-4), as its two cells in one number, or NO_MOVE.
    trails: by cell the moves that the man there has made, or None where moves may be repeated.
    alive: seats still in; after: by seat the next one still in.
    gone: who has left since the last move was made, and why. ended: the outcome once the game is over.
    """

    __slots__ = (
        "after",
        "alive",
        "back",
        "ended",
        "gone",
        "men",
        "number",
        "occupied",
        "own",
        "sheet",
        "throws",
        "trails",
        "turn",
        "ways",
    )

    clock: int = 0
    """No game for castles counts plies without capture."""

    def __init__(
        self, sheet: CastleSheet, standing: Iterable[tuple[int, int, int]], turn: int = 0, number: int = 1
    ) -> None:
        """Lay out men, given as (cell, seat, kind). A game that is over by them is over from the start."""
        self.sheet = sheet
        self.ways = ways_table(sheet.board, sheet.kinds)
        self.throws = sheet.throws
        self.men = [EMPTY] * (len(sheet.board.cells) + 1)
        self.own = [0] * len(sheet.seats)
        for cell, seat, kind in standing:
            self.men[cell] = kind << CELL_BITS | seat
            self.own[seat] |= 1 << cell
        self.occupied = sum(self.own)
        self.back = [NO_MOVE] * len(sheet.seats)
        self.trails: dict[int, tuple[Leg, ...]] | None = None if sheet.repeats else {}
        self.turn = turn
        self.number = number
        self.gone: tuple[tuple[int, Ending], ...] = ()
        self.ended: Outcome | None = None
        self._seat(seat for seat, men in enumerate(self.own) if men or len(self.own) == 2)
        self._judge()

    def _seat(self, alive: Iterable[int]) -> None:
        """Note who is still in."""
        self.alive = tuple(alive)
        seats = len(self.own)
        self.after = tuple(
            next((s % seats for s in range(seat + 1, seat + seats + 1) if s % seats in self.alive), seat)
            for seat in range(seats)
        )

    def _judge(self) -> None:
        """See whether a position that was laid out is a final one; who moved last gave his castle up himself."""
        seats = len(self.own)
        if len(self.alive) == 1:
            self.ended = won_by(self.alive[0], seats, Ending.LAST_ONE_IN)
        for seat in self.alive if self.ended is None else ():
            if not self.own[seat] & self.sheet.castles:
                ending = Ending.NO_CASTLE if seat == self.turn else Ending.CAPITULATION
                self.ended = won_by(self.after[seat], seats, ending)
        self._count_rounds()

    def copy(self) -> Self:
        """The same position on a table of its own."""
        twin = type(self).__new__(type(self))
        twin.sheet = self.sheet
        twin.ways = self.ways
        twin.throws = self.throws
        twin.men = self.men[:]
        twin.own = self.own[:]
        twin.occupied = self.occupied
        twin.back = self.back[:]
        twin.trails = None if self.trails is None else self.trails.copy()
        twin.turn = self.turn
        twin.number = self.number
        twin.gone = self.gone
        twin.ended = self.ended
        twin.alive = self.alive
        twin.after = self.after
        return twin

    # -- judging one move ---------------------------------------------------------------------------------------------

    def push(self, wish: Wish) -> bool:
        """Make the wished move if it is legal; otherwise return False. Who turns out to be blocked leaves first."""
        if self._fits(wish):
            if wish.action:
                self._pass()
            else:
                self._make(wish.origin, wish.target)
            return True
        if wish.origin < 0:
            started = self.started(wish)
            return started is not wish and self.push(started)
        known = len(self.gone)
        if not self._fits_later(wish):
            return False
        blocked = self.gone[known:]
        self._make(wish.origin, wish.target)
        self.gone = blocked + self.gone
        return True

    def made(self, wish: Wish) -> Move | None:
        """As `push`, and tells which move it was."""
        return Move(wish.origin, wish.target, throw=wish.throw) if self.push(wish) else None

    def push_all(self, wishes: Sequence[Wish], log: list[Move] | None = None) -> int:
        """Make wished moves one after another, up to the first that `push` would refuse; how many were made."""
        return push_each(self, wishes, log)

    def _fits(self, wish: Wish) -> bool:
        """Whether who is to move may do as wished: the hot path, kept flat. `reasons` says the same step by step."""
        if self.ended is not None:
            return False
        if wish.action:
            return wish.action == PASS and self._may_pass(wish.throw)
        origin = wish.origin
        if origin < 0:
            return False
        target = wish.target
        turn = self.turn
        men = self.men
        code = men[origin]
        if code & SEAT != turn:
            return False
        masks = self.ways[code ^ turn | origin].get(target)
        if masks is None:
            return False
        occupied = self.occupied
        for mask in masks:
            if not mask & occupied:
                break
        else:
            return False
        if self.back[turn] == origin << CELL_BITS | target:
            return False
        taken = men[target]
        if wish.capture is not None and wish.capture is (taken == EMPTY):
            return False
        if wish.kind >= 0 and (wish.kind != code >> CELL_BITS or wish.owner not in (NOT_SAID, OWN, turn)):
            return False
        if wish.becomes >= 0 or (wish.victim >= 0 and not self.names(wish.victim, wish.loser, taken)):
            return False
        if (wish.throw or self.throws) and not self.allows(wish.throw, code >> CELL_BITS):
            return False
        return self.trails is None or not self.repeated(origin, target)

    def named(self, wish: Wish) -> list[int]:
        """The cells of the mover's men that a wish may mean that leaves open where it starts."""
        here = (cell for cell in bits(self.own[self.turn]) if wish.sources >> cell & 1)
        return [cell for cell in here if wish.kind in (NOT_SAID, self.kind_at(cell))]

    def able(self, wish: Wish) -> list[int]:
        """Those of them that may do as wished."""
        return [cell for cell in self.named(wish) if self._fits(replace(wish, origin=cell))]

    def started(self, wish: Wish) -> Wish:
        """A wish that leaves open where it starts (`wizard to 2F`), from the one field that it can mean; else as it is."""
        able = self.able(wish) if wish.action == GO and wish.origin < 0 else []
        return replace(wish, origin=able[0]) if len(able) == 1 else wish

    def _fits_later(self, wish: Wish) -> bool:
        """Whether a move of another player fits, because who is to move is blocked and leaves."""
        theirs = wish.origin >= 0 and self.men[wish.origin] & SEAT not in (self.turn, EMPTY)
        return wish.action == GO and theirs and len(self.alive) > 2 and self.settle() and self._fits(wish)

    def names(self, kind: int, seat: int, code: int) -> bool:
        """Whether the man with a code is one of the kind, and of the seat where one is said."""
        owner = self.turn if seat == OWN else seat
        return code != EMPTY and kind == code >> CELL_BITS and owner in (NOT_SAID, code & SEAT)

    def allows(self, throw: int, kind: int) -> bool:
        """Whether a throw lets a kind move; 0, no throw, lets all move where no dice are thrown."""
        if not throw:
            return not self.throws
        return throw < len(self.throws) and bool(self.throws[throw] >> kind & 1)

    def _may_pass(self, throw: int) -> bool:
        return 0 < throw < len(self.throws) and not any(self._pairs(self.throws[throw]))

    def repeated(self, origin: int, target: int) -> int:
        """The round in which the man on `origin` went to `target` before, 0 where it never did (tag NoRepetition)."""
        trail = (self.trails or {}).get(origin, ())
        ends = [*(cell for cell, _ in trail[1:]), origin]
        legs = zip(trail, ends, strict=False)
        return next((number for (start, number), end in legs if (start, end) == (origin, target)), 0)

    def find(self, wish: Wish) -> Move | None:
        """The legal move that a wish names, or None."""
        wish = self.started(wish)
        fits = self._fits(wish) or self._fits_later(wish)
        return Move(wish.origin, wish.target, throw=wish.throw) if fits else None

    # -- making moves -------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out; nothing is checked."""
        if move.target == NOT_SAID:
            self._pass()
        else:
            self._make(move.origin, move.target)

    def _pass(self) -> None:
        """Nothing moves (dice only). His last move stays his last one, and may not be undone in his next (K-4)."""
        self.gone = ()
        self._turn_on()

    def _make(self, origin: int, target: int) -> None:
        """Move the mover's man, and see who has lost by it."""
        men = self.men
        own = self.own
        seat = self.turn
        start = 1 << origin
        end = 1 << target
        taken = men[target]
        if taken != EMPTY:
            own[taken & SEAT] ^= end
        own[seat] ^= start | end
        men[target] = men[origin]
        men[origin] = EMPTY
        self.occupied = (self.occupied ^ start) | end
        self.back[seat] = target << CELL_BITS | origin
        if self.trails is not None:
            self.trails[target] = (*self.trails.pop(origin, ()), (origin, self.number))
        self.gone = ()
        if (start | end) & self.sheet.castles:
            self._look_at_castles()
        self._turn_on()

    def _turn_on(self) -> None:
        """The next one still in is to move; the rounds go on where the turn comes past the first seat."""
        seat = self.turn
        self.turn = turn = self.after[seat]
        if turn <= seat:
            self.number += 1
            self._count_rounds()

    def _count_rounds(self) -> None:
        """Draw the game where everybody has made as many moves as were agreed (tag MaxMoves)."""
        if 0 < self.sheet.limit < self.number and self.ended is None:
            self.ended = drawn(len(self.own), Ending.MOVE_LIMIT, self.alive)

    def _look_at_castles(self) -> None:
        """Who has no man in any castle has lost, the mover as well as others."""
        for seat in self.alive:
            if not self.own[seat] & self.sheet.castles:
                self._leave(seat, Ending.CAPITULATION if seat == self.turn else Ending.NO_CASTLE)

    def _leave(self, seat: int, ending: Ending) -> None:
        """A player has lost. Of two the other one has won; of more the others go on without his men (K-5)."""
        self.gone += ((seat, ending),)
        seats = len(self.own)
        if seats > 2:
            for cell in bits(self.own[seat]):
                self.men[cell] = EMPTY
                if self.trails:
                    self.trails.pop(cell, None)
            self.occupied ^= self.own[seat]
            self.own[seat] = 0
            self.back[seat] = NO_MOVE
        others = tuple(s for s in self.alive if s != seat)
        if len(others) == 1:
            self.ended = won_by(others[0], seats, ending)
        if seats > 2:
            self._seat(others)

    def settle(self) -> bool:
        """Let everybody who is to move and cannot leave the game (page: blocking). True where somebody did.

        With dice nobody is blocked: who cannot move waits for a better throw.
        """
        known = len(self.gone)
        while self.ended is None and not self.throws and not any(self._pairs()):
            self._leave(self.turn, Ending.BLOCKED)
            if not self.own[self.turn]:  # of two, the loser stays at the table: the position shows that he is blocked
                self._turn_on()
        return len(self.gone) > known

    # -- the position as a whole --------------------------------------------------------------------------------------

    def _pairs(self, kinds: int = NOT_SAID) -> Iterator[tuple[int, int]]:
        """The legal moves of who is to move with men of the kinds in a mask, as cells, in their order."""
        turn, occupied, undo = self.turn, self.occupied, self.back[self.turn]
        for origin in bits(self.own[turn]):
            code = self.men[origin]
            if not kinds >> (code >> CELL_BITS) & 1:
                continue
            for target, masks in self.ways[code ^ turn | origin].items():
                if undo == origin << CELL_BITS | target or all(mask & occupied for mask in masks):
                    continue
                if self.trails is None or not self.repeated(origin, target):
                    yield origin, target

    def moves(self) -> list[Move]:
        """Every legal move in the order of its cells, with dice throw by throw; empty where the game is over."""
        self.settle()
        if self.throws:
            return [move for throw in range(1, len(self.throws)) for move in self.moves_with(throw)]
        return [] if self.ended is not None else [Move(*pair) for pair in self._pairs()]

    def moves_with(self, throw: int) -> list[Move]:
        """The legal moves once the dice are thrown: those of the men that the throw allows, or else the pass (K-6)."""
        if self.ended is not None or not 0 < throw < len(self.throws):
            return []
        pairs = list(self._pairs(self.throws[throw]))
        return [Move(*pair, throw=throw) for pair in pairs] or [PASSING._replace(throw=throw)]

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        self.settle()
        return self.ended

    def takes(self, move: Move) -> bool:
        """Whether a legal move captures; asked before it is made."""
        return self.men[move.target] != EMPTY

    def kind_at(self, cell: int) -> int:
        """Index of the kind of the man on a cell, NOT_SAID where it is empty."""
        code = self.men[cell]
        return NOT_SAID if code == EMPTY else code >> CELL_BITS

    def man_at(self, cell: int) -> tuple[int, int] | None:
        """Seat and kind of the man on a cell, None where it is empty."""
        code = self.men[cell]
        return None if code == EMPTY else (code & SEAT, code >> CELL_BITS)

    def key(self) -> object:
        """What two positions share that count as repetitions of each other: men, mover, and what may not be undone."""
        return (tuple(self.men), self.turn, tuple(self.back))

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return self.alive

    def notes(self) -> tuple[str, ...]:
        """Who has lost since the last move was made, and whether the others play on."""
        more = "" if self.ended is not None else " and leaves the game"
        names = [seat.name for seat in self.sheet.seats]
        return tuple(LEAVING[ending].format(seat=names[seat]) + more for seat, ending in self.gone)
