"""The rules of the games won by mate: one written move is tested against the tables and made, nothing is generated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Self, TypeVar

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, CastlingWay
from fairyscore.notation.rules.moves import ABSENT, CASTLE, GO, GO_OR_CASTLE, OWN, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.royal.board import RoyalBoard
from fairyscore.notation.rules.royal.tables import ASK, NO_CELL, MoveStep, RoyalTables
from fairyscore.notation.rules.variant import State

Filled = TypeVar("Filled", bound=GeneralBoard)


class RoyalState(RoyalBoard, State):
    """A position being played on (`rules.variant.State`): the board, and which moves the rules allow on it.

    Nobody asks often why a move is refused; then the general engine, which knows the same rules, looks at the position.
    """

    __slots__ = ()

    @classmethod
    def of(cls, position: GeneralBoard, tables: RoyalTables) -> Self:
        """The same position; each side has one king. Castlings that do not begin where the game's do are left out."""
        state = cls(tables, {cell: piece for cell, piece in enumerate(position.board) if piece}, position.turn)
        state.pool[FIRST:] = position.hand
        places = {(number, c.king_from, c.rook_from): c.right for number, c in enumerate(tables.castlings)}
        state.rights = sum(places.get(castling, 0) for castling in position.castles)
        if position.passed:
            state.passed, state.victim = position.passed[0], position.victim
        state.halfmove_clock, state.fullmove_number = position.halfmove_clock, position.fullmove_number
        return state

    def fill(self, position: Filled) -> Filled:
        """Give the position to an empty one of the general engine, of the same game, which is returned."""
        castlings = self.tables.castlings
        position.board[:] = self.board
        position.turn = self.turn
        position.hand[:] = self.pool[FIRST:]
        position.castles = tuple((n, castlings[n].king_from, castlings[n].rook_from) for n in bits(self.rights))
        position.passed = () if self.passed == NO_CELL else (self.passed,)
        position.victim = ABSENT if self.passed == NO_CELL else self.victim
        position.halfmove_clock, position.fullmove_number = self.halfmove_clock, self.fullmove_number
        return position

    # -- judging one move -------------------------------------------------------------------------------------------------

    def push(self, parsed: ParsedMove) -> bool:
        return self._go_on((parsed,), 0, None, None) == 1 or super().try_push(parsed) is not None

    def try_push(self, parsed: ParsedMove) -> Move | None:
        log: list[Move] = []
        return log[0] if self._go_on((parsed,), 0, log, None) else super().try_push(parsed)

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        made = self._go_on(parsed_moves, 0, log, claims)
        while made < len(parsed_moves):
            move = super().try_push(parsed_moves[made])
            if move is None:
                break
            if log is not None:
                log.append(move)
            if claims and made in claims and self.in_check():
                claims.discard(made)
            made = self._go_on(parsed_moves, made + 1, log, claims)
        return made

    def _go_on(
        self, parsed_moves: Sequence[ParsedMove], first: int, log: list[Move] | None, claims: set[int] | None
    ) -> int:
        """Make moves from the one at a place on, up to the first that is not legal or not usual; the place of that one.

        The hot loop of every record, kept flat on purpose: what the tables say about a parsed move is looked up once and
        kept as its plan. Castling, promotion, en passant and what leaves much open is for `find`, step by step.
        """
        tables, board, pieces, rays, kings = self.tables, self.board, self.pieces, self.rays, self.kings
        several, several_ways, pooled = tables.strike_more, tables.several_ways, tables.pooled
        seat = self.turn
        enemy = seat ^ 1
        mine, theirs = pieces[seat], pieces[enemy]
        rights, maybe_in_check = self.rights, self.maybe_in_check
        still, most_quiet = first - self.halfmove_clock, self.most_quiet
        passed, doubled = NO_CELL, NO_CELL  # the last double step, and its place
        for made, parsed in enumerate(islice(parsed_moves, first, None) if first else parsed_moves, first):
            plan = parsed.plans[seat]
            if plan is None:
                plan = parsed.plans[seat] = tables.plan(parsed, seat)
            piece, to, strikes, start, steps = plan
            taken = board[to]
            if taken:
                if not strikes or taken & 1 == seat:
                    break
            elif strikes:  # in passing, or not at all
                break
            if piece:  # a named piece: where does it come from?
                held = pieces[piece]
                start &= held
                step = steps.get(start)
                if step is None:
                    step = self._only_one(start, to, steps, mine | theirs, maybe_in_check)
                    if step is None:
                        break
            else:  # a named field: what stands there?
                step = steps.get(board[start])
                if step is None:
                    break
                held = pieces[step[0]]
            piece, frm, start, change, between, aims, jumped, seldom = step
            if (
                between
                and between & (mine | theirs)
                and (between == ASK or self.no_detour(piece, frm, to, mine | theirs))
            ):
                break
            ray = rays[seat][frm]
            if maybe_in_check or (ray and ray & theirs):
                end = change ^ start
                occupied = (mine | theirs | end) ^ start
                king = kings[seat]
                if frm == king:
                    if self._strikes(enemy, to, theirs & ~end, occupied):
                        break
                    kings[seat] = to
                    rays[seat] = tables.beyond[to]
                elif maybe_in_check or several_ways:
                    if self._strikes(enemy, king, theirs & ~end, occupied):
                        break
                elif self._looks_through(ray, enemy, king, occupied, end):
                    break

            board[frm] = EMPTY
            board[to] = piece
            pieces[piece] = held ^ change
            mine ^= change
            if taken:
                end = change ^ start
                pieces[taken] ^= end
                theirs ^= end
                most_quiet = max(most_quiet, made - still)
                still = made + 1
                if pooled[taken]:
                    self.pool[taken] += 1
            elif jumped is not None:
                most_quiet = max(most_quiet, made - still)
                still = made + 1
                if jumped >= 0:
                    self.victim, passed, doubled = to, jumped, made
            if rights:
                rights &= seldom[0]
            king = kings[enemy]
            ray = rays[enemy][frm]
            if ray and ray & mine and self._rider_on(ray, seat):
                maybe_in_check = self._strikes(seat, king, mine, mine | theirs)
            elif king in aims:
                maybe_in_check = not aims[king] & (mine | theirs)
                if not maybe_in_check and several[piece] is not None:
                    maybe_in_check = self._strikes(seat, king, mine, mine | theirs)
            else:
                maybe_in_check = False
            if maybe_in_check and claims:
                claims.discard(made)
            if log is not None:
                log.append(seldom[1])
            seat, enemy = enemy, seat
            mine, theirs = theirs, mine
        else:
            made = len(parsed_moves)
        if made != first:
            pieces[seat], pieces[enemy] = mine, theirs
            self.fullmove_number += (made - first + self.turn) // SEATS
            self.turn = seat
            self.passed = passed if doubled == made - 1 else NO_CELL
            self.rights, self.maybe_in_check = rights, maybe_in_check
            self.halfmove_clock, self.most_quiet = made - still, most_quiet
        return made

    def _only_one(
        self, starts: int, to: int, steps: Mapping[int, MoveStep], occupied: int, maybe_in_check: bool
    ) -> MoveStep | None:
        """The step from the only one of several cells from which the piece can go; None for none or more than one.

        A single candidate is returned unchecked; the caller checks it."""
        if not starts & starts - 1:
            return steps[starts] if starts else None
        able = []
        while starts:
            low = starts & -starts
            step = steps[low]
            if not step[4] & occupied or not self.no_detour(step[0], step[1], to, occupied):
                able.append(step)
            starts ^= low
        if len(able) > 1:
            able = [step for step in able if self._stays_safe(step, to, occupied, maybe_in_check)]
        return able[0] if len(able) == 1 else None

    def _stays_safe(self, step: MoveStep, to: int, occupied: int, maybe_in_check: bool) -> bool:
        """Whether the mover's king is not attacked after a step; computed only if it may be."""
        seat, enemy, king = step.piece & 1, step.piece & 1 ^ 1, step.piece in self.tables.kings
        if not (maybe_in_check or king or self._rider_on(self.rays[seat][step.frm], enemy)):
            return True
        end = step.change ^ step.start
        cell = to if king else self.kings[seat]
        return not self.attacked(cell, enemy, occupied & ~step.start | end, end)

    def find(self, parsed: ParsedMove) -> Move | None:
        parsed = self.settled_action(parsed)
        if parsed.owner not in (ABSENT, OWN, self.turn):
            return None
        if parsed.action == CASTLE:
            castling = self._castling(parsed.castle) if parsed.becomes < 0 and not parsed.capture else None
            return None if castling is None else castling.move
        if parsed.action != GO or parsed.throw:
            return None
        if parsed.victim != ABSENT:
            enemy, cell = self.turn ^ 1, parsed.target
            taken = self.board[cell] or (self.board[self.victim] if cell == self.passed else EMPTY)
            if taken not in self.tables.sharing[parsed.victim][enemy] or parsed.loser not in (ABSENT, enemy):
                return None
        found = [
            Move(frm, parsed.target, settled)
            for piece, frm in self._meant(parsed)
            if self.legal(piece, frm, parsed.target)
            and (settled := self._settle(piece, frm, parsed.target, parsed.becomes)) is not None
        ]
        if parsed.capture is not None:
            found = [move for move in found if self.takes(move) is parsed.capture]
        return found[0] if len(found) == 1 else None

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.general.reasons`."""
        if self.find(parsed) is not None:
            return ()
        from fairyscore.notation.rules.general.reasons import reasons
        from fairyscore.notation.rules.general.state import GeneralState

        return reasons(self.fill(GeneralState(self.tables.general)), self.settled_action(parsed), text, self.outcome())

    def settled_action(self, parsed: ParsedMove) -> ParsedMove:
        """A parsed move to go or to castle as the one it is: castling where the mover's king stands on his first field."""
        castlings = self.tables.castling_of[self.turn]
        if parsed.action == GO and not parsed.capture and parsed.origin == self.kings[self.turn]:
            for side, castling in castlings.items():
                onto_rook = parsed.capture is None and parsed.target == castling.rook_from  # as engines write it
                if self.rights & castling.right and (onto_rook or parsed.target == castling.king_to):
                    return replace(parsed, action=CASTLE, castle=side)
        if parsed.action != GO_OR_CASTLE:
            return parsed
        named = castlings.get(parsed.castle)
        castles = named is not None and parsed.origin == named.king_from == self.kings[self.turn]
        return replace(parsed, action=CASTLE if castles else GO)

    def _meant(self, parsed: ParsedMove) -> Iterator[tuple[int, int]]:
        """The mover's pieces that a parsed move may mean, with their cells, wherever they can go."""
        named = self.tables.pieces if parsed.kind == ABSENT else self.tables.sharing[parsed.kind][self.turn]
        only = parsed.sources if parsed.origin == ABSENT else 1 << parsed.origin
        for piece in named:
            if piece & 1 == self.turn:
                for frm in bits(self.pieces[piece] & only):
                    yield piece, frm

    def _settle(self, piece: int, frm: int, to: int, wanted: int) -> int | None:
        """`Move.becomes` if `wanted` is written: ABSENT for no visible promotion. None if `wanted` is not allowed."""
        promotion = self.tables.promotions[piece].get(frm << 8 | to)
        if promotion is None:
            return None if wanted >= 0 else ABSENT
        settled = promotion.settle(wanted, self.pool, self.turn)
        return ABSENT if settled is not None and promotion.change.silent else settled

    # -- the rules --------------------------------------------------------------------------------------------------------

    def legal(self, piece: int, frm: int, to: int) -> bool:
        """Whether the mover's piece on `frm` may go to `to`, promotions aside."""
        tables = self.tables
        taken = self.board[to]
        if taken:
            mask = tables.strike[piece][frm].get(to) if taken & 1 != self.turn else None
        elif to == self.passed and tables.takes_en_passant[piece] >> frm & 1 and to in tables.strike[piece][frm]:
            return self._king_safe(frm, to, self.victim)
        else:
            mask = tables.quiet[piece][frm].get(to)
        if mask is None:
            return False
        occupied = self.pieces[0] | self.pieces[1]
        if mask & occupied and self.no_detour(piece, frm, to, occupied):
            return False
        seat = self.turn
        if self.maybe_in_check or frm == self.kings[seat] or self._rider_on(self.rays[seat][frm], seat ^ 1):
            return self._king_safe(frm, to)
        return True

    def _castling(self, side: int) -> CastlingWay | None:
        castling = self.tables.castling_of[self.turn].get(side)
        if castling is None or not self.rights & castling.right:
            return None
        if any(self.board[cell] for cell in castling.empty):
            return None
        enemy = self.turn ^ 1
        theirs, occupied = self.pieces[enemy], self.pieces[0] | self.pieces[1]
        for cell in castling.safe:
            if (self.maybe_in_check or cell != castling.king_from) and self._strikes(enemy, cell, theirs, occupied):
                return None
        return castling

    def moves(self) -> list[Move]:
        return list(self.each_move())

    def each_move(self) -> Iterator[Move]:
        """The legal moves one by one, in the order of the general engine."""
        tables = self.tables
        for frm in bits(self.pieces[self.turn]):
            piece = self.board[frm]
            promotions = tables.promotions[piece]
            for to in tables.target_order[piece, frm] or self._reached(piece, frm):
                if not self.legal(piece, frm, to):
                    continue
                promotion = promotions.get(frm << 8 | to) if promotions else None
                if promotion is None:
                    yield Move(frm, to)
                else:
                    for becomes in promotion.options(self.pool, self.turn):
                        yield Move(frm, to, becomes)
        for side in tables.castling_of[self.turn] if self.rights else ():
            castling = self._castling(side)
            if castling is not None:
                yield castling.move

    def _reached(self, piece: int, frm: int) -> dict[int, None]:
        """The cells to which a piece's ways lead, whether it may stop there or not, in the order of the general engine."""
        board = self.board
        found: dict[int, None] = {}
        for way in self.tables.general.ways(piece, frm):
            if any(board[cell] for cell in way.before):
                continue
            for cell in way.cells:
                found[cell] = None
                if way.style and board[cell]:
                    break
        return found

    def key(self) -> tuple[object, ...]:
        """What two positions share that count as repetition of each other: pieces, mover, castlings, en passant, pool.

        En passant counts only where a legal move captures so (Laws of Chess 9.2.3).
        """
        passed = self.passed if self.passed != NO_CELL and self._takes_in_passing() else NO_CELL
        return (tuple(self.board), self.turn, self.rights, passed, tuple(self.pool))

    def _takes_in_passing(self) -> bool:
        """Whether a legal move captures a pawn in passing."""
        tables = self.tables
        for piece in tables.pieces[self.turn :: SEATS]:
            reach = tables.strike_reach[piece].sources[self.passed]
            starts = self.pieces[piece] & tables.takes_en_passant[piece] & reach
            if any(self.legal(piece, start, self.passed) for start in bits(starts)):
                return True
        return False

    def outcome(self) -> Outcome | None:
        """Mate or stalemate, or None while there is a legal move."""
        return None if self._moves_freely() or next(self.each_move(), None) is not None else self.ended()

    def ended(self) -> Outcome:
        """Mate or stalemate, where it is known that there is no legal move."""
        if self.in_check():
            return won_by(self.turn ^ 1, SEATS, Ending.CHECKMATE)
        if self.tables.rules.ends.stalemate == "loses":
            return won_by(self.turn ^ 1, SEATS, Ending.STALEMATE_LOSES)
        return drawn(SEATS, Ending.STALEMATE)

    def _moves_freely(self) -> bool:
        """Whether a piece that need not look after its king can move, or the king: nearly always, and soon seen."""
        tables, board, seat = self.tables, self.board, self.turn
        rays, theirs, occupied = self.rays[seat], self.pieces[seat ^ 1], self.pieces[0] | self.pieces[1]
        for piece in tables.pieces[seat::SEATS] if not self.maybe_in_check else ():
            quiet, promotions = tables.quiet[piece], tables.promotions[piece]
            for frm in bits(self.pieces[piece]):
                if rays[frm] & theirs:
                    continue
                for to, between in quiet[frm].items():
                    if not board[to] and not between & occupied and frm << 8 | to not in promotions:
                        return True
        king, cell = tables.kings[seat], self.kings[seat]
        return board[cell] == king and any(self.legal(king, cell, to) for to in tables.quiet[king][cell])

    def notes(self) -> tuple[str, ...]:
        """`check` where the king of who is to move is attacked."""
        return ("check",) if self.in_check() else ()
