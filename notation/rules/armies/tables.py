"""The tables of a game of several armies: where pieces go, as each player sees it from his own side of the board.

The moves of all kinds but the pawn are the same for everybody. A pawn's are those of the general rules
(`general.definition.pawn`), turned by a quarter for each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fairyscore.notation.boards import HeadedBoard, mask_of
from fairyscore.notation.rules.general.definition import Movement, leaper, pawn, rider
from fairyscore.notation.rules.general.geometry import Geometry
from fairyscore.notation.rules.state import Target
from fairyscore.notation.rules.variant import Seat

EMPTY = -1
"""What `board` holds for a cell on which nothing stands."""

SEAT = 3
"""A piece's code is its seat shifted by so many bits, and its kind."""

KIND = (1 << SEAT) - 1

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PROMOTED = range(7)


class ArmyPieceType(NamedTuple):
    """A kind of piece: its letter and name, its moves but the pawn's, and the points for capturing it."""

    letter: str
    name: str
    movements: tuple[Movement, ...]
    points: int


KINDS = (
    ArmyPieceType("P", "pawn", (), 1),
    ArmyPieceType("N", "knight", (leaper(2, 1),), 3),
    ArmyPieceType("B", "bishop", (rider(1, 1),), 5),
    ArmyPieceType("R", "rook", (rider(1, 0),), 5),
    ArmyPieceType("Q", "queen", (rider(1, 0), rider(1, 1)), 9),
    ArmyPieceType("K", "king", (leaper(1, 0), leaper(1, 1)), 20),
    ArmyPieceType("D", "promoted queen", (rider(1, 0), rider(1, 1)), 1),
)
"""By index. A promoted queen moves as a queen and counts as the pawn that it was."""


class Castling(NamedTuple):
    """The cells of a castling: from and to of king and rook; `free` must be empty, `safe` must not be attacked."""

    king: tuple[int, int]
    rook: tuple[int, int]
    free: tuple[int, ...]
    safe: tuple[int, ...]


class ArmySheet(NamedTuple):
    """A game of armies as it is described.

    kinds: those that there are. teams: by seat the number of its team. last_rank: where pawns are promoted, counted from
    each player's own side. promotions: the kinds that they may become. start: by cell the seat and kind. scores: whether
    points decide.
    players: what the players are called, by seat.
    """

    title: str
    seats: tuple[Seat, ...]
    players: tuple[str, ...]
    board: HeadedBoard
    kinds: tuple[ArmyPieceType, ...]
    teams: tuple[int, ...]
    last_rank: int
    promotions: tuple[int, ...]
    start: Mapping[str, tuple[int, int]]
    scores: bool


class ArmyTables:
    """All tables of a game.

    lines[kind][cell]: the cells that a piece comes to one after the other, for each of its directions.
    ahead[seat][cell]: where a pawn goes: nowhere, one cell or two. strikes[seat][cell]: where it captures;
    struck_from[seat][cell]: from where pawns capture there. last[seat]: mask of the cells where pawns are promoted.
    castlings: those of each seat, first the short one, then the long one, at twice the seat's number.
    """

    def __init__(self, sheet: ArmySheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.size = len(sheet.board.cells)
        self.seats = len(sheet.seats)
        geometry, cells = Geometry(sheet.board), range(self.size)
        self.lines = tuple(tuple(_lines(geometry, kind.movements, cell) for cell in cells) for kind in KINDS)
        index = sheet.board.index
        self.start = {index[name]: seat << SEAT | kind for name, (seat, kind) in sheet.start.items()}
        self.last = tuple(self._rank(seat, sheet.last_rank) for seat in range(self.seats))
        self._build_pawns(geometry)
        self.castlings = tuple(self._castling(seat, side) for seat in range(self.seats) for side in range(2))

    def _rank(self, seat: int, rank: int) -> int:
        """The mask of a rank, counted from 1 at the player's own side."""
        return mask_of(cell for cell in range(self.size) if self.forward(seat, cell) == rank - 1)

    def homes(self, seat: int, kind: int) -> tuple[int, ...]:
        """The cells on which a seat's pieces of a kind begin."""
        return tuple(cell for cell, code in sorted(self.start.items()) if code == seat << SEAT | kind)

    def forward(self, seat: int, cell: int) -> int:
        """How far a cell lies from the player's own side, from 0."""
        file, rank = self.board.spots[cell]
        files, ranks = len(self.board.rows[0]), len(self.board.rows)
        return (rank, file, ranks - 1 - rank, files - 1 - file)[seat]

    def _build_pawns(self, geometry: Geometry) -> None:
        step, strike, jump = pawn(en_passant=True)
        ahead: list[list[tuple[int, ...]]] = []
        strikes: list[list[tuple[int, ...]]] = []
        for seat in range(self.seats):
            one, two = turned(step.leaps[0], seat), turned(jump.leaps[0], seat)
            sides = [turned(leap, seat) for leap in strike.leaps]
            home = self._rank(seat, 2)
            ahead.append([])
            strikes.append([])
            for cell in range(self.size):
                goals = (geometry.step(cell, *one), geometry.step(cell, *two) if home >> cell & 1 else None)
                ahead[seat].append(tuple(goal for goal in goals if goal is not None))
                struck = (geometry.step(cell, *side) for side in sides)
                strikes[seat].append(tuple(goal for goal in struck if goal is not None))
        self.ahead, self.strikes = ahead, strikes
        self.struck_from = [
            [tuple(origin for origin in range(self.size) if cell in by_cell[origin]) for cell in range(self.size)]
            for by_cell in strikes
        ]

    def _castling(self, seat: int, side: int) -> Castling:
        """The castling with the nearer rook (side 0) or the farther one: the king goes two cells, the rook behind him."""
        home = [cell for cell in range(self.size) if self._rank(seat, 1) >> cell & 1]
        kinds = [self.start[cell] & KIND for cell in home]
        king, corners = kinds.index(KING), (0, len(home) - 1)
        corner = sorted(corners, key=lambda place: abs(place - king))[side]
        toward = 1 if corner > king else -1
        between = range(king + toward, corner, toward)
        way = [home[king + toward * steps] for steps in range(3)]
        free = tuple(home[place] for place in between)
        return Castling((way[0], way[2]), (home[corner], way[1]), free, tuple(way))


def turned(leap: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A leap (to the right, forward) of the player who sits so many quarters of a circle clockwise from the first.

    >>> [turned((1, 2), seat) for seat in range(4)]
    [(1, 2), (2, -1), (-1, -2), (-2, 1)]
    """
    for _ in range(quarters):
        leap = leap[1], -leap[0]
    return leap


def _lines(geometry: Geometry, movements: tuple[Movement, ...], cell: int) -> tuple[tuple[int, ...], ...]:
    rays = (tuple(geometry.ray(cell, *leap, movement.most)) for movement in movements for leap in movement.leaps)
    return tuple(ray for ray in rays if ray)


def goals(tables: ArmyTables, seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All goals of a piece from a cell of an empty board, targets ascending."""
    found = []
    for line in tables.lines[kind][cell]:
        leaps = kind == KNIGHT
        found += [
            Target(target, ((cell, *(() if leaps else line[:place]), target),), leaps=leaps)
            for place, target in enumerate(line)
        ]
    if kind == PAWN:
        ahead = tables.ahead[seat][cell]
        becomes = [tables.sheet.promotions if tables.last[seat] >> goal & 1 else () for goal in ahead]
        found += [
            Target(goal, ((cell, *ahead[: place + 1]),), takes=False, becomes=becomes[place])
            for place, goal in enumerate(ahead)
        ]
        for goal in tables.strikes[seat][cell]:
            promotions = tables.sheet.promotions if tables.last[seat] >> goal & 1 else ()
            found.append(Target(goal, ((cell, goal),), goes=False, becomes=promotions))
    return tuple(sorted(found))
