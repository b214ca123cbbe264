"""What a game for castles is made of, the paths of its pieces, and the tables made of them.

A path is of an exact number of steps. It never comes to a field twice, its start included, and crosses at most one ring
border unless the piece roams (page: Moving the pieces). Walkers step over sides, flyers over sides and corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fairyscore.notation.boards import SliceBoard, mask_of, shortest
from fairyscore.notation.kernel import CORE
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import Target
from fairyscore.notation.rules.variant import Seat

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import SeatCore

Path = tuple[int, ...]
"""The cells of a path, its start first."""

Ways = dict[int, tuple[int, ...]]
"""Target -> masks of the cells between; a piece can go there where one of them holds no piece. Flyers have the mask 0."""

CELL_BITS = 7
"""A cell fits into so many bits, so that a kind and a cell, or two cells, make one small number."""

ONE_CIRCLE = 1

# The numbers of kernel/core/tables.h.
FIRST: Final = 2
CASTLES_GAME: Final = 1 << 24
FALLEN_STAY: Final = 1 << 26


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


@dataclass(frozen=True)
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

    @cached_property
    def core(self) -> SeatCore | None:
        """The compiled core of the game, built when it is first asked for; None where nothing is compiled."""
        if CORE is None:
            return None
        core: SeatCore = CORE.SeatCore(CastlesRules(self), Move)
        return core


class CastlesRules:
    """All of a game as the compiled core takes it. kinds: steps, whether it flies, whether it roams.

    Cells, castles and neighbours are masks.
    """

    def __init__(self, sheet: CastleSheet) -> None:
        self.cells = len(sheet.board.cells)
        self.cell_names = sheet.board.cells
        self.letters = [kind.letter for kind in sheet.kinds]
        self.seats = len(sheet.seats)
        self.codes = FIRST + self.seats * len(sheet.kinds)
        self.reaches = len(sheet.kinds)
        self.flags = CASTLES_GAME | FALLEN_STAY * sheet.fallen_stay
        self.limit = sheet.limit
        self.throws = sheet.throws
        self.bases = sheet.castles
        self.kinds = [(kind.steps, kind.flies, kind.roams) for kind in sheet.kinds]
        self.sides = [mask_of(cells) for cells in sheet.board.sides]
        self.corners = [mask_of(cells) for cells in sheet.board.corners]
        self.ring = sheet.board.ring


def paths(board: SliceBoard, kind: CastlesPieceType, start: int, circles: int | None = None) -> Iterator[Path]:
    """Every path of the kind from a cell of an empty board, or those it had if it might cross `circles` borders."""
    most = kind.steps if kind.roams else ONE_CIRCLE
    if circles is not None:
        most = circles
    open_paths: list[tuple[Path, int]] = [((start,), most)]
    while open_paths:
        path, left = open_paths.pop()
        if len(path) > kind.steps:
            yield path
            continue
        for cell in steps(board, kind, path[-1]):
            after = left - (board.ring[cell] != board.ring[path[-1]])
            if after >= 0 and cell not in path:
                open_paths.append(((*path, cell), after))


def steps(board: SliceBoard, kind: CastlesPieceType, cell: int) -> tuple[int, ...]:
    """The fields one step away."""
    return board.sides[cell] + board.corners[cell] if kind.flies else board.sides[cell]


def crossings(board: SliceBoard, path: Path) -> int:
    """How many ring borders a path crosses; the border of the centre field is one too."""
    return sum(board.ring[a] != board.ring[b] for a, b in pairwise(path))


def distance(board: SliceBoard, kind: CastlesPieceType, start: int, target: int) -> int | None:
    """The least steps that lead from one field to another under the rule of circles, or None where none do."""
    edge = {(start, 0)}
    reached = set(edge)
    far = 0
    while edge and not any(cell == target for cell, _ in edge):
        far += 1
        edge = {
            (there, crossed + (not kind.roams and board.ring[there] != board.ring[cell]))
            for cell, crossed in edge
            for there in steps(board, kind, cell)
        }
        edge = {(cell, crossed) for cell, crossed in edge if crossed <= ONE_CIRCLE} - reached
        reached |= edge
    return far if edge else None


def fewest_crossings(board: SliceBoard, kind: CastlesPieceType, start: int, target: int) -> int | None:
    """The least borders crossed on a path of just the kind's steps that may cross any number, or None without path."""
    found = (path for path in paths(board, kind, start, circles=kind.steps) if path[-1] == target)
    return min((crossings(board, path) for path in found), default=None)


def ways(board: SliceBoard, kind: CastlesPieceType, start: int) -> Ways:
    """Where the kind can go from a cell, targets ascending, and what would have to be empty."""
    found: dict[int, set[int]] = {}
    for path in paths(board, kind, start):
        found.setdefault(path[-1], set()).add(0 if kind.flies else mask_of(path[1:-1]))
    return {target: shortest(found[target]) for target in sorted(found)}


@lru_cache(maxsize=8)
def ways_table(board: SliceBoard, kinds: tuple[CastlesPieceType, ...]) -> LazyTable[int, Ways]:
    """`ways` by kind << CELL_BITS | cell, the table that all games with this board and these pieces share."""
    return LazyTable(lambda key: ways(board, kinds[key >> CELL_BITS], key & (1 << CELL_BITS) - 1))


def goals(sheet: CastleSheet, _seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of a piece, targets ascending. Anybody may be knocked out there; who flies is stopped by nobody.

    Of the ways of a walker those that cross the fewest rings come first.
    """
    piece = sheet.kinds[kind]
    reached = ways_table(sheet.board, sheet.kinds)[kind << CELL_BITS | cell]
    walked: dict[int, list[Path]] = {target: [] for target in reached}
    walks = () if piece.flies else paths(sheet.board, piece, cell)
    for path in sorted(walks, key=lambda path: (crossings(sheet.board, path), path)):
        walked[path[-1]].append(path)
    leaps = piece.flies
    return tuple(
        Target(target, tuple(walked[target]) or ((cell, target),), takes_own=True, leaps=leaps) for target in reached
    )
