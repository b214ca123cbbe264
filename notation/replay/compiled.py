"""The compiled scanner of a game, one for each thread, and all that it is told of the game: how it begins, how its moves
are read and written, what ends it, and which games pass a sieve.

No text is scanned here: `scanned.py` has the scanner read parts of a game for its verdict, `batches.py` many games at once.
What a scanner should know more of a game is handed over here. A new end that the course of a game brings is a number and an
outcome of `rules.course`, handed over by `begin_course` and looked for by `_follow` in kernel/scanner.pxi. A new question
of a search is a `Measure` of `sieve.py`, made numbers by `_numbers_of` and asked in kernel/sieve.pxi. A verdict is the
same without the scanner:
tests/notation/kernel and tests/notation/replay compare both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.kernel import CORE, ThreadScanners
from fairyscore.notation.moves import fairy
from fairyscore.notation.moves.reading import is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.game_setup import usual_position
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.pgn_lexer import RESULTS, is_result_text
from fairyscore.notation.replay.sieve import GameHeader, HeaderTest, PlyTest, Sieve
from fairyscore.notation.rules.course import REPEATED, Course
from fairyscore.notation.rules.general.tables import FIRST
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import CoreScanner, Read, Stages, TermNumbers
    from fairyscore.notation.kernel._core import Sieve as CompiledSieve
    from fairyscore.notation.records.tree import Ply


class CompiledGame(NamedTuple):
    """The scanner of a game, with what it is handed at each scan.

    kernel: the scanner. read: reads a move text that it meets for the first time (`_read`).
    start: a snapshot of the usual start position; first: the same as a state, which nobody changes.
    """

    game: Variant
    kernel: CoreScanner
    read: Read
    start: bytes
    first: State

    def begin_course(self, *, claims: bool = False) -> None:
        """Have the kernel follow the course of the next game. claims: as if draws that may be claimed ended it."""
        course = self.game.rules.course or Course()
        if claims:
            course = course.claimed
        self.kernel.begin_course(
            course.repeats, course.end_quiet, course.longest, course.comes_back, course.repetition_decides
        )

    def follow(self, state: State, *, begins: bool = False) -> bool:
        """Have the kernel take in a position of the main line, of a move that was made elsewhere, or where it begins.

        True if the move is the first one after an end that the course of the game has brought.
        """
        if begins:
            self.begin_course()
        return self.kernel.load(state) and self.kernel.follow()

    def is_ruled_elsewhere(self) -> bool:
        """True if a repetition may have ended the game, and more than the scanner knows decides how."""
        course = self.game.rules.course
        return course is not None and course.repetition_decides and self.kernel.ended_by == REPEATED

    def course_end(self, date: str) -> FinalScore | None:
        """The end that the course of the game has brought with its last move, by a rule that surely held at a date."""
        return None if self.kernel.goes_on else self.outcome_by(self.kernel.ended_by, date)

    def outcome_by(self, rule: int, date: str) -> FinalScore | None:
        """The end that a rule of the course brings, 0 for none, if it surely held at a date."""
        course = self.game.rules.course
        if course is None or not rule:
            return None
        outcome = course.outcome_by(rule)
        return outcome if course.is_held(outcome.ending, date) else None

    def sieve(self, sieve: Sieve) -> CompiledSieve | None:
        """A sieve as the kernel asks it; None where all games pass it."""
        made = None
        for asked in (sieve, sieve.of_headers()):  # the positions of some games the kernel does not ask
            if made is None and (asked.exact or not asked.passes_all):
                made = self._made_sieve(asked)
        return made

    def _made_sieve(self, sieve: Sieve) -> CompiledSieve | None:
        groups: dict[tuple[HeaderTest, ...], list[Stages]] = {}
        for one in sieve.alternatives:
            stages = [[self._numbers_of(term) for term in terms] for terms in one.stages]
            groups.setdefault(one.headers, []).append((one.plies, stages))
        tags = tuple(dict.fromkeys(tag for headers in groups for test in headers for tag in test.tags))
        asks = any(groups) or not groups
        admits = partial(_admitted, self.game, tags, tuple(groups)) if asks else None
        needles = [
            (at, test.text.encode(), [tags.index(tag) for tag in test.tags])
            for at, tests in enumerate(groups)
            for test in tests
            if test.text and test.text.isascii()
        ]
        return self.kernel.make_sieve(list(groups.values()), tags, needles, admits, sieve.exact)

    def _numbers_of(self, term: PlyTest) -> TermNumbers:
        """A term with its pieces and cells as the kernel has them."""
        seats = len(self.game.seats)
        codes = 0
        for piece in term.pieces:
            codes |= 0b11 if piece is None else 1 << (FIRST + seats * piece[1] + piece[0])  # a wall is no piece either
        cells = sum(1 << cell for cell in term.cells)
        bounds = term.latest, term.fewest
        return term.measure.value, term.low, term.high, codes, cells, term.states, term.lasts, *bounds

    def put(self, position: bytes, state: State) -> None:
        """Set a state to the position of a snapshot."""
        self.kernel.restore(position)
        self.kernel.save(state)

    def state_of(self, position: bytes) -> State:
        """The position of a snapshot as a state of its own."""
        state = self.game.initial_state()
        self.put(position, state)
        return state

    def state_before(self) -> State:
        """The position before the last move, which the kernel still has, as a state of its own."""
        state = self.game.initial_state()
        self.kernel.save(state, before=True)
        return state


def _admitted(
    game: Variant,
    tags: Sequence[str],
    groups: Sequence[Sequence[HeaderTest]],
    values: Sequence[str | None],
    result: str,
) -> int:
    """The groups of alternatives that a game with such a header may pass, as bits. values: of its tags."""
    known = {tag: value for tag, value in zip(tags, values, strict=True) if value is not None}
    header = GameHeader(game, known, result)
    return sum(1 << at for at, tests in enumerate(groups) if all(test.fits(header) for test in tests))


_COMPILED = ThreadScanners()


def compiled_game(game: Variant) -> CompiledGame | None:
    """The scanner of a game for this thread; a new one where the variant has forgotten texts that the old one knows."""
    if CORE is None:
        return None
    made: dict[str, tuple[Variant, CompiledGame | None]] = _COMPILED.made  # by the name of a game
    known = made.get(game.name)
    if known is None or known[0] is not game or (known[1] and known[1].kernel.texts > len(game.cache.parsed_moves)):
        state, compiled = game.initial_state(), None
        kernel = _scanner_of(game, state)
        if kernel is not None and kernel.load(state):
            compiled = CompiledGame(game, kernel, partial(_read, game), kernel.snapshot(), state)
            _set_minors(kernel, game.rules.course)
        known = made[game.name] = (game, compiled)
    return known[1]


def _scanner_of(game: Variant, state: State) -> CoreScanner | None:
    """The scanner of the core that plays the game; None where nothing is compiled, or the core does not hold it."""
    core = state.core
    scanner = None if core is None else core.scanner(bare_ply, game.initial_state())
    if scanner is not None:
        scanner.set_fen_reader(partial(usual_position, game))
        if game.writing.usual.name == "san":
            scanner.set_letters(game.letters)
        if fairy.refusal(game):  # else a refused move may be read by other letters
            scanner.set_refusals(game.rules.by_mate)
    return scanner


def _set_minors(kernel: CoreScanner, course: Course | None) -> None:
    """Tell a kernel with which pieces nobody can mate, where a position may be dead."""
    if course is None or course.material is None:
        return
    leapers, sliders = map(_of_both_players, course.material.minors)
    weak = _of_both_players(course.material.royal)
    kernel.set_minors(leapers, sliders, [0, *weak], course.material.light)


def _of_both_players(kinds: Iterable[int]) -> list[int]:
    """The numbers of pieces as the kernel has them, by the numbers of their types."""
    return [FIRST + 2 * kind + seat for kind in kinds for seat in (0, 1)]


@lru_cache(maxsize=1 << 15)
def bare_ply(move: Move) -> Ply:
    """The event of a move: the same few thousand in all games. The tree is imported when the first event is wanted."""
    from fairyscore.notation.records.tree import Ply

    return Ply(move)


def _read(game: Variant, token: str) -> tuple[ParsedMove, tuple[str, ...]] | str | None:
    """The reading of a token new to the kernel: a move with its NAGs, a result, or None where there is nothing to judge."""
    if token in RESULTS or (token[-1] != "." and is_result_text(token)):  # as `ReplayContext.result_at`
        return "result"
    if says_in_passing(token):
        return None
    if is_skipped(token):
        return "skip"
    if token.rstrip(".)").isdecimal() and not 4 <= len(token) <= 5:
        return None
    parsed = parse_move(token, game)
    return (parsed, glyphs_of_move(token)) if isinstance(parsed, ParsedMove) else None


def set_writing(kernel: CoreScanner, form: str, game: Variant) -> None:
    """Set the form in which a kernel writes games (`BatchForm`), and how it writes the moves of its game."""
    writing = game.writing
    usual_san = writing.usual.name == "san"
    players = [seat.name.capitalize() for seat in game.seats]
    kernel.set_writing(form, game.name, writing.capture_mark, writing.castlings, usual_san, players)
