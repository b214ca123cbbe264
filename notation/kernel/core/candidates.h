/* The moves that pieces can make, drops, castlings and passes, one by one; and what each must hold to be allowed.

   A new kind of move is a function that offers its moves (`every_candidate` calls them all); a new condition on a move is a
   line of `allowed`. What depends on the other moves, such as a capture that has to come first, is in legal.h. */
#ifndef FAIRYSCORE_CANDIDATES_H
#define FAIRYSCORE_CANDIDATES_H

#include "changes.h"

/* -- a list of moves that grows ------ */

enum { USUAL_MOVES = 256 };

/* Begin with `begin_moves`, end with `end_moves`. enough: where to stop. failed: there was no memory. */
typedef struct {
    Move *at;
    int count, room, enough, failed;
    Move own[USUAL_MOVES];
} Moves;

static void begin_moves(Moves *found, int enough) {
    found->at = found->own;
    found->room = USUAL_MOVES;
    found->count = found->failed = 0;
    found->enough = enough;
}

static void end_moves(Moves *found) {
    if (found->at != found->own) free(found->at);
    found->at = found->own;
}

INLINE int is_full(const Moves *found) {
    return found->failed || (found->enough && found->count >= found->enough);
}

static void append(Moves *found, const Move *m) {
    if (found->count == found->room) {
        size_t size = 2 * (size_t)found->room * sizeof(Move);
        Move *at = found->at == found->own ? malloc(size) : realloc(found->at, size);
        if (!at) {
            found->failed = 1;
            return;
        }
        if (found->at == found->own) memcpy(at, found->own, (size_t)found->count * sizeof(Move));
        found->at = at;
        found->room *= 2;
    }
    found->at[found->count++] = *m;
}

/* Where moves that pieces can make are collected: all of them, or with `danger` only the legal ones. */
typedef struct {
    const Game *g;
    const Position *p;
    const Danger *danger;
    Moves *found;
} Search;

static int allowed(const Game *g, const Position *p, const Move *m, const Danger *d);

INLINE void offer(Search *s, const Move *m) {
    if (!s->danger || allowed(s->g, s->p, m, s->danger)) append(s->found, m);
}

/* -- where pieces get to ------ */

/* Whether a leap goes over cells that are all attacked: one, or two where its line runs between them. The piece is lifted. */
static int goes_under_fire(const Tables *t, const Position *lifted, int seat, const Step *s) {
    const Board *b = &t->board;
    int x = b->x[s->origin], y = b->y[s->origin], aside = b->x[s->target] - x, on = b->y[s->target] - y;
    int steps = abs(aside) > abs(on) ? abs(aside) : abs(on);
    for (int k = 1; k < steps; k++) {
        int away[2] = {aside * k / steps, on * k / steps}, further[2], open = 0, cells = 0;
        further[0] = away[0] + (aside * k % steps ? sign(aside) : 0);
        further[1] = away[1] + (on * k % steps ? sign(on) : 0);
        for (int part = 0; part < 4; part++) {
            int file = x + (part & 1 ? further[0] : away[0]), rank = y + (part & 2 ? further[1] : away[1]);
            int cell = b->number[rank * b->files + file];
            cells += cell != NO_CELL;
            open |= cell != NO_CELL && !endangered_by_enemy(t, lifted, cell, seat);
        }
        if (cells && !open) return 1;
    }
    return 0;
}

static int goes_safely(const Tables *t, const Position *p, const Step *s) {
    int seat = t->owner[p->board[s->origin]];
    Position lifted;
    if (p->board[s->target] || in_check(t, p, seat)) return 0;
    copy_position(t, &lifted, p);
    put(t, &lifted, s->origin, EMPTY);
    return !goes_under_fire(t, &lifted, seat, s);
}

/* Whether a piece may make a first move; its place tells it, or what is kept of it (not in check: cambodian). */
static int first_move(const Tables *t, const Position *p, int code, const Step *s) {
    if (s->flags & UNMOVED && !has(&p->gates, s->origin)) return 0;
    if (s->flags & SAFELY && !goes_safely(t, p, s)) return 0;
    if (!(t->flags & CAMBODIAN)) return 1;
    if (!has(&p->gates, s->origin)) return 0;
    return !IN(t->royal, code) || !in_check(t, p, t->owner[code]);
}

/* Whether what stands on the target of a step lets a piece end there; model: as which it goes. */
INLINE int may_end(const Tables *t, const Position *p, const Step *s, int code, int model) {
    int there = p->board[s->target];
    if (!there && s->flags & IN_PASSING && t->rows & SERIES && has(&p->passed, s->target)) {
        return victim_on(t, p, s->target) != NO_CELL; /* one of its own has passed */
    }
    if (!there) return s->flags & MOVES || ((~s->flags & (IN_PASSING | CAPTURES)) == 0 && has(&p->passed, s->target));
    if (there == WALL || !(s->flags & CAPTURES)) return 0;
    if (t->owner[there] == t->owner[code]) return t->rows && IN(t->takes_own[code], there);
    return !IN(t->never_takes[code], there) && (code == model || !IN(t->not_takes[model], there));
}

INLINE int step_open(const Tables *t, const Position *p, const Step *s, int code) {
    return !meet(&s->empty, &p->occupied) && may_end(t, p, s, code, code) && screen_stands(t, p, s, code)
        && (!(s->flags & FIRST_MOVE) || first_move(t, p, code, s));
}

/* The cells that a piece reaches besides, by ways that are lent to it. met: those that it reaches by its own. */
static int lent_targets(const Tables *t, const Position *p, int origin, Cells met, int16_t *found) {
    Lent ways[MOST_LENT];
    int ends = lent_ways(t, p, origin, ways), code = p->board[origin], count = 0;
    for (int n = 0; n < ends; n++) {
        int model = ways[n].code, end = start_of(t, model, origin + 1);
        for (int k = start_of(t, model, origin); k < end; k++) {
            const Step *s = &t->steps[k];
            if (meet(&s->empty, &p->occupied) || has(&met, s->target) || !may_end(t, p, s, code, model)) continue;
            if (!screen_stands(t, p, s, model) || !lent_to(t, &ways[n], t->owner[code], origin, s->target)) continue;
            add(&met, s->target);
            found[count++] = s->target;
        }
    }
    return count;
}

/* Whether a piece gets from a cell to another now, kings aside. */
static int reaches(const Tables *t, const Position *p, int code, int origin, int target) {
    for (int k = step_between(t, code, origin, target); k; k = t->steps[k].other) {
        if (step_open(t, p, &t->steps[k], code)) return 1;
    }
    if (t->rows & LENDS) {
        int16_t found[MOST_CELLS];
        for (int k = lent_targets(t, p, origin, no_cells(), found); k--;) {
            if (found[k] == target) return 1;
        }
    }
    return 0;
}

/* The cells that a piece reaches from a cell now, in order. quiet: without captures. How many. */
static int targets(const Tables *t, const Position *p, int code, int origin, int quiet, int16_t *found) {
    int count = 0, end = start_of(t, code, origin + 1);
    Cells met = no_cells();
    for (int k = start_of(t, code, origin); k < end;) {
        const Step *s = &t->steps[k];
        if (meet(&s->empty, &p->occupied)) {
            k = s->skip;
            continue;
        }
        k++;
        if (has(&met, s->target) || !may_end(t, p, s, code, code) || !screen_stands(t, p, s, code)) continue;
        if (s->flags & FIRST_MOVE && !first_move(t, p, code, s)) continue;
        if (quiet && (p->board[s->target] || !(s->flags & MOVES))) continue;
        add(&met, s->target);
        found[count++] = s->target;
    }
    return t->rows & LENDS ? count + lent_targets(t, p, origin, met, found + count) : count;
}

/* -- promotions ------ */

/* Whether a move is one with which a promotion may come. */
static int promotes(const Tables *t, const Position *p, const Promotion *r, const Move *m) {
    int taken;
    if (!(has(&r->on, m->target) && has(&r->from, m->origin)) && !(r->flags & TOUCH && has(&r->on, m->origin))) return 0;
    taken = taken_cell(t, p, m);
    if (taken != NO_CELL && taken != m->target) return (r->flags & (IMPLIED | SILENT)) != 0;
    return !(r->flags & CAPTURE_ONLY) || taken != NO_CELL;
}

/* Whether limits and captured pieces leave a kind of a promotion. */
static int kind_left(const Tables *t, const Position *p, const Promotion *r, int number, int seat) {
    if (r->limit[number] != NO_LIMIT && on_board(p, r->limited[number]) >= r->limit[number]) return 0;
    return !(r->flags & CAPTURED) || p->hand[CODE(t, r->kinds[number], seat)] > 0;
}

/* What a piece may be after a move: kinds, -1 where it may stay what it is. How many. */
static int becomes(const Tables *t, const Position *p, const Move *m, int16_t *found) {
    int code = p->board[m->origin], seat = t->owner[code], count = 1, must = 0;
    found[0] = -1;
    if (shoots(t, p, m->origin, taken_cell(t, p, m))) return 1;
    if (t->flags & TURNING && turns_by_capture(t, p, m)) return 1;
    for (int k = 0; k < t->promotion_count[code]; k++) {
        const Promotion *r = &t->promotions[t->promotion_of[code] + k];
        if (r->flags & IN_PLACE || !promotes(t, p, r, m)) continue;
        must |= r->flags & MUST;
        if (r->flags & SILENT) found[count++] = -1;
        for (int n = 0; n < r->count && !(r->flags & SILENT); n++) {
            if (kind_left(t, p, r, n, seat)) found[count++] = r->kinds[n];
        }
    }
    if (!must) return count;
    memmove(found, found + 1, (size_t)(count - 1) * sizeof(int16_t));
    return count - 1;
}

/* Promotions that are a move of their own (sittuyin): on the spot or by one step of what it becomes. */
static void in_place(Search *s, int origin) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    int code = p->board[origin], seat = t->owner[code];
    for (int k = 0; k < t->promotion_count[code]; k++) {
        const Promotion *r = &t->promotions[t->promotion_of[code] + k];
        if (!(r->flags & IN_PLACE) || !(p->count[code] == 1 || has(&r->on, origin))) continue;
        for (int n = 0; n < r->count; n++) {
            int16_t found[MOST_CELLS + 1], struck[MOST_CELLS];
            int made = CODE(t, r->kinds[n], seat), count;
            Position left;
            if (!kind_left(t, p, r, n, seat)) continue;
            found[0] = (int16_t)origin;
            count = 1 + targets(t, p, made, origin, 1, found + 1);
            copy_position(t, &left, p);
            put(t, &left, origin, EMPTY);
            for (int at = 0; at < count; at++) {
                int strikes = 0, reached = targets(t, &left, made, found[at], 0, struck);
                Move move = plain_move(origin, found[at]);
                for (int one = 0; one < reached; one++) strikes |= left.board[struck[one]] >= FIRST;
                if (strikes) continue;
                move.becomes = r->kinds[n];
                offer(s, &move);
            }
        }
    }
}

/* -- what moves bring with them: walls, pieces from the hand ------ */

static int drop_cells(const Tables *t, const Position *p, int code, Cells *found) {
    Cells own;
    *found = t->drop[code];
    if (!t->doubles[code]) *found = no_cells();
    if (t->doubles[code] != NO_LIMIT) {
        for (own = cells_with(p, p->side[t->owner[code]], only(code)); any(own);) {
            int cell = pop(&own);
            Cells file = cells_with(p, both(p->side[t->owner[code]], t->file_of[cell]), only(code));
            if (count_of(file) >= t->doubles[code]) *found = without(*found, t->file_of[cell]);
        }
    }
    if (IN(t->opposite, code)) {
        int dark, all = p->count[code];
        own = cells_with(p, p->side[t->owner[code]], only(code));
        dark = count_of(without(own, t->shade));
        if (2 * dark > all) *found = both(*found, t->shade);
        if (2 * (all - dark) > all) *found = without(*found, t->shade);
    }
    return any(*found);
}

/* Where a wall may be put with a move. */
static Cells wall_cells(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    Cells free = t->wall_cells[p->turn], found = no_cells(), left = no_cells(), filled = no_cells();
    int16_t reached[MOST_CELLS];
    int count, taken = taken_cell(t, p, m);
    Changes c;
    changes_of(g, p, m, &c);
    if (m->origin >= 0) add(&left, m->origin);
    if (taken != NO_CELL) add(&left, taken);
    for (int k = 0; k < c.count; k++) {
        if (m->castle >= 0) add(&left, c.cell[k]);
        if (c.code[k]) add(&filled, c.cell[k]);
        else discard(&filled, c.cell[k]);
    }
    if (m->target >= 0) discard(&left, m->target);
    free = without(either(without(free, p->occupied), both(free, left)), filled);
    if (m->target >= 0 && m->castle < 0) discard(&free, m->target);
    if (t->walls == WALL_PAST) return m->origin >= 0 ? both(free, only(m->origin)) : no_cells();
    if (t->walls == WALL_EDGE) {
        while (any(free)) {
            int cell = pop(&free);
            if (t->beside_count[cell] < 4 || meet(&t->beside[cell], &p->walls)) add(&found, cell);
        }
        return found;
    }
    if (t->walls == WALL_ARROW) {
        Position after;
        copy_position(t, &after, p);
        put(t, &after, m->origin, EMPTY);
        count = targets(t, &after, p->board[m->origin], m->target, 1, reached);
        for (int k = 0; k < count; k++) add(&found, reached[k]);
        return both(found, free);
    }
    return free;
}

INLINE int brings_more(const Tables *t, const Position *p) {
    return (t->flags & SEIRAWAN && any(p->gates)) || (t->walls && !(t->flags & WALL_OR_MOVE));
}

/* A move with each piece that it may bring in, or each wall that it may put. */
static void with_extras(Search *s, const Move *m) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    int cells[2] = {m->origin, NO_CELL};
    Move more = *m;
    if (t->walls) {
        Cells free = wall_cells(s->g, p, m);
        while (any(free) && !is_full(s->found)) {
            more.put_on = (int16_t)pop(&free);
            offer(s, &more);
        }
        return;
    }
    offer(s, m);
    if (m->castle >= 0) {
        const Castle *way = &s->g->castles[m->castle];
        const CastlingRule *rule = &t->castlings[way->index];
        cells[0] = way->king_from == rule->king_to || way->king_from == rule->rook_to ? NO_CELL : way->king_from;
        cells[1] = way->rook_from == rule->king_to || way->rook_from == rule->rook_to ? NO_CELL : way->rook_from;
    }
    for (int code = FIRST + p->turn; code < t->codes; code += t->seats) {
        Cells free;
        if (!p->hand[code] || !drop_cells(t, p, code, &free)) continue;
        for (int k = 0; k < 2; k++) {
            if (cells[k] == NO_CELL || !has(&p->gates, cells[k]) || !has(&free, cells[k])) continue;
            more.put_on = (int16_t)cells[k];
            more.put = t->kind[code];
            offer(s, &more);
        }
    }
}

/* -- the moves that pieces can make ------ */

/* A piece's move to a cell that it reaches, with what it may become and bring. */
static void to_target(Search *s, int origin, int target, int extra) {
    const Tables *t = s->g->t;
    Move m = plain_move(origin, target);
    int16_t kinds[MOST_RULES * MOST_KINDS];
    int count = 1;
    if (t->promotion_count[s->p->board[origin]]) count = becomes(t, s->p, &m, kinds);
    else kinds[0] = -1;
    for (int k = 0; k < count; k++) {
        m.becomes = kinds[k];
        if (extra) with_extras(s, &m);
        else offer(s, &m);
    }
}

/* The moves of the mover's piece on a cell; `onto` a cell, or NO_CELL for all. */
static void from_origin(Search *s, int origin, int onto, int extra) {
    const Tables *t = s->g->t;
    int code = s->p->board[origin];
    if (is_frozen(t, s->p, origin)) return;
    if (onto != NO_CELL) {
        if (reaches(t, s->p, code, origin, onto)) to_target(s, origin, onto, extra);
    } else {
        int16_t reached[MOST_CELLS];
        int count = targets(t, s->p, code, origin, 0, reached);
        for (int k = 0; k < count && !is_full(s->found); k++) to_target(s, origin, reached[k], extra);
    }
    if (t->flags & PLACE_PROMOTION && t->promotion_count[code]) in_place(s, origin);
}

static void candidates(Search *s, Cells origins) {
    int extra = brings_more(s->g->t, s->p);
    while (any(origins) && !is_full(s->found)) from_origin(s, pop(&origins), NO_CELL, extra);
}

/* The castlings that rights and pieces allow, with what they may bring in; the king's way is safe. */
static void castlings(Search *s) {
    const Game *g = s->g;
    const Position *p = s->p;
    for (int k = 0; k < g->castle_count; k++) {
        const Castle *way = &g->castles[k];
        const CastlingRule *rule = &g->t->castlings[way->index];
        Cells passed, vital = no_cells();
        Move m;
        int open = 1;
        if (!(p->castles >> k & 1) || rule->seat != p->turn || meet(&way->empty, &p->occupied)) continue;
        passed = way->safe;
        if (g->t->vital_count) vital = pseudo_royals(g->t, p, p->turn);
        if (IN(g->t->royal, p->board[way->king_from]) || has(&vital, way->king_from)) {
            Position after;
            copy_position(g->t, &after, p);
            put(g->t, &after, way->king_from, EMPTY);
            passed = untouched(g->t, &after, p->turn, passed);
            while (any(passed) && open) open = !endangered_by_enemy(g->t, &after, pop(&passed), p->turn);
        }
        if (!open) continue;
        m = plain_move(way->king_from, rule->king_to);
        m.castle = (int16_t)k;
        if (brings_more(g->t, p)) with_extras(s, &m);
        else offer(s, &m);
    }
}

/* The drops of some kinds on some cells that the hand allows. */
static void drops(Search *s, Codes kinds, Cells onto) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    if (!(t->flags & DROPS)) return;
    for (int held = FIRST + p->turn; held < t->codes; held += t->seats) {
        Cells cells;
        if (!p->hand[held] || !drop_cells(t, p, held, &cells)) continue;
        cells = without(both(cells, onto), p->occupied);
        for (int k = 0; k < t->dropped_count[held]; k++) {
            Cells left = cells;
            if (!IN(kinds, t->dropped_as[held][k])) continue;
            while (any(left) && !is_full(s->found)) {
                Move m = plain_move(NO_CELL, pop(&left));
                m.becomes = t->dropped_as[held][k];
                offer(s, &m);
            }
        }
    }
}

/* A pass, as a move from the king's cell to itself; of the first piece where there is no king. */
static Move resting(const Position *p) {
    Cells cells = any(p->royal[p->turn]) ? p->royal[p->turn] : p->side[p->turn];
    int cell = any(cells) ? lowest(cells) : NO_CELL;
    return plain_move(cell, cell);
}

/* The passes that are allowed at any time, and walls put without a move. */
static void passes(Search *s) {
    const Tables *t = s->g->t;
    const Position *p = s->p;
    if (t->passing[p->turn] == PASS_ALWAYS) {
        Move m = resting(p);
        offer(s, &m);
    }
    if (t->flags & WALL_OR_MOVE && any(p->side[p->turn])) {
        int first = lowest(p->side[p->turn]);
        Move m = plain_move(first, first);
        with_extras(s, &m);
    }
}

static void every_candidate(Search *s, const Danger *d) {
    candidates(s, s->p->side[s->p->turn]);
    if (s->p->castles && !d->checked && !is_full(s->found)) castlings(s);
    if (!is_full(s->found)) drops(s, s->g->t->every_kind, s->g->t->everywhere);
    if (!is_full(s->found)) passes(s);
}

/* -- which of them are legal ------ */

static int gets_stuck(const Tables *t, const Position *p, const Move *m) {
    int code;
    if (m->target < 0 || (m->origin >= 0 && m->becomes >= 0) || m->castle >= 0) return 0;
    code = m->origin < 0 ? CODE(t, m->becomes, p->turn) : p->board[m->origin];
    return !has(&t->movable[t->reach[code]], m->target);
}

/* Whether after a drop there are cells of either colour for the pieces that need one of each. */
static int leaves_room(const Tables *t, const Position *p, const Move *m) {
    for (int code = FIRST + p->turn; code < t->codes; code += t->seats) {
        Cells free;
        if (!IN(t->opposite, code) || m->becomes == t->kind[code] || !p->hand[code]) continue;
        drop_cells(t, p, code, &free);
        free = without(free, p->occupied);
        discard(&free, m->target);
        free = either(free, cells_with(p, p->side[p->turn], only(code)));
        if (!any(both(free, t->shade)) || !any(without(free, t->shade))) return 0;
    }
    return 1;
}

/* Whether a drop gives a check or mate that it may not. */
static int forbidden_drop(const Game *g, const Position *p, const Move *m) {
    const Tables *t = g->t;
    Position after;
    Danger danger;
    Moves replies;
    int mates;
    if (!(t->flags & NO_CHECK_DROP) && !IN(t->no_mate, CODE(t, m->becomes, p->turn))) return 0;
    copy_position(t, &after, p);
    make(g, &after, m);
    if (kings_safe(t, &after, after.turn)) return 0;
    if (t->flags & NO_CHECK_DROP) return 1;
    look_around(t, &after, &danger);
    begin_moves(&replies, 1); /* the first answer found is enough: its drops are asked for their mates in turn */
    {
        Search s = {g, &after, &danger, &replies};
        every_candidate(&s, &danger);
    }
    mates = !replies.count;
    end_moves(&replies);
    return mates;
}

/* Whether a move gives no check, or one that no move parries. */
static int is_quiet_or_mates(const Game *g, const Position *p, const Move *m) {
    Position after;
    Danger danger;
    Moves replies;
    int parried = 0;
    copy_position(g->t, &after, p);
    make(g, &after, m);
    if (kings_safe(g->t, &after, after.turn)) return 1;
    look_around(g->t, &after, &danger);
    begin_moves(&replies, 0);
    {
        Search s = {g, &after, NULL, &replies};
        every_candidate(&s, &danger);
    }
    for (int k = 0; k < replies.count && !parried; k++) parried = safe(g, &after, &replies.at[k]);
    end_moves(&replies);
    return !parried;
}

/* Whether a move leaves the mover's kings safe, and gives no check that it may not. */
static int keeps_kings(const Game *g, const Position *p, const Move *m) {
    return safe(g, p, m) && (!(g->t->rows & MATING) || is_quiet_or_mates(g, p, m));
}

/* Whether a move cannot expose a king, so that it need not be tried. */
static int harmless(const Tables *t, const Position *p, const Move *m, const Danger *d) {
    if (!any(d->royals) && !(t->flags & VIOLENT) && !t->vital_count) return 1;
    if (m->castle >= 0 || m->origin < 0) return 0;
    if (has(&d->royals, m->origin) || has(&d->exposed, m->origin) || has(&d->exposed, m->target)) return 0;
    if (m->put_on >= 0 && has(&d->exposed, m->put_on)) return 0;
    if (m->becomes >= 0 && (t->vital_count || t->flags & PLACE_PROMOTION)) return 0;
    if (!p->board[m->target]) return !has(&p->passed, m->target);
    return !(t->flags & VIOLENT);
}

/* Whether a candidate is legal, as far as the move itself tells (not: whether a capture or drop is due). */
static int allowed(const Game *g, const Position *p, const Move *m, const Danger *d) {
    const Tables *t = g->t;
    if (t->flags & NOT_STUCK && gets_stuck(t, p, m)) return 0;
    if (p->rest > 1 && m->origin >= 0 && m->origin == m->target) return 1; /* who is faced may always pass (Janggi) */
    if (t->flags & CORNERS && m->origin >= 0 && any(t->cornered[p->board[m->origin]])) {
        Cells by = all_attackers(t, p, m->origin, next_seat(t, p->turn));
        by = cells_with(p, by, t->cornered[p->board[m->origin]]);
        if (any(by) && !(single(by) && has(&by, m->target))) return 0;
    }
    if (m->origin < 0 && m->target >= 0) {
        if (t->flags & (NO_CHECK_DROP | NO_MATE_DROP) && forbidden_drop(g, p, m)) return 0;
        if (t->flags & OPPOSITE_DROPS && !leaves_room(t, p, m)) return 0;
        if (!d->always && !IN(t->royal, CODE(t, m->becomes, p->turn)) && !has(&d->exposed, m->target)) return 1;
        return keeps_kings(g, p, m);
    }
    return (!d->always && harmless(t, p, m, d)) || keeps_kings(g, p, m);
}

#endif
