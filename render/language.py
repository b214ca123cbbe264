"""The language of what is drawn and printed: English, or the words of a TOML file.

>>> translated("{seat} to move", seat="white")
'white to move'
>>> with language("de"):
...     print(translated("{seat} to move", seat=translated("white")), "|", translated("files a, b are gone"))
Weiß am Zug | die Linien a, b sind weg

English text is the key. A text that a language lacks stays English, as do the rule sheets themselves. The language holds
for the current context (`contextvars`), as a decimal context does, so that nothing has to hand it on.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from importlib import import_module, resources
from pathlib import Path
from string import Formatter
from typing import Any, Final

from fairyscore.notation.rules.wording.language import language as wording
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.user_files import table, text_of

LANGUAGES: Final = ("en", "de", "fr", "es", "nl")
"""The languages that come along; each but English has a file `languages/CODE.toml`."""

LEAST_PART: Final = 3  # letters of a word on either side of a break


class Language:
    """The words of a language. code: as HTML and PDF name it, `de`; words: from English. asked: somebody chose it."""

    def __init__(self, code: str, words: Mapping[str, str], *, asked: bool = True) -> None:
        self.code, self.words, self.asked = code, words, asked

    def divided(self, word: str) -> list[str]:
        """A word in the parts between which a line may end: whole without the extra `hyphens`, and where nobody chose the
        language, so that it need not be that of the word."""
        parts = [word] if self._dictionary is None else self._dictionary.inserted(word, "\xad").split("\xad")
        return parts if "".join(parts) == word else [word]

    @cached_property
    def _dictionary(self) -> Any:
        try:
            pyphen = import_module("pyphen")
        except ImportError:
            return None
        known = self.asked and pyphen.language_fallback(self.code)
        return pyphen.Pyphen(lang=known, left=LEAST_PART, right=LEAST_PART) if known else None

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The texts with something filled in, to find what another layer has filled in already."""
        whole = {key for key, translation in self.words.items() if _places(translation) <= _places(key)}
        keys = [key for key in self.words if "{" in key and _fixed(key) and key in whole]
        keys.sort(key=lambda key: -len(_fixed(key)))  # `{one} and {other}` fits much that others fit better
        return tuple((_pattern(key), self.words[key]) for key in keys)

    def translate(self, english: str) -> str:
        """A whole text in this language, English where it has none."""
        if english in self.words or not self.words:
            return self.words.get(english, english)
        for pattern, translation in self.patterns:
            if found := pattern.fullmatch(english):
                return translation.format(**{key: self.translate(value) for key, value in found.groupdict().items()})
        return english


_ENGLISH: Final = Language("en", {})
_UNASKED: Final = Language("en", {}, asked=False)
_CURRENT: ContextVar[Language] = ContextVar("language", default=_UNASKED)


def current() -> Language:
    """The language that holds now."""
    return _CURRENT.get()


def translated(english: str, **filled: object) -> str:
    """A text in the current language. filled: what its braces hold, translated before where it is to be."""
    language = _CURRENT.get()
    if not filled:
        return language.translate(english)
    return language.words.get(english, english).format(**filled)


def capital(text: str) -> str:
    """A text with a capital in front; the rest stays as it is."""
    return f"{text[:1].upper()}{text[1:]}"


@contextmanager
def language(chosen: str | Language) -> Iterator[None]:
    """Let a language hold for a while: one of `LANGUAGES`, or a TOML file of words. Raises `DrawingError`."""
    token = _CURRENT.set(named(chosen) if isinstance(chosen, str) else chosen)
    try:
        yield
    finally:
        _CURRENT.reset(token)


@lru_cache(maxsize=8)
def named(name: str) -> Language:
    """A language by its code, or from a file. Raises `DrawingError`."""
    code = name.strip().lower()
    if code == "en":
        return _ENGLISH
    if code in LANGUAGES:
        text = resources.files("fairyscore.render").joinpath("languages", f"{code}.toml").read_text("utf-8")
        known = read(text, code)
        return Language(code, {**names(code), **known.words})
    if not code.endswith(".toml"):
        raise DrawingError(f"no language {shown(name)}; there are {', '.join(LANGUAGES)}, or a .toml file of words")
    return read(text_of(name, "the words of"), name)


def names(code: str) -> dict[str, str]:
    """The names of pieces and cells by English name: the nouns of the rules in words."""
    rules = wording(code)
    return {name: str(rules.noun(name)) for name in sorted(rules.known_nouns)}


def read(text: str, name: str) -> Language:
    """The words of a TOML text: tables of English texts with their translations. Raises `DrawingError`.

    >>> read('[seats]\\nwhite = "Weiß"', "own.toml").words
    {'white': 'Weiß'}
    """
    document = table(text, shown(name))
    words: dict[str, str] = {}
    for heading, entries in document.items():
        if not isinstance(entries, dict):
            raise DrawingError(f"{shown(name)}: {shown(heading)} is not a table of words")
        for english, sentence in entries.items():
            if not isinstance(sentence, str) or not sentence.strip():
                raise DrawingError(f"{shown(name)}: the translation of {shown(english)!r} is not a text")
            allowed = _places(english)
            if "losers" in allowed:
                allowed = allowed | _VERBS
            if strange := _places(sentence) - allowed:
                raise DrawingError(
                    f"{shown(name)}: the translation of {shown(english)!r} has {{{shown(sorted(strange)[0])}}}, which "
                    "is not filled in there"
                )
            words[english] = sentence
    code = Path(name).stem
    return Language(code if re.fullmatch(r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*", code) else "und", words)


_VERBS: Final = {"is", "has"}  # filled in wherever losers are named: in some languages they follow their number


def _places(text: str) -> set[str]:
    """The words in braces; a text whose braces make no sense has a strange one."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return {text}
    found = set()
    for _, name, form, conversion in parts:
        if name is None:
            continue
        is_plain = name.isidentifier() and not form and not conversion
        found.add(name if is_plain else f"{name}:{form}")
    return found


def _pattern(key: str) -> re.Pattern[str]:
    """The form of an English text with its gaps filled in, those of one name alike."""
    known: set[str] = set()

    def gap(found: re.Match[str]) -> str:
        name = found[1]
        form = f"(?P={name})" if name in known else f"(?P<{name}>.+)"
        known.add(name)
        return form

    return re.compile(re.sub(r"\\{(\w+)\\}", gap, re.escape(key)))


def _fixed(key: str) -> str:
    """The fixed part of a text beside the words that are filled in, if the text can be known by it; else empty."""
    rest = re.sub(r"\{\w+\}", "", key)
    return rest if re.search(r"[a-z]{2}", rest) else ""
