"""Parts of a PGN game read by the compiled scanner, which stops at the first token that it cannot handle.

The scanner reads legal moves, numbers, comments, NAGs and variations, up to the result. `GameReplayer` handles the token
where it stopped; then `resume` lets the scanner go on after that token.

`scan_game` is the first try on every game: it gives the verdict alone where nothing else is to be reported. What the
scanner stops at is decided in `kernel/scanner.pxi`; here stands what becomes of what it has read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.moves.reading import in_record, reads_whole_records
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import RESULTS, closes_like_castling
from fairyscore.notation.records.roster import HALF_STATED
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay.compiled import CompiledGame, compiled_game
from fairyscore.notation.replay.course_ends import GOES_ON, report_end
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import late_pattern

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Note
    from fairyscore.notation.replay.context import ReplayContext
    from fairyscore.notation.replay.events import Event

DRAW = "1/2-1/2"
UNFINISHED = "*"


class Scan(NamedTuple):
    """A scanned part of a game, from some character up to the first token that it cannot handle.

    position: snapshot of the position after the last move.
    stop: the character where it stopped.
    plies: moves from its start to `position`: in the line where it stopped, and before it in the lines around.
    drift: difference between the written move numbers and the true ones.
    has_before: whether the position before the last move is asked for, by a variation or `e.p.`; the kernel holds it until
    it scans again.
    result: the result token that ends the text, else empty.
    waiting: the lines around the one where it stopped, as `Scanner.scan` of the kernel gives them.
    notes: what is to be reported, in the order of the text.
    events: what was read.
    """

    compiled: CompiledGame
    position: bytes
    stop: int
    plies: int
    drift: int
    has_before: bool
    result: str
    waiting: Sequence[tuple[bytes, bytes, int, int, int]]
    notes: list[Note]
    events: list[Event]

    def state(self) -> State:
        """The position after the last move."""
        game = self.compiled.game
        compiled = compiled_game(game)  # not `self.compiled`: another thread may call this
        assert compiled is not None
        return compiled.state_of(self.position)

    def ends(self, verdict: Verdict, *, claims: bool = False) -> bool:
        """True if the game ends without anything to report. If so, plies, result and outcome are entered in the verdict.

        The result must be a usual one, agree with its tag and with the outcome by the rules, and end the text.
        claims: whether a draw that could be claimed is something to report.
        """
        result = HALF_STATED.get(self.result, self.result)
        tag = verdict.tags.get("Result", result)
        usual = result in RESULTS and result == HALF_STATED.get(tag, tag)
        if not self.plies or not usual or not verdict.game_text.text.endswith("\n\n"):
            return False
        if (claims and self.compiled.kernel.ended_by) or self.compiled.is_ruled_elsewhere():
            return False
        outcome = self._outcome(verdict.date)
        if not self._fits_result(result, outcome):
            return False
        verdict.plies, verdict.result, verdict.outcome, verdict.last_state = (
            self.plies,
            result,
            outcome,
            self.state,
        )
        return True

    def _fits_result(self, result: str, outcome: FinalScore | None) -> bool:
        """True if a result is one of two players, or none, and agrees with the outcome by the rules."""
        if result == UNFINISHED:
            return outcome is None
        if len(self.compiled.game.seats) > 2:  # who has left may have no score: the replayer looks at it
            return False
        if outcome is not None:
            return outcome.result == result
        return not self.compiled.kernel.ended_by or result == DRAW

    def _outcome(self, date: str) -> FinalScore | None:
        """How the game ended by the rules; None if it did not. date: of the record, for the edition of the rules."""
        if not self.compiled.kernel.has_move():
            return self.state().outcome()
        return self.compiled.course_end(date)

    def deliver(self, collector: DiagnosticCollector, tags: Mapping[str, str], plies: int = 0) -> None:
        """Add the events to those of the game and report the notes, in the order of the text: each note after its events.

        tags: of the record.
        plies: made in this line before the scan.
        """
        begin = 0
        for note in self.notes:
            collector.events += self.events[begin : note[-1]]
            begin = note[-1]
            report_note(note, self.compiled.game, collector, tags, plies)
        collector.events += self.events[begin:]


def report_note(
    note: Note, game: Variant, collector: DiagnosticCollector, tags: Mapping[str, str], plies: int = 0
) -> None:
    """Report a note of the scanner; null moves only once a game.

    tags: of the record.
    plies: made in this line before the scan.
    """
    kind, start, end, ply, found, expected, _ = note
    ply += plies
    if kind == "number":
        numbers: dict[str, Fact] = {"found": found, "expected": expected}
        collector.report(RecordCode.MOVE_NUMBER, (start, end), numbers, ply=ply)
    elif kind == "played-on":
        course = game.rules.course
        assert course is not None
        report_end(collector, course, course.outcome_by(found), tags, (start, end), what=GOES_ON, ply=ply)
    elif kind == "unmarked-capture":
        from fairyscore.notation.replay.refusals import report_unmarked_san

        report_unmarked_san(collector, (start, end), ply)
    else:  # null, null-played
        code = RecordCode.NULL_MOVE_PLAYED if kind == "null-played" else RecordCode.NULL_MOVE
        if collector.is_first(code):
            collector.report(code, (start, end), {"mover": game.seats[found].name}, ply=ply)


_IN_PASSING_NEXT = late_pattern(r"(?:\s|\$[0-9]+|\{[^}]*\}|;.*|[0-9]+\.|\.)*e\.?p")
"""`e.p.`, after numbers, signs and comments."""


def scan_text(
    compiled: CompiledGame,
    text: str,
    start: int,
    *,
    drift: int = 0,
    within: int = 0,
) -> Scan | None:
    """Scan a text from a character on, in the position that the kernel holds; None if nothing could be read.

    drift, within: see `Scanner.scan` of the kernel.
    """
    notes: list[Note] = []
    events: list[Event] = []
    stop, plies, drift, has_before, result, waiting = compiled.kernel.scan(
        text, start, compiled.read, events, notes, drift, within
    )
    if not plies and not events and not waiting:
        return None
    has_before = has_before or (plies > 0 and _IN_PASSING_NEXT.match(text, stop) is not None)
    position = compiled.kernel.snapshot()
    return Scan(compiled, position, stop, plies, drift, has_before, result, waiting, notes, events)


def scan_game(verdict: Verdict, stream: TokenStream, *, usual: bool, claims: bool) -> Scan | None:
    """Scan a game whose tags and start position are known; None if the kernel cannot play the game or read its format.

    usual: whether it starts from the initial position of its variant.
    claims: whether draws that could be claimed are noted too.
    """
    game = verdict.game
    if game is None or not isinstance(stream, PgnTokenStream):
        return None
    compiled = compiled_game(game)
    if (
        compiled is None
        or verdict.state is None
        or stream.has_asides
        or closes_like_castling(verdict.tags.get("Result", "*"))
    ):
        return None
    if claims and game.rules.course is not None and game.rules.course.counting is not None:
        return None
    tokens = stream.tokens(game) if reads_whole_records(game) else ()
    if in_record(tokens, game, verdict.state) is not tokens:  # what a move is, the whole record tells
        return None
    if usual:
        compiled.kernel.restore(compiled.start)
    elif not compiled.kernel.load(verdict.state):
        return None
    verdict.tokens_of = partial(stream.tokens, game)
    compiled.begin_course(claims=claims)
    return scan_text(compiled, stream.text, stream.body)


def resume(context: ReplayContext) -> bool:
    """Let the scanner go on after a token that the replayer handled.

    Returns whether anything was read. If not, nothing has changed.
    """
    stream = context.token_stream
    compiled = compiled_game(context.variant)
    if compiled is None or not isinstance(stream, PgnTokenStream):
        return False
    if not compiled.kernel.load(context.state):
        return False
    start = context.span(context.at)[0]
    if start < stream.body:  # what stands between the tags is no moves
        return False
    within, drift = len(context.waiting), context.line.drift
    scan = scan_text(compiled, stream.text, start, drift=drift, within=within)
    if scan is None:
        return False
    apply_scan(scan, context)
    return True


def apply_scan(scan: Scan, context: ReplayContext) -> None:
    """Put a replay where the scanner stopped: its lines, positions, counters, events and diagnostics."""
    compiled, plies = scan.compiled, context.line.plies
    before = compiled.state_before() if scan.has_before else None
    scan.deliver(context.collector, context.verdict.tags, plies)
    for position, previous, made, drift, opened in scan.waiting:
        compiled.put(position, context.line.state)
        context.line.before = compiled.state_of(previous)
        context.line.count(plies + made, drift)
        context.begin_line(context.place_at(opened))
    compiled.put(scan.position, context.line.state)
    if before is not None or (
        scan.plies and not scan.waiting
    ):  # a scan of comments only leaves the last move as it was
        context.line.before = before
    context.line.count(plies + scan.plies, scan.drift)
    context.at = context.scanned = max(context.at, context.place_at(scan.stop))
