"""XQF: xiangqi as XQStudio (象棋演播室) and programs beside it keep it, a game a file. Read, not written.

Bytes, not text: places are numbers of bytes. A header of 1024 has the tags, where the 32 pieces stand, and the result;
behind it is the tree of moves. A point is a byte, ten for each file from the left and one for each rank from Red's side.
Each move has both its points, whether a move follows and whether another stands in its place, and a comment; the moves
that follow come first, then those in its place. The first record has no move, only the comment before the game. Text is
GB18030. From version 11 on points, lengths and the tree are scrambled by keys in the header.

Who makes the first move is to move; without moves that is Black where the header says so.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final, NamedTuple

from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.dhtmlxq import GAME, GONE, RANKS, add_start
from fairyscore.notation.moves import iccs
from fairyscore.notation.records.byte_text import bytes_of
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.text_reader import BROKEN
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import MOST_DEEP, Record
from fairyscore.notation.rules.variant import Notation

MARK: Final = b"XQ"
HEADER: Final = 0x400
"""The tree begins here."""

PLAIN: Final = 10
"""The last version that is not scrambled."""
ROTATED: Final = 12
"""The first version in which the places of pieces are moved round."""
LAST: Final = 18
"""The last version that programs write."""

VERSION, PIECES, TO_MOVE, RESULT, KIND = 0x02, 0x10, 0x32, 0x33, 0x40
RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "1/2-1/2")
KINDS = ("", "布局", "中局", "残局")
"""What a file shows: all of a game, its opening, middle game or endgame."""

FIELDS: Final = (
    (0x50, 64, "title"),
    (0xD0, 64, "Event"),
    (0x110, 16, "Date"),
    (0x120, 16, "Site"),
    (0x130, 16, "White"),
    (0x140, 16, "Black"),
    (0x150, 64, "TimeControl"),
    (0x190, 16, "redtime"),
    (0x1A0, 16, "blacktime"),
    (0x1D0, 16, "Annotator"),
    (0x1E0, 16, "Author"),
)
"""Where a text stands in the header, behind a byte with its length; how many bytes both have; its tag, which is called
as in DhtmlXQ where PGN has no name for it."""

CELLS: Final = 90
ORIGIN, TARGET = 0x18, 0x20
"""What is added to the points of a move."""

_FLAGS: Final = {True: (0xF0, 0x0F, 0), False: (0x80, 0x40, 0x20)}
"""By whether the version is plain: that a move follows, that one stands in its place, that it has a comment. In plain
versions all moves have one, which may be empty."""

_KEY_TEXT: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
_DATE: Final = re.compile(r"([0-9]{4})[年./-]([0-9]{1,2})[月./-]([0-9]{1,2})日?")


class _Keys(NamedTuple):
    """The numbers added to places of pieces, to the points of moves, to lengths of comments, and to the tree, by byte."""

    pieces: int = 0
    origin: int = 0
    target: int = 0
    length: int = 0
    tree: bytes = bytes(32)

    @staticmethod
    def of(header: bytes) -> "_Keys":
        """The keys that a header has."""
        if header[VERSION] <= PLAIN:
            return _Keys()
        mask, ors, keys = header[3], header[8:12], header[12:16]
        pieces = _multiplied(keys[1], keys[1])
        origin = _multiplied(keys[2], pieces)
        target = _multiplied(keys[3], origin)
        bits = [key & mask | more for key, more in zip(keys, ors, strict=True)]
        tree = bytes(sign & bit for sign, bit in zip(_KEY_TEXT, cycle(bits), strict=False))
        return _Keys(pieces, origin, target, (keys[0] * 256 + keys[1]) % 32000 + 767, tree)


def _multiplied(key: int, before: int) -> int:
    return (key * key * 54 + 221) * before & 0xFF


@dataclass(slots=True)
class _Node:
    """A move, or the start of the game. lines: of its comment; next: the moves behind it, the main line's first."""

    points: tuple[int, int]
    span: Span
    lines: list[str] = field(default_factory=list)
    comment: Span = (0, 0)
    next: list["_Node"] = field(default_factory=list)


class _Tree:
    """Reads the records of moves, in one walk over their bytes, up to the end or a fault."""

    def __init__(self, data: bytes, version: int, keys: _Keys, notes: DiagnosticCollector) -> None:
        self.data = bytes((byte - key) & 0xFF for byte, key in zip(data[HEADER:], cycle(keys.tree), strict=False))
        self.plain, self.keys, self.notes = version <= PLAIN, keys, notes
        self.at = 0
        self.damaged = False

    def read(self) -> _Node | None:
        """The start with all moves that could be read; None where the file ends before it."""
        root = self.node()
        if root is None:
            return None
        start, has_next, _ = root
        parent = start
        waiting: list[_Node] = []
        while (has_next or waiting) and not self.damaged:
            if not has_next:
                parent = waiting.pop()
            found = self.node()
            if found is None:
                break
            node, has_next, has_other = found
            parent.next.append(node)
            if has_other:
                waiting.append(parent)
            parent = node
        return start

    def node(self) -> tuple[_Node, bool, bool] | None:
        """The next record, whether a move follows it, and whether one stands in its place; None where the file ends."""
        begin = self.at
        bits = self.take(4)
        if len(bits) < 4:
            self.damage("the file ends before its last move; what stands before is read", begin)
            return None
        follows, other, remark = _FLAGS[self.plain]
        points = (bits[0] - ORIGIN - self.keys.origin) & 0xFF, (bits[1] - TARGET - self.keys.target) & 0xFF
        node = _Node(points, self.span(begin))
        if self.plain or bits[2] & remark:
            self.comment(node)
        return node, bool(bits[2] & follows), bool(bits[2] & other)

    def comment(self, node: _Node) -> None:
        """Read the comment of a move."""
        begin = self.at
        size = self.take(4)
        length = int.from_bytes(size, "little") - self.keys.length
        if len(size) < 4:
            self.damage("the file ends before the length of a comment; what stands before is read", begin)
        elif length < 0:
            self.damage("this is not the length of a comment; what stands behind it is not read", begin)
        else:
            inside = self.take(length)
            node.comment = self.span(begin)
            node.lines = re.split(r"\r\n?|\n", _decoded(inside, node.comment, self.notes))
            if len(inside) < length:
                self.damage(f"the file ends in a comment of {length:,} bytes; what stands before is read", begin)

    def take(self, size: int) -> bytes:
        """So many bytes, fewer at the end."""
        found = self.data[self.at : self.at + size]
        self.at += len(found)
        return found

    def span(self, begin: int) -> Span:
        """Where the bytes since a place stand in the file."""
        return HEADER + begin, HEADER + self.at

    def damage(self, what: str, begin: int) -> None:
        """Note that the rest of the tree cannot be read."""
        self.damaged = True
        start, end = self.span(begin)
        self.notes.bad_value((start, max(start + 1, end)), what)


class _XqfReader:
    """Takes one game apart."""

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self.stream, self.notes = ReadTokenStream(game_text.text), notes
        self.data = bytes_of(game_text.text)

    def read(self) -> TokenStream:
        """The header, then the tree."""
        self.stream.tag("Variant", GAME, (0, 0))
        result = "*"
        if self.data.startswith(MARK):
            self.stream.syntax.append((0, HEADER))
            result = self.game()
        else:
            self.stream.syntax.append((0, len(self.data)))
            self.notes.bad_value((0, min(2, len(self.data))), "a file of XQF begins with the letters XQ")
        self.stream.end(result, (RESULT, RESULT + 1))
        return self.stream

    def game(self) -> str:
        """Add tags and moves; gives the result."""
        header, end = self.data[:HEADER].ljust(HEADER, b"\0"), len(self.data)
        if header[VERSION] > LAST:
            self.notes.bad_value(
                (VERSION, VERSION + 1), f"the version is {header[VERSION]}, and read as the last known one, {LAST}"
            )
        for offset, size, tag in FIELDS:
            self.field(header, offset, size, tag)
        if 0 < header[KIND] < len(KINDS):
            self.stream.tag("type", KINDS[header[KIND]], (KIND, KIND + 1))
        keys = _Keys.of(header)
        start = None
        if end < HEADER:
            self.notes.bad_value((end - 1, end), f"the file ends in its header, after {end:,} bytes of {HEADER:,}")
        else:
            tree = _Tree(self.data, header[VERSION], keys, self.notes)
            start = tree.read()
            self.rest(tree)
        if end >= PIECES + 32:
            places = "".join(map(_point, _pieces(header, keys)))
            first = "".join(map(_point, start.next[0].points)) if start and start.next else ""
            span = PIECES, PIECES + 32
            add_start(self.stream, self.notes, places, span, first=first, black=header[TO_MOVE] == 1)
        if start is not None:
            self.comments(start)
            self.line(start, 0)
        return self.result(header[RESULT])

    def field(self, header: bytes, offset: int, size: int, tag: str) -> None:
        """Add the tag of a text in the header."""
        length, span = min(header[offset], size - 1), (offset, offset + size)
        value = " ".join(_decoded(header[offset + 1 : offset + 1 + length], span, self.notes).split())
        date = _DATE.fullmatch(value) if tag == "Date" else None
        if date is not None:
            value = f"{date[1]}.{date[2]:0>2}.{date[3]:0>2}"
        if value:
            self.stream.tag(tag, value, span)

    def result(self, value: int) -> str:
        """The result of a value in the header."""
        if value < len(RESULTS):
            return RESULTS[value]
        self.notes.bad_value((RESULT, RESULT + 1), f"{value} is not a result; 0 to 3 are")
        return "*"

    def line(self, node: _Node, depth: int) -> None:
        """Add the moves behind a move, with those in their place."""
        while node.next:
            first, *others = node.next
            self.move(first)
            for other in others:
                if depth == MOST_DEEP:
                    self.notes.bad_value(other.span, f"a variation in {MOST_DEEP} others is not read")
                    continue
                self.stream.add_token("(", other.span)
                self.move(other)
                self.line(other, depth + 1)
                self.stream.add_token(")", other.span)
            node = first

    def move(self, node: _Node) -> None:
        """Add a move, as ICCS has it, with its comment; a point off the board is a cell that there is not."""
        self.stream.add_token(
            "-".join(f"{chr(ord('A') + point // 10)}{point % 10}" for point in node.points), node.span
        )
        self.comments(node)

    def comments(self, node: _Node) -> None:
        """Add the comment of a move, each line of it by itself."""
        for line in node.lines:
            if text := " ".join(line.split()):
                self.stream.add_token("{" + text.replace("}", ")") + "}", node.comment)

    def rest(self, tree: _Tree) -> None:
        """Report what stands behind the tree."""
        start, end = HEADER + tree.at, len(self.data)
        if start < end:
            self.notes.bad_value((start, end), f"{end - start:,} bytes behind the last move mean nothing")


def _decoded(data: bytes, span: Span, notes: DiagnosticCollector) -> str:
    """A text of the file. Half a character at its end is passed over: programs cut names to the bytes that there are."""
    text = codecs.getincrementaldecoder("gb18030")("replace").decode(data)
    if BROKEN in text:
        notes.bad_value(span, "some bytes here are not GB18030; they are read as U+FFFD")
    return re.sub(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", " ", text)


def _pieces(header: bytes, keys: _Keys) -> Iterator[int]:
    """Where the 32 pieces stand, Red's first."""
    turn = keys.pieces + 1 if header[VERSION] >= ROTATED else 0
    return ((header[PIECES + (at - turn) % 32] - keys.pieces) & 0xFF for at in range(32))


def _point(place: int) -> str:
    """A point as DhtmlXQ has it, from the upper left."""
    return f"{place // 10}{RANKS - 1 - place % 10}" if place < CELLS else GONE


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """All of a file, which is one game."""
    held, length = [], 0
    for chunk in chunks:
        if length <= LONGEST_GAME:
            held.append(chunk)
        length += len(chunk)
    text = "".join(held)[:LONGEST_GAME]
    if text.strip():
        yield GameText(1, text, 1, length <= LONGEST_GAME)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart; where the file is damaged, what stands before is kept."""
    return _XqfReader(game_text, notes).read()


def _unwritten(record: Record, notation: Notation) -> str:
    raise NotImplementedError("XQF is read only")


XQF = Format(
    "xqf",
    Holds(ALL, variant=True, comments=True, intro=True, variations=True),
    _unwritten,
    looks=lambda head: re.match("XQ[\u2801-\u281f]", head) is not None,
    cut=cut,
    read=read,
    notation=iccs,
    refuses=lambda record: "XQF is read, not written; DhtmlXQ holds the same",
    binary=True,
)
"""Xiangqi as XQStudio keeps it."""
