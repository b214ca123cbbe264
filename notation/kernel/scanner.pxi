# The scanner of PGN texts, by `include "scanner.pxi"` in each extension that plays moves.
#
# It reads numbers, comments, NAGs, variations and moves, and goes on up to the first token that is not plain. What a move is
# and whether it is legal it asks the engine that is derived from it: the methods that stand first in `Scanner`.
#
# One protocol stands between the scanner and Python: *read this text from here; what did you read, and where did you stop?*
# Python sees to the token there, and asks again behind it (`replay/scanned.py`). Both ways of asking are the same scan:
#
#   scan          one game, for its verdict. What is read is kept as events, and what is to be said of it as notes.
#   count_games   game after game of a text, for a batch. Each begins with its header, and is scanned to the result that ends
#                 it. One with notes is handed over with them. The first game that is not plain to its end ends the batch, as
#                 if it had not been read.
#
# A scan (`_scan`) is a loop over tokens with one rule, on which all else rests:
#
#   A token is read whole, or not at all. Whoever reads one (`_read_comment`, `_read_word`, ...) gives True when `at` is
#   behind it, its move is made, its event and note are kept, and the lines are as they are behind it. Else he gives False,
#   has changed nothing, and the scan ends in front of the token.
#
# So Python may judge the token where a scan stopped as if nobody had looked at it, and a game is judged the same wherever
# scans of it begin and end; tests/scanner_differential.py holds that. There is one exception: brackets that are open when the
# scan ends, and hold no move, are given back as a whole (`_forget_line`), since Python keeps such brackets as a comment.
#
# Lines. A variation begins at the position before the last move, and the line around it waits in a frame. That position is
# kept by the engine (`keep_before`) only while a bracket may follow, which `has_before` tells; it costs a copy of a board.
#
# Words. A word is looked up by its 16 bytes in `entries`. One that is new is read by its game (`_learn`), which says what it
# is: a plan, so the number of a parsed move that the engine has been given; or a glyph; or a result. All the moves of a file
# are a few thousand words, so nearly every move costs one look and no call into Python.
#
# Marks. `+` and `#` are held against the position where the move was made; a false one leaves the move to Python.
#
# Ends. The main line is followed (`_follow`) by hashes of its positions, for ends that its course brings: repetitions, quiet
# moves, dead positions. A game in a batch counts only those positions that may come back, and is scanned once more, exactly,
# where one may have come too often (`suspects`).

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_1BYTE_KIND, PyUnicode_DATA, PyUnicode_DecodeUTF8, PyUnicode_KIND
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

cdef extern from *:
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    str PyUnicode_Substring(str text, Py_ssize_t start, Py_ssize_t end)

cdef enum:
    MOST_DEEP = 100  # as in `records.tree`
    MOST_FOLLOWED = 4096  # positions of one game
    LONGEST_TOKEN = 16, MOST_TOKENS = 100_000
    LONGEST_NAME = 32, NAMES = 256, MOST_NAMES = 128  # of tags; each has a bit of two words
    MOST_WRITTEN_TAGS = 64
    MOVE_NUMBERS = 7  # that a `rules.moves.Move` has
    # What a token is that is no move.
    SKIPPED = -1, RESULT = -2
    PROMOTED = -3  # as in `rules.moves`: a `+` that promotes
# Classes of characters; those of LETTER, DIGIT, DOLLAR, PERCENT and OTHER, and `[`, go on with a word.
cdef enum:
    BLANK = 0, LETTER = 1, DIGIT = 2, BRACE = 3, OPEN = 4, CLOSE = 5, REST_OF_LINE = 6
    DOLLAR = 7, PERCENT = 8, OTHER = 9, STOP = 10
# Marks after a move.
cdef enum:
    CHECK_MARK = 1, MATE_MARK = 2
# What ends a game on its way, as in `rules.course`.
cdef enum:
    NOTHING_ENDS = 0, DEAD = 1, REPEATED = 2, QUIET = 3, LONGEST = 4
# What a piece is to the question whether anybody can mate.
cdef enum:
    WEAK = 1, LEAPER = 2, SLIDER = 3
# Notations that read a move text, as bits.
cdef enum:
    IN_SAN = 1, IN_LONG = 2
    IN_BARE_SAN = 4  # it has no more of where the piece comes from than the file of a pawn that captures
# What a game says, to be written again.
cdef enum:
    MOVE_ELEMENT = 0, NAG_ELEMENT = 1, COMMENT_ELEMENT = 2, OPEN_ELEMENT = 3, CLOSE_ELEMENT = 4
# What a tag says.
cdef enum:
    NOTHING = 1, ITS_RESULT = 2, ITS_POSITION = 3, ITS_VARIANT = 4, ITS_PLIES = 5, ITS_SETUP = 6


cdef struct Entry:  # a move text by its bytes; quick: the game itself has not read it; passes: it is a null move
    uint64_t first, second
    int plan, marks, nags, quick, passes
    int notations  # that surely read it


cdef struct Name:  # of a tag, by its bytes; number: in the order in which they are met
    uint64_t bytes[4]
    int means, number


cdef struct Piece:  # of a text
    const char *begin
    Py_ssize_t size


cdef struct Header:
    Piece result, position, variant, plies
    Piece names[MOST_WRITTEN_TAGS]
    Piece values[MOST_WRITTEN_TAGS]
    int tags  # how many there are; of more than can be written, how many too
    Py_ssize_t end


# One thing that the text of a game says. begin, end: of a comment; number: of a NAG, or the notations of a move.
cdef struct Element:
    int kind, number
    int move[MOVE_NUMBERS]  # as `rules.moves.Move` has it
    Py_ssize_t begin, end


include "sieve.pxi"


cdef struct Stop:  # where a scan ended, see `Scanner.scan`; refused: where the move ends that is refused there, 0 for none
    Py_ssize_t at, end, refused
    int plies, drift, has_before, depth


# Where a scan is, and what it knows of the line that it reads; events and notes are passed beside it.
cdef struct Reading:
    const char *data
    Py_ssize_t size, at
    Py_ssize_t result_end  # where the result ends that ends the text, 0 as long as none does
    Py_ssize_t refused  # where the move ends that the position has refused, 0 as long as none is
    int within, depth  # variations that were open when the scan began, and those that it has opened
    int plies, drift  # of the line: moves made, and how far its numbers are ahead
    bint has_before  # whether the engine keeps the position before the last move
    bint moved  # whether the line has a move
    bint branches  # whether a bracket stands in the text, so that a variation may ask for that position
    bint follows  # whether the course of the main line is followed
    bint quick  # whether games are read in batches: what is odd ends the game
    bint null_noted, null_played  # whether a null move was noted, in a variation and in the main line
    bint unmarked_noted  # whether a capture without its mark was


cdef struct Frame:  # a line that waits for a variation to end; its positions are the engine's
    int has_before, plies, drift
    Py_ssize_t opened, logged, noted


cdef struct Word:  # a move of the text; plan: its number
    int plan
    Py_ssize_t begin, end


cdef class Scanner:
    """Reads the texts of one game, on the one position that its engine plays on.

    An engine has that position, the one before the last move, and a pair of both for each line that waits for a variation.
    """

    cdef Entry *entries
    cdef int entry_count, entry_room
    cdef int plan_count, read_count
    cdef Frame *frames
    cdef Name names[NAMES]
    cdef int name_count
    cdef bint null_moves
    cdef uint64_t *course  # hashes of the positions of the main line
    cdef int course_size, course_room
    cdef uint64_t course_marks[16]  # bits that the hashes of a game have set: where one's is not, the position is new
    cdef int repeats, most_quiet, longest  # so often the same position, so many quiet plies, so many plies end the game; or 0
    cdef int followed  # plies of the main line
    cdef bint comes_back  # whether a position may come again after a capture or pawn move
    cdef bint may_die  # whether there are dead positions in the game
    cdef uint8_t minors[256]  # by what stands on a cell: WEAK, LEAPER or SLIDER, 0 for all with which a mate is possible
    cdef uint8_t shades[256]  # of cells, whether they are light
    cdef bint is_ruled  # whether a repetition is judged elsewhere
    cdef bint exact  # whether all positions are followed, not only those after many quiet plies
    cdef bint suspects  # whether a position may have come too often, where not all are followed
    cdef readonly bint goes_on  # whether a move has followed the end
    cdef readonly int ended_by  # which rule of its course has ended the game, NOTHING_ENDS as long as none has
    cdef str counted_text  # the text of which games were counted last, and how far
    cdef Py_ssize_t counted_characters, counted_bytes
    cdef list nags
    cdef bint records  # whether what a game says is kept
    cdef bint is_ascii  # whether the text whose games are counted is
    cdef Element *elements  # of the game, where records are wanted
    cdef int element_count, element_room
    cdef bint unwritable  # whether it says what is left to the general way
    cdef int notations  # that surely read all its moves
    cdef Sieve sieve  # what the games that are counted have to pass, None for nothing
    cdef bint sifts  # whether it is asked at each ply of the main line
    cdef Word *words  # the refused move of a game, and those behind it
    cdef int word_count, word_room

    def __cinit__(self, *args):
        self.entry_room = 1 << 13
        self.entries = <Entry *>PyMem_Calloc(self.entry_room, sizeof(Entry))
        self.frames = <Frame *>PyMem_Malloc((MOST_DEEP + 1) * sizeof(Frame))
        if not self.entries or not self.frames:
            raise MemoryError
        self.nags = [()]

    def __dealloc__(self):
        PyMem_Free(self.entries)
        PyMem_Free(self.frames)
        PyMem_Free(self.course)
        PyMem_Free(self.elements)
        PyMem_Free(self.words)

    # -- what an engine does --------------------------------------------------------------------------------------------------

    cdef bint play(self, int plan) noexcept nogil:
        """Make the move that a plan means, if it is legal and the only one."""
        return False

    cdef bint play_unmarked(self, int plan) noexcept nogil:
        """Make the only move that a plan means but for its mark of capture, if it is legal and takes what stands there."""
        return False

    cdef void pass_turn(self) noexcept nogil:
        """Make a null move."""

    cdef bint is_check(self) noexcept nogil:
        """True if who is to move is in check."""
        return False

    cdef bint is_over(self) noexcept nogil:
        """True if who is to move has no legal move, or the game has ended."""
        return True

    cdef bint is_decided(self) noexcept nogil:
        """True if the last move is rightly marked `#`: it mates, or brings another end that a player wins or loses."""
        return self.is_check() and self.is_over()

    cdef int seat_to_move(self) noexcept nogil:
        return 0

    cdef int round_number(self) noexcept nogil:
        """The number of the next move."""
        return 0

    cdef int quiet_plies(self) noexcept nogil:
        """Plies since a pawn moved or something was captured."""
        return 0

    cdef void keep_before(self) noexcept nogil:
        """The position is the one before the next move."""

    cdef void take_back(self) noexcept nogil:
        """The position is that before the last move again."""

    cdef void begin_line(self, int depth) noexcept nogil:
        """A variation begins: the line around it waits, and the position is that before its last move."""

    cdef void end_line(self, int depth) noexcept nogil:
        """A variation ends: the line that waited at this depth goes on."""

    cdef bytes waiting_position(self, int depth, bint before):
        """The position of a line that waits, or the one before its last move, for `restore`."""
        return b""

    cdef bint add_plan(self, int number, object parsed) except -1:
        """Have a parsed move as the plan of a number, at most one more than there are; False where it is left alone."""
        return False

    cdef bint read_quickly(self, int number, const char *token, Py_ssize_t size) except -1:
        """The same for the text of a move, without the notations of the game; False for one that is left to them."""
        return False

    cdef bint is_null_move(self, int number) noexcept nogil:
        """True if a plan is a null move."""
        return False

    cdef object last_ply(self):
        """The move that was made last, as a `records.tree.Ply`."""
        return None

    cdef uint64_t repetition_hash(self) noexcept nogil:
        """A cheap hash, the same where a position of the game comes back; then positions are counted by their keys.

        A right to capture in passing does not count, so it may be the same for two positions. `_key_hash` is the exact one.
        """
        return 0

    cdef bint is_dead(self) noexcept nogil:
        """True if only pieces are left with which nobody can mate."""
        return False

    cdef bint read_position(self, Piece *fen) except -1:
        """Take over a position in which nothing is odd; False for any other."""
        return False

    cdef bint fits_result(self, Piece *result) except -1:
        """True if a game may end so with one of the usual results."""
        return False

    cdef void tell_move(self, int *move) noexcept nogil:
        """The move that was made last, as `rules.moves.Move` has it."""

    cdef int sift(self, int ply) except -1:
        """Ask the sieve of the position after so many plies."""
        return 0

    cdef bint replays(self) noexcept nogil:
        """True if `output` is asked with the position before the first move; else it is the one after the last."""
        return True

    cdef bint takes_notes(self) noexcept nogil:
        """True if `output` is asked of games with notes too."""
        return False

    cdef object output(self, const char *data, Py_ssize_t at, Py_ssize_t end, Header *header, Stop *stop, list notes):
        """What is wanted of a game between two places of a text, of which all is kept. None where that is left to the
        general way."""
        return None

    cdef tuple row_of(self, const char *data, Py_ssize_t at, Py_ssize_t end, Header *header, Stop *stop, list notes):
        """What `output` gives of a game in rows, also of one that ends at a refused move; None where no rows are wanted."""
        return None

    cdef bint is_slip(self, int plan) noexcept nogil:
        """True if a refused move may be legal but for a slip of its text: a mark, or the side of a castling."""
        return True

    cdef list faulty_moves(self, const char *data, Py_ssize_t at):
        """What is known of the first of `words`, which is refused, and of others that are refused behind it: for each the
        fields of a `records.game_text.FaultyMove`. None where it is for the general way to tell. at: where the game begins."""
        return None

    def restore(self, bytes position):
        """Go back to a position."""
        raise NotImplementedError

    # -- move texts ---------------------------------------------------------------------------------------------------------

    @property
    def texts(self):
        """How many texts were read by the game."""
        return self.read_count

    @cython.final
    cdef inline Entry *_entry(self, uint64_t first, uint64_t second) noexcept nogil:
        """The entry of a text, or the free one where it belongs."""
        cdef uint64_t at = (first ^ (second * <uint64_t>0x9E3779B97F4A7C15ULL)) * <uint64_t>0xD6E8FEB86659FD93ULL
        cdef int place = <int>(at >> 40) & (self.entry_room - 1)
        while self.entries[place].first and (
            self.entries[place].first != first or self.entries[place].second != second
        ):
            place = (place + 1) & (self.entry_room - 1)
        return &self.entries[place]

    cdef int _learn(
        self, uint64_t first, uint64_t second, object read, const char *token, Py_ssize_t size, bint quick
    ) except -1:
        """Put a text that is met for the first time among those that are known; whether it is anything.

        quick: SAN is read here, and asked for when a scan that is not quick meets it.
        """
        cdef Entry *entry
        cdef bint is_quick = False, is_move = True, promotes = False
        cdef object nags = ()
        cdef int number
        if self.entry_count * 2 > self.entry_room:
            self._forget_or_grow()
        entry = self._entry(first, second)
        number = entry.plan if entry.first and entry.plan >= 0 else self.plan_count
        if quick:
            is_quick = self.read_quickly(number, token, size)
        if not is_quick:
            parsed_token = read(PyUnicode_DecodeUTF8(token, size, NULL))
            if parsed_token is None:
                return 0
            is_move = not isinstance(parsed_token, str)
            if is_move:
                parsed, nags = parsed_token
                if not self.add_plan(number, parsed):
                    return 0
                promotes = parsed.becomes == PROMOTED
                self.read_count += 1
            else:
                number = SKIPPED if parsed_token == "skip" else RESULT
        self.plan_count += is_move and number == self.plan_count
        self.entry_count += not entry.first
        memset(entry, 0, sizeof(Entry))
        entry.first, entry.second, entry.plan, entry.quick = first, second, number, is_quick
        if is_move:
            entry.passes = self.is_null_move(number)
            entry.marks = 0 if promotes else mark_of(token, size)
            entry.notations = notations_of(token, size)
            if nags:
                entry.nags = len(self.nags)
                self.nags.append(nags)
        return 1

    cdef int _forget_or_grow(self) except -1:
        cdef Entry *old = self.entries
        cdef int room = self.entry_room, place
        if self.entry_count > MOST_TOKENS:
            memset(self.entries, 0, self.entry_room * sizeof(Entry))
            self.entry_count = self.plan_count = self.read_count = 0
            del self.nags[1:]
            return 0
        self.entries = <Entry *>PyMem_Calloc(room * 2, sizeof(Entry))
        if not self.entries:
            self.entries = old
            raise MemoryError
        self.entry_room = room * 2
        for place in range(room):
            if old[place].first:
                self._entry(old[place].first, old[place].second)[0] = old[place]
        PyMem_Free(old)
        return 0

    # -- the scanner --------------------------------------------------------------------------------------------------------

    def scan(self, str text, Py_ssize_t start, object read, list log, list notes, int drift=0, int within=0):
        """Replay a text from a place on, on the loaded position, up to the first thing that is not plain.

        read: what a token is that was never met: a pair of a `ParsedMove` and its NAGs, "skip", "result", or None.
        log: what was read, for a tree of moves, or None. notes: null moves and wrong numbers, to be reported.
        drift: how far numbers are off where it begins. within: in how many variations it begins.
        Returns where it stopped, the plies made, how far numbers are off, whether the position before the last move is
        kept, the result if it stopped in front of one that ends the text, and the lines that wait for the variations it
        stopped in, the outermost first: each the snapshot of its position and of the one before its last move, its plies,
        how far its numbers are off, and where the bracket after it stands.
        """
        cdef Py_ssize_t size = 0
        cdef const char *data
        cdef bint ascii
        cdef Stop stop
        cdef Frame *frame
        cdef int depth
        self.records = False
        try:
            data = PyUnicode_AsUTF8AndSize(text, &size)
        except UnicodeEncodeError:  # half a surrogate pair
            return start, 0, 0, False, "", ()
        ascii = size == len(text)
        if not ascii:
            start = len(text[:start].encode())
        self._scan(data, size, start, read, log, notes, drift, within, False, &stop)
        result = data[stop.at : stop.end].decode() if stop.end else ""
        waiting = []
        for depth in range(stop.depth):
            frame = &self.frames[depth]
            opened = frame.opened if ascii else len(data[: frame.opened].decode())
            position, before = self.waiting_position(depth, False), self.waiting_position(depth, True)
            waiting.append((position, before, frame.plies, frame.drift, opened))
        if not ascii:
            stop.at = len(data[: stop.at].decode())
            notes[:] = [
                (kind, len(data[:begin].decode()), len(data[:end].decode()), *more) for kind, begin, end, *more in notes
            ]
        return stop.at, stop.plies, stop.drift, stop.has_before, result, waiting

    @cython.final
    cdef int _scan(
        self, const char *data, Py_ssize_t size, Py_ssize_t at, object read, list log, list notes,
        int drift, int within, bint quick, Stop *stop
    ) except -1:
        """Read tokens up to the first that is not plain; `scan` says what is given, the head of this file what holds."""
        cdef Reading r
        cdef Py_ssize_t begin
        memset(&r, 0, sizeof(Reading))
        r.data, r.size, r.at, r.drift, r.within, r.quick = data, size, at, drift, within, quick
        r.branches = memchr(data + at, c'(', size - at) != NULL
        r.follows = not within and self.course_room
        if r.follows and not self.followed:
            self._follow()
        while True:
            begin = r.at = after_blanks(data, r.at, size)
            if begin == size or not self._read_token(&r, read, log, notes):
                break
        r.at = begin
        if r.depth and not r.moved:
            self._forget_line(&r, log, notes)
        stop.at, stop.plies, stop.drift, stop.depth = r.at, r.plies, r.drift, r.depth
        stop.has_before, stop.end = r.branches and r.has_before, r.result_end
        stop.refused = 0 if r.depth or within else r.refused
        return 0

    @cython.final
    cdef inline bint _read_token(self, Reading *r, object read, list log, list notes) except -1:
        """Read the next token, or leave it and all else as it was. No blank stands in front of it."""
        cdef int kind = CLASSES[<unsigned char>r.data[r.at]]
        if kind == LETTER:
            return self._read_word(r, read, log, notes)
        if kind == DIGIT:
            return self._read_number(r, read, log, notes)
        if kind == BRACE:
            return self._read_comment(r, log)
        if kind == OPEN:
            return self._open_line(r, log, notes)
        if kind == CLOSE:
            return self._close_line(r, log)
        if kind == REST_OF_LINE or (kind == PERCENT and r.at and r.data[r.at - 1] == c'\n'):
            return self._read_rest_of_line(r, kind, log)
        if kind == STOP:
            return False
        if kind == DOLLAR:
            return self._read_nag(r, log)
        return self._read_word(r, read, log, notes)

    # A comment, the rest of a line, a NAG: kept as they are.

    @cython.final
    cdef bint _read_comment(self, Reading *r, list log) except -1:
        cdef const char *close = <const char *>memchr(r.data + r.at, c'}', r.size - r.at)
        cdef Py_ssize_t begin = r.at, end
        if close == NULL or (close - 1)[0] == c'\\':
            return False
        end = close - r.data + 1
        # Of a game in a batch `game_end` has seen that no line begins as a tag does.
        if memchr(r.data + begin + 1, c'{', end - begin - 1) != NULL:
            return False
        if not r.quick and has_tag_line(r.data + begin, end - begin):
            return False
        if r.quick and may_have_entity(r.data + begin, end - begin):
            return False
        if log is not None:
            log.append(PyUnicode_DecodeUTF8(r.data + begin, end - begin, NULL))
        elif self.records:
            self._add_element(COMMENT_ELEMENT, 0, begin + 1, end - 1)
        r.at = end
        return True

    @cython.final
    cdef bint _read_rest_of_line(self, Reading *r, int kind, list log) except -1:
        cdef const char *close = <const char *>memchr(r.data + r.at, c'\n', r.size - r.at)
        cdef Py_ssize_t begin = r.at, end = close - r.data if close != NULL else r.size
        if r.quick and may_have_entity(r.data + begin, end - begin):
            return False
        if log is not None:
            log.append(PyUnicode_DecodeUTF8(r.data + begin, end - begin, NULL))
        elif self.records:
            self._add_element(COMMENT_ELEMENT, 0, begin + 1, end)
            self.unwritable |= kind == PERCENT
        r.at = end
        return True

    @cython.final
    cdef bint _read_nag(self, Reading *r, list log) except -1:
        cdef const unsigned char *text = <const unsigned char *>r.data
        cdef Py_ssize_t begin = r.at, end = r.at + 1
        cdef int number = 0
        while c'0' <= text[end] <= c'9' and end - begin <= 4:
            number = number * 10 + text[end] - c'0'
            end += 1
        if end == begin + 1 or number > 255 or not r.moved:
            return False
        if WORDS[text[end]] or CLASSES[text[end]] == STOP:  # `$1x`, `$1é`
            return False
        if log is not None:
            log.append(PyUnicode_DecodeUTF8(r.data + begin, end - begin, NULL))
        elif self.records:
            self._add_element(NAG_ELEMENT, number, begin, end)
        r.at = end
        return True

    # Variations: the line around one waits in a frame, its positions with the engine.

    @cython.final
    cdef bint _open_line(self, Reading *r, list log, list notes) except -1:
        cdef Frame *frame
        if not r.has_before or r.depth + r.within == MOST_DEEP:
            return False
        frame = &self.frames[r.depth]
        frame.has_before, frame.plies, frame.drift, frame.opened = r.has_before, r.plies, r.drift, r.at
        frame.logged, frame.noted = len(log) if log is not None else 0, len(notes)
        self.begin_line(r.depth)
        r.depth += 1
        r.has_before, r.drift, r.moved = False, 0, False
        r.plies -= 1
        if log is not None:
            log.append("(")
        elif self.records:
            self._add_element(OPEN_ELEMENT, 0, r.at, r.at)
        r.at += 1
        return True

    @cython.final
    cdef bint _close_line(self, Reading *r, list log) except -1:
        cdef Frame *frame
        if not r.depth or not r.moved:  # nothing is open, or brackets without a move
            return False
        r.depth -= 1
        frame = &self.frames[r.depth]
        self.end_line(r.depth)
        r.has_before, r.plies, r.drift = frame.has_before, frame.plies, frame.drift
        if log is not None:
            log.append(")")
        elif self.records:
            self._add_element(CLOSE_ELEMENT, 0, r.at, r.at)
        r.at += 1
        return True

    @cython.final
    cdef int _forget_line(self, Reading *r, list log, list notes) except -1:
        """Go back in front of the bracket of a line without a move: such brackets are seen to as a whole."""
        cdef Frame *frame
        r.depth -= 1
        frame = &self.frames[r.depth]
        self.end_line(r.depth)
        r.plies, r.drift, r.at, r.has_before = frame.plies, frame.drift, frame.opened, frame.has_before
        del notes[frame.noted:]
        if log is not None:
            del log[frame.logged:]
        return 0

    # Words: numbers, moves, glyphs, results.

    @cython.final
    cdef inline bint _read_number(self, Reading *r, object read, list log, list notes) except -1:
        """A move number, `10.`, `10...`, `10 Nf3`; any other word that begins with a digit is read as a word."""
        cdef const unsigned char *text = <const unsigned char *>r.data
        cdef Py_ssize_t begin = r.at, end = r.at
        cdef int number = 0, right
        cdef bint is_short
        while c'0' <= text[end] <= c'9' and end - begin < 9:
            number = number * 10 + text[end] - c'0'
            end += 1
        is_short = end - begin < 4  # no game has so many moves
        if text[end] == c'.':
            while text[end] == c'.':
                end += 1
            if not is_short or (not number and c'0' <= text[end] <= c'9'):  # `0.5-0.5`
                return False
        elif not (is_short and text[end] == c' ' and CLASSES[text[end + 1]] == LETTER):
            if text[end] == c':' or text[end] == c')' or (is_short and CLASSES[text[end]] == BLANK):
                return False  # a throw, the beginning of `1 - 0`
            return self._read_word(r, read, log, notes)
        right = self.round_number()
        if number != right + r.drift:
            if number != right:
                notes.append(("number", begin, end, r.plies + 1, number, right + r.drift, self._logged(log)))
            r.drift = number - right
        r.at = end
        return True

    @cython.final
    cdef inline bint _read_word(self, Reading *r, object read, list log, list notes) except -1:
        """A move, or what its game says it is: a glyph, a result. A word that is met for the first time, the game reads."""
        cdef Py_ssize_t begin = r.at, end = r.at
        cdef bint played_on
        cdef Entry *entry = self._look_up(r, read, &end)
        if entry == NULL:
            return False
        if entry.plan < 0:
            return self._read_remark(r, entry, end, log)
        if entry.passes:
            if not self._pass_turn(r, entry, end, log, notes):
                return False
        elif not self._play_move(r, entry, end) and not self._play_unmarked(r, entry, end, notes):
            return False
        r.moved = True
        r.plies += 1
        played_on = r.follows and not r.depth and not entry.passes and self._follow()
        if self.sifts and not r.depth:
            self.sift(r.plies)
            if self.sieve.over:
                return False
        if log is not None:
            log.append(self.last_ply())
            if entry.nags:
                log.extend(<tuple>self.nags[entry.nags])
        elif self.records:
            self._add_move(r, entry, begin, end)
        if played_on:  # noted behind the move, as the replayer does
            notes.append(("played-on", begin, end, r.plies, self.ended_by, 0, self._logged(log)))
        r.at = end
        return True

    @cython.final
    cdef inline Entry *_look_up(self, Reading *r, object read, Py_ssize_t *after) except? NULL:
        """What the word is with which the text goes on, NULL for nothing that is known. after: gets where it ends."""
        cdef const unsigned char *text = <const unsigned char *>r.data
        cdef Py_ssize_t begin = r.at, end = r.at
        cdef uint64_t key[2]
        cdef Entry *entry
        while WORDS[text[end]]:
            end += 1
        if end - begin > LONGEST_TOKEN or CLASSES[text[end]] == STOP:
            return NULL
        if r.size - begin >= LONGEST_TOKEN:  # a copy of a known length takes no call
            memcpy(key, r.data + begin, LONGEST_TOKEN)
            key[0] &= MASKS[end - begin][0]
            key[1] &= MASKS[end - begin][1]
        else:
            key[0] = key[1] = 0
            memcpy(key, r.data + begin, end - begin)
        entry = self._entry(key[0], key[1])
        if not entry.first or (entry.quick and not r.quick):
            if not self._learn(key[0], key[1], read, r.data + begin, end - begin, r.quick):
                return NULL
            entry = self._entry(key[0], key[1])
        after[0] = end
        return entry

    @cython.final
    cdef bint _read_remark(self, Reading *r, Entry *entry, Py_ssize_t end, list log) except -1:
        """A glyph, or a result within a variation, which ends nothing. A result that ends the text ends the scan."""
        cdef bint ends = entry.plan == RESULT and after_blanks(r.data, end, r.size) == r.size
        if not r.moved or (entry.plan == RESULT and (ends or not r.depth)):
            r.result_end = end if ends and not r.depth and not r.within else 0
            return False
        if log is not None:
            log.append(PyUnicode_DecodeUTF8(r.data + r.at, end - r.at, NULL))
        elif self.records:
            self._add_element(NAG_ELEMENT, glyph_number(r.data + r.at, end - r.at), r.at, end)
        r.at = end
        return True

    @cython.final
    cdef bint _pass_turn(self, Reading *r, Entry *entry, Py_ssize_t end, list log, list notes) except -1:
        """Make a null move, which is noted once; in the main line only of a game in a batch, since a tree needs the position
        before each."""
        cdef bint is_aside = r.depth or r.within
        if not (is_aside or (r.quick and not self.records)) or entry.marks:
            return False
        if self.is_check() or self.is_over():
            return False
        if is_aside and not r.null_noted:
            notes.append(("null", r.at, end, r.plies + 1, self.seat_to_move(), 0, self._logged(log)))
            r.null_noted = True
        elif not is_aside and not r.null_played:
            notes.append(("null-played", r.at, end, r.plies + 1, self.seat_to_move(), 0, 0))
            r.null_played = True
        self.keep_before()
        self.pass_turn()
        r.has_before = True
        return True

    @cython.final
    cdef inline bint _play_move(self, Reading *r, Entry *entry, Py_ssize_t end) noexcept nogil:
        """Make a move that is legal, and has no mark that is false."""
        # A game in a batch is given up where anything is wrong, so the position before is needed for variations only. Of
        # others a mark, `+` or `e.p.`, may also have to be held against it.
        cdef bint keeps = (r.branches and not word_follows(<const unsigned char *>r.data, end, r.size)) if r.quick else True
        if keeps:
            self.keep_before()
        if not self.play(entry.plan):
            r.refused = end
            return False
        if entry.marks and not (self.is_check() if entry.marks == CHECK_MARK else self.is_decided()):
            if not r.quick:
                self.take_back()
            return False
        r.has_before = keeps
        return True

    @cython.final
    cdef bint _play_unmarked(self, Reading *r, Entry *entry, Py_ssize_t end, list notes) except -1:
        """Make a refused move that lacks nothing but the mark of a capture, of the main line of a game in a batch; the first
        is noted."""
        if not r.quick or not r.refused or r.depth or self.records or self.sieve is not None:
            return False
        if not notations_of(r.data + r.at, end - r.at) & IN_SAN or not self.play_unmarked(entry.plan):
            return False
        r.refused = 0
        if entry.marks and not (self.is_check() if entry.marks == CHECK_MARK else self.is_decided()):
            return False
        if not r.unmarked_noted:
            notes.append(("unmarked-capture", r.at, end, r.plies + 1, 0, 0, 0))
        r.unmarked_noted = True
        r.has_before = r.branches and not word_follows(<const unsigned char *>r.data, end, r.size)
        return True

    @cython.final
    cdef int _add_move(self, Reading *r, Entry *entry, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Keep the move that was made last, and the glyph behind it."""
        cdef Py_ssize_t inner = end
        self._add_element(MOVE_ELEMENT, entry.notations, begin, end)
        self.notations &= entry.notations
        if entry.nags:
            while r.data[inner - 1] == c'!' or r.data[inner - 1] == c'?':
                inner -= 1
            self._add_element(NAG_ELEMENT, glyph_number(r.data + inner, end - inner), inner, end)
        return 0

    @cython.final
    cdef int _add_element(self, int kind, int number, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Keep one thing that the game says."""
        cdef Element *element
        if self.element_count == self.element_room:
            element = <Element *>PyMem_Realloc(self.elements, (self.element_room * 2 + 256) * sizeof(Element))
            if not element:
                raise MemoryError
            self.elements, self.element_room = element, self.element_room * 2 + 256
        element = &self.elements[self.element_count]
        self.element_count += 1
        element.kind, element.number, element.begin, element.end = kind, number, begin, end
        if kind == MOVE_ELEMENT:
            element.move[4], element.move[5], element.move[6] = 0, -1, -1
            self.tell_move(element.move)
        elif kind == NAG_ELEMENT and number < 0:
            self.unwritable = True
        return 0

    # -- ends that the course of a game brings --------------------------------------------------------------------------------

    def begin_course(self, int repeats, int most_quiet, int longest, bint comes_back, bint is_ruled):
        """Follow the main line of the next game; `ended_by` is about it.

        The game ends with so often the same position, so many plies without a capture or pawn move, so many plies; 0 for
        never. comes_back: whether a position may come again after a capture or pawn move. is_ruled: whether what a
        repetition means is judged elsewhere.
        """
        if not self.course_room:
            self.course = <uint64_t *>PyMem_Malloc(MOST_FOLLOWED * sizeof(uint64_t))
            if not self.course:
                raise MemoryError
            self.course_room = MOST_FOLLOWED
        self.repeats, self.most_quiet, self.longest, self.comes_back = repeats, most_quiet, longest, comes_back
        self.is_ruled = is_ruled
        self._begin_course(True)

    cdef void _begin_course(self, bint exact) noexcept nogil:
        self.exact = exact
        self.course_size = self.followed = 0
        memset(self.course_marks, 0, sizeof(self.course_marks))
        self.suspects = self.goes_on = False
        self.ended_by = NOTHING_ENDS

    def set_minors(self, leapers, sliders, weak, light):
        """Tell the pieces, as the board has them, of which a lone one cannot mate, as knights and bishops; kings and what
        else there may be of; and the light cells."""
        for codes, what in ((leapers, LEAPER), (sliders, SLIDER), (weak, WEAK)):
            for code in codes:
                self.minors[<int>code] = what
        for cell in light:
            self.shades[<int>cell] = 1
        self.may_die = True

    cdef bint _is_dead(self, const uint8_t *board, int cells) noexcept nogil:
        """True if there are only kings, and one minor piece or bishops on cells of one colour."""
        cdef int cell, what, leapers = 0, shades[2]
        if not self.may_die:
            return False
        shades[0] = shades[1] = 0
        for cell in range(cells):
            what = self.minors[board[cell]]
            if not what:
                return False
            leapers += what == LEAPER
            if what == SLIDER:
                shades[self.shades[cell]] += 1
        return leapers + shades[0] + shades[1] <= 1 or (not leapers and not (shades[0] and shades[1]))

    def follow(self):
        """Take in the position after a move that was made elsewhere; whether it is the first one after the end."""
        return bool(self.course_room and self._follow())

    cdef inline bint _follow(self) noexcept nogil:
        """Take in the position of the main line; whether its move is the first one after the end."""
        cdef int quiet = self.quiet_plies()
        cdef bint first = self.ended_by and not self.goes_on
        if self.ended_by:
            self.goes_on = True
            return first
        if not quiet and self.is_dead():
            self.ended_by = DEAD
        elif self.most_quiet and quiet >= self.most_quiet:
            self.ended_by = QUIET
        elif self.longest and self.followed >= self.longest:
            self.ended_by = LONGEST
        self.followed += 1
        if not self.repeats:
            return False
        if not quiet and not self.comes_back:
            self.course_size = 0
        # Positions that come again are four plies apart. Of as many as end the game at least two stand after so many quiet
        # plies, and where these two are not seen, all need not be counted.
        if self.exact or self.comes_back:
            if self._comes_again(self.repeats - 1):
                self.ended_by = REPEATED
        elif quiet >= 4 * (self.repeats - 2) and self._comes_again(1):
            self.suspects = True
        return False

    cdef bint _comes_again(self, int before) noexcept nogil:
        """Take in the position; whether it was there so many times before."""
        cdef uint64_t position = self.repetition_hash()
        cdef int at = self.course_size - 2
        cdef uint64_t *marks = &self.course_marks[position >> 6 & 15]
        cdef uint64_t mark = <uint64_t>1 << (position & 63)
        if not marks[0] & mark:
            at = -1
        marks[0] |= mark
        while at >= 0 and before:
            before -= self.course[at] == position
            at -= 2
        if self.course_size == self.course_room:  # only the last ones are known of an endless game
            self.course_size = 0
        self.course[self.course_size] = position
        self.course_size += 1
        return not before

    # -- games of which there is nothing to tell ----------------------------------------------------------------------------

    def count_games(
        self, str text, Py_ssize_t start, bytes begin, object read, object harmless, object is_same, list noted,
        list texts=None, Sieve sieve=None
    ):
        """Judge games that follow one another, up to the first of which something might have to be reported besides notes, or
        that is not seen to end. begin: the snapshot of the start position. read: as `scan` has it.

        harmless: whether the tag of a name has nothing to do with the verdict. is_same: whether a text in the tag Variant,
        empty where there is none, means this game. Returns where it stopped, the games without notes, their plies and lines,
        and where the game that stopped it ends, 0 if it cannot tell.
        noted: gets the games that need no report but what `scan` notes, each as a `NotedGame` of `records.game_text` has it.
        texts: gets each of the other games in the form of `set_writing`; one that cannot be given so stops it.
        sieve: the games that pass it are noted, and of the others nothing is to be reported.
        """
        cdef Py_ssize_t size = 0, at, end = 0, games = 0, plies = 0, lines = 0, back, first
        cdef const char *data
        cdef bint ascii, unnamed = is_same("")
        cdef int passed
        cdef Header header
        cdef Stop stop
        cdef list notes = []
        try:
            data = PyUnicode_AsUTF8AndSize(text, &size)
        except UnicodeEncodeError:
            return start, 0, 0, 0, 0
        self.sieve = sieve
        self.records = texts is not None
        ascii = self.is_ascii = size == len(text)
        if text is not self.counted_text or start < self.counted_characters:
            self.counted_text, self.counted_characters, self.counted_bytes = text, 0, 0
        at = start if ascii else self.counted_bytes + byte_of(data + self.counted_bytes, start - self.counted_characters)
        back = at
        while True:
            end = 0
            if not self._read_header(data, at, size, &header, harmless, is_same, unnamed):
                break
            end = game_end(data, header.end, size)
            if not end:
                break
            if header.position.begin != NULL and not self.read_position(&header.position):
                break
            passed = TO_BE_PLAYED if sieve is None else self._passes_header(data, end, &header, &stop)
            if passed == LEFT_ALONE:
                break
            if passed == HELD_BACK:
                games += 1
                at = end
                continue
            notes.clear()
            found = None
            if passed == TO_BE_PLAYED and not self._scan_game(data, end, begin, read, &header, notes, &stop):
                if sieve is not None and sieve.over:
                    games += 1
                    at = end
                    continue
                if sieve is None and stop.refused:
                    found = self._faulty_game(data, at, end, read, &header, notes, &stop)
                if found is None:
                    break
            elif sieve is not None:
                if sieve.place >= 0:
                    found = self._row_of_passed(data, at, end, begin, read, &header, notes, &stop)
                    if found is None:
                        break
            elif notes and not (self.records and self.takes_notes()):
                written = ""
                placed = self._placed(notes, data, at, ascii)
                if self.records:
                    if not self.replays() or not all([note[0] == "null" for note in notes]):  # of which nothing is lost
                        break
                    written = self._output(data, at, end, begin, &header, &stop, placed)
                    if written is None:
                        break
                found = stop.plies, header.result.begin[: header.result.size].decode(), placed, written
            if found is not None:
                lines += lines_of(data + back, at - back)
                first = at if ascii else start + characters_of(data + back, at - back)
                start = end if ascii else first + characters_of(data + at, end - at)
                noted.append((games, plies, lines, first, start, found))
                at = back = end
                continue
            if self.records:
                made = self._output(data, at, end, begin, &header, &stop, self._placed(notes, data, at, ascii))
                if made is None:
                    break
                texts.append(made)
            games += 1
            plies += stop.plies
            at = end
        self.records = self.sifts = False
        self.sieve = None
        lines += lines_of(data + back, at - back)
        start = at if ascii else start + characters_of(data + back, at - back)
        self.counted_characters, self.counted_bytes = start, at
        # `[Event` ends a game wherever it stands; any other tag may stand in a comment of a game that is not read to its end.
        if end and memcmp(data + end, b'[Event "', 8):
            end = 0
        if end:
            end = end if ascii else start + characters_of(data + at, end - at)
        return start, games, plies, lines, end

    cdef bint _scan_game(
        self, const char *data, Py_ssize_t end, bytes begin, object read, Header *header, list notes, Stop *stop
    ) except -1:
        """Scan a game whose header was read to the result that ends it; False where more might have to be reported of it
        than notes."""
        self._scan_from_start(data, end, begin, read, header, notes, stop, False)
        if stop.refused or (self.sieve is not None and self.sieve.over):
            return False
        if header.result.begin == NULL:  # no tag says the result: nothing is to be reported of that
            header.result.begin, header.result.size = data + stop.at, stop.end - stop.at
        if stop.depth or not stop.plies or not stop.end or stop.end - stop.at != header.result.size:
            return False
        if self.suspects:  # all positions are to be counted
            notes.clear()
            self._scan_from_start(data, end, begin, read, header, notes, stop, True)
        if self.ended_by and not self._fits_course_end(data + stop.at, stop.end - stop.at):
            return False
        if memcmp(data + stop.at, header.result.begin, header.result.size):
            return False
        if is_half_point(&header.result):
            header.result.begin, header.result.size = SHARED_POINT, 7
        if not self.fits_result(&header.result):
            return False
        return header.plies.begin == NULL or says_number(&header.plies, stop.plies)

    cdef int _scan_from_start(
        self, const char *data, Py_ssize_t end, bytes begin, object read, Header *header, list notes, Stop *stop,
        bint exact
    ) except -1:
        """Scan the moves of a game from its start position on. exact: whether all its positions are followed."""
        self.restore(begin)
        if header.position.begin != NULL:
            self.read_position(&header.position)
        self._begin_course(exact)
        self.element_count, self.unwritable, self.notations = 0, False, IN_SAN | IN_LONG
        if self.sieve is not None:
            self.sieve.begin()
            self.sifts = self.sieve.asks()
            if self.sifts:
                self.sift(0)
        return self._scan(data, end, header.end, read, None, notes, 0, 0, True, stop)

    # Games whose main line ends at a refused move.

    cdef tuple _faulty_game(
        self, const char *data, Py_ssize_t at, Py_ssize_t end, object read, Header *header, list notes, Stop *stop
    ):
        """The parts of a `ScannedGame` with a refused move; None where more might have to be reported than that and notes,
        and what of the moves behind it fits."""
        cdef Piece result
        if self.suspects or self.ended_by or not self._read_behind(data, end, read, stop, &result):
            return None
        if not is_usual_result(&result):
            return None
        if header.result.begin != NULL and (
            header.result.size != result.size or memcmp(header.result.begin, result.begin, result.size)
        ):
            return None
        if header.position.begin != NULL and not stop.plies:  # it may be left out
            return None
        moves = self.faulty_moves(data, at)
        if moves is None:
            return None
        if self.records and (self.unwritable or header.tags > MOST_WRITTEN_TAGS):
            return None
        header.result = result
        placed = self._placed(notes, data, at, self.is_ascii)
        row = self.row_of(data, at, end, header, stop, placed) if self.records else None
        if row is None:
            row = stop.plies, result.begin[: result.size].decode(), placed, "", 0, {}, None, 0, b"", b"", 0
        return *row, None, (moves, self.word_count - 1, names_usual_letters(data, header.end, end))

    def refuses(self, str text, Py_ssize_t start, bytes begin, object read):
        """True if a move of the main line is surely refused, of a text without a header. The arguments are those of `scan`
        and of `count_games`; False also where the text is not plain up to such a move."""
        cdef Py_ssize_t size = 0, after = 0
        cdef const char *data
        cdef Reading r
        cdef Entry *entry
        cdef Stop stop
        try:
            data = PyUnicode_AsUTF8AndSize(text, &size)
        except UnicodeEncodeError:
            return False
        if size != len(text):
            start = len(text[:start].encode())
        self.records = False
        self.restore(begin)
        self._begin_course(False)
        self._scan(data, size, start, read, None, [], 0, 0, True, &stop)
        if not stop.refused:
            return False
        memset(&r, 0, sizeof(Reading))
        r.data, r.size, r.at, r.quick = data, size, stop.at, True
        entry = self._look_up(&r, read, &after)
        return entry != NULL and entry.plan >= 0 and not self.is_slip(entry.plan)

    cdef bint _read_behind(
        self, const char *data, Py_ssize_t end, object read, Stop *stop, Piece *result
    ) except -1:
        """Keep the refused move and those behind it as `words`, and take the result that ends the game; False where other
        things stand there than moves, numbers, comments and NAGs."""
        cdef Reading r
        cdef Entry *entry
        cdef Py_ssize_t after = 0
        cdef int kind, plans = self.plan_count, elements
        memset(&r, 0, sizeof(Reading))
        r.data, r.size, r.at, r.quick, r.moved = data, end, stop.at, True, True
        self.word_count, elements = 0, self.element_count
        while True:
            self.element_count = elements  # what stands behind the refused move is no part of the game
            r.at = after_blanks(data, r.at, end)
            if r.at == end:
                return False
            kind = CLASSES[<unsigned char>data[r.at]]
            if kind == BRACE and self._read_comment(&r, None):
                continue
            if kind == DOLLAR and self._read_nag(&r, None):
                continue
            if kind == DIGIT and skip_number(&r):
                continue
            if kind not in (LETTER, DIGIT, OTHER):
                return False
            entry = self._look_up(&r, read, &after)
            if entry == NULL or self.plan_count < plans:  # all texts have been forgotten
                return False
            plans = self.plan_count
            if entry.plan == RESULT and kind != LETTER:
                result.begin, result.size = data + r.at, after - r.at
                return after_blanks(data, after, end) == end
            if entry.plan < 0 or entry.passes or kind != LETTER or CLASSES[<unsigned char>data[after]] != BLANK:
                return False
            self._add_word(entry.plan, r.at, after)
            r.at = after

    cdef int _add_word(self, int plan, Py_ssize_t begin, Py_ssize_t end) except -1:
        cdef Word *words
        if self.word_count == self.word_room:
            words = <Word *>PyMem_Realloc(self.words, (self.word_room * 2 + 256) * sizeof(Word))
            if not words:
                raise MemoryError
            self.words, self.word_room = words, self.word_room * 2 + 256
        self.words[self.word_count].plan = plan
        self.words[self.word_count].begin, self.words[self.word_count].end = begin, end
        self.word_count += 1
        return 0

    # Games that have to pass a sieve.

    cdef int _passes_header(self, const char *data, Py_ssize_t end, Header *header, Stop *stop) except -1:
        """What the header of a game says to the sieve. Of one whose moves need not be read, the text has to be plain."""
        cdef Sieve sieve = self.sieve
        cdef Piece result
        cdef bint is_plain = is_one_game(data, header.end, end, &result) and not memcmp(data + end, b'[Event "', 8)
        memset(stop, 0, sizeof(Stop))
        sieve.begin()
        sieve.stops, sieve.active = is_plain and sieve.is_bounded, sieve.every
        if sieve.admits is not None:
            if header.tags > MOST_WRITTEN_TAGS or not (is_usual_result(&result) or is_half_point(&result)):
                return LEFT_ALONE
            if header.result.begin == NULL:
                header.result = result
            elif header.result.size != result.size or memcmp(header.result.begin, result.begin, result.size):
                return LEFT_ALONE
            if is_half_point(&result):
                result.begin, result.size = SHARED_POINT, 7
            sieve.active = self._possible(header)
            if sieve.active:
                values = tuple([self._value(header, name) for name in sieve.names])
                sieve.active = sieve.admits(values, result.begin[: result.size].decode())
        if is_plain and not sieve.active:
            return HELD_BACK
        if is_plain and sieve.exact and sieve.active & sieve.open and sieve.admits is not None:
            sieve.place, header.result = 0, result
            return PASSED
        return TO_BE_PLAYED

    cdef uint64_t _possible(self, Header *header) except? 0:
        """The groups that a game with such a header may pass, as far as texts in its tags tell."""
        cdef Sieve sieve = self.sieve
        cdef uint64_t possible = sieve.every
        cdef Piece *value
        cdef bytes text
        cdef int group
        for group, text, places in sieve.needles:
            for place in places:
                value = self._find_value(header, sieve.names[place])
                if value != NULL and may_have(value, text, len(text)):
                    break
            else:
                possible &= ~(<uint64_t>1 << group)
        return possible

    cdef Piece *_find_value(self, Header *header, bytes name) noexcept:
        """The value of a tag as it is written; NULL where the header does not have it."""
        cdef int tag
        cdef const char *text = name
        cdef Py_ssize_t size = len(name)
        for tag in range(header.tags):
            if header.names[tag].size == size and not memcmp(header.names[tag].begin, text, size):
                return &header.values[tag]
        return NULL

    cdef object _value(self, Header *header, bytes name):
        """The value of a tag; None where the header does not have it."""
        cdef Piece *value = self._find_value(header, name)
        return None if value == NULL else unescaped(PyUnicode_DecodeUTF8(value.begin, value.size, NULL))

    cdef dict _tags(self, Header *header):
        """All tags of a header that has no more than are kept."""
        cdef int tag
        tags = {}
        for tag in range(header.tags):
            name = PyUnicode_DecodeUTF8(header.names[tag].begin, header.names[tag].size, NULL)
            tags[name] = unescaped(PyUnicode_DecodeUTF8(header.values[tag].begin, header.values[tag].size, NULL))
        return tags

    cdef tuple _row_of_passed(
        self, const char *data, Py_ssize_t at, Py_ssize_t end, bytes begin, object read, Header *header, list notes,
        Stop *stop
    ):
        """The parts of a `ScannedGame` that has passed the sieve; None where the general way is to judge it."""
        cdef Sieve sieve = self.sieve
        cdef int tag
        if header.tags > MOST_WRITTEN_TAGS or any([note[0] == "null-played" for note in notes]):
            return None
        if sieve.exact:  # its place is all that is asked
            result, placed = header.result.begin[: header.result.size].decode(), self._placed(notes, data, at, self.is_ascii)
            return stop.plies, result, placed, "", 0, self._tags(header), None, 0, b"", b"", 0, sieve.place
        for tag in range(header.tags):
            if memchr(header.values[tag].begin, c'\\', header.values[tag].size):
                return None
        self.records, self.sieve = True, None
        notes.clear()
        found = None
        if self._scan_game(data, end, begin, read, header, notes, stop):
            found = self._output(data, at, end, begin, header, stop, self._placed(notes, data, at, self.is_ascii))
        self.records, self.sieve = False, sieve
        return found

    cdef bint _fits_course_end(self, const char *result, Py_ssize_t size) noexcept nogil:
        """True if a game that its course has ended may have this result, with nothing to report."""
        if self.is_ruled and self.ended_by == REPEATED:
            return False
        return not memcmp(result, b"1/2", 3)

    cdef object _output(
        self, const char *data, Py_ssize_t at, Py_ssize_t end, bytes begin, Header *header, Stop *stop, list notes
    ):
        """What is wanted of a game of which all is kept; None where that is left to the general way."""
        if self.unwritable or header.tags > MOST_WRITTEN_TAGS:
            return None
        if self.replays():
            self.restore(begin)
            if header.position.begin != NULL:
                self.read_position(&header.position)
        return self.output(data, at, end, header, stop, notes)

    cdef list _placed(self, list notes, const char *data, Py_ssize_t at, bint ascii):
        """Notes with their places in characters from the beginning of their game on, which is at a byte."""
        cdef Py_ssize_t begin, end
        placed = []
        for kind, begin, end, *more in notes:
            if not ascii:
                begin, end = at + characters_of(data + at, begin - at), at + characters_of(data + at, end - at)
            placed.append((kind, begin - at, end - at, *more))
        return placed

    cdef bint _read_header(
        self, const char *data, Py_ssize_t at, Py_ssize_t size, Header *header, object harmless, object is_same,
        bint unnamed
    ) except -1:
        """The usual tags of a game, and where they end; False for any other header."""
        cdef Piece name, value
        cdef Py_ssize_t first = at
        cdef Name *known
        cdef uint64_t met[2]
        memset(met, 0, sizeof(met))
        header.result.begin = header.position.begin = header.variant.begin = header.plies.begin = NULL
        header.result.size = header.position.size = header.variant.size = header.plies.size = 0
        header.end = header.tags = 0
        while at < size and data[at] == c'[':
            at = next_tag(data, at, size, &name, &value)
            if at < 0 or (self.records and memchr(value.begin, c'\\', value.size)):  # written, it has no backslash
                return False
            if may_have_entity(value.begin, value.size):
                return False
            known = self._name(&name, harmless)
            if known == NULL or met[known.number >> 6] >> (known.number & 63) & 1:
                return False
            met[known.number >> 6] |= <uint64_t>1 << (known.number & 63)
            if header.tags < MOST_WRITTEN_TAGS:
                header.names[header.tags], header.values[header.tags] = name, value
            header.tags += 1
            if known.means == ITS_RESULT:
                header.result = value
            elif known.means == ITS_POSITION:
                header.position = value
            elif known.means == ITS_VARIANT:
                header.variant = value
            elif known.means == ITS_PLIES:
                header.plies = value
            elif known.means == ITS_SETUP and not says_number(&value, 1):
                return False
            header.end = at
            at += at < size
        while at < size and CLASSES[<unsigned char>data[at]] == BLANK:
            at += 1
        if at == size or (CLASSES[<unsigned char>data[at]] != DIGIT and not memchr(b"{(;*", data[at], 4)):
            return False
        if not header.tags or (self.records and header.result.begin == NULL):
            return False
        if header.variant.begin == NULL:
            return unnamed
        return is_same(PyUnicode_DecodeUTF8(header.variant.begin, header.variant.size, NULL))

    cdef Name *_name(self, Piece *name, object harmless) except? NULL:
        """What is known of the name of a tag; NULL for one that may have to do with the verdict."""
        cdef uint64_t key[4]
        cdef Name *known
        cdef int place, means = NOTHING
        if name.size > LONGEST_NAME:
            return NULL
        memset(key, 0, sizeof(key))
        memcpy(key, name.begin, name.size)
        place = <int>((key[0] ^ key[1] * 31) * <uint64_t>0xD6E8FEB86659FD93ULL >> 40) & (NAMES - 1)
        while self.names[place].means:
            if memcmp(self.names[place].bytes, key, sizeof(key)) == 0:
                return &self.names[place]
            place = (place + 1) & (NAMES - 1)
        known = &self.names[place]
        text = PyUnicode_DecodeUTF8(name.begin, name.size, NULL)
        if text == "Result":
            means = ITS_RESULT
        elif text == "FEN":
            means = ITS_POSITION
        elif text == "Variant":
            means = ITS_VARIANT
        elif text == "PlyCount":
            means = ITS_PLIES
        elif text == "SetUp":
            means = ITS_SETUP
        elif not harmless(text):
            return NULL
        if self.name_count == MOST_NAMES:
            return NULL
        memcpy(known.bytes, key, sizeof(key))
        known.means, known.number = means, self.name_count
        self.name_count += 1
        return known

    @cython.final
    cdef int _logged(self, list log) except -1:
        return len(log) if log is not None else 0


cdef const char *SHARED_POINT = b"1/2-1/2"


cdef bint skip_number(Reading *r) noexcept nogil:
    """Go on behind the number of a move, if it has its stop."""
    cdef Py_ssize_t end = r.at
    while c'0' <= r.data[end] <= c'9':
        end += 1
    if end - r.at > 3 or r.data[end] != c'.':  # no game has so many moves
        return False
    while r.data[end] == c'.':
        end += 1
    if CLASSES[<unsigned char>r.data[end]] not in (BLANK, LETTER):
        return False
    r.at = end
    return True


cdef bint names_usual_letters(const char *data, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Whether each word of the moves begins with a small letter from a to w, or one by which English names a piece."""
    cdef const char *close
    cdef bint begins = True
    while at < end:
        if data[at] == c'{':
            close = <const char *>memchr(data + at, c'}', end - at)
            at = end if close == NULL else close - data
        elif begins and CLASSES[<unsigned char>data[at]] in (LETTER, OTHER, STOP):
            if not c'a' <= data[at] <= c'w' and not memchr(b"KQRBNO*", data[at], 7) and data[at + 1] != c'@':
                return False
        begins = CLASSES[<unsigned char>data[at]] in (BLANK, BRACE) or data[at] in (c'}', c'.')
        at += 1
    return True


cdef bint may_have_entity(const char *text, Py_ssize_t size) noexcept nogil:
    """True if a text may have an entity of HTML in it, as `&amp;` or `&#39;`, which is told."""
    cdef const char *end = text + size
    cdef const char *sign
    while True:
        text = <const char *>memchr(text, c'&', end - text)
        if text == NULL:
            return False
        sign = text = text + 1
        while sign < end and (CLASSES[<unsigned char>sign[0]] in (LETTER, DIGIT) or sign[0] == c'#'):
            sign += 1
        if text < sign < end and sign[0] == c';':
            return True


cdef bint says_number(const Piece *text, int number) noexcept nogil:
    """True if a text is a number in digits."""
    cdef Py_ssize_t at
    cdef int found = 0
    if text.size < 1 or text.size > 6:
        return False
    for at in range(text.size):
        if not c'0' <= text.begin[at] <= c'9':
            return False
        found = 10 * found + text.begin[at] - c'0'
    return found == number


cdef bint is_open(const char *result, Py_ssize_t size) noexcept nogil:
    """True if a result is `*`, which fits every position in which the game goes on."""
    return size == 1 and result[0] == c'*'


cdef int glyph_number(const char *glyph, Py_ssize_t size) noexcept nogil:
    """The NAG of a glyph after a move; -1 for any other word."""
    if size == 1:
        return 1 if glyph[0] == c'!' else 2 if glyph[0] == c'?' else -1
    if size != 2 or (glyph[0] != c'!' and glyph[0] != c'?') or (glyph[1] != c'!' and glyph[1] != c'?'):
        return -1
    if glyph[0] == glyph[1]:
        return 3 if glyph[0] == c'!' else 4
    return 5 if glyph[0] == c'!' else 6


cdef Py_ssize_t digits_from(const char *token, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Where one or two digits end; the same place where there are none, or more."""
    cdef Py_ssize_t begin = at
    while at < end and c'0' <= token[at] <= c'9':
        at += 1
    return at if at - begin <= 2 else begin


cdef Py_ssize_t cell_from(const char *token, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Where the name of a cell ends, as `e4`, `a10`, `1B` or `00`; the same place where there is none."""
    cdef Py_ssize_t after
    if at < end and c'a' <= token[at] <= c'w':
        after = digits_from(token, at + 1, end)
        return after if after > at + 1 else at
    if at + 1 < end and c'0' <= token[at] <= c'9':
        if c'A' <= token[at + 1] <= c'Z' or c'0' <= token[at + 1] <= c'9':
            return at + 2
    return at


cdef Py_ssize_t letters_from(const char *token, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Where the letters of a piece end, as `N`, `BC` or `+R`; the same place where there are none."""
    cdef Py_ssize_t begin = at, first
    at += at < end and token[at] == c'+'
    first = at
    while at < end and at < first + 2 and c'A' <= token[at] <= c'Z':
        at += 1
    return at if at > first else begin


cdef int notations_of(const char *token, Py_ssize_t size) noexcept nogil:
    """The notations that surely read a text, which is a move of the game, as most programs write it.

    SAN: Nf3, Nbd2, N1d2, exd5, e4, e8=Q. Long form: e2-e4, e4xd5, 1B+2E, b2-b3=+S. Both: O-O, N@c3, --. With signs.
    """
    cdef Py_ssize_t end = size, at, after
    cdef int glyph
    cdef bint is_san
    for glyph in range(2):
        end -= end > 2 and (token[end - 1] == c'!' or token[end - 1] == c'?')
    end -= end > 2 and (token[end - 1] == c'+' or token[end - 1] == c'#')
    if token[0] == c'O':
        is_san = (end == 3 and not memcmp(token, b"O-O", 3)) or (end == 5 and not memcmp(token, b"O-O-O", 5))
        return IN_SAN | IN_LONG if is_san else 0
    if end == 2 and token[0] == c'-' and token[1] == c'-':
        return IN_SAN | IN_LONG
    at = letters_from(token, 0, end)
    if at < end and token[at] == c'@':
        after = cell_from(token, at + 1, end)
        return IN_SAN | IN_LONG if after == end and after > at + 1 and c'a' <= token[at + 1] <= c'w' else 0
    if at:
        if not is_piece_san(token, at, end):
            return 0
        at += token[at] == c'x'
        after = cell_from(token, at, end)
        return IN_SAN | IN_BARE_SAN if after > at and ends_as_promotion(token, after, end) else IN_SAN
    after = cell_from(token, 0, end)
    if after and after < end and (token[after] == c'-' or token[after] == c'x' or token[after] == c'+'):
        at = cell_from(token, after + 1, end)
        if at == after + 1 or not ends_as_promotion(token, at, end) or (token[0] < c'a') != (token[after + 1] < c'a'):
            return 0
        if token[after] != c'x' or token[0] < c'a':
            return IN_LONG
        return IN_SAN | IN_LONG
    if not is_pawn_san(token, end):
        return 0
    return IN_SAN if names_file(token, end) else IN_SAN | IN_BARE_SAN


cdef bint ends_as_promotion(const char *token, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """True if nothing follows but what the move does besides: `=Q`, `/H`, or the cell of a wall, `,e5`."""
    cdef Py_ssize_t after = at
    if at < end and (token[at] == c'=' or token[at] == c'/'):
        after = letters_from(token, at + 1, end)
        if after == at + 1:
            return False
    if after < end and token[after] == c',':
        at = after + 1
        after = cell_from(token, at, end)
        return after == end and after > at and c'a' <= token[at] <= c'w'
    return after == end


cdef bint is_piece_san(const char *token, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """True if the move of a piece goes on after its letters: with file or rank, not both and a capture, and a cell."""
    cdef Py_ssize_t after
    if at == 1 and token[0] == c'P':
        return False
    after = cell_from(token, at, end)
    if after > at and ends_as_promotion(token, after, end):  # Nf3
        return True
    if after > at and after < end and token[after] != c'x':  # Nb1d2
        at = after
    elif at < end and c'a' <= token[at] <= c'w':  # Nbd2
        at += 1
    else:  # N1d2
        at = digits_from(token, at, end)
    at += at < end and token[at] == c'x'
    after = cell_from(token, at, end)
    return after > at and c'a' <= token[at] <= c'w' and ends_as_promotion(token, after, end)


cdef bint names_file(const char *token, Py_ssize_t end) noexcept nogil:
    """True if a file stands in front of the cell that a pawn goes to without capturing, `gf3`: in games where others may."""
    return end > 2 and c'a' <= token[1] <= c'w'


cdef bint is_pawn_san(const char *token, Py_ssize_t end) noexcept nogil:
    """True if it is the move of a pawn: e4, exd5, gf3."""
    cdef Py_ssize_t at = 2 if end > 2 and token[1] == c'x' else names_file(token, end), after
    if at and not c'a' <= token[0] <= c'w':
        return False
    after = cell_from(token, at, end)
    return after > at and c'a' <= token[at] <= c'w' and ends_as_promotion(token, after, end)


cdef int mark_of(const char *token, Py_ssize_t size) noexcept nogil:
    """The mark of check or mate after a move, 0 for none."""
    while size and (token[size - 1] == c'!' or token[size - 1] == c'?'):
        size -= 1
    if not size:
        return 0
    return MATE_MARK if token[size - 1] == c'#' else CHECK_MARK if token[size - 1] == c'+' else 0


cdef Py_ssize_t next_tag(const char *data, Py_ssize_t at, Py_ssize_t size, Piece *name, Piece *value) noexcept nogil:
    """The tag that begins at a bracket, if it is one as most programs write them, and where it ends; -1 if not.

    It ends in front of a line break, or where the text does. The value is as it is written, its backslashes included."""
    cdef const char *close
    cdef Py_ssize_t end, slashes
    at += 1
    name.begin = data + at
    while CLASSES[<unsigned char>data[at]] == LETTER or CLASSES[<unsigned char>data[at]] == DIGIT or data[at] == c'_':
        at += 1
    name.size = data + at - name.begin
    if not name.size or data[at] != c' ' or data[at + 1] != c'"':
        return -1
    at += 2
    value.begin = data + at
    while True:
        close = <const char *>memchr(data + at, c'"', size - at)
        if close == NULL:
            return -1
        slashes = 0
        while close[-1 - slashes] == c'\\':  # at last the quote that opens the value is none
            slashes += 1
        at = close - data + 1
        if not slashes & 1:
            break
    value.size = close - value.begin
    if memchr(value.begin, c'\n', value.size) or data[at] != c']':
        return -1
    end = at + 1
    while data[end] == c' ' or data[end] == c'\t':
        end += 1
    return end if data[end] == c'\n' or not data[end] else -1


cdef bint may_be_tag(const unsigned char *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """True if what stands after a bracket may be a tag, however badly written: a name and a quote behind it, or `Event`.

    `[%clk 0:09:31]` and `[1:00]` are none: commands and times in comments may begin a line.
    """
    if size - at >= 5 and not memcmp(text + at, b"Event", 5):
        return True
    while at < size and (CLASSES[text[at]] == LETTER or CLASSES[text[at]] == DIGIT or text[at] == c'_' or text[at] >= 128):
        at += 1
    while at < size and (text[at] == c' ' or text[at] == c'\t'):
        at += 1
    return at < size and text[at] == c'"'


cdef Py_ssize_t game_end(const char *data, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Where the text of a game ends, if a usual header comes after an empty line; 0 where any other line looks like a
    tag, or none comes."""
    cdef const unsigned char *text = <const unsigned char *>data
    cdef const char *found
    cdef Piece name, value
    cdef Py_ssize_t back
    while True:
        found = <const char *>memchr(data + at, c'[', size - at)
        if found == NULL:
            return 0
        at = found - data
        if not may_be_tag(text, at + 1, size):
            at += 1
            continue
        back = at - 1
        while text[back] <= 32 and text[back] != c'\n':
            back -= 1
        if text[back] == c'\n' or text[back] >= 127:
            if back == at - 1 and data[at - 2] == c'\n' and next_tag(data, at, size, &name, &value) >= 0:
                return at
            return 0
        at += 1


cdef inline uint64_t hash_of(const uint8_t *data, int size, uint64_t seed) noexcept nogil:
    """A number for some bytes; those that fill up the last word of eight are read too."""
    cdef uint64_t word, found = seed * <uint64_t>0x9E3779B97F4A7C15ULL
    cdef int at = 0
    while at < size:
        memcpy(&word, data + at, 8)
        found = (found ^ word) * <uint64_t>0xD6E8FEB86659FD93ULL
        found ^= found >> 32
        at += 8
    return found


cdef Py_ssize_t lines_of(const char *data, Py_ssize_t size) noexcept nogil:
    """How many line ends there are: `memchr` looks at many bytes at a time, and lines are long."""
    cdef const char *end = data + size
    cdef Py_ssize_t count = 0
    while True:
        data = <const char *>memchr(data, c'\n', end - data)
        if data == NULL:
            return count
        count += 1
        data += 1


cdef Py_ssize_t characters_of(const char *data, Py_ssize_t size) noexcept nogil:
    """How many characters so many bytes are."""
    cdef Py_ssize_t at, count = 0
    for at in range(size):
        count += (data[at] & 0xC0) != 0x80
    return count


cdef Py_ssize_t byte_of(const char *data, Py_ssize_t characters) noexcept nogil:
    """The byte that a character begins with."""
    cdef Py_ssize_t at = 0
    while characters:
        at += 1
        characters -= (data[at] & 0xC0) != 0x80
    return at


cdef uint8_t CLASSES[256]
cdef uint8_t WORDS[256]  # whether a character goes on with a token (`pgn_lexer.SYMBOL`, as far as it is ASCII)
cdef uint64_t MASKS[LONGEST_TOKEN + 1][2]  # all bits of so many bytes


cdef void build_classes():
    cdef int char
    for char in range(256):
        CLASSES[char] = BLANK if char <= 32 or char == 127 else STOP if char >= 128 else OTHER
    for letters, kind in (
        (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", LETTER),
        (b"0123456789", DIGIT),
        (b"{", BRACE), (b"(", OPEN), (b")", CLOSE), (b";", REST_OF_LINE), (b"$", DOLLAR), (b"%", PERCENT), (b"[}", STOP),
    ):  # fmt: skip
        for char in letters:
            CLASSES[char] = kind
    for char in range(256):
        kind = CLASSES[char]
        WORDS[char] = kind in (LETTER, DIGIT, DOLLAR, PERCENT, OTHER) or char == c'['
    for char in range(LONGEST_TOKEN + 1):
        memset(MASKS[char], 0xFF, char)


build_classes()


cdef inline Py_ssize_t after_blanks(const char *data, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Where the next thing begins that is no blank."""
    while at < size and CLASSES[<unsigned char>data[at]] == BLANK:
        at += 1
    return at


cdef inline bint word_follows(const unsigned char *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """True if a number or a move comes next, and no bracket."""
    at = after_blanks(<const char *>text, at, size)
    return at < size and (CLASSES[text[at]] == LETTER or CLASSES[text[at]] == DIGIT)


cdef bint has_tag_line(const char *text, Py_ssize_t size) noexcept nogil:
    """True if a comment has a line that begins with `[`, and is no command, `[%`: a game may begin there."""
    cdef const char *found
    cdef Py_ssize_t at = 1
    while True:
        found = <const char *>memchr(text + at, c'[', size - at)
        if found == NULL:
            return False
        at = found - text + 1
        if text[at - 2] == c'\n' and text[at] != c'%':
            return True
