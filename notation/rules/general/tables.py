"""A game's rules as tables: what each piece may reach from each cell, and from where each cell may be attacked.

A cell holds a code: 0 is empty, 1 a wall, a piece is twice its type plus its seat plus 2. Large tables are built cell by
cell when they are first used, so that loading a game takes no time.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cached_property, partial
from itertools import islice, pairwise
from typing import Final, NamedTuple

from fairyscore.notation.boards import HEADINGS, HeadedBoard, bits, mask_of
from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    KINGSIDE,
    RIVER,
    CastlingRule,
    Extinction,
    GameRules,
    GeneralPieceType,
    Marks,
    Mobility,
    Movement,
)
from fairyscore.notation.rules.general.geometry import Geometry, Tunnels, nearest
from fairyscore.notation.rules.general.rows import HARMLESS, ON_TARGET, Effect, PieceCondition
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import Target

EMPTY: Final = 0
WALL: Final = 1
FIRST: Final = 2
"""The first code of a piece."""

NOBODY: Final = 2
"""The owner of an empty cell, in `GeneralTables.owner`; a wall has the next number. Neither is a seat."""

LEAPS, SLIDE, HOP = range(3)
"""Values of `Way.style`."""


LINE_WAYS: Final = ((0, 1), (1, 1), (1, 0), (1, -1))
"""The headings of `Ends.line_ways`, to the right and ahead."""


class Way(NamedTuple):
    """Cells that a piece may reach from a cell by one movement, the nearest first.

    style: LEAPS (each cell by itself), SLIDE (up to the first piece), HOP (over exactly one piece).
    moves, captures: whether it may be used without and with capture.
    before: cells that must be empty for it, in addition to those before the target in `cells`.
    most: of a hop, how many cells beyond the piece that it jumps over it may end at most; 0 for any.
    en_passant: whether it captures en passant.
    first: whether it is for a piece's first move only.
    passed: cells where the piece may be captured en passant afterwards.
    barred: cells of a hop where it may not end.
    unmoved: whether the piece must not have moved before.
    over: of a move that has to be safe, the cells that it goes over, step by step: of each one must not be attacked, and
    the king not be in check. None for any other.
    """

    style: int
    cells: tuple[int, ...]
    moves: bool
    captures: bool
    before: tuple[int, ...] = ()
    most: int = 0
    en_passant: bool = False
    first: bool = False
    passed: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()
    unmoved: bool = False
    over: tuple[tuple[int, ...], ...] | None = None


class WaysBehind(NamedTuple):
    """The ways of a piece where walls are no cells: as long as `walls` are those among the cells `asked`, as bits."""

    asked: int
    walls: int
    ways: tuple[Way, ...]


Path = tuple[int, ...]
"""Cells one after the other."""

DoubleSteps = tuple[tuple[int, tuple[int, ...]], ...]
Lines = list[tuple[Path, ...]]
"""By cell, lines of cells outward from there."""

Attack = tuple[int, frozenset[int]]
"""A cell, and the codes of the pieces that attack from there."""


class Attackers(NamedTuple):
    """From where a cell is attacked by a seat.

    leaps: from cells, whatever stands between.
    rays: outward along each line, up to the first piece.
    lame: a cell, the codes that attack from there, and the cells that must be empty for that.
    hops: a line outward and its limit: the attacker is the second piece on it; the first, which is jumped over, must be
    among the first `limit` cells (0: any).
    """

    leaps: tuple[Attack, ...]
    rays: tuple[tuple[Attack, ...], ...]
    lame: tuple[tuple[int, frozenset[int], tuple[int, ...]], ...]
    hops: tuple[tuple[int, tuple[Attack, ...]], ...]


class CodedEffect(NamedTuple):
    """A row of effects in codes.

    movers: from whose moves it follows. victims: by code, with which captured ones, if only with captures. spared: what it
    leaves as it is. joins: by two kinds, what both are in one.
    """

    row: Effect
    movers: frozenset[int]
    victims: tuple[frozenset[int], ...]
    spared: frozenset[int]
    joins: Mapping[tuple[int, int], int]


class CastlingWay(NamedTuple):
    """A castling, from the cells of king and rook.

    right: its bit in the mask of castling rights.
    empty: cells that must be empty, but for king and rook.
    safe: cells that no enemy may attack.
    """

    rule: CastlingRule
    move: Move
    right: int
    king_from: int
    rook_from: int
    king_to: int
    rook_to: int
    empty: tuple[int, ...]
    safe: tuple[int, ...]


def code(kind: int, seat: int) -> int:
    """The code of a piece."""
    return FIRST + 2 * kind + seat


def kind_of(piece: int) -> int:
    """The index of a piece's type."""
    return (piece - FIRST) >> 1


def with_promoted_types(rules: GameRules) -> GameRules:
    """The rules with a further type for each piece that a promotion makes and a hand takes as what it was before (`Q~`).

    A piece whose own mark says that it is promoted (`+P`) needs no further type, nor does the result of a demotion.
    """
    hand = rules.hand
    if hand is None or not hand.mark:
        return rules
    by_mark = {piece.mark: piece for piece in rules.pieces}
    made: dict[str, GeneralPieceType] = {}
    promotions = []
    for promotion in rules.promotions:
        if promotion.demotion:
            promotions.append(promotion)
            continue
        origin = by_mark[promotion.piece]
        for mark in filter(_unmarked, (*promotion.to[0], *promotion.to[1])):
            plain = by_mark[mark]
            as_what = plain if hand.loop else origin
            made.setdefault(
                mark + hand.mark,
                plain._replace(mark=mark + hand.mark, counts_as=plain.counts_as or mark, hand_as=as_what.hand_as),
            )
        white, black = promotion.to
        promotions.append(promotion._replace(to=(_all_marked(white, hand.mark), _all_marked(black, hand.mark))))
    # What a promotion made may be promoted as its like is.
    promotions += [rule._replace(piece=mark) for rule in promotions for mark in made if mark == rule.piece + hand.mark]
    return rules._replace(pieces=(*rules.pieces, *made.values()), promotions=tuple(promotions))


def _all_marked(pieces: tuple[str, ...], sign: str) -> tuple[str, ...]:
    """The marks of pieces, with a sign at those that have none."""
    return tuple(mark + sign if _unmarked(mark) else mark for mark in pieces)


def _unmarked(mark: str) -> bool:
    return not mark.startswith("+")


class GeneralTables:
    """Everything the general engine looks up. A *kind* is the index of a piece type.

    in_python: whether a state of the game's own in Python says more than the rules, so that no faster engine may play it.
    counted_code, mark_of: by code, the code and the mark as which rows and ends of the game count it.
    sharing: by kind, the kinds with the same letter in texts.
    promotions: by code less FIRST.
    hand_code: by code less FIRST, the code that goes into the hand of its capturer, or EMPTY.
    silent: by code, the promotions that are not written in moves.
    unpromoted: by code, the code before promotion.
    attacks: by seat and cell, from where the cell is attacked by the seat's pieces.
    pooled: codes of captured pieces that a promotion may bring back.
    along: by headings of lines and by cell, the cells on such lines, each outward.
    facing: by whom royal pieces may not be faced, codes by seat, and on which lines.
    cornered: by code, the enemies of which it has to take the only one that attacks it, if it moves.
    effects: what follows from moves. violent, restless: whether anything does from captures, and from other moves too.
    blasts: whether a capture takes away what stands around it.
    turning: the effects by which a piece becomes something else with what it captures.
    rests: whether two positions in a row may end the game (facing generals in janggi, two passes).
    duties: whether a move may be illegal only because another one exists (capture or drop is compulsory).
    has_legs: whether `LegState` plays it. holes: whether pieces pass over walls. pushes: whether moves push other pieces
    away. crowns: whether a side may come to have several kings. takes: by code how the piece captures.
    touches: by code what it captures by a step. trades: by code the kind that it may become, to be gone with an enemy.
    leavers: by code how it may leave the board instead of a move.
    tunnels: whether walls are no cells for who moves.
    conditions: by code and what follows, the rows about the piece. avoids: those that no move may bring about. shields,
    freezes, lends: whether by some pieces cannot be captured, cannot move, move as others. plain_attacks: whether pieces
    attack what they would attack in a game without rows.
    remembering: codes of which a position says whether they have moved. bound: whether moves ask for that, or to be safe.
    double_steps: by code and cell, the cells where the first of two steps may capture, each with those where the second
    ends.
    guarded: the codes of which exchanges are restrained; light: those that are no reason for one.
    switches: by code with what of its own side it may change places.
    takes_own: by code what it captures of its own side. anti: by seat the codes that have to be attacked.
    """

    def __init__(self, rules: GameRules, *, in_python: bool = False) -> None:
        self.in_python = in_python
        self.rules = rules = with_promoted_types(rules)
        self.board: HeadedBoard = rules.board
        self.geometry = Geometry(self.board)
        self.kinds = rules.pieces
        self.size = len(self.board.cells)
        self.everywhere = (1 << self.size) - 1
        self.codes = range(FIRST, FIRST + 2 * len(self.kinds))
        self.owner = (NOBODY, NOBODY + 1, *(piece & 1 for piece in self.codes))
        self.kind_by_mark = {kind.mark: index for index, kind in enumerate(self.kinds)}
        self.mark_of = ("", "", *(kind.counts_as or kind.mark for kind in self.kinds for _ in range(2)))
        self.counted_code = (
            EMPTY,
            WALL,
            *(code(self.kind_by_mark[self.mark_of[piece]], piece & 1) for piece in self.codes),
        )
        by_letter: dict[str, set[int]] = {}
        for number, kind in enumerate(self.kinds):
            by_letter.setdefault(kind.letter, set()).add(number)
        self.sharing = [frozenset(by_letter[kind.letter]) for kind in self.kinds]
        self.of_seat: LazyTable[tuple[Marks, int], frozenset[int]] = LazyTable(
            lambda key: frozenset(piece for piece in self.coded(key[0]) if piece & 1 == key[1])
        )
        self.along: LazyTable[tuple[int, ...], Lines] = LazyTable(self._lines_along)
        self.forget_ways()
        self._ways_behind: LazyTable[tuple[int, int], deque[WaysBehind]] = LazyTable(lambda _: deque(maxlen=64))
        self.attacks: LazyTable[int, list[Attackers]] = LazyTable(self._build_attacks)
        self._free_ways: LazyTable[tuple[int, int], tuple[Way, ...]] = LazyTable(
            lambda key: tuple(way for _, _, way in self._all_ways(*key))
        )
        self.castling_ways: LazyTable[tuple[int, int, int], CastlingWay] = LazyTable(self._build_castling)
        self._build_pieces()
        self._build_rules()

    def forget_ways(self) -> None:
        """Begin with no ways of pieces known."""
        self._ways: list[list[tuple[Way, ...] | None]] = [[None] * self.size for _ in range(FIRST + len(self.codes))]

    def _build_pieces(self) -> None:
        """Build the tables of piece types and promotions."""
        pieces = [(piece, self.kinds[kind_of(piece)]) for piece in self.codes]
        white, black = (frozenset(piece for piece, kind in pieces[seat::2] if kind.royal) for seat in (0, 1))
        self.royal = (white, black)
        self.pawns = frozenset(piece for piece, kind in pieces if kind.pawn)
        self.not_takes = {piece: self.coded(kind.not_takes) for piece, kind in pieces if kind.not_takes}
        self.switches = {
            piece: self.of_seat[kind.switches, piece & 1] - self.coded(frozenset((self.mark_of[piece],)))
            for piece, kind in pieces
            if kind.switches
        }
        self.takes_own = {piece: self.of_seat[kind.takes_own, piece & 1] for piece, kind in pieces if kind.takes_own}
        self.not_over = {piece: self.coded(kind.not_over) for piece, kind in pieces if kind.not_over}
        movements = [(piece, kind.movements) for piece, kind in pieces]
        self.takes_en_passant = frozenset(piece for piece, by_piece in movements if any(m.en_passant for m in by_piece))
        self.remembering = frozenset(piece for piece, kind in pieces if kind.mark in self.rules.remembering)
        self.bound = any(mobility.bound for _, kind in pieces for mobility in kind.mobility)
        self.first_movers = tuple(
            piece for piece, kind in pieces if any(mobility.has_first_moves for mobility in kind.mobility)
        )
        self.promotions = [
            tuple(p for p in self.rules.promotions if p.piece == kind.mark and p.to[piece & 1])
            for piece, kind in pieces
        ]
        self.silent = {}
        self.unpromoted: dict[int, int] = {}
        for piece, promotions in zip(self.codes, self.promotions, strict=True):
            seat = piece & 1
            silent = [promotion for promotion in promotions if promotion.silent]
            if silent:
                self.silent[piece] = silent
            for promotion in promotions:
                if not promotion.demotion:
                    self.unpromoted |= {code(self.kind_by_mark[mark], seat): piece for mark in promotion.to[seat]}
        taken = self.rules.hand.takes if self.rules.hand else frozenset()
        # With a king the game is over, even where he may be captured in the middle of a turn.
        taken -= {kind.mark for _, kind in pieces if kind.royal}
        self.hand_code = [
            code(self.kind_by_mark[kind.hand_as], piece & 1 ^ 1) if kind.hand_as in taken else EMPTY
            for piece, kind in pieces
        ]
        self.pooled = self.coded(self.rules.pool)

    def _build_rules(self) -> None:
        """Build the tables of the other rules: ends, explosions, walls, hands, passes."""
        rules = self.rules
        ends, walls, hand = rules.ends, rules.walls, rules.hand
        self._build_effects()
        self.pseudo_royal = tuple((rule, self.extinct(rule)) for rule in ends.extinction if rule.pseudo_royal)
        self.extinction = tuple(
            (rule, self.extinct(rule)) for rule in ends.extinction if not rule.pseudo_royal or self.blasts
        )
        self.goals = tuple(
            (goal, tuple(self.of_seat[goal.pieces[seat], seat] or frozenset(self.codes[seat::2]) for seat in (0, 1)))
            for goal in ends.goals
        )
        self.facing = tuple(
            (tuple(self.of_seat[row.by or row.pieces, seat] for seat in (0, 1)), self.along[row.ways])
            for row in rules.facing
        )
        self.cornered = {
            piece: self.of_seat[row.by or frozenset((self.mark_of[piece],)), piece & 1 ^ 1]
            for row in rules.conditions
            for piece in (self.coded(row.pieces) if row.then == "takes" else ())
        }
        self.tunnels = walls is not None and walls.through
        self.has_duck = walls is not None and walls.way == "duck"
        self.has_walls = walls is not None or any(row.becomes in ("wall", "hole") for row in rules.effects)
        self.rests = ends.bikjang or "always" in rules.passing
        then = rules.turns is not None and bool(rules.turns.then)
        self.ends_early = then or bool(
            self.extinction or self.goals or ends.checks or ends.line or ends.castling or self.rests
        )
        self.duties = rules.must_capture or (hand is not None and hand.must)
        self.passes = "always" in rules.passing or (walls is not None and walls.or_move)
        self.passes = self.passes or any(kind.twice for kind in self.kinds)
        self.in_place = any(promotion.in_place for promotion in rules.promotions)
        self.has_legs = rules.has_legs
        royal = {kind.mark for kind in self.kinds if kind.royal}
        self.crowns = any(promotion.enemy and promotion.marks & royal for promotion in rules.promotions)
        self.holes = any(effect.becomes == "hole" for effect in rules.effects)
        self.mirrored = any(effect.becomes == "mirrored" for effect in rules.effects)
        self.pushes = any(effect.becomes == "pushed" for effect in rules.effects)
        self.touches = {piece: self.of_seat[self.kinds[kind_of(piece)].touches, piece & 1 ^ 1] for piece in self.codes}
        self.leavers = {piece: rule for piece in self.codes if (rule := self.kinds[kind_of(piece)].leaves) is not None}
        self.trades = {
            piece: self.kind_by_mark[kind.trades] for piece in self.codes if (kind := self.kinds[kind_of(piece)]).trades
        }
        self.takes = {piece: self.kinds[kind_of(piece)].takes for piece in self.codes}
        self._build_conditions()
        self._build_double_steps()
        self.anti = tuple(frozenset(p for p in self.codes[seat::2] if self.kinds[kind_of(p)].anti) for seat in (0, 1))

    def _build_double_steps(self) -> None:
        """Build the tables of pieces that go twice, and of exchanges."""
        exchange = self.rules.exchange
        self.goes_twice = frozenset(piece for piece in self.codes if self.kinds[kind_of(piece)].twice)
        self.double_steps: LazyTable[tuple[int, int], DoubleSteps] = LazyTable(lambda key: self._twice_from(*key))
        self.guarded = self.coded(exchange.pieces) if exchange is not None else frozenset()
        self.light = self.coded(exchange.light) if exchange is not None else frozenset()

    def _twice_from(self, piece: int, origin: int) -> DoubleSteps:
        found: dict[int, set[int]] = {}
        for group in self.kinds[kind_of(piece)].twice:
            leaps = [self.geometry.seen_by(piece & 1, *leap) for movement in group for leap in movement.leaps]
            for leap in leaps:
                passed = self.geometry.step(origin, *leap)
                if passed is not None:
                    ends = {self.geometry.step(passed, *other) for other in leaps}
                    found.setdefault(passed, set()).update(cell for cell in ends if cell not in (None, origin))
        return tuple((passed, tuple(sorted(ends))) for passed, ends in sorted(found.items()))

    def _build_conditions(self) -> None:
        """Build the tables of the rows of conditions."""
        rows = self.rules.conditions
        self.conditions: LazyTable[tuple[int, str], tuple[PieceCondition, ...]] = LazyTable(
            lambda key: tuple(row for row in rows if row.then == key[1] and self.mark_of[key[0]] in row.pieces)
        )
        self.avoids = tuple(row for row in rows if row.then == "avoided")
        self.shields, self.freezes, self.lends = (
            any(row.then == then for row in rows) for then in ("safe", "frozen", "moves")
        )
        on_target = all(mode in ON_TARGET | HARMLESS for mode in self.takes.values())
        self.plain_attacks = on_target and not self.tunnels and not self.lends

    def _build_effects(self) -> None:
        """Build the tables of the rows of effects."""
        rows = self.rules.effects
        self.effects = tuple(map(self._coded_effect, rows))
        self.violent = any(row.when == "capture" for row in rows)
        self.restless = any(row.when != "capture" for row in rows)
        self.blasts = any(
            row.when == "capture" and row.on == "around" and row.becomes in ("gone", "wall") for row in rows
        )
        self.turning = tuple(e for e in self.effects if e.row.on == "mover" and e.row.becomes in ("taken", "joined"))

    def _coded_effect(self, row: Effect) -> CodedEffect:
        movers = self.coded(row.pieces) if row.pieces else frozenset(self.codes)
        taken = self.coded(row.taken) if row.taken else frozenset(self.codes)
        nobody: frozenset[int] = frozenset()
        victims = [nobody, nobody]
        for piece in self.codes if row.when == "capture" else ():
            alike = self.coded(frozenset((self.mark_of[piece],))) if row.own_kind else taken
            victims.append(alike & taken if piece in movers else nobody)
        joins = {}
        for pair, mark in row.joins.items():
            one, other = (self.kind_by_mark[each] for each in pair.split())
            joins[one, other] = joins[other, one] = self.kind_by_mark[mark]
        return CodedEffect(row, movers, tuple(victims), self.coded(row.spares), joins)

    def coded(self, marks: Marks) -> frozenset[int]:
        """The codes, of both seats, of types that count as one of those marks; `of_seat` has those of one seat."""
        return frozenset(piece for piece in self.codes if self.mark_of[piece] in marks)

    def extinct(self, rule: Extinction) -> tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]:
        """By seat, the sets of codes that a rule of extinction counts. The rule applies to each set by itself."""
        named = [rule.pieces] if rule.together else [frozenset((mark,)) for mark in sorted(rule.pieces)]
        white, black = (tuple(self.of_seat[marks, seat] for marks in named) for seat in (0, 1))
        return white, black

    # -- what pieces reach ------

    def ways(self, piece: int, cell: int) -> tuple[Way, ...]:
        """All ways of a piece from a cell. piece: its code."""
        found = self._ways[piece][cell]
        if found is None:
            found = self._ways[piece][cell] = self._build_ways(piece, cell)
        return found

    def ways_behind(self, piece: int, cell: int, walls: int) -> WaysBehind:
        """The ways of a piece where walls are no cells. walls: as bits."""
        known = self._ways_behind[piece, cell]
        for found in known:
            if walls & found.asked == found.walls:
                return found
        made, tunnels = copy(self), Tunnels(self.board, walls)
        made.geometry = tunnels
        made.forget_ways()
        ways = made.ways(piece, cell)
        known.appendleft(WaysBehind(tunnels.asked, walls & tunnels.asked, ways))
        return known[0]

    def _build_ways(self, piece: int, cell: int) -> tuple[Way, ...]:
        """The ways of a piece; leaps that differ in their cells only are one way."""
        kind, seat = self.kinds[kind_of(piece)], piece & 1
        leaps: dict[tuple[bool, bool, bool], list[int]] = {}
        found: list[Way] = []
        for mobility, movement, way in self._all_ways(piece, cell):
            if movement.first and mobility.origins == ANYWHERE and not kind.first[seat] >> cell & 1:
                continue
            allowed = mobility.targets[seat] & kind.stays[seat]
            parts = (way,) if allowed == -1 else _ending_within(way, allowed)
            for part in map(partial(self._bound, mobility, cell), parts):
                if part.style == LEAPS and not part.first:
                    leaps.setdefault((part.moves, part.captures, part.en_passant), []).extend(part.cells)
                elif part.cells:
                    found.append(_with_passed(part, kind.passed[seat]))
        together = [
            Way(LEAPS, tuple(dict.fromkeys(cells)), moves, captures, en_passant=passing)
            for (moves, captures, passing), cells in leaps.items()
            if cells
        ]
        return (*together, *found)

    def _bound(self, mobility: Mobility, cell: int, way: Way) -> Way:
        """A way with what its mobility asks besides; it is then made as first moves are."""
        if not mobility.bound:
            return way
        over = self.geometry.over(cell, way.cells[-1]) if mobility.safe and way.cells else None
        return way._replace(first=True, unmoved=mobility.unmoved, over=over)

    def freely(self, piece: int, cell: int) -> tuple[Way, ...]:
        """The ways that a piece would have from a cell if it could go to all regions of the board."""
        return self._free_ways[piece, cell]

    def _all_ways(self, piece: int, cell: int) -> Iterator[tuple[Mobility, Movement, Way]]:
        """The ways of all movements that a piece has on a cell, not limited to the regions where it may end."""
        seat = piece & 1
        for mobility in self.kinds[kind_of(piece)].mobility:
            if not mobility.origins[seat] >> cell & 1:
                continue
            for movement in mobility.movements:
                for way in self._ways_of(movement, cell, seat):
                    yield mobility, movement, way

    def _ways_of(self, movement: Movement, cell: int, seat: int) -> Iterator[Way]:
        """The ways of one movement. Repeated lame leaps are one way per target."""
        m, geometry = movement, self.geometry
        leap = Way(LEAPS, (), m.moves, m.captures, en_passant=m.en_passant, first=m.first)
        for right, ahead in m.leaps:
            dx, dy = geometry.seen_by(seat, right, ahead)
            if m.hop:
                next_cell = 1 if m.most == 1 else 0
                ray = tuple(geometry.ray(cell, dx, dy, 0 if next_cell else m.most))
                yield Way(HOP, ray, m.moves, m.captures, most=next_cell)
            elif m.lame:
                yield from self._lame(m, leap, cell, dx, dy)
            elif m.bend:
                yield from self._bent(m, cell, dx, dy, seat)
            elif ray := tuple(geometry.ray(cell, dx, dy, m.most)):
                yield leap._replace(style=LEAPS if m.most == 1 else SLIDE, cells=ray)
                if m.rebounds:
                    yield from self._rebounding(m, leap, (cell, *ray), (dx, dy), seat)

    def _lame(self, m: Movement, leap: Way, cell: int, dx: int, dy: int) -> Iterator[Way]:
        """Lame leaps in one direction, one after the other: each needs all cells before its target to be empty."""
        if m.any_way:
            target = self.geometry.step(cell, dx, dy)
            if target is not None and target != cell:
                ways = self.geometry.stepping(cell, dx, dy)
                yield from (leap._replace(style=SLIDE, cells=(target,), before=way) for way in ways)
            return
        here, count = cell, 0
        before: tuple[int, ...] = ()
        while not m.most or count < m.most:
            there = self.geometry.step(here, dx, dy)
            if there is None or there == cell or there in before:
                return
            passed = (*before, *self.geometry.between(here, dx, dy))
            yield leap._replace(style=SLIDE, cells=(there,), before=passed, passed=passed)
            here, before, count = there, (*passed, there), count + 1

    def _bent(self, m: Movement, cell: int, dx: int, dy: int, seat: int) -> Iterator[Way]:
        """A first leg to a corner, which must be empty, and second legs that go outward from there."""
        corner = self.geometry.step(cell, dx, dy)
        if corner is None:
            return
        if not m.bend_must:
            yield Way(LEAPS, (corner,), m.moves, m.captures, first=m.first)
        for leap in nearest_bends(self.geometry, m, (dx, dy), seat):
            ray = tuple(c for c in self.geometry.ray(corner, *leap, m.bend_most) if c != cell)
            if ray:
                yield Way(SLIDE, ray, m.moves, m.captures, (corner,), first=m.first)

    def _rebounding(self, m: Movement, slide: Way, path: Path, came: tuple[int, int], seat: int) -> Iterator[Way]:
        """The rest of a slide that goes on from an edge of the board. path: its cells, from that of the piece on."""
        geometry, left = self.geometry, m.most + 1 - len(path)
        turn = None
        if geometry.step(path[-1], *came) is None and (left > 0 or not m.most):
            turn = geometry.rebound(path[-1], came, [geometry.seen_by(seat, *one) for one in m.leaps])
        if turn is not None:
            rest = tuple(c for c in geometry.ray(path[-1], *turn, max(left, 0)) if c not in path)
            yield slide._replace(style=SLIDE, cells=rest, before=path[1:])

    # -- from where cells are attacked ------

    def _build_attacks(self, seat: int) -> list[Attackers]:
        """By cell, from where a seat's pieces attack it: their capturing ways, reversed."""
        leaps: list[dict[int, set[int]]] = [defaultdict(set) for _ in range(self.size)]
        rays: list[dict[Path, set[int]]] = [defaultdict(set) for _ in range(self.size)]
        lame: list[dict[tuple[int, Path], set[int]]] = [defaultdict(set) for _ in range(self.size)]
        hops: list[dict[int, dict[Path, set[int]]]] = [defaultdict(lambda: defaultdict(set)) for _ in range(self.size)]
        for piece in self.codes[seat::2]:
            for origin in range(self.size):
                for way in self.ways(piece, origin):
                    if not way.captures:
                        continue
                    path = (origin, *way.cells)
                    for place, to in enumerate(way.cells):
                        back = path[place::-1]  # from the cell before the target to the origin
                        if way.style == LEAPS:
                            leaps[to][origin].add(piece)
                        elif way.style == HOP:
                            if place and to not in way.barred:
                                hops[to][way.most][back].add(piece)
                        elif way.before:
                            lame[to][origin, (*way.before, *way.cells[:place])].add(piece)
                        else:
                            rays[to][back].add(piece)
        attacks = []
        for cell in range(self.size):
            by_leap = tuple((origin, frozenset(pieces)) for origin, pieces in leaps[cell].items())
            by_ray = tuple(_merged_rays(rays[cell]))
            by_lame = tuple((origin, frozenset(pieces), between) for (origin, between), pieces in lame[cell].items())
            by_hop = []
            for most, paths in sorted(hops[cell].items()):
                by_hop += [(most, ray) for ray in _merged_rays(paths)]
            attacks.append(Attackers(by_leap, by_ray, by_lame, tuple(by_hop)))
        return attacks

    @cached_property
    def most_pieces(self) -> tuple[int, int]:
        """How many pieces each seat has on the board at the start."""
        placement = re.sub(r"\{(\w)\w*\}", r"\1", self.rules.start.partition(" ")[0].partition("[")[0])
        return sum(map(str.isupper, placement)), sum(map(str.islower, placement))

    @property
    def lines(self) -> Lines:
        """By cell, the cells along files and ranks."""
        return self.along[0, 2]

    def _lines_along(self, ways: tuple[int, ...]) -> Lines:
        """By cell, the cells along lines. ways: their headings from 0 to 3, which each stands for the opposite one too."""
        headings = sorted(heading + turn for heading in ways for turn in (0, len(HEADINGS) // 2))
        by_cell = ((tuple(self.board.ray(cell, heading)) for heading in headings) for cell in range(self.size))
        return [tuple(ray for ray in rays if ray) for rays in by_cell]

    @cached_property
    def full_lines(self) -> list[int]:
        """Masks of the lines of cells that end the game once one side's pieces fill them.

        A line that comes back to where it began, round a board with joined edges, ends there.
        """
        ends, found = self.rules.ends, []
        for cell in range(self.size):
            for way in ends.line_ways:
                ray = self.geometry.ray(cell, *LINE_WAYS[way], ends.line)
                line = (cell, *islice(ray, ends.line - 1))
                if len(line) == ends.line:
                    found.append(mask_of(line))
        return found

    @cached_property
    def beyond(self) -> tuple[int, ...]:
        """By cell, the same cell of the next board; after the last comes the first."""
        names = self.board.cells
        heights = sorted({name[0] for name in names})
        after = dict(zip(heights, (*heights[1:], heights[0]), strict=True))
        return tuple(self.board.index.get(after[name[0]] + name[1:], cell) for cell, name in enumerate(names))

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """By cell, the cells that touch it."""
        return [self.board.next_to(cell) for cell in range(self.size)]

    @cached_property
    def behind(self) -> tuple[list[tuple[int, ...]], ...]:
        """By seat and cell, the cell straight behind it as that seat looks at the board; none at its edge."""
        found: list[list[tuple[int, ...]]] = []
        for seat in (0, 1):
            back = self.geometry.seen_by(seat, 0, -1)
            steps = (self.geometry.step(cell, *back) for cell in range(self.size))
            found.append([() if there is None else (there,) for there in steps])
        return tuple(found)

    @cached_property
    def shade(self) -> tuple[int, ...]:
        """By cell, 0 or 1: its colour on a chequered board."""
        return tuple(sum(spot) % 2 for spot in self.board.spots)

    def is_promoted(self, kind: int) -> bool:
        """True if a FEN marks a kind as promoted (`+P`)."""
        return self.kinds[kind].mark.startswith("+")

    @cached_property
    def stuck(self) -> dict[int, int]:
        """By code, the mask of cells from which the piece could never move."""
        return {piece: self._stuck_cells(piece) for piece in self.codes}

    def _stuck_cells(self, piece: int) -> int:
        """The mask of cells from which a piece could never move."""
        mask = 0
        for cell in range(self.size):
            if not any(way.moves for way in self.ways(piece, cell)):
                mask |= 1 << cell
        return mask

    def dropped_as(self, piece: int) -> list[int]:
        """The kinds as which a piece in hand may be dropped."""
        plain = kind_of(piece)
        if self.rules.hand is None or not self.rules.hand.promoted:
            return [plain]
        marks = [mark for p in self.promotions[piece - FIRST] for mark in p.to[piece & 1] if mark[0] == "+"]
        return [plain, *dict.fromkeys(self.kind_by_mark[mark] for mark in marks)]

    def is_first_to_its_side(self, index: int) -> bool:
        """True if no castling of the rules before it goes to the same side."""
        castlings = self.rules.castlings
        rule = castlings[index]
        return all((other.seat, other.side) != (rule.seat, rule.side) for other in castlings[:index])

    def castling_cells(self, index: int) -> tuple[int, int]:
        """The cells of king and rook for a castling. Defaults: the file right of the middle, and the corner of its side."""
        rule, number = self.rules.castlings[index], self.geometry.number
        rank, files = self.board.spots[rule.king_to][1], self.geometry.files
        king = rule.king_from if rule.king_from >= 0 else number[files // 2, rank]
        corner = files - 1 if rule.side == KINGSIDE else 0
        return king, rule.rook_from if rule.rook_from >= 0 else number[corner, rank]

    def _build_castling(self, key: tuple[int, int, int]) -> CastlingWay:
        """A castling from its index and the cells of king and rook, which stand on one rank."""
        index, king_from, rook_from = key
        rule = self.rules.castlings[index]
        way = self._span(king_from, rule.king_to)
        empty = {*way, *self._span(rook_from, rule.rook_to), *self._span(king_from, rook_from)} - {king_from, rook_from}
        cells = tuple(bits(rule.empty)) if rule.empty >= 0 else tuple(sorted(empty))
        safe = tuple(bits(rule.safe)) if rule.safe >= 0 else way
        move = Move(king_from, rule.king_to, castle=index)
        return CastlingWay(rule, move, 1 << index, king_from, rook_from, rule.king_to, rule.rook_to, cells, safe)

    def _span(self, one: int, other: int) -> tuple[int, ...]:
        """The cells of a rank from one to another, both included, in that order; gaps in the board are left out."""
        if self.board.lattice is not SQUARES:
            return self.board.line(one, other) or (one,)
        (x, y), (u, _) = self.board.spots[one], self.board.spots[other]
        away = 1 if u >= x else -1
        number = self.geometry.number
        return tuple(number[place, y] for place in range(x, u + away, away) if (place, y) in number)


def _with_passed(way: Way, passed: int) -> Way:
    """A way with only those `passed` cells where the piece may be captured en passant. passed: the mask of these."""
    if not way.passed:
        return way
    return way._replace(passed=tuple(cell for cell in way.passed if passed >> cell & 1))


def _ending_within(way: Way, allowed: int) -> Iterator[Way]:
    """A way limited to targets in a mask. The piece may still pass over other cells, so a slide may become several ways."""
    barred = frozenset(cell for cell in way.cells if not allowed >> cell & 1)
    if not barred:
        yield way
    elif way.style == HOP:
        yield way._replace(barred=barred)
    elif way.style == LEAPS:
        yield way._replace(cells=tuple(cell for cell in way.cells if cell not in barred))
    else:
        before: tuple[int, ...] = way.before
        run: tuple[int, ...] = ()
        for place, cell in enumerate(way.cells):
            if cell not in barred:
                run = (*run, cell)
            elif run:
                yield way._replace(cells=run, before=before)
                run = ()
            if cell in barred:
                before = (*way.before, *way.cells[: place + 1])
        if run:
            yield way._replace(cells=run, before=before)


def nearest_bends(
    geometry: Geometry, movement: Movement, leap: tuple[int, int], seat: int
) -> tuple[tuple[int, int], ...]:
    """The directions of the second leg that go outward: those with the smallest angle to the first leg.

    leap: the first leg on the board.
    """
    return nearest((geometry.seen_by(seat, x, y) for x, y in movement.bend), leap)


def _merged_rays(paths: dict[Path, set[int]]) -> Iterator[tuple[Attack, ...]]:
    """Paths that begin alike, as one ray with the codes that attack from each of its cells.

    paths: the codes by the path from next to the attacked cell to the attacker.
    """
    done: set[Path] = set()
    for path in sorted(paths, key=len, reverse=True):
        if path in done:
            continue
        parts = [path[: place + 1] for place in range(len(path))]
        yield tuple(
            (part[-1], frozenset(paths[part]) if part in paths and part not in done else frozenset()) for part in parts
        )
        done.update(parts)


# -- what pieces reach on an empty board ------


def targets_of(tables: GeneralTables, seat: int, kind: int, cell: int) -> tuple[Target, ...]:
    """All targets of a piece on an empty board, by cell, ascending. A hop is taken to have a piece to jump over.

    Cells beyond a river that the piece may not cross are targets too, marked `barred`.
    """
    piece = code(kind, seat)
    found: dict[int, Target] = {}
    on_target = tables.takes[piece] in ON_TARGET
    for way in tables.ways(piece, cell):
        if not (on_target or way.moves):
            continue
        for target in _targets_of_way(tables, way, cell):
            old = found.get(target.target)
            target = target._replace(takes=target.takes and on_target)
            found[target.target] = target if old is None else _combined(old, target)
    barred: dict[int, Target] = {}
    for way in tables.freely(piece, cell) if tables.kinds[kind].stays_in == RIVER else ():
        for target in _targets_of_way(tables, way, cell):
            old = barred.get(target.target)
            barred[target.target] = target._replace(barred=True) if old is None else _combined(old, target)
    for promotion in tables.promotions[piece - FIRST]:
        if promotion.silent or promotion.in_place or promotion.capture_only:
            continue
        kinds = tuple(tables.kind_by_mark[mark] for mark in promotion.to[seat])
        touched = promotion.touch and promotion.on[seat] >> cell & 1
        for to, target in found.items():
            if touched or (promotion.on[seat] >> to & 1 and promotion.origins[seat] >> cell & 1):
                found[to] = target._replace(becomes=tuple(dict.fromkeys((*target.becomes, *kinds))))
    return tuple(target for _, target in sorted((barred | found).items()))


def _targets_of_way(tables: GeneralTables, way: Way, cell: int) -> list[Target]:
    """The targets of one way, with the cells that must be empty for each."""
    targets = []
    for place, to in enumerate(way.cells):
        if to in way.barred or to == cell or (way.style == HOP and not place):
            continue
        between = way.before if way.style == LEAPS else (*way.before, *way.cells[:place])
        path = (cell, to) if way.style == HOP else (cell, *between, to)
        leaps = way.style == HOP or any(there not in tables.neighbours[here] for here, there in pairwise(path))
        lame = bool(way.passed) and len(way.cells) == 1 and not way.first and to not in tables.neighbours[cell]
        hops = "all" if way.style == HOP else ""
        targets.append(Target(to, (path,), goes=way.moves, takes=way.captures, leaps=leaps, lame=lame, hops=hops))
    return targets


def _combined(one: Target, other: Target) -> Target:
    """Two targets on the same cell as one that may be reached in both ways."""
    ways = tuple(dict.fromkeys((*one.ways, *other.ways)))
    freely = next((target for target in (one, other) if not target.hops), None)
    hops = "all"
    if freely is not None:
        hops = "takes" if (one.hops or other.hops) and not freely.takes else ""
    goes, takes, leaps = (one.goes or other.goes, one.takes or other.takes, one.leaps or other.leaps)
    return one._replace(ways=ways, goes=goes, takes=takes, leaps=leaps, lame=one.lame and other.lame, hops=hops)
