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
SPECIAL int stays_safe(const Game *g, const Position *p, const Move *m, int wide) {
    const Tables *t = g->t;
    Cells kings = narrow(p->royal[p->turn], wide), able, to;
    int king;
    if (!any(kings)) return 1;
    if (!single(kings) || t->flags & HAS_HOPPERS) return safe(g, p, m);
    king = lowest(kings);
    if (king == m->origin) {
        king = m->target;
        able = t->strikes[king];
    } else {
        able = p->suspect ? t->strikes[king] : t->beyond[king * t->board.count + m->origin];
    }
    able = narrow(both(able, enemies(p, p->turn)), wide);
    if (!any(able)) return 1;
    to = cell_set(m->target, wide);
    return !exposes_king(t, p, king, able, either(without(p->occupied, cell_set(m->origin, wide)), to), to, wide);
}

/* Whether a plain move of a piece puts the one king of a seat in check that was not, by itself or by the line that it opens.
   The position is the one before it or after it; occ: what is occupied after it. */
SPECIAL int strikes_king(
    const Tables *t, const Position *p, int seat, int code, int origin, int target, Cells occ, int wide
) {
    int king = lowest(narrow(p->royal[seat], wide));
    Cells able;
    if (strikes_from(t, code, target, king, occ, wide)) return 1;
    able = narrow(both(t->beyond[king * t->board.count + origin], enemies(p, seat)), wide);
    if (!any(able)) return 0;
    able = without(able, cell_set(origin, wide));
    return exposes_king(t, p, king, able, occ, cell_set(target, wide), wide);
}

/* Whether a plain move that was made gives check, where the king was not in check before it. */
SPECIAL int gives_check(const Tables *t, const Position *p, int origin, int target, int wide) {
    Cells kings = narrow(p->royal[p->turn], wide);
    if (!any(kings)) return 0;
    if (!single(kings) || t->flags & HAS_HOPPERS) return !kings_safe(t, p, p->turn);
    return strikes_king(t, p, p->turn, p->board[target], origin, target, p->occupied, wide);
}

/* Whether a plain move surely gives no check, for games in which nobody may. */
SPECIAL int spares_king(const Tables *t, const Position *p, const Move *m, int wide) {
    int seat = next_seat(t, p->turn);
    Cells occ = either(without(p->occupied, cell_set(m->origin, wide)), cell_set(m->target, wide));
    if (p->exposed || t->flags & HAS_HOPPERS || !single(narrow(p->royal[seat], wide))) return 0;
    return !strikes_king(t, p, seat, p->board[m->origin], m->origin, m->target, occ, wide);
}

/* What stands where after a plain move: two cells change, and none of them is a wall. */
SPECIAL void shift(const Tables *t, Position *p, int origin, int target, int wide) {
    int seat = p->turn, code = p->board[origin], taken = p->board[target];
    Cells from = cell_set(origin, wide), to = cell_set(target, wide), changed = either(from, to);
    if (taken) {
        int loser = t->owner[taken];
        p->side[loser] = without(p->side[loser], to);
        p->royal[loser] = without(p->royal[loser], to);
        if (t->vital_count) p->pseudo[loser] = without(p->pseudo[loser], to);
        p->count[taken]--;
        take_in_hand(t, p, taken);
    }
    p->side[seat] = apart(p->side[seat], changed);
    if (IN(t->royal, code)) p->royal[seat] = apart(p->royal[seat], changed);
    if (t->vital_count && IN(t->pseudo, code)) p->pseudo[seat] = apart(p->pseudo[seat], changed);
    p->occupied = either(without(p->occupied, from), to);
    p->board[target] = (uint8_t)code;
    p->board[origin] = EMPTY;
}

SPECIAL void make_plain_on(const Game *g, Position *p, int origin, int target, int wide) {
    const Tables *t = g->t;
    int seat = p->turn, code = p->board[origin], taken = p->board[target];
    shift(t, p, origin, target, wide);
    p->passed_by = 0;
    p->passed = no_cells();
    if (holds(&t->leaves[code], origin, wide)) {
        Move m = plain_move(origin, target);
        p->passed_by = passed_by(t, p, &m, code, taken ? target : NO_CELL);
        if (p->passed_by) p->passed = t->passed[p->passed_by].cells;
    }
    p->victim = target;
    if (p->castles && (holds(&g->homes, origin, wide) || holds(&g->homes, target, wide))) {
        for (int k = 0; k < g->castle_count; k++) {
            if (has(&g->castles[k].both, origin) || has(&g->castles[k].both, target)) p->castles &= ~(1 << k);
        }
    }
    p->halfmove_clock = taken || IN(t->pawns, code) ? 0 : p->halfmove_clock + 1;
    p->turn = next_seat(t, seat);
    p->castled = -1;
    p->fullmove_number += p->turn == 0;
    p->suspect = p->exposed ? !kings_safe(t, p, p->turn) : gives_check(t, p, origin, target, wide);
    p->exposed = 0;
    if (p->suspect && t->checks && p->checks[seat]) p->checks[seat]--;
}

APART void make_plain_wide(const Game *g, Position *p, int origin, int target) {
    make_plain_on(g, p, origin, target, 1);
}

APART void make_plain_narrow(const Game *g, Position *p, int origin, int target) {
    make_plain_on(g, p, origin, target, 0);
}

static void make_plain(const Game *g, Position *p, int origin, int target) {
    if (g->t->board.count > 64) make_plain_wide(g, p, origin, target);
    else make_plain_narrow(g, p, origin, target);
}

/* Whether a way is free on which a piece goes, or on which it captures. */
SPECIAL int is_free(const Tables *t, const Position *p, int code, int origin, int target, int wide) {
    if (holds(&t->forked[target], origin, wide)) return reaches(t, p, code, origin, target);
    return !any(both(narrow(t->lanes[target * t->board.count + origin], wide), p->occupied));
}

/* The origin of the one piece of some kinds that gets to a target; NO_CELL where there are none or several, or where it may
   turn into something. */
SPECIAL int plain_origin(const Tables *t, const Position *p, const Plan *plan, Codes kinds, int wide) {
    int origin = NO_CELL, target = plan->target, there = p->board[target];
    const Cells *sources = &t->sources[(there ? t->reaches * t->board.count : 0) + target];
    Cells able = narrow(both(p->side[p->turn], plan->sources), wide);
    while (any(kinds)) {
        int code = CODE(t, pop(&kinds), p->turn);
        Cells origins = both(able, sources[t->reach[code] * t->board.count]);
        while (any(origins)) {
            int cell = pop(&origins);
            if (p->board[cell] != code || !is_free(t, p, code, cell, target, wide)) continue;
            if (origin != NO_CELL) return NO_CELL;
            if (holds(&t->turns_on[code], target, wide) || holds(&t->turns_from[code], cell, wide)) return NO_CELL;
            if (there && IN(t->not_takes[code], there)) continue;
            origin = cell;
        }
    }
    return origin;
}

/* The plain move that a text means. False where it is not plain, or not the only one, or not legal: `find_any` tells. */
SPECIAL int find_plain_on(const Game *g, const Position *p, const Plan *plan, Move *move, int wide) {
    const Tables *t = g->t;
    int origin = plan->origin, target = plan->target, there;
    Codes kinds = no_cells();
    there = p->board[target];
    if (there == WALL || holds(&p->side[p->turn], target, wide) || (!there && holds(&p->passed, target, wide))) return 0;
    if (plan->capture >= 0 && plan->capture != (there != EMPTY)) return 0;
    if (plan->kind != ABSENT) {
        kinds.word[0] = t->sharing[plan->kind].word[0]; /* there are at most 64 kinds */
    } else {
        if (origin == ABSENT || !holds(&p->side[p->turn], origin, wide)) return 0;
        kinds.word[0] = (uint64_t)1 << t->kind[p->board[origin]];
    }
    origin = plain_origin(t, p, plan, kinds, wide);
    if (origin == NO_CELL) return 0;
    *move = plain_move(origin, target);
    if (t->flags & NOT_STUCK && gets_stuck(t, p, move)) return 0;
    if (t->flags & MUST_CAPTURE && !there && (!are_sets(t, p) || take_sets(g, p))) return 0;
    if (IN(t->silent, p->board[origin]) || !stays_safe(g, p, move, wide)) return 0;
    if (t->flags & NO_CHECKING && !spares_king(t, p, move, wide)) return 0;
    return !(t->flags & ENDS_EARLY) || !decided(g, p);
}

APART int find_plain_wide(const Game *g, const Position *p, const Plan *plan, Move *move) {
    return find_plain_on(g, p, plan, move, 1);
}

APART int find_plain_narrow(const Game *g, const Position *p, const Plan *plan, Move *move) {
    return find_plain_on(g, p, plan, move, 0);
}

static int find_plain(const Game *g, const Position *p, const Plan *plan, Move *move) {
    if (!plan->plain || !(g->t->flags & PLAIN_GAME) || any(p->gates)) return 0;
    return g->t->board.count > 64 ? find_plain_wide(g, p, plan, move) : find_plain_narrow(g, p, plan, move);
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
