"""The players of a game, by seat in turn order (RULES: seats 0..n-1, clockwise)."""

from typing import NamedTuple


class Seat(NamedTuple):
    """One player's place at the board.

    >>> SEATING[3][1]
    Seat(name='silver', letter='s')
    """

    name: str
    letter: str


WHITE, SILVER, BLACK, GOLD = Seat("white", "w"), Seat("silver", "s"), Seat("black", "b"), Seat("gold", "g")

SEATING: dict[int, tuple[Seat, ...]] = {
    2: (WHITE, BLACK),
    3: (WHITE, SILVER, BLACK),
    4: (WHITE, SILVER, BLACK, GOLD),
}
"""Who sits at a table for two, three or four, in turn order."""
