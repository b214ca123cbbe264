"""A position of a game as a value that never changes: what `fairyscore.Position` is.

>>> position = Position.start("kaleidochess")
>>> after = position.play("1G-2E").play("5G-4E")
>>> after.turn.name, after.outcome, len(after.legal_moves)
('white', None, 121)
>>> after.play("2E-1G")
Traceback (most recent call last):
fairyscore.notation.position.IllegalMove: 2E-1G takes back white's last move, 1G-2E
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, cast

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import MoveRefusal, legal_move, parse_move
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.tree import settle
from fairyscore.notation.rules.moves import NOT_SAID, Move, ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.variant import PieceType, Seat, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant as variant_named


class IllegalMove(FairyscoreError, ValueError):
    """A move that the rules refuse; the message gives all reasons.

    reasons: all that is wrong. suggestions: up to three legal moves that were probably meant.
    """

    def __init__(self, reasons: tuple[Reason, ...], suggestions: tuple[str, ...]) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons
        self.suggestions = suggestions


class Piece(NamedTuple):
    """A piece on the board: whose it is and its type.

    >>> str(Position.start("tor-qi").piece_at("c1"))
    'white queen'
    """

    owner: Seat
    type: PieceType

    def __str__(self) -> str:
        return f"{self.owner.name} {self.type.name}"


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move of one position; it prints as its long form.

    text: the long form. from_cell: the name of the cell it leaves, empty for a drop or a pass. to_cell: the name of the
    cell it reaches, empty for a pass. promotion: the type of piece that it becomes or that is dropped, None for none.

    >>> move = Position.start("chess").parse("Nf3")
    >>> str(move), move.from_cell, move.to_cell
    ('g1-f3', 'g1', 'f3')
    """

    text: str
    from_cell: str
    to_cell: str
    promotion: PieceType | None
    raw: Move = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """A position of a game. It never changes: `play` gives a new one. Two are equal if game and FEN are equal.

    variant: the game with its options.
    """

    variant: Variant
    _state: State

    @classmethod
    def start(cls, variant: str | Variant = "chess") -> Position:
        """The start position of a variant, given by its name with options (`kaleidochess:players=4`) or as a value.

        Raises `UnknownVariant` for a name that no game has, `PositionError` for options that make no sense.
        """
        game = _variant(variant)
        return cls(game, _settled(game.initial_state()))

    @classmethod
    def from_fen(cls, text: str, variant: str | Variant = "chess") -> Position:
        """The position that a FEN describes, in the form of the game (`docs/positions.md`).

        Raises `PositionError` with every problem of the text, `UnknownVariant` for an unknown name.

        >>> Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").legal_moves[-1].text
        'e1-d2'
        """
        game = _variant(variant)
        return cls(game, _settled(game.read_position(text)))

    @property
    def fen(self) -> str:
        """The whole position as text; `from_fen` gives it back."""
        return self.variant.write_position(self._state)

    @property
    def state(self) -> State:
        """A mutable copy for the engine of the game (`rules.variant.State`); changing it does not change the position."""
        return self._state.copy()

    @property
    def turn(self) -> Seat:
        """The seat to move: its name and its letter."""
        return self.variant.seats[self._state.turn]

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended by the rules, None while it goes on. Resigning and agreeing on a draw are not rules."""
        return self._state.copy().outcome()

    @property
    def fullmove_number(self) -> int:
        """The number of the round, as records count them, from 1."""
        return self._state.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move, 0 in games that do not count them."""
        return self._state.halfmove_clock

    @property
    def is_check(self) -> bool:
        """Whether the player to move is in check; False in games without a royal piece."""
        return bool(self.variant.scenery.checked(self._state))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a replay says of the position: `check`, who has left the game, lines that are gone."""
        return self._state.notes()

    @property
    def legal_moves(self) -> tuple[LegalMove, ...]:
        """Every legal move, always in the same order; empty where the game is over.

        >>> len(Position.start("chamaeleon").legal_moves)
        13
        """
        return tuple(map(self.legal_move, self._state.copy().moves()))

    def piece_at(self, cell: str) -> Piece | None:
        """The piece on a cell, given by its name; None where the cell is empty. Raises `KeyError` for an unknown name."""
        standing = self._state.piece_at(self.variant.board.index[cell])
        return None if standing is None else self._piece(standing)

    def pieces(self) -> Mapping[str, Piece]:
        """The pieces on the board by the name of their cell, in the order of the cells.

        >>> sum(piece.type.name == "raven" for piece in Position.start("kaleidochess").pieces().values())
        4
        """
        placed = ((name, self._state.piece_at(cell)) for cell, name in enumerate(self.variant.board.cells))
        return {name: self._piece(standing) for name, standing in placed if standing is not None}

    def parse(self, text: str) -> LegalMove:
        """The legal move that a text names in any notation of the game. Raises `IllegalMove` with all reasons."""
        found = legal_move(text, self._state.copy(), self.variant)
        if isinstance(found, MoveRefusal):
            raise IllegalMove(*found)
        return self.legal_move(found)

    def play(self, move: LegalMove | str) -> Position:
        """The position after a move, given as a `LegalMove` or as text in any notation. Raises `IllegalMove`."""
        return self.after(self.parse(str(move)).raw)

    def write(self, move: LegalMove | str, notation: str) -> str:
        """A legal move in a notation, given by its name (`fairyscore formats` lists them).

        Raises `IllegalMove`, `UnknownNotation`, and `NotationRefused` where the game cannot be written so.

        >>> Position.start("caliph-qi").write("Ma1-b3", "spoken")
        'marshal from a1 goes to b3'
        """
        return notation_named(notation, self.variant).write(self._state.copy(), self.parse(str(move)).raw, self.variant)

    def san(self, move: LegalMove | str) -> str:
        """A legal move in SAN. Raises as `write`; KaleidoChess, for one, has no SAN.

        >>> Position.start("chess").san("g1-f3")
        'Nf3'
        """
        return self.write(move, "san")

    def explain(self, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a move in any notation of the game, empty where it is legal.

        >>> [str(reason) for reason in Position.start().explain("Nb3")]
        ['no knight of white can go to b3; from b1, g1 there is no way']
        """
        return explain(self, text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_fen, (self.fen, self.variant)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.variant.name, self.fen) == (other.variant.name, other.fen)

    def __hash__(self) -> int:
        return hash((self.variant.name, self.fen))

    def __str__(self) -> str:
        return self.fen

    def __repr__(self) -> str:
        return f"Position.from_fen({shown(self.fen, 100)!r}, {shown(self.variant.name, 60)!r})"

    def _repr_svg_(self) -> str:
        """The board as SVG, for notebooks. `render` stands above this package, so it is found by name when asked for."""
        return cast(str, import_module("fairyscore.render").diagram(self).svg())

    def legal_move(self, raw: Move) -> LegalMove:
        """A move of the engine as a value. Not checked: whether it is legal here."""
        known = self.variant.cache.written_moves
        key = raw, self._state.takes(raw)
        move: LegalMove | None = known.get(key)
        if move is None:
            move = self._written(raw)
            if raw.put_on == NOT_SAID:  # with walls there are too many to be kept
                known[key] = move
        return move

    def _written(self, raw: Move) -> LegalMove:
        cells = self.variant.board.cells
        stays = (
            raw.origin == raw.target and raw.put_on == NOT_SAID
        )  # a pass is written as a king's move to its own cell
        return LegalMove(
            text=long.write(self._state, raw, self.variant),
            from_cell="" if stays or raw.origin == NOT_SAID else cells[raw.origin],
            to_cell="" if stays or raw.target == NOT_SAID else cells[raw.target],
            promotion=None if raw.becomes == NOT_SAID else self.variant.piece_types[raw.becomes],
            raw=raw,
        )

    def after(self, raw: Move) -> Position:
        """The position after a move of the engine. Not checked: whether it is legal here."""
        state = self._state.copy()
        settle(state, raw)
        state.push_unchecked(raw)
        return Position(self.variant, _settled(state))

    def _piece(self, standing: tuple[int, int]) -> Piece:
        return Piece(self.variant.seats[standing[0]], self.variant.piece_types[standing[1]])


def explain(position: Position, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a move, given as text in any notation of the game; empty where the move is legal.

    Each reason has a code, facts and the rule; `str(reason)` is the sentence.

    >>> [reason.code.value for reason in explain(Position.start("tor-qi"), "a1-a5")]
    ['path-blocked']
    """
    parsed = parse_move(text, position.variant)
    return position.state.reasons(parsed, shown(text)) if isinstance(parsed, ParsedMove) else parsed


def _variant(named: str | Variant) -> Variant:
    return variant_named(named) if isinstance(named, str) else named


def _settled(state: State) -> State:
    """The state once it is known who plays on: a player who is to move and cannot has left the game (K-5)."""
    state.outcome()
    return state
