/* A position: a value of a few hundred bytes that its owner copies as he likes. What stands where, and what is attacked. */
#ifndef FAIRYSCORE_POSITION_H
#define FAIRYSCORE_POSITION_H

#include "tables.h"

typedef struct {
    Cells side[MOST_SEATS], royal[MOST_SEATS], occupied, walls, passed, gates; /* walls are occupied too */
    Cells pseudo[MOST_SEATS]; /* pieces that may stand for kings, in games that have such */
    int32_t suspect; /* whether who is to move is in check, in plain games (quick.h) */
    int32_t exposed; /* whether the other one is, which a given position may bring about and no legal move does */
    int32_t turn, victim, passed_by, castles, castled, halfmove_clock, fullmove_number;
    int32_t rest, rested, checks[MOST_SEATS];
    int32_t left; /* moves of who is to move in this turn, in games whose turns have several; else 0 */
    int32_t alive, over, lost[4];                                /* seats still in, as bits; lines gone by side */
    int32_t alive_before, leaving, mover;                        /* before the last move, by it, and who made it */
    int16_t back_from[MOST_SEATS], back_to[MOST_SEATS];          /* the move that would undo the last one (K-4) */
    uint8_t board[MOST_CELLS], count[MOST_CODES];
    uint16_t hand[MOST_CODES];
} Position;

/* Copies a position, as far as the game needs it. */
INLINE void copy_position(const Tables *t, Position *to, const Position *source) {
    memcpy(to, source, offsetof(Position, board));
    memcpy(to->board, source->board, (size_t)t->board.count);
    memcpy(to->count, source->count, (size_t)t->codes);
    memcpy(to->hand, source->hand, (size_t)t->codes * sizeof(source->hand[0]));
}

/* A castling from where king and partner stand. */
typedef struct {
    Cells empty, safe, both;
    int32_t index, king_from, rook_from;
} Castle;

/* The castlings that a game may ever have; a position has a bit for each that is left. */
typedef struct {
    const Tables *t;
    Castle castles[MOST_CASTLES];
    int32_t castle_count;
    Cells homes; /* of the kings and partners of all of them */
} Game;

INLINE Cells enemies(const Position *p, int seat) {
    return without(p->occupied, either(p->side[seat], p->walls));
}

INLINE void put(const Tables *t, Position *p, int cell, int code) {
    int old = p->board[cell];
    if (old >= FIRST) {
        discard(&p->side[t->owner[old]], cell);
        discard(&p->royal[t->owner[old]], cell);
        if (t->vital_count) discard(&p->pseudo[t->owner[old]], cell);
        p->count[old]--;
    } else if (old == WALL) {
        discard(&p->walls, cell);
    }
    if (code >= FIRST) {
        add(&p->side[t->owner[code]], cell);
        if (IN(t->royal, code)) add(&p->royal[t->owner[code]], cell);
        if (t->vital_count && IN(t->pseudo, code)) add(&p->pseudo[t->owner[code]], cell);
        p->count[code]++;
    } else if (code == WALL) {
        add(&p->walls, cell);
    }
    if (code) add(&p->occupied, cell);
    else discard(&p->occupied, cell);
    p->board[cell] = (uint8_t)code;
}

INLINE int next_seat(const Tables *t, int seat) {
    return seat + 1 == t->seats ? 0 : seat + 1;
}

/* How many moves the turn of who is to move has from its beginning. */
INLINE int turn_length(const Tables *t, const Position *p) {
    const Turns *turns = &t->turns;
    if (turns->rising) return (turns->first > 1 ? turns->first : 1) + p->fullmove_number - 1;
    return turns->first && p->turn == 0 && p->fullmove_number == 1 ? turns->first : turns->moves[p->turn];
}

/* The next turn begins. Turns that rise are numbered one by one, others by rounds. */
INLINE void begin_turn(const Tables *t, Position *p) {
    p->turn = next_seat(t, p->turn);
    p->fullmove_number += t->turns.rising || p->turn == 0;
    if (t->rows & SERIES) p->left = turn_length(t, p);
}

/* -- counting ------ */

static int on_board(const Position *p, Codes codes) {
    int found = 0;
    while (any(codes)) found += p->count[pop(&codes)];
    return found;
}

/* The gates that tell positions apart: a seat with nothing in hand, which nothing fills, brings nothing in any more. */
INLINE Cells open_gates(const Tables *t, const Position *p) {
    int held[MOST_SEATS] = {0};
    Cells open = p->gates;
    if (!any(open) || !(t->flags & SEIRAWAN)) return open;
    for (int code = FIRST; code < t->codes; code++) {
        if (t->hand_code[code]) return open;
        held[(code - FIRST) % t->seats] |= p->hand[code];
    }
    for (int seat = 0; seat < t->seats; seat++) {
        if (!held[seat]) open = without(open, p->side[seat]);
    }
    return open;
}

/* Whether there are more pieces of some codes on board and in hand than so many. */
static int are_more(const Position *p, Codes codes, int most) {
    int found = 0;
    while (any(codes)) {
        int code = pop(&codes);
        found += p->count[code] + p->hand[code];
        if (found > most) return 1;
    }
    return 0;
}

static Cells cells_with(const Position *p, Cells among, Codes codes) {
    Cells found = no_cells();
    while (any(among)) {
        int cell = pop(&among);
        if (IN(codes, p->board[cell])) add(&found, cell);
    }
    return found;
}

/* -- what is attacked ------ */

INLINE int ray_open(const Tables *t, const Position *p, const Ray *ray, const Cells *occ, int code, int cell) {
    Cells screen;
    if (meet(&ray->empty, occ)) return 0;
    if (!any(ray->screen)) return 1;
    screen = both(ray->screen, *occ);
    return single(screen) && !IN(t->not_over[code], p->board[lowest(screen)]) && !IN(t->not_takes[code], p->board[cell]);
}

/* Whether the piece on a cell attacks another one; occ: what is occupied. */
INLINE int attacks(const Tables *t, const Position *p, int origin, int cell, const Cells *occ, int facing) {
    int code = p->board[origin];
    for (int k = t->ray_between[cell * t->board.count + origin]; k; k = t->rays[k].other) {
        const Ray *ray = &t->rays[k];
        if (IN(ray->codes, code) && ray->facing <= facing && ray_open(t, p, ray, occ, code, cell)) return 1;
    }
    return 0;
}

/* The cells of a seat's pieces that attack a cell, whatever stands there; with `facing` also those that may not face it. The
   first one found will do where `all` is not set. */
static Cells attackers(const Tables *t, const Position *p, int cell, int seat, int facing, int all) {
    Cells from = both(p->side[seat], t->strikes[cell]), occ = p->occupied, found = no_cells();
    while (any(from)) {
        int origin = pop(&from);
        if (!attacks(t, p, origin, cell, &occ, facing)) continue;
        add(&found, origin);
        if (!all) return found;
    }
    return found;
}

/* Whether a piece of some of its enemy's attacks what stands on a cell, as rows mean it. */
static int attacked_by(const Tables *t, const Position *p, int cell, Codes codes) {
    int enemy = next_seat(t, t->owner[p->board[cell]]);
    return any(cells_with(p, attackers(t, p, cell, enemy, NO_FACING, 1), codes));
}

INLINE int is_frozen(const Tables *t, const Position *p, int cell) {
    Codes codes = t->frozen_by[p->board[cell]];
    return t->rows & FREEZES && any(codes) && attacked_by(t, p, cell, codes);
}

/* A way that a piece has besides: as a piece of a code. */
typedef struct {
    const Loan *loan;
    int code;
} Lent;

enum { MOST_LENT = MOST_LOANS * MOST_KINDS };

/* The cells of the pieces to which the piece on a cell stands so that it moves as they do. */
static Cells lenders(const Tables *t, const Position *p, const Loan *loan, int cell) {
    int seat = t->owner[p->board[cell]];
    Codes by = loan->by[p->board[cell]];
    Cells found = no_cells(), others;
    if (!any(by)) return found;
    if (loan->relation == PROTECTED) return cells_with(p, attackers(t, p, cell, seat, NO_FACING, 1), by);
    if (loan->relation == ATTACKED) return cells_with(p, attackers(t, p, cell, next_seat(t, seat), NO_FACING, 1), by);
    for (others = cells_with(p, p->side[seat], by); any(others);) {
        int other = pop(&others);
        if (attacks(t, p, cell, other, &p->occupied, NO_FACING)) add(&found, other);
    }
    return found;
}

/* The ways that a piece has besides, in order. How many. */
static int lent_ways(const Tables *t, const Position *p, int cell, Lent *found) {
    int count = 0;
    for (int k = 0; k < t->loan_count; k++) {
        Cells others = lenders(t, p, &t->loans[k], cell);
        Codes kinds = t->loans[k].like;
        if (!any(others)) continue;
        if (!any(kinds)) {
            while (any(others)) add(&kinds, t->kind[p->board[pop(&others)]]);
        }
        while (any(kinds)) {
            found[count].loan = &t->loans[k];
            found[count++].code = CODE(t, pop(&kinds), t->owner[p->board[cell]]);
        }
    }
    return count;
}

/* Whether a lent way leads so far. */
static int lent_to(const Tables *t, const Lent *lent, int seat, int origin, int target) {
    int steps = lent->loan->steps;
    if (!has(&lent->loan->to[seat], target)) return 0;
    for (int k = step_between(t, lent->code, origin, target); steps && k; k = t->steps[k].other) {
        if (!(t->steps[k].flags & SLIDES) || count_of(t->steps[k].empty) < steps) return 1;
    }
    return !steps;
}

INLINE int screen_stands(const Tables *t, const Position *p, const Step *s, int code) {
    Cells screen;
    if (!any(s->screen)) return 1;
    screen = both(s->screen, p->occupied);
    return single(screen) && !IN(t->not_over[code], p->board[lowest(screen)]);
}

/* Whether a piece may capture on a cell by a way that is lent to it. */
static int strikes_as_other(const Tables *t, const Position *p, int origin, int cell) {
    Lent ways[MOST_LENT];
    int count = lent_ways(t, p, origin, ways), seat = t->owner[p->board[origin]];
    for (int n = 0; n < count; n++) {
        int code = ways[n].code;
        if (IN(t->not_takes[code], p->board[cell]) || !lent_to(t, &ways[n], seat, origin, cell)) continue;
        for (int k = step_between(t, code, origin, cell); k; k = t->steps[k].other) {
            const Step *s = &t->steps[k];
            if (s->flags & CAPTURES && !meet(&s->empty, &p->occupied) && screen_stands(t, p, s, code)) return 1;
        }
    }
    return 0;
}

static Cells captors(const Tables *t, const Position *p, int cell, int seat, int all);

/* Who would capture a king of the enemy's that came to an empty cell; he may open or close the way by which pieces are lent
   others. */
static Cells captors_of_king(const Tables *t, const Position *p, int cell, int seat, int all) {
    int first = FIRST + next_seat(t, seat), king = first;
    Position after;
    while (king < t->codes && !IN(t->royal, king)) king += t->seats;
    copy_position(t, &after, p);
    put(t, &after, cell, king < t->codes ? king : first);
    return captors(t, &after, cell, seat, all);
}

/* Those of some pieces that may capture on a cell by ways that are lent to them. */
static Cells borrowers(const Tables *t, const Position *p, int cell, Cells from) {
    Cells found = no_cells();
    from = both(from, t->strikes[cell]);
    while (any(from)) {
        int origin = pop(&from);
        if (IN(t->never_takes[p->board[origin]], p->board[cell]) || is_frozen(t, p, origin)) continue;
        if (strikes_as_other(t, p, origin, cell)) add(&found, origin);
    }
    return found;
}

/* As `attackers`, in games with rows: those that may capture and move. */
static Cells captors(const Tables *t, const Position *p, int cell, int seat, int all) {
    Cells from, found = no_cells();
    if (t->rows & LENDS && !p->board[cell]) return captors_of_king(t, p, cell, seat, all);
    from = attackers(t, p, cell, seat, NO_FACING, 1);
    while (any(from)) {
        int origin = pop(&from);
        if (IN(t->never_takes[p->board[origin]], p->board[cell]) || is_frozen(t, p, origin)) continue;
        add(&found, origin);
        if (!all) return found;
    }
    return t->rows & LENDS ? either(found, borrowers(t, p, cell, without(p->side[seat], found))) : found;
}

INLINE Cells all_attackers(const Tables *t, const Position *p, int cell, int seat) {
    return t->rows ? captors(t, p, cell, seat, 1) : attackers(t, p, cell, seat, NO_FACING, 1);
}

INLINE int attacked(const Tables *t, const Position *p, int cell, int seat) {
    return any(t->rows ? captors(t, p, cell, seat, 0) : attackers(t, p, cell, seat, NO_FACING, 0));
}

INLINE int endangered(const Tables *t, const Position *p, int cell, int seat) {
    return any(t->rows ? captors(t, p, cell, seat, 0) : attackers(t, p, cell, seat, FACING, 0));
}

/* Whether pieces stand where some others attack them, as no move may bring it about. */
static int any_avoided(const Tables *t, const Position *p) {
    Cells cells = without(p->occupied, p->walls);
    while (any(cells)) {
        int cell = pop(&cells);
        Codes codes = t->avoided_by[p->board[cell]];
        if (any(codes) && attacked_by(t, p, cell, codes)) return 1;
    }
    return 0;
}

/* Whether a piece that has to be attacked is not, by any that may capture, kings aside. */
static int any_unthreatened(const Tables *t, const Position *p, int seat) {
    Cells cells = cells_with(p, p->side[seat], t->anti);
    while (any(cells)) {
        int found = 0;
        Cells from = attackers(t, p, pop(&cells), next_seat(t, seat), NO_FACING, 1);
        while (any(from)) {
            int code = p->board[pop(&from)];
            found |= !IN(t->royal, code) && !IN(t->harmless, code);
        }
        if (!found) return 1;
    }
    return 0;
}

/* Whether an enemy of `seat` attacks a cell. */
static int attacked_by_enemy(const Tables *t, const Position *p, int cell, int seat) {
    for (int other = 0; other < t->seats; other++) {
        if (other != seat && attacked(t, p, cell, other)) return 1;
    }
    return 0;
}

static int endangered_by_enemy(const Tables *t, const Position *p, int cell, int seat) {
    for (int other = 0; other < t->seats; other++) {
        if (other != seat && endangered(t, p, cell, other)) return 1;
    }
    return 0;
}

/* Whether a piece attacks a cell from another one; occ: what is occupied. Not for hoppers. */
SPECIAL int strikes_from(const Tables *t, int code, int origin, int target, Cells occ, int wide) {
    int cells = t->board.count;
    if (!holds(&t->forked[target], origin, wide)) {
        return holds(&t->sources[(t->reaches + t->reach[code]) * cells + target], origin, wide)
            && !any(both(narrow(t->lanes[target * cells + origin], wide), occ));
    }
    for (int k = t->ray_between[target * cells + origin]; k; k = t->rays[k].other) {
        const Ray *ray = &t->rays[k];
        if (IN(ray->codes, code) && ray->facing <= FACING && !any(both(narrow(ray->empty, wide), occ))) return 1;
    }
    return 0;
}

/* Whether one of some enemies attacks a king, but for those on the cells of a capture; occ: what is occupied after the move
   that is asked about. Not for hoppers. */
SPECIAL int exposes_king(const Tables *t, const Position *p, int king, Cells enemies, Cells occ, Cells taken, int wide) {
    enemies = without(narrow(enemies, wide), taken);
    while (any(enemies)) {
        int cell = pop(&enemies);
        if (strikes_from(t, p->board[cell], cell, king, occ, wide)) return 1;
    }
    return 0;
}

/* Whether the royal pieces of the first two seats look at each other along a line. */
static int kings_face(const Tables *t, const Position *p) {
    Cells kings = p->royal[0], occ = p->occupied;
    while (any(kings)) {
        int cell = pop(&kings);
        Cells others = both(p->royal[1], t->strikes[cell]);
        while (any(others)) {
            int k = t->ray_between[cell * t->board.count + pop(&others)];
            for (; k; k = t->rays[k].other) {
                if (t->rays[k].facing == FACING_KINGS && !meet(&t->rays[k].empty, &occ)) return 1;
            }
        }
    }
    return 0;
}

/* -- who must be safe ------ */

static int kings_safe(const Tables *t, const Position *p, int seat) {
    Cells kings = p->royal[seat];
    while (any(kings)) {
        if (endangered_by_enemy(t, p, pop(&kings), seat)) return 0;
    }
    return !(t->rows & ANTI_KINGS && any_unthreatened(t, p, seat));
}

/* The cells of pieces that must be safe because the game is lost without them. */
static Cells pseudo_royals(const Tables *t, const Position *p, int seat) {
    Cells found = no_cells();
    for (int k = 0; k < t->vital_count; k++) {
        Codes codes = t->vital[k].of[seat];
        if (on_board(p, codes) <= t->vital[k].at + 1) found = either(found, cells_with(p, p->pseudo[seat], codes));
    }
    return found;
}

/* Whether all pieces of which one at least must be safe are attacked. */
static int duple_lost(const Tables *t, const Position *p, int seat) {
    Cells cells = no_cells();
    if (!(t->flags & DUPLE)) return 0;
    for (int k = 0; k < t->vital_count; k++) {
        if (t->vital[k].duple) cells = either(cells, cells_with(p, p->pseudo[seat], t->vital[k].of[seat]));
    }
    if (!any(cells)) return 0;
    while (any(cells)) {
        if (!attacked_by_enemy(t, p, pop(&cells), seat)) return 0;
    }
    return 1;
}

/* The cells less those that touch an enemy of the same kind, where captures explode: he cannot take. */
static Cells untouched(const Tables *t, const Position *p, int seat, Cells cells) {
    Cells theirs = no_cells(), left = no_cells();
    if (!(t->flags & BLASTS)) return cells;
    for (int other = 0; other < t->seats; other++) {
        if (other != seat) theirs = either(theirs, pseudo_royals(t, p, other));
    }
    while (any(cells)) {
        int cell = pop(&cells);
        if (!meet(&theirs, &t->near[cell])) add(&left, cell);
    }
    return left;
}

/* Whether a king, or what stands for one, is attacked. */
static int in_check(const Tables *t, const Position *p, int seat) {
    Cells cells;
    if (!kings_safe(t, p, seat)) return 1;
    if (!t->vital_count) return 0;
    cells = untouched(t, p, seat, pseudo_royals(t, p, seat));
    while (any(cells)) {
        if (attacked_by_enemy(t, p, pop(&cells), seat)) return 1;
    }
    return duple_lost(t, p, seat);
}

/* What decides, in one position, which moves need a look at the king. */
typedef struct {
    Cells royals;  /* must not be attacked */
    Cells exposed; /* their change may expose a royal */
    int checked, always;
} Danger;

static void look_around(const Tables *t, const Position *p, Danger *d) {
    int seat = p->turn;
    Cells occ = p->occupied, cells, theirs = enemies(p, seat);
    d->royals = p->royal[seat];
    d->exposed = no_cells();
    d->checked = 0;
    if (t->vital_count) {
        d->royals = either(d->royals, pseudo_royals(t, p, seat));
        d->checked = any(d->royals) && in_check(t, p, seat);
    }
    if (t->rows) {
        d->checked = any(d->royals) && in_check(t, p, seat);
        d->always = 1;
        return;
    }
    d->always = d->checked || p->rest > 1 || t->flags & (NO_CHECKING | DUPLE | RESTLESS) || (t->flags & DUCK && any(d->royals));
    for (cells = d->royals; any(cells);) {
        int cell = pop(&cells);
        Cells from = both(theirs, t->strikes[cell]);
        while (any(from)) {
            int origin = pop(&from), code = p->board[origin];
            for (int k = t->ray_between[cell * t->board.count + origin]; k; k = t->rays[k].other) {
                const Ray *ray = &t->rays[k];
                if (!IN(ray->codes, code) || ray->facing > FACING) continue;
                if (any(ray->screen)) {
                    d->exposed = either(d->exposed, either(ray->empty, ray->screen));
                } else {
                    Cells between = both(ray->empty, occ);
                    if (single(between)) d->exposed = either(d->exposed, between);
                }
                if (!t->vital_count && ray_open(t, p, ray, &occ, code, cell)) d->checked = 1;
            }
        }
    }
    d->always |= d->checked;
}

#endif
