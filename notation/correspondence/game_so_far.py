"""A game as it was played until now: every position, so that moves in a letter can be held against the record.

>>> from fairyscore.notation.records.tree import Record
>>> so_far = GameSoFar(Record("chess"))
>>> so_far.next_number, so_far.places(1, answers=False), so_far.places(1, answers=True), so_far.places(2, answers=False)
('1.', [0], [1], [2])
"""

from __future__ import annotations

from fairyscore.notation.correspondence.spelling import moves_named
from fairyscore.notation.records.tree import Record, numbered
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import State

OFFER = "(=)"
"""The sign of an offered draw, in a comment on the move it comes with."""


class GameSoFar:
    """The main line of a record. states: before each ply, and at last the one that is to be played on."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.game
        state = record.start()
        self.states = [now.copy() for now, _ in record.steps(state)]
        state.outcome()  # who is to move and cannot leaves the game now (K-5)
        self.states.append(state)

    @property
    def now(self) -> int:
        """The place of the next move, counted from 0."""
        return len(self.states) - 1

    @property
    def state(self) -> State:
        """The position to play on; not to be changed."""
        return self.states[-1]

    @property
    def next_number(self) -> str:
        """The number in front of the next move, `3.` or `3...`."""
        return numbered(self.state)

    @property
    def draw_is_offered(self) -> bool:
        """Whether the last move was made with the offer of a draw, `(=)` as players note it (FIDE 8.1.5)."""
        plies = self.record.line.plies
        return bool(plies) and any(OFFER in comment.text for comment in plies[-1].comments)

    def places(self, number: int, *, answers: bool) -> list[int]:
        """Where a move with this number may stand; answers: not the first of its round. Places to come are counted on."""
        seats = len(self.state.playing())
        here = [place for place, state in enumerate(self.states) if state.fullmove_number == number]
        ahead = number - self.state.fullmove_number
        if ahead >= 0:  # the rest of this round, and rounds to come
            turns = self.state.playing()
            first = self.now + ahead * seats - turns.index(self.state.turn)
            here += [place for place in range(first, first + seats) if place > self.now]
        opens = [place for place in here if self._opens(place, number)]
        if not answers:
            return opens or here[:1]
        return [place for place in here if place not in opens]

    def _opens(self, place: int, number: int) -> bool:
        """Whether the first player who is in the game moves at a place."""
        if place <= self.now:
            state = self.states[place]
            return state.turn == state.playing()[0]
        seats = self.state.playing()
        return (place - self.now + seats.index(self.state.turn)) % len(seats) == 0

    def recorded(self, place: int) -> Move:
        """The move of the record at a place."""
        return self.record.line.plies[place].move

    def named(self, place: int, text: str, spoken: tuple[str, ...]) -> dict[Move, str]:
        """The legal moves that a text names at a place, with their spellings."""
        return moves_named(text, self.states[place], self.game, spoken)

    def written(self, place: int, move: Move) -> str:
        """A move at a place with its number, as the game usually has it."""
        state = self.states[place]
        return f"{numbered(state)} {self.game.writing.notations[0].write(state, move, self.game)}"
