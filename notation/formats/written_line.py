"""The moves of a line as they are written: texts, numbers, and the positions that variations begin from.

An engine that has a quick way to all texts of a line is asked for them at once; no position is made then but those in front
of variations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Final

from fairyscore.notation.records.tree import MoveLine, Ply, settle
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant

WrittenPly = tuple[Ply, str, int, bool, State | None]
"""A move of a line: its text, the number of its round, whether it is the first of its round, and the position that its
variations begin from, to be changed only in a copy; None where it has none. A plain tuple, as there are millions."""


def written_plies(line: MoveLine, state: State, game: Variant, notation: Notation) -> Iterator[WrittenPly]:
    """The moves of a line from a position on, which is changed."""
    moves = [ply.move for ply in line.plies]
    branching = [at for at, ply in enumerate(line.plies) if ply.annotations and _branches(ply)]
    texts = state.line_texts(moves, notation.name, game.writing.capture_mark, game.writing.castlings)
    befores = None if texts is None else state.states_before(moves, branching)
    if texts is None or befores is None:
        yield from _one_by_one(line, state, game, notation)
        return
    known = dict(zip(branching, befores, strict=True))
    number, turn = state.fullmove_number, state.turn
    for at, (ply, text) in enumerate(zip(line.plies, texts, strict=True)):
        yield ply, text, number, not turn, known.get(at)
        number += turn
        turn = 1 - turn


def plain_words(line: MoveLine, state: State, game: Variant, notation: Notation) -> list[str] | None:
    """The moves of a line with the numbers in front of them, where nothing follows any of them and the engine has a
    quick way to all texts; else None.

    A number and its move are one word, with a NUL between them.
    """
    if any(ply.annotations or ply.nags for ply in line.plies):
        return None
    moves, writing = [ply.move for ply in line.plies], game.writing
    words = state.line_texts(moves, notation.name, writing.capture_mark, writing.castlings)
    if not words:
        return words
    number, second = state.fullmove_number, state.turn
    if second:
        words[0] = f"{number}...\0{words[0]}"
        number += 1
    words[second::2] = [f"{at}.\0{text}" for at, text in enumerate(words[second::2], number)]
    return words


def _branches(ply: Ply) -> bool:
    return any(isinstance(item, MoveLine) for item in ply.annotations)


def _one_by_one(line: MoveLine, state: State, game: Variant, notation: Notation) -> Iterator[WrittenPly]:
    """The same for any game: each move is made."""
    number = 0
    place = _written.place(game, notation, state)
    for ply in line.plies:
        settle(state, ply.move)
        opens = state.fullmove_number != number if number else state.turn == state.playing()[0]
        number = state.fullmove_number
        place, text = _written.after(place, ply.move, partial(_text, notation, state, game))
        before = state.copy() if _branches(ply) else None
        state.push_unchecked(ply.move)
        yield ply, text, number, opens, before


def _text(notation: Notation, state: State, game: Variant, move: Move) -> str:
    return notation.write(state, move, game)


class _WrittenMoves:
    """Texts of moves by the moves that lead there, for games that are written again after each move.

    A place is a number that stands for a start and the moves after it. All is forgotten when there are too many.
    """

    def __init__(self) -> None:
        self._games: dict[int, Variant] = {}  # keeps them, so that no other one gets the same id
        self._starts: dict[tuple[int, str, str], int] = {}
        self._moves: dict[tuple[int, Move], tuple[int, str]] = {}
        self._places = count()

    def place(self, game: Variant, notation: Notation, state: State) -> int:
        """The number of a position from which a line is written."""
        if len(self._moves) > MOST_KEPT or len(self._starts) > MOST_KEPT:
            self._games.clear()
            self._starts.clear()
            self._moves.clear()
        self._games[id(game)] = game
        return self._starts.setdefault((id(game), notation.name, game.write_position(state)), next(self._places))

    def after(self, place: int, move: Move, write: Callable[[Move], str]) -> tuple[int, str]:
        """The place after a move, and the move's text. write: makes the text where it is not known."""
        found = self._moves.get((place, move))
        if found is None:
            found = self._moves[place, move] = (next(self._places), write(move))
        return found


MOST_KEPT: Final = 10_000
"""Texts of moves."""

_written: Final = _WrittenMoves()
