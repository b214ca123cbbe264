"""How pieces capture (`rows.CaptureMode`): for each cell that a piece gets to, the cells of what it takes on the way there.

A king is in danger where a leg of the enemy would take it, so no way to capture has a rule of attack of its own.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from fairyscore.notation.boards import ORTHOGONAL, mask_of
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.general.rows import HARMLESS, ON_TARGET, CaptureMode
from fairyscore.notation.rules.general.tables import EMPTY, HOP, LEAPS, GeneralTables, Way, code, kind_of

JUMPING: Final = ("over", "leap")
"""Ways to capture by passing over pieces."""

Legs = dict[int, tuple[int, ...]]
"""By the cell that a piece gets to, the cells of what it takes."""


class Line(NamedTuple):
    """A line of a piece from a cell.

    cells: those that it goes over one by one, the nearest first; one alone for a leap. ahead: the way to the first of them.
    back: the cell straight behind the piece, -1 for none. captures: whether it captures at its end, by displacement.
    """

    piece: int
    origin: int
    cells: tuple[int, ...]
    ahead: tuple[int, int]
    back: int
    captures: bool


@lru_cache(maxsize=65536)
def lines_of(tables: GeneralTables, piece: int, origin: int) -> tuple[Line, ...]:
    """The lines of a piece from a cell, hops aside."""
    found = []
    for way in tables.ways(piece, origin):
        if way.style == HOP or not way.moves:
            continue
        for cells in [(cell,) for cell in way.cells] if way.style == LEAPS else [way.cells]:
            ahead = _direction(tables, origin, cells[0])
            back = tables.geometry.step(origin, -ahead[0], -ahead[1])
            found.append(Line(piece, origin, cells, ahead, -1 if back is None else back, way.captures))
    return tuple(found)


def _direction(tables: GeneralTables, origin: int, target: int) -> tuple[int, int]:
    (x, y), (u, v) = tables.board.spots[origin], tables.board.spots[target]
    return u - x, v - y


@lru_cache(maxsize=65536)
def in_reach(tables: GeneralTables, piece: int, origin: int, victim: int) -> int:
    """The cells, as bits, on which a piece might take another one from a cell if nothing stood in its way; -1 for all."""
    mode = tables.takes[piece]
    if mode == "mimic":
        mode = tables.takes[victim]
    if mode == "coordinate" or piece in tables.takes_en_passant:
        return -1
    if victim in tables.touches[piece]:
        return mask_of(tables.neighbours[origin])
    if mode in ON_TARGET | HARMLESS:
        return mask_of(cell for way in tables.ways(piece, origin) for cell in way.cells)
    return mask_of(cell for line in lines_of(tables, piece, origin) for cell in _taken_along(tables, mode, line))


def _taken_along(tables: GeneralTables, mode: CaptureMode, line: Line) -> Iterator[int]:
    """The cells on which a way of capturing may take by a move along a line."""
    if mode in JUMPING:
        yield from line.cells
    for target in line.cells:
        yield from (cell for cell, _ in _beside(tables, mode, line, target))


def legs_beside(board: GeneralBoard, piece: int, origin: int) -> Legs:
    """The legs of a piece that captures elsewhere than on the cell where it ends."""
    modes = modes_of(board.tables, piece)
    found: Legs = {}
    for line in lines_of(board.tables, piece, origin):
        for target, jumped in _stops(board, line, modes):
            beside = () if board.board[target] else _taken_beside(board, line, target, modes)
            found[target] = tuple(dict.fromkeys((*found.get(target, ()), *jumped, *beside)))
    if board.tables.takes[piece] == "either":
        return {target: taken for target, taken in found.items() if len(taken) < 2}
    if board.tables.takes[piece] == "mimic":
        return found | {target: (target,) for target in _hopping(board, piece, origin)}
    return found


def _hopping(board: GeneralBoard, piece: int, origin: int) -> Iterator[int]:
    """Where a piece that mimics takes others by hopping as they would."""
    tables, seat = board.tables, piece & 1
    for target, victim in enumerate(board.board):
        if tables.owner[victim] != seat ^ 1 or tables.takes[victim] != "displace" or board.is_safe(target):
            continue
        for way in tables.ways(code(kind_of(victim), seat), origin):
            if way.style == HOP and way.captures and target in way.cells and _over_one(board, way, target):
                yield target


def _over_one(board: GeneralBoard, way: Way, target: int) -> bool:
    """Whether a hop gets to a cell: over exactly one piece."""
    between = way.cells[: way.cells.index(target)]
    return sum(board.board[cell] != EMPTY for cell in between) == 1


Modes = dict[int, CaptureMode]
"""By code of the enemy how a piece takes it."""


@lru_cache(maxsize=1024)
def modes_of(tables: GeneralTables, piece: int) -> Modes:
    """How a piece takes each code of the enemy: all alike, or, if it mimics, each as that would."""
    mode, spared = tables.takes[piece], tables.not_takes.get(piece, frozenset())
    enemies = (enemy for enemy in tables.codes[(piece & 1) ^ 1 :: 2] if enemy not in spared)
    usual = {enemy: tables.takes[enemy] if mode == "mimic" else mode for enemy in enemies}
    return {enemy: "touch" if enemy in tables.touches[piece] else mode for enemy, mode in usual.items()}


def _stops(board: GeneralBoard, line: Line, modes: Modes) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where a piece may stop on a line, and what it has passed over then, or takes there."""
    jumped: tuple[int, ...] = ()
    for place, cell in enumerate(line.cells):
        standing = board.board[cell]
        if not standing:
            yield cell, jumped
            continue
        mode = modes.get(standing, "none")
        if mode != "swap" and board.is_safe(cell):
            return
        if mode == "touch":
            reaches = place == 0
        else:
            models = _models(board, line, standing) if mode in ON_TARGET else ()
            reaches = any(cell in own.cells and own.captures for own in models)
        if reaches and not jumped:
            yield cell, (cell,)
        beyond = line.cells[place + 1 : place + 2]
        if mode not in JUMPING or (mode == "leap" and jumped) or not beyond or board.board[beyond[0]]:
            return
        jumped = (*jumped, cell)


def _models(board: GeneralBoard, line: Line, victim: int) -> Iterator[Line]:
    """The lines in the direction of a line by which a piece takes: its own, or if it mimics, those of what it takes."""
    if board.tables.takes[line.piece] != "mimic":
        yield line
        return
    own = code(kind_of(victim), line.piece & 1)
    yield from (other for other in lines_of(board.tables, own, line.origin) if other.ahead == line.ahead)


def _taken_beside(board: GeneralBoard, line: Line, target: int, modes: Modes) -> Iterator[int]:
    """The cells of pieces captured by where a move begins or ends: withdrawal, approach, custody."""
    for mode in dict.fromkeys(modes.values()):
        for cell in _reached_by(board, mode, line, target):
            standing = board.board[cell]
            if modes.get(standing) == mode and any(_models(board, line, standing)) and not board.is_safe(cell):
                yield cell


def _reached_by(board: GeneralBoard, mode: CaptureMode, line: Line, target: int) -> Iterator[int]:
    """The cells on which a way of capturing takes, whoever stands there."""
    tables, seat = board.tables, line.piece & 1
    if mode == "coordinate":
        yield from _crossings(board, seat, target)
    for cell, beyond in _beside(tables, mode, line, target):
        if beyond < 0 or (beyond != line.origin and tables.owner[board.board[beyond]] == seat):
            yield cell


def _beside(tables: GeneralTables, mode: CaptureMode, line: Line, target: int) -> Iterator[tuple[int, int]]:
    """The cells where a way of capturing takes by a move along a line to a cell.

    Behind each the cell on which another piece of its side has to stand, -1 for none.
    """
    if mode in ("withdraw", "pushpull", "either") and line.back >= 0:
        yield line.back, -1
    if mode in ("approach", "pushpull", "either"):
        beyond = tables.geometry.step(target, *line.ahead)
        if beyond is not None:
            yield beyond, -1
    elif mode == "custodian":
        yield from _pincers(tables, target)


@lru_cache(maxsize=4096)
def _pincers(tables: GeneralTables, cell: int) -> tuple[tuple[int, int], ...]:
    """The next two cells along file and rank of a cell, where both are there."""
    rays = (tuple(islice(tables.board.ray(cell, heading), 2)) for heading in ORTHOGONAL)
    return tuple((ray[0], ray[1]) for ray in rays if len(ray) == 2)


def _crossings(board: GeneralBoard, seat: int, target: int) -> Iterator[int]:
    """Where the file and rank of a cell cross those of a seat's kings."""
    spots, number = board.tables.board.spots, board.tables.geometry.number
    x, y = spots[target]
    for king in board.kings(seat):
        u, v = spots[king]
        for spot in ((x, v), (u, y)):
            if spot in number and spot not in (spots[target], spots[king]):
                yield number[spot]
