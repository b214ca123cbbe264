"""The quick tables of a game won by mate, laid once from its rules; the code that reads them is `play`.

A piece is a small number: `kind * 2 + 2 + seat`, so that 0 is an empty cell and the last bit tells the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from fairyscore.notation.boards import bits, mask_of, shortest
from fairyscore.notation.kernel import ThreadKernels, kernel_of
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    CourseRules,
    GameRules,
    GeneralPieceType,
    Movement,
    PromotionRule,
)
from fairyscore.notation.rules.general.geometry import Ways
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, LEAPS, GeneralTables, code, kind_of
from fairyscore.notation.rules.general.tables import Way as GeneralWay
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import GO, NOT_SAID, Move, ParsedMove

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel

NO_CELL = -1
MOST_CELLS = 256
"""Two cells are one number in these tables, eight bits each."""

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


Plan = tuple[int, int, bool, int, dict[int, MoveStep]]
"""A parsed move looked up: the piece it names (or EMPTY), the target, whether it captures, where the piece starts, and its
steps.

Of a named piece the start is a mask of cells, and the steps are by the bit of one; else it is a cell, and the steps are by
the piece on it. Without steps, `find` is to be asked."""


class Turning(NamedTuple):
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
    into: list[Masks] = [{} for _ in found]
    more_into: list[Ways] = [{} for _ in found]
    for cell, by in enumerate(found):
        for target, masks in by.items():
            into[target][cell] = masks[0]
            if len(masks) > 1:
                more_into[target][cell] = masks[1:]
    several = any(more_into)
    return Reach(
        out=[{to: masks[0] for to, masks in by.items()} for by in found],
        into=into,
        sources=[mask_of(by) for by in into],
        targets=[mask_of(by) for by in found],
        more_out=[{to: masks[1:] for to, masks in by.items() if len(masks) > 1} for by in found] if several else None,
        more_into=more_into if several else None,
        rides=any(any(by.values()) for by in into),
    )


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


def quick_tables_fit(start: GeneralBoard) -> bool:
    """Whether the quick tables can say all the rules of a game, whose start position it is.

    They know leaps and lines of each kind, pawns, castling, promotion and mate of one king; nothing of hands, walls,
    hoppers, captures that do more than capture, or other ends.
    """
    tables, rules = start.tables, start.tables.rules
    usual = GameRules(rules.board, rules.pieces, rules.start, cell=rules.cell, regions=rules.regions)
    told = rules._replace(
        promotions=(),
        pool=frozenset(),
        castlings=(),
        told=(),
        cites={},
        course=CourseRules(),
        ends=rules.ends._replace(stalemate="draws"),
    )
    return (
        told == usual
        and rules.ends.stalemate != "wins"
        and tables.size <= MOST_CELLS
        and sum(kind.royal for kind in tables.kinds) == 1
        and all(len(start.kings(seat)) == 1 for seat in range(SEATS))
        and not any(kind.royal and kind.pawn for kind in tables.kinds)
        and not any(movement.hop for movement in _movements(tables))
        and _simple_pawns(tables)
        and _simple_promotions(tables)
        and _simple_castlings(start)
    )


def _movements(tables: GeneralTables) -> Iterator[Movement]:
    return (movement for kind in tables.kinds for mobility in kind.mobility for movement in mobility.movements)


def _simple_pawns(tables: GeneralTables) -> bool:
    """Whether only pawns take in passing, wherever they take at all, and each first move passes one cell."""
    for piece in {*tables.first_movers, *tables.takes_en_passant}:
        for cell in range(tables.size):
            ways = tables.ways(piece, cell)
            passing = [way for way in ways if way.first and way.passed]
            if (passing or any(way.en_passant for way in ways)) and piece not in tables.pawns:
                return False
            if any(len(way.passed) > 1 or way.captures for way in passing):
                return False
            if len({way.en_passant for way in ways if way.captures}) > 1:
                return False
    return True


def _simple_promotions(tables: GeneralTables) -> bool:
    """Whether at most one promotion comes with a move, and texts name what it is to; none beside a capture in passing, and
    none with the double step that it would answer."""
    rules = tables.rules
    passed = [0, 0]  # by seat, the cells where its pieces may be taken in passing
    doubled = []  # the pieces with such a first move, each with where it begins and the cells that it leads to
    for piece in tables.first_movers:
        for origin in range(tables.size):
            for way in tables.ways(piece, origin):
                passed[piece & 1] |= mask_of(way.passed)
                if way.first and way.passed:
                    doubled.append((piece, origin, mask_of(way.cells)))
    for number, rule in enumerate(rules.promotions):
        marks, kind = (*rule.to[0], *rule.to[1]), tables.kind_by_mark[rule.piece]
        if rule.in_place or rule.capture_only or rule.limit or rule.demotion or rules.pieces[kind].royal:
            return False
        if not rule.silent and any(mark.startswith("+") for mark in marks):
            return False
        others = [other for other in rules.promotions[:number] if other.piece == rule.piece]
        for seat in range(SEATS):
            beside = rule.on[seat] & passed[seat ^ 1] and not (rule.implied or rule.silent)
            if beside and code(kind, seat) in tables.takes_en_passant:
                return False
            own = code(kind, seat)
            if any(
                p == own and rule.on[seat] & cells and rule.origins[seat] >> origin & 1 for p, origin, cells in doubled
            ):
                return False
            for other in others:
                together = rule.on[seat] & other.on[seat] and rule.origins[seat] & other.origins[seat]
                if together or rule.touch or other.touch:
                    return False
    return True


def _simple_castlings(start: GeneralBoard) -> bool:
    """Whether each castling has one place, and what attacks behind it attacked before, as nothing stands beyond the
    partner and only lines lead along the rank. On rings the rule itself names the cells that may not be attacked."""
    tables, rules = start.tables, start.tables.rules
    if not rules.castlings:
        return True
    if len({(rule.seat, rule.side) for rule in rules.castlings}) != len(rules.castlings):
        return False
    if tables.board.shape == "rings":
        return all(min(rule.king_from, rule.rook_from, rule.empty, rule.safe) >= 0 for rule in rules.castlings)
    kings = {rule.king for rule in rules.castlings}
    edges = {0, tables.geometry.files - 1}
    return (
        tables.board.shape == "rectangle"
        and tables.size == tables.geometry.files * tables.geometry.ranks
        and kings == {kind.mark for kind in tables.kinds if kind.royal}
        and all(tables.board.spots[rook][0] in edges for _, _, rook in start.castles)
        and len(start.castles) == len(rules.castlings)
        and not any(movement.captures and (movement.lame or movement.bend) for movement in _movements(tables))
        and not any(
            rules.castlings[index].king_to in way.cells
            for index, king, _ in start.castles
            for way in tables.ways(start.board[king], king)
        )
    )


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
    turnings[piece]: `from << 8 | to` -> Turning. passed[piece]: the same key -> cell passed by a double step.
    turn_from[piece][to]: mask of the cells from which a piece that goes to `to` may turn into something.
    takes_en_passant[piece]: mask of the cells from which it does. plain: whether the kernel knows all of this.
    general: the same rules as the general engine looks them up.
    """

    def __init__(self, start: GeneralBoard) -> None:
        """Lay the tables of the game that begins with a position. `quick_tables_fit` is not asked."""
        self.general = general = start.tables
        self.rules = general.rules
        self.board = general.board
        self.kinds = general.kinds
        self.size = general.size
        self.pieces = tuple(general.codes)
        self.count = FIRST + len(self.pieces)
        self.king = next(index for index, kind in enumerate(self.kinds) if kind.royal)
        self.kings = tuple(code(self.king, seat) for seat in range(SEATS))
        self.sharing = [
            [[code(kind, seat) for kind in sorted(general.sharing[one])] for seat in range(SEATS)]
            for one in range(len(self.kinds))
        ]
        self.pooled = [piece in general.pooled for piece in range(self.count)]
        self.is_pawn = [piece in general.pawns for piece in range(self.count)]
        self._lay_ways()
        riding = {id(reach): reach for reach in self.strike_reach if reach.rides}
        self.beyond: LazyTable[int, list[int]] = LazyTable(partial(_beyond, self.size, (*riding.values(),)))
        self.guards: list[LazyTable[int, Guard]] = [LazyTable(partial(self._guard, seat)) for seat in range(SEATS)]
        self.riders = [
            [piece for piece in self.pieces[seat::SEATS] if self.strike_reach[piece].rides] for seat in range(SEATS)
        ]
        self._lay_turnings()
        self._lay_castlings(start)
        self._into: LazyTable[tuple[int, int, bool], LazyTable[int, MoveStep]] = LazyTable(self._steps_into)
        self._kernels = ThreadKernels()

    @property
    def kernel(self) -> Kernel | None:
        """The compiled kernel of the game for this thread, made when it is first asked for; None where there is none."""
        made = self._kernels.made
        if None not in made:
            made[None] = kernel_of(self, True, Move)
        return cast("Kernel | None", made[None])

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

    def _lay_ways(self) -> None:
        nothing = reach_of([{} for _ in range(self.size)])
        self.quiet_reach = [nothing] * self.count
        self.strike_reach = [nothing] * self.count
        self.passed: list[dict[int, int]] = [{} for _ in range(self.count)]
        self.takes_en_passant = [0] * self.count
        self.plain = True
        laid: dict[object, Reach] = {}
        for piece in self.pieces:
            kind = self.kinds[kind_of(piece)]
            movements, stays = _plain_movements(kind), kind.stays[piece & 1]
            if not movements:
                self._lay_special(piece)
                continue
            if (movements, stays) not in laid:
                ways = (self.general.geometry.ways(movements, cell) for cell in range(self.size))
                laid[movements, stays] = reach_of(
                    [{to: masks for to, masks in by.items() if stays >> to & 1} for by in ways]
                )
            self.quiet_reach[piece] = self.strike_reach[piece] = laid[movements, stays]
        self.quiet = [reach.out for reach in self.quiet_reach]
        self.strike = [reach.out for reach in self.strike_reach]
        self.strike_more = [reach.more_out for reach in self.strike_reach]
        self.targets = [reach.targets for reach in self.strike_reach]
        self.several_ways = any(more is not None for more in self.strike_more)

    def _lay_special(self, piece: int) -> None:
        """How a piece goes and captures of which neither is all the other is, or which has first moves or lame ones."""
        ways = [self.general.ways(piece, cell) for cell in range(self.size)]
        quiet = [_masks([way for way in found if way.moves], cell) for cell, found in enumerate(ways)]
        strike = [_masks([way for way in found if way.captures], cell) for cell, found in enumerate(ways)]
        self.quiet_reach[piece] = one = reach_of(quiet)
        self.strike_reach[piece] = one if quiet == strike else reach_of(strike)
        takers = [cell for cell, found in enumerate(ways) if any(way.captures for way in found)]
        passing = [cell for cell in takers if any(way.en_passant for way in ways[cell])]
        self.takes_en_passant[piece] = mask_of(passing)
        self.plain &= passing in ([], takers)
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

    def _lay_turnings(self) -> None:
        self.turnings: list[dict[int, Turning]] = [{} for _ in range(self.count)]
        self.turn_from = [[0] * self.size for _ in range(self.count)]
        for piece in self.pieces:
            seat = piece & 1
            quiet, strike = self.quiet_reach[piece].sources, self.strike_reach[piece].sources
            for change in self.general.promotions[piece - FIRST]:
                turning = Turning(tuple(self.general.kind_by_mark[mark] for mark in change.to[seat]), change)
                zone = change.on[seat]
                for to in range(self.size):
                    origins = change.origins[seat] if zone >> to & 1 else 0
                    starts = (quiet[to] | strike[to]) & (origins | (zone if change.touch else 0))
                    self.turn_from[piece][to] |= starts
                    for frm in bits(starts):
                        self.turnings[piece][frm << 8 | to] = turning

    def _lay_castlings(self, start: GeneralBoard) -> None:
        """The castlings by number, from where they start: as the rules say, else as the position has it."""
        places = {index: (king, rook) for index, king, rook in start.castles}
        self.castlings = tuple(
            self.general.castling_ways[number, *places.get(number, self.general.castling_cells(number))]
            for number in range(len(self.rules.castlings))
        )
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
