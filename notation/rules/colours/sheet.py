"""What a game on painted squares is: which pieces there are, and what each is on which colour. A variant fills it in."""

from __future__ import annotations

from dataclasses import dataclass

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.rules.general.definition import Movement
from fairyscore.notation.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class ColoursPieceType:
    """What a piece can be on a square: its letter and name in texts, and how it moves and captures there."""

    letter: str
    name: str
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class ColourSheet:
    """The rules of such a game in words of texts.

    title: as people write it; seats: in turn order.
    kinds: what pieces can be; colours: colour letter -> its name.
    changes: for each piece of a player (all players have the same) its kind's letter by colour letter. A piece is called by
    the first colour named for it, so no two may begin with the same.
    paint: colour letter by cell name.
    starts: by seat the cells that its pieces stand on first, each piece on the colour it is called by; empty where the
    pieces are dropped.
    fewest: lines (ranks, files) that are always left.
    """

    title: str
    seats: tuple[Seat, ...]
    board: HeadedBoard
    kinds: tuple[ColoursPieceType, ...]
    colours: dict[str, str]
    changes: tuple[dict[str, str], ...]
    paint: dict[str, str]
    starts: tuple[tuple[str, ...], ...]
    fewest: int
