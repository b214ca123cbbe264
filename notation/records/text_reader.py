"""From bytes to text: a file or a stream, read piece by piece, whatever its encoding and line ends; and whether that text
looks like the record of a game.

UTF-8 is expected, with or without a mark in front; UTF-16 and UTF-32 are known by their mark, or by the NUL bytes of
their first characters; what is neither marked nor UTF-8, by the encoding in which its first lines beyond ASCII read best
(`encodings`), however late these come. A byte that is not UTF-8 in a file of Western Europe is read as Windows-1252 or
Latin-1, as old game files have it.

>>> resembles('[White "Anna"]'), resembles("1. e4 e5 2. Nf3"), resembles("The game of chess is old.")
(True, True, False)
>>> kind_of("<!DOCTYPE html><html>"), kind_of("PK\\x03\\x04..."), kind_of("The game of chess is old.")
('a web page', 'a ZIP archive', 'some other text')
"""

import codecs
import io
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from itertools import islice
from typing import BinaryIO, NamedTuple

from fairyscore.notation.kernel import line_ends
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.records import byte_text
from fairyscore.notation.records.diagnostics import WINDOW, RecordCode, window
from fairyscore.notation.records.encodings import BEFORE, STRETCH, TITLES, Judgement, encoding_of, first_beyond, telling
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.storage.source import TELLING, Unreadable
from fairyscore.notation.text import late_pattern

OnProgress = Callable[[int], None]
"""Is called with the number of characters that were read, time and again: a progress bar."""

CHUNK = 1 << 18  # characters read at once
HEAD = 16  # so many bytes show the encoding

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins with the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

UNMARKED = (
    (rb"(?:[^\0]\0)+", "utf-16-le"),
    (rb"(?:\0[^\0])+", "utf-16-be"),
    (rb"(?:[^\0]\0\0\0)+", "utf-32-le"),
    (rb"(?:\0\0\0[^\0])+", "utf-32-be"),
)
"""How a text that begins with ASCII looks in them."""

WIDE = {
    **{name: title for name, title in TITLES.items() if name},
    "utf-16": "UTF-16",
    "utf-32": "UTF-32",
    "utf-16-le": "UTF-16 without a mark",
    "utf-16-be": "UTF-16 without a mark",
    "utf-32-le": "UTF-32 without a mark",
    "utf-32-be": "UTF-32 without a mark",
}
"""What people call the encodings that are read, but are worth a word."""

BROKEN = "\N{REPLACEMENT CHARACTER}"  # stands for what is not a character in a wide encoding

_STRAY = late_pattern("[\udc80-\udcff]")
_MARKS = late_pattern("^[\ufeff\u200b\u200e\u200f\u2060]+", re.MULTILINE)
_LATER_MARKS = late_pattern("(?<=\n)[\ufeff\u200b\u200e\u200f\u2060]+")
"""Byte order marks and the like at the head of a line, where files have been put together: a tag may stand behind them."""

_UNUSED = b"\x81\x8d\x8f\x90\x9d"


def _old(stray: str) -> str:
    """The character that a stray byte is in Windows-1252, or in Latin-1 where that has none."""
    byte = ord(stray) - 0xDC00
    return bytes((byte,)).decode("latin-1" if byte in _UNUSED else "cp1252")


class Opening(NamedTuple):
    """A stream as text, all line ends as `LF`, and its encoding. head: its beginning, where that does not tell it."""

    text: io.TextIOWrapper
    judgement: Judgement
    head: bytes = b""


def text_of(binary: BinaryIO, encoding: str = "", *, is_part: bool = False) -> Opening:
    """The stream as text, by what its first read gives (`Opened`).

    encoding: the one it is in, where that is known; files of bytes are read by `byte_text` all the same.
    is_part: it is a part of a file, which is cut only where it is UTF-8 with stray bytes.
    Bytes that are not UTF-8 come as surrogates; what is broken in another encoding, or in a known one, as `BROKEN`.
    """
    buffered = binary if isinstance(binary, io.BufferedReader) else io.BufferedReader(binary)  # type: ignore[type-var]
    head = buffered.peek(HEAD)[:TELLING]
    if byte_text.is_of_bytes(head):
        judgement = Judgement(byte_text.ENCODING)
    else:
        judgement = Judgement(encoding) if encoding else _judged(head, is_part=is_part)
    errors = "replace" if encoding or judgement.encoding in WIDE else "surrogateescape"
    told = encoding or is_part or judgement != UNTOLD or not _tells_nothing(head)
    text = io.TextIOWrapper(buffered, encoding=judgement.encoding, errors=errors)
    return Opening(text, judgement, b"" if told else head)


UNTOLD = Judgement("utf-8")


def _tells_nothing(head: bytes) -> bool:
    return head.isascii() and b"\0" not in head


def _judged(head: bytes, *, is_part: bool) -> Judgement:
    """The encoding of a text by its mark, by its NUL bytes, or by how it reads."""
    units = head[: len(head[:HEAD]) // 4 * 4]
    marked = next((name for mark, name in MARKS if head.startswith(mark)), "")
    unmarked = UNMARKED if b"\0" in units else ()
    encoding = marked or next((name for look, name in unmarked if re.fullmatch(look, units)), "")
    if encoding or is_part or head.isascii() or b"\0" in head:
        return Judgement(encoding) if encoding else UNTOLD
    return _or_utf8(encoding_of(head))


def _or_utf8(found: Judgement) -> Judgement:
    return found if found.encoding else found._replace(encoding="utf-8")


def judged_later(head: bytes, data: bytes, at: int) -> Judgement:
    """The encoding of a text that begins with ASCII, by its first lines beyond that.

    data: what has them, all line ends as LF. at: the place of the first byte there that is not ASCII.
    """
    return _or_utf8(encoding_of(telling(data, at, TELLING), head))


def is_told_late(head: bytes, blocks: Iterator[bytes]) -> bool:
    """True if a text begins with ASCII, and is found not to be UTF-8 with stray bytes by what comes later.

    head: its beginning. blocks: the bytes of it, or of its rest from the beginning of a line on, up to the first block that
    is not ASCII and what follows that.
    """
    before = b""
    for block in blocks if _tells_nothing(head) else ():
        if block.isascii():
            before = block[-BEFORE:]
            continue
        data = before + block
        data = data[max(0, first_beyond(data) - BEFORE) :]
        while len(data) < 2 * STRETCH and (more := next(blocks, b"")):
            data += more
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return judged_later(head, data, first_beyond(data)).encoding in WIDE
    return False


def as_bytes(text: str) -> bytes:
    """The bytes that were read as UTF-8, with surrogates for those that are none."""
    return text.encode("utf-8", "surrogateescape")


def byte_line_ends(data: bytes, begin: int = 0, end: int | None = None) -> int:
    r"""The number of line ends between two bytes, of whichever kind.

    >>> byte_line_ends(b"a\r\nb\nc\r")
    3
    """
    ends = data.count(b"\n", begin, end) + data.count(b"\r", begin, end)
    return ends - data.count(b"\r\n", begin, end)


def as_latin(text: str) -> str:
    """The text with its stray bytes read as Windows-1252, or as Latin-1 where that has no character.

    >>> as_latin(b"M\\xfcller\\x92s".decode("utf-8", "surrogateescape"))
    'Müller’s'
    """
    return _STRAY.sub(lambda found: _old(found[0]), text)


class FilePlace(NamedTuple):
    """A character of a file, and its line as a `Diagnostic` has it."""

    line: int = 1
    column: int = 1
    source: str = ""
    source_start: int = 1


class Note(NamedTuple):
    """Something about a file as a whole, and where it was found."""

    code: RecordCode
    place: FilePlace
    facts: Mapping[str, Fact]


class TextReader:
    """The text of a file, from its bytes: where the next chunk begins, and what was noted on the way.

    name: what messages call the file. known_encoding: the one it is in, where somebody says so. is_part: as in `text_of`.
    head: how its file begins, where what is read is the rest of one whose encoding nothing has told before.
    unreadable: it could not be read to its end.
    """

    def __init__(
        self,
        name: str,
        on_progress: OnProgress | None = None,
        known_encoding: str = "",
        *,
        is_part: bool = False,
        head: bytes = b"",
    ) -> None:
        self.name = name
        self.known_encoding = known_encoding
        self.is_part = is_part
        self.on_progress = on_progress
        self.before = ""
        self.line = 1
        self.column = 1
        self.encoding = ""
        self.head = head  # as long as nothing tells the encoding
        self.unreadable = False
        self.reported: set[RecordCode] = set()
        self.notes: list[Note] = []
        self._decoder: codecs.IncrementalDecoder | None = None

    def chunks(self, binary: BinaryIO) -> Generator[str, None, None]:
        """The text as games are cut from it: stray bytes read as Latin-1, NUL bytes as blanks.

        What the system refuses in the middle of a file ends it; the games before that are judged.
        """
        text: io.TextIOWrapper | None = None
        try:
            text, judgement, head = text_of(binary, self.known_encoding, is_part=self.is_part)
            self.head = self.head or head
            self._take(judgement, FilePlace())
            yield from self._clean_chunks(text)
            if broken := getattr(binary, "fault", None):  # of a packed stream, which ends there
                raise broken
        except OSError as error:
            self.unreadable = True
            unread = Unreadable.named(self.name, error)
            place = FilePlace(self.line, self.column)
            self.notes.append(Note(RecordCode(unread.code.value), place, unread.facts))
        finally:
            if text is not None:  # take the wrappers off a stream that is not ours, so that they do not close it
                buffered: object = text.detach()
                if buffered is not binary and isinstance(buffered, io.BufferedReader):
                    buffered.detach()

    def _take(self, judgement: Judgement, place: FilePlace) -> None:
        """Read on in an encoding, and say so where that is worth a word."""
        self.encoding, rival, is_guessed = judgement
        if rival:
            facts = {"encoding": WIDE.get(self.encoding, TITLES[""]), "rival": TITLES[rival]}
            facts["guessed"] = self.encoding if self.encoding in WIDE else "cp1252"
            self.notes.append(Note(RecordCode.DOUBTFUL_ENCODING, place, facts))
        elif self.encoding in WIDE and not self.known_encoding:
            facts = {"what": f"the file is {WIDE[self.encoding]}, and read as such"}
            facts |= {"guessed": self.encoding} if is_guessed else {}
            self.notes.append(Note(RecordCode.ENCODING, place, facts))

    def _judge(self, chunk: str, following: Callable[[], str]) -> None:
        """The encoding by the first chunk that is not ASCII, as UTF-8 with surrogates for the bytes that are none."""
        around = as_bytes(self.before[-BEFORE:] + chunk)
        at = first_beyond(around)
        if len(around) - at < STRETCH:
            around += as_bytes(following())
        judgement = judged_later(self.head, around, at)
        self.head = b""
        if judgement.encoding in WIDE:
            self._decoder = codecs.getincrementaldecoder(judgement.encoding)("replace")
        line = self.line + chunk.count("\n", 0, at - len(self.before[-BEFORE:]))
        self._take(judgement, FilePlace(line))

    def _clean_chunks(self, text: io.TextIOWrapper) -> Iterator[str]:
        """The chunks of a text. One is read ahead only where a fault is to be shown in its line: a pipe may be slow."""
        ahead: str | None = None
        fault: OSError | None = None

        def following() -> str:
            nonlocal ahead, fault
            if ahead is None:
                try:
                    ahead = text.read(CHUNK)
                except OSError as found:
                    ahead, fault = "", found
            return ahead

        while chunk := following():
            ahead = None
            yield self._clean(chunk, following)
            newline = chunk.rfind("\n")
            self.line += line_ends(chunk)
            self.column = len(chunk) - newline if newline >= 0 else self.column + len(chunk)
            self.before = chunk[-WINDOW:]
            if self.on_progress is not None:
                self.on_progress(len(chunk))
        if self._decoder is not None and (rest := self._decoder.decode(b"", final=True)):
            yield self._without_strays(rest, following)
        if fault is not None:
            raise fault

    def _clean(self, chunk: str, following: Callable[[], str]) -> str:
        if self.head and not chunk.isascii():
            self._judge(chunk, following)
        if self._decoder is not None:
            chunk = self._decoder.decode(as_bytes(chunk))
        if not chunk.isascii():
            chunk = self._without_strays(chunk, following)
            chunk = _MARKS.sub("", chunk) if self.column == 1 else _LATER_MARKS.sub("", chunk)
        if "\0" in chunk:
            self._note_at(chunk, chunk.find("\0"), following, RecordCode.NUL_BYTE)
            chunk = chunk.replace("\0", " ")
        return chunk

    def _without_strays(self, chunk: str, following: Callable[[], str]) -> str:
        if self.known_encoding or self.encoding in WIDE:
            broken = chunk.find(BROKEN)
            if broken >= 0:
                what = "some bytes here are not character; they are read as U+FFFD"
                self._note_at(chunk, broken, following, RecordCode.ENCODING, what=what, lost=BROKEN)
            return chunk
        try:
            chunk.encode()  # the quickest way to see that no byte went astray
        except UnicodeEncodeError as error:
            byte = ord(chunk[error.start]) - 0xDC00
            what = f"the byte {byte:02X} is not UTF-8; such bytes are read as Latin-1/Windows-1252"
            self._note_at(chunk, error.start, following, RecordCode.ENCODING, what=what, guessed="cp1252")
            return as_latin(chunk)
        return chunk

    def _note_at(self, chunk: str, at: int, following: Callable[[], str], code: RecordCode, **facts: Fact) -> None:
        """Note what is wrong with the file at a place of the chunk; each code once."""
        if code in self.reported:
            return
        self.reported.add(code)
        column = at - chunk.rfind("\n", 0, at) if "\n" in chunk[:at] else self.column + at
        line = self.line + chunk.count("\n", 0, at)
        around = self.before + chunk
        if len(chunk) - at < WINDOW and "\n" not in chunk[at:]:
            around += following()[:WINDOW]
        at += len(self.before)
        begin, end = around.rfind("\n", 0, at) + 1, around.find("\n", at)
        source, first = window(around, begin, len(around) if end < 0 else end, at)
        spot = FilePlace(line, column, as_latin(source), column - at + first)
        self.notes.append(Note(code, spot, facts))


LOOKED_AT = 1 << 16  # so many characters show whether a text is a record

WORDS = 400

FEWEST = 1 / 8  # of the words of a record so many look like moves, spoken ones too; of other texts, hardly one

_BINARY = late_pattern("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_TAG_LINE = late_pattern(r'^[ \t]*+\[[ \t]*+[A-Z]\w*+[ \t]*+"', re.MULTILINE)
_MOVE = (
    r"\d{1,3}[.)]+"
    r"|(?>(?:\d{1,3}[.)]+)?)(?:(?:[^\W\d_]{0,2}+[a-zA-Z0-9]{0,3}[-x:@]?)?[a-nA-N]\d{1,2}\S{0,4}"
    r"|\S{2}[\u8fdb\u9032\u9000\u5e73]\S{1,2})"
    r"|[1-9][A-K]\S{0,5}|[oO0]-[oO0](?:-[oO0])?\S?|\d-\d|[1-9]{4}|\(|\)|\*"
)


def resembles(text: str) -> bool:
    """True if a text looks like the record of a game, a faulty one too: it has a tag, or many words like moves."""
    head = text[:LOOKED_AT]
    if _TAG_LINE.search(head) is not None:
        return True
    if _BINARY.search(head[:WORDS]) is not None:
        return False
    move = re.compile(_MOVE)
    words = [found[0] for found in islice(re.finditer(r"\S++", re.sub(r"\{[^}]*+\}|;[^\n]*+", " ", head)), WORDS)]
    return sum(move.fullmatch(word) is not None for word in words) > len(words) * FEWEST


def kind_of(text: str) -> str:
    """The kind of a file that holds no game, as far as its beginning tells."""
    for name, look in data_sections("fairyscore.notation.records", "strangers.ini")["beginnings"].items():
        if re.match(look, text) is not None:
            return name
    return "binary data" if _BINARY.search(text[:LOOKED_AT]) else "some other text"
