"""Boards of squares one above the other, drawn side by side: the lowest at the left."""

from collections.abc import Iterator
from typing import Final

from fairyscore.notation.boards import HeadedBoard
from fairyscore.render.geometry import Box, Point, ring
from fairyscore.render.layouts.base import DOWN, INSET, LABEL, LEFT, UNIT, UP, CellShape, Layout, Sign

APART: Final = 2 * UNIT / 3  # between two boards; two characters of a board in text


def levels_layout(board: HeadedBoard, turn: int = 0) -> Layout:
    """Boards above each other, each seen from White's side or, from three eighths of a turn to five, from Black's."""
    spots = [(ord(name[1]) - ord("a"), int(name[2:]) - 1, ord(name[0]) - ord("A")) for name in board.cells]
    files, ranks, height = (1 + max(spot[axis] for spot in spots) for axis in range(3))
    wide = files * UNIT + APART

    def place(file: int, rank: int, level: int) -> Box:
        turned = turn in (3, 4, 5)
        column, row = (files - 1 - file, rank) if turned else (file, ranks - 1 - rank)
        left, top = level * wide + column * UNIT, row * UNIT
        return Box(left, top, left + UNIT, top + UNIT)

    boxes = [place(*spot) for spot in spots]
    boards = [Box(level * wide, 0, level * wide + files * UNIT, ranks * UNIT) for level in range(height)]
    return Layout(
        spots=tuple(map(_cell, boxes)),
        frame="".join(ring(box.corners) for box in boards),
        field=Box(0, 0, height * wide - APART, ranks * UNIT),
        piece=UNIT,
        turn=turn,
        signs=tuple(_signs(board, boxes, boards)),
        scattered=True,
    )


def _cell(box: Box) -> CellShape:
    return CellShape(
        outline=ring(box.corners),
        inner=ring(box.grown(-INSET).corners),
        polygon=box.corners,
        centre=Point((box.left + box.right) / 2, (box.top + box.bottom) / 2),
        room=UNIT / 2,
        label=Point(box.left + LABEL, box.top + LABEL),
    )


def _signs(board: HeadedBoard, boxes: list[Box], boards: list[Box]) -> Iterator[Sign]:
    """The letter of each level above it, those of files below, and the numbers of ranks at the left of the first."""
    for name, box in zip(board.cells, boxes, strict=True):
        level = next(whole for whole in boards if whole.left <= box.left < whole.right)
        if box.bottom == level.bottom:
            yield Sign(name[1], Point((box.left + box.right) / 2, box.bottom), DOWN)
        if box.left == level.left == 0:
            yield Sign(name[2:], Point(box.left, (box.top + box.bottom) / 2), LEFT)
        if box.top == level.top and box.left == level.left:
            yield Sign(name[0], Point((level.left + level.right) / 2, level.top), UP)
