# What Cython knows of the headers in this folder; an extension has it by `include "core/core.pxi"`.
#
# A scanner gets the tables of a game from `Core.tables`, reads a move text into a `Plan`, asks `find_move` for the one legal
# move that it means, and makes it with `make` on a `Position` of its own, which comes from `Core.position`. `in_check` and
# `has_move` tell `+` and `#`, `decided` the ends that come before. Nothing here changes but the `Position` that it is given,
# and nothing needs the GIL.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "core/quick.h" nogil:
    ctypedef struct Cells:
        uint64_t word[4]  # as many as CELL_WORDS
    ctypedef Cells Codes
    ctypedef struct Leap:
        Cells origins, targets, passed
        int32_t right, ahead, most, flags, bend, bends, bend_most
    ctypedef struct Promotion:
        Cells on
        Cells from_ "from"
        int32_t flags, count
        uint8_t kinds[64]
        uint8_t limit[64]
        Codes limited[64]
    ctypedef struct Few:
        Codes of[4]
        int32_t at, opponent, claim, duple, result, rule
    ctypedef struct Goal:
        Codes of[4]
        Cells cells[4]
        int32_t needed, blocked, safe, reply
    ctypedef struct CastlingRule:
        int32_t seat, side, king_to, rook_to, letter, has_empty, has_safe, king_home, rook_home
        Cells empty, safe
        Codes kings, partners
    ctypedef struct Passed:
        Cells cells
        int32_t count
        int16_t order[128]
    ctypedef struct Board:
        int32_t count, files, ranks, round, wraps_files, wraps_ranks, twist
        int16_t x[128]
        int16_t y[128]
        int16_t *number
        int16_t ahead[8][128]
        uint8_t turned[8][128]
    ctypedef struct Step:
        Cells empty, screen
        int32_t other
        int16_t origin, target
        uint16_t flags
    ctypedef struct Fan:
        Cells moves
    ctypedef struct Ray:
        int32_t facing
    ctypedef struct Effect:
        Codes movers, spared
        Codes victims[128]
        Cells where[4]
        int32_t captures, on, becomes
    ctypedef struct Loan:
        Codes by[128]
        Codes like
        Cells to[4]
        int32_t relation, steps
    ctypedef struct Turns:
        int32_t first, rising, check
        int32_t moves[4]
    ctypedef struct Tables:
        int32_t codes, seats, flags, checks
        Board board
        uint8_t owner[128]
        Step *steps
        Fan *fans
        Cells *rides
        int32_t *single_steps
        Ray *rays
        Cells *beyond
        Cells *sources
        Cells *lanes
        int32_t step_count, ray_count, reaches, passed_count
        int32_t *start
        int32_t *between
        int32_t *ray_between
        Cells *movable
        Passed passed[256]
        uint8_t reach[128]
        uint8_t kind[128]
        uint8_t counted[128]
        Codes not_takes[128]
        Codes not_over[128]
        Codes cornered[128]
        Codes royal, pseudo, pawns, passers, plus, pooled, no_mate, must_first, opposite
        Codes sharing[64]
        Codes every_kind
        Promotion *promotions
        int32_t promotion_of[128]
        int32_t promotion_count[128]
        uint8_t hand_code[128]
        uint8_t unpromoted[128]
        uint8_t doubles[128]
        int32_t rows
        Codes shooters, harmless, anti, own_hand
        Codes takes_own[128]
        Codes never_takes[128]
        Codes frozen_by[128]
        Codes avoided_by[128]
        Turns turns
        Loan *loans
        int32_t loan_count
        uint8_t dropped_count[128]
        uint8_t dropped_as[128][64]
        Cells drop[128]
        Cells everywhere
        CastlingRule castlings[16]
        int32_t castling_count, castling_ends, effect_count, walls
        Effect *effects
        uint8_t joined[64][64]
        Cells near[128]
        int32_t passing[4]
        Cells wall_cells[4]
        Few vital[16]
        Few gone[64]
        Goal goals[16]
        int32_t vital_count, gone_count, goal_count, line_count, line_result
        Cells *lines
        Codes line_codes[4]
        Cells bases
        int32_t limit, throw_count
        uint32_t throws[16]
        uint8_t painted[4][128]
        Cells edges[4][32]
        int32_t spare[4]
    ctypedef struct Position:
        Cells side[4]
        Cells royal[4]
        Cells occupied, walls, passed, gates
        int32_t suspect, exposed, turn, victim, passed_by, castles, castled, halfmove_clock, fullmove_number, rest, rested
        int32_t checks[4]
        int32_t left
        int32_t alive, over, alive_before, leaving, mover
        int32_t lost[4]
        int16_t back_from[4]
        int16_t back_to[4]
        uint8_t board[128]
        uint8_t count[128]
        uint16_t hand[128]
    ctypedef struct Castle:
        Cells empty, safe, both
        int32_t index, king_from, rook_from
    ctypedef struct Game:
        const Tables *t
        Castle castles[16]
        int32_t castle_count
        Cells homes
    ctypedef struct Move:
        int16_t origin, target, becomes, castle, throw_, put_on, put
    ctypedef struct Moves:
        Move *at
        int count, failed
    ctypedef struct Plan:
        Cells sources
        int16_t action, origin, target, kind, capture, becomes, victim, castle, throw_, owner, loser, put_on, put, plain
    bint is_plain_plan(const Plan *plan)
    void add(Cells *cells, int cell)
    Cells no_cells()
    int lowest(Cells cells)
    int pop(Cells *cells)
    int count_of(Cells cells)
    Cells either(Cells one, Cells other)
    bint has(const Cells *cells, int cell)
    bint any_cell "any"(Cells cells)
    void put(const Tables *t, Position *p, int cell, int code)
    void make(const Game *g, Position *p, const Move *m)
    int taken_cell(const Tables *t, const Position *p, const Move *m)
    bint in_check(const Tables *t, const Position *p, int seat)
    void begin_moves(Moves *found, int enough)
    void end_moves(Moves *found)
    void legal_moves(const Game *g, const Position *p, Moves *found)
    bint has_move(const Game *g, const Position *p)
    bint decided(const Game *g, const Position *p)
    int early_end(const Game *g, const Position *p)
    int valued(int value, int seat)
    bint find_move(const Game *g, const Position *p, const Plan *plan, Move *move)
    bint is_checked(const Tables *t, const Position *p)
    void all_meant(const Game *g, const Position *p, const Plan *plan, Moves *found)
    int WHATEVER
    int CELL_WORDS, MOST_CELLS
    bint play(const Game *g, Position *p, const Plan *plan, Move *move)
    Cells open_gates(const Tables *t, const Position *p)
    void copy_position(const Tables *t, Position *to, const Position *source)
    int64_t perft(const Game *g, const Position *p, int depth)
    int PLAYED_ON, WON, DRAWN, COUNTED
    int GO, CASTLE, DROP, PASS, GO_OR_CASTLE, RELATIVE
    int MOVES, CAPTURES, UNMOVED
    Cells attackers(const Tables *t, const Position *p, int cell, int seat, int facing, bint all)
    int step_between(const Tables *t, int code, int origin, int target)
    bint meet(const Cells *one, const Cells *other)
    bint share(const Tables *t, int kind, int other)
    int SERIES
    int HAND_CASTLES, PLAIN_GAME, HAS_HOPPERS, AS_SETS, PASS_STALEMATE

cdef extern from "core/build.h" nogil:
    bint build_reach(Tables *t, int reach, const Leap *leaps, int count, const int8_t *bends)
    bint build_rays(Tables *t)
    bint build_facing(Tables *t, Codes codes, int ways, int facing)
    bint build_lines(Tables *t, int length, int ways)
    void build_board(Tables *t)
    bint build_plain(Tables *t)
    void build_castle(const Tables *t, int index, int king_from, int rook_from, Castle *castle)

cdef extern from "core/seats.h" nogil:
    ctypedef struct Fields:
        Cells sides[128]
        Cells corners[128]
        int32_t ring[128]
    ctypedef struct PathKind:
        int32_t steps, flies, roams
    bint build_paths(Tables *t, int reach, const Fields *fields, PathKind kind)
    bint build_step(Tables *t, int reach, int origin, int target, Cells empty)
    int kind_on(const Tables *t, int code, int cell)
    bint seat_reaches(const Tables *t, const Position *p, int origin, int target)
    void seat_legal(const Tables *t, Position *p, Moves *found)
    bint seat_find(const Tables *t, const Position *p, const Plan *plan, Move *move)
    bint seat_has_move(const Tables *t, const Position *p, uint32_t kinds)
    void seat_make(const Tables *t, Position *p, const Move *m)
    bint seat_is_over(const Tables *t, const Position *p)
    int64_t seat_perft(const Tables *t, const Position *p, int depth)
    int CASTLES_GAME, COLOURS_GAME

# What `Core.position` gives in bytes; `game.t` is to be set to `Core.tables` again.
cdef struct Held:
    Game game
    Position position
