"""Games read by the compiled scanner: it goes on through all that is plain, comments and variations too; and whole games of
which there is nothing to report, counted where they stand in the text of a file.

The scanner stops in front of the first token that is not plain, at the latest at the result. `GameReplayer` sees to that
token, and the scanner goes on behind it. The verdict is the same without it, which tests/notation/kernel and test_sweep.py
ask of both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from fairyscore.notation.fen.general import piece_texts
from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.kernel import KERNEL, ThreadKernels, kernel_of, usual_tags
from fairyscore.notation.moves.reading import is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import DECIDING, GAME_TAG, deciding_tag
from fairyscore.notation.records.game_text import GameText, Passed
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.pgn_lexer import RESULTS, closes_like_castling, is_result_text
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN, Ply
from fairyscore.notation.replay.course_ends import GOES_ON, report_end
from fairyscore.notation.replay.events import Event, bare_ply
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.course import REPEATED, Course
from fairyscore.notation.rules.general.tables import FIRST, kind_of
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import PositionError, State, Variant
from fairyscore.notation.variants import UnknownVariant, variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel, Note, Read, Scanner
    from fairyscore.notation.replay.context import ReplayContext

DRAW = "1/2-1/2"


class Before(NamedTuple):
    """What comes before a look: how many plies, and what is reported once a game and was."""

    plies: int
    reported: set[tuple[RecordCode, str]]


class Look(NamedTuple):
    """What the scanner read of a game from a place on, up to the first token that is not plain.

    position: after the last move, a snapshot. stop: the character where it stopped. plies: the moves made, from where it
    began, in the line that it stopped in and before the variations around it. drift: by how much move numbers are off.
    kept: whether the kernel holds the position before the last move, as long as it looks at nothing else. result: the one
    that ends the text. waiting: the lines around the one that it stopped in, as `Kernel.scan` gives them. notes: what is to
    be reported. events: what was read; empty where nobody asks.
    """

    compiled: CompiledGame
    position: bytes
    stop: int
    plies: int
    drift: int
    kept: bool
    result: str
    waiting: Sequence[tuple[bytes, bytes, int, int, int]]
    notes: list[Note]
    events: list[Event]

    def state(self) -> State:
        """The position after the last move."""
        game = self.compiled.game
        compiled = compiled_game(game)  # another thread may ask for it
        assert compiled is not None
        return compiled.state_of(self.position)

    def ends(self, verdict: Verdict, *, claims: bool = False) -> bool:
        """Whether nothing is wrong with the end of the game: a usual result, as in the tag and by the rules; then the
        verdict has it. claims: whether there must be no draw that may be claimed either."""
        usual = self.result in RESULTS and self.result == verdict.tags.get("Result")
        if not self.plies or not usual or not verdict.game_text.text.endswith("\n\n"):
            return False
        outcome = self._outcome(verdict.date)
        ended = self.compiled.kernel.ended_by
        if (claims and ended) or self.compiled.is_ruled_elsewhere():
            return False
        if outcome is None and ended and self.result != DRAW:
            return False
        if outcome is not None and outcome.result != self.result:
            return False
        verdict.plies, verdict.result, verdict.outcome, verdict.state_of = self.plies, self.result, outcome, self.state
        return True

    def _outcome(self, date: str) -> Outcome | None:
        """How the game ended by the rules. date: of the record."""
        if not self.compiled.kernel.has_move():
            return _end_of(self.state())
        return self.compiled.course_end(date)

    def hand_on(
        self,
        collector: DiagnosticCollector,
        events: list[Event] | None,
        tags: Mapping[str, str],
        before: Before | None = None,
    ) -> None:
        """Hand on what was read, and report what was noted, in the order of the text. tags: of the record. before: what
        comes before the look; None where it is at a whole game."""
        begin = 0
        before = before or Before(0, set())
        for note in self.notes:
            if events is not None:
                events += self.events[begin : note[-1]]
                begin = note[-1]
            report_note(note, self.compiled.game, collector, tags, before)
        if events is not None:
            events += self.events[begin:]


def report_note(
    note: Note, game: Variant, collector: DiagnosticCollector, tags: Mapping[str, str], before: Before
) -> None:
    """Report what a scanner has noted. tags: of the record; a null move is reported once a game."""
    kind, start, end, ply, found, expected, _ = note
    ply += before.plies
    if kind == "number":
        numbers: dict[str, Fact] = {"found": found, "expected": expected}
        collector.trouble(RecordCode.MOVE_NUMBER, (start, end), numbers, ply=ply)
    elif kind == "played-on":
        course = game.rules.course
        assert course is not None
        report_end(collector, course, course.outcome_by(found), tags, (start, end), what=GOES_ON, ply=ply)
    elif (once := (RecordCode.NULL_MOVE, "")) not in before.reported:
        before.reported.add(once)
        collector.trouble(RecordCode.NULL_MOVE, (start, end), {"mover": game.seats[found].name}, ply=ply)


def look_at(verdict: Verdict, stream: TokenStream, *, usual: bool, keeps: bool, claims: bool) -> Look | None:
    """The look at a game of which tags and start position are known; None where the kernel knows nothing of the game or
    its format.

    usual: whether it starts where games of its variant do. keeps: whether the events are wanted. claims: whether draws that
    may be claimed are to be seen too.
    """
    game = verdict.game
    if game is None or not isinstance(stream, PgnTokenStream):
        return None
    compiled = compiled_game(game)
    if compiled is None or stream.has_asides or closes_like_castling(verdict.tags.get("Result", "*")):
        return None
    if claims and game.rules.course is not None and game.rules.course.counting is not None:
        return None
    if usual:
        compiled.kernel.restore(compiled.start)
    elif not compiled.kernel.load(verdict.state):
        return None
    verdict.tokens_of = partial(stream.tokens, game)
    compiled.begin_course(claims=claims)
    return compiled.look(stream.text, stream.body, keeps=keeps)


def go_on(context: ReplayContext) -> bool:
    """Go on with the line of a PGN game behind a token that was seen to, as far as all is plain again.

    Whether anything was read; where nothing was, nothing has changed.
    """
    stream = context.token_stream
    compiled = compiled_game(context.variant)
    if compiled is None or not isinstance(stream, PgnTokenStream):
        return False
    if not compiled.kernel.load(context.state):
        return False
    start = context.span(context.at)[0]
    within, drift = len(context.waiting), context.line.drift
    look = compiled.look(stream.text, start, keeps=context.events is not None, drift=drift, within=within)
    if look is None:
        return False
    take_over(look, context)
    return True


def take_over(look: Look, context: ReplayContext) -> None:
    """Have the replay of a game go on where the scanner stopped."""
    compiled, plies = look.compiled, context.line.plies
    before = compiled.state_before() if look.kept else None
    look.hand_on(context.collector, context.events, context.verdict.tags, Before(plies, context.reported))
    for position, previous, made, drift, opened in look.waiting:
        compiled.put(position, context.line.state)
        context.line.before = compiled.state_of(previous)
        context.line.count(plies + made, drift)
        context.begin_line(bisect_left(context.spans, (opened, 0)))
    compiled.put(look.position, context.line.state)
    if before is not None or (look.plies and not look.waiting):  # behind a comment alone, the last move is the same
        context.line.before = before
    context.line.count(plies + look.plies, look.drift)
    context.at = bisect_left(context.spans, (look.stop, 0), context.at)


class CompiledGame(NamedTuple):
    """The kernel of a game, what reads its move texts, and its start position."""

    game: Variant
    kernel: Scanner
    read: Read
    start: bytes

    def look(
        self,
        text: str,
        start: int,
        *,
        keeps: bool = False,
        drift: int = 0,
        within: int = 0,
    ) -> Look | None:
        """The look at a text from a character on, from the position that the kernel has; None where nothing could be read.

        keeps: whether the events are wanted. drift, within: see `Kernel.scan`.
        """
        notes: list[Note] = []
        events: list[Event] = []
        log = events if keeps else None
        stop, plies, drift, kept, result, waiting = self.kernel.scan(text, start, self.read, log, notes, drift, within)
        if (not plies and not events and not waiting) or text[stop : stop + 2] in ("e.", "ep"):
            return None  # whether a pawn was taken in passing tells the position before the move
        return Look(self, self.kernel.snapshot(), stop, plies, drift, kept, result, waiting, notes, events)

    def begin_course(self, *, claims: bool = False) -> None:
        """Have the kernel follow the course of the next game. claims: as if draws that may be claimed ended it."""
        course = self.game.rules.course or Course()
        if claims:
            course = course.claimed
        self.kernel.begin_course(
            course.repeats, course.end_quiet, course.longest, course.comes_back, bool(course.perpetual_check)
        )

    def follow(self, state: State, *, begins: bool = False) -> bool:
        """Have the kernel take in a position of the main line, of a move that was made elsewhere, or where it begins.

        Whether the move is the first one behind an end that the course of the game has brought.
        """
        if begins:
            self.begin_course()
        return self.kernel.load(state) and self.kernel.follow()

    def is_ruled_elsewhere(self) -> bool:
        """Whether a repetition may have ended the game, and more than the scanner knows decides how."""
        course = self.game.rules.course
        return course is not None and bool(course.perpetual_check) and self.kernel.ended_by == REPEATED

    def course_end(self, date: str) -> Outcome | None:
        """The end that the course of the game has brought with its last move, by a rule that surely held at a date."""
        course, rule = self.game.rules.course, self.kernel.ended_by
        if course is None or not rule or self.kernel.goes_on:
            return None
        outcome = course.outcome_by(rule)
        return outcome if course.is_held(outcome.ending, date) else None

    def put(self, position: bytes, state: State) -> None:
        """Give the position of a snapshot to a state."""
        self.kernel.restore(position)
        _save(self.kernel, state)

    def state_of(self, position: bytes) -> State:
        """The position of a snapshot as a state of its own."""
        state = self.game.initial_state()
        self.put(position, state)
        return state

    def state_before(self) -> State:
        """The position before the last move, which the kernel still has, as a state of its own."""
        state = self.game.initial_state()
        _save(self.kernel, state, before=True)
        return state


_COMPILED = ThreadKernels()


def compiled_game(game: Variant) -> CompiledGame | None:
    """The scanner of a game for this thread; a new one where the variant has forgotten texts that the old one knows."""
    if KERNEL is None:
        return None
    made: dict[str, tuple[Variant, CompiledGame | None]] = _COMPILED.made  # by the name of a game
    known = made.get(game.name)
    if known is None or known[0] is not game or (known[1] and known[1].kernel.texts > len(game.cache.parsed_moves)):
        state, compiled = game.initial_state(), None
        kernel = _scanner_of(game, state)
        if kernel is not None and kernel.load(state):
            compiled = CompiledGame(game, kernel, partial(_read, game), kernel.snapshot())
            _tell_minors(kernel, game.rules.course)
        known = made[game.name] = (game, compiled)
    return known[1]


def _scanner_of(game: Variant, state: State) -> Scanner | None:
    """What is compiled for the game: the royal kernel, or the core behind the same scanner; None where nothing is."""
    if isinstance(state, RoyalState):
        kernel: Scanner | None = kernel_of(state.tables, game.writing.null_moves, _royal_ply)
        return kernel
    core = state.core
    return None if core is None else core.scanner(bare_ply, game.initial_state())


def _tell_minors(kernel: Scanner, course: Course | None) -> None:
    """Tell a kernel with which pieces nobody can mate, where a position may be dead."""
    if course is None or course.material is None:
        return
    leapers, sliders = course.material.minors
    weak = course.material.royal
    both = [[FIRST + 2 * kind + seat for kind in kinds for seat in (0, 1)] for kinds in (leapers, sliders, weak)]
    kernel.set_minors(both[0], both[1], [0, *both[2]], course.material.light)


def outcome_of(game: Variant, state: State) -> Outcome | None:
    """`state.outcome()`, by the scanner where it knows the game: no move is to be found where it is mate."""
    compiled = compiled_game(game)
    if compiled is None or not isinstance(state, RoyalState):
        return state.outcome()
    compiled.kernel.load(state)
    return None if compiled.kernel.has_move() else state.ended()


def _end_of(state: State) -> Outcome | None:
    """`state.outcome()` of a position without legal moves, or that a rule has ended."""
    return state.ended() if isinstance(state, RoyalState) else state.outcome()


_Piece = tuple[int, int] | None


def changes_of(
    game: Variant, state: State, moves: Sequence[Move]
) -> list[tuple[tuple[tuple[int, _Piece, _Piece], ...], int]] | None:
    """What legal moves do, which are made on the state: of each the cells that change, with seat and kind of the pieces
    before and after, and the cell of the king that is then in check, -1 for none. None where the kernel knows nothing of
    the game, and where a move is no piece's; then the state stays as it is."""
    compiled = compiled_game(game)
    if compiled is None or not isinstance(state, RoyalState):
        return None
    kernel = cast("Kernel", compiled.kernel)
    kernel.load(state)
    found = kernel.changes(moves)
    if found is not None:
        _save(kernel, state)
    return found


def _royal_ply(origin: int, target: int, becomes: int, castle: int) -> Ply:
    return Ply(Move(origin, target, becomes, castle))


def _save(kernel: Scanner, state: State, *, before: bool = False) -> None:
    kernel.save(state, before)
    if isinstance(state, RoyalState):
        beyond = state.tables.beyond
        state.rays = [beyond[king] for king in state.kings]


def _read(game: Variant, token: str) -> tuple[ParsedMove, tuple[str, ...]] | str | None:
    """What a token is that the kernel meets for the first time: a move with its NAGs, a result, or nothing to judge."""
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


class Tally:
    """Counts games without findings, and their plies, that nobody is given a verdict on."""

    __slots__ = ("games", "plies")

    def __init__(self) -> None:
        self.games = self.plies = 0

    def take(self) -> tuple[int, int]:
        """The games and plies since it was asked last."""
        taken = self.games, self.plies
        self.games = self.plies = 0
        return taken


class Sweep:
    """Counts the games of a text into a tally, as long as there is nothing to tell of them.

    text: the reader of the file, while it has nothing to tell. unnamed: the game of records that name none. game: the one
    whose games are looked for, that of the last verdict.
    """

    def __init__(self, tally: Tally, text: TextReader, unnamed: str) -> None:
        self._tally = tally
        self._text = text
        self._unnamed = unnamed or DEFAULT_VARIANT
        self.game: Variant | None = None
        self._swept: Variant | None = None

    def __call__(self, text: str, start: int) -> Passed:
        """See `records.game_text.Pass`."""
        game = self.game
        compiled = None if game is None or game.rules.warnings or self._text.notes else compiled_game(game)
        if game is None or compiled is None:
            return Passed(start, 0, 0)
        self._swept, kernel = game, compiled.kernel
        compiled.begin_course()
        if not kernel.sweeps:
            _lay_reading(cast("Kernel", kernel), game)
        stop, games, plies, lines, end, seen = kernel.sweep(
            text, start, compiled.start, compiled.read, self._may_stand, self._is_same
        )
        self._tally.games += games
        self._tally.plies += plies
        return Passed(stop, games, lines, end, seen)

    def verdict(self, file: str, game_text: GameText) -> Verdict:
        """The verdict on a game in which no more is to be told than was seen, without its position."""
        assert self._swept is not None
        assert game_text.seen is not None
        plies, result, notes = game_text.seen
        collector = DiagnosticCollector(file, game_text)
        found = usual_tags(game_text.text)
        tags = found[0] if found else {}
        before = Before(0, set())
        for note in notes:
            report_note(note, self._swept, collector, tags, before)
        return Verdict(game_text, collector.findings, tags, self._swept, plies, result=result)

    def _may_stand(self, tag: str) -> bool:
        """Whether a tag, as the result too, has nothing to do with a verdict, nor looks as if it should."""
        if self.game is None or tag in self.game.tags:
            return False
        if tag in ("Result", "TimeControl", "Variant"):  # the kernel reads these itself, or only an audit asks for them
            return True
        return not (tag in DECIDING or tag in ("Rules", GAME_TAG) or deciding_tag(tag))

    def _is_same(self, named: str) -> bool:
        """Whether the tag Variant, empty where there is none, names the game."""
        try:
            return variant(self._unnamed if named in UNKNOWN else named) is self.game
        except (UnknownVariant, PositionError):
            return False


def _lay_reading(kernel: Kernel, game: Variant) -> None:
    """Tell a kernel how moves and positions of its game are written."""
    state = game.initial_state()
    assert isinstance(state, RoyalState)
    tables, general = state.tables, state.tables.general
    stands = [-1] * FIRST + [
        general.kinds[kind_of(piece)].stays[piece & 1] & general.kinds[kind_of(piece)].stands[piece & 1]
        for piece in general.codes
    ]
    castlings = [
        (
            state.board[one.king_from],
            state.board[one.rook_from],
            one.rule.letter == "KQkq"[one.rule.seat * 2 + one.rule.side]
            and (one.rule.king_from, one.rule.rook_from) == (one.king_from, one.rook_from),
        )
        for one in tables.castlings
    ]
    first = game.writing.notations[0].name
    kernel.lay_reading(
        game.letters if first == "san" else {},
        tables.rules.board.rows,
        piece_texts(general),
        stands,
        general.most_pieces,
        castlings,
        tables.rules.ends.stalemate == "loses",
    )
