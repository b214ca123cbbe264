"""Why games end, in the words of each format: one table (`endings.ini`), asked in both directions.

>>> reasons_of("kif", "切れ負け"), words_for("time", "csa"), reasons_in_tag("Anna won on time")
(('time',), ('TIME_UP',), ('time',))
>>> termination_for("time"), termination_for("mate"), words_for("agreement", "kif")
('time forfeit', '', ())
"""

from functools import cache
from typing import Final

from fairyscore.notation.package_data import data_sections

VOCABULARIES: Final = ("kif", "csa", "usi", "termination", "lichess", "chesscom", "xfcc")
USUAL: Final = "normal"
"""The value of the tag Termination that says no more than that the game was played to its end."""


@cache
def table() -> dict[str, dict[str, tuple[str, ...]]]:
    """The words by reason and vocabulary."""
    single = ("termination", "report")
    return {
        reason: {name: (text,) if name in single else tuple(text.split()) for name, text in row.items()}
        for reason, row in data_sections("fairyscore.notation.records", "endings.ini").items()
    }


def words_for(reason: str, vocabulary: str) -> tuple[str, ...]:
    """A vocabulary's words for a reason, the written one first; empty where it has none."""
    return table()[reason].get(vocabulary, ())


@cache
def reasons_of(vocabulary: str, word: str) -> tuple[str, ...]:
    """The reasons that a word of a vocabulary may state."""
    return tuple(reason for reason, row in table().items() if word in row.get(vocabulary, ()))


def reasons_of_word(word: str) -> tuple[str, ...]:
    """The reasons that a word of shogi may state, of KIF or CSA."""
    return reasons_of("kif", word) or reasons_of("csa", word)


def termination_for(reason: str) -> str:
    """The tag Termination for a reason; empty where that says no more than the result does."""
    value = "".join(words_for(reason, "termination"))
    return "" if value == USUAL else value


def phrases() -> tuple[tuple[str, str], ...]:
    """Parts of sentences in the tag Termination, and the reasons that they state."""
    return tuple((part.replace("_", " "), reason) for reason, row in table().items() for part in row.get("phrases", ()))


def reasons_in_tag(text: str) -> tuple[str, ...]:
    """The reasons that a tag Termination may state, by a value of PGN or a sentence of a server."""
    plain = text[:200].casefold().strip()
    exact = tuple(reason for reason in table() if plain and plain == termination_for(reason))
    return exact or tuple(reason for part, reason in phrases() if part in plain)[:1]
