"""Usual moves, made one after another without asking all the rules: what they need is found in tables.

A usual move goes, captures or drops, and does no more; nothing but the safety of one king is to be asked of it. Castling,
promotion, captures in passing and whatever a game adds are left to `GeneralState.find`, and so is every move that may be
illegal. Some rules ask more of each move; a game that has one of them has no `UsualTables`. So this is the quick half of
the general engine and no second reading of the rules: it makes a move only where it is sure, and refuses none.

Three things make it quick.

- A text is looked up once: its `MovePlan` has all steps that it may mean, each with the cells that must be empty. `Nf3` is
  eight cells to look at, and no move is generated.
- Between two moves it is known where the kings stand and whether who is to move is in check (`UsualPosition`). So a step
  can lay its own king open only if that king is in check, moves itself, or stands at the end of a line through the cell
  that is left; all other steps are safe without a look (`_keeps_safe`).
- In the same way a step gives check only from the cell that it reaches, or along a line through that cell or through the
  one that it leaves.

A line (`Guard.lines`) is a ray outward from a king: the first piece on it attacks him or shields him, whatever stands
behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from fairyscore.notation.rules.general.board import SEATS, UsualPosition
from fairyscore.notation.rules.general.definition import ANYWHERE
from fairyscore.notation.rules.general.legality import GeneralLegality
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, HOP, LEAPS, Attack, GeneralTables, Way, code
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import ABSENT, DROP, GO, UNCHANGED, Move, ParsedMove


class Step(NamedTuple):
    """A move of a piece from a cell. between: cells that must be empty. passed: as `GeneralBoard.passed` after it.

    is_pawn: whether it ends a row of quiet plies.
    """

    piece: int
    origin: int
    between: tuple[int, ...]
    passed: tuple[int, ...]
    move: Move
    is_pawn: bool = False


class MovePlan(NamedTuple):
    """A parsed move looked up: where it goes, whether it captures, and the steps that it may mean.

    steps: after the cell and the code that must stand there. dropped: those that are drops. Without either the move is not
    a usual one.
    """

    target: int
    takes: bool
    steps: tuple[tuple[int, int, Step], ...]
    dropped: tuple[Step, ...] = ()


PossibleStep = tuple[int, Step | None]
"""The step of a piece, after its origin; None for one that is not usual."""

NO_CELLS: Final[frozenset[int]] = frozenset()

NOT_USUAL: Final = MovePlan(ABSENT, takes=False, steps=())

Lines = tuple[tuple[Attack, ...], ...]


class Guard(NamedTuple):
    """The ways in which a seat may attack a cell. near: by cell the codes that attack from there, whatever stands between.

    lines: by cell the rays through it, each outward from the attacked cell, as in `Attacks`.
    """

    near: dict[int, frozenset[int]]
    lines: dict[int, Lines]


class UsualTables:
    """Tables for the usual moves of a game.

    kings: by seat the codes of what may not be left attacked. needs_king: whether each seat has to have one.
    explodes: whether captures do. counts_pieces, counts_checks: whether their number ends the game.
    guards: by seat and cell, how the seat attacks the cell. steps: by code, then by target and whether it captures.
    strikes: by code and cell, the lines of cells on which the piece captures what stands first.
    keys: by seat, under what a parsed move keeps its plan.
    """

    def __init__(self, tables: GeneralTables) -> None:
        self.tables = tables
        self.keys = tuple(object() for _ in range(SEATS))
        rules = tables.rules
        self.needs_king = bool(tables.pseudo_royal)
        royal = [by_seat for _, by_seat in tables.pseudo_royal] or [((tables.royal[0],), (tables.royal[1],))]
        self.kings = (royal[0][0][0], royal[0][1][0])
        self.must_capture = rules.must_capture
        self.explodes = tables.violent
        self.counts_pieces, self.counts_checks = bool(tables.extinction), bool(rules.ends.checks)
        self.guards: list[LazyTable[int, Guard]] = [LazyTable(partial(self._guard, seat)) for seat in range(SEATS)]
        self.steps: LazyTable[int, dict[tuple[int, bool], list[PossibleStep]]] = LazyTable(self._steps_of)
        self.strikes: LazyTable[tuple[int, int], tuple[tuple[int, ...], ...]] = LazyTable(self._strikes_of)

    def look(self, state: GeneralLegality) -> UsualPosition | None:
        """The facts of a position that usual moves need; None where the game is over, or its moves are not usual."""
        if self.tables.ends_early and state.decided() is not None:
            return None
        white, black = (state.cells_of(kings) for kings in self.kings)
        if len(white) > 1 or len(black) > 1 or (self.needs_king and not (white and black)):
            return None
        kings = (white[0] if white else ABSENT, black[0] if black else ABSENT)
        if self.explodes and kings[1] in self.tables.neighbours[kings[0]]:  # neither can be taken
            return None
        attacked = [king >= 0 and state.attacked(king, seat ^ 1) for seat, king in enumerate(kings)]
        if attacked[state.turn ^ 1]:  # as a position that is given may be
            return None
        return UsualPosition(kings, attacked[state.turn])

    # -- tables -----------------------------------------------------------------------------------------------------------

    def plan(self, parsed: ParsedMove, seat: int) -> MovePlan:
        """The plan of a parsed move of a seat: all that tables can say of it before a position is known."""
        named = {parsed.victim, parsed.owner, parsed.put_on, parsed.put}
        if named != {ABSENT} or parsed.throw:
            return NOT_USUAL
        if parsed.action == DROP:
            return self._plan_of_drop(parsed, seat)
        if parsed.action != GO or parsed.capture is None or parsed.becomes not in {ABSENT, UNCHANGED}:
            return NOT_USUAL
        kinds = self.tables.sharing[parsed.kind] if parsed.kind != ABSENT else range(len(self.tables.kinds))
        only = parsed.sources if parsed.origin == ABSENT else 1 << parsed.origin
        if parsed.kind == ABSENT == parsed.origin:
            return NOT_USUAL
        key = parsed.target, parsed.capture
        found: list[tuple[int, int, Step]] = []
        for piece in (code(kind, seat) for kind in kinds):
            for origin, step in self.steps[piece].get(key, ()):
                if only >> origin & 1:
                    if step is None:
                        return NOT_USUAL
                    found.append((origin, piece, step))
        return MovePlan(*key, tuple(found))

    def _plan_of_drop(self, parsed: ParsedMove, seat: int) -> MovePlan:
        tables, hand = self.tables, self.tables.rules.hand
        if hand is None or not hand.drops or hand.promoted or hand.opposite or hand.no_check or hand.castle:
            return NOT_USUAL
        to, kinds = parsed.target, tables.sharing[parsed.kind if parsed.kind != ABSENT else parsed.becomes]
        for kind in kinds:
            mark, piece = tables.kinds[kind].mark, code(kind, seat)
            if mark in hand.no_double | hand.no_mate or piece in self.kings[seat] or self._is_special(piece, to):
                return NOT_USUAL
        allowed = [kind for kind in kinds if self._drop_cells(kind, seat) >> to & 1]
        dropped = (Step(code(kind, seat), ABSENT, (), (), Move(ABSENT, to, kind)) for kind in sorted(allowed))
        return NOT_USUAL if parsed.capture else MovePlan(to, takes=False, steps=(), dropped=tuple(dropped))

    def _drop_cells(self, kind: int, seat: int) -> int:
        """The mask of cells on which a kind may be dropped, if that depends on nothing else."""
        hand, sheet = self.tables.rules.hand, self.tables.kinds[kind]
        assert hand is not None
        return hand.regions.get(sheet.mark, hand.regions.get("", ANYWHERE))[seat] & sheet.stays[seat]

    def _steps_of(self, piece: int) -> dict[tuple[int, bool], list[PossibleStep]]:
        """The steps of a piece by their target, and whether they capture."""
        found: dict[tuple[int, bool], list[PossibleStep]] = {}
        for origin in range(self.tables.size):
            ways: dict[tuple[int, bool], list[tuple[Way, int]]] = {}
            for way in self.tables.ways(piece, origin):
                for place, to in enumerate(way.cells):
                    for takes, fitting in ((False, way.moves), (True, way.captures)):
                        if fitting and to != origin:
                            ways.setdefault((to, takes), []).append((way, place))
            for key, several in ways.items():
                found.setdefault(key, []).append((origin, self._step(piece, origin, key, several)))
        return found

    def _step(self, piece: int, origin: int, key: tuple[int, bool], ways: list[tuple[Way, int]]) -> Step | None:
        """The step of a piece from a cell, which has so many ways, each with the place of the target in it; None if it is
        not a usual one."""
        tables, (to, takes) = self.tables, key
        way, place = ways[0]
        between = (*way.before, *(() if way.style == LEAPS else way.cells[:place]))
        passing = (w.passed for w in tables.ways(piece, origin) if w.first and w.passed and to in w.cells)
        passed = () if takes else next(passing, ())
        turns = any(
            p.on[piece & 1] >> to & p.origins[piece & 1] >> origin & 1 or (p.touch and p.on[piece & 1] >> origin & 1)
            for p in tables.promotions[piece - FIRST]
        )
        special = len(ways) > 1 or way.style == HOP or turns or (takes and piece in tables.not_takes)
        if special or self._is_special(piece, to):
            return None
        return Step(piece, origin, between, passed, Move(origin, to), piece in tables.pawns)

    def _is_special(self, piece: int, to: int) -> bool:
        """True if a piece can never move from a cell, or wins there."""
        tables, seat = self.tables, piece & 1
        stuck = not tables.rules.immobile and tables.stuck[piece] >> to & 1
        return bool(stuck) or any(goal.cells[seat] >> to & 1 and piece in by[seat] for goal, by in tables.goals)

    def _guard(self, seat: int, cell: int) -> Guard:
        attacks = self.tables.attacks[seat][cell]
        lines: dict[int, Lines] = {}
        for ray in attacks.rays:
            for there, _ in ray:
                lines[there] = (*lines.get(there, ()), ray)
        return Guard(dict(attacks.leaps), lines)

    def _strikes_of(self, key: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
        found: list[tuple[int, ...]] = []
        for way in self.tables.ways(*key):
            if way.captures:
                found += [(cell,) for cell in way.cells] if way.style == LEAPS else [way.cells]
        return tuple(found)

    def may_capture(self, state: GeneralLegality) -> bool:
        """True if a piece of who is to move reaches an enemy, or might in passing; its king is not asked."""
        board, seat, strikes = state.board, state.turn, self.strikes
        if state.passed:
            return True
        for origin, piece in enumerate(board):
            if piece and piece & 1 == seat:
                for line in strikes[piece, origin]:
                    for cell in line:
                        there = board[cell]
                        if there:
                            if there & 1 != seat:
                                return True
                            break
        return False


@lru_cache(maxsize=64)
def usual_tables(tables: GeneralTables) -> UsualTables | None:
    """The tables of a game of which moves may be usual; None for any other."""
    rules, ends = tables.rules, tables.rules.ends
    walls = tables.has_walls or rules.gating
    duties = rules.hand is not None and rules.hand.must
    kings = tables.facing or tables.cornered or not rules.checking or tables.rests
    goals = any(goal.blocked or goal.safe or goal.reply for goal in ends.goals)
    extinction = any(rule.claim or rule.duple for rule in ends.extinction)
    if walls or duties or kings or goals or extinction or ends.line or ends.castling or not _has_one_king(tables):
        return None
    if tables.in_python or tables.has_legs or tables.restless or tables.bound:
        return None
    if any(attacks.lame or attacks.hops for seat in range(SEATS) for attacks in tables.attacks[seat]):
        return None
    return UsualTables(tables)


def _has_one_king(tables: GeneralTables) -> bool:
    """True if all that may not be left attacked are the pieces of one rule."""
    if not tables.pseudo_royal:
        return True
    (rule, by_seat), *others = tables.pseudo_royal
    return not others and not any(tables.royal) and rule.at == 0 and all(len(sets) == 1 for sets in by_seat)


def make_usual(
    state: GeneralLegality,
    parsed_moves: Sequence[ParsedMove],
    first: int,
    log: list[Move] | None,
    claims: set[int] | None,
) -> int:
    """Make moves from the one at a place on, up to the first that is not a usual one; the place of that one.

    log, claims: see `State.push_many`.
    """
    usual = usual_tables(state.tables)
    known = None if usual is None else state.known or usual.look(state)
    if usual is None or known is None:
        return first
    run = _UsualRun(state, usual, known)
    place = first
    while place < len(parsed_moves) and not run.is_over:
        step = run.step_of(parsed_moves[place])
        if step is None:
            break
        run.make(step)
        if log is not None:
            log.append(step.move)
        if run.checked and claims:
            claims.discard(place)
        place += 1
    state.known = None if run.is_over else UsualPosition(run.kings, run.checked)
    return place


class _UsualRun:
    """Usual moves made one after the other: the hot loop of most games where nothing is compiled.

    state: the position, which changes
    usual: the tables of its game
    kings, checked: as in `UsualPosition`, kept up while moves are made
    homes: the cells of kings and partners that may still castle
    explodes: true if the move that is looked at may take more than what stands where it goes, or the king with it
    is_over: true if the game has ended, or its kings stand as the tables do not have it
    """

    __slots__ = ("checked", "explodes", "homes", "is_over", "kings", "state", "usual")

    def __init__(self, state: GeneralLegality, usual: UsualTables, known: UsualPosition) -> None:
        self.state, self.usual = state, usual
        self.kings, self.checked = known
        self.homes = _homes(state)
        self.explodes = False
        self.is_over = False

    def step_of(self, parsed: ParsedMove) -> Step | None:
        """The one legal step that a text may mean; None where there is none or several, or it is not a usual move."""
        state, usual = self.state, self.usual
        seat = state.turn
        plan = parsed.plans.get(usual.keys[seat])
        if plan is None:
            plan = parsed.plans[usual.keys[seat]] = usual.plan(parsed, seat)
        taken = state.board[plan[0]]
        if taken:
            if not plan[1] or taken & 1 == seat or plan[0] in self.kings:
                return None
        elif plan[1] or plan[0] in state.passed or (usual.must_capture and usual.may_capture(state)):
            return None
        safe = self._safe(self._unblocked(plan), taken)
        return safe[0] if len(safe) == 1 else None

    def _unblocked(self, plan: MovePlan) -> list[Step]:
        """The steps of a plan whose piece stands where they begin, or is in hand, and whose way is empty."""
        board, hand = self.state.board, self.state.hand
        if plan[3]:
            return [step for step in plan[3] if hand[step[0] - FIRST]]
        steps = []
        for origin, piece, step in plan[2]:
            if board[origin] == piece:
                for cell in step[2]:
                    if board[cell]:
                        break
                else:
                    steps.append(step)
        return steps

    def _safe(self, steps: list[Step], taken: int) -> list[Step]:
        """Those of some steps that leave the mover's king safe. taken: what stands where they go."""
        state, usual = self.state, self.usual
        seat = state.turn
        if usual.explodes:
            self.explodes = bool(taken) or any(step.piece in usual.kings[seat] for step in steps)
            if self.explodes:
                return [step for step in steps if state.safe(step.move)]
        king, checked = self.kings[seat], self.checked
        if king < 0:
            return steps
        guard = usual.guards[seat ^ 1][king]
        return [
            step
            for step in steps
            if not (checked or step[1] == king or step[1] in guard[1]) or _keeps_safe(state, step, king, guard, checked)
        ]

    def make(self, step: Step) -> None:
        """Make a step, and see whether it gives check and whether the game goes on."""
        state, usual = self.state, self.usual
        if self.explodes:
            state.push_unchecked(step.move)
            known = usual.look(state)
            self.homes = _homes(state)
            self.is_over = known is None
            self.kings, self.checked = known or (self.kings, state.in_check(state.turn))
            return
        seat = state.turn
        taken = self._move(step)
        self.checked = self._gives_check(step, seat)
        if self.checked and usual.counts_checks:
            state.count_check(seat)
        if (taken and usual.counts_pieces) or (self.checked and usual.counts_checks):
            self.is_over = state.decided() is not None

    def _move(self, step: Step) -> int:
        """What `GeneralLegality.push_unchecked` does, for a step; the piece that it takes."""
        piece, origin, _, passed, move, is_pawn = step
        state, seat, to = self.state, self.state.turn, move.target
        board = state.board
        taken = board[to]
        if origin < 0:
            state.hand[piece - FIRST] -= 1
        else:
            board[origin] = EMPTY
            if origin == self.kings[seat]:
                self.kings = (to, self.kings[1]) if seat == 0 else (self.kings[0], to)
        board[to] = piece
        if taken:
            state.take_in_hand(taken)
        if taken or is_pawn:
            state.most_quiet = max(state.most_quiet, state.halfmove_clock)
            state.halfmove_clock = 0
        else:
            state.halfmove_clock += 1
        if self.homes and (origin in self.homes or to in self.homes):
            state.castles = tuple(castle for castle in state.castles if {origin, to}.isdisjoint(castle[1:]))
            self.homes = _homes(state)
        state.passed, state.victim, state.castled = passed, to, ABSENT
        state.turn = seat ^ 1
        state.fullmove_number += seat
        return taken

    def _gives_check(self, step: Step, seat: int) -> bool:
        """True if a step that was made gives check, from where it ends or along a line that it opens. seat: who made it."""
        king = self.kings[seat ^ 1]
        if king < 0:
            return False
        near, lines = self.usual.guards[seat][king]
        board, piece, origin, to = self.state.board, step.piece, step.origin, step.move.target
        return (
            (to in near and piece in near[to])
            or (to in lines and _looks_along(board, lines[to]))
            or (origin in lines and _looks_along(board, lines[origin]))
        )


def _homes(state: GeneralLegality) -> frozenset[int]:
    """The cells of kings and partners that may still castle."""
    return frozenset(cell for castle in state.castles for cell in castle[1:]) if state.castles else NO_CELLS


def _keeps_safe(state: GeneralLegality, step: Step, king: int, guard: Guard, checked: bool) -> bool:
    """True if a step leaves the mover's king safe, where he is in check, moves, or stands behind the cell that is left.

    guard: how the enemy may attack his cell. checked: whether he is in check.
    """
    board, piece, origin, to = state.board, step.piece, step.origin, step.move.target
    taken, board[to] = board[to], piece
    if origin >= 0:
        board[origin] = EMPTY
    if origin == king:
        attacked = state.attacked(to, piece & 1 ^ 1)
    elif checked:
        attacked = state.attacked(king, piece & 1 ^ 1)
    else:
        attacked = _looks_along(board, guard.lines[origin])
    board[to] = taken
    if origin >= 0:
        board[origin] = piece
    return not attacked


def _looks_along(board: Sequence[int], lines: Lines) -> bool:
    """True if the first piece on one of the lines attacks the cell where they begin."""
    for line in lines:
        for cell, pieces in line:
            there = board[cell]
            if there:
                if there in pieces:
                    return True
                break
    return False
