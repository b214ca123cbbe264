"""Positions as the server Vchess writes them in its tag Fen: `PLACEMENT w 0 ahah -`.

Placement, side to move, plies played since the game began, the files of the rooks that may castle (two of White's, two of
Black's; the letter after the last file for none) and the cell passed. Games without castling or double steps leave out the
last two. In games with hands two more fields follow, `0000000000 -`, which are read as long as the hands are empty.
"""

import re

from fairyscore.notation.text import late_pattern

_FEN = late_pattern(
    r"(?P<placement>\S+) (?P<turn>[wb]) (?P<plies>\d{1,4})"
    r"(?: (?P<rooks>[a-z]{4}))?(?: (?P<passed>-|[a-z]\d{1,2}))?(?: 0+ -)?"
)


def is_vchess(text: str) -> bool:
    """True if a text is such a position; a FEN whose counters stand there alone is not.

    >>> is_vchess("8/8 w 0 ahah -"), is_vchess("8/8 w 0 1"), is_vchess("8/8 w 0")
    (True, False, False)
    """
    found = _FEN.fullmatch(text)
    return found is not None and bool(found["rooks"] or found["passed"])


def fen_of(text: str) -> str:
    """The FEN that says the same as such a position, for which `is_vchess` holds.

    >>> fen_of("r3k2r/8/8/8/8/8/8/R3K2R b 7 ahai e3")
    'r3k2r/8/8/8/8/8/8/R3K2R b HAa e3 0 4'
    """
    found = _FEN.fullmatch(text)
    assert found is not None
    files = _files(found["placement"])
    none = chr(ord("a") + files)
    white, black = (found["rooks"] or "")[:2], (found["rooks"] or "")[2:]
    rights = "".join(file for file in white[::-1].upper() + black[::-1] if file.lower() != none)
    number = int(found["plies"]) // 2 + 1
    return f"{found['placement']} {found['turn']} {rights or '-'} {found['passed'] or '-'} 0 {number}"


def _files(placement: str) -> int:
    """How many files the first row of a placement has."""
    row = placement.partition("/")[0]
    return sum(int(part) if part.isdigit() else 1 for part in re.findall(r"\d+|\D", row))
