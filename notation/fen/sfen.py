"""SFEN: positions as the programs of shogi and its kin write them, `BOARD b S2Pb3p 1`.

Board, who is to move, what both have in hand, and the number of the next ply. `b` is the player who begins, whose pieces
are capitals; `-` is an empty hand; `3p` is three pawns of the other one. Hands and number may be missing, and `sfen` may
stand in front. A game with handicap begins with the other player and number 1; it is written with number 2, as positions
here count rounds and know no game.
"""

import re

from fairyscore.notation.fen.placement import split_fields
from fairyscore.notation.rules.general.tables import GeneralTables
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import late_pattern

NONE = "-"

_PREFIX = late_pattern(r"\s*(?:position\s+)?sfen\s+")
_HANDS = late_pattern(r"-|(?:[0-9]{0,2}[A-Za-z])+")
_IN_HAND = late_pattern(r"([0-9]*)([A-Za-z])")
_SIDES = {"b": "w", "w": "b"}  # in SFEN black begins, here white


def suits(tables: GeneralTables) -> bool:
    """True if positions of a game may be written so: it has hands, and no castlings that the text had to tell."""
    return tables.rules.hand is not None and not tables.rules.castlings


def is_sfen(text: str, tables: GeneralTables) -> bool:
    """True if a text is SFEN and no FEN with hands in brackets or all counters."""
    if not suits(tables) or "[" in text:
        return False
    if _PREFIX.match(text):
        return True
    fields = text.split()
    numbered = len(fields) == 4 and fields[3].isdecimal()
    return (numbered or len(fields) == 3) and _HANDS.fullmatch(fields[2]) is not None


def fen_of(text: str) -> str:
    """The FEN that says the same as a SFEN. Fields of no sense are left to who reads it.

    >>> fen_of("4k4/9/4K4 b 2Pr 3")
    '4k4/9/4K4[PPr] w - - 0 2'
    """
    names = ("placement", "who is to move", "hands", "number of the move")
    board, side, hands, number = split_fields(_PREFIX.sub("", text), names, 2)
    held = "".join(letter * int(count or 1) for count, letter in _IN_HAND.findall(hands))
    ply = int(number) if number.isdecimal() and len(number) < 7 else 1
    return f"{board}[{held}] {_SIDES.get(side, side)} - - 0 {max(1, (ply + 1) // 2)}"


def sfen_of(fen: str) -> str:
    """The SFEN that says the same as a FEN with hands: the strongest piece first, the beginner's before the other's.

    Raises `PositionError` for a FEN without hands, or with castlings, which SFEN does not tell.

    >>> sfen_of("4k4/9/4K4[PPBr] w - - 0 2")
    '4k4/9/4K4 b B2Pr 3'
    """
    placement, turn, rights, *_, number = fen.split()
    board, bracket, held = placement.rstrip("]").partition("[")
    if not bracket or rights != NONE:
        raise PositionError("SFEN is for games with pieces in hand and without castling")
    kinds = reversed([(run[0], len(run[0])) for run in re.finditer(r"([A-Za-z])\1*", held)])
    texts = [f"{count if count > 1 else ''}{run[0]}" for run, count in kinds]
    hands = "".join(sorted(texts, key=str.islower))  # stable: capitals come first
    ply = 2 * int(number) - (turn == "w")
    return f"{board} {_SIDES[turn]} {hands or NONE} {ply}"
