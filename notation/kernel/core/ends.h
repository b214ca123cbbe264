/* Whether a game is over without a look at the moves: a goal, pieces gone, checks given. Who has won is for who reports it. */
#ifndef FAIRYSCORE_ENDS_H
#define FAIRYSCORE_ENDS_H

#include "sets.h"

static int extinct(const Tables *t, const Position *p, const Few *few, int seat) {
    int least = few->opponent + (few->claim && seat == p->turn);
    if (in_all(p, few->of[seat]) > few->at) return 0;
    return !least || in_all(p, few->of[next_seat(t, seat)]) >= least;
}

static int goal_reached(const Tables *t, const Position *p, const Goal *goal, int seat, int must_be_safe) {
    Cells there = cells_with(p, both(p->side[seat], goal->cells[seat]), goal->of[seat]), left = no_cells();
    if (!any(there)) return 0;
    while (must_be_safe && any(there)) {
        int cell = pop(&there);
        if (!attacked_by_enemy(t, p, cell, seat)) add(&left, cell);
    }
    if (must_be_safe) there = left;
    if (count_of(there) >= goal->needed) return 1;
    return goal->blocked && !any(without(goal->cells[seat], p->occupied));
}

/* Whether a king of the mover can go to his goal, and so draw. */
static int may_reply(const Game *g, const Position *p, const Goal *goal) {
    Danger danger;
    Moves found;
    int replies = 0;
    look_around(g->t, p, &danger);
    if (danger.checked) return 0;
    begin_moves(&found, 0);
    {
        Search s = {g, p, &danger, &found};
        candidates(&s, p->royal[p->turn]);
    }
    for (int k = 0; k < found.count; k++) replies |= has(&goal->cells[p->turn], found.at[k].target);
    end_moves(&found);
    return replies;
}

static int goal_decides(const Game *g, const Position *p, const Goal *goal) {
    const Tables *t = g->t;
    int mover = p->turn, other = next_seat(t, mover), kings = any(p->royal[mover]);
    if ((goal->reply || goal->safe) && goal_reached(t, p, goal, mover, !goal->reply)) return 1;
    if (goal->reply && !kings && !goal->safe) return 0;
    if (!goal_reached(t, p, goal, other, goal->safe)) return 0;
    return !(goal->reply && mover == 1 && kings && may_reply(g, p, goal));
}

/* Whether a side can no longer castle as it must, or just did. */
static int castling_decides(const Game *g, const Position *p) {
    int needed = g->t->castling_ends, left = 0;
    if (p->castled >= 0 && g->t->castlings[p->castled].letter & needed) return 1;
    for (int k = 0; k < g->castle_count; k++) {
        if (p->castles >> k & 1) left |= g->t->castlings[g->castles[k].index].letter;
    }
    for (int seat = 0; seat < 2; seat++) {
        int mine = needed & (3 << 2 * seat);
        if (mine && !(mine & left)) return 1;
    }
    return 0;
}

static int in_line(const Tables *t, const Position *p, int seat) {
    Cells own = cells_with(p, p->side[seat], t->line_codes[seat]);
    for (int k = 0; k < t->line_count; k++) {
        if (!any(without(t->lines[k], own))) return 1;
    }
    return 0;
}

static int decided(const Game *g, const Position *p) {
    const Tables *t = g->t;
    int other;
    if (!(t->flags & ENDS_EARLY)) return 0;
    other = next_seat(t, p->turn);
    for (int k = 0; k < t->gone_count; k++) {
        if (extinct(t, p, &t->gone[k], other) || extinct(t, p, &t->gone[k], p->turn)) return 1;
    }
    for (int k = 0; k < t->goal_count; k++) {
        if (goal_decides(g, p, &t->goals[k])) return 1;
    }
    if (t->castling_ends && castling_decides(g, p)) return 1;
    if (t->checks && !p->checks[other]) return 1;
    return p->rested || (t->line_count && in_line(t, p, other));
}

#endif
