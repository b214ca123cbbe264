"""How pieces capture (`rows.CaptureMode`): for each cell that a piece gets to, the cells of what it takes on the way there.

A king is in danger where a leg of the enemy would take it, so no way to capture has a rule of attack of its own.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from fairyscore.notation.boards import ORTHOGONAL, mask_of
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.general.memory import Legs
from fairyscore.notation.rules.general.rows import HARMLESS, ON_TARGET, CaptureMode
from fairyscore.notation.rules.general.tables import EMPTY, HOP, LEAPS, GeneralTables, Way, code, kind_of

JUMPING: Final = ("over", "leap")
"""Ways to capture by passing over pieces."""


Beside = tuple[tuple[CaptureMode, int, int], ...]
"""Ways to capture beside the cell where a move ends, with the cell of what each takes (-1 where that depends on the king)
and the cell on which another piece of its side has to stand (-1 for none)."""


class Line(NamedTuple):
    """A line of a piece from a cell.

    cells: those that it goes over one by one, the nearest first; one alone for a leap. ahead: the way to the first of them.
    captures: whether it captures at its end, by displacement. beside: by place in `cells`, what it may take beside it.
    """

    piece: int
    origin: int
    cells: tuple[int, ...]
    ahead: tuple[int, int]
    captures: bool
    beside: tuple[Beside, ...]


@lru_cache(maxsize=65536)
def lines_of(tables: GeneralTables, piece: int, origin: int) -> tuple[Line, ...]:
    """The lines of a piece from a cell, hops aside."""
    found = []
    modes = tuple(dict.fromkeys(modes_of(tables, piece).values()))
    for way in tables.ways(piece, origin):
        if way.style == HOP or not way.moves:
            continue
        for cells in [(cell,) for cell in way.cells] if way.style == LEAPS else [way.cells]:
            ahead = _direction(tables, origin, cells[0])
            back = tables.geometry.step(origin, -ahead[0], -ahead[1])
            behind = -1 if back is None else back
            beside = (tuple(_beside(tables, modes, (ahead, behind), cell, origin)) for cell in cells)
            found.append(Line(piece, origin, cells, ahead, way.captures, tuple(beside)))
    return tuple(found)


def _direction(tables: GeneralTables, origin: int, target: int) -> tuple[int, int]:
    (x, y), (u, v) = tables.board.spots[origin], tables.board.spots[target]
    return u - x, v - y


def _beside(
    tables: GeneralTables,
    modes: tuple[CaptureMode, ...],
    ways: tuple[tuple[int, int], int],
    target: int,
    origin: int,
) -> Iterator[tuple[CaptureMode, int, int]]:
    """What ways of capturing may take by a move to a cell.

    ways: the way ahead, and the cell straight behind, -1 for none.
    """
    ahead, back = ways
    for mode in modes:
        if mode in ("withdraw", "pushpull", "either") and back >= 0:
            yield mode, back, -1
        if mode in ("approach", "pushpull", "either"):
            beyond = tables.geometry.step(target, *ahead)
            if beyond is not None:
                yield mode, beyond, -1
        elif mode == "custodian":
            yield from ((mode, cell, other) for cell, other in _pincers(tables, target) if other != origin)
        elif mode == "coordinate":
            yield mode, -1, -1


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
    return mask_of(cell for line in lines_of(tables, piece, origin) for cell in _taken_along(mode, line))


def _taken_along(mode: CaptureMode, line: Line) -> Iterator[int]:
    """The cells on which a way of capturing may take by a move along a line."""
    if mode in JUMPING:
        yield from line.cells
    yield from (cell for beside in line.beside for way, cell, _ in beside if way == mode)


@lru_cache(maxsize=65536)
def _lines_taking(
    tables: GeneralTables, piece: int, origin: int, victim: int, cell: int
) -> tuple[tuple[Line, frozenset[int]], ...]:
    """The lines on which a piece might take another one on a cell, each with the places where it would stop for that."""
    mode = modes_of(tables, piece).get(victim)
    (x, y), spots, found = tables.board.spots[cell], tables.board.spots, []
    for line in lines_of(tables, piece, origin) if mode is not None else ():
        places = set()
        for place, target in enumerate(line.cells):
            ahead = cell in line.cells[: place + 1]
            crosses = spots[target][0] == x or spots[target][1] == y
            beside = any(
                way == mode and there in (cell, -1 if crosses else cell) for way, there, _ in line.beside[place]
            )
            if ahead or beside:
                places.add(place)
        if places:
            found.append((line, frozenset(places)))
    return tuple(found)


def takes_beside(board: GeneralBoard, piece: int, origin: int, cell: int, closed: int) -> bool:
    """True if one of `legs_beside` takes what stands on a cell, without making all of them.

    closed: cells, as bits, on which none may end.
    """
    modes = modes_of(board.tables, piece)
    for line, places in _lines_taking(board.tables, piece, origin, board.board[cell], cell):
        last = max(places)
        for place, jumped in _stops(board, line, modes):
            if place > last:
                break
            if place in places and not closed >> line.cells[place] & 1:
                beside = not board.board[line.cells[place]] and cell in _taken_beside(board, line, place, modes)
                if beside or cell in jumped:
                    return True
    if board.tables.takes[piece] != "mimic" or closed >> cell & 1:
        return False
    return cell in _hopping(board, piece, origin)


def legs_beside(board: GeneralBoard, piece: int, origin: int) -> Legs:
    """The legs of a piece that captures elsewhere than on the cell where it ends."""
    modes = modes_of(board.tables, piece)
    found: Legs = {}
    for line in lines_of(board.tables, piece, origin):
        for place, jumped in _stops(board, line, modes):
            target = line.cells[place]
            beside = () if board.board[target] or not line.beside[place] else _taken_beside(board, line, place, modes)
            taken = (*found.get(target, ()), *jumped, *beside)
            found[target] = tuple(dict.fromkeys(taken)) if len(taken) > 1 else taken
    if board.tables.takes[piece] == "either":
        return {target: taken for target, taken in found.items() if len(taken) < 2}
    if board.tables.takes[piece] == "mimic":
        return found | {target: (target,) for target in _hopping(board, piece, origin)}
    return found


def _hopping(board: GeneralBoard, piece: int, origin: int) -> Iterator[int]:
    """Where a piece that mimics takes others by hopping as they would."""
    tables, seat = board.tables, piece & 1
    for target in sorted(board.cells_of(_hoppers(tables, seat ^ 1))):
        for way in tables.ways(code(kind_of(board.board[target]), seat), origin):
            hops = way.style == HOP and way.captures and target in way.cells
            if hops and _over_one(board, way, target) and not board.is_safe(target):
                yield target


@lru_cache(maxsize=256)
def _hoppers(tables: GeneralTables, seat: int) -> tuple[int, ...]:
    """The codes of a seat that capture by hopping onto a piece."""
    hops = {piece for piece in tables.codes[seat::2] if any(m.hop for m in tables.kinds[kind_of(piece)].movements)}
    return tuple(piece for piece in sorted(hops) if tables.takes[piece] == "displace")


def _over_one(board: GeneralBoard, way: Way, target: int) -> bool:
    """True if a hop gets to a cell: over exactly one piece."""
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
    """The places on a line where a piece may stop, and what it has passed over then, or takes there."""
    jumped: tuple[int, ...] = ()
    for place, cell in enumerate(line.cells):
        standing = board.board[cell]
        if not standing:
            yield place, jumped
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
            yield place, (cell,)
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


def _taken_beside(board: GeneralBoard, line: Line, place: int, modes: Modes) -> Iterator[int]:
    """The cells of pieces captured by where a move begins or ends: withdrawal, approach, custody, coordination."""
    standing, owner, seat = board.board, board.tables.owner, line.piece & 1
    for mode, cell, beyond in line.beside[place]:
        if cell < 0:
            crossings = _crossings(board, seat, line.cells[place])
            yield from (there for there in crossings if _takes_there(board, line, there, mode, modes))
        elif standing[cell] and (beyond < 0 or owner[standing[beyond]] == seat):
            yield from (cell,) if _takes_there(board, line, cell, mode, modes) else ()


def _takes_there(board: GeneralBoard, line: Line, cell: int, mode: CaptureMode, modes: Modes) -> bool:
    """True if a piece on a line takes what stands on a cell in some way, wherever the line ends."""
    standing = board.board[cell]
    return modes.get(standing) == mode and any(_models(board, line, standing)) and not board.is_safe(cell)


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
