"""The table of private letters (`small_talk.toml`) as patterns: what people tell of beside their game, and words of doubt.

>>> bool(doubt("en").fullmatch("unless")), bool(doubt("en").fullmatch("snowed")), bool(verb("en").fullmatch("snowed"))
(True, False, True)
>>> bool(topic("de").search("Es regnet seit Tagen")), bool(company("de").search("Der Kater schläft"))
(True, True)
"""

import re
import tomllib
from functools import lru_cache
from typing import Final

from fairyscore.notation.mail.phrases import negation
from fairyscore.notation.package_data import data_text

_DOUBT: Final = (
    "condition",
    "choice",
    "modality",
    "game",
    "correction",
    "sources",
    "ending",
    "handling",
    "pointing",
    "everyday",
)
"""Lists of words that may be about a move, or throw doubt on it."""

_COUNTS: Final = ("time", "number")
"""Lists of words that may do so where nothing is known of a sentence."""


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(data_text("fairyscore.notation.mail", "small_talk.toml"))


def languages() -> tuple[str, ...]:
    """The languages of the table."""
    return tuple(_table())


@lru_cache(maxsize=8)
def unteachable(language: str) -> re.Pattern[str]:
    """Words and negations that no sentence has which a person may confirm as harmless."""
    return _words(language, *_DOUBT, *_COUNTS, others=negation(language))


@lru_cache(maxsize=8)
def doubt(language: str) -> re.Pattern[str]:
    """Words that may be about a move, or throw doubt on it."""
    return _words(language, *_DOUBT)


@lru_cache(maxsize=8)
def known(language: str) -> re.Pattern[str]:
    """Words that are harmless beside others; some of them are in the lists of doubt, as they may be alone."""
    return _words(language, "plain", "verbs", "topics", "company", *_COUNTS)


@lru_cache(maxsize=8)
def verb(language: str) -> re.Pattern[str]:
    """Harmless verbs."""
    return _words(language, "verbs")


@lru_cache(maxsize=8)
def before_noun(language: str) -> re.Pattern[str]:
    """Words behind which a noun stands."""
    return _words(language, "before_nouns")


@lru_cache(maxsize=8)
def before_place(language: str) -> re.Pattern[str]:
    """Words behind which a place stands in a subject."""
    return _words(language, "before_places")


@lru_cache(maxsize=8)
def clitic(language: str) -> re.Pattern[str]:
    """Words before nouns that may stand before verbs too."""
    return _words(language, "clitics")


@lru_cache(maxsize=8)
def pointing(language: str) -> re.Pattern[str]:
    """Words that may point at something else in the letter."""
    return _words(language, "pointing")


@lru_cache(maxsize=8)
def topic(language: str) -> re.Pattern[str]:
    """Words of what has no part in a letter: weather, gardens, journeys."""
    return _words(language, "topics")


@lru_cache(maxsize=8)
def company(language: str) -> re.Pattern[str]:
    """Words for people and animals about a player, who may have a part in his letter."""
    return _words(language, "company")


@lru_cache(maxsize=8)
def heading(language: str) -> re.Pattern[str]:
    """Words of doubt that the subject of a letter may have."""
    return _words(language, "headings")


@lru_cache(maxsize=8)
def draw(language: str) -> re.Pattern[str]:
    """Words for a draw."""
    return _words(language, "draws")


@lru_cache(maxsize=8)
def courtesy(language: str) -> re.Pattern[str]:
    """How a courtesy begins."""
    return _phrases(language, "courtesies")


@lru_cache(maxsize=8)
def question(language: str) -> re.Pattern[str]:
    """How a question begins that asks after the reader."""
    return _phrases(language, "questions")


@lru_cache(maxsize=8)
def harmless(language: str) -> re.Pattern[str]:
    """Phrases that have a word of doubt, and none in a courtesy or beside a topic."""
    return _phrases(language, "harmless")


def _words(language: str, *lists: str, others: tuple[str, ...] = ()) -> re.Pattern[str]:
    words = [word for name in lists for word in _table()[language].get(name, ())]
    sources = [re.escape(word).replace(r"\*", r"[^\W\d_]*").replace("'", "['’]") for word in words]
    return _at_borders([*sources, *others] or ["(?!)"])


def _phrases(language: str, name: str) -> re.Pattern[str]:
    return _at_borders(_table()[language][name])


def _at_borders(sources: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(sources)})(?![^\W_])", re.IGNORECASE)
