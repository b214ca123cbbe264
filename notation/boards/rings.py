"""Round boards of four rings about a centre-circle that is no field, with voids in the outer rings (Circular Chess)."""

from __future__ import annotations

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


def rings(voids: int) -> HeadedBoard:
    """The board whose `voids` outer rings have a void at White's right and one at his left.

    Places run a..h on White's half, i8's void or field, then a..h on the other half and i at White's left (C-1), so
    that straight across the centre is nine places on: a4 is followed by a5, i4 by i5.

    >>> [len(rings(voids).cells) for voids in (1, 2, 3)]
    [70, 68, 66]
    """

    def name(ring: int, place: int) -> str:
        rank = ring + 1 if place < len(FILES) else 2 * RINGS - ring
        return f"{FILES[place % len(FILES)]}{rank}"

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

    cells = tuple(name(*spot) for spot in spots)
    index = {cell: i for i, cell in enumerate(cells)}
    return HeadedBoard(
        cells=cells,
        ahead=table(len(cells), step),
        rows=tuple(tuple(index.get(f"{file}{rank}") for file in FILES) for rank in range(2 * RINGS, 0, -1)),
    )
