/* A written move in numbers, and the one legal move that it means; and perft, which needs all that stands before it.

   The moves that there are come from candidates.h, and what has to come first from legal.h; here they are only chosen from.
   A new way to write a move is a field of `Plan` and a branch of `matching`. */
#ifndef FAIRYSCORE_PLAN_H
#define FAIRYSCORE_PLAN_H

#include "ends.h"

/* As `rules.moves.ParsedMove`. */
enum { GO, CASTLE, DROP, PASS, GO_OR_CASTLE, RELATIVE }; /* only Python resolves the last one */
enum { ABSENT = -1, OWN = -2, PROMOTED = -3, DEMOTED = -4, UNCHANGED = -5 };
enum { WHATEVER = -6 }; /* a piece may become anything; no text says so */

typedef struct {
    Cells sources;
    int16_t action, origin, target, kind, capture, becomes, victim, castle, throw_, owner, loser, put_on, put;
    int16_t plain; /* it names no more than a piece or its cell, a target, and whether it captures */
} Plan;

static int is_plain_plan(const Plan *plan) {
    return plan->action == GO && plan->target >= 0 && plan->becomes == ABSENT && plan->victim == ABSENT && !plan->throw_
        && plan->owner == ABSENT && plan->put_on < 0 && plan->put < 0;
}

/* Whether two kinds are called by the same letter. */
INLINE int share(const Tables *t, int kind, int other) {
    return kind >= 0 && other >= 0 && IN(t->sharing[kind], other);
}

static int same_extras(const Tables *t, const Move *m, const Plan *plan) {
    if (plan->put_on != ABSENT && plan->put_on != m->put_on) return 0;
    if (plan->put < 0 || m->put < 0) { /* where a move or a wall is made, no wall named is none */
        return plan->put == m->put && (plan->put_on == m->put_on || (t->walls && !(t->flags & WALL_OR_MOVE)));
    }
    return share(t, plan->put, m->put);
}

/* Whether a move is what else a text says: who is captured, which piece or wall is put where. */
static int agrees(const Tables *t, const Position *p, const Move *m, const Plan *plan) {
    int taken;
    if (!same_extras(t, m, plan)) return 0;
    if (plan->victim == ABSENT) return 1;
    taken = taken_cell(t, p, m);
    if (taken == NO_CELL || p->board[taken] < FIRST || !share(t, plan->victim, t->kind[p->board[taken]])) return 0;
    return plan->loser == ABSENT || plan->loser == t->owner[p->board[taken]];
}

INLINE int is_plus(const Tables *t, int kind) {
    return IN(t->plus, CODE(t, kind, 0));
}

/* Keeps the moves that end in what a text names; where it names nothing, a promotion that goes without saying. */
static void same_promotion(const Tables *t, const Position *p, Moves *found, int named) {
    int kept = 0, plain = 0, implied = 0;
    if (named == WHATEVER) return;
    for (int k = 0; k < found->count; k++) plain |= found->at[k].becomes < 0;
    if (found->count) {
        int code = p->board[found->at[0].origin];
        for (int k = 0; k < t->promotion_count[code]; k++) {
            implied |= t->promotions[t->promotion_of[code] + k].flags & IMPLIED;
        }
    }
    for (int k = 0; k < found->count; k++) {
        int becomes = found->at[k].becomes, keep;
        if (named == PROMOTED || named == DEMOTED) keep = becomes >= 0 && is_plus(t, becomes) == (named == PROMOTED);
        else if (named >= 0) keep = share(t, named, becomes);
        else if (plain || named == UNCHANGED) keep = becomes < 0;
        else keep = implied;
        if (keep) found->at[kept++] = found->at[k];
    }
    found->count = kept;
}

/* Whether no castling of the rules before it goes to the same side: of several, that one may be written onto the partner. */
static int first_to_side(const Tables *t, int index) {
    const CastlingRule *rule = &t->castlings[index];
    for (int k = 0; k < index; k++) {
        if (t->castlings[k].seat == rule->seat && t->castlings[k].side == rule->side) return 0;
    }
    return 1;
}

/* The castlings that a text may mean, by side or by the king's way or onto his partner (Chess960). */
static void castlings_meant(Search *s, const Plan *plan, const Danger *d) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    int first = s->found->count, kept = first;
    if (d->checked || !p->castles || plan->becomes >= 0 || plan->capture == 1) return;
    castlings(s);
    for (int k = first; k < s->found->count; k++) {
        Move m = s->found->at[k];
        const Castle *way = &s->g->castles[m.castle];
        const CastlingRule *rule = &t->castlings[way->index];
        int fits, onto_partner = (plan->capture < 0 || t->flags & ONTO_ROOK) && first_to_side(t, way->index);
        if (plan->action == CASTLE) {
            fits = rule->side == plan->castle && (plan->target == ABSENT || plan->target == rule->king_to);
        } else {
            fits = plan->origin == way->king_from
                && (plan->target == rule->king_to || (onto_partner && plan->target == way->rook_from));
            fits |= plan->put_on == plan->origin && plan->origin == way->rook_from && plan->target == way->king_from;
        }
        if (fits && same_extras(t, &m, plan)) s->found->at[kept++] = m;
    }
    s->found->count = kept;
}

/* The passes that are legal now. */
static void passing(Search *s) {
    const Tables *t = s->g->t;
    int kept = 0;
    if (t->passing[s->p->turn] != PASS_STALEMATE) {
        passes(s);
        return;
    }
    legal_moves(s->g, s->p, s->found);
    for (int k = 0; k < s->found->count; k++) {
        Move m = s->found->at[k];
        if (m.origin == m.target && m.becomes < 0) s->found->at[kept++] = m;
    }
    s->found->count = kept;
}

static void passes_meant(Search *s, const Plan *plan) {
    int kept = 0;
    passing(s);
    for (int k = 0; k < s->found->count; k++) {
        if (same_extras(s->g->t, &s->found->at[k], plan)) s->found->at[kept++] = s->found->at[k];
    }
    s->found->count = kept;
}

/* The mover's cells that a text may mean, of one code; without a kind all of them. */
static Cells origins_meant(const Search *s, const Plan *plan, int code) {
    const Position *p = s->p;
    Cells cells = p->side[p->turn];
    if (plan->origin != ABSENT) cells = both(cells, only(plan->origin));
    else if (plan->kind != ABSENT || plan->origin == ABSENT) cells = both(cells, plan->sources);
    if (!(s->g->t->flags & PLACE_PROMOTION || s->g->t->rows & LENDS)) cells = both(cells, s->g->t->comes[plan->target]);
    return code ? cells_with(p, cells, only(code)) : cells;
}

static void going(Search *s, const Plan *plan) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    int extra = brings_more(t, p), kept = 0, plain;
    if (plan->kind == ABSENT) {
        Cells cells = origins_meant(s, plan, 0);
        while (any(cells)) from_origin(s, pop(&cells), plan->target, extra);
    } else {
        for (int code = FIRST + p->turn; code < t->codes; code += t->seats) {
            Cells cells;
            if (!p->count[code] || !share(t, plan->kind, t->kind[code])) continue;
            cells = origins_meant(s, plan, code);
            while (any(cells)) from_origin(s, pop(&cells), plan->target, extra);
        }
    }
    plain = s->found->count;
    if (plan->origin != ABSENT && plan->origin == plan->target) { /* a pass, or a wall put without a move */
        Moves rests;
        begin_moves(&rests, 0);
        {
            Search more = {s->g, p, NULL, &rests};
            passing(&more);
        }
        for (int k = 0; k < rests.count; k++) {
            int known = 0;
            for (int at = 0; at < plain; at++) known |= same_move(&s->found->at[at], &rests.at[k]);
            if (!known) append(s->found, &rests.at[k]);
        }
        end_moves(&rests);
    }
    for (int k = 0; k < s->found->count; k++) {
        Move m = s->found->at[k];
        if ((k >= plain || m.target == plan->target) && agrees(t, p, &m, plan)) s->found->at[kept++] = m;
    }
    s->found->count = kept;
    same_promotion(t, p, s->found, plan->becomes);
}

/* The moves that a text may mean, kings not considered. */
static void matching(Search *s, const Plan *plan, const Danger *d) {
    const Tables *t = s->g->t;
    if (plan->owner != ABSENT && plan->owner != OWN && plan->owner != s->p->turn) return;
    if (plan->action == PASS) {
        passes_meant(s, plan);
    } else if (plan->action == DROP) {
        int kind = plan->kind != ABSENT ? plan->kind : plan->becomes;
        if (kind >= 0 && plan->target >= 0) drops(s, t->sharing[kind], only(plan->target));
    } else if (plan->action == CASTLE) {
        castlings_meant(s, plan, d);
    } else if (plan->target >= 0) {
        if (plan->becomes >= 0 && plan->put == ABSENT && any(s->p->gates)) {
            Plan gated = *plan; /* a letter may name the piece brought in */
            gated.put = plan->becomes;
            gated.put_on = plan->origin;
            gated.becomes = ABSENT;
            matching(s, &gated, d);
            if (s->found->count) return;
        }
        going(s, plan);
        if (!s->found->count && plan->origin != ABSENT) castlings_meant(s, plan, d);
    }
}

/* All legal moves that a text may mean, its mark of capture aside. */
static void all_meant(const Game *g, const Position *p, const Plan *plan, Moves *found) {
    Danger danger;
    int kept = 0;
    look_around(g->t, p, &danger);
    {
        Search s = {g, p, NULL, found};
        matching(&s, plan, &danger);
    }
    for (int k = 0; k < found->count; k++) {
        if (allowed(g, p, &found->at[k], &danger)) found->at[kept++] = found->at[k];
    }
    found->count = kept;
    if (kept && g->t->flags & (MUST_CAPTURE | MUST_DROP)) keep_due(g, p, found, &danger);
}

/* The one legal move that a text means, of any kind. False where there is none, or more than one. */
static int find_any(const Game *g, const Position *p, const Plan *plan, Move *move) {
    const Tables *t = g->t;
    Moves found;
    int one;
    if (plan->throw_ || decided(g, p)) return 0;
    begin_moves(&found, 0);
    all_meant(g, p, plan, &found);
    if (found.count > 1 && plan->capture >= 0) keep_taking(t, p, &found, plan->capture, 0);
    one = found.count == 1 && !found.failed;
    if (one && plan->capture >= 0) one = (taken_cell(t, p, &found.at[0]) != NO_CELL) == plan->capture;
    if (one) *move = found.at[0];
    end_moves(&found);
    return one;
}

static int find_plain(const Game *g, const Position *p, const Plan *plan, Move *move);

/* The same; a plain move is found sooner (quick.h). */
static int find_move(const Game *g, const Position *p, const Plan *plan, Move *move) {
    return find_plain(g, p, plan, move) || find_any(g, p, plan, move);
}

static int64_t perft(const Game *g, const Position *p, int depth) {
    Moves found;
    int64_t leaves = 0;
    if (depth <= 0) return 1;
    if (decided(g, p)) return 0;
    if (depth == 1) {
        int count = count_moves(g, p, 0);
        return count < 0 ? INT64_MIN : count;
    }
    begin_moves(&found, 0);
    legal_moves(g, p, &found);
    if (found.failed) leaves = INT64_MIN;
    for (int k = 0; k < found.count && leaves >= 0; k++) {
        Position after;
        int64_t more;
        copy_position(g->t, &after, p);
        make(g, &after, &found.at[k]);
        more = perft(g, &after, depth - 1);
        leaves = more < 0 ? more : leaves + more;
    }
    end_moves(&found);
    return leaves;
}

#endif
