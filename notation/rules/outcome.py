"""How a game ended, and the result that every seat gets."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple


class Ending(StrEnum):
    """Why nobody moves any more; the value is the phrase that a report prints."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    STALEMATE_LOSES = "stalemate, which loses here"
    NO_CASTLE = "no piece left in a castle"
    CAPITULATION = "gave up the last castle (capitulation)"
    BLOCKED = "no legal move (blocking)"
    LAST_ONE_IN = "the last one with pieces"
    LAST_PLAYER = "only one player is left"
    KING_CAPTURED = "a king is captured"
    RESIGNED = "a player has resigned or has no time left"
    MOVE_LIMIT = "the agreed number of moves is reached"
    STALEMATE_WINS = "stalemate, which wins here"
    EXTINCT = "the pieces that count are gone"
    GOAL = "the goal is reached"
    CHECKS = "all checks are given"
    CASTLING = "castled, or cannot castle any more, which decides here"
    IN_LINE = "pieces in a row"
    PASSED = "both passed"
    FACING = "the generals face each other, and neither side ends it"
    DEAD_POSITION = "dead position, neither side can mate"
    FIVEFOLD = "the same position for the fifth time"
    FOURFOLD = "the same position for the fourth time"
    THREEFOLD = "the same position for the third time"
    REPETITION_LOSES = "a position repeated too often, which loses here"
    PERPETUAL_CHECK = "perpetual check, which loses here"
    PERPETUAL_CHASE = "perpetual chase, which loses here"
    SEVENTYFIVE = "75 moves without a capture or pawn move"
    QUIET = "too many moves without a capture"
    LONGEST = "the most moves that a game may have"


DECIDED = frozenset(
    ending.value
    for ending in (
        *(Ending.STALEMATE_LOSES, Ending.STALEMATE_WINS, Ending.EXTINCT, Ending.GOAL),
        *(Ending.CHECKS, Ending.CASTLING, Ending.IN_LINE, Ending.PASSED, Ending.FACING),
    )
)
"""Ends that come with a move, whatever moves are left, as `State.notes` tells them."""


def is_decided(notes: Collection[str]) -> bool:
    """True if a move decided the game without mate, so that `#` stands after it. notes: of the position after the move.

    >>> is_decided(("check",)), is_decided(("the goal is reached",))
    (False, True)
    """
    return bool(notes) and not DECIDED.isdisjoint(notes)


REASONS = {ending: ending.name.lower().replace("_", "-") for ending in Ending} | {
    Ending.STALEMATE_LOSES: "stalemate",
    Ending.STALEMATE_WINS: "stalemate",
    Ending.EXTINCT: "extinction",
    Ending.FIVEFOLD: "fivefold-repetition",
    Ending.FOURFOLD: "fourfold-repetition",
    Ending.THREEFOLD: "threefold-repetition",
    Ending.SEVENTYFIVE: "seventyfive-moves",
    Ending.QUIET: "quiet-moves",
    Ending.LONGEST: "move-limit",
}
"""Why a game ended, as `fairyscore.Outcome.reason` has it."""


HALF = {0: "0", 1: "1/2", 2: "1"}


class FinalScore(NamedTuple):
    """The end of a game. `scores` holds half points by seat: 2 won, 1 drawn, 0 lost.

    >>> FinalScore(Ending.LAST_ONE_IN, (0, 2, 0)).result
    '0-1-0'
    """

    ending: Ending
    scores: tuple[int, ...]

    @property
    def reason(self) -> str:
        """Why, as a word of the library: `checkmate`, `fivefold-repetition`."""
        return REASONS[self.ending]

    @property
    def winner(self) -> int | None:
        """The seat that has won, None where nobody has."""
        return self.scores.index(2) if 2 in self.scores else None

    @property
    def result(self) -> str:
        """The result as records write it, a score a seat."""
        return "-".join(HALF[score] for score in self.scores)


def won_by(seat: int, seats: int, ending: Ending) -> FinalScore:
    """All others lost.

    >>> won_by(0, 2, Ending.CHECKMATE).result
    '1-0'
    """
    return FinalScore(ending, tuple(2 if s == seat else 0 for s in range(seats)))


def drawn(seats: int, ending: Ending, alive: tuple[int, ...] | None = None) -> FinalScore:
    """Half a point for everybody still in (`alive`; all where it is not given).

    >>> drawn(3, Ending.MOVE_LIMIT, alive=(0, 2)).result
    '1/2-0-1/2'
    """
    return FinalScore(ending, tuple(1 if alive is None or s in alive else 0 for s in range(seats)))
