"""The table of a game won by mate: one written move is tested against the tables and made, nothing is generated.

What makes it quick: a king needs looking after only where the last move may have given check (`suspect`), where the king
itself moves, or where the man that goes stood between it and an enemy on a line (`beyond`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.moves import CASTLE, GO, NOT_SAID, Move, Wish
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.royal.tables import ASK, EMPTY, SEATS, CastlingMove, RoyalTables, kind_of

NO_CELL = -1


class RoyalState:
    """A position being played on.

    board: man by cell; men: mask by man, and at 0 and 1 the masks of all men of a seat; kings: cell by seat.
    rays: for each seat's king, `beyond` of its cell.
    passed: the cell that a double step has just passed, victim: where that pawn stands now, or both NO_CELL.
    rights: bits of the castlings still allowed; pool: captured men by man; clock: plies since a capture or pawn move.
    suspect: False only where the king of who is to move cannot be in check.
    """

    __slots__ = (
        "board",
        "clock",
        "kings",
        "men",
        "number",
        "passed",
        "pool",
        "rays",
        "rights",
        "suspect",
        "tables",
        "turn",
        "victim",
    )

    def __init__(self, tables: RoyalTables, standing: dict[int, int], turn: int = 0) -> None:
        self.tables = tables
        self.board = [EMPTY] * tables.size
        self.men = [0] * tables.count
        self.kings = [NO_CELL, NO_CELL]
        for cell, man in standing.items():
            self.board[cell] = man
            self.men[man] |= 1 << cell
            self.men[man & 1] |= 1 << cell
            if kind_of(man) == tables.king:
                self.kings[man & 1] = cell
        self.rays = [tables.beyond[king] for king in self.kings]
        self.turn = turn
        self.number = 1
        self.passed = self.victim = NO_CELL
        self.rights = (1 << len(tables.castlings)) - 1
        self.pool = [0] * tables.count
        self.clock = 0
        self.suspect = True

    def copy(self) -> RoyalState:
        """The same position on a table of its own."""
        twin = RoyalState.__new__(RoyalState)
        twin.tables = self.tables
        twin.board = self.board[:]
        twin.men = self.men[:]
        twin.kings = self.kings[:]
        twin.rays = self.rays[:]
        twin.turn = self.turn
        twin.number = self.number
        twin.passed = self.passed
        twin.victim = self.victim
        twin.rights = self.rights
        twin.pool = self.pool[:]
        twin.clock = self.clock
        twin.suspect = self.suspect
        return twin

    # -- judging one move ---------------------------------------------------------------------------------------------

    def push(self, wish: Wish) -> bool:
        """Make the wished move if it is legal and the only one meant; otherwise change nothing and return False.

        The hot loop of every record, kept flat on purpose: what the tables say about a wish is looked up once and kept
        as its plan, and all that is rare goes to `find`, which says the same step by step.
        """
        seat = self.turn
        plan = wish.plans[seat]
        if plan is None:
            plan = wish.plans[seat] = self.tables.plan(wish, seat)
        man, frm, to, end, strikes, low, ways, aim = plan
        if ways is None or to == self.passed:
            return self._push_castling(wish) if wish.action == CASTLE else self._push_slowly(wish)
        board = self.board
        men = self.men
        taken = board[to]
        if taken:
            if not strikes or taken & 1 == seat:
                return False
        elif strikes:
            return False
        enemy = seat ^ 1
        occupied = men[0] | men[1]
        if man:  # a named man: where does it come from?
            low &= men[man]
            if low & (low - 1):
                low = self._only_one(low, to, ways)
            if not low:
                return False
            frm = low.bit_length() - 1
            mask = ways[frm]
        else:  # a named field: what stands there?
            man = board[frm]
            if man not in ways:
                return False
            mask = ways[man]
            aim = self.tables.targets[man][to]
        if mask & occupied:
            if mask == ASK:
                return self._push_slowly(wish)
            if self.no_detour(man, frm, to, occupied):
                return False
        tables = self.tables
        rays = self.rays
        if self.suspect or rays[seat][frm] & men[enemy]:
            if not self._king_stays_safe(frm, to):
                return False
            if frm == self.kings[seat]:
                self.kings[seat] = to
                rays[seat] = tables.beyond[to]

        step = low | end
        board[frm] = EMPTY
        board[to] = man
        men[man] ^= step
        men[seat] ^= step
        self.passed = NO_CELL
        if taken:
            men[taken] ^= end
            men[enemy] ^= end
            self.clock = 0
            if tables.pooled[taken]:
                self.pool[taken] += 1
        elif tables.is_pawn[man]:
            self.clock = 0
            doubles = tables.passed[man]
            if frm << 8 | to in doubles:
                self.passed = doubles[frm << 8 | to]
                self.victim = to
        else:
            self.clock += 1
        if self.rights:
            self.rights &= tables.keep[frm] & tables.keep[to]
        king = self.kings[enemy]
        if rays[enemy][frm] & men[seat]:
            self.suspect = self._rider_on(rays[enemy][frm], seat) or aim >> king & 1 != 0
        elif aim >> king & 1:
            self.suspect = tables.strike_more[man] is not None or not tables.strike[man][to][king] & (occupied ^ low)
        else:
            self.suspect = False
        self.turn = enemy
        self.number += seat
        return True

    def _only_one(self, low: int, to: int, ways: dict[int, int]) -> int:
        """The bit of the one cell among several from which the man can go, 0 where there is none or more than one."""
        occupied = self.men[0] | self.men[1]
        able = 0
        for frm in bits(low):
            man = self.board[frm]
            free = not ways[frm] & occupied or not self.no_detour(man, frm, to, occupied)
            if free and self._king_stays_safe(frm, to):
                if able:
                    return 0
                able = 1 << frm
        return able

    def _rider_on(self, ray: int, seat: int) -> bool:
        """Whether a rider of a seat stands on the cells of a ray."""
        men = self.men
        for rider in self.tables.riders[seat]:
            if men[rider] & ray:
                return True
        return False

    def _king_stays_safe(self, frm: int, to: int) -> bool:
        """`_king_safe`, asked only where the last move may have given check or a rider may look through the cell."""
        seat = self.turn
        if self.suspect or frm == self.kings[seat] or self._rider_on(self.rays[seat][frm], seat ^ 1):
            return self._king_safe(frm, to)
        return True

    def _push_slowly(self, wish: Wish) -> bool:
        """`push` for en passant, promotions and whatever leaves much open."""
        move = self.find(wish)
        if move is None:
            return False
        self.play(move)
        return True

    def _push_castling(self, wish: Wish) -> bool:
        castling = self._castling(wish.castle)
        if castling is None:
            return False
        self._castle(castling)
        return True

    def find(self, wish: Wish) -> Move | None:
        """The one legal move that a wish names, or None."""
        if wish.action == CASTLE:
            castling = self._castling(wish.castle)
            return None if castling is None else castling.move
        if wish.action != GO or wish.throw:
            return None
        found = [(man, frm) for man, frm in self.meant(wish) if self.legal(man, frm, wish.target)]
        if len(found) != 1:
            return None
        man, frm = found[0]
        if wish.capture is not None and wish.capture is not self.takes(Move(frm, wish.target)):
            return None
        if wish.victim != NOT_SAID and self.board[wish.target] not in self.tables.sharing[wish.victim][self.turn ^ 1]:
            return None
        settled = self._settle(man, frm, wish.target, wish.becomes)
        return None if settled is None else Move(frm, wish.target, settled)

    def meant(self, wish: Wish) -> Iterator[tuple[int, int]]:
        """The mover's men that a wish may mean, with their cells, wherever they can go."""
        named = self.tables.men if wish.kind == NOT_SAID else self.tables.sharing[wish.kind][self.turn]
        only = wish.sources if wish.origin == NOT_SAID else 1 << wish.origin
        for man in named:
            if man & 1 == self.turn:
                for frm in bits(self.men[man] & only):
                    yield man, frm

    def _settle(self, man: int, frm: int, to: int, said: int) -> int | None:
        """What goes into `Move.becomes` when `said` is written: None where it may not be, NOT_SAID for nothing to see."""
        turning = (self.tables.turnings[man] or {}).get(frm << 8 | to)
        if turning is None:
            return None if said >= 0 else NOT_SAID
        settled = turning.settle(said, self.pool, self.turn)
        return NOT_SAID if settled is not None and turning.change.silent else settled

    # -- the rules ----------------------------------------------------------------------------------------------------

    def legal(self, man: int, frm: int, to: int) -> bool:
        """Whether the mover's man on `frm` may go to `to`, promotions aside."""
        tables = self.tables
        taken = self.board[to]
        if taken:
            mask = tables.strike[man][frm].get(to) if taken & 1 != self.turn else None
        elif to == self.passed and tables.takes_en_passant[man] and to in tables.strike[man][frm]:
            return self._king_safe(frm, to, self.victim)
        else:
            mask = tables.quiet[man][frm].get(to)
        if mask is None:
            return False
        occupied = self.men[0] | self.men[1]
        if mask & occupied and self.no_detour(man, frm, to, occupied):
            return False
        return self._king_stays_safe(frm, to)

    def no_detour(self, man: int, frm: int, to: int, occupied: int) -> bool:
        """Whether, the first way being blocked, the others are too (a round board knows several)."""
        more = self.tables.strike_more[man]
        return more is None or all(mask & occupied for mask in more[frm].get(to, ()))

    def _king_safe(self, frm: int, to: int, victim: int = NO_CELL) -> bool:
        """Whether the mover's king is not attacked once a man has gone from `frm` to `to`."""
        seat = self.turn
        king = self.kings[seat]
        occupied = (self.men[0] | self.men[1]) & ~(1 << frm) | 1 << to
        gone = 1 << to
        if victim >= 0:
            occupied &= ~(1 << victim)
            gone |= 1 << victim
        return not self.attacked(to if frm == king else king, seat ^ 1, occupied, gone)

    def attacked(self, cell: int, by: int, occupied: int, gone: int = 0) -> bool:
        """Whether a man of seat `by`, except those on the cells `gone`, strikes a cell when `occupied` cells hold men."""
        men = self.men
        for man, sources, masks, more in self.tables.threats[by][cell]:
            hits = men[man] & sources & ~gone
            if not hits:
                continue
            if masks is None:
                return True
            while hits:
                low = hits & -hits
                frm = low.bit_length() - 1
                if not masks[frm] & occupied:
                    return True
                if more is not None and frm in more and not all(mask & occupied for mask in more[frm]):
                    return True
                hits ^= low
        return False

    def attackers(self, cell: int, by: int, occupied: int, gone: int = 0) -> list[int]:
        """The cells of the men that `attacked` finds, all of them."""
        return [
            frm
            for man, sources, masks, more in self.tables.threats[by][cell]
            for frm in bits(self.men[man] & sources & ~gone)
            if masks is None
            or not masks[frm] & occupied
            or (more is not None and any(not mask & occupied for mask in more.get(frm, ())))
        ]

    def in_check(self) -> bool:
        """Whether the king of who is to move is attacked."""
        return self.attacked(self.kings[self.turn], self.turn ^ 1, self.men[0] | self.men[1])

    def _castling(self, side: int) -> CastlingMove | None:
        """The castling of who is to move on a side, where it is legal."""
        castling = self.tables.castling_of[self.turn].get(side)
        if castling is None or not self.rights & castling.right:
            return None
        occupied = self.men[0] | self.men[1]
        if castling.empty & occupied:
            return None
        enemy = self.turn ^ 1
        for cell in castling.safe:
            if self.attacked(cell, enemy, occupied):
                return None
        return castling

    # -- making moves -------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out; nothing is checked."""
        if move.castle != NOT_SAID:
            self._castle(self.tables.castlings[move.castle])
            return
        man = self.board[move.origin]
        becomes = move.becomes
        if becomes == NOT_SAID and self.tables.turnings[man] is not None:
            turning = (self.tables.turnings[man] or {}).get(move.origin << 8 | move.target)
            if turning is not None and turning.change.silent:
                becomes = turning.kinds[0]
        self._make(man, move.origin, move.target, becomes)

    def _make(self, man: int, frm: int, to: int, becomes: int) -> None:
        """Move a man and see to all that follows from it. `becomes` is a kind, or -1 to stay what it is."""
        tables = self.tables
        board = self.board
        men = self.men
        seat = self.turn
        enemy = seat ^ 1
        start = 1 << frm
        end = 1 << to
        taken = board[to]
        self.clock += 1
        if taken:
            men[taken] ^= end
            self.men[enemy] ^= end
            self.clock = 0
            if tables.pooled[taken]:
                self.pool[taken] += 1
        men[man] ^= start
        board[frm] = EMPTY
        suspect = False
        passed = self.passed
        self.passed = NO_CELL
        if tables.is_pawn[man]:
            self.clock = 0
            if to == passed and not taken and tables.takes_en_passant[man] and to in tables.strike[man][frm]:
                self._remove(self.victim)
                suspect = True
            key = frm << 8 | to
            if key in tables.passed[man]:
                self.passed = tables.passed[man][key]
                self.victim = to
        elif frm == self.kings[seat]:
            self.kings[seat] = to
            self.rays[seat] = tables.beyond[to]
        if becomes >= 0:
            man = becomes * 2 + 2 + seat
            if self.pool[man]:
                self.pool[man] -= 1
        men[man] |= end
        board[to] = man
        self.men[seat] ^= start | end
        if self.rights:
            self.rights &= tables.keep[frm] & tables.keep[to]
        king = self.kings[enemy]
        self.suspect = suspect or bool(tables.targets[man][to] >> king & 1 or self.rays[enemy][frm])
        self.turn = enemy
        self.number += seat

    def _remove(self, cell: int) -> None:
        """Take the man on a cell off the board."""
        man = self.board[cell]
        self.board[cell] = EMPTY
        self.men[man] ^= 1 << cell
        self.men[man & 1] ^= 1 << cell

    def _castle(self, castling: CastlingMove) -> None:
        seat, tables = self.turn, self.tables
        for frm, to in ((castling.king_from, castling.king_to), (castling.rook_from, castling.rook_to)):
            man = self.board[frm]
            self._remove(frm)
            self.board[to] = man
            self.men[man] |= 1 << to
            self.men[seat] |= 1 << to
        self.kings[seat] = castling.king_to
        self.rays[seat] = tables.beyond[castling.king_to]
        self.rights &= tables.keep[castling.king_from]
        self.passed = NO_CELL
        self.clock += 1
        rays, king = self.rays[seat ^ 1], self.kings[seat ^ 1]
        aimed = tables.targets[self.board[castling.rook_to]][castling.rook_to] >> king & 1
        self.suspect = bool(aimed or rays[castling.king_from] or rays[castling.rook_from])
        self.turn = seat ^ 1
        self.number += seat

    # -- the position as a whole --------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move; empty where the game is over."""
        return list(self._each_move())

    def _each_move(self) -> Iterator[Move]:
        tables = self.tables
        for man in tables.men:
            if man & 1 != self.turn or not self.men[man]:
                continue
            quiet, strike, turnings = tables.quiet[man], tables.strike[man], tables.turnings[man]
            for frm in bits(self.men[man]):
                targets = quiet[frm] if quiet is strike else quiet[frm] | strike[frm]
                for to in targets:
                    if not self.legal(man, frm, to):
                        continue
                    turning = turnings.get(frm << 8 | to) if turnings is not None else None
                    if turning is None:
                        yield Move(frm, to)
                    else:
                        for becomes in turning.options(self.pool, self.turn):
                            yield Move(frm, to, becomes)
        for side in tables.castling_of[self.turn] if self.rights else ():
            castling = self._castling(side)
            if castling is not None:
                yield castling.move

    def kind_at(self, cell: int) -> int:
        """The kind of the man on a cell, -1 where there is none."""
        return kind_of(self.board[cell])

    def man_at(self, cell: int) -> tuple[int, int] | None:
        """Seat and kind of the man on a cell, None where it is empty."""
        man = self.board[cell]
        return (man & 1, kind_of(man)) if man else None

    def moves_with(self, throw: int) -> list[Move]:
        """Every legal move; there are no dice here."""
        return [] if throw else self.moves()

    def takes(self, move: Move) -> bool:
        """Whether a legal move captures; asked before it is made."""
        if move.castle != NOT_SAID:
            return False
        man = self.board[move.origin]
        en_passant = move.target == self.passed and self.tables.takes_en_passant[man]
        return bool(self.board[move.target]) or (en_passant and move.target in self.tables.strike[man][move.origin])

    def outcome(self) -> Outcome | None:
        """Mate or stalemate, or None while there is a legal move."""
        if next(self._each_move(), None) is not None:
            return None
        if self.in_check():
            return won_by(self.turn ^ 1, SEATS, Ending.CHECKMATE)
        if self.tables.sheet.stalemate_loses:
            return won_by(self.turn ^ 1, SEATS, Ending.STALEMATE_LOSES)
        return drawn(SEATS, Ending.STALEMATE)

    def playing(self) -> tuple[int, ...]:
        """Both players: who is mated has lost, but nobody leaves."""
        return tuple(range(SEATS))

    def notes(self) -> tuple[str, ...]:
        """`check` where the king of who is to move is attacked."""
        return ("check",) if self.in_check() else ()

    def key(self) -> tuple[object, ...]:
        """What two positions share that count as repetition of each other: men, mover, castlings, en passant, pool."""
        tables = self.tables
        can_take = self.passed >= 0 and any(
            self.men[man] & tables.strike_reach[man].sources[self.passed]
            for man in tables.men[self.turn :: SEATS]
            if tables.takes_en_passant[man]
        )
        return (tuple(self.board), self.turn, self.rights, self.passed if can_take else NO_CELL, tuple(self.pool))

    def reasons(self, wish: Wish, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a wish; see `rules.royal.reasons`."""
        from fairyscore.notation.rules.royal.reasons import reasons

        return reasons(self, wish, text)

    def forgive(self, found: tuple[Reason, ...], wish: Wish) -> Wish | None:
        """The same wish with the right capture mark where nothing else was wrong."""
        if [reason.code for reason in found] != [Code.CAPTURE_MARK]:
            return None
        return replace(wish, capture=not wish.capture)
