# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled kernel: royal games on tables of small numbers, read by the scanner of PGN texts (`scanner.pxi`).

It makes exactly the moves that `rules.royal` makes, which stays the oracle (tests/notation/kernel). A piece is a small
number as there, 0 for an empty cell, its last bit the seat. A set of cells is two words of 64 bits.
"""

from libc.stdint cimport uint16_t

include "scanner.pxi"
include "writer.pxi"

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define lowest_bit(word) __builtin_ctzll(word)
    #else
    static int lowest_bit(unsigned long long word) {
        int at = 0;
        while (!(word & 255)) { word >>= 8; at += 8; }
        while (!(word & 1)) { word >>= 1; at++; }
        return at;
    }
    #endif
    """
    int lowest_bit(uint64_t word) nogil
    const char *KERNEL_SOURCE

cdef enum:
    MOST_CELLS = 128, MOST_CODES = 64, MOST_KINDS = 24, MOST_SAFE = 16, MOST_CASTLINGS = 4
    MOST_CHANGES = 20_000
    MOST_WAYS = 1 << 16  # `way_of` and `special_of` hold 16 bits
    # What a plan asks for, as in `rules.moves`.
    GO = 0, CASTLE = 1, NULL_MOVE = 3, GO_OR_CASTLE = 4

# Flags of pieces, of promotions.
cdef enum:
    PAWN = 1, EN_PASSANT = 2, POOLED = 4
    MUST = 1, IMPLIED = 2, UNWRITTEN = 4, FROM_POOL = 8

SOURCE = KERNEL_SOURCE.decode()
LIMITS = {"cells": MOST_CELLS, "codes": MOST_CODES, "kinds": MOST_KINDS, "safe": MOST_SAFE, "castlings": MOST_CASTLINGS}


cdef struct Set:
    uint64_t low, high


cdef struct Way:  # cells that must be empty; more: the next way between the same cells, 0 for none
    Set between
    int more


cdef struct Special:  # of a pawn-like move: the cell that a double step passes, and the promotion; -1 for none
    int passed, promotion


cdef struct Promotion:
    int flags, count
    int kinds[MOST_KINDS]


cdef struct Castling:
    int right, king_from, king_to, rook_from, rook_to, count
    int safe[MOST_SAFE]
    Set empty


cdef struct Plan:  # a move text in numbers; capture: -1 where it does not say
    int action, origin, target, kind, capture, becomes, castle
    Set sources


cdef struct Made:  # as `rules.moves.Move`
    int origin, target, becomes, castle


cdef struct Position:
    int turn, passed, victim, rights, halfmove_clock, fullmove_number, suspect
    int kings[2]
    uint8_t pool[MOST_CODES]
    uint8_t board[MOST_CELLS]
    Set pieces[MOST_CODES]


cdef inline void add(Set *cells, int cell) noexcept nogil:
    if cell < 64:
        cells.low |= <uint64_t>1 << cell
    else:
        cells.high |= <uint64_t>1 << (cell - 64)


cdef inline void take(Set *cells, int cell) noexcept nogil:
    if cell < 64:
        cells.low &= ~(<uint64_t>1 << cell)
    else:
        cells.high &= ~(<uint64_t>1 << (cell - 64))


cdef inline bint has(Set *cells, int cell) noexcept nogil:
    return (cells.low >> cell if cell < 64 else cells.high >> (cell - 64)) & 1


cdef inline bint meet(Set *left, Set *right) noexcept nogil:
    return (left.low & right.low) | (left.high & right.high) != 0


cdef inline Set both(Set *left, Set *right) noexcept nogil:
    cdef Set found
    found.low = left.low & right.low
    found.high = left.high & right.high
    return found


cdef inline int pop(Set *cells) noexcept nogil:
    cdef int at
    if cells.low:
        at = lowest_bit(cells.low)
        cells.low &= cells.low - 1
        return at
    at = 64 + lowest_bit(cells.high)
    cells.high &= cells.high - 1
    return at


cdef Set as_set(object mask):
    cdef Set cells
    cells.low = <uint64_t>(mask & 0xFFFFFFFFFFFFFFFF)
    cells.high = <uint64_t>(mask >> 64 & 0xFFFFFFFFFFFFFFFF)
    return cells


cdef inline object as_mask(Set *cells):
    return cells.low | (<object>cells.high << 64) if cells.high else cells.low


cdef struct Waiting:  # a line that waits for a variation to end
    Position position, before


cdef class Kernel(Writer):
    """The tables of one game, and the one position that is played on.

    tables: a `rules.royal.tables.RoyalTables` that `kernel.supports` accepts.
    """

    cdef int size, codes, reaches
    cdef int quiet_of[MOST_CODES]
    cdef int strike_of[MOST_CODES]
    cdef int flags[MOST_CODES]
    cdef int rides[MOST_CODES]
    cdef int royal[2]
    cdef int keep[MOST_CELLS]
    cdef int pieces_of[2][MOST_CODES]
    cdef int piece_count[2]
    cdef int sharing[MOST_CODES][MOST_CODES]  # by kind * 2 + seat: how many, and the pieces
    cdef int castle_of[2][2]
    cdef Set *sources
    cdef Set *targets
    cdef Set *beyond
    cdef uint16_t *way_of
    cdef Way *ways
    cdef int way_count, way_room
    cdef Special *specials
    cdef int special_count
    cdef uint16_t *special_of[MOST_CODES]
    cdef Promotion *promotions
    cdef Castling castlings[MOST_CASTLINGS]
    cdef Plan *plans
    cdef int plan_room
    cdef Waiting *waiting
    cdef Position now
    cdef Position before
    cdef Made made
    cdef int kind_of[256]  # by the letter in SAN, -1 for none
    cdef int cell_of[32][10]  # by file and rank, -1 for none
    cdef int code_of[256]  # by the letter in FEN, 0 for none
    cdef int fen_cells[MOST_CELLS]
    cdef int fen_rows[MOST_CELLS]  # how many cells each has, 0 behind the last
    cdef Set stands[MOST_CODES]  # where a piece can be
    cdef int most_pieces[2]
    cdef int castling_letters[MOST_CASTLINGS]
    cdef int castling_sides[MOST_CASTLINGS]
    cdef int castling_pieces[MOST_CASTLINGS][2]
    cdef bint reads_san, reads_fen, stalemate_loses
    cdef Label letters[MOST_CODES]  # by kind
    cdef Label cell_names[MOST_CELLS]
    cdef tuple cells
    cdef dict plies, changed
    cdef list simple_moves  # by origin and target, None for those that were not asked for; None before any was
    cdef list orders  # by piece and origin, likewise
    cdef object make_ply

    def __cinit__(self, *args):
        self.waiting = <Waiting *>PyMem_Malloc((MOST_DEEP + 1) * sizeof(Waiting))
        if not self.waiting:
            raise MemoryError

    def __init__(self, tables, bint null_moves, make_ply):
        self.null_moves = null_moves
        self.make_ply = make_ply
        self.plies = {}
        self.changed = {}
        self.cells = tables.board.cells
        for kind, piece_type in enumerate(tables.kinds):
            fill_label(&self.letters[<int>kind], piece_type.letter)
        for cell, name in enumerate(self.cells):
            fill_label(&self.cell_names[<int>cell], name)
        for castle, castling in enumerate(tables.castlings):
            self.castling_sides[<int>castle] = castling.rule.side
        self.size, self.codes = tables.size, tables.count
        self._lay_reaches(tables)
        self._lay_pieces(tables)
        self._lay_specials(tables)
        self._lay_castlings(tables)

    def __dealloc__(self):
        cdef int code
        for code in range(MOST_CODES):
            PyMem_Free(self.special_of[code])
        for room in (<size_t>self.sources, <size_t>self.targets, <size_t>self.beyond, <size_t>self.way_of,
                     <size_t>self.ways, <size_t>self.specials, <size_t>self.promotions, <size_t>self.plans,
                     <size_t>self.waiting):
            PyMem_Free(<void *><size_t>room)

    # -- tables -----------------------------------------------------------------------------------------------------------

    cdef void *_room(self, size_t count, size_t size) except NULL:
        cdef void *room = PyMem_Calloc(count + 1, size)
        if not room:
            raise MemoryError
        return room

    def _lay_reaches(self, tables):
        """Number the different reachability tables, and lay the ways of each."""
        cdef int code, cell, to
        found = {}
        for code in range(2, self.codes):
            for reach in (tables.quiet_reach[code], tables.strike_reach[code]):
                found.setdefault(id(reach), (len(found), reach))
            self.quiet_of[code] = found[id(tables.quiet_reach[code])][0]
            self.strike_of[code] = found[id(tables.strike_reach[code])][0]
            self.rides[code] = tables.strike_reach[code].rides
        self.reaches = len(found)
        self.sources = <Set *>self._room(self.reaches * self.size, sizeof(Set))
        self.targets = <Set *>self._room(self.reaches * self.size, sizeof(Set))
        self.beyond = <Set *>self._room(self.size * self.size, sizeof(Set))
        self.way_of = <uint16_t *>self._room(self.reaches * self.size * self.size, sizeof(uint16_t))
        self.way_count, self.way_room = 1, 4096
        self.ways = <Way *>self._room(self.way_room, sizeof(Way))
        looks = {id(tables.strike_reach[code]) for code in range(2, self.codes)}
        for number, reach in found.values():
            for cell in range(self.size):
                for to, mask in reach.out[cell].items():
                    self._lay_way(number, cell, to, mask, id(reach) in looks)
                if reach.more_out is not None:
                    for to, masks in reach.more_out[cell].items():
                        for mask in masks:
                            self._lay_way(number, cell, to, mask, id(reach) in looks)

    cdef int _lay_way(self, int reach, int cell, int to, object mask, bint looks) except -1:
        cdef Way *way
        cdef Set between = as_set(mask)
        cdef uint16_t *place = &self.way_of[(reach * self.size + cell) * self.size + to]
        add(&self.sources[reach * self.size + to], cell)
        add(&self.targets[reach * self.size + cell], to)
        if self.way_count == self.way_room:
            if self.way_room == MOST_WAYS:
                raise OverflowError("more ways between cells than the kernel has numbers for")
            way = <Way *>PyMem_Realloc(self.ways, (self.way_room * 2 + 1) * sizeof(Way))
            if not way:
                raise MemoryError
            self.ways = way
            self.way_room *= 2
        way = &self.ways[self.way_count]
        way.between, way.more = between, place[0]
        place[0] = self.way_count
        self.way_count += 1
        while looks and (between.low or between.high):
            add(&self.beyond[to * self.size + pop(&between)], cell)
        return 0

    def _lay_pieces(self, tables):
        cdef int code, seat, kind
        for code in range(2, self.codes):
            seat = code & 1
            self.flags[code] = (
                PAWN * tables.is_pawn[code]
                | EN_PASSANT * bool(tables.takes_en_passant[code])
                | POOLED * tables.pooled[code]
            )
            self.pieces_of[seat][self.piece_count[seat]] = code
            self.piece_count[seat] += 1
        self.royal[0], self.royal[1] = tables.kings
        for kind in range((self.codes - 2) // 2):
            for seat in range(2):
                shared = tables.sharing[kind][seat]
                self.sharing[kind * 2 + seat][0] = len(shared)
                for place, code in enumerate(shared, 1):
                    self.sharing[kind * 2 + seat][place] = code

    def _lay_specials(self, tables):
        """Double steps and promotions, by piece, start and target."""
        cdef int code
        found = {}
        promotions = []
        for code in range(2, self.codes):
            passed, turnings = tables.passed[code], tables.turnings[code]
            if not passed and not turnings:
                continue
            self.special_of[code] = <uint16_t *>self._room(self.size * self.size, sizeof(uint16_t))
            for way in {*passed, *turnings}:
                turning = turnings.get(way)
                if turning is not None and not any(turning is other for other in promotions):
                    promotions.append(turning)
                special = (passed.get(way, -1), -1 if turning is None else [*map(id, promotions)].index(id(turning)))
                number = found.setdefault(special, len(found) + 1)
                if number >= MOST_WAYS:
                    raise OverflowError("more promotions and double steps than the kernel has numbers for")
                self.special_of[code][(way >> 8) * self.size + (way & 255)] = number
        self.specials = <Special *>self._room(len(found) + 1, sizeof(Special))
        self.specials[0].passed = self.specials[0].promotion = -1
        for (passed, promotion), number in found.items():
            self.specials[<int>number].passed = passed
            self.specials[<int>number].promotion = promotion
        self.promotions = <Promotion *>self._room(len(promotions), sizeof(Promotion))
        for number, turning in enumerate(promotions):
            change = turning.change
            self.promotions[<int>number].flags = (
                MUST * change.must | IMPLIED * change.implied | UNWRITTEN * change.silent | FROM_POOL * change.captured
            )
            self.promotions[<int>number].count = len(turning.kinds)
            for place, kind in enumerate(turning.kinds):
                self.promotions[<int>number].kinds[<int>place] = kind

    def _lay_castlings(self, tables):
        cdef Castling *castling
        cdef int seat, side, cell
        for seat in range(2):
            for side in range(2):
                self.castle_of[seat][side] = -1
        for number, told in enumerate(tables.castlings):
            castling = &self.castlings[<int>number]
            castling.right = told.right
            castling.king_from, castling.king_to = told.king_from, told.king_to
            castling.rook_from, castling.rook_to = told.rook_from, told.rook_to
            castling.empty = as_set(0)
            for cell in told.empty:
                add(&castling.empty, cell)
            castling.count = len(told.safe)
            for place, cell in enumerate(told.safe):
                castling.safe[<int>place] = cell
            self.castle_of[<int>told.rule.seat][<int>told.rule.side] = number
        for cell in range(self.size):
            self.keep[cell] = tables.keep[cell] & 15

    # -- from and to `RoyalState` -------------------------------------------------------------------------------------------

    cpdef load(self, state):
        """Take a position over from a state."""
        cdef int cell, code
        cdef Position *now = &self.now
        memset(now.pieces, 0, sizeof(now.pieces))
        for cell, code in enumerate(<list>state.board):
            now.board[cell] = code
            if code:
                add(&now.pieces[code], cell)
                add(&now.pieces[code & 1], cell)
        for code, count in enumerate(<list>state.pool):
            now.pool[code] = count
        now.kings[0], now.kings[1] = state.kings
        now.turn, now.passed, now.victim, now.rights = state.turn, state.passed, state.victim, state.rights
        now.halfmove_clock, now.fullmove_number = state.halfmove_clock, state.fullmove_number
        now.suspect = True
        return True

    def snapshot(self):
        """The position in bytes, for `restore` of this kernel."""
        return (<char *>&self.now)[: sizeof(Position)]

    def restore(self, bytes snapshot):
        """Go back to a position."""
        memcpy(&self.now, <const char *>snapshot, sizeof(Position))

    cpdef save(self, state, bint before=False):
        """Give the position to a state, or the one before the last move. The state's rays are left to the caller."""
        cdef int at
        cdef Position *now = &self.before if before else &self.now
        state.board = [now.board[at] for at in range(self.size)]
        state.pool = [now.pool[at] for at in range(self.codes)]
        state.pieces = [as_mask(&now.pieces[at]) for at in range(self.codes)]
        state.kings = [now.kings[0], now.kings[1]]
        state.turn, state.passed, state.victim, state.rights = now.turn, now.passed, now.victim, now.rights
        state.halfmove_clock, state.fullmove_number = now.halfmove_clock, now.fullmove_number
        state.suspect = now.suspect != 0

    cdef inline void _copy(self, Position *to, Position *source) noexcept nogil:
        memcpy(to, source, <size_t>&source.board - <size_t>source)
        memcpy(to.board, source.board, self.size)
        memcpy(to.pieces, source.pieces, self.codes * sizeof(Set))

    # -- the rules ----------------------------------------------------------------------------------------------------------

    cdef inline bint _free(self, int reach, int frm, int to, Set *occupied) noexcept nogil:
        """Whether some way between two cells is free, if there is one."""
        cdef int at = self.way_of[(reach * self.size + frm) * self.size + to]
        while at:
            if not meet(&self.ways[at].between, occupied):
                return True
            at = self.ways[at].more
        return False

    cdef bint _attacked(self, Position *now, int cell, int by, Set *occupied, Set *gone) noexcept nogil:
        """Whether a piece of a seat, but for those on the cells `gone`, attacks a cell."""
        cdef int place, code, reach
        cdef Set hits
        for place in range(self.piece_count[by]):
            code = self.pieces_of[by][place]
            reach = self.strike_of[code]
            hits = both(&now.pieces[code], &self.sources[reach * self.size + cell])
            hits.low &= ~gone.low
            hits.high &= ~gone.high
            if hits.low or hits.high:
                if not self.rides[code]:
                    return True
                while hits.low or hits.high:
                    if self._free(reach, pop(&hits), cell, occupied):
                        return True
        return False

    cdef bint _in_check(self, Position *now) noexcept nogil:
        cdef Set gone, occupied
        gone.low = gone.high = 0
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        return self._attacked(now, now.kings[now.turn], now.turn ^ 1, &occupied, &gone)

    cdef inline bint _looked_through(self, Position *now, int king, int cell, int by) noexcept nogil:
        """Whether a rider of a seat stands on a line that leads through a cell to a king."""
        cdef Set *line = &self.beyond[king * self.size + cell]
        cdef int place, code
        if not (line.low or line.high) or not meet(line, &now.pieces[by]):
            return False
        for place in range(self.piece_count[by]):
            code = self.pieces_of[by][place]
            if self.rides[code] and meet(line, &now.pieces[code]):
                return True
        return False

    cdef bint _safe(self, Position *now, int frm, int to, int victim) noexcept nogil:
        """Whether the mover's king is not attacked once a piece has gone."""
        cdef int seat = now.turn, king = now.kings[seat]
        cdef Set occupied, gone
        if not now.suspect and victim < 0 and frm != king and not self._looked_through(now, king, frm, seat ^ 1):
            return True
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        gone.low = gone.high = 0
        take(&occupied, frm)
        add(&occupied, to)
        add(&gone, to)
        if victim >= 0:
            take(&occupied, victim)
            add(&gone, victim)
        return not self._attacked(now, to if frm == king else king, seat ^ 1, &occupied, &gone)

    cdef Castling *_castling(self, Position *now, int side) noexcept nogil:
        """The castling of the mover to a side where it is legal, else NULL."""
        cdef int seat = now.turn, at = self.castle_of[seat][side] if 0 <= side < 2 else -1
        cdef Castling *castling
        cdef Set occupied, gone
        if at < 0:
            return NULL
        castling = &self.castlings[at]
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        gone.low = gone.high = 0
        if not now.rights & castling.right or meet(&castling.empty, &occupied):
            return NULL
        for at in range(castling.count):
            if self._attacked(now, castling.safe[at], seat ^ 1, &occupied, &gone):
                return NULL
        return castling

    cdef int _castle(self, Position *now, int side) noexcept nogil:
        """Castle where that is legal; whether it was."""
        cdef int seat = now.turn, king, rook
        cdef Castling *castling = self._castling(now, side)
        if castling == NULL:
            return False
        king, rook = self.royal[seat], now.board[castling.rook_from]
        now.board[castling.king_from] = now.board[castling.rook_from] = 0
        now.board[castling.king_to], now.board[castling.rook_to] = king, rook
        take(&now.pieces[king], castling.king_from)
        take(&now.pieces[seat], castling.king_from)
        take(&now.pieces[rook], castling.rook_from)
        take(&now.pieces[seat], castling.rook_from)
        add(&now.pieces[king], castling.king_to)
        add(&now.pieces[seat], castling.king_to)
        add(&now.pieces[rook], castling.rook_to)
        add(&now.pieces[seat], castling.rook_to)
        self.made.origin, self.made.target, self.made.becomes = castling.king_from, castling.king_to, -1
        self.made.castle = self.castle_of[seat][side]
        now.kings[seat] = castling.king_to
        now.rights &= self.keep[castling.king_from]
        now.passed = -1
        now.halfmove_clock += 1
        now.suspect = True
        now.turn = seat ^ 1
        now.fullmove_number += seat
        return True

    cdef int _push(self, Position *now, Plan *plan) noexcept nogil:
        """Make a move if it is legal and the only one meant: True; otherwise change nothing: False."""
        cdef int seat = now.turn, to = plan.target, action = plan.action, code, place, reach, frm, victim, count, several
        cdef int found_code = 0, found_from = -1, found_victim = -1, found = 0, taken, becomes, special, at
        cdef int *named
        cdef int single[2]
        cdef Set occupied, starts, passing
        if action == GO_OR_CASTLE:
            at = self.castle_of[seat][plan.castle] if 0 <= plan.castle < 2 else -1
            action = GO
            if at >= 0 and plan.origin == self.castlings[at].king_from == now.kings[seat]:
                action = CASTLE
        if action:
            return action == CASTLE and plan.becomes < 0 and plan.capture <= 0 and self._castle(now, plan.castle)
        taken = now.board[to]
        if taken and taken & 1 == seat:
            return False
        if plan.kind >= 0:
            named = self.sharing[plan.kind * 2 + seat]
        elif plan.origin >= 0:
            single[0], single[1] = 1, now.board[plan.origin]
            if not single[1] or single[1] & 1 != seat:
                return False
            named = single
        else:
            return False
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        for place in range(1, named[0] + 1):
            code = named[place]
            reach = self.strike_of[code] if taken else self.quiet_of[code]
            starts = both(&now.pieces[code], &plan.sources)
            passing.low = passing.high = 0
            if to == now.passed and not taken and self.flags[code] & EN_PASSANT:
                passing = both(&starts, &self.sources[self.strike_of[code] * self.size + to])
            starts = both(&starts, &self.sources[reach * self.size + to])
            starts.low |= passing.low
            starts.high |= passing.high
            while starts.low or starts.high:
                frm = pop(&starts)
                victim = -1
                if (passing.low or passing.high) and has(&passing, frm):
                    victim = now.victim
                elif not self._free(reach, frm, to, &occupied):
                    continue
                if found:
                    if found == 1 and not self._safe(now, found_from, to, found_victim):
                        found_from = -1
                    found = 2
                    if not self._safe(now, frm, to, victim):
                        continue
                    if found_from >= 0:
                        return False
                else:
                    found = 1
                found_code, found_from, found_victim = code, frm, victim
        if found_from < 0 or (plan.capture >= 0 and plan.capture != (taken != 0 or found_victim >= 0)):
            return False
        if found == 1 and not self._safe(now, found_from, to, found_victim):
            return False
        special, becomes = 0, plan.becomes
        if self.special_of[found_code]:
            special = self.special_of[found_code][found_from * self.size + to]
        if self.specials[special].promotion < 0:
            if becomes >= 0:
                return False
        else:
            becomes = self._settle(now, &self.promotions[self.specials[special].promotion], becomes)
            if becomes == -2:
                return False
        self._make(now, found_code, found_from, to, taken, found_victim, becomes, self.specials[special].passed)
        self.made.origin, self.made.target, self.made.becomes, self.made.castle = found_from, to, becomes, -1
        at = self.specials[special].promotion
        if at >= 0 and self.promotions[at].flags & UNWRITTEN:
            self.made.becomes = -1
        return True

    cdef int _settle(self, Position *now, Promotion *promotion, int said) noexcept nogil:
        """The kind a piece becomes, -1 to stay what it is, -2 where that may not be."""
        cdef int place
        if said < 0:
            if not promotion.flags & MUST:
                return promotion.kinds[0] if promotion.flags & UNWRITTEN else -1
            return promotion.kinds[0] if promotion.flags & (IMPLIED | UNWRITTEN) else -2
        if promotion.flags & UNWRITTEN:
            return -2
        for place in range(promotion.count):
            if promotion.kinds[place] == said:
                if promotion.flags & FROM_POOL and not now.pool[said * 2 + 2 + now.turn]:
                    return -2
                return said
        return -2

    cdef void _make(
        self, Position *now, int code, int frm, int to, int taken, int victim, int becomes, int passed
    ) noexcept nogil:
        cdef int seat = now.turn, enemy = seat ^ 1, king = now.kings[enemy]
        now.halfmove_clock += 1
        if taken:
            take(&now.pieces[taken], to)
            take(&now.pieces[enemy], to)
            now.halfmove_clock = 0
            if self.flags[taken] & POOLED:
                now.pool[taken] += 1
        if victim >= 0:
            take(&now.pieces[now.board[victim]], victim)
            take(&now.pieces[enemy], victim)
            now.board[victim] = 0
        take(&now.pieces[code], frm)
        take(&now.pieces[seat], frm)
        add(&now.pieces[seat], to)
        now.board[frm] = 0
        now.passed = passed
        if self.flags[code] & PAWN:
            now.halfmove_clock = 0
            if passed >= 0:
                now.victim = to
        elif frm == now.kings[seat]:
            now.kings[seat] = to
        if becomes >= 0:
            code = becomes * 2 + 2 + seat
            if now.pool[code]:
                now.pool[code] -= 1
        now.board[to] = code
        add(&now.pieces[code], to)
        if now.rights:
            now.rights &= self.keep[frm] & self.keep[to]
        now.suspect = (
            victim >= 0
            or has(&self.sources[self.strike_of[code] * self.size + king], to)
            or self._looked_through(now, king, frm, seat)
        )
        now.turn = enemy
        now.fullmove_number += seat

    cdef Set _targets_of(self, Position *now, int code, int frm) noexcept nogil:
        """The cells to which a piece of the mover may go from a cell, promotions aside."""
        cdef int to
        cdef Set able, strikes, occupied, found
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        strikes = self.targets[self.strike_of[code] * self.size + frm]
        able = self.targets[self.quiet_of[code] * self.size + frm]
        able.low = (able.low & ~occupied.low) | (strikes.low & now.pieces[now.turn ^ 1].low)
        able.high = (able.high & ~occupied.high) | (strikes.high & now.pieces[now.turn ^ 1].high)
        found.low = found.high = 0
        if now.passed >= 0 and self.flags[code] & EN_PASSANT and has(&strikes, now.passed) and not now.board[now.passed]:
            take(&able, now.passed)
            if self._safe(now, frm, now.passed, now.victim):
                add(&found, now.passed)
        while able.low or able.high:
            to = pop(&able)
            if self._free(self.strike_of[code] if now.board[to] else self.quiet_of[code], frm, to, &occupied):
                if self._safe(now, frm, to, -1):
                    add(&found, to)
        return found

    cdef bint _has_move(self, Position *now) noexcept nogil:
        """Whether there is a legal move other than castling: who can castle can move the king or the rook too."""
        cdef int seat = now.turn, place, code, frm, special
        cdef Set starts, targets
        for place in range(self.piece_count[seat]):
            code = self.pieces_of[seat][place]
            starts = now.pieces[code]
            while starts.low or starts.high:
                frm = pop(&starts)
                targets = self._targets_of(now, code, frm)
                while targets.low or targets.high:
                    special = pop(&targets)
                    special = self.special_of[code][frm * self.size + special] if self.special_of[code] else 0
                    if self.specials[special].promotion < 0 or self._may_turn(
                        now, &self.promotions[self.specials[special].promotion]
                    ):
                        return True
        return False

    cdef bint _may_turn(self, Position *now, Promotion *promotion) noexcept nogil:
        """Whether a promotion leaves anything to choose."""
        cdef int place
        if not promotion.flags & FROM_POOL or not promotion.flags & MUST or promotion.flags & UNWRITTEN:
            return True
        for place in range(promotion.count):
            if now.pool[promotion.kinds[place] * 2 + 2 + now.turn]:
                return True
        return False

    def push(self, parsed):
        """Make a parsed move as `RoyalState.push_move` does. Raises `ValueError` for one that the kernel leaves alone."""
        cdef Plan plan
        if not fill_plan(&plan, parsed):
            raise ValueError(parsed)
        return bool(self._push(&self.now, &plan))

    def push_many(self, parsed_moves, set claims):
        """Make parsed moves up to the first that is not legal, or that it leaves alone; how many, as `RoyalState.push_many`.

        A parsed move keeps its plan, in bytes; no bytes where it is left alone.
        """
        cdef Plan plan
        cdef int made = 0
        for parsed in parsed_moves:
            known = (<list>parsed.plans)[2]
            if known is None:
                known = (<char *>&plan)[: sizeof(Plan)] if fill_plan(&plan, parsed) else b""
                (<list>parsed.plans)[2] = known
            if not known or not self._push(&self.now, <Plan *><char *>known):
                break
            if claims and made in claims and self._in_check(&self.now):
                claims.discard(made)
            made += 1
        return made

    def rivals(self, int origin, int target):
        """The starts of the mover's other pieces of the same letter that may go to the same target."""
        cdef int found[MOST_CELLS]
        cdef int count = self._rivals(origin, target, found), place
        return [found[place] for place in range(count)]

    cdef int _rivals(self, int origin, int target, int *found) noexcept nogil:
        """The same; how many there are."""
        cdef Position *now = &self.now
        cdef int seat = now.turn, code = now.board[origin], taken = now.board[target], place, frm, special, victim, at
        cdef int *named = self.sharing[(code - 2) & ~1 | seat]
        cdef Set starts, quiet, occupied
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        cdef int count = 0
        for place in range(1, named[0] + 1):
            code = named[place]
            starts = both(&now.pieces[code], &self.sources[self.strike_of[code] * self.size + target])
            if not taken:
                quiet = both(&now.pieces[code], &self.sources[self.quiet_of[code] * self.size + target])
                if not (target == now.passed and self.flags[code] & EN_PASSANT):
                    starts.low = starts.high = 0
                starts.low |= quiet.low
                starts.high |= quiet.high
            take(&starts, origin)
            while starts.low or starts.high:
                frm = pop(&starts)
                victim = -1
                if not taken and target == now.passed and self.flags[code] & EN_PASSANT and has(
                    &self.targets[self.strike_of[code] * self.size + frm], target
                ):
                    victim = now.victim
                elif not self._free(self.strike_of[code] if taken else self.quiet_of[code], frm, target, &occupied):
                    continue
                special = self.special_of[code][frm * self.size + target] if self.special_of[code] else 0
                at = self.specials[special].promotion
                if self._safe(now, frm, target, victim) and (at < 0 or self._may_turn(now, &self.promotions[at])):
                    found[count] = frm
                    count += 1
        return count

    def moves(self, state, tables):
        """The legal moves of a state, in the order of `RoyalState.each_move`, as `make_ply` makes them. tables: its own."""
        cdef int seat, place, code, origin, target, special
        cdef Set starts, able
        cdef list found = []
        self.load(state)
        seat = self.now.turn
        if self.simple_moves is None:
            self.simple_moves = [None] * (self.size * self.size)
            self.orders = [None] * (self.codes * self.size)
        for place in range(self.piece_count[seat]):
            code = self.pieces_of[seat][place]
            starts = self.now.pieces[code]
            while starts.low or starts.high:
                origin = pop(&starts)
                able = self._targets_of(&self.now, code, origin)
                if not (able.low or able.high):
                    continue
                for target in self._order(tables, code, origin):
                    if not has(&able, target):
                        continue
                    special = self.special_of[code][origin * self.size + target] if self.special_of[code] else 0
                    if self.specials[special].promotion < 0:
                        found.append(self._simple_move(origin, target))
                        continue
                    turning = tables.turnings[code][origin << 8 | target]
                    found += [self.make_ply(origin, target, becomes, -1) for becomes in turning.options(state.pool, seat)]
        if self.now.rights:
            for side, castling in tables.castling_of[seat].items():
                if self._castling(&self.now, side) != NULL:
                    found.append(castling.move)
        return found

    cdef list _order(self, tables, int code, int origin):
        """The cells to which a piece may ever go from another, in the order of the tables."""
        cdef int at = code * self.size + origin
        if self.orders[at] is None:
            quiet, strike = tables.quiet[code][origin], tables.strike[code][origin]
            self.orders[at] = list(quiet if tables.quiet[code] is tables.strike[code] else quiet | strike)
        return self.orders[at]

    cdef object _simple_move(self, int origin, int target):
        """The move of a piece that becomes nothing else; each is made once."""
        cdef int at = origin * self.size + target
        if self.simple_moves[at] is None:
            self.simple_moves[at] = self.make_ply(origin, target, -1, -1)
        return self.simple_moves[at]

    def sign(self, int origin, int target, int becomes, int castle):
        """`+` if a legal move gives check, `#` if it mates; the move is made."""
        cdef int *move = [origin, target, becomes, castle]
        cdef char sign = self._sign(move)
        return chr(sign) if sign else ""

    cdef char _sign(self, int *move) except? -1:
        """The same; 0 for neither."""
        self._make_move(move[0], move[1], move[2], move[3])
        if not self._in_check(&self.now):
            return 0
        return c'+' if self._has_move(&self.now) else c'#'

    cdef int _make_move(self, int origin, int target, int becomes, int castle) except -1:
        """Make a legal move. Raises `ValueError` for another one."""
        cdef Plan plan
        plan.action, plan.origin, plan.target, plan.kind = GO, origin, target, -1
        plan.capture, plan.becomes, plan.castle = -1, becomes, -1
        plan.sources.low = plan.sources.high = 0
        if castle >= 0:
            plan.action = CASTLE
            plan.castle = 0 if self.castle_of[self.now.turn][0] == castle else 1
        else:
            add(&plan.sources, origin)
        if not self._push(&self.now, &plan):
            raise ValueError((origin, target, becomes, castle))
        return 0

    def make_all(self, moves):
        """Make legal moves, one after the other. Raises `ValueError` for another one."""
        for origin, target, becomes, castle, *_ in moves:
            self._make_move(origin, target, becomes, castle)

    def long_texts(self, moves, str mark, castlings):
        """Legal moves in long form, as they are made one after the other; None where one is no piece's move, nor castling.

        mark: of captures. castlings: the texts of castlings, by their number.
        """
        self.lay_writing("", "", mark, castlings)
        return self._texts(moves, long_form=True)

    def sans(self, moves):
        """Legal moves in SAN, as they are made one after the other; None where one is no piece's move, nor castling."""
        return self._texts(moves, long_form=False)

    cdef list _texts(self, moves, bint long_form):
        cdef int move[4]
        cdef char text[LONGEST_TEXT]
        cdef int size
        texts = []
        for move[0], move[1], move[2], move[3], *_ in moves:
            size = self.write_long(move, text) if long_form else self.write_san(move, text)
            if not size:
                return None
            texts.append(PyUnicode_DecodeUTF8(text, size, NULL))
        return texts

    cdef int write_long(self, int *move, char *text) except -1:
        cdef bytes castling
        cdef int size = 0
        if move[3] >= 0:
            castling = self.castling_texts[move[3]]
            size = len(castling)
            memcpy(text, <const char *>castling, size)
        elif move[0] < 0 or move[1] < 0 or move[0] == move[1]:
            return 0
        else:
            size = put_label(text, size, &self.cell_names[move[0]])
            if self._takes(move[0], move[1]):
                memcpy(text + size, <const char *>self.capture_mark, len(self.capture_mark))
                size += len(self.capture_mark)
            else:
                text[size] = c'-'
                size += 1
            size = put_label(text, size, &self.cell_names[move[1]])
            size = self._put_promotion(text, size, move[2])
        self._make_move(move[0], move[1], move[2], move[3])
        return size

    cdef int _put_promotion(self, char *text, int size, int becomes) noexcept nogil:
        if becomes < 0:
            return size
        text[size] = c'='
        return put_label(text, size + 1, &self.letters[becomes])

    cdef int write_san(self, int *move, char *text) except -1:
        cdef int size = 0
        cdef char sign
        if move[3] >= 0:
            size = 5 if self.castling_sides[move[3]] else 3
            memcpy(text, b"O-O-O", size)
        elif move[0] < 0 or move[1] < 0 or move[0] == move[1]:
            return 0
        else:
            size = self._put_start(text, move[0], move[1])
            size = put_label(text, size, &self.cell_names[move[1]])
            size = self._put_promotion(text, size, move[2])
        sign = self._sign(move)
        if sign:
            text[size] = sign
            size += 1
        return size

    cdef int _put_start(self, char *text, int origin, int target) noexcept nogil:
        """The letter of a piece, what tells it from others that may go to the same cell (PGN 8.2.3.4), and the sign of a
        capture."""
        cdef int rivals[MOST_CELLS]
        cdef int count = self._rivals(origin, target, rivals), place, size = 0
        cdef bint takes = self._takes(origin, target), on_file = False, on_rank = False
        cdef Label *cell = &self.cell_names[origin]
        cdef Label *letter = &self.letters[(self.now.board[origin] - 2) >> 1]
        cdef Label *other
        cdef bint is_pawn = letter.size == 1 and letter.text[0] == c'P'
        for place in range(count):
            other = &self.cell_names[rivals[place]]
            on_file |= other.text[0] == cell.text[0]
            on_rank |= same_rank(cell, other)
        if not is_pawn:
            size = put_label(text, size, letter)
        if (count and not on_file) or (is_pawn and takes and not count):
            text[size] = cell.text[0]
            size += 1
        elif count and (is_pawn or on_rank):
            size = put_label(text, size, cell)
        elif count:
            memcpy(text + size, cell.text + 1, cell.size - 1)
            size += cell.size - 1
        if takes:
            text[size] = c'x'
            size += 1
        return size

    cdef bint _takes(self, int origin, int target) noexcept nogil:
        """Whether a move of a piece captures."""
        cdef int code = self.now.board[origin]
        if self.now.board[target]:
            return True
        return target == self.now.passed and self.flags[code] & EN_PASSANT and has(
            &self.targets[self.strike_of[code] * self.size + origin], target
        )

    def changes(self, moves):
        """What legal moves do, made one after the other: of each the cells that change, with seat and kind of the pieces
        before and after or None, and the cell of the king in check afterwards, -1 for none. None where one is no piece's
        move."""
        cdef int origin, target, becomes, castle, victim, at
        cdef uint8_t key[8]
        cdef uint8_t before[MOST_CELLS]
        cdef Position *now = &self.now
        cdef Plan plan
        found = []
        plan.kind = plan.capture = -1
        for origin, target, becomes, castle, *_ in moves:
            plan.action, plan.origin, plan.target, plan.becomes, plan.castle = GO, origin, target, becomes, -1
            plan.sources.low = plan.sources.high = 0
            victim = now.victim if target == now.passed else -1
            if castle >= 0:
                plan.action, plan.castle, origin, target = CASTLE, self.castle_of[now.turn][1] == castle, castle, 0
            elif origin < 0 or target < 0 or origin == target:
                return None
            else:
                add(&plan.sources, origin)
            memcpy(before, now.board, self.size)
            if not self._push(now, &plan):
                return None
            key[0], key[1], key[2], key[3] = origin, target, victim + 1, castle >= 0
            key[4], key[5], key[6] = before[origin], before[target], now.board[target]
            key[7] = before[victim] if victim >= 0 else 0
            changed = self.changed.get(<bytes>(<char *>key)[:8])
            if changed is None:
                changed = tuple([
                    (at, self._piece(before[at]), self._piece(now.board[at]))
                    for at in range(self.size) if before[at] != now.board[at]
                ])
                if len(self.changed) >= MOST_CHANGES:
                    self.changed.clear()
                self.changed[<bytes>(<char *>key)[:8]] = changed
            found.append((changed, now.kings[now.turn] if self._in_check(now) else -1))
        return found

    cdef object _piece(self, int code):
        """Seat and kind of a piece, None for an empty cell."""
        return (code & 1, (code - 2) >> 1) if code else None

    @property
    def last_move(self):
        """Origin, target, promotion and castling of the move made last, as `Move` has them."""
        return self.made.origin, self.made.target, self.made.becomes, self.made.castle

    def has_move(self):
        """Whether who is to move has a legal move."""
        return bool(self._has_move(&self.now))

    def in_check(self):
        """Whether who is to move is in check."""
        return bool(self._in_check(&self.now))

    # -- what the scanner asks ------------------------------------------------------------------------------------------------

    cdef bint play(self, int plan) noexcept nogil:
        return self._push(&self.now, &self.plans[plan])

    cdef void pass_turn(self) noexcept nogil:
        cdef Position *now = &self.now
        now.halfmove_clock += 1
        now.passed = -1
        now.suspect = True
        now.fullmove_number += now.turn
        now.turn ^= 1
        self.made.origin = self.made.target = self.made.becomes = self.made.castle = -1

    cdef bint is_check(self) noexcept nogil:
        return self._in_check(&self.now)

    cdef bint is_over(self) noexcept nogil:
        return not self._has_move(&self.now)

    cdef int seat_to_move(self) noexcept nogil:
        return self.now.turn

    cdef int round_number(self) noexcept nogil:
        return self.now.fullmove_number

    cdef int quiet_plies(self) noexcept nogil:
        return self.now.halfmove_clock

    cdef void keep_before(self) noexcept nogil:
        self._copy(&self.before, &self.now)

    cdef void take_back(self) noexcept nogil:
        self._copy(&self.now, &self.before)

    cdef void begin_line(self, int depth) noexcept nogil:
        self._copy(&self.waiting[depth].position, &self.now)
        self._copy(&self.waiting[depth].before, &self.before)
        self._copy(&self.now, &self.before)

    cdef void end_line(self, int depth) noexcept nogil:
        self._copy(&self.now, &self.waiting[depth].position)
        self._copy(&self.before, &self.waiting[depth].before)

    cdef bytes waiting_position(self, int depth, bint before):
        cdef Position *position = &self.waiting[depth].before if before else &self.waiting[depth].position
        return (<char *>position)[: sizeof(Position)]

    cdef bint add_plan(self, int number, object parsed) except -1:
        self._make_room(number)
        return fill_plan(&self.plans[number], parsed)

    cdef bint read_quickly(self, int number, const char *token, Py_ssize_t size) except -1:
        self._make_room(number)
        return self._read_san(&self.plans[number], token, size)

    cdef int _make_room(self, int number) except -1:
        """Room for a plan of a number."""
        cdef int room = self.plan_room * 2 or 1024
        cdef Plan *plans
        if number < self.plan_room:
            return 0
        plans = <Plan *>PyMem_Realloc(self.plans, room * sizeof(Plan))
        if not plans:
            raise MemoryError
        self.plans, self.plan_room = plans, room
        return 0

    cdef bint is_null_move(self, int number) noexcept nogil:
        return self.plans[number].action == NULL_MOVE

    cdef object last_ply(self):
        cdef Made *made = &self.made
        cdef Py_ssize_t key = ((<Py_ssize_t>made.origin + 1 << 8 | made.target + 1) << 8 | made.becomes + 1) << 8 | made.castle + 1
        ply = self.plies.get(key)
        if ply is None:
            ply = self.plies[key] = self.make_ply(made.origin, made.target, made.becomes, made.castle)
        return ply

    cdef void tell_move(self, int *move) noexcept nogil:
        move[0], move[1], move[2], move[3] = self.made.origin, self.made.target, self.made.becomes, self.made.castle

    cdef bint _read_san(self, Plan *plan, const char *token, Py_ssize_t size) noexcept nogil:
        """The most usual moves in SAN: Nf3, Nbd2, N1d2, exd5, e4, e8=Q, with their signs; False for any other text."""
        cdef Py_ssize_t at = 0, end = size
        cdef int kind = self.kind_of[c'P'], file = -1, rank = -1, becomes = -1, cell
        cdef bint takes = False, named
        if not self.reads_san:
            return False
        if token[end - 1] == c'+' or token[end - 1] == c'#':
            end -= 1
        if end > 4 and token[end - 2] == c'=':
            becomes = self.kind_of[<unsigned char>token[end - 1]]
            if becomes < 0:
                return False
            end -= 2
        named = c'A' <= token[0] <= c'Z'
        if named:
            kind = self.kind_of[<unsigned char>token[0]]
            at = 1
        if kind < 0 or end - at < 2 or not (c'a' <= token[end - 2] <= c'w' and c'0' <= token[end - 1] <= c'9'):
            return False
        plan.target = self.cell_of[token[end - 2] - c'a'][token[end - 1] - c'0']
        end -= 2
        if end > at and token[end - 1] == c'x':
            takes = True
            end -= 1
        if end > at and c'a' <= token[at] <= c'w':
            file = token[at] - c'a'
            at += 1
        if end > at and c'0' <= token[at] <= c'9':
            rank = token[at] - c'0'
            at += 1
        if at < end or plan.target < 0 or (not named and (rank >= 0 or takes != (file >= 0))):
            return False
        plan.action, plan.origin, plan.kind, plan.capture, plan.becomes, plan.castle = GO, -1, kind, takes, becomes, -1
        plan.sources.low = plan.sources.high = ~<uint64_t>0
        if file >= 0 and rank >= 0:
            plan.origin = self.cell_of[file][rank]
            if plan.origin < 0:
                return False
        if file >= 0 or rank >= 0:
            plan.sources.low = plan.sources.high = 0
            for cell in range(32 * 10):
                at = self.cell_of[cell // 10][cell % 10]
                if at >= 0 and (plan.origin == at or (plan.origin < 0 and (cell // 10 == file or cell % 10 == rank))):
                    add(&plan.sources, at)
            return plan.sources.low or plan.sources.high
        return True

    # -- games of which there is nothing to tell ----------------------------------------------------------------------------

    def lay_reading(self, dict letters, rows, dict pieces, stands, most_pieces, castlings, bint stalemate_loses):
        """What `count_games` reads SAN and FEN by, beside the tables. All in it is optional: what is not known is left alone.

        letters: the kinds by their letters in SAN. rows: the cells of each row of a FEN; pieces: by their letters there.
        stands: by piece, the mask of cells where it can be. castlings: of each, king and partner at the start, and whether
        they are what its letter means.
        """
        cdef int cell, number, at = 0
        cdef str text
        for number in range(256):
            self.kind_of[number] = -1
        for cell in range(32 * 10):
            self.cell_of[cell // 10][cell % 10] = -1
        self.reads_san = bool(letters)
        for cell, text in enumerate(self.cells):
            if len(text) != 2 or not "a" <= text[0] <= "w" or not "0" <= text[1] <= "9":
                self.reads_san = False
                break
            self.cell_of[ord(text[0]) - 97][ord(text[1]) - 48] = cell
        for text, kind in letters.items():
            if len(text) == 1 and "A" <= text <= "Z":
                self.kind_of[ord(text)] = kind
        self.reads_fen = self.size == sum(map(len, rows)) and None not in [cell for row in rows for cell in row]
        for text, code in pieces.items():
            if len(text) == 1 and text.isascii() and text.isalpha():
                self.code_of[ord(text)] = code
        for number, row in enumerate(rows if self.reads_fen else ()):
            self.fen_rows[number] = len(row)
            for cell in row:
                self.fen_cells[at] = cell
                at += 1
        for code in range(2, self.codes):
            self.stands[<int>code] = as_set(stands[code])
        self.most_pieces[0], self.most_pieces[1] = most_pieces
        for number, (king, partner, known) in enumerate(castlings):
            self.castling_pieces[number][0], self.castling_pieces[number][1] = king, partner
            self.castling_letters[number] = known
        self.stalemate_loses = stalemate_loses
        self.counts_games = True

    cdef bint fits_result(self, Piece *result) except -1:
        cdef Position *now = &self.now
        if result.size == 7:
            if memcmp(result.begin, b"1/2-1/2", 7):
                return False
        elif result.size == 3:
            if memcmp(result.begin, b"1-0", 3) and memcmp(result.begin, b"0-1", 3):
                return False
        elif result.size != 1 or result.begin[0] != c'*':
            return False
        if self._has_move(now):
            return True
        if self.stalemate_loses or self._in_check(now):
            return result.size == 3 and result.begin[0] == (c'1' if now.turn else c'0')
        return result.size == 7

    cdef bint read_position(self, Piece *fen) except -1:
        cdef Position *now = &self.now
        cdef const char *at = fen.begin
        cdef const char *end = fen.begin + fen.size
        cdef int row = 0, filled = 0, cell, code, count, place, number, seat, king
        cdef int standing[2]
        cdef int counters[2]
        cdef Set gone, occupied
        if not self.reads_fen:
            return False
        memset(now, 0, sizeof(Position))
        standing[0] = standing[1] = 0
        place = 0
        while at < end and at[0] != c' ':
            if at[0] == c'/':
                if filled != self.fen_rows[row] or not self.fen_rows[row + 1]:
                    return False
                row, filled = row + 1, 0
                at += 1
                continue
            count, code = 1, 0
            if c'1' <= at[0] <= c'9':
                count = at[0] - c'0'
                if self.fen_rows[row] > 9 and c'0' <= at[1] <= c'9':
                    at += 1
                    count = count * 10 + at[0] - c'0'
            else:
                code = self.code_of[<unsigned char>at[0]]
                if not code:
                    return False
            filled += count
            if filled > self.fen_rows[row]:
                return False
            if code:
                cell = self.fen_cells[place]
                if not has(&self.stands[code], cell):
                    return False
                now.board[cell] = code
                add(&now.pieces[code], cell)
                add(&now.pieces[code & 1], cell)
                standing[code & 1] += 1
                if code == self.royal[code & 1]:
                    now.kings[code & 1] = cell
            place += count
            at += 1
        if filled != self.fen_rows[row] or self.fen_rows[row + 1] or end - at < 10:
            return False
        for seat in range(2):
            if standing[seat] > self.most_pieces[seat] or size_of(&now.pieces[self.royal[seat]]) != 1:
                return False
        if (at[1] != c'w' and at[1] != c'b') or at[2] != c' ':
            return False
        now.turn = at[1] == c'b'
        at += 3
        if at[0] == c'-':
            at += 1
        else:
            while at[0] != c' ':
                seat = at[0] == c'k' or at[0] == c'q'
                number = self.castle_of[seat][at[0] == c'Q' or at[0] == c'q']
                if not (seat or at[0] == c'K' or at[0] == c'Q') or number < 0 or not self.castling_letters[number]:
                    return False
                if now.rights & self.castlings[number].right:
                    return False
                if (
                    now.board[self.castlings[number].king_from] != self.castling_pieces[number][0]
                    or now.board[self.castlings[number].rook_from] != self.castling_pieces[number][1]
                ):
                    return False
                now.rights |= self.castlings[number].right
                at += 1
        if at[0] != c' ' or at[1] != c'-' or at[2] != c' ':
            return False
        at += 3
        for number in range(2):
            counters[number], count = 0, 0
            while c'0' <= at[0] <= c'9' and count < 6:
                counters[number] = counters[number] * 10 + at[0] - c'0'
                count += 1
                at += 1
            if not count or at[0] != (c'"' if number else c' '):
                return False
            at += 1
        if not counters[1]:
            return False
        now.halfmove_clock, now.fullmove_number = counters[0], counters[1]
        now.passed = now.victim = -1
        now.suspect = True
        gone.low = gone.high = 0
        occupied.low = now.pieces[0].low | now.pieces[1].low
        occupied.high = now.pieces[0].high | now.pieces[1].high
        return not self._attacked(now, now.kings[now.turn ^ 1], now.turn, &occupied, &gone)

    cdef uint64_t position_hash(self) noexcept nogil:
        return hash_of(self.now.board, self.size, self.now.turn + 1 + (<uint64_t>self.now.rights << 8))

    cdef bint is_dead(self) noexcept nogil:
        return self._is_dead(self.now.board, self.size)


cdef inline int size_of(Set *cells) noexcept nogil:
    cdef Set left = cells[0]
    cdef int count = 0
    while left.low or left.high:
        pop(&left)
        count += 1
    return count


def usual_tags(str text):
    """The tags of a header as most programs write them, one a line, and where it ends; None for any other header."""
    cdef Py_ssize_t size = 0, at = 0, end = 0
    cdef const char *data
    cdef Piece name, value
    try:
        data = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:
        return None
    tags = {}
    while at < size and data[at] == c'[':
        at = next_tag(data, at, size, &name, &value)
        if at < 0:
            return None
        told = PyUnicode_DecodeUTF8(name.begin, name.size, NULL)
        if told in tags:
            return None
        tags[told] = PyUnicode_DecodeUTF8(value.begin, value.size, NULL)
        end = at
        at += at < size
    while at < size and CLASSES[<unsigned char>data[at]] == BLANK:
        at += 1
    if not tags or (at < size and CLASSES[<unsigned char>data[at]] != DIGIT and not memchr(b"{(;*", data[at], 4)):
        return None  # words there may be lines among the tags
    return tags, end if size == len(text) else len(data[:end].decode())


cdef inline bint is_symbol(unsigned char char) noexcept nogil:
    """`pgn_lexer.SYMBOL`, as far as it is ASCII."""
    return char > 32 and char < 127 and not (char == c'(' or char == c')' or char == c'{' or char == c'}' or char == c';')


cdef inline bint is_space(unsigned char char) noexcept nogil:
    return char == 32 or (9 <= char <= 13) or (28 <= char <= 31)


cdef Py_ssize_t token_end(const unsigned char *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Where the token that begins at a character ends, as `pgn_lexer` cuts; -1 where it is left to that."""
    cdef Py_ssize_t end = at
    cdef const void *close
    if text[at] == c'{':
        close = memchr(text + at, c'}', size - at)
        if close == NULL:
            return size
        end = <const unsigned char *>close - text
        return end + 1 if text[end - 1] != c'\\' else -1
    if text[at] == c';' or (text[at] == c'%' and at and text[at - 1] == c'\n'):
        close = memchr(text + at, c'\n', size - at)
        return <const unsigned char *>close - text if close != NULL else size
    if not is_symbol(text[at]):
        return at + 1
    while c'0' <= text[end] <= c'9':
        end += 1
    if end > at and text[end] == c'.':
        while text[end] == c'.':
            end += 1
        return end
    if at < end <= at + 3 and text[end] == c')' and is_space(text[end + 1]):
        return end + 1
    if c'0' <= text[at] <= c'9' and text[at + 1] == c':':
        end = at + 2
        while is_space(text[end]):
            end += 1
        if not is_symbol(text[end]):
            end = at
    while is_symbol(text[end]):
        end += 1
    return end


def tokens(str text, Py_ssize_t start, bint places):
    """The tokens of an ASCII text from a place on, as `pgn_lexer.tokens_in` without spoken moves, or where they begin and
    end, one after the other; None where it cannot tell."""
    cdef Py_ssize_t size = 0, at = start, end
    cdef const unsigned char *data = <const unsigned char *>PyUnicode_AsUTF8AndSize(text, &size)
    found = []
    while at < size:
        if data[at] <= 32 or data[at] == 127:
            at += 1
            continue
        end = token_end(data, at, size)
        if end < 0:
            return None
        if places:
            found.append(at)
            found.append(end)
        else:
            found.append(PyUnicode_Substring(text, at, end))
        at = end
    return found


cdef bint fill_plan(Plan *plan, parsed) except -1:
    """A parsed move in numbers; False where the kernel leaves it to the general way."""
    cdef int action = parsed.action
    if parsed.throw or parsed.victim != -1 or parsed.owner != -1 or parsed.put_on != -1:
        return False
    if action not in (GO, CASTLE, GO_OR_CASTLE, NULL_MOVE) or (parsed.kind < 0 and parsed.origin < 0 and action == GO):
        return False
    plan.action, plan.origin, plan.target, plan.kind = action, parsed.origin, parsed.target, parsed.kind
    plan.capture = -1 if parsed.capture is None else parsed.capture
    plan.becomes, plan.castle = parsed.becomes, parsed.castle
    plan.sources = as_set(parsed.sources if parsed.origin < 0 else 1 << parsed.origin)
    return True
