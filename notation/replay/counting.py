"""Games without findings, counted or written anew by the compiled scanner where they stand in the text of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.records.game_setup import DECIDING, GAME_TAG, deciding_tag
from fairyscore.notation.records.game_text import GameText, Passed
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.replay.compiled import compiled_game, lay_reading
from fairyscore.notation.replay.scanned import Before, report_note
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import UnknownVariant, variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel


WRITTEN: Final = ("pgn", "jsonl")
"""The names of formats that the kernel writes, each game behind the other."""


class Tally:
    """Counts games without findings, and their plies, that nobody is given a verdict on.

    written: the name of the format that they are wanted in (`WRITTEN`), empty where they are only counted.
    """

    __slots__ = ("games", "plies", "texts", "written")

    def __init__(self, written: str = "") -> None:
        self.games = self.plies = 0
        self.written = written
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
    whose games are looked for, that of the last verdict.
    """

    def __init__(self, tally: Tally, text: TextReader, unnamed: str) -> None:
        self._tally = tally
        self._text = text
        self._unnamed = unnamed or DEFAULT_VARIANT
        self.game: Variant | None = None
        self._counted: Variant | None = None

    def __call__(self, text: str, start: int) -> Passed:
        """See `records.game_text.Pass`."""
        game = self.game
        compiled = None if game is None or game.rules.warnings or self._text.notes else compiled_game(game)
        if game is None or compiled is None:
            return Passed(start, 0, 0)
        self._counted, kernel = game, compiled.kernel
        compiled.begin_course()
        if not kernel.counts_games:
            lay_reading(cast("Kernel", kernel), game)
        texts: list[str] | None = None
        if self._tally.written:
            if not _is_written(game):
                return Passed(start, 0, 0)
            writing = game.writing
            cast("Kernel", kernel).lay_writing(self._tally.written, game.name, writing.capture_mark, writing.castlings)
            texts = []
        stop, games, plies, lines, end, seen = kernel.count_games(
            text, start, compiled.start, compiled.read, self._may_stand, self._is_same, texts
        )
        return Passed(stop, games, lines, end, seen, plies=plies, anew=texts or ())

    def take(self, passed: Passed) -> None:
        """See `records.game_text.Pass`."""
        self._tally.games += passed.games
        self._tally.plies += passed.plies
        self._tally.texts += passed.anew

    def verdict(self, file: str, game_text: GameText) -> Verdict:
        """The verdict on a game in which no more is to be told than was seen, without its position."""
        assert self._counted is not None
        assert game_text.seen is not None
        plies, result, notes = game_text.seen
        collector = DiagnosticCollector(file, game_text)
        found = usual_tags(game_text.text)
        tags = found[0] if found else {}
        before = Before(0, set())
        for note in notes:
            report_note(note, self._counted, collector, tags, before)
        return Verdict(game_text, collector.findings, tags, self._counted, plies, result=result)

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


def _is_written(game: Variant) -> bool:
    """Whether the kernel writes records of a game as `Format.write` does: moves in SAN, no tag that is added."""
    named = game.name == DEFAULT_VARIANT
    return named and isinstance(game.initial_state(), RoyalState) and game.writing.notations[0].name == "san"
