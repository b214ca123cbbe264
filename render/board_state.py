"""A game as the positions it goes through, each with what a picture of it shows: the last move, check, captured
pieces, marks.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> record = Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)), Ply(Move(28, 35)))))
>>> [(moment.ply, moment.said, moment.captured) for moment in moments(record)][-1]
(3, '2. exd5', ((1, 0),))
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import compress, count
from operator import ne
from typing import NamedTuple

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import marks as marks_of
from fairyscore.notation.records.tree import Comment, Ply, Record, numbered, settle
from fairyscore.notation.replay.compiled import outcome_of
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.render.marks import BoardMarks
from fairyscore.render.routes import move_path

Piece = tuple[int, int]
"""Seat and kind, as `State.piece_at` has them."""


NO_MARKS = BoardMarks()


class BoardState(NamedTuple):
    """A position in a game. state: its table, which nobody changes. outcome: how the game has ended there, if it has.
    notes: what a replay says of it (`State.notes`). changed: the cells that do not hold the same as before the last move.

    ply: moves made so far; said: the last one with its number, in the usual notation; throw: the dice it was made with.
    captured: the pieces taken so far, in that order.
    """

    variant: Variant
    state: State
    ply: int = 0
    said: str = ""
    throw: int = 0
    captured: tuple[Piece, ...] = ()
    marks: BoardMarks = NO_MARKS
    outcome: Outcome | None = None
    notes: tuple[str, ...] = ()
    changed: tuple[int, ...] = ()

    @classmethod
    def of(cls, position: Position, marks: BoardMarks = NO_MARKS) -> BoardState:
        """A position of which nobody knows how it came about."""
        return cls(position.variant, position.state, marks=marks, outcome=position.outcome, notes=position.notes)

    @property
    def position(self) -> Position:
        """The position as a value for programs."""
        return Position(self.variant, self.state)


def moment(position: Position) -> BoardState:
    """A position of which nobody knows how it came about."""
    return BoardState.of(position, BoardMarks(checked=position.variant.scenery.checked(position.state)))


def moments(record: Record, wanted: Container[int] | None = None) -> Iterator[BoardState]:
    """The start of a game, and what it is after each ply of its main line; only the plies wanted, where that is said.

    Raises `PositionError` where the tag FEN is nonsense.
    """
    now = beginning(record)
    if wanted is None or 0 in wanted:
        yield now
    for number, ply in enumerate(record.line.plies, 1):
        if wanted is None or number in wanted:
            now = after(now, ply)
            yield now
        else:
            now = _passed_over(now, ply.move)


def beginning(record: Record) -> BoardState:
    """The start of a game. Raises `PositionError` where the tag FEN is nonsense."""
    state = record.start()
    marks = BoardMarks(checked=record.game.scenery.checked(state))
    marks = _with_comments(marks, record.line.intro, record.game)
    return BoardState(record.game, state, marks=marks, outcome=state.copy().outcome(), notes=state.notes())


def before_move(shown: BoardState, move: Move) -> State:
    """The table on which a move of a record is made: whoever is to move and cannot has left it (`settle`)."""
    piece = shown.state.piece_at(move.origin) if move.origin >= 0 else None
    if piece is None or piece[0] == shown.state.turn:
        return shown.state
    table = shown.state.copy()
    settle(table, move)
    return table


def _passed_over(before: BoardState, move: Move) -> BoardState:
    """As `after`, for a position that nobody looks at."""
    game, state = before.variant, before_move(before, move)
    table = state.copy()
    table.push_unchecked(move)
    table.outcome()
    return BoardState(game, table, before.ply + 1, captured=before.captured + _taken(state, move, game))


def after(before: BoardState, ply: Ply, said: str = "", state: State | None = None) -> BoardState:
    """What a move makes of a position. said: the move with its number in the usual notation of the game, if it is known.

    state: the table on which it is made, if that is known (`before_move`).
    """
    game, move = before.variant, ply.move
    state = state or before_move(before, move)
    table = state.copy()
    table.push_unchecked(move)
    outcome = outcome_of(game, table)
    marks = BoardMarks(move_path(game, state, move), checked=game.scenery.checked(table))
    return BoardState(
        game,
        table,
        before.ply + 1,
        said or f"{numbered(state)} {game.writing.notations[0].write(state, move, game)}",
        move.throw,
        before.captured + _taken(state, move, game),
        _with_comments(marks, ply.comments, game) if ply.behind else marks,
        outcome,
        table.notes(),
        _changed(state, table, move),
    )


def _changed(before: State, after: State, move: Move) -> tuple[int, ...]:
    """The cells that do not hold the same: mostly those of the move, so that is tried before all are compared."""
    old, new = before.mailbox(), after.mailbox()
    if move.origin != move.target and NOT_SAID not in move[:2]:
        one, other = ends = (move.origin, move.target) if move.origin < move.target else (move.target, move.origin)
        rest = list(new)
        rest[one], rest[other] = old[one], old[other]
        if rest == old and new[one] != old[one] and new[other] != old[other]:
            return ends
    return tuple(compress(count(), map(ne, old, new)))


def last(record: Record) -> BoardState:
    """What a game comes to."""
    return next(moments(record, (len(record.line.plies),)))


def move_marks(state: State, move: Move, game: Variant) -> BoardMarks:
    """A move as the marks of a last one; asked before it is made."""
    return BoardMarks(path=move_path(game, state, move))


def _with_comments(marks: BoardMarks, comments: tuple[Comment, ...], game: Variant) -> BoardMarks:
    """The marks with those that the comments of a move say (`[%csl]`, `[%cal]`)."""
    found = [marks_of(comment, game) for comment in comments if "[%" in comment.text]
    fields = tuple(field for said in found for field in said.fields)
    arrows = tuple(arrow for said in found for arrow in said.arrows)
    return marks._replace(fields=fields, arrows=arrows) if found else marks


def _taken(state: State, move: Move, game: Variant) -> tuple[Piece, ...]:
    """The piece that a move captures; asked before it is made."""
    if NOT_SAID in (move.origin, move.target) or not state.takes(move):
        return ()
    piece = state.piece_at(move.target)
    return _passed(state, move, game) if piece is None else (piece,)


def _passed(state: State, move: Move, game: Variant) -> tuple[Piece, ...]:
    """The piece that is taken in passing: he stands beside the target, and nobody stands there afterwards."""
    after = state.copy()
    after.push_unchecked(move)
    for cell in range(len(game.board.cells)):
        piece = state.piece_at(cell)
        if piece is not None and cell != move.origin and after.piece_at(cell) is None:
            return (piece,)
    return ()
