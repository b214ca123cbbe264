"""Games without diagnostics, counted, rewritten or given as rows by the compiled scanner, without a record of each."""

from __future__ import annotations

from itertools import starmap
from typing import Any, Final

from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.records.game_setup import DECIDING, FINAL_POSITION, GAME_TAG, RED_TAG, deciding_tag
from fairyscore.notation.records.game_text import GameText, Passed, Seen
from fairyscore.notation.records.operations import LINES, MOVES
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.replay.compiled import compiled_game, set_writing
from fairyscore.notation.replay.scanned import Before, report_note
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import UnknownVariant, variant
from fairyscore.notation.variants.catalog import rules_tag

WRITTEN: Final = ("pgn", "jsonl", "canonical")
"""Formats that the kernel writes; `canonical` is PGN as `fmt` writes it."""

ROWS: Final = ("header", "line", "record")
"""What the kernel gives of a game: `header` tags and result; `line` also moves and end; `record` also comments and NAGs."""

MOST_TEXTS: Final = 1000
"""So many written games wait for the next verdict. Then one is given, so that a file without any findings is not held."""


class Tally:
    """Counts games without diagnostics, and their plies, for callers that need no verdict on each.

    form: what else is wanted of them. Empty: nothing. A format in `WRITTEN`: their texts. One of `ROWS`: a verdict on each
    without a record, with a row (`Verdict.row`).
    """

    __slots__ = ("form", "games", "plies", "texts")

    def __init__(self, form: str = "") -> None:
        self.games = self.plies = 0
        self.form = form
        self.texts: list[str] = []

    def take(self) -> tuple[int, int]:
        """The numbers of games and plies since the last call."""
        taken = self.games, self.plies
        self.games = self.plies = 0
        return taken

    def take_texts(self) -> list[str]:
        """The texts of the games since the last call."""
        taken, self.texts = self.texts, []
        return taken


class GameCounter:
    """Counts the games of a text into a tally, up to the first one that has anything to report.

    text: the reader of the file; once it has notes of its own, no game is counted.
    unnamed: the variant of records that name none.
    game: the variant whose games are counted; the reader sets it to that of the last verdict.
    unseen: games counted since the last one with a verdict; the reader sets it to 0.
    """

    def __init__(self, tally: Tally, text: TextReader, unnamed: str) -> None:
        self._tally = tally
        self._text = text
        self._unnamed = unnamed or DEFAULT_VARIANT
        self.game: Variant | None = None
        self.unseen = 0
        self._counted: Variant | None = None

    def __call__(self, text: str, start: int) -> Passed:
        """See `records.game_text.Pass`."""
        if self.game is None and not start:
            self.game = self._first_game(text)
        game = self.game
        nothing = Passed(start, 0, 0)
        if game is None or game.rules.warnings or self._text.notes:
            return nothing
        if len(self._tally.texts) >= MOST_TEXTS:
            return nothing
        compiled = compiled_game(game)
        if compiled is None:
            return nothing
        self._counted, kernel = game, compiled.kernel
        compiled.begin_course()
        form = self._tally.form
        if form in WRITTEN and not _can_rewrite(game):
            return nothing
        wanted: list[Any] | None = None
        if form:
            set_writing(kernel, form, game)
            wanted = []
        stop, games, plies, lines, end, seen = kernel.count_games(
            text, start, compiled.start, compiled.read, self._is_neutral_tag, self._is_same_game, wanted
        )
        passed = Passed(stop, games, lines, end, Seen(*seen) if seen else None, plies=plies)
        if not wanted:
            return passed
        if form in WRITTEN:
            return passed._replace(rewritten=wanted)
        return passed._replace(rows=list(starmap(Seen, wanted)))

    def _first_game(self, text: str) -> Variant | None:
        """The variant of a file's first record; None if its header is unusual or names an unknown variant."""
        header = usual_tags(text)
        if header is None:
            return None
        tags, _ = header
        return self._game_named(tags.get("Variant", ""))

    def _game_named(self, named: str) -> Variant | None:
        """The variant that a tag Variant names, None for an unknown one. named: its value, empty if there is none."""
        try:
            return variant(self._unnamed if named in UNKNOWN else named)
        except (UnknownVariant, PositionError):
            return None

    def take(self, passed: Passed) -> None:
        """See `records.game_text.Pass`."""
        if passed.rows:  # each gets a verdict, and is counted there
            return
        self.unseen += passed.games
        self._tally.games += passed.games
        self._tally.plies += passed.plies
        self._tally.texts += passed.rewritten

    def verdict(self, file: str, game_text: GameText) -> Verdict:
        """The verdict on a game that the scanner read completely: its notes are all to report. It has no position."""
        game, seen = self._counted, game_text.seen
        assert game is not None
        assert seen is not None
        verdict = Verdict(game_text, [], seen.tags, game, seen.plies, result=seen.result)
        if self._tally.form:
            verdict.row = seen
        if self._tally.form == "line":  # nobody else asks
            verdict.outcome = _outcome_of(seen, game, verdict.date)
        if seen.notes:
            collector = DiagnosticCollector(file, game_text)
            verdict.findings = collector.findings
            if not seen.tags and (header := usual_tags(game_text.text)):
                verdict.tags, _ = header
            before = Before(0, set())
            for note in seen.notes:
                report_note(note, game, collector, verdict.tags, before)
        return verdict

    def _is_neutral_tag(self, tag: str) -> bool:
        """Whether a tag has no effect on the verdict, and is no misspelt tag that has."""
        if self.game is None or tag in self.game.tags:
            return False
        if tag in ("Result", "TimeControl", "Variant"):  # the kernel reads these itself, or only an audit asks for them
            return True
        if tag in LINES or tag in MOVES:  # operations of EPD, which are judged
            return False
        return not (tag in DECIDING or tag in ("Rules", GAME_TAG, RED_TAG, *FINAL_POSITION) or deciding_tag(tag))

    def _is_same_game(self, named: str) -> bool:
        """Whether the tag Variant names the game. named: its value, empty if there is none."""
        return self._game_named(named) is self.game


def _outcome_of(row: Seen, game: Variant, date: str) -> Outcome | None:
    """How a game ended by the rules, from its row; None if it did not. date: of the record."""
    compiled = compiled_game(game)
    assert compiled is not None
    if row.position is not None:
        return compiled.state_of(row.position).outcome()
    return compiled.outcome_by(row.ended_by, date)


def _can_rewrite(game: Variant) -> bool:
    """Whether the kernel writes records of a game as the formats do: in SAN or long form, with no tag added."""
    return game.writing.usual.name in ("san", "long") and not rules_tag(game.name)
