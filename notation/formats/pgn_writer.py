"""Writes games as PGN, in one way.

As PGN 8 says for export: the roster first, other tags in ASCII order, an empty line, the moves in lines of less than 80
characters, an empty line after each game. A move is followed by its NAGs as `$n`, then by comments and variations in
their order. A number stands before the first player's move, and before any move that begins a line or follows a comment
or a variation. In a comment white space is one blank; one that holds a brace is written after a semicolon, up to its
line's end, and no line ends within a command, `[%cal Ge2e4]`. Escaped lines are kept, each at the place where it stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from fairyscore.notation.formats.written_line import plain_words, written_plies
from fairyscore.notation.records.tree import Comment, MoveLine, Record
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant

WIDTH = 79
"""Characters of a line, at most."""


def write_game(record: Record, notation: Notation) -> str:
    """A record as PGN, with the empty line after it. Raises `PositionError` where its tag FEN is nonsense."""
    return f"{''.join(starmap(tag_line, _header(record)))}\n{moves(record, notation)}\n\n"


def _header(record: Record) -> Iterator[tuple[str, str]]:
    """The tags of the record, with the whole roster in front (PGN 8.1.1) and the SetUp of a FEN (9.7.1)."""
    own = dict(record.tags)
    players = [seat.name.capitalize() for seat in record.game.seats]
    for name in ("Event", "Site", "Date", "Round", *players, "Result"):
        unknown = {"Date": "????.??.??", "Result": record.result}.get(name, "?")
        yield name, own.pop(name, unknown)
    if "FEN" in own:
        own.setdefault("SetUp", "1")
    yield from sorted(own.items())


def tag_line(name: str, value: str) -> str:
    """A tag on its line. Line ends are not allowed in PGN, and become blanks."""
    value = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]\n'


def moves(record: Record, notation: Notation, state: State | None = None) -> str:
    """The moves with everything after them, and the result, in lines of less than 80 characters.

    state: the position they go on from, where it is another one than the tags say; it is changed.
    """
    page = _LineFiller()
    _write_line(page, record.line, state or record.start(), record.game, notation)
    page.word(record.result)
    return page.text()


def _write_line(page: _LineFiller, line: MoveLine, state: State, game: Variant, notation: Notation) -> None:
    """Write a line from a position on; the table is changed."""
    word = page.word
    for comment in line.intro:
        page.comment(comment)
    if (words := plain_words(line, state, game, notation)) is not None:
        page.plain(words)
        return
    fresh = True
    for ply, text, number, opens, before in written_plies(line, state, game, notation):
        if opens or fresh:
            word(f"{number}{'.' if opens else '...'} {text}")
        else:
            word(text)
        for nag in ply.nags:
            word(f"${nag}")
        fresh = bool(ply.annotations)
        for item in ply.annotations:
            if isinstance(item, Comment):
                page.comment(item)
            else:
                assert before is not None
                page.front += "("
                _write_line(page, item, before.copy(), game, notation)
                page.close()


class _LineFiller:
    """Fills lines with words. A bracket stands beside its word without a blank; `front` are those of the next one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.length = -1
        self.front = ""

    def word(self, word: str) -> None:
        """Add a word, on a new line where it is too long for this one."""
        if self.front:
            word, self.front = f"{self.front}{word}", ""
        self.length += len(word) + 1
        if self.length > WIDTH:
            self.end_line()
            self.length = len(word)
        self.words.append(word)

    def plain(self, words: list[str]) -> None:
        """Add many words, in which a NUL is a blank where no line may end."""
        if not words:
            return
        self.word(words[0].replace("\0", " "))
        if self.length > WIDTH:
            self.end_line()
        text = " ".join((*self.words, *words[1:]))
        begin = 0
        while len(text) - begin > WIDTH:
            end = text.rfind(" ", begin, begin + WIDTH + 1)
            if end < begin:  # a word that is too long for any line
                end = text.find(" ", begin)
                if end < 0:
                    break
            self.lines.append(text[begin:end].replace("\0", " "))
            begin = end + 1
        self.words = [text[begin:].replace("\0", " ")]
        self.length = len(self.words[0])

    def end_line(self) -> None:
        """Go on with a new line."""
        if self.words:
            self.lines.append(" ".join(self.words))
            self.words = []
        self.length = -1

    def close(self) -> None:
        """Append `)` to the last word."""
        if self.front or not self.words or self.length >= WIDTH:
            self.word(")")
            return
        self.words[-1] += ")"
        self.length += 1

    def comment(self, comment: Comment) -> None:
        """A comment in the form that can hold it."""
        has_brace = "}" in comment.text or "{" in comment.text
        if (comment.aside or has_brace) and self.front:
            self.word("")
        if comment.aside:
            self.end_line()
            self.lines.append(f"%{comment.text}")
        elif has_brace:
            self.word(f"; {comment.text}")
            self.end_line()
        else:
            blank = " " if comment.text.endswith("\\") else ""  # else the brace might seem to end nothing
            for word in _unbroken(f"{{{comment.text}{blank}}}"):
                self.word(word)

    def text(self) -> str:
        """All of it."""
        self.end_line()
        return "\n".join(self.lines)


def _unbroken(text: str) -> list[str]:
    """The words of a comment. None that begins with `%` or `[` begins a line: there it would be something else.

    A command is one word: other programs read it on one line only.
    """
    words: list[str] = []
    in_command = False
    for word in text.split(" "):
        if words and (in_command or word[:1] in ("%", "[")):
            words[-1] += f" {word}"
        else:
            words.append(word)
        begins, ends = word.rfind("[%"), word.rfind("]")
        in_command = begins > ends or (in_command and ends < 0)
    return words
