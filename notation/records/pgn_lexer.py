"""PGN, for any of the games: tags, then moves with numbers, comments, NAGs, variations and a result.

The text of a game is read in two stages. Here it becomes tags and tokens, each with its place; which token is a move,
and whether it is legal, is for others to say. Tokens come as plain strings, and places are looked up again only where
something is found: that is most of the speed.

Tags with a fault in their quotes, as people and programs write them (PGN 8.1.1), are read too, with what is wrong:

>>> loose_tag('[White "Anna "the rock" B."]', 0).tag.value, loose_tag("[White Anna]", 0).tag.value
('Anna "the rock" B.', 'Anna')
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fairyscore.notation.kernel import tokens
from fairyscore.notation.moves.lenient import BLANKS, DASHES
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import late_pattern

_VALUE = r'[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)'
"""What stands between quotes. Nothing is given back once it is read: time and memory stay those of one reading."""

TAG = rf'\[[ \t]*+\w[\w-]*+[ \t]*+"{_VALUE}"[ \t]*+\]'
_HEADER_LINE = late_pattern(rf"\s*+(?:%[^\n]*+\n|{TAG})")
_USUAL_TAG = r'\[\w++ "[^"\\\n]*+"\]'
_USUAL_HEADER = late_pattern(rf"{_USUAL_TAG}(?>(?:\n{_USUAL_TAG})*)")
"""Tags as most programs write them, found in one go."""
_TAG = late_pattern(rf'\[[ \t]*+(\w[\w-]*+)[ \t]*+"({_VALUE})"')
_ESCAPE = late_pattern(r'\\(["\\])')
"""What a backslash stands before (PGN 7); before anything else, as in C:\\games, it is one."""

COMMENT = r"\{[^}]*+(?>(?:(?<=\\)\}(?=[^{}]*+\})[^}]*+)*)\}?|;[^\n]*"
"""One that is never closed is read to the end at once; to try each later { again would be quadratic.

A brace after a backslash ends none where another one closes it, as kokopu writes braces.
"""

_WORDY = r"[^\n\[\]\"{}]*?[^\W\d_]{4}[^\n\[\]\"{}]*+"
_RULED = r"[^\w\s\[\]\"{}%;(*][^\w\n\[\]\"{}]*+"
FOREWORD_LINE = rf"(?![^\n]*(?:\d\.|1-0|0-1|1/2|\*))(?:{_WORDY}|{_RULED})(?=\n|\Z)"
"""A line of words, or a rule of signs, in front of the tags of a game: no move has four letters in a row, and no number or
result stands there."""

_BRACED = late_pattern(r"\{[^}]*+\}?")

SYMBOL = r"[^\x00-\x20\x7f-\xa0(){};]"
"""A character of a move; given by numbers, because the search takes such a set in one step."""

NUMBER = r"\d++\.++|\d{1,3}+\)(?=\s)"
THROW = rf"\d:\s*+{SYMBOL}++"
ESCAPED_LINE = r"%(?<=\n%)[^\n]*"
_ASIDE = late_pattern(rf"{COMMENT}|{ESCAPED_LINE}")

NUMBERS = [f"{number}." for number in range(1000)]  # of rounds, as they stand before who moves first
_ASCII = bytes(range(128))

NUMBER_OF = {spelt: number for number, text in enumerate(NUMBERS) if number for spelt in (text, f"{text}..")}
"""The usual spellings of move numbers, so that they need no arithmetic. `0.` may begin a result, `0.5-0.5`."""

_PLAIN = late_pattern(r"[A-Za-z0-9 \n.+#=x/*!?$\-]*+")
"""Nothing here cuts a word in two, but blanks, and full stops after a number."""

_HALF = late_pattern(r"½|0[.,]5")
RESULT = late_pattern(r"\*|(?:0[.,]5|0|1|1/2|½)(?:[-–:](?:0[.,]5|0|1|1/2|½))+|1/2")

LONGEST_RESULT = len("1/2-1/2-1/2-1/2")

RESULT_LIKE = late_pattern(r"\*|[\d½][\d/.,½]*(?:[-–:][\d½][\d/.,½]*)+|1/2|½")
"""What was probably meant as a result, a right one or not; no move of any game looks like it but 0-0 and 0-0-0."""

RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})  # most games end with one of these, and it needs no looking into
_RESULT_STARTS = frozenset("0123456789½*")


class Tag(NamedTuple):
    """A tag with its place in the text."""

    name: str
    value: str
    start: int
    end: int


def header_end(text: str, start: int = 0) -> int:
    """Where the tags end that stand in front of a game."""
    usual = _USUAL_HEADER.match(text, start)
    if usual is not None:
        start = usual.end()
    while (found := _HEADER_LINE.match(text, start)) is not None:
        start = found.end()
    return start


def read_tags(text: str, end: int) -> tuple[dict[str, str], bool]:
    """The tags before `end` and whether a name stands twice; then the first one counts."""
    found = _TAG.findall(text, 0, end)
    tags: dict[str, str] = {}
    for name, value in found:
        tags.setdefault(name, value)
    if "\\" in text[:end]:
        tags = {name: unescaped(value) for name, value in tags.items()}
    return tags, len(tags) != len(found)


def each_tag(text: str, end: int, start: int = 0) -> Iterator[Tag]:
    """All tags from `start` to `end` with their places, repeated ones too."""
    for found in _TAG.finditer(text, start, end):
        yield Tag(found[1], unescaped(found[2]), *found.span())


def unescaped(value: str) -> str:
    """The text between quotes, without the backslashes in front of quotes and backslashes (PGN 7)."""
    return _ESCAPE.sub(r"\1", value)


def matches_in(variant: Variant, text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """The tokens of moves text for a game: moves and results, numbers, comments, NAGs, single brackets.

    A throw and its move are one token, and so is a spoken move; those are looked for only in a text that, from `start` on,
    has their words. Thin blanks, those of no width and the like separate tokens as plain ones do, and `1…` is a number.
    """
    plain = _plainly(text)
    return _tokens(_spoken_in(variant.writing.notations, plain, start)).finditer(plain, start)


def _plainly(text: str) -> str:
    """The text with plain blanks, and with the numbers that word processors and other scripts set as those of ASCII:
    `1…e5`, `１．`. Each character keeps its place.

    >>> _plainly("1.\u00a0e4 e5 (1…c5) ２．Nf3")
    '1. e4 e5 (1.c5) 2.Nf3'
    """
    return text if text.isascii() else _made_plain(text)


@lru_cache(maxsize=2)
def _made_plain(text: str) -> str:
    """A game with a fault is asked several times."""
    if any(blank in text for blank in BLANKS):
        text = text.translate(dict.fromkeys(map(ord, BLANKS), " "))
    if any(stop in text for stop in STOPS):
        text = _SET_NUMBER.sub(lambda number: number[0].translate(_ASCII_NUMBER), text)
    return text


STOPS = "\u2024\u2025\u2026\u3002\uff0e\u00b7"
"""Leaders, the ellipsis, the stops of Chinese and Japanese, the middle dot."""
_SET_NUMBER = late_pattern(rf"(?<![^\s(){{}}])[0-9\uff10-\uff19]{{1,3}}\.?[{STOPS}]++")
_ASCII_NUMBER = {**dict.fromkeys(map(ord, STOPS), "."), **{0xFF10 + digit: str(digit) for digit in range(10)}}


def tokens_in(variant: Variant, text: str, start: int = 0) -> list[str]:
    """The texts of the tokens from `start` on. Most games are nothing but rounds, and those need no search.

    >>> from fairyscore.notation.variants import variant
    >>> tokens_in(variant("chess"), "1.e4 e5 2. Nf3 *")
    ['1.', 'e4', 'e5', '2.', 'Nf3', '*']
    """
    if _plainly(text) is not text:  # a comment keeps its own
        matches = matches_in(variant, text, start)
        return [text[slice(*found.span())] if found[0][0] in "{;%" else found[0] for found in matches]
    spoken = _spoken_in(variant.writing.notations, text, start)
    if not spoken:
        known = (text.isascii() and tokens(text, start, False)) or _words(text[start:], len(variant.seats))
        if known:
            return known
        places = _places(text, start)
        if places is not None:
            return [text[begin:end] for begin, end in zip(places[::2], places[1::2], strict=True)]
    return _tokens(spoken).findall(text, start)


def places_in(variant: Variant, text: str, start: int) -> array[int] | None:
    """Where each of the tokens begins and ends, one after the other, if the kernel gives it."""
    if _plainly(text) is not text or _spoken_in(variant.writing.notations, text, start):
        return None
    found = _places(text, start)
    return None if found is None else array("q", found)


def _places(text: str, start: int) -> list[int] | None:
    """`places_in` without spoken moves. The kernel knows ASCII only, and tokens with other letters are cut as with `?`."""
    if not text.isascii():
        beyond = text.encode(errors="surrogatepass").translate(None, _ASCII).decode(errors="surrogatepass")
        if any(char <= "\xa0" or char.isdecimal() or char.isspace() for char in set(beyond)):
            return None
        text = text.encode("ascii", "replace").decode()
    return tokens(text, start, True)


def _words(text: str, seats: int) -> list[str]:
    """The tokens of a text that has a number before each round and beside them nothing but words; else empty."""
    if _PLAIN.fullmatch(text) is None:
        return []
    words = text.replace(".", ". ").split()
    stops = text.count(".")  # each then ends a number, and all else stands between blanks
    first = NUMBER_OF.get(words[0], len(NUMBERS)) if words else 0
    return words if words[: stops * (seats + 1) : seats + 1] == NUMBERS[first : first + stops] else []


@lru_cache(maxsize=2)
def _spoken_in(notations: tuple[Notation, ...], text: str, start: int) -> str:
    """How spoken moves look, where a text may have some; a game with a fault is cut again for the places."""
    source, letters, hints = _spoken(notations)
    for letter in letters:
        if text.find(letter, start) >= 0:
            folded = text[start:].lower()
            aside = _BRACED if ";" not in folded and "\n%" not in folded else _ASIDE
            folded = aside.sub(" ", folded)  # words of a comment are not moves, and nearly all words are there
            return source if any(hint in folded for hint in hints) else ""
    return ""


@lru_cache(maxsize=16)
def _spoken(notations: tuple[Notation, ...]) -> tuple[str, str, tuple[str, ...]]:
    """How moves of several words look; letters (most records have none of them) and words one of which each has."""
    spoken = [n for n in notations if hasattr(n, "SPAN") and hasattr(n, "HINTS") and hasattr(n, "LETTERS")]
    if not spoken:
        return "", "", ()
    letters = "".join(sorted({letter for n in spoken for letter in n.LETTERS}))
    hints = tuple(hint for n in spoken for hint in n.HINTS)
    return "|".join(n.SPAN for n in spoken), letters + letters.upper(), hints


@lru_cache(maxsize=16)
def _tokens(spoken: str) -> re.Pattern[str]:
    letters_first = rf"[A-Za-z]{SYMBOL}*+"  # by far the most tokens of chess: try them before all else
    rest = (NUMBER, THROW, COMMENT, ESCAPED_LINE, rf"{SYMBOL}++", r"[(){}]")
    return re.compile("|".join((*([spoken] if spoken else []), letters_first, *rest)))


_HYPHENS = str.maketrans(dict.fromkeys(DASHES, "-"))


def with_hyphens(text: str) -> str:
    """A text with hyphens for all dashes: word processors make others of them."""
    return text if text.isascii() else text.translate(_HYPHENS)


def is_result_text(token: str) -> bool:
    """True if a token looks like a result and like no castling, with whatever dashes: 1-0, 1/2, *, 0-1-0.

    >>> [is_result_text(token) for token in ("1-0", "1\N{EN DASH}0", "1\N{MINUS SIGN}0", "0-0", "0\N{EN DASH}0")]
    [True, True, True, False, False]
    """
    plain = with_hyphens(token)
    if token[:1] not in _RESULT_STARTS or RESULT_LIKE.fullmatch(plain) is None:
        return False
    return plain.strip("0-") != ""


def closes_like_castling(result: str) -> bool:
    """True if a result would be read as castling at the end of the moves, 0-0."""
    return result not in RESULTS and "-" in with_hyphens(result) and not is_result_text(result)


def normal_result(text: str, seats: int) -> str | None:
    """A result as records write it, `1/2` for `½`, or None if it is none for so many players.

    >>> normal_result("½-½", 2), normal_result("0-1-0", 2), normal_result("1/2", 2)
    ('1/2-1/2', None, '1/2-1/2')
    """
    return _normal_result(text, seats) if len(text) <= LONGEST_RESULT else None


PLAYERS_OF_A_POINT = 2
_SHARED_POINTS = (["1", "0"], ["0", "1"], ["1/2", "1/2"], ["0", "0"])
"""Two players share one point; that both lose it an arbiter may decide (FIDE C.05, 11.1)."""


@lru_cache(maxsize=256)
def _normal_result(text: str, seats: int) -> str | None:
    """Every game of a file asks, by the same few texts."""
    if text == "*":
        return text
    text = with_hyphens(text)
    if RESULT.fullmatch(text) is None:
        return None
    scores = re.split("[-–:]", _HALF.sub("1/2", text))
    if scores == ["1/2"]:
        scores *= seats
    if len(scores) != seats or (seats == PLAYERS_OF_A_POINT and scores not in _SHARED_POINTS):
        return None
    return "-".join(scores)


_LINE = late_pattern(r'\s*+(\[)[ \t]*+(\w[\w-]*+)(?:[ \t]*+([:=])[ \t]*+|[ \t]++|(?="))([^\n]*+)')
_TWO_LINES = late_pattern(r'\s*+(\[)[ \t]*+(\w[\w-]*+)[ \t]*+"([^"\n]*+)\n([^"\[\]\n]*+)"[ \t]*+\]')
"""A tag that a mailer has wrapped."""

_LAST_BACKSLASHES = late_pattern(r"(?<!\\)\\++\Z")
_BORDER = late_pattern(r'"[ \t]*+[\[\]]')
"""Here one tag ends, or another begins: the line holds more than one, and which was meant is not to be guessed."""

_CURLY = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb'"
"""Quotes as word processors and mail programs make them of plain ones."""

_OTHER_TAG = late_pattern(r'[\[\]"]')


class LooseTag(NamedTuple):
    """A tag as it was meant, and what is wrong with it. why: what is unusual where that is all."""

    tag: Tag
    fault: RecordCode
    why: str = ""


def loose_tag(text: str, start: int) -> LooseTag | None:
    r"""The tag with a fault that stands on the first line from `start` on which is not blank; None where there is none.

    >>> [loose_tag(line, 0).tag.value for line in ('[White "Anna\\"]', '[White "Anna]', '[White "\\"Anna\\"]')]
    ['Anna\\', 'Anna', '"Anna"']
    >>> loose_tag('[White: "Anna"]', 0).tag.value
    'Anna'
    """
    wrapped = _TWO_LINES.match(text, start)
    if wrapped is not None:
        value = " ".join(f"{wrapped[3]} {wrapped[4]}".split())
        tag = Tag(wrapped[2], unescaped(value), wrapped.start(1), wrapped.end())
        return LooseTag(tag, RecordCode.UNUSUAL_SPELLING, "a value over two lines")
    found = _LINE.match(text, start)
    if found is None:
        return None
    sign, rest = found[3], found[4].rstrip()
    if not rest.endswith("]"):
        return None
    meant = _meant(rest[:-1].rstrip())
    if meant is None:
        return None
    value, fault = meant
    tag = Tag(found[2], value, found.start(1), found.start(4) + len(rest))
    if sign and fault is RecordCode.RAW_QUOTE:
        return LooseTag(tag, RecordCode.UNUSUAL_SPELLING, "a sign behind its name")
    return LooseTag(tag, fault, "quotes")


def _meant(written: str) -> tuple[str, RecordCode] | None:
    """The value of what stands between the name and the bracket, and its fault."""
    if len(written) > 1 and written[0] in _CURLY and written[-1] in _CURLY and not _OTHER_TAG.search(written):
        return written[1:-1], RecordCode.UNUSUAL_SPELLING
    if len(written) < 2 or not (written[0] == written[-1] == '"'):
        value = written.strip('"')
        fits = value.strip() and _OTHER_TAG.search(value) is None
        return (unescaped(value), RecordCode.TAG_WITHOUT_QUOTE) if fits else None
    inside = written[1:-1]
    if _BORDER.search(inside) is not None:
        return None
    last = _LAST_BACKSLASHES.search(inside)
    if last is None or len(last[0]) % 2 == 0:
        return unescaped(inside), RecordCode.RAW_QUOTE
    if '\\"' in inside:  # the last quote has its backslash as the first one: it belongs to the value
        return unescaped(written[1:]), RecordCode.TAG_WITHOUT_QUOTE
    return unescaped(inside[:-1]) + "\\", RecordCode.BACKSLASH_AT_END


def loose_header_end(text: str) -> int:
    """Where the tags end that stand in front of a game, those with a fault in their quotes too."""
    end = header_end(text)
    while (found := loose_tag(text, end)) is not None:
        end = header_end(text, found.tag.end)
    return end
