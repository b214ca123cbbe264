"""What an engine thinks, written into a game: evaluations, signs for mistakes, and better lines.

A move that has an evaluation is done: nothing is added to it again. So a second run changes nothing, a run that was
interrupted goes on, and evaluations of others stay. What people have written stays as it is: a move with a sign of theirs
gets no second one, and a line that begins as one of theirs is not written beside it. Our lines are variations whose first
move has an evaluation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from fairyscore.notation.engines.analysis import Analysis, EngineLine
from fairyscore.notation.engines.engine import Engine, EngineError, EngineMoveError, Question, questions
from fairyscore.notation.engines.mistakes import MoveSign, sign_of, usual_signs
from fairyscore.notation.engines.protocols import Limit
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.engines.tables import EndgameTables, OpeningBook
from fairyscore.notation.game_tree import Node, line_of, tree_of
from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import PositionError

LONGEST_LINE: Final = 12
"""Plies of a better line that are written."""

JUDGING: Final = frozenset(range(1, 10))
"""The NAGs that judge a move (PGN 10)."""


class AnnotationOptions(NamedTuple):
    """The options of annotating a game.

    limit: how far the engine thinks about each position.
    lines: how many better lines are written at a mistake, at most.
    only_evals: no signs and no lines.
    from_ply: the first ply of a game that is looked at; those before are an opening.
    signs: the table of signs.
    tables: endgame tables, which are asked before the engine.
    book: a book of openings; the moves of a game that it has are left alone.
    """

    limit: Limit
    lines: int = 1
    only_evals: bool = False
    from_ply: int = 1
    signs: tuple[MoveSign, ...] = usual_signs()
    tables: EndgameTables | None = None
    book: OpeningBook | None = None


class Annotated(NamedTuple):
    """The outcome of annotating a game.

    record: the game with what was added; None where nothing was.
    evaluations, signs, lines: how many were added.
    notes: what the engine did that makes no sense here, a sentence each.
    fault: why it ends early, where the engine cannot go on; `interrupted`: where somebody wanted that.
    refusal: why nothing was done, half a sentence.
    """

    record: Record | None = None
    evaluations: int = 0
    signs: int = 0
    lines: int = 0
    notes: tuple[str, ...] = ()
    fault: str = ""
    interrupted: bool = False
    refusal: str = ""


async def annotated(
    record: Record, engine: Engine, options: AnnotationOptions, on_position: Callable[[], None] | None = None
) -> Annotated:
    """Write what an engine thinks into a game. Cancelled, it gives what is done so far.

    on_position: called with each position that the engine has looked at.
    """
    try:
        start = Position(record.game, record.start())
    except PositionError as error:
        return Annotated(refusal=str(error))
    if len(record.game.seats) > 2:
        return Annotated(refusal="scores are for two players")
    work = _Annotating(record, start, engine, options, on_position)
    refusal = fault = ""
    interrupted = False
    try:
        if work.has_work():
            refusal = await engine.refusal(record.game)
            if not refusal:
                await work.run()
    except asyncio.CancelledError:
        interrupted = True
    except EngineError as error:
        fault = str(error)
    return work.result(fault, refusal, interrupted=interrupted)


class _Annotating:
    """Goes along a game. Positions are numbered by the plies before them."""

    def __init__(
        self,
        record: Record,
        start: Position,
        engine: Engine,
        options: AnnotationOptions,
        on_position: Callable[[], None] | None,
    ) -> None:
        self._record = record
        self._root = tree_of(record.line, start)
        self._engine = engine
        self._options = options
        self._on_position = on_position
        self._white = start.variant.seats[0]
        self._nodes: list[Node] = [self._root] if self._root.next is None else [self._root, *self._root.next.line()]
        self._questions: Sequence[Question] = ()
        self._scores: dict[int, EngineScore | None] = {}
        self._found: dict[int, Analysis] = {}
        self._evaluations = self._signs = self._lines = 0
        self._notes: list[str] = []
        known = options.book.plies([node.move for node in self._nodes[1:]]) if options.book is not None else 0
        self._first = max(1, options.from_ply, known + 1)

    def has_work(self) -> bool:
        """True if a move lacks what is wanted, as far as that shows without an engine."""
        plies = range(self._first, len(self._nodes))
        return any(self._stated(ply) is None or self._lacks_sign(ply) for ply in plies)

    async def run(self) -> None:
        """Look at each move. What is added to one is added at once, so that nothing is half done."""
        moves = [node.move for node in self._nodes[1:]]
        self._questions = list(questions(moves, self._nodes[-1].position, self._engine.protocol))
        for ply in range(self._first, len(self._nodes)):
            if self._stated(ply) is None or self._lacks_sign(ply):
                await self._look_at(ply)

    async def _look_at(self, ply: int) -> None:
        node, is_new = self._nodes[ply], self._stated(ply) is None
        before = await self._score(ply - 1) if is_new and not self._options.only_evals else self._stated(ply - 1)
        after = await self._score(ply)
        sign = None if self._options.only_evals else self._sign(ply, before, after)
        better = await self._better_lines(ply) if sign is not None and sign.line else []
        if is_new and after is not None:
            node.eval = after.evaluation(self._white)
            self._scores[ply] = after
            self._evaluations += 1
        if sign is not None and not self._is_signed(ply):
            node.nags.insert(0, sign.nag)
            self._signs += 1
        for line in better:
            self._write(line, node)
            self._lines += 1

    def _sign(self, ply: int, before: EngineScore | None, after: EngineScore | None) -> MoveSign | None:
        """The sign of a move, where both scores are known."""
        if before is None or after is None:
            return None
        mover = self._nodes[ply - 1].position.turn
        return sign_of(before.of(mover), after.of(mover), self._options.signs)

    def _lacks_sign(self, ply: int) -> bool:
        """True if a move has evaluations around it and deserves a sign, but has none."""
        if self._options.only_evals or self._is_signed(ply):
            return False
        return self._sign(ply, self._stated(ply - 1), self._stated(ply)) is not None

    def _is_signed(self, ply: int) -> bool:
        signs = JUDGING.union(sign.nag for sign in self._options.signs)
        return not signs.isdisjoint(self._nodes[ply].nags)

    # -- scores -------------------------------------------------------------------------------------------------------

    def _stated(self, ply: int) -> EngineScore | None:
        """The score of a position that the record states, or that the rules give at the end of a game."""
        if ply not in self._scores:
            position, stated = self._nodes[ply].position, self._nodes[ply].eval
            outcome = position.outcome
            if outcome is not None:
                won = outcome.winner
                self._scores[ply] = EngineScore(won, mate=1) if won else EngineScore(position.turn, centipawns=0)
            else:
                self._scores[ply] = None if stated is None else EngineScore.stated(stated, self._white)
        return self._scores[ply]

    async def _score(self, ply: int) -> EngineScore | None:
        """The same, or what the tables know, or what the engine gives."""
        stated, tables = self._stated(ply), self._options.tables
        if stated is None and tables is not None:
            stated = tables.score(self._nodes[ply].position)
        if stated is not None:
            return stated
        analysis = await self._analysis(ply)
        return None if analysis is None else analysis.score

    async def _analysis(self, ply: int) -> Analysis | None:
        """The engine's analysis of a position; None where that makes no sense."""
        if ply not in self._found:
            try:
                found = await self._engine.answer(self._questions[ply], self._options.limit, self._options.lines)
            except EngineMoveError as fault:
                self._notes.append(f"after ply {ply}: {fault}")
                return None
            self._found[ply] = found
            if self._on_position is not None:
                self._on_position()
            if found.move is None:
                self._notes.append(f"after ply {ply}: {self._engine.name} takes the game for over")
            refused = (line.refusal for line in found.lines if line.refusal)
            self._notes += [f"after ply {ply}: {self._engine.name} gives a line with {why}" for why in refused]
        analysis = self._found[ply]
        return None if analysis.move is None else analysis

    # -- lines --------------------------------------------------------------------------------------------------------

    async def _better_lines(self, ply: int) -> list[EngineLine]:
        """The lines in place of a move that are not written yet."""
        node = self._nodes[ply]
        if any(line.eval is not None for line in node.variations):
            return []
        known = {node.move.raw, *(line.move.raw for line in node.variations)}
        return [line for line in await self._best_lines(ply - 1) if line.raw and line.raw[0] not in known]

    async def _best_lines(self, ply: int) -> Sequence[EngineLine]:
        """The best lines from a position, of the tables, else of the engine."""
        tables = self._options.tables
        line = None if tables is None else tables.line(self._nodes[ply].position)
        if line is not None:
            return [line]
        analysis = await self._analysis(ply)
        return () if analysis is None else analysis.lines

    def _write(self, line: EngineLine, node: Node) -> None:
        first, *others = line.raw[:LONGEST_LINE]
        written = node.add_variation(node.before.legal_move(first))
        written.eval = line.score.evaluation(self._white)
        for raw in others:
            written = written.add(written.position.legal_move(raw))

    def result(self, fault: str, refusal: str, *, interrupted: bool) -> Annotated:
        """The outcome of annotating the game."""
        done = self._evaluations, self._signs, self._lines
        record = replace(self._record, line=line_of(self._root)) if any(done) else None
        return Annotated(record, *done, tuple(self._notes), fault, interrupted, refusal)
