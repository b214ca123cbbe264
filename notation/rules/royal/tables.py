"""The quick tables of a game won by mate, built once from its rules; the code that reads them is `play`.

A piece is a small number: `kind * 2 + 2 + seat`, so that 0 is an empty cell and the last bit tells the owner.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from fairyscore.notation.boards import bits, mask_of, shortest
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    GeneralPieceType,
    Movement,
    PromotionRule,
)
from fairyscore.notation.rules.general.geometry import Ways
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, LEAPS, code, kind_of
from fairyscore.notation.rules.general.tables import Way as GeneralWay
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import ABSENT, GO, Move, ParsedMove

NO_CELL = -1
Masks = dict[int, int]
"""Target -> cells that must be empty, by the first way there."""

Rider = tuple[int, int, Masks, dict[int, tuple[int, ...]] | None]
"""A piece whose ways can be blocked, the cells from which it strikes a given cell, the first ways by their bits; more."""


class Guard(NamedTuple):
    """What of a seat can strike a cell. near: cells of all `leapers`, pieces with the cells they strike from."""

    near: int
    leapers: tuple[tuple[int, int], ...]
    riders: tuple[Rider, ...]


ASK = -1
"""Instead of a way's mask: there is more to this move, ask `find`. Every bit is set, so a board is never free of it."""


class MoveStep(NamedTuple):
    """All that the tables know about a piece that goes from a cell to another.

    start: the bit of its cell; change: that bit and the target's; between: mask of the cells that must be empty on the
    first way, or ASK; aims: the ways on which it strikes from the target; passed: None where no pawn goes, else the cell
    that its double step passes, or NO_CELL. seldom: mask of the castlings that are still allowed after it, and the move.
    """

    piece: int
    frm: int
    start: int
    change: int
    between: int
    aims: Masks
    passed: int | None
    seldom: tuple[int, Move]


Plan = tuple[int, int, bool, int, dict[int, MoveStep]]
"""A parsed move looked up: the piece it names (or EMPTY), the target, whether it captures, where the piece starts, and its
steps.

Of a named piece the start is a mask of cells, and the steps are by the bit of one; else it is a cell, and the steps are by
the piece on it. Without steps, `find` is to be asked."""


class SeatPromotion(NamedTuple):
    """A promotion in numbers, for one seat."""

    kinds: tuple[int, ...]
    change: PromotionRule

    def settle(self, wanted: int, pool: list[int], seat: int) -> int | None:
        """The kind the piece becomes when `wanted` is written (-1: nothing): -1 for staying, None where it may not be."""
        change = self.change
        if wanted < 0:
            if not change.must:
                return -1
            return self.kinds[0] if change.implied or change.silent else None
        if change.silent or wanted not in self.kinds:
            return None
        if change.captured and not pool[code(wanted, seat)]:
            return None
        return wanted

    def options(self, pool: list[int], seat: int) -> tuple[int, ...]:
        """What may be written: the kinds, and -1 where nothing need be."""
        if self.change.silent:
            return (-1,)
        kinds = self.kinds
        if self.change.captured:
            kinds = tuple(kind for kind in kinds if pool[code(kind, seat)])
        return kinds if self.change.must else (-1, *kinds)


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
    out: list[Masks] = [{} for _ in found]
    into: list[Masks] = [{} for _ in found]
    more_out: list[Ways] = [{} for _ in found]
    more_into: list[Ways] = [{} for _ in found]
    for cell, by in enumerate(found):
        for target, (first, *others) in by.items():
            out[cell][target] = into[target][cell] = first
            if others:
                more_out[cell][target] = more_into[target][cell] = tuple(others)
    several = any(more_into)
    return Reach(
        out=out,
        into=into,
        sources=[mask_of(by) for by in into],
        targets=[mask_of(by) for by in found],
        more_out=more_out if several else None,
        more_into=more_into if several else None,
        rides=any(any(by.values()) for by in into),
    )


def _codes_by_seat(kinds: Iterable[int]) -> list[list[int]]:
    """By seat the codes of piece types."""
    return [[code(kind, seat) for kind in sorted(kinds)] for seat in range(SEATS)]


def _beyond(size: int, riding: tuple[Reach, ...], cell: int) -> list[int]:
    beyond = [0] * size
    for reach in riding:
        rides = [*reach.into[cell].items()]
        if reach.more_into:
            rides += [(start, mask) for start, masks in reach.more_into[cell].items() for mask in masks]
        for start, mask in rides:
            for between in bits(mask):
                beyond[between] |= 1 << start
    beyond[cell] = -1
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
    guards[seat][cell]: what of that seat can strike the cell.
    promotions[piece]: `from << 8 | to` -> SeatPromotion. passed[piece]: the same key -> cell passed by a double step.
    turn_from[piece][to]: mask of the cells from which a piece that goes to `to` may turn into something.
    takes_en_passant[piece]: mask of the cells from which it does.
    target_order[piece, cell]: see `_build_target_order`.
    general: the same rules as the general engine looks them up.
    """

    def __init__(self, start: GeneralBoard) -> None:
        """Lay the tables of the game that begins with a position. `royal_tables_fit` is not asked."""
        self.general = general = start.tables
        self.rules = general.rules
        self.board = general.board
        self.kinds = general.kinds
        self.size = general.size
        self.pieces = tuple(general.codes)
        self.count = FIRST + len(self.pieces)
        self.king = next(index for index, kind in enumerate(self.kinds) if kind.royal)
        self.kings = tuple(code(self.king, seat) for seat in range(SEATS))
        self.sharing = [_codes_by_seat(general.sharing[kind]) for kind in range(len(self.kinds))]
        self.pooled = [piece in general.pooled for piece in range(self.count)]
        self.is_pawn = [piece in general.pawns for piece in range(self.count)]
        self._build_ways()
        riding = {id(reach): reach for reach in self.strike_reach if reach.rides}
        self.beyond: LazyTable[int, list[int]] = LazyTable(partial(_beyond, self.size, (*riding.values(),)))
        self.guards: list[LazyTable[int, Guard]] = [LazyTable(partial(self._guard, seat)) for seat in range(SEATS)]
        self.riders = [
            [piece for piece in self.pieces[seat::SEATS] if self.strike_reach[piece].rides] for seat in range(SEATS)
        ]
        self._build_promotions()
        self._build_castlings(start)
        self.target_order: LazyTable[tuple[int, int], tuple[int, ...]] = LazyTable(self._build_target_order)
        self._into: LazyTable[tuple[int, int, bool], LazyTable[int, MoveStep]] = LazyTable(self._steps_into)

    def _build_target_order(self, key: tuple[int, int]) -> tuple[int, ...]:
        """The targets of a piece from a cell in the order of the general engine; none where it depends on the position."""
        targets = [cell for way in self.general.ways(*key) for cell in way.cells]
        return tuple(targets) if len({*targets}) == len(targets) else ()

    def plan(self, parsed: ParsedMove, seat: int) -> Plan:
        """What the tables know about a parsed move of a seat before any position is seen."""
        to = parsed.target
        named = self.sharing[parsed.kind][seat] if parsed.kind != ABSENT else []
        exact = parsed.origin != ABSENT
        plain = (
            parsed.action == GO
            and parsed.capture is not None
            and parsed.becomes == parsed.victim == parsed.owner == ABSENT
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
        steps_into = self._into[piece, to, reach[piece] is self.strike_reach[piece]]
        return (piece, to, bool(parsed.capture), sources, steps_into)

    def _steps_into(self, key: tuple[int, int, bool]) -> LazyTable[int, MoveStep]:
        """The steps of a piece to a cell by the bit of their start, the same for all parsed moves that name them."""
        piece, to, strikes = key
        reach = (self.strike_reach if strikes else self.quiet_reach)[piece]
        return LazyTable(lambda start: self._step(reach, piece, start.bit_length() - 1, to))

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

    def _build_ways(self) -> None:
        nothing = reach_of([{} for _ in range(self.size)])
        self.quiet_reach = [nothing] * self.count
        self.strike_reach = [nothing] * self.count
        self.passed: list[dict[int, int]] = [{} for _ in range(self.count)]
        self.takes_en_passant = [0] * self.count
        reaches: dict[object, Reach] = {}
        for piece in self.pieces:
            kind = self.kinds[kind_of(piece)]
            movements, stays = _plain_movements(kind), kind.stays[piece & 1]
            if not movements:
                self._build_special(piece)
                continue
            if (movements, stays) not in reaches:
                ways = (self.general.geometry.ways(movements, cell) for cell in range(self.size))
                reaches[movements, stays] = reach_of(
                    [{to: masks for to, masks in by.items() if stays >> to & 1} for by in ways]
                )
            self.quiet_reach[piece] = self.strike_reach[piece] = reaches[movements, stays]
        self.quiet = [reach.out for reach in self.quiet_reach]
        self.strike = [reach.out for reach in self.strike_reach]
        self.strike_more = [reach.more_out for reach in self.strike_reach]
        self.targets = [reach.targets for reach in self.strike_reach]
        self.several_ways = any(more is not None for more in self.strike_more)

    def _build_special(self, piece: int) -> None:
        """How a piece goes and captures of which neither is all the other is, or which has first moves or lame ones."""
        ways = [self.general.ways(piece, cell) for cell in range(self.size)]
        quiet = [_masks([way for way in found if way.moves], cell) for cell, found in enumerate(ways)]
        strike = [_masks([way for way in found if way.captures], cell) for cell, found in enumerate(ways)]
        self.quiet_reach[piece] = one = reach_of(quiet)
        self.strike_reach[piece] = one if quiet == strike else reach_of(strike)
        takers = [cell for cell, found in enumerate(ways) if any(way.captures for way in found)]
        passing = [cell for cell in takers if any(way.en_passant for way in ways[cell])]
        self.takes_en_passant[piece] = mask_of(passing)
        for cell, found in enumerate(ways):
            for way in reversed(found):  # of several the first counts
                if way.first and way.passed:
                    self.passed[piece] |= {cell << 8 | to: way.passed[0] for to in way.cells}

    def _guard(self, seat: int, cell: int) -> Guard:
        leapers, riders, near = [], [], 0
        for piece in self.pieces[seat::SEATS]:
            reach = self.strike_reach[piece]
            sources = reach.sources[cell]
            if sources and reach.rides:
                ways = {1 << start: mask for start, mask in reach.into[cell].items()}
                riders.append((piece, sources, ways, reach.more_into[cell] or None if reach.more_into else None))
            elif sources:
                leapers.append((piece, sources))
                near |= sources
        return Guard(near, tuple(leapers), tuple(riders))

    def _build_promotions(self) -> None:
        self.promotions: list[dict[int, SeatPromotion]] = [{} for _ in range(self.count)]
        self.turn_from = [[0] * self.size for _ in range(self.count)]
        for piece in self.pieces:
            seat = piece & 1
            quiet, strike = self.quiet_reach[piece].sources, self.strike_reach[piece].sources
            for change in self.general.promotions[piece - FIRST]:
                promotion = SeatPromotion(tuple(self.general.kind_by_mark[mark] for mark in change.to[seat]), change)
                zone = change.on[seat]
                for to in range(self.size):
                    origins = change.origins[seat] if zone >> to & 1 else 0
                    starts = (quiet[to] | strike[to]) & (origins | (zone if change.touch else 0))
                    self.turn_from[piece][to] |= starts
                    for frm in bits(starts):
                        self.promotions[piece][frm << 8 | to] = promotion

    def _build_castlings(self, start: GeneralBoard) -> None:
        """The castlings of the game that begins with a position."""
        self.castlings = start.first_castlings()
        self.castling_of = [{c.rule.side: c for c in self.castlings if c.rule.seat == seat} for seat in range(SEATS)]
        self.keep = [-1] * self.size
        for castling in self.castlings:
            for cell in (castling.king_from, castling.rook_from):
                self.keep[cell] &= ~castling.right


def _plain_movements(kind: GeneralPieceType) -> tuple[Movement, ...]:
    """The movements of a leaper or rider that goes and captures alike, to all sides; empty for any other."""
    if len(kind.mobility) != 1 or kind.mobility[0][1:] != (ANYWHERE, ANYWHERE):
        return ()
    movements = kind.mobility[0].movements
    for m in movements:
        if m._replace(leaps=(), most=1) != Movement(()) or {(-x, -y) for x, y in m.leaps} != {*m.leaps}:
            return ()
    return movements


def _masks(ways: list[GeneralWay], cell: int) -> Ways:
    """By target the masks of cells of which one must be empty."""
    found: Ways = {}
    for way in ways:
        passed = mask_of(way.before)
        for target in way.cells:
            if target != cell:
                found[target] = shortest({*found.get(target, ()), passed})
            if way.style != LEAPS:
                passed |= 1 << target
    return found
