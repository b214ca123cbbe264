"""A language for rules: phrases with nouns that take their articles, cases and plurals, all from a TOML file.

A phrase is a whole sentence or a fragment, `"{piece:the} {do}, and {capture}"`. What follows the colon is a form of
the language's own (`the`, `a`, `pl`; German `the.acc`); `|` before `and` or `or` says how several nouns are joined. So a
translator writes sentences and no code.

>>> english = language("en")
>>> english.say("pieces.same", piece=english.noun("tokin"), other=english.noun("gold general"))
'the tokin moves exactly as a gold general'
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.readings import GameWords

LANGUAGES: Final = ("en", "de", "fr", "es", "nl")
"""The languages in which rules can be worded."""


class NounForms(NamedTuple):
    """A noun. gender: m, f, n or another letter of the language's articles. oblique: other cases, if they differ. A `*` is
    where an adjective takes its ending (`link* Wachtel`)."""

    name: str
    gender: str
    plural: str
    oblique: str = ""


@dataclass(frozen=True)
class RuleLanguage:
    """Phrases by key, and the tables of a grammar.

    known_nouns: by English name. single: pieces of which each side has only one. cell: the English word for a cell.
    """

    code: str
    phrases: Mapping[str, str]
    grammar: Mapping[str, Any]
    known_nouns: Mapping[str, NounForms]
    single: frozenset[str] = frozenset()
    cell: str = "square"

    def has(self, key: str) -> bool:
        """True if there is a phrase of that key, in some case."""
        return key in self.phrases or f"{key}.acc" in self.phrases

    def decimal(self, number: float) -> str:
        """A number in digits: `1.5`, or `1,5`."""
        return f"{number:g}".replace(".", self.grammar["decimal"])

    def with_words(self, words: GameWords) -> "RuleLanguage":
        """The language with a game's own names of pieces and regions."""
        nouns = {name: NounForms(*forms) for name, forms in words.nouns.items()}
        regions: dict[str, str] = {}
        for name, texts in words.regions.items():
            regions |= {f"region.{name}.{case}".rstrip("."): text for case, text in texts.items()}
        if not nouns and not regions:
            return self
        return replace(self, known_nouns={**self.known_nouns, **nouns}, phrases={**self.phrases, **regions})

    def say(self, key: str, **values: object) -> str:
        """A phrase, filled in. Small numbers become words; `it` is the pronoun of `piece`."""
        filled = {name: self.number(value) if isinstance(value, int) else value for name, value in values.items()}
        filled["cell"] = self.noun(self.cell)
        piece = values.get("piece")
        if isinstance(piece, Noun):
            filled["it"] = self.grammar["pronouns"].get(piece.forms.gender, "")
        return self.phrases[key].format_map(filled)

    def noun(self, name: str) -> "Noun":
        """A noun by its English name; one that is not known is used as it is."""
        return Noun(self, name, self._forms(name))

    def nouns(self, names: Iterable[str]) -> "Nouns":
        """Several nouns, each once."""
        return Nouns(self, tuple(self.noun(name) for name in dict.fromkeys(names)))

    def number(self, number: int) -> str:
        """A small number as a word."""
        words = self.grammar["numbers"]
        return str(words[number] if 0 <= number < len(words) else number)

    def ordinal(self, number: int) -> str:
        """An ordinal number as a word (fourth), where the language has one."""
        words = self.grammar["ordinals"]
        return str(words[number] if 0 < number < len(words) else self.grammar["ordinal"].format(number))

    def count(self, name: str, number: int) -> str:
        """So many pieces: `two knights`."""
        noun = self.noun(name)
        return format(noun, self.grammar.get("count", "a")) if number == 1 else f"{self.number(number)} {noun:pl}"

    def cells(self, number: int) -> str:
        """So many cells: `two squares`, and `one square`, with the number, not the article."""
        one = self.grammar.get("count")
        return self.count(self.cell, number) if one or number > 1 else f"{self.number(1)} {self.noun(self.cell)}"

    def join(self, parts: Iterable[str], word: str = "and") -> str:
        """A list in a sentence. word: `and` or `or`.

        >>> language("en").join(["a", "b", "c"], "or")
        'a, b or c'
        """
        listed = [part for part in parts if part]
        if len(listed) < 2:
            return "".join(listed)
        conjunction = self._conjunction(word, listed[-1])
        inner = (",", f" {self.grammar['and']} ", f" {self.grammar['or']} ")
        nested = any(sign in part for part in listed for sign in inner)
        comma = "," if nested else ""
        return f"{', '.join(listed[:-1])}{comma} {conjunction} {listed[-1]}"

    def directions(self, ways: Iterable[str], *, on: str) -> str:
        """Directions in words: `horizontally, vertically or diagonally forward`. on: as `Places.on` has it."""
        table = {**self.grammar["directions"], **(self.grammar[on] if on else {})}
        return self.join(chain.from_iterable(table[way] for way in ways), "or")

    def clause(self, form: str, verb: str, objects: str) -> str:
        """A verb with its objects. form: `present`, `infinitive` (after "may") or `capture`.

        What follows `|` in the objects comes last, also in languages with the verb at the end.
        """
        first, _, tail = objects.partition("|")
        words = self.grammar["verbs"][form][verb]
        plain_tail = tail.replace("|", "")
        return str(self.grammar["clauses"][form]).format(verb=words, objects=first, tail=plain_tail)

    def place(self, key: str, **values: object) -> "PlaceWords":
        """Words for cells, with a form for each case where the language has cases."""
        forms = {case: self.say(found, **values) for case in CASES if (found := f"{key}.{case}") in self.phrases}
        return PlaceWords(forms or {"": self.say(key, **values)})

    def sentence(self, text: str) -> str:
        """Text with a capital in front and a full stop at the end."""
        plain = " ".join(text.split())
        for pattern, written in self.grammar.get("contractions", ()):
            plain = re.sub(pattern, written, plain)
        capital = plain[:1].upper() + plain[1:]
        return capital if plain.endswith((".", "!", ":")) else f"{capital}."

    def _conjunction(self, word: str, following: str) -> str:
        for pattern, other in self.grammar.get(f"{word}_before", ()):
            if re.match(pattern, following, re.IGNORECASE):
                return str(other)
        return str(self.grammar[word])

    def _forms(self, name: str) -> NounForms:
        known = self.known_nouns.get(name)
        if known:
            return known
        return NounForms(name, self.grammar["gender"], _ended(name, self.grammar["plurals"]))


class Noun:
    """A noun that takes its form inside a format string."""

    def __init__(self, language: RuleLanguage, name: str, forms: NounForms) -> None:
        self.language, self.name, self.forms = language, name, forms

    def __format__(self, spec: str) -> str:
        article, _, case = spec.partition(".")
        if article == "own":
            article = "the" if self.name in self.language.single else "a"
        grammar, forms = self.language.grammar, self.forms
        plural = article in ("pl", "the_pl")
        word = forms.name
        if plural:
            word = forms.plural
        elif forms.oblique and case in ("acc", "dat"):
            word = forms.oblique
        if plural and case == "dat":
            word = _ended(word, grammar.get("dative_plurals", ()))
        form = f"{article}.{case}" if case else article
        if "*" in word:
            word = word.replace("*", grammar["adjectives"][form][forms.gender])
        if article in ("", "pl"):
            return word
        found = grammar["articles"][form]
        prefix = found if isinstance(found, str) else found[forms.gender]
        if not isinstance(prefix, str):  # before a consonant, before a vowel
            prefix = prefix[bool(re.match(grammar["vowels"], word, re.IGNORECASE))]
        return f"{prefix}{word}"

    def __str__(self) -> str:
        return format(self, "")


class Nouns:
    """Several nouns: `{pieces:a|or}` is `a queen, a rook or a knight`."""

    def __init__(self, language: RuleLanguage, nouns: tuple[Noun, ...]) -> None:
        self.language, self.nouns = language, nouns

    def __format__(self, spec: str) -> str:
        form, _, word = spec.partition("|")
        return self.language.join([format(noun, form) for noun in self.nouns], word or "and")


CASES: Final = ("nom", "acc", "dat")


class PlaceWords:
    """Words for cells: `{where}`, or `{where:acc}` where a language has cases."""

    def __init__(self, forms: Mapping[str, str]) -> None:
        self.forms = forms

    def __format__(self, case: str) -> str:
        return self.forms.get(case) or self.forms.get("") or self.forms["acc"]

    def each(self, change: Callable[[str], str]) -> "PlaceWords":
        """The same with every form changed."""
        return PlaceWords({case: change(text) for case, text in self.forms.items()})


def _ended(word: str, endings: Iterable[tuple[str, str]]) -> str:
    """A word with its ending changed by the first pattern that fits."""
    for pattern, ending in endings:
        if re.search(pattern, word):
            return re.sub(pattern, ending, word, count=1)
    return word


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> RuleLanguage:
    """The language of a code, English for one that has no phrases."""
    import tomllib

    known = code if code in LANGUAGES else "en"
    data = tomllib.loads(data_text("fairyscore.notation.rules.wording", f"phrases/{known}.toml"))
    nouns = {name: NounForms(*forms) for name, forms in data["nouns"].items()}
    phrases = dict(_flat(data["phrases"]))
    return RuleLanguage(known, phrases, data["grammar"], nouns)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            yield from _flat(value, f"{prefix}{key}.")
