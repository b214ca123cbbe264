r"""From the text of a game to its verdict: every move is checked as it stands, and faults are reported with their places.

>>> from fairyscore.notation.records.game_text import GameText
>>> verdict = Validator().judge(GameText(1, '[Result "*"]\n\n1. e4 e5 2. Ke3 *', 1))
>>> [(finding.code, finding.ply, finding.message) for finding in verdict.findings]
[('no-piece-reaches', 3, 'no white king can go to e3; it cannot be reached from e1')]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats import pgn
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import FINAL_POSITION, game_setup
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay.counting import GameCounter, Tally
from fairyscore.notation.replay.operations import OPERATIONS, hold_operations
from fairyscore.notation.replay.scanned import Scan, scan_game
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.variants import variant

if TYPE_CHECKING:
    from fairyscore.notation.replay.events import Event
    from fairyscore.notation.replay.game_replayer import GameReplayer


SUMMARIES = frozenset({"PlyCount", *FINAL_POSITION})
"""Tags that say something of the whole game, which is held against it."""


class Validator(NamedTuple):
    """Judges games one by one.

    file: name that findings carry. variant: the game of records that name none. position: where games without a FEN tag
    start. info: also report repetitions and fifty-move claims, as information. keep: also give the record as a value,
    `Verdict.record`. time: also audit its time, `Verdict.audit`; then the record is kept too.
    folders: absolute paths of folders with the games of records in them that name none, where `variant` does not say it.
    today: a date, on which the audit looks at the time of who is to move; empty for not at all.
    plays: asked of each game when its tags are read: whether its moves are to be replayed. Where there is one, the
    verdict has the events of the game, `Verdict.events`.
    recover: where a file is read, save the games after a comment that is never closed.
    read: takes the text of a game apart, as a module of `formats` does. letters: code of the language whose letters the
    pieces have; empty for English, or what is found out. fen_letters: pairs of a letter in FEN tags and the game's.
    encoding: of files, as Python names it; empty for what their bytes say.
    """

    file: str = "-"
    variant: str = ""
    position: str = ""
    info: bool = False
    keep: bool = False
    recover: bool = True
    time: bool = False
    letters: str = ""
    today: str = ""
    folders: tuple[tuple[str, str], ...] = ()
    read: Callable[[GameText, DiagnosticCollector], TokenStream] = pgn.read
    plays: Callable[[GameText, Mapping[str, str]], bool] | None = None
    fen_letters: tuple[tuple[str, str], ...] = ()
    encoding: str = ""

    def _variant_here(self) -> str:
        """The game of the folder that the file is in; empty where none is known."""
        if not self.folders:
            return ""
        path = os.path.abspath(self.file)  # noqa: PTH100
        return next((name for folder, name in self.folders if path.startswith(os.path.join(folder, ""))), "")  # noqa: PTH118

    def counter(self, tally: Tally, text: TextReader) -> GameCounter | None:
        """What counts games without findings, or gives them in the form of the tally; None where more is asked of them.

        text: the reader of the file; no game is counted while something is to be reported of that.
        """
        asked = (self.keep and not tally.form) or self.info or self.time or self.position or self.letters
        if asked or not self.recover or self.read is not pgn.read:
            return None
        return GameCounter(tally, text, self.variant or self._variant_here())

    def judge(self, game_text: GameText, *, explains: bool = True) -> Verdict:
        """The verdict on one game. Never raises for whatever stands in it.

        explains: whether what was meant by refused moves is looked for too.
        """
        notes = DiagnosticCollector(self.file, game_text, explains=explains)
        verdict = Verdict(game_text, notes.findings)
        if self.plays is not None:
            verdict.events = notes.events = []
        if not game_text.whole:
            what = f"no game ends within {LONGEST_GAME:,} characters"
            notes.report(RecordCode.TOO_LONG, (0, 0), {"what": what})
            return verdict
        token_stream = self.read(game_text, notes)
        verdict.tags = token_stream.tags
        if token_stream.kept is not None:
            verdict.kept, verdict.unjudged = token_stream.kept.text, token_stream.kept.moves
            notes.report(RecordCode.NOT_JUDGED, (0, 0), {"what": token_stream.kept.what})
            return verdict
        named = self.variant or self._variant_here()
        setup = game_setup(token_stream, notes, named, self.position, dict(self.fen_letters))
        if setup.game is None:
            from fairyscore.notation.moves.languages import all_english

            verdict.tokens_of = lambda: all_english(token_stream.tokens(variant(DEFAULT_VARIANT)), self.letters)
            return verdict
        verdict.game, verdict.state_of, verdict.start_of = setup.game, setup.state_of, setup.state_of
        if self.plays is not None and not self.plays(game_text, verdict.tags):
            return verdict
        events = verdict.events
        if events is None and (self.keep or self.time):
            events = []
        scan = None
        if not self.time and not self.letters:
            scan = scan_game(
                verdict, token_stream, usual=not setup.position, wants_events=events is not None, claims=self.info
            )
        if scan is not None and scan.ends(verdict, claims=self.info):
            scan.deliver(notes, events, verdict.tags)
        else:
            replayer = self._replayed(verdict, notes, token_stream, events, None if self.info else scan)
        if not verdict.refused and not SUMMARIES.isdisjoint(verdict.tags):
            from fairyscore.notation.replay.summaries import hold_summaries

            hold_summaries(verdict, token_stream, notes)
        if not OPERATIONS.isdisjoint(verdict.tags):
            hold_operations(verdict, token_stream, notes)
        if self.keep or self.time:
            from fairyscore.notation.replay.events import line_of

            verdict.record = verdict.record_of(line_of(events or ()), setup)
        if self.time:
            _audit(verdict, token_stream, replayer, notes, self.today)
        return verdict

    def _replayed(
        self,
        verdict: Verdict,
        notes: DiagnosticCollector,
        token_stream: TokenStream,
        events: list[Event] | None,
        scan: Scan | None,
    ) -> GameReplayer:
        """Replay a game, and once more where its course may have ended it on its way, and nobody has watched for it."""
        from fairyscore.notation.replay.game_replayer import GameReplayer

        assert verdict.game is not None
        begun = notes.mark()
        replayer = GameReplayer(verdict, notes, token_stream, events, self.letters)
        replayer.replay(scan, claims=self.info, timed=self.time)
        if replayer.may_have_ended():
            notes.go_back(begun)
            if events is not None:
                del events[begun.events :]
            verdict.state_of, verdict.outcome, verdict.result, verdict.refused = verdict.start_of, None, "", False
            verdict.unjudged = verdict.unjudged_aside = 0
            replayer = GameReplayer(verdict, notes, token_stream, events, self.letters)
            replayer.replay(watches=True, timed=self.time)
        return replayer


def _audit(
    verdict: Verdict, token_stream: TokenStream, replayer: GameReplayer, notes: DiagnosticCollector, today: str
) -> None:
    """Audit the time of a record that is kept, and note what is found at the moves it is about."""
    from fairyscore.notation.clocks.audit import audit
    from fairyscore.notation.clocks.times import read_time_stamp

    assert verdict.record is not None
    verdict.audit = audit(verdict.record, read_time_stamp(today))
    for fault in verdict.audit.faults:
        span = replayer.span_of_ply(fault.ply) if fault.ply else token_stream.place_of("TimeControl")
        notes.report(fault.code, span, fault.facts, ply=fault.ply)
