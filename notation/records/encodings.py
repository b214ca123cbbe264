"""Which encoding bytes are in that are neither marked nor UTF-8: the one in which they read best.

Two things speak for an encoding: what a record of its game must have (one that begins as a record of shogi is Japanese, one
of xiangqi neither that nor Korean), and how usual its letters are side by side in the languages that are written so, which
the package `chardet` knows. Most records are from Western Europe, which wins where it reads nearly as well as another.

>>> encoding_of('[White "Иванов, Петр"]'.encode("cp1251"))
Judgement(encoding='cp1251', rival='', is_guessed=True)
>>> encoding_of('[White "Müller, Jörg, Köln"]'.encode("cp1252"))
Judgement(encoding='', rival='', is_guessed=True)
"""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.notation.text import late_pattern


class Judgement(NamedTuple):
    """An encoding, empty for UTF-8 with stray bytes of Western Europe.

    rival: another one in which the text reads as well. is_guessed: only how the text reads speaks for it.
    """

    encoding: str = ""
    rival: str = ""
    is_guessed: bool = False


_WESTERN = "cp1252"
_EASTERN = {
    "cp932": "Shift_JIS",
    "euc_jis_2004": "EUC-JP",
    "gb18030": "GB18030",
    "big5hkscs": "Big5",
    "cp949": "EUC-KR",
}
_OF_OTHER_LETTERS = {
    "cp1251": "Windows-1251",
    "koi8-r": "KOI8-R",
    "cp866": "DOS 866",
    "cp1253": "Windows-1253",
    "iso8859-7": "ISO 8859-7",
    "cp1255": "Windows-1255",
    "cp874": "Windows-874",
}
_LATIN = {
    _WESTERN: "Windows-1252",
    "cp1250": "Windows-1250",
    "iso8859-2": "ISO 8859-2",
    "cp1254": "Windows-1254",
    "cp1257": "Windows-1257",
    "cp850": "DOS 850",
    "cp852": "DOS 852",
    "mac-roman": "Mac OS Roman",
}
_ALL = (*_LATIN, *_OF_OTHER_LETTERS, *_EASTERN)
TITLES = {**_EASTERN, **_OF_OTHER_LETTERS, **_LATIN, "": "Latin-1/Windows-1252"}
"""What people call the encodings that are looked for, by their names in Python; the empty name is that of stray bytes."""

NEAR = 0.05
"""Two encodings whose weights differ by a smaller part of the better one are both named."""
FEW, FEWER = 0.5, 2.0
"""So much more they have to differ, divided by the number of bytes that are not ASCII, as a few characters prove little:
for another than that of Western Europe, and for one without a doubt."""
WEAK, HALF = 0.06, 0.5
"""What fits no language better than that, as a few names, is doubted where another encoding fits half as well."""
FEWEST = 3  # bytes that are not ASCII must speak for another encoding than that of Western Europe
LEAST_BESIDE = 0.4
"""So many of the letters beyond ASCII stand beside a letter of ASCII where a language is written in Latin letters."""

_JAPANESE = ("cp932", "euc_jis_2004")
_CHINESE = ("gb18030", "big5hkscs")
_SIGNS = (
    (late_pattern(r"手合割|手数-|[先後上下]手[：の]|開始日時|[▲△☗☖▼▽][１-９同]"), _JAPANESE),
    (late_pattern(r"[车車俥马馬傌炮砲兵卒仕士相象帅帥将將][1-9１-９一二三四五六七八九][平进進退]"), _CHINESE),
)
"""What only records of shogi and of xiangqi have, in the right encoding."""
_XIANGQI = re.compile(
    rb'^(?:FORMAT\s+WXF|\[(?:Game|Variant)\s+"(?:Chinese Chess|xiangqi)")', re.IGNORECASE | re.MULTILINE
)
_CSA = re.compile(rb"(?>(?:'[^\n]*\n)*)(?:V[1-3][.\s]|N[+-])")
_CONTROL = late_pattern("[\x80-\x9f]")  # nobody writes such characters
_PUNCTUATION = frozenset("–—’‘‚“”„«»½±…¿¡")


def encoding_of(head: bytes, begin: bytes = b"") -> Judgement:
    """The encoding of a text by its beginning, or by other parts of it (`telling`); the last character may be cut.

    begin: its beginning, where that is not among them.
    """
    if _is_utf8_with_strays(head):
        return Judgement()
    for signs, sure in _SIGNS:
        if found := [name for name in sure if signs.search(_decoded(head, name) or "")]:
            return Judgement(found[0])
    beyond = sum(byte > 127 for byte in head)
    names = _expected(begin or head)
    weights = list(_weights(head, names)) if beyond >= FEWEST or names != _ALL else []
    if not weights:
        return Judgement()
    best, highest = weights[0]
    if dict(weights).get(_WESTERN, 0.0) >= highest * (1 - NEAR - FEW / beyond):
        return Judgement(is_guessed=True)
    text = _decoded(head, best)
    least = highest * min(1 - NEAR - FEWER / beyond, HALF if highest < WEAK else 1)
    near = (name for name, weight in weights[1:] if weight >= least)
    return Judgement(best, next((name for name in near if _decoded(head, name) != text), ""), is_guessed=True)


STRETCH = 1 << 16
"""So many bytes from the first one on that is not ASCII are looked through for lines that tell the encoding."""

BEFORE = 100
"""So many bytes before it are looked at too."""

_BEYOND = re.compile(rb"[\x80-\xff]")
_TELLING_LINE = re.compile(rb"[\x00-\x09\x0b-\x7f]{0,%d}[\x80-\xff][^\n]*" % BEFORE)


def first_beyond(data: bytes) -> int:
    """The place of the first byte that is not ASCII; -1 where there is none."""
    found = None if data.isascii() else _BEYOND.search(data)
    return -1 if found is None else found.start()


def telling(data: bytes, at: int, most: int) -> bytes:
    """The first lines that are not ASCII, from a first such byte on, as many bytes as tell the encoding.

    data: all line ends as LF; `BEFORE` bytes before the place and `STRETCH` from it on count.
    """
    stretch = data[max(0, at - BEFORE) : at + STRETCH]
    return b"\n".join(_TELLING_LINE.findall(stretch))[:most]


def _weights(head: bytes, names: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """The encodings of these in which a text can be read with how well it reads, the best first."""
    try:
        from chardet import detect_all  # its tables cost a tenth of a second, and most files are UTF-8
    except ImportError:  # on a page, which has Python's own library only
        return
    matches = detect_all(
        head, ignore_threshold=True, compat_names=False, include_encodings=names, no_match_encoding=names[0]
    )
    for found in matches:
        name = found["encoding"] or ""
        text = _decoded(head, name) if name in names else None
        if text is None or _CONTROL.search(text):
            continue
        if name not in _LATIN or _is_of_latin_letters(text):
            yield name, found["confidence"]


def _expected(head: bytes) -> tuple[str, ...]:
    """The encodings that the game of a record does not speak against."""
    if _CSA.match(head):
        return _JAPANESE
    if _XIANGQI.search(head):
        return tuple(name for name in _ALL if name not in (*_JAPANESE, "cp949"))
    return _ALL


def _decoded(head: bytes, name: str) -> str | None:
    """The text in an encoding; None where it cannot be."""
    try:
        return codecs.getincrementaldecoder(name)().decode(head)
    except UnicodeDecodeError:
        return None


_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def _is_utf8_with_strays(head: bytes) -> bool:
    """True if the text is UTF-8, or most of what is not ASCII is."""
    if _decoded(head, "utf-8") is not None:
        return True
    rest = _SEQUENCE.sub(b"", head)
    return len(_SEQUENCE.findall(head)) > sum(byte > 127 for byte in rest)


def _is_of_latin_letters(text: str) -> bool:
    """True if what is not ASCII are letters within words of ASCII, and punctuation."""
    padded = f" {text} "
    beyond = [place for place, char in enumerate(padded) if not char.isascii()]
    fitting = sum(
        _is_ascii_letter(padded[place - 1]) or _is_ascii_letter(padded[place + 1])
        if padded[place].isalpha()
        else padded[place] in _PUNCTUATION
        for place in beyond
    )
    return fitting >= LEAST_BESIDE * len(beyond)


def _is_ascii_letter(sign: str) -> bool:
    return sign.isascii() and sign.isalpha()
