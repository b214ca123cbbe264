/* Legal moves as sets of cells. A piece's targets are found at once, and what the king asks of them is known beforehand: the
   cells on which a check is answered, and the lines that pinned pieces must keep to. Only the king's own moves, castlings and
   captures in passing are tried one by one.

   For plain games (quick.h) without hoppers; all other moves are found by candidates.h. */
#ifndef FAIRYSCORE_SETS_H
#define FAIRYSCORE_SETS_H

#include "candidates.h"

/* What is asked of the mover's pieces in one position. */
typedef struct {
    Cells theirs;
    Cells answers; /* where any piece but the king may go: everywhere, or what answers all checks */
    Cells pinned, line[MOST_CELLS]; /* by cell of a pinned piece, where it may go */
    int king, checked;
} Guard;

/* Whether the moves of a position are found as sets. */
INLINE int are_sets(const Tables *t, const Position *p) {
    return t->flags & AS_SETS && !any(p->gates) && (!any(p->royal[p->turn]) || single(p->royal[p->turn]));
}

/* -- the king ------ */

/* A way on which an enemy attacks the king. Open, it is a check; with one of the mover's pieces on it, that one is pinned. */
static void guard_way(const Position *p, Guard *guard, const Cells *empty, int origin) {
    Cells pieces = both(*empty, p->occupied), line = *empty;
    add(&line, origin);
    if (!any(pieces)) {
        guard->checked = 1;
        guard->answers = both(guard->answers, line);
    } else if (single(pieces) && meet(&pieces, &p->side[p->turn])) {
        int cell = lowest(pieces);
        guard->line[cell] = has(&guard->pinned, cell) ? both(guard->line[cell], line) : line;
        add(&guard->pinned, cell);
    }
}

static void guard_king(const Tables *t, const Position *p, Guard *guard) {
    int cells = t->board.count, king;
    const Cells *takers;
    Cells from;
    guard->theirs = enemies(p, p->turn);
    guard->answers = t->everywhere;
    guard->pinned = no_cells();
    guard->king = NO_CELL;
    guard->checked = 0;
    if (!any(p->royal[p->turn])) return;
    guard->king = king = lowest(p->royal[p->turn]);
    takers = &t->sources[t->reaches * cells + king];
    for (from = both(guard->theirs, t->strikes[king]); any(from);) {
        int origin = pop(&from), code = p->board[origin];
        if (!has(&t->forked[king], origin)) {
            if (has(&takers[t->reach[code] * cells], origin)) guard_way(p, guard, &t->lanes[king * cells + origin], origin);
            continue;
        }
        for (int k = t->ray_between[king * cells + origin]; k; k = t->rays[k].other) {
            const Ray *ray = &t->rays[k];
            if (IN(ray->codes, code) && ray->facing <= FACING) guard_way(p, guard, &ray->empty, origin);
        }
    }
}

/* The targets on which the king is safe. */
SPECIAL Cells safe_targets(const Tables *t, const Position *p, const Guard *guard, Cells targets, int wide) {
    Cells found = no_cells(), left = without(p->occupied, only(guard->king));
    while (any(targets)) {
        int target = pop(&targets);
        Cells there = cell_set(target, wide), able = both(guard->theirs, t->strikes[target]);
        if (!exposes_king(t, p, target, able, either(left, there), there, wide)) found = either(found, there);
    }
    return found;
}

/* -- the targets of one piece ------ */

/* The cells of a ride up to the first piece: of rising ones up to the lowest bit, of falling ones down to the highest. */
#if CELL_WORDS == 2
SPECIAL Cells ride_rising(Cells ride, const Cells *occ) {
    uint64_t low = ride.word[0] & occ->word[0], high = ride.word[1] & occ->word[1];
    ride.word[0] &= low ^ (low - 1);
    if (low) ride.word[1] = 0;
    else ride.word[1] &= high ^ (high - 1);
    return ride;
}

SPECIAL Cells ride_falling(Cells ride, const Cells *occ) {
    uint64_t low = ride.word[0] & occ->word[0], high = ride.word[1] & occ->word[1];
    if (high) {
        ride.word[0] = 0;
        ride.word[1] &= ~(uint64_t)0 << highest_bit(high);
    } else {
        ride.word[0] &= ~(uint64_t)0 << highest_bit(low | 1);
    }
    return ride;
}
#else
SPECIAL Cells ride_rising(Cells ride, const Cells *occ) {
    uint64_t before = ~(uint64_t)0; /* none in the words below */
    EACH_WORD(k) {
        uint64_t met = ride.word[k] & occ->word[k];
        ride.word[k] &= before & (met ^ (met - 1));
        if (met) before = 0;
    }
    return ride;
}

SPECIAL Cells ride_falling(Cells ride, const Cells *occ) {
    uint64_t before = ~(uint64_t)0;
    EACH_WORD(k) {
        int at = CELL_WORDS - 1 - k;
        uint64_t met = ride.word[at] & occ->word[at];
        ride.word[at] &= before & ~(uint64_t)0 << highest_bit(met | 1);
        if (met) before = 0;
    }
    return ride;
}
#endif

/* Where the mover's piece on a cell may go. passing: where it may only capture in passing, which is to be tried.
   wide: whether the board has more than 64 cells. */
SPECIAL Cells legal_targets(const Tables *t, const Position *p, const Guard *guard, int origin, Cells *passing, int wide) {
    const Fan *fan = &t->fans[t->reach[p->board[origin]] * t->board.count + origin];
    Cells occ = narrow(p->occupied, wide), ridden = no_cells(), in_passing = narrow(fan->passing, wide);
    Cells moves, captures, found;
    int k = fan->rising;
    for (; k < fan->falling; k++) ridden = either(ridden, ride_rising(narrow(t->rides[k], wide), &occ));
    for (; k < fan->rides_end; k++) ridden = either(ridden, ride_falling(narrow(t->rides[k], wide), &occ));
    moves = either(ridden, narrow(fan->moves, wide));
    captures = either(ridden, narrow(fan->captures, wide));
    for (k = fan->single; k < fan->single_end;) {
        int number = t->single_steps[k];
        const Step *step = &t->steps[number];
        Cells empty = narrow(step->empty, wide), target;
        if (meet(&empty, &occ)) {
            k += step->skip - number; /* the steps that are blocked with it are single too */
            continue;
        }
        k++;
        target = narrow(only(step->target), wide);
        if (step->flags & MOVES) moves = either(moves, target);
        if (step->flags & CAPTURES) captures = either(captures, target);
        if ((~step->flags & (CAPTURES | IN_PASSING)) == 0) in_passing = either(in_passing, target);
    }
    found = either(without(moves, occ), both(captures, narrow(guard->theirs, wide)));
    *passing = without(both(in_passing, narrow(p->passed, wide)), occ);
    found = without(found, *passing);
    if (origin == guard->king) return safe_targets(t, p, guard, found, wide);
    if (has(&guard->pinned, origin)) found = both(found, narrow(guard->line[origin], wide));
    return both(found, narrow(guard->answers, wide));
}

/* The same with the captures in passing that are legal. */
SPECIAL Cells all_targets(const Game *g, const Position *p, const Guard *guard, int origin, int wide) {
    Cells passing, found = legal_targets(g->t, p, guard, origin, &passing, wide);
    while (any(passing)) {
        Move m = plain_move(origin, pop(&passing));
        if (safe(g, p, &m)) add(&found, m.target);
    }
    return found;
}

/* The targets, of some, with which it is to be asked what the piece becomes, or whether it gets stuck. */
INLINE Cells asked_targets(const Tables *t, int code, int origin, Cells targets) {
    if (!has(&t->asked_from[code], origin)) return no_cells();
    return has(&t->turns_from[code], origin) ? targets : both(targets, t->asked_on[code]);
}

/* The moves of a piece to a legal target, with what it may become. */
static void to_legal_target(Search *s, int origin, int target) {
    const Tables *t = s->g->t;
    int16_t kinds[MOST_RULES * MOST_KINDS];
    Move m = plain_move(origin, target);
    int count = becomes(t, s->p, &m, kinds);
    for (int k = 0; k < count; k++) {
        m.becomes = kinds[k];
        if (!(t->flags & NOT_STUCK) || !gets_stuck(t, s->p, &m)) append(s->found, &m);
    }
}

/* -- all moves ------ */

/* The moves of a piece in the order of its steps. */
static void list_targets(Search *s, int origin, Cells left) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    int code = p->board[origin], k = start_of(t, code, origin);
    Cells asked = asked_targets(t, code, origin, left);
    while (any(left)) {
        const Step *step = &t->steps[k];
        int opens = !meet(&step->empty, &p->occupied);
        k = opens ? k + 1 : step->skip;
        if (!opens || !has(&left, step->target) || !may_end(t, p, step, code, code)) continue;
        discard(&left, step->target);
        if (has(&asked, step->target)) {
            to_legal_target(s, origin, step->target);
        } else {
            Move m = plain_move(origin, step->target);
            append(s->found, &m);
        }
    }
}

/* Castlings and passes are tried one by one; drops expose no king. */
static void list_others(Search *s, const Guard *guard) {
    if (s->p->castles && !guard->checked) castlings(s);
    drops(s, s->g->t->every_kind, guard->answers);
    passes(s);
}

static Danger danger_of(const Position *p, const Guard *guard) {
    Danger danger = {p->royal[p->turn], no_cells(), guard->checked, 0};
    return danger;
}

SPECIAL void list_pieces(Search *s, const Guard *guard, int wide) {
    Cells own = s->p->side[s->p->turn];
    while (any(own)) {
        int origin = pop(&own);
        Cells targets = all_targets(s->g, s->p, guard, origin, wide);
        if (any(targets)) list_targets(s, origin, targets);
    }
}

/* All legal moves. Whether the mover is in check. */
static int list_sets(const Game *g, const Position *p, Moves *found) {
    Guard guard;
    guard_king(g->t, p, &guard);
    Danger danger = danger_of(p, &guard);
    Search s = {g, p, &danger, found};
    if (g->t->board.count > 64) list_pieces(&s, &guard, 1);
    else list_pieces(&s, &guard, 0);
    list_others(&s, &guard);
    return guard.checked;
}

/* How many moves a piece has to legal targets with which it is to be asked what it becomes. */
static int count_asked(Search *s, int origin, Cells targets) {
    s->found->count = 0;
    while (any(targets)) to_legal_target(s, origin, pop(&targets));
    return s->found->count;
}

SPECIAL int count_pieces(Search *s, const Guard *guard, int enough, int wide) {
    const Position *p = s->p;
    Cells own = narrow(p->side[p->turn], wide);
    int count = 0;
    while (any(own) && !(enough && count)) {
        int origin = pop(&own), code = p->board[origin];
        Cells targets = all_targets(s->g, p, guard, origin, wide), asked;
        if (!any(targets)) continue;
        asked = narrow(asked_targets(s->g->t, code, origin, targets), wide);
        if (any(asked)) count += count_asked(s, origin, asked);
        count += count_of(without(targets, asked));
    }
    return count;
}

/* How many legal moves there are, at least one where one is `enough`; negative where there is no memory. */
static int count_sets(const Game *g, const Position *p, int enough) {
    int count;
    Moves found;
    Guard guard;
    guard_king(g->t, p, &guard);
    Danger danger = danger_of(p, &guard);
    Search s = {g, p, &danger, &found};
    begin_moves(&found, 0);
    count = g->t->board.count > 64 ? count_pieces(&s, &guard, enough, 1) : count_pieces(&s, &guard, enough, 0);
    if (!(enough && count)) {
        found.count = 0;
        found.enough = enough;
        list_others(&s, &guard);
        count += found.count;
    }
    if (!count && g->t->passing[p->turn] == PASS_STALEMATE && !guard.checked) count = 1;
    if (found.failed) count = -1;
    end_moves(&found);
    return count;
}

/* Whether a piece has a legal capture. */
SPECIAL int takes_of(Search *s, const Guard *guard, int origin, int wide) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    Cells targets = all_targets(s->g, p, guard, origin, wide), asked;
    Cells takes = both(targets, guard->theirs), passing = without(both(targets, p->passed), takes);
    while (any(passing)) {
        Move m = plain_move(origin, pop(&passing));
        if (taken_cell(t, p, &m) != NO_CELL) add(&takes, m.target);
    }
    asked = asked_targets(t, p->board[origin], origin, takes);
    return any(without(takes, asked)) || count_asked(s, origin, asked);
}

SPECIAL int any_takes(Search *s, const Guard *guard, int wide) {
    Cells own = narrow(s->p->side[s->p->turn], wide);
    while (any(own)) {
        if (takes_of(s, guard, pop(&own), wide)) return 1;
    }
    return 0;
}

/* Whether there is a legal capture. */
static int take_sets(const Game *g, const Position *p) {
    Moves found;
    Guard guard;
    int takes;
    guard_king(g->t, p, &guard);
    Danger danger = danger_of(p, &guard);
    Search s = {g, p, &danger, &found};
    begin_moves(&found, 0);
    takes = g->t->board.count > 64 ? any_takes(&s, &guard, 1) : any_takes(&s, &guard, 0);
    end_moves(&found);
    return takes;
}

#endif
