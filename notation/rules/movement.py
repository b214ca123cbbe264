"""How pieces go, for games that are told in Python: leapers and riders, as (long, short), and the pawn of chess."""

from __future__ import annotations

from fairyscore.notation.rules.general.definition import Movement


def leaper(long: int, short: int) -> Movement:
    """One jump to all sides; `leaper(2, 1)` is a knight, `leaper(1, 0)` a wazir, `leaper(3, 1)` a camel.

    >>> leaper(1, 1).leaps
    ((1, 1), (1, -1), (-1, -1), (-1, 1))
    """
    sides = [(short, long)] if short in (0, long) else [(short, long), (-short, long)]
    quarters = []
    for _ in range(4):
        quarters += sides
        sides = [(ahead, -right) for right, ahead in sides]
    return Movement(tuple(quarters))


def rider(long: int, short: int) -> Movement:
    """The same straight leap over and over: `rider(1, 0)` is a rook, `rider(1, 1)` a bishop, `rider(2, 0)` a
    dababah-rider."""
    return leaper(long, short)._replace(most=0)


def pawn(*, en_passant: bool) -> tuple[Movement, ...]:
    """One step ahead, two from where it may move first, and capturing one step diagonally ahead."""
    return (
        Movement(((0, 1),), captures=False),
        Movement(((-1, 1), (1, 1)), moves=False, en_passant=en_passant),
        Movement(((0, 2),), captures=False, first=True, lame=True),
    )
