"""The rules of the games won by mate: one written move is tested against the tables and made, nothing is generated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.moves import CASTLE, GO, GO_OR_CASTLE, NOT_SAID, OWN, Move, Wish
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by
from fairyscore.notation.rules.royal.board import NO_CELL, RoyalBoard
from fairyscore.notation.rules.royal.tables import ASK, EMPTY, SEATS, CastlingMove

new_move = tuple.__new__
"""Makes a `Move` of its five fields in half the time."""


class RoyalPlay(RoyalBoard):
    """A position being played on: the board, and which moves the rules allow on it."""

    __slots__ = ()

    # -- judging one move -------------------------------------------------------------------------------------------------

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

    def _push_slowly(self, wish: Wish) -> bool:
        """`push` for en passant, promotions and whatever leaves much open."""
        move = self.find(wish)
        if move is None:
            return False
        self.play(move)
        return True

    def _push_castling(self, wish: Wish) -> bool:
        castling = self._castling(wish.castle) if self.owns(wish.owner) else None
        if castling is None:
            return False
        self._castle(castling)
        return True

    def made(self, wish: Wish) -> Move | None:
        """As `push`, and tells which move it was."""
        seat = self.turn
        plan = wish.plans[seat]
        if plan is None:
            plan = wish.plans[seat] = self.tables.plan(wish, seat)
        man, frm, to, _, _, _, ways, _ = plan
        if ways is None or to == self.passed or (not man and ways.get(self.board[frm]) == ASK):
            move = self.find(wish)
            if move is not None:
                self.play(move)
            return move
        mine = self.men[seat]
        if not self.push(wish):
            return None
        left = mine & ~self.men[seat]
        return new_move(Move, (left.bit_length() - 1, to, NOT_SAID, NOT_SAID, 0))

    def find(self, wish: Wish) -> Move | None:
        """The one legal move that a wish names, or None."""
        wish = self.told_apart(wish)
        if not self.owns(wish.owner):
            return None
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
        if wish.victim != NOT_SAID and not self.names_victim(wish):
            return None
        settled = self._settle(man, frm, wish.target, wish.becomes)
        return None if settled is None else Move(frm, wish.target, settled)

    def told_apart(self, wish: Wish) -> Wish:
        """A wish to go or to castle as the one it is: castling where the mover's king stands on his first field."""
        if wish.action != GO_OR_CASTLE:
            return wish
        castling = self.tables.castling_of[self.turn].get(wish.castle)
        castles = castling is not None and wish.origin == castling.king_from == self.kings[self.turn]
        return replace(wish, action=CASTLE if castles else GO)

    def owns(self, seat: int) -> bool:
        """Whether a man of who is to move may be called one of a seat, or of nobody's."""
        return seat in (NOT_SAID, OWN, self.turn)

    def names_victim(self, wish: Wish) -> bool:
        """Whether the man that a wish says is taken is the one that is, and is whose it is said to be."""
        enemy = self.turn ^ 1
        return self.taken_on(wish.target) in self.tables.sharing[wish.victim][enemy] and wish.loser in (NOT_SAID, enemy)

    def taken_on(self, cell: int) -> int:
        """The man that who goes to a cell would take, be it in passing; EMPTY for none."""
        return self.board[cell] or (self.board[self.victim] if cell == self.passed else EMPTY)

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
        turning = self.tables.turnings[man].get(frm << 8 | to)
        if turning is None:
            return None if said >= 0 else NOT_SAID
        settled = turning.settle(said, self.pool, self.turn)
        return NOT_SAID if settled is not None and turning.change.silent else settled

    # -- the rules --------------------------------------------------------------------------------------------------------

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
                    turning = turnings.get(frm << 8 | to) if turnings else None
                    if turning is None:
                        yield Move(frm, to)
                    else:
                        for becomes in turning.options(self.pool, self.turn):
                            yield Move(frm, to, becomes)
        for side in tables.castling_of[self.turn] if self.rights else ():
            castling = self._castling(side)
            if castling is not None:
                yield castling.move

    def moves_with(self, throw: int) -> list[Move]:
        """Every legal move; there are no dice here."""
        return [] if throw else self.moves()

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
