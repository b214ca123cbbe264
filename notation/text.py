"""Small helpers for text that comes from somebody's file and goes to somebody's screen."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

LONGEST = 60


class _LatePattern:
    """See `late_pattern`. A method that is asked for once is an attribute from then on, and as quick as the pattern's."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, found)
        return found


def late_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as of `re.compile`, compiled when it is used for the first time: a run needs few of all patterns.

    >>> late_pattern("[a-h][1-8]").fullmatch("e4")[0]
    'e4'
    """
    return cast("re.Pattern[str]", _LatePattern(source, flags))


def shown(text: str, longest: int = LONGEST) -> str:
    """A piece of somebody's text as it may stand in a message: one line, printable, and not a megabyte of it.

    Control and bidi characters are written out, so that none of them reaches a terminal, and those without a picture, which
    may be the fault that the message is about; the blank between Japanese words is seen.

    >>> shown("e4\\x1b[31m")
    'e4\\\\x1b[31m'
    """
    cut = text if len(text) <= longest else text[: longest - 3] + "..."
    return cut if cut.isprintable() else _written_out(cut, IDEOGRAPHIC_SPACE)


def sound(text: str) -> str:
    """Text that can be written: half a surrogate pair is not a character.

    >>> sound("a \\ud800 b")
    'a ? b'
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "game"), counted(1200, "ply"), counted(0, "loss"), counted(2, "day"), counted(2, "copy")
    ('1 game', '1,200 plies', '0 losses', '2 days', '2 copies')
    """
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2] not in "aeo":
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is probably meant by one that is none; empty where none is near.

    >>> nearest("theems", ["screen", "themes"]), nearest("x", ["screen"])
    ('themes', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word[:LONGEST], list(known), n=1)
    return near[0] if near else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a message about a word that is none: `; did you mean themes?`; empty where no known word is near."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


MOST_ROWS = 100  # of a table in a notebook


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML, for notebooks: the first rows, and how many more there are. None is an empty cell.

    >>> html_table("1 game", ["White"], [["A & B"]])
    '<table><caption>1 game</caption><tr><th>White</th></tr><tr><td>A &amp; B</td></tr></table>'
    """
    from html import escape
    from itertools import islice

    def row(cells: Sequence[object], tag: str = "td") -> str:
        texts = ("" if cell is None else escape(clean(str(cell))) for cell in cells)
        return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"

    left = iter(rows)
    lines = [row(heads, "th"), *(row(cells) for cells in islice(left, MOST_ROWS))]
    more = sum(1 for _ in left)
    if more:
        lines.append(f'<tr><td colspan="{len(heads)}">and {more:,} more</td></tr>')
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def clean(text: str) -> str:
    """Somebody's text as it may stand on a page: one line, control and bidi characters written out."""
    line = " ".join(text.split())
    return line if line.isprintable() else _written_out(line, JOINERS)


IDEOGRAPHIC_SPACE = "\u3000"
JOINERS = "\u200c\u200d"
"""Characters without a picture that scripts and emoji are written with; they change no direction and hide nothing."""


def _written_out(text: str, but: str) -> str:
    """Text with the characters that cannot be printed as escapes, but for some that Python does not count as printable."""

    def shown_char(char: str) -> str:
        is_plain = char.isprintable() or char in but
        return char if is_plain else char.encode("unicode_escape").decode()

    return "".join(map(shown_char, text))
