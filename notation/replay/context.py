"""What is known of a game while it is replayed: shared by the phases of `GameReplayer` and their helpers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fairyscore.notation.moves.languages import all_english
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import (
    LONGEST_RESULT,
    RESULTS,
    closes_like_castling,
    is_result_text,
    normal_result,
)
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.replay.tree_builder import TreeBuilder
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.variant import State


class ResultText(NamedTuple):
    """A result as it is written, without the blanks in it. last: the place of its last token."""

    text: str
    last: int


@dataclass(slots=True, eq=False)
class Line:
    """A line of play, the game's own or a variation.

    state: the position after its last move. before: the one before that move, None where no variation may begin.
    plies: moves from the beginning of the game to here. own: moves of this line alone.
    drift: what move numbers are ahead of the right ones. opened: place of its bracket, -1 for the game's own line.
    """

    state: State
    plies: int = 0
    opened: int = -1
    before: State | None = None
    own: int = 0
    drift: int = 0


class ReplayContext:
    """One game, as far as it was replayed.

    line: the line that is replayed. waiting: the lines around it, the game's own first, while a variation is replayed.
    at: the place of the next token. limit: how many tokens may be moves: all, or all but a last one that is the result
    though it reads as castling, 0-0. builder: keeps the record, where somebody wants it.
    refused: whether the checking of the main line has ended at a fault. unclosed: whether a bracket was never closed;
    within: what the text ends in the middle of. closing: the place of the token that is the result.
    letters: code of the language of the pieces' letters, empty for English. reported: slips that were told once.
    """

    def __init__(
        self,
        verdict: Verdict,
        collector: DiagnosticCollector,
        token_stream: TokenStream,
        builder: TreeBuilder | None,
        letters: str = "",
    ) -> None:
        assert verdict.game is not None
        assert verdict.state is not None
        self.verdict = verdict
        self.collector = collector
        self.token_stream = token_stream
        self.builder = builder
        self.variant = verdict.game
        self.line = Line(verdict.state)
        self.waiting: list[Line] = []
        self.text = token_stream.text
        self.letters = letters
        self.tokens = all_english(token_stream.tokens(self.variant), letters)
        self.at = 0
        last = self.tokens[-1] if self.tokens else ""
        castles = last == verdict.tags.get("Result") and closes_like_castling(last)
        self.limit = len(self.tokens) - castles
        self.refused = False
        self.unclosed = False
        self.within = "the moves"
        self.closing = 0
        self.reported: set[tuple[RecordCode, str]] = set()

    def result_at(self, place: int) -> ResultText | None:
        """The result that begins at a token: one that also reads as castling, and stands in the tag, too; and `1 - 0`."""
        token = self.tokens[place]
        if (token[0].isalpha() or token[0] == "{" or token[-1] == ".") and place < self.limit:
            return None  # nearly all tokens
        if token in RESULTS or place >= self.limit:
            return ResultText(token, place)
        if token[-1] not in "012½-–:":
            return ResultText(token, place) if is_result_text(token) else None
        text, seats = token, len(self.variant.seats)
        for last, more in enumerate(self.tokens[place + 1 : place + 2 * seats], place + 1):
            text += more
            if more.strip("012½/-–:") or len(text) > LONGEST_RESULT:
                break
            if "-" in text.replace("–", "-") and normal_result(text, seats) is not None:
                return ResultText(text, last)
        return ResultText(token, place) if is_result_text(token) else None

    @property
    def state(self) -> State:
        """The position of the line that is replayed."""
        return self.line.state

    @property
    def ply(self) -> int:
        """The number of the next ply, as diagnostics count them from 1."""
        return self.line.plies + 1

    @cached_property
    def spans(self) -> Sequence[Span]:
        """Where the tokens stand in the text; looked up only where something is found."""
        return self.token_stream.spans(self.variant)

    def span(self, place: int) -> Span:
        """Where a token stands."""
        return self.spans[place]

    def source(self, first: int, last: int) -> str:
        """The text from one token to another, both included, as it is written."""
        return self.text[self.span(first)[0] : self.span(last)[1]]

    def report(self, code: RecordCode, place: int, **facts: Fact) -> None:
        """Note what is wrong at a token."""
        self.collector.trouble(code, self.span(place), facts, ply=self.ply)

    def report_once(self, code: RecordCode, first: int, last: int, **facts: Fact) -> None:
        """Note a slip that needs no more than one word a game, about the tokens from one place to another."""
        if (code, "") not in self.reported:
            self.reported.add((code, ""))
            span = self.span(first)[0], self.span(last)[1]
            self.collector.trouble(code, span, facts, ply=self.ply)
