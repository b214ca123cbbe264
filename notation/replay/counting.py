"""Games without findings, counted, written anew or given as rows by the compiled scanner where they stand in a text."""

from __future__ import annotations

from itertools import starmap
from typing import Any, Final

from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.records.game_setup import DECIDING, GAME_TAG, deciding_tag
from fairyscore.notation.records.game_text import GameText, Passed, Seen
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.replay.compiled import compiled_game, lay_writing
from fairyscore.notation.replay.scanned import Before, report_note
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import UnknownVariant, variant
from fairyscore.notation.variants.catalog import rules_tag

WRITTEN: Final = ("pgn", "jsonl", "canonical")
"""The formats that the kernel writes, each game behind the other; `canonical` is PGN as `fmt` writes it."""

ROWS: Final = ("header", "line", "record")
"""How much the kernel gives of a game, more and more: tags and result, moves and end, remarks."""


class Tally:
    """Counts games without findings, and their plies, that nobody is given a verdict on.

    form: what is wanted of them: nothing if empty, their text in a format (`WRITTEN`), or a verdict without a record that
    has as much as a row (`ROWS`, `Verdict.row`).
    """

    __slots__ = ("form", "games", "plies", "texts")

    def __init__(self, form: str = "") -> None:
        self.games = self.plies = 0
        self.form = form
        self.texts: list[str] = []

    def take(self) -> tuple[int, int]:
        """The games and plies since it was asked last."""
        taken = self.games, self.plies
        self.games = self.plies = 0
        return taken

    def take_texts(self) -> list[str]:
        """The games since it was asked last, as they are written."""
        taken, self.texts = self.texts, []
        return taken


class GameCounter:
    """Counts the games of a text into a tally, as long as there is nothing to tell of them.

    text: the reader of the file, while it has nothing to tell. unnamed: the game of records that name none. game: the one
    whose games are looked for, that of the last verdict. unseen: games counted since the last one that somebody was given.
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
            self.game = self._game_of_first(text)
        game = self.game
        compiled = None if game is None or game.rules.warnings or self._text.notes else compiled_game(game)
        if game is None or compiled is None:
            return Passed(start, 0, 0)
        self._counted, kernel = game, compiled.kernel
        compiled.begin_course()
        form = self._tally.form
        if form in WRITTEN and not _is_written(game):
            return Passed(start, 0, 0)
        wanted: list[Any] | None = None
        if form:
            lay_writing(kernel, form, game)
            wanted = []
        stop, games, plies, lines, end, seen = kernel.count_games(
            text, start, compiled.start, compiled.read, self._may_stand, self._is_same, wanted
        )
        passed = Passed(stop, games, lines, end, Seen(*seen) if seen else None, plies=plies)
        if not wanted:
            return passed
        return passed._replace(anew=wanted) if form in WRITTEN else passed._replace(rows=list(starmap(Seen, wanted)))

    def _game_of_first(self, text: str) -> Variant | None:
        """The game of the first record of a file, where its header is a usual one and names a known game, or none."""
        header = usual_tags(text)
        if header is None:
            return None
        tags, _ = header
        named = tags.get("Variant", "")
        try:
            return variant(self._unnamed if named in UNKNOWN else named)
        except (UnknownVariant, PositionError):
            return None

    def take(self, passed: Passed) -> None:
        """See `records.game_text.Pass`."""
        if passed.rows:  # there are verdicts on them
            return
        self.unseen += passed.games
        self._tally.games += passed.games
        self._tally.plies += passed.plies
        self._tally.texts += passed.anew

    def verdict(self, file: str, game_text: GameText) -> Verdict:
        """The verdict on a game in which no more is to be reported than was seen, without its position."""
        game, seen = self._counted, game_text.seen
        assert game is not None
        assert seen is not None
        verdict = Verdict(game_text, [], seen.tags, game, seen.plies, result=seen.result)
        if self._tally.form in ROWS:
            verdict.row = seen
            verdict.outcome = _outcome_of(seen, game, verdict.date)
        if seen.notes:
            collector = DiagnosticCollector(file, game_text)
            verdict.findings = collector.findings
            found = None if seen.tags else usual_tags(game_text.text)
            verdict.tags = found[0] if found else seen.tags
            before = Before(0, set())
            for note in seen.notes:
                report_note(note, game, collector, verdict.tags, before)
        return verdict

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


def _outcome_of(row: Seen, game: Variant, date: str) -> Outcome | None:
    """How a game ended by the rules, as far as its row has that. date: of the record."""
    compiled = compiled_game(game)
    assert compiled is not None
    if row.position is not None:
        return compiled.state_of(row.position).outcome()
    return compiled.outcome_by(row.ended_by, date)


def _is_written(game: Variant) -> bool:
    """Whether the kernel writes records of a game as formats do: usually in SAN or long form, and no tag is added."""
    return game.writing.usual.name in ("san", "long") and not rules_tag(game.name)
