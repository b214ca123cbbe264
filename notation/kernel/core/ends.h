/* Whether a game is over without a look at the moves: a goal, pieces gone, checks given; and who has won then. */
#ifndef FAIRYSCORE_ENDS_H
#define FAIRYSCORE_ENDS_H

#include "legal.h"

/* How a game has ended; WON + seat where somebody has won, COUNTED where it is for the engine to count the pieces. */
enum { PLAYED_ON = 0, WON = 1, DRAWN = WON + MOST_SEATS, COUNTED };

/* An end that wins (1), draws (0) or loses (-1) for a seat; of two. */
INLINE int valued(int value, int seat) {
    if (!value) return DRAWN;
    return WON + (value > 0 ? seat : 1 - seat);
}

static int extinct(const Tables *t, const Position *p, const Few *few, int seat) {
    int least = few->opponent + (few->claim && seat == p->turn);
    if (are_more(p, few->of[seat], few->at)) return 0;
    return !least || are_more(p, few->of[next_seat(t, seat)], least - 1);
}

/* The end by pieces that are gone. Of one rule that of the seat that has moved comes first. */
static int end_without(const Tables *t, const Position *p) {
    int seats[2] = {next_seat(t, p->turn), p->turn};
    for (int first = 0, end; first < t->gone_count; first = end) {
        for (end = first + 1; end < t->gone_count && t->gone[end].rule == t->gone[first].rule;) end++;
        for (int k = 0; k < 2; k++) {
            for (int at = first; at < end; at++) {
                if (extinct(t, p, &t->gone[at], seats[k])) return valued(t->gone[at].result, seats[k]);
            }
        }
    }
    return PLAYED_ON;
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

static int end_by_goal(const Game *g, const Position *p, const Goal *goal) {
    const Tables *t = g->t;
    int mover = p->turn, other = next_seat(t, mover), kings = any(p->royal[mover]);
    if ((goal->reply || goal->safe) && goal_reached(t, p, goal, mover, !goal->reply)) {
        return mover == 0 && goal->reply && goal_reached(t, p, goal, other, 0) ? DRAWN : WON + mover;
    }
    if (goal->reply && !kings && !goal->safe) return PLAYED_ON;
    if (!goal_reached(t, p, goal, other, goal->safe)) return PLAYED_ON;
    return goal->reply && mover == 1 && kings && may_reply(g, p, goal) ? PLAYED_ON : WON + other;
}

/* The end where a side can no longer castle as it must, or just did. */
static int end_by_castling(const Game *g, const Position *p) {
    const CastlingRule *rules = g->t->castlings;
    int needed = g->t->castling_ends, left = 0;
    if (p->castled >= 0 && rules[p->castled].letter & needed) return WON + rules[p->castled].seat;
    for (int k = 0; k < g->castle_count; k++) {
        if (p->castles >> k & 1) left |= rules[g->castles[k].index].letter;
    }
    for (int k = 0; k < 2; k++) {
        int seat = k ? p->turn : 1 - p->turn, mine = needed & (3 << 2 * seat);
        if (mine && !(mine & left)) return WON + 1 - seat;
    }
    return PLAYED_ON;
}

static int in_line(const Tables *t, const Position *p, int seat) {
    Cells own = cells_with(p, p->side[seat], t->line_codes[seat]);
    for (int k = 0; k < t->line_count; k++) {
        if (!any(without(t->lines[k], own))) return 1;
    }
    return 0;
}

/* How a game has ended before a look at the moves. */
static int early_end(const Game *g, const Position *p) {
    const Tables *t = g->t;
    int other, end;
    if (!(t->flags & ENDS_EARLY)) return PLAYED_ON;
    other = next_seat(t, p->turn);
    end = t->gone_count ? end_without(t, p) : PLAYED_ON;
    for (int k = 0; !end && k < t->goal_count; k++) end = end_by_goal(g, p, &t->goals[k]);
    if (!end && t->castling_ends) end = end_by_castling(g, p);
    if (end) return end;
    if (t->checks && !p->checks[other]) return WON + other;
    if (p->rested) return COUNTED;
    return t->line_count && in_line(t, p, other) ? valued(t->line_result, other) : PLAYED_ON;
}

INLINE int decided(const Game *g, const Position *p) {
    return early_end(g, p) != PLAYED_ON;
}

#endif
