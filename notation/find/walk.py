"""A walk along the main line of a game: its positions and what stands on the board, played as far as somebody asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_setup import position_of
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import MoveLine, Ply, settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import PASSING, Move
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.stats.openings import MOVE

Standing = tuple[int, int] | None
"""Seat and type of the piece on a cell, None for none."""


class Walk:
    """The main line of a game as far as it is legal.

    game: its variant, None where that is unknown. tags: of the record. moves: of the main line.
    result: as the moves end, else of the tag. outcome: how it ended by the rules. findings: what is wrong with the record.
    known: answers to conditions on the whole game. memory: answers by ply, as their owners keep them.
    """

    def __init__(
        self,
        game: Variant | None,
        start: State | None = None,
        moves: Sequence[Move] = (),
        *,
        tags: Mapping[str, str] | None = None,
        line: MoveLine | None = None,
        result: str = "*",
        outcome: Outcome | None = None,
        findings: Sequence[Diagnostic] = (),
        plies: int | None = None,
    ) -> None:
        self.game = game
        self.tags = tags or {}
        self.moves = moves
        self.plies = len(moves) if plies is None else plies
        self.result = result
        self.outcome = outcome
        self.findings = findings
        self.known: dict[object, bool] = {}
        self.memory: dict[object, dict[int, bool]] = {}
        self._line = line
        self._states: list[State] = [] if start is None else [start]
        self._boards: list[list[Standing]] = []
        self._settles = game is not None and len(game.seats) > 2
        if self._settles and start is not None:
            start.outcome()

    @classmethod
    def of(cls, verdict: Verdict) -> Walk:
        """The walk along a game that was judged."""
        game, scanned = verdict.game, verdict.scanned
        record = verdict.record if scanned is None else None
        result = verdict.result or "*"
        if result == "*" and game is not None:
            result = normal_result(verdict.tags.get("Result", "*"), len(game.seats)) or "*"
        moves: Sequence[Move] = ()
        line = None
        start = None
        if record is not None:
            line, start = record.line, verdict.start()
            moves = [ply.move for ply in line.plies]
        elif scanned is not None and game is not None:
            position = scanned.tags.get("FEN", "")
            start = game.initial_state() if position in UNKNOWN else position_of(game, position)
            moves = [Move(*numbers) for numbers in MOVE.iter_unpack(scanned.moves)]
        return cls(
            game,
            start,
            moves,
            tags=verdict.tags,
            line=line,
            result=result,
            outcome=verdict.outcome,
            findings=verdict.findings,
            plies=verdict.plies if record is None else None,
        )

    @property
    def begins(self) -> bool:
        """Whether it has a position to start from."""
        return bool(self._states)

    def state(self, ply: int) -> State:
        """The position after so many plies. It is not to be changed."""
        states = self._states
        while len(states) <= ply:
            state, move = states[-1].copy(), self.moves[len(states) - 1]
            settle(state, move)
            state.push_unchecked(move)
            if self._settles:
                state.outcome()  # who is to move and cannot leaves now (K-5)
            states.append(state)
        return states[ply]

    def mover_state(self, ply: int) -> State:
        """The position before a ply, with its player to move: those before him who cannot move have left."""
        state = self.state(ply - 1)
        if self._settles:
            state = state.copy()
            settle(state, self.moves[ply - 1])
        return state

    def board(self, ply: int) -> list[Standing]:
        """What stands on each cell after so many plies."""
        if not self._boards:
            self._boards = self._boards_by_changes() or []
        boards = self._boards
        while len(boards) <= ply:
            state = self.state(len(boards))
            assert self.game is not None
            boards.append([state.piece_at(cell) for cell in range(len(self.game.board.cells))])
        return boards[ply]

    def _boards_by_changes(self) -> list[list[Standing]] | None:
        """All boards, where the compiled core tells what the moves change."""
        if PASSING in self.moves or not self._states or self.game is None:
            return None
        start = self._states[0]
        board = [start.piece_at(cell) for cell in range(len(self.game.board.cells))]
        line = start.copy().line_changes(self.moves)
        if line is None:
            return None
        boards = [board]
        for changes, _ in line:
            board = board[:]
            for cell, _, after in changes:
                board[cell] = after
            boards.append(board)
        return boards

    @cached_property
    def numbers(self) -> list[int]:
        """A number for each position; the same for those that count as repetitions of each other."""
        found = self._states[0].line_hashes(self.moves)
        if found is not None:
            return found
        return [position_number(self.state(ply)) for ply in range(self.plies + 1)]

    def is_check(self, ply: int) -> bool:
        """Whether who is to move after so many plies is in check."""
        assert self.game is not None
        return bool(self.game.scenery.checked(self.state(ply)))

    def written(self, ply: int) -> Ply | None:
        """The ply as the record has it, with comments and NAGs; None for the start."""
        return None if self._line is None or not ply else self._line.plies[ply - 1]

    @property
    def line(self) -> MoveLine:
        """The main line as the record has it."""
        return self._line or MoveLine()
