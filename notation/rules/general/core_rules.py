"""A game's tables as the compiled core takes them: masks and small numbers, with every direction in which a piece goes.

The core builds its own steps from these (`kernel/core/build.h`); in Python no way of a piece is built before it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairyscore.notation.boards import mask_of
from fairyscore.notation.kernel import core_of, missing_core
from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    Ends,
    Extinction,
    GameRules,
    GeneralPieceType,
    Marks,
    Movement,
    PromotionRule,
)
from fairyscore.notation.rules.general.rows import HARMLESS, Effect, PieceCondition, Turns
from fairyscore.notation.rules.general.tables import (
    EMPTY,
    FIRST,
    WALL,
    CodedEffect,
    GeneralTables,
    code,
    kind_of,
    nearest_bends,
)
from fairyscore.notation.rules.moves import Move

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Core

SEATS: Final = 2

# The numbers of kernel/core/tables.h.
MOVES, CAPTURES, IN_PASSING, FIRST_MOVE, LAME, HOPS, BENT, BEND_MUST, REBOUNDS = 1, 2, 4, 8, 32, 64, 128, 256, 512
ANY_WAY = 1024
UNMOVED, SAFELY = 2048, 4096
TOUCH, MUST, CAPTURE_ONLY, CAPTURED, IMPLIED, SILENT, IN_PLACE, TO_ENEMY = (1 << bit for bit in range(8))
OTHER_CAPTURES, FREEZES, AVOIDS, MATING, ANTI_KINGS, SERIES, LENDS = (1 << bit for bit in range(7))
(
    BLASTS, RESTLESS, VIOLENT, MUST_CAPTURE, NO_CHECKING, NOT_STUCK, CORNERS, DROPS, MUST_DROP, NO_CHECK_DROP,
    NO_MATE_DROP, OPPOSITE_DROPS, HAND_CASTLES, OPPOSITE_CASTLING, SEIRAWAN, CAMBODIAN, DUCK, WALL_OR_MOVE, RESTS, BIKJANG,
    PLACE_PROMOTION, ENDS_EARLY, DUPLE, ONTO_ROOK,
) = (1 << bit for bit in range(24))  # fmt: skip
TURNING = 1 << 30
FACING, FACING_KINGS = 1, 2
WALLS = {"duck": 1, "arrow": 2, "past": 3, "edge": 4, "static": 5}
EFFECT_ON = {"mover": 0, "around": 1, "attacked": 2}
OUTCOMES = {"gone": 0, "wall": 1, "taken": 2, "joined": 3, "owner": 4}
VALUES = {"wins": 1, "draws": 0, "loses": -1}
LOANS = {"protected": 0, "protecting": 1, "attacked": 2}
TURN_CHECKS = {"free": 0, "ends": 1, "last": 2}
PASSING = {"never": 0, "always": 1, "stalemate": 2}
NO_LIMIT = 255


class CoreLeap(NamedTuple):
    """One direction of a piece: where it begins, where it may end, how it is repeated."""

    origins: int
    targets: int
    passed: int
    right: int
    ahead: int
    most: int
    flags: int
    bends: tuple[tuple[int, int], ...]
    bend_most: int


class CorePromotion(NamedTuple):
    """A promotion for the core. limits, limited: by kind how many there may be, and the codes that count."""

    on: int
    origins: int
    flags: int
    kinds: list[int]
    limits: list[int]
    limited: list[int]


class CoreFew(NamedTuple):
    """Pieces of which few decide; pieces: codes by seat."""

    pieces: tuple[int, int]
    at: int
    opponent: int
    claim: bool
    duple: bool
    result: int
    rule: int


class CoreEffect(NamedTuple):
    """An effect of moves or only of captures, in the core's form. victims: by code, the captured pieces that cause it.

    where: by seat, cells on which the move ends. joins: two kinds and what both are in one.
    """

    movers: int
    spared: int
    captures: bool
    victims: list[int]
    where: tuple[int, int]
    on: int
    becomes: int
    joins: list[tuple[int, int, int]]


class CoreTurns(NamedTuple):
    """How many moves a turn has, as in `rows.Turns`."""

    first: int
    rising: bool
    check: int
    moves: tuple[int, int]


class CoreLoan(NamedTuple):
    """A condition by which pieces move as others too.

    by: by code of who moves, the pieces to which it has to stand so. like: kinds as a mask. to: cells by seat.
    """

    relation: int
    by: list[int]
    like: int
    to: tuple[int, int]
    steps: int


class CoreRows(NamedTuple):
    """What rows say of captures and conditions. Lists are by code, and sets of codes are masks."""

    flags: int
    shooters: int
    harmless: int
    anti: int
    own_hand: int
    takes_own: list[int]
    never_takes: list[int]
    frozen_by: list[int]
    avoided_by: list[int]
    turns: CoreTurns
    loans: list[CoreLoan]


class CoreGoal(NamedTuple):
    """Cells that end the game; pieces, cells: by seat."""

    pieces: tuple[int, int]
    cells: tuple[int, int]
    needed: int
    blocked: bool
    safe: bool
    reply: bool


class CoreCastling(NamedTuple):
    """A castling rule. letter: a bit for each of KQkq. empty, safe: masks, -1 for the usual."""

    seat: int
    side: int
    king_to: int
    rook_to: int
    letter: int
    kings: int
    partners: int
    king_home: int
    rook_home: int
    empty: int
    safe: int


class CoreRules:
    """All of a game. Lists are by code where nothing else is said, and sets of codes are masks.

    reach: which of `reaches` a piece has; those that go alike share one. ahead: as in `HeadedBoard`.
    """

    seats = SEATS

    def __init__(self, tables: GeneralTables) -> None:
        self.codes = FIRST + len(tables.codes)
        self._take_board(tables)
        self._take_ways(tables)
        self._take_pieces(tables)
        self._take_promotions(tables)
        self._take_rules(tables)
        self._take_effects(tables)
        self.rows = self._rows(tables) if tables.has_legs else None
        self._take_ends(tables)

    def _take_board(self, tables: GeneralTables) -> None:
        geometry = tables.geometry
        self.spots = tables.board.spots
        self.cell_names = tables.board.cells
        self.letters = [kind.letter for kind in tables.kinds]
        self.ahead = tables.board.ahead
        self.files, self.ranks, self.round = geometry.files, geometry.ranks, geometry.round
        self.wraps_files, self.wraps_ranks = geometry.wraps_files, geometry.wraps_ranks
        self.twist = tables.board.twist

    def _take_ways(self, tables: GeneralTables) -> None:
        known: dict[tuple[CoreLeap, ...], int] = {}
        self.reach = [0] * self.codes
        for piece in tables.codes:
            leaps = tuple(_leaps(tables, tables.kinds[kind_of(piece)], piece & 1))
            self.reach[piece] = known.setdefault(leaps, len(known))
        self.reaches = list(known)
        rules = tables.rules
        self.facing = [(mask_of(tables.coded(row.by or row.pieces)), mask_of(row.ways), FACING) for row in rules.facing]
        if rules.ends.bikjang:
            self.facing.append((mask_of(tables.royal[0] | tables.royal[1]), mask_of((0, 2)), FACING_KINGS))

    def _take_pieces(self, tables: GeneralTables) -> None:
        every = range(self.codes)
        self.counted = list(tables.counted_code)
        self.cornered = [mask_of(tables.cornered.get(piece, ())) for piece in every]
        self.not_takes = [mask_of(tables.not_takes.get(piece, ())) for piece in every]
        self.not_over = [mask_of(tables.not_over.get(piece, ())) for piece in every]
        self.sharing = [mask_of(kinds) for kinds in tables.sharing]
        self.royal = mask_of(tables.royal[0] | tables.royal[1])
        pseudo_royal: set[int] = set()
        for _, groups in tables.pseudo_royal:
            for by in groups:
                pseudo_royal.update(*by)
        self.pseudo = mask_of(pseudo_royal)
        self.pawns, self.passers = mask_of(tables.pawns), mask_of(tables.takes_en_passant)
        self.plus = mask_of(piece for piece in tables.codes if tables.is_promoted(kind_of(piece)))
        self.pooled = mask_of(tables.pooled)
        self.special = mask_of(piece for piece in tables.codes if _has_more_reasons(tables, piece))
        self._take_hand(tables)

    def _take_hand(self, tables: GeneralTables) -> None:
        hand = tables.rules.hand
        self.hand_code = [0] * FIRST + list(tables.hand_code)
        self.unpromoted = [tables.unpromoted.get(piece, piece) for piece in range(self.codes)]
        self.doubles, self.drop = [NO_LIMIT] * self.codes, [0] * self.codes
        self.dropped_as: list[list[int]] = [[] for _ in range(self.codes)]
        self.no_mate = self.must_first = self.opposite = 0
        if hand is None:
            return
        usual = hand.regions.get("", ANYWHERE)
        for piece in tables.codes:
            kind, seat = tables.kinds[kind_of(piece)], piece & 1
            self.drop[piece] = hand.regions.get(kind.mark, usual)[seat] & kind.stays[seat] & tables.everywhere
            if kind.mark in hand.no_double:
                self.doubles[piece] = min(hand.doubles, NO_LIMIT)
            self.dropped_as[piece] = tables.dropped_as(piece)
        self.no_mate = _exactly(tables, hand.no_mate)
        self.must_first = _exactly(tables, hand.must_first) if hand.must_first else mask_of(tables.codes)
        self.opposite = _exactly(tables, hand.opposite)

    def _take_promotions(self, tables: GeneralTables) -> None:
        self.promotions: list[list[CorePromotion]] = [[] for _ in range(self.codes)]
        for piece in tables.codes:
            seat = piece & 1
            for promotion in tables.promotions[piece - FIRST]:
                flags = (
                    (TOUCH, promotion.touch), (MUST, promotion.must), (CAPTURE_ONLY, promotion.capture_only),
                    (CAPTURED, promotion.captured), (IMPLIED, promotion.implied), (SILENT, promotion.silent),
                    (IN_PLACE, promotion.in_place), (TO_ENEMY, promotion.enemy),
                )  # fmt: skip
                kinds = [tables.kind_by_mark[mark] for mark in promotion.to[seat]]
                counted = [tables.mark_of[code(kind, seat)] for kind in kinds]
                self.promotions[piece].append(
                    CorePromotion(
                        promotion.on[seat] & tables.everywhere,
                        promotion.origins[seat] & tables.everywhere,
                        _flags(flags),
                        kinds,
                        [min(promotion.limit.get(mark, NO_LIMIT), NO_LIMIT) for mark in counted],
                        [mask_of(tables.of_seat[frozenset((mark,)), seat]) for mark in counted],
                    )
                )

    def _take_rules(self, tables: GeneralTables) -> None:
        rules, hand, walls = tables.rules, tables.rules.hand, tables.rules.walls
        self.flags = _flags(
            (
                (BLASTS, tables.blasts), (RESTLESS, tables.restless), (VIOLENT, tables.violent),
                (MUST_CAPTURE, rules.must_capture), (NO_CHECKING, not (rules.checking or rules.mating)),
                (NOT_STUCK, not rules.immobile),
                (CORNERS, bool(tables.cornered)), (OPPOSITE_CASTLING, rules.opposite_castling),
                (SEIRAWAN, rules.gating == "seirawan"), (CAMBODIAN, rules.gating == "cambodian"),
                (DUCK, tables.has_duck), (WALL_OR_MOVE, walls is not None and walls.or_move), (RESTS, tables.rests),
                (BIKJANG, rules.ends.bikjang), (PLACE_PROMOTION, tables.in_place), (ENDS_EARLY, tables.ends_early),
                (DUPLE, any(rule.duple for rule, _ in tables.pseudo_royal)), (ONTO_ROOK, rules.chess960),
                (TURNING, bool(tables.turning)),
            )
        )  # fmt: skip
        if hand is not None:
            self.flags |= _flags(
                (
                    (DROPS, hand.drops), (MUST_DROP, hand.must), (NO_CHECK_DROP, hand.no_check),
                    (NO_MATE_DROP, bool(hand.no_mate)), (OPPOSITE_DROPS, bool(hand.opposite)), (HAND_CASTLES, hand.castle),
                )
            )  # fmt: skip
        self.walls = WALLS[walls.way] if walls is not None else 0
        cells = walls.cells if walls is not None else (0, 0)
        self.wall_cells = [mask & tables.everywhere for mask in cells]
        self.passing = [PASSING[when] for when in rules.passing]
        self.castlings = [self._castling(tables, index) for index in range(len(rules.castlings))]

    def _take_effects(self, tables: GeneralTables) -> None:
        around = any(row.on == "around" for row in tables.rules.effects)
        self.around = [mask_of(cells) for cells in tables.neighbours] if around else []
        self.effects = [
            CoreEffect(
                mask_of(effect.movers), mask_of(effect.spared), effect.row.when == "capture",
                [mask_of(codes) for codes in effect.victims],
                (effect.row.where[0] & tables.everywhere, effect.row.where[1] & tables.everywhere),
                EFFECT_ON[effect.row.on], OUTCOMES[effect.row.becomes],
                _joined(effect, len(tables.kinds)),
            )
            for effect in tables.effects
        ]  # fmt: skip

    def _rows(self, tables: GeneralTables) -> CoreRows:
        every, rules = range(self.codes), tables.rules
        modes = [tables.takes.get(piece, "displace") for piece in every]
        sides = [mask_of((EMPTY, WALL)) | mask_of(tables.codes[seat ^ 1 :: 2]) for seat in (0, 1)]
        own = [mask_of(tables.takes_own.get(piece, ()) if modes[piece] != "none" else ()) for piece in every]
        others = any(mode != "displace" for mode in modes) or any(own) or any(rule.enemy for rule in rules.promotions)
        return CoreRows(
            _flags(
                (
                    (OTHER_CAPTURES, others), (FREEZES, tables.freezes), (AVOIDS, bool(tables.avoids)),
                    (MATING, rules.mating), (ANTI_KINGS, any(tables.anti)), (SERIES, rules.turns is not None),
                    (LENDS, tables.lends),
                )
            ),
            mask_of(piece for piece in tables.codes if modes[piece] == "rifle"),
            mask_of(piece for piece in tables.codes if modes[piece] in HARMLESS),
            mask_of(tables.anti[0] | tables.anti[1]),
            0 if rules.hand is None else _exactly(tables, rules.hand.own),
            own,
            [sides[piece & 1] if modes[piece] in HARMLESS else self.not_takes[piece] for piece in every],
            [_attackers_of(tables, piece, "frozen") for piece in every],
            [_attackers_of(tables, piece, "avoided") for piece in every],
            _turns(rules.turns or Turns()),
            [_loan(tables, row) for row in rules.conditions if row.then == "moves"],
        )  # fmt: skip

    def _castling(self, tables: GeneralTables, index: int) -> CoreCastling:
        rule = tables.rules.castlings[index]
        homes = tables.castling_cells(index) if self.flags & HAND_CASTLES else (rule.king_from, rule.rook_from)
        kings, partners = tables.of_seat[frozenset((rule.king,)), rule.seat], tables.of_seat[rule.partners, rule.seat]
        letter = 1 << "KQkq".index(rule.letter)
        empty, safe = rule.empty, rule.safe
        if tables.board.lattice is not SQUARES:  # the core knows ranks of squares only
            way = tables.castling_ways[index, rule.king_from, rule.rook_from]
            empty, safe = mask_of(way.empty), mask_of(way.safe)
        return CoreCastling(
            rule.seat, rule.side, rule.king_to, rule.rook_to, letter, mask_of(kings), mask_of(partners), *homes, empty,
            safe,
        )  # fmt: skip

    def _take_ends(self, tables: GeneralTables) -> None:
        ends = tables.rules.ends
        self.checks = ends.checks
        self.mate, self.stalemate, self.stalemate_counts = VALUES[ends.mate], VALUES[ends.stalemate], ends.counts
        self.castling_ends = mask_of("KQkq".index(letter) for letter in ends.castling)
        self.vital, self.gone = _all_few(tables.pseudo_royal), _all_few(tables.extinction)
        self.goals = [
            CoreGoal(
                (mask_of(pieces[0]), mask_of(pieces[1])),
                (goal.cells[0] & tables.everywhere, goal.cells[1] & tables.everywhere),
                goal.needed, goal.blocked, goal.safe, goal.reply,
            )
            for goal, pieces in tables.goals
        ]  # fmt: skip
        self.line, self.line_ways, self.line_result = ends.line, mask_of(ends.line_ways), VALUES[ends.line_result]
        own = (tables.of_seat[ends.line_pieces, seat] or tables.codes[seat::2] for seat in range(SEATS))
        self.line_codes = [mask_of(pieces) for pieces in own]


class GameTables(GeneralTables):
    """The tables of a game, and the compiled core that is made of them when it is first asked for."""

    @cached_property
    def core(self) -> Core | None:
        """The compiled core; None if it is not installed or the game is too large for it."""
        return self._compiled[0]

    @property
    def not_compiled(self) -> str:
        """Why the game is played in plain Python, as half a sentence; empty if it is compiled."""
        return self._compiled[1]

    @cached_property
    def too_large(self) -> str:
        """Why the compiled core cannot hold the game, as far as that is known before it is built; else empty."""
        if self.in_python:
            return "rules of its own are written in Python"
        kernel = core_of(self.size)
        return missing_core() if kernel is None else too_large(self, kernel.LIMITS)

    @cached_property
    def _compiled(self) -> tuple[Core | None, str]:
        """The core, or why there is none."""
        kernel = core_of(self.size)
        if kernel is None or self.too_large:
            return None, self.too_large
        try:
            return kernel.Core(CoreRules(self), Move), ""
        except OverflowError as error:  # some limits show only while it is built
            return None, str(error)


def _has_more_reasons(tables: GeneralTables, piece: int) -> bool:
    """True if more than what stands between may keep a piece from a cell: it hops, or must stay in a part of the board."""
    kind = tables.kinds[kind_of(piece)]
    hops = any(movement.hop for movement in kind.movements)
    return hops or bool(tables.everywhere & ~kind.stays[piece & 1])


def too_large(tables: GeneralTables, limits: Mapping[str, int]) -> str:
    """Why the compiled core cannot hold a game, half a sentence; empty where it can. limits: what it holds at most."""
    rules = tables.rules
    if tables.has_legs and not _rows_are_held(tables):
        return "its captures, conditions or turns are of a kind that the compiled core does not know"
    if tables.bound and not _steps_aside_only(tables):
        return "its moves ask whether a piece has moved or is safe on its way, in ways that the compiled core does not know"
    if sum(row.becomes == "joined" for row in rules.effects) > 1:
        return "several of its effects join pieces, and the compiled core knows one"
    movements = [*chain.from_iterable(kind.movements for kind in rules.pieces)]
    leaps = [leap for movement in movements for leap in (*movement.leaps, *movement.bend)]
    counts = (
        ("cells", tables.size, "cells"),
        ("codes", FIRST + len(tables.codes), "types of pieces"),
        ("castlings", len(rules.castlings), "castlings"),
        ("promotions", max(map(len, tables.promotions), default=0), "promotions of a piece"),
        ("vital", sum(len(by_seat[0]) for _, by_seat in tables.pseudo_royal), "pieces that stand for kings"),
        ("gone", sum(len(by_seat[0]) for _, by_seat in tables.extinction), "pieces whose loss ends the game"),
        ("goals", len(rules.ends.goals), "goals"),
        ("effects", len(rules.effects), "effects of moves"),
        ("loans", sum(row.then == "moves" for row in rules.conditions), "conditions by which pieces move as others"),
        ("changes", sum(_most_changes(tables, row) for row in rules.effects), "cells that a move changes"),
        ("leap", max((abs(part) for leap in leaps for part in leap), default=0), "cells in a leap"),
    )
    over = [
        f"too many {words} for the compiled core ({count}, and {limits[name]} at most)"
        for name, count, words in counts
        if count > limits[name]
    ]
    return over[0] if over else ""


def _steps_aside_only(tables: GeneralTables) -> bool:
    """True if what asks whether a piece has moved, or is safe on its way, are leaps to empty cells of unmoved pieces."""
    bound = [mobility for kind in tables.kinds for mobility in kind.mobility if mobility.bound]
    leaps = all(
        one.most == 1 and not (one.captures or one.lame or one.hop or one.bend or one.rebounds or one.any_way)
        for mobility in bound
        for one in mobility.movements
    )
    flat = not (tables.geometry.round or tables.geometry.wraps_files or tables.geometry.wraps_ranks)
    return leaps and flat and all(mobility.unmoved for mobility in bound) and not tables.has_legs


HELD: Final[Mapping[type, frozenset[str]]] = {
    sort: frozenset(fields.split())
    for sort, fields in {
        GameRules: (
            "promotions pool castlings chess960 opposite_castling hand ends course checking must_capture passing immobile "
            "mating conditions effects turns unjudged arrows cites cell sides regions"
        ),
        Ends: (
            "mate stalemate goals extinction checks line line_pieces line_ways line_result castling counts points "
            "black_points"
        ),
        GeneralPieceType: (
            "also other_names stays first passed pawn royal counts_as hand_as not_takes not_over takes takes_own anti gone "
            "stays_in stands arrows rule"
        ),
        PromotionRule: "origins touch must capture_only captured limit implied silent demotion enemy rule",
        PieceCondition: "by then like to steps rule",
        Effect: "pieces on spares taken own_kind joins where rule",
        Turns: "first moves rising check completes plain rule",
    }.items()
}
"""What a game with rows (`rules.general.rows`) may say, by what says it, for the core to hold it: these fields, and those
that are always said. Any other field is a rule that the core does not play."""

HELD_MODES: Final = frozenset(("displace", "rifle", "own", "none"))
"""The ways to capture that the core plays."""

HELD_CONDITIONS: Final = frozenset(
    (("attacked", "frozen"), ("attacked", "avoided"), *((way, "moves") for way in LOANS))
)
"""How a piece stands and what follows of it, as the core asks it."""


def _is_held(part: Any) -> bool:
    """True if a part of the rules, a named tuple of `HELD`, says nothing in fields that the core does not take."""
    held, usual = HELD[type(part)], part._field_defaults
    return all(field in held or getattr(part, field) == value for field, value in usual.items())


def _rows_are_held(tables: GeneralTables) -> bool:
    """True if the core plays all that a game with rows says."""
    rules = tables.rules
    turns = () if rules.turns is None else (rules.turns,)
    parts = chain((rules, rules.ends), rules.pieces, rules.promotions, rules.conditions, rules.effects, turns)
    if not all(_is_held(part) for part in parts):
        return False
    effects = all(row.on in EFFECT_ON and row.becomes in OUTCOMES for row in rules.effects)
    conditions = all((row.relation, row.then) in HELD_CONDITIONS for row in rules.conditions)
    return effects and conditions and HELD_MODES.issuperset(tables.takes.values()) and _lends_plainly(tables)


def _lends_plainly(tables: GeneralTables) -> bool:
    """True if what is lent to pieces are ways whose captures end on what they take."""
    rules, loans = tables.rules, [row for row in tables.rules.conditions if row.then == "moves"]
    lent = tables.coded(frozenset().union(*(row.like or row.by or row.pieces for row in loans)))
    if not loans:
        return True
    long = [m for kind in rules.pieces for m in kind.movements if m.lame or m.hop or m.bend or m.rebounds]
    passing = tables.takes_en_passant & lent or {*tables.first_movers} & (tables.royal[0] | tables.royal[1])
    own = any(tables.takes_own.values()) or "own" in tables.takes.values()
    counted = long and any(row.steps for row in loans)
    return not (passing or own or counted)


def _attackers_of(tables: GeneralTables, piece: int, then: str) -> int:
    """Whose attack does something to a piece that a condition says."""
    found = 0
    for row in tables.conditions[piece, then] if piece >= FIRST else ():
        found |= mask_of(tables.of_seat[row.by, piece & 1 ^ 1] if row.by else (piece ^ 1,))
    return found


def _loan(tables: GeneralTables, row: PieceCondition) -> CoreLoan:
    by = [0] * (FIRST + len(tables.codes))
    for piece in tables.codes:
        if row in tables.conditions[piece, "moves"]:
            seat = piece & 1 ^ (row.relation == "attacked")
            by[piece] = mask_of(tables.of_seat[row.by, seat] if row.by else (code(kind_of(piece), seat),))
    like = mask_of(tables.kind_by_mark[mark] for mark in row.like)
    to = (row.to[0] & tables.everywhere, row.to[1] & tables.everywhere)
    return CoreLoan(LOANS[row.relation], by, like, to, row.steps)


def _turns(turns: Turns) -> CoreTurns:
    return CoreTurns(turns.first, turns.rising, TURN_CHECKS[turns.check], turns.moves)


def _most_changes(tables: GeneralTables, row: Effect) -> int:
    """How many cells an effect changes at most, behind a castling those of king and partner."""
    if row.on == "attacked":
        ways = (sum(len(m.leaps) * (1 + len(m.bend)) for m in kind.movements) for kind in tables.kinds)
        return 2 * max(ways)
    return 2 if row.on == "mover" else 2 * max(map(len, tables.neighbours))


def _joined(effect: CodedEffect, kinds: int) -> list[tuple[int, int, int]]:
    """Two kinds and what both are in one, the first of them where nothing is said."""
    if effect.row.becomes != "joined":
        return []
    pairs = product(range(kinds), repeat=2)
    return [(one, other, effect.joins.get((one, other), one)) for one, other in pairs]


def _flags(pairs: Iterable[tuple[int, bool]]) -> int:
    return sum(flag for flag, holds in pairs if holds)


def _exactly(tables: GeneralTables, marks: Marks) -> int:
    """The codes of the types that are named themselves, not of those that count as one."""
    return mask_of(piece for piece in tables.codes if tables.kinds[kind_of(piece)].mark in marks)


def _all_few(
    rules: Iterable[tuple[Extinction, tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]]],
) -> list[CoreFew]:
    return [
        CoreFew(
            (mask_of(white), mask_of(black)),
            rule.at, rule.opponent, rule.claim, rule.duple, VALUES[rule.result], number,
        )
        for number, (rule, by_seat) in enumerate(rules)
        for white, black in zip(*by_seat, strict=True)
    ]  # fmt: skip


def _leaps(tables: GeneralTables, kind: GeneralPieceType, seat: int) -> Iterator[CoreLeap]:
    """The directions of a piece, in the order of its movements."""
    everywhere = tables.everywhere
    for mobility in kind.mobility:
        targets = mobility.targets[seat] & kind.stays[seat] & everywhere
        for movement in mobility.movements:
            origins = mobility.origins[seat] & everywhere
            if movement.first and mobility.origins == ANYWHERE:
                origins &= kind.first[seat]
            passed = kind.passed[seat] & everywhere if movement.first or mobility.bound else 0
            flags = _movement_flags(movement) & ~(IN_PASSING if kind.takes in HARMLESS else 0)
            flags |= UNMOVED * mobility.unmoved | SAFELY * mobility.safe | FIRST_MOVE * mobility.bound
            for right, ahead in movement.leaps:
                leap = tables.geometry.seen_by(seat, right, ahead)
                bends = nearest_bends(tables.geometry, movement, leap, seat) if movement.bend else ()
                if movement.rebounds:
                    bends = tuple(tables.geometry.seen_by(seat, *other) for other in movement.leaps)
                yield CoreLeap(origins, targets, passed, *leap, movement.most, flags, bends, movement.bend_most)


def _movement_flags(movement: Movement) -> int:
    """As `GeneralTables.ways` reads a movement: a hop is neither lame nor bent, a lame leap does not bend."""
    flags = MOVES * movement.moves | CAPTURES * movement.captures
    if movement.hop:
        return flags | HOPS
    flags |= IN_PASSING * movement.en_passant | FIRST_MOVE * movement.first
    if movement.lame:
        return flags | LAME | ANY_WAY * movement.any_way
    if movement.rebounds:
        return flags | REBOUNDS
    if movement.bend:
        return flags | BENT | BEND_MUST * movement.bend_must
    return flags
