"""The verdict on a game: its findings, plies and result; and what is made of its text only when it is asked for.

A judge fills it in once (`validator.py`, `batches.py`). A property that programs ask of a game belongs here, in terms of
what is kept; what is to be kept of the text belongs to who reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairyscore.notation.moves.reading import notation_of
from fairyscore.notation.records.diagnostics import HARMLESS, Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_setup import UNKNOWN_SETUP, GameSetup
from fairyscore.notation.records.game_text import GameText, ScannedGame
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant

if TYPE_CHECKING:
    from fairyscore.notation.clocks.audit import Audit
    from fairyscore.notation.records.tree import Record
    from fairyscore.notation.replay.events import Event


_OF_RECORDS = frozenset(code.value for code in RecordCode)
"""All other codes are reasons against a move; where the main line is whole, such a move stands in a variation."""

_KEPT_AS_TEXT = HARMLESS | {
    RecordCode.STRAY_BRACKET.value,
    RecordCode.VARIATION_OF_NOTHING.value,
    RecordCode.UNCLOSED_VARIATION.value,
    RecordCode.DEEP_VARIATION.value,
    RecordCode.BAD_NAG.value,
    RecordCode.TRUNCATED_FILE.value,
}
"""Errors that take nothing of a game but a bracket: an unclosed variation is closed where the game ends."""


@dataclass(slots=True, eq=False)
class Verdict:
    """The judgement on a game. What is not here, `record`, `events`, `state`, is made when it is first asked for.

    game: the variant, None where the game could not begin; setup: how it begins.
    plies: moves made; unjudged: moves after the one that was refused; unjudged_aside: those of variations that nobody
    could judge; result: as the moves end, empty where they do not.
    outcome: how the game ended by the rules, None where it did not or was not judged to its end.
    refused: whether a move or the result was refused, of the main line or a variation.
    cut: whether its main line is known to end at a refused move, so that no record has to be made to tell.
    usual_letters: whether all moves are known to name pieces by the letters of English.
    scanned: what the kernel found, where it read the game in a batch of rows. place: the ply at which it has passed a sieve
    that says all that is asked, None where none was asked. written: the game as it wrote it, where it
    read it in a batch of texts.
    unjudged_text: a game that nothing judges, as its own format writes it again; empty for all others.
    audit: of its time, where the judge was asked for it.
    form: name of the format it was read in.
    tokens_of: cuts its moves text into tokens. last_state: gives `state`.
    judged: the game judged by itself, where no more than its header was read, or the kernel read it in a batch.
    """

    game_text: GameText
    findings: list[Diagnostic]
    tags: Mapping[str, str] = field(default_factory=dict)
    game: Variant | None = None
    plies: int = 0
    unjudged: int = 0
    unjudged_aside: int = 0
    result: str = ""
    outcome: FinalScore | None = None
    refused: bool = False
    cut: bool = False
    usual_letters: bool = False
    scanned: ScannedGame | None = None
    place: int | None = None
    written: str = ""
    unjudged_text: str = ""
    audit: Audit | None = None
    form: str = "pgn"
    setup: GameSetup = UNKNOWN_SETUP
    tokens_of: Callable[[], Sequence[str]] = tuple
    last_state: Callable[[], State | None] | None = None
    judged: Callable[[], Verdict] | None = None
    _events: list[Event] = field(default_factory=list)
    _record: Record | None = None

    @property
    def events(self) -> list[Event]:
        """The events of the game's text, in its order (`replay.events`)."""
        return self._judged_alone()._events

    @property
    def record(self) -> Record | None:
        """The game as a value, None where it could not begin.

        It holds all that was legal; what stands after a refused move is a comment there.
        """
        if self._record is None and self.game is not None:
            self._record = self._judged_alone()._made_record()
        return self._record

    @property
    def whole(self) -> bool:
        """True if `record` holds all that the text says: nothing was refused, passed over or cut short."""
        if self.game is None or self.refused:
            return False
        return all(finding.severity is not Severity.ERROR or finding.code in HARMLESS for finding in self.findings)

    @property
    def can_be_written(self) -> bool:
        """True if what is written of the game holds all that its text says: it is whole, or kept as it stands."""
        return self.whole or (
            bool(self.unjudged_text) and all(found.severity is not Severity.ERROR for found in self.findings)
        )

    @property
    def state(self) -> State | None:
        """The last position that was reached; its own, which may be changed. None where the game could not begin."""
        whole = self._judged_alone()
        if whole is not self:
            return whole.state
        state = None if self.last_state is None else self.last_state()
        self.last_state = lambda: state
        return state

    def start(self) -> State | None:
        """The position that the game starts from, a new one each time."""
        return self._judged_alone().setup.state_of()

    def _judged_alone(self) -> Verdict:
        """The verdict on the whole game, by itself."""
        if self.judged is None:
            return self
        verdict = self.judged()
        self.judged = lambda: verdict
        return verdict

    @property
    def date(self) -> str:
        """The day of the game, as its record says it; `?` where it does not."""
        return self.tags.get("Date", "?")

    @property
    def tokens(self) -> Sequence[str]:
        """The tokens of its moves text."""
        whole = self._judged_alone() if self.tokens_of is tuple else self
        if whole is not self:
            return whole.tokens
        tokens = self.tokens_of()
        self.tokens_of = lambda: tokens  # a faulty game is asked several times
        return tokens

    def _made_record(self) -> Record:
        """The record of what the events tell under the game's tags, which begins as they say."""
        from fairyscore.notation.records.tree import Record
        from fairyscore.notation.replay.events import line_of

        assert self.game is not None
        tags = dict(self.tags)
        result = self.result or normal_result(tags.get("Result", "*"), len(self.game.seats)) or "*"
        if self.setup.position:
            tags["FEN"] = self.setup.position
        if self.setup.renames:
            tags["Variant"] = self.game.name
        return Record(self.game.name, tuple(tags.items()), line_of(self._events), result)

    @property
    def main_line_whole(self) -> bool:
        """True if `record` holds the whole main line: a fault in a variation, or in a tag, takes nothing from it."""
        return not self.cut and self.record is not None and self.record.line.is_whole

    @property
    def holds_game(self) -> bool:
        """True if `record` holds the whole main line, and what could not be played in variations as text."""
        if self.whole:
            return True
        return self.main_line_whole and all(
            finding.severity is not Severity.ERROR or finding.code in _KEPT_AS_TEXT or finding.code not in _OF_RECORDS
            for finding in self.findings
        )

    @property
    def notation(self) -> Notation | None:
        """The notation that the moves are written in, as far as they are in one; None where there is no move."""
        return None if self.game is None else notation_of(self.tokens, self.game)
