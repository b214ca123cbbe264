"""What a reader makes of the text of one game: its tags and its tokens, each with its place. Nobody has judged them.

Readers of all formats speak the same few tokens, so that one judge hears them all: a move in any notation; a move number
(`12.`, `12...`); `{a comment}`, also `; to the end of a line`; a line `%for another program`; a NAG (`$1`, `!?`);
`(` and `)` about a variation; a result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fairyscore.notation.records.collector import Span
from fairyscore.notation.rules.variant import Variant


class TokenStream(Protocol):
    """The text of a game, taken apart."""

    text: str

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags by name, the first where a name stands twice."""
        ...

    def tokens(self, game: Variant) -> Sequence[str]:
        """The tokens of the moves. Where one ends may depend on the game, as spoken moves do."""
        ...

    def spans(self, game: Variant) -> Sequence[Span]:
        """Where they stand; asked only where something is found."""
        ...

    def place_of(self, tag: str) -> Span:
        """Where a tag stands, or the beginning of the game where it has none of that name."""
        ...


@dataclass(slots=True)
class ReadTokenStream:
    """One that is ready: for formats that need no game to be taken apart."""

    text: str
    tags: dict[str, str] = field(default_factory=dict)
    tag_spans: dict[str, Span] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    token_spans: list[Span] = field(default_factory=list)

    def add_token(self, token: str, span: Span) -> None:
        """Add a token."""
        self.added.append(token)
        self.token_spans.append(span)

    def tag(self, name: str, value: str, span: Span) -> None:
        """Add a tag; the first of a name counts."""
        self.tags.setdefault(name, value)
        self.tag_spans.setdefault(name, span)

    def end(self, result: str, span: Span | None = None) -> None:
        """Add the result, at the end of the text if it has no place of its own, and as the tag that a format lacks."""
        self.add_token(result, span or (len(self.text), len(self.text)))
        self.tag("Result", result, (0, 0))

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        return self.added

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`."""
        return self.token_spans

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        return self.tag_spans.get(tag, (0, 0))
