"""A game read by the compiled scanner, from some place up to the first token that is not plain, at the latest the result.

The scanner goes on through numbers, comments, NAGs and variations. `GameReplayer` sees to the token in front of which it
stopped, and `resume` has it go on behind that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import RESULTS, closes_like_castling
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay.compiled import CompiledGame, compiled_game
from fairyscore.notation.replay.course_ends import GOES_ON, report_end
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.variant import State, Variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Note
    from fairyscore.notation.replay.context import ReplayContext
    from fairyscore.notation.replay.events import Event

DRAW = "1/2-1/2"


class Before(NamedTuple):
    """What comes before a scan: how many plies, and what is reported once a game and was."""

    plies: int
    reported: set[tuple[RecordCode, str]]


class Scan(NamedTuple):
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
            return self.state().outcome()
        return self.compiled.course_end(date)

    def deliver(
        self,
        collector: DiagnosticCollector,
        events: list[Event] | None,
        tags: Mapping[str, str],
        before: Before | None = None,
    ) -> None:
        """Give on what was read, and report what was noted, in the order of the text. tags: of the record. before: what
        comes before the scan; None where it is of a whole game."""
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


def scan_text(
    compiled: CompiledGame,
    text: str,
    start: int,
    *,
    keeps: bool = False,
    drift: int = 0,
    within: int = 0,
) -> Scan | None:
    """The scan of a text from a character on, from the position that the kernel has; None where nothing could be read.

    keeps: whether the events are wanted. drift, within: see `Scanner.scan` of the kernel.
    """
    notes: list[Note] = []
    events: list[Event] = []
    log = events if keeps else None
    stop, plies, drift, kept, result, waiting = compiled.kernel.scan(
        text, start, compiled.read, log, notes, drift, within
    )
    if (not plies and not events and not waiting) or text[stop : stop + 2] in ("e.", "ep"):
        return None  # whether a pawn was taken in passing tells the position before the move
    position = compiled.kernel.snapshot()
    return Scan(compiled, position, stop, plies, drift, kept, result, waiting, notes, events)


def scan_game(verdict: Verdict, stream: TokenStream, *, usual: bool, keeps: bool, claims: bool) -> Scan | None:
    """The scan of a game of which tags and start position are known; None where the kernel knows nothing of the game or
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
    return scan_text(compiled, stream.text, stream.body, keeps=keeps)


def resume(context: ReplayContext) -> bool:
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
    scan = scan_text(compiled, stream.text, start, keeps=context.events is not None, drift=drift, within=within)
    if scan is None:
        return False
    apply_scan(scan, context)
    return True


def apply_scan(scan: Scan, context: ReplayContext) -> None:
    """Have the replay of a game go on where the scanner stopped."""
    compiled, plies = scan.compiled, context.line.plies
    before = compiled.state_before() if scan.kept else None
    scan.deliver(context.collector, context.events, context.verdict.tags, Before(plies, context.reported))
    for position, previous, made, drift, opened in scan.waiting:
        compiled.put(position, context.line.state)
        context.line.before = compiled.state_of(previous)
        context.line.count(plies + made, drift)
        context.begin_line(bisect_left(context.spans, (opened, 0)))
    compiled.put(scan.position, context.line.state)
    if before is not None or (scan.plies and not scan.waiting):  # behind a comment alone, the last move is the same
        context.line.before = before
    context.line.count(plies + scan.plies, scan.drift)
    context.at = bisect_left(context.spans, (scan.stop, 0), context.at)
