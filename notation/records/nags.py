"""Glyphs and their numbers: NAGs as the PGN standard lists them (10), with the ones that editors have added.

>>> nag_of("!?"), glyph_of(5), nag_of("$220"), nag_of("hm")
(5, '!?', 220, None)
>>> meaning_of(33), meaning_of(9999), nag_meaning("Brilliant move")
('Black is moderately ahead in development', '', 3)
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.text import late_pattern

MOST: Final = 9999  # the standard has 139 numbers and editors go to 255; nobody gave a longer one a meaning
HIGHEST_NAG: Final = 255  # PGN's numbers end here (10); greater ones are kept, and reported

GLYPHS: Final[dict[int, str]] = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±",
    17: "∓", 18: "+-", 19: "-+", 146: "N", 220: "D",
}  # fmt: skip
"""What is printed for a NAG; `nag_of` reads each of them. `D` asks for a diagram of the position."""

SPELLINGS: Final[dict[str, int]] = {
    **{glyph: nag for nag, glyph in GLYPHS.items()}, "+=": 14, "+/=": 14, "=+": 15, "=/+": 15, "+/-": 16, "-/+": 17,
    "+--": 18, "--+": 19, "~": 13, "+−": 18, "−+": 19, "+/−": 16, "−/+": 17, "inf": 13, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
}  # fmt: skip
"""All of them, and what programs write in their place; `inf` is kokopu's."""

SUFFIX: Final = late_pattern(r"(?<=[^!?])[!?]{1,2}(?=\s*(?:e\.?p\.?)?\Z)")  # the glyph after a move


@lru_cache(maxsize=256)
def nag_of(token: str) -> int | None:
    """The number of a NAG or glyph, None where a token is none, or a number that means nothing to anybody."""
    number = re.fullmatch(r"\$([0-9]{1,20})", token)
    if number is not None:
        return int(number[1]) if int(number[1]) <= MOST else None
    return SPELLINGS.get(token)


def glyph_of(nag: int) -> str:
    """The glyph for a NAG, `$n` where it has none."""
    return GLYPHS.get(nag, f"${nag}")


@lru_cache(maxsize=8192)
def glyphs_of_move(token: str) -> tuple[str, ...]:
    """The glyph after a move, as in `Nf3!?`, if there is one.

    >>> glyphs_of_move("Nf3!?"), glyphs_of_move("exd6! e.p."), glyphs_of_move("Nf3")
    (('!?',), ('!',), ())
    """
    found = SUFFIX.search(token) if "!" in token or "?" in token else None
    return () if found is None else (found[0],)


def nags_of_move(token: str) -> tuple[int, ...]:
    """The NAG that the glyph after a move stands for, if there is one.

    >>> nags_of_move("Nf3!?"), nags_of_move("Nf3")
    ((5,), ())
    """
    return tuple(SPELLINGS[glyph] for glyph in glyphs_of_move(token))


@lru_cache(maxsize=1)
def _words() -> tuple[dict[int, str], dict[str, int]]:
    """The meanings of NAGs by number, and the numbers by these words and older ones, in small letters."""
    sections = data_sections("fairyscore.notation.records", "nags.ini")
    meanings = {int(nag): meaning for nag, meaning in sections["meanings"].items()}
    numbers = {meaning.lower(): nag for nag, meaning in meanings.items()}
    return meanings, numbers | {meaning: int(nag) for meaning, nag in sections["read"].items()}


def meaning_of(nag: int) -> str:
    """The meaning of a NAG in words (PGN 10), empty where nobody gave it one."""
    return _words()[0].get(nag, "")


def meanings() -> Mapping[int, str]:
    """Every NAG that has a meaning, in words."""
    return _words()[0]


def nag_meaning(words: str) -> int | None:
    """The NAG that words stand for in any letter case; None where they are none of `meaning_of`."""
    return _words()[1].get(words.lower())
