/* A set of cells: one bit for each, in words of 64. Plain C, for every compiler.

   Two words hold the boards of nearly all games. Those of more cells are played by `_large`, which is made of the same sources
   with CELL_WORDS defined as 4. Boards of at most 64 cells need the first word only. The loops that most time goes into are written
   once, with an argument `wide`, and made twice: on a board that is not wide every set is read `narrow`, and compilers leave
   the other words out. */
#ifndef FAIRYSCORE_CELLS_H
#define FAIRYSCORE_CELLS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* SPECIAL functions are made anew for each constant that they are called with. APART functions are never put into their caller:
   of two of which one is called, each then has only its own registers to save. */
#if defined(_MSC_VER)
#include <intrin.h>
#define INLINE static __forceinline
#define SPECIAL static __forceinline
#define APART static __declspec(noinline)
#elif defined(__GNUC__) || defined(__clang__)
#define INLINE static inline
#define SPECIAL static inline __attribute__((always_inline))
#define APART static __attribute__((noinline))
#else
#define INLINE static inline
#define SPECIAL static inline
#define APART static
#endif

#ifndef CELL_WORDS
#define CELL_WORDS 2
#endif

/* A loop over the words of a set, written out by the compiler. */
#if defined(__GNUC__) && !defined(__clang__)
#define EACH_WORD(k) _Pragma("GCC unroll 4") for (int k = 0; k < CELL_WORDS; k++)
#else
#define EACH_WORD(k) for (int k = 0; k < CELL_WORDS; k++)
#endif

enum { MOST_CELLS = 64 * CELL_WORDS, NO_CELL = -1 };

typedef struct {
    uint64_t word[CELL_WORDS];
} Cells;

INLINE int lowest_bit(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#elif defined(_MSC_VER) && defined(_M_X64)
    unsigned long at;
    _BitScanForward64(&at, word);
    return (int)at;
#else
    int at = 0;
    while (!(word & 255)) {
        word >>= 8;
        at += 8;
    }
    while (!(word & 1)) {
        word >>= 1;
        at++;
    }
    return at;
#endif
}

INLINE int highest_bit(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(word);
#elif defined(_MSC_VER) && defined(_M_X64)
    unsigned long at;
    _BitScanReverse64(&at, word);
    return (int)at;
#else
    int at = 0;
    while (word >>= 1) at++;
    return at;
#endif
}

/* Sums of neighbouring bits: without an instruction for it, compilers would call a function. */
INLINE int bit_count(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(word * 0x0101010101010101 >> 56);
}

INLINE int sign(int number) {
    return (number > 0) - (number < 0);
}

INLINE Cells no_cells(void) {
    Cells none = {{0}};
    return none;
}

INLINE void add(Cells *cells, int cell) {
    cells->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

INLINE void discard(Cells *cells, int cell) {
    cells->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

INLINE int has(const Cells *cells, int cell) {
    return (int)(cells->word[cell >> 6] >> (cell & 63) & 1);
}

/* What follows is written twice: for two words without loops, which compilers do not all take apart, and for more. */
#if CELL_WORDS == 2

/* Without an index into the words, so that a set may stay in registers. */
INLINE Cells only(int cell) {
    Cells one = {{(uint64_t)!(cell >> 6) << (cell & 63), (uint64_t)(cell >> 6) << (cell & 63)}};
    return one;
}

INLINE Cells both(Cells one, Cells other) {
    one.word[0] &= other.word[0];
    one.word[1] &= other.word[1];
    return one;
}

INLINE Cells either(Cells one, Cells other) {
    one.word[0] |= other.word[0];
    one.word[1] |= other.word[1];
    return one;
}

/* What is in one of two sets, and not in both. */
INLINE Cells apart(Cells one, Cells other) {
    one.word[0] ^= other.word[0];
    one.word[1] ^= other.word[1];
    return one;
}

INLINE Cells without(Cells one, Cells other) {
    one.word[0] &= ~other.word[0];
    one.word[1] &= ~other.word[1];
    return one;
}

/* A set of which the second word is known to be empty on boards that are not wide. */
SPECIAL Cells narrow(Cells cells, int wide) {
    if (!wide) cells.word[1] = 0;
    return cells;
}

/* The set of one cell. */
SPECIAL Cells cell_set(int cell, int wide) {
    Cells one = {{(uint64_t)1 << (cell & 63), 0}};
    return wide ? only(cell) : one;
}

/* `has`, of a board that may not be wide. */
SPECIAL int holds(const Cells *cells, int cell, int wide) {
    return wide ? has(cells, cell) : (int)(cells->word[0] >> (cell & 63) & 1);
}

INLINE int any(Cells cells) {
    return (cells.word[0] | cells.word[1]) != 0;
}

INLINE int meet(const Cells *one, const Cells *other) {
    return ((one->word[0] & other->word[0]) | (one->word[1] & other->word[1])) != 0;
}

INLINE int same(const Cells *one, const Cells *other) {
    return one->word[0] == other->word[0] && one->word[1] == other->word[1];
}

INLINE int count_of(Cells cells) {
    return bit_count(cells.word[0]) + bit_count(cells.word[1]);
}

/* Exactly one cell. */
INLINE int single(Cells cells) {
    if (!cells.word[1]) return cells.word[0] && !(cells.word[0] & (cells.word[0] - 1));
    return !cells.word[0] && !(cells.word[1] & (cells.word[1] - 1));
}

INLINE int lowest(Cells cells) {
    return cells.word[0] ? lowest_bit(cells.word[0]) : 64 + lowest_bit(cells.word[1]);
}

/* Takes the lowest cell out of a set that is not empty. */
INLINE int pop(Cells *cells) {
    int at;
    if (cells->word[0]) {
        at = lowest_bit(cells->word[0]);
        cells->word[0] &= cells->word[0] - 1;
        return at;
    }
    at = lowest_bit(cells->word[1]);
    cells->word[1] &= cells->word[1] - 1;
    return 64 + at;
}

#else

/* Without an index into the words, so that a set may stay in registers. */
INLINE Cells only(int cell) {
    Cells one;
    EACH_WORD(k) one.word[k] = (uint64_t)(cell >> 6 == k) << (cell & 63);
    return one;
}

INLINE Cells both(Cells one, Cells other) {
    EACH_WORD(k) one.word[k] &= other.word[k];
    return one;
}

INLINE Cells either(Cells one, Cells other) {
    EACH_WORD(k) one.word[k] |= other.word[k];
    return one;
}

/* What is in one of two sets, and not in both. */
INLINE Cells apart(Cells one, Cells other) {
    EACH_WORD(k) one.word[k] ^= other.word[k];
    return one;
}

INLINE Cells without(Cells one, Cells other) {
    EACH_WORD(k) one.word[k] &= ~other.word[k];
    return one;
}

/* A set of which only the first word is not empty on boards that are not wide. */
SPECIAL Cells narrow(Cells cells, int wide) {
    EACH_WORD(k) if (!wide && k) cells.word[k] = 0;
    return cells;
}

/* The set of one cell. */
SPECIAL Cells cell_set(int cell, int wide) {
    Cells one = {{(uint64_t)1 << (cell & 63)}};
    return wide ? only(cell) : one;
}

/* `has`, of a board that may not be wide. */
SPECIAL int holds(const Cells *cells, int cell, int wide) {
    return wide ? has(cells, cell) : (int)(cells->word[0] >> (cell & 63) & 1);
}

INLINE int any(Cells cells) {
    uint64_t found = 0;
    EACH_WORD(k) found |= cells.word[k];
    return found != 0;
}

INLINE int meet(const Cells *one, const Cells *other) {
    uint64_t found = 0;
    EACH_WORD(k) found |= one->word[k] & other->word[k];
    return found != 0;
}

INLINE int same(const Cells *one, const Cells *other) {
    int equal = 1;
    EACH_WORD(k) equal = equal && one->word[k] == other->word[k];
    return equal;
}

INLINE int count_of(Cells cells) {
    int count = 0;
    EACH_WORD(k) count += bit_count(cells.word[k]);
    return count;
}

/* Exactly one cell. */
INLINE int single(Cells cells) {
    uint64_t further = 0;
    int words = 0;
    EACH_WORD(k) {
        words += cells.word[k] != 0;
        further |= cells.word[k] & (cells.word[k] - 1);
    }
    return words == 1 && !further;
}

/* The lowest cell of a set that is not empty. */
INLINE int lowest(Cells cells) {
    EACH_WORD(k) {
        if (k == CELL_WORDS - 1 || cells.word[k]) return 64 * k + lowest_bit(cells.word[k]);
    }
    return NO_CELL;
}

/* Takes the lowest cell out of a set that is not empty. */
INLINE int pop(Cells *cells) {
    EACH_WORD(k) {
        if (k == CELL_WORDS - 1 || cells->word[k]) {
            int at = 64 * k + lowest_bit(cells->word[k]);
            cells->word[k] &= cells->word[k] - 1;
            return at;
        }
    }
    return NO_CELL;
}

#endif

#endif
