"""A game as the positions it goes through, each with what a picture of it shows: the last move, check, captured
pieces, marks.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> record = Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)), Ply(Move(28, 35)))))
>>> [(moment.ply, moment.move_text, moment.captured) for moment in moments(record)][-1]
(3, '2. exd5', ((1, 0),))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress, count, islice
from operator import ne
from typing import Final

from fairyscore.notation.boards import Board
from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import marks as marks_of
from fairyscore.notation.records.tree import Comment, Ply, Record, numbered, settle
from fairyscore.notation.rules.moves import ABSENT, PASSING, Move
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reachability import Reach
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Scenery, Variant
from fairyscore.render.idiom import notation_here
from fairyscore.render.marks import BoardMarks
from fairyscore.render.routes import MovePath, move_path, only_path

Piece = tuple[int, int]  # seat and kind, as `State.piece_at` has them
Hands = tuple[tuple[tuple[int, int], ...], ...]  # by player, pairs of a kind and how many of it
Change = tuple[int, Piece | None, Piece | None]  # a cell, who stood on it before a move, and who stands there after it
NEVER_GONE: Final = Scenery().gone  # what games have whose board stays as it is

NO_MARKS = BoardMarks()


@dataclass(slots=True, eq=False)
class BoardState:
    """A position in a game.

    table: the position, which nobody changes; None where it is made of `before` and `move` when `state` is asked for.
    ply: moves made so far. move, seat: the last one, and who made it; number, text: of the line, in the notation that is
    shown (`idiom`). changes: what it did to cells. news: what the rules brought about beside it, as `State.notes` say it.
    captured: the pieces taken so far, in that order. outcome: how the game has ended there, if it has. notes: what a replay
    says of the position.
    """

    variant: Variant
    table: State | None
    marks: BoardMarks = NO_MARKS
    outcome: FinalScore | None = None
    notes: tuple[str, ...] = ()
    ply: int = 0
    before: BoardState | None = None
    move: Move = PASSING
    seat: int = 0
    number: str = ""
    text: str = ""
    changes: tuple[Change, ...] = ()
    captured: tuple[Piece, ...] = ()
    news: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position, marks: BoardMarks = NO_MARKS) -> BoardState:
        """A position of which nobody knows how it came about."""
        return cls(position.variant, position.state, marks, position.state.copy().outcome(), position.notes)

    @property
    def state(self) -> State:
        """The table of the position."""
        if self.table is None:
            moves, here = [], self
            while here.table is None:
                moves.append(here.move)
                assert here.before is not None
                here = here.before
            self.table = here.table.copy()
            for move in reversed(moves):
                self.table.push_unchecked(move)
        return self.table

    @property
    def turn(self) -> int:
        """Who is to move."""
        return 1 - self.seat if self.table is None else self.table.turn  # the kernel knows games of two only

    @property
    def hands(self) -> Hands:
        """By player the kinds of pieces in hand, and how many there are of each; nothing in games without hands."""
        if not self.variant.rules.hands:
            return ()
        held = (Counter(self.state.hand_of(seat)) for seat in range(len(self.variant.seats)))
        return tuple(tuple(kinds.items()) for kinds in held)

    @property
    def lost(self) -> tuple[Piece, ...]:
        """The pieces that captures have taken out of the game, in that order; those that come to a hand are in it still."""
        return () if self.variant.rules.keeps_captures else self.captured

    @property
    def position(self) -> Position:
        """The position as a value for programs."""
        return Position(self.variant, self.state)

    @property
    def move_text(self) -> str:
        """The last move with its number, empty at the start."""
        return f"{self.number} {self.text}" if self.text else ""

    @property
    def gone(self) -> tuple[int, ...]:
        """The cells that are no longer there."""
        gone = self.variant.scenery.gone
        return () if gone is NEVER_GONE else gone(self.state)


def moment(position: Position) -> BoardState:
    """A position of which nobody knows how it came about."""
    return BoardState.of(position, BoardMarks(checked=position.variant.scenery.checked(position.state)))


def annotated(position: Position, comments: Iterable[str]) -> BoardState:
    """The same with what comments mark on the board (`[%csl]`, `[%cal]`)."""
    marks = BoardMarks(checked=position.variant.scenery.checked(position.state))
    words = tuple(Comment(text) for text in comments)
    return BoardState.of(position, _with_comments(marks, words, position.variant))


def moments(record: Record, wanted: Container[int] | None = None) -> Iterator[BoardState]:
    """The start of a game, and what it is after each ply of its main line; only the plies wanted, where those are given.

    Raises `PositionError` where the tag FEN is nonsense.
    """
    start = beginning(record)
    every = enumerate(chain((start,), following(start, record.line.plies)))
    return (now for number, now in every if wanted is None or number in wanted)


def beginning(record: Record) -> BoardState:
    """The start of a game. Raises `PositionError` where the tag FEN is nonsense."""
    game, state = record.game, record.start()
    marks = _with_comments(BoardMarks(checked=game.scenery.checked(state)), record.line.intro, game)
    return BoardState(game, state, marks, state.copy().outcome(), state.notes())


def before_move(shown: BoardState, move: Move) -> State:
    """The table on which a move of a record is made: whoever is to move and cannot has left it (`settle`)."""
    state = shown.state
    piece = state.piece_at(move.origin) if move.origin >= 0 else None
    if piece is not None and piece[0] != state.turn:
        state = state.copy()
        settle(state, move)
    return state


def following(before: BoardState, plies: Sequence[Ply]) -> Iterator[BoardState]:
    """The positions after the moves of a line, one after the other.

    Where the kernel knows what all of them do, no table is made for those within the line.
    """
    game, moves = before.variant, [ply.move for ply in plies[:-1]]
    writing, texts = game.writing, None
    if moves and notation_here(game).name == "san":
        texts = before.state.line_texts(moves, "san", writing.capture_mark, writing.castlings)
    end = before.state.copy() if texts else before.state
    done = end.line_changes(moves) if texts else None
    if texts and done:
        before = yield from _in_turn(before, zip(plies, texts, done, strict=False), end)
    for ply in plies[len(done or ()) :]:
        before = after(before, ply)
        yield before


def _in_turn(
    before: BoardState, plies: Iterable[tuple[Ply, str, tuple[tuple[Change, ...], int]]], end: State
) -> Generator[BoardState, None, BoardState]:
    """The positions after moves, as the kernel tells them, with the cell of a king in check. end: the last table."""
    game, turn, number, known = before.variant, before.state.turn, before.state.fullmove_number, before.notes
    for ply, text, (changes, king) in plies:
        move, notes = ply.move, ("check",) if king >= 0 else ()
        marks, taken = _plainly(game.board, game.rules.reach, changes, move)
        if not marks.path.cells:
            marks = BoardMarks(move_path(game, before.state, move))
        if notes:
            marks = marks._replace(checked=(king,))
        if ply.annotations:
            marks = _with_comments(marks, ply.comments, game)
        before = BoardState(
            game,
            None,
            marks,
            None,
            notes,
            before.ply + 1,
            before,
            move,
            turn,
            f"{number}..." if turn else f"{number}.",
            text,
            changes,
            before.captured + taken if taken else before.captured,
            () if known else notes,
        )
        yield before
        number += turn
        turn ^= 1
        known = notes
    before.table = end
    return before


@lru_cache(maxsize=16384)
def _plainly(
    board: Board, reach: Reach, changes: tuple[Change, ...], move: Move
) -> tuple[BoardMarks, tuple[Piece, ...]]:
    """The way of a move and what it captures, as far as its changes tell; no way where the position is to be asked."""
    before: dict[int, Piece] = {}
    if move.castle == ABSENT:
        before = {cell: was for cell, was, _ in changes if was is not None}
    piece = before.pop(move.origin, None)
    return BoardMarks(only_path(board, reach, piece, move) or MovePath()), tuple(before.values())


def after(before: BoardState, ply: Ply) -> BoardState:
    """The position after a move."""
    game, move = before.variant, ply.move
    state = before_move(before, move)
    table = state.copy()
    table.push_unchecked(move)
    outcome = table.outcome()
    marks = BoardMarks(move_path(game, state, move), checked=game.scenery.checked(table))
    changes = _changes(state, table)
    notes, news_of = table.notes(), game.scenery.news
    known = before.notes if state is before.state else state.notes()
    return BoardState(
        game,
        table,
        _with_comments(marks, ply.comments, game) if ply.annotations else marks,
        outcome,
        notes,
        before.ply + 1,
        None,
        move,
        state.turn,
        numbered(state),
        notation_here(game).write(state, move, game),
        changes,
        before.captured + taken if (taken := _taken(state, move, changes)) else before.captured,
        news_of(state, table) if news_of else tuple(note for note in notes if note not in known),
    )


def _changes(before: State, after: State) -> tuple[Change, ...]:
    """The cells that do not hold the same."""
    cells = compress(count(), map(ne, before.board, after.board))
    return tuple((cell, before.piece_at(cell), after.piece_at(cell)) for cell in cells)


def _with_comments(marks: BoardMarks, comments: tuple[Comment, ...], game: Variant) -> BoardMarks:
    """The marks with those that the comments of a move say (`[%csl]`, `[%cal]`)."""
    found = [marks_of(comment, game) for comment in comments if "[%" in comment.text]
    fields = tuple(field for one in found for field in one.fields)
    arrows = tuple(arrow for one in found for arrow in one.arrows)
    return marks._replace(fields=fields, arrows=arrows) if found else marks


def _taken(state: State, move: Move, changes: tuple[Change, ...]) -> tuple[Piece, ...]:
    """The piece that a move captures; one taken in passing stands beside the target. state: before the move."""
    if ABSENT in (move.origin, move.target) or not state.takes(move):
        return ()
    piece = state.piece_at(move.target)
    passed = (was for cell, was, now in changes if was is not None and now is None and cell != move.origin)
    return tuple(islice(passed, 1)) if piece is None else (piece,)
