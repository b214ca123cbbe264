"""Topology only: cells, headings, neighbours. No rule and no coordinate of a picture.

Every board has named cells, numbered from 0: rules work on the numbers, texts on the names. On some a piece keeps a
heading while it goes (`HeadedBoard`: rectangle, cylinder, torus, strip, rings, hexagon, levels); the others know
neighbours only (`SliceBoard`). What a leap is on a board, and where it leads as a player sees it, says its `Lattice`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from math import lcm
from typing import Final, Literal

from fairyscore.notation.lattices import IN_FILES, IN_RANKS, SQUARES, Lattice, level_width, levels

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"


class Board:
    """A finite set of named cells, which never changes.

    cells: the names; a cell's number is its place in this tuple.
    index: name -> number. called: the names that cells have for people, by number.
    """

    __slots__ = ("called", "cells", "index")

    def __init__(self, cells: tuple[str, ...], called: Mapping[int, str] | None = None) -> None:
        self.cells = cells
        self.called = called or {}
        self.index = {name: cell for cell, name in enumerate(cells)}

    def touch(self, one: int, other: int) -> bool:
        """True if two cells share a side or a corner; boards with neighbours say so."""
        return False

    def line(self, origin: int, target: int) -> tuple[int, ...]:
        """The cells of the shortest straight line between two, both included; empty where none leads there."""
        return ()

    def mask(self, names: Iterable[str]) -> int:
        """The mask of named cells."""
        return mask_of(self.index[name] for name in names)

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the cells in a mask, in the order of their numbers."""
        return tuple(self.cells[cell] for cell in bits(mask))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The mask with the bits of `cells` set.

    >>> mask_of([1, 3])
    10
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def shortest(masks: set[int]) -> tuple[int, ...]:
    """Ways as the masks of what they pass, without those that contain another: who is free on one is free on the other.

    >>> shortest({0b110, 0b010, 0b001})
    (1, 2)
    """
    if len(masks) == 1:
        return tuple(masks)
    return tuple(sorted(m for m in masks if not any(o != m and o & m == o for o in masks)))


Step = tuple[int, int]
"""A cell and the heading with which it was entered."""

FlatShape = Literal["rectangle", "cylinder", "torus", "strip"]
Shape = FlatShape | Literal["rings", "hexagon", "levels"]

HEADINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""On a flat board the compass; on rings north is inward, south outward, east and west along the ring."""

ORTHOGONAL = (0, 2, 4, 6)


class HeadedBoard(Board):
    """A board with `ahead[heading][cell]`: the next cell with the heading there, or None at an edge.

    `rows` are the cells as a position text lists them, rank by rank from the top, None where there is no field.
    `spots` are the file and rank of every cell, from 0; on rings its ring, from the outermost, and its place round it.
    `lattice` says which leaps between spots are alike. `shape` is what it looks like; whoever draws it begins there.
    `holes` are the names of places that are no cells. `twist`: where a strip is twisted, as how many ranks lie before that.
    """

    __slots__ = ("ahead", "holes", "lattice", "number", "rows", "shape", "spots", "twist")

    def __init__(
        self,
        cells: tuple[str, ...],
        ahead: tuple[tuple[Step | None, ...], ...],
        rows: tuple[tuple[int | None, ...], ...],
        spots: tuple[tuple[int, int], ...],
        shape: Shape,
        *,
        lattice: Lattice = SQUARES,
        called: Mapping[int, str] | None = None,
        holes: frozenset[str] = frozenset(),
        twist: int = 0,
    ) -> None:
        super().__init__(cells, called)
        self.twist = twist
        self.ahead = ahead
        self.holes = holes
        self.rows = rows
        self.spots = spots
        self.number = {spot: cell for cell, spot in enumerate(spots)}
        self.shape = shape
        self.lattice = lattice

    def with_names(self, names: Mapping[str, str]) -> "HeadedBoard":
        """The same board with names for people, by those of the cells."""
        called = {self.index[cell]: name for cell, name in names.items()}
        return HeadedBoard(
            self.cells,
            self.ahead,
            self.rows,
            self.spots,
            self.shape,
            lattice=self.lattice,
            called=called,
            holes=self.holes,
            twist=self.twist,
        )

    def walk(self, cell: int, heading: int, steps: int) -> Step | None:
        """Where `steps` steps straight on lead, or None where the board ends before."""
        here: Step | None = (cell, heading)
        for _ in range(steps):
            here = self.ahead[here[1]][here[0]] if here is not None else None
        return here

    def next_to(self, cell: int, headings: Iterable[int] | None = None) -> tuple[int, ...]:
        """The cells one step away, along some headings or all."""
        if headings is None and self.lattice is not SQUARES:
            steps = (self._beyond(cell, leap) for leap in self.lattice.near)
            return tuple(there for there in steps if there is not None)
        some = range(8) if headings is None else headings
        return tuple(there[0] for heading in some if (there := self.ahead[heading][cell]) is not None)

    def touch(self, one: int, other: int) -> bool:
        """True if one step leads from one cell to the other."""
        return other in self.next_to(one)

    def line(self, origin: int, target: int) -> tuple[int, ...]:
        """The cells of the shortest straight line between two, both included; empty where none leads there."""
        rays = ((origin, *ray) for ray in self._rays(origin))
        return min((ray[: ray.index(target) + 1] for ray in rays if target in ray), key=len, default=())

    def _rays(self, cell: int) -> Iterator[tuple[int, ...]]:
        if self.lattice is SQUARES:
            yield from (tuple(self.ray(cell, heading)) for heading in range(len(HEADINGS)))
            return
        for leap in self.lattice.near:
            ray, here = [], self._beyond(cell, leap)
            while here is not None:
                ray.append(here)
                here = self._beyond(here, leap)
            yield tuple(ray)

    def _beyond(self, cell: int, leap: tuple[int, int]) -> int | None:
        x, y = self.spots[cell]
        return self.number.get((x + leap[0], y + leap[1]))

    def ray(self, cell: int, heading: int, stride: int = 1) -> Iterator[int]:
        """The cells `stride` steps apart along a heading, up to the edge or until it would come back to its start."""
        here = self.walk(cell, heading, stride)
        while here is not None and here[0] != cell:
            yield here[0]
            here = self.walk(*here, stride)


def chequered(board: HeadedBoard) -> tuple[str, ...]:
    """By cell `light` or `dark`, alternating along ranks, files and rings; the first cell, a1, is dark.

    Hexagons that share a side have three colours, and a step over a corner stays on one of them.
    """
    if board.lattice.name == "hexagons":
        return tuple(("dark", "medium", "light")[sum(spot) % 3] for spot in board.spots)
    if board.lattice.name == "levels":
        return tuple("light" if sum(board.lattice.apparent(spot)) % 2 else "dark" for spot in board.spots)
    return tuple("light" if sum(spot) % 2 else "dark" for spot in board.spots)


def turned(heading: int, eighths: int) -> int:
    """The heading after a turn to the right by eighths of a circle.

    >>> HEADINGS[turned(HEADINGS.index("n"), 2)]
    'e'
    """
    return (heading + eighths) % 8


def _ahead(cells: int, step: Callable[[int, int], Step | None]) -> tuple[tuple[Step | None, ...], ...]:
    """`HeadedBoard.ahead`, built once for a board, so that no rule computes a coordinate."""
    return tuple(tuple(step(heading, cell) for cell in range(cells)) for heading in range(8))


# -- flat boards, also with holes and joined edges ------

SHIFTS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Files to the right and ranks up, by heading from north clockwise."""


def twists(twist: int, ranks: int, rank: int, up: int) -> bool:
    """True if right and left change places on the way from a rank to another one of a strip.

    twist: how many ranks lie before the twist, 0 for none. rank: counted from 0. up: how many ranks the way goes up.

    >>> twists(11, 14, 10, 1), twists(11, 14, 13, 1), twists(11, 14, 12, -3)
    (True, False, True)
    """
    return bool(twist) and ((rank + up - twist) // ranks - (rank - twist) // ranks) % 2 == 1


MIRRORED = (0, 7, 6, 5, 4, 3, 2, 1)
"""By heading the one that it is with right and left exchanged."""


def rectangle(
    files: int,
    ranks: int,
    shape: FlatShape = "rectangle",
    holes: frozenset[str] = frozenset(),
    twist: int = 0,
) -> HeadedBoard:
    """A board of lettered files and numbered ranks, `a1` first, rank by rank.

    shape: a cylinder's last file touches the first, a torus' last rank as well; the ranks of a strip go round, twisted
    once, so that the a file goes on as the last one. holes: missing cells, which `spots` counts. twist: the number of the
    rank behind which a strip is twisted, the last if not said.

    >>> board = rectangle(3, 3, holes=frozenset({"b2"}))
    >>> len(board.cells), board.walk(board.index["a2"], 2, 1)
    (8, None)
    """
    twist = twist or (ranks if shape == "strip" else 0)
    places = {f"{ALPHABET[f]}{r + 1}": (f, r) for r in range(ranks) for f in range(files)}
    cells = tuple(name for name in places if name not in holes)
    spots = tuple(places[name] for name in cells)
    number = {spot: cell for cell, spot in enumerate(spots)}

    def step(heading: int, cell: int) -> Step | None:
        right, up = SHIFTS[heading]
        file, rank = spots[cell][0] + right, spots[cell][1] + up
        if twists(twist, ranks, spots[cell][1], up):
            file, heading = files - 1 - file, MIRRORED[heading]
        if shape in ("cylinder", "torus"):
            file %= files
        if shape in ("torus", "strip"):
            rank %= ranks
        there = number.get((file, rank))
        return None if there is None else (there, heading)

    return HeadedBoard(
        cells=cells,
        ahead=_ahead(len(cells), step),
        rows=tuple(tuple(number.get((f, r)) for f in range(files)) for r in reversed(range(ranks))),
        spots=spots,
        shape=shape,
        holes=holes,
        twist=twist,
    )


# -- hexagons, and boards of squares one above the other: names for spots of a lattice ------


def hexagon(
    side: int, *, straight: Literal["files", "ranks"] = "files", letters: str = ALPHABET, bent: bool = True
) -> HeadedBoard:
    """A hexagon of hexagons with so many cells along each side.

    straight: which lines of cells run straight up or across. letters: of the files, from the left. bent: whether ranks are
    counted in each file from its lowest cell (Gliński); else along straight lines.

    >>> board = hexagon(6, letters="abcdefghikl")
    >>> len(board.cells), board.cells[0], board.cells[-1]
    (91, 'a1', 'f11')
    """
    last = side - 1
    spots = [(x, y) for x in range(2 * side - 1) for y in range(max(0, x - last), min(2 * last, x + last) + 1)]
    names = {(x, y): f"{letters[x]}{y + 1 - (max(0, x - last) if bent else 0)}" for x, y in spots}
    return _of_hexagons(names, straight)


def slanted(
    files: int, ranks: int, *, straight: Literal["files", "ranks"] = "files", holes: frozenset[str] = frozenset()
) -> HeadedBoard:
    """Hexagons in files and ranks, of which the ranks rise by half a cell from file to file (or the files go to the right).

    holes: missing cells, so that any outline can be said.

    >>> board = slanted(3, 2)
    >>> board.next_to(board.index["a1"])[:3] == tuple(board.index[name] for name in ("a2", "b1", "b2"))
    True
    """
    every = {(f, r): f"{ALPHABET[f]}{r + 1}" for r in range(ranks) for f in range(files)}
    return _of_hexagons({spot: name for spot, name in every.items() if name not in holes}, straight)


def _of_hexagons(names: Mapping[tuple[int, int], str], straight: str) -> HeadedBoard:
    """The board with named spots. Positions list it rank by rank, without places that are no cell."""
    in_order = sorted(names, key=lambda spot: (int(names[spot][1:]), spot))
    number = {spot: cell for cell, spot in enumerate(in_order)}
    by_rank: dict[str, list[int | None]] = {}
    for spot, cell in number.items():
        by_rank.setdefault(names[spot][1:], []).append(cell)
    lattice = IN_FILES if straight == "files" else IN_RANKS
    return _on_lattice(names, in_order, tuple(tuple(row) for row in reversed(by_rank.values())), "hexagon", lattice)


def cube(files: int, ranks: int, height: int) -> HeadedBoard:
    """Boards of squares one above the other, A the lowest: `Aa1`. Positions list them from the highest.

    >>> board = cube(5, 5, 5)
    >>> len(board.cells), len(board.next_to(board.index["Cc3"])), board.cells[-1]
    (125, 26, 'Ee5')
    """
    return _stacked(files, ranks, height, level_width(files), levels(files))


def apart(files: int, ranks: int, height: int) -> HeadedBoard:
    """Boards of squares named as those of `cube`, between which no piece steps or leaps.

    >>> board = apart(8, 8, 2)
    >>> len(board.cells), len(board.next_to(board.index["Be4"])), board.cells[-1]
    (128, 8, 'Bh8')
    """
    return _stacked(files, ranks, height, 2 * files, SQUARES)


def _stacked(files: int, ranks: int, height: int, width: int, lattice: Lattice) -> HeadedBoard:
    """Boards whose spots lie side by side. width: how far the spots of one lie from those of the next."""
    names = {
        (width * level + f, r): f"{ALPHABET[level].upper()}{ALPHABET[f]}{r + 1}"
        for level in range(height)
        for r in range(ranks)
        for f in range(files)
    }
    in_order = list(names)
    rows = [tuple(range(first, first + files)) for first in range(0, len(in_order), files)]
    levels_down = [rows[at : at + ranks] for at in range(0, len(rows), ranks)][::-1]
    down = tuple(row for level in levels_down for row in reversed(level))
    return _on_lattice(names, in_order, down, "levels", lattice)


def _on_lattice(
    names: Mapping[tuple[int, int], str],
    spots: list[tuple[int, int]],
    rows: tuple[tuple[int | None, ...], ...],
    shape: Literal["hexagon", "levels"],
    lattice: Lattice,
) -> HeadedBoard:
    number = {spot: cell for cell, spot in enumerate(spots)}

    def step(heading: int, cell: int) -> Step | None:
        right, up = SHIFTS[heading]
        there = number.get((spots[cell][0] + right, spots[cell][1] + up))
        return None if there is None else (there, heading)

    cells = tuple(names[spot] for spot in spots)
    return HeadedBoard(cells, _ahead(len(cells), step), rows, tuple(spots), shape, lattice=lattice)


# -- round boards of four rings about a centre-circle that is not a field, with voids in the outer rings (Circular Chess)

ROUND = 18
"""Spaces of a ring without voids: eight files and the i file, on either half."""

RINGS = 4
FILES = "abcdefghi"

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
    "ring": lambda ring, place: f"{ALPHABET[ring]}{-place % ROUND + 1}",
    "sector": lambda ring, place: f"{ALPHABET[-place % ROUND]}{ring + 1}",
}
"""Names of a field by ring, from the outermost, and place: in each scheme a letter and a number (C-3).

Rings are a to d or 1 to 4, from the outermost; sectors 1 to 18 or a to r, clockwise from a1, where places run a to h from
White's left, so against the clock. Voids have names too, so that those of the fields are the same on all boards.
"""


def rings(voids: int, scheme: str = "standard") -> HeadedBoard:
    """The board whose `voids` outer rings have a void at White's right and one at his left.

    Places run a..h on White's half, i8's void or field, then a..h on the other half and i at White's left (C-1), so
    that straight across the centre is nine places on: a4 is followed by a5, i4 by i5. Every scheme has the same numbers.

    >>> [len(rings(voids).cells) for voids in (1, 2, 3)]
    [70, 68, 66]
    >>> [rings(1, scheme).cells[0] for scheme in SCHEMES], [rings(1, scheme).cells[-1] for scheme in SCHEMES]
    (['a1', 'a1', 'a1'], ['i5', 'd2', 'b4'])
    """
    places = [(ring, place) for ring in range(RINGS) for place in range(ROUND)]
    spots = [(r, p) for r, p in places if r >= voids or p % len(FILES) < len(FILES) - 1]
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
        ahead=_ahead(len(cells), step),
        rows=tuple(tuple(index.get(f"{file}{rank}") for file in FILES) for rank in range(2 * RINGS, 0, -1)),
        spots=tuple(spots),
        shape="rings",
        holes=frozenset(SCHEMES[scheme](*place) for place in places if place not in number),
    )


# -- the round board of KaleidoChess ------


class SliceBoard(Board):
    """A centre field and rings cut into equal slices: neighbours, ascending, and the ring of each cell (0 for the centre).

    sides[cell]: fields whose borders share more than a point; corners[cell]: fields that share one point only.
    rows: the cells ring by ring from the centre, clockwise, as a position text lists them.
    slices: how many there are. spans[cell]: where the cell begins and ends, clockwise from the first border of slice 1, in
    units of which a full circle has `circle`.
    """

    __slots__ = ("circle", "corners", "ring", "rows", "sides", "slices", "spans")

    shape: Literal["slices"] = "slices"

    def __init__(
        self,
        cells: tuple[str, ...],
        *,
        sides: tuple[tuple[int, ...], ...],
        corners: tuple[tuple[int, ...], ...],
        ring: tuple[int, ...],
        rows: tuple[tuple[int, ...], ...],
        slices: int,
        spans: tuple[tuple[int, int], ...],
        circle: int,
    ) -> None:
        super().__init__(cells)
        self.sides = sides
        self.corners = corners
        self.ring = ring
        self.rows = rows
        self.slices = slices
        self.spans = spans
        self.circle = circle

    def touch(self, one: int, other: int) -> bool:
        """True if two cells share a side or a corner."""
        return other in self.sides[one] or other in self.corners[one]

    def touching(self, cell: int) -> int:
        """Mask of the fields that touch a cell by side or corner."""
        return mask_of(self.sides[cell]) | mask_of(self.corners[cell])


def slices(count: int, per_ring: tuple[int, ...]) -> SliceBoard:
    """A board of `count` slices with `per_ring` fields in each ring of a slice, inner ring first (K-1).

    Angles are whole numbers: a full circle has as many units as make every border fall on one.

    >>> board = slices(8, (1, 2, 2, 3, 3))
    >>> len(board.cells), board.names(mask_of(board.sides[board.index["1D"]]))
    (89, ('1B', '1E', '8E', '1F', '1G'))
    """
    circle = lcm(*(count * fields for fields in per_ring))
    first = (0, *accumulate(per_ring))
    cells, ring, spans = ["00"], [0], [(0, circle)]
    rows: list[tuple[int, ...]] = [(0,)]
    for r, fields in enumerate(per_ring, 1):
        width = circle // (count * fields)
        rows.append(tuple(range(len(cells), len(cells) + count * fields)))
        for place in range(count * fields):
            cells.append(f"{place // fields + 1}{ALPHABET[first[r - 1] + place % fields].upper()}")
            ring.append(r)
            spans.append((place * width, (place + 1) * width))
    everywhere = range(len(cells))
    touch = [[_touch(one, other, ring, spans, circle) for other in everywhere] for one in everywhere]
    return SliceBoard(
        cells=tuple(cells),
        sides=tuple(tuple(cell for cell, how in enumerate(row) if how == "side") for row in touch),
        corners=tuple(tuple(cell for cell, how in enumerate(row) if how == "corner") for row in touch),
        ring=tuple(ring),
        rows=tuple(rows),
        slices=count,
        spans=tuple(spans),
        circle=circle,
    )


def _touch(one: int, other: int, ring: list[int], spans: list[tuple[int, int]], circle: int) -> str:
    """The border that two cells share: `side`, `corner`, or empty."""
    (a, b), (c, d) = spans[one], spans[other]
    meet = b % circle == c % circle or d % circle == a % circle
    if ring[one] == ring[other]:  # only the radial border between two neighbours in the ring
        return "side" if meet and one != other else ""
    if abs(ring[one] - ring[other]) != 1:
        return ""
    if max(a, c) < min(b, d):
        return "side"
    return "corner" if meet else ""
