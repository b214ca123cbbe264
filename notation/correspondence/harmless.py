"""Sentences that a person has confirmed to say nothing about a game: a file in the post office of a folder, one a line.

None is taken that could be about the move, or throw doubt on it: one with a move, a piece, an offer, a condition, a doubt,
a correction, a number, a question, a negation, or a word that points at something else in the letter. The words are data
(`mail/small_talk.toml`). A sentence counts word for word, and is not taken either where somebody writes it into the file.

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
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.mail.phrases import languages_of, phrase, piece_words
from fairyscore.notation.mail.small_talk import POINTING, STRONG, WEAK, languages, negations, words

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
    found = _WORD.findall(text)
    if any("LATIN" not in unicodedata.name(char, "") for word in found for char in word):
        return "its letters are not Latin"
    if len(found) < FEWEST_WORDS:
        return "it is too short to be told from others"
    spoken, known = languages_of(text), languages()
    if any(language not in known for language in spoken):
        return "its language has no table of words of doubt"
    asked = spoken or known
    lists = (words(language, *STRONG, *POINTING, *WEAK).first_in(text) for language in asked)
    patterns = chain(map(negations, asked), map(phrase, _KINDS), map(piece_words, known))
    others = (found[0] for found in (pattern.search(text) for pattern in patterns) if found)
    doubt = next(filter(None, chain(lists, others)), "")
    return f"'{doubt}' may be about the move" if doubt else ""
