"""Sentences that a person has confirmed as saying nothing about a game: a file in the post office of a folder, one a line.

Only whole sentences count, word for word. A sentence that could be about the move, or throw doubt on it, is never taken,
also not where somebody writes it into the file: a move, a number, a piece, an offer, a condition, a question, a negation, a
word that points at something else in the letter. The words are data (`unteachable` in `mail/phrases.toml`).

>>> why_unteachable("The garden is in full bloom."), why_unteachable("Unless you object to it.")
('', "'Unless' may be about the move")
>>> why_unteachable("Knight takes bishop"), why_unteachable("Is the garden in bloom?"), why_unteachable("We have 3 cats.")
("'takes' may be about the move", 'it is a question', 'it has a number')
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.mail.phrases import (
    TAUGHT_LANGUAGES,
    languages_of,
    phrase,
    piece_names,
    seat_labels,
    small_talk,
    unteachable,
)

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


def is_small_talk(sentence: str, spoken: tuple[str, ...]) -> bool:
    """Whether a sentence tells of weather, gardens or food, and has no word that may be about the game.

    spoken: the languages that the letter's own words tell; in another language nothing is small talk.

    >>> is_small_talk("The dog refuses to go out in the rain.", ("en",)), is_small_talk("The dog ate it.", ("en",))
    (True, False)
    >>> is_small_talk("Our garden is full of roses.", ()), is_small_talk("My wife says hello.", ("en",))
    (False, False)
    """
    text = " ".join(sentence.split())
    if not spoken or any(language not in TAUGHT_LANGUAGES for language in spoken):
        return False
    if not any(small_talk(language)[0].search(text) for language in spoken):
        return False
    for language in spoken:
        text = small_talk(language)[1].sub(_HARMLESS_WORD, text)
    return not why_unteachable(text, spoken)


def why_unteachable(sentence: str, known: tuple[str, ...] = ()) -> str:
    """Why a sentence may not be taught as harmless; empty where it may. known: the languages of its letter.

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
    spoken = tuple(dict.fromkeys((*known, *languages_of(text))))
    if any(language not in TAUGHT_LANGUAGES for language in spoken):
        return "its language has no table of words of doubt"
    patterns = [unteachable(language) for language in spoken or TAUGHT_LANGUAGES]
    for pattern in (*patterns, *map(phrase, _KINDS), seat_labels()):
        if found := pattern.search(text):
            return f"'{found[0]}' may be about the move"
    names = {part for name in piece_names() for part in name.split()}
    piece = next((word for word in words if word.casefold() in names), "")
    return f"'{piece}' may be about the move" if piece else ""
