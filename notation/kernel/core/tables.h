/* What the core knows of a game: tables that never change once they are made, shared by all threads and all games.

   A piece on the board is a code, as in `rules.general`: FIRST + seats * kind + seat; 0 is an empty cell, 1 a wall.
   Every way of moving is a STEP between two cells with a condition: all cells of `empty` are empty and, if `screen` names
   any, exactly one of those holds a piece. That covers leaps (neither), rides and lame leaps (the cells between), bent
   riders (the same) and hoppers (the screen).
   Pieces that go alike share a `reach`. */
#ifndef FAIRYSCORE_TABLES_H
#define FAIRYSCORE_TABLES_H

#include "cells.h"

enum { EMPTY = 0, WALL = 1, FIRST = 2, MOST_CODES = 128, MOST_KINDS = 64, MOST_SEATS = 4, MOST_CASTLES = 16 };
enum { MOST_RULES = 16, MOST_EFFECTS = 16, MOST_FEW = 64, MOST_GOALS = 16, MOST_PASSED = 256, MOST_LENGTH = 512 };
enum { MOST_LOANS = 4, MOST_THROWS = 16, MOST_EDGES = 32, NO_LIMIT = 255 };

/* Flags of a step. */
enum { MOVES = 1, CAPTURES = 2, IN_PASSING = 4, FIRST_MOVE = 8, SLIDES = 16 };

/* Flags of a leap, beside those of its steps: how it is repeated. */
enum { LAME = 32, HOPS = 64, BENT = 128, BEND_MUST = 256, REBOUNDS = 512, ANY_WAY = 1024 };

/* Flags of both, of leaps that only move: while the piece has not moved; not in check, nor over cells that are all attacked. */
enum { UNMOVED = 2048, SAFELY = 4096 };

/* Flags of a promotion. */
enum { TOUCH = 1, MUST = 2, CAPTURE_ONLY = 4, CAPTURED = 8, IMPLIED = 16, SILENT = 32, IN_PLACE = 64, TO_ENEMY = 128 };

/* Flags of a game. */
enum {
    BLASTS = 1,        /* a capture takes away what stands around it */
    RESTLESS = 1 << 1, /* effects follow from other moves than captures */
    VIOLENT = 1 << 2,  /* effects follow from captures */
    MUST_CAPTURE = 1 << 3,
    NO_CHECKING = 1 << 4,
    NOT_STUCK = 1 << 5,
    CORNERS = 1 << 6, /* an attacked piece may move only to take what attacks it */
    DROPS = 1 << 7,
    MUST_DROP = 1 << 8,
    NO_CHECK_DROP = 1 << 9,
    NO_MATE_DROP = 1 << 10,
    OPPOSITE_DROPS = 1 << 11,
    HAND_CASTLES = 1 << 12,
    OPPOSITE_CASTLING = 1 << 13,
    SEIRAWAN = 1 << 14,
    CAMBODIAN = 1 << 15,
    DUCK = 1 << 16,
    WALL_OR_MOVE = 1 << 17,
    RESTS = 1 << 18,
    BIKJANG = 1 << 19,
    PLACE_PROMOTION = 1 << 20,
    ENDS_EARLY = 1 << 21,
    DUPLE = 1 << 22,
    ONTO_ROOK = 1 << 23,
    CASTLES_GAME = 1 << 24, /* of seats.h: KaleidoChess */
    COLOURS_GAME = 1 << 25, /* Chamaeleon */
    FALLEN_STAY = 1 << 26,
    PLAIN_GAME = 1 << 27, /* see quick.h */
    HAS_HOPPERS = 1 << 28,
    AS_SETS = 1 << 29, /* moves are found as sets of cells, see sets.h */
    TURNING = 1 << 30  /* a piece may become something by what it captures */
};

/* What rows say of captures and conditions (rules.general.rows); 0 in games that have no such. */
enum {
    OTHER_CAPTURES = 1, /* pieces that shoot, take nothing or their own, and promotions to pieces of the enemy */
    FREEZES = 1 << 1,   /* attacked pieces may not move */
    AVOIDS = 1 << 2,    /* no move may lead to where pieces are attacked by some others */
    MATING = 1 << 3,    /* only a mate may give check */
    ANTI_KINGS = 1 << 4, /* pieces that have to be attacked */
    SERIES = 1 << 5,     /* turns of several moves */
    LENDS = 1 << 6       /* pieces move as others too */
};

enum { CHECKS_FREELY, CHECK_ENDS, CHECK_LAST }; /* of a turn of several moves: a check ends it, or comes with its last move */

enum { NO_WALLS, WALL_DUCK, WALL_ARROW, WALL_PAST, WALL_EDGE, WALL_STATIC };
enum { PASS_NEVER, PASS_ALWAYS, PASS_STALEMATE };
enum { ON_MOVER, ON_AROUND, ON_ATTACKED };
enum { GONE = EMPTY, TO_WALL = WALL, TO_TAKEN, TO_JOINED, TO_OWNER }; /* what effects make of pieces */
enum { NO_FACING, FACING, FACING_KINGS }; /* of a ray */

typedef Cells Codes; /* a set of codes: as of cells, for each a bit */

typedef struct {
    Cells empty, screen;
    int32_t skip;  /* the step after this and the rest of the ride that is blocked with it */
    int32_t other; /* another step between the same cells, 0 for none */
    int16_t origin, target;
    uint16_t flags;
    uint16_t passed; /* which of `passed` it leaves behind, 0 for none */
} Step;

/* All steps of a reach from a cell, as sets. Those with nothing between are `moves`, `captures` and captures in `passing`. Rides
   that move and capture are sets of `rides`, first those whose cells rise, then those whose cells fall. All others are single
   steps, by number. */
typedef struct {
    Cells moves, captures, passing;
    int32_t rising, falling, rides_end, single, single_end;
} Fan;

/* A step turned round: which pieces attack a cell from another one. */
typedef struct {
    Cells empty, screen;
    Codes codes;
    int32_t other, facing;
} Ray;

/* Cells where a piece may be taken in passing, also in the order in which it passes them. */
typedef struct {
    Cells cells;
    int32_t count;
    int16_t order[MOST_CELLS];
} Passed;

/* One direction in which a piece goes. */
typedef struct {
    Cells origins, targets;
    Cells passed; /* where the piece may be taken in passing afterwards */
    int32_t right, ahead, most, flags;
    int32_t bend, bends, bend_most; /* directions of the second leg: `bends` of them, from `bend` on */
} Leap;

typedef struct {
    Cells on, from;
    int32_t flags, count;
    uint8_t kinds[MOST_KINDS];
    uint8_t limit[MOST_KINDS];
    Codes limited[MOST_KINDS];
} Promotion;

/* Pieces of which few decide: extinction, and pieces that stand for kings. result: for who has so few, 1 for a win, 0 for a
   draw, -1 for a loss. rule: the number of the rule, which may tell of several. */
typedef struct {
    Codes of[MOST_SEATS];
    int32_t at, opponent, claim, duple, result, rule;
} Few;

/* What follows from moves of some pieces, as rules.general.rows.Effect. victims: by code, with which captured ones it does, as `captures` asks.
   Nothing becomes of what is spared. */
typedef struct {
    Codes movers, spared, victims[MOST_CODES];
    Cells where[MOST_SEATS];
    int32_t captures, on, becomes;
} Effect;

typedef struct {
    Codes of[MOST_SEATS];
    Cells cells[MOST_SEATS];
    int32_t needed, blocked, safe, reply;
} Goal;

/* When pieces move as others too, beside their own ways: if they stand so to pieces of `by`, which depend on who moves, as all
   kinds of `like`, or where there are none as those pieces. to: the cells that they may go to so. steps: how far, 0 for any. */
enum { PROTECTED, PROTECTING, ATTACKED };
typedef struct {
    Codes by[MOST_CODES], like;
    Cells to[MOST_SEATS];
    int32_t relation, steps;
} Loan;

/* How many moves a turn has, as rules.general.rows.Turns: the first of the game, if that is another number, and each later
   one, by seat; or one more than the turn before. A position says how many are left of the turn; where none is, or none can be
   made, or a check ends the turn, it is the other side's. */
typedef struct {
    int32_t first, rising, check, moves[MOST_SEATS];
} Turns;

typedef struct {
    int32_t seat, side, king_to, rook_to, letter;
    int32_t has_empty, has_safe;
    Cells empty, safe;
    Codes kings, partners;
    int32_t king_home, rook_home; /* where a king and rook that were dropped may castle */
} CastlingRule;

typedef struct {
    int32_t count, files, ranks, round, wraps_files, wraps_ranks, twist;
    int16_t x[MOST_CELLS], y[MOST_CELLS];
    int16_t *number;              /* by y * files + x, NO_CELL for a hole */
    int16_t ahead[8][MOST_CELLS]; /* by heading, NO_CELL at an edge */
    uint8_t turned[8][MOST_CELLS];
} Board;

typedef struct {
    int32_t codes, seats, flags, checks;
    Board board;
    uint8_t owner[MOST_CODES];

    /* How pieces go. */
    Step *steps;
    Ray *rays;
    int32_t step_count, step_room, ray_count, ray_room, reaches, passed_count;
    Fan *fans;                            /* by reach * cells + origin */
    Cells *rides;
    int32_t *single_steps;
    int32_t ride_count, single_count;
    int32_t *start;                       /* by reach * (cells + 1) + origin */
    int32_t *between;                     /* by (reach * cells + origin) * cells + target, chained by `other` */
    int32_t *ray_between;                 /* by target * cells + origin */
    Cells comes[MOST_CELLS];              /* from where a piece may come to a cell */
    Cells *sources;                       /* by reach * cells + target: from where these come without and, behind, by capture */
    Cells *lanes;                         /* by target * cells + origin: what must be empty between them, of any step */
    Cells forked[MOST_CELLS];             /* by target, the origins of which `lanes` does not tell all */
    Cells strikes[MOST_CELLS];            /* from where a piece may attack a cell */
    Cells *beyond;                        /* by target * cells + another: from where a piece attacks the target through it */
    Cells *movable;                       /* by reach, the cells where a piece may ever move */
    Passed passed[MOST_PASSED];
    uint8_t reach[MOST_CODES], kind[MOST_CODES];
    uint8_t counted[MOST_CODES]; /* the code as which ends and rows count it */
    Codes not_takes[MOST_CODES], not_over[MOST_CODES];
    Codes cornered[MOST_CODES]; /* by which attackers, so that it has to take the only one if it moves */

    /* What pieces are. */
    Codes royal, pseudo, pawns, passers, plus, pooled;
    Codes no_mate, must_first, opposite, silent;
    Cells leaves[MOST_CODES]; /* from where a piece may leave cells behind on which it is taken in passing */
    Codes sharing[MOST_KINDS], every_kind;
    Promotion *promotions;
    Cells turns_on[MOST_CODES], turns_from[MOST_CODES]; /* where a move that promotes may end, or begin */
    Cells asked_on[MOST_CODES], asked_from[MOST_CODES]; /* the same of a move with which a piece may promote or get stuck */
    int32_t promotion_of[MOST_CODES], promotion_count[MOST_CODES];
    uint8_t hand_code[MOST_CODES], unpromoted[MOST_CODES], doubles[MOST_CODES]; /* doubles: how many on a file, or NO_LIMIT */
    uint8_t dropped_count[MOST_CODES], dropped_as[MOST_CODES][MOST_KINDS];
    Cells drop[MOST_CODES];

    /* Rows of captures and conditions. */
    int32_t rows;
    Codes shooters, harmless, anti, own_hand;
    Codes takes_own[MOST_CODES], never_takes[MOST_CODES]; /* never_takes: with those that it takes neither, as it is harmless */
    Codes frozen_by[MOST_CODES], avoided_by[MOST_CODES];  /* by whose attack */
    Turns turns;
    Loan *loans;
    int32_t loan_count;

    /* What the board is. */
    Cells everywhere, near[MOST_CELLS], beside[MOST_CELLS], file_of[MOST_CELLS], shade;
    uint8_t beside_count[MOST_CELLS];

    /* Further rules and ends. */
    CastlingRule castlings[MOST_CASTLES];
    int32_t castling_count, castling_ends;
    Effect *effects;
    int32_t effect_count;
    uint8_t joined[MOST_KINDS][MOST_KINDS]; /* by two kinds, what both are in one; else the first of them */
    int32_t walls, passing[MOST_SEATS];
    Cells wall_cells[MOST_SEATS];
    Few vital[MOST_RULES], gone[MOST_FEW];
    int32_t vital_count, gone_count;
    Goal goals[MOST_GOALS];
    int32_t goal_count;
    Cells *lines; /* each of them, full of one's own pieces, ends the game */
    Codes line_codes[MOST_SEATS];
    int32_t line_count, line_result; /* the result is for who has one */

    /* Games of up to four seats, see seats.h. */
    Cells bases;                           /* who has no piece there has lost */
    int32_t limit, throw_count;            /* of rounds; of throws, 0 without dice */
    uint32_t throws[MOST_THROWS];          /* the kinds that a throw lets move */
    uint8_t painted[4][MOST_CELLS];        /* by piece, its kind on a cell */
    Cells edges[4][MOST_EDGES];            /* by side of the board, its files or ranks inward */
    int32_t spare[4];                      /* how many of them this side and the opposite one may lose together */
} Tables;

#define CODE(t, kind, seat) (FIRST + (kind) * (t)->seats + (seat))
#define IN(codes, code) has(&(codes), code)

INLINE int start_of(const Tables *t, int code, int cell) {
    return t->start[t->reach[code] * (t->board.count + 1) + cell];
}

INLINE int step_between(const Tables *t, int code, int origin, int target) {
    int cells = t->board.count;
    return t->between[(t->reach[code] * cells + origin) * cells + target];
}

#endif
