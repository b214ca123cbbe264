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

/* Whether the mover's king is safe after a plain move. */
static int stays_safe(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    int seat = p->turn, king;
    Cells occ = p->occupied, able;
    if (!any(p->royal[seat])) return 1;
    if (!single(p->royal[seat]) || t->flags & HAS_HOPPERS) return safe(g, p, m);
    king = lowest(p->royal[seat]);
    if (king == m->origin) {
        king = m->target;
        able = t->strikes[king];
    } else {
        able = p->suspect ? t->strikes[king] : t->beyond[king * t->board.count + m->origin];
    }
    able = both(able, enemies(p, seat));
    if (!any(able)) return 1;
    discard(&occ, m->origin);
    add(&occ, m->target);
    return !exposes_king(t, p, king, able, occ, m->target);
}

/* Whether a plain move that was made gives check, where the king was not in check before it. */
static int gives_check(const Tables *t, const Position *p, int origin, int target) {
    Cells kings = p->royal[p->turn], able;
    int code = p->board[target], king;
    if (!any(kings)) return 0;
    if (!single(kings) || t->flags & HAS_HOPPERS) return !kings_safe(t, p, p->turn);
    king = lowest(kings);
    if (strikes_from(t, code, target, king, &p->occupied)) return 1;
    able = both(t->beyond[king * t->board.count + origin], enemies(p, p->turn));
    return any(able) && exposes_king(t, p, king, able, p->occupied, target);
}

static void make_plain(const Game *g, Position *p, int origin, int target) {
    const Tables *t = g->t;
    int seat = p->turn, code = p->board[origin], taken = p->board[target];
    if (taken) take_in_hand(t, p, taken);
    put(t, p, target, code);
    put(t, p, origin, EMPTY);
    p->passed_by = 0;
    p->passed = no_cells();
    if (has(&t->leaves[code], origin)) {
        Move m = plain_move(origin, target);
        p->passed_by = passed_by(t, p, &m, code, taken ? target : NO_CELL);
        if (p->passed_by) p->passed = t->passed[p->passed_by].cells;
    }
    p->victim = target;
    if (p->castles && (has(&g->homes, origin) || has(&g->homes, target))) {
        for (int k = 0; k < g->castle_count; k++) {
            if (has(&g->castles[k].both, origin) || has(&g->castles[k].both, target)) p->castles &= ~(1 << k);
        }
    }
    p->halfmove_clock = taken || IN(t->pawns, code) ? 0 : p->halfmove_clock + 1;
    p->turn = next_seat(t, seat);
    p->castled = -1;
    p->fullmove_number += p->turn == 0;
    p->suspect = p->exposed ? !kings_safe(t, p, p->turn) : gives_check(t, p, origin, target);
    p->exposed = 0;
    if (p->suspect && t->checks && p->checks[seat]) p->checks[seat]--;
}

/* Whether a way is free on which a piece goes, or on which it captures. */
static int is_free(const Tables *t, const Position *p, int code, int origin, int target) {
    if (has(&t->forked[target], origin)) return reaches(t, p, code, origin, target);
    return !meet(&t->lanes[target * t->board.count + origin], &p->occupied);
}

/* The origin of the one piece of some kinds that gets to a target; NO_CELL where there are none or several, or where it may
   turn into something. */
static int plain_origin(const Tables *t, const Position *p, const Plan *plan, Codes kinds) {
    int origin = NO_CELL, target = plan->target, there = p->board[target];
    const Cells *sources = &t->sources[(there ? t->reaches * t->board.count : 0) + target];
    Cells able = both(p->side[p->turn], plan->sources);
    while (any(kinds)) {
        int code = CODE(t, pop(&kinds), p->turn);
        Cells origins = both(able, sources[t->reach[code] * t->board.count]);
        while (any(origins)) {
            int cell = pop(&origins);
            if (p->board[cell] != code || !is_free(t, p, code, cell, target)) continue;
            if (origin != NO_CELL || has(&t->turns_on[code], target) || has(&t->turns_from[code], cell)) return NO_CELL;
            if (there && IN(t->not_takes[code], there)) continue;
            origin = cell;
        }
    }
    return origin;
}

/* The plain move that a text means. False where it is not plain, or not the only one, or not legal: `find_any` tells. */
static int find_plain(const Game *g, const Position *p, const Plan *plan, Move *move) {
    const Tables *t = g->t;
    int origin = plan->origin, target = plan->target, there;
    Codes kinds;
    if (!plan->plain || !(t->flags & PLAIN_GAME) || any(p->gates)) return 0;
    there = p->board[target];
    if (there == WALL || has(&p->side[p->turn], target) || (!there && has(&p->passed, target))) return 0;
    if (plan->capture >= 0 && plan->capture != (there != EMPTY)) return 0;
    if (plan->kind != ABSENT) {
        kinds = t->sharing[plan->kind];
    } else {
        if (origin == ABSENT || !has(&p->side[p->turn], origin)) return 0;
        kinds = only(t->kind[p->board[origin]]);
    }
    origin = plain_origin(t, p, plan, kinds);
    if (origin == NO_CELL) return 0;
    *move = plain_move(origin, target);
    if (t->flags & NOT_STUCK && gets_stuck(t, p, move)) return 0;
    if (t->flags & MUST_CAPTURE && !there && (!are_sets(t, p) || take_sets(g, p))) return 0;
    if (IN(t->silent, p->board[origin]) || !stays_safe(g, p, move)) return 0;
    return !(t->flags & ENDS_EARLY) || !decided(g, p);
}

/* Whether who is to move is in check. */
static int is_checked(const Tables *t, const Position *p) {
    return t->flags & PLAIN_GAME ? p->suspect : in_check(t, p, p->turn);
}

/* Makes the one legal move that a text means. False where there is none, or more than one. */
static int play(const Game *g, Position *p, const Plan *plan, Move *move) {
    if (find_plain(g, p, plan, move)) {
        make_plain(g, p, move->origin, move->target);
        return 1;
    }
    if (!find_any(g, p, plan, move)) return 0;
    make(g, p, move);
    return 1;
}

#endif
