# What holds games of a batch back that nobody wants (`replay/sieve.py` says what a sieve is), by `include "sieve.pxi"` before
# the scanner, which asks it of each header and at each ply of the main line.

cdef enum:
    MOST_GROUPS = 64  # alternatives with the same questions to the header; each has a bit
# The quantities of terms, as in `replay.sieve`.
cdef enum:
    ON_CELLS = 0, ON_BOARD = 1, IN_HAND = 2, PLY_NUMBER = 3, TURN_OF = 4, IN_CHECK = 5, IN_MATE = 6, AT_POSITION = 7
    ORIGIN_OF = 8, TARGET_OF = 9, CASTLED = 10, BECAME = 11, LOST = 12  # of the move that led to the position
# What the header of a game says.
cdef enum:
    HELD_BACK = 0, PASSED = 1, TO_BE_PLAYED = 2, LEFT_ALONE = 3


# codes: what is counted; first, room: of its table of positions; met: whether it was true and lasts; latest, fewest: the last
# ply, and the fewest pieces on the board, at which it may become true; there: how many pieces there were when it was asked.
cdef struct Term:
    int quantity, low, high, first, room, latest, fewest, there
    bint lasts, met
    Cells cells
    Codes codes


# Of terms, from one up to another. plies: at so many in a row they are to be true. leads: to the one behind it, which is asked
# at later plies. run: for how many plies they are true by now; waits: whether it is not asked yet, or not any more.
cdef struct Conjunction:
    int first, end, group, plies, run
    bint leads, waits


cdef class Sieve:
    """A sieve for one game, and how far it has come with the game that is read.

    admits: gives, for the values of the tags that it asks for and the result, the groups that a game may pass, as bits;
    None where no header is asked. place: the ply at which the game has passed, -1 as long as it has not.
    stops: whether the scan may end before the game, where that cannot pass any more; over: whether it has.
    """

    cdef Term *terms
    cdef Conjunction *conjunctions
    cdef int term_count, conjunction_count
    cdef uint64_t *boards  # hashes of what stands on the board, by tables of open addresses; 0 where there is none
    cdef uint64_t *keys  # of the same positions, `Core._key_hash`
    cdef object admits
    cdef tuple names  # of the tags
    cdef list needles  # of triples: a group, a text that one of some tags has in it where it passes, and which of the names these are
    cdef uint64_t every, open, active  # groups: all, those that ask nothing of positions, those of this game
    cdef readonly bint exact
    cdef bint is_bounded  # whether a term can become true only for a while
    cdef bint stops, over
    cdef int place

    def __dealloc__(self):
        PyMem_Free(self.terms)
        PyMem_Free(self.conjunctions)
        PyMem_Free(self.boards)
        PyMem_Free(self.keys)

    cdef void begin(self) noexcept nogil:
        """A game begins whose header was asked."""
        cdef int k
        self.place, self.over = -1, False
        for k in range(self.term_count):
            self.terms[k].met = False
        for k in range(self.conjunction_count):
            self.conjunctions[k].run, self.conjunctions[k].waits = 0, k > 0 and self.conjunctions[k - 1].leads

    cdef bint may_pass(self, int ply, int pieces) noexcept nogil:
        """True if a game that has not passed may still do so, after so many plies and with so many pieces left."""
        cdef int k, at
        cdef const Term *term
        for k in range(self.conjunction_count):
            if self.conjunctions[k].leads or not self.active >> self.conjunctions[k].group & 1:
                continue
            at = self.conjunctions[k].first
            while at < self.conjunctions[k].end:
                term = &self.terms[at]
                if not (term.lasts and term.met) and (ply >= term.latest or pieces < term.fewest):
                    break
                at += 1
            if at == self.conjunctions[k].end:
                return True
        return False

    cdef bint asks(self) noexcept nogil:
        """True if positions of the game are to be asked."""
        return self.place < 0 and self.active != 0


cdef inline bint in_range(const Term *term, int number) noexcept nogil:
    return term.low <= number <= term.high


cdef bint may_have(const Piece *value, const char *text, Py_ssize_t size) noexcept nogil:
    """Whether the value of a tag may have a text in it that is of small letters: also where it is not plain ASCII."""
    cdef Py_ssize_t at, same = 0
    cdef unsigned char char
    for at in range(value.size):
        if <unsigned char>value.begin[at] >= 128 or value.begin[at] == c'\\':
            return True
    for at in range(value.size - size + 1):
        same = 0
        while same < size:
            char = value.begin[at + same]
            if (char | 0x20 if c'A' <= char <= c'Z' else char) != <unsigned char>text[same]:
                break
            same += 1
        if same == size:
            return True
    return False


cdef bint is_one_game(const char *data, Py_ssize_t at, Py_ssize_t end, Piece *result) noexcept nogil:
    """True if a text between a header and the next one is plainly one game, of which nobody has read the moves.

    There is no empty line, and none but the last that ends as a result does (`records.game_text`). result: its last word.
    """
    cdef const char *found
    cdef Py_ssize_t back
    while end > at and CLASSES[<unsigned char>data[end - 1]] == BLANK:
        end -= 1
    back = end
    while back > at and WORDS[<unsigned char>data[back - 1]]:
        back -= 1
    result.begin, result.size = data + back, end - back
    at = after_blanks(data, at, end)
    while True:
        found = <const char *>memchr(data + at, c'\n', end - at)
        if found == NULL:
            return True
        back = found - data
        while back > at and (CLASSES[<unsigned char>data[back - 1]] == BLANK or memchr(b"\"'.,", data[back - 1], 4)):
            back -= 1
        if back == at or data[back - 1] == c'*':
            return False
        if c'0' <= data[back - 1] <= c'2' and memchr(b"-/", data[back - 2], 2):
            return False
        at = found - data + 1


cdef bint is_usual_result(const Piece *result) noexcept nogil:
    """True if it is one of the four of PGN."""
    if result.size == 7:
        return not memcmp(result.begin, b"1/2-1/2", 7)
    if result.size == 3:
        return not memcmp(result.begin, b"1-0", 3) or not memcmp(result.begin, b"0-1", 3)
    return is_open(result.begin, result.size)


cdef bint is_half_point(const Piece *result) noexcept nogil:
    """True if it is `1/2`, which says of one player what both have."""
    return result.size == 3 and not memcmp(result.begin, b"1/2", 3)
