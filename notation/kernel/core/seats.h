/* Games of two to four seats without kings: KaleidoChess (paths of an exact length, one's own pieces may be taken, no move is
   undone at once, who holds no castle is out) and Chamaeleon (what a piece is depends on its cell, and the board shrinks).
   Pieces go by the same steps as elsewhere; a cell that is gone is a wall. */
#ifndef FAIRYSCORE_SEATS_H
#define FAIRYSCORE_SEATS_H

#include "build.h"
#include "quick.h"

/* -- building ------ */

/* The fields of a board without headings, and a kind of piece on it. */
typedef struct {
    Cells sides[MOST_CELLS], corners[MOST_CELLS];
    int32_t ring[MOST_CELLS];
} Fields;

typedef struct {
    int32_t steps, flies, roams;
} PathKind;

enum { MOST_PATHS = 512 };

/* The ways from a cell, by target: the sets of cells between, none of which contains another. */
typedef struct {
    const Fields *fields;
    PathKind kind;
    int failed, count[MOST_CELLS];
    Cells between[MOST_CELLS][MOST_PATHS];
} Paths;

static int within(Cells one, Cells other) {
    return !any(without(one, other));
}

static void add_path(Paths *paths, int target, Cells between) {
    int kept = 0, count = paths->count[target];
    Cells *known = paths->between[target];
    for (int k = 0; k < count; k++) {
        if (within(known[k], between)) return;
    }
    for (int k = 0; k < count; k++) {
        if (!within(between, known[k])) known[kept++] = known[k];
    }
    if (kept == MOST_PATHS) {
        paths->failed = 1;
        return;
    }
    known[kept++] = between;
    paths->count[target] = kept;
}

/* Goes on with a path; it never comes to a field twice and crosses so many ring borders at most. */
static void walk_paths(Paths *paths, int here, Cells met, Cells between, int steps, int crossings) {
    const Fields *f = paths->fields;
    Cells next = f->sides[here];
    if (paths->kind.flies) next = either(next, f->corners[here]);
    next = without(next, met);
    while (any(next)) {
        int cell = pop(&next), left = crossings - (f->ring[cell] != f->ring[here]);
        Cells after = met, passed = between;
        if (left < 0) continue;
        if (steps == 1) {
            add_path(paths, cell, between);
            continue;
        }
        add(&after, cell);
        if (!paths->kind.flies) add(&passed, cell);
        walk_paths(paths, cell, after, passed, steps - 1, left);
    }
}

/* Lays the steps of a kind: paths of an exact length. False where there is no memory or they are too many. */
static int build_paths(Tables *t, int reach, const Fields *fields, PathKind kind) {
    int cells = t->board.count;
    Builder l = {t, NULL, 0, NULL, reach, 0, 0};
    Paths *paths = calloc(1, sizeof(Paths));
    if (!paths) return 0;
    paths->fields = fields;
    paths->kind = kind;
    begin_steps(&l);
    for (l.origin = 0; l.origin < cells && !l.failed && !paths->failed; l.origin++) {
        memset(paths->count, 0, sizeof(paths->count));
        walk_paths(paths, l.origin, only(l.origin), no_cells(), kind.steps, kind.roams ? kind.steps : 1);
        t->start[reach * (cells + 1) + l.origin] = t->step_count;
        for (int target = 0; target < cells; target++) {
            for (int k = 0; k < paths->count[target]; k++) {
                add_step(&l, target, paths->between[target][k], no_cells(), MOVES | CAPTURES, 0, 0);
            }
        }
    }
    t->start[reach * (cells + 1) + cells] = t->step_count;
    l.failed |= paths->failed;
    free(paths);
    return !l.failed;
}

/* Lays one step; those of a reach come in the order of their origins. */
static int build_step(Tables *t, int reach, int origin, int target, Cells empty) {
    Builder l = {t, NULL, 0, NULL, reach, origin, 0};
    begin_steps(&l);
    add_step(&l, target, empty, no_cells(), MOVES | CAPTURES, 0, 0);
    return !l.failed;
}

/* -- moves ------ */

/* What a piece on a cell is. */
INLINE int kind_on(const Tables *t, int code, int cell) {
    return t->flags & COLOURS_GAME ? t->painted[t->kind[code]][cell] : t->kind[code];
}

INLINE int undoes(const Position *p, int origin, int target) {
    return p->back_from[p->turn] == origin && p->back_to[p->turn] == target;
}

INLINE int seat_may_end(const Tables *t, const Position *p, int origin, int target) {
    int there = p->board[target];
    if (t->flags & CASTLES_GAME) return !undoes(p, origin, target);
    return there != WALL && (there < FIRST || t->owner[there] != p->turn);
}

static int seat_reaches(const Tables *t, const Position *p, int origin, int target) {
    if (!seat_may_end(t, p, origin, target)) return 0;
    for (int k = step_between(t, p->board[origin], origin, target); k; k = t->steps[k].other) {
        if (!meet(&t->steps[k].empty, &p->occupied)) return 1;
    }
    return 0;
}

/* The moves of pieces of some kinds, in the order of their cells. */
static void seat_moves(const Tables *t, const Position *p, uint32_t kinds, int throw_, Moves *found) {
    Cells own = p->side[p->turn];
    while (any(own) && !is_full(found)) {
        int origin = pop(&own), code = p->board[origin], end = start_of(t, code, origin + 1), last = NO_CELL;
        if (!(kinds >> t->kind[code] & 1)) continue;
        for (int k = start_of(t, code, origin); k < end; k++) {
            const Step *s = &t->steps[k];
            Move m = plain_move(origin, s->target);
            if (s->target == last || meet(&s->empty, &p->occupied)) continue;
            last = s->target;
            if (!seat_may_end(t, p, origin, s->target)) continue;
            m.throw_ = (int16_t)throw_;
            append(found, &m);
        }
    }
}

static int seat_has_move(const Tables *t, const Position *p, uint32_t kinds) {
    Moves found;
    int count;
    begin_moves(&found, 1);
    seat_moves(t, p, kinds, 0, &found);
    count = found.count;
    end_moves(&found);
    return count > 0;
}

/* -- turns, and who is out ------ */

static void seat_turn_on(const Tables *t, Position *p) {
    int seat = p->turn;
    do {
        p->turn = next_seat(t, p->turn);
    } while (!(p->alive >> p->turn & 1) && p->turn != seat);
    if (p->turn > seat) return;
    p->fullmove_number++;
    if (t->limit && p->fullmove_number > t->limit) p->over = 1;
}

/* A player has lost. Of two the other one has won; of more the others go on without him (K-5). */
static void seat_leave(const Tables *t, Position *p, int seat) {
    int others = p->alive & ~(1 << seat);
    p->leaving |= 1 << seat;
    if (!(others & (others - 1))) p->over = 1;
    if (t->seats == 2) return;
    p->back_from[seat] = p->back_to[seat] = NO_CELL;
    while (!(t->flags & FALLEN_STAY) && any(p->side[seat])) put(t, p, lowest(p->side[seat]), EMPTY);
    p->alive = others;
}

/* Lets everybody who is to move and cannot leave the game (blocking). With dice nobody is blocked. */
static void seat_settle(const Tables *t, Position *p) {
    if (!(t->flags & CASTLES_GAME) || t->throw_count) return;
    while (!p->over && !seat_has_move(t, p, ~(uint32_t)0)) {
        seat_leave(t, p, p->turn);
        if (t->seats > 2) seat_turn_on(t, p);
    }
}

/* Breaks off the lines at the edge that a piece has left empty, and the empty ones inward of them, as far as the board may
   shrink (RULES, Shrinking). */
static void seat_shrink(const Tables *t, Position *p, int left) {
    Cells pieces = without(p->occupied, p->walls);
    for (int side = 0; side < 4; side++) {
        const Cells *lines = t->edges[side];
        int most = t->spare[side] - p->lost[side ^ 1];
        if (!has(&lines[p->lost[side]], left) || meet(&lines[p->lost[side]], &pieces)) continue;
        while (p->lost[side] < most && !meet(&lines[p->lost[side]], &pieces)) {
            Cells line = lines[p->lost[side]++];
            while (any(line)) put(t, p, pop(&line), WALL);
        }
    }
}

static void seat_make(const Tables *t, Position *p, const Move *m) {
    int seat = p->turn, alive = p->alive;
    p->alive_before = alive;
    p->leaving = 0;
    p->mover = seat;
    if (m->origin >= 0) {
        int taken = p->board[m->target];
        put(t, p, m->target, p->board[m->origin]);
        put(t, p, m->origin, EMPTY);
        p->back_from[seat] = m->target;
        p->back_to[seat] = m->origin;
        if (t->flags & COLOURS_GAME) {
            seat_shrink(t, p, m->origin);
            if (taken >= FIRST && !any(p->side[t->owner[taken]])) {
                p->alive &= ~(1 << t->owner[taken]);
                if (!(p->alive & (p->alive - 1))) p->over = 1;
            }
        } else if (has(&t->bases, m->origin) || has(&t->bases, m->target)) {
            for (int other = 0; other < t->seats; other++) {
                if (alive >> other & 1 && !meet(&p->side[other], &t->bases)) seat_leave(t, p, other);
            }
        }
    }
    seat_turn_on(t, p);
}

/* All legal moves, with dice throw by throw; in Chamaeleon who cannot move passes. The position may settle. */
static void seat_legal(const Tables *t, Position *p, Moves *found) {
    Move pass = plain_move(NO_CELL, NO_CELL);
    seat_settle(t, p);
    if (p->over) return;
    if (!t->throw_count) {
        seat_moves(t, p, ~(uint32_t)0, 0, found);
        if (!found->count && t->flags & COLOURS_GAME) append(found, &pass);
        return;
    }
    for (int throw_ = 1; throw_ < t->throw_count; throw_++) {
        int before = found->count;
        seat_moves(t, p, t->throws[throw_], throw_, found);
        pass.throw_ = (int16_t)throw_;
        if (found->count == before) append(found, &pass);
    }
}

/* -- written moves ------ */

static int seat_allows(const Tables *t, int throw_, int kind) {
    if (!throw_) return !t->throw_count;
    return throw_ > 0 && throw_ < t->throw_count && t->throws[throw_] >> kind & 1;
}

/* Whether the mover's piece on a cell may do what a text says. */
static int seat_fits(const Tables *t, const Position *p, const Plan *plan, int origin) {
    int code = p->board[origin], target = plan->target, there, kind;
    if (target < 0 || code < FIRST || t->owner[code] != p->turn || !seat_reaches(t, p, origin, target)) return 0;
    there = p->board[target];
    if (plan->capture >= 0 && plan->capture != (there >= FIRST)) return 0;
    kind = kind_on(t, code, origin);
    if (plan->kind >= 0 && plan->kind != kind) return 0;
    if (plan->kind >= 0 || t->flags & COLOURS_GAME) { /* elsewhere whose piece goes is asked only where it is named */
        if (plan->owner != ABSENT && plan->owner != OWN && plan->owner != p->turn) return 0;
    }
    if (plan->victim >= 0) {
        int loser = plan->loser == OWN ? p->turn : plan->loser;
        if (there < FIRST || plan->victim != kind_on(t, there, target)) return 0;
        if (loser != ABSENT && loser != t->owner[there]) return 0;
    }
    return seat_allows(t, plan->throw_, kind);
}

/* In Chamaeleon who cannot move passes (H-3). */
static int seat_find_pass(const Tables *t, const Position *p, const Plan *plan, Move *move) {
    if (plan->throw_ || seat_has_move(t, p, ~(uint32_t)0)) return 0;
    *move = plain_move(NO_CELL, NO_CELL);
    return 1;
}

/* The one legal move that a text means; where who is to move may be blocked, nothing is found. */
static int seat_find(const Tables *t, const Position *p, const Plan *plan, Move *move) {
    Cells origins;
    int fitting = NO_CELL;
    if (p->over) return 0;
    if (plan->action == PASS && t->flags & COLOURS_GAME) return seat_find_pass(t, p, plan, move);
    if (plan->action != GO || plan->becomes >= 0) return 0;
    origins = p->side[p->turn];
    if (plan->origin >= 0) origins = both(origins, only(plan->origin));
    else origins = both(origins, plan->sources);
    while (any(origins)) {
        int origin = pop(&origins);
        if (!seat_fits(t, p, plan, origin)) continue;
        if (fitting != NO_CELL) return 0;
        fitting = origin;
    }
    if (fitting == NO_CELL) return 0;
    *move = plain_move(fitting, plan->target);
    move->throw_ = plan->throw_;
    return 1;
}

/* Whether the game is over, or who is to move is blocked and leaves it. */
static int seat_is_over(const Tables *t, const Position *p) {
    if (p->over) return 1;
    return t->flags & CASTLES_GAME && !t->throw_count && !seat_has_move(t, p, ~(uint32_t)0);
}

static int64_t seat_perft(const Tables *t, const Position *p, int depth) {
    Moves found;
    Position here = *p;
    int64_t leaves = 0;
    if (depth <= 0) return 1;
    begin_moves(&found, 0);
    seat_legal(t, &here, &found);
    if (found.failed) {
        leaves = INT64_MIN;
    } else if (depth == 1) {
        leaves = found.count;
    } else {
        for (int k = 0; k < found.count && leaves >= 0; k++) {
            Position after = here;
            int64_t more;
            seat_make(t, &after, &found.at[k]);
            more = seat_perft(t, &after, depth - 1);
            leaves = more < 0 ? more : leaves + more;
        }
    }
    end_moves(&found);
    return leaves;
}

#endif
