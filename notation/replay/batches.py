"""Batches: many games read by the compiled scanner at once, so that most of them need no verdict.

Most games of most files have no fault. To give each a verdict would cost more than to read it, so the scanner goes from
game to game of a text for as long as it finds no more than null moves, wrong numbers and refused moves, and hands over at
once what it has read (`Batch`): how many games and plies there are, the games written anew, or what was found in each; and
the games with notes or a refused move, each of which gets its verdict here (`BatchReader.verdict`). The first game that
needs more ends the batch, and is judged by itself. A file gives the same findings, and the same bytes, with batches and
without.

A new form in which games are wanted is one of `BatchForm`, and of `FORMS` in kernel/writer.pxi, which fills it. A new fact
about a refused move is a field of `records.game_text.FaultyMove`, which `faulty_moves` of the kernel fills in their order,
and `refusals.report_faulty_game` puts into words.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Any

from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.moves.reading import in_record, reads_whole_records
from fairyscore.notation.records.game_setup import (
    DECIDING,
    FINAL_POSITION,
    GAME_TAG,
    PLAYERS_ELSEWHERE,
    deciding_tag,
    same_tag,
)
from fairyscore.notation.records.game_text import Batch, FaultyGame, FaultyMove, GameText, NotedGame, ScannedGame
from fairyscore.notation.records.operations import LINES, MOVES
from fairyscore.notation.records.pgn_lexer import tokens_in
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.replay.compiled import CompiledGame, compiled_game, set_writing
from fairyscore.notation.replay.scanned import report_note
from fairyscore.notation.replay.sieve import SiftedRows
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import UnknownVariant, variant
from fairyscore.notation.variants.catalog import rules_tag

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Sieve as CompiledSieve


class BatchForm(StrEnum):
    """The form in which a batch has its games.

    COUNT: nothing but their numbers. ROWS: a verdict on each, with what the kernel found (`Verdict.scanned`) in the place
    of events. PGN, JSONL: their texts in that format. CANONICAL: in PGN as `fmt` writes it.
    """

    COUNT = "count"
    ROWS = "rows"
    PGN = "pgn"
    JSONL = "jsonl"
    CANONICAL = "canonical"


WRITTEN = frozenset({BatchForm.PGN, BatchForm.JSONL, BatchForm.CANONICAL})
"""Those for which the kernel writes games."""


BatchOrder = BatchForm | SiftedRows
"""The form of batches, or which games they are to leave out."""


class BatchReader:
    """Reads the batches of a file.

    order: what they have of their games.
    text: the reader of the file; once it has notes of its own, there are no more batches.
    unnamed: the variant of records that name none.
    game: the variant of the games that are read; whoever judges the other games sets it to that of the last verdict.
    """

    def __init__(self, order: BatchOrder, text: TextReader, unnamed: str) -> None:
        self._form = BatchForm.ROWS if isinstance(order, SiftedRows) else order
        self._sieve_of = order.sieve_of if isinstance(order, SiftedRows) else None
        self._sieve: tuple[CompiledGame, CompiledSieve | None] | None = None
        self._text = text
        self._unnamed = unnamed or DEFAULT_VARIANT
        self.game: Variant | None = None
        self._batch_game: Variant | None = None

    def __call__(self, text: str, start: int) -> Batch:
        """See `records.game_text.ReadBatch`."""
        if self.game is None and not start:
            self.game = self._first_game(text)
        game, form, empty = self.game, self._form, Batch(0, 0, 0, start)
        if game is None or game.rules.warnings or self._text.notes:
            return empty
        compiled = compiled_game(game)
        if compiled is None or (form in WRITTEN and not _can_rewrite(game)):
            return empty
        self._batch_game, kernel = game, compiled.kernel
        compiled.begin_course()
        wanted: list[Any] | None = None
        noted: list[tuple[Any, ...]] = []
        sieve = self._sieve_for(compiled)
        set_writing(kernel, "" if form is BatchForm.COUNT else form.value, game)
        if form is not BatchForm.COUNT:
            wanted = [] if sieve is None else None
        stop, games, plies, lines, end = kernel.count_games(
            text, start, compiled.start, compiled.read, self._is_neutral_tag, self._is_same_game, noted, wanted, sieve
        )
        noted_games = [*map(_noted, noted)]
        batch = Batch(games, plies, lines, stop, noted=noted_games, end=end)
        if sieve is not None:
            return batch._replace(variant=game.name)
        if not wanted:
            return batch
        return batch._replace(texts=wanted) if form in WRITTEN else batch._replace(rows=[*starmap(ScannedGame, wanted)])

    def _sieve_for(self, compiled: CompiledGame) -> CompiledSieve | None:
        """The sieve for a game, made once for many batches; None where all its games pass."""
        if self._sieve_of is None:
            return None
        if self._sieve is None or self._sieve[0] is not compiled:
            self._sieve = compiled, compiled.sieve(self._sieve_of(compiled.game))
        return self._sieve[1]

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

    def verdict(self, game_text: GameText, file: str, judge: Callable[[GameText], Verdict]) -> Verdict:
        """The verdict on a game that the scanner read completely: its notes are all to report.

        file: name that findings carry.
        judge: judges it by itself, where its record, positions or events are asked for.
        """
        game, scanned = self._batch_game, game_text.scanned
        assert game is not None
        assert scanned is not None
        verdict = Verdict(game_text, [], scanned.tags, game, scanned.plies, result=scanned.result)
        verdict.judged = partial(judge, game_text)
        if self._form in WRITTEN:
            verdict.written = scanned.text
        elif scanned.place is not None:
            verdict.place = scanned.place
        elif self._form is BatchForm.ROWS:
            verdict.scanned = scanned
            if scanned.faulty is None:
                verdict.outcome = _outcome_of(scanned, game, verdict.date)
        if scanned.notes or scanned.faulty is not None:
            collector = DiagnosticCollector(file, game_text)
            collector.game = game
            verdict.findings = collector.findings
            tags, body = usual_tags(game_text.text) or (scanned.tags, 0)
            verdict.tags = scanned.tags or tags
            for note in scanned.notes:
                report_note(note, game, collector, verdict.tags)
            if scanned.faulty is not None and not _refuse(verdict, collector, scanned.faulty, body):
                return judge(game_text)
        return verdict

    def _is_neutral_tag(self, tag: str) -> bool:
        """True if a tag has no effect on the verdict, and is no misspelt tag that has."""
        if self.game is None or tag in self.game.tags:
            return False
        if tag in ("Result", "TimeControl", "Variant"):  # the kernel reads these itself, or only an audit asks for them
            return True
        if tag in LINES or tag in MOVES:  # operations of EPD, which are judged
            return False
        asked = tag in DECIDING or tag in ("Rules", GAME_TAG, *PLAYERS_ELSEWHERE, *FINAL_POSITION)
        return not (asked or deciding_tag(tag) or same_tag(tag))

    def _is_same_game(self, named: str) -> bool:
        """True if the tag Variant names the game. named: its value, empty if there is none."""
        return self._game_named(named) is self.game


def _noted(one: tuple[Any, ...]) -> NotedGame:
    """A game that the kernel has noted, with the names of its parts."""
    games, plies, lines, begin, end, parts = one
    if len(parts) == len(ScannedGame._fields):
        *parts, (moves, *behind) = parts
        parts.append(FaultyGame([*starmap(FaultyMove, moves)], *behind))
    return NotedGame(games, plies, lines, begin, end, ScannedGame(*parts))


def _refuse(verdict: Verdict, collector: DiagnosticCollector, faulty: FaultyGame, body: int) -> bool:
    """Enter the refused move of a game in its verdict; False where the game is to be judged by itself.

    body: where its moves begin.
    """
    from fairyscore.notation.replay.refusals import report_faulty_game

    game = verdict.game
    compiled = None if game is None else compiled_game(game)
    assert game is not None
    assert compiled is not None
    verdict.tokens_of = partial(tokens_in, game, collector.game_text.text, body)
    if reads_whole_records(game):  # what a move is, the whole record tells
        tokens = verdict.tokens
        if in_record(tokens, game, game.initial_state()) is not tokens:
            return False
    verdict.refused = verdict.cut = True
    verdict.unjudged, verdict.usual_letters = faulty.behind, faulty.usual_letters
    return report_faulty_game(collector, compiled, faulty, verdict.plies)


def _outcome_of(scanned: ScannedGame, game: Variant, date: str) -> FinalScore | None:
    """How a game ended by the rules, from what the scanner found; None if it did not. date: of the record."""
    compiled = compiled_game(game)
    assert compiled is not None
    if scanned.position is not None:
        return compiled.state_of(scanned.position).outcome()
    return compiled.outcome_by(scanned.ended_by, date)


def _can_rewrite(game: Variant) -> bool:
    """True if the kernel writes records of a game as the formats do: in SAN or long form, with no tag added."""
    return game.writing.usual.name in ("san", "long") and not rules_tag(game.name)
