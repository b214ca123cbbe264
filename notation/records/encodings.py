"""Which encoding bytes are in that are neither marked nor UTF-8: the one in which they read best.

Each candidate decodes the beginning of a text, and its characters that are not ASCII are weighed: by how usual they are in
the language of that encoding, and by what stands beside them. What begins as a record of shogi is Japanese, and
one of xiangqi neither that nor Korean.

>>> encoding_of("[White \\"Иванов, Петр\\"]".encode("cp1251"))
Judgement(encoding='cp1251', rival='', is_guessed=True)
>>> encoding_of("[White \\"Müller\\"]".encode("cp1252"))
Judgement(encoding='', rival='', is_guessed=True)
"""

import codecs
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Judgement(NamedTuple):
    """An encoding, empty for UTF-8 with stray bytes of Western Europe.

    rival: another one in which the text reads as well. is_guessed: only how the text reads speaks for it.
    """

    encoding: str = ""
    rival: str = ""
    is_guessed: bool = False


TITLES = {
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    "koi8_r": "KOI8-R",
    "cp1251": "Windows-1251",
    "": "Latin-1/Windows-1252",
}
"""What people call the encodings; the empty name is that of stray bytes."""

LEAST = 0.2
"""What characters weigh at least, on average, in an encoding that is taken."""
NEAR = 0.15
"""Two encodings whose weights differ by less are both named."""
FEW = 1.0
"""So much more they have to differ, divided by the number of bytes that are not ASCII: a few characters prove little."""

_SHOGI = re.compile(r"手合割|手数-|[先後上下]手[：の]|開始日時|[▲△☗☖▼▽][１-９同]")
"""What only records of shogi have, in the right encoding."""
_XIANGQI = re.compile(
    rb'^(?:FORMAT\s+WXF|\[(?:Game|Variant)\s+"(?:Chinese Chess|xiangqi)")', re.IGNORECASE | re.MULTILINE
)
_CSA = re.compile(rb"(?:'[^\n]*\n)*+(?:V[1-3][.\s]|N[+-])")

_JAPANESE = frozenset("手歩先後角飛金銀桂香玉龍竜馬成将棋戦名人王級段山田中村本藤木局日時")
_CHINESE = frozenset(
    "王李张刘陈杨赵黄周吴许徐胡吕洪象棋中国红黑先后胜和负赛公开的一是不了在人车马炮兵卒士将帅北京上海广东"
)
_TAIWANESE = frozenset("王李張劉陳楊趙黃周吳許徐胡呂洪象棋中國紅黑先後勝和負賽公開的一是不了在人車馬炮兵卒士將帥台北")
_RUSSIAN = frozenset("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ")


def encoding_of(head: bytes) -> Judgement:
    """The encoding of a text by its beginning, which may be cut within a character."""
    if _is_utf8_with_strays(head):
        return Judgement()
    texts = {name: text for name in _WEIGHTS if (text := _decoded(head, name)) is not None}
    sure = [name for name in _JAPANESE_ENCODINGS if name in texts and _SHOGI.search(texts[name])]
    if sure:
        return Judgement(sure[0])
    others = _not_expected(head)
    names = [name for name in texts if name not in others]
    weights = sorted(((_weight(texts[name], name), name) for name in names), reverse=True)
    if not weights or weights[0][0] < LEAST:
        return Judgement()
    best = weights[0]
    margin = NEAR + FEW / sum(byte > 127 for byte in head)
    least = max(LEAST, best[0] - margin)
    near = [name for weight, name in weights[1:] if weight > least and texts[name] != texts[best[1]]]
    rival = near[0] if near and near[0] != _WESTERN else ""
    return Judgement("" if best[1] == _WESTERN else best[1], rival, is_guessed=True)


def _not_expected(head: bytes) -> frozenset[str]:
    """The encodings that the game of a record speaks against."""
    if _CSA.match(head):
        return frozenset(_WEIGHTS) - frozenset(_JAPANESE_ENCODINGS)
    if _XIANGQI.search(head):
        return frozenset((*_JAPANESE_ENCODINGS, "euc_kr"))
    return frozenset()


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


def _weight(text: str, name: str) -> float:
    """The average weight of the characters that are not ASCII."""
    weights = [_WEIGHTS[name](before, sign, after) for before, sign, after in _around(text)]
    return sum(weights) / len(weights) if weights else 0.0


def _around(text: str) -> Iterator[tuple[str, str, str]]:
    """Each character that is not ASCII, with those before and behind it."""
    padded = f" {text} "
    return ((padded[place], sign, padded[place + 2]) for place, sign in enumerate(text) if not sign.isascii())


def _is_ascii_letter(sign: str) -> bool:
    return sign.isascii() and sign.isalpha()


class _Eastern(NamedTuple):
    """An eastern encoding. first: the first bytes of its usual characters; kana: what these weigh."""

    name: str
    first: range
    usual: frozenset[str]
    kana: float

    def weight(self, before: str, sign: str, after: str) -> float:
        """The weight of a character between its neighbours."""
        if "\uff61" <= sign <= "\uff9f" or "\ue000" <= sign <= "\uf8ff":
            return -0.9
        if "\u3040" <= sign <= "\u30ff":
            return self.kana
        if "\u3000" <= sign <= "\u303f" or "\uff01" <= sign <= "\uff5e" or sign in "○●△▲☆★〜～・":
            return 0.6
        if sign in self.usual:
            return 1.2
        code = sign.encode(self.name)
        if not (len(code) == 2 and code[0] in self.first):
            return -0.6
        return 0.8 if "\uac00" <= sign <= "\ud7a3" else 0.6


def _cyrillic(before: str, sign: str, after: str) -> float:
    """A letter of Russian: in regular case, in a word of such letters."""
    if sign in "«»—–№…":
        return 0.3
    lower = sign.lower()
    if lower not in _RUSSIAN or _is_ascii_letter(before) or _is_ascii_letter(after):
        return -1.0
    if not (before.isalpha() or after.isalpha()):
        return -0.2
    if sign != lower and before.isalpha() and before.islower():
        return -1.0
    if sign != lower and after.isalpha() and after.islower() and before.isalpha():
        return -1.0
    return 0.9 if lower in "оеаинтсрвлкмдп" else 0.7


def _western(before: str, sign: str, after: str) -> float:
    """A letter of Western Europe, beside letters of ASCII."""
    if not sign.isalpha():
        return 0.4 if sign in "–—’‘“”«»½±°…" else -0.8
    beside = _is_ascii_letter(before) or _is_ascii_letter(after)
    return 0.9 if beside else -0.6


_WESTERN = "cp1252"
_JAPANESE_ENCODINGS = ("cp932", "euc_jp")
_WEIGHTS: dict[str, Callable[[str, str, str], float]] = {
    "cp932": _Eastern("cp932", range(0x88, 0x98), _JAPANESE, 1.0).weight,
    "euc_jp": _Eastern("euc_jp", range(0xB0, 0xD0), _JAPANESE, 1.0).weight,
    "gb18030": _Eastern("gb18030", range(0xB0, 0xD8), _CHINESE, -0.2).weight,
    "big5": _Eastern("big5", range(0xA4, 0xC7), _TAIWANESE, -0.2).weight,
    "euc_kr": _Eastern("euc_kr", range(0xB0, 0xC9), frozenset(), -0.2).weight,
    "koi8_r": _cyrillic,
    "cp1251": _cyrillic,
    _WESTERN: _western,
}
