"""Conditions on the move that led to a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from fairyscore.notation.find.binding import Binding, NotInGame
from fairyscore.notation.find.positions import piece_text
from fairyscore.notation.find.query import Bound, Condition
from fairyscore.notation.find.records import quoted
from fairyscore.notation.find.spans import NumberRange
from fairyscore.notation.find.walk import Standing, Walk
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.replay.sieve import Measure, PlyTest, Sieve, all_of, any_of
from fairyscore.notation.rules.moves import ABSENT, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.text import shown


class Played(NamedTuple):
    """A move that was made. ply: its number from 1."""

    walk: Walk
    ply: int
    move: Move

    @property
    def before(self) -> State:
        """The position before it, with its player to move."""
        return self.walk.mover_state(self.ply)

    @property
    def cells(self) -> dict[int, Standing] | None:
        """The cells that it changes, with what stood there before; None where that is not known without the position."""
        changes = self.walk.changes
        return None if changes is None else {cell: before for cell, before, _ in changes[self.ply - 1][0]}

    @property
    def after(self) -> State:
        """The position after it."""
        return self.walk.state(self.ply)

    @property
    def is_drop(self) -> bool:
        """True if it puts a piece from the hand on the board."""
        return self.move.origin == ABSENT != self.move.target

    @property
    def taken(self) -> int:
        """The cell of the piece that it captures, ABSENT for none."""
        return ABSENT if self.move.passes or self.is_drop else self.before.taken_cell(self.move)

    def may_take(self, wanted: frozenset[tuple[int, int]]) -> bool:
        """True if one of some pieces may be captured, as far as that is known without the position."""
        cells = self.cells
        if cells is None:
            return True
        return any(standing in wanted for cell, standing in cells.items() if cell != self.move.origin)

    @property
    def kind(self) -> int:
        """The type of the piece that moves or is dropped, ABSENT for a pass."""
        if self.is_drop:
            return self.move.becomes
        if self.is_pass:
            return ABSENT
        standing = (self.cells or {}).get(self.move.origin)
        return self.before.piece_type_at(self.move.origin) if standing is None else standing[1]

    @property
    def is_pass(self) -> bool:
        """True if no piece goes anywhere."""
        move = self.move
        return move.target == ABSENT or (move.origin == move.target and move.put_on == ABSENT)


MoveTest = Callable[[Played], bool]


class MoveFact(NamedTuple):
    """One fact about a move.

    word: one of `MOVE_WORDS`. seat, text, span, cells: what stands behind it. no: it is not so.
    """

    word: str
    seat: str = ""
    text: str = ""
    span: NumberRange = NumberRange()
    cells: tuple[str, ...] = ()
    no: bool = False

    def __str__(self) -> str:
        words = ["not" if self.no else "", self.word, self.seat, *self.cells]
        if self.text:
            words.append(quoted(self.text) if self.word == "is" else piece_text(self.text))
        if self.span != NumberRange():
            words.append(str(self.span))
        return " ".join(filter(None, words))


@dataclass(frozen=True, repr=False)
class Moved(Condition):
    """Facts of the move that led to the position; all of them."""

    facts: tuple[MoveFact, ...]

    def __str__(self) -> str:
        return f"move {{ {', '.join(map(str, self.facts))} }}"

    def bind(self, binding: Binding) -> Bound:
        binding.need_game()
        tests = [_test(fact, binding) for fact in self.facts]

        def test(walk: Walk, ply: int) -> bool:
            if not ply:
                return False
            played = Played(walk, ply, walk.move(ply))
            return all(test(played) for test in tests)

        facts = {fact.word: fact for fact in self.facts if not fact.no}
        plies = next((find(facts[word], binding) for word, find in _PLIES.items() if word in facts), _each_move)
        sieves = [_SIEVES[fact.word](fact, binding) for fact in self.facts if fact.word in _SIEVES and not fact.no]
        return Bound(test, plies=plies, sieve=all_of(sieves).loosely(), cells=_ends_of)


def _ends_of(walk: Walk, ply: int) -> list[int]:
    """The cells that the move to a position goes from and to."""
    move = walk.move(ply)
    return [cell for cell in (move.origin, move.target) if cell != ABSENT]


# -- where a fact may be true at all, in one go through the moves ---------------------------------------------------------

Plies = Callable[[Walk], Iterable[int]]


def _each_move(walk: Walk) -> Iterable[int]:
    return range(1, walk.plies + 1)


def _with_number(place: int, wanted: frozenset[int]) -> Plies:
    """The moves that have one of some numbers at a place."""
    return lambda walk: (ply for ply, move in enumerate(walk.moves, 1) if move[place] in wanted)


def _with_cell(place: int) -> Callable[[MoveFact, Binding], Plies]:
    """The moves from, or to, some cells."""
    return lambda fact, binding: _with_number(place, frozenset(binding.all_cells(fact.cells)))


def _captures(fact: MoveFact, binding: Binding) -> Plies:
    """The moves that may capture one of some pieces."""
    wanted = binding.pieces(fact.seat, fact.text or "piece")

    def plies(walk: Walk) -> Iterable[int]:
        if walk.changes is None:
            return _each_move(walk)
        return (
            ply
            for ply, (cells, _) in enumerate(walk.changes, 1)
            if len(cells) > 2 or (cells[0][1] is not None and cells[1][1] is not None)
            if any(before in wanted for _, before, _ in cells)
        )

    return plies


def _checks(fact: MoveFact, binding: Binding) -> Plies:
    """The moves that give check."""

    def plies(walk: Walk) -> Iterable[int]:
        if walk.changes is None:
            return _each_move(walk)
        return (ply for ply, (_, king) in enumerate(walk.changes, 1) if king >= 0)

    return plies


_PLIES: Final[dict[str, Callable[[MoveFact, Binding], Plies]]] = {
    "castles": lambda fact, binding: lambda walk: (ply for ply, move in enumerate(walk.moves, 1) if move[3] != ABSENT),
    "promotes": lambda fact, binding: _with_number(2, binding.kinds(fact.text or "piece")),
    "takes": _captures,
    "gives check": _checks,
    "to": _with_cell(1),
    "from": _with_cell(0),
}
"""By the words of moves, what finds the plies at which they may be true: those first that are true least often."""


# -- what the compiled scanner may ask of a move ---------------------------------------------------------------------------


def _with_cells(measure: Measure) -> Callable[[MoveFact, Binding], Sieve]:
    """The move goes from, or to, some cells."""
    return lambda fact, binding: Sieve.of(PlyTest(measure, cells=frozenset(binding.all_cells(fact.cells))))


def _loses(fact: MoveFact, binding: Binding) -> Sieve:
    """A player has fewer of some pieces than before."""
    kinds = binding.kinds(fact.text or "piece")
    pieces = (frozenset((seat, kind) for kind in kinds) for seat in sorted(binding.seats(fact.seat)))
    return any_of(Sieve.of(PlyTest(Measure.LOSES, pieces=some)) for some in pieces)


def _becomes(fact: MoveFact, binding: Binding) -> Sieve:
    pieces = frozenset((0, kind) for kind in binding.kinds(fact.text or "piece"))
    return Sieve.of(PlyTest(Measure.BECOMES, pieces=pieces))


_SIEVES: Final[dict[str, Callable[[MoveFact, Binding], Sieve]]] = {
    "from": _with_cells(Measure.FROM),
    "to": _with_cells(Measure.TO),
    "castles": lambda fact, binding: Sieve.of(PlyTest(Measure.CASTLES)),
    "takes": _loses,
    "promotes": _becomes,
    "gives check": lambda fact, binding: Sieve.of(PlyTest(Measure.CHECK)),
}
"""By the words of moves."""


# -- whether a fact is true ------------------------------------------------------------------------------------------------


def _test(fact: MoveFact, binding: Binding) -> MoveTest:
    found = MOVE_WORDS[fact.word](fact, binding)
    return (lambda played: not found(played)) if fact.no else found


def _by(fact: MoveFact, binding: Binding) -> MoveTest:
    seat = binding.seat(fact.seat)
    return lambda played: played.before.turn == seat


def _piece(fact: MoveFact, binding: Binding) -> MoveTest:
    kinds = binding.kinds(fact.text)
    return lambda played: played.kind in kinds


def _from(fact: MoveFact, binding: Binding) -> MoveTest:
    cells = binding.all_cells(fact.cells)
    return lambda played: not played.is_pass and played.move.origin in cells


def _to(fact: MoveFact, binding: Binding) -> MoveTest:
    cells = binding.all_cells(fact.cells)
    return lambda played: not played.is_pass and played.move.target in cells


def _takes(fact: MoveFact, binding: Binding) -> MoveTest:
    wanted = binding.pieces(fact.seat, fact.text or "piece")

    def test(played: Played) -> bool:
        if not played.may_take(wanted):
            return False
        taken = played.taken
        return taken != ABSENT and played.before.piece_at(taken) in wanted

    return test


def _drops(fact: MoveFact, binding: Binding) -> MoveTest:
    if not binding.game.rules.hands:
        raise binding.lacks("pieces in hand to be dropped")
    kinds = binding.kinds(fact.text or "piece")
    return lambda played: played.is_drop and played.kind in kinds


def _promotes(fact: MoveFact, binding: Binding) -> MoveTest:
    kinds = binding.kinds(fact.text or "piece")
    return lambda played: not played.is_drop and played.move.becomes in kinds


def _castles(fact: MoveFact, binding: Binding) -> MoveTest:
    if not binding.game.writing.castlings:
        raise binding.lacks("castling")
    return lambda played: played.move.castle != ABSENT


def _in_passing(fact: MoveFact, binding: Binding) -> MoveTest:
    return lambda played: played.taken not in (ABSENT, played.move.target)


def _passes(fact: MoveFact, binding: Binding) -> MoveTest:
    return lambda played: played.is_pass


def _gives_check(fact: MoveFact, binding: Binding) -> MoveTest:
    return lambda played: played.walk.is_check(played.ply)


def _throw(fact: MoveFact, binding: Binding) -> MoveTest:
    if not binding.game.rules.throws:
        raise binding.lacks("dice")
    return lambda played: played.move.throw in fact.span


def _puts(fact: MoveFact, binding: Binding) -> MoveTest:
    """A further piece, or a wall, is put on the board."""
    return lambda played: played.move.put_on != ABSENT


def _removes(fact: MoveFact, binding: Binding) -> MoveTest:
    """So many pieces leave the board by the move, explosions and those of players who leave too."""

    def test(played: Played) -> bool:
        before, after = (
            sum(standing is not None for standing in played.walk.board(ply)) for ply in (played.ply - 1, played.ply)
        )
        added = played.is_drop + (ABSENT not in (played.move.put_on, played.move.put))
        return before + added - after in fact.span

    return test


def _is(fact: MoveFact, binding: Binding) -> MoveTest:
    parsed = parse_move(fact.text, binding.game)
    if not isinstance(parsed, ParsedMove):
        raise NotInGame(f"'{shown(fact.text)}' is no move of {binding.game.title}")
    return lambda played: played.before.copy().find(parsed) == played.move


MOVE_WORDS: Final[dict[str, Callable[[MoveFact, Binding], MoveTest]]] = {
    "by": _by,
    "piece": _piece,
    "takes": _takes,
    "from": _from,
    "to": _to,
    "drops": _drops,
    "promotes": _promotes,
    "castles": _castles,
    "in passing": _in_passing,
    "passes": _passes,
    "gives check": _gives_check,
    "throw": _throw,
    "puts": _puts,
    "removes": _removes,
    "is": _is,
}
"""What may be asked of a move."""
