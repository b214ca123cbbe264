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
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.fen.sfen import sfen_of
from fairyscore.notation.moves import long
from fairyscore.notation.moves.cells import field_fault
from fairyscore.notation.moves.reading import MoveRefusal, judged, near_unread, parse_move
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.tree import settle
from fairyscore.notation.rules.moves import ABSENT, GO, Move, ParsedMove
from fairyscore.notation.rules.outcome import REASONS, FinalScore
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PieceType, PositionError, Seat, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant as variant_named

if TYPE_CHECKING:
    from fairyscore.notation.find.query import Query


class IllegalMove(FairyscoreError, ValueError):
    """A move that the rules refuse; the message gives all reasons.

    reasons: all that is wrong.
    suggestions: up to three legal moves that were probably meant.

    >>> try:
    ...     Position.start("chess").play("Nb1-d3")
    ... except IllegalMove as fault:
    ...     print(fault.reasons[0].code.value, fault.suggestions)
    cannot-reach ('b1-c3', 'b1-a3', 'g1-h3')
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
class Outcome:
    """The end of a game by the rules.

    result: a score for each seat (`1-0`, `1/2-1/2`, `0-1-0`).
    reason: `checkmate`, `stalemate`, `dead-position`, `fivefold-repetition`, `seventyfive-moves`,
    `perpetual-check`, and what else a game has (`docs/ends.md`).
    winner: the seat that has won, None for a draw.

    >>> Outcome("1/2-1/2", "dead-position", None).words
    'dead position, neither side can mate'
    """

    result: str
    reason: str
    winner: Seat | None

    @classmethod
    def of(cls, found: FinalScore, variant: Variant) -> Outcome:
        """The same as the rules have it (`rules.outcome.FinalScore`)."""
        winner = None if found.winner is None else variant.seats[found.winner]
        return cls(found.result, found.reason, winner)

    @property
    def words(self) -> str:
        """The reason in words."""
        return next(ending.value for ending, reason in REASONS.items() if reason == self.reason)


class Change(NamedTuple):
    """A change of one cell by a move: its name, and the piece before and after it, None where there is none."""

    cell: str
    before: Piece | None
    after: Piece | None


class LegalMove:
    """A legal move of one position, which never changes; it prints as its long form.

    What can be asked of it is found when it is asked: a position has many moves, and most are only counted. Two are equal
    if their texts, cells and promotions are; the position is not compared. `Position` makes them: `legal_moves`, `parse`.

    >>> move = Position.start("chess").parse("Nf3")
    >>> str(move), move.from_cell, move.to_cell, move.piece.name, move.is_capture
    ('g1-f3', 'g1', 'f3', 'knight', False)
    """

    __slots__ = ("_position", "_raw")
    __match_args__ = ("text", "from_cell", "to_cell", "promotion")

    def __init__(self, raw: Move, position: Position) -> None:
        """Not checked: whether the move is legal in the position."""
        self._raw = raw
        self._position = position

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        text, from_cell, to_cell, promotion = self._written
        return f"LegalMove({text=}, {from_cell=}, {to_cell=}, {promotion=})"

    def __eq__(self, other: object) -> bool:
        return self._written == other._written if isinstance(other, LegalMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._written)

    @property
    def _written(self) -> WrittenMove:
        return self._position.written_move(self._raw)

    @property
    def text(self) -> str:
        """The long form."""
        return self._written.text

    @property
    def from_cell(self) -> str:
        """The name of the cell it leaves, empty for a drop or a pass."""
        return self._written.from_cell

    @property
    def to_cell(self) -> str:
        """The name of the cell it reaches, empty for a pass."""
        return self._written.to_cell

    @property
    def promotion(self) -> PieceType | None:
        """The piece type after a promotion, or of a dropped piece; None for other moves."""
        return self._written.promotion

    @property
    def position(self) -> Position:
        """The position in which it is legal."""
        return self._position

    @property
    def raw(self) -> Move:
        """The move of the engine, in numbers."""
        return self._raw

    @property
    def piece(self) -> PieceType | None:
        """The type of the piece that moves or is dropped, the king's for castling; None for a pass."""
        if self.is_drop:
            return self.promotion
        standing = self.position.piece_at(self.from_cell or None)
        return None if standing is None else standing.type

    @property
    def captured(self) -> Piece | None:
        """The piece that is captured, None for none. What an explosion takes as well is in `changes`.

        >>> Position.start("chess").play("e4").play("d5").parse("exd5").captured.type.name
        'pawn'
        """
        cell = self._taken_cell
        return None if cell == ABSENT else self.position.piece_at(self.position.variant.board.cells[cell])

    @property
    def is_capture(self) -> bool:
        """True if it captures."""
        return self._taken_cell != ABSENT

    @property
    def is_castling(self) -> bool:
        """True if it castles."""
        return self.raw.castle != ABSENT

    @property
    def is_drop(self) -> bool:
        """True if it puts a piece from the hand on the board."""
        return bool(self.to_cell) and not self.from_cell

    @property
    def is_pass(self) -> bool:
        """True if the player passes."""
        return not self.to_cell

    @property
    def is_en_passant(self) -> bool:
        """True if it captures a piece in passing, which stands on another cell than the one reached."""
        return self._taken_cell not in (ABSENT, self.raw.target)

    @property
    def gives_check(self) -> bool:
        """True if the next player is in check after it; False in games without a royal piece.

        >>> Position.start("chess").play("f3").play("e5").play("g4").parse("Qh4").gives_check
        True
        """
        return self.position.after(self.raw).is_check

    @property
    def changes(self) -> tuple[Change, ...]:
        """The cells that it changes, in the order of the board, each with the piece before and after it.

        A player who leaves the game by the move may take pieces off the board, which are changes too. A cell that becomes a
        wall, or leaves the board, has no piece after it.

        >>> for cell, before, after in Position.start("chess").parse("e4").changes:
        ...     print(cell, before, after)
        e2 white pawn None
        e4 None white pawn
        """
        return self.position.changes_to(self.position.after(self.raw))

    @property
    def throw(self) -> int | None:
        """The throw of the dice that allows it, None in games without dice."""
        return self.raw.throw or None

    @property
    def _taken_cell(self) -> int:
        return ABSENT if self.is_pass or self.is_drop else self.position.state.taken_cell(self.raw)


class WrittenMove(NamedTuple):
    """A legal move as it is written, see `LegalMove`."""

    text: str
    from_cell: str
    to_cell: str
    promotion: PieceType | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """A position of a game. It never changes: `play` gives a new one. Two are equal if game, FEN and throw are.

    variant: the game with its options.

    >>> position = Position.start("chess").play("e4")
    >>> position.turn.name, len(position.legal_moves), position.is_check
    ('black', 20, False)
    """

    variant: Variant
    _state: State
    _throw: int = 0
    _ended: tuple[Outcome | None] | None = field(default=None, init=False)  # the outcome, once it was asked for

    @classmethod
    def start(cls, variant: str | Variant = "chess") -> Position:
        """The start position of a variant, given by its name with options (`kaleidochess:players=4`) or as a value.

        Raises `UnknownVariant` for a name that no game has and for an option or value that the game has not, and
        `PositionError` for options that leave no start position.

        >>> Position.start("kaleidochess:players=4").turn.name
        'white'
        """
        game = _variant(variant)
        return cls(game, _settled(game.initial_state()))

    @classmethod
    def from_fen(cls, text: str, variant: str | Variant = "chess") -> Position:
        """The position that a FEN describes, in the form of the game (`docs/positions.md`).

        Raises `PositionError` with every problem of the text, `UnknownVariant` for an unknown name.

        >>> Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").legal_moves[-1].text
        'e2-e4'
        """
        game = _variant(variant)
        return cls(game, _settled(game.read_position(text)))

    @property
    def fen(self) -> str:
        """The position as FEN; `from_fen` reads it back."""
        return self.variant.write_position(self._state)

    @property
    def sfen(self) -> str:
        """The position as shogi programs write it, which `from_fen` reads too. Raises `PositionError` for other games.

        >>> Position.start("minishogi").play("P-5c").sfen
        'rbsgk/4p/P4/5/KGSBR w - 2'
        """
        return sfen_of(self.fen)

    @property
    def state(self) -> State:
        """A mutable copy for the engine of the game (`rules.state.State`); changing it does not change the position."""
        return self._state.copy()

    @property
    def turn(self) -> Seat:
        """The seat to move: its name and its letter."""
        return self.variant.seats[self._state.turn]

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, as far as the position alone shows it; None while it goes on.

        A position shows checkmate, stalemate, a dead position, the game's own ends, and by the count of its FEN too many
        moves without a capture. Repetitions need the moves before (`Game.outcome`). Resignations and agreed draws are not
        ends by the rules: a record states them as its result.

        >>> Position.from_fen("4k3/8/8/8/8/8/8/4K2B w - - 0 1").outcome.reason
        'dead-position'
        """
        if self._ended is None:
            state = self._state.copy()
            course = self.variant.rules.course
            found = state.outcome() or (course.outcome_of_position(state) if course is not None else None)
            object.__setattr__(self, "_ended", (None if found is None else Outcome.of(found, self.variant),))
        (ended,) = self._ended or (None,)
        return ended

    @property
    def fullmove_number(self) -> int:
        """The number of the move as in records, from 1; it grows when all players have moved."""
        return self._state.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move, 0 in games that do not count them."""
        return self._state.halfmove_clock

    @property
    def is_check(self) -> bool:
        """True if the player to move is in check; False in games without a royal piece."""
        return bool(self.variant.scenery.checked(self._state))

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks of a replay on the position: `check`, players who have left the game, lines off the board."""
        return self._state.notes()

    @property
    def legal_moves(self) -> tuple[LegalMove, ...]:
        """Every legal move, always in the same order; empty where the game is over.

        >>> len(Position.start("chamaeleon").legal_moves)
        13
        """
        state = self._state.copy()
        moves = state.moves_with(self._throw) if self._throw else state.moves()
        return tuple(map(LegalMove, moves, repeat(self)))

    def moves_from(self, cell: str) -> tuple[LegalMove, ...]:
        """The legal moves of the piece on a cell, given by its name; empty where none can move.

        Raises `ValueError` for a name that no cell of the board has, `TypeError` for what is no name.

        >>> [str(move) for move in Position.start("chess").moves_from("g1")]
        ['g1-h3', 'g1-f3']
        """
        origin = self._cell(cell)
        return tuple(move for move in self.legal_moves if move.raw.origin == origin and move.from_cell)

    def throw(self, number: int) -> Position:
        """The same position once the dice show a number: its `legal_moves` are those that the throw allows.

        Texts of moves then need no throw in front. Raises `PositionError` in a game without dice and for a number that no
        throw gives.

        >>> {move.piece.name for move in Position.start("kaleidochess:dice").throw(5).legal_moves}
        {'wizard'}
        """
        if not self.variant.rules.throws:
            raise PositionError(f"{self.variant.title} has no dice, so there is no throw of {number}")
        if self.outcome is None and not self._state.copy().moves_with(number):
            raise PositionError(f"the dice of {self.variant.title} do not show {number}")
        return Position(self.variant, self._state, number)

    @property
    def hands(self) -> Mapping[Seat, tuple[Piece, ...]]:
        """The pieces of each player beside the board: those to drop, or captured ones that a promotion may bring back.

        >>> position = Position.start("crazyhouse").play("e4").play("d5").play("exd5")
        >>> [str(piece) for piece in position.hands[position.variant.seats[0]]]
        ['white pawn']
        """
        seats, types = self.variant.seats, self.variant.piece_types
        hands = {}
        for index, seat in enumerate(seats):
            hands[seat] = tuple(Piece(seat, types[kind]) for kind in self._state.hand_of(index))
        return hands

    def attackers(self, cell: str, by: Seat | None = None) -> tuple[str, ...]:
        """The names of the cells whose pieces attack a cell, in the order of the board.

        by: the seat that attacks. If none, all opponents of who owns the piece there; of who is to move where the cell is
        empty. Not asked: whether the attacker may move at all (it may be pinned).

        Raises `ValueError` for a name that no cell of the board has, `TypeError` for what is no name.

        >>> position = Position.start("chess")
        >>> position.attackers("f3"), position.attackers("f3", by=position.turn)
        ((), ('g1', 'e2', 'g2'))
        """
        index = self._cell(cell)
        standing = self._state.piece_at(index)
        owner = self._state.turn if standing is None else standing[0]
        seats = range(len(self.variant.seats))
        attacking = [seat for seat in seats if seat != owner] if by is None else [self.variant.seats.index(by)]
        found = {origin for seat in attacking for origin in self._state.attackers(index, seat)}
        return tuple(self.variant.board.cells[origin] for origin in sorted(found))

    @property
    def checkers(self) -> tuple[str, ...]:
        """The names of the cells whose pieces give check to the player to move, in the order of the board.

        >>> Position.from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").checkers
        ('e2',)
        """
        cells = self.variant.board.cells
        found = {name for cell in self.variant.scenery.checked(self._state) for name in self.attackers(cells[cell])}
        return tuple(sorted(found, key=self.variant.board.index.__getitem__))

    def matches(self, query: Query | str) -> bool:
        """True if a query is true of the position, as `fairyscore.find` asks it of the positions of games.

        query: a `Query`, or its text (`docs/find.md`).

        Raises `QueryError` where the query makes no sense, asks for what the game does not have, or for more than a
        position shows: tags, moves, what came before.

        >>> position = Position.start("chess").play("e4")
        >>> position.matches("turn black and board { white P e4, empty e2 }"), position.matches("check")
        (True, False)
        """
        from fairyscore.notation.find.asking import as_query, fits_position

        return fits_position(as_query(query), self.state, self.variant)

    def piece_at(self, cell: str | None) -> Piece | None:
        """The piece on a cell, given by its name; None where the cell is empty.

        Raises `ValueError` for a name that no cell of the board has, `TypeError` for what is no name.
        `piece_at(None)` is None, so that a cell that may be missing need not be looked at first.
        """
        if cell is None:
            return None
        standing = self._state.piece_at(self._cell(cell))
        return None if standing is None else self._piece(standing)

    def _cell(self, name: object) -> int:
        """The number of the cell of a name."""
        if not isinstance(name, str):
            raise TypeError(f"a cell is given by its name, as {self.variant.board.cells[0]!r}; {name!r} is none")
        number = self.variant.board.index.get(name)
        if number is None:
            raise ValueError(f"there is no cell {name!r} on the board of {self.variant.title}")
        return number

    def pieces(self) -> Mapping[str, Piece]:
        """The pieces on the board by the name of their cell, in the order of the cells.

        >>> sum(piece.type.name == "raven" for piece in Position.start("kaleidochess").pieces().values())
        4
        """
        placed = ((name, self._state.piece_at(cell)) for cell, name in enumerate(self.variant.board.cells))
        return {name: self._piece(standing) for name, standing in placed if standing is not None}

    def parse(self, text: str) -> LegalMove:
        """The legal move that a text names in any notation of the game. Raises `IllegalMove` with all reasons."""
        state, parsed = self._state.copy(), self._parsed(text)
        if not isinstance(parsed, ParsedMove):
            near = near_unread(text, state, self.variant)
            raise IllegalMove(parsed, tuple(near[move] for move in near if self._throw in (0, move.throw)))
        found = judged(parsed, text, state, self.variant)
        if isinstance(found, MoveRefusal):
            raise IllegalMove(*found)
        return self.legal_move(found)

    def play(self, move: LegalMove | str) -> Position:
        """The position after a move, given as a `LegalMove` or as text in any notation. Raises `IllegalMove`."""
        return self.after(self.parse(str(move)).raw)

    def write(self, move: LegalMove | str, notation: str) -> str:
        """A legal move in a notation, given by its name (`fairyscore formats` lists them).

        Raises `IllegalMove`, `UnknownNotation`, and `NotationRefused` if the variant has no such notation.

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

    @overload
    def explain(self, text: str) -> tuple[Reason, ...]: ...

    @overload
    def explain(self, text: str, to_cell: str) -> LegalMove | tuple[LegalMove, ...] | IllegalMove: ...

    def explain(
        self, text: str, to_cell: str | None = None
    ) -> tuple[Reason, ...] | LegalMove | tuple[LegalMove, ...] | IllegalMove:
        """All that is wrong with a move in any notation of the game, empty where it is legal.

        Asked by two cells, the one left and the one reached, it gives the legal move; a tuple of several where a choice is
        left, of promotions for one; or an `IllegalMove`, which is not raised.

        >>> [str(reason) for reason in Position.start().explain("Nb3")]
        ['no white knight can go to b3; it cannot be reached from b1, g1']
        >>> str(Position.start().explain("e2", "e4")), str(Position.start().explain("e2", "e5"))
        ('e2-e4', 'a pawn on e2 cannot go to e5, even on an empty board')
        """
        return explain(self, text) if to_cell is None else self._explain_cells(text, to_cell)

    def _explain_cells(self, from_cell: str, to_cell: str) -> LegalMove | tuple[LegalMove, ...] | IllegalMove:
        unknown = (*field_fault(from_cell, self.variant), *field_fault(to_cell, self.variant))
        if unknown:
            return IllegalMove(unknown, ())
        meant = tuple(move for move in self.moves_from(from_cell) if move.to_cell == to_cell)
        if meant:
            return meant[0] if len(meant) == 1 else meant
        index = self.variant.board.index
        parsed = ParsedMove(GO, index[from_cell], index[to_cell], throw=self._throw)
        found = judged(parsed, f"{from_cell}-{to_cell}", self._state.copy(), self.variant)
        return IllegalMove(*found) if isinstance(found, MoveRefusal) else self.legal_move(found)

    def _parsed(self, text: str) -> ParsedMove | tuple[Reason, ...]:
        """A text as it is meant here, with the throw that is on the table."""
        parsed = parse_move(text, self.variant)
        if not self._throw or not isinstance(parsed, ParsedMove):
            return parsed
        if parsed.throw in (0, self._throw):
            return replace(parsed, throw=self._throw)
        allowed = tuple(sorted({move.piece.name for move in self.legal_moves if move.piece}))
        facts: Facts = {"throw": self._throw, "allowed": allowed, "piece": f"move with a throw of {parsed.throw}"}
        return (Reason(Code.WRONG_THROW, facts),)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.fen, self.variant, self._throw)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @property
    def _value(self) -> tuple[str, str, int]:
        return self.variant.name, self.fen, self._throw

    def __str__(self) -> str:
        return self.fen

    def __repr__(self) -> str:
        return f"Position.from_fen({shown(self.fen, 100)!r}, {shown(self.variant.name, 60)!r})"

    def _repr_svg_(self) -> str:
        """The board as SVG, for notebooks. `render` stands above this package, so it is found by name when asked for."""
        return cast(str, import_module("fairyscore.render").diagram(self).svg())

    def legal_move(self, raw: Move) -> LegalMove:
        """A move of the engine as a value. Not checked: whether it is legal here."""
        return LegalMove(raw, self)

    def written_move(self, raw: Move) -> WrittenMove:
        """The written form of a move of the engine."""
        known = self.variant.cache.written_moves
        key = raw, self._state.takes(raw)
        written: WrittenMove | None = known.get(key)
        if written is None:
            written = self._write(raw)
            if raw.put_on == ABSENT:  # with walls there are too many to be kept
                known[key] = written
        return written

    def _write(self, raw: Move) -> WrittenMove:
        cells = self.variant.board.cells
        # A pass is written as a move of the king to its own cell.
        stays = raw.origin == raw.target and raw.put_on == ABSENT
        origin = "" if stays or raw.origin == ABSENT else cells[raw.origin]
        target = "" if stays or raw.target == ABSENT else cells[raw.target]
        promotion = None if raw.becomes == ABSENT else self.variant.piece_types[raw.becomes]
        return WrittenMove(long.write(self._state, raw, self.variant), origin, target, promotion)

    def changes_to(self, after: Position) -> tuple[Change, ...]:
        """A `Change` for each cell that differs in another position: its index, its piece here, its piece there.

        after: a position of the same variant; this is not checked.
        """
        pairs = zip(self.variant.board.cells, self._state.board, after._state.board, strict=False)
        differing = [cell for cell, here, there in pairs if here != there]
        return tuple(Change(cell, self.piece_at(cell), after.piece_at(cell)) for cell in differing)

    def after(self, raw: Move) -> Position:
        """The position after a move of the engine. Not checked: whether it is legal here."""
        state = self._state.copy()
        settle(state, raw)
        state.push_unchecked(raw)
        return Position(self.variant, _settled(state))

    def _piece(self, standing: tuple[int, int]) -> Piece:
        return Piece(self.variant.seats[standing[0]], self.variant.piece_types[standing[1]])


def explain(position: Position, text: str) -> tuple[Reason, ...]:
    """All reasons why a move is illegal; empty if it is legal.

    position: where it is to be made.
    text: the move, in any notation of the game.

    Each reason has a code, facts and the rule; `str(reason)` is the sentence.

    >>> [reason.code.value for reason in explain(Position.start("tor-qi"), "a1-a5")]
    ['path-blocked']
    """
    parsed = position._parsed(text)
    return position.state.reasons(parsed, shown(text)) if isinstance(parsed, ParsedMove) else parsed


def _variant(named: str | Variant) -> Variant:
    return variant_named(named) if isinstance(named, str) else named


def _restored(fen: str, game: Variant, throw: int) -> Position:
    """The position that was pickled."""
    position = Position.from_fen(fen, game)
    return position.throw(throw) if throw else position


def _settled(state: State) -> State:
    """The state once it is known who plays on: a player who is to move and cannot has left the game (K-5)."""
    state.outcome()
    return state
