"""A royal game as flat tables, built once from its sheet; the code that reads them is `state`.

A man is a small number: `kind * 2 + 2 + seat`, so that 0 is an empty cell and the last bit tells the owner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairyscore.notation.boards.board import bits, mask_of
from fairyscore.notation.boards.headed import turned
from fairyscore.notation.rules.movement import Ways, ways
from fairyscore.notation.rules.moves import GO, NOT_SAID, Move, Wish
from fairyscore.notation.rules.royal.sheet import Castling, Change, Kind, Pawn, RoyalSheet

EMPTY = 0
SEATS = 2

Masks = dict[int, int]
"""Target -> cells that must be empty, by the first way there."""

Threat = tuple[int, int, Masks | None, dict[int, tuple[int, ...]] | None]
"""A man, the cells from which it strikes a given cell, the masks by those cells (None: leaps only), and more ways."""


ASK = -1
"""Instead of a way's mask: there is more to this move, ask `find`. Every bit is set, so a board is never free of it."""

Plan = tuple[int, int, int, int, bool, int, Masks | None, int]
"""A wish looked up: man (or EMPTY), start (or NOT_SAID), target, its bit, whether it captures, mask of the cells it may
start from, the masks of the ways, by start for a man and by man for a start (None: ask `find`), and what a man strikes
from the target."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A `Change` in numbers, for one seat."""

    kinds: tuple[int, ...]
    change: Change

    def settle(self, said: int, pool: list[int], seat: int) -> int | None:
        """The kind the man becomes when `said` is written (-1: nothing): -1 for staying, None where it may not be."""
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


@dataclass(frozen=True, slots=True)
class CastlingMove:
    """A `Castling` in numbers."""

    sheet: Castling
    move: Move
    right: int
    king_from: int
    king_to: int
    rook_from: int
    rook_to: int
    empty: int
    safe: tuple[int, ...]


def code(kind: int, seat: int) -> int:
    """The man of a kind and seat."""
    return kind * 2 + 2 + seat


def kind_of(man: int) -> int:
    """The kind of a man."""
    return (man >> 1) - 1


class RoyalTables:
    """All tables of a game. Lists by man and cell, except where said.

    quiet, strike: target -> mask of one way; quiet_more, strike_more: target -> further ways, or None for no such man.
    quiet_from, strike_from: mask of the cells from which a man reaches a cell; targets: mask it strikes.
    beyond[cell][between]: mask of the cells from which a rider looks through `between` at `cell`; 0 off its lines, and all
    cells for the cell itself, so that a king's own move is always looked at.
    riders[seat]: the men whose ways can be blocked. castling_of[seat]: the castlings by side.
    threats[seat][cell]: what of that seat can strike the cell.
    turnings[man]: `from << 8 | to` -> Turning, or None. passed[man]: the same key -> cell passed by a double step.
    """

    def __init__(self, sheet: RoyalSheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.size = len(sheet.board.cells)
        self.by_text = {kind.text: index for index, kind in enumerate(sheet.kinds)}
        self.letters = [kind.letter for kind in sheet.kinds]
        self.men = tuple(code(kind, seat) for kind in range(len(sheet.kinds)) for seat in range(SEATS))
        self.king = next(index for index, kind in enumerate(sheet.kinds) if kind.royal)
        self.sharing = [
            [[code(k, seat) for k, other in enumerate(sheet.kinds) if other.letter == kind.letter] for seat in range(SEATS)]
            for kind in sheet.kinds
        ]
        self._lay_ways()
        self._lay_lines()
        self._lay_turnings()
        self._lay_castlings()
        self.pooled = self._by_man(lambda kind: kind.text in sheet.takes_back)
        self.is_pawn = self._by_man(lambda kind: kind.pawn is not None)
        self.takes_en_passant = self._by_man(lambda kind: kind.pawn is not None and kind.pawn.en_passant)

    def plan(self, wish: Wish, seat: int) -> Plan:
        """What the tables know about a wish of a seat before any position is seen."""
        to = wish.target
        named = self.sharing[wish.kind][seat] if wish.kind != NOT_SAID else []
        exact = wish.origin != NOT_SAID
        plain = wish.action == GO and wish.capture is not None and wish.becomes == wish.victim == NOT_SAID and not wish.throw
        unplanned = (EMPTY, NOT_SAID, to, 0, False, 0, None, 0)
        if not plain or (len(named) != 1 and not exact):
            return unplanned
        reach = self.strike if wish.capture else self.quiet
        if exact:
            frm = wish.origin
            men = named or [man for man in self.men if man & 1 == seat]
            by_man = {man: reach[man][frm][to] for man in men if to in reach[man][frm]}
            by_man |= dict.fromkeys((man for man in by_man if self._turns(man, frm, to)), ASK)
            return (EMPTY, frm, to, 1 << to, bool(wish.capture), 1 << frm, by_man, 0)
        man = named[0]
        sources = (self.strike_from if wish.capture else self.quiet_from)[man][to] & wish.sources
        if any(self._turns(man, frm, to) for frm in bits(sources)):
            return unplanned
        by_cell = {frm: reach[man][frm][to] for frm in bits(sources)}
        return (man, NOT_SAID, to, 1 << to, bool(wish.capture), sources, by_cell, self.targets[man][to])

    def _turns(self, man: int, frm: int, to: int) -> bool:
        return frm << 8 | to in (self.turnings[man] or ())

    def _by_man(self, test: Callable[[Kind], bool]) -> list[bool]:
        return [False, False] + [test(kind) for kind in self.sheet.kinds for _ in range(SEATS)]

    def _lay_ways(self) -> None:
        count = code(len(self.sheet.kinds), 0)
        self.quiet: list[list[Masks]] = [[] for _ in range(count)]
        self.strike: list[list[Masks]] = [[] for _ in range(count)]
        self.quiet_more: list[list[Ways] | None] = [None] * count
        self.strike_more: list[list[Ways] | None] = [None] * count
        self.passed: list[dict[int, int]] = [{} for _ in range(count)]
        free: dict[tuple[object, ...], tuple[list[Masks], list[Ways] | None]] = {}
        for man in self.men:
            kind, seat = self.sheet.kinds[kind_of(man)], man & 1
            if kind.pawn is not None:
                self.quiet[man], self.strike[man] = self._pawn_ways(kind.pawn, man, seat)
                continue
            key = (kind.movements, kind.confined_to[seat])
            if key not in free:
                free[key] = _split([self.confined(kind, seat, cell) for cell in range(self.size)])
            self.quiet[man], self.quiet_more[man] = self.strike[man], self.strike_more[man] = free[key]
        self.targets = [[mask_of(found) for found in by_cell] for by_cell in self.strike]
        self.quiet_from = [_reverse(by_cell, self.size) for by_cell in self.quiet]
        self.strike_from = [
            self.quiet_from[man] if self.strike[man] is self.quiet[man] else _reverse(self.strike[man], self.size)
            for man in range(count)
        ]

    def confined(self, kind: Kind, seat: int, cell: int) -> Ways:
        """The ways of a man that is no pawn, within the fields it may be on."""
        found = ways(self.board, kind.movements, cell)
        allowed = kind.confined_to[seat]
        return {to: masks for to, masks in found.items() if not allowed or self.board.cells[to] in allowed}

    def _pawn_ways(self, pawn: Pawn, man: int, seat: int) -> tuple[list[Masks], list[Masks]]:
        forward = pawn.forward[seat]

        def steps(cell: int, turns: tuple[int, ...]) -> Masks:
            reached = (self.board.walk(cell, turned(forward, turn), 1) for turn in turns)
            return {there[0]: 0 for there in reached if there is not None}

        quiet = [steps(cell, pawn.quiet) for cell in range(self.size)]
        strike = quiet if pawn.quiet == pawn.strike else [steps(cell, pawn.strike) for cell in range(self.size)]
        for name in pawn.double_from[seat]:
            cell = self.board.index[name]
            first, second = (self.board.walk(cell, forward, steps) for steps in (1, 2))
            assert first is not None and second is not None
            quiet[cell][second[0]] = 1 << first[0]
            self.passed[man][cell << 8 | second[0]] = first[0]
        return quiet, strike

    def _lay_lines(self) -> None:
        self.beyond = [[0] * self.size for _ in range(self.size)]
        for cell in range(self.size):
            self.beyond[cell][cell] = -1
        self.riders: list[list[int]] = [[], []]
        self.threats: list[list[list[Threat]]] = [[[] for _ in range(self.size)] for _ in range(SEATS)]
        for man in self.men:
            more = self.strike_more[man]
            for cell in range(self.size):
                sources = self.strike_from[man][cell]
                if not sources:
                    continue
                masks = {frm: self.strike[man][frm][cell] for frm in bits(sources)}
                others = {frm: more[frm][cell] for frm in masks if cell in more[frm]} if more else {}
                rides = any(masks.values())
                self.threats[man & 1][cell].append((man, sources, masks if rides else None, others or None))
                if rides and man not in self.riders[man & 1]:
                    self.riders[man & 1].append(man)
                if rides and (man & 1 == 0 or self.strike[man] is not self.strike[man ^ 1]):
                    self._lay_beyond(cell, [*masks.items(), *((frm, m) for frm in others for m in others[frm])])

    def _lay_beyond(self, cell: int, rides: list[tuple[int, int]]) -> None:
        beyond = self.beyond[cell]
        for frm, mask in rides:
            for between in bits(mask):
                beyond[between] |= 1 << frm

    def _lay_turnings(self) -> None:
        self.turnings: list[dict[int, Turning] | None] = [None] * code(len(self.sheet.kinds), 0)
        index = self.board.index
        for change in self.sheet.changes:
            turning = Turning(tuple(self.by_text[text] for text in change.kinds), change)
            for seat in range(SEATS):
                man = code(self.by_text[change.man], seat)
                found = self.turnings[man] or {}
                found.update({index[a] << 8 | index[b]: turning for a, b in change.moves[seat]})
                self.turnings[man] = found

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


def _split(found: list[Ways]) -> tuple[list[Masks], list[Ways] | None]:
    """The first way to each target, and the further ways where there are any."""
    more = [{to: masks[1:] for to, masks in by.items() if len(masks) > 1} for by in found]
    return [{to: masks[0] for to, masks in by.items()} for by in found], more if any(more) else None


def _reverse(by_cell: list[Masks], size: int) -> list[int]:
    """For each target the mask of the cells it is reached from."""
    sources = [0] * size
    for cell, found in enumerate(by_cell):
        for target in found:
            sources[target] |= 1 << cell
    return sources
