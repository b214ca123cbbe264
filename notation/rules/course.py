"""Ends that the course of a game brings: positions that come again, many moves without a capture, positions in which
nobody can mate any more; and draws that may be claimed.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> history = History(chess.rules.course, state)
>>> for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
...     parsed = chess.writing.notations[0].read(text, chess)
...     _ = state.push(parsed)
...     history.push(state)
>>> sorted(history.claims(state)), history.outcome(state)
(['threefold-repetition'], None)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by


class State(Protocol):
    """What is asked of a position that is played on (`rules.variant.State`)."""

    turn: int
    halfmove_clock: int

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game."""

    def notes(self) -> tuple[str, ...]:
        """`check` where it is."""

    def key(self) -> object:
        """What is the same in a repeated position."""

    def moves(self) -> list[Any]:
        """The legal moves."""

    def copy(self) -> Any:
        """The same position, to be changed."""


def _never(_: Any) -> bool:
    return False


class Course(NamedTuple):
    """What the course of a game may bring. Each number is 0 where the game has no such rule.

    claim_repetition, end_repetition: so often the same position must come for a draw to be claimed, and for the game to be
    over. perpetual_check: so often, and who gave check with each move between has lost. claim_quiet, end_quiet: plies
    without a capture or pawn move, to the same ends. longest: so many plies a game may have.
    is_dead: whether it is proven that neither side can mate in a position. edition: the rule book. since: the date from
    which records end so by themselves, as `2014-07-01`, empty for always.
    """

    claim_repetition: int = 0
    end_repetition: int = 0
    perpetual_check: int = 0
    claim_quiet: int = 0
    end_quiet: int = 0
    longest: int = 0
    is_dead: Callable[[Any], bool] = _never
    edition: str = ""
    since: str = ""

    def alone(self, state: State) -> Outcome | None:
        """The end that a position shows by itself: it is dead, or its clock has run out."""
        if self.is_dead(state):
            return drawn(len(state.playing()), Ending.DEAD_POSITION)
        if self.end_quiet and state.halfmove_clock >= self.end_quiet:
            seventyfive = self.end_quiet == SEVENTYFIVE
            return drawn(len(state.playing()), Ending.SEVENTYFIVE if seventyfive else Ending.QUIET)
        return None


class History:
    """The positions of a game, one after another. Give it each of them once, and ask about the last."""

    def __init__(self, course: Course, state: State) -> None:
        self._course = course
        self._met: dict[object, list[int]] = {}
        self._checks: list[bool] = []
        self._counts = bool(course.claim_repetition or course.end_repetition or course.perpetual_check)
        self._last: list[int] = []
        self.push(state)

    @property
    def plies(self) -> int:
        """The moves made so far."""
        return len(self._checks) - 1

    def push(self, state: State) -> None:
        """Take in the position after the next move."""
        self._checks.append(bool(self._course.perpetual_check) and "check" in state.notes())
        if self._counts:
            self._last = self._met.setdefault(state.key(), [])
            self._last.append(self.plies)

    def outcome(self, state: State) -> Outcome | None:
        """How the course has ended the game, None while it goes on. state: the last position.

        Mate and stalemate come before: ask the state for them. A course is of two players.
        """
        course = self._course
        often = len(self._last)
        if course.perpetual_check and often >= course.perpetual_check:
            loser = self._checker(state)
            if loser is not None:
                return won_by(1 - loser, 2, Ending.PERPETUAL_CHECK)
        if course.end_repetition and often >= course.end_repetition:
            return drawn(2, REPETITIONS.get(course.end_repetition, Ending.FIVEFOLD))
        if course.longest and self.plies >= course.longest:
            return drawn(2, Ending.LONGEST)
        return course.alone(state)

    def claims(self, state: State) -> frozenset[str]:
        """What the player to move may claim: a draw now, or with a move that brings it about (Laws of Chess 9.2, 9.3)."""
        course = self._course
        found = set()
        if course.claim_repetition and self._comes(state, course.claim_repetition):
            found.add(REPETITION_CLAIMS.get(course.claim_repetition, "repetition"))
        if course.claim_quiet and self._is_quiet(state, course.claim_quiet):
            found.add("fifty-moves" if course.claim_quiet == FIFTY else "quiet-moves")
        return frozenset(found)

    def _comes(self, state: State, times: int) -> bool:
        if len(self._last) >= times:
            return True
        met = {key for key, places in self._met.items() if len(places) == times - 1}
        return bool(met) and any(after.key() in met for after in _next(state))

    def _is_quiet(self, state: State, plies: int) -> bool:
        if state.halfmove_clock >= plies:
            return True
        return state.halfmove_clock == plies - 1 and any(after.halfmove_clock >= plies for after in _next(state))

    def _checker(self, state: State) -> int | None:
        """The seat that gave check with each of its moves since the position first came, if only one did."""
        first, last = self._last[-self._course.perpetual_check], self._last[-1]
        plies = range(first + 1, last + 1)
        # After the last ply `state.turn` is to move, so the plies of the same parity as the last are the other seat's.
        mine = all(self._checks[ply] for ply in plies if (last - ply) % 2 == 0)
        theirs = all(self._checks[ply] for ply in plies if (last - ply) % 2)
        if mine == theirs:
            return None
        return 1 - state.turn if mine else state.turn


REPETITIONS = {3: Ending.THREEFOLD, 4: Ending.FOURFOLD, 5: Ending.FIVEFOLD}
FIFTY = 100  # plies in fifty moves of each player
SEVENTYFIVE = 150  # plies in 75 moves of each player
REPETITION_CLAIMS = {3: "threefold-repetition", 4: "fourfold-repetition"}


def _next(state: State) -> list[State]:
    """The positions after each legal move."""
    found = []
    for move in state.moves():
        after = state.copy()
        after.push_unchecked(move)
        found.append(after)
    return found
