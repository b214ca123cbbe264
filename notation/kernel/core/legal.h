/* The legal moves of a position, of any game: the candidates that are allowed, found one by one or as sets of cells, and of
   those the captures or drops where such have to come first.

   A new rule by which the moves there are decide on a move (forced captures, a pass in place of stalemate) belongs here. */
#ifndef FAIRYSCORE_LEGAL_H
#define FAIRYSCORE_LEGAL_H

#include "sets.h"

/* -- what has to come first ------ */

/* Keeps the moves that take, or those that do not, if there are any; by_force: even where there are none. */
static void keep_taking(const Tables *t, const Position *p, Moves *found, int capture, int by_force) {
    int kept = 0;
    for (int k = 0; k < found->count; k++) kept += (taken_cell(t, p, &found->at[k]) != NO_CELL) == capture;
    if (!kept && !by_force) return;
    kept = 0;
    for (int k = 0; k < found->count; k++) {
        Move m = found->at[k];
        if ((taken_cell(t, p, &m) != NO_CELL) == capture) found->at[kept++] = m;
    }
    found->count = kept;
}

/* Whether somebody holds a piece that he must drop before anything else (sittuyin). */
static int owes_drop(const Tables *t, const Position *p) {
    if (!(t->flags & MUST_DROP)) return 0;
    for (int code = FIRST + p->turn; code < t->codes; code += t->seats) {
        if (p->hand[code] && IN(t->must_first, code)) return 1;
    }
    return 0;
}

/* Keeps the drops of a list, if there are any. */
static void keep_drops(Moves *found) {
    int kept = 0;
    for (int k = 0; k < found->count; k++) {
        if (found->at[k].origin < 0) found->at[kept++] = found->at[k];
    }
    if (kept) found->count = kept;
}

/* -- all of them ------ */

/* All legal moves in the order of the reference, without asking whether the game is over. */
static void legal_moves(const Game *g, const Position *p, Moves *found) {
    const Tables *t = g->t;
    int checked;
    if (are_sets(t, p)) {
        checked = list_sets(g, p, found);
    } else {
        Danger danger;
        Search s = {g, p, &danger, found};
        look_around(t, p, &danger);
        every_candidate(&s, &danger);
        checked = danger.checked;
    }
    if (t->flags & MUST_CAPTURE) keep_taking(t, p, found, 1, 0);
    if (owes_drop(t, p)) keep_drops(found);
    if (!found->count && t->passing[p->turn] == PASS_STALEMATE && !checked) {
        Move m = resting(p);
        append(found, &m);
    }
}

/* How many legal moves there are, or at least one where one is `enough`; negative where there is no memory. */
static int count_moves(const Game *g, const Position *p, int enough) {
    Moves found;
    int count;
    if (are_sets(g->t, p) && !(g->t->flags & MUST_CAPTURE)) return count_sets(g, p, enough);
    begin_moves(&found, enough);
    legal_moves(g, p, &found);
    count = found.failed ? -1 : found.count;
    end_moves(&found);
    return count;
}

static int has_move(const Game *g, const Position *p) {
    return count_moves(g, p, 1) > 0;
}

/* -- of some moves, those that can be made now ------ */

/* Whether there is a legal capture. */
static int can_capture(const Game *g, const Position *p, const Danger *d) {
    Moves all;
    int found = 0;
    if (are_sets(g->t, p)) return take_sets(g, p);
    begin_moves(&all, 0);
    {
        Search s = {g, p, NULL, &all};
        candidates(&s, p->side[p->turn]);
    }
    for (int k = 0; k < all.count && !found; k++) {
        found = taken_cell(g->t, p, &all.at[k]) != NO_CELL && allowed(g, p, &all.at[k], d);
    }
    end_moves(&all);
    return found;
}

/* Keeps the moves that can be made before a capture or drop that has to come first. */
static void keep_due(const Game *g, const Position *p, Moves *found, const Danger *d) {
    const Tables *t = g->t;
    if (t->flags & MUST_CAPTURE) {
        int takes = 0;
        for (int k = 0; k < found->count; k++) takes |= taken_cell(t, p, &found->at[k]) != NO_CELL;
        if (takes || can_capture(g, p, d)) keep_taking(t, p, found, 1, 1);
    }
    if (t->flags & MUST_DROP) {
        Moves all;
        int kept = 0;
        begin_moves(&all, 0);
        legal_moves(g, p, &all);
        for (int k = 0; k < found->count; k++) {
            int due = 0;
            for (int at = 0; at < all.count; at++) due |= same_move(&all.at[at], &found->at[k]);
            if (due) found->at[kept++] = found->at[k];
        }
        found->count = kept;
        end_moves(&all);
    }
}

#endif
