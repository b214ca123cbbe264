r"""From the text of a game to its verdict: every move is checked as it stands, and faults are reported with their places.

>>> from fairyscore.notation.records.game_text import GameText
>>> verdict = Validator().judge(GameText(1, '[Result "*"]\n\n1. e4 e5 2. Ke3 *', 1))
>>> [(finding.code, finding.ply, finding.message) for finding in verdict.findings]
[('no-piece-reaches', 3, 'no white king can go to e3; it cannot be reached from e1')]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats import pgn
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import FINAL_POSITION, game_setup
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay.batches import BatchOrder, BatchReader
from fairyscore.notation.replay.operations import OPERATIONS, hold_operations
from fairyscore.notation.replay.scanned import scan_game
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.variants import variant

if TYPE_CHECKING:
    from fairyscore.notation.replay.game_replayer import GameReplayer


SUMMARIES = frozenset({"PlyCount", *FINAL_POSITION})
"""Tags that say something of the whole game, which is held against it."""


class Validator(NamedTuple):
    """Judges games one by one.

    file: name that findings carry. variant: the game of records that name none. position: where games without a FEN tag
    start. info: also report repetitions and fifty-move claims, as information. time: also audit its time, `Verdict.audit`.
    folders: absolute paths of folders with the games of records in them that name none, where `variant` does not say it.
    today: a date, on which the audit looks at the time of who is to move; empty for not at all.
    plays: asked of each game when its tags are read: whether its moves are to be replayed at once.
    recover: where a file is read, save the games after a comment that is never closed.
    read: takes the text of a game apart, as a module of `formats` does. letters: code of the language whose letters the
    pieces have; empty for English, or what is found out. fen_letters: pairs of a letter in FEN tags and the game's.
    encoding: of files, as Python names it; empty for what their bytes say.
    """

    file: str = "-"
    variant: str = ""
    position: str = ""
    info: bool = False
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

    def batches(self, order: BatchOrder, text: TextReader) -> BatchReader | None:
        """The reader of a file's batches; None where every game is judged by itself.

        order: what they have of their games. text: the reader of the file.
        """
        asks_more = self.info or self.time or self.position or self.letters or self.plays is not None
        if asks_more or not self.recover or self.read is not pgn.read:
            return None
        return BatchReader(order, text, self.variant or self._variant_here())

    def judge(self, game_text: GameText, *, explains: bool = True) -> Verdict:
        """The verdict on one game. Never raises for whatever stands in it.

        explains: whether what was meant by refused moves is looked for too.
        """
        verdict = self._judge(game_text, explains=explains)
        if verdict is None:
            verdict = self._judge(game_text, explains=explains, watches=True)
        assert verdict is not None
        return verdict

    def _judge(self, game_text: GameText, *, explains: bool, watches: bool = False) -> Verdict | None:
        """The verdict; None where the course of the game may have ended it on its way, and nobody has watched for it.

        watches: whether ends that its course may bring are looked for at each move.
        """
        notes = DiagnosticCollector(self.file, game_text, explains=explains)
        verdict = Verdict(game_text, notes.findings, _events=notes.events)
        if not game_text.whole:
            what = f"no game ends within {LONGEST_GAME:,} characters"
            notes.report(RecordCode.TOO_LONG, (0, 0), {"what": what})
            return verdict
        token_stream = self.read(game_text, notes)
        verdict.tags = token_stream.tags
        if token_stream.unjudged_game is not None:
            verdict.unjudged_text, verdict.unjudged = token_stream.unjudged_game.text, token_stream.unjudged_game.moves
            notes.report(RecordCode.NOT_JUDGED, (0, 0), {"what": token_stream.unjudged_game.what})
            return verdict
        named = self.variant or self._variant_here()
        setup = verdict.setup = game_setup(token_stream, notes, named, self.position, dict(self.fen_letters))
        if setup.game is None:
            from fairyscore.notation.moves.languages import all_english

            verdict.tokens_of = lambda: all_english(token_stream.tokens(variant(DEFAULT_VARIANT)), self.letters)
            return verdict
        verdict.game, verdict.last_state = setup.game, setup.state_of
        notes.game = setup.game
        if self.plays is not None and not self.plays(game_text, verdict.tags):
            verdict.judged = partial(self._replace(plays=None).judge, game_text)
            return verdict
        scan = None
        if not (self.time or self.letters or watches):
            scan = scan_game(verdict, token_stream, usual=not setup.position, claims=self.info)
        if scan is not None and scan.ends(verdict, claims=self.info):
            scan.deliver(notes, verdict.tags)
        else:
            from fairyscore.notation.replay.game_replayer import GameReplayer

            replayer = GameReplayer(verdict, notes, token_stream, self.letters)
            replayer.replay(None if self.info else scan, watches=watches, claims=self.info, timed=self.time)
            if replayer.may_have_ended():
                return None
        if not verdict.refused and not SUMMARIES.isdisjoint(verdict.tags):
            from fairyscore.notation.replay.summaries import hold_summaries

            hold_summaries(verdict, token_stream, notes)
        if not OPERATIONS.isdisjoint(verdict.tags):
            hold_operations(verdict, token_stream, notes)
        if self.time:
            _audit(verdict, token_stream, replayer, notes, self.today)
        return verdict


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
