/* Most moves of most games are plain: a piece goes from cell to cell, and all that can be wrong is that its king is in check.
   For these the same is found with fewer questions; for all else the answer is left to plan.h and changes.h.

   `Position.suspect` says in plain games whether who is to move is in check. */
#ifndef FAIRYSCORE_QUICK_H
#define FAIRYSCORE_QUICK_H

#include "plan.h"

/* Whether a move changes two cells and nothing has to be asked about it. */
static int is_plain(const Tables *t, const Position *p, const Move *m) {
    if (!(t->flags & PLAIN_GAME) || m->castle >= 0 || m->origin < 0 || m->becomes >= 0 || m->put_on >= 0) return 0;
    if (m->origin == m->target || any(p->gates)) return 0;
    return !IN(t->silent, p->board[m->origin]) && (p->board[m->target] || !has(&p->passed, m->target));
}

/* Whether a king is attacked once a piece has gone from a cell to another; origin: of which a change lays it open, or NO_CELL
   for any. Not for hoppers. */
static int laid_open(const Tables *t, const Position *p, int king, int seat, Cells occ, int origin, int target) {
    Cells from = both(enemies(p, seat), t->strikes[king]);
    if (target != NO_CELL) discard(&from, target);
    while (any(from)) {
        int cell = pop(&from), code = p->board[cell];
        for (int k = t->ray_between[king * t->board.count + cell]; k; k = t->rays[k].other) {
            const Ray *ray = &t->rays[k];
            if (!IN(ray->codes, code) || ray->facing > FACING || meet(&ray->empty, &occ)) continue;
            if (origin == NO_CELL || has(&ray->empty, origin)) return 1;
        }
    }
    return 0;
}

/* Whether the mover's king is safe after a plain move. */
static int stays_safe(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    int seat = p->turn, king;
    Cells occ = p->occupied;
    if (!any(p->royal[seat])) return 1;
    if (!single(p->royal[seat]) || t->flags & HAS_HOPPERS) return safe(g, p, m);
    king = lowest(p->royal[seat]);
    if (king != m->origin && !p->suspect && !has(&t->watch[king], m->origin)) return 1;
    discard(&occ, m->origin);
    add(&occ, m->target);
    if (king == m->origin) return !laid_open(t, p, m->target, seat, occ, NO_CELL, m->target);
    return !laid_open(t, p, king, seat, occ, p->suspect ? NO_CELL : m->origin, m->target);
}

/* Whether a plain move that was made gives check. */
static int gives_check(const Tables *t, const Position *p, int origin, int target) {
    Cells kings = p->royal[p->turn];
    int code = p->board[target];
    if (!any(kings)) return 0;
    if (!single(kings) || t->flags & HAS_HOPPERS) return !kings_safe(t, p, p->turn);
    for (int king = lowest(kings), k = t->ray_between[king * t->board.count + target]; k; k = t->rays[k].other) {
        const Ray *ray = &t->rays[k];
        if (IN(ray->codes, code) && ray->facing <= FACING && !meet(&ray->empty, &p->occupied)) return 1;
    }
    if (!has(&t->watch[lowest(kings)], origin)) return 0;
    return laid_open(t, p, lowest(kings), p->turn, p->occupied, origin, NO_CELL);
}

static void make_plain(const Game *g, Position *p, int origin, int target) {
    const Tables *t = g->t;
    int seat = p->turn, code = p->board[origin], taken = p->board[target];
    if (taken) take_in_hand(t, p, taken);
    put(t, p, target, code);
    put(t, p, origin, EMPTY);
    p->passed_by = 0;
    p->passed = no_cells();
    if (IN(t->steppers, code)) {
        Move m = plain_move(origin, target);
        p->passed_by = passed_by(t, p, &m, code, taken ? target : NO_CELL);
        if (p->passed_by) p->passed = t->passed[p->passed_by].cells;
    }
    p->victim = target;
    for (int k = 0; p->castles && k < g->castle_count; k++) {
        if (has(&g->castles[k].both, origin) || has(&g->castles[k].both, target)) p->castles &= ~(1 << k);
    }
    p->halfmove_clock = taken || IN(t->pawns, code) ? 0 : p->halfmove_clock + 1;
    p->turn = next_seat(t, seat);
    p->castled = -1;
    p->fullmove_number += p->turn == 0;
    p->suspect = gives_check(t, p, origin, target);
    if (p->suspect && t->checks && p->checks[seat]) p->checks[seat]--;
}

/* The plain move that a text means. False where it is not plain, or not the only one, or not legal: `find_move` tells. */
static int find_plain(const Game *g, const Position *p, const Plan *plan, Move *move) {
    const Tables *t = g->t;
    int origin = NO_CELL, target = plan->target;
    Cells origins;
    if (!(t->flags & PLAIN_GAME) || plan->action != GO || plan->becomes != NOT_SAID || target < 0) return 0;
    if (plan->throw_ || plan->victim != NOT_SAID || plan->owner != NOT_SAID || plan->put_on >= 0 || plan->put >= 0) return 0;
    if (any(p->gates) || (plan->capture >= 0 && plan->capture != (p->board[target] != EMPTY))) return 0;
    if (!p->board[target] && has(&p->passed, target)) return 0;
    origins = both(p->side[p->turn], t->comes[target]);
    origins = both(origins, plan->origin >= 0 ? only(plan->origin) : plan->sources);
    while (any(origins)) {
        int cell = pop(&origins), code = p->board[cell];
        if (plan->kind != NOT_SAID && !share(t, plan->kind, t->kind[code])) continue;
        if (!reaches(t, p, code, cell, target)) continue;
        if (origin != NO_CELL || has(&t->turns_on[code], target) || has(&t->turns_from[code], cell)) return 0;
        origin = cell;
    }
    if (origin == NO_CELL) return 0;
    *move = plain_move(origin, target);
    if (t->flags & NOT_STUCK && gets_stuck(t, p, move)) return 0;
    return is_plain(t, p, move) && stays_safe(g, p, move) && !decided(g, p);
}

#endif
