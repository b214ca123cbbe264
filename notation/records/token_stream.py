"""What a reader makes of the text of one game: its tags and its tokens, each with its place, and what is found wrong in it.

Readers of all formats speak the same few tokens, so that one judge hears them all: a move in any notation; a move number
(`12.`, `12...`); `{a comment}`, also `; to the end of a line`; a line `%for another program`; a NAG (`$1`, `!?`);
`(` and `)` about a variation; a result. Nobody has judged them. Findings are noted with line and column: here alone
offsets become places.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple, Protocol

from fairyscore.notation.records.diagnostics import (
    EXPLAINED,
    Diagnostic,
    RecordCode,
    Severity,
    reasons_as_facts,
    window,
)
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.rules.idiom import spoken_facts
from fairyscore.notation.rules.reasons import Fact, Reason
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

Span = tuple[int, int]
"""Where something begins in the text of a game, and where it ends."""


class Spans(Sequence[Span]):
    """The places of a game's tokens, in a tenth of the room that tuples take: a text may have millions of them.

    known: where those before `found` begin and end.
    """

    def __init__(self, found: Iterable[re.Match[str]], known: array[int] | None = None) -> None:
        self._ends = array("q") if known is None else known
        self._more: Iterator[re.Match[str]] | None = iter(found)

    def _look(self, many: int) -> None:
        """Find as many, if there are: one near the beginning needs no look at the rest."""
        ends = self._ends
        missing = many - len(ends) // 2
        if self._more is None or missing <= 0:
            return
        for match in islice(self._more, missing):
            ends.extend(match.span())
        if len(ends) // 2 < many:
            self._more = None

    def __len__(self) -> int:
        self._look(sys.maxsize)
        return len(self._ends) // 2

    def place_at(self, start: int) -> int:
        """The place of the first token that begins at a character or behind it."""
        self._look(sys.maxsize)
        return (bisect_left(self._ends, start) + 1) // 2

    def __getitem__(self, place: Any) -> Any:
        if place < 0:
            place += len(self)
        self._look(place + 1)
        if not 0 <= place < len(self._ends) // 2:
            raise IndexError(place)
        return self._ends[2 * place], self._ends[2 * place + 1]


MOST = 100  # findings of one code that are listed in a game: more help nobody, and would take the time of a long one


PLAYERS: Final = ("mover", "seat", "player", "rival", "ending", "expected")
"""Facts that may name a player."""


class DiagnosticCollector:
    """The findings of a game, in the order in which they are made.

    explains: whether somebody reads them, so that what was meant by a refused move is looked for. events: what the game
    says, which has the place of each finding in `findings` too. game: once it is known, whose words findings are in.
    """

    def __init__(self, file: str, game_text: GameText, *, explains: bool = True) -> None:
        self.file = file
        self.game_text = game_text
        self.explains = explains
        self.findings: list[Diagnostic] = []
        self.events: list[Any] = []
        self.game: Variant | None = None
        self.spans: list[Span] = []  # of all that was found, listed or not
        self._listed: dict[str, list[int]] = {}
        self._met: set[tuple[RecordCode, str]] = set()
        self._line = game_text.line
        self._begin, self._end = 0, -1

    def is_first(self, code: RecordCode, why: str = "") -> bool:
        """True if a slip that needs no more than one word a game has not been met before. why: of several with one code."""
        is_first = (code, why) not in self._met
        self._met.add((code, why))
        return is_first

    def report(self, code: RecordCode, span: Span, facts: Mapping[str, Fact], ply: int = 0) -> None:
        """Note what is wrong with the record; `facts` fill the sentence of its code."""
        explanation = EXPLAINED[code]
        facts = dict(facts) if self.game is None else spoken_facts(facts, self.game, PLAYERS)
        message = explanation.sentence.format_map(facts)
        self._note(span, explanation.severity, code.value, message, ply=ply, facts=facts, advice=explanation.advice)

    def bad_value(self, span: Span, what: str) -> None:
        """Note something that means nothing in its format."""
        self.report(RecordCode.BAD_VALUE, span, {"what": what})

    def unknown_line(self, span: Span, text: str, form: str, *, kept: str = "a comment") -> None:
        """Note what means nothing in a format; its reader keeps it, as `kept` says. form: as people call it."""
        self.report(RecordCode.UNKNOWN_LINE, span, {"text": shown(text), "format": form, "kept": kept})

    def refusal(
        self, reasons: tuple[Reason, ...], span: Span, ply: int, move: str, suggestions: tuple[str, ...]
    ) -> None:
        """Note a move that is refused, with all its reasons; the first one gives the code and the facts."""
        facts = reasons_as_facts(reasons)
        message = "; ".join(dict.fromkeys(sentence for _, sentence in facts["reasons"]))
        self._note(span, Severity.ERROR, message=message, ply=ply, move=move, suggestions=suggestions, **facts)

    def _note(
        self,
        span: Span,
        severity: Severity,
        code: str,
        message: str,
        *,
        ply: int,
        facts: Mapping[str, Fact],
        advice: str,
        move: str = "",
        rules: tuple[str, ...] = (),
        reasons: tuple[tuple[str, str], ...] = (),
        suggestions: tuple[str, ...] = (),
    ) -> None:
        """Note something at its place, if there is not so much like it that one more helps nobody.

        The rest is as in `Diagnostic`.
        """
        self.spans.append(span)
        if not self._is_listed(code):
            return
        start, end = span
        self._go_to(start)
        text = self.game_text
        source, source_begin = window(text.text, self._begin, self._end, start)
        shift = (1 if self._begin else text.column) - self._begin  # the text may begin within a line
        self.events.append(len(self.findings))
        self.findings.append(
            Diagnostic(
                self.file,
                text.number,
                self._line,
                start + shift,
                max(min(end, self._end), start) + shift,
                severity,
                code,
                message,
                ply,
                move,
                facts,
                rules,
                reasons,
                suggestions,
                advice,
                source,
                source_begin + shift,
            )
        )

    def _is_listed(self, code: str) -> bool:
        """True if the next finding of a code is listed; the last one that is says that there are further ones."""
        listed = self._listed.setdefault(code, [])
        if len(listed) < MOST:
            listed.append(len(self.findings))
            return True
        if len(listed) == MOST:
            last = self.findings[listed[-1]]
            self.findings[listed[-1]] = last._replace(message=f"{last.message}; further ones like it are not listed")
            listed.append(-1)
        return False

    def lists(self, code: str) -> bool:
        """True if one more finding of a code would be listed."""
        return len(self._listed.get(code, ())) < MOST

    def _go_to(self, place: int) -> None:
        """Find the line of a place, counting on from the last one: all places together cost one reading of the text."""
        if self._begin <= place <= self._end:
            return
        text = self.game_text.text
        if place > self._begin:
            self._line += text.count("\n", self._begin, place)
        else:
            self._line -= text.count("\n", place, self._begin)
        self._begin = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        self._end = len(text) if end < 0 else end


class UnjudgedGame(NamedTuple):
    """A game that no rules here judge, which its format keeps as it stands.

    what: whose moves they are, in words. text: the game as it is written again. moves: how many there are.
    """

    what: str
    text: str
    moves: int


class TokenStream(Protocol):
    """The text of a game, taken apart."""

    text: str

    @property
    def unjudged_game(self) -> UnjudgedGame | None:
        """The game where nothing judges it; None for all that are replayed."""
        ...

    @property
    def declares_impasse(self) -> bool:
        """True if a word says that the game ended by a declared impasse (shogi)."""
        ...

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

    def accounted(self, game: Variant) -> Iterable[Span]:
        """Where all stands that is kept as a tag or token, or is fixed syntax of the format, in any order.

        What is in none of these, is not blank and is in no diagnostic would be lost (`stretches_between`).
        """
        ...


def stretches_between(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The stretches of a text that are in no span, without the blanks around them; none that is all blank.

    >>> list(stretches_between("1. e4 lost e5", [(0, 2), (3, 5), (11, 13)]))
    [(6, 10)]
    """
    at = 0
    for start, end in chain(sorted(spans), [(len(text), len(text))]):
        stretch = text[at:start]
        if stretch and not stretch.isspace():
            first = at + len(stretch) - len(stretch.lstrip())
            yield first, first + len(stretch.strip())
        at = max(at, end)


class ReadTokenStream:
    """One that is ready: for formats that need no game to be taken apart.

    syntax: where fixed syntax of the format stands, and what repeats what is kept. declares_impasse, unjudged_game: see
    `TokenStream`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.tag_spans: dict[str, Span] = {}
        self.added: list[str] = []
        self.token_spans: list[Span] = []
        self.syntax: list[Span] = []
        self.declares_impasse = False
        self.unjudged_game: UnjudgedGame | None = None

    def add_token(self, token: str, span: Span) -> None:
        """Add a token."""
        self.added.append(token)
        self.token_spans.append(span)

    def tag(self, name: str, value: str, span: Span) -> None:
        """Add a tag; the first of a name counts."""
        self.tags.setdefault(name, value)
        self.tag_spans.setdefault(name, span)

    def heading(self, name: str, value: str, span: Span) -> None:
        """Add the tag of a heading of a form; one that is not filled in says nothing and is fixed syntax."""
        if value:
            self.tag(name, value, span)
        else:
            self.syntax.append(span)

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

    def accounted(self, game: Variant) -> Iterable[Span]:
        """See `TokenStream`."""
        all_of_it = [] if self.unjudged_game is None else [(0, len(self.text))]
        return chain(self.token_spans, self.tag_spans.values(), self.syntax, all_of_it)

    def report_rest(self, notes: DiagnosticCollector) -> None:
        """Report each stretch of the text that a reader has neither kept nor reported: nothing is lost without a word."""
        spans = chain(self.token_spans, self.tag_spans.values(), self.syntax, notes.spans)
        for start, end in stretches_between(self.text, spans):
            notes.bad_value((start, end), f"this means nothing here: {shown(self.text[start:end])}")
