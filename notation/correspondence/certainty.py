"""Whether a letter is certain: all of it is understood. Only then is what it states written; all else is a proposal.

Words of doubt are not looked for beside a move, because nobody can list them. Instead the whole letter must be a row of
sentences of the table `understood.toml`: a move, a greeting, thanks, a condition. One word more makes it a proposal.

>>> from fairyscore.notation.correspondence.game_so_far import GameSoFar
>>> from fairyscore.notation.records.tree import Record
>>> so_far = GameSoFar(Record("chess"))
>>> understood("Hello!\\n1. e4\\nThank you for your letter.", so_far).unknown is None
True
>>> text = "1. e4 was your move last year."
>>> place = understood(text, so_far).unknown
>>> text[place[0] : place[1]]
'1. e4 was your move last year.'
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from fairyscore.notation.correspondence.game_so_far import NUMBER_TAGS, GameSoFar
from fairyscore.notation.correspondence.harmless import as_compared, is_small_talk
from fairyscore.notation.correspondence.language import Languages, judged
from fairyscore.notation.correspondence.statement import Stated
from fairyscore.notation.correspondence.tokens import move_sequences, sentences
from fairyscore.notation.mail.phrases import frame, languages_of, piece_names, seat_labels
from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.moves import Move

_MOVE, _REST = "\ue000", "\ue001"
"""A move of the text is masked with these: its first character, and the others, so that places stay."""

_ONE = rf"(?:\d{{1,3}}(?:st|nd|rd|th)?[ \t]*)?[.…):]*(?:[ \t]*[.…]+)?\s*{_MOVE}{_REST}*[!]{{0,2}}"

_LISTS: Final = ("months", "ordinals", "units")
"""What the table has beside sentences."""


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(data_text("fairyscore.notation.correspondence", "understood.toml"))


def _any_of(kind: str) -> str:
    """What all languages have in a list, the longest first."""
    words = dict.fromkeys(word for language in _table().values() for word in language.get(kind, ()))
    return "|".join(sorted(words, key=len, reverse=True))


@lru_cache(maxsize=1)
def _places() -> dict[str, str]:
    """What stands for a letter in braces in the table."""
    month = rf"(?:{_any_of('months')})\.?"
    day, year = r"\d{1,2}", r"\d{4}"
    date = (
        r"(?:[^\W\d_]+, )?(?:\d{1,4}(?:[./:-]\d{1,4}){1,2}[./]?(?: \d{1,2}:\d{2})?"
        rf"|{day}\.? (?:de )?{month}(?: (?:de )?{year})?|{day}\.{day}\.|{month} {day}(?:,? {year})?)"
    )
    unit = rf"\d{{1,4}} ?(?:{_any_of('units')})"
    span = rf"\d{{1,3}}(?:st|nd|rd|th)?(?: ?(?:{_any_of('units')}))?"
    name = r"[^\W\d_]+\.?(?:[ -][^\W\d_]+\.?){0,2}"
    return {
        "M": _ONE,
        "L": rf"{_ONE}(?:[\s,;]+{_ONE})*",
        "N": rf"(?P<name>{name})",
        "V": rf"(?P<addressed>{name})",
        "B": rf"(?P<player>{name})",
        "W": r"(?P<place>[^\W\d_]+(?:[ -][^\W\d_]+){0,2})",
        "E": r"(?P<event>\w[^\n]{0,79}\w)",
        "G": r"(?P<game>\w{1,20})",
        "R": r"(?P<round>\d{1,3}(?:\.\d{1,3})?)",
        "P": rf"(?P<piece>{'|'.join(sorted(piece_names(), key=len, reverse=True))})",
        "K": rf"(?P<taken>{'|'.join(sorted(piece_names(), key=len, reverse=True))})",
        "D": date,
        "O": rf"(?:{_any_of('ordinals')})",
        "U": rf"{unit}(?: {unit})?",
        "S": rf"(?P<total>{span})",
        "T": span,
    }


_END = (
    r"(?:[ \t]*(?:\.|[,;:!]+|[-–—]+|:-?\)|;-?\)|:-?D)(?=\s|\Z))+|[ \t]*(?=\n|\Z)|(?=\s+\()|(?<=\?)(?=\s)"
    r"|(?=\s+(?:and|und|et|y|en|&)\s)"
)
"""A sentence ends with a sign or with its line. What is only a part of a sentence leaves a rest that is not understood."""

_SENTENCE_MARK = re.compile(r"[?!]|\w{3,}\.\Z")
_ONE_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
_SENTENCE_END = re.compile(r"(?<!\d)[.!?](?=\s)|\n|\Z")


_MOVE_BEFORE_WORDS = re.compile(rf"{_ONE}[ \t]+(?=[^\W\d_])")


class Part(NamedTuple):
    """A sentence that is understood. kinds: those of the table; start, end: its place in the text. piece: the name of a
    piece beside its move; total: the time that its writer says he has used in all; taken: the name of the piece that he
    says he takes; empty without one.
    """

    kinds: tuple[str, ...]
    start: int
    end: int
    piece: str = ""
    total: str = ""
    taken: str = ""


class Understanding(NamedTuple):
    """What is understood of a text. unknowns: the places of the sentences that are not.

    lead_in: a sentence that says something about the one after it, None if there is none. hidden: whether the text has
    characters that nobody sees, such as marks of direction.
    """

    parts: tuple[Part, ...]
    unknowns: tuple[tuple[int, int], ...] = ()
    lead_in: tuple[int, int] | None = None
    hidden: bool = False

    @property
    def unknown(self) -> tuple[int, int] | None:
        """The place of the first sentence that is not understood, None if there is none."""
        return self.unknowns[0] if self.unknowns else self.lead_in

    def says(self, kind: str, at: int) -> bool:
        """Whether a sentence of a kind covers a place, and everything else is understood too."""
        certain = self.unknown is None and not self.hidden
        return certain and any(kind in part.kinds and part.start <= at < part.end for part in self.parts)


def understood(
    text: str,
    so_far: GameSoFar,
    seat: str = "",
    harmless: frozenset[str] = frozenset(),
    known: Languages | None = None,
) -> Understanding:
    """Cut a text into sentences that are understood. seat: the player it comes from, by name, empty if not known.

    harmless: sentences that a person has confirmed, as `harmless.as_compared` gives them. known: the languages of the
    letter, those of the text if not given.
    """
    hidden = any(unicodedata.category(char) in ("Cf", "Co") for char in text)
    spoken = known or judged([text])
    masked = _masked(text, so_far, spoken)
    record = _known(so_far, seat)
    parts: list[Part] = []
    unknowns: list[tuple[int, int]] = []
    at = 0
    while (at := _next_sentence(masked, at)) < len(masked):
        begins = all("greeting" in part.kinds for part in parts)
        part = _longest(masked, at, record, seat, begins=begins)
        if part is None:
            found_courtesy = _move_with_courtesy(masked, at, record)
            if found_courtesy:
                parts += found_courtesy
                at = found_courtesy[-1].end
                continue
            found = _SENTENCE_END.search(masked, at)
            end = max(found.end() if found else len(masked), at + 1)
            sentence = masked[at:end]
            is_harmless = as_compared(sentence) in harmless or is_small_talk(sentence, spoken.evident)
            if is_harmless and stands_alone(masked, at, end):
                parts.append(Part(("words",), at, end))
            else:
                unknowns.append((at, end))
            at = end
        else:
            parts.append(part)
            at = part.end
    return Understanding(tuple(parts), tuple(unknowns), _lead_in(parts, masked), hidden)


def _move_with_courtesy(text: str, at: int, record: _Known) -> list[Part]:
    """A move and a courtesy after it on its line, with nothing between them: `3. Bb5 Best wishes, Bruno`."""
    move = _MOVE_BEFORE_WORDS.match(text, at)
    if move is None:
        return []
    words = _longest(text, move.end(), record, "", begins=False)
    if words is None or "courtesy" not in words.kinds:
        return []
    return [Part(("move",), at, move.end()), words]


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a sentence is nothing but itself: it begins a line or follows a full stop, and does not go on below.

    >>> text = "We had snow\\nand rain. The garden is wet."
    >>> stands_alone(text, 0, 12), stands_alone(text, 22, len(text)), stands_alone("3. Bb5, fine rain", 8, 17)
    (False, True, False)
    """
    before = text[:start].rstrip(" \t")
    begins = not before or before[-1] in "\n.!"
    ends = text[start:end].rstrip()[-1:] in (".", "!")
    below = text[end:].lstrip(" \t")[:1]
    return begins and (ends or not below or below == "\n" or not (below.islower() or below in ",;:"))


_MAY_LEAD: Final = {"greeting", "heading", "closing"}
_MAY_STAND_BESIDE: Final = {*_MAY_LEAD, "move", "offer", "condition", "check", "mate", "courtesy"}


def _lead_in(parts: list[Part], text: str) -> tuple[int, int] | None:
    """The first sentence that says something about the one after it: `Your move: 3. Bb5`, `3. Bb5 - no, thanks`."""
    for part, following in pairwise(parts):
        if _announces(part, text) or _is_joined_to(part, following, text) or _gives_the_turn(part, following):
            return part.start, following.end
    return None


def _announces(part: Part, text: str) -> bool:
    """Whether a sentence ends with a colon and is not one of those that may: a greeting, a heading."""
    words = text[part.start : part.end].rstrip()
    return words.endswith(":") and not _MAY_LEAD.intersection(part.kinds)


def _is_joined_to(part: Part, following: Part, text: str) -> bool:
    """Whether a comma or a dash joins a move to a sentence that may be about it."""
    words = text[part.start : part.end].rstrip()
    if words[-1] not in ",;-–—" or "\n" in text[part.start + len(words) : following.start]:
        return False
    if not any("move" in one.kinds for one in (part, following)):
        return False
    is_harmless_before = "decline" in part.kinds or _MAY_STAND_BESIDE.intersection(part.kinds)
    return not (is_harmless_before and _MAY_STAND_BESIDE.intersection(following.kinds))


def _gives_the_turn(part: Part, following: Part) -> bool:
    """Whether `your move` stands before a move."""
    return "turn" in part.kinds and "move" in following.kinds


def due_moves(text: str, so_far: GameSoFar, *, numbered: bool = True) -> list[Stated]:
    """The legal moves that stand in a text after the number of the next move, also in brackets; none in a question.

    numbered: else also moves without a number and in questions.

    >>> from fairyscore.notation.records.tree import Record
    >>> so_far = GameSoFar(Record("chess"))
    >>> [[one.written for one in due_moves(text, so_far)] for text in ("Tel. 44 e5", "(1. e4)", "2. e4")]
    [[], ['1. e4'], []]
    """
    spoken = judged([text]).possible
    found: dict[Move, Stated] = {}
    for run in move_sequences(text, so_far.game, spoken, asides=True):
        if run.number and so_far.now not in so_far.places(run.number, answers=run.answers):
            continue
        if numbered and (not run.number or text[run.end :].lstrip().startswith("?")):
            continue
        if not run.number and run.moves[0].text.casefold() in so_far.game.board.index:
            continue  # the name of a cell
        for move, spelling in so_far.named(so_far.now, run.moves[0].text, spoken).items():
            found.setdefault(move, Stated(move, spelling, so_far.written(so_far.now, move), run.start, run.end))
    return list(found.values())


def has_sentences(signature: str) -> bool:
    """Whether a signature says more than names and addresses: a line has words of a language, or ends as a sentence.

    Single letters are not words: so boards are drawn.

    >>> has_sentences("-- \\nAnna Lindt\\nHamburg"), has_sentences("-- \\nForget it, this is not my move.")
    (False, True)
    >>> has_sentences("8 | r | n |\\n    a   b   c   d   e")
    False
    """
    lines = [line.strip() for line in signature.split("\n")]
    own = [line for line in lines if line and not frame("added").fullmatch(line)]
    several = [line for line in own if len(line.split()) > 1]
    return any(languages_of(_ONE_LETTER.sub("", line)) or _SENTENCE_MARK.search(line) for line in several)


_BETWEEN = re.compile(r"\s*(?:(?<=\s)(?:and|und|et|y|en|&)\s)?\s*", re.IGNORECASE)


def _next_sentence(text: str, at: int) -> int:
    """Where the next sentence begins: after white space, and after an `and` between two sentences."""
    found = _BETWEEN.match(text, at)
    return found.end() if found and at else len(text) - len(text[at:].lstrip())


def _masked(text: str, so_far: GameSoFar, known: Languages) -> str:
    """The text with its moves masked; a move with a question mark is none."""
    masked = list(text)
    for sentence in sentences(text, so_far.game, known.possible):
        for run in sentence.runs:
            for move in run.moves:
                if "?" not in text[move.start : move.end].removesuffix("!?"):
                    masked[move.start : move.end] = _MOVE + _REST * (move.end - move.start - 1)
    return "".join(masked).replace("¡", " ")  # it says no more than the sign at the end


def _longest(text: str, at: int, record: _Known, seat: str, *, begins: bool) -> Part | None:
    """The longest sentence of the table that begins at a place. begins: whether somebody may still be greeted."""
    best = None
    for kinds, pattern in _sentences():
        greets = "greeting" in kinds
        names = record.others if greets else record.own
        found = pattern.match(text, at) if begins or not greets else None
        addressed = found and found.groupdict().get("addressed")
        if (
            found and addressed and not _is_one_of(addressed, record.others)
        ):  # no name: the sentence may end before the comma
            found = pattern.match(text, at, found.start("addressed"))
        if found is None or (best is not None and found.end() <= best.end):
            continue
        groups = found.groupdict()
        name, place = groups.get("name"), groups.get("place")
        if place is not None and (record.own | record.others).intersection(_plain_words(place)):
            continue
        if not record.has(groups):
            continue
        label = seat_labels().match(found[0]) if "move" in kinds and seat else None
        if label and label.lastgroup != seat:
            continue
        if name is None or _is_one_of(name, names):
            piece, taken = ((groups.get(one) or "").casefold() for one in ("piece", "taken"))
            best = Part(kinds, at, found.end(), piece, groups.get("total") or "", taken)
    return best


@lru_cache(maxsize=1)
def _sentences() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    """All sentences of the table as patterns, each with its kinds."""
    found = []
    for language in _table().values():
        for kind, sources in language.items():
            if kind in _LISTS:
                continue
            kinds = tuple(kind.split("_and_"))
            address = "" if {"greeting", "closing"}.intersection(kinds) else _ADDRESS
            found += [(kinds, _pattern(f"(?:{source}){address}")) for source in sources]
    return tuple(found)


_ADDRESS = "(?:, {V})?"
"""The other player may be called by name after a sentence: `Your move, Anna!`"""


def _pattern(source: str) -> re.Pattern[str]:
    spaced = source.replace(" ?", r"\s*").replace(" ", r"\s+")
    whole = re.sub(r"\{([A-Z])\}", lambda part: _places()[part[1]], spaced)
    return re.compile(rf"(?:{whole})(?:{_END})", re.IGNORECASE)


_RUSSIAN = (
    "а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y"
    " э e ю yu я ya"
)
"""Russian letters, each before how names are written with Latin ones."""

_LATIN = str.maketrans(dict(zip(_RUSSIAN.split()[::2], _RUSSIAN.split()[1::2], strict=True)) | {"ь": "", "ъ": ""})


# -- names -------------------------------------------------------------------------------------------------------------


class _Known(NamedTuple):
    """What the record says of names. own, others: words of the sender's names, and of all others'; where the sender is not
    known, all in both. event, game, round: its tags.
    """

    own: frozenset[str]
    others: frozenset[str]
    event: str
    game: tuple[str, ...]
    round: str

    def has(self, groups: Mapping[str, str | None]) -> bool:
        """Whether the headings of a letter are so in the record."""
        player, event, game, round_ = (groups.get(name) for name in ("player", "event", "game", "round"))
        return (
            (player is None or _is_one_of(player, self.own | self.others))
            and (event is None or event.casefold().split() == self.event.casefold().split())
            and (game is None or game.casefold() in self.game)
            and (round_ is None or round_ == self.round)
        )


def _known(so_far: GameSoFar, seat: str) -> _Known:
    own, others = set[str](), set[str]()
    for player in so_far.game.seats:
        words = set(_plain_words(so_far.record.tag(player.name.capitalize())))
        if player.name == seat or not seat:
            own |= words
        if player.name != seat or not seat:
            others |= words
    numbers = tuple(filter(None, (so_far.record.tag(tag).casefold() for tag in NUMBER_TAGS)))
    tags = so_far.record.tag("Event"), numbers, so_far.record.tag("Round")
    return _Known(frozenset(own), frozenset(others), *tags)


def _is_one_of(name: str, names: frozenset[str]) -> bool:
    """Whether all words of a name are among the names, or their first letters; any name is where the record has none."""
    if not names:
        return True
    initials = {known[0] for known in names}
    return all(word in names or (len(word) == 1 and word in initials) for word in _plain_words(name))


def _plain_words(name: str) -> list[str]:
    """The words of a name without accents, in small Latin letters."""
    bare = "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))
    return re.findall(r"[^\W\d_]+", bare.casefold().translate(_LATIN))
