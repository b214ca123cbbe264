"""The remarks of annotators as books print them: signs for `$16`, figurines for the letters of pieces, typographic quotes.

>>> text("12. Nxe5! wins, $140 Qh5 $18", Annotator("en", "KQRBN")).replace(JOINER, "|")
'12.♘xe5! wins, ∆ ♕h5 +|−'
>>> text("Nach 0-0 gilt Sf3 als das Beste", Annotator("de", "KDTLS")).replace(JOINER, "|")
'Nach O-|O gilt ♘f3 als das Beste'
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.render.story.model import SIGNS, TOUCHING

JOINER: Final = "\N{WORD JOINER}"  # no line ends after it
FIGURINES: Final = "♔♕♖♗♘"
LEAST: Final = 3  # words of a language that tell it in one remark

LANGUAGES: Final = data_sections("fairyscore.render.book", "annotators.ini")
WORDS: Final = {code: frozenset(language_data["words"].split()) for code, language_data in LANGUAGES.items()}

MOVE = r"(?<![A-Za-z])([{letters}])(?=[a-h]?[1-8]?x?[a-h][1-8](?![0-9]))"
WORD = re.compile(r"[^\W\d_]+")
NAG = re.compile(r"\$([0-9]{1,3})(?![0-9])")
CASTLING = re.compile(r"\b[O0]-[O0](-[O0])?\b")
NUMBER = re.compile(r"\b([0-9]{1,3}\.+) (?=[a-hO♔-♘])")
SIGN = re.compile(r"\(?(!!|\?\?|!\?|\?!|!|\?)\)?(?:\s+|\Z)")
BEFORE_POINT = re.compile(r"\s+([.,;!?)\]])(?=\s|\Z)")
QUOTE = re.compile(r'(\s*)"(\s*)')


class Annotator(NamedTuple):
    """The annotator of a game. language: its code, which tells where words are divided; letters: of the pieces from king to
    knight; empty where remarks have no figurines."""

    language: str
    letters: str = ""


def annotator_of(remarks: str, usual: str, *, figurines: bool) -> Annotator:
    """The annotator of a game, as its remarks tell. usual: the language where they do not tell.

    The letters are those of the language or English ones: what is found more often.
    """
    language = language_of(remarks, least=1) or usual
    if not figurines:
        return Annotator(language)
    english = LANGUAGES["en"]["letters"]
    own = LANGUAGES.get(language, LANGUAGES["en"])["letters"]
    return Annotator(language, max((own, english), key=lambda letters: _moves_written(remarks, letters)))


def language_of(remark: str, least: int = LEAST) -> str:
    """The language of a remark, empty where too few words tell it.

    >>> language_of("the rook is lost and white wins"), language_of("12. Nf3")
    ('en', '')
    """
    words = WORD.findall(remark.lower())
    found = {}
    for code, known in WORDS.items():
        found[code] = sum(word in known for word in words)
    best = max(found, key=found.__getitem__)
    return best if found[best] >= least else ""


def text(remark: str, annotator: Annotator) -> str:
    """A remark as it is printed."""
    set_text = " ".join(remark.split())
    if annotator.letters:
        set_text = _move_in(annotator.letters).sub(lambda found: FIGURINES[annotator.letters.index(found[1])], set_text)
    set_text = NAG.sub(lambda found: SIGNS.get(int(found[1]), found[0]), set_text)
    set_text = BEFORE_POINT.sub(r"\1", set_text.replace("( ", "("))
    return unbroken(quoted(set_text.replace("'", "’"), annotator.language))


def unbroken(text: str) -> str:
    """Moves, castling and evaluations as books print them, each in one piece.

    >>> unbroken("12. Nf3 +- 1-0").replace(JOINER, "|")
    '12. Nf3 +|− 1–|0'
    """
    text = CASTLING.sub(lambda found: f"-{JOINER}".join("O" * found[0].count("-") + "O"), text)
    text = re.sub(r"(?<=[0-9½])-(?=[0-9½])", f"–{JOINER}", text)
    text = re.sub(r"(?<=[a-h][1-8])-(?=[a-h][1-8])", f"-{JOINER}", text)
    text = re.sub(r"\+[-−]", f"+{JOINER}−", text)
    text = re.sub(r"(?<![\w-])-\+", f"−{JOINER}+", text)
    return NUMBER.sub(r"\1", text).replace(" - ", " – ")


def quoted(text: str, language: str) -> str:
    """Straight quotes as a language has them: blanks around tell which opens, where they do not, each other one does.

    >>> quoted('a "good" move, he said', "de")
    'a „good“ move, he said'
    """
    opening, closing = LANGUAGES.get(language, LANGUAGES["en"])["quotes"].split()
    if language == "fr":
        opening, closing = f"{opening}\u202f", f"\u202f{closing}"
    is_open = False

    def mark(found: re.Match[str]) -> str:
        nonlocal is_open
        opens = bool(found[1]) or found.start() == 0
        closes = bool(found[2]) or text[found.end() :][:1] in " .,;:!?)"
        is_open = opens if opens != closes else not is_open
        return f"{found[1]}{opening}" if is_open else f"{closing}{found[2]}"

    return QUOTE.sub(mark, text)


def leading_sign(remark: str) -> tuple[str, str]:
    """The sign of the move that a remark begins with, and the rest of it.

    >>> leading_sign("(!) A fine move"), leading_sign("A fine move!")
    (('!', 'A fine move'), ('', 'A fine move!'))
    """
    found = SIGN.match(remark)
    if found is None or found[1] not in TOUCHING:
        return "", remark
    return found[1], remark[found.end() :]


@lru_cache(maxsize=16)
def _move_in(letters: str) -> re.Pattern[str]:
    return re.compile(MOVE.format(letters=letters))


def _moves_written(remarks: str, letters: str) -> int:
    """How many moves there are with these letters. That of the rook is left out: it is a king elsewhere."""
    telling: Callable[[str], list[str]] = _move_in(letters.replace("R", "")).findall
    return len(telling(remarks))
