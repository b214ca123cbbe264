# Cuts texts for Python: the tags of a header, and the tokens of what follows, as `records/pgn_lexer.py` cuts them; and finds
# among tokens those that are plainly moves (`plain_moves`). The scanner does not need these: it reads texts as they are. What
# a token is, both say alike: a new one is written in `token_end` and in the patterns of `pgn_lexer`. Included after the
# scanner, whose classes of characters it shares.

def usual_tags(str text):
    """The tags of a header as most programs write them, one a line, and where it ends; None for any other header."""
    cdef Py_ssize_t size = 0, at = 0, end = 0
    cdef const char *data
    cdef Piece name, value
    try:
        data = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:
        return None
    tags = {}
    while at < size and data[at] == c'[':
        at = next_tag(data, at, size, &name, &value)
        if at < 0:
            return None
        key = PyUnicode_DecodeUTF8(name.begin, name.size, NULL)
        if key in tags:
            return None
        tags[key] = unescaped(PyUnicode_DecodeUTF8(value.begin, value.size, NULL))
        end = at
        at += at < size
    while at < size and CLASSES[<unsigned char>data[at]] == BLANK:
        at += 1
    if not tags or (at < size and CLASSES[<unsigned char>data[at]] != DIGIT and not memchr(b"{(;*", data[at], 4)):
        return None  # words there may be lines among the tags
    return tags, end if size == len(text) else len(data[:end].decode())


cdef str unescaped(str value):
    """The value of a tag without the backslashes in front of quotes and backslashes (PGN 7)."""
    if "\\" not in value:
        return value
    halves = value.split("\\\\")  # two are one, whatever follows
    return "\\".join([half.replace('\\"', '"') for half in halves])


def line_ends(str text):
    """How many line ends a text has."""
    if PyUnicode_KIND(text) != PyUnicode_1BYTE_KIND:
        return text.count("\n")
    return lines_of(<const char *>PyUnicode_DATA(text), len(text))


cdef inline bint is_symbol(unsigned char char) noexcept nogil:
    """`pgn_lexer.SYMBOL`, as far as it is ASCII."""
    return char > 32 and char < 127 and not (char == c'(' or char == c')' or char == c'{' or char == c'}' or char == c';')


cdef inline bint is_space(unsigned char char) noexcept nogil:
    return char == 32 or (9 <= char <= 13) or (28 <= char <= 31)


cdef Py_ssize_t token_end(const unsigned char *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Where the token that begins at a character ends, as `pgn_lexer` cuts; -1 where it is left to that."""
    cdef Py_ssize_t end = at
    cdef const void *close
    if text[at] == c'{':
        close = memchr(text + at, c'}', size - at)
        if close == NULL:
            return size
        end = <const unsigned char *>close - text
        return end + 1 if text[end - 1] != c'\\' else -1
    if text[at] == c';' or (text[at] == c'%' and at and text[at - 1] == c'\n'):
        close = memchr(text + at, c'\n', size - at)
        return <const unsigned char *>close - text if close != NULL else size
    if not is_symbol(text[at]):
        return at + 1
    while c'0' <= text[end] <= c'9':
        end += 1
    if end > at and text[end] == c'.':
        while text[end] == c'.':
            end += 1
        return end
    if at < end <= at + 3 and text[end] == c')' and is_space(text[end + 1]):
        return end + 1
    if c'0' <= text[at] <= c'9' and text[at + 1] == c':':
        end = at + 2
        while is_space(text[end]):
            end += 1
        if not is_symbol(text[end]):
            end = at
    while is_symbol(text[end]):
        end += 1
    return end


def tokens(str text, Py_ssize_t start, bint places):
    """The tokens of an ASCII text from a place on, as `pgn_lexer.tokens_in` without spoken moves, or where they begin and
    end, one after the other; None where it cannot tell."""
    cdef Py_ssize_t size = 0, at = start, end
    cdef const unsigned char *data = <const unsigned char *>PyUnicode_AsUTF8AndSize(text, &size)
    found = []
    while at < size:
        if data[at] <= 32 or data[at] == 127:
            at += 1
            continue
        end = token_end(data, at, size)
        if end < 0:
            return None
        if places:
            found.append(at)
            found.append(end)
        else:
            found.append(PyUnicode_Substring(text, at, end))
        at = end
    return found


def plain_moves(list tokens, Py_ssize_t first, Py_ssize_t limit, dict known, dict numbers):
    """See `kernel.plain_moves`."""
    cdef Py_ssize_t place = first
    found = []
    while place < limit:
        token = tokens[place]
        if token not in numbers:
            if token not in known or not (<str>token)[0].isalpha():
                break
            found.append(place)
        place += 1
    return found, place
