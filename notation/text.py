"""Small helpers for text that comes from somebody's file and goes to somebody's screen."""

from collections.abc import Iterable

LONGEST = 60


def shown(text: str, longest: int = LONGEST) -> str:
    """A piece of somebody's text as it may stand in a message: one line, printable, and not a megabyte of it.

    Control and bidi characters are written out, so that none of them reaches a terminal.

    >>> shown("e4\\x1b[31m")
    'e4\\\\x1b[31m'
    """
    cut = text if len(text) <= longest else text[: longest - 3] + "..."
    if cut.isprintable():
        return cut
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is probably meant by one that is none; empty where none is near.

    >>> nearest("theems", ["screen", "themes"]), nearest("x", ["screen"])
    ('themes', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word[:LONGEST], list(known), n=1)
    return near[0] if near else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """What ends a message about a word that is none: `; did you mean themes?`; empty where no known word is near."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


JOINERS = "\u200c\u200d"
"""Characters without a picture that scripts and emoji are written with; they change no direction and hide nothing."""


def clean(text: str) -> str:
    """Somebody's text as it may stand on a page: one line, control and bidi characters written out."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(map(_harmless, line))


def _harmless(char: str) -> str:
    return char if char.isprintable() or char in JOINERS else char.encode("unicode_escape").decode()
