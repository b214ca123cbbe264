"""Conditions on what a record says: tags, players, ratings, dates, results, comments, NAGs, clocks, faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final
from unicodedata import combining, normalize

from fairyscore.notation.clocks.times import times_of, write_duration
from fairyscore.notation.find.binding import SEATS, Binding
from fairyscore.notation.find.query import Bound, Condition, constant, of_header
from fairyscore.notation.find.spans import NumberRange, date_span, write_date
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.endings import reasons_in_tag
from fairyscore.notation.records.marks import words_of
from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import Comment, Ply
from fairyscore.notation.replay.sieve import ANY_PLY, NO_GAME, Headed
from fairyscore.notation.rules.variant import SEATING, Seat, Variant

TEXT_TAGS: Final = {
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "annotator": "Annotator",
    "eco": "ECO",
}
"""Words for the text of a tag."""

WINNER, LOSER, PLAYER = "winner", "loser", "player"
PLAYERS: Final = (PLAYER, *SEATS, WINNER, LOSER)
"""Words for the name of a player: of any, of a seat, of who won or lost."""

RATING: Final = "rating"


def quoted(text: str) -> str:
    """A text as it stands in a query."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text for comparing: small letters without accents, white space as one blank.

    >>> folded("Capablanca,  José  Raúl")
    'capablanca, jose raul'
    """
    plain = " ".join(text.split()).casefold()
    return plain if plain.isascii() else "".join(char for char in normalize("NFKD", plain) if not combining(char))


def _names(header: Headed) -> Iterator[tuple[int, str]]:
    """The places and names of the players, as far as they are known."""
    for place, seat in enumerate(seats_of(header.game)):
        name = header.tags.get(player_tag(seat), "")
        if name not in UNKNOWN:
            yield place, name


def player_tag(seat: Seat) -> str:
    """The tag with the name of a player."""
    return seat.name.capitalize()


def seats_of(game: Variant | None) -> tuple[Seat, ...]:
    """The seats of a game; of an unknown one all that there may be."""
    return SEATING[max(SEATING)] if game is None else tuple(game.seats)


@dataclass(frozen=True, repr=False)
class PlayerNamed(Condition):
    """A player's name has a text in it, or is that text. who: one of `PLAYERS`."""

    who: str
    text: str
    exact: bool = False

    def __str__(self) -> str:
        return f"{self.who}{' =' * self.exact} {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        fits = _text_test(self.text, exact=self.exact)
        who = self.who
        seat = _tag_seat(who, binding)

        def test(header: Headed) -> bool:
            scores = header.result.split("-") if who in (WINNER, LOSER) else []
            for place, name in _names(header):
                if who in SEATS and seats_of(header.game)[place].name != seat:
                    continue
                if scores and (place >= len(scores) or not _has_result(scores, place, won=who == WINNER)):
                    continue
                if fits(name):
                    return True
            return False

        seats = [one for one in seats_of(binding.variant) if who not in SEATS or one.name == seat]
        return of_header(map(player_tag, seats), test, _longest_word(self.text))


def _tag_seat(name: str, binding: Binding) -> str:
    """The seat as tags name it, of a word for one. Raises `NotInGame`."""
    if name not in SEATS or binding.variant is None:
        return name
    return binding.game.seats[binding.seat(name)].name


def _has_result(scores: list[str], place: int, *, won: bool) -> bool:
    """True if the player of a place has won, or lost to somebody."""
    return scores[place] == "1" if won else scores[place] == "0" and "1" in scores


def _text_test(text: str, *, exact: bool) -> Callable[[str], bool]:
    wanted = folded(text)
    if exact:
        return lambda found: folded(found) == wanted
    return lambda found: wanted in folded(found)


def _longest_word(text: str) -> str:
    """The longest word of a text for comparing: what has the text in it has this, however its words are parted."""
    return max(folded(text).split(), key=len, default="")


@dataclass(frozen=True, repr=False)
class TagText(Condition):
    """A tag has a text in its value, or that value. text: None where the tag only has to say something."""

    tag: str
    text: str | None = None
    exact: bool = False

    def __str__(self) -> str:
        word = next((word for word, tag in TEXT_TAGS.items() if tag == self.tag), f"tag {self.tag}")
        return word if self.text is None else f"{word}{' =' * self.exact} {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        tag = self.tag
        if self.text is None:
            return of_header([tag], lambda header: header.tags.get(tag, "") not in UNKNOWN)
        fits = _text_test(self.text, exact=self.exact)
        has_text = _longest_word(self.text)
        return of_header([tag], lambda header: tag in header.tags and fits(header.tags[tag]), has_text)


@dataclass(frozen=True, repr=False)
class TagNumber(Condition):
    """The number that a tag begins with is in a span."""

    tag: str
    span: NumberRange

    def __str__(self) -> str:
        return f"tag {self.tag} {self.span}"

    def bind(self, binding: Binding) -> Bound:
        tag, span = self.tag, self.span
        return of_header([tag], lambda header: _number(header.tags.get(tag, "")) in span)


def _number(text: str) -> int | None:
    """The whole number that a text begins with."""
    words = text.strip()[:18].split(".")[0].split()
    if words and words[0].isascii() and words[0].isdigit():
        return int(words[0])
    return None


@dataclass(frozen=True, repr=False)
class Rating(Condition):
    """The rating of a seat is in a span; where no seat is named, that of each player."""

    seat: str
    span: NumberRange

    def __str__(self) -> str:
        return f"{self.seat}{'.' * bool(self.seat)}{RATING} {self.span}"

    def bind(self, binding: Binding) -> Bound:
        seat = _tag_seat(self.seat, binding)

        seats = [one.name for one in seats_of(binding.variant)[: None if binding.variant else 2]]
        tags = [f"{name.capitalize()}Elo" for name in ([seat] if seat else seats)]
        return of_header(tags, lambda header: all(_number(header.tags.get(tag, "")) in self.span for tag in tags))


@dataclass(frozen=True, repr=False)
class Dated(Condition):
    """The date of the game, as far as it is known, is in a span."""

    span: NumberRange

    def __str__(self) -> str:
        return f"date {self.span.written(write_date)}"

    def bind(self, binding: Binding) -> Bound:
        def test(header: Headed) -> bool:
            days = date_span(header.tags.get("Date", ""))
            return days is not None and self.span.holds(days)

        return of_header(["Date"], test)


@dataclass(frozen=True, repr=False)
class Result(Condition):
    """The result of the game, `*` for none."""

    result: str

    def __str__(self) -> str:
        return f"result {self.result}"

    def bind(self, binding: Binding) -> Bound:
        return of_header([], lambda header: header.result == self.result)


@dataclass(frozen=True, repr=False)
class OfVariant(Condition):
    """The game is of a variant. name: without options for all of these."""

    asks_game: ClassVar[bool] = False
    name: str

    def __str__(self) -> str:
        return f"variant {quoted(self.name) if ',' in self.name else self.name}"

    def rules_out(self, binding: Binding) -> bool:
        name = "" if binding.variant is None else binding.variant.name
        return self.name not in (name, name.partition(":")[0])

    def bind(self, binding: Binding) -> Bound:
        fits = not self.rules_out(binding)
        return constant(lambda walk: fits, ANY_PLY if fits else NO_GAME)


@dataclass(frozen=True, repr=False)
class Plies(Condition):
    """The number of plies of the main line, as far as it is legal."""

    span: NumberRange

    def __str__(self) -> str:
        return f"plies {self.span}"

    def bind(self, binding: Binding) -> Bound:
        return constant(lambda walk: walk.plies in self.span)


@dataclass(frozen=True, repr=False)
class Faulty(Condition):
    """Something is wrong with the record. code: of the diagnostic; empty for any error."""

    code: str = ""

    def __str__(self) -> str:
        return f"fault {self.code}".strip()

    def bind(self, binding: Binding) -> Bound:
        def test(walk: Walk) -> bool:
            if self.code:
                return any(found.code == self.code for found in walk.findings)
            return any(found.severity is Severity.ERROR for found in walk.findings)

        return constant(test)


@dataclass(frozen=True, repr=False)
class EndsBy(Condition):
    """The end of the game: by the rules, or as its tag Termination says."""

    reason: str

    def __str__(self) -> str:
        return f"ends by {self.reason}"

    def bind(self, binding: Binding) -> Bound:
        def test(walk: Walk) -> bool:
            if walk.ended_by:
                return walk.ended_by == self.reason
            stated = reasons_in_tag(walk.tags.get("Termination", ""))
            return self.reason in (reason.replace(" ", "-") for reason in stated)

        return constant(test)


# -- what stands beside the moves ---------------------------------------------------------------------------------------


def comments_at(walk: Walk, ply: int) -> Iterator[Comment]:
    """The comments on a ply, those in variations in its place too; in front of the game for ply 0."""
    written = walk.written(ply)
    if written is not None:
        yield from _comments_on(written)
    elif not ply:
        yield from walk.line.intro


def _comments_on(ply: Ply) -> Iterator[Comment]:
    for item in ply.annotations:
        if isinstance(item, Comment):
            if not item.unjudged:
                yield item
        else:
            yield from item.intro
            for inner in item.plies:
                yield from _comments_on(inner)


def _nags_on(ply: Ply) -> Iterator[int]:
    yield from ply.nags
    for line in ply.variations:
        for inner in line.plies:
            yield from _nags_on(inner)


@dataclass(frozen=True, repr=False)
class Commented(Condition):
    """A comment on the move has a text in it. text: None for any words."""

    text: str | None = None

    def __str__(self) -> str:
        return "comment" if self.text is None else f"comment {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        wanted = folded(self.text or "")

        def test(walk: Walk, ply: int) -> bool:
            return any(_says(words_of(found), wanted) for found in comments_at(walk, ply))

        return Bound(test, may=lambda walk: walk.has_comments)


def _says(words: str, wanted: str) -> bool:
    return bool(words) and wanted in folded(words)


@dataclass(frozen=True, repr=False)
class HasNag(Condition):
    """The move, or one in a variation in its place, has a NAG."""

    nag: int

    def __str__(self) -> str:
        return f"nag {glyph_of(self.nag)}"

    def bind(self, binding: Binding) -> Bound:
        def test(walk: Walk, ply: int) -> bool:
            written = walk.written(ply)
            return written is not None and self.nag in _nags_on(written)

        return Bound(test)


@dataclass(frozen=True, repr=False)
class HasVariation(Condition):
    """A variation stands in the place of the move."""

    def __str__(self) -> str:
        return "variation"

    def bind(self, binding: Binding) -> Bound:
        def test(walk: Walk, ply: int) -> bool:
            written = walk.written(ply)
            return written is not None and bool(written.variations)

        return Bound(test)


CLOCKS: Final[Mapping[str, str]] = {"clock": "left", "used": "used"}
"""Words for the times at a move, and what `clocks.times.Times` calls them."""


@dataclass(frozen=True, repr=False)
class Clock(Condition):
    """The time that the mover has left after the move, or used for it, is in a span, in milliseconds."""

    word: str
    span: NumberRange

    def __str__(self) -> str:
        return f"{self.word} {self.span.written(write_duration)}"

    def bind(self, binding: Binding) -> Bound:
        which = CLOCKS[self.word]

        def test(walk: Walk, ply: int) -> bool:
            written = walk.written(ply)
            comments: Iterable[Comment] = () if written is None else written.comments
            return getattr(times_of(*comments), which) in self.span

        return Bound(test)
