r"""From the text of a game to its verdict: every move is checked as it stands, and what is wrong is told with its place.

>>> from fairyscore.notation.records.cut import Piece
>>> verdict = Judge().judge(Piece(1, '[Result "*"]\n\n1. e4 e5 2. Ke3 *', 1))
>>> [(finding.code, finding.ply, finding.message) for finding in verdict.findings]
[('no-man-reaches', 3, 'no king of white can go to e3; from e1 there is no way')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairyscore.notation.formats import pgn
from fairyscore.notation.records.cut import LONGEST_GAME, Piece
from fairyscore.notation.records.findings import Trouble
from fairyscore.notation.records.notebook import Notebook
from fairyscore.notation.records.opening import Opening
from fairyscore.notation.records.transcript import Transcript
from fairyscore.notation.replay.ending import judge_end
from fairyscore.notation.replay.hearing import Hearing
from fairyscore.notation.replay.scribe import Scribe
from fairyscore.notation.replay.verdict import Verdict, Watcher


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges games one by one.

    file: name that findings carry. variant: the game of records that name none. position: where games without a FEN tag
    start. info: also tell repetitions and fifty moves, which are no faults. keep: also give the record as a value,
    `Verdict.record`. time: also audit its time, `Verdict.audit`; then the record is kept too.
    recover: where a file is read, save the games behind a comment that is never closed.
    read: takes the text of a game apart, as a module of `formats` does.
    """

    file: str = "-"
    variant: str = ""
    position: str = ""
    info: bool = False
    keep: bool = False
    recover: bool = True
    time: bool = False
    read: Callable[[Piece, Notebook], Transcript] = pgn.read

    def judge(self, piece: Piece, watcher: Watcher | None = None) -> Verdict:
        """The verdict on one game. Never raises for whatever stands in it."""
        notes = Notebook(self.file, piece)
        said = Verdict(piece, notes.findings)
        if not piece.whole:
            what = f"no game ends within {LONGEST_GAME:,} characters"
            notes.trouble(Trouble.TOO_LONG, (0, 0), {"what": what})
            return said
        transcript = self.read(piece, notes)
        opening = Opening(transcript, notes, self.variant)
        said.tags = transcript.tags
        game = opening.game()
        position = "" if game is None else opening.position(self.position)
        state = None if game is None else opening.start(game, position)
        if game is None or state is None:
            return said
        said.game, said.state = game, state
        if watcher is not None:
            watcher.begin(piece, game, state)
        scribe = Scribe() if self.keep or self.time else None
        hearing = Hearing(said, transcript, notes, info=self.info, watcher=watcher, scribe=scribe)
        hearing.moves()
        judge_end(hearing)
        said.tokens = hearing.tokens
        if scribe is not None:
            said.record = scribe.record(said, position)
        if self.time:
            _audit(said, transcript, hearing, notes)
        return said


def _audit(said: Verdict, transcript: Transcript, hearing: Hearing, notes: Notebook) -> None:
    """Audit the time of a record that is kept, and note what is found at the moves it is about."""
    from fairyscore.notation.clocks.audit import audit

    assert said.record is not None
    said.audit = audit(said.record)
    for fault in said.audit.faults:
        span = hearing.span_of_ply(fault.ply) if fault.ply else transcript.place_of("TimeControl")
        notes.trouble(fault.trouble, span, fault.facts, ply=fault.ply)
