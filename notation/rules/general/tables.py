"""A game's rules as tables: what each piece may reach from each cell, and from where each cell may be attacked.

A piece on the board is a code: twice its type, plus the seat, plus 2; 0 is an empty cell and 1 a wall. Tables are laid
cell by cell when first asked for, so that a game is ready at once.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from math import hypot
from typing import Final, NamedTuple

from fairyscore.notation.boards.board import bits
from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    KINGSIDE,
    CastlingRule,
    Extinction,
    GameRules,
    GeneralPieceType,
    Marks,
    Movement,
)
from fairyscore.notation.rules.general.geometry import Geometry

EMPTY: Final = 0
WALL: Final = 1
FIRST: Final = 2
"""The first code of a piece."""

NOBODY: Final = 2
"""Stands for the owner of an empty cell; that of a wall is 3."""

LEAPS, SLIDE, HOP = range(3)


class Way(NamedTuple):
    """Cells that a piece may reach, in order.

    style: LEAPS (each by itself), SLIDE (up to the first piece), HOP (over exactly one piece, then `most` cells at most).
    before: cells that must be empty for it. en_passant: whether it captures in passing. first: whether it is a first move.
    passed: cells where the piece may be taken in passing afterwards. barred: cells of a hop where it may not end.
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


Attack = tuple[int, frozenset[int]]
"""A cell, and the codes of the pieces that attack from there."""


class Attacks(NamedTuple):
    """From where a cell is attacked by a seat.

    leaps: cells of leapers. rays: outward along each line, up to the first piece. lame: cells with those that must be empty
    between. hops: outward, over one piece, which must be among the first `most` cells where that is not 0.
    """

    leaps: tuple[Attack, ...]
    rays: tuple[tuple[Attack, ...], ...]
    lame: tuple[tuple[int, frozenset[int], tuple[int, ...]], ...]
    hops: tuple[tuple[int, tuple[Attack, ...]], ...]


class CastlingWay(NamedTuple):
    """A castling from where king and partner stand. `empty` and `safe` are cells."""

    rule: CastlingRule
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


def expanded(rules: GameRules) -> GameRules:
    """The rules with a type for each promoted piece that a hand takes as what it was (`Q~`)."""
    hand = rules.hand
    if hand is None or not hand.mark:
        return rules
    by_mark = {piece.mark: piece for piece in rules.pieces}
    made: dict[str, GeneralPieceType] = {}
    promotions = []
    for promotion in rules.promotions:
        origin = by_mark[promotion.piece]
        for mark in (*promotion.to[0], *promotion.to[1]):
            plain = by_mark[mark]
            as_what = plain if hand.loop else origin
            made.setdefault(
                mark + hand.mark,
                plain._replace(mark=mark + hand.mark, counts_as=plain.counts_as or mark, hand_as=as_what.hand_as),
            )
        white, black = (tuple(mark + hand.mark for mark in side) for side in promotion.to)
        promotions.append(promotion._replace(to=(white, black)))
    return rules._replace(pieces=(*rules.pieces, *made.values()), promotions=tuple(promotions))


class GeneralTables:
    """Everything the general engine looks up."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules = expanded(rules)
        self.board: HeadedBoard = rules.board
        self.kinds = rules.pieces
        self.size = len(self.board.cells)
        self.codes = range(FIRST, FIRST + 2 * len(self.kinds))
        self.owner = (NOBODY, NOBODY + 1, *(piece & 1 for piece in self.codes))
        self.kind_by_mark = {kind.mark: index for index, kind in enumerate(self.kinds)}
        self.counted = [self.kind_by_mark[kind.counts_as or kind.mark] for kind in self.kinds]
        """By kind, the kind that it counts as."""
        self.geometry = Geometry(self.board)
        self._of_seat: dict[tuple[Marks, int], frozenset[int]] = {}
        self._ways: list[list[tuple[Way, ...] | None]] = [[None] * self.size for _ in range(FIRST + len(self.codes))]
        self._attacks: tuple[list[Attacks | None], list[Attacks | None]] = ([None] * self.size, [None] * self.size)
        self.royal = tuple(
            frozenset(piece for piece in self.codes if piece & 1 == seat and self.kinds[kind_of(piece)].royal)
            for seat in (0, 1)
        )
        self.not_takes = self._relation(lambda kind: kind.not_takes)
        self.not_over = self._relation(lambda kind: kind.not_over)
        self.promotions = [
            tuple(p for p in rules.promotions if p.piece == self.kinds[kind_of(piece)].mark and p.to[piece & 1])
            for piece in self.codes
        ]
        self.silent = {
            piece: found
            for piece, by_piece in zip(self.codes, self.promotions, strict=True)
            if (found := [promotion for promotion in by_piece if promotion.silent])
        }
        """By code, the promotions that are not written."""
        self.hand_code = [self._hand_code(piece) for piece in self.codes]
        """By code less FIRST, what comes to the hand of who captures it; EMPTY for nothing."""
        self.pawns = frozenset(piece for piece in self.codes if self.kinds[kind_of(piece)].pawn)
        self.takes_en_passant = frozenset(
            piece
            for piece in self.codes
            if any(m.en_passant for mobility in self.kinds[kind_of(piece)].mobility for m in mobility.movements)
        )
        ends = rules.ends
        self.pseudo_royal = tuple((rule, self.extinct(rule)) for rule in ends.extinction if rule.pseudo_royal)
        self.extinction = tuple(
            (rule, self.extinct(rule)) for rule in ends.extinction if not rule.pseudo_royal or rules.blast is not None
        )
        self.goals = tuple(
            (goal, tuple(self.of_seat(goal.pieces[seat], seat) or frozenset(self.codes[seat::2]) for seat in (0, 1)))
            for goal in ends.goals
        )
        self.facing = tuple(self.of_seat(rules.facing, seat) for seat in (0, 1))
        blast = rules.blast
        self.immune = self.coded(blast.immune) if blast else frozenset()
        self.spared = self.immune | (self.coded(blast.spared) if blast else frozenset())
        self.petrified = self.coded(rules.petrify)
        self.violent = bool(blast or self.petrified)
        """Whether captures do more than capture."""
        self.has_duck = rules.walls is not None and rules.walls.way == "duck"
        self.has_walls = rules.walls is not None or bool(self.petrified) or rules.petrify_blast
        self.pooled = self.coded(rules.pool)
        """Codes of captured pieces that a promotion may bring back."""
        self.rests = ends.bikjang or "always" in rules.passing
        """Whether two positions in a row may end the game."""
        self.ends_early = bool(self.extinction or self.goals or ends.checks or ends.line or ends.castling or self.rests)
        self.duties = rules.must_capture or (rules.hand is not None and rules.hand.must)
        """Whether some moves are illegal only because of others."""
        self.passes = "always" in rules.passing or (rules.walls is not None and rules.walls.or_move)
        self.in_place = any(promotion.in_place for promotion in rules.promotions)
        self.sharing = [
            frozenset(other for other, kind in enumerate(self.kinds) if kind.letter == one.letter) for one in self.kinds
        ]
        """By kind, the kinds that texts call by the same letter."""
        self.unpromoted = {
            code(self.kind_by_mark[mark], piece & 1): piece
            for piece in self.codes
            for promotion in self.promotions[piece - FIRST]
            for mark in promotion.to[piece & 1]
            if not promotion.demotion
        }
        self.castling_ways: dict[tuple[int, int, int], CastlingWay] = {}

    def _relation(self, marks: object) -> dict[int, frozenset[int]]:
        """By code the codes of either seat whose types (as counted) are named."""
        assert callable(marks)
        found: dict[int, frozenset[int]] = {}
        for piece in self.codes:
            named: Marks = marks(self.kinds[kind_of(piece)])
            if named:
                found[piece] = self.coded(named)
        return found

    def coded(self, marks: Marks) -> frozenset[int]:
        """Codes of both seats of the types that count as one of those named."""
        return frozenset(piece for piece in self.codes if self.kinds[self.counted[kind_of(piece)]].mark in marks)

    def of_seat(self, marks: Marks, seat: int) -> frozenset[int]:
        """As `coded`, one seat's; looked up once."""
        key = (marks, seat)
        if key not in self._of_seat:
            self._of_seat[key] = frozenset(piece for piece in self.coded(marks) if piece & 1 == seat)
        return self._of_seat[key]

    def extinct(self, rule: Extinction) -> tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]:
        """By seat the sets of codes that a rule of extinction counts, each by itself."""
        named = [rule.pieces] if rule.together else [frozenset((mark,)) for mark in sorted(rule.pieces)]
        white, black = (tuple(self.of_seat(marks, seat) for marks in named) for seat in (0, 1))
        return white, black

    def _hand_code(self, piece: int) -> int:
        hand, kind = self.rules.hand, self.kinds[kind_of(piece)]
        if hand is None or kind.hand_as not in hand.takes:
            return EMPTY
        return code(self.kind_by_mark[kind.hand_as], piece & 1 ^ 1)

    # -- where pieces get to ------

    def ways(self, piece: int, cell: int) -> tuple[Way, ...]:
        """All the ways of a piece from a cell."""
        found = self._ways[piece][cell]
        if found is None:
            found = self._ways[piece][cell] = self._lay_ways(piece, cell)
        return found

    def _lay_ways(self, piece: int, cell: int) -> tuple[Way, ...]:
        kind, seat = self.kinds[kind_of(piece)], piece & 1
        leaps: dict[tuple[bool, bool, bool], list[int]] = {}
        found: list[Way] = []
        for mobility in kind.mobility:
            if not mobility.origins[seat] >> cell & 1:
                continue
            allowed = mobility.targets[seat] & kind.stays[seat]
            for movement in mobility.movements:
                if movement.first and mobility.origins == ANYWHERE and not kind.first[seat] >> cell & 1:
                    continue
                for way in self._laid(movement, cell, seat):
                    for part in (way,) if allowed == -1 else _within(way, allowed):
                        if part.style == LEAPS and not part.first:
                            leaps.setdefault((part.moves, part.captures, part.en_passant), []).extend(part.cells)
                        elif part.cells:
                            found.append(
                                part._replace(passed=tuple(c for c in part.passed if kind.passed[seat] >> c & 1))
                            )
        together = [
            Way(LEAPS, tuple(dict.fromkeys(cells)), moves, captures, en_passant=passing)
            for (moves, captures, passing), cells in leaps.items()
            if cells
        ]
        return (*together, *found)

    def freely(self, piece: int, cell: int) -> tuple[Way, ...]:
        """The ways that a piece would have from a cell if it had to stay nowhere."""
        kind, seat = self.kinds[kind_of(piece)], piece & 1
        return tuple(
            way
            for mobility in kind.mobility
            if mobility.origins[seat] >> cell & 1
            for movement in mobility.movements
            for way in self._laid(movement, cell, seat)
        )

    def _laid(self, movement: Movement, cell: int, seat: int) -> Iterator[Way]:
        """The ways of one movement; a way that repeats lame leaps or starts with a bend is told target by target."""
        m = movement
        step = self.geometry.step
        for right, ahead in m.leaps:
            dx, dy = self.geometry.seen_by(seat, right, ahead)
            if m.hop:
                behind = 1 if m.most == 1 else 0
                ray = tuple(self.geometry.ray(cell, dx, dy, 0 if behind else m.most))
                yield Way(HOP, ray, m.moves, m.captures, most=behind)
            elif m.lame:
                yield from self._lame(m, cell, dx, dy)
            elif m.bend:
                yield from self._bent(m, cell, dx, dy, seat)
            elif m.most == 1:
                there = step(cell, dx, dy)
                if there is not None:
                    yield Way(LEAPS, (there,), m.moves, m.captures, en_passant=m.en_passant, first=m.first)
            else:
                ray = tuple(self.geometry.ray(cell, dx, dy, m.most))
                if ray:
                    yield Way(SLIDE, ray, m.moves, m.captures, en_passant=m.en_passant, first=m.first)

    def _lame(self, m: Movement, cell: int, dx: int, dy: int) -> Iterator[Way]:
        here, count = cell, 0
        before: tuple[int, ...] = ()
        while not m.most or count < m.most:
            there = self.geometry.step(here, dx, dy)
            if there is None or there == cell or there in before:
                return
            between = tuple(self.geometry.between(here, dx, dy))
            passed = (*before, *between)
            yield Way(
                SLIDE, (there,), m.moves, m.captures, passed, en_passant=m.en_passant, first=m.first, passed=passed
            )
            here, before, count = there, (*passed, there), count + 1

    def _bent(self, m: Movement, cell: int, dx: int, dy: int, seat: int) -> Iterator[Way]:
        corner = self.geometry.step(cell, dx, dy)
        if corner is None:
            return
        if not m.bend_must:
            yield Way(LEAPS, (corner,), m.moves, m.captures)
        turned_leaps = [self.geometry.seen_by(seat, x, y) for x, y in m.bend]
        nearest = max(_likeness((dx, dy), leap) for leap in turned_leaps)
        for leap in turned_leaps:
            if _likeness((dx, dy), leap) > nearest - 1e-9:
                ray = tuple(c for c in self.geometry.ray(corner, *leap, m.bend_most) if c != cell)
                if ray:
                    yield Way(SLIDE, ray, m.moves, m.captures, (corner,))

    # -- from where cells are attacked ------

    def attacks(self, cell: int, seat: int) -> Attacks:
        """From where a cell is attacked by a seat's pieces."""
        found = self._attacks[seat][cell]
        if found is None:
            self._lay_attacks(seat)
            found = self._attacks[seat][cell]
            assert found is not None
        return found

    def _lay_attacks(self, seat: int) -> None:
        """Turn the ways of all pieces of a seat round."""
        leaps: list[dict[int, set[int]]] = [{} for _ in range(self.size)]
        rays: list[dict[tuple[int, ...], set[int]]] = [{} for _ in range(self.size)]
        lame: list[dict[tuple[int, tuple[int, ...]], set[int]]] = [{} for _ in range(self.size)]
        hops: list[dict[tuple[int, tuple[int, ...]], set[int]]] = [{} for _ in range(self.size)]
        for piece in self.codes[seat::2]:
            for origin in range(self.size):
                for way in self.ways(piece, origin):
                    if not way.captures:
                        continue
                    if way.style == LEAPS:
                        for to in way.cells:
                            leaps[to].setdefault(origin, set()).add(piece)
                    elif way.style == HOP:
                        back = (origin, *way.cells)
                        for place in range(2, len(back)):
                            if back[place] in way.barred:
                                continue
                            key = (way.most, back[place - 1 :: -1])
                            hops[back[place]].setdefault(key, set()).add(piece)
                    elif way.before:
                        for place, to in enumerate(way.cells):
                            key = (origin, (*way.before, *way.cells[:place]))
                            lame[to].setdefault(key, set()).add(piece)
                    else:
                        back = (origin, *way.cells)
                        for place in range(1, len(back)):
                            rays[back[place]].setdefault(back[place - 1 :: -1], set()).add(piece)
        for cell in range(self.size):
            self._attacks[seat][cell] = Attacks(
                tuple((origin, frozenset(pieces)) for origin, pieces in leaps[cell].items()),
                tuple(_merged(rays[cell])),
                tuple((origin, frozenset(pieces), between) for (origin, between), pieces in lame[cell].items()),
                tuple(
                    (most, ray)
                    for most in sorted({most for most, _ in hops[cell]})
                    for ray in _merged({path: pieces for (m, path), pieces in hops[cell].items() if m == most})
                ),
            )

    @cached_property
    def most_pieces(self) -> tuple[int, int]:
        """How many pieces each side starts with, on the board."""
        placement = re.sub(r"\{(\w)\w*\}", r"\1", self.rules.start.partition(" ")[0].partition("[")[0])
        return sum(map(str.isupper, placement)), sum(map(str.islower, placement))

    @cached_property
    def first_movers(self) -> tuple[int, ...]:
        """Codes of the pieces that have first moves."""
        kinds = [any(m.first for mobility in kind.mobility for m in mobility.movements) for kind in self.kinds]
        return tuple(piece for piece in self.codes if kinds[kind_of(piece)])

    @cached_property
    def lines(self) -> list[tuple[tuple[int, ...], ...]]:
        """By cell, the cells along files and ranks: where kings may not face each other."""
        headings = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return [
            tuple(ray for dx, dy in headings if (ray := tuple(self.geometry.ray(cell, dx, dy, 0))))
            for cell in range(self.size)
        ]

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """By cell, the cells that touch it."""
        near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [
            tuple(there for dx, dy in near if (there := self.geometry.step(cell, dx, dy)) is not None)
            for cell in range(self.size)
        ]

    @cached_property
    def beside(self) -> list[tuple[int, ...]]:
        """By cell, the cells that share a side with it."""
        sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return [
            tuple(there for dx, dy in sides if (there := self.geometry.step(cell, dx, dy)) is not None)
            for cell in range(self.size)
        ]

    @cached_property
    def shade(self) -> tuple[int, ...]:
        """By cell, 0 or 1: its colour on a chequered board."""
        return tuple(sum(spot) % 2 for spot in self.board.spots)

    @cached_property
    def edge(self) -> frozenset[int]:
        """The cells at the edge of the board."""
        return frozenset(cell for cell in range(self.size) if len(self.beside[cell]) < 4)

    def is_promoted(self, kind: int) -> bool:
        """Whether a FEN marks a kind as promoted (`+P`)."""
        return self.kinds[kind].mark.startswith("+")

    @cached_property
    def stuck(self) -> dict[int, int]:
        """By code, the mask of cells from which the piece could never move."""
        return {
            piece: sum(1 << cell for cell in range(self.size) if not any(way.moves for way in self.ways(piece, cell)))
            for piece in self.codes
        }

    def castling_cells(self, index: int) -> tuple[int, int]:
        """Where king and partner of a castling belong: as the rule says, else right of the middle and in the corner."""
        rule, number = self.rules.castlings[index], self.geometry.number
        rank, files = self.board.spots[rule.king_to][1], self.geometry.files
        king = rule.king_from if rule.king_from >= 0 else number[files // 2, rank]
        corner = files - 1 if rule.side == KINGSIDE else 0
        return king, rule.rook_from if rule.rook_from >= 0 else number[corner, rank]

    def castling_way(self, index: int, king_from: int, rook_from: int) -> CastlingWay:
        """A castling between two cells of one rank."""
        key = (index, king_from, rook_from)
        if key not in self.castling_ways:
            self.castling_ways[key] = self._lay_castling(self.rules.castlings[index], king_from, rook_from)
        return self.castling_ways[key]

    def _lay_castling(self, rule: CastlingRule, king_from: int, rook_from: int) -> CastlingWay:
        spans = (self._span(king_from, rule.king_to), self._span(rook_from, rule.rook_to))
        empty = {*spans[0], *spans[1], *self._span(king_from, rook_from)} - {king_from, rook_from}
        return CastlingWay(
            rule,
            king_from,
            rook_from,
            rule.king_to,
            rule.rook_to,
            tuple(bits(rule.empty)) if rule.empty >= 0 else tuple(sorted(empty)),
            tuple(bits(rule.safe)) if rule.safe >= 0 else spans[0],
        )

    def _span(self, one: int, other: int) -> tuple[int, ...]:
        """The cells of a rank from one to another, both included, the first first."""
        (x, y), (u, _) = self.board.spots[one], self.board.spots[other]
        away = 1 if u >= x else -1
        return tuple(self.geometry.number[place, y] for place in range(x, u + away, away))


def _within(way: Way, allowed: int) -> Iterator[Way]:
    """A way without the cells where the piece may not end, as several if need be; what it passes over stays."""
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


def _likeness(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The cosine of the angle between two leaps."""
    return (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))


def _merged(paths: dict[tuple[int, ...], set[int]]) -> Iterator[tuple[Attack, ...]]:
    """Paths that begin with one another, as one ray with the codes at each of its cells."""
    done: set[tuple[int, ...]] = set()
    for path in sorted(paths, key=len, reverse=True):
        if path in done:
            continue
        parts = [path[: place + 1] for place in range(len(path))]
        yield tuple(
            (part[-1], frozenset(paths[part]) if part in paths and part not in done else frozenset()) for part in parts
        )
        done.update(parts)
