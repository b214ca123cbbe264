"""Boards of files and ranks: flat ones, and cylinders cut open with a file repeated at either edge."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.render.geometry import Box, Point, line, ring
from fairyscore.render.layouts.base import DOWN, INSET, LABEL, LEFT, UNIT, CellShape, Layout, Sign, shared

GHOSTS = 1
"""Files repeated at either edge of a cylinder: enough to see what stands beside the edge."""

TURNED = {0: (0, 1, 0), 4: (0, 0, 1), 2: (1, 1, 1), 6: (1, 0, 0)}
"""By turn: whether ranks run from left to right, whether rows run against ranks (or files), columns against files (or
ranks). At the bottom sits White, Black, Silver on file a, Gold on the last file."""


def lay(board: HeadedBoard, turn: int = 0) -> Layout:
    """A board of files and ranks, seen from one of its four sides. An odd eighth of a turn is the side before it."""
    turn -= turn % 2
    files = 1 + max(file for file, _ in board.spots)
    ranks = 1 + max(rank for _, rank in board.spots)
    across, rows_back, columns_back = TURNED[turn]
    columns, rows = (ranks, files) if across else (files, ranks)

    def place(spot: tuple[int, int]) -> tuple[int, int]:
        column, row = spot[::-1] if across else spot
        return columns - 1 - column if columns_back else column, rows - 1 - row if rows_back else row

    places = [place(spot) for spot in board.spots]
    wraps = board.shape == "cylinder"
    ghosts = tuple(_ghosts(places, columns)) if wraps else ()
    field = Box(0, 0, columns * UNIT, rows * UNIT)
    wide = Box(field.left - GHOSTS * UNIT, 0, field.right + GHOSTS * UNIT, field.bottom) if wraps else field
    return Layout(
        spots=tuple(square(*place) for place in places),
        frame=_frame(wide),
        field=wide,
        piece=UNIT,
        turn=turn,
        ghosts=ghosts,
        seams=tuple(line(Point(x, 0), Point(x, field.bottom)) for x in (field.left, field.right)) if wraps else (),
        signs=(*_signs(board, places, columns, rows, wide), *_ghost_signs(board, ghosts, rows)),
        period=columns * UNIT if wraps else 0.0,
    )


def square(column: int, row: int) -> CellShape:
    """The field in a column and row, counted from the left and the top."""
    x, y = column * UNIT, row * UNIT
    corners = _corners(Box(x, y, x + UNIT, y + UNIT))
    return CellShape(
        outline=ring(corners),
        inner=ring(_corners(Box(x, y, x + UNIT, y + UNIT).grown(-INSET))),
        polygon=corners,
        centre=Point(x + UNIT / 2, y + UNIT / 2),
        room=UNIT / 2,
        label=Point(x + LABEL, y + LABEL),
    )


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def _frame(box: Box) -> str:
    return ring(_corners(box))


def _ghosts(places: list[tuple[int, int]], columns: int) -> Iterator[tuple[int, CellShape]]:
    """The fields beside each edge, drawn behind the other one too."""
    for cell, (column, row) in enumerate(places):
        if column < GHOSTS:
            yield cell, square(column + columns, row)
        if column >= columns - GHOSTS:
            yield cell, square(column - columns, row)


def _signs(board: HeadedBoard, places: list[tuple[int, int]], columns: int, rows: int, field: Box) -> Iterator[Sign]:
    """Under each column and left of each row what the names there have in common."""
    for column in range(columns):
        names = [name for name, place in zip(board.cells, places, strict=True) if place[0] == column]
        yield Sign(shared(names), Point((column + 0.5) * UNIT, field.bottom), DOWN)
    for row in range(rows):
        names = [name for name, place in zip(board.cells, places, strict=True) if place[1] == row]
        yield Sign(shared(names), Point(field.left, (row + 0.5) * UNIT), LEFT)


def _ghost_signs(board: HeadedBoard, ghosts: tuple[tuple[int, CellShape], ...], rows: int) -> Iterator[Sign]:
    """The files that are repeated, in a fainter hand."""
    columns: dict[float, list[str]] = {}
    for cell, spot in ghosts:
        columns.setdefault(spot.centre.x, []).append(board.cells[cell])
    for x, names in sorted(columns.items()):
        yield Sign(shared(names), Point(x, rows * UNIT), DOWN, kind="faint")
