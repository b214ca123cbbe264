"""What is known of a game while it is heard: shared by those who hear its moves, what stands between them, and its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.replay.tree_builder import TreeBuilder
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.reasons import Fact

Places = Iterator[tuple[int, str]]
"""The tokens that are still to be heard, each with its place among them."""


class ReplayContext:
    """One game, as far as it was heard.

    scribe: keeps the record, where somebody wants it. state: the table of the line that is heard. refused: whether the
    judging of the main line has ended at a fault. unclosed: whether a bracket was never closed; within: what the text ends
    in the middle of. closing: the place of the token that is the result. open_at: after so many plies who is to move is
    known to have a legal move.
    """

    __slots__ = (
        "_spans",
        "closing",
        "game",
        "notes",
        "open_at",
        "refused",
        "said",
        "scribe",
        "state",
        "text",
        "token_stream",
        "tokens",
        "unclosed",
        "within",
    )

    def __init__(
        self, said: Verdict, notes: DiagnosticCollector, token_stream: TokenStream, scribe: TreeBuilder | None
    ) -> None:
        assert said.game is not None
        assert said.state is not None
        self.said = said
        self.notes = notes
        self.token_stream = token_stream
        self.scribe = scribe
        self.game = said.game
        self.state = said.state
        self.text = token_stream.text
        self.tokens = token_stream.tokens(self.game)
        self.refused = False
        self.unclosed = False
        self.within = "the moves"
        self.closing = 0
        self.open_at = -1
        self._spans: Sequence[Span] = ()

    @property
    def spans(self) -> Sequence[Span]:
        """Where the tokens stand in the text; looked up only where something is found."""
        if not self._spans:
            self._spans = self.token_stream.spans(self.game)
        return self._spans

    def span(self, place: int) -> Span:
        """Where a token stands."""
        return self.spans[place]

    def trouble(self, trouble: RecordCode, place: int, **facts: Fact) -> None:
        """Note what is wrong at a token."""
        self.notes.trouble(trouble, self.span(place), facts, ply=self.said.plies + 1)
