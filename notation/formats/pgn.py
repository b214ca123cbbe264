"""PGN, for any of the games and any number of players: read as leniently as the standard says.

`pgn_writer.py` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from fairyscore.notation.formats.base import EVERYTHING, Borders, Format
from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import GAME_TAG, PLAYERS_ELSEWHERE, SENTE, USUAL, is_game_named, same_tag
from fairyscore.notation.records.game_text import EVENT_BORDERS, GameText, split_games, usual_tag
from fairyscore.notation.records.pgn_lexer import (
    COMMENT,
    FOREWORD_LINE,
    TAG,
    Tag,
    each_tag,
    header_end,
    loose_tag,
    matches_in,
    places_in,
    read_tags,
    tokens_in,
)
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, Spans, TokenStream
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import late_pattern, shown

if TYPE_CHECKING:
    from fairyscore.notation.records.tree import Record

_TAG_OR_ASIDE = late_pattern(rf"{TAG}|\s*+%[^\n]*|{COMMENT}|^[ \t]*+(?P<words>{FOREWORD_LINE})", re.MULTILINE)
_LEAD = late_pattern(rf"(?>(?:\s*+(?:{COMMENT}|%[^\n]*+|(?P<words>{FOREWORD_LINE})))+)(?=\s*+{TAG})")
"""Comments and words in front of the tags."""
_FIRST_MARK = late_pattern(rf"\s*(?:\[|(?:[^\s\d\[{{(;%*][^\n]*\n\s*){{1,3}}{TAG})")
"""What looks like a tag and is none so far; also a few lines of something else with a tag after them."""

_ENTITY = late_pattern(
    r"&(?:quot|amp|apos|lt|gt|nbsp|[A-Za-z]{1,6}(?:uml|acute|grave|circ|tilde|cedil|slash|ring|lig|caron)|#\d{2,6}|#[xX][0-9A-Fa-f]{2,5});"
)
"""As web servers write quotes and letters into tags and comments."""

_COMMENT = late_pattern(COMMENT)
_BREAK_OR_KEPT = late_pattern(rf'{COMMENT}|"[^"\n]*+"|(?P<br><(?:[bB][rR]|/?[pP])[ \t]*+/?>)')

_CLOSING = late_pattern(r"[ \t]*+\]")
_BLANK_LINE = late_pattern(r"\n[ \t]*+\n")


class PgnTokenStream:
    """The text of a game taken apart, as far as it is asked for. `body` is where its moves begin."""

    __slots__ = ("_met", "_notes", "_respelt", "_spans", "body", "tags", "text")

    declares_impasse = False
    unjudged_game = None

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self._notes = notes
        self.text = self._without_breaks(game_text.text)
        self._spans: Sequence[Span] | None = None
        self._met: list[Tag] | None = None
        self._respelt: dict[str, str] = {}
        usual = usual_tags(self.text)
        if usual is not None:
            self.tags, self.body = usual
        else:
            self._read_header()
        self._take_other_capitals()
        self._report_entities()

    def _without_breaks(self, text: str) -> str:
        """The text with line ends for those of HTML, each as long as it was; the first is told."""
        if "<" not in text:
            return text
        first = next((found for found in _BREAK_OR_KEPT.finditer(text) if found["br"]), None)
        if first is None:
            return text
        facts = {"text": first[0], "meant": "a line end", "why": "HTML"}
        self._notes.report(RecordCode.UNUSUAL_SPELLING, first.span(), facts)
        return _BREAK_OR_KEPT.sub(lambda found: "\n".ljust(len(found[0])) if found["br"] else found[0], text)

    def _read_header(self) -> None:
        """Read the tags of a header that is written otherwise than most programs do."""
        notes = self._notes
        lead = _LEAD.match(self.text)
        start = lead.end() if lead else 0
        self.body = header_end(self.text, start)
        tags = list(each_tag(self.text, self.body, start))
        blank = _BLANK_LINE.search(self.text, tags[0].start, tags[-1].end) if tags else None
        if blank is not None:
            notes.report(RecordCode.BLANK_LINE_IN_TAGS, (blank.start() + 1, blank.start() + 1), {})
        if _FIRST_MARK.match(self.text, self.body) and (self.body or self.text.lstrip()[:1] == "["):
            self._met = self._faulty_header()
        elif lead:
            self._met = tags
            if lead["words"]:
                words = next(found for found in self.asides() if found["words"])
                notes.report(RecordCode.WORDS, words.span("words"), {"text": shown(words["words"])})
        if self._met is None:
            self.tags, repeated = read_tags(self.text, self.body)
        else:
            self.tags = {}
            for tag in self._met:
                self.tags.setdefault(tag.name, tag.value)
            repeated = len(self.tags) != len(self._met)
        if repeated:
            self._report_repeated()

    @property
    def has_asides(self) -> bool:
        """True if there are escaped lines between the tags."""
        return bool(self.asides())

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`. Escaped lines between the tags come first."""
        tokens = tokens_in(game, self.text, self.body)
        asides = self.asides()
        return [*map(_aside, asides), *tokens] if asides else tokens

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`; the text is cut once more for it."""
        if self._spans is None:
            asides = self.asides()
            places = None if asides else places_in(game, self.text, self.body)
            tokens = matches_in(game, self.text, self.body) if places is None else iter(())
            self._spans = Spans(chain(asides, tokens), places)
        return self._spans

    def asides(self) -> list[re.Match[str]]:
        """The escaped lines between the tags, after blanks too, as people write them; what stands in front of them."""
        if self.text.find("%", 0, self.body) < 0 and self.text.lstrip()[:1] == "[":
            return []
        return [found for found in _TAG_OR_ASIDE.finditer(self.text, 0, self.body) if found[0].lstrip()[:1] != "["]

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        name = self._respelt.get(tag, tag)
        return next(((found.start, found.end) for found in self.each_tag() if found.name == name), (0, 0))

    def each_tag(self) -> Iterator[Tag]:
        """All tags with their places, repeated ones too."""
        return each_tag(self.text, self.body) if self._met is None else iter(self._met)

    def accounted(self, game: Variant) -> Iterator[Span]:
        """See `TokenStream`."""
        return chain(map(self.line_of, self.each_tag()), self.spans(game))

    def line_of(self, tag: Tag) -> Span:
        """Where a tag stands with its closing bracket."""
        closing = _CLOSING.match(self.text, tag.end)
        return tag.start, closing.end() if closing else tag.end

    def _faulty_header(self) -> list[Tag]:
        """The tags of a header in which some line is none: it is reported, and the header goes on after it."""
        met = list(each_tag(self.text, self.body))
        while (mark := _FIRST_MARK.match(self.text, self.body)) is not None:
            loose = loose_tag(self.text, self.body)
            if loose is None:
                start = mark.end() - len(mark[0].lstrip())
                end = self.text.find("\n", start)
                end = len(self.text) if end < 0 else end
                line = self.text[start:end].rstrip()
                self._notes.report(RecordCode.BAD_TAG, (start, start + len(line)), {"line": shown(line)})
            else:
                tag, fault = loose.tag, loose.fault
                met.append(tag)
                facts = {"tag": shown(tag.name), "value": shown(tag.value)}
                if fault is RecordCode.UNUSUAL_SPELLING:
                    value = shown(f'"{tag.value}"')
                    written = self.text[tag.start : tag.end]
                    facts = {"text": shown(" ".join(written.split())), "meant": value, "why": loose.why}
                self._notes.report(fault, (tag.start, tag.end), facts)
                end = tag.end
            self.body = header_end(self.text, end)
            met += each_tag(self.text, self.body, end)
        return met

    def _take_other_capitals(self) -> None:
        """Take a tag that decides a verdict, or says who played, in whatever capitals its name stands, where there is none
        of the right name.

        `Fen` beside `FenStart` is not a start: old versions of Vchess wrote the position at the end there.
        """
        for name in [name for name in self.tags if name not in USUAL and same_tag(name)]:
            meant = same_tag(name)
            if meant in self.tags or (meant == "FEN" and "FenStart" in self.tags):
                continue
            self._respelt[meant] = name
            facts = {"text": shown(name), "meant": meant, "why": "tag names are case-sensitive"}
            self._notes.report(RecordCode.UNUSUAL_SPELLING, self.place_of(meant), facts)
            self.tags[meant] = self.tags.pop(name)
        if GAME_TAG in self.tags and "Variant" not in self.tags and is_game_named(self.tags[GAME_TAG]):
            self._respelt["Variant"] = GAME_TAG
            facts = {"text": GAME_TAG, "meant": "Variant", "why": "this tag names the game"}
            self._notes.report(RecordCode.UNUSUAL_SPELLING, self.place_of("Variant"), facts)
            self.tags["Variant"] = self.tags.pop(GAME_TAG)
        self._take_players_elsewhere()

    def _take_players_elsewhere(self) -> None:
        """Take the players as records of xiangqi and shogi call them; those of shogi say which game it is."""
        if SENTE in self.tags and "Variant" not in self.tags:
            self._respelt["Variant"] = SENTE
            facts = {"text": SENTE, "meant": 'Variant "shogi"', "why": "players of shogi are called so"}
            self._notes.report(RecordCode.UNUSUAL_SPELLING, self.place_of("Variant"), facts)
            self.tags["Variant"] = "shogi"
        for tag, (beside, meant, why) in PLAYERS_ELSEWHERE.items():
            if tag in self.tags and beside in self.tags and meant not in self.tags:
                self._respelt[meant] = tag
                facts = {"text": tag, "meant": meant, "why": why}
                self._notes.report(RecordCode.UNUSUAL_SPELLING, self.place_of(meant), facts)
                self.tags[meant] = self.tags.pop(tag)

    def _report_entities(self) -> None:
        """Tell the first entity of HTML in a tag or comment; it is kept, as nobody knows whether it was meant so."""
        if "&" not in self.text:
            return
        found = next(self._entities(), None)
        if found is not None:
            from html import unescape

            entity, place = found
            what = f"{shown(entity)} is {unescape(entity)} in HTML; it is kept as it stands"
            self._notes.report(RecordCode.ENCODING, place, {"what": what})

    def _entities(self) -> Iterator[tuple[str, Span]]:
        """The first entity of HTML of each tag and of each comment, with the place of the tag or of itself."""
        for name, value in self.tags.items():
            if (entity := _ENTITY.search(value)) is not None:
                yield entity[0], self.place_of(name)
        for comment in _COMMENT.finditer(self.text, self.body):
            if (entity := _ENTITY.search(self.text, *comment.span())) is not None:
                yield entity[0], entity.span()

    def _report_repeated(self) -> None:
        met: set[str] = set()
        for tag in self.each_tag():
            first = self.tags[tag.name]
            if tag.name in met and tag.value != first:
                facts = {"tag": tag.name, "first": shown(first), "second": shown(tag.value)}
                self._notes.report(RecordCode.REPEATED_TAG, (tag.start, tag.end), facts)
            met.add(tag.name)


def _aside(found: re.Match[str]) -> str:
    """The token of something in front of the moves; a line of words is a comment to the end of the line."""
    return f"; {found['words']}" if found["words"] else found[0].lstrip()


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart; what is wrong with its tags is noted."""
    stream = PgnTokenStream(game_text, notes)
    if "\\}" in stream.text:
        _report_escaped(stream, notes)
    return stream


def _report_escaped(stream: PgnTokenStream, notes: DiagnosticCollector) -> None:
    """Tell the first brace that a backslash keeps from ending its comment."""
    for comment in _COMMENT.finditer(stream.text, stream.body):
        at = comment[0].find("\\}", 0, -1)
        if at >= 0 and comment[0][0] == "{":
            start = comment.start() + at
            facts = {"text": "\\}", "meant": "}", "why": "a brace within a comment"}
            notes.report(RecordCode.UNUSUAL_SPELLING, (start, start + 2), facts)
            return


def write(record: Record, notation: Notation) -> str:
    """A record as PGN (`pgn_writer`, which is imported when the first one is written)."""
    from fairyscore.notation.formats.pgn_writer import write_game

    return write_game(record, notation)


BORDERS = Borders(EVENT_BORDERS, usual_tag, lambda chunks, usual: split_games(chunks, usual=usual))
PGN = Format(
    "pgn", EVERYTHING, write, after="\n\n",
    looks=lambda head: re.search(r"^[ \t]*\[[ \t]*\w+[ \t]*\"", head, re.MULTILINE) is not None, cut=split_games,
    strict=partial(split_games, recover=False), borders=BORDERS, read=read,
)  # fmt: skip
