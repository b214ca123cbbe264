"""Ends that the course of a game brings: positions that come again, many moves without a capture, positions in which
nobody can mate any more; and draws that may be claimed.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> history = History(chess.rules.course, state)
>>> for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
...     parsed = chess.writing.usual.read(text, chess)
...     _ = state.push(parsed)
...     history.push(state)
>>> sorted(history.claims(state)), history.outcome(state)
(['threefold-repetition'], None)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.outcome import Ending, FinalScore, drawn, won_by

if TYPE_CHECKING:
    from fairyscore.notation.rules.general.chase import Chase
    from fairyscore.notation.rules.general.counting import Counting, RunningCount
    from fairyscore.notation.rules.general.dead import DeadMaterial
    from fairyscore.notation.rules.general.impasse import Impasse
    from fairyscore.notation.rules.state import State

DEAD, REPEATED, QUIET, LONGEST = 1, 2, 3, 4  # what ends a game on its way, as the compiled scanner says it
REPETITIONS = {3: Ending.THREEFOLD, 4: Ending.FOURFOLD, 5: Ending.FIVEFOLD}
FIFTY = 100  # plies in fifty moves of each player
SEVENTYFIVE = 150  # plies in 75 moves of each player
REPETITION_CLAIMS = {3: "threefold-repetition", 4: "fourfold-repetition"}


class Course(NamedTuple):
    """The rules on the course of a game: repetitions, moves without progress, impasse.

    Each number is 0 where the game has no such rule.

    claim_repetition, end_repetition: so often the same position must come for a draw to be claimed, and for the game to be
    over; lost_repetition: and who brought it about has lost. perpetual_check: so often, and who gave check with each move
    between has lost. claim_quiet, end_quiet: plies
    without a capture or pawn move, to the same ends. longest: so many plies a game may have. counting: follows a count
    that brings a claim, chase: finds who chases where `perpetual_check` is asked,
    impasse: counts where a record declares one; None where the game has no such rule.
    material: finds dead positions, None where there are none. comes_back: whether a position may come again after a
    capture or pawn move. is_ruled: whether an arbiter or a server applies it, so that a record may go on. edition: the rule
    book, empty where there is none. since: the date from which games end so by themselves, as `2014-07-01`, empty
    for always; dead positions have always ended them.
    """

    claim_repetition: int = 0
    end_repetition: int = 0
    lost_repetition: int = 0
    perpetual_check: int = 0
    claim_quiet: int = 0
    end_quiet: int = 0
    longest: int = 0
    counting: Counting | None = None
    chase: Chase | None = None
    impasse: Impasse | None = None
    material: DeadMaterial | None = None
    comes_back: bool = False
    is_ruled: bool = False
    edition: str = ""
    since: str = ""

    def is_held(self, ending: Ending, date: str) -> bool:
        """True if a rule surely held in a game. date: of its record, as `2014.07.??`, with `?` for what is not known."""
        if self.is_ruled or not self.edition:
            return False
        since = self.since.replace("-", ".")
        return ending is Ending.DEAD_POSITION or date.replace("?", "0") >= since

    @property
    def claimed(self) -> Course:
        """The same where each draw that may be claimed ends the game."""
        return self._replace(
            end_repetition=self.claim_repetition or self.end_repetition, end_quiet=self.claim_quiet or self.end_quiet
        )

    @property
    def repeats(self) -> int:
        """So often the same position, and the game may have ended; 0 for never."""
        numbers = (self.end_repetition, self.lost_repetition, self.perpetual_check)
        return min((number for number in numbers if number), default=0)

    @property
    def repetition_decides(self) -> bool:
        """True if somebody may lose by a repetition, so that more than the number of times has to be known."""
        return bool(self.lost_repetition or self.perpetual_check)

    @property
    def shows_at_end(self) -> bool:
        """True if the last position tells if the course may have ended a game on its way (`may_have_ended`)."""
        return not (self.comes_back or self.counting or self.chase)

    def may_have_ended(self, state: State, moves: Sequence[Move]) -> bool:
        """True if the course may have ended a game. state: its last position; moves: all that were made.

        Positions that come again are four plies apart, with neither captures nor pawn moves between; what is dead stays so.
        """
        quiet = max(state.most_quiet, state.halfmove_clock)
        if self.longest and len(moves) >= self.longest:
            return True
        if self.end_quiet and quiet >= self.end_quiet:
            return True
        if self.repeats and quiet >= 4 * (self.repeats - 1) and most_repeated(moves) >= self.repeats:
            return True
        return self.material is not None and self.material.is_dead(state)

    def outcome_by(self, rule: int) -> FinalScore:
        """The outcome that a rule brings. rule: DEAD, REPEATED, QUIET or LONGEST, a repetition without perpetual check."""
        if rule == REPEATED:
            return drawn(2, REPETITIONS.get(self.end_repetition, Ending.FIVEFOLD))
        if rule == QUIET:
            return drawn(2, Ending.SEVENTYFIVE if self.end_quiet == SEVENTYFIVE else Ending.QUIET)
        return drawn(2, Ending.DEAD_POSITION if rule == DEAD else Ending.LONGEST)

    def outcome_of_position(self, state: State) -> FinalScore | None:
        """The end that a position shows by itself: it is dead, or its clock has run out."""
        if self.material is not None and self.material.is_dead(state):
            return self.outcome_by(DEAD)
        if self.end_quiet and state.halfmove_clock >= self.end_quiet:
            return self.outcome_by(QUIET)
        return None


def most_repeated(moves: Iterable[Move]) -> int:
    """A number of times that no position of a game can have come more often. moves: of the game, from its beginning.

    Only captures, pawn moves and castlings change more than the cells that a move leaves and reaches, and none of them
    can be undone. So the cells that are occupied, as if there were no others, are the same in a repeated position.

    >>> there, back = Move(1, 18), Move(18, 1)
    >>> most_repeated([there, Move(62, 45), back, Move(45, 62)] * 2)
    3
    """
    changed = 0
    met = {(0, 0): 1}
    for ply, (origin, target, *_) in enumerate(moves, 1):
        if origin >= 0 and target >= 0:
            changed ^= 1 << origin ^ 1 << target
        key = changed, ply & 1
        met[key] = met.get(key, 0) + 1
    return max(met.values())


class History:
    """The positions of a game, one after another. Give it each of them once, and ask about the last."""

    def __init__(self, course: Course, state: State) -> None:
        self._course = course
        self._met: dict[object, list[int]] = {}
        self._checks: list[bool] = []
        self._counts = bool(course.claim_repetition or course.repeats)
        self._last: list[int] = []
        self._states: list[State] = []  # only where a chase may be asked about
        self.count: RunningCount | None = None
        self.push(state)

    @property
    def plies(self) -> int:
        """The moves made so far."""
        return len(self._checks) - 1

    def push(self, state: State) -> None:
        """Take in the position after the next move."""
        course = self._course
        self._checks.append(bool(course.perpetual_check) and "check" in state.notes())
        if course.chase is not None:
            self._states.append(state.copy())
        if course.counting is not None:
            self.count = course.counting.follow(self.count, state)
        if self._counts:
            self._last = self._met.setdefault(state.key(), [])
            self._last.append(self.plies)

    @property
    def times(self) -> int:
        """How often the last position was there."""
        return len(self._last)

    def outcome(self, state: State) -> FinalScore | None:
        """How the course has ended the game, None while it goes on. state: the last position.

        Mate and stalemate come before: ask the state for them. A course is of two players.
        """
        course = self._course
        if course.perpetual_check and self.times >= course.perpetual_check:
            loser = self._checker(state)
            if loser is not None:
                return won_by(1 - loser, 2, Ending.PERPETUAL_CHECK)
            chasers = self._chasers()
            if len(chasers) == 1:
                return won_by(1 - chasers.pop(), 2, Ending.PERPETUAL_CHASE)
        if course.lost_repetition and self.times >= course.lost_repetition:
            return won_by(state.turn, 2, Ending.REPETITION_LOSES)
        if course.end_repetition and self.times >= course.end_repetition:
            return course.outcome_by(REPEATED)
        if course.longest and self.plies >= course.longest:
            return course.outcome_by(LONGEST)
        return course.outcome_of_position(state)

    def claims(self, state: State) -> frozenset[str]:
        """The draws that the player to move may claim, now or with a move that leads to them (Laws of Chess 9.2, 9.3)."""
        course = self._course
        found = set()
        if course.claim_repetition and self._comes_again(state, course.claim_repetition):
            found.add(REPETITION_CLAIMS.get(course.claim_repetition, "repetition"))
        if course.claim_quiet and self._is_quiet(state, course.claim_quiet):
            found.add("fifty-moves" if course.claim_quiet == FIFTY else "quiet-moves")
        if self.count is not None and self.count.is_over:
            found.add("counting")
        return frozenset(found)

    def _comes_again(self, state: State, times: int) -> bool:
        if len(self._last) >= times:
            return True
        met = {key for key, places in self._met.items() if len(places) == times - 1}
        return bool(met) and any(after.key() in met for after in _next(state))

    def _is_quiet(self, state: State, plies: int) -> bool:
        if state.halfmove_clock >= plies:
            return True
        return state.halfmove_clock == plies - 1 and any(after.halfmove_clock >= plies for after in _next(state))

    def _chasers(self) -> set[int]:
        """The seats that chased with each of their moves since the position first came."""
        if self._course.chase is None:
            return set()
        first, last = self._last[-self._course.perpetual_check], self._last[-1]
        return self._course.chase.chasers(self._states[first : last + 1])

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


def _next(state: State) -> list[State]:
    """The positions after each legal move."""
    found = []
    for move in state.moves():
        after = state.copy()
        after.push_unchecked(move)
        found.append(after)
    return found
