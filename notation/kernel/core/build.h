/* How the tables are built: directions are walked on the board once, and become steps and rays. As `rules.general.geometry`
   and `rules.general.tables` do it, in the same order, so that moves come out in the same order too. */
#ifndef FAIRYSCORE_BUILD_H
#define FAIRYSCORE_BUILD_H

#include "position.h"

typedef struct {
    Tables *t;
    const Leap *leaps; /* of the pieces of one reach */
    int count;
    const int8_t *bends; /* pairs: right, ahead */
    int reach, origin, failed;
} Builder;

enum { HEADINGS = 8, MOST_STEPS = 4000000 };

/* -- walking on the board ------ */

INLINE int remainder_of(int number, int by) {
    int rest = number % by;
    return rest < 0 ? rest + by : rest;
}

/* The heading of a direction; right and ahead are -1, 0 or 1. */
INLINE int heading_of(int right, int ahead) {
    static const int by_direction[3][3] = {{5, 6, 7}, {4, -1, 0}, {3, 2, 1}};
    return by_direction[right + 1][ahead + 1];
}

static int walk(const Board *b, int cell, int *heading, int steps) {
    for (int k = 0; k < steps && cell != NO_CELL; k++) {
        int there = b->ahead[*heading][cell];
        *heading = b->turned[*heading][cell];
        cell = there;
    }
    return cell;
}

/* A leap on rings, the long leg first (C-2); what is forward may change across the centre. */
static int walk_round(const Board *b, int cell, int *forward, int right, int ahead) {
    int far = abs(right) > abs(ahead) ? abs(right) : abs(ahead);
    int near = abs(right) < abs(ahead) ? abs(right) : abs(ahead);
    int first, second, heading, turn;
    if (!right && !ahead) return NO_CELL;
    if (!near || near == far) {
        first = remainder_of(heading_of(sign(right), sign(ahead)) + *forward, HEADINGS);
        heading = first;
        cell = walk(b, cell, &heading, far);
        *forward = remainder_of(heading + *forward - first, HEADINGS);
        return cell;
    }
    if (abs(ahead) > abs(right)) {
        first = heading_of(0, sign(ahead));
        second = heading_of(sign(right), 0);
    } else {
        first = heading_of(sign(right), 0);
        second = heading_of(0, sign(ahead));
    }
    turn = second - first;
    first = remainder_of(first + *forward, HEADINGS);
    heading = first;
    cell = walk(b, cell, &heading, far);
    if (cell == NO_CELL) return NO_CELL;
    heading = remainder_of(heading + turn, HEADINGS);
    cell = walk(b, cell, &heading, near);
    *forward = remainder_of(heading + *forward - first - turn, HEADINGS);
    return cell;
}

/* 1 if right and left change places on the way ahead; so many ranks lie before the twist. */
static int twists(const Board *b, int cell, int ahead) {
    int before = b->y[cell] - b->twist, beyond = before + ahead;
    if (!b->twist) return 0;
    return ((beyond - remainder_of(beyond, b->ranks)) / b->ranks - (before - remainder_of(before, b->ranks)) / b->ranks) & 1;
}

static int leap_to(const Board *b, int cell, int right, int ahead) {
    int x, y, forward = 0;
    if (b->round) return walk_round(b, cell, &forward, right, ahead);
    x = b->x[cell] + right;
    if (twists(b, cell, ahead)) x = b->files - 1 - x;
    y = b->y[cell] + ahead;
    if (b->wraps_files) x = remainder_of(x, b->files);
    if (b->wraps_ranks) y = remainder_of(y, b->ranks);
    if (x < 0 || y < 0 || x >= b->files || y >= b->ranks) return NO_CELL;
    return b->number[y * b->files + x];
}

/* The cells of the same leap, up to `most` (0: no limit), until the board ends or it comes back; -1 where there are too many. */
static int ray(const Board *b, int cell, int right, int ahead, int most, int16_t *found) {
    int plain = right >= -1 && right <= 1 && ahead >= -1 && ahead <= 1 && (right || ahead);
    int heading = plain ? heading_of(right, ahead) : 0, forward = 0, here = cell, count = 0;
    for (;;) {
        if (plain) here = walk(b, here, &heading, 1);
        else if (b->round) here = walk_round(b, here, &forward, right, ahead);
        else {
            int mirrored = twists(b, here, ahead);
            here = leap_to(b, here, right, ahead);
            if (mirrored) right = -right;
        }
        if (here == NO_CELL || here == cell) return count;
        if (count == MOST_LENGTH) return -1;
        found[count++] = (int16_t)here;
        if (count == most) return count;
    }
}

/* The cells that a lame leap passes: straight first, then diagonally. */
static int passed_between(const Board *b, int cell, int right, int ahead, int16_t *found) {
    int parts = abs(right), rest = abs(ahead), count = 0, here = cell, total, aside, on;
    while (rest) {
        int next = parts % rest;
        parts = rest;
        rest = next;
    }
    total = parts - 1;
    while (here != NO_CELL) {
        if (parts > 1) {
            if (!total--) break;
            aside = right / parts;
            on = ahead / parts;
        } else {
            if (abs(right) <= 1 && abs(ahead) <= 1) break;
            aside = abs(right) >= abs(ahead) ? sign(right) : 0;
            on = abs(ahead) >= abs(right) ? sign(ahead) : 0;
            right -= aside;
            ahead -= on;
        }
        here = leap_to(b, here, aside, on);
        if (here != NO_CELL) found[count++] = (int16_t)here;
    }
    return count;
}

/* -- steps ------ */

static void add_step(Builder *l, int target, Cells empty, Cells screen, int flags, int skip, int passed) {
    Tables *t = l->t;
    int cells = t->board.count;
    int32_t *at;
    Step *step;
    if (t->step_count == t->step_room) {
        int room = t->step_room ? 2 * t->step_room : 4096;
        Step *steps = room > MOST_STEPS ? NULL : realloc(t->steps, room * sizeof(Step));
        if (!steps) {
            l->failed = 1;
            return;
        }
        t->steps = steps;
        t->step_room = room;
    }
    step = &t->steps[t->step_count];
    memset(step, 0, sizeof(Step));
    step->empty = empty;
    step->screen = screen;
    if (any(screen)) t->flags |= HAS_HOPPERS;
    step->origin = (int16_t)l->origin;
    step->target = (int16_t)target;
    step->flags = (uint16_t)flags;
    step->passed = (uint16_t)passed;
    step->skip = skip ? skip : t->step_count + 1;
    at = &t->between[(l->reach * cells + l->origin) * cells + target];
    while (*at) at = &t->steps[*at].other;
    *at = t->step_count++;
    add(&t->comes[target], l->origin);
}

/* The number of a set of cells where a piece may be taken in passing. */
static int passed_number(Builder *l, const Leap *leap, const int16_t *cells, int count) {
    Tables *t = l->t;
    Passed made;
    memset(&made, 0, sizeof(Passed));
    for (int k = 0; k < count; k++) {
        if (!has(&leap->passed, cells[k])) continue;
        if (made.count == MOST_CELLS) {
            l->failed = 1;
            return 0;
        }
        made.order[made.count++] = cells[k];
        add(&made.cells, cells[k]);
    }
    if (!made.count) return 0;
    for (int k = 1; k < t->passed_count; k++) {
        if (!memcmp(&t->passed[k], &made, sizeof(Passed))) return k;
    }
    if (t->passed_count == MOST_PASSED) {
        l->failed = 1;
        return 0;
    }
    t->passed[t->passed_count] = made;
    return t->passed_count++;
}

/* Cells one behind the other, up to the first piece. */
static void add_slide(Builder *l, const Leap *leap, const int16_t *cells, int count, Cells before, int flags) {
    int allowed = 0, end;
    for (int k = 0; k < count; k++) allowed += has(&leap->targets, cells[k]);
    if (allowed && flags & MOVES) add(&l->t->movable[l->reach], l->origin);
    end = l->t->step_count + allowed;
    if (!(flags & FIRST_MOVE)) flags |= SLIDES;
    for (int k = 0; k < count; k++) {
        if (has(&leap->targets, cells[k])) add_step(l, cells[k], before, no_cells(), flags, end, 0);
        add(&before, cells[k]);
    }
}

/* Cells behind exactly one piece; with `near` right behind it. */
static void add_hops(Builder *l, const Leap *leap, const int16_t *cells, int count, int near, int flags) {
    Cells empty = no_cells(), screen = no_cells();
    if (count && flags & MOVES) add(&l->t->movable[l->reach], l->origin);
    for (int k = 0; k < count; k++) {
        if (k && has(&leap->targets, cells[k])) add_step(l, cells[k], empty, screen, flags, 0, 0);
        if (near) {
            empty = either(empty, screen);
            screen = only(cells[k]);
        } else {
            add(&screen, cells[k]);
        }
    }
}

/* A leap that one of the shortest ways of single steps opens, from a cell on such a way on. before: the cells passed. */
static void add_stepping(Builder *l, const Leap *leap, int here, int right, int ahead, Cells before, int flags) {
    int straight = abs(right) != abs(ahead);
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        int aside = diagonal || abs(right) > abs(ahead) ? sign(right) : 0;
        int on = diagonal || abs(ahead) > abs(right) ? sign(ahead) : 0;
        int next = leap_to(&l->t->board, here, aside, on);
        Cells passed = before;
        if (next == NO_CELL || (diagonal ? !(right && ahead) : !straight)) continue;
        if (right != aside || ahead != on) {
            add(&passed, next);
            add_stepping(l, leap, next, right - aside, ahead - on, passed, flags);
        } else if (next != l->origin && has(&leap->targets, next)) {
            if (flags & MOVES) add(&l->t->movable[l->reach], l->origin);
            add_step(l, next, before, no_cells(), flags | SLIDES, 0, 0);
        }
    }
}

static void add_lame(Builder *l, const Leap *leap, int flags) {
    const Board *b = &l->t->board;
    int16_t passed[MOST_LENGTH + MOST_CELLS];
    Cells before = no_cells();
    int here = l->origin, count = 0;
    for (int leaps = 0; !leap->most || leaps < leap->most; leaps++) {
        int there = leap_to(b, here, leap->right, leap->ahead), step_flags = flags;
        if (there == NO_CELL || there == l->origin || has(&before, there)) return;
        count += passed_between(b, here, leap->right, leap->ahead, passed + count);
        for (int k = 0; k < count; k++) add(&before, passed[k]);
        if (!(flags & FIRST_MOVE)) step_flags |= SLIDES;
        if (has(&leap->targets, there)) {
            int number = flags & FIRST_MOVE ? passed_number(l, leap, passed, count) : 0;
            if (flags & MOVES) add(&l->t->movable[l->reach], l->origin);
            add_step(l, there, before, no_cells(), step_flags, 0, number);
        }
        if (count >= MOST_LENGTH) {
            l->failed = 1;
            return;
        }
        passed[count++] = (int16_t)there;
        add(&before, there);
        here = there;
    }
}

static void add_bent(Builder *l, const Leap *leap, int flags) {
    const Board *b = &l->t->board;
    int16_t cells[MOST_LENGTH];
    int corner = leap_to(b, l->origin, leap->right, leap->ahead);
    flags &= MOVES | CAPTURES;
    for (int k = 0; corner != NO_CELL && k < leap->bends; k++) {
        const int8_t *bend = l->bends + 2 * (leap->bend + k);
        int count = ray(b, corner, bend[0], bend[1], leap->bend_most, cells), left = 0;
        if (count < 0) l->failed = 1;
        for (int at = 0; at < count; at++) {
            if (cells[at] != l->origin) cells[left++] = cells[at];
        }
        if (left) add_slide(l, leap, cells, left, only(corner), flags);
    }
}

/* How a slide goes on from the cell at an edge where it ends; 0 where nothing opens. As `rules.general.geometry` has it. */
static int rebound(const Builder *l, const Leap *leap, int cell, int *right, int *ahead) {
    const Board *b = &l->t->board;
    int x = leap->right, y = leap->ahead, across, on, found = 0;
    if (b->round) return 0;
    if (!x || !y) {
        int one = leap_to(b, cell, y, x) != NO_CELL, other = leap_to(b, cell, -y, -x) != NO_CELL;
        *right = one ? y : -y;
        *ahead = one ? x : -x;
        return one != other;
    }
    across = leap_to(b, cell, x, 0) != NO_CELL;
    on = leap_to(b, cell, 0, y) != NO_CELL;
    for (int k = 0; k < leap->bends && across && on; k++) {
        const int8_t *way = l->bends + 2 * (leap->bend + k);
        if ((way[0] != x || way[1] != -y) && (way[0] != -x || way[1] != y)) continue;
        *right = way[0];
        *ahead = way[1];
        found++;
    }
    if (across && on) return found == 1;
    *right = across ? x : -x;
    *ahead = across ? -y : y;
    return across || on;
}

/* The rest of a slide that goes on from an edge of the board. cells: those up to there. */
static void add_rebound(Builder *l, const Leap *leap, const int16_t *cells, int count, int flags) {
    const Board *b = &l->t->board;
    int16_t rest[MOST_LENGTH];
    Cells before = no_cells();
    int right = 0, ahead = 0, more, left = 0;
    if (count <= 0 || (leap->most && count >= leap->most)) return;
    if (leap_to(b, cells[count - 1], leap->right, leap->ahead) != NO_CELL) return;
    if (!rebound(l, leap, cells[count - 1], &right, &ahead)) return;
    for (int k = 0; k < count; k++) add(&before, cells[k]);
    more = ray(b, cells[count - 1], right, ahead, leap->most ? leap->most - count : 0, rest);
    if (more < 0) l->failed = 1;
    for (int k = 0; k < more; k++) {
        if (rest[k] != l->origin && !has(&before, rest[k])) rest[left++] = rest[k];
    }
    if (left) add_slide(l, leap, rest, left, before, flags);
}

/* -- all ways of a reach ------ */

/* The targets of plain leaps, or -1 for a direction that is none: those come first, each kind of them together. */
static int plain_leaps(Builder *l, const Leap *leap, int16_t *cells) {
    const Board *b = &l->t->board;
    if (leap->flags & BENT) {
        if (leap->flags & BEND_MUST) return -1;
        cells[0] = (int16_t)leap_to(b, l->origin, leap->right, leap->ahead);
        return cells[0] == NO_CELL ? -1 : 1;
    }
    if (leap->flags & (LAME | HOPS | FIRST_MOVE) || leap->most != 1) return -1;
    return ray(b, l->origin, leap->right, leap->ahead, 1, cells) ? 1 : -1;
}

static void add_leaps(Builder *l) {
    int16_t cells[MOST_LENGTH];
    int sorts[8], sort_count = 0;
    for (int k = 0; k < l->count; k++) {
        int sort = l->leaps[k].flags & (MOVES | CAPTURES | IN_PASSING), at = 0;
        if (l->leaps[k].flags & BENT) sort &= ~IN_PASSING;
        if (!has(&l->leaps[k].origins, l->origin) || plain_leaps(l, &l->leaps[k], cells) < 0) continue;
        while (at < sort_count && sorts[at] != sort) at++;
        if (at == sort_count) sorts[sort_count++] = sort;
    }
    for (int at = 0; at < sort_count; at++) {
        Cells met = no_cells();
        for (int k = 0; k < l->count; k++) {
            const Leap *leap = &l->leaps[k];
            int sort = leap->flags & (MOVES | CAPTURES | IN_PASSING);
            if (leap->flags & BENT) sort &= ~IN_PASSING;
            if (sort != sorts[at] || !has(&leap->origins, l->origin) || plain_leaps(l, leap, cells) < 0) continue;
            if (!has(&leap->targets, cells[0]) || has(&met, cells[0])) continue;
            add(&met, cells[0]);
            if (sort & MOVES) add(&l->t->movable[l->reach], l->origin);
            add_step(l, cells[0], no_cells(), no_cells(), sort, 0, 0);
        }
    }
}

static void add_ways(Builder *l) {
    const Board *b = &l->t->board;
    int16_t cells[MOST_LENGTH];
    int count;
    add_leaps(l);
    for (int k = 0; k < l->count && !l->failed; k++) {
        const Leap *leap = &l->leaps[k];
        int flags = leap->flags & (MOVES | CAPTURES | IN_PASSING | FIRST_MOVE | UNMOVED | SAFELY);
        if (!has(&leap->origins, l->origin)) continue;
        if (leap->flags & HOPS) {
            int near = leap->most == 1;
            count = ray(b, l->origin, leap->right, leap->ahead, near ? 0 : leap->most, cells);
            if (count < 0) l->failed = 1;
            add_hops(l, leap, cells, count, near, flags & (MOVES | CAPTURES));
        } else if (leap->flags & ANY_WAY) {
            add_stepping(l, leap, l->origin, leap->right, leap->ahead, no_cells(), flags);
        } else if (leap->flags & LAME) {
            add_lame(l, leap, flags);
        } else if (leap->flags & BENT) {
            add_bent(l, leap, flags);
        } else if (leap->most != 1 || flags & FIRST_MOVE) {
            count = ray(b, l->origin, leap->right, leap->ahead, leap->most, cells);
            if (count < 0) l->failed = 1;
            add_slide(l, leap, cells, count, no_cells(), flags);
            if (leap->flags & REBOUNDS) add_rebound(l, leap, cells, count, flags);
        }
    }
}

/* Number 0 stands for no step. */
static void begin_steps(Builder *l) {
    Tables *t = l->t;
    int origin = l->origin;
    if (t->step_count) return;
    l->origin = 0;
    add_step(l, 0, no_cells(), no_cells(), 0, 0, 0);
    l->origin = origin;
    t->between[l->reach * t->board.count * t->board.count] = 0;
    t->comes[0] = no_cells();
    t->passed_count = 1;
}

/* Lays the steps of one reach; reaches come in order. False where there is no memory or they are too many. */
static int build_reach(Tables *t, int reach, const Leap *leaps, int count, const int8_t *bends) {
    Builder l = {t, leaps, count, bends, reach, 0, 0};
    int cells = t->board.count;
    begin_steps(&l);
    for (l.origin = 0; l.origin < cells && !l.failed; l.origin++) {
        t->start[reach * (cells + 1) + l.origin] = t->step_count;
        add_ways(&l);
    }
    t->start[reach * (cells + 1) + cells] = t->step_count;
    return !l.failed;
}

/* -- rays ------ */

static int add_ray(Tables *t, int target, int origin, Cells empty, Cells screen, Codes codes, int facing) {
    int32_t *at;
    Ray *made;
    if (t->ray_count == t->ray_room) {
        Ray *rays = realloc(t->rays, 2 * (size_t)t->ray_room * sizeof(Ray));
        if (!rays) return 0;
        t->rays = rays;
        t->ray_room *= 2;
    }
    at = &t->ray_between[target * t->board.count + origin];
    while (*at) {
        Ray *other = &t->rays[*at];
        if (other->facing == facing && same(&other->empty, &empty) && same(&other->screen, &screen)) {
            other->codes = either(other->codes, codes);
            return 1;
        }
        at = &other->other;
    }
    *at = t->ray_count++;
    made = &t->rays[*at];
    memset(made, 0, sizeof(Ray));
    made->empty = empty;
    made->screen = screen;
    made->codes = codes;
    made->facing = facing;
    add(&t->strikes[target], origin);
    while (any(empty)) add(&t->beyond[target * t->board.count + pop(&empty)], origin);
    return 1;
}

/* Lays what most steps need no look at a `Step` for: from where pieces come, and what lies between. */
static int build_lanes(Tables *t) {
    int cells = t->board.count;
    Cells known[MOST_CELLS];
    t->sources = calloc(2 * (size_t)t->reaches * cells + 1, sizeof(Cells));
    t->lanes = calloc((size_t)cells * cells + 1, sizeof(Cells));
    if (!t->sources || !t->lanes) return 0;
    memset(known, 0, sizeof(known));
    for (int reach = 0; reach < t->reaches; reach++) {
        for (int k = t->start[reach * (cells + 1)]; k < t->start[reach * (cells + 1) + cells]; k++) {
            const Step *s = &t->steps[k];
            Cells *lane = &t->lanes[s->target * cells + s->origin];
            int first = !has(&known[s->target], s->origin);
            if (s->flags & UNMOVED) continue; /* not while nothing but steps is to be asked (`Position.gates`) */
            if (first) *lane = s->empty;
            add(&known[s->target], s->origin);
            if (!same(lane, &s->empty) || any(s->screen)) add(&t->forked[s->target], s->origin);
            if (s->flags & MOVES) add(&t->sources[reach * cells + s->target], s->origin);
            if (s->flags & CAPTURES) add(&t->sources[(t->reaches + reach) * cells + s->target], s->origin);
        }
    }
    return 1;
}

/* Rays for pieces that must not face each other. ways: a bit for each of the headings 0 to 3, and the opposite ones. */
static int build_facing(Tables *t, Codes codes, int ways, int facing) {
    static const int aside[HEADINGS] = {0, 1, 1, 1, 0, -1, -1, -1}, on[HEADINGS] = {1, 1, 0, -1, -1, -1, 0, 1};
    int16_t cells[MOST_LENGTH];
    for (int cell = 0; cell < t->board.count; cell++) {
        for (int heading = 0; heading < HEADINGS; heading++) {
            Cells empty = no_cells();
            int count;
            if (!(ways >> heading % (HEADINGS / 2) & 1)) continue;
            count = ray(&t->board, cell, aside[heading], on[heading], 0, cells);
            for (int k = 0; k < count; k++) {
                if (!add_ray(t, cell, cells[k], empty, no_cells(), codes, facing)) return 0;
                add(&t->forked[cell], cells[k]);
                add(&empty, cells[k]);
            }
            if (count < 0) return 0;
        }
    }
    return 1;
}

/* Turns all steps that capture round. */
static int build_rays(Tables *t) {
    int cells = t->board.count;
    t->ray_count = 1;
    t->ray_room = 4096;
    t->rays = calloc(t->ray_room, sizeof(Ray)); /* number 0 stands for no ray */
    t->beyond = calloc((size_t)cells * cells + 1, sizeof(Cells));
    if (!t->rays || !t->beyond) return 0;
    for (int reach = 0; reach < t->reaches; reach++) {
        Codes codes = no_cells();
        for (int code = FIRST; code < t->codes; code++) {
            if (t->reach[code] == reach) add(&codes, code);
        }
        for (int k = t->start[reach * (cells + 1)]; k < t->start[reach * (cells + 1) + cells]; k++) {
            const Step *s = &t->steps[k];
            if (!(s->flags & CAPTURES)) continue;
            if (!add_ray(t, s->target, s->origin, s->empty, s->screen, codes, NO_FACING)) return 0;
        }
    }
    for (int code = FIRST; code < t->codes; code++) {
        for (int k = start_of(t, code, 0); k < start_of(t, code, cells); k++) {
            if (t->steps[k].passed) add(&t->leaves[code], t->steps[k].origin);
        }
    }
    return build_lanes(t);
}

/* -- ways as sets ------ */

/* Whether steps are a ride that moves and captures, each over all cells of those before it, in rising or falling order: 1 or
   -1, 0 where they are none. */
static int ride_sign(const Tables *t, int begin, int end) {
    int rising;
    Cells before = no_cells();
    if (begin + 1 >= end) return 0;
    rising = sign(t->steps[begin + 1].target - t->steps[begin].target);
    for (int k = begin; k < end; k++) {
        const Step *s = &t->steps[k];
        if ((s->flags & (MOVES | CAPTURES | IN_PASSING)) != (MOVES | CAPTURES) || !same(&s->empty, &before)) return 0;
        if (k > begin && sign(s->target - t->steps[k - 1].target) != rising) return 0;
        add(&before, s->target);
    }
    return rising;
}

/* Adds the rides of some steps that rise (1) or fall (-1). */
static void add_rides(Tables *t, int begin, int end, int wanted) {
    for (int k = begin; k < end;) {
        int last = t->steps[k].skip, is_wanted = ride_sign(t, k, last) == wanted;
        if (!is_wanted) last = k + 1;
        for (int at = k; is_wanted && at < last; at++) add(&t->rides[t->ride_count], t->steps[at].target);
        t->ride_count += is_wanted;
        k = last;
    }
}

/* Adds the steps that are no ride. */
static void add_singles(Tables *t, int begin, int end, Fan *fan) {
    for (int k = begin; k < end;) {
        const Step *s = &t->steps[k];
        if (ride_sign(t, k, s->skip)) {
            k = s->skip;
            continue;
        }
        if (s->flags & UNMOVED) {
            k++;
            continue;
        }
        if (any(s->empty)) {
            t->single_steps[t->single_count++] = k;
        } else {
            if ((~s->flags & (CAPTURES | IN_PASSING)) == 0) add(&fan->passing, s->target);
            if (s->flags & MOVES) add(&fan->moves, s->target);
            if (s->flags & CAPTURES) add(&fan->captures, s->target);
        }
        k++;
    }
}

static int build_fans(Tables *t) {
    int cells = t->board.count;
    t->fans = calloc((size_t)t->reaches * cells + 1, sizeof(Fan));
    t->rides = calloc((size_t)t->step_count + 1, sizeof(Cells));
    t->single_steps = calloc((size_t)t->step_count + 1, sizeof(int32_t));
    if (!t->fans || !t->rides || !t->single_steps) return 0;
    for (int reach = 0; reach < t->reaches; reach++) {
        for (int cell = 0; cell < cells; cell++) {
            Fan *fan = &t->fans[reach * cells + cell];
            int begin = t->start[reach * (cells + 1) + cell], end = t->start[reach * (cells + 1) + cell + 1];
            fan->rising = t->ride_count;
            add_rides(t, begin, end, 1);
            fan->falling = t->ride_count;
            add_rides(t, begin, end, -1);
            fan->rides_end = t->ride_count;
            fan->single = t->single_count;
            add_singles(t, begin, end, fan);
            fan->single_end = t->single_count;
        }
    }
    return 1;
}

/* -- what is plain ------ */

/* Whether a piece may become a king, or may not take some others. */
static int picks(const Tables *t, int code) {
    if (any(t->not_takes[code])) return 1;
    for (int k = 0; k < t->promotion_count[code]; k++) {
        const Promotion *r = &t->promotions[t->promotion_of[code] + k];
        for (int n = 0; n < r->count; n++) {
            if (IN(t->royal, CODE(t, r->kinds[n], t->owner[code]))) return 1;
        }
    }
    return 0;
}

/* Notes where promotions come, and whether nothing but mate, drops and early ends is to be asked of a move (quick.h). False
   where there is no memory. */
static int build_plain(Tables *t) {
    int unusual = VIOLENT | RESTLESS | CORNERS | DUPLE | RESTS | PLACE_PROMOTION | MUST_DROP | CAMBODIAN;
    int picking = 0;
    for (int code = FIRST; code < t->codes; code++) {
        for (int k = 0; k < t->promotion_count[code]; k++) {
            const Promotion *r = &t->promotions[t->promotion_of[code] + k];
            t->turns_on[code] = either(t->turns_on[code], r->on);
            t->asked_from[code] = either(t->asked_from[code], r->flags & TOUCH ? t->everywhere : r->from);
            if (r->flags & TOUCH) t->turns_from[code] = either(t->turns_from[code], r->on);
            if (r->flags & SILENT) add(&t->silent, code);
        }
        t->asked_on[code] = t->turns_on[code];
        if (t->flags & NOT_STUCK) {
            t->asked_from[code] = t->everywhere;
            t->asked_on[code] = either(t->asked_on[code], without(t->everywhere, t->movable[t->reach[code]]));
        }
        picking |= picks(t, code);
    }
    if (t->flags & unusual || t->rows || t->walls || t->vital_count) return 1;
    t->flags |= PLAIN_GAME;
    if (picking || t->flags & (HAS_HOPPERS | NO_CHECKING)) return 1;
    t->flags |= AS_SETS;
    return build_fans(t);
}

/* -- lines ------ */

/* The straight lines of so many cells, in some of four ways. A line that comes back to where it began ends there. */
static int build_lines(Tables *t, int length, int ways) {
    static const int aside[4] = {0, 1, 1, 1}, on[4] = {1, 1, 0, -1};
    int16_t ahead[MOST_LENGTH];
    int cells = t->board.count;
    t->lines = calloc(4 * (size_t)cells + 1, sizeof(Cells));
    if (!t->lines) return 0;
    for (int cell = 0; cell < cells; cell++) {
        for (int way = 0; way < 4; way++) {
            Cells line = only(cell);
            if (!(ways >> way & 1) || ray(&t->board, cell, aside[way], on[way], length, ahead) < length - 1) continue;
            for (int k = 0; k < length - 1; k++) add(&line, ahead[k]);
            t->lines[t->line_count++] = line;
        }
    }
    return 1;
}

/* -- cells beside each other ------ */

static void build_board(Tables *t) {
    const Board *b = &t->board;
    for (int cell = 0; cell < b->count; cell++) {
        add(&t->everywhere, cell);
        if ((b->x[cell] + b->y[cell]) % 2) add(&t->shade, cell);
        for (int heading = 0; heading < HEADINGS; heading++) {
            int there = b->ahead[heading][cell];
            if (there == NO_CELL) continue;
            add(&t->near[cell], there);
            if (heading % 2) continue;
            add(&t->beside[cell], there);
            t->beside_count[cell]++;
        }
        for (int other = 0; other < b->count; other++) {
            if (b->x[other] == b->x[cell]) add(&t->file_of[cell], other);
        }
    }
}

/* -- castlings, which belong to a game: in Chess960 each has its own ------ */

/* The cells of a rank from one to another, both included. */
static Cells span(const Board *b, int one, int other) {
    Cells found = no_cells();
    int away = b->x[other] >= b->x[one] ? 1 : -1;
    for (int x = b->x[one]; x != b->x[other] + away; x += away) {
        int cell = b->number[b->y[one] * b->files + x];
        if (cell != NO_CELL) add(&found, cell);
    }
    return found;
}

static void build_castle(const Tables *t, int index, int king_from, int rook_from, Castle *castle) {
    const CastlingRule *rule = &t->castlings[index];
    Cells way = span(&t->board, king_from, rule->king_to);
    castle->index = index;
    castle->king_from = king_from;
    castle->rook_from = rook_from;
    castle->both = either(only(king_from), only(rook_from));
    castle->empty = either(way, either(span(&t->board, rook_from, rule->rook_to), span(&t->board, king_from, rook_from)));
    castle->empty = without(castle->empty, castle->both);
    if (rule->has_empty) castle->empty = rule->empty;
    castle->safe = rule->has_safe ? rule->safe : way;
    discard(&castle->safe, rule->king_to); /* what comes of the move is asked of the position behind it */
    add(&castle->safe, king_from);
}

#endif
