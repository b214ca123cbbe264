"""A position as a value, for people who write programs with it; the table that changes stays inside.

>>> position = Position.start("kaleidochess")
>>> after = position.play("1G-2E").play("5G-4E")
>>> after.mover.name, after.outcome
('white', None)
>>> after.play("2E-1G")
Traceback (most recent call last):
fairyscore.notation.game.IllegalMove: 2E-1G takes back white's last move, 1G-2E
"""

from __future__ import annotations

from dataclasses import dataclass

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import parse_move, suggestions, unread_suggestions
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.seats import Seat
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.variants.registry import variant


class IllegalMove(ValueError):
    """A move that the rules refuse.

    reasons: all that is wrong; suggestions: up to three legal moves that were probably meant.
    """

    def __init__(self, reasons: tuple[Reason, ...], suggestions: tuple[str, ...]) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons
        self.suggestions = suggestions


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A position of a game. It never changes: `play` gives a new one. Two are equal where their texts are."""

    game: Variant
    _table: State

    @classmethod
    def start(cls, name: str = "chess") -> Position:
        """The start position of a variant. Raises `UnknownVariant`, or `PositionError` for options that make no sense."""
        game = variant(name)
        return cls(game, _settled(game.initial_state()))

    @classmethod
    def read(cls, name: str, text: str) -> Position:
        """The position that a text describes (`docs/positions.md`). Raises `UnknownVariant` or `PositionError`."""
        game = variant(name)
        return cls(game, _settled(game.read_position(text)))

    @property
    def text(self) -> str:
        """The whole position as text; `read` gives it back."""
        return self.game.write_position(self._table)

    @property
    def table(self) -> State:
        """A table of its own with this position, to ask and to play on."""
        return self._table.copy()

    @property
    def mover(self) -> Seat:
        """Who is to move."""
        return self.game.seats[self._table.turn]

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        return self._table.copy().outcome()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the position: `check`, who has left the game, lines that are gone."""
        return self._table.notes()

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move in long form.

        >>> len(Position.start("chamaeleon").legal_moves())
        13
        """
        table = self._table.copy()
        return tuple(long.write(table, move, self.game) for move in table.moves())

    def explain(self, move: str) -> tuple[Reason, ...]:
        """All that is wrong with a move in any notation of the game, empty where it is legal.

        >>> [str(reason) for reason in Position.start().explain("Nb3")]
        ['no knight of white can go to b3; from b1, g1 there is no way']
        """
        read = parse_move(move, self.game)
        return self._table.copy().reasons(read, move) if isinstance(read, ParsedMove) else read

    def play(self, move: str) -> Position:
        """The position after a move in any notation of the game. Raises `IllegalMove` with its reasons."""
        table = self._table.copy()
        read = parse_move(move, self.game)
        if not isinstance(read, ParsedMove):
            raise IllegalMove(read, unread_suggestions(move, table, self.game))
        if not table.push(read):
            raise IllegalMove(table.reasons(read, move), suggestions(table, read, move, self.game))
        return Position(self.game, _settled(table))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game.name, self.text) == (other.game.name, other.text)

    def __hash__(self) -> int:
        return hash((self.game.name, self.text))

    def __str__(self) -> str:
        return self.text


def _settled(table: State) -> State:
    """The table once it is known who plays on: a player who is to move and cannot has left the game (K-5)."""
    table.outcome()
    return table
