"""What the reasons of all engines share: how a game calls what stands on its board, and what is wrong with a text alone."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from fairyscore.notation.rules.moves import ABSENT, OWN, ParsedMove
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Code, Fact, Reason
from fairyscore.notation.rules.state import State

Engine = TypeVar("Engine", bound=State)


def game_over(outcome: FinalScore, rule: str) -> tuple[Reason]:
    """The only reason against a move after the end of the game: how it has ended."""
    return (Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}, rule),)


class Refusal(Generic[Engine]):
    """A refused move, its position, and the names of cells, kinds and seats. writing: the rule about texts."""

    writing: ClassVar[str] = ""

    def __init__(
        self,
        state: Engine,
        parsed: ParsedMove,
        text: str,
        *,
        cells: Sequence[str],
        kinds: Iterable[str],
        seats: Iterable[str],
    ) -> None:
        self.state, self.parsed, self.text = state, parsed, text
        self.cells, self.kinds, self.seats = cells, tuple(kinds), tuple(seats)
        self.turn, self.mover = state.turn, self.seat(state.turn)

    @property
    def target(self) -> str:
        """The name of the cell that the text names as target."""
        return self.cells[self.parsed.target]

    def seat(self, number: int) -> str:
        """The name of a seat: `silver`."""
        return self.seats[self.state.turn if number == OWN else number]

    def kind(self, number: int) -> str:
        """The name of a kind, `piece` where none is said."""
        return self.kinds[number] if number >= 0 else "piece"

    def named(self, kind: int, seat: int) -> str:
        """A piece as a text calls it, with its owner where one is said: `white knight`."""
        return self.kind(kind) if seat == ABSENT else f"{self.seat(seat)} {self.kind(kind)}"

    def owned(self, cell: int) -> str:
        """The piece on a cell with its owner."""
        piece = self.state.piece_at(cell)
        return "piece" if piece is None else self.named(piece[1], piece[0])

    def of_mover(self, code: Code, rule: str = "", case: str = "", /, **facts: Fact) -> Reason:
        """A reason that names who is to move."""
        return Reason(code, {"mover": self.mover, **facts}, rule, case)

    def wrong_victim(self, found: str) -> Reason:
        """Another piece is taken than the text says."""
        named = self.named(self.parsed.victim, self.parsed.loser)
        return Reason(Code.WRONG_VICTIM, {"cell": self.target, "found": found, "named": named}, self.writing)
