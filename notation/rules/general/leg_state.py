"""Positions of games that rows describe (`rules.general.rows`): other captures, conditions, effects, longer turns.

A leg is what one piece does in one move: a list of changes. A king is safe if no leg of the enemy would take it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from typing import Final, Self

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.general.board import SEATS, Changes, GeneralBoard
from fairyscore.notation.rules.general.captures import in_reach, legs_beside, modes_of, takes_beside
from fairyscore.notation.rules.general.definition import PromotionRule
from fairyscore.notation.rules.general.double_steps import DoubleStepState
from fairyscore.notation.rules.general.legality import Danger
from fairyscore.notation.rules.general.memory import KnownPosition, Legs, WatchedBoard, part, watched
from fairyscore.notation.rules.general.rows import HARMLESS, ON_TARGET, OWN_SIDE, Effect, Leaving, PieceCondition
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import (
    EMPTY,
    FIRST,
    LEAPS,
    WALL,
    CodedEffect,
    GeneralTables,
    Way,
    code,
    kind_of,
)
from fairyscore.notation.rules.moves import ABSENT, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, FinalScore, won_by

EVERY_WAY: Final = (0, 1, 2, 3)
"""The headings of files, ranks and diagonals."""


class LegState(DoubleStepState):
    """A position being played on, in plain Python."""

    __slots__ = ("_known_position",)

    def __init__(self, tables: GeneralTables) -> None:
        super().__init__(tables)
        self.left = self.turn_length()
        self._known_position: KnownPosition | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin._known_position = self._known_position
        return twin

    # -- what is known of the position ------

    def known_position(self) -> KnownPosition:
        """What is known of the position as it stands; nothing yet where moves or trials have changed it."""
        known = self._known_position
        facts = (self.turn, self.passed, self.victim, self.goes_on, self.left, self.gates, self.rest)
        if known is None or known.board != self.board or known.facts != facts:
            known = self._known_position = KnownPosition(self.board, facts)
        return known

    def changes(self, move: Move) -> Changes:
        known = self.known_position().changes
        found = known.get(move)
        if found is None:
            found = known[move] = super().changes(move)
        return found.copy()

    def legal_moves(self) -> list[Move]:
        known, rest = (
            self.known_position().legal,
            (tuple(self.hand), self.castles, self.fullmove_number, self.undone, self.lost_on),
        )
        if rest not in known:
            known[rest] = super().legal_moves()
        return known[rest].copy()

    def _watch(self) -> WatchedBoard | None:
        """What it rests on that what has to hold after a move is so now; None where it does not, or is not told so."""
        known = self.known_position().watches
        if not known:
            tables = self.tables
            untold = tables.pseudo_royal or tables.in_place or self.rest > 1
            watch = None if untold else watched(self, self._is_quiet)
            if watch is not None:
                watch.codes |= tables.royal[self.turn]
            known.append(watch)
        return known[0]

    def holds(self) -> bool:
        safe = super().holds() and (not self._waits() or self.kings_safe(self.turn ^ 1))
        return safe and (not self.tables.avoids or self.avoided() is None)

    def _is_quiet(self) -> bool:
        """True if the board is one that a move may leave, without a mate."""
        if not self.tables.plain_attacks:
            for cell in self.kings(self.turn):
                list(self.attackers(cell, self.turn ^ 1))  # all of them, as each is a part
        return self.holds() and (not self.tables.rules.mating or self.kings_safe(self.turn ^ 1))

    def _waits(self) -> bool:
        """True if no move before the last one of the turn may give check."""
        turns = self.tables.rules.turns
        return turns is not None and turns.check == "last" and self.left > 1

    # -- turns ------

    def turn_length(self) -> int:
        """How many moves the turn of who is to move has from its beginning."""
        turns = self.tables.rules.turns
        return 1 if turns is None else turns.length(self.turn, self.fullmove_number)

    def end_move(self, seat: int) -> None:
        turns = self.tables.rules.turns
        if turns is None:
            super().end_move(seat)
            return
        if self.goes_on[0] != ABSENT:
            return
        self.left -= 1
        if self.left == self.turn_length():  # a pawn was promoted that the enemy has pushed
            return
        if self.left and not (turns.check == "ends" and self.in_check(seat ^ 1)) and self._can_move():
            return
        self.turn = seat ^ 1
        self.fullmove_number = turns.number_after(seat, self.fullmove_number)
        self.left = self.turn_length()

    def line_texts(
        self, moves: Sequence[Move], notation: str, capture_mark: str, castlings: Sequence[str]
    ) -> list[str] | None:
        if self.tables.rules.turns is not None:  # a line is then numbered move by move
            return None
        return super().line_texts(moves, notation, capture_mark, castlings)

    def push_unchecked(self, move: Move) -> None:
        begun = self.tables.rules.turns is not None and self.left < self.turn_length()
        self.left += bool(self.due()) and not self.pushes()
        seat, kept = self.turn, {cell for cell in self.passed if begun and cell != move.target}
        super().push_unchecked(move)
        if kept:  # what has passed there may have gone on
            kept &= {cell for _, passed in self.first_moves_made(seat) for cell in passed}
            self.passed = tuple(sorted(kept | {*self.passed})) if kept else self.passed

    def pushes(self) -> bool:
        """True if the turn ends now with a step of a piece of the enemy."""
        turns = self.tables.rules.turns
        return turns is not None and bool(turns.then) and self.left == 1 < self.turn_length()

    def due(self) -> list[Move]:
        """The moves of which one has to be played before any other: pushes, or promotions of what was pushed."""
        turns, tables = self.tables.rules.turns, self.tables
        if turns is None or not turns.then:
            return []
        if self.pushes():
            pushed = self.cells_of(sorted(tables.of_seat[turns.then, self.turn ^ 1]))
            return [
                Move(cell, target)
                for cell in pushed
                for target in GeneralState.targets(self, self.board[cell], cell, quiet=True)
                if target in tables.neighbours[cell]
            ]
        arrived = self.cells_of(sorted(tables.of_seat[turns.then, self.turn]))
        return [Move(cell, cell, kind) for cell in arrived for kind in self._pushed_to(self.board[cell], cell, cell)]

    def decided(self) -> FinalScore | None:
        turns = self.tables.rules.turns
        if turns is not None and turns.then and self.left == self.turn_length() and not self.kings_safe(self.turn ^ 1):
            return won_by(self.turn, SEATS, Ending.CHECKMATE)
        return super().decided()

    def candidates(self, cells: Iterable[int] | None = None, onto: int = ABSENT) -> Iterator[Move]:
        if not (due := self.due()) and not self.pushes():
            yield from super().candidates(cells, onto)
            yield from self._leaving(cells, onto)
            yield from self.moves_of_two_steps(cells, onto)
            return
        wanted = range(self.tables.size) if cells is None else cells
        yield from (move for move in due if move.origin in wanted and onto in (ABSENT, move.target))

    def _leaving(self, cells: Iterable[int] | None, onto: int) -> Iterator[Move]:
        """Pieces that may leave the board instead of a move."""
        origins = range(self.tables.size) if cells is None else cells
        for cell in origins if self.tables.leavers else ():
            rule = self.tables.leavers.get(self.board[cell])
            if rule is not None and self.tables.owner[self.board[cell]] == self.turn and self.may_leave(cell, rule):
                ends = (target for target in bits(rule.cells[self.turn] & self.tables.everywhere) if target != cell)
                for target in ends if any(rule.cells) else (cell,):
                    if onto in (ABSENT, target):
                        yield Move(cell, target, self.tables.kind_by_mark[rule.becomes])
        yield from self._taken_off(cells, onto)

    def may_leave(self, cell: int, rule: Leaving) -> bool:
        """True if the piece on a cell may leave the board now."""
        tables = self.tables
        wanted = tables.coded(rule.needs) if rule.either else tables.of_seat[rule.needs, self.turn]
        reserve = not rule.needs or any(self.hand[piece - FIRST] for piece in wanted)
        return reserve and not self.keepers(cell)

    def _taken_off(self, cells: Iterable[int] | None, onto: int) -> Iterator[Move]:
        """Frozen pieces that may be taken off the board instead of a move."""
        own = [row for row in self.tables.rules.conditions if row.leaves]
        for cell in (range(self.tables.size) if cells is None else cells) if own else ():
            piece = self.board[cell]
            stays = piece < FIRST or piece & 1 != self.turn or piece in self.tables.royal[self.turn]
            if stays or onto not in (ABSENT, cell):
                continue
            rows = (row for row in own if self.tables.mark_of[piece] in row.pieces)
            kinds = dict.fromkeys(row.leaves for row in rows if any(True for _ in self.related(row, cell)))
            yield from (Move(cell, cell, self.tables.kind_by_mark[mark]) for mark in kinds)

    def bind(self, move: Move, taken: int) -> None:
        nowhere = (ABSENT, ABSENT)
        goes_on = taken != ABSENT and self._goes_on_after()
        self.goes_on = (move.target, kind_of(self.board[taken])) if goes_on else nowhere
        binds = not self.tables.rules.undo and taken != ABSENT and self._swaps(move, taken)
        self.undone = (move.origin, move.target) if binds else nowhere
        if self.tables.guarded:
            lost = [cell for cell in self.taken_cells(move) if self.board[cell] in self.tables.guarded]
            self.lost_on = lost[0] if lost and self.board[move.origin] not in self.tables.guarded else ABSENT

    def _swaps(self, move: Move, taken: int) -> bool:
        """True if what a move captures comes to stand where it began."""
        mode = modes_of(self.tables, self.board[move.origin]).get(self.board[taken])
        return mode == "swap" and not (move.becomes >= 0 and self.tables.kinds[move.becomes].gone)

    def _goes_on_after(self) -> bool:
        """True if something has to go on after a capture made now."""
        turns = self.tables.rules.turns
        return turns is not None and (turns.released or (turns.makes and self.goes_on[0] == ABSENT))

    def binds(self, move: Move) -> bool:
        turns = self.tables.rules.turns
        return turns is not None and turns.completes and self._goes_on_after() and self.takes(move)

    def key(self) -> object:
        return (super().key(), self.left, self.goes_on, self.undone, self.lost_on)

    # -- conditions ------

    def related(self, row: PieceCondition, cell: int) -> Iterator[int]:
        """The cells of the pieces to which the piece on a cell stands as a condition says."""
        board, tables, piece = self.board, self.tables, self.board[cell]
        seat = piece & 1
        other_seat = seat ^ (row.relation not in OWN_SIDE)
        wanted = tables.of_seat[row.by, other_seat] if row.by else {code(kind_of(piece), other_seat)}
        if row.relation == "mated":
            cells: Iterable[int] = ()
            if self.mated(seat, (cell,)):
                cells = GeneralBoard.attackers(self, cell, seat ^ 1)
            if not row.by:
                return iter(cells)
        elif row.relation in ("beside", "with"):
            cells = tables.neighbours[cell]
        elif row.relation == "backed":
            cells = tables.behind[seat][cell]
        elif row.relation == "faced":
            looking = (next((there for there in line if board[there]), ABSENT) for line in tables.along[row.ways][cell])
            cells = [there for there in looking if there != ABSENT]
        elif row.relation == "protecting":
            own = self.cells_of(sorted(wanted))
            cells = [other for other in own if cell in GeneralBoard.attackers(self, other, seat)]
        else:
            cells = GeneralBoard.attackers(self, cell, seat ^ (row.relation == "attacked"))
        return (other for other in cells if board[other] in wanted)

    def rows_of(self, piece: int, then: str) -> tuple[PieceCondition, ...]:
        """The conditions about a piece from which something follows."""
        return self.tables.conditions[piece, then]

    def is_safe(self, cell: int) -> bool:
        if not self.tables.shields:
            return False
        rows = self.rows_of(self.board[cell], "safe")
        return any(True for row in rows for _ in self.related(row, cell))

    def freezers(self, cell: int) -> tuple[int, ...]:
        return self._others(cell, "frozen")

    def keepers(self, cell: int) -> tuple[int, ...]:
        return self._others(cell, "kept")

    def _others(self, cell: int, then: str) -> tuple[int, ...]:
        """The cells of the pieces by which something follows for the piece on a cell."""
        rows = self.rows_of(self.board[cell], then)
        if not rows:
            return ()
        return tuple(dict.fromkeys(other for row in rows for other in self.related(row, cell)))

    def avoided(self) -> tuple[int, int] | None:
        for row in self.tables.avoids:
            for cell in sorted(self.cells_of(self.tables.coded(row.pieces))):
                if part(self, self._known_position, (row, cell, self.board[cell]), partial(self._stands_so, row, cell)):
                    return cell, next(self.related(row, cell))
        return None

    def _stands_so(self, row: PieceCondition, cell: int) -> bool:
        """True if the piece on a cell stands as a condition says."""
        return any(True for _ in self.related(row, cell))

    # -- legs ------

    def legs(self, piece: int, origin: int) -> Legs:
        """By cell that a piece gets to from another, the cells of what it takes."""
        trying = self._known_position is not None and self._known_position.trial is not None
        if piece & 1 != self.turn or trying or isinstance(self.board, WatchedBoard):
            return self._found_legs(piece, origin)
        known, asked = self.known_position().legs, (piece, origin)
        if asked not in known:
            known[asked] = self._found_legs(piece, origin)
        return known[asked]

    def _found_legs(self, piece: int, origin: int) -> Legs:
        """The same, not looked up."""
        legs, closed = self._legs(piece, origin), self._closed(piece & 1)
        if closed:
            legs = {target: taken for target, taken in legs.items() if not closed >> target & 1}
        return self._off_edge(legs, piece, origin) if self.tables.rules.edge else legs

    def _closed(self, seat: int) -> int:
        """The cells, as bits, of which a side may have but one, if it has."""
        single = self.tables.rules.single[seat]
        stands = any(self.tables.owner[self.board[cell]] == seat for cell in bits(single)) if single else False
        return single if stands else 0

    def _off_edge(self, legs: Legs, piece: int, origin: int) -> Legs:
        """Legs without those that end on an edge cell and capture nothing, or what a shorter one captures too."""
        spots, edge, modes = self.tables.board.spots, self.tables.rules.edge, modes_of(self.tables, piece)
        (x, y), shortest = spots[origin], dict[frozenset[int], int]()
        far = {target: abs(spots[target][0] - x) + abs(spots[target][1] - y) for target in legs}
        for target, taken in legs.items():
            victims = frozenset(taken)
            shortest[victims] = min(far[target], shortest.get(victims, far[target]))

        def needs(target: int, taken: tuple[int, ...]) -> bool:
            swaps = any(modes.get(self.board[cell]) == "swap" for cell in taken)
            return bool(taken) and (swaps or far[target] == shortest[frozenset(taken)])

        return {target: taken for target, taken in legs.items() if not edge >> target & 1 or needs(target, taken)}

    def _legs(self, piece: int, origin: int) -> Legs:
        """The same, wherever they end."""
        mine = self.board[origin] == piece
        if self.goes_on[0] != ABSENT and piece & 1 == self.turn:
            return self._legs_on(piece, origin)
        if mine and self.tables.freezes and self.freezers(origin):
            return {}
        loans = self._loans(origin) if mine else []
        found = {} if any(row.instead for row, _ in loans) else self._legs_as(piece, piece, origin)
        for row, kinds in loans:
            for kind in kinds:
                for target, taken in self._legs_as(piece, code(kind, piece & 1), origin, row.steps).items():
                    if row.to[piece & 1] >> target & 1 and target not in found:
                        found[target] = taken
        return found

    def _loans(self, cell: int) -> list[tuple[PieceCondition, list[int]]]:
        """The conditions by which the piece on a cell moves as other pieces, each with their kinds, where they hold."""
        found = []
        for row in self.rows_of(self.board[cell], "moves"):
            others = {kind_of(self.board[other]) for other in self.related(row, cell)}
            if others:
                found.append((row, sorted({self.tables.kind_by_mark[mark] for mark in row.like} or others)))
        return found

    def models(self, cell: int) -> tuple[int, ...]:
        loans = self._loans(cell)
        if not any(row.instead for row, _ in loans):
            return ()
        return tuple(dict.fromkeys(kind for _, kinds in loans for kind in kinds))

    def _legs_on(self, piece: int, origin: int) -> Legs:
        """The legs of the piece that has to go on; none of any other."""
        cell, kind = self.goes_on
        if origin != cell:
            return {}
        going = code(kind, piece & 1)
        if self._releases():
            return self._legs_as(going, going, origin)
        return dict.fromkeys(GeneralState.targets(self, going, origin, quiet=True), ())

    def piece_type_at(self, cell: int) -> int:
        if cell == self.goes_on[0] and self._releases():
            return self.goes_on[1]
        return super().piece_type_at(cell)

    def _cells_meant(self, parsed: ParsedMove) -> list[int]:
        cell, kind = self.goes_on
        if self.pushes():
            every = dict.fromkeys(move.origin for move in self.due())
            only = parsed.sources if parsed.origin == ABSENT else 1 << parsed.origin
            kinds = range(len(self.tables.kinds)) if parsed.kind == ABSENT else self.tables.sharing[parsed.kind]
            return [origin for origin in every if only >> origin & 1 and kind_of(self.board[origin]) in kinds]
        if cell == ABSENT or not self._releases():
            return super()._cells_meant(parsed)
        named = parsed.kind == ABSENT or kind in self.tables.sharing[parsed.kind]
        only = parsed.sources if parsed.origin == ABSENT else 1 << parsed.origin
        return [cell] if named and only >> cell & 1 else []

    def _first_move(self, piece: int, origin: int, way: Way) -> bool:
        if way.over is not None and piece & 1 != self.turn:
            return False  # it captures nothing, and whether it is safe need not be asked to see what is attacked
        return not (self.goes_on[0] != ABSENT and self._goes_plainly()) and super()._first_move(piece, origin, way)

    def _goes_plainly(self) -> bool:
        """True if what goes on is not promoted and has no first move."""
        return self.tables.rules.turns is not None and self.tables.rules.turns.plain

    def _releases(self) -> bool:
        """True if what is captured changes sides and goes on."""
        return self.tables.rules.turns is not None and self.tables.rules.turns.released

    def _legs_as(self, piece: int, model: int, origin: int, steps: int = 0) -> Legs:
        """The legs that a piece has from a cell if it goes as another one. steps: how often it leaps at most, 0 for any."""
        if not self.tables.holes:
            return self._legs_over(piece, model, origin, steps)
        with self._over_holes() as holes:
            found = self._legs_over(piece, model, origin, steps)
        return {target: taken for target, taken in found.items() if target not in holes}

    def _legs_over(self, piece: int, model: int, origin: int, steps: int) -> Legs:
        """The same over whatever is empty now."""
        mode, board = self.tables.takes[piece], self.board
        if mode not in ON_TARGET | HARMLESS:
            return legs_beside(self, piece, origin)
        spared = self.tables.not_takes.get(piece, ())
        found: Legs = {}
        for target in GeneralState.targets(self, model, origin, quiet=mode == "none"):
            if mode == "own" and self.tables.owner[board[target]] == (piece & 1) ^ 1:
                continue
            if board[target] and mode != "swap" and self.is_safe(target):
                continue
            if mode == "shoot" and board[target] and not self._in_range(origin, target):
                continue
            if board[target] in spared or (steps and not self._within(model, origin, target, steps)):
                continue
            if board[target]:
                found[target] = (target,)
            elif self._passes_en_passant(model, origin, target):
                victim = self.victim_on(target)
                if victim != ABSENT:
                    found[target] = (victim,)
            else:
                found[target] = ()
        if piece in self.tables.switches and board[origin] == piece:
            found |= dict.fromkeys(self._switched(piece, origin), ())
        return found

    def _switched(self, piece: int, origin: int) -> Iterator[int]:
        """The cells of pieces of its side with which one may change places.

        One that would be promoted by that is what is said to move, since it has a choice.
        """
        for cell in self.tables.neighbours[origin]:
            other = self.board[cell]
            promotions = self._promotions_of(cell) if other in self.tables.switches[piece] else None
            if promotions is not None and not any(rule.on[piece & 1] >> origin & 1 for rule in promotions):
                yield cell

    @contextmanager
    def _over_holes(self) -> Iterator[set[int]]:
        """The board as pieces pass over it, on which holes are empty; these cells."""
        holes = {cell for cell, piece in enumerate(self.board) if piece == WALL} if self.tables.holes else set()
        for cell in holes:
            self.board[cell] = EMPTY
        try:
            yield holes
        finally:
            for cell in holes:
                self.board[cell] = WALL

    def _in_range(self, origin: int, target: int) -> bool:
        """True if a piece shoots so far: two cells, or where another one of its side is so near to the target."""
        tables, seat = self.tables, self.board[origin] & 1
        if any(target in ray[:2] for ray in tables.along[EVERY_WAY][origin]):
            return True
        for ray in tables.along[EVERY_WAY][target]:
            nearest = next((cell for cell in ray[:2] if self.board[cell]), ABSENT)
            if nearest != ABSENT and tables.owner[self.board[nearest]] == seat:
                return True
        return False

    def _within(self, piece: int, origin: int, target: int, steps: int) -> bool:
        """True if a piece gets to a cell by leaping so often at most."""
        ways = self.tables.ways(piece, origin)
        return any(target in (way.cells if way.style == LEAPS else way.cells[:steps]) for way in ways)

    def _passes_en_passant(self, piece: int, origin: int, target: int) -> bool:
        """True if a piece gets to an empty cell only by capturing in passing."""
        if target not in self.passed or piece not in self.tables.takes_en_passant:
            return False
        return any(way.en_passant and target in way.cells for way in self.tables.ways(piece, origin))

    def _passed_by(self, move: Move, moved: int, taken: int) -> tuple[int, ...]:
        if not self.tables.mirrored:
            return super()._passed_by(move, moved, taken)
        beyond, board = self.tables.beyond, self.board
        board[move.target], there = moved, board[move.target]  # it has passed before it went over
        passed = super()._passed_by(move, moved, taken)
        board[move.target] = there
        return (*passed, *(beyond[cell] for cell in passed))

    def victim_on(self, cell: int) -> int:
        """The cell of the enemy that has just passed over a cell; ABSENT where it is a piece of who is to move."""
        if self.tables.mirrored:
            either = (self.victim, self.tables.beyond[self.victim])  # where it stopped, or where it is now
            return next((at for at in either if self.tables.owner[self.board[at]] == self.turn ^ 1), ABSENT)
        return next((at for at, passed in self.first_moves_made(self.turn ^ 1) if cell in passed), ABSENT)

    def ways(self, piece: int, origin: int) -> tuple[Way, ...]:
        if not self.tables.tunnels:
            return super().ways(piece, origin)
        board, walls, cell = self.board, 0, -1
        for _ in range(list.count(board, WALL)):
            cell = list.index(board, WALL, cell + 1)
            walls |= 1 << cell
        found = self.tables.ways_behind(piece, origin, walls)
        if isinstance(board, WatchedBoard):
            board.cells.update(bits(found.asked))
        return found.ways

    def targets(self, piece: int, origin: int, *, quiet: bool = False) -> dict[int, None]:
        legs = self.legs(piece, origin)
        return {target: None for target, taken in legs.items() if not (quiet and taken)}

    def taken_cells(self, move: Move) -> tuple[int, ...]:
        origin, target = move.origin, move.target
        if self.goes_twice(move):
            return (move.put_on,) if origin == target or not self.board[target] else (target, move.put_on)
        if origin < 0 or target < 0 or move.castle != ABSENT or origin == target or self.leaving(move) is not None:
            return ()
        if self.pushes() and self.board[origin] & 1 != self.turn:  # a step of an enemy's piece takes nothing
            return ()
        return self.legs(self.board[origin], origin).get(target, ())

    def taken_cell(self, move: Move) -> int:
        return next(iter(self.taken_cells(move)), ABSENT)

    def becomes(self, piece: int, origin: int, target: int) -> list[int]:
        if self.goes_on[0] != ABSENT:
            return self._becomes_going_on(piece, origin, target)
        pushed = self._promotes_by_push(piece, origin, target) if self.tables.pushes else []
        if pushed:
            return pushed
        if piece in self.tables.trades and target in self.tables.neighbours[origin] and self.board[target]:
            return [ABSENT] if self.is_safe(target) else [ABSENT, self.tables.trades[piece]]
        if self.tables.takes[piece] in ("rifle", "shoot") and self.taken_cells(Move(origin, target)):
            return [ABSENT]
        return super().becomes(piece, origin, target)

    def _promotes_by_push(self, piece: int, origin: int, target: int) -> list[int]:
        """The kinds to which a pawn is promoted that a move pushes to where it has to be."""
        found = dict(self.changes(Move(origin, target)))
        pawns = [(cell, now) for cell, now in found.items() if cell != target and now in self.tables.pawns]
        return next((kinds for cell, now in pawns if (kinds := self._pushed_to(now, cell, cell))), [])

    def _becomes_going_on(self, piece: int, origin: int, target: int) -> list[int]:
        """The kinds that a piece that goes on may be where it ends, or that are released there."""
        going = code(self.goes_on[1], piece & 1) if self._releases() else piece
        turns = going in self.tables.pawns and not self._goes_plainly()
        return super().becomes(going, origin, target) if turns else [ABSENT]

    # -- what a leg changes ------

    def own_changes(self, move: Move) -> Changes:
        taken = self.taken_cells(move)
        if self.goes_twice(move):
            piece = self.board[move.origin]
            return [(move.origin, EMPTY), *((cell, EMPTY) for cell in taken), (move.target, piece)]
        if move.origin >= 0 <= move.becomes and self.tables.kinds[move.becomes].gone:
            return [(cell, EMPTY) for cell in (move.origin, *taken)]
        others = self._promotes_another(move)
        if self.goes_on[0] != ABSENT and self._releases():
            after = code(move.becomes if move.becomes >= 0 else self.goes_on[1], self.turn)
            found = [*((cell, EMPTY) for cell in taken), (move.target, after)]
        elif taken:
            found = self._capturing(move._replace(becomes=ABSENT) if others else move, taken)
        else:
            found = super().own_changes(move._replace(becomes=ABSENT) if others else move)
            if self._switches_with(move):
                found[0] = (move.origin, self.board[move.target])
        if self._makes_enemy(move):
            found[-1] = (move.target, found[-1][1] ^ 1)
        return found

    def _switches_with(self, move: Move) -> bool:
        """True if a move that takes nothing changes places with what stands where it ends."""
        between = move.origin >= 0 <= move.target != move.origin and move.castle == ABSENT
        return between and self.board[move.target] in self.tables.switches.get(self.board[move.origin], ())

    def _makes_enemy(self, move: Move) -> bool:
        """True if a move promotes its piece to one of the enemy's."""
        if move.becomes < 0 or move.origin < 0:
            return False
        mark = self.tables.kinds[move.becomes].mark
        return any(rule.enemy and mark in rule.to[self.turn] for rule in self._promotions_of(move.origin))

    def _promotions_of(self, cell: int) -> tuple[PromotionRule, ...]:
        piece = self.board[cell]
        return self.tables.promotions[piece - FIRST] if piece >= FIRST else ()

    def _promotes_another(self, move: Move) -> bool:
        """True if what a move promotes is a piece that it pushes."""
        if move.becomes < 0 or move.origin < 0 or not self.tables.pushes:
            return False
        return move.becomes not in super().becomes(self.board[move.origin], move.origin, move.target)

    def _capturing(self, move: Move, taken: tuple[int, ...]) -> Changes:
        board, piece = self.board, self.board[move.origin]
        mode = modes_of(self.tables, piece).get(board[taken[0]], self.tables.takes[piece])
        if mode in ("rifle", "shoot"):
            return [(cell, EMPTY) for cell in taken]
        if mode == "swap":
            return [(taken[0], EMPTY), (move.origin, board[taken[0]]), (move.target, piece)]
        if taken == (move.target,) or move.target in self.passed:
            return super().own_changes(move)
        after = code(move.becomes, piece & 1) if move.becomes >= 0 else piece
        return [(move.origin, EMPTY), *((cell, EMPTY) for cell in taken), (move.target, after)]

    def changed(self, effect: CodedEffect, cell: int, victims: Sequence[int], move: Move) -> Iterator[tuple[int, int]]:
        if effect.row.becomes == "hole":
            yield move.origin, WALL
            return
        if effect.row.becomes == "mirrored":
            yield cell, EMPTY
            yield self.tables.beyond[cell], self.board[cell]
            return
        if effect.row.on != "faced":
            yield from super().changed(effect, cell, victims, move)
            return
        for line in self.tables.lines[cell]:
            yield from self._drawn(effect, line, move.becomes)

    def concerned(self, row: Effect, cell: int) -> Sequence[int]:
        if row.on != "mated":
            return super().concerned(row, cell)
        return self.mated(self.turn ^ 1, self._standing(self.turn ^ 1))

    def _drawn(self, effect: CodedEffect, line: tuple[int, ...], becomes: int) -> Iterator[tuple[int, int]]:
        """The nearest piece on a line, pulled to its beginning or pushed away along it.

        becomes: the kind to which a piece is promoted that is pushed so far.
        """
        board, row = self.board, effect.row
        place = next((place for place, at in enumerate(line) if board[at]), ABSENT)
        found = board[line[place]] if place != ABSENT else EMPTY
        wanted = self.turn ^ (row.whose == "enemy")
        if self.tables.owner[found] != wanted or found in effect.spared:
            return
        beyond = list(takewhile(lambda at: not board[at], line[place + 1 :]))
        to = line[0] if row.becomes == "pulled" else (beyond or [line[place]])[-1]
        if to != line[place]:
            yield line[place], EMPTY
            choice = becomes in self._pushed_to(found, line[place], to)
            yield to, code(becomes, found & 1) if choice else found

    def _pushed_to(self, piece: int, origin: int, target: int) -> list[int]:
        """The kinds to which a piece that is pushed has to be promoted; only the mover's are."""
        if piece & 1 != self.turn or piece not in self.tables.pawns:
            return []
        return [kind for kind in super().becomes(piece, origin, target) if kind >= 0]

    def mated(self, seat: int, cells: Iterable[int]) -> list[int]:
        """Those cells of a seat's pieces that are attacked, and that no move or capture of chess would save from that."""
        enemy, board = seat ^ 1, self.board
        struck = [cell for cell in cells if GeneralBoard.attacked(self, cell, enemy)]
        watches = {cell: watched(self, partial(GeneralBoard.attacked, self, cell, enemy)) for cell in struck}
        left = {cell: watch for cell, watch in watches.items() if watch is not None}
        for origin, target in self._plain_moves(seat) if left else ():
            piece, there = board[origin], board[target]
            changes = [(origin, EMPTY), (target, piece)]
            touched = [cell for cell, watch in left.items() if cell == origin or watch.is_touched(changes, board)]
            board[origin], board[target] = EMPTY, piece
            for cell in touched:
                if not GeneralBoard.attacked(self, target if cell == origin else cell, enemy):
                    del left[cell]
            board[origin], board[target] = piece, there
            if not left:
                break
        return list(left)

    def _plain_moves(self, seat: int) -> Iterator[tuple[int, int]]:
        """Whence and whereto a seat's pieces would go in a game without rows."""
        for origin in self._standing(seat):
            for target in GeneralState.targets(self, self.board[origin], origin):
                yield origin, target

    # -- what is attacked ------

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        if self.tables.plain_attacks:
            takes, board, spared = self.tables.takes, self.board, self.tables.not_takes
            for origin in self._reaching(cell, seat):
                there = board[origin]
                frozen = self.tables.freezes and self.freezers(origin)
                if takes[there] not in HARMLESS and board[cell] not in spared.get(there, ()) and not frozen:
                    yield origin
            yield from self._attackers_twice(cell, seat)
            return
        if self.board[cell]:
            yield from self._takers(cell, seat)
            return
        kings = sorted(self.tables.royal[seat ^ 1]) or self.tables.codes[seat ^ 1 :: 2]
        self.board[cell] = kings[0]  # on a king's way somebody has to stand there to be taken
        try:
            found = list(self._takers(cell, seat))
        finally:
            self.board[cell] = EMPTY
        yield from found

    def _attackers_twice(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of a seat's pieces that capture on a cell with the first or the second of two steps, and not else."""
        goers = self.cells_of(sorted(self.tables.goes_twice & frozenset(self.tables.codes[seat::2])))
        known = set(self._reaching(cell, seat)) if goers else set()
        for origin in goers:
            piece = self.board[origin]
            if origin in known or self.board[cell] in self.tables.not_takes.get(piece, ()):
                continue
            steps = self.tables.double_steps[piece, origin]
            if any(passed == cell or (cell in ends and self.may_take(piece, passed)) for passed, ends in steps):
                yield origin

    def _reaching(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of a seat's pieces that would attack a cell in a game without rows, over holes too."""
        if not self.tables.holes:
            return GeneralBoard.attackers(self, cell, seat)
        with self._over_holes():
            return iter(list(GeneralBoard.attackers(self, cell, seat)))

    def _takers(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of a seat's pieces of which a leg takes what stands on a cell."""
        tables, victim = self.tables, self.board[cell]
        as_others = self.goes_on[0] != ABSENT or tables.lends
        for origin in self._standing(seat):
            piece = self.board[origin]
            if not (as_others or tables.tunnels) and not in_reach(tables, piece, origin, victim) >> cell & 1:
                continue
            swaps = modes_of(tables, piece).get(victim) == "swap"
            if swaps and not (piece in tables.trades and origin in tables.neighbours[cell] and not self.is_safe(cell)):
                continue
            question = (piece, origin, victim, cell)
            if part(self, self._known_position, question, partial(self._takes_on, piece, origin, cell)):
                yield origin

    def _standing(self, seat: int) -> list[int]:
        """The cells of a seat's pieces, in order."""
        board, owner = self.board, self.tables.owner
        if isinstance(board, WatchedBoard):
            board.codes.update(self.tables.codes[seat::2])
            board = list.copy(board)
        return [cell for cell, piece in enumerate(board) if owner[piece] == seat]

    def _takes_on(self, piece: int, origin: int, cell: int) -> bool:
        """True if a leg of a piece takes what stands on a cell."""
        tables, rules = self.tables, self.tables.rules
        mode = tables.takes[piece]
        plain = not (rules.edge or tables.lends or tables.holes or self.goes_on[0] != ABSENT)
        if plain and mode not in ON_TARGET | HARMLESS and mode != "either":
            frozen = tables.freezes and self.freezers(origin)
            return not frozen and takes_beside(self, piece, origin, cell, self._closed(piece & 1))
        return any(cell in taken for taken in self.legs(piece, origin).values())

    def attacked(self, cell: int, seat: int) -> bool:
        return any(True for _ in self.attackers(cell, seat))

    def kings_safe(self, seat: int) -> bool:
        if any(self._endangered(cell, seat ^ 1) for cell in self.kings(seat)):
            return False
        return self._unthreatened(seat) == ABSENT

    def _unthreatened(self, seat: int) -> int:
        cells = self.cells_of(self.tables.anti[seat])
        return next((cell for cell in cells if not self._is_threatened(cell, seat ^ 1)), ABSENT)

    def unthreatened(self) -> int:
        return self._unthreatened(self.turn)

    def _is_threatened(self, cell: int, seat: int) -> bool:
        """True if a piece of a seat that can capture, kings aside, attacks the cell of a piece that has to be attacked."""
        tables, board = self.tables, self.board
        others = (board[origin] for origin in GeneralBoard.attackers(self, cell, seat))
        return any(piece not in tables.royal[seat] and tables.takes[piece] not in HARMLESS for piece in others)

    # -- which moves are legal ------

    def castlings(self) -> Iterator[Move]:
        return super().castlings() if self._is_free() else iter(())

    def drops(self, kinds: Iterable[int] | None = None) -> Iterator[Move]:
        return super().drops(kinds) if self._is_free() else iter(())

    def _is_free(self) -> bool:
        """True if no piece has to go on, and nothing has to be played first."""
        return self.goes_on[0] == ABSENT and not self.due() and not self.pushes()

    def safe(self, move: Move) -> bool:
        if move in self.due():
            return True
        if (move.origin, move.target) == self.undone and self.takes(move):
            return False
        if self.tables.guarded and self.restrained(move) != ABSENT:
            return False
        if self.binds(move):
            after = self.copy()
            after.push_unchecked(move)
            return any(after.safe(made) for made in after.candidates([after.goes_on[0]]))
        if self.tables.mirrored and (self.filled_beyond(move) or self.attackers_before(move)):
            return False
        watch, known = self._watch(), self.known_position()
        changes = self.changes(move if move.put == ABSENT else move._replace(put_on=ABSENT, put=ABSENT))
        if watch is not None and not watch.is_touched(changes, self.board):
            return True
        known.trial = changes
        try:
            if not super().safe(move):
                return False
        finally:
            known.trial = None
        return not self.tables.rules.mating or self._mates(move)

    def filled_beyond(self, move: Move) -> tuple[int, ...]:
        if not self.tables.mirrored:
            return ()
        ends = [move.target]
        if move.castle != ABSENT:
            way = self.castling(move)
            ends = [way.king_to, way.rook_to]
        return tuple(there for cell in ends if self.board[there := self.tables.beyond[cell]])

    def attackers_before(self, move: Move) -> tuple[int, ...]:
        board, seat = self.board, self.turn
        if not self.tables.mirrored or move.origin < 0 or board[move.origin] not in self.tables.royal[seat]:
            return ()
        before = [(cell, board[cell]) for cell in (move.origin, move.target)]
        board[move.origin], board[move.target] = EMPTY, board[move.origin]
        found = tuple(self.attackers(move.target, seat ^ 1))
        for cell, piece in before:
            board[cell] = piece
        return found

    def _mates(self, move: Move) -> bool:
        """True if a move gives no check, or leaves the other side no move that parries it."""
        after = self.copy()
        after.push_unchecked(move)
        if after.kings_safe(after.turn):
            return True
        return not any(GeneralState.safe(after, reply) for reply in after._every(Danger(after)))

    def _move_hand(self, move: Move, taken: int) -> None:
        hand = self.tables.rules.hand
        if taken >= FIRST and taken & 1 == self.turn:
            if hand is not None and self.tables.kinds[kind_of(taken)].mark in hand.own:
                self.hand[taken - FIRST] += 1
            taken = EMPTY
        super()._move_hand(move, taken)
        rule = self.leaving(move)
        if rule is not None and rule.becomes in rule.needs:
            self.hand[code(move.becomes, self.turn) - FIRST] -= 1
        for cell in self.taken_cells(move)[1:]:
            self.take_in_hand(self.board[cell])
