"""Paths of an exact number of steps, and the tables made of them.

A path never comes to a field twice, its start included, and crosses at most one ring border unless the piece roams
(page: Moving the pieces). Walkers step over sides, flyers over sides and corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from fairyscore.notation.boards.board import mask_of, shortest
from fairyscore.notation.boards.slices import SliceBoard
from fairyscore.notation.rules.castles.sheet import CastlesPieceType
from fairyscore.notation.rules.laid import Laid

Path = tuple[int, ...]
"""The cells of a path, its start first."""

Ways = dict[int, tuple[int, ...]]
"""Target -> masks of the cells between; a piece can go there where one of them holds no piece. Flyers have the mask 0."""

CELL_BITS = 7
"""A cell fits into so many bits, so that a kind and a cell, or two cells, make one small number."""

ONE_CIRCLE = 1


def paths(board: SliceBoard, kind: CastlesPieceType, start: int, circles: int | None = None) -> Iterator[Path]:
    """Every path of the kind from a cell of an empty board, or those it had if it might cross `circles` borders."""
    most = circles if circles is not None else kind.steps if kind.roams else ONE_CIRCLE
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
def ways_table(board: SliceBoard, kinds: tuple[CastlesPieceType, ...]) -> Laid[int, Ways]:
    """`ways` by kind << CELL_BITS | cell, the table that all games with this board and these pieces share."""
    return Laid(lambda key: ways(board, kinds[key >> CELL_BITS], key & (1 << CELL_BITS) - 1))
