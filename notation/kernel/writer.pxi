# What gives the games of a text in another form, by `include "writer.pxi"` after the scanner.
#
# It has what the scanner has kept of a game (`Element`). It writes it anew, byte for byte as `formats/pgn.py` and
# `formats/json.py` write the record of it; what these write in ways of their own (escaped lines, braces in comments, unusual
# tags) it leaves to them. Or it gives it as a row of plain values (`records.game_text.ScannedGame`, in the order of its
# fields), for those who need no record. Which form is wanted says `replay.batches.BatchForm`; `output` has a branch for each.

cdef enum:
    WIDTH = 79  # as in `formats/pgn.py`
    LONGEST_TEXT = 64  # of one move, with its number
    LONGEST_LABEL = 7  # of a cell or a piece
# What is given of a game (`replay.batches.BatchForm`).
cdef enum:
    AS_NOTHING = 0, AS_PGN = 1, AS_CANONICAL = 2, AS_JSON = 3, AS_ROW = 4

cdef char SHORT_ESCAPES[128]  # in JSON, by character; 0 for those that have none
memset(SHORT_ESCAPES, 0, sizeof(SHORT_ESCAPES))
for escaped, letter in zip(b'"\\\b\f\n\r\t', b'"\\bfnrt'):
    SHORT_ESCAPES[escaped] = letter

cdef dict FORMS = {"": AS_NOTHING, "pgn": AS_PGN, "canonical": AS_CANONICAL, "jsonl": AS_JSON, "rows": AS_ROW}

cdef struct Label:  # the name of a cell, or the letter of a piece, as it is written
    char text[LONGEST_LABEL + 1]
    int size


cdef bint fill_label(Label *label, str text) except -1:
    """True if there was room for a name."""
    written = text.encode()
    if len(written) > LONGEST_LABEL:
        return False
    label.size = len(written)
    memcpy(label.text, <const char *>written, label.size)
    return True


cdef inline int put_label(char *text, int size, Label *label) noexcept nogil:
    """Put a label after so many bytes; how many there are then."""
    memcpy(text + size, label.text, label.size)
    return size + label.size


cdef inline bint same_rank(Label *cell, Label *other) noexcept nogil:
    return cell.size == other.size and memcmp(cell.text + 1, other.text + 1, cell.size - 1) == 0


cdef class Writer(Scanner):
    """Writes games anew. An engine says how moves are written."""

    cdef int form
    cdef bint usual_san  # whether the game is usually written in SAN, else in long form
    cdef bint in_san  # whether this game is written so
    cdef bint is_bare  # whether the move that is written was read without what tells pieces apart (`IN_BARE_SAN`)
    cdef bint is_followed  # whether another one follows it
    cdef tuple roster
    cdef bytes game_name, capture_mark
    cdef list castling_texts
    cdef char *page
    cdef Py_ssize_t page_size, page_room
    cdef char *note  # the last comment that was read, with room for a brace on either side
    cdef Py_ssize_t note_room
    cdef int line_length, brackets  # characters in the line; brackets in front of the next word
    cdef bint begun  # whether there is a word in the line
    cdef Py_ssize_t things  # that stand between the moves, and moves of variations

    def __dealloc__(self):
        PyMem_Free(self.page)
        PyMem_Free(self.note)

    def set_writing(
        self, str form, str game_name, str capture_mark, castlings, bint usual_san=True, players=("White", "Black")
    ):
        """Give games in a form, a key of `FORMS`.

        game_name, capture_mark, castlings: the name of the game, and what the long form of moves has. usual_san: whether
        it is usually written in SAN, else in long form. players: the tags of all players.
        """
        self.form, self.usual_san = FORMS[form], usual_san
        self.roster = (b"Event", b"Site", b"Date", b"Round", *[name.encode() for name in players], b"Result")
        self.game_name, self.capture_mark = game_name.encode(), capture_mark.encode()
        self.castling_texts = [text.encode() for text in castlings]

    # -- what an engine does --------------------------------------------------------------------------------------------------

    cdef int write_san(self, int *move, char *text) except -1:
        """Make a legal move, and give it in SAN; how many bytes it has, 0 where it has no SAN."""
        return 0

    cdef int write_long(self, int *move, char *text) except -1:
        """Make a legal move, and give it in long form; how many bytes it has, 0 where it has none."""
        return 0

    cdef int _write_move(self, int *move, char *text) except -1:
        return self.write_san(move, text) if self.in_san else self.write_long(move, text)

    cdef int _write_element(self, Element *element, bint goes_on, char *text) except -1:
        """The same for a move of the text. goes_on: whether another one follows in its line."""
        self.is_bare, self.is_followed = element.number & IN_BARE_SAN, goes_on
        return self._write_move(element.move, text)

    cdef bint opens_round(self) noexcept nogil:
        """True if who is to move is the first of those who still play."""
        return self.seat_to_move() == 0

    # -- the page -------------------------------------------------------------------------------------------------------------

    @cython.final
    cdef inline int _put(self, const char *text, Py_ssize_t size) except -1:
        cdef char *page
        if self.page_size + size > self.page_room:
            page = <char *>PyMem_Realloc(self.page, (self.page_room + size) * 2)
            if not page:
                raise MemoryError
            self.page, self.page_room = page, (self.page_room + size) * 2
        memcpy(self.page + self.page_size, text, size)
        self.page_size += size
        return 0

    cdef int _put_number(self, int number) except -1:
        cdef char digits[12]
        cdef int at = 12
        while True:
            at -= 1
            digits[at] = c'0' + number % 10
            number //= 10
            if not number:
                break
        return self._put(digits + at, 12 - at)

    @cython.final
    cdef int _word(self, const char *text, Py_ssize_t size) except -1:
        """A word, on a new line where it is too long for this one; brackets stand in front of it without a blank."""
        cdef int length = (size if self.is_ascii else characters_of(text, size)) + self.brackets
        self.line_length += length + 1
        if self.line_length > WIDTH:
            if self.begun:
                self._put(b"\n", 1)
            self.line_length = length
        elif self.begun:
            self._put(b" ", 1)
        self.begun = True
        while self.brackets:
            self._put(b"(", 1)
            self.brackets -= 1
        return self._put(text, size)

    cdef int _close(self) except -1:
        """`)` after the last word."""
        if self.line_length >= WIDTH:
            return self._word(b")", 1)
        self.line_length += 1
        return self._put(b")", 1)

    cdef bint replays(self) noexcept nogil:
        return self.form != AS_ROW

    cdef bint takes_notes(self) noexcept nogil:
        return self.form == AS_ROW

    cdef object output(self, const char *data, Py_ssize_t at, Py_ssize_t end, Header *header, Stop *stop, list notes):
        if self.form == AS_ROW:
            return self.row_of(data, at, end, header, stop, notes)
        if not self.notations:
            return None
        # As `editing.rewrite.notation_in` and `canonical` choose: the notation of the record, unless it is the usual one.
        self.in_san = self.notations & IN_SAN and (self.usual_san or not self.notations & IN_LONG)
        if self.form == AS_CANONICAL:
            self.in_san |= self.usual_san
        elif self.form == AS_JSON:
            self.in_san &= not self.usual_san
        return self._written(data, header)

    # -- a row ----------------------------------------------------------------------------------------------------------------

    cdef tuple row_of(self, const char *data, Py_ssize_t at, Py_ssize_t end, Header *header, Stop *stop, list notes):
        """The first parts of a `ScannedGame`, of which no more is asked than a verdict with a row says."""
        cdef bytes moves, remarks
        if self.form != AS_ROW:
            return None
        cdef bint is_over = self.is_over()
        cdef int ended_by = 0 if self.goes_on else self.ended_by
        tags = self._tags(header)
        self.things = self.page_size = 0
        self._put_moves(0)
        moves = self.page[: self.page_size]
        self.page_size = 0
        self._put_remarks(data, 0)
        remarks = self.page[: self.page_size]
        return (
            stop.plies, header.result.begin[: header.result.size].decode(), notes,
            PyUnicode_DecodeUTF8(data + at, end - at, NULL),
            lines_of(data + at, end - at), tags, self.snapshot() if is_over else None, ended_by,
            moves, remarks, self.things,
        )  # fmt: skip

    cdef int _put_moves(self, int at) except -1:
        """The moves of the line that begins at a place, each in numbers of two bytes; how many there are."""
        cdef int depth = 0, count = 0, place, number
        cdef char packed[2 * MOVE_NUMBERS]
        while at < self.element_count:
            if self.elements[at].kind == OPEN_ELEMENT:
                depth += 1
            elif self.elements[at].kind == CLOSE_ELEMENT:
                if not depth:
                    break
                depth -= 1
            elif self.elements[at].kind == MOVE_ELEMENT and not depth:
                for place in range(MOVE_NUMBERS):
                    number = self.elements[at].move[place]
                    packed[2 * place], packed[2 * place + 1] = <char>(number >> 8), <char>number
                self._put(packed, 2 * MOVE_NUMBERS)
                count += 1
            at += 1
        return count

    cdef int _put_remarks(self, const char *data, int at) except -1:
        """What stands between the moves of a line that begins at a place, as `stats.identity` has it; where it ends."""
        cdef int numbers[256]
        cdef int next, ply = 0, count, place
        cdef Py_ssize_t size
        cdef bint branches = False, remarked
        while at < self.element_count and self.elements[at].kind == COMMENT_ELEMENT:
            self._put_remark(self._unfold_comment(data, &self.elements[at]))
            at += 1
        while self._is_move(at):
            next = self._behind(at + 1, &branches)
            count = self._nags(at + 1, next, numbers)
            self.things += count
            if count:
                self._begin_remarks(ply)
            for place in range(count):
                if place:
                    self._put(b",", 1)
                self._put_number(numbers[place])
            remarked = count > 0
            at += 1
            while at < next:
                size = self._unfold_comment(data, &self.elements[at]) if self.elements[at].kind == COMMENT_ELEMENT else 0
                if size:
                    if not remarked:
                        self._begin_remarks(ply)
                    remarked = True
                    self._put_remark(size)
                elif self.elements[at].kind == OPEN_ELEMENT:
                    if not remarked:
                        self._begin_remarks(ply)
                    remarked = True
                    at = self._put_variation(data, at + 1)
                at += 1
            ply += 1
        return at

    cdef int _begin_remarks(self, int ply) except -1:
        self._put(b"\0", 1)
        self._put_number(ply)
        return self._put(b":", 1)

    cdef int _put_variation(self, const char *data, int at) except -1:
        """The moves of a variation and what stands between them; where it ends."""
        cdef Py_ssize_t begin
        cdef bytes moves
        cdef int count
        begin = self.page_size
        count = self._put_moves(at)
        moves = self.page[begin : self.page_size]
        self.page_size = begin
        self.things += count
        self._put(b"\0(", 2)
        self._put_number(count)
        self._put(b":", 1)
        self._put(moves, len(moves))
        at = self._put_remarks(data, at)
        self._put(b"\0)", 2)
        return at

    cdef int _put_remark(self, Py_ssize_t size) except -1:
        """The comment that was read, of so many bytes, if it says anything."""
        if not size:
            return 0
        self.things += 1
        self._put(b"\0" b"0", 2)  # no aside
        return self._put(self.note + 1, size)

    # -- a game anew ----------------------------------------------------------------------------------------------------------

    cdef str _written(self, const char *data, Header *header):
        cdef int tag
        for tag in range(header.tags):
            if has_line_end(header.values[tag].begin, header.values[tag].size):
                return None
            if is_player(&header.names[tag]) and not in_roster(&header.names[tag], self.roster):
                return None  # of other games, who stand among those of the roster
        if self.game_name != b"chess" and (header.variant.size == 0 or is_named(&header.variant, b"?")):
            return None  # a tag is added
        self.page_size = 0
        if self.form != AS_JSON:
            self._put_pgn_tags(header)
            self.line_length, self.brackets, self.begun = -1, 0, False
            self._put_pgn_line(data, 0, 0)
            self._word(header.result.begin, header.result.size)
            self._put(b"\n\n", 2)
        else:
            self._put(b'{"variant": "', 13)
            self._put(self.game_name, len(self.game_name))
            self._put(b'", "tags": {', 12)
            self._put_json_tags(header)
            self._put(b"}, ", 3)
            self._put_json_line(data, 0, 0)
            self._put(b', "result": "', 13)
            self._put(header.result.begin, header.result.size)
            self._put(b'"}\n', 3)
        if self.unwritable:
            return None
        return PyUnicode_DecodeUTF8(self.page, self.page_size, NULL)

    cdef int _tag(self, Header *header, const char *name) noexcept nogil:
        """The place of a tag, -1 where there is none."""
        cdef int tag
        for tag in range(header.tags):
            if is_named(&header.names[tag], name):
                return tag
        return -1

    cdef int _other_tags(self, Header *header, int *order) except -1:
        """The places of tags that are not of the roster, in ASCII order; how many there are."""
        cdef int tag, count = 0, at
        for tag in range(header.tags):
            if in_roster(&header.names[tag], self.roster):
                continue
            at = count
            while at and is_before(&header.names[tag], &header.names[order[at - 1]]):
                order[at] = order[at - 1]
                at -= 1
            order[at] = tag
            count += 1
        return count

    cdef int _put_pgn_tag(self, const char *name, Py_ssize_t size, const char *value, Py_ssize_t length) except -1:
        self._put(b"[", 1)
        self._put(name, size)
        self._put(b' "', 2)
        self._put(value, length)
        return self._put(b'"]\n', 3)

    cdef int _put_pgn_tags(self, Header *header) except -1:
        """The roster, whole (PGN 8.1.1), then the others, with the SetUp of a FEN (9.7.1), and an empty line."""
        cdef int order[MOST_WRITTEN_TAGS]
        cdef int tag, place, count
        cdef bint sets_up = header.position.begin != NULL and self._tag(header, b"SetUp") < 0
        cdef Piece set_up
        cdef bytes name
        for name in self.roster:
            tag = self._tag(header, name)
            if tag >= 0:
                self._put_pgn_tag(name, len(name), header.values[tag].begin, header.values[tag].size)
            elif name == b"Date":
                self._put_pgn_tag(name, 4, b"????.??.??", 10)
            else:
                self._put_pgn_tag(name, len(name), b"?", 1)
        set_up.begin, set_up.size = b"SetUp", 5
        count = self._other_tags(header, order)
        for place in range(count):
            tag = order[place]
            if sets_up and is_before(&set_up, &header.names[tag]):
                self._put_pgn_tag(b"SetUp", 5, b"1", 1)
                sets_up = False
            self._put_pgn_tag(
                header.names[tag].begin, header.names[tag].size, header.values[tag].begin, header.values[tag].size
            )
        if sets_up:
            self._put_pgn_tag(b"SetUp", 5, b"1", 1)
        return self._put(b"\n", 1)

    cdef int _put_pgn_line(self, const char *data, int at, int depth) except -1:
        """A line that begins at a place among the elements; the place where it ends."""
        cdef char text[LONGEST_TEXT]
        cdef bint fresh = True, branches = False, opens
        cdef int next, number = 0, before, size, first
        while at < self.element_count and self.elements[at].kind == COMMENT_ELEMENT:
            self._put_pgn_comment(data, &self.elements[at])
            at += 1
        while self._is_move(at) and not self.unwritable:
            next = self._behind(at + 1, &branches)
            before, number = number, self.round_number()
            opens = number != before if before else self.opens_round()
            if branches:
                self.keep_before()
            first = 0
            if fresh or opens:
                first = put_number(text, number)
                text[first] = c'.'
                if not opens:
                    text[first + 1] = text[first + 2] = c'.'
                first += 1 if opens else 3
                text[first] = c' '
                first += 1
            size = self._write_element(&self.elements[at], self._is_move(next), text + first)
            self.unwritable |= not size
            self._word(text, first + size)
            self._put_pgn_nags(at + 1, next)
            fresh = False
            at += 1
            while at < next:
                if self.elements[at].kind == COMMENT_ELEMENT:
                    fresh |= self._put_pgn_comment(data, &self.elements[at])
                elif self.elements[at].kind == OPEN_ELEMENT:
                    self.begin_line(depth)
                    self.brackets += 1
                    at = self._put_pgn_line(data, at + 1, depth + 1)
                    self._close()
                    self.end_line(depth)
                    fresh = True
                    if self.unwritable:
                        return at
                at += 1
        return at

    cdef int _behind(self, int at, bint *branches) noexcept nogil:
        """Where what follows a move ends: at the next move of its line, or the end of that."""
        cdef int depth = 0
        branches[0] = False
        while at < self.element_count:
            if self.elements[at].kind == OPEN_ELEMENT:
                depth += 1
                branches[0] = True
            elif self.elements[at].kind == CLOSE_ELEMENT:
                if not depth:
                    break
                depth -= 1
            elif self.elements[at].kind == MOVE_ELEMENT and not depth:
                break
            at += 1
        return at

    cdef bint _is_move(self, int at) noexcept nogil:
        return at < self.element_count and self.elements[at].kind == MOVE_ELEMENT

    cdef int _nags(self, int at, int end, int *numbers) noexcept nogil:
        """The NAGs of a move, each once, in their order; how many there are."""
        cdef int depth = 0, count = 0, other
        while at < end:
            depth += (self.elements[at].kind == OPEN_ELEMENT) - (self.elements[at].kind == CLOSE_ELEMENT)
            if self.elements[at].kind == NAG_ELEMENT and not depth:
                for other in range(count):
                    if numbers[other] == self.elements[at].number:
                        break
                else:
                    numbers[count] = self.elements[at].number
                    count += 1
            at += 1
        return count

    cdef int _put_pgn_nags(self, int at, int end) except -1:
        cdef int numbers[256]
        cdef char text[LONGEST_TEXT]
        cdef int count = self._nags(at, end, numbers), place
        text[0] = c'$'
        for place in range(count):
            self._word(text, 1 + put_number(text + 1, numbers[place]))
        return 0

    cdef bint _put_pgn_comment(self, const char *data, Element *element) except -1:
        """A comment, in words; whether it says anything."""
        cdef const char *end
        cdef const char *begin
        cdef const char *last
        cdef const char *looked
        cdef Py_ssize_t size = self._unfold_comment(data, element)
        cdef bint within = False  # a command, which is on one line
        if not size:
            return False
        if memchr(self.note + 1, c'}', size) or memchr(self.note + 1, c'{', size) or self.note[size] == c'\\':
            self.unwritable = True
            return True
        self.note[0], self.note[size + 1] = c'{', c'}'
        begin = looked = self.note
        last = self.note + size + 2
        while begin < last:
            end = <const char *>memchr(begin, c' ', last - begin)
            while end != NULL:
                while looked < end:
                    within = looked[1] == c'%' if looked[0] == c'[' else within and looked[0] != c']'
                    looked += 1
                if not within and end[1] != c'%' and end[1] != c'[':  # these begin no line
                    break
                end = <const char *>memchr(end + 1, c' ', last - end - 1)
            if end == NULL:
                end = last
            self._word(begin, end - begin)
            begin = end + 1
        return True

    cdef Py_ssize_t _unfold_comment(self, const char *data, Element *element) except -1:
        """Have the text of a comment as the note, in which white space is one blank; how many bytes it has."""
        cdef const unsigned char *text = <const unsigned char *>data
        cdef Py_ssize_t at = element.begin, end = element.end, size = 0, begin
        cdef bint waits = False  # whether a blank stands in front of the next character
        self._make_note_room(end - at + 2)
        while at < end:
            begin = at
            if not is_ink(text[at]):
                at += blank_of(text + at)
            if at > begin:
                waits = size > 0
                continue
            if not text[at]:
                self.unwritable = True
                return 0
            if waits:
                size += 1
                self.note[size] = c' '
                waits = False
            at += 1  # whatever it is
            while at < end and is_ink(text[at]):
                at += 1
            memcpy(self.note + 1 + size, data + begin, at - begin)
            size += at - begin
        return size

    cdef int _make_note_room(self, Py_ssize_t size) except -1:
        cdef char *note
        if size <= self.note_room:
            return 0
        note = <char *>PyMem_Realloc(self.note, size * 2)
        if not note:
            raise MemoryError
        self.note, self.note_room = note, size * 2
        return 0

    # -- JSON -----------------------------------------------------------------------------------------------------------------

    cdef int _put_json_text(self, const char *text, Py_ssize_t size) except -1:
        """A text between quotes, as the json module writes it in ASCII."""
        cdef Py_ssize_t at = 0, begin = 0
        self._put(b'"', 1)
        while at < size:
            if is_plain(text[at]) and text[at] != c'"' and text[at] != c'\\':
                at += 1
                continue
            self._put(text + begin, at - begin)
            at += self._put_escaped(<const unsigned char *>text + at)
            begin = at
        self._put(text + begin, at - begin)
        return self._put(b'"', 1)

    cdef int _put_escaped(self, const unsigned char *text) except -1:
        """A character that JSON in ASCII does not have as it is; how many bytes it has in UTF-8."""
        cdef int size = 1 if text[0] < 0x80 else 2 if text[0] < 0xE0 else 3 if text[0] < 0xF0 else 4, at
        cdef int number = text[0] if size == 1 else text[0] & (0x7F >> size)
        cdef char short[2]
        for at in range(1, size):
            number = number << 6 | (text[at] & 0x3F)
        short[0], short[1] = c'\\', SHORT_ESCAPES[number] if size == 1 else 0
        if short[1]:
            self._put(short, 2)
        elif number < 0x10000:
            self._put_unit(number)
        else:
            self._put_unit(0xD7C0 + (number >> 10))
            self._put_unit(0xDC00 + (number & 0x3FF))
        return size

    cdef int _put_unit(self, int unit) except -1:
        """One unit of UTF-16 in JSON."""
        cdef char text[6]
        cdef int at
        text[0], text[1] = c'\\', c'u'
        for at in range(4):
            text[5 - at] = b"0123456789abcdef"[unit >> (4 * at) & 15]
        return self._put(text, 6)

    cdef int _put_json_tags(self, Header *header) except -1:
        """What is known of the roster but the result, then the others but the SetUp of a FEN."""
        cdef int order[MOST_WRITTEN_TAGS]
        cdef int tag, place, count = 0
        cdef bytes name
        cdef Piece *value
        for name in self.roster:
            tag = self._tag(header, name)
            if tag < 0 or name == b"Result":
                continue
            value = &header.values[tag]
            if not is_named(value, b"????.??.??" if name == b"Date" else b"?"):
                self._put_json_tag(&header.names[tag], value, not count)
                count += 1
        for place in range(self._other_tags(header, order)):
            tag = order[place]
            value = &header.values[tag]
            if header.position.begin == NULL or not is_named(&header.names[tag], b"SetUp") or not is_named(value, b"1"):
                self._put_json_tag(&header.names[tag], value, not count)
                count += 1
        return 0

    cdef int _put_json_tag(self, Piece *name, Piece *value, bint first) except -1:
        if not first:
            self._put(b", ", 2)
        self._put_json_text(name.begin, name.size)
        self._put(b": ", 2)
        return self._put_json_text(value.begin, value.size)

    cdef int _put_json_line(self, const char *data, int at, int depth) except -1:
        """The comments in front of a line and its moves, from a place among the elements; the place where it ends."""
        cdef char text[LONGEST_TEXT]
        cdef bint branches = False, first = True
        cdef int next, size, many
        many = self._put_json_comments(data, at)
        while at < self.element_count and self.elements[at].kind == COMMENT_ELEMENT:
            at += 1
        self._put(b', "moves": [' if many else b'"moves": [', 12 if many else 10)
        while self._is_move(at) and not self.unwritable:
            next = self._behind(at + 1, &branches)
            if branches:
                self.keep_before()
            size = self._write_element(&self.elements[at], self._is_move(next), text)
            self.unwritable |= not size
            self._put(b'{"move": ' if first else b', {"move": ', 9 if first else 11)
            self._put_json_text(text, size)
            self._put_json_nags(at + 1, next)
            self._put_json_behind(data, at + 1, next, depth)
            self._put(b"}", 1)
            first = False
            at = next
        self._put(b"]", 1)
        return at

    cdef int _put_json_comments(self, const char *data, int at) except -1:
        """The comments in front of a line; how many there are."""
        cdef Py_ssize_t size
        cdef int many = 0
        while at < self.element_count and self.elements[at].kind == COMMENT_ELEMENT:
            size = self._unfold_comment(data, &self.elements[at])
            if size:
                self._put(b', {"comment": ' if many else b'"intro": [{"comment": ', 14 if many else 22)
                self._put_json_text(self.note + 1, size)
                self._put(b"}", 1)
                many += 1
            at += 1
        if many:
            self._put(b"]", 1)
        return many

    cdef int _put_json_nags(self, int at, int end) except -1:
        cdef int numbers[256]
        cdef int count = self._nags(at, end, numbers), place
        for place in range(count):
            self._put(b", " if place else b', "nags": [', 2 if place else 11)
            self._put_number(numbers[place])
        return self._put(b"]", 1) if count else 0

    cdef int _put_json_behind(self, const char *data, int at, int end, int depth) except -1:
        """Comments and variations after a move, in their order."""
        cdef Py_ssize_t size
        cdef int many = 0
        while at < end and not self.unwritable:
            if self.elements[at].kind == COMMENT_ELEMENT:
                size = self._unfold_comment(data, &self.elements[at])
                if size:
                    self._put(b', {"comment": ' if many else b', "behind": [{"comment": ', 14 if many else 25)
                    self._put_json_text(self.note + 1, size)
                    self._put(b"}", 1)
                    many += 1
            elif self.elements[at].kind == OPEN_ELEMENT:
                self._put(b', {"variation": {' if many else b', "behind": [{"variation": {', 17 if many else 28)
                self.begin_line(depth)
                at = self._put_json_line(data, at + 1, depth + 1)
                self.end_line(depth)
                self._put(b"}}", 2)
                many += 1
            at += 1
        return self._put(b"]", 1) if many else 0


cdef inline bint is_plain(unsigned char char) noexcept nogil:
    """True if a character is printed as it is in ASCII."""
    return 32 <= char < 127


cdef inline bint is_ink(unsigned char char) noexcept nogil:
    """True if a character is ASCII that leaves something on paper."""
    return <unsigned char>(char - 33) < 94


cdef int blank_of(const unsigned char *text) noexcept nogil:
    """How many bytes the white space has that a text begins with, as `str.split` takes it: 0 for none."""
    if text[0] < 0x80:
        return text[0] == 32 or 9 <= text[0] <= 13 or 28 <= text[0] <= 31
    if text[0] == 0xC2:  # U+0085, U+00A0
        return 2 if text[1] == 0x85 or text[1] == 0xA0 else 0
    if text[0] == 0xE1:  # U+1680
        return 3 if text[1] == 0x9A and text[2] == 0x80 else 0
    if text[0] == 0xE2 and text[1] == 0x80:  # U+2000 to U+200A, U+2028, U+2029, U+202F
        return 3 if text[2] <= 0x8A or text[2] == 0xA8 or text[2] == 0xA9 or text[2] == 0xAF else 0
    if text[0] == 0xE2 and text[1] == 0x81:  # U+205F
        return 3 if text[2] == 0x9F else 0
    return 3 if text[0] == 0xE3 and text[1] == 0x80 and text[2] == 0x80 else 0  # U+3000


cdef int put_number(char *text, int number) noexcept nogil:
    """A number in digits; how many there are."""
    cdef char digits[12]
    cdef int count = 0, place
    while True:
        digits[count] = c'0' + number % 10
        count += 1
        number //= 10
        if not number:
            break
    for place in range(count):
        text[place] = digits[count - 1 - place]
    return count


cdef bint is_named(Piece *name, const char *text) noexcept nogil:
    return strlen(text) == <size_t>name.size and memcmp(name.begin, text, name.size) == 0


cdef bint is_player(Piece *name) noexcept nogil:
    return is_named(name, b"White") or is_named(name, b"Silver") or is_named(name, b"Black") or is_named(name, b"Gold")


cdef bint in_roster(Piece *name, tuple roster):
    cdef bytes known
    for known in roster:
        if is_named(name, known):
            return True
    return False


cdef bint is_before(Piece *name, Piece *other) noexcept nogil:
    """True if a name stands in front of another in ASCII order."""
    cdef Py_ssize_t shorter = name.size if name.size < other.size else other.size
    cdef int differs = memcmp(name.begin, other.begin, shorter)
    return differs < 0 or (differs == 0 and name.size < other.size)


cdef bint has_line_end(const char *text, Py_ssize_t size) noexcept nogil:
    """True if there is a control character in a text, or what `str.splitlines` takes for the end of a line."""
    cdef const unsigned char *byte = <const unsigned char *>text
    cdef Py_ssize_t at
    for at in range(size):
        if byte[at] < 32:
            return True
        if byte[at] == 0xC2 and byte[at + 1] == 0x85:
            return True
        if byte[at] == 0xE2 and byte[at + 1] == 0x80 and (byte[at + 2] == 0xA8 or byte[at + 2] == 0xA9):
            return True
    return False
