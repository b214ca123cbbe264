"""What stands in a letter beside its move: greetings, farewells, courtesies, chat, and a subject that is only a heading.

Nobody can list what people tell, but what unmakes a move can be listed: a sentence that takes it back, asks, or makes it
depend on something must name the game or the letter, point at what stands there, or use a word for a doubt, a condition, a
choice, a correction, a source. A sentence in a known language that has none of these words is left as it stands, whatever
it says. Some of them are excused where the sentence evidently tells of a thing of life, or stands before the move. The
words are data (`mail/small_talk.toml`).

>>> is_chat("The dog refuses to go out in the rain.", ("en",)), is_chat("The dog ate it.", ("en",))
(True, False)
>>> is_chat("Our garden is full of roses.", ("en",)), is_chat("After the holidays.", ("en",))
(True, False)
>>> is_chat("Thank you for your kind letter", ("en",)), is_chat("Thank you for the draw", ("en",))
(True, False)
>>> is_chat("Weather: grey and cold.", ("en",)), is_chat("Rain: not my move", ("en",))
(True, False)
>>> is_greeting("Ahoy Colin,", frozenset({"colin"})), is_greeting("Dear Fergus,", frozenset({"colin"}))
(True, False)
>>> is_farewell("Best wishes from rainy Cork", frozenset({"anna"})), is_farewell("For now", frozenset({"anna"}))
(True, False)
>>> is_heading("Our circular game"), is_heading("A correction"), is_heading("Draw?")
(True, False, False)
"""

import re
import unicodedata
from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple

from fairyscore.notation.mail.phrases import phrase, piece_names_in, piece_words
from fairyscore.notation.mail.small_talk import POINTING, STRONG, WEAK, languages, negations, phrases, words

_TOPICS: Final = ("topics",)
_ANCHORS: Final = ("topics", "company", "greetings", "farewells", "verbs", "openings", "periods")
"""Lists of which the subject of a letter has a word: of others nobody knows that they are no draft or joke."""

_EMOTICON: Final = re.compile(r"(?<!\S)[:;]-?[)DPp(]|[\U0001f300-\U0001faff\u2600-\u27bf]\ufe0f?")
_COUNTED: Final = re.compile(
    r"\d{1,4}(?:[./:-]\d{1,4}){1,2}\.?(?![\w])|\d{1,4}(?:[.,]\d+)?\s?(?:°\s?[CF]?|%|€|[^\W\d_]{1,2}(?![^\W_])|\b)(?=\W|\Z)"
)
"""A date, a time of the day, a number with a measure or a word behind it."""
_LABEL: Final = re.compile(r"([^\W\d_]+) ?: (?=[^\W\d_])")
"""What a line of notes tells of: `Weather: grey`."""
_COLON: Final = re.compile(r" ?: (?=[^\W\d_])")
_STRANGE: Final = re.compile(r"[^\w\s,;.!?'…’´`°%€&/()–—¡¿-]|_")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_ENDS: Final = ("resign", "offer", "accept", "claim")

_STOPS: Final = (".", "!", "…")
_CLAUSE: Final = re.compile("[^,;–—]+")
_PERSONS: Final = ("subjects", "determiners", "company")
"""Lists with words for persons: they say nothing of a move by themselves."""

_LONGEST: Final = 400
_FEWEST_ON_TOPIC, _FEWEST, _MANY = 3, 5, 8
"""Words of a sentence that tells of something known, of one of which nothing is known, and of one that tells by itself."""
_AHEAD: Final = tuple(name for name in STRONG if name != "modality")
"""Lists that may be about a move that comes, whatever else a sentence tells of."""
_MOST_BESIDE_HARMLESS: Final = 2
"""Words that a sentence may have beside harmless phrases, and need not be known by any other."""
_LONGEST_GREETING, _LONGEST_FAREWELL, _LONGEST_HEADING = 7, 14, 10
_LONGEST_CALL: Final = 5
"""Words of a line that calls the other player by name in any words."""
_SHORTEST_NICKNAME: Final = 3


class SentencePlace(StrEnum):
    """Where a sentence stands to the move. It says by which words it may reach the move.

    AHEAD: in a paragraph before. It reaches the move only if it points on at it.
    BEHIND: behind a move. Each of its clauses may be about that, so each tells of something by itself.
    CONTINUED: behind a sentence that tells of something, in a paragraph without a move; what it says is said of that.
    """

    ANY = "any"
    AHEAD = "ahead"
    BEHIND = "behind"
    CONTINUED = "continued"


_APART: Final = (SentencePlace.AHEAD, SentencePlace.CONTINUED)
"""Places from which a sentence hardly reaches the move."""


def is_chat(sentence: str, spoken: tuple[str, ...], place: SentencePlace = SentencePlace.ANY) -> bool:
    """True if a sentence is a courtesy or tells of something beside the game.

    spoken: the languages that the letter's own words tell, empty where they tell none.

    >>> sentence = "He came again."
    >>> is_chat(sentence, ("en",)), is_chat(sentence, ("en",), SentencePlace.AHEAD)
    (False, True)
    >>> is_chat("She will be eighty.", ("en",)), is_chat("She will be eighty.", ("en",), SentencePlace.CONTINUED)
    (False, True)
    >>> sentence = "The kettle boils, then I look once more."
    >>> is_chat("The kettle boils.", ("en",), SentencePlace.BEHIND), is_chat(sentence, ("en",), SentencePlace.BEHIND)
    (True, False)
    """
    text = _COUNTED.sub(" ", " ".join(_EMOTICON.sub(" ", sentence).split()))
    label = _LABEL.match(text)
    if label is not None:
        return _is_note(label[1], text[label.end() :], spoken)
    text = _COLON.sub(", ", text)
    if len(text) > _LONGEST or not _is_plain(text) or any(pattern.search(text) for pattern in map(phrase, _ENDS)):
        return False
    known = _known_of(spoken)
    if spoken:  # the likeliest first
        return (
            bool(known)
            and _is_chat_in(known[0], text, place)
            and not any(_doubts(one, text).grave for one in known[1:])
        )
    found = any(_is_chat_in(one, text, place) for one in known)
    return found and all(_is_chat_in(one, text, place) or not any(_doubts(one, text)) for one in known)


def _known_of(spoken: tuple[str, ...]) -> list[str]:
    """Those of the languages of a letter that have a table; all that have one where its words tell none."""
    return [language for language in spoken or languages() if language in languages()]


def _is_note(label: str, text: str, spoken: tuple[str, ...]) -> bool:
    """True if a word for a thing of life stands before a colon, and few words with no doubt behind it."""
    short = len(_WORD.findall(text)) <= _LONGEST_CALL
    told = any(_is_one(one, name, label) for one in _known_of(spoken) for name in ("topics", "company"))
    return told and short and is_bare(text) and not doubt_in(text)


def tells_of_life(sentence: str, spoken: tuple[str, ...]) -> bool:
    """True if a sentence names a thing of life, or somebody of the family."""
    return any(words(one, "topics", "company").first_in(sentence) for one in _known_of(spoken))


def is_courtesy(sentence: str, spoken: tuple[str, ...]) -> bool:
    """True if a sentence begins as a courtesy, and has no doubt. spoken: as `is_chat` has them."""
    known = _known_of(spoken)
    return any(phrases(one, "courtesies").match(sentence.strip()) and is_chat(sentence, (one,)) for one in known)


class _Doubts(NamedTuple):
    """Words of a sentence that may be about the move. negated: whether it has a negation.

    grave: nothing excuses it; mild: a sentence that tells of a thing may have it; pointing: at something that stands
    elsewhere; weak: where nothing else is known of the sentence.
    """

    grave: str = ""
    mild: str = ""
    pointing: str = ""
    weak: str = ""
    negated: bool = False


def _doubts(language: str, text: str) -> _Doubts:
    """The first word of each kind in a text. A determiner before its noun is none: what the noun is decides."""
    lists = {"grave": words(language, *STRONG), "pointing": words(language, *POINTING), "weak": words(language, *WEAK)}
    found = {kind: other[0] for kind, one in lists.items() if one.others and (other := one.others.search(text))}
    mild, determiners = words(language, "mild"), words(language, "determiners")
    for match, following in pairwise([*_LETTERS.finditer(text), None]):
        assert match is not None
        word = match[0].casefold()
        kind = next((kind for kind, one in lists.items() if one.has(word)), "")
        if kind == "grave" and mild.has(word):
            kind = "mild"
        if kind == "pointing" and following and not _gap(match, following) and _is_noun(language, following[0]):
            continue
        if kind == "weak" and determiners.has(word) and _is_noun_of(language, match, following):
            continue
        if kind:
            found.setdefault(kind, match[0])
    return _Doubts(**found, negated=negations(language).search(text) is not None)


def _gap(before: re.Match[str], match: re.Match[str]) -> str:
    return before.string[before.end() : match.start()].strip()


def _is_noun(language: str, word: str) -> bool:
    """True if a word names a thing of life, or is written as a name is."""
    if any(_is_one(language, name, word) for name in ("topics", "company", "periods")):
        return True
    return word[0].isupper() and not words(language, *STRONG, *POINTING, *WEAK).first_in(word)


def _is_noun_of(language: str, before: re.Match[str], match: re.Match[str] | None) -> bool:
    """True if the next word is the noun of a determiner: it stands for nothing else."""
    if match is None or _gap(before, match):
        return False
    listed = words(language, *STRONG, *POINTING, *WEAK, "empty", "verbs", "determiners")
    return _is_noun(language, match[0]) or not listed.has(match[0].casefold())


def _is_chat_in(language: str, text: str, place: SentencePlace = SentencePlace.ANY) -> bool:
    asks = phrases(language, "questions").match(text)
    begun = asks or phrases(language, "courtesies").match(text)
    if ("?" in text and not asks) or piece_names_in(language).search(text):
        return False
    rest = _without_harmless(language, text)[begun.end() if begun else 0 :]
    doubts = _doubts(language, rest)
    if phrases(language, "this_page").search(rest):
        return False
    if doubts.grave:
        return place is SentencePlace.AHEAD and not doubts.pointing and _tells_ahead(language, text, rest)
    if begun and not (doubts.mild or doubts.pointing or doubts.negated):
        return True
    if any(doubts):
        return _is_excused(language, text, rest, doubts, place) and _tells_in_clauses(language, text, rest, place)
    many, left = (len(_WORD.findall(one)) for one in (text, rest))
    ends = text[-1:] in _STOPS
    fewest = 1 if place is SentencePlace.AHEAD else _FEWEST_ON_TOPIC if ends else _FEWEST
    if left < many and left <= _MOST_BESIDE_HARMLESS:
        return True
    return many >= fewest and _is_told_in(language, text, place) and _tells_in_clauses(language, text, text, place)


def _is_told_in(language: str, text: str, place: SentencePlace) -> bool:
    """True if a sentence is evidently one of a language: it has a verb, a subject at its beginning, or a small word."""
    found = _WORD.findall(text)
    if not found:
        return False
    if _is_one(language, "subjects", found[0]) or words(language, "verbs").first_in(text):
        return True
    if len(found) >= _FEWEST and words(language, *_TOPICS).first_in(text):
        return True
    if text[-1:] in _STOPS and words(language, "beside_farewells", "from").first_in(text):
        return True
    return place in _APART and _names_things(language, text)


def _is_excused(language: str, text: str, rest: str, doubts: _Doubts, place: SentencePlace) -> bool:
    """True if words of doubt in a sentence are evidently not said of the move: it is long, and tells of a thing.

    rest: the sentence without what is harmless.
    """
    many = len(_WORD.findall(text))
    begins_negated, ends_negated = _negated_at(language, rest)
    is_cut = bool(doubts.mild) and text[-1:] not in _STOPS
    if is_cut or ends_negated or many < (_FEWEST if begins_negated else _FEWEST_ON_TOPIC):
        return False
    on_topic = bool(words(language, *_TOPICS).first_in(text))
    if place is SentencePlace.BEHIND and doubts.pointing:
        return False
    if place in _APART:
        return (on_topic or not doubts.pointing) and (not doubts.mild or _names_things(language, text))
    begins = bool(on_topic) and _is_one(language, "subjects", _WORD.findall(text)[0])
    if begins_negated or not (begins or words(language, "verbs").first_in(text)):
        return False
    if doubts.pointing and rest.lstrip().startswith(doubts.pointing):
        return False  # what it is said of stands before the sentence
    if on_topic:
        return not doubts.mild or (many >= _FEWEST and not doubts.pointing)
    by_somebody = bool(doubts.mild) and bool(words(language, "company").first_in(text))
    excused = not (doubts.pointing or doubts.negated or by_somebody)
    return many >= _MANY - 1 and excused and _names_things(language, text)


def _tells_in_clauses(language: str, text: str, rest: str, place: SentencePlace) -> bool:
    """True if each clause of a sentence tells of something by itself, where it may be about a move before it.

    A thing of life in one clause says nothing of the next: `The kettle boils, then I look once more.`
    """
    without = rest.rjust(len(text))  # what is harmless is blank there
    spans = [found.span() for found in _CLAUSE.finditer(text) if _WORD.search(found[0])]
    is_part = len(spans) > 1
    if not (place is SentencePlace.BEHIND or (place is SentencePlace.CONTINUED and is_part)):
        return True
    return all(_is_told_clause(language, text[at:end], without[at:end], is_part=is_part) for at, end in spans)


def _is_told_clause(language: str, clause: str, rest: str, *, is_part: bool) -> bool:
    """True if a clause names a thing of life, or has no doubt and somebody or a verb.

    rest: the clause without what is harmless. is_part: of a longer sentence.
    """
    if words(language, *_TOPICS).first_in(clause):
        return True
    doubts, weak = _doubts(language, rest), words(language, *WEAK)
    doubtful = (word for word in _LETTERS.findall(rest) if weak.has(word.casefold()))
    is_weak = not all(any(_is_one(language, name, word) for name in _PERSONS) for word in doubtful)
    if doubts.pointing or doubts.mild or is_weak or (is_part and doubts.negated):
        return False
    return not is_part or bool(words(language, "company", "verbs").first_in(clause))


def _names_things(language: str, text: str) -> bool:
    """True if a text names a thing: a topic, a noun behind its article, a name within the sentence."""
    if words(language, *_TOPICS).first_in(text):
        return True
    strange = words(language, *STRONG, *POINTING, *WEAK, "empty", "company", "determiners")
    articles = words(language, "determiners")
    for before, word in pairwise(_LETTERS.findall(text)):
        if strange.has(word.casefold()):
            continue
        if articles.has(before.casefold()) or word[0].isupper():
            return True
    return False


def _tells_ahead(language: str, text: str, rest: str) -> bool:
    """True if a sentence before the paragraph of the move tells of something, and points at nothing that comes.

    What may be about a move that stands already is none there: next, he, another, three, could.
    """
    many = len(_WORD.findall(text))
    on_topic = words(language, *_TOPICS).first_in(text)
    tells = on_topic or many >= _MANY or (many >= _FEWEST and words(language, "verbs").first_in(text))
    strong, weak = words(language, *(_AHEAD if on_topic else STRONG)), words(language, *WEAK, "mild", "before")
    doubts = (word for word in _WORD.findall(rest) if strong.first_in(word) and not weak.first_in(word))
    if not tells or next(doubts, "") or (strong.others and strong.others.search(rest)):
        return False
    negated = negations(language).search(rest) is not None
    return not negated or (many >= _FEWEST and not any(_negated_at(language, rest)))


def _without_harmless(language: str, text: str) -> str:
    """A text with blanks for phrases that have a word of doubt and are harmless; as it is where it has no such word.

    The words that a phrase leaves open have none: `your real answer` is not `your answer`.
    """
    strong = words(language, *STRONG)
    if not words(language, *STRONG, *POINTING, *WEAK).first_in(text) and not negations(language).search(text):
        return text

    def blank(found: re.Match[str]) -> str:
        is_open = any(strong.first_in(words_between) for words_between in filter(None, found.groups()))
        return found[0] if is_open else " " * len(found[0])

    return phrases(language, "harmless").sub(blank, text)


def _negated_at(language: str, text: str) -> tuple[bool, bool]:
    """True if a negation begins a sentence, and whether one ends it; it may be said of another one then."""
    negated = list(negations(language).finditer(text))
    return bool(negated) and negated[0].start() == 0, bool(negated) and not _WORD.search(text, negated[-1].end())


def _is_plain(text: str) -> bool:
    """True if a text has nothing but Latin words and signs of sentences."""
    letters = (char for char in text if char.isalpha())
    return (
        not any(char.isnumeric() for char in text)
        and not _STRANGE.search(text)
        and (text.isascii() or all("LATIN" in unicodedata.name(char, "") for char in letters))
    )


# -- greetings, farewells, subjects ------------------------------------------------------------------------------------


def is_greeting(line: str, others: Collection[str]) -> bool:
    """True if words greet the other player. others: the words of the names of all but the writer, as `plain_words` has
    them; empty where nobody knows.
    """
    bare = line.rstrip(" \t:")
    found = _WORD.findall(bare)
    if not is_bare(bare) or not 0 < len(found) <= _LONGEST_GREETING:
        return False
    strange = [word for word in found if not (others and is_name_of(word, others))]
    for language in languages():
        unknown = [word for word in strange if not _is_one(language, "greetings", word)]
        nameless = not others and unknown == [found[-1]] and len(found) > 1 and found[-1][0].isupper()
        if not unknown or nameless:
            return True
    called = len(strange) < len(found) <= _LONGEST_CALL and not any(word[0].isupper() for word in strange[1:])
    return called and not any(_is_in_any("origin", word) for word in strange) and not doubt_in(line)


def is_farewell(line: str, own: Collection[str], others: Collection[str] = (), *, signed: bool = False) -> bool:
    """True if words take leave. own, others: the words of the names of the writer and of the other player; empty where
    nobody knows. signed: whether the writer's name stands below, so that `from Clare` is no other writer.
    """
    found = _WORD.findall(line)
    if not is_bare(line) or not 0 < len(found) <= _LONGEST_FAREWELL:
        return False
    before_places = ("from", "origin") if signed else ("from",)
    return any(_is_farewell_in(language, found, own, others, before_places) for language in languages())


def _is_farewell_in(
    language: str, found: list[str], own: Collection[str], others: Collection[str], before_places: Collection[str]
) -> bool:
    takes_leave = False
    for before, word in pairwise(["", *found]):
        is_capital = word[0].isupper()
        named = (is_name_of(word, own) if own else len(found) > 1) and is_capital
        is_core = _is_one(language, "farewells", word)
        is_other = bool(others) and is_name_of(word, others)
        is_place = is_capital and not is_other and any(_is_one(language, name, before) for name in before_places)
        beside = any(_is_one(language, name, word) for name in ("beside_farewells", "company"))
        if not (is_core or named or is_place or beside):
            return False
        takes_leave = takes_leave or is_core or (bool(own) and named)
    return takes_leave


def is_heading(subject: str, *, draw: bool = False) -> bool:
    """True if a subject says no more than what its letter is about. draw: whether that offers or accepts a draw.

    >>> is_heading("Our circular game"), is_heading("Late again"), is_heading("A correction"), is_heading("Draw?")
    (True, True, False, False)
    >>> is_heading("Rough sketch")
    False
    """
    found = _WORD.findall(subject)
    if not is_bare(subject) or len(found) > _LONGEST_HEADING:
        return False
    allowed = ("headings", "draws") if draw else ("headings",)
    rest = " ".join(word for word in found if not any(_is_in_any(name, word) for name in allowed))
    doubtful = any(any(_doubts(one, rest)[:3]) or negations(one).search(rest) for one in languages())
    if found and not any(_is_in_any(name, word) for name in (*_ANCHORS, *allowed) for word in found):
        return False
    return not doubtful and (draw or not any(phrase(kind).search(subject) for kind in _ENDS))


def is_free_of_doubt(text: str, spoken: tuple[str, ...]) -> bool:
    """True if words have no doubt in the languages of a letter; words of every day are none."""
    known = _known_of(spoken)
    if not known or not is_bare(text):
        return False
    weak = [words(one, *WEAK[1:]).first_in(text) for one in known]
    doubts = [_doubts(one, _without_harmless(one, text))._replace(weak="") for one in known]
    return not any(weak) and not any(map(any, doubts))


def is_opening(text: str, spoken: tuple[str, ...]) -> bool:
    """True if words that lead over to a move name an opening, or are a courtesy, and have no doubt."""
    named = any(words(one, "openings").first_in(text) for one in _known_of(spoken))
    begun = any(phrases(one, "courtesies").match(text) for one in _known_of(spoken))
    without = " ".join(word for word in _WORD.findall(text) if not _is_in_any("openings", word))
    return (named or begun) and is_free_of_doubt(without, spoken)


def is_bare(text: str) -> bool:
    """True if a text is nothing but words: no number, question, sign."""
    return _is_plain(text) and not any(char in "?¿" for char in text)


def doubt_in(text: str) -> str:
    """A word of doubt in any language: the first one of a text of which nothing is known; empty where it has none."""
    listed = (words(language, *STRONG, *POINTING, *WEAK).first_in(text) for language in languages())
    if word := next(filter(None, listed), ""):
        return word
    patterns = chain(map(phrase, (*_ENDS, "negation")), map(piece_words, languages()))
    found = (pattern.search(text) for pattern in patterns)
    return next((match[0] for match in found if match is not None), "")


@lru_cache(maxsize=4096)
def _is_one(language: str, name: str, word: str) -> bool:
    """True if a word is in a list of a language; one with an apostrophe also if its parts are."""
    known, plain = words(language, name), word.casefold().replace("’", "'")
    parts = [part for part in plain.split("'") if part]
    return known.has(plain) or any(map(known.has, parts)) or (bool(plain) and known.first_in(plain) == plain)


def _is_in_any(name: str, word: str) -> bool:
    return any(_is_one(language, name, word) for language in languages())


# -- names -------------------------------------------------------------------------------------------------------------

_RUSSIAN = (
    "а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y"
    " э e ю yu я ya"
)
"""Russian letters, each before how names are written with Latin ones."""

_LATIN = str.maketrans(dict(zip(_RUSSIAN.split()[::2], _RUSSIAN.split()[1::2], strict=True)) | {"ь": "", "ъ": ""})


def plain_words(name: str) -> list[str]:
    """The words of a name without accents, in small Latin letters.

    >>> plain_words("Jörg Weßling"), plain_words("Анна")
    (['jorg', 'wessling'], ['anna'])
    """
    bare = "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))
    return _LETTERS.findall(bare.casefold().translate(_LATIN))


def is_name_of(name: str, names: Collection[str]) -> bool:
    """True if all words of a name are among the names, their first letters, or beginnings as nicknames have them; any name
    is where the record has none.
    """
    if not names:
        return True
    return all(_is_name(word, names) for word in plain_words(name))


def _is_name(word: str, names: Collection[str]) -> bool:
    if word in names:
        return True
    short = len(word) == 1 or len(word) >= _SHORTEST_NICKNAME
    return short and any(known.startswith(word) for known in names)
