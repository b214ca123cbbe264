# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled core: one for all games that `GameRules` describe. The rules are in the headers of `core/`, in plain C.

A `Core` holds the tables of a game and never changes. Each call puts its position on the stack, so any number of threads and
games may use one core at once. `rules.general` plays the same tables in Python and is the reference
(tests/core_differential.py).
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_New
from libc.stdlib cimport calloc, free

from libc.string cimport memmove

include "core/core.pxi"
include "scanner.pxi"
include "postings.pxi"
include "tokens.pxi"
include "writer.pxi"

cdef extern from *:
    const char *CORE_SOURCE

cdef const char *TABLES = "fairyscore.Tables"

cdef enum:
    MOST_CASTLES = 16, MOST_HELD = 65535
    MOST_NAMED = 256  # kinds and cells
    MOST_POSITIONS = 1024  # of FENs that are kept
    MOST_RIVALS = 1024  # moves of other pieces to one cell
    FARTHEST = 2  # so many characters may be changed in a move that was meant
    APART = 99
    MOST_NEAR = 8  # legal moves near a refused one
    FEWEST_BEHIND = 2, CLEARLY = 6, MOST_FAULTS = 3  # as in `replay.refusals`
    MOST_KNOWN_CHANGES = 20_000
    # What is wrong in a row of facts, as in `rules.general.core_reasons.RowFault`.
    OWN_ON_TARGET = 0, LACKS_WAY = 1, BLOCKED = 2, LEAVES_CHECK = 3, AMBIGUOUS = 4
    RIGHT_IS_GONE = 5, IN_BETWEEN = 6, ATTACKED = 7
    MOST_NUMBER = 0x7FFF  # as `replay.sieve.MOST`

SOURCE = CORE_SOURCE.decode()
LIMITS = {
    "cells": MOST_CELLS, "codes": 128, "promotions": 15, "castlings": 16, "vital": 16, "gone": 64, "goals": 16, "leap": 127,
    "effects": 16, "changes": 90, "loans": 4,
    "throws": 15, "edges": 32,
}


cdef Cells as_cells(object mask):
    cdef Cells cells
    cdef int k
    for k in range(CELL_WORDS):
        cells.word[k] = <uint64_t>(mask >> 64 * k & 0xFFFFFFFFFFFFFFFF)
    return cells


cdef int castle_of(const Game *g, const Position *p, int index) noexcept nogil:
    """The place in `Game.castles` of the castling of a rule that is still left; -1 for none, and for no rule."""
    cdef int k
    for k in range(g.castle_count):
        if g.castles[k].index == index and p.castles >> k & 1:
            return k
    return -1


cdef object as_mask(const Cells *cells):
    cdef int k
    mask = cells.word[0]
    for k in range(1, CELL_WORDS):
        if cells.word[k]:
            mask |= <object>cells.word[k] << 64 * k
    return mask


cdef class Core:
    """The tables of a game.

    rules: its `rules.general.core_rules.CoreRules`. move_type: what moves are made of, `rules.moves.Move`.
    Raises `OverflowError` where its pieces have too many ways, `MemoryError` where there is no memory.
    """

    cdef Tables t
    cdef object move_type
    cdef bint stalemate_counts  # pieces are counted where it comes
    cdef int mate, stalemate  # what they bring who is to move: 1 for a win, 0 for a draw, -1 for a loss
    cdef bint is_named  # whether there was room for all names
    cdef Label letters[MOST_NAMED]  # by kind
    cdef Label cell_names[MOST_NAMED]
    cdef Codes special  # pieces that hop, or must stay in a part of the board
    cdef dict changed  # what moves change, by the changes in bytes
    cdef list simple_moves  # by origin and target, of pieces that become nothing else; None for those not made so far

    def __cinit__(self, rules, move_type):
        memset(&self.t, 0, sizeof(Tables))

    def __init__(self, rules, move_type):
        self.move_type = move_type
        self._build_board(rules)
        self._build_pieces(rules)
        self._build_steps(rules)
        self._build_promotions(rules)
        self._build_rules(rules)
        self._build_effects(rules)
        self._build_rows(rules.rows)
        self._build_ends(rules)
        self._build_names(rules)
        self.mate, self.stalemate, self.stalemate_counts = rules.mate, rules.stalemate, rules.stalemate_counts
        self.changed = {}
        if not build_plain(&self.t):
            raise MemoryError

    def __dealloc__(self):
        free(self.t.board.number)
        free(self.t.steps)
        free(self.t.fans)
        free(self.t.rides)
        free(self.t.single_steps)
        free(self.t.rays)
        free(self.t.beyond)
        free(self.t.sources)
        free(self.t.lanes)
        free(self.t.start)
        free(self.t.between)
        free(self.t.ray_between)
        free(self.t.movable)
        free(self.t.promotions)
        free(self.t.effects)
        free(self.t.loans)
        free(self.t.lines)

    @property
    def tables(self):
        """The `const Tables *` for other extensions, in a capsule; it is there as long as the core is."""
        return PyCapsule_New(&self.t, TABLES, NULL)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self  # it never changes

    cdef int _build_board(self, rules) except -1:
        cdef Board *b = &self.t.board
        cdef int cell, heading
        b.count, b.files, b.ranks = len(rules.spots), rules.files, rules.ranks
        b.round, b.wraps_files, b.wraps_ranks = rules.round, rules.wraps_files, rules.wraps_ranks
        b.twist = rules.twist
        b.number = <int16_t *>calloc(b.files * b.ranks, sizeof(int16_t))
        if b.number == NULL:
            raise MemoryError
        for cell in range(b.files * b.ranks):
            b.number[cell] = -1
        for cell, (x, y) in enumerate(rules.spots):
            b.x[cell], b.y[cell] = x, y
            b.number[b.y[cell] * b.files + b.x[cell]] = cell
        for heading, ahead in enumerate(rules.ahead):
            for cell, step in enumerate(ahead):
                if step is None:
                    b.ahead[heading][cell] = -1
                else:
                    b.ahead[heading][cell], b.turned[heading][cell] = step
        build_board(&self.t)
        return 0

    cdef int _build_pieces(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef int code, k
        t.seats, t.codes, t.flags = rules.seats, rules.codes, rules.flags
        for code in range(2, t.codes):
            t.owner[code], t.kind[code] = (code - 2) % t.seats, (code - 2) // t.seats
            t.reach[code] = rules.reach[code]
            t.cornered[code], t.counted[code] = as_cells(rules.cornered[code]), rules.counted[code]
            t.not_takes[code], t.not_over[code] = as_cells(rules.not_takes[code]), as_cells(rules.not_over[code])
            t.hand_code[code], t.unpromoted[code] = rules.hand_code[code], rules.unpromoted[code]
            t.doubles[code], t.drop[code] = rules.doubles[code], as_cells(rules.drop[code])
            t.dropped_count[code] = len(rules.dropped_as[code])
            for k, kind in enumerate(rules.dropped_as[code]):
                t.dropped_as[code][k] = kind
        for k, mask in enumerate(rules.sharing):
            t.sharing[k] = as_cells(mask)
            add(&t.every_kind, k)
        t.royal, t.pseudo = as_cells(rules.royal), as_cells(rules.pseudo)
        t.pawns, t.passers = as_cells(rules.pawns), as_cells(rules.passers)
        t.plus, t.pooled = as_cells(rules.plus), as_cells(rules.pooled)
        t.no_mate = as_cells(rules.no_mate)
        self.special = as_cells(rules.special)
        t.must_first, t.opposite = as_cells(rules.must_first), as_cells(rules.opposite)
        return 0

    cdef int _build_steps(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef int cells = t.board.count, reach
        t.reaches = len(rules.reaches)
        t.start = <int32_t *>calloc(t.reaches * (cells + 1) + 1, sizeof(int32_t))
        t.between = <int32_t *>calloc(t.reaches * cells * cells + 1, sizeof(int32_t))
        t.ray_between = <int32_t *>calloc(cells * cells + 1, sizeof(int32_t))
        t.movable = <Cells *>calloc(t.reaches + 1, sizeof(Cells))
        if t.start == NULL or t.between == NULL or t.ray_between == NULL or t.movable == NULL:
            raise MemoryError
        for reach, leaps in enumerate(rules.reaches):
            self._build_reach(reach, leaps)
        if not build_rays(t):
            raise MemoryError
        for codes, ways, facing in rules.facing:
            if not build_facing(t, as_cells(codes), ways, facing):
                raise MemoryError
        return 0

    cdef int _build_reach(self, int reach, leaps) except -1:
        cdef Leap *rows = <Leap *>calloc(len(leaps) + 1, sizeof(Leap))
        cdef int8_t *bends = <int8_t *>calloc(2 * sum([len(leap.bends) for leap in leaps]) + 2, sizeof(int8_t))
        cdef int k, bend = 0, done = 0
        try:
            if rows == NULL or bends == NULL:
                raise MemoryError
            for k, leap in enumerate(leaps):
                rows[k].origins, rows[k].targets = as_cells(leap.origins), as_cells(leap.targets)
                rows[k].passed = as_cells(leap.passed)
                rows[k].right, rows[k].ahead, rows[k].most, rows[k].flags = leap.right, leap.ahead, leap.most, leap.flags
                rows[k].bend, rows[k].bends, rows[k].bend_most = bend, len(leap.bends), leap.bend_most
                for right, ahead in leap.bends:
                    bends[2 * bend], bends[2 * bend + 1] = right, ahead
                    bend += 1
            done = build_reach(&self.t, reach, rows, len(leaps), bends)
        finally:
            free(rows)
            free(bends)
        if not done:
            raise OverflowError("too many ways for the compiled core")
        return 0

    cdef int _build_promotions(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef Promotion *made
        cdef int code, count = 0, k
        t.promotions = <Promotion *>calloc(sum([len(by_code) for by_code in rules.promotions]) + 1, sizeof(Promotion))
        if t.promotions == NULL:
            raise MemoryError
        for code, by_code in enumerate(rules.promotions):
            t.promotion_of[code], t.promotion_count[code] = count, len(by_code)
            for promotion in by_code:
                made = &t.promotions[count]
                made.on, made.from_ = as_cells(promotion.on), as_cells(promotion.origins)
                made.flags, made.count = promotion.flags, len(promotion.kinds)
                for k in range(made.count):
                    made.kinds[k], made.limit[k] = promotion.kinds[k], promotion.limits[k]
                    made.limited[k] = as_cells(promotion.limited[k])
                count += 1
        return 0

    cdef int _build_rules(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef CastlingRule *made
        cdef int seat
        t.walls = rules.walls
        for seat in range(t.seats):
            t.passing[seat], t.wall_cells[seat] = rules.passing[seat], as_cells(rules.wall_cells[seat])
        for castling in rules.castlings:
            made = &t.castlings[t.castling_count]
            t.castling_count += 1
            made.seat, made.side, made.king_to, made.rook_to = castling.seat, castling.side, castling.king_to, castling.rook_to
            made.letter = castling.letter
            made.kings, made.partners = as_cells(castling.kings), as_cells(castling.partners)
            made.king_home, made.rook_home = castling.king_home, castling.rook_home
            made.has_empty, made.has_safe = castling.empty >= 0, castling.safe >= 0
            made.empty, made.safe = as_cells(castling.empty), as_cells(castling.safe)
        return 0

    cdef int _build_effects(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef Effect *made
        cdef int seat, code, kind, other
        for cell, mask in enumerate(rules.around):
            t.near[cell] = as_cells(mask)
        t.effects = <Effect *>calloc(len(rules.effects) + 1, sizeof(Effect))
        if t.effects == NULL:
            raise MemoryError
        for effect in rules.effects:
            made = &t.effects[t.effect_count]
            t.effect_count += 1
            made.movers, made.spared = as_cells(effect.movers), as_cells(effect.spared)
            made.captures, made.on, made.becomes = effect.captures, effect.on, effect.becomes
            for code, mask in enumerate(effect.victims):
                made.victims[code] = as_cells(mask)
            for seat in range(t.seats):
                made.where[seat] = as_cells(effect.where[seat])
            for kind, other, both_in_one in effect.joins:
                t.joined[kind][other] = both_in_one
        return 0

    cdef int _build_rows(self, rows) except -1:
        """What rows say of captures and conditions; None where there are no such."""
        cdef Tables *t = &self.t
        cdef Loan *made
        cdef int code, seat
        for code in range(2, t.codes):
            t.never_takes[code] = t.not_takes[code]
        if rows is None:
            return 0
        t.rows = rows.flags
        t.shooters, t.harmless = as_cells(rows.shooters), as_cells(rows.harmless)
        t.anti, t.own_hand = as_cells(rows.anti), as_cells(rows.own_hand)
        t.turns.first, t.turns.rising, t.turns.check = rows.turns.first, rows.turns.rising, rows.turns.check
        t.turns.moves[0], t.turns.moves[1] = rows.turns.moves
        t.loans = <Loan *>calloc(len(rows.loans) + 1, sizeof(Loan))
        if t.loans == NULL:
            raise MemoryError
        for loan in rows.loans:
            made = &t.loans[t.loan_count]
            t.loan_count += 1
            made.like, made.relation, made.steps = as_cells(loan.like), loan.relation, loan.steps
            for seat in range(t.seats):
                made.to[seat] = as_cells(loan.to[seat])
            for code, mask in enumerate(loan.by):
                made.by[code] = as_cells(mask)
        for code in range(2, t.codes):
            t.takes_own[code], t.never_takes[code] = as_cells(rows.takes_own[code]), as_cells(rows.never_takes[code])
            t.frozen_by[code], t.avoided_by[code] = as_cells(rows.frozen_by[code]), as_cells(rows.avoided_by[code])
        return 0

    cdef int _build_ends(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef int seat
        t.checks, t.castling_ends = rules.checks, rules.castling_ends
        for few in rules.vital:
            self._fill_few(&t.vital[t.vital_count], few)
            t.vital_count += 1
        for few in rules.gone:
            self._fill_few(&t.gone[t.gone_count], few)
            t.gone_count += 1
        for goal in rules.goals:
            for seat in range(t.seats):
                t.goals[t.goal_count].of[seat] = as_cells(goal.pieces[seat])
                t.goals[t.goal_count].cells[seat] = as_cells(goal.cells[seat])
            t.goals[t.goal_count].needed, t.goals[t.goal_count].blocked = goal.needed, goal.blocked
            t.goals[t.goal_count].safe, t.goals[t.goal_count].reply = goal.safe, goal.reply
            t.goal_count += 1
        if rules.line:
            for seat in range(t.seats):
                t.line_codes[seat] = as_cells(rules.line_codes[seat])
            if not build_lines(t, rules.line, rules.line_ways):
                raise MemoryError
            t.line_result = rules.line_result
        return 0

    cdef int _build_names(self, rules) except -1:
        """How cells and kinds of pieces are written. Without room for all of them, the core writes nothing."""
        cdef int k
        self.is_named = True
        for k, name in enumerate(rules.cell_names):
            self.is_named &= fill_label(&self.cell_names[k], name)
        for k, name in enumerate(rules.letters):
            self.is_named &= fill_label(&self.letters[k], name)
        return 0

    cdef void _fill_few(self, Few *made, few):
        cdef int seat
        for seat in range(self.t.seats):
            made.of[seat] = as_cells(few.pieces[seat])
        made.at, made.opponent, made.claim, made.duple = few.at, few.opponent, few.claim, few.duple
        made.result, made.rule = few.result, few.rule

    # -- positions ------

    cdef bint _load(self, state, Game *g, Position *p) except -1:
        """Lay the position of a `GeneralState`; False where it holds more than the core can."""
        cdef list board = state.board, hand = state.hand
        cdef tuple castles = state.castles, passed = state.passed
        cdef int k, code
        cdef long held
        if len(board) != self.t.board.count or len(hand) != self.t.codes - 2:
            raise ValueError("the position is of another game")
        memset(p, 0, sizeof(Position))
        g.t = &self.t
        g.castle_count = 0
        g.homes = as_cells(0)
        for k in range(self.t.board.count):
            code = board[k]
            if not 0 <= code < self.t.codes:
                raise ValueError(f"nothing has the code {code}")
            if code:
                put(&self.t, p, k, code)
        for k in range(self.t.codes - 2):
            held = hand[k]
            if held:
                if not 0 <= held < MOST_HELD:
                    return False
                p.hand[k + 2] = held
        p.turn, p.victim, p.castled = state.turn, state.victim, state.castled
        p.halfmove_clock, p.fullmove_number = state.halfmove_clock, state.fullmove_number
        p.rest, p.rested = state.rest, state.rested
        p.checks[0], p.checks[1] = state.checks
        if self.t.rows & SERIES:
            p.left = state.left
        if state.gates:
            p.gates = as_cells(state.gates)
        for k in range(len(passed)):
            add(&p.passed, passed[k])
        p.passed_by = self._passed_by(passed) if passed else 0
        if self.t.flags & PLAIN_GAME:
            p.suspect = in_check(&self.t, p, p.turn)
            p.exposed = in_check(&self.t, p, 1 - p.turn)
        return self._load_castles(castles, g, p)

    cdef int _passed_by(self, tuple passed) except -2:
        """The number of the cells that a first move has passed; -1 where none passes just these, which a FEN may say."""
        cdef int number, k
        for number in range(1, self.t.passed_count):
            if passed == tuple([self.t.passed[number].order[k] for k in range(self.t.passed[number].count)]):
                return number
        return -1

    cdef bint _load_castles(self, tuple castles, Game *g, Position *p) except -1:
        cdef int k, index, king, rook
        known = castles
        if self.t.flags & HAND_CASTLES:  # those of pieces that are still to be dropped
            homes = [(k, self.t.castlings[k].king_home, self.t.castlings[k].rook_home) for k in range(self.t.castling_count)]
            known = sorted({*castles, *homes})
        if len(known) > MOST_CASTLES:
            return False
        for k, way in enumerate(known):
            index, king, rook = way
            build_castle(&self.t, index, king, rook, &g.castles[k])
            g.castle_count += 1
            g.homes = either(g.homes, g.castles[k].both)
            if way in castles:
                p.castles |= 1 << k
        return True

    cdef int _save(self, state, const Game *g, const Position *p) except -1:
        cdef list board = state.board, hand = state.hand
        cdef int k, now
        for k in range(self.t.board.count):
            now = board[k]
            if now != p.board[k]:
                board[k] = p.board[k]
        for k in range(self.t.codes - 2):
            hand[k] = p.hand[k + 2]
        state.turn, state.victim, state.castled = p.turn, p.victim, p.castled
        state.halfmove_clock, state.fullmove_number = p.halfmove_clock, p.fullmove_number
        state.rest, state.rested, state.gates = p.rest, p.rested, as_mask(&p.gates)
        state.checks = (p.checks[0], p.checks[1])
        if self.t.rows & SERIES:
            state.left = p.left
        if p.passed_by < 0:  # as it was read
            state.passed = tuple([k for k in range(self.t.board.count) if has(&p.passed, k)])
        else:
            now = p.passed_by
            state.passed = tuple([self.t.passed[now].order[k] for k in range(self.t.passed[now].count)]) if now else ()
        state.castles = tuple([
            (g.castles[k].index, g.castles[k].king_from, g.castles[k].rook_from)
            for k in range(g.castle_count) if p.castles >> k & 1
        ])
        return 0

    def position(self, state):
        """The position of a state as a value, for a scanner: a `Held` in bytes. None where it holds more than the core can."""
        cdef Held held
        if not self._load(state, &held.game, &held.position):
            return None
        return (<char *>&held)[: sizeof(Held)]

    def give_back(self, bytes position, state):
        """Give a position to a state of the same game, as after the moves that a scanner made."""
        cdef Held held
        if len(position) != sizeof(Held):
            raise ValueError("this is no position")
        memcpy(&held, <const char *>position, sizeof(Held))
        held.game.t = &self.t
        self._save(state, &held.game, &held.position)

    cdef object _move(self, const Game *g, const Move *m):
        cdef int at
        if m.origin < 0 or m.target < 0 or m.becomes >= 0 or m.castle >= 0 or m.throw_ or m.put_on >= 0:
            castle = g.castles[m.castle].index if m.castle >= 0 else -1
            return tuple.__new__(self.move_type, (m.origin, m.target, m.becomes, castle, m.throw_, m.put_on, m.put))
        if self.simple_moves is None:
            self.simple_moves = [None] * (self.t.board.count * self.t.board.count)
        at = m.origin * self.t.board.count + m.target
        if self.simple_moves[at] is None:
            self.simple_moves[at] = tuple.__new__(self.move_type, (m.origin, m.target, -1, -1, 0, -1, -1))
        return self.simple_moves[at]

    # -- what is asked of a position; None where it holds more than the core can ------

    def moves(self, state, bint whole=True):
        """Every legal move in the order of the reference; whole: none where the game is over."""
        cdef Game g
        cdef Position p
        cdef Moves found
        cdef int k
        if not self._load(state, &g, &p):
            return None
        if whole and decided(&g, &p):
            return []
        begin_moves(&found, 0)
        try:
            legal_moves(&g, &p, &found)
            if found.failed:
                raise MemoryError
            return [self._move(&g, &found.at[k]) for k in range(found.count)]
        finally:
            end_moves(&found)

    def goes_on(self, state):
        """True if no rule has ended the game and there is a legal move."""
        cdef Game g
        cdef Position p
        if not self._load(state, &g, &p):
            return None
        return not decided(&g, &p) and has_move(&g, &p)

    def in_check(self, state, int seat):
        """True if a king of a seat, or what stands for one, is attacked."""
        cdef Game g
        cdef Position p
        if not self._load(state, &g, &p):
            return None
        return in_check(&self.t, &p, seat)

    def perft(self, state, int depth):
        """The number of ways to play so many plies."""
        cdef Game g
        cdef Position p
        cdef int64_t leaves
        if not self._load(state, &g, &p):
            return None
        with nogil:
            leaves = perft(&g, &p, depth)
        if leaves < 0:
            raise MemoryError
        return leaves

    def find(self, state, parsed):
        """The one legal move that a parsed move means, or False."""
        cdef Game g
        cdef Position p
        cdef Move move
        cdef bytes plan = plan_of(parsed)
        if not self._load(state, &g, &p):
            return None
        if not find_move(&g, &p, <const Plan *><const char *>plan, &move):
            return False
        return self._move(&g, &move)

    def named(self, state, parsed):
        """The legal moves that a parsed move may mean, its mark of capture aside."""
        cdef Game g
        cdef Position p
        cdef Moves found
        cdef bytes plan = plan_of(parsed)
        if not self._load(state, &g, &p):
            return None
        if parsed.throw or decided(&g, &p):
            return []
        begin_moves(&found, 0)
        try:
            all_meant(&g, &p, <const Plan *><const char *>plan, &found)
            if found.failed:
                raise MemoryError
            return [self._move(&g, &found.at[k]) for k in range(found.count)]
        finally:
            end_moves(&found)

    def push_many(self, state, parsed_moves, list log, set claims):
        """Make parsed moves up to the first that is not legal; how many. As `rules.variant.State.push_many`."""
        cdef Game g
        cdef Position p
        cdef Move move
        cdef int made = 0
        cdef bytes plan
        if not self._load(state, &g, &p):
            return None
        for parsed in parsed_moves:
            plan = plan_of(parsed)
            if not play(&g, &p, <const Plan *><const char *>plan, &move):
                break
            if log is not None:
                log.append(self._move(&g, &move))
            if claims and made in claims and in_check(&self.t, &p, p.turn):
                claims.discard(made)
            made += 1
        if made:
            self._save(state, &g, &p)
        return made

    def plies_after(self, state, moves, parsed_moves):
        """See `rules.state.State.plies_after`; None where the core cannot hold the position, or only Python knows a move."""
        cdef Game g
        cdef Position p, after
        cdef Move m
        cdef int made
        cdef list plans = [plan_of(parsed) for parsed in parsed_moves]
        if not self._load(state, &g, &p):
            return None
        found = []
        for move in moves:
            after = p
            if move is not None:
                self._read_move(&g, &after, move, &m)
                make(&g, &after, &m)
            made = 0
            for plan in plans:
                if (<const Plan *><const char *><bytes>plan).action == RELATIVE:
                    return None
                if not play(&g, &after, <const Plan *><const char *><bytes>plan, &m):
                    break
                made += 1
            found.append(made)
        return found

    def scanner(self, make_ply, state):
        """A scanner of the texts of its game. make_ply: what a move of the events is made of. state: a state of the game
        that nobody else uses."""
        return CoreScanner(self, make_ply, state)

    # -- lines ------

    def line_texts(self, state, moves, str form, str capture_mark, castlings):
        """The texts of legal moves that are made one after the other, in a form, `san` or `long`; None where it is for the
        notation to say how one is written.

        capture_mark: of the long form. castlings: the texts of castlings, by index.
        """
        cdef CoreScanner scanner = CoreScanner(self, None, None)
        cdef int move[7]
        cdef char text[LONGEST_TEXT]
        cdef int size
        if not scanner.load(state):
            return None
        scanner.set_writing("", "", capture_mark, castlings)
        scanner.in_san = form == "san"
        texts = []
        for move[0], move[1], move[2], move[3], move[4], move[5], move[6] in moves:
            size = scanner._write_move(move, text)
            if not size:
                return None
            texts.append(PyUnicode_DecodeUTF8(text, size, NULL))
        return texts

    def positions_before(self, state, moves, places):
        """The positions in front of some of the legal moves that are made one after the other, for `give_back`; None where
        the core cannot hold the first. places: of these moves, rising."""
        cdef Held held
        cdef Move m
        cdef int made = 0
        if not self._load(state, &held.game, &held.position):
            return None
        found = []
        for place in places:
            for move in moves[made:place]:
                self._read_move(&held.game, &held.position, move, &m)
                make(&held.game, &held.position, &m)
            made = place
            found.append((<char *>&held)[: sizeof(Held)])
        return found

    def line_changes(self, state, moves):
        """What legal moves do, made one after the other on a state: of each the cells that change, with seat and kind of the
        pieces before and after or None, and the cell of the king in check afterwards, -1 for none.

        None, and the state stays as it is, where one is no piece's move, where the game may end otherwise than by mate, or
        where other pieces than kings have to be safe.
        """
        cdef Game g
        cdef Position p
        cdef Position before
        cdef Move m
        cdef int king
        if self.t.flags & ~(PLAIN_GAME | HAS_HOPPERS | AS_SETS) or self.t.vital_count or self.t.rows or not self._load(state, &g, &p):
            return None
        found = []
        for move in moves:
            self._read_move(&g, &p, move, &m)
            if m.castle < 0 and (m.origin < 0 or m.target < 0 or m.origin == m.target):
                return None
            before = p
            make(&g, &p, &m)
            king = lowest(p.royal[p.turn]) if p.suspect else -1
            found.append((self._changes(&before, &p), king))
        self._save(state, &g, &p)
        return found

    def line_hashes(self, state, moves):
        """See `rules.variant.State.line_hashes`; None where the core cannot hold the position."""
        cdef Game g
        cdef Position p
        cdef Move m
        if not self._load(state, &g, &p):
            return None
        found = [self._key_hash(&g, &p)]
        for move in moves:
            self._read_move(&g, &p, move, &m)
            make(&g, &p, &m)
            found.append(self._key_hash(&g, &p))
        return found

    def line_summary(self, state, bytes moves):
        """See `rules.state.State.line_summary`; None where the core cannot hold the position."""
        cdef Game g
        cdef Position p
        cdef Move m
        cdef const uint8_t *packed = <const uint8_t *><const char *>moves
        cdef Py_ssize_t ply, plies = len(moves) // (2 * MOVE_NUMBERS)
        cdef int place, size = self.t.codes - 2, numbers[MOVE_NUMBERS]
        cdef bytearray hashes = bytearray(8 * (plies + 1))
        cdef uint8_t counted[256]
        cdef uint64_t key
        if not self._load(state, &g, &p):
            return None
        material = []
        for ply in range(plies + 1):
            if ply:
                for place in range(MOVE_NUMBERS):
                    numbers[place] = <int16_t>(packed[0] << 8 | packed[1])
                    packed += 2
                m.origin, m.target, m.becomes, m.throw_ = numbers[0], numbers[1], numbers[2], numbers[4]
                m.castle, m.put_on, m.put = castle_of(&g, &p, numbers[3]), numbers[5], numbers[6]
                make(&g, &p, &m)
            key = self._key_hash(&g, &p)
            memcpy(<char *>hashes + 8 * ply, &key, 8)
            if not ply or memcmp(counted, &p.count[2], size):
                memcpy(counted, &p.count[2], size)
                material.append((<char *>counted)[:size])
        return bytes(hashes), material

    cdef uint64_t _key_hash(self, const Game *g, const Position *p) except? 0:
        """The hash of a position's key, the same in all games of a variant: positions of several games are compared by it.

        It counts only captures in passing that are legal. `repetition_hash` of the scanner is the cheap one within a game.
        """
        cdef uint64_t found = hash_of(p.board, self.t.board.count, p.turn + 1)
        cdef uint64_t more = hash_of(<const uint8_t *>p.hand, self.t.codes * sizeof(uint16_t), 1)
        cdef int32_t castle[3]
        cdef Cells gates
        cdef int k
        for k in range(g.castle_count):
            if p.castles >> k & 1:
                castle[0], castle[1], castle[2] = g.castles[k].index, g.castles[k].king_from, g.castles[k].rook_from
                more += hash_of(<uint8_t *>castle, 8, castle[2] + 2)
        gates = open_gates(&self.t, p)
        more += hash_of(<const uint8_t *>&gates, sizeof(Cells), 3)
        more += hash_of(<const uint8_t *>p.checks, sizeof(p.checks), 5)
        if p.left:
            more += hash_of(<const uint8_t *>&p.left, sizeof(p.left), 11)
        more += hash_of(<const uint8_t *>&self._taken_in_passing(g, p).word[0], sizeof(Cells), 7)
        return hash_of(<uint8_t *>&more, sizeof(more), found)

    cdef Cells _taken_in_passing(self, const Game *g, const Position *p) except *:
        """The cells on which a legal move captures in passing (Laws of Chess 9.2.3)."""
        cdef Cells found = as_cells(0)
        cdef Moves legal
        cdef int k
        if not any_cell(p.passed):
            return found
        begin_moves(&legal, 0)
        legal_moves(g, p, &legal)
        for k in range(legal.count):
            if has(&p.passed, legal.at[k].target) and taken_cell(&self.t, p, &legal.at[k]) not in (-1, legal.at[k].target):
                add(&found, legal.at[k].target)
        end_moves(&legal)
        if legal.failed:
            raise MemoryError
        return found

    cdef tuple _changes(self, const Position *before, const Position *after):
        """The cells in which two positions differ, with the pieces there."""
        cdef uint8_t key[3 * MOST_NAMED]
        cdef int k, size = 0
        for k in range(self.t.board.count):
            if before.board[k] != after.board[k]:
                key[size], key[size + 1], key[size + 2] = k, before.board[k], after.board[k]
                size += 3
        known = self.changed.get(<bytes>(<char *>key)[:size])
        if known is None:
            if len(self.changed) >= MOST_KNOWN_CHANGES:
                self.changed.clear()
            known = tuple([
                (key[k], self._piece(key[k + 1]), self._piece(key[k + 2])) for k in range(0, size, 3)
            ])
            self.changed[<bytes>(<char *>key)[:size]] = known
        return known

    cdef object _piece(self, int code):
        """Seat and kind of a piece, None for an empty cell."""
        return (self.t.owner[code], self.t.kind[code]) if code >= 2 else None

    # -- what was meant by a move that is refused ------

    def near_moves(self, state, parsed, int most):
        """See `rules.state.State.near_moves`; None also where cells have names that are too long."""
        cdef Game g
        cdef Position p
        cdef Move near[MOST_NEAR]
        cdef bytes plan = plan_of(parsed)
        cdef int k, count = -1
        if self._load(state, &g, &p):
            count = self.near(&g, &p, <const Plan *><const char *>plan, near, min(most, <int>MOST_NEAR))
        return [self._move(&g, &near[k]) for k in range(count)] if count >= 0 else None

    cdef int near(self, const Game *g, const Position *p, const Plan *plan, Move *near, int most) except -2:
        """The legal moves that resemble a refused one, the most similar first; how many, -1 where the names of cells tell
        nothing."""
        cdef Moves found
        cdef int ranked[2 * FARTHEST + 2][MOST_NEAR]  # by distance, those onto the named cell first
        cdef int counts[2 * FARTHEST + 2]
        cdef int k, cost, count = 0
        cdef bint names_piece = plan.action == GO and plan.kind >= 0
        if not self.is_named or plan.throw_ or (plan.target < 0 and plan.action != CASTLE):
            return -1
        if decided(g, p):
            return 0
        memset(counts, 0, sizeof(counts))
        begin_moves(&found, 0)
        legal_moves(g, p, &found)
        if found.count == 1 and found.at[0].target < 0:
            near[0] = found.at[0]
            count = 1
        else:
            for k in range(found.count):
                cost = self._distance(p, plan, &found.at[k])
                if cost <= FARTHEST:
                    cost = 2 * cost + (names_piece and found.at[k].target != plan.target)
                    if counts[cost] < most:
                        ranked[cost][counts[cost]] = k
                        counts[cost] += 1
            for cost in range(2 if counts[0] or counts[1] else 2 * FARTHEST + 2):
                for k in range(min(counts[cost], most - count)):
                    near[count] = found.at[ranked[cost][k]]
                    count += 1
        end_moves(&found)
        if found.failed:
            raise MemoryError
        return count

    cdef int _distance(self, const Position *p, const Plan *plan, const Move *m) noexcept nogil:
        """As `rules.did_you_mean` counts what differs in a legal move from one that a text asks for."""
        cdef bint alike, onto = m.target == plan.target
        cdef int cost
        if m.origin < 0:
            if m.castle >= 0 or m.target < 0 or plan.action != DROP:
                return APART
            return self._differing(plan.target, m.target) + (plan.kind != m.becomes)
        alike = plan.kind < 0 or share(&self.t, plan.kind, self.t.kind[p.board[m.origin]])
        if m.castle >= 0 and plan.action == GO and onto:
            return 0 if alike and plan.kind >= 0 else APART
        if m.castle >= 0 or plan.action == CASTLE:
            return 1 if m.castle >= 0 and plan.action == CASTLE else APART
        if m.target < 0 or plan.action not in (GO, GO_OR_CASTLE) or not (alike or onto):
            return APART
        cost = self._differing(plan.target, m.target) + 2 * (not alike)
        if plan.origin >= 0:
            cost += self._differing(plan.origin, m.origin)
        elif not has(&plan.sources, m.origin):
            cost += 1
        return cost + (plan.becomes != m.becomes and plan.becomes != -1)

    cdef int _differing(self, int one, int other) noexcept nogil:
        """How many characters differ in the names of two cells."""
        cdef Label *a = &self.cell_names[one]
        cdef Label *b = &self.cell_names[other]
        cdef int k, found = abs(a.size - b.size)
        for k in range(min(a.size, b.size)):
            found += a.text[k] != b.text[k]
        return found

    def against(self, state, parsed):
        """What is wrong with a move, where that is usual (`rules.general.reasons.usual_reasons`); else None."""
        cdef Game g
        cdef Position p
        cdef bytes plan = plan_of(parsed)
        if not self._load(state, &g, &p):
            return None
        return self.facts_against(&g, &p, <const Plan *><const char *>plan)

    cdef tuple facts_against(self, const Game *g, const Position *p, const Plan *plan):
        """The facts of the usual reasons against a move whose text leaves open which piece goes, or against a castling. None
        for other reasons, and where there may be none: a piece that is meant may get to the cell.

        They are who is to move; what stands on the cell; rows, each with a fault (`RowFault`), a cell, what stands there, and
        what else has to do with it, as cells with codes; the cells of the pieces that are meant, and of all of the sort.
        """
        cdef const Tables *t = &self.t
        if plan.throw_ or t.rows or plan.owner not in (-1, -2, p.turn) or plan.put_on >= 0 or plan.put >= 0:
            return None
        if decided(g, p) or not has_move(g, p):
            return None
        if plan.action == CASTLE:
            rows = self._against_castling(g, p, plan)
            return None if rows is None else (p.turn, 0, rows, (), ())
        if plan.action != GO or plan.origin >= 0 or plan.target < 0 or plan.kind < 0 or has(&p.passed, plan.target):
            return None
        return self._against_pieces(g, p, plan)

    cdef tuple _against_pieces(self, const Game *g, const Position *p, const Plan *plan):
        cdef const Tables *t = &self.t
        cdef Cells left
        cdef int target = plan.target, seat = p.turn, there = p.board[target], code, cell
        cdef bint own = there >= 2 and t.owner[there] == seat
        rows, meant, every = [], [], []
        for code in range(2 + seat, t.codes, t.seats):
            if not p.count[code] or not share(t, plan.kind, t.kind[code]):
                continue
            left = p.side[seat]
            while any_cell(left):
                cell = pop(&left)
                if p.board[cell] != code:
                    continue
                every.append(cell)
                if not has(&plan.sources, cell):
                    continue
                if own and not meant:
                    rows.append((OWN_ON_TARGET, target, there, ()))
                meant.append(cell)
                row = self._against_piece(g, p, cell, target, own)
                if row is None:
                    return self._between(g, p, plan)
                if row:
                    rows.append(row)
        return seat, there, tuple(rows), tuple(meant), tuple(every)

    cdef object _against_piece(self, const Game *g, const Position *p, int origin, int target, bint own):
        """The row of a piece that does not get to a cell; empty where it has no way there, or the piece on the cell says
        all. None where it may get there, and for other reasons."""
        cdef const Tables *t = &self.t
        cdef const Step *step
        cdef Cells between
        cdef int code = p.board[origin], at, k, there = p.board[target], flags = 0
        cdef int needed = CAPTURES if there else MOVES
        cdef bint is_open = False
        if there == 1 or origin == target or has(&self.special, code):
            return None
        for k in range(g.castle_count):
            if p.castles >> k & 1 and g.castles[k].king_from == origin:
                if target == t.castlings[g.castles[k].index].king_to or target == g.castles[k].rook_from:
                    return None
        between = as_cells(0)
        at = step_between(t, code, origin, target)
        while at:
            step = &t.steps[at]
            if any_cell(step.screen) or step.flags & UNMOVED:
                return None
            flags |= step.flags
            if step.flags & needed:
                is_open |= not meet(&step.empty, &p.occupied)
                between = either(between, step.empty)
            at = step.other
        if not flags:
            return ()
        if has(&t.not_takes[code], there):
            return None
        if own and not (flags & MOVES and flags & CAPTURES):
            return ()
        if not flags & needed:
            return LACKS_WAY, origin, code, ()
        if not t.flags & AS_SETS:
            return None
        if not is_open:
            return BLOCKED, origin, code, self._standing(p, between)
        return () if own else self._against_check(g, p, origin, target)

    cdef object _against_check(self, const Game *g, const Position *p, int origin, int target):
        """The row of a piece that gets to a cell, but leaves its king in check there: what else has to do with it are the
        king and those who attack him. None where it does not."""
        cdef Position after
        cdef Move m
        cdef Cells kings, by
        cdef int seat = p.turn, king
        memset(&m, 0, sizeof(Move))
        m.origin, m.target = origin, target
        m.becomes = m.castle = m.put_on = m.put = -1
        copy_position(&self.t, &after, p)
        make(g, &after, &m)
        kings = after.royal[seat]
        while any_cell(kings):
            king = pop(&kings)
            by = attackers(&self.t, &after, king, seat ^ 1, 0, 1)
            if any_cell(by):
                return LEAVES_CHECK, origin, p.board[origin], ((king, after.board[king]), *self._standing(&after, by))
        return None

    cdef tuple _between(self, const Game *g, const Position *p, const Plan *plan):
        """The facts against a move that several pieces may make; None where not more than one may."""
        cdef Moves found
        cdef int k
        begin_moves(&found, 0)
        all_meant(g, p, plan, &found)
        origins = {(p.board[found.at[k].origin], found.at[k].origin) for k in range(found.count)}
        end_moves(&found)
        if found.failed:
            raise MemoryError
        if len(origins) < 2:
            return None
        rows = tuple([(AMBIGUOUS, cell, piece, ()) for piece, cell in sorted(origins)])
        return p.turn, p.board[plan.target], rows, (), ()

    cdef tuple _against_castling(self, const Game *g, const Position *p, const Plan *plan):
        """The rows of all that is against a castling; None where nothing is, or where more than one may be meant."""
        cdef const Tables *t = &self.t
        cdef const CastlingRule *rule = NULL
        cdef Castle castle
        cdef Cells cells, by
        cdef int k, index = -1, cell, enemy = p.turn ^ 1
        if plan.target >= 0 or plan.becomes >= 0 or plan.capture == 1 or not any_cell(p.royal[p.turn]):
            return None
        if not t.flags & AS_SETS or t.flags & HAND_CASTLES:
            return None
        for k in range(t.castling_count):
            if t.castlings[k].seat == p.turn and t.castlings[k].side == plan.castle:
                if index >= 0:
                    return None
                index = k
        if index < 0 or t.castlings[index].king_home < 0 or t.castlings[index].rook_home < 0:
            return None
        rule = &t.castlings[index]
        rows = []
        k = castle_of(g, p, index)
        if k >= 0:
            castle = g.castles[k]
        else:
            build_castle(t, index, rule.king_home, rule.rook_home, &castle)
            rows.append((RIGHT_IS_GONE, rule.king_home, p.board[rule.king_home], ()))
        rows += [(IN_BETWEEN, *there, ()) for there in self._standing(p, castle.empty)]
        cells = castle.safe
        if not rule.has_safe or has(&rule.safe, rule.king_to):
            add(&cells, rule.king_to)
        while any_cell(cells):
            cell = pop(&cells)
            by = attackers(t, p, cell, enemy, 0, 1)
            if any_cell(by):
                rows.append((ATTACKED, cell, p.board[cell], self._standing(p, by)))
        return tuple(rows) or None

    cdef tuple _standing(self, const Position *p, Cells cells):
        """What stands on some cells: those of them that are not empty, with codes."""
        cdef int cell
        found = []
        while any_cell(cells):
            cell = pop(&cells)
            if p.board[cell]:
                found.append((cell, p.board[cell]))
        return tuple(found)

    cdef bint force(self, const Game *g, const Position *p, const Plan *plan, Position *after) noexcept nogil:
        """As `replay.refusals` makes a refused move against the rules; False where no game goes on from there."""
        cdef Move m
        cdef Cells cells = p.side[p.turn], starts
        cdef int cell, there, seat = p.turn
        if plan.action != GO or plan.throw_ or plan.target < 0:
            return False
        there = p.board[plan.target]
        if there >= 2 and (self.t.owner[there] == seat or has(&self.t.royal, there)):
            return False
        memset(&starts, 0, sizeof(Cells))
        while any_cell(cells):
            cell = pop(&cells)
            if has(&plan.sources, cell) and (plan.kind < 0 or self.t.kind[p.board[cell]] == plan.kind):
                add(&starts, cell)
        if count_of(starts) != 1:
            return False
        memset(&m, 0, sizeof(Move))
        m.origin, m.target, m.becomes = lowest(starts), plan.target, plan.becomes
        m.castle = m.put_on = m.put = -1
        copy_position(&self.t, after, p)
        make(g, after, &m)
        return not in_check(&self.t, after, seat)

    # -- what SAN has to know ------

    cdef int _read_move(self, const Game *g, const Position *p, move, Move *m) except -1:
        """A legal move in the numbers of the core."""
        cdef int index
        m.origin, m.target, m.becomes, index, m.throw_, m.put_on, m.put = move
        m.castle = castle_of(g, p, index)
        return 0

    def san_facts(self, state, move):
        """See `rules.variant.State.san_facts`; None also where the end that a move brings needs counting."""
        cdef Game g
        cdef Position p, after
        cdef Move m
        cdef int rivals[MOST_RIVALS]
        cdef int k, sign, count
        if not self._load(state, &g, &p):
            return None
        self._read_move(&g, &p, move, &m)
        after = p
        make(&g, &after, &m)
        sign = self._sign(&g, &after)
        if sign < 0:
            return None
        count = 0 if m.castle >= 0 or m.origin < 0 else self._rivals(&g, &p, &m, rivals)
        return [rivals[k] for k in range(count)], chr(sign) if sign else ""

    cdef int _sign(self, const Game *g, const Position *after) noexcept nogil:
        """The sign of check or mate after the move that has led to a position, 0 for none, -1 where it needs counting."""
        if is_checked(&self.t, after):
            return c'#' if decided(g, after) or not has_move(g, after) else c'+'
        if decided(g, after):
            return c'#'
        if self.stalemate and not has_move(g, after):
            return -1 if self.stalemate_counts else c'#'
        return 0

    cdef int _rivals(self, const Game *g, const Position *p, const Move *m, int *rivals) except -1:
        """The cells of other pieces with the same letter that may go to the same cell; how many there are."""
        cdef Plan plan
        cdef Move other
        cdef Moves found
        cdef int k, count = 0, kind = self.t.kind[p.board[m.origin]]
        no_plan(&plan)
        plan.action, plan.target, plan.kind, plan.becomes = 0, m.target, kind, m.becomes
        plan.put_on, plan.put = m.put_on if m.put < 0 else -1, m.put  # where a piece is brought in no text names
        plan.plain = is_plain_plan(&plan)
        if find_move(g, p, &plan, &other):
            return 0  # most moves: who is meant is clear, and no other move needs to be looked for
        begin_moves(&found, 0)
        plan.becomes, plan.put_on, plan.put = WHATEVER, -1, -1
        all_meant(g, p, &plan, &found)
        for k in range(found.count):
            if found.at[k].origin not in (m.origin, -1) and count < MOST_RIVALS:
                rivals[count] = found.at[k].origin
                count += 1
        end_moves(&found)
        if found.failed:
            raise MemoryError
        return count


cdef struct Waiting:  # a line that waits for a variation to end
    Position position, before


cdef class CoreScanner(Writer):
    """Reads the texts of a game that a core plays.

    It keeps the position that it plays on, so no two threads share one.
    """

    cdef Core core
    cdef Held now
    cdef Position before
    cdef Move made
    cdef Plan *plans
    cdef int plan_room
    cdef Waiting *waiting
    cdef dict plies
    cdef object make_ply
    cdef dict results  # of games that are over, by who is left
    cdef object ended  # a state for positions in which a game has ended: its rules say with which result
    cdef object read_fen  # gives the state of a FEN in which nothing is odd, else None
    cdef dict positions  # of FENs, in bytes; None for those that are left alone
    cdef int kind_of[256]  # by the letter in SAN, -1 for none
    cdef int cell_of[26][10]  # by file and rank, -1 for none
    cdef bint reads_san
    cdef bint explains  # whether it tells of refused moves what was meant
    cdef bint by_mate  # whether the game is won by mate

    def __cinit__(self, *args):
        self.waiting = <Waiting *>PyMem_Malloc((MOST_DEEP + 1) * sizeof(Waiting))
        if not self.waiting:
            raise MemoryError

    def __init__(self, Core core, make_ply, state):
        self.core = core
        self.make_ply = make_ply
        self.ended = state
        self.plies = {}
        self.results = {}
        # `--` is an annotator's null move where nobody may pass; with more seats or dice the replayer sees to it.
        self.null_moves = (
            core.t.seats == 2 and core.t.flags & PLAIN_GAME and not core.t.passing[0] and not core.t.passing[1]
        )

    def __dealloc__(self):
        PyMem_Free(self.waiting)
        PyMem_Free(self.plans)

    def load(self, state):
        """Take a position over from a state; False where it holds more than the core can."""
        return bool(self.core._load(state, &self.now.game, &self.now.position))

    def save(self, state, bint before=False):
        """Give the position to a state, or the one before the last move."""
        self.core._save(state, &self.now.game, &self.before if before else &self.now.position)

    def snapshot(self):
        """The position in bytes, for `restore` of this scanner."""
        return self._bytes(&self.now.position)

    cdef bytes _bytes(self, Position *position):
        cdef Held held
        held.game, held.position = self.now.game, position[0]
        return (<char *>&held)[: sizeof(Held)]

    def restore(self, bytes position):
        """Go back to a position."""
        memcpy(&self.now, <const char *>position, sizeof(Held))

    def has_move(self):
        """True if no rule has ended the game and who is to move has a legal move."""
        return not self.is_over()

    cdef bint play(self, int plan) noexcept nogil:
        return play(&self.now.game, &self.now.position, &self.plans[plan], &self.made)

    cdef bint play_unmarked(self, int plan) noexcept nogil:
        cdef Plan other = self.plans[plan]
        cdef const Position *p = &self.now.position
        if not self.explains or self.core.t.rows or other.action != GO or other.capture or other.target < 0:
            return False
        if p.board[other.target] < 2 or self.core.t.owner[p.board[other.target]] == p.turn:
            return False
        other.capture = -1
        return play(&self.now.game, &self.now.position, &other, &self.made)

    def make_sieve(self, groups, tuple names, list needles, admits, bint exact):
        """A sieve for the texts of the game; None where its positions cannot be asked.

        groups: for each its alternatives: at how many plies in a row the last list of terms is to hold, and the lists, which
        hold one after the other. Terms: quantity, range, pieces as codes and cells as sets of bits, states, whether it lasts,
        the last ply and the fewest pieces at which it may become true.
        names: of the tags that `admits` is given. needles: for some groups a text that one of some tags has in it, by their
        places among the names. exact: whether what passes is wanted.
        """
        cdef Sieve sieve = Sieve()
        cdef int k, place
        terms = [term for group in groups for _, stages in group for stage in stages for term in stage]
        if len(groups) > MOST_GROUPS:
            return None
        sieve.names, sieve.admits, sieve.exact = tuple([name.encode() for name in names]), admits, exact
        sieve.needles = needles
        sieve.term_count = len(terms)
        sieve.conjunction_count = sum([len(stages) for group in groups for _, stages in group])
        sieve.terms = <Term *>PyMem_Calloc(len(terms) + 1, sizeof(Term))
        sieve.conjunctions = <Conjunction *>PyMem_Calloc(sieve.conjunction_count + 1, sizeof(Conjunction))
        if not sieve.terms or not sieve.conjunctions or not self._make_positions(sieve, terms):
            raise MemoryError
        for k, (quantity, low, high, codes, cells, states, lasts, latest, fewest) in enumerate(terms):
            sieve.terms[k].quantity, sieve.terms[k].low, sieve.terms[k].high = quantity, low, high
            sieve.terms[k].codes, sieve.terms[k].cells = as_cells(codes), as_cells(cells)
            sieve.terms[k].lasts, sieve.terms[k].latest, sieve.terms[k].fewest = lasts, latest, fewest
            sieve.is_bounded |= latest < MOST_NUMBER or fewest > 0
        k = place = 0
        for number, group in enumerate(groups):
            sieve.every |= <uint64_t>1 << <int>number
            for plies, stages in group:
                if not any(stages):
                    sieve.open |= <uint64_t>1 << <int>number
                for left, stage in enumerate(stages, 1 - len(stages)):
                    sieve.conjunctions[k].first, sieve.conjunctions[k].end = place, place + len(stage)
                    sieve.conjunctions[k].group, sieve.conjunctions[k].leads = number, left < 0
                    sieve.conjunctions[k].plies = 1 if left < 0 else plies
                    place += len(stage)
                    k += 1
        return sieve

    cdef bint _make_positions(self, Sieve sieve, terms) except -1:
        """The tables of the positions that terms ask for; the position that the scanner has is another one then."""
        cdef int k, room, at, total = 0
        cdef uint64_t board
        for k, term in enumerate(terms):
            room = 4 if term[5] else 0
            while room < 2 * len(term[5]):
                room *= 2
            sieve.terms[k].first, sieve.terms[k].room = total, room
            total += room
        sieve.boards = <uint64_t *>PyMem_Calloc(total + 1, sizeof(uint64_t))
        sieve.keys = <uint64_t *>PyMem_Calloc(total + 1, sizeof(uint64_t))
        if not sieve.boards or not sieve.keys:
            return False
        for k, term in enumerate(terms):
            for state in term[5]:
                if not self.load(state):
                    continue  # no game that the scanner reads comes there
                board = self._board_hash()
                at = <int>board & (sieve.terms[k].room - 1)
                while sieve.boards[sieve.terms[k].first + at]:
                    at = (at + 1) & (sieve.terms[k].room - 1)
                sieve.boards[sieve.terms[k].first + at] = board
                sieve.keys[sieve.terms[k].first + at] = self.core._key_hash(&self.now.game, &self.now.position)
        return True

    cdef uint64_t _board_hash(self) noexcept nogil:
        """A hash of what stands on the board, and of who is to move; never 0."""
        return hash_of(self.now.position.board, self.core.t.board.count, self.now.position.turn + 1) | 1

    cdef int sift(self, int ply) except -1:
        cdef Sieve sieve = self.sieve
        cdef Conjunction *one
        cdef Term *term
        cdef int k, at
        for k in range(sieve.term_count):
            term = &sieve.terms[k]
            if term.quantity == LOST:
                self._count_lost(term, ply)
            elif term.lasts and not term.met:
                term.met = self._holds(sieve, term, ply)
        for k in range(sieve.conjunction_count - 1, -1, -1):  # what comes later first: it is not asked at the same ply
            one = &sieve.conjunctions[k]
            if one.waits or not sieve.active >> one.group & 1:
                continue
            at = one.first
            while at < one.end and (
                sieve.terms[at].met if sieve.terms[at].lasts or sieve.terms[at].quantity == LOST
                else self._holds(sieve, &sieve.terms[at], ply)
            ):
                at += 1
            one.run = one.run + 1 if at == one.end else 0
            if one.run < one.plies:
                continue
            if one.leads:
                one.waits, sieve.conjunctions[k + 1].waits = True, False
                continue
            sieve.place = ply
            self.sifts = False
            return 0
        if sieve.stops and not ply & 3:  # asked now and then: it takes as long as the terms
            sieve.over = not sieve.may_pass(ply, self._pieces())
        return 0

    cdef int _pieces(self) noexcept nogil:
        """How many pieces are on the board."""
        return count_of(self.now.position.occupied) - count_of(self.now.position.walls)

    cdef bint _holds(self, Sieve sieve, const Term *term, int ply) except -1:
        """True if a term is true after so many plies."""
        cdef const Position *p = &self.now.position
        cdef Cells left
        cdef int found = 0
        if term.quantity == ON_CELLS:
            left = term.cells
            while any_cell(left):
                found += has(&term.codes, p.board[pop(&left)])
            return in_range(term, found)
        if term.quantity == ON_BOARD:
            left = term.codes
            while any_cell(left):
                found += p.count[pop(&left)]
            return in_range(term, found)
        if term.quantity == IN_HAND:
            left = term.codes
            while any_cell(left):
                found += p.hand[pop(&left)]
            return in_range(term, found)
        if term.quantity == PLY_NUMBER:
            return in_range(term, ply)
        if term.quantity == TURN_OF:
            return in_range(term, p.turn)
        if term.quantity == IN_CHECK:
            return in_range(term, self.is_check())
        if term.quantity == IN_MATE:
            return in_range(term, self.is_check() and self.is_over())
        if term.quantity == AT_POSITION:
            return in_range(term, ply) and self._is_at(sieve, term)
        return ply > 0 and self._is_moved(term)

    cdef bint _is_moved(self, const Term *term) noexcept nogil:
        """True if a term is true of the last move."""
        cdef const Move *m = &self.made
        if term.quantity == ORIGIN_OF:
            return m.origin >= 0 and has(&term.cells, m.origin)
        if term.quantity == TARGET_OF:
            return m.target >= 0 and has(&term.cells, m.target)
        if term.quantity == CASTLED:
            return m.castle >= 0
        return m.becomes >= 0 and has(&term.codes, 2 + m.becomes * self.core.t.seats)  # BECAME

    cdef void _count_lost(self, Term *term, int ply) noexcept nogil:
        """True if pieces of a sort have become fewer; of games in which a piece may become another one that is not known."""
        cdef Cells left = term.codes
        cdef int found = 0
        cdef bint changing = self.core.t.rows != 0 or self.core.t.flags & ~(PLAIN_GAME | HAS_HOPPERS | AS_SETS) != 0
        while any_cell(left):
            found += self.now.position.count[pop(&left)]
        term.met = ply > 0 and (found < term.there or changing)
        term.there = found

    cdef bint _is_at(self, Sieve sieve, const Term *term) except -1:
        """True if the position is one of those of a term."""
        cdef uint64_t board = self._board_hash(), key
        cdef int at = <int>board & (term.room - 1)
        while term.room and sieve.boards[term.first + at]:
            if sieve.boards[term.first + at] == board:
                key = self.core._key_hash(&self.now.game, &self.now.position)
                if sieve.keys[term.first + at] == key:
                    return True
            at = (at + 1) & (term.room - 1)
        return False

    cdef bint is_null_move(self, int number) noexcept nogil:
        return self.null_moves and self.plans[number].action == PASS and not self.plans[number].throw_

    cdef void pass_turn(self) noexcept nogil:
        memset(&self.made, 0, sizeof(Move))
        self.made.origin = self.made.target = self.made.becomes = self.made.castle = -1
        self.made.put_on = self.made.put = -1
        make(&self.now.game, &self.now.position, &self.made)

    cdef bint is_check(self) noexcept nogil:
        return is_checked(&self.core.t, &self.now.position)

    cdef bint is_over(self) noexcept nogil:
        return decided(&self.now.game, &self.now.position) or not has_move(&self.now.game, &self.now.position)

    cdef bint is_decided(self) noexcept nogil:
        if decided(&self.now.game, &self.now.position):
            return True
        if not self.is_check() and (not self.core.stalemate or self.core.stalemate_counts):
            return False  # where stalemate is decided by counting, the rules are asked
        return not has_move(&self.now.game, &self.now.position)

    cdef int seat_to_move(self) noexcept nogil:
        return self.now.position.turn

    cdef int round_number(self) noexcept nogil:
        return self.now.position.fullmove_number

    cdef int quiet_plies(self) noexcept nogil:
        return self.now.position.halfmove_clock

    cdef uint64_t repetition_hash(self) noexcept nogil:
        cdef Position *p = &self.now.position
        cdef uint64_t found = hash_of(p.board, self.core.t.board.count, p.turn + 1 + 2 * p.left + (<uint64_t>p.castles << 16))
        return hash_of(<uint8_t *>p.hand, self.core.t.codes * sizeof(uint16_t), found) if self.comes_back else found

    cdef bint is_dead(self) noexcept nogil:
        return self._is_dead(self.now.position.board, self.core.t.board.count)

    cdef void keep_before(self) noexcept nogil:
        copy_position(&self.core.t, &self.before, &self.now.position)

    cdef void take_back(self) noexcept nogil:
        copy_position(&self.core.t, &self.now.position, &self.before)

    cdef void begin_line(self, int depth) noexcept nogil:
        copy_position(&self.core.t, &self.waiting[depth].position, &self.now.position)
        copy_position(&self.core.t, &self.waiting[depth].before, &self.before)
        copy_position(&self.core.t, &self.now.position, &self.before)

    cdef void end_line(self, int depth) noexcept nogil:
        copy_position(&self.core.t, &self.now.position, &self.waiting[depth].position)
        copy_position(&self.core.t, &self.before, &self.waiting[depth].before)

    cdef bytes waiting_position(self, int depth, bint before):
        return self._bytes(&self.waiting[depth].before if before else &self.waiting[depth].position)

    cdef int _make_room(self, int number) except -1:
        """Room for a plan of a number."""
        cdef Plan *plans
        cdef int room = self.plan_room * 2 or 1024
        if number < self.plan_room:
            return 0
        plans = <Plan *>PyMem_Realloc(self.plans, room * sizeof(Plan))
        if not plans:
            raise MemoryError
        self.plans, self.plan_room = plans, room
        return 0

    cdef bint add_plan(self, int number, object parsed) except -1:
        cdef bytes plan
        if parsed.relative is not None:
            return False
        self._make_room(number)
        plan = plan_of(parsed)
        memcpy(&self.plans[number], <const char *>plan, sizeof(Plan))
        return True

    cdef object last_ply(self):
        cdef Move *m = &self.made
        key = (<char *>m)[: sizeof(Move)]
        ply = self.plies.get(key)
        if ply is None:
            if len(self.plies) > MOST_TOKENS:
                self.plies.clear()
            ply = self.make_ply(self.core._move(&self.now.game, m))
            if m.castle < 0:  # the number of a castling may be another one in another position
                self.plies[key] = ply
        return ply

    cdef void tell_move(self, int *move) noexcept nogil:
        cdef Move *m = &self.made
        move[0], move[1], move[2], move[3] = m.origin, m.target, m.becomes, -1
        if m.castle >= 0:
            move[3] = self.now.game.castles[m.castle].index
        move[4], move[5], move[6] = m.throw_, m.put_on, m.put

    def set_letters(self, dict letters):
        """Have the most usual moves in SAN read here. letters: the kinds by their letters; cells are named like a1."""
        cdef int cell, number
        cdef str text
        for number in range(256):
            self.kind_of[number] = -1
        for number in range(26 * 10):
            self.cell_of[number // 10][number % 10] = -1
        for text, number in letters.items():
            if len(text) == 1 and "A" <= text <= "Z":
                self.kind_of[ord(text)] = number
        for cell in range(self.core.t.board.count):
            if not self._set_cell_name(cell, &self.core.cell_names[cell]):
                return
        self.reads_san = self.core.is_named

    cdef bint _set_cell_name(self, int cell, const Label *name) noexcept nogil:
        if name.size != 2 or not c'a' <= name.text[0] <= c'w' or not c'0' <= name.text[1] <= c'9':
            return False
        self.cell_of[name.text[0] - c'a'][name.text[1] - c'0'] = cell
        return True

    # -- what was meant by a move that is refused, and what fits after it ------

    def set_refusals(self, bint by_mate):
        """Have games with a refused move told in batches. by_mate: whether the game is won by mate."""
        self.explains, self.by_mate = True, by_mate

    cdef list faulty_moves(self, const char *data, Py_ssize_t at):
        cdef Position first = self.now.position
        cdef const Plan *plan = &self.plans[self.words[0].plan]
        if not self.explains or plan.action == PASS or plan.throw_ or self.is_slip(self.words[0].plan):
            return None
        found = self._faults(data, at)
        self.now.position = first
        return found

    cdef bint is_slip(self, int plan) noexcept nogil:
        cdef Plan other = self.plans[plan]
        cdef Move move
        if other.action == CASTLE:
            other.castle = 1 - other.castle
        else:
            other.capture = -1
        return find_move(&self.now.game, &self.now.position, &other, &move)

    cdef list _faults(self, const char *data, Py_ssize_t at):
        """Refused moves, each tried after the likeliest of what may have been meant by the one before: where it stands,
        the position before it, legal moves near it, how many moves behind it are legal after each of these, and after none,
        and how many when it is made against the rules, -1 for where it cannot be."""
        cdef Move near[MOST_NEAR]
        cdef Position after[MOST_NEAR + 2]
        cdef int made[MOST_NEAR + 2]
        cdef Game *g = &self.now.game
        cdef Position p = self.now.position
        cdef const Plan *plan
        cdef int place = 0, count, guesses, k, best, behind
        found = []
        while True:
            plan = &self.plans[self.words[place].plan]
            behind = self.word_count - place - 1
            count = self.core.near(g, &p, plan, near, MOST_NEAR)
            if count < 0:
                return None
            best = guesses = 0
            if behind >= FEWEST_BEHIND and len(found) < MOST_FAULTS:
                for k in range(count):
                    copy_position(&self.core.t, &after[k], &p)
                    make(g, &after[k], &near[k])
                copy_position(&self.core.t, &after[count], &p)
                guesses = count + 1
                if self.by_mate and self.core.force(g, &p, plan, &after[guesses]):
                    guesses += 1
                for k in range(guesses):
                    made[k] = self._plies_from(&after[k], place + 1)
                    best = k if made[k] > made[best] else best
            texts = [self._near_text(&p, place, data, &near[k]) for k in range(count)]
            plies = [made[k] for k in range(guesses)]
            against = self.core.facts_against(g, &p, plan)
            found.append((*self._place(data, at, place), self._bytes(&p), texts, plies, place, against))
            if not guesses or made[best] == behind or made[best] < CLEARLY:
                return found
            copy_position(&self.core.t, &p, &after[best])
            place += 1 + made[best]

    cdef int _plies_from(self, Position *p, int place) noexcept nogil:
        """Make moves from one of `words` on, as far as they are legal; how many. The position is the one after them."""
        cdef Move move
        cdef int first = place
        while place < self.word_count and play(&self.now.game, p, &self.plans[self.words[place].plan], &move):
            place += 1
        return place - first

    cdef tuple _place(self, const char *data, Py_ssize_t at, int place):
        """Where one of `words` begins and ends, in characters of its game, which begins at a byte."""
        cdef Py_ssize_t begin = self.words[place].begin, size = self.words[place].end - begin
        begin = begin - at if self.is_ascii else characters_of(data + at, begin - at)
        return begin, begin + size

    cdef object _near_text(self, const Position *p, int place, const char *data, const Move *move):
        """A legal move in SAN if the word at a place is, else as a move."""
        cdef Py_ssize_t begin = self.words[place].begin
        cdef char text[LONGEST_TEXT]
        cdef int numbers[MOVE_NUMBERS]
        cdef int size = 0
        if self.usual_san and notations_of(data + begin, self.words[place].end - begin) & IN_SAN:
            copy_position(&self.core.t, &self.now.position, p)
            self.made = move[0]
            self.tell_move(numbers)
            self.is_bare = self.is_followed = False
            size = self.write_san(numbers, text)
        return PyUnicode_DecodeUTF8(text, size, NULL) if size else self.core._move(&self.now.game, move)

    cdef bint read_quickly(self, int number, const char *token, Py_ssize_t size) except -1:
        self._make_room(number)
        return self.reads_san and self._read_san(&self.plans[number], token, size)

    cdef bint _read_san(self, Plan *plan, const char *token, Py_ssize_t size) noexcept nogil:
        """The most usual moves in SAN: Nf3, Nbd2, N1d2, exd5, e4, e8=Q, with their signs; False for any other text."""
        cdef Py_ssize_t at = 0, end = size
        cdef int kind = self.kind_of[c'P'], file = -1, rank = -1, becomes = -1, target
        cdef bint takes = False, named
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
        target = self.cell_of[token[end - 2] - c'a'][token[end - 1] - c'0']
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
        if at < end or target < 0 or (not named and (rank >= 0 or takes != (file >= 0))):
            return False
        no_plan(plan)
        plan.action, plan.target, plan.kind, plan.capture, plan.becomes = 0, target, kind, takes, becomes
        if file >= 0 and rank >= 0:
            plan.origin = self.cell_of[file][rank]
            if plan.origin < 0:
                return False
        if file >= 0 or rank >= 0:
            self._sources(plan, file, rank)
        plan.plain = is_plain_plan(plan)
        return any_cell(plan.sources)

    cdef void _sources(self, Plan *plan, int file, int rank) noexcept nogil:
        """The cells of a file, of a rank, or the one that is on both; -1 for any."""
        cdef int x, y, cell
        plan.sources = no_cells()
        for x in range(26):
            for y in range(10):
                cell = self.cell_of[x][y]
                if cell >= 0 and file in (-1, x) and rank in (-1, y):
                    add(&plan.sources, cell)

    def set_fen_reader(self, read_fen):
        """Tell what reads a FEN: it gives a state where nothing in it is odd, else None."""
        self.read_fen, self.positions = read_fen, {}

    cdef bint read_position(self, Piece *fen) except -1:
        cdef bytes position
        if self.positions is None:
            return False
        text = PyUnicode_DecodeUTF8(fen.begin, fen.size, NULL)
        if text not in self.positions:
            if len(self.positions) >= MOST_POSITIONS:
                self.positions.clear()
            state = self.read_fen(text)
            self.positions[text] = None if state is None or not self.load(state) else self._bytes(&self.now.position)
        position = self.positions[text]
        if position is None:
            return False
        memcpy(&self.now, <const char *>position, sizeof(Held))
        return True

    cdef int _read_numbers(self, int *move, Move *m) noexcept nogil:
        """A legal move as the core has it."""
        m.origin, m.target, m.becomes = move[0], move[1], move[2]
        m.throw_, m.put_on, m.put = move[4], move[5], move[6]
        m.castle = castle_of(&self.now.game, &self.now.position, move[3])
        return m.castle

    cdef bint takes(self, Move *m) noexcept nogil:
        """True if a legal move captures."""
        return taken_cell(&self.core.t, &self.now.position, m) >= 0

    cdef void make_written(self, Move *m) noexcept nogil:
        make(&self.now.game, &self.now.position, m)

    cdef int write_long(self, int *move, char *text) except -1:
        cdef Move m
        cdef int size = 0
        self._read_numbers(move, &m)
        if m.throw_ or not self.core.is_named:
            return 0
        if move[3] >= 0:
            size = self._put_beside(text, self._put_castling(text, move[3]), &m)
        elif m.target < 0 or (m.origin == m.target and m.becomes < 0):
            text[0] = text[1] = c'-'
            size = 2
        elif m.origin < 0:
            size = self._put_drop(text, &m)
        else:
            size = put_label(text, size, &self.core.cell_names[m.origin])
            if self.takes(&m):
                memcpy(text + size, <const char *>self.capture_mark, len(self.capture_mark))
                size += len(self.capture_mark)
            else:
                text[size] = c'-'
                size += 1
            size = put_label(text, size, &self.core.cell_names[m.target])
            size = self._put_beside(text, self._put_promotion(text, size, m.becomes), &m)
        self.make_written(&m)
        return size

    cdef int _put_beside(self, char *text, int size, Move *m) noexcept nogil:
        """The cell of a wall that a move puts, or the piece that it brings in, with its cell where it castles."""
        if m.put_on < 0:
            return size
        if m.put < 0:
            text[size] = c','
            return put_label(text, size + 1, &self.core.cell_names[m.put_on])
        text[size] = c'/'
        size = put_label(text, size + 1, &self.core.letters[m.put])
        return put_label(text, size, &self.core.cell_names[m.put_on]) if m.castle >= 0 else size

    cdef int _put_castling(self, char *text, int castle) except -1:
        cdef bytes written = self.castling_texts[castle]
        memcpy(text, <const char *>written, len(written))
        return len(written)

    cdef int _put_drop(self, char *text, Move *m) noexcept nogil:
        cdef int size = put_label(text, 0, &self.core.letters[m.becomes])
        text[size] = c'@'
        return put_label(text, size + 1, &self.core.cell_names[m.target])

    cdef int _put_promotion(self, char *text, int size, int becomes) noexcept nogil:
        if becomes < 0:
            return size
        text[size] = c'='
        return put_label(text, size + 1, &self.core.letters[becomes])

    cdef int write_san(self, int *move, char *text) except -1:
        cdef Move m
        cdef int size = 0, sign
        self._read_numbers(move, &m)
        if m.throw_ or not self.core.is_named:
            return 0
        if move[3] >= 0:
            size = self._put_beside(text, self._put_castling(text, move[3]), &m)
        elif m.target < 0 or (m.origin == m.target and m.becomes < 0):
            text[0] = text[1] = c'-'  # an annotator's null move too
            size = 2
        elif m.origin < 0:
            size = self._put_drop(text, &m)
            if text[0] == c'P' and text[1] == c'@':  # as lichess writes it
                size -= 1
                memmove(text, text + 1, size)
        else:
            size = self._put_start(text, &m)
            size = put_label(text, size, &self.core.cell_names[m.target])
            size = self._put_beside(text, self._put_promotion(text, size, m.becomes), &m)
        self.make_written(&m)
        if self.is_followed:  # so the game is not over
            sign = c'+' if self.is_check() else 0
        else:
            sign = self.core._sign(&self.now.game, &self.now.position)
        if sign < 0:
            return 0
        if sign:
            text[size] = sign
            size += 1
        return size

    cdef bint _is_alone(self) noexcept nogil:
        """True if the text that was read says that no other piece may go to the cell, or none of the same file.

        What is taken stands there then, and who captures there and who goes there are the same.
        """
        if not self.core.t.flags & PLAIN_GAME or any_cell(self.now.position.passed):
            return False
        return self.is_bare

    cdef int _put_start(self, char *text, Move *m) except -1:
        """The letter of a piece, what tells it from others that may go to the same cell (PGN 8.2.3.4), and the sign of a
        capture."""
        cdef int rivals[MOST_RIVALS]
        cdef int count = 0 if self._is_alone() else self.core._rivals(&self.now.game, &self.now.position, m, rivals)
        cdef int place, size = 0
        cdef bint takes = self.takes(m), on_file = False, on_rank = False
        cdef Label *cell = &self.core.cell_names[m.origin]
        cdef Label *letter = &self.core.letters[kind_on(&self.core.t, self.now.position.board[m.origin], m.origin)]
        cdef Label *other
        cdef bint is_pawn = letter.size == 1 and letter.text[0] == c'P'
        for place in range(count):
            other = &self.core.cell_names[rivals[place]]
            on_file |= other.text[0] == cell.text[0]
            on_rank |= same_rank(cell, other)
        cdef bint by_file = (count and not on_file) or (is_pawn and takes and not count)
        if by_file and not takes and cell.text[0] == c'x':  # which would be a capture
            by_file, is_pawn, on_rank = False, False, True
        if is_pawn and not takes and count and not by_file:  # without a letter `e4d5` would be UCI
            is_pawn, on_rank = False, True
        if not is_pawn:
            size = put_label(text, size, letter)
        if by_file:
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

    cdef bint fits_result(self, Piece *result) except -1:
        cdef bint usual = False
        if self.is_over():
            return self.is_result_of_end(result)
        if is_open(result.begin, result.size):
            return True
        if self.core.t.seats > 2:  # who has left may have no score: the engine looks at it
            return False
        if result.size == 3:
            usual = not memcmp(result.begin, b"1-0", 3) or not memcmp(result.begin, b"0-1", 3)
        elif result.size == 7:
            usual = not memcmp(result.begin, SHARED_POINT, 7)
        return usual

    cdef bint is_result_of_end(self, Piece *result) except -1:
        """True if a result is that of a position in which the game is over."""
        cdef Position *p = &self.now.position
        cdef int end = early_end(&self.now.game, p)
        cdef bint checked = end == PLAYED_ON and self.is_check()
        if end == COUNTED or (end == PLAYED_ON and self.core.stalemate_counts and not checked):
            return self._is_of_outcome(result)
        if end == PLAYED_ON:
            end = valued(self.core.mate if checked else self.core.stalemate, p.turn)
        if end == DRAWN:
            return result.size == 7 and not memcmp(result.begin, b"1/2-1/2", 7)
        return result.size == 3 and not memcmp(result.begin, b"1-0" if end == WON else b"0-1", 3)

    cdef bint _is_of_outcome(self, Piece *result) except -1:
        """True if a result is that of the outcome which the engine in Python finds in the position.

        Where castles are at stake, who is left tells the outcome of a game that is over, so it is asked once for each case.
        """
        cdef Position *p = &self.now.position
        cdef bint remembers = self.core.t.flags & CASTLES_GAME and p.over
        who = (p.alive, p.alive_before, p.leaving, p.mover, p.turn)
        if remembers and who in self.results:
            return self.results[who] == PyUnicode_DecodeUTF8(result.begin, result.size, NULL)
        self.save(self.ended)
        outcome = self.ended.outcome()
        if remembers:
            self.results[who] = outcome.result if outcome is not None else ""
        return outcome is not None and outcome.result == PyUnicode_DecodeUTF8(result.begin, result.size, NULL)


cdef class SeatCore(Core):
    """The tables of a game of two to four seats.

    rules: its `rules.castles.tables.CastlesRules` or `rules.colours.tables.ColoursRules`.
    """

    def __init__(self, rules, move_type):
        cdef Tables *t = &self.t
        cdef int code, cells = rules.cells, reach
        self.move_type = move_type
        self._build_names(rules)
        t.seats, t.codes, t.reaches, t.flags = rules.seats, rules.codes, rules.reaches, rules.flags
        t.board.count = cells
        t.limit, t.throw_count = rules.limit, len(rules.throws)
        t.bases = as_cells(rules.bases)
        for code in range(2, t.codes):
            t.owner[code], t.kind[code] = (code - 2) % t.seats, (code - 2) // t.seats
            t.reach[code] = t.kind[code]
        for code, kinds in enumerate(rules.throws):
            t.throws[code] = kinds
        t.start = <int32_t *>calloc(t.reaches * (cells + 1) + 1, sizeof(int32_t))
        t.between = <int32_t *>calloc(t.reaches * cells * cells + 1, sizeof(int32_t))
        if t.start == NULL or t.between == NULL:
            raise MemoryError
        if t.flags & CASTLES_GAME:
            self._build_castles_game(rules)
        else:
            self._build_colours_game(rules)

    cdef int _build_castles_game(self, rules) except -1:
        cdef Fields fields
        cdef PathKind kind
        cdef int cell, reach
        for cell in range(self.t.board.count):
            fields.sides[cell], fields.corners[cell] = as_cells(rules.sides[cell]), as_cells(rules.corners[cell])
            fields.ring[cell] = rules.ring[cell]
        for reach, (steps, flies, roams) in enumerate(rules.kinds):
            kind.steps, kind.flies, kind.roams = steps, flies, roams
            if not build_paths(&self.t, reach, &fields, kind):
                raise MemoryError
        return 0

    cdef int _build_colours_game(self, rules) except -1:
        cdef Tables *t = &self.t
        cdef int cells = t.board.count, reach, origin, side, k
        for side in range(t.seats):
            t.passing[side] = PASS_STALEMATE
        for reach, by_cell in enumerate(rules.ways):
            for origin, ways in enumerate(by_cell):
                t.painted[reach][origin] = rules.painted[reach][origin]
                t.start[reach * (cells + 1) + origin] = t.step_count or 1
                for target, between in ways:
                    if not build_step(t, reach, origin, target, as_cells(between)):
                        raise MemoryError
            t.start[reach * (cells + 1) + cells] = t.step_count or 1
        for side, lines in enumerate(rules.edges):
            t.spare[side] = rules.spare[side]
            for k, line in enumerate(lines):
                t.edges[side][k] = as_cells(line)
        return 0

    # -- positions ------

    cdef bint _load(self, state, Game *g, Position *p) except -1:
        memset(p, 0, sizeof(Position))
        g.t = &self.t
        g.castle_count = 0
        g.homes = as_cells(0)
        if self.t.flags & CASTLES_GAME:
            return self._load_castles_game(state, p)
        return self._load_colours_game(state, p)

    cdef bint _load_castles_game(self, state, Position *p) except -1:
        """Lay the position of a `CastleState`; False where moves may not be repeated."""
        cdef list board = state.board, back = state.back
        cdef int cell, code, undo
        if state.trails is not None:
            return False
        if len(board) != self.t.board.count + 1 or len(back) != self.t.seats:
            raise ValueError("the position is of another game")
        for cell in range(self.t.board.count):
            code = board[cell]
            if code & 7 != 7:
                self._put(p, cell, 2 + (code >> 7) * self.t.seats + (code & 7))
        for cell in range(self.t.seats):
            undo = back[cell]
            p.back_from[cell], p.back_to[cell] = (undo >> 7, undo & 127) if undo >= 0 else (-1, -1)
        for seat in state.alive:
            p.alive |= 1 << <int>seat
        p.alive_before = p.alive
        p.turn, p.fullmove_number, p.over = state.turn, state.fullmove_number, state.ended is not None
        return True

    cdef bint _load_colours_game(self, state, Position *p) except -1:
        """Lay the position of a `ColourState`; False while pieces are dropped."""
        cdef list board = state.board, left = state.left, lost = state.lost
        cdef int cell, code
        if state.phase == 1:
            return False
        if len(board) != self.t.board.count or len(left) != self.t.seats:
            raise ValueError("the position is of another game")
        for cell in range(self.t.board.count):
            code = board[cell]
            if code >= 0:
                self._put(p, cell, 2 + (code & 3) * self.t.seats + (code >> 2))
            elif code == -2:
                put(&self.t, p, cell, 1)
        for cell in range(4):
            p.lost[cell] = lost[cell]
        for cell in range(self.t.seats):
            if left[cell]:
                p.alive |= 1 << cell
        p.turn, p.fullmove_number, p.over = state.turn, state.fullmove_number, state.phase == 2
        return True

    cdef int _put(self, Position *p, int cell, int code) except -1:
        if not 2 <= code < self.t.codes:
            raise ValueError(f"nothing has the code {code}")
        put(&self.t, p, cell, code)
        return 0

    cdef bint _plays_on(self, state) except -1:
        """True if a state tells nothing of its last move, which a position would not keep."""
        return not self.t.flags & CASTLES_GAME or (state.ended is None and not state.gone)

    cdef int _save(self, state, const Game *g, const Position *p) except -1:
        cdef list board = state.board, by_seat
        cdef int cell, code, here, seat
        cdef bint castles = self.t.flags & CASTLES_GAME != 0
        for cell in range(self.t.board.count):
            code = p.board[cell]
            if code < 2:
                here = 7 if castles else -1 - code
            else:
                seat = self.t.owner[code]
                here = self.t.kind[code] << 7 | seat if castles else seat << 2 | self.t.kind[code]
            if <int>board[cell] != here:
                board[cell] = here
        state.turn, state.fullmove_number = p.turn, p.fullmove_number
        if not castles:
            state.occupied = as_mask(&p.occupied) & ~as_mask(&p.walls)
            by_seat = state.left
            for seat in range(self.t.seats):
                by_seat[seat] = as_mask(&p.side[seat]).bit_count()
            state.take_over((p.lost[0], p.lost[1], p.lost[2], p.lost[3]))
            return 0
        state.occupied = as_mask(&p.occupied)
        by_seat = state.own
        for seat in range(self.t.seats):
            by_seat[seat] = as_mask(&p.side[seat])
        by_seat = state.back
        for seat in range(self.t.seats):
            by_seat[seat] = p.back_from[seat] << 7 | p.back_to[seat] if p.back_from[seat] >= 0 else -1
        state.take_over(p.alive_before, p.leaving, p.mover)
        return 0

    # -- what is asked of a position; None where the core leaves it to the engine ------

    cdef int _sign(self, const Game *g, const Position *after) noexcept nogil:
        return 0

    cdef int _rivals(self, const Game *g, const Position *p, const Move *m, int *rivals) except -1:
        cdef int count = 0, kind = kind_on(&self.t, p.board[m.origin], m.origin), cell
        cdef Cells others = p.side[p.turn]
        while any_cell(others):
            cell = pop(&others)
            if cell != m.origin and kind_on(&self.t, p.board[cell], cell) == kind:
                if seat_reaches(&self.t, p, cell, m.target):
                    rivals[count] = cell
                    count += 1
        return count

    def moves(self, state, bint whole=True):
        """Every legal move, in the order of the engine; None where who is to move leaves first."""
        cdef Position p
        cdef Moves found
        cdef Game g
        cdef int k
        if not self._load(state, &g, &p):
            return None
        if self.t.flags & CASTLES_GAME and not self.t.throw_count and not p.over and not seat_has_move(&self.t, &p, -1):
            return None
        begin_moves(&found, 0)
        try:
            seat_legal(&self.t, &p, &found)
            if found.failed:
                raise MemoryError
            return [self._move(&g, &found.at[k]) for k in range(found.count)]
        finally:
            end_moves(&found)

    def goes_on(self, state):
        return None

    def perft(self, state, int depth):
        """The number of ways to play so many plies."""
        cdef Game g
        cdef Position p
        cdef int64_t leaves
        if not self._load(state, &g, &p):
            return None
        with nogil:
            leaves = seat_perft(&self.t, &p, depth)
        if leaves < 0:
            raise MemoryError
        return leaves

    def find(self, state, parsed):
        """The one legal move that a parsed move means, or False where it has to be looked at again."""
        cdef Position p
        cdef Game g
        cdef Move move
        cdef bytes plan = plan_of(parsed)
        if not self._load(state, &g, &p):
            return None
        if not seat_find(&self.t, &p, <const Plan *><const char *>plan, &move):
            return False
        return self._move(&g, &move)

    def push_from(self, state, parsed_moves, int first, list log):
        """Make parsed moves from the one at a place on, up to the first that is not legal or that the engine has to look at
        again. The place of that one."""
        cdef Position p
        cdef Game g
        cdef Move move
        cdef bytes plan
        cdef int made = first, count = len(parsed_moves)
        if not self._plays_on(state) or not self._load(state, &g, &p):
            return first
        while made < count:
            plan = plan_of(parsed_moves[made])
            if not seat_find(&self.t, &p, <const Plan *><const char *>plan, &move):
                break
            if log is not None:
                log.append(self._move(&g, &move))
            seat_make(&self.t, &p, &move)
            made += 1
        if made > first:
            self._save(state, &g, &p)
        return made

    def scanner(self, make_ply, state):
        """As that of `Core`; None for a game with dice, whose throws stand before the moves."""
        return None if self.t.throw_count else SeatScanner(self, make_ply, state)


cdef class SeatScanner(CoreScanner):
    """Reads the texts of a game of two to four seats. It stops at what the engine has to look at: who is to move may be
    blocked and leave the game. There are no checks, and no null moves."""

    cdef bint is_slip(self, int plan) noexcept nogil:
        return True

    cdef list faulty_moves(self, const char *data, Py_ssize_t at):
        return None

    def make_sieve(self, groups, tuple names, list needles, admits, bint exact):
        if any([alternative for group in groups for alternative in group]):
            return None
        return CoreScanner.make_sieve(self, groups, names, needles, admits, exact)

    def load(self, state):
        return (<SeatCore>self.core)._plays_on(state) and bool(self.core._load(state, &self.now.game, &self.now.position))

    cdef bint play(self, int plan) noexcept nogil:
        if not seat_find(&self.core.t, &self.now.position, &self.plans[plan], &self.made):
            return False
        seat_make(&self.core.t, &self.now.position, &self.made)
        return True

    cdef bint takes(self, Move *m) noexcept nogil:
        return m.origin >= 0 and self.now.position.board[m.target] >= 2

    cdef void make_written(self, Move *m) noexcept nogil:
        seat_make(&self.core.t, &self.now.position, m)

    cdef bint opens_round(self) noexcept nogil:
        return not self.now.position.alive & ((1 << self.now.position.turn) - 1)

    cdef int write_san(self, int *move, char *text) except -1:
        return CoreScanner.write_san(self, move, text) if self.core.t.flags & COLOURS_GAME else 0

    cdef bint is_check(self) noexcept nogil:
        return False

    cdef bint is_over(self) noexcept nogil:
        return seat_is_over(&self.core.t, &self.now.position)

    cdef bint is_result_of_end(self, Piece *result) except -1:
        return self._is_of_outcome(result)

    cdef bint is_decided(self) noexcept nogil:
        return False

    cdef bint is_dead(self) noexcept nogil:
        return False

    cdef uint64_t repetition_hash(self) noexcept nogil:
        cdef Position *p = &self.now.position
        cdef uint64_t undone = 0
        cdef int seat
        for seat in range(self.core.t.seats if self.core.t.flags & CASTLES_GAME else 0):
            undone = undone << 16 | <uint16_t>(p.back_from[seat] << 8 | p.back_to[seat] & 127)
        return hash_of(p.board, self.core.t.board.count, p.turn + 1 + (undone << 3))


cdef void no_plan(Plan *plan) noexcept nogil:
    """A plan that says nothing."""
    memset(plan, 0, sizeof(Plan))
    plan.action = plan.origin = plan.target = plan.kind = plan.capture = plan.becomes = plan.victim = plan.castle = -1
    plan.owner = plan.loser = plan.put_on = plan.put = -1
    memset(&plan.sources, 0xFF, sizeof(Cells))


PLAN = "core"  # where a parsed move keeps its numbers


cdef bytes plan_of(parsed):
    """A parsed move in numbers, which it keeps for the next time."""
    cdef Plan plan
    known = (<dict>parsed.plans).get(PLAN)
    if known is not None:
        return <bytes>known
    memset(&plan, 0, sizeof(Plan))
    plan.action, plan.origin, plan.target, plan.kind = parsed.action, parsed.origin, parsed.target, parsed.kind
    plan.capture = -1 if parsed.capture is None else parsed.capture
    plan.becomes, plan.victim, plan.castle, plan.throw_ = parsed.becomes, parsed.victim, parsed.castle, parsed.throw
    plan.owner, plan.loser, plan.put_on, plan.put = parsed.owner, parsed.loser, parsed.put_on, parsed.put
    plan.sources = as_cells(parsed.sources if parsed.origin < 0 else 1 << parsed.origin)
    plan.plain = is_plain_plan(&plan)
    known = (<char *>&plan)[: sizeof(Plan)]
    (<dict>parsed.plans)[PLAN] = known
    return known
