"""Conditions on a position: what stands where, who attacks whom, what the rules count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.find.binding import Binding, NotInGame, is_plain
from fairyscore.notation.find.query import Bound, Condition
from fairyscore.notation.find.records import quoted
from fairyscore.notation.find.spans import NumberRange
from fairyscore.notation.find.walk import CellSweep, MaterialSweep, Standing, Sweep, Walk
from fairyscore.notation.moves.reading import MoveRefusal, legal_move
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.replay.sieve import EVERY_GAME, MOST, Alternative, Measure, PlyTest, Sieve
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.text import late_pattern, shown

_NUMBER = late_pattern(r"[0-9]+\.+\s*|\*")

Group = tuple[frozenset[int], int]
"""Piece types that a letter stands for, and how many pieces of them."""


# -- positions and lines --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class At(Condition):
    """The position is that of a FEN, as repetitions are counted; where the FEN is only its first field, the pieces on the
    board are."""

    asks_game: ClassVar[bool] = False
    fen: str

    def __str__(self) -> str:
        return f"position {quoted(self.fen)}"

    def bind(self, binding: Binding) -> Bound:
        game, alone = binding.game, len(self.fen.split()) == 1
        try:
            state = game.read_position(self.fen if not alone else _with_fields(self.fen, game))
        except PositionError as fault:
            raise NotInGame(f"the FEN of `position` is none of {game.title}: {fault}") from None
        if alone:
            board = [state.piece_at(cell) for cell in range(len(game.board.cells))]
            return on_cells(range(len(board)), lambda now: now == board, _standing_as(board))
        state.outcome()
        number = position_number(state)
        return Bound(
            lambda walk, ply: walk.numbers[ply] == number,
            may=lambda walk: number in walk.numbers,
            plies=lambda walk: range(walk.numbers.index(number), walk.plies + 1),
            sieve=reached(game, [state], lasts=False),
        )


def _standing_as(board: list[Standing]) -> Sieve:
    """All that stands on a board stands there."""
    return Sieve.of(
        *(
            PlyTest(Measure.ON_CELLS, len(cells), pieces=frozenset([piece]), cells=cells)
            for piece in dict.fromkeys(board)
            if (cells := frozenset(cell for cell, standing in enumerate(board) if standing == piece))
        )
    )


def _with_fields(placement: str, game: Variant) -> str:
    """A FEN of pieces only with the other fields that the start of the game has."""
    usual = game.write_position(game.initial_state()).split()
    return " ".join([placement, *("-" if field == "KQkq" else field for field in usual[1:])])


def played(text: str, binding: Binding) -> tuple[list[Move], State]:
    """The moves of a line from the start of a game, and the position after them. Raises `NotInGame`."""
    game = binding.game
    state, moves = game.initial_state(), list[Move]()
    for token in _NUMBER.sub(" ", text).split():
        found = legal_move(token, state, game)
        if isinstance(found, MoveRefusal):
            why = "; ".join(map(str, found.reasons))
            raise NotInGame(f"the line {shown(text)} is none of {game.title}: {why}")
        state.push_unchecked(found)
        state.outcome()
        moves.append(found)
    return moves, state


@dataclass(frozen=True, repr=False)
class BeginsWith(Condition):
    """The game began with a line from the start of its variant. It is true from the end of the line on."""

    text: str

    def __str__(self) -> str:
        return f"line {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        moves, state = played(self.text, binding)
        start = len(moves)

        def may(walk: Walk) -> bool:
            return walk.begins_with(moves)

        return Bound(
            lambda walk, ply: ply >= start and may(walk),
            may=may,
            plies=lambda walk: range(start, walk.plies + 1),
            sieve=reached(binding.game, [state], start).loosely(),
        )


@dataclass(frozen=True, repr=False)
class Reaches(Condition):
    """The game has come to the position after a line, on whatever way. It is true from there on."""

    text: str

    def __str__(self) -> str:
        return f"reaches {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        _, state = played(self.text, binding)
        number = position_number(state)
        return Bound(
            lambda walk, ply: number in walk.numbers[: ply + 1],
            may=lambda walk: number in walk.numbers,
            plies=lambda walk: range(walk.numbers.index(number), walk.plies + 1),
            sieve=reached(binding.game, [state]),
        )


def reached(game: Variant, states: Collection[State], ply: int | None = None, *, lasts: bool = True) -> Sieve:
    """The game comes to one of some positions. ply: after so many plies. lasts: or has come there."""
    low, high = (0, MOST) if ply is None else (ply, ply)
    fewest = min(sum(state.piece_at(cell) is not None for cell in range(len(game.board.cells))) for state in states)
    return Sieve.of(
        PlyTest(Measure.POSITION, low, high, states=tuple(states), lasts=lasts, fewest=_if_final(game, fewest))
    )


def _if_final(game: Variant, pieces: int) -> int:
    """So many pieces where they never become more in a game, else 0."""
    course = game.rules.course
    return 0 if course is None or course.comes_back else pieces


# -- pieces ---------------------------------------------------------------------------------------------------------------

AT_LEAST = "at least"
ONE_OR_MORE: Final = NumberRange(1)


@dataclass(frozen=True, repr=False)
class Material(Condition):
    """The pieces on the board, by seat.

    text: letters, the seats in turn with `:` between. flip: the seats may be changed.
    """

    asks_game: ClassVar[bool] = False
    text: str
    at_least: bool = False
    flip: bool = False

    def __str__(self) -> str:
        return f"pieces {AT_LEAST + ' ' if self.at_least else ''}{quoted(self.text)}{' flip' if self.flip else ''}"

    def bind(self, binding: Binding) -> Bound:
        sides = self.text.split(":")
        seats = binding.game.seats
        if len(sides) > len(seats):
            raise NotInGame(f"{binding.game.title} has {len(seats)} players, not {len(sides)}")
        wanted = [_groups(side, binding) for side in sides]
        wanted += [[]] * (len(seats) - len(wanted))
        orders = [_of_seats(wanted)]
        if self.flip:
            orders.append(_of_seats(wanted[::-1]))
        cells = len(binding.game.board.cells)
        at_least = self.at_least

        def test(count: Counter[Standing]) -> bool:
            pieces = cells - count[None]
            for order in orders:
                total = sum(number for _, number in order)
                if pieces < total or (pieces > total and not at_least):
                    continue
                found = [sum(count[piece] for piece in group) for group, _ in order]
                if all(there >= number for there, (_, number) in zip(found, order, strict=True)):
                    return True  # where there are no more pieces than wanted, none is there too often
            return False

        everything = frozenset(
            (seat, kind) for seat in range(len(seats)) for kind in range(len(binding.game.piece_types))
        )
        alternatives = []
        for order in orders:
            total = sum(number for _, number in order)
            most, fewest = MOST if at_least else total, _if_final(binding.game, total)
            whole = PlyTest(Measure.ON_BOARD, total, most, everything, fewest=fewest)
            there = [PlyTest(Measure.ON_BOARD, number, pieces=frozenset(group)) for group, number in order]
            alternatives.append(Alternative(terms=(whole, *there)))
        most = cells if at_least else sum(number for _, number in orders[0])
        return on_material(test, most, Sieve(tuple(alternatives)))


def _of_seats(wanted: list[list[Group]]) -> list[tuple[list[Standing], int]]:
    """Groups of pieces with their seats, and their numbers."""
    return [([(seat, kind) for kind in kinds], number) for seat, side in enumerate(wanted) for kinds, number in side]


def on_material(test: Callable[[Counter[Standing]], bool], most: int, sieve: Sieve) -> Bound:
    """A condition on how many pieces are on the board. most: it is false where there are more."""
    return _swept(lambda walk: MaterialSweep(walk, test, most), sieve)


def on_cells(
    cells: Iterable[int],
    test: Callable[[list[Standing]], bool],
    sieve: Sieve = EVERY_GAME,
    fitting: Callable[[list[Standing]], Iterable[int]] = lambda board: (),
) -> Bound:
    """A condition on what stands on some cells. fitting: those that show it on a board where it is true."""
    concerned = frozenset(cells)
    bound = _swept(lambda walk: CellSweep(walk, concerned, test), sieve)
    return bound._replace(cells=lambda walk, ply: fitting(walk.board(ply)))


def _swept(make: Callable[[Walk], Sweep], sieve: Sieve) -> Bound:
    key = object()
    return Bound(
        lambda walk, ply: walk.sweep(key, make).at(ply),
        plies=lambda walk: walk.sweep(key, make).plies(),
        sieve=sieve,
    )


def _groups(text: str, binding: Binding) -> list[Group]:
    """The piece types and numbers that letters say: `K R P P`, or `KRPP`."""
    letters: list[str] = []
    for word in text.split():
        letters += [word] if binding.is_piece(word) else list(word)
    return list(Counter(binding.kinds(letter) for letter in letters).items())


@dataclass(frozen=True, repr=False)
class Number(Condition):
    """The number of pieces of a sort on the board, or on some of its cells; or are in hand."""

    asks_game: ClassVar[bool] = False
    seat: str
    piece: str
    span: NumberRange
    cells: tuple[str, ...] = ()
    in_hand: bool = False

    def __str__(self) -> str:
        words = ["hand" if self.in_hand else "count", self.seat, piece_text(self.piece)]
        words += ["in", *self.cells] if self.cells else []
        return " ".join([*filter(None, words), str(self.span)])

    def bind(self, binding: Binding) -> Bound:
        wanted = binding.pieces(self.seat, self.piece)
        if self.in_hand:
            if not binding.game.rules.hands:
                raise binding.lacks("pieces in hand")
            seats = sorted(binding.seats(self.seat))
            kinds = binding.kinds(self.piece)

            def held(walk: Walk, ply: int) -> bool:
                state = walk.state(ply)
                return sum(kind in kinds for seat in seats for kind in state.hand_of(seat)) in self.span

            return Bound(held, sieve=_counted(Measure.IN_HAND, wanted, self.span))
        cells = binding.all_cells(self.cells)
        if not cells:
            most = len(binding.game.board.cells)
            sieve = _counted(Measure.ON_BOARD, wanted, self.span)
            return on_material(lambda count: sum(count[piece] for piece in wanted) in self.span, most, sieve)
        return on_cells(
            cells,
            lambda board: sum(board[cell] in wanted for cell in cells) in self.span,
            _counted(Measure.ON_CELLS, wanted, self.span, cells),
            lambda board: (cell for cell in cells if board[cell] in wanted),
        )


def _counted(
    measure: Measure, pieces: frozenset[tuple[int, int]], span: NumberRange, cells: Iterable[int] = ()
) -> Sieve:
    """So many pieces are somewhere."""
    return Sieve.of(PlyTest(measure, *span.within(0, MOST), pieces=frozenset(pieces), cells=frozenset(cells)))


def piece_text(text: str) -> str:
    """A piece, or a cell, as it stands in a query."""
    return text if is_plain(text) else quoted(text)


@dataclass(frozen=True, repr=False)
class Attacks(Condition):
    """A piece attacks another, or a cell, whether it may move or is pinned.

    target: a piece, or a cell where no seat is named.
    """

    asks_game: ClassVar[bool] = False
    seat: str
    piece: str
    target_seat: str
    target: str

    def __str__(self) -> str:
        words = ("attacks", self.seat, piece_text(self.piece), "on", self.target_seat, piece_text(self.target))
        return " ".join(filter(None, words))

    def bind(self, binding: Binding) -> Bound:
        seats, kinds = sorted(binding.seats(self.seat)), binding.kinds(self.piece)
        on_piece = bool(self.target_seat) or binding.is_piece(self.target)
        targets = binding.pieces(self.target_seat, self.target) if on_piece else frozenset()
        cells = tuple(range(len(binding.game.board.cells))) if on_piece else binding.cells(self.target)

        def attacks(walk: Walk, ply: int) -> Iterator[tuple[int, int]]:
            """From where to where."""
            board = walk.board(ply)
            for cell in cells:
                standing = board[cell]
                if on_piece and standing not in targets:
                    continue
                state = walk.state(ply)
                for seat in seats:
                    if standing is not None and standing[0] == seat:
                        continue
                    for origin in state.attackers(cell, seat):
                        if (found := board[origin]) and found[1] in kinds:
                            yield origin, cell

        return Bound(
            lambda walk, ply: any(True for _ in attacks(walk, ply)),
            cells=lambda walk, ply: chain.from_iterable(attacks(walk, ply)),
        )


# -- what the rules say of a position -----------------------------------------------------------------------------------


def _check(binding: Binding) -> Bound:
    return Bound(lambda walk, ply: walk.is_check(ply), sieve=Sieve.of(PlyTest(Measure.CHECK)).loosely())


def _mate(binding: Binding) -> Bound:
    ends = len(binding.game.seats) == 2  # else others play on

    def test(walk: Walk, ply: int) -> bool:
        return walk.is_check(ply) and not walk.state(ply).copy().moves()

    sieve = Sieve.of(PlyTest(Measure.MATE)).loosely()
    return Bound(test, plies=lambda walk: range(walk.plies if ends else 0, walk.plies + 1), sieve=sieve)


FACTS: Final[dict[str, Callable[[Binding], Bound]]] = {"check": _check, "mate": _mate}
"""Words that are true or not at a position."""


@dataclass(frozen=True, repr=False)
class Fact(Condition):
    """A word of `FACTS`."""

    asks_game: ClassVar[bool] = False
    word: str

    def __str__(self) -> str:
        return self.word

    def bind(self, binding: Binding) -> Bound:
        binding.need_game()
        return FACTS[self.word](binding)


@dataclass(frozen=True, repr=False)
class Turn(Condition):
    """The player to move."""

    asks_game: ClassVar[bool] = False
    seat: str

    def __str__(self) -> str:
        return f"turn {self.seat}"

    def bind(self, binding: Binding) -> Bound:
        seat = binding.seat(self.seat)
        return Bound(lambda walk, ply: walk.state(ply).turn == seat, sieve=Sieve.of(PlyTest(Measure.TURN, seat, seat)))


@dataclass(frozen=True, repr=False)
class PlyNumber(Condition):
    """The number of plies up to the position."""

    span: NumberRange

    def __str__(self) -> str:
        return f"ply {self.span}"

    def bind(self, binding: Binding) -> Bound:
        return Bound(lambda walk, ply: ply in self.span, sieve=_counted(Measure.PLY, frozenset(), self.span))


def _legal(binding: Binding) -> Callable[[Walk, int], int]:
    binding.need_game()
    return lambda walk, ply: len(walk.state(ply).copy().moves())


def _quiet(binding: Binding) -> Callable[[Walk, int], int]:
    if not binding.game.rules.counts_repetition:
        raise binding.lacks("count of plies without a capture")
    return lambda walk, ply: walk.state(ply).halfmove_clock


def _repeated(binding: Binding) -> Callable[[Walk, int], int]:
    binding.need_game()
    return lambda walk, ply: walk.numbers[: ply + 1].count(walk.numbers[ply])


def _lines_left(place: int) -> Callable[[Binding], Callable[[Walk, int], int]]:
    """How many files (place 0) or ranks (1) of the board have a cell left."""

    def bound(binding: Binding) -> Callable[[Walk, int], int]:
        board, gone = binding.game.board, binding.game.scenery.gone
        if not isinstance(board, HeadedBoard):
            raise binding.lacks("files and ranks")

        def number(walk: Walk, ply: int) -> int:
            away = set(gone(walk.state(ply)))
            return len({spot[place] for cell, spot in enumerate(board.spots) if cell not in away})

        return number

    return bound


def _players(binding: Binding) -> Callable[[Walk, int], int]:
    binding.need_game()
    return lambda walk, ply: len(walk.state(ply).playing())


QUANTITIES: Final[dict[str, Callable[[Binding], Callable[[Walk, int], int]]]] = {
    "legal moves": _legal,
    "quiet plies": _quiet,
    "repeated": _repeated,
    "files left": _lines_left(0),
    "ranks left": _lines_left(1),
    "players left": _players,
}
"""Words for a number that a position has."""


@dataclass(frozen=True, repr=False)
class Quantity(Condition):
    """A number of a position is in a span. word: one of `QUANTITIES`."""

    asks_game: ClassVar[bool] = False
    word: str
    span: NumberRange

    def __str__(self) -> str:
        return f"{self.word} {self.span}"

    def bind(self, binding: Binding) -> Bound:
        number = QUANTITIES[self.word](binding)
        return Bound(lambda walk, ply: number(walk, ply) in self.span)


@dataclass(frozen=True, repr=False)
class ChecksGiven(Condition):
    """The number of checks that a seat has given, of those that decide the game."""

    asks_game: ClassVar[bool] = False
    seat: str
    span: NumberRange

    def __str__(self) -> str:
        return f"checks by {self.seat} {self.span}"

    def bind(self, binding: Binding) -> Bound:
        seat = binding.seat(self.seat)
        whole = binding.game.initial_state().checks_left
        if not any(whole):
            raise binding.lacks("checks that are counted")
        return Bound(lambda walk, ply: whole[seat] - walk.state(ply).checks_left[seat] in self.span)


@dataclass(frozen=True, repr=False)
class CastleHeld(Condition):
    """A piece of a seat stands in a castle, or in how many. cell: the castle; empty where they are counted."""

    asks_game: ClassVar[bool] = False
    seat: str
    cell: str = ""
    span: NumberRange = ONE_OR_MORE

    def __str__(self) -> str:
        if self.cell:
            return f"castle {self.cell} held by {self.seat}"
        return f"castles held by {self.seat} {self.span}"

    def bind(self, binding: Binding) -> Bound:
        castles, seat = binding.game.scenery.held, binding.seat(self.seat)
        if not castles:
            raise binding.lacks("castles")
        if self.cell:
            asked = binding.cells(self.cell)
            castles = tuple(cell for cell in asked if cell in castles)
            if not castles:
                raise binding.lacks(f"castle on {shown(self.cell)}")

        def held(board: list[Standing]) -> list[int]:
            return [cell for cell in castles if (board[cell] or (-1, -1))[0] == seat]

        return on_cells(castles, lambda board: len(held(board)) in self.span, fitting=held)
