"""A walk along the main line of a game: its positions and what stands on the board, played as far as somebody asks."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress, groupby
from typing import Any, Final, cast

from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_setup import position_of
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import MoveLine, Ply, Record, settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import PASSING, Move
from fairyscore.notation.rules.state import LineChange, State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.stats.openings import MOVE

Standing = tuple[int, int] | None
"""Seat and type of the piece on a cell, None for none."""


MoveNumbers = Move | tuple[int, ...]
"""The numbers of a move."""

_PASSING: Final = MOVE.pack(*PASSING)

PGN: Final = "pgn"

MOST_JUMPS: Final = 4
"""So many positions of a game are made each by itself; who asks for more gets them one after the other."""


@lru_cache(maxsize=64)
def _usual_board(game: Variant) -> tuple[Standing, ...]:
    """The pieces on the cells at the usual start of a game."""
    start = game.initial_state()
    return tuple(start.piece_at(cell) for cell in range(len(game.board.cells)))


def result_of(verdict: Verdict) -> str:
    """The result of a game, as its moves end, else of the tag."""
    result, game = verdict.result or "*", verdict.game
    if result == "*" and game is not None:
        result = normal_result(verdict.tags.get("Result", "*"), len(game.seats)) or "*"
    return result


class Walk:
    """The main line of a game as far as it is legal.

    game: its variant, None where that is unknown. tags: of the record. plies: how many it has.
    result: as the moves end, else of the tag. ended_by: why it ended by the rules, empty where it did not.
    findings: what is wrong with the record. has_comments: whether there may be comments.
    known: answers to conditions on the whole game. memory: answers by ply, as their owners keep them.
    """

    def __init__(
        self,
        game: Variant | None,
        start: State | None = None,
        moves: Sequence[MoveNumbers] | bytes = (),
        *,
        tags: Mapping[str, str] | None = None,
        line: Callable[[], MoveLine] = MoveLine,
        has_comments: bool = False,
        result: str = "*",
        ended_by: str = "",
        findings: Sequence[Diagnostic] = (),
        plies: int | None = None,
        usual: bool = False,
    ) -> None:
        self.game = game
        self.tags = tags or {}
        self._packed = moves if isinstance(moves, bytes) else None
        if not isinstance(moves, bytes):
            self.moves = moves
        self.plies = len(moves) if plies is None else plies
        self.result = result
        self.ended_by = ended_by
        self.findings = findings
        self.answers: dict[object, bool] = {}
        self.memory: dict[object, dict[int, bool]] = {}
        self._made_line = line
        self.has_comments = has_comments
        self._usual = usual
        self._states: list[State] = [] if start is None else [start]
        self._boards: list[list[Standing]] = []
        self._jumps: dict[int, State] = {}
        self._sweeps: dict[object, Sweep] = {}
        self._settles = game is not None and len(game.seats) > 2
        if self._settles and start is not None:
            start.outcome()

    @classmethod
    def of(cls, verdict: Verdict) -> Walk:
        """The walk along a game that was judged."""
        game, scanned = verdict.game, verdict.scanned
        record = verdict.record if scanned is None else None
        moves: Sequence[MoveNumbers] | bytes = ()
        start = None
        usual = False
        if record is not None:
            start = verdict.start()
            moves = [ply.move for ply in record.line.plies]
        elif scanned is not None and game is not None:
            position = scanned.tags.get("FEN", "")
            usual = position in UNKNOWN
            start = game.initial_state() if usual else position_of(game, position)
            moves = scanned.moves
        return cls(
            game,
            start,
            moves,
            tags=verdict.tags,
            line=lambda: MoveLine() if verdict.record is None else verdict.record.line,
            has_comments=verdict.form != PGN or any(sign in verdict.game_text.text for sign in "{;"),
            result=result_of(verdict),
            ended_by="" if verdict.outcome is None else verdict.outcome.reason,
            findings=verdict.findings,
            plies=verdict.plies if record is None else None,
            usual=usual,
        )

    @classmethod
    def along(cls, record: Record, ended_by: str = "", findings: Sequence[Diagnostic] = ()) -> Walk:
        """The walk along a game that is a record. Raises `PositionError` where its tag FEN makes no sense."""
        return cls(
            record.game,
            record.start(),
            [ply.move for ply in record.line.plies],
            tags=dict(record.tags),
            line=lambda: record.line,
            has_comments=True,
            result=record.result,
            ended_by=ended_by,
            findings=findings,
        )

    @property
    def begins(self) -> bool:
        """True if it has a position to start from."""
        return bool(self._states)

    @cached_property
    def moves(self) -> Sequence[MoveNumbers]:
        """The moves of the main line, in numbers."""
        return list(MOVE.iter_unpack(self._packed or b""))

    def begins_with(self, moves: Sequence[Move]) -> bool:
        """True if the main line begins with some moves, from the start of the variant."""
        if self._packed is not None and self._usual:
            return self._packed.startswith(b"".join(MOVE.pack(*move) for move in moves))
        if list(self.moves[: len(moves)]) != moves or not self._states or self.game is None:
            return False
        return position_number(self._states[0]) == position_number(self.game.initial_state())

    def state(self, ply: int) -> State:
        """The position after so many plies. It is not to be changed."""
        if len(self._states) <= ply and len(self._jumps) < MOST_JUMPS:
            jumped = self._jumps.get(ply) or self._jump(ply)
            if jumped is not None:
                return jumped
        states = self._states
        while len(states) <= ply:
            state, move = states[-1].copy(), self.move(len(states))
            settle(state, move)
            state.push_unchecked(move)
            if self._settles:
                state.outcome()  # who is to move and cannot leaves now (K-5)
            states.append(state)
        return states[ply]

    def _jump(self, ply: int) -> State | None:
        """A position of which the compiled core alone makes the moves before it; None where it does not."""
        found = None if self._settles else self._states[0].states_before(cast(Any, self.moves), [ply])
        if found is None:
            return None
        self._jumps[ply] = found[0]
        return found[0]

    def move(self, ply: int) -> Move:
        """The move that led to a position, by its number of plies, from 1."""
        return Move(*self.moves[ply - 1])

    def mover_state(self, ply: int) -> State:
        """The position before a ply, with its player to move: those before him who cannot move have left."""
        state = self.state(ply - 1)
        if self._settles:
            state = state.copy()
            settle(state, self.move(ply))
        return state

    @cached_property
    def changes(self) -> list[LineChange] | None:
        """The changes of each move; None where the compiled core does not tell them."""
        if self._settles or not self._states or PASSING in self.moves:
            return None
        return self._states[0].copy().line_changes(cast(Any, self.moves))

    def start_board(self) -> list[Standing]:
        """The pieces on the cells at the start; a list of its own."""
        assert self.game is not None
        if self._usual:
            return list(_usual_board(self.game))
        start = self._states[0]
        return [start.piece_at(cell) for cell in range(len(self.game.board.cells))]

    def board(self, ply: int) -> list[Standing]:
        """The pieces on the cells after so many plies. The list is not to be changed."""
        boards, changes = self._boards, self.changes
        if not boards:
            boards.append(self.start_board())
        while len(boards) <= ply:
            if changes is None:
                state = self.state(len(boards))
                boards.append([state.piece_at(cell) for cell in range(len(boards[0]))])
                continue
            board = boards[-1][:]
            for cell, _, after in changes[len(boards) - 1][0]:
                board[cell] = after
            boards.append(board)
        return boards[ply]

    def sweep(self, key: object, make: Callable[[Walk], Sweep]) -> Sweep:
        """The sweep of a condition, made when it is first asked for."""
        found = self._sweeps.get(key)
        if found is None:
            found = self._sweeps[key] = make(self)
        return found

    @cached_property
    def numbers(self) -> list[int]:
        """A number for each position; the same for those that count as repetitions of each other."""
        found = None if self._settles else self._states[0].line_hashes(cast(Any, self.moves))
        if found is not None:
            return found
        return [position_number(self.state(ply)) for ply in range(self.plies + 1)]

    def summary(self) -> tuple[bytes, list[bytes]]:
        """Its numbers, eight bytes each, and how many pieces are on the board each time that changes; see
        `rules.state.State.line_summary`."""
        packed = b"".join(MOVE.pack(*move) for move in self.moves) if self._packed is None else self._packed
        plain = not self._settles and _PASSING not in packed
        found = self._states[0].line_summary(packed) if plain else None
        if found is not None:
            return found
        assert self.game is not None
        kinds, seats = range(len(self.game.piece_types)), range(len(self.game.seats))
        pieces = [(seat, kind) for kind in kinds for seat in seats]
        counts = (Counter(self.board(ply)) for ply in range(self.plies + 1))
        material = [bytes(count[piece] for piece in pieces) for count in counts]
        return array("Q", self.numbers).tobytes(), [key for key, _ in groupby(material)]

    def is_check(self, ply: int) -> bool:
        """True if who is to move after so many plies is in check."""
        if ply and self.changes is not None:
            return self.changes[ply - 1][1] >= 0
        assert self.game is not None
        return bool(self.game.scenery.checked(self.state(ply)))

    def written(self, ply: int) -> Ply | None:
        """The ply as the record has it, with comments and NAGs; None for the start."""
        return self.line.plies[ply - 1] if ply else None

    @cached_property
    def line(self) -> MoveLine:
        """The main line as the record has it, with comments, NAGs and variations."""
        return self._made_line()


# -- conditions on the board, ply by ply ----------------------------------------------------------------------------------


class Sweep:
    """The truth of a condition on the board, ply by ply. It is asked anew only where a move changes what it looks at."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._truths: list[bool] = []

    def at(self, ply: int) -> bool:
        """Its truth after so many plies."""
        truths = self._truths
        if len(truths) <= ply and self._walk.changes is not None:
            truths = self._truths = self._by_changes(self._walk.changes)
        while len(truths) <= ply:
            truths.append(self._on_board(self._walk.board(len(truths))))
        return truths[ply]

    def plies(self) -> Iterator[int]:
        """The plies at which it is true."""
        plies = range(self._walk.plies + 1)
        if self._walk.changes is None:
            return filter(self.at, plies)
        self.at(0)
        return compress(plies, self._truths)

    def _on_board(self, board: list[Standing]) -> bool:
        """Its truth on a board."""
        raise NotImplementedError

    def _by_changes(self, changes: list[LineChange]) -> list[bool]:
        """Its truth after each ply of the whole game, by what the moves change."""
        raise NotImplementedError


class CellSweep(Sweep):
    """A condition on what stands on some cells."""

    def __init__(self, walk: Walk, cells: frozenset[int], test: Callable[[list[Standing]], bool]) -> None:
        super().__init__(walk)
        self._cells = cells
        self._test = test

    def _on_board(self, board: list[Standing]) -> bool:
        return self._test(board)

    def _by_changes(self, changes: list[LineChange]) -> list[bool]:
        board, cells, test = self._walk.start_board(), self._cells, self._test
        truth = test(board)
        truths = [truth]
        for changed, _ in changes:
            concerns = False
            for cell, _, after in changed:
                if cell in cells:
                    concerns = True
                    board[cell] = after
            if concerns:
                truth = test(board)
            truths.append(truth)
        return truths


class MaterialSweep(Sweep):
    """A condition on how many pieces of each seat and type are on the board. most: it is false where there are more."""

    def __init__(self, walk: Walk, test: Callable[[Counter[Standing]], bool], most: int) -> None:
        super().__init__(walk)
        self._test = test
        self._most = most

    def _on_board(self, board: list[Standing]) -> bool:
        return self._test(Counter(board))

    def _by_changes(self, changes: list[LineChange]) -> list[bool]:
        count, test = Counter(self._walk.start_board()), self._test
        fewest_empty = count.total() - self._most
        truth = test(count)
        truths = [truth]
        for changed, _ in changes:
            if len(changed) == 2:
                (_, one_before, one_after), (_, other_before, other_after) = changed
                if one_before == other_after and other_before == one_after:  # a piece goes to an empty cell
                    truths.append(truth)
                    continue
            for _, before, after in changed:
                count[before] -= 1
                count[after] += 1
            truth = count[None] >= fewest_empty and test(count)
            truths.append(truth)
        return truths
