"""How pieces go on headed boards: leapers and riders, told as (long, short) in the usual way of fairy chess.

`Leap(2, 1)` is a knight, `Leap(1, 0)` a wazir, `Leap(3, 1)` a camel; `Ride(1, 0)` a rook, `Ride(1, 1)` a bishop,
`Ride(2, 0)` a dababah-rider. What comes out are *ways*: for each target the masks of cells of which one must be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fairyscore.notation.boards.headed import DIAGONAL, ORTHOGONAL, HeadedBoard, turned

Ways = dict[int, tuple[int, ...]]
"""Target -> masks; a piece can go there where one of the masks holds no piece. A leap has the one mask 0."""


@dataclass(frozen=True, slots=True)
class Leap:
    """One jump: `long` steps along a side, then `short` at a right angle; equal numbers go straight along a diagonal."""

    long: int
    short: int


@dataclass(frozen=True, slots=True)
class Ride:
    """The same straight leap over and over, until something stands on a landing cell."""

    long: int
    short: int


Movement = Leap | Ride


def landings(board: HeadedBoard, leap: Leap | Ride, cell: int) -> Iterator[int]:
    """The cells that one leap reaches. The long leg comes first: on a ring with voids the order matters (C-2)."""
    if leap.long == leap.short or not leap.short:
        for heading in DIAGONAL if leap.short else ORTHOGONAL:
            there = board.walk(cell, heading, leap.long)
            if there is not None:
                yield there[0]
        return
    for heading in ORTHOGONAL:
        corner = board.walk(cell, heading, leap.long)
        for turn in (2, -2) if corner is not None else ():
            assert corner is not None
            there = board.walk(corner[0], turned(corner[1], turn), leap.short)
            if there is not None:
                yield there[0]


def rides(board: HeadedBoard, ride: Ride, cell: int) -> Iterator[tuple[int, int]]:
    """Each target of a ride with the mask of the landing cells before it."""
    ahead, one = board.ahead, ride.long == 1
    for heading in DIAGONAL if ride.short else ORTHOGONAL:
        passed = 0
        if one:
            here = ahead[heading][cell]
            while here is not None and here[0] != cell:
                target = here[0]
                yield target, passed
                passed |= 1 << target
                here = ahead[here[1]][target]
            continue
        for target in board.ray(cell, heading, ride.long):
            yield target, passed
            passed |= 1 << target


def ways(board: HeadedBoard, movements: Iterable[Movement], cell: int) -> Ways:
    """All that a piece with these movements reaches from a cell of an empty board, and by which ways.

    Null moves are none (cylindrical page: "not allowed to make null moves"); two ways to a cell are one move.
    """
    found: Ways = {}
    for movement in movements:
        reached: Iterable[tuple[int, int]] = (
            rides(board, movement, cell)
            if isinstance(movement, Ride)
            else ((target, 0) for target in landings(board, movement, cell))
        )
        for target, mask in reached:
            found[target] = _shortest({*found[target], mask}) if target in found else (mask,)
    found.pop(cell, None)
    return found


def _shortest(masks: set[int]) -> tuple[int, ...]:
    """Without the masks that contain another one: who is free on the longer way is free on the shorter one."""
    if len(masks) == 1:
        return tuple(masks)
    return tuple(sorted(m for m in masks if not any(o != m and o & m == o for o in masks)))
