"""What a game for castles is made of: the data that a variant's file fills in, nothing computed yet."""

from __future__ import annotations

from dataclasses import dataclass

from fairyscore.notation.boards.slices import SliceBoard
from fairyscore.notation.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class CastlesPieceType:
    """A kind of piece.

    letter: in texts; name: in words; steps: how many it takes in a move, no fewer and no more.
    flies: over corners and over other pieces; otherwise it walks. roams: may cross as many ring borders as it likes.
    """

    letter: str
    name: str
    steps: int
    flies: bool
    roams: bool = False


@dataclass(frozen=True, slots=True)
class CastleSheet:
    """A whole game.

    title: as people write it. castles: mask of the fields that decide the game. setup: (cell, seat, index of kind).
    throws: which kinds a throw of the dice lets move, a mask by eyes with an unused 0 in front; empty without dice.
    limit: moves a player may make before the game is drawn, 0 for no limit.
    repeats: whether a piece may make a move again that it made before. fallen_stay: whether the pieces of a player who
    has lost stay on the board, where more than two play (K-5).
    """

    title: str
    board: SliceBoard
    castles: int
    kinds: tuple[CastlesPieceType, ...]
    seats: tuple[Seat, ...]
    setup: tuple[tuple[int, int, int], ...]
    throws: tuple[int, ...] = ()
    limit: int = 0
    repeats: bool = True
    fallen_stay: bool = False
