"""A royal game as flat tables, built once from its sheet; the code that reads them is `state`.

A piece is a small number: `kind * 2 + 2 + seat`, so that 0 is an empty cell and the last bit tells the owner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.boards.board import bits, mask_of
from fairyscore.notation.boards.headed import turned
from fairyscore.notation.kernel import KERNEL, supports
from fairyscore.notation.rules.movement import Ways, ways
from fairyscore.notation.rules.moves import GO, NOT_SAID, Move, ParsedMove
from fairyscore.notation.rules.royal.sheet import Castling, Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.seats import SEATING

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel

EMPTY = 0
NO_CELL = -1
SEATS = 2

OWNERS = tuple(seat.name for seat in SEATING[SEATS])

Masks = dict[int, int]
"""Target -> cells that must be empty, by the first way there."""

Threat = tuple[int, int, Masks | None, dict[int, tuple[int, ...]] | None]
"""A piece, the cells from which it strikes a given cell, the masks by those cells (None: leaps only), and more ways."""


Rider = tuple[int, int, Masks, dict[int, tuple[int, ...]] | None]
"""A piece whose ways can be blocked, the cells from which it strikes a given cell, the first ways by their bits, and
more."""


class Guard(NamedTuple):
    """What of a seat can strike a cell. near: the cells of all `leapers`, which are pieces with the cells they strike
    from."""

    near: int
    leapers: tuple[tuple[int, int], ...]
    riders: tuple[Rider, ...]


ASK = -1
"""Instead of a way's mask: there is more to this move, ask `find`. Every bit is set, so a board is never free of it."""


class MoveStep(NamedTuple):
    """All that the tables know about a piece that goes from a cell to another.

    start: the bit of its cell; change: that bit and the target's; between: mask of the cells that must be empty on the
    first way, or ASK; aims: the ways on which it strikes from the target; passed: None where no pawn goes, else the cell
    that its double step passes, or NO_CELL. seldom: mask of the castlings that are still allowed behind it, and the move.
    """

    piece: int
    frm: int
    start: int
    change: int
    between: int
    aims: Masks
    passed: int | None
    seldom: tuple[int, Move]


class Steps(dict[int, MoveStep]):
    """Steps to a cell by the bit of their start, each laid when it is first asked for: few of them ever are."""

    def __init__(self, lay: Callable[[int], MoveStep]) -> None:
        self.lay = lay

    def __missing__(self, start: int) -> MoveStep:
        self[start] = step = self.lay(start.bit_length() - 1)
        return step


Plan = tuple[int, int, bool, int, dict[int, MoveStep]]
"""A parsed move looked up: the piece it names (or EMPTY), the target, whether it captures, where the piece starts, and its
steps.

Of a named piece the start is a mask of cells, and the steps are by the bit of one; else it is a cell, and the steps are by
the piece on it. Without steps, `find` is to be asked."""


class Turning(NamedTuple):
    """A `Promotion` in numbers, for one seat."""

    kinds: tuple[int, ...]
    change: Promotion

    def settle(self, said: int, pool: list[int], seat: int) -> int | None:
        """The kind the piece becomes when `said` is written (-1: nothing): -1 for staying, None where it may not be."""
        change = self.change
        if said < 0:
            return -1 if not change.must else self.kinds[0] if change.implied or change.silent else None
        if change.silent or said not in self.kinds:
            return None
        if change.pooled and not pool[code(said, seat)]:
            return None
        return said

    def options(self, pool: list[int], seat: int) -> tuple[int, ...]:
        """What may be written: the kinds, and -1 where nothing need be."""
        if self.change.silent:
            return (-1,)
        kinds = self.kinds
        if self.change.pooled:
            kinds = tuple(kind for kind in kinds if pool[code(kind, seat)])
        return kinds if self.change.must else (-1, *kinds)


class CastlingMove(NamedTuple):
    """A `Castling` in numbers."""

    sheet: Castling
    move: Move
    right: int
    king_from: int
    king_to: int
    rook_from: int
    rook_to: int
    king_change: int
    rook_change: int
    empty: int
    safe: tuple[int, ...]


def code(kind: int, seat: int) -> int:
    """The piece of a kind and seat."""
    return kind * 2 + 2 + seat


def kind_of(piece: int) -> int:
    """The kind of a piece."""
    return (piece >> 1) - 1


class Reach(NamedTuple):
    """Where pieces that go alike get to on an empty board; lists by cell.

    out: from a cell, target -> mask of the first way. into: to a cell, start -> the same mask.
    sources: mask of the starts for a target; targets: mask of the targets of a start.
    more_out, more_into: the further ways, None where every target has one way. rides: whether anything can block.
    """

    out: list[Masks]
    into: list[Masks]
    sources: list[int]
    targets: list[int]
    more_out: list[Ways] | None = None
    more_into: list[Ways] | None = None
    rides: bool = False


def reach_of(found: list[Ways]) -> Reach:
    """The tables of a movement, given its ways from every cell."""
    into: list[Masks] = [{} for _ in found]
    for cell, by in enumerate(found):
        for target, masks in by.items():
            into[target][cell] = masks[0]
    more = [{to: masks[1:] for to, masks in by.items() if len(masks) > 1} for by in found]
    more_into: list[Ways] = [{} for _ in found]
    for cell, others in enumerate(more):
        for target, masks in others.items():
            more_into[target][cell] = masks
    several = any(more)
    return Reach(
        out=[{to: masks[0] for to, masks in by.items()} for by in found],
        into=into,
        sources=[mask_of(by) for by in into],
        targets=[mask_of(by) for by in found],
        more_out=more if several else None,
        more_into=more_into if several else None,
        rides=any(any(by.values()) for by in into),
    )


class Guards(dict[int, Guard]):
    """Guards by cell, each made of the cell's threats when it is first asked for: a game asks for a part of them."""

    def __init__(self, threats: list[list[Threat]]) -> None:
        self.threats = threats

    def __missing__(self, cell: int) -> Guard:
        threats = self.threats[cell]
        leapers = tuple((piece, sources) for piece, sources, ways, _ in threats if ways is None)
        riders = tuple(
            (piece, sources, {1 << start: mask for start, mask in ways.items()}, more)
            for piece, sources, ways, more in threats
            if ways is not None
        )
        near = 0
        for _, sources in leapers:
            near |= sources
        self[cell] = made = Guard(near, leapers, riders)
        return made


class Beyond(dict[int, list[int]]):
    """`RoyalTables.beyond` by cell, each made when a king is first on the cell."""

    def __init__(self, size: int, riding: tuple[Reach, ...]) -> None:
        self.size, self.riding = size, riding

    def __missing__(self, cell: int) -> list[int]:
        beyond = [0] * self.size
        for reach in self.riding:
            rides = [(start, mask) for start, mask in reach.into[cell].items() if mask]
            if reach.more_into:
                rides += [(start, mask) for start, masks in reach.more_into[cell].items() for mask in masks]
            for start, mask in rides:
                for between in bits(mask):
                    beyond[between] |= 1 << start
        beyond[cell] = -1
        self[cell] = beyond
        return beyond


class RoyalTables:
    """All tables of a game. Lists by piece and cell, except where said.

    quiet, strike: how a piece goes and how it captures (`Reach.out`), quiet_reach, strike_reach: all about it.
    strike_more: further ways, or None for no such piece; several_ways: whether some piece has them.
    targets: mask of the cells a piece strikes.
    beyond[cell][between]: mask of the cells from which a rider looks through `between` at `cell`; 0 off its lines, and all
    cells for the cell itself, so that a king's own move is always looked at.
    kings: the king of each seat, as a piece.
    riders[seat]: the pieces whose ways can be blocked. castling_of[seat]: the castlings by side.
    threats[seat][cell]: what of that seat can strike the cell; guards[seat][cell]: the same, as it is asked most quickly.
    turnings[piece]: `from << 8 | to` -> Turning. passed[piece]: the same key -> cell passed by a double step.
    turn_from[piece][to]: mask of the cells from which a piece that goes to `to` may turn into something.
    takes_en_passant[piece]: mask of the cells from which it does. plain: whether the kernel knows all of this.
    """

    def __init__(self, sheet: RoyalSheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.size = len(sheet.board.cells)
        self.by_text = {kind.text: index for index, kind in enumerate(sheet.kinds)}
        self.pieces = tuple(code(kind, seat) for kind in range(len(sheet.kinds)) for seat in range(SEATS))
        self.count = code(len(sheet.kinds), 0)
        self.king = next(index for index, kind in enumerate(sheet.kinds) if kind.royal)
        self.kings = tuple(code(self.king, seat) for seat in range(SEATS))
        self.sharing = [
            [
                [code(k, seat) for k, other in enumerate(sheet.kinds) if other.letter == kind.letter]
                for seat in range(SEATS)
            ]
            for kind in sheet.kinds
        ]
        self.pooled = self._by_piece(lambda kind: kind.text in sheet.takes_back)
        self.is_pawn = self._by_piece(lambda kind: kind.pawn is not None)
        self._lay_en_passant()
        self._lay_ways()
        self._lay_lines()
        self._lay_turnings()
        self._lay_castlings()
        self._into: dict[tuple[int, int, bool], Steps] = {}

    @cached_property
    def kernel(self) -> Kernel | None:
        """The compiled kernel of the game, made when it is first asked for; None where there is none."""
        return KERNEL(self, True, Move) if KERNEL is not None and supports(self) else None

    def plan(self, parsed: ParsedMove, seat: int) -> Plan:
        """What the tables know about a parsed move of a seat before any position is seen."""
        to = parsed.target
        named = self.sharing[parsed.kind][seat] if parsed.kind != NOT_SAID else []
        exact = parsed.origin != NOT_SAID
        plain = (
            parsed.action == GO
            and parsed.capture is not None
            and parsed.becomes == parsed.victim == parsed.owner == NOT_SAID
        )
        if not plain or parsed.throw or (len(named) != 1 and not exact):
            return (EMPTY, to, False, 0, {})
        reach = self.strike_reach if parsed.capture else self.quiet_reach
        if exact:
            frm = parsed.origin
            able = [piece for piece in named or self.pieces[seat::SEATS] if to in reach[piece].out[frm]]
            steps = {piece: self._step(reach[piece], piece, frm, to) for piece in able}
            return (EMPTY, to, bool(parsed.capture), frm, steps)
        piece = named[0]
        sources = reach[piece].sources[to] & parsed.sources
        if sources & self.turn_from[piece][to]:
            return (EMPTY, to, False, 0, {})
        return (piece, to, bool(parsed.capture), sources, self._steps_into(reach[piece], piece, to))

    def _steps_into(self, reach: Reach, piece: int, to: int) -> Steps:
        """The steps of a piece to a cell, the same for all parsed_moves that name them."""
        key = (piece, to, reach is self.strike_reach[piece])
        if key not in self._into:
            self._into[key] = Steps(lambda frm: self._step(reach, piece, frm, to))
        return self._into[key]

    def _step(self, reach: Reach, piece: int, frm: int, to: int) -> MoveStep:
        start, way = 1 << frm, frm << 8 | to
        asks = self.turn_from[piece][to] & start or (
            self.takes_en_passant[piece] & start
            and reach is not self.strike_reach[piece]
            and to in self.strike[piece][frm]
        )
        return MoveStep(
            piece,
            frm,
            start,
            start | 1 << to,
            ASK if asks else reach.out[frm][to],
            self.strike[piece][to],
            self.passed[piece].get(way, NO_CELL) if self.is_pawn[piece] else None,
            (self.keep[frm] & self.keep[to], Move(frm, to)),
        )

    def _by_piece(self, test: Callable[[RoyalPieceType], bool]) -> list[bool]:
        return [False, False] + [test(kind) for kind in self.sheet.kinds for _ in range(SEATS)]

    def _lay_en_passant(self) -> None:
        self.takes_en_passant = [0] * self.count
        self.plain = True
        for piece in self.pieces:
            pawn = self.sheet.kinds[kind_of(piece)].pawn
            if pawn is not None and pawn.en_passant:
                barred = mask_of(self.board.index[name] for name in pawn.not_passing[piece & 1])
                self.takes_en_passant[piece] = ((1 << self.size) - 1) & ~barred
                self.plain &= not barred

    def _lay_ways(self) -> None:
        nothing = reach_of([{} for _ in range(self.size)])
        self.quiet_reach = [nothing] * self.count
        self.strike_reach = [nothing] * self.count
        self.passed: list[dict[int, int]] = [{} for _ in range(self.count)]
        laid: dict[object, Reach] = {}
        for piece in self.pieces:
            kind, seat = self.sheet.kinds[kind_of(piece)], piece & 1
            if kind.pawn is not None:
                self.quiet_reach[piece], self.strike_reach[piece] = self._pawn_reach(kind.pawn, piece)
                continue
            alike = (kind.movements, kind.confined_to[seat])
            if alike not in laid:
                laid[alike] = reach_of([self._confined(kind, seat, cell) for cell in range(self.size)])
            self.quiet_reach[piece] = self.strike_reach[piece] = laid[alike]
        self.quiet = [reach.out for reach in self.quiet_reach]
        self.strike = [reach.out for reach in self.strike_reach]
        self.strike_more = [reach.more_out for reach in self.strike_reach]
        self.targets = [reach.targets for reach in self.strike_reach]
        self.several_ways = any(more is not None for more in self.strike_more)

    def _confined(self, kind: RoyalPieceType, seat: int, cell: int) -> Ways:
        """The ways of a piece that is no pawn, within the fields it may be on."""
        found = ways(self.board, kind.movements, cell)
        allowed = kind.confined_to[seat]
        return {to: masks for to, masks in found.items() if self.board.cells[to] in allowed} if allowed else found

    def _pawn_reach(self, pawn: Pawn, piece: int) -> tuple[Reach, Reach]:
        """How a pawn goes, double steps included, and how it captures."""
        forward = pawn.forward[piece & 1]

        def steps(turns: tuple[int, ...]) -> list[Ways]:
            walks = ((self.board.walk(cell, turned(forward, turn), 1) for turn in turns) for cell in range(self.size))
            return [{there[0]: (0,) for there in walk if there is not None} for walk in walks]

        quiet, strike = steps(pawn.quiet), steps(pawn.strike)
        for name in pawn.double_from[piece & 1]:
            cell = self.board.index[name]
            first, second = (self.board.walk(cell, forward, count) for count in (1, 2))
            assert first is not None, "a pawn has room to step once"
            assert second is not None, "and twice"
            quiet[cell][second[0]] = (1 << first[0],)
            self.passed[piece][cell << 8 | second[0]] = first[0]
        one = reach_of(quiet)
        return one, one if quiet == strike else reach_of(strike)

    def _lay_lines(self) -> None:
        self.threats: list[list[list[Threat]]] = [[[] for _ in range(self.size)] for _ in range(SEATS)]
        for piece in self.pieces:
            reach = self.strike_reach[piece]
            for cell, sources in enumerate(reach.sources):
                if sources:
                    more = reach.more_into[cell] or None if reach.more_into else None
                    self.threats[piece & 1][cell].append(
                        (piece, sources, reach.into[cell] if reach.rides else None, more)
                    )
        self.guards = [Guards(by_cell) for by_cell in self.threats]
        riding = {id(reach): reach for reach in self.strike_reach if reach.rides}
        self.beyond = Beyond(self.size, tuple(riding.values()))
        self.riders = [
            [piece for piece in self.pieces[seat::SEATS] if self.strike_reach[piece].rides] for seat in range(SEATS)
        ]

    def _lay_turnings(self) -> None:
        self.turnings: list[dict[int, Turning]] = [{} for _ in range(self.count)]
        self.turn_from = [[0] * self.size for _ in range(self.count)]
        index = self.board.index
        for change in self.sheet.changes:
            turning = Turning(tuple(self.by_text[text] for text in change.kinds), change)
            for seat in range(SEATS):
                piece = code(self.by_text[change.piece], seat)
                for a, b in change.moves[seat]:
                    self.turnings[piece][index[a] << 8 | index[b]] = turning
                    self.turn_from[piece][index[b]] |= 1 << index[a]

    def _lay_castlings(self) -> None:
        index = self.board.index
        self.castlings = tuple(
            CastlingMove(
                sheet=c,
                move=Move(index[c.king[0]], index[c.king[1]], castle=number),
                right=1 << number,
                king_from=index[c.king[0]],
                king_to=index[c.king[1]],
                rook_from=index[c.rook[0]],
                rook_to=index[c.rook[1]],
                king_change=mask_of((index[c.king[0]], index[c.king[1]])),
                rook_change=mask_of((index[c.rook[0]], index[c.rook[1]])),
                empty=mask_of(index[name] for name in c.empty),
                safe=tuple(index[name] for name in c.safe),
            )
            for number, c in enumerate(self.sheet.castlings)
        )
        self.castling_of: list[dict[int, CastlingMove]] = [{}, {}]
        for castling in self.castlings:
            self.castling_of[castling.sheet.seat][castling.sheet.side] = castling
        self.keep = [-1] * self.size
        for castling in self.castlings:
            for cell in (castling.king_from, castling.rook_from):
                self.keep[cell] &= ~castling.right
