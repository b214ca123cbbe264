"""Flat boards, and cylinders whose last file touches the first."""

from __future__ import annotations

from string import ascii_lowercase

from fairyscore.notation.boards.headed import HeadedBoard, Step, table

SHIFTS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Files to the right and ranks up, by heading from north clockwise."""


def rectangle(files: int, ranks: int, *, wraps: bool = False) -> HeadedBoard:
    """A board of lettered files and numbered ranks, `a1` first, rank by rank; `wraps` joins its left and right edge.

    >>> board = rectangle(7, 8, wraps=True)
    >>> west = 6
    >>> board.cells[board.walk(board.index["a1"], west, 1)[0]]
    'g1'
    """

    def step(heading: int, cell: int) -> Step | None:
        right, up = SHIFTS[heading]
        file, rank = cell % files + right, cell // files + up
        if wraps:
            file %= files
        return (rank * files + file, heading) if 0 <= file < files and 0 <= rank < ranks else None

    return HeadedBoard(
        cells=tuple(f"{ascii_lowercase[cell % files]}{cell // files + 1}" for cell in range(files * ranks)),
        ahead=table(files * ranks, step),
        rows=tuple(tuple(range(r * files, (r + 1) * files)) for r in reversed(range(ranks))),
        spots=tuple((cell % files, cell // files) for cell in range(files * ranks)),
        shape="cylinder" if wraps else "rectangle",
    )
