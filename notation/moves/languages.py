"""The letters of the pieces of chess in other languages: `Sf3` is German for `Nf3`.

>>> english("Sf3", "de"), english("exd8=D+", "de"), english("Кf3", "ru"), english("O-O", "fr")
('Nf3', 'exd8=Q+', 'Nf3', 'O-O')
>>> languages_with({"T", "C"})
('fr', 'es', 'it', 'pt', 'ro')
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.variant import PieceType, Variant

ENGLISH = "KQRBN"

_LETTERS = data_sections("fairyscore.notation.moves", "languages.ini")["letters"]

LANGUAGES = {code: tuple(letters.split(": ")) for code, letters in _LETTERS.items()}
"""By code: the name, and the letters of king, queen, rook, bishop and knight."""

_NAMED = re.compile(r"([^\W\d_a-w][\u0430-\u044f]?)[a-w]?\d?[x:]?[a-w]\d")
"""A move that names its piece; the second character is a small Cyrillic letter."""


def own_letters(letters: Mapping[str, str]) -> str:
    """The stand-in for a language code where a file has letters of its own: each of them with the game's.

    >>> own_letters({"M": "C", "E": "A"}), english("Mxh1", "E=A,M=C")
    ('E=A,M=C', 'Cxh1')
    """
    return ",".join(f"{theirs}={ours}" for theirs, ours in sorted(letters.items()))


def _letters_of(code: str) -> dict[str, str]:
    """The letters of a language, or of a file (`own_letters`), each with the English one."""
    if "=" in code:
        return dict(pair.split("=") for pair in code.split(","))
    return dict(zip(LANGUAGES[code][1].split(), ENGLISH, strict=True))


@lru_cache(maxsize=32)
def _pattern(code: str) -> tuple[re.Pattern[str], dict[str, str]]:
    letters = _letters_of(code)
    any_of = "|".join(sorted(letters, key=len, reverse=True))
    return re.compile(rf"\A(?:{any_of})(?=[a-w]?\d?[-x:]?[a-w]\d)|(?<=\d)=?\(?(?:{any_of})\)?(?=[+#!?]*\Z)"), letters


def english(token: str, code: str) -> str:
    """A token with the English letters, as it is where it names no piece."""
    pattern, letters = _pattern(code)
    return pattern.sub(lambda found: "=" * bool(found.start()) + letters[found[0].strip("=()")], token)


def all_english(tokens: Sequence[str], code: str) -> list[str]:
    """Tokens with the English letters; as they are without a language."""
    return [english(token, code) for token in tokens] if code else list(tokens)


def named_letters(tokens: Sequence[str]) -> frozenset[str]:
    """The letters by which moves name their pieces."""
    letters = set(map(_LETTER_OF.get, tokens))
    if None in letters:
        letters.update(_named_letter(token) for token in set(tokens) if token[0] != "{")
    return frozenset(letter for letter in letters if letter)


_LETTER_OF: dict[str, str] = {}
"""By token the letter by which it names its piece, empty for none."""

MOST_TOKENS = 1 << 14
"""So many tokens are kept with their letters."""


def _named_letter(token: str) -> str:
    letter = _LETTER_OF.get(token)
    if letter is not None:
        return letter
    found = _NAMED.match(token)
    letter = "" if found is None else found[1]
    if len(_LETTER_OF) >= MOST_TOKENS:
        _LETTER_OF.clear()
    _LETTER_OF[token] = letter
    return letter


def languages_with(letters: Iterable[str]) -> tuple[str, ...]:
    """The languages that have these letters, by code."""
    wanted = set(letters)
    return tuple(code for code, (_, known) in LANGUAGES.items() if wanted <= set(known.split()))


# -- the letters of a game in a language --------------------------------------------------------------------------------

CHESS: Final = ("king", "queen", "rook", "bishop", "knight")
"""The pieces for which languages have letters, in their order."""

_PROMOTED: Final = re.compile(r"=([A-Z])(?=[+#]*\Z)")


def in_language(text: str, language: str, game: Variant) -> str:
    """A move with the piece letters of a language; as it is where a letter would mean another piece of the game.

    >>> from fairyscore.notation.variants.registry import variant
    >>> [in_language(text, "de", variant("chess")) for text in ("Nf3", "exd8=Q+", "O-O", "e4")]
    ['Sf3', 'exd8=D+', 'O-O', 'e4']
    """
    foreign = letters_in(language, game)
    promoted = _PROMOTED.sub(lambda found: f"={foreign.get(found[1], found[1])}", text)
    return foreign.get(promoted[:1], promoted[:1]) + promoted[1:]


def letters_in(language: str, game: Variant) -> dict[str, str]:
    """The game's letters of pieces -> those of a language; empty where one of these would mean another piece."""
    return letters_among(language, game.piece_types, pawns=game.writing.drops)


def letters_among(language: str, pieces: tuple[PieceType, ...], *, pawns: bool) -> dict[str, str]:
    """`letters_in` of a game with these pieces. pawns: moves of theirs are written with their letter too."""
    foreign = {own: letter for letter, own in letters_of_chess(language, pieces).items()}
    written = {piece.letter for piece in pieces if piece.name != "pawn" or pawns}
    return {} if (written - foreign.keys()) & set(foreign.values()) else foreign


@lru_cache(maxsize=64)
def letters_of_chess(language: str, pieces: tuple[PieceType, ...]) -> dict[str, str]:
    """A language's letters for the pieces of chess that are among these -> theirs."""
    own = {piece.name.casefold(): piece.letter for piece in reversed(pieces) if piece.letter}
    letters = LANGUAGES[language][1].split() if language in LANGUAGES else ENGLISH
    return {letter: own[piece] for letter, piece in zip(letters, CHESS, strict=True) if piece in own}
