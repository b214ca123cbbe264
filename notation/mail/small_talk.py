"""The table of private letters (`small_talk.toml`): words of doubt, and words by which what stands beside a game is known.

>>> words("en", "condition").first_in("Unless it snows, we walk."), words("en", "verbs").first_in("It snowed.")
('Unless', 'snowed')
>>> phrases("en", "courtesies").match("Many thanks for your card.").group()
'Many thanks '
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fairyscore.notation.mail.phrases import negation
from fairyscore.notation.package_data import data_text

STRONG: Final = ("condition", "choice", "modality", "game", "correction", "sources", "ending", "handling")
"""Lists of words that may be about a move whatever else a sentence tells of."""

POINTING: Final = ("pointing",)

WEAK: Final = ("everyday", "time", "number")
"""Lists of words that may be about a move where nothing else is known of a sentence."""


class WordList(NamedTuple):
    """Words of the table. whole: words; stems: beginnings of words; others: those of more than letters, if any."""

    whole: frozenset[str]
    stems: tuple[str, ...]
    others: re.Pattern[str] | None

    def has(self, word: str) -> bool:
        """True if a word of letters, in small ones, is in the list."""
        return word in self.whole or word.startswith(self.stems)

    def first_in(self, text: str) -> str:
        """The first word of a text that is in the list, as it stands there; empty where none is."""
        found = next((word for word in _LETTERS.findall(text) if self.has(word.casefold())), "")
        if not found and self.others and (other := self.others.search(text)):
            found = other[0]
        return found


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(data_text("fairyscore.notation.mail", "small_talk.toml"))


def languages() -> tuple[str, ...]:
    """The languages of the table."""
    return tuple(_table())


@lru_cache(maxsize=128)
def words(language: str, *lists: str) -> WordList:
    """The words of some lists of a language."""
    entries = [entry.casefold() for name in lists for entry in _table()[language][name]]
    whole, stems, others = set[str](), list[str](), list[str]()
    for entry in entries:
        if _LETTERS.fullmatch(entry):
            whole.add(entry)
        elif entry[-1] == "*" and _LETTERS.fullmatch(entry[:-1]):
            stems.append(entry[:-1])
        else:
            others.append(_word_source(entry))
    return WordList(frozenset(whole), tuple(stems), _at_borders(others) if others else None)


@lru_cache(maxsize=8)
def negations(language: str) -> re.Pattern[str]:
    """Words that turn a sentence round."""
    return _at_borders(negation(language))


@lru_cache(maxsize=32)
def phrases(language: str, name: str) -> re.Pattern[str]:
    """The phrases of a list of a language."""
    table = _table()[language]
    longest_first = sorted(table[name], key=lambda phrase: -len(phrase.split(" ")))
    return re.compile("|".join(_phrase_source(phrase, table) for phrase in longest_first), re.IGNORECASE)


_LETTERS = re.compile(r"[^\W\d_]+")
_UP_TO_THREE_WORDS = r"((?:[^\W\d_]+(?:['’-][^\W\d_]+)*[\s,]+){0,3})"
"""In a group, so that these words can be looked at."""


def _phrase_source(phrase: str, table: Mapping[str, Sequence[str]]) -> str:
    """A phrase as a regular expression: a word after the other, each with the blanks behind it."""
    sources = []
    for token in phrase.split(" "):
        if token == "…":
            sources.append(_UP_TO_THREE_WORDS)
            continue
        wanted = token.removesuffix("?")
        ways = table[wanted[1:-1]] if wanted[0] == "{" else wanted.split("/")
        longest = sorted(ways, key=len, reverse=True)
        source = rf"(?<![^\W_])(?:{'|'.join(map(_way_source, longest))})[\s,]*"
        sources.append(source if wanted == token else f"(?:{source})?")
    return "".join(sources)


def _way_source(word: str) -> str:
    """A word of a phrase; one with an apostrophe at its end stands before another without a blank."""
    return _word_source(word) + ("" if word.endswith("'") else r"(?![^\W_])")


def _word_source(word: str) -> str:
    return re.escape(word).replace(r"\*", r"[^\W\d_]*").replace("'", "['’]").replace(r"\ ", r"\s+")


def _at_borders(sources: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(sources)})(?![^\W_])", re.IGNORECASE)
