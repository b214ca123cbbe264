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
from dataclasses import dataclass, replace

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import marks as marks_of
from fairyscore.notation.records.tree import Comment, Ply, Record, numbered, settle
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.render.marks import BoardMarks
from fairyscore.render.routes import move_path

Piece = tuple[int, int]
"""Seat and kind, as `State.piece_at` has them."""


NO_MARKS = BoardMarks()


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position in a game.

    ply: moves made so far; said: the last one with its number, in the usual notation; throw: the dice it was made with.
    captured: the pieces taken so far, in that order.
    """

    position: Position
    ply: int = 0
    said: str = ""
    throw: int = 0
    captured: tuple[Piece, ...] = ()
    marks: BoardMarks = NO_MARKS


def moment(position: Position) -> BoardState:
    """A position of which nobody knows how it came about."""
    return BoardState(position, marks=BoardMarks(checked=position.variant.scenery.checked(position.state)))


def moments(record: Record, wanted: Container[int] | None = None) -> Iterator[BoardState]:
    """The start of a game, and what it is after each ply of its main line; only the plies wanted, where that is said.

    Raises `PositionError` where the tag FEN is nonsense.
    """
    game, state = record.game, record.start()
    captured: tuple[Piece, ...] = ()
    if wanted is None or 0 in wanted:
        yield beginning(record, state)
    for number, ply in enumerate(record.line.plies, 1):
        settle(state, ply.move)
        if wanted is None or number in wanted:
            now = after(BoardState(Position(game, state), number - 1, captured=captured), state, ply, game)
            captured = now.captured
            yield now
        else:
            captured += _taken(state, ply.move, game)
        state.push_unchecked(ply.move)
        state.outcome()


def beginning(record: Record, state: State) -> BoardState:
    """The start of a game, on the table of which it begins."""
    marks = BoardMarks(checked=record.game.scenery.checked(state))
    return BoardState(Position(record.game, state.copy()), marks=_with_comments(marks, record.line.intro, record.game))


def after(before: BoardState, state: State, ply: Ply, game: Variant) -> BoardState:
    """What a move makes of a position. state: the table before the move, settled; it is not changed."""
    move = ply.move
    table = state.copy()
    table.push_unchecked(move)
    table.outcome()
    marks = replace(move_marks(state, move, game), checked=game.scenery.checked(table))
    return BoardState(
        Position(game, table),
        before.ply + 1,
        _said(state, move, game),
        move.throw,
        before.captured + _taken(state, move, game),
        _with_comments(marks, ply.comments, game),
    )


def last(record: Record) -> BoardState:
    """What a game comes to."""
    return next(moments(record, (len(record.line.plies),)))


def _said(state: State, move: Move, game: Variant) -> str:
    return f"{numbered(state)} {game.writing.notations[0].write(state, move, game)}"


def move_marks(state: State, move: Move, game: Variant) -> BoardMarks:
    """A move as the marks of a last one; asked before it is made."""
    return BoardMarks(path=move_path(game, state, move))


def _with_comments(marks: BoardMarks, comments: tuple[Comment, ...], game: Variant) -> BoardMarks:
    """The marks with those that the comments of a move say (`[%csl]`, `[%cal]`)."""
    found = [marks_of(comment, game) for comment in comments if "[%" in comment.text]
    fields = tuple(field for said in found for field in said.fields)
    arrows = tuple(arrow for said in found for arrow in said.arrows)
    return replace(marks, fields=fields, arrows=arrows) if found else marks


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
