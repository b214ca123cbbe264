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
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.mail import small_talk
from fairyscore.notation.mail.phrases import languages_of, phrase, piece_names, seat_labels

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
_HARMLESS_WORD: Final = "x"
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
    """Whether a sentence is a courtesy or tells of something beside the game, and has no word that may be about a move.

    spoken: the languages that the letter's own words tell; in another language nothing is small talk.

    >>> is_small_talk("The dog refuses to go out in the rain.", ("en",)), is_small_talk("The dog ate it.", ("en",))
    (True, False)
    >>> is_small_talk("Our garden is full of roses.", ()), is_small_talk("My wife says hello.", ("en",))
    (False, False)
    >>> is_small_talk("Thank you for your kind letter", ("en",)), is_small_talk("Thank you for the draw", ("en",))
    (True, False)
    """
    text = " ".join(_EMOTICON.sub(" ", sentence).split())
    languages = _languages(text, spoken)
    if len(text) > _LONGEST_TALK or not languages or len(_WORD.findall(text)) < 2 or not _is_plain(text):
        return False
    is_courtesy = any(small_talk.courtesy(language).match(text) for language in languages)
    asks = any(small_talk.question(language).match(text) for language in languages)
    is_on_topic = asks or any(small_talk.topic(language).search(text) for language in languages)
    has_company = any(small_talk.company(language).search(text) for language in languages)
    if not (is_courtesy or is_on_topic or has_company) or ("?" in text and not asks):
        return False
    for language in languages:
        text = small_talk.harmless(language).sub(_HARMLESS_WORD, text)
    forbidden = [*map(small_talk.doubt, languages), *map(phrase, _ENDS), _pieces_and_seats()]
    if not (is_courtesy or is_on_topic):
        forbidden += map(small_talk.pointing, languages)
    negation = phrase("negation").search(text)
    if negation and (negation.start() == 0 or len(_WORD.findall(text)) < _FEWEST_WITH_NEGATION):
        return False
    return not any(pattern.search(text) for pattern in forbidden)


def _languages(text: str, spoken: tuple[str, ...]) -> tuple[str, ...]:
    """The languages whose words of doubt count: that of the sentence where it tells just one, else all of the letter too;
    none where one has no table.
    """
    told = languages_of(text)
    found = told if len(told) == 1 and told[0] in spoken else tuple(dict.fromkeys((*spoken, *told))) if spoken else ()
    return found if all(language in small_talk.languages() for language in found) else ()


def _is_plain(text: str) -> bool:
    """Whether a text has nothing but Latin words, numbers of things, and signs of sentences."""
    rest = _COUNTED.sub(" ", text)
    letters = (char for char in rest if char.isalpha())
    return (
        not any(char.isnumeric() for char in rest)
        and not _STRANGE_IN_TALK.search(rest)
        and all("LATIN" in unicodedata.name(char, "") for char in letters)
    )


@lru_cache(maxsize=1)
def _pieces_and_seats() -> re.Pattern[str]:
    names = sorted((re.escape(name) for name in piece_names()), key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(names)}|{seat_labels().pattern})(?![^\W_])", re.IGNORECASE)


def is_doubtless(words: str) -> bool:
    """Whether a few words, as `Kenavo` or `Dear old friend`, have none of doubt in any language: they stand where letters
    greet, take leave or say what they are about.

    >>> is_doubtless("Ahoy Colin,"), is_doubtless("Perhaps, Colin,"), is_doubtless("Only joking")
    (True, False, False)
    """
    return _has_no_doubt(words, [small_talk.unteachable(language) for language in small_talk.languages()])


def is_heading(subject: str) -> bool:
    """Whether a subject says no more than what its letter is about.

    >>> is_heading("Our circular game"), is_heading("A correction"), is_heading("Draw?")
    (True, False, False)
    """
    rest = subject
    for language in small_talk.languages():
        rest = small_talk.heading(language).sub(_HARMLESS_WORD, rest)
    doubts = [
        pattern(language) for language in small_talk.languages() for pattern in (small_talk.doubt, small_talk.pointing)
    ]
    return _has_no_doubt(rest, [*doubts, phrase("negation")])


def _has_no_doubt(words: str, doubts: list[re.Pattern[str]]) -> bool:
    forbidden = [*doubts, *map(phrase, _ENDS), _pieces_and_seats()]
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
    for pattern in (*patterns, *map(phrase, _KINDS), _pieces_and_seats()):
        if found := pattern.search(text):
            return f"'{found[0]}' may be about the move"
    return ""
