"""Patterns of pieces on a board, also mirrored, with the players changed, or shifted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from fairyscore.notation.boards import ROUND, HeadedBoard
from fairyscore.notation.find.binding import Binding
from fairyscore.notation.find.positions import on_cells, piece_text
from fairyscore.notation.find.query import Bound, Condition
from fairyscore.notation.find.walk import Standing
from fairyscore.notation.replay.sieve import EVERY_GAME, MOST_ALTERNATIVES, Alternative, Measure, PlyTest, Sieve

EMPTY: Final = "empty"
MIRROR, FLIP, ANY_FILE, ANYWHERE = "mirror", "flip", "any file", "anywhere"
CHANGES: Final = (MIRROR, FLIP, ANY_FILE, ANYWHERE)
"""Words behind a pattern: left for right, the players changed, shifted to the side, shifted."""

Spot = tuple[int, int]


class PatternItem(NamedTuple):
    """Cells and what has to stand there. piece: `empty` for nothing. no: it must not stand on any of them.

    somewhere: one of the cells is enough.
    """

    seat: str
    piece: str
    cells: tuple[str, ...]
    no: bool = False
    somewhere: bool = False

    def __str__(self) -> str:
        piece = EMPTY if self.piece == EMPTY else piece_text(self.piece)
        words = ["no" if self.no else "", self.seat, piece, "in" if self.somewhere else "", *self.cells]
        return " ".join(filter(None, words))


class _Need(NamedTuple):
    """An item in one game: cells, and what may stand there."""

    cells: tuple[int, ...]
    pieces: frozenset[Standing]
    no: bool
    somewhere: bool

    def fits(self, board: list[Standing]) -> bool:
        """True if it is so on a board."""
        found = (board[cell] in self.pieces for cell in self.cells)
        if self.no:
            return not any(found)
        return any(found) if self.somewhere else all(found)

    def fitting(self, board: list[Standing]) -> list[int]:
        """The cells with such pieces."""
        return [cell for cell in self.cells if board[cell] is not None and board[cell] in self.pieces]

    @property
    def term(self) -> PlyTest:
        """The same for a sieve."""
        cells = frozenset(self.cells)
        low = high = len(cells)
        if self.no:
            low = high = 0
        elif self.somewhere:
            low = 1
        return PlyTest(Measure.ON_CELLS, low, high, self.pieces, cells)


@dataclass(frozen=True, repr=False)
class Pattern(Condition):
    """A pattern of pieces on cells. changes: words of `CHANGES`, in that order."""

    asks_game: ClassVar[bool] = False
    items: tuple[PatternItem, ...]
    changes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([f"board {{ {', '.join(map(str, self.items))} }}", *self.changes])

    def bind(self, binding: Binding) -> Bound:
        needs = [_need(item, binding) for item in self.items]
        patterns = [needs]
        for word in self.changes:
            patterns = [changed for pattern in patterns for changed in _CHANGED[word](pattern, binding)]

        cells = {cell for pattern in patterns for need in pattern for cell in need.cells}
        sieve = EVERY_GAME
        if len(patterns) <= MOST_ALTERNATIVES:
            sieve = Sieve(tuple(Alternative(terms=tuple(need.term for need in pattern)) for pattern in patterns))

        def test(board: list[Standing]) -> bool:
            return any(all(need.fits(board) for need in pattern) for pattern in patterns)

        def fitting(board: list[Standing]) -> list[int]:
            pattern = next(pattern for pattern in patterns if all(need.fits(board) for need in pattern))
            return [cell for need in pattern for cell in need.fitting(board)]

        return on_cells(cells, test, sieve, fitting)


def _need(item: PatternItem, binding: Binding) -> _Need:
    pieces: frozenset[Standing] = frozenset([None])
    if item.piece != EMPTY:
        pieces = frozenset(binding.pieces(item.seat, item.piece))
    return _Need(binding.all_cells(item.cells), pieces, item.no, item.somewhere)


# -- the same elsewhere -------------------------------------------------------------------------------------------------


def _board(binding: Binding, word: str) -> HeadedBoard:
    board = binding.game.board
    if not isinstance(board, HeadedBoard):
        raise binding.lacks(f"board on which a pattern could be taken by `{word}`")
    return board


def _sizes(board: HeadedBoard) -> Spot:
    """How many files and ranks a board has, or rings and places."""
    return max(spot[0] for spot in board.spots) + 1, max(spot[1] for spot in board.spots) + 1


def _moved(needs: list[_Need], board: HeadedBoard, move: Callable[[Spot], Spot]) -> list[_Need] | None:
    """The pattern on other cells; None where one is not on the board. An area is cut down to what is."""
    number = {spot: cell for cell, spot in enumerate(board.spots)}
    found = []
    for need in needs:
        there = [number.get(move(board.spots[cell])) for cell in need.cells]
        cells = tuple(cell for cell in there if cell is not None)
        is_area = need.somewhere or need.no
        if not cells or (len(cells) < len(there) and not is_area):
            return None
        found.append(need._replace(cells=cells))
    return found


def _mirrored(needs: list[_Need], binding: Binding) -> Iterator[list[_Need]]:
    """The pattern and its mirror image, left for right; on rings the other way round."""
    board = _board(binding, MIRROR)
    files, _ = _sizes(board)

    def move(spot: Spot) -> Spot:
        if board.shape == "rings":  # the file h lies where a was, on both halves
            return spot[0], (ROUND // 2 - 2 - spot[1]) % ROUND
        return files - 1 - spot[0], spot[1]

    yield needs
    changed = _moved(needs, board, move)
    if changed is not None:
        yield changed


def _flipped(needs: list[_Need], binding: Binding) -> Iterator[list[_Need]]:
    """The pattern and that of the other player: his pieces on the ranks counted from his side."""
    board = _board(binding, FLIP)
    if len(binding.game.seats) != 2:
        raise binding.lacks("two players who could be changed (`flip`)")
    _, ranks = _sizes(board)

    def move(spot: Spot) -> Spot:
        if board.shape == "rings":  # the same file across the centre
            return spot[0], (spot[1] + ROUND // 2) % ROUND
        return spot[0], ranks - 1 - spot[1]

    yield needs
    changed = _moved(needs, board, move)
    if changed is not None:
        yield [need._replace(pieces=frozenset(map(_other_owner, need.pieces))) for need in changed]


def _other_owner(standing: Standing) -> Standing:
    return None if standing is None else (1 - standing[0], standing[1])


def _shifted(needs: list[_Need], binding: Binding, word: str, shifts: Iterable[Spot]) -> Iterator[list[_Need]]:
    board = _board(binding, word)
    files, ranks = _sizes(board)
    round_files = files if board.shape in ("cylinder", "torus") else 0
    round_ranks = ROUND if board.shape == "rings" else ranks if board.shape == "torus" else 0
    found = set[tuple[_Need, ...]]()
    for right, up in shifts:

        def move(spot: Spot, right: int = right, up: int = up) -> Spot:
            file, rank = spot[0] + right, spot[1] + up
            return (file % round_files if round_files else file), (rank % round_ranks if round_ranks else rank)

        changed = _moved(needs, board, move)
        if changed is not None and tuple(changed) not in found:
            found.add(tuple(changed))
            yield changed


def _on_any_file(needs: list[_Need], binding: Binding) -> Iterator[list[_Need]]:
    """The pattern shifted to the sides; on rings turned."""
    board = _board(binding, ANY_FILE)
    files, _ = _sizes(board)
    if board.shape == "rings":
        return _shifted(needs, binding, ANY_FILE, [(0, place) for place in range(ROUND)])
    return _shifted(needs, binding, ANY_FILE, [(right, 0) for right in range(1 - files, files)])


def _anywhere(needs: list[_Need], binding: Binding) -> Iterator[list[_Need]]:
    """The pattern shifted in all directions."""
    files, ranks = _sizes(_board(binding, ANYWHERE))
    shifts = [(right, up) for right in range(1 - files, files) for up in range(1 - ranks, ranks)]
    return _shifted(needs, binding, ANYWHERE, shifts)


_CHANGED: Final[dict[str, Callable[[list[_Need], Binding], Iterable[list[_Need]]]]] = {
    MIRROR: _mirrored,
    FLIP: _flipped,
    ANY_FILE: _on_any_file,
    ANYWHERE: _anywhere,
}
