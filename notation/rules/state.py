"""A position that is played on, as all engines give it, and what they say of single moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, Self

from fairyscore.notation.rules.moves import ABSENT, OWN, Move, ParsedMove
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Code, Reason

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Core, SeatCore


Way = tuple[int, ...]
"""The fields of a way, start and target included. Whoever stands on one between them stops it; a jump has none."""


class Target(NamedTuple):
    """A field that a piece gets to on an empty board.

    goes, takes: whether it may go there without taking, and by taking what stands there; takes_own: also its own side's.
    leaps: it jumps over what lies between. lame: it does so only if nothing stands there. hops: `all` where it goes and
    takes only over a piece, `takes` where it takes only so and goes freely. becomes: the kinds it must or may turn into
    there, if any. barred: its way leads there, and yet a rule keeps it away (a river). ways: all its ways there.
    """

    target: int
    ways: tuple[Way, ...]
    goes: bool = True
    takes: bool = True
    takes_own: bool = False
    leaps: bool = False
    becomes: tuple[int, ...] = ()
    barred: bool = False
    lame: bool = False
    hops: str = ""


LineChange = tuple[tuple[tuple[int, tuple[int, int] | None, tuple[int, int] | None], ...], int]
"""What a move does: cells with seat and kind of the pieces before and after, and the cell of the king then in check, or
-1."""


class State(Protocol):
    """The table a game is played on. It changes as moves are pushed; `copy` keeps a moment. Engines inherit what they do
    alike.

    fields: what an engine keeps of a position, by name, and what for. Lists change in place; all else is replaced.
    turn: seat to move, 0..n-1; fullmove_number: the number of the round, as records count them.
    halfmove_clock: plies since a capture or pawn move, where the game counts them (`Rules.counts_repetition`), else 0.
    most_quiet: the most of such plies in a row before the last capture or pawn move, or more: a kernel or core may count
        captures and pawn moves among them.
    board: what stands on each cell, as numbers of the engine's own; equal numbers are equal pieces.
    """

    __slots__ = ()

    fields: ClassVar[Mapping[str, str]] = {}
    turn: int
    fullmove_number: int
    halfmove_clock: int = 0
    most_quiet: int = 0
    board: list[int]

    @property
    def checks_left(self) -> tuple[int, ...]:
        """How many of the checks that decide the game each seat has still to give; empty where none are counted."""
        return ()

    @property
    def core(self) -> Core | None:
        """The compiled core that plays the same game; None where nothing is compiled."""
        return None

    def push(self, parsed: ParsedMove) -> bool:
        """Make the parsed move if it is legal and the only one meant; otherwise change nothing and return False."""
        return self.try_push(parsed) is not None

    def try_push(self, parsed: ParsedMove) -> Move | None:
        """As `push`, and tells which move it was; None where it is refused."""
        move = self.find(parsed)
        if move is not None:
            self.push_unchecked(move)
        return move

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        """Make parsed moves one after another, up to the first that `push` would refuse; how many were made.

        log: where the moves are written down that were made. claims: the places of moves that are said to give check,
        from 0; those that give one are taken out.
        """
        for made, parsed in enumerate(parsed_moves):
            if log is None:
                if not self.push(parsed):
                    return made
            else:
                move = self.try_push(parsed)
                if move is None:
                    return made
                log.append(move)
            if claims and made in claims and "check" in self.notes():
                claims.discard(made)
        return len(parsed_moves)

    def plies_after(self, moves: Sequence[Move | None], parsed_moves: Sequence[ParsedMove]) -> list[int]:
        """How many of some parsed moves `push_many` would make after each of some legal moves; the position stays.

        moves: of this position; None for going on without one.
        """
        found = []
        for move in moves:
            after = self.copy()
            if move is not None:
                after.push_unchecked(move)
            found.append(after.push_many(parsed_moves))
        return found

    def near_moves(self, parsed: ParsedMove, most: int) -> list[Move] | None:
        """The moves of `rules.did_you_mean.meant`; None where the engine has no quick way to it."""
        return None

    def push_many_compiled(self, core: SeatCore, parsed_moves: Sequence[ParsedMove], log: list[Move] | None) -> int:
        """`push_many` by a compiled core; what it finds no move for is left to the engine."""
        made = 0
        while True:
            made = core.push_from(self, parsed_moves, made, log)
            if made == len(parsed_moves):
                return made
            move = self.try_push(parsed_moves[made])
            if move is None:
                return made
            if log is not None:
                log.append(move)
            made += 1

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move, empty where `push` would take it. `text` is the move as written."""

    def find(self, parsed: ParsedMove) -> Move | None:
        """The legal move that a parsed move names, or None."""

    def moves(self) -> list[Move]:
        """Every legal move, always in the same order; empty where the game is over."""

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal plies there are; the last ply is counted without being made."""
        if depth <= 0:
            return 1
        moves = self.moves()
        if depth == 1:
            return len(moves)
        leaves = 0
        for move in moves:
            after = self.copy()
            after.push_unchecked(move)
            leaves += after.perft(depth - 1)
        return leaves

    def moves_with(self, throw: int) -> list[Move]:
        """Every legal move once the dice show `throw`; asked only where the variant has throws."""
        return self.moves()

    def push_unchecked(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out, or an annotator's null move; nothing is checked."""

    def copy(self) -> Self:
        """An independent copy of the position."""
        twin = object.__new__(type(self))
        for name in self.fields:
            value = getattr(self, name)
            setattr(twin, name, value[:] if type(value) is list else value)
        return twin

    def outcome(self) -> FinalScore | None:
        """How the game has ended, or None. Looks for a legal move where the rules need it."""

    def piece_type_at(self, cell: int) -> int:
        """Index in the variant's `piece_types` of what stands on a cell, or -1 where nothing does."""
        piece = self.piece_at(cell)
        return ABSENT if piece is None else piece[1]

    def takes(self, move: Move) -> bool:
        """True if a legal move captures; asked before it is made."""

    def taken_cell(self, move: Move) -> int:
        """The cell of the piece that a legal move captures, ABSENT for none; asked before it is made."""
        return move.target if self.takes(move) else ABSENT

    def taken_cells(self, move: Move) -> tuple[int, ...]:
        """The cells of all that a legal move captures; asked before it is made."""
        return tuple(cell for cell in (self.taken_cell(move),) if cell != ABSENT)

    def attackers(self, cell: int, seat: int) -> Iterable[int]:
        """The cells of a seat's pieces that attack a cell, whatever stands there and whoever is to move."""

    def hand_of(self, seat: int) -> list[int]:
        """The indexes in `piece_types` of what a seat has beside the board, one a piece."""
        return []

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        """Seat and index of the kind of the piece on a cell (`Variant.piece_types`), None where the cell is empty."""

    def notes(self) -> tuple[str, ...]:
        """The remarks of a replay on the position, for people: `check`, seats that have left, lines that are gone."""

    def san_facts(self, move: Move) -> tuple[list[int], str] | None:
        """The facts that SAN needs of a legal move that is no drop, if the engine has them without listing all moves:
        the cells of other pieces of the same letter that may go to the same target, and `+` for check or `#` for mate."""
        return None

    def line_texts(
        self, moves: Sequence[Move], notation: str, capture_mark: str, castlings: Sequence[str]
    ) -> list[str] | None:
        """The texts of moves made one after the other from here on; None where the engine has no quick way to them.

        notation: the name of one. capture_mark, castlings: as in `MoveWriting`.
        """
        return None

    def states_before(self, moves: Sequence[Move], places: Sequence[int]) -> list[State] | None:
        """The positions in front of some of the moves made one after the other from here on; None where the engine has no
        quick way to them. places: of these moves, rising."""
        return None

    def line_changes(self, moves: Sequence[Move]) -> list[LineChange] | None:
        """Make legal moves on this state and give their changes; None, the state as it was, where the engine has no
        quick way to that, or one is not a piece's."""
        return None

    def line_hashes(self, moves: Sequence[Move]) -> list[int] | None:
        """A number of 64 bits for this position, and for each one after legal moves made one after the other from here on:
        positions with the same `key` have the same number. None where the engine has no quick way to them."""
        return None

    def line_summary(self, moves: bytes) -> tuple[bytes, list[bytes]] | None:
        """The numbers of `line_hashes`, eight bytes each, and how many pieces are on the board, each time that changes: a
        byte for each type and seat, those of the first type first. None where the engine has no quick way to them.

        moves: each in as many numbers of two bytes as a `Move` has; all of them pieces' moves.
        """
        return None

    def owns(self, seat: int) -> bool:
        """True if a text that names a seat, or none, may mean a piece of who is to move."""
        return seat in (ABSENT, OWN, self.turn)

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game; both to its end where two play for mate."""
        return (0, 1)

    def key(self) -> object:
        """The identity of the position for repetition: equal keys are the same position."""

    def forgive(self, reasons: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
        """The parsed move with the right capture mark, for judging what follows; None if more than the mark is wrong."""
        if [reason.code for reason in reasons] != [Code.CAPTURE_MARK]:
            return None
        return replace(parsed, capture=parsed.capture is False, victim=ABSENT, loser=ABSENT)
