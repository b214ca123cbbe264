"""Boards of files and ranks: flat ones, cylinders cut open with a file repeated at either edge, and rings unrolled."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from fairyscore.notation.boards import RINGS, ROUND, HeadedBoard
from fairyscore.render.geometry import Box, Point, line, ring
from fairyscore.render.layouts.base import DOWN, INSET, LABEL, LEFT, RIGHT, UNIT, CellShape, Layout, Sign, in_common

GHOSTS = 1  # files repeated at either edge of a cylinder: enough to see what stands beside the edge
WATER = 9.0  # breadth of a strip of water between ranks, or files
TURNED = {0: (0, 1, 0), 4: (0, 0, 1), 2: (1, 1, 1), 6: (1, 0, 0)}
"""By turn: whether ranks run from left to right, whether rows run against ranks (or files), columns against files (or
ranks). At the bottom sits White, Black, Silver on file a, Gold on the last file."""


def flat_layout(board: HeadedBoard, turn: int = 0, banks: Sequence[tuple[int, int]] = ()) -> Layout:
    """A board of files and ranks, seen from one of its four sides. An odd eighth of a turn is the side before it.

    banks: pairs of cells between which there is water; it has a strip of its own.
    """
    turn -= turn % 2
    files = 1 + max(file for file, _ in board.spots)
    ranks = 1 + max(rank for _, rank in board.spots)
    across, rows_back, columns_back = TURNED[turn]
    columns, rows = (ranks, files) if across else (files, ranks)

    def place(spot: tuple[int, int]) -> tuple[int, int]:
        column, row = spot[::-1] if across else spot
        if columns_back:
            column = columns - 1 - column
        if rows_back:
            row = rows - 1 - row
        return column, row

    places = [place(spot) for spot in board.spots]
    shores = [(places[one], places[other]) for one, other in banks]
    wet_columns = frozenset(max(left, right) for (left, _), (right, _) in shores if left != right)
    wet_rows = frozenset(max(upper, lower) for (_, upper), (_, lower) in shores if upper != lower)
    grid = Grid(wet_columns, wet_rows)
    wraps = board.shape == "cylinder"
    ghosts = tuple(_ghosts(places, columns, grid)) if wraps else ()
    field = Box(0, 0, grid.at(columns, 0), grid.at(rows, 1))
    width = Box(field.left - GHOSTS * UNIT, 0, field.right + GHOSTS * UNIT, field.bottom) if wraps else field
    return Layout(
        spots=tuple(_square(*place, grid) for place in places),
        frame=_frame(places, grid) if len(places) < columns * rows else ring(width.corners),
        field=width,
        piece=UNIT,
        turn=turn,
        ghosts=ghosts,
        seams=_seams(field) if wraps else (),
        signs=tuple(_signs(board, places, grid, width, ghosts)),
        period=field.right if wraps else 0.0,
    )


class Grid(NamedTuple):
    """The beginnings of columns and rows: before which of them there is a strip of water."""

    columns: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()

    def at(self, number: int, axis: int) -> float:
        """The left edge of a column (axis 0), or the upper edge of a row (axis 1)."""
        return number * UNIT + WATER * sum(1 for gap in self[axis] if gap <= number)


def _square(column: int, row: int, grid: Grid = Grid()) -> CellShape:  # noqa: B008 (immutable)
    """The cell in a column and row, counted from the left and the top."""
    x, y = grid.at(column, 0), grid.at(row, 1)
    box = Box(x, y, x + UNIT, y + UNIT)
    return CellShape(
        outline=ring(box.corners),
        inner=ring(box.grown(-INSET).corners),
        polygon=box.corners,
        centre=Point(x + UNIT / 2, y + UNIT / 2),
        room=UNIT / 2,
        label=Point(x + LABEL, y + LABEL),
    )


def _frame(places: Iterable[tuple[int, int]], grid: Grid) -> str:
    """The border of a board with holes: around cells only, not around nothing (Omega Chess)."""
    data = ""
    for corners in _borders(places):
        data += ring(Point(grid.at(column, 0), grid.at(row, 1)) for column, row in corners)
    return data


def _borders(places: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The corners of each closed border of some cells, clockwise. Cells that touch at a corner have their own."""
    edges = _border_edges(set(places))
    while edges:
        here = min(edges)
        heading, corners = EAST, list[tuple[int, int]]()
        while here in edges:
            right = (-heading[1], heading[0])
            headings = edges[here]
            ahead = right if right in headings else headings[0]
            headings.remove(ahead)
            if not headings:
                del edges[here]
            if ahead != heading or not corners:
                corners.append(here)
            here, heading = (here[0] + ahead[0], here[1] + ahead[1]), ahead
        yield corners


EAST, SOUTH, WEST, NORTH = (1, 0), (0, 1), (-1, 0), (0, -1)


def _border_edges(cells: set[tuple[int, int]]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The edges beyond which there is no cell: corner -> headings in which edges leave it, the cell on their right."""
    edges = dict[tuple[int, int], list[tuple[int, int]]]()
    for column, row in cells:
        around = (
            ((column, row), EAST, (column, row - 1)),
            ((column + 1, row), SOUTH, (column + 1, row)),
            ((column + 1, row + 1), WEST, (column, row + 1)),
            ((column, row + 1), NORTH, (column - 1, row)),
        )
        for corner, heading, beyond in around:
            if beyond not in cells:
                edges.setdefault(corner, []).append(heading)
    return edges


def _seams(field: Box) -> tuple[str, ...]:
    return tuple(line(Point(x, 0), Point(x, field.bottom)) for x in (field.left, field.right))


def _ghosts(places: list[tuple[int, int]], columns: int, grid: Grid) -> Iterator[tuple[int, CellShape]]:
    """The fields beside each edge, drawn behind the other one too."""
    for cell, (column, row) in enumerate(places):
        if column < GHOSTS:
            yield cell, _square(column + columns, row, grid)
        if column >= columns - GHOSTS:
            yield cell, _square(column - columns, row, grid)


def _signs(
    board: HeadedBoard,
    places: list[tuple[int, int]],
    grid: Grid,
    field: Box,
    ghosts: tuple[tuple[int, CellShape], ...],
) -> Iterator[Sign]:
    """Under each column and left of each row what the names there have in common; repeated files in a fainter hand."""
    for column, text in in_common(board.cells, places, 0).items():
        yield Sign(text, Point(grid.at(int(column), 0) + UNIT / 2, field.bottom), DOWN)
    for row, text in in_common(board.cells, places, 1).items():
        yield Sign(text, Point(field.left, grid.at(int(row), 1) + UNIT / 2), LEFT)
    repeated = in_common((board.cells[cell] for cell, _ in ghosts), (spot.centre for _, spot in ghosts), 0)
    for x, text in repeated.items():
        yield Sign(text, Point(x, field.bottom), DOWN, kind="faint")


# -- rings ------------------------------------------------------------------------------------------------------------

HALF = ROUND // 2


def unroll(board: HeadedBoard, turn: int = 0) -> Layout:
    """The rings as four rows, the outermost at the bottom, cut at White's left; Black's half comes first from his side."""
    start = HALF if turn == 4 else 0
    places = [((place - start) % ROUND, RINGS - 1 - ring_) for ring_, place in board.spots]
    voids = (place for place in product(range(ROUND), range(RINGS)) if place not in places)
    field = Box(0, 0, ROUND * UNIT, RINGS * UNIT)
    return Layout(
        spots=tuple(_square(*place) for place in places),
        frame=ring(field.corners),
        field=field,
        piece=UNIT,
        turn=turn,
        voids=tuple(_square(*place).outline for place in voids),
        seams=_seams(field),
        signs=tuple(_strip_signs(board, places, field)),
        period=field.right,
    )


def _strip_signs(board: HeadedBoard, places: list[tuple[int, int]], field: Box) -> Iterator[Sign]:
    """Under each column, and beside each row what the names in its half have in common."""
    for column, text in in_common(board.cells, places, 0).items():
        yield Sign(text, Point((column + 0.5) * UNIT, field.bottom), DOWN)
    for side, edge, columns in ((LEFT, field.left, range(HALF)), (RIGHT, field.right, range(HALF, ROUND))):
        half = [cell for cell, (column, _) in enumerate(places) if column in columns]
        names = [board.cells[cell] for cell in half]
        for row, text in in_common(names, [places[cell] for cell in half], 1).items():
            yield Sign(text, Point(edge, (row + 0.5) * UNIT), side)
