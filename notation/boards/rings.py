"""Round boards of four rings about a centre-circle that is no field, with voids in the outer rings (Circular Chess)."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase

from fairyscore.notation.boards.headed import HeadedBoard, Step, table

ROUND = 18
"""Spaces of a ring without voids: eight files and the i file, on either half."""

RINGS = 4
FILES = "abcdefghi"
INWARD, OUTWARD = 0, 4

TURNS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Rings inward and places round the ring, by heading from inward clockwise."""

ACROSS = {0: 4, 1: 3, 7: 5}
"""The inward headings as they go on behind the centre: the way round the ring stays (page, bishop: "always curving in
the same direction")."""


def _standard(ring: int, place: int) -> str:
    """Files across the centre, ranks from White's edge to the other one (C-1)."""
    rank = ring + 1 if place < len(FILES) else 2 * RINGS - ring
    return f"{FILES[place % len(FILES)]}{rank}"


SCHEMES: dict[str, Callable[[int, int], str]] = {
    "standard": _standard,
    "ring": lambda ring, place: f"{ascii_lowercase[ring]}{-place % ROUND + 1}",
    "sector": lambda ring, place: f"{ascii_lowercase[-place % ROUND]}{ring + 1}",
}
"""Names of a field by ring, from the outermost, and place: in each scheme a letter and a number (C-3).

Rings are a to d or 1 to 4, from the outermost; sectors 1 to 18 or a to r, clockwise from a1, where places run a to h from
White's left, so against the clock. Voids have names too, so that those of the fields are the same on all boards.
"""


def rings(voids: int, scheme: str = "standard") -> HeadedBoard:
    """The board whose `voids` outer rings have a void at White's right and one at his left.

    Places run a..h on White's half, i8's void or field, then a..h on the other half and i at White's left (C-1), so
    that straight across the centre is nine places on: a4 is followed by a5, i4 by i5. Cells have the same numbers, whatever
    the scheme calls them.

    >>> [len(rings(voids).cells) for voids in (1, 2, 3)]
    [70, 68, 66]
    >>> [rings(1, scheme).cells[0] for scheme in SCHEMES], [rings(1, scheme).cells[-1] for scheme in SCHEMES]
    (['a1', 'a1', 'a1'], ['i5', 'd2', 'b4'])
    """

    spots = [(r, p) for r in range(RINGS) for p in range(ROUND) if r >= voids or p % len(FILES) < len(FILES) - 1]
    number = {spot: cell for cell, spot in enumerate(spots)}

    def step(heading: int, cell: int) -> Step | None:
        ring, place = spots[cell]
        inward, along = TURNS[heading]
        ring, place = ring + inward, (place + along) % ROUND
        if ring == RINGS:
            ring, place, heading = RINGS - 1, (place + ROUND // 2) % ROUND, ACROSS[heading]
        there = number.get((ring, place))
        return None if there is None else (there, heading)

    index = {_standard(*spot): cell for cell, spot in enumerate(spots)}
    cells = tuple(SCHEMES[scheme](*spot) for spot in spots)
    return HeadedBoard(
        cells=cells,
        ahead=table(len(cells), step),
        rows=tuple(tuple(index.get(f"{file}{rank}") for file in FILES) for rank in range(2 * RINGS, 0, -1)),
        spots=tuple(spots),
        shape="rings",
    )
