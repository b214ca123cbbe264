"""The table of phrases (`phrases.toml`) as patterns: what people write in letters, in all languages at once."""

import re
import tomllib
from functools import lru_cache
from typing import Any

from fairyscore.notation.package_data import data_text


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(data_text("fairyscore.notation.mail", "phrases.toml"))


def _each(kind: str) -> list[Any]:
    """The entries of a kind in all languages."""
    return [language[kind] for language in _table()["language"].values() if kind in language]


@lru_cache(maxsize=64)
def phrase(kind: str) -> re.Pattern[str]:
    """The phrases of a kind in all languages, found at word borders in free letter case.

    >>> bool(phrase("resign").search("So, Ich gebe auf!")), bool(phrase("resign").search("resignation"))
    (True, False)
    """
    return _pattern([source for sources in _each(kind) for source in sources])


@lru_cache(maxsize=8)
def frame(kind: str) -> re.Pattern[str]:
    """The frames that mail programs write around a letter."""
    return _pattern(_table()["frame"][kind])


def _pattern(sources: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(sources)})(?![\w’'])", re.IGNORECASE)


def languages_of(text: str) -> tuple[str, ...]:
    """The languages that a text may be in, the likeliest first; empty where its words tell nothing.

    >>> languages_of("Lieber Bruno, mein Zug ist Sf3. Viele Grüße"), languages_of("14. Nf3")
    (('de',), ())
    """
    counts = {name: len(_words(name).findall(text)) for name in _table()["language"]}
    most = max(counts.values())
    found = [name for name, count in counts.items() if count and count * 2 > most]
    return tuple(sorted(found, key=lambda name: -counts[name]))


def spoken_words(language: str, text: str) -> set[str]:
    """The words of a text that tell a language, in small letters.

    >>> sorted(spoken_words("nl", "Dag Frank, groeten uit Delft, Els")), spoken_words("en", "Hi Frank, Game 7")
    (['dag', 'groeten'], set())
    """
    return {word.casefold() for word in _spoken(language).findall(text)}


@lru_cache(maxsize=32)
def _spoken(language: str) -> re.Pattern[str]:
    return _pattern(_table()["language"][language]["spoken"])


def languages_of_country(domain: str) -> tuple[str, ...]:
    """The languages spoken where the last part of an address points to: `nl` for `example.nl`."""
    return tuple(name for name, table in _table()["language"].items() if domain in table["countries"])


@lru_cache(maxsize=32)
def _words(language: str) -> re.Pattern[str]:
    return _pattern(_table()["language"][language]["words"])


def negation(language: str) -> tuple[str, ...]:
    """Negations of a language, as regular expressions."""
    return tuple(_table()["language"][language]["negation"])


@lru_cache(maxsize=1)
def piece_names() -> dict[str, str]:
    """The names of pieces in all languages, in small letters, and the English one."""
    pieces = [entry for language in _each("pieces") for entry in language.items()]
    return {name: piece for piece, names in pieces for name in names.split("|")}


@lru_cache(maxsize=32)
def piece_words(language: str) -> re.Pattern[str]:
    """The names of pieces and players in a language."""
    table = _table()["language"][language]
    return _pattern([*table["pieces"].values(), *table["seats"].values()])


@lru_cache(maxsize=32)
def piece_names_in(language: str) -> re.Pattern[str]:
    """The names of pieces in a language."""
    return _pattern([*_table()["language"][language]["pieces"].values()])


def languages() -> tuple[str, ...]:
    """The languages of the table."""
    return tuple(_table()["language"])


@lru_cache(maxsize=1)
def castlings() -> tuple[re.Pattern[str], ...]:
    """Castling in words, to the king's side and to the queen's."""
    return tuple(_pattern([ways[side] for ways in _each("castling")]) for side in ("short", "long"))


@lru_cache(maxsize=1)
def seat_labels() -> re.Pattern[str]:
    """A word for a player in front of a colon, in a group with the name of the seat."""
    by_seat: dict[str, list[str]] = {}
    for seat, source in (entry for seats in _each("seats") for entry in seats.items()):
        by_seat.setdefault(seat, []).append(source)
    return re.compile("|".join(f"(?P<{seat}>{'|'.join(found)})" for seat, found in by_seat.items()), re.IGNORECASE)
