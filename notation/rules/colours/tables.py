"""What a game on painted squares is, and its sheet as flat tables of numbers, built once.

A piece on the board is a small number, its *code*: four times the seat plus the piece, as a player has four pieces
(H-2). All seats have the same pieces, so tables by code repeat themselves; that spares the hot loop a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from fairyscore.notation.boards import HeadedBoard, bits, mask_of
from fairyscore.notation.kernel import CORE
from fairyscore.notation.rules.general.definition import Movement
from fairyscore.notation.rules.general.geometry import Geometry
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import Target
from fairyscore.notation.rules.variant import Seat

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import SeatCore

EMPTY, GONE = -1, -2
"""What a cell holds that holds no piece. Negative, so that their seat is not a seat."""

EACH = 4
"""Pieces of a player."""

SEAT = 2
"""A code shifted right by this is its seat."""

# The numbers of kernel/core/tables.h.
FIRST: Final = 2
COLOURS_GAME: Final = 1 << 25

Reach = dict[int, int]
"""Target -> mask of the cells between, which must be empty."""

WEST, EAST, SOUTH, NORTH = SIDES = range(4)
"""Sides of the board, files before ranks: in this order lines go (RULES, Shrinking)."""

OPPOSITE = (EAST, WEST, NORTH, SOUTH)

LINES = (("file", WEST, EAST), ("rank", SOUTH, NORTH))
"""How lines are called, and the two sides they can go from, in the order of their names."""


@dataclass(frozen=True, slots=True)
class ColoursPieceType:
    """A type of piece on a square of one colour: its letter and name in texts, and how it moves and captures there."""

    letter: str
    name: str
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class ColourSheet:
    """The rules of such a game in words of texts.

    title: as people write it; seats: in turn order.
    kinds: what pieces can be; colours: colour letter -> its name.
    changes: for each piece of a player (all players have the same) its kind's letter by colour letter. A piece is called by
    the first colour named for it, so no two may begin with the same.
    paint: colour letter by cell name.
    starts: by seat the cells that its pieces stand on first, each piece on the colour it is called by; empty with drops.
    fewest: lines (ranks, files) that are always left.
    """

    title: str
    seats: tuple[Seat, ...]
    board: HeadedBoard
    kinds: tuple[ColoursPieceType, ...]
    colours: dict[str, str]
    changes: tuple[dict[str, str], ...]
    paint: dict[str, str]
    starts: tuple[tuple[str, ...], ...]
    fewest: int


class ColourTables:
    """All tables of a game. `code` and `piece` are explained above, `cell` is the board's number.

    kinds[code][cell]: index of the kind the piece is there; reach[code][cell]: where it can go from there.
    called[piece]: letter of the colour by which a piece is called;
    called_kinds[piece]: its kind on that colour; on[cell][kind]: the piece that is this kind there.
    start: code by cell, empty where the pieces are dropped; hands: mask of pieces by seat, to be dropped.
    lines[side]: masks of the files or ranks from a side inward; line_cells[side], line_names[side]: their cells, names.
    spare[side]: how many lines this side and the opposite one may lose together.
    """

    def __init__(self, sheet: ColourSheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.size = len(sheet.board.cells)
        self.seats = len(sheet.seats)
        self.called = tuple(next(iter(change)) for change in sheet.changes)
        self._build_pieces()
        self._build_lines()

    @cached_property
    def core(self) -> SeatCore | None:
        """The compiled core of the game, built when it is first asked for; None where nothing is compiled."""
        if CORE is None or max(map(len, self.lines)) > CORE.LIMITS["edges"]:
            return None
        core: SeatCore = CORE.SeatCore(ColoursRules(self), Move)
        return core

    def _build_pieces(self) -> None:
        sheet, index = self.sheet, self.board.index
        letters = [kind.letter for kind in sheet.kinds]
        self.called_kinds = tuple(letters.index(next(iter(change.values()))) for change in sheet.changes)
        paint = [sheet.paint[name] for name in sheet.board.cells]
        by_piece = [[letters.index(change[colour]) for colour in paint] for change in sheet.changes]
        reaches = _reaches(sheet.board, sheet.kinds)
        self.on = [{kinds[cell]: piece for piece, kinds in enumerate(by_piece)} for cell in range(self.size)]
        self.kinds = by_piece * self.seats
        self.reach = [[reaches[kind][cell] for cell, kind in enumerate(kinds)] for kinds in by_piece] * self.seats
        self.start = {
            index[name]: seat * EACH + self.called.index(sheet.paint[name])
            for seat, names in enumerate(sheet.starts)
            for name in names
        }
        self.hands = () if self.start else ((1 << EACH) - 1,) * self.seats

    def _build_lines(self) -> None:
        rows, cells = self.board.rows, self.board.cells
        columns = tuple(zip(*rows, strict=True))
        ranks = tuple(mask_of(cell for cell in row if cell is not None) for row in rows)
        files = tuple(mask_of(cell for cell in column if cell is not None) for column in columns)
        rank_names = tuple(cells[row[0]][1:] for row in rows if row[0] is not None)
        file_names = tuple(cells[cell][0] for cell in rows[0] if cell is not None)
        self.lines = (files, files[::-1], ranks[::-1], ranks)
        self.line_names = (file_names, file_names[::-1], rank_names[::-1], rank_names)
        self.line_cells = tuple(tuple(tuple(bits(line)) for line in lines) for lines in self.lines)
        self.spare = tuple(len(lines) - self.sheet.fewest for lines in self.lines)


class ColoursRules:
    """All of a game as the compiled core takes it.

    ways: by piece and cell, targets with what must be empty. painted: by piece and cell, its kind.
    """

    limit = 0
    throws = ()
    bases = 0

    def __init__(self, tables: ColourTables) -> None:
        pieces = range(len(tables.called))
        self.cells = tables.size
        self.cell_names = tables.board.cells
        self.letters = [kind.letter for kind in tables.sheet.kinds]
        self.seats = tables.seats
        self.codes = FIRST + self.seats * len(pieces)
        self.reaches = len(pieces)
        self.flags = COLOURS_GAME
        self.ways = [[sorted(reach.items()) for reach in tables.reach[piece]] for piece in pieces]
        self.painted = [tables.kinds[piece] for piece in pieces]
        self.edges = tables.lines
        self.spare = tables.spare


@lru_cache(maxsize=4)
def _reaches(board: HeadedBoard, kinds: tuple[ColoursPieceType, ...]) -> tuple[tuple[Reach, ...], ...]:
    """Reach by kind and cell, whatever the paint (H-1). On a flat board there is one way to any cell, so one mask."""
    cells, geometry = range(len(board.cells)), Geometry(board)

    def reach(kind: ColoursPieceType, cell: int) -> Reach:
        """By target the mask of the only way there."""
        return {target: masks[0] for target, masks in geometry.ways(kind.movements, cell).items()}

    return tuple(tuple(reach(kind, cell) for cell in cells) for kind in kinds)


def goals(tables: ColourTables, _seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of the piece that is of a kind on a cell, targets ascending."""
    geometry, found = Geometry(tables.board), []
    for movement in tables.sheet.kinds[kind].movements:
        for leap in movement.leaps:
            ray = tuple(geometry.ray(cell, *leap, movement.most))
            found += [
                Target(target, ((cell, *ray[: place + 1]),), leaps=max(map(abs, leap)) > 1)
                for place, target in enumerate(ray)
            ]
    return tuple(sorted(found))
