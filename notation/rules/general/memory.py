"""What is known of one position while its moves are tried: legs, changes, and what the safety of kings rests on."""

from collections.abc import Callable, Iterable, Iterator
from typing import Self

from fairyscore.notation.rules.general.board import Changes, GeneralBoard
from fairyscore.notation.rules.moves import Move

Legs = dict[int, tuple[int, ...]]
"""By the cell that a piece gets to, the cells of what it takes."""


class WatchedBoard(list[int]):
    """A board that notes what is asked of it: cells, and codes whose places are.

    An answer that was found on it stays the same while nothing of that changes.
    """

    __slots__ = ("cells", "codes")

    def __init__(self, board: Iterable[int]) -> None:
        super().__init__(board)
        self.cells: set[int] = set()
        self.codes: set[int] = set()

    def __getitem__(self, cell: int) -> int:  # type: ignore[override]
        self.cells.add(cell)
        return super().__getitem__(cell)

    def __iter__(self) -> Iterator[int]:
        self.cells.update(range(len(self)))
        return super().__iter__()

    def __contains__(self, piece: object) -> bool:
        return self.count(piece) > 0  # type: ignore[arg-type]

    def count(self, piece: int) -> int:
        self.codes.add(piece)
        return super().count(piece)

    def index(self, piece: int, *places: int) -> int:  # type: ignore[override]
        self.codes.add(piece)
        return super().index(piece, *places)

    def copy(self) -> Self:
        self.cells.update(range(len(self)))
        return self.__class__(iter(self))

    def is_touched(self, changes: Changes, board: list[int]) -> bool:
        """True if changes of a board like this one reach what was asked."""
        for cell, after in changes:
            before = board[cell]
            if before != after and (cell in self.cells or before in self.codes or after in self.codes):
                return True
        return False


def watched(state: GeneralBoard, holds: Callable[[], bool]) -> WatchedBoard | None:
    """What it rests on that something holds of a position; None where it does not hold."""
    board = state.board
    state.board = watch = WatchedBoard(board)
    try:
        return watch if holds() else None
    finally:
        state.board = board


def part(state: GeneralBoard, known: "KnownPosition | None", question: object, answer: Callable[[], bool]) -> bool:
    """The answer to a part of a question; while a move is tried, that of the position before where it cannot be another."""
    board = state.board
    if known is None:
        return answer()
    if isinstance(board, WatchedBoard):
        state.board = watch = WatchedBoard(list.copy(board))
        try:
            found = answer()
        finally:
            state.board = board
        board.cells |= watch.cells
        board.codes |= watch.codes
        known.parts[question] = (found, watch)
        return found
    if known.trial is not None and question in known.parts:
        found, watch = known.parts[question]
        if not watch.is_touched(known.trial, known.board):
            return found
    return answer()


class KnownPosition:
    """A position and what is known of it.

    facts: what tells it from others beside its board. legs: those of who is to move, by piece and cell. changes: by move.
    legal: the legal moves, by what tells it from others further (hands, castlings, ...).
    watches: what it rests on that a move could leave the board so; empty where that was not asked. parts: the questions of
    which that is made up, with their answers and what these rest on. trial: the changes with which the board is now.
    """

    __slots__ = ("board", "changes", "facts", "legal", "legs", "parts", "trial", "watches")

    def __init__(self, board: list[int], facts: tuple[object, ...]) -> None:
        self.board = board.copy()
        self.facts = facts
        self.legs: dict[tuple[int, int], Legs] = {}
        self.changes: dict[Move, Changes] = {}
        self.legal: dict[object, list[Move]] = {}
        self.watches: list[WatchedBoard | None] = []
        self.parts: dict[object, tuple[bool, WatchedBoard]] = {}
        self.trial: Changes | None = None
