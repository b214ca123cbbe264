"""What is known of a game while it is replayed: shared by the phases of `GameReplayer` and their helpers.

The lines that are open, the tokens and the place among them, and what has been found out on the way. Nothing is judged
here: moves are gathered in `runs.py`, tokens that are no moves seen to in `non_moves.py`, the end in `ending.py`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fairyscore.notation.kernel import plain_moves
from fairyscore.notation.moves.languages import all_english
from fairyscore.notation.moves.reading import in_record
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import (
    LONGEST_RESULT,
    NUMBER_OF,
    RESULTS,
    closes_like_castling,
    is_result_text,
    normal_result,
    with_hyphens,
)
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, Spans, TokenStream
from fairyscore.notation.replay.events import Event
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.course import History
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.state import State


class ResultText(NamedTuple):
    """A result as it is written, without the blanks in it. last: the place of its last token."""

    text: str
    last: int


@dataclass(slots=True, eq=False, repr=False)
class LineOfPlay:
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

    def count(self, plies: int, drift: int) -> None:
        """Moves were made, up to so many plies from the beginning of the game."""
        self.own += plies - self.plies
        self.plies, self.drift = plies, drift


_SIGNS_OF_RESULTS = frozenset("-–:")
_HALVES = frozenset(f"5{sign}0.5" for sign in _SIGNS_OF_RESULTS)
"""What stands behind `0.` in a drawn result."""


class ReplayContext:
    """One game, as far as it was replayed.

    line: the line that is replayed. waiting: the lines around it, the game's own first, while a variation is replayed.
    at: the place of the next token. scanned: the place where the compiled scanner has stopped last, -1 for none.
    limit: how many tokens may be moves: all, or all but a last one that is the result though it reads as castling, 0-0.
    refused: whether the checking of the main line has ended at a fault.
    unclosed: whether a bracket or a comment was never closed.
    within: what the text ends in the middle of. closing: the place of the token that is the result.
    respelt: whether the tokens are not those of the text, which the kernel reads.
    history: the positions of the main line, where each is looked at; played_on: whether moves follow an end that they show.
    """

    def __init__(
        self,
        verdict: Verdict,
        collector: DiagnosticCollector,
        token_stream: TokenStream,
        letters: str = "",
    ) -> None:
        assert verdict.game is not None
        assert verdict.state is not None
        self.verdict = verdict
        self.collector = collector
        self.token_stream = token_stream
        self.variant = verdict.game
        self.line = LineOfPlay(verdict.state)
        self.waiting: list[LineOfPlay] = []
        self.text = token_stream.text
        written = token_stream.tokens(self.variant)
        plain = in_record(written, self.variant, verdict.state)
        self.respelt = plain is not written or bool(letters)
        self.tokens = all_english(plain, letters)
        self.at = 0
        self.scanned = -1
        last = self.tokens[-1] if self.tokens else ""
        stated = with_hyphens(verdict.tags.get("Result", ""))
        castles = with_hyphens(last) == stated and closes_like_castling(last)
        self.limit = len(self.tokens) - castles
        self.refused = False
        self.unclosed = False
        self.within = "the moves"
        self.closing = 0
        self.history: History | None = None
        self.played_on = False

    def add(self, event: Event) -> None:
        """Add an event of the game."""
        self.collector.events.append(event)

    def begin_line(self, place: int) -> None:
        """A variation begins, whose bracket stands at a place: it is replayed from the position before the last move."""
        assert self.line.before is not None
        self.waiting.append(self.line)
        self.line = LineOfPlay(self.line.before.copy(), self.line.plies - 1, place)

    def result_at(self, place: int) -> ResultText | None:
        """The result that begins at a token: one that also reads as castling, and stands in the tag, too; and `1 - 0`."""
        token = self.tokens[place]
        if token == "0.":  # for the lexer this is the number of a move
            rest = "".join(self.tokens[place + 1 : place + 2])
            if rest in _HALVES:
                return ResultText(token + rest, place + 1)
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
            if not _SIGNS_OF_RESULTS.isdisjoint(text) and normal_result(text, seats) is not None:
                return ResultText(text, last)
        return ResultText(token, place) if is_result_text(token) else None

    def plain_moves(self, first: int) -> tuple[list[int], int]:
        """The places of moves whose texts were met before, and where they end with the usual numbers among them."""
        return plain_moves(self.tokens, first, self.limit, self.variant.cache.parsed_moves, NUMBER_OF)

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

    def place_at(self, start: int) -> int:
        """The place of the first token that begins at a character of the text or behind it."""
        spans = self.spans
        return spans.place_at(start) if isinstance(spans, Spans) else bisect_left(spans, (start, 0))

    def source(self, first: int, last: int) -> str:
        """The text from one token to another, both included, as it is written."""
        begin = self.span(first)[0]
        while last > first and self.span(last)[1] < begin:  # Xfcc has the result in front of the moves
            last -= 1
        return self.text[begin : self.span(last)[1]]

    def report(self, code: RecordCode, place: int, **facts: Fact) -> None:
        """Note what is wrong at a token."""
        self.collector.report(code, self.span(place), facts, ply=self.ply)

    def report_once(self, code: RecordCode, first: int, last: int, **facts: Fact) -> None:
        """Note a slip that needs no more than one word a game, about the tokens from one place to another."""
        if self.collector.is_first(code):
            span = self.span(first)[0], self.span(last)[1]
            self.collector.report(code, span, facts, ply=self.ply)
