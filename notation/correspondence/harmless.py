"""Sentences that say nothing about a game: courtesies and what people tell of beside it, and sentences that a person has
confirmed, which stand in a file in the post office of a folder, one a line.

No sentence is harmless that could be about the move, or throw doubt on it: one with a move, a piece, an offer, a condition,
a doubt, a correction. The words are data (`mail/small_talk.toml`). One that a person confirms may have no word either that
points at something else in the letter, no number, question or negation: only it is known, not what it tells of. It counts
word for word, and is not taken either where somebody writes it into the file.

>>> why_unteachable("The garden is in full bloom."), why_unteachable("Unless you object to it.")
('', "'Unless' may be about the move")
>>> why_unteachable("Knight takes bishop"), why_unteachable("Is the garden in bloom?"), why_unteachable("We have 3 cats.")
("'Knight' may be about the move", 'it is a question', 'it has a number')
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.mail import small_talk
from fairyscore.notation.mail.phrases import languages_of, phrase, piece_words

NAME: Final = "harmless"
"""The file in the folder of the post office."""

LONGEST: Final = 160
FEWEST_WORDS: Final = 3

_HEAD: Final = (
    "# Sentences of letters that say nothing about a game, one a line; each was confirmed with a letter.\n"
    "# Delete a line, and letters with this sentence wait for a person again.\n"
)
_END: Final = " \t.!"
_WORD: Final = re.compile(r"[^\W\d_]+")
_STRANGE: Final = re.compile(r"[^\w\s,.!'’-]|_")
_HARMLESS_WORD, _HARMLESS_VERB = "x", "xx"
"""What stands for harmless phrases, and for those with a verb."""
_KINDS: Final = ("condition", "resign", "offer", "accept", "claim", "any")


class RefusedLine(NamedTuple):
    """A line of the file that is not taken."""

    number: int
    text: str
    why: str


class HarmlessSentences:
    """The table of a folder. sentences: as they are compared; refused: lines of the file that are not taken."""

    def __init__(self, folder: str) -> None:
        self.path = Path(folder) / NAME
        self.refused: list[RefusedLine] = []
        found: list[str] = []
        text = self.path.read_text(encoding="utf-8", errors="replace") if self.path.exists() else ""
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if why := why_unteachable(line):
                self.refused.append(RefusedLine(number, line.strip(), why))
            else:
                found.append(as_compared(line))
        self.sentences = frozenset(found)

    def teach(self, sentences: Iterable[str]) -> list[str]:
        """Add sentences to the file; those that were not in it. The caller has asked `why_unteachable`."""
        new = {as_compared(sentence): " ".join(sentence.split()) for sentence in sentences}
        added = [text for compared, text in new.items() if compared not in self.sentences]
        if added:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            head = "" if self.path.exists() else _HEAD
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(head + "".join(f"{text}\n" for text in added))
                stream.flush()
                os.fsync(stream.fileno())
            self.sentences |= set(new)
        return added


def as_compared(sentence: str) -> str:
    """A sentence without what may differ: letter case, white space, final punctuation.

    >>> as_compared(" The  garden is in bloom! ")
    'the garden is in bloom'
    """
    return " ".join(sentence.split()).strip(_END).casefold()


# -- small talk and courtesies -----------------------------------------------------------------------------------------

_EMOTICON: Final = re.compile(r"(?<!\S)[:;]-?[)DPp(]|[\U0001f300-\U0001faff\u2600-\u27bf]\ufe0f?")
_COUNTED: Final = re.compile(
    r"\d{1,4}(?:[./:-]\d{1,4}){1,2}\.?(?![\w])|\d{1,4}(?:[.,]\d+)?\s?(?:°\s?[CF]?|%|€|[^\W\d_]{1,2}(?![^\W_])|\b)(?=\W|\Z)"
)
"""A date, a time of the day, a number with a measure or a word behind it."""
_STRANGE_IN_TALK: Final = re.compile(r"[^\w\s,;.!?…'’´`°%€&/()–—¡¿-]|_")
_LONGEST_TALK: Final = 400
_FEWEST_WITH_NEGATION: Final = 4
_ENDS: Final = ("resign", "offer", "accept", "claim")


def is_small_talk(sentence: str, spoken: tuple[str, ...]) -> bool:
    """Whether a sentence is a courtesy or tells of something beside the game, each word of it known as harmless.

    spoken: the languages that the letter's own words tell, empty where they tell none.

    >>> is_small_talk("The dog refuses to go out in the rain.", ("en",)), is_small_talk("The dog ate it.", ("en",))
    (True, False)
    >>> is_small_talk("Our garden is full of roses.", ()), is_small_talk("After the holidays.", ("en",))
    (True, False)
    >>> is_small_talk("Thank you for your kind letter", ("en",)), is_small_talk("Thank you for the draw", ("en",))
    (True, False)
    """
    text = _COUNTED.sub(_HARMLESS_WORD, " ".join(_EMOTICON.sub(" ", sentence).split()))
    if len(text) > _LONGEST_TALK or not _is_plain(text) or any(pattern.search(text) for pattern in map(phrase, _ENDS)):
        return False
    return any(_is_harmless_in(language, text) for language in spoken or small_talk.languages())


def _is_harmless_in(language: str, text: str) -> bool:
    """Whether a sentence is harmless in a language: it has a verb, or begins as a courtesy, and no other words than known
    ones and nouns.
    """
    if language not in small_talk.languages():
        return False
    asks = small_talk.question(language).match(text)
    begun = asks or small_talk.courtesy(language).match(text)
    if ("?" in text and not asks) or len(_TALK_WORD.findall(text)) < 2:
        return False
    rest = small_talk.harmless(language).sub(lambda found: _mark(language, found[0]), text)
    negated = phrase("negation").search(rest)
    few = len(_TALK_WORD.findall(rest)) < _FEWEST_WITH_NEGATION
    if negated and (few or negated.start() == 0 or not _TALK_WORD.search(rest, negated.end())):
        return False
    clauses = _CLAUSE_END.split(text)
    tells = begun or _has_verb(language, _TALK_WORD.findall(rest))
    on_topic = begun or small_talk.topic(language).search(rest)
    if not tells or (not on_topic and small_talk.pointing(language).search(rest)):
        return False
    known = _is_known(language, rest) or all(_is_known(language, clause, at > 0) for at, clause in enumerate(clauses))
    return known and not piece_words(language).search(rest) and not _doubtful_phrase(language, rest)


def _is_known(language: str, clause: str, goes_on: bool = False) -> bool:
    """Whether a clause has known words beside the courtesy that it begins with. goes_on: whether others stand before it."""
    marked = small_talk.harmless(language).sub(lambda found: _mark(language, found[0]), clause)
    begun = _after_courtesy(language, clause)
    rest = small_talk.harmless(language).sub(lambda found: _mark(language, found[0]), begun)
    ways = ((_after_courtesy(language, marked), marked), (rest, rest if begun == clause else clause))
    return any(
        _are_known(language, _TALK_WORD.findall(words), first=not goes_on, begun=words != whole)
        for words, whole in ways
    )


def _after_courtesy(language: str, clause: str) -> str:
    """A clause without the courtesy that it begins with."""
    begun = small_talk.question(language).match(clause) or small_talk.courtesy(language).match(clause)
    return clause[_WORD_END.match(clause, begun.end()).end() :] if begun else clause  # type: ignore[union-attr]


def _mark(language: str, phrase_: str) -> str:
    """What stands for a harmless phrase."""
    return _HARMLESS_VERB if _has_verb(language, _TALK_WORD.findall(phrase_)) else _HARMLESS_WORD


def _has_verb(language: str, words: Iterable[str]) -> bool:
    return any(
        word == _HARMLESS_VERB or small_talk.verb(language).fullmatch(word.casefold().replace("’", "'"))
        for word in words
    )


def _are_known(language: str, words: list[str], *, first: bool, begun: bool) -> bool:
    """Whether each word is known as harmless, a name, or a noun by its place. first: whether they begin a sentence; begun:
    whether a courtesy stands before them, which a noun may follow.
    """
    before = ("", "")
    unknown = 0
    for at, word in enumerate(words):
        plain = word.casefold().replace("’", "'")
        is_name = word[0].isupper() and (at or begun or not first)
        if (
            word in (_HARMLESS_WORD, _HARMLESS_VERB)
            or small_talk.known(language).fullmatch(plain)
            or _is_elided(language, plain)
        ):
            unknown = 0
        elif small_talk.doubt(language).fullmatch(plain):
            return False
        elif not is_name or (at == len(words) - 1 and not _may_end(language, before[1])):
            unknown += 1
            if unknown > _MOST_UNKNOWN or not (
                unknown > 1 or (begun and not at) or _stands_before_noun(language, *before)
            ):
                return False
        before = (before[1], plain)
    return True


def _may_end(language: str, last: str) -> bool:
    """Whether a name behind a word may end a sentence; else it may be another writer's, as in `All the best, Karl`."""
    return bool(small_talk.before_noun(language).fullmatch(last) or small_talk.verb(language).fullmatch(last))


def _stands_before_noun(language: str, second: str, last: str) -> bool:
    """Whether a noun follows two words."""
    is_article = small_talk.before_noun(language).fullmatch
    if small_talk.clitic(language).fullmatch(last):
        return bool(small_talk.verb(language).fullmatch(second) or is_article(second)) and not small_talk.clitic(
            language
        ).fullmatch(second)
    return is_article(last) is not None


def _is_elided(language: str, word: str) -> bool:
    """Whether a word is two known ones with an apostrophe between, as `l'école`."""
    parts = word.split("'")
    return len(parts) == 2 and all(part and small_talk.known(language).fullmatch(part) for part in parts)


def _doubtful_phrase(language: str, text: str) -> bool:
    """Whether a text has a phrase of doubt of several words."""
    return any(" " in found[0] for found in small_talk.doubt(language).finditer(text))


_TALK_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CLAUSE_END: Final = re.compile(r"\s*[,;–—()]\s*|\s+-\s+")
_WORD_END: Final = re.compile(r"[^\W\d_]*(?:['’][^\W\d_]+)?")
_MOST_UNKNOWN: Final = 2
"""A noun and a word before it."""


def _is_plain(text: str) -> bool:
    """Whether a text has nothing but Latin words, numbers of things, and signs of sentences."""
    rest = _COUNTED.sub(" ", text)
    letters = (char for char in rest if char.isalpha())
    return (
        not any(char.isnumeric() for char in rest)
        and not _STRANGE_IN_TALK.search(rest)
        and all("LATIN" in unicodedata.name(char, "") for char in letters)
    )


def is_doubtless(words: str) -> bool:
    """Whether a few words, as `Kenavo` or `Ahoy Colin`, have none of doubt in any language, and none that stands before a
    noun: they stand where letters greet or take leave.

    >>> is_doubtless("Ahoy Colin,"), is_doubtless("Perhaps, Colin,"), is_doubtless("For the record")
    (True, False, False)
    """
    patterns = (small_talk.unteachable, small_talk.before_noun)
    return _has_no_doubt(words, [pattern(language) for language in small_talk.languages() for pattern in patterns])


def is_heading(subject: str, *, draw: bool = False) -> bool:
    """Whether a subject says no more than what its letter is about. draw: whether that offers or accepts a draw.

    >>> is_heading("Our circular game"), is_heading("A correction"), is_heading("Draw?")
    (True, False, False)
    """
    words = _SUBJECT_WORD.findall(subject)
    pairs = zip(["", *words], words, strict=False)
    known = all(_is_heading_word(word, draw=draw) or _is_place(before, word) for before, word in pairs)
    return known and _has_no_doubt(subject, [] if draw else [phrase("negation")], draw=draw)


_SUBJECT_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def _is_place(before: str, word: str) -> bool:
    """Whether a word of a subject is a place behind another word."""
    stands_behind = any(small_talk.before_place(one).fullmatch(before.casefold()) for one in small_talk.languages())
    doubtful = any(small_talk.doubt(one).fullmatch(word.casefold()) for one in small_talk.languages())
    return word[0].isupper() and stands_behind and not doubtful


def _is_doubted(word: str) -> bool:
    """Whether a word is one of doubt in a language that does not know it as harmless."""
    return any(
        small_talk.doubt(one).fullmatch(word) and not small_talk.known(one).fullmatch(word)
        for one in small_talk.languages()
    )


def _is_heading_word(word: str, *, draw: bool) -> bool:
    """Whether a word of a subject says what it is about, in some language: a heading, a plain word, a place."""
    plain = word.casefold().replace("’", "'")
    patterns = (small_talk.heading, small_talk.known, *([small_talk.draw] if draw else []))
    found = any(pattern(language).fullmatch(plain) for language in small_talk.languages() for pattern in patterns)
    if _is_doubted(plain) and not any(
        small_talk.heading(language).fullmatch(plain) for language in small_talk.languages()
    ):
        return draw and any(small_talk.draw(language).fullmatch(plain) for language in small_talk.languages())
    if found or any(_is_elided(language, plain) for language in small_talk.languages()):
        return True
    parts = plain.split("'")
    return len(parts) == 2 and any(
        small_talk.heading(language).fullmatch(parts[1]) for language in small_talk.languages()
    )


def _has_no_doubt(words: str, doubts: list[re.Pattern[str]], *, draw: bool = False) -> bool:
    """draw: whether a draw may be spoken of."""
    ends = ("resign", "claim") if draw else _ENDS
    forbidden = [*doubts, *map(phrase, ends), *map(piece_words, small_talk.languages())]
    plain = not any(char.isnumeric() or char in "?¿" for char in words) and not _STRANGE_IN_TALK.search(words)
    return plain and not any(pattern.search(words) for pattern in forbidden)


# -- sentences that a person confirms ----------------------------------------------------------------------------------


def why_unteachable(sentence: str) -> str:
    """Why a sentence may not be taught as harmless; empty where it may.

    The language must be one whose words of doubt are known. Where no word tells the language, those of all count.
    """
    text = " ".join(sentence.split())
    if len(text) > LONGEST:
        return "it is too long"
    if any(char.isnumeric() for char in text):
        return "it has a number"
    if "?" in text or "¿" in text:
        return "it is a question"
    if strange := _STRANGE.search(text):
        return (
            f"it has the sign '{strange[0]}'" if strange[0].isprintable() else "it has characters that cannot be seen"
        )
    words = _WORD.findall(text)
    if any("LATIN" not in unicodedata.name(char, "") for word in words for char in word):
        return "its letters are not Latin"
    if len(words) < FEWEST_WORDS:
        return "it is too short to be told from others"
    spoken, known = languages_of(text), small_talk.languages()
    if any(language not in known for language in spoken):
        return "its language has no table of words of doubt"
    patterns = [small_talk.unteachable(language) for language in spoken or known]
    for pattern in (*patterns, *map(phrase, _KINDS), *map(piece_words, known)):
        if found := pattern.search(text):
            return f"'{found[0]}' may be about the move"
    return ""
