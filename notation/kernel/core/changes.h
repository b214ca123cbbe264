/* What a move changes. A move is a list of cells with what comes to stand there (`changes_of`): captures in passing, castlings,
   effects and walls are no more than that. `make` applies the list, and sees to what is no matter of cells: hands, rights, who
   is to move. A new effect is a value of `Effect.becomes` and a line of `turned_into`. */
#ifndef FAIRYSCORE_CHANGES_H
#define FAIRYSCORE_CHANGES_H

#include "position.h"

/* As `rules.moves.Move`; castle is the place in `Game.castles`. */
typedef struct {
    int16_t origin, target, becomes, castle, throw_, put_on, put;
} Move;

enum { MOST_CHANGES = 96 };

typedef struct {
    int count;
    uint8_t cell[MOST_CHANGES], code[MOST_CHANGES];
} Changes;

INLINE Move plain_move(int origin, int target) {
    Move move = {(int16_t)origin, (int16_t)target, -1, -1, 0, -1, -1};
    return move;
}

INLINE int same_move(const Move *one, const Move *other) {
    return !memcmp(one, other, sizeof(Move));
}

INLINE void change(Changes *c, int cell, int code) {
    if (c->count == MOST_CHANGES) return;
    c->cell[c->count] = (uint8_t)cell;
    c->code[c->count++] = (uint8_t)code;
}

/* What stands on a cell after the first `count` changes. */
static int standing(const Position *p, const Changes *c, int count, int cell) {
    for (int k = count; k--;) {
        if (c->cell[k] == cell) return c->code[k];
    }
    return p->board[cell];
}

static void apply(const Tables *t, Position *p, const Changes *c) {
    for (int k = 0; k < c->count; k++) put(t, p, c->cell[k], c->code[k]);
}

/* Where a piece of a seat stands that may just have passed over a cell with its first move; NO_CELL for none. */
static int passer_of(const Tables *t, const Position *p, int cell, int seat) {
    for (int code = FIRST + seat; code < t->codes; code += t->seats) {
        Cells starts = without(t->leaves[code], without(p->occupied, p->walls));
        while (any(starts)) {
            int origin = pop(&starts);
            for (int at = start_of(t, code, origin); at < start_of(t, code, origin + 1); at++) {
                const Step *s = &t->steps[at];
                if (!s->passed || !has(&t->passed[s->passed].cells, cell)) continue;
                if (t->counted[p->board[s->target]] == t->counted[code]) return s->target;
            }
        }
    }
    return NO_CELL;
}

/* Where the enemy stands that may be taken in passing on a cell. In a turn of several moves there may have passed some, and
   some of the mover's. */
INLINE int victim_on(const Tables *t, const Position *p, int cell) {
    return t->rows & SERIES ? passer_of(t, p, cell, next_seat(t, p->turn)) : p->victim;
}

/* The cell of the piece that a move captures; NO_CELL for none. */
static int taken_cell(const Tables *t, const Position *p, const Move *m) {
    int code;
    if (m->origin < 0 || m->target < 0 || m->castle >= 0 || m->origin == m->target) return NO_CELL;
    if (p->board[m->target]) return m->target;
    code = p->board[m->origin];
    if (!has(&p->passed, m->target) || !IN(t->passers, code)) return NO_CELL;
    for (int k = step_between(t, code, m->origin, m->target); k; k = t->steps[k].other) {
        if (t->steps[k].flags & IN_PASSING) return victim_on(t, p, m->target); /* it gets to the empty cell by a capture, not by a move */
    }
    return NO_CELL;
}

/* Whether a piece captures without leaving its cell. taken: the cell of what it captures, NO_CELL for none. */
INLINE int shoots(const Tables *t, const Position *p, int origin, int taken) {
    return t->rows && taken != NO_CELL && IN(t->shooters, p->board[origin]);
}

/* What a piece is after a move that nobody writes a promotion with. */
static int turned(const Tables *t, int code, const Move *m) {
    for (int k = 0; k < t->promotion_count[code]; k++) {
        const Promotion *r = &t->promotions[t->promotion_of[code] + k];
        if (r->flags & SILENT && has(&r->on, m->target) && has(&r->from, m->origin)) {
            return CODE(t, r->kinds[0], t->owner[code]);
        }
    }
    return code;
}

/* Whether an effect follows from a move of a piece that captures another one; EMPTY for none. */
INLINE int follows(const Effect *e, int moved, int victim) {
    return e->captures ? IN(e->victims[moved], victim) : IN(e->movers, moved);
}

/* Whether a piece becomes something by what it captures, so that nothing is to be chosen. */
static int turns_by_capture(const Tables *t, const Position *p, const Move *m) {
    int taken = taken_cell(t, p, m);
    for (int k = 0; k < t->effect_count && taken != NO_CELL; k++) {
        const Effect *e = &t->effects[k];
        if (e->on == ON_MOVER && (e->becomes == TO_TAKEN || e->becomes == TO_JOINED)
            && follows(e, p->board[m->origin], p->board[taken])) return 1;
    }
    return 0;
}

/* What an effect makes of a piece that stays one. */
static int turned_into(const Tables *t, const Effect *e, int code, int victim) {
    int owner = t->owner[code], kind = t->kind[code];
    if (e->becomes == TO_OWNER) return CODE(t, kind, next_seat(t, owner));
    return CODE(t, e->becomes == TO_TAKEN ? t->kind[victim] : t->joined[kind][t->kind[victim]], owner);
}

/* What an effect makes of what stands on a cell. */
INLINE void affect(const Tables *t, const Effect *e, int cell, int code, int victim, Changes *c) {
    int after;
    if (code < FIRST || IN(e->spared, code)) return;
    after = e->becomes <= TO_WALL ? e->becomes : turned_into(t, e, code, victim);
    if (after != code) change(c, cell, after);
}

/* The same of all around a cell, on the board after the changes so far. */
static void affect_around(const Tables *t, const Position *p, const Effect *e, int cell, int victim, Changes *c) {
    int before = c->count;
    Cells standing_there = p->occupied;
    for (int k = 0; k < before; k++) {
        if (c->code[k]) add(&standing_there, c->cell[k]);
        else discard(&standing_there, c->cell[k]);
    }
    standing_there = both(standing_there, t->near[cell]);
    while (any(standing_there)) {
        int there = pop(&standing_there);
        affect(t, e, there, standing(p, c, before, there), victim, c);
    }
}

/* The same of all enemies that what stands on a cell then attacks. */
static void affect_attacked(const Tables *t, const Position *p, const Effect *e, int cell, int victim, Changes *c) {
    Position after;
    Cells others;
    int code;
    copy_position(t, &after, p);
    apply(t, &after, c);
    code = after.board[cell];
    if (code < FIRST) return;
    for (others = enemies(&after, t->owner[code]); any(others);) {
        int there = pop(&others);
        Cells from;
        if (IN(t->not_takes[code], after.board[there])) continue;
        from = attackers(t, &after, there, t->owner[code], NO_FACING, 1);
        if (has(&from, cell)) affect(t, e, there, after.board[there], victim, c);
    }
}

/* What an effect changes, of a move that ends on a cell. */
INLINE void follow_up(const Tables *t, const Position *p, const Effect *e, int cell, int victim, Changes *c) {
    if (e->on == ON_MOVER) affect(t, e, cell, standing(p, c, c->count, cell), victim, c);
    else if (e->on == ON_ATTACKED) affect_attacked(t, p, e, cell, victim, c);
    else affect_around(t, p, e, cell, victim, c);
}

/* What follows from a move, row by row. taken: the cell of what it captures. */
static void follow_ups(const Game *g, const Position *p, const Move *m, int taken, Changes *c) {
    const Tables *t = g->t;
    int victim = taken == NO_CELL ? EMPTY : p->board[taken], ends = 1, cell[2] = {m->target}, moved[2];
    if (m->target < 0 || m->origin == m->target) return;
    moved[0] = m->origin >= 0 ? p->board[m->origin] : CODE(t, m->becomes, p->turn);
    if (m->castle < 0 && m->origin >= 0 && shoots(t, p, m->origin, taken)) cell[0] = m->origin;
    if (m->castle >= 0) {
        const Castle *way = &g->castles[m->castle];
        ends = 2;
        cell[0] = t->castlings[way->index].king_to;
        cell[1] = t->castlings[way->index].rook_to;
        moved[1] = p->board[way->rook_from];
    }
    for (int k = 0; k < t->effect_count; k++) {
        const Effect *e = &t->effects[k];
        for (int n = 0; n < ends && has(&e->where[p->turn], m->target); n++) {
            if (follows(e, moved[n], victim)) follow_up(t, p, e, cell[n], victim, c);
        }
    }
}

/* The seat whose piece a promotion makes. */
static int promoted_for(const Tables *t, const Position *p, const Move *m) {
    int code = p->board[m->origin], seat = t->owner[code];
    for (int k = 0; t->rows && k < t->promotion_count[code]; k++) {
        const Promotion *r = &t->promotions[t->promotion_of[code] + k];
        for (int n = 0; r->flags & TO_ENEMY && n < r->count; n++) {
            if (r->kinds[n] == m->becomes) return next_seat(t, seat);
        }
    }
    return seat;
}

static void changes_of(const Game *g, const Position *p, const Move *m, Changes *c) {
    const Tables *t = g->t;
    int seat = p->turn, taken = NO_CELL;
    c->count = 0;
    if (m->castle >= 0) {
        const Castle *way = &g->castles[m->castle];
        const CastlingRule *rule = &t->castlings[way->index];
        int king = p->board[way->king_from], rook = p->board[way->rook_from];
        change(c, way->king_from, EMPTY);
        change(c, way->rook_from, EMPTY);
        change(c, rule->king_to, king);
        change(c, rule->rook_to, rook);
    } else if (m->origin < 0) {
        if (m->target >= 0) change(c, m->target, CODE(t, m->becomes, seat));
    } else if (m->origin != m->target || m->becomes >= 0) { /* who passes has not moved his king, and may castle still */
        int code = m->becomes >= 0 ? CODE(t, m->becomes, promoted_for(t, p, m)) : p->board[m->origin], stays;
        taken = taken_cell(t, p, m);
        stays = shoots(t, p, m->origin, taken);
        code = turned(t, code, m);
        if (!stays) change(c, m->origin, EMPTY);
        if (taken != NO_CELL && (stays || taken != m->target)) change(c, taken, EMPTY);
        if (!stays) change(c, m->target, code);
    }
    if (t->effect_count && (taken != NO_CELL || t->flags & RESTLESS)) follow_ups(g, p, m, taken, c);
    if (m->put_on < 0) return;
    if (m->put < 0 && t->flags & DUCK && any(p->walls)) { /* the one wall goes from where it is */
        Changes after = *c;
        c->count = 0;
        change(c, lowest(p->walls), EMPTY);
        for (int k = 0; k < after.count; k++) change(c, after.cell[k], after.code[k]);
    }
    change(c, m->put_on, m->put < 0 ? WALL : CODE(t, m->put, seat));
}

/* -- whether a move leaves the mover's kings safe ------ */

/* Where after a move the pieces are that stand for the mover's kings. */
static Cells vital_after(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    Cells mine = pseudo_royals(t, p, p->turn);
    int code;
    if (m->castle >= 0) {
        const Castle *way = &g->castles[m->castle];
        int king = has(&mine, way->king_from), rook = has(&mine, way->rook_from);
        mine = without(mine, way->both);
        if (king) add(&mine, t->castlings[way->index].king_to);
        if (rook) add(&mine, t->castlings[way->index].rook_to);
    } else if (m->origin >= 0 && has(&mine, m->origin)) {
        discard(&mine, m->origin);
        add(&mine, m->target);
    }
    if (m->becomes < 0 || m->origin < 0) return mine;
    code = CODE(t, m->becomes, p->turn);
    if (IN(t->plus, code)) return mine;
    for (int k = 0; k < t->vital_count; k++) { /* one more of them: either all may be lost now, or this is the only one */
        Cells others;
        if (!IN(t->vital[k].of[p->turn], code)) continue;
        others = cells_with(p, p->pseudo[p->turn], t->vital[k].of[p->turn]);
        if (count_of(others) > t->vital[k].at) mine = without(mine, others);
        else add(&mine, m->target);
    }
    return mine;
}

static Cells vital_of_enemies(const Tables *t, const Position *p, int seat) {
    Cells found = no_cells();
    for (int other = 0; other < t->seats; other++) {
        if (other != seat) found = either(found, pseudo_royals(t, p, other));
    }
    return found;
}

/* Whether what stands for the mover's kings is safe after a move. */
static int vital_safe(const Tables *t, const Position *after, int seat, Cells mine, Cells theirs) {
    if (any(without(mine, after->side[seat]))) return 0;
    if (any(without(theirs, enemies(after, seat)))) return 1;
    while (any(mine)) {
        int cell = pop(&mine);
        if (t->flags & BLASTS && meet(&theirs, &t->near[cell])) continue;
        if (attacked_by_enemy(t, after, cell, seat)) return 0;
    }
    return !duple_lost(t, after, seat);
}

/* Whether a move, as one before the last of its turn, gives a check that it may not. */
INLINE int checks_early(const Tables *t, const Position *p, const Position *after) {
    if (!(t->rows & SERIES) || t->turns.check != CHECK_LAST || p->left < 2) return 0;
    return !kings_safe(t, after, next_seat(t, p->turn));
}

/* Whether, after a move, no king of the mover is attacked, nor what else he may not leave so. A piece that is brought in with
   the move does not shield the king (Fairy-Stockfish, S-Chess), nor a wall that comes to where a blast leaves nothing. */
static int safe(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    int seat = p->turn;
    Position after;
    Changes c;
    Move moved = *m;
    if (m->put >= 0) moved.put_on = moved.put = -1;
    copy_position(t, &after, p);
    changes_of(g, p, &moved, &c);
    if (t->flags & VIOLENT && m->put_on == m->origin && m->origin >= 0 && taken_cell(t, p, m) != NO_CELL
        && has(&t->near[m->target], m->put_on)) {
        change(&c, m->put_on, EMPTY);
    }
    apply(t, &after, &c);
    if (count_of(p->royal[seat]) > count_of(after.royal[seat]) || !kings_safe(t, &after, seat)) return 0;
    if (t->rows & AVOIDS && any_avoided(t, &after)) return 0;
    if (checks_early(t, p, &after)) return 0;
    if (t->vital_count
        && !vital_safe(t, &after, seat, vital_after(g, p, m), vital_of_enemies(t, p, seat))) return 0;
    if (t->flags & NO_CHECKING && !kings_safe(t, &after, next_seat(t, seat))) return 0;
    if (p->rest > 1 && kings_face(t, &after)) return 0;
    return !(t->flags & PLACE_PROMOTION && m->becomes >= 0 && m->origin >= 0 && in_check(t, &after, next_seat(t, seat)));
}

/* -- making a move ------ */

/* A captured piece goes to its enemy's hand, or waits to come back by a promotion. */
INLINE void take_in_hand(const Tables *t, Position *p, int taken) {
    if (t->hand_code[taken]) p->hand[t->hand_code[taken]]++;
    else if (IN(t->pooled, taken)) p->hand[taken]++;
}

/* What a capture destroys goes to its enemy's hand too, the capturing piece as well (Fairy-Stockfish, atomiczh). The cells
   left and captured on, but the target, are known: nothing is destroyed there. */
static void take_destroyed(const Tables *t, Position *p, const Move *m, const Changes *c, int taken) {
    for (int k = 0; k < c->count; k++) {
        int cell = c->cell[k], there;
        if (c->code[k] >= FIRST || ((cell == m->origin || cell == taken) && cell != m->target)) continue;
        there = standing(p, c, k, cell);
        if (there >= FIRST) take_in_hand(t, p, there);
    }
}

static void move_hand(const Tables *t, Position *p, const Move *m, int taken) {
    if (t->rows && taken >= FIRST && t->owner[taken] == p->turn) p->hand[taken] += IN(t->own_hand, taken) != 0;
    else if (taken >= FIRST) take_in_hand(t, p, taken);
    if (m->origin < 0 && m->target >= 0) {
        int held = CODE(t, m->becomes, p->turn);
        p->hand[p->hand[held] ? held : t->unpromoted[held]]--;
    }
    if (m->put >= 0) p->hand[CODE(t, m->put, p->turn)]--;
    if (m->becomes >= 0 && m->origin >= 0 && IN(t->pooled, CODE(t, m->becomes, p->turn))) {
        p->hand[CODE(t, m->becomes, p->turn)]--;
    }
}

/* Which way of a first move leaves cells where the piece may be taken in passing, one that is another now never; 0 for none. */
static int passed_by(const Tables *t, const Position *after, const Move *m, int moved, int taken) {
    if (moved < FIRST || taken != NO_CELL || m->castle >= 0 || t->counted[after->board[m->target]] != t->counted[moved]) return 0;
    for (int k = step_between(t, moved, m->origin, m->target); k; k = t->steps[k].other) {
        if (t->steps[k].passed) return t->steps[k].passed;
    }
    return 0;
}

static void lose_castles(const Game *g, Position *p, const Move *m, const Changes *c) {
    Cells touched = no_cells();
    for (int k = 0; k < c->count; k++) add(&touched, c->cell[k]);
    for (int k = 0; k < g->castle_count; k++) {
        if (meet(&touched, &g->castles[k].both)) p->castles &= ~(1 << k);
    }
    if (m->castle < 0 || !(g->t->flags & OPPOSITE_CASTLING)) return;
    for (int k = 0; k < g->castle_count; k++) {
        int side = g->t->castlings[g->castles[m->castle].index].side;
        if (g->t->castlings[g->castles[k].index].side == side) p->castles &= ~(1 << k);
    }
}

/* Castlings that a piece that was dropped may now take part in. */
static void gain_castles(const Game *g, Position *p, int target) {
    for (int k = 0; k < g->castle_count; k++) {
        const Castle *way = &g->castles[k];
        const CastlingRule *rule = &g->t->castlings[way->index];
        if (rule->seat != p->turn || way->king_from != rule->king_home || way->rook_from != rule->rook_home) continue;
        if (!has(&way->both, target) || !IN(rule->kings, p->board[way->king_from])) continue;
        if (IN(rule->partners, p->board[way->rook_from])) p->castles |= 1 << k;
    }
}

/* First moves that are lost: of what moved or was taken, and of kings on the line of a rider (cambodian). */
static void lose_gates(const Tables *t, Position *p, const Move *m, const Changes *c, int moved) {
    Cells kings;
    for (int k = 0; k < c->count; k++) discard(&p->gates, c->cell[k]);
    if (!(t->flags & CAMBODIAN) || moved < FIRST) return;
    for (kings = either(p->royal[next_seat(t, p->turn)], no_cells()); any(kings);) {
        int king = pop(&kings);
        for (int k = step_between(t, moved, m->target, king); k; k = t->steps[k].other) {
            if (t->steps[k].flags & SLIDES) discard(&p->gates, king);
        }
    }
}

static int has_move(const Game *g, const Position *p);

/* Whether the same side moves again. */
static int goes_again(const Game *g, Position *p) {
    const Tables *t = g->t;
    if (!(t->rows & SERIES) || !--p->left) return 0;
    return !(t->turns.check == CHECK_ENDS && in_check(t, p, next_seat(t, p->turn))) && has_move(g, p);
}

/* Where a piece may be taken in passing after a move: all that was passed in the turn counts, where what has passed has not
   gone on. kept: what was before. */
static void leave_behind(const Tables *t, Position *p, const Move *m, int moved, int taken, Cells kept) {
    p->passed_by = passed_by(t, p, m, moved, taken);
    p->passed = p->passed_by ? t->passed[p->passed_by].cells : no_cells();
    if (m->target >= 0) discard(&kept, m->target);
    for (Cells before = kept; any(before);) {
        int cell = pop(&before);
        if (passer_of(t, p, cell, p->turn) == NO_CELL) discard(&kept, cell);
    }
    if (!any(kept)) return;
    p->passed = either(p->passed, kept);
    p->passed_by = -1;
}

static int is_plain(const Tables *t, const Position *p, const Move *m);
static void make_plain(const Game *g, Position *p, int origin, int target);

static void make(const Game *g, Position *p, const Move *m) {
    const Tables *t = g->t;
    int seat, taken, moved;
    Cells kept = no_cells();
    Changes c;
    if (is_plain(t, p, m)) {
        make_plain(g, p, m->origin, m->target);
        return;
    }
    seat = p->turn;
    taken = taken_cell(t, p, m);
    moved = m->origin >= 0 ? p->board[m->origin] : EMPTY;
    changes_of(g, p, m, &c);
    move_hand(t, p, m, taken != NO_CELL ? p->board[taken] : EMPTY);
    if (taken != NO_CELL && t->flags & VIOLENT) take_destroyed(t, p, m, &c, taken);
    apply(t, p, &c);
    if (t->rows & SERIES && p->left < turn_length(t, p)) kept = p->passed;
    leave_behind(t, p, m, moved, taken, kept);
    p->victim = m->target;
    if (p->castles) lose_castles(g, p, m, &c);
    if (any(p->gates)) lose_gates(t, p, m, &c, moved);
    if (t->flags & HAND_CASTLES && m->origin < 0 && m->target >= 0) gain_castles(g, p, m->target);
    p->halfmove_clock = taken != NO_CELL || (moved >= FIRST && IN(t->pawns, moved)) ? 0 : p->halfmove_clock + 1;
    p->castled = m->castle < 0 ? -1 : g->castles[m->castle].index;
    if (!goes_again(g, p)) begin_turn(t, p);
    if (t->flags & RESTS) {
        int rest = (m->origin >= 0 && m->origin == m->target) + 2 * (t->flags & BIKJANG && kings_face(t, p));
        p->rested = rest & p->rest;
        p->rest = rest;
    }
    p->exposed = 0;
    if (t->flags & PLAIN_GAME) p->suspect = !kings_safe(t, p, p->turn);
    if (t->checks && p->checks[seat] && in_check(t, p, p->turn)) p->checks[seat]--;
}

#endif
