"""The certainty of a letter: only where it is certain is what it states written; all else is a proposal.

Four things make a move certain, and each has one judge:

1. The writer's own text has one move that fits now, by number, side and thread (`statement`).
2. It stands in a frame: alone on its line, or in words that say that it is made. Nobody can list the words that make it no
   move, so the frames are a closed list: sentences of the table `understood.toml`, or clauses of its words in any order.
   So are ends, offers and conditions.
3. No other sentence reaches it. A sentence that takes a move back, or makes it depend on something, names the game or the
   letter, points at what stands there, or has a word of doubt. These words are a closed list. A greeting, a courtesy, a
   sentence that tells of something else and has none of them is left as it stands, whatever it says (`asides`); one of
   which nothing is known makes a proposal of the letter.
4. All languages that the letter may be in give that move (`language`).

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
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, count, pairwise
from typing import Any, Final, NamedTuple

from fairyscore.notation.correspondence.asides import (
    SentencePlace,
    doubt_in,
    is_bare,
    is_chat,
    is_courtesy,
    is_farewell,
    is_free_of_doubt,
    is_greeting,
    is_name_of,
    is_opening,
    plain_words,
    tells_of_life,
)
from fairyscore.notation.correspondence.game_so_far import NUMBER_TAGS, GameSoFar
from fairyscore.notation.correspondence.harmless import as_compared
from fairyscore.notation.correspondence.language import ENGLISH, Languages, judged
from fairyscore.notation.correspondence.statement import Stated
from fairyscore.notation.correspondence.tokens import is_place, move_sequences, sentences
from fairyscore.notation.mail.phrases import frame, languages_of, piece_names, seat_labels
from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.moves import Move

_MOVE, _REST = "\ue000", "\ue001"
"""A move of the text is masked with these: its first character, and the others, so that places stay."""

_ONE = rf"(?:\d{{1,3}}(?:st|nd|rd|th)?[ \t]*)?[.…):]*(?:[ \t]*[.…]+)?\s*{_MOVE}{_REST}*[!]{{0,2}}"

_LISTS: Final = "lists"
"""What a language has beside sentences: the words that they are made of."""

_BAGS: Final = "bags"
"""Sentences of a language that are known by their words in any order."""

_ANY: Final = "any"
"""Sentences of no language."""

_EVERY: Final = "every"
"""The sentences of all languages that have lists."""


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(data_text("fairyscore.notation.correspondence", "understood.toml"))


def _any_of(name: str) -> str:
    """The entries of a list in all languages, the longest first."""
    words = dict.fromkeys(word for language in _table().values() for word in language.get(_LISTS, {}).get(name, ()))
    return "|".join(sorted(words, key=len, reverse=True))


@lru_cache(maxsize=1)
def _places() -> dict[str, str]:
    """The patterns that letters in braces stand for in the table."""
    month = rf"(?:{_any_of('months')})\.?"
    day, year = r"\d{1,2}", r"\d{4}"
    date = (
        r"(?:[^\W\d_]+, )?(?:\d{1,4}(?:[./:-]\d{1,4}){1,2}[./]?(?: \d{1,2}:\d{2})?"
        rf"|{day}\.? (?:de )?{month}(?: (?:de )?{year})?|{day}\.{day}\.|{month} {day}(?:,? {year})?)"
    )
    unit = rf"\d{{1,4}} ?(?:{_any_of('units')})"
    span = rf"\d{{1,3}}(?:st|nd|rd|th)?(?: ?(?:{_any_of('units')}))?"
    few = rf"(?:{_any_of('numbers')}) (?:{_any_of('units')})"
    name = r"[^\W\d_]+\.?(?:[ -][^\W\d_]+\.?){0,2}"
    return {
        "M": _ONE,
        "C": r"(?P<cell>[a-w]\d{1,2})",
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
        "T": rf"(?:{span}|{few})",
    }


_END = (
    r"(?:[ \t]*(?:\.|[,;:!]+|[-–—]+|:-?\)|;-?\)|:-?D)(?=\s|\Z))+|[ \t]*(?=\n|\Z)|(?=\s+\()|(?<=\?)(?=\s)"
    r"|(?=\s+(?:and|und|et|y|en|&)\s)"
)
"""A sentence ends with a sign or with its line. What is only a part of a sentence leaves a rest that is not understood."""

_SENTENCE_MARK = re.compile(r"[?!]|\w{3,}\.\Z")
_ONE_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
_SENTENCE_END = re.compile(r"(?<![\d.])[.!?](?=\s)|\n|\Z")


_MOVE_BEFORE_WORDS = re.compile(rf"{_ONE}[ \t]+(?=[^\W\d_])")


class Part(NamedTuple):
    """A sentence that is understood. kinds: those of the table; start, end: its place in the text. piece: the name of a
    piece beside its move; total: the time that its writer says he has used in all; taken: the name of the piece that he
    says he takes; cell: where he says that it goes; empty without one.
    """

    kinds: tuple[str, ...]
    start: int
    end: int
    piece: str = ""
    total: str = ""
    taken: str = ""
    cell: str = ""


class Understanding(NamedTuple):
    """The understood part of a text. unknowns: the places of the sentences that are not understood.

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
        """True if a sentence of a kind covers a place, and everything else is understood too."""
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
    record = _names_in(so_far, seat)
    border = _paragraph_of_move(text, so_far)
    parts: list[Part] = []
    unknowns: list[tuple[int, int]] = []
    at = 0
    while (at := _next_sentence(masked, at)) < len(masked):
        part = _known_part(masked, at, parts, record, spoken)
        if part is None and (rest := _behind_and(masked, at)) > at:
            part = _known_part(masked, rest, parts, record, spoken)
        if part is None:
            found_courtesy = _move_with_courtesy(masked, at, record, spoken)
            if found_courtesy:
                parts += found_courtesy
                at = found_courtesy[-1].end
                continue
            other = _other_sentence(masked, at, parts, record, harmless=harmless, spoken=spoken, border=border)
            if "unknown" in other.kinds:
                unknowns.append((other.start, other.end))
            else:
                parts.append(other)
            at = other.end
        else:
            parts.append(part)
            at = part.end
    return Understanding(tuple(parts), tuple(unknowns), _lead_in(parts, masked), hidden)


def _paragraph_of_move(text: str, so_far: GameSoFar) -> int:
    """Where the paragraph of the first move that is due begins; 0 where none is."""
    first = min((one.start for one in due_moves(text, so_far)), default=0)
    return max((found.end() for found in _BLANK_LINE.finditer(text, 0, first)), default=0)


_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def _other_sentence(
    text: str,
    at: int,
    parts: list[Part],
    record: _RecordNames,
    *,
    harmless: frozenset[str],
    spoken: Languages,
    border: int,
) -> Part:
    """A sentence that the table does not have: what its place or its words tell; `unknown` where neither does.

    border: where the paragraph of the move begins.
    """
    line = text.find("\n", at)
    line_end = len(text) if line < 0 else line
    if not text[text.rfind("\n", 0, at) + 1 : at].strip() and _signs(text, at, parts, record):
        return Part(("closing",), at, line_end)
    if bag := _of_a_bag(text, at, line_end, spoken):
        return bag
    if led := _led_over(text, at, spoken) or _led_to_an_end(text, at, parts, record, spoken):
        return led
    end = _sentence_end(text, at)
    sentence = text[at:end]
    confirmed = as_compared(sentence) in harmless
    is_alone = (stands_alone(text, at, end) or _goes_on(text, at, end, parts)) and not _completes(text, at, parts)
    place = _place_of(text, at, end, parts, border)
    if is_alone and is_chat(sentence, spoken.evident, place):
        tells = place is SentencePlace.CONTINUED or tells_of_life(sentence, spoken.evident)
        return Part(("words", _TOLD) if tells else ("words",), at, end)
    return Part(("words" if confirmed and stands_alone(text, at, end) else "unknown",), at, end)


def _led_over(text: str, at: int, spoken: Languages) -> Part | None:
    """Words that lead over to a move behind a colon, by the name of its opening or as a courtesy: `A quiet Italian:`."""
    found = _LEADS.match(text, at)
    return Part(("heading",), at, found.end()) if found and is_opening(found[1], spoken.evident) else None


def _led_to_an_end(text: str, at: int, parts: list[Part], record: _RecordNames, spoken: Languages) -> Part | None:
    """A sentence of the table that ends the game, behind words without doubt: `After long thought, I resign`."""
    sentence_end = len(text[: _sentence_end(text, at)].rstrip())
    for word in _WORD_BEGIN.finditer(text, at + 1, sentence_end):
        part = _known_part(text, word.start(), parts, record, spoken)
        if part and _ENDING.intersection(part.kinds) and part.end >= sentence_end:
            before = text[at : word.start()].rstrip(" ,")
            return part._replace(start=at) if is_free_of_doubt(before, spoken.evident) else None
    return None


_LEADS: Final = re.compile(rf"([^:\n{_MOVE}]+?) ?:(?=\s+(?:\d{{1,3}}[.…)]*[ \t]*[.…]*\s*)?{_MOVE})")
_WORD_BEGIN: Final = re.compile(r"(?<=\s)(?=[^\W\d_])")
_ENDING: Final = {"resign", "accept"}

_TOLD: Final = "told"
"""A kind of sentences that tell of something beside the game."""


def _place_of(text: str, at: int, end: int, parts: list[Part], border: int) -> SentencePlace:
    """Where a sentence stands to the move. border: where the paragraph of that begins."""
    if end <= border and text[at:end].rstrip()[-1:] in _STOPS:
        return SentencePlace.AHEAD
    otherwise = SentencePlace.BEHIND if _MOVE in text[:at] else SentencePlace.ANY
    before = parts[-1] if parts else None
    if before is None or _TOLD not in before.kinds or _BLANK_LINE.search(text, before.start, at):
        return otherwise
    begin = max((found.end() for found in _BLANK_LINE.finditer(text, 0, at)), default=0)
    below = _BLANK_LINE.search(text, at)
    has_move = _MOVE in text[begin : below.start() if below else len(text)]
    return otherwise if has_move else SentencePlace.CONTINUED


_STOPS: Final = (".", "!", "?", "…")
"""Signs behind which nothing of a sentence comes."""


class _Bag(NamedTuple):
    """Clauses of a kind by their words. needs: of each of these lists a clause has a word; words: all that it may have;
    claims: what a word of it says that the move is too, with the words.
    """

    kind: str
    needs: tuple[frozenset[str], ...]
    words: frozenset[str]
    claims: Mapping[str, frozenset[str]]

    def has(self, words: Collection[str]) -> bool:
        """True if a clause of these words is one of its kind."""
        known = self.words.union(*self.needs, *self.claims.values())
        return bool(words) and known.issuperset(words) and all(need.intersection(words) for need in self.needs)


@lru_cache(maxsize=16)
def _bags(language: str) -> tuple[_Bag, ...]:
    return tuple(
        _Bag(
            kind,
            tuple(map(frozenset, bag["needs"])),
            frozenset(bag["words"]),
            {claim: frozenset(bag[claim]) for claim in _CLAIMS if claim in bag},
        )
        for kind, bag in _table().get(language, {}).get(_BAGS, {}).items()
    )


_CLAIMS: Final = ("capture", "check", "castle")


def _of_a_bag(text: str, at: int, line_end: int, spoken: Languages) -> Part | None:
    """A clause that the words of a bag make, in a language of the letter."""
    clause_end = min((found.end() for found in [_CLAUSE.search(text, at, line_end)] if found), default=line_end)
    move = _NUMBERED_MOVE.search(text, at, line_end)
    bags = [bag for language in spoken.evident for bag in _bags(language)]
    if move is None or move.start() >= clause_end:
        words = _bag_words(text[at:clause_end])
        kind = next((bag.kind for bag in bags if bag.kind != "move" and bag.has(words)), None)
        return Part(tuple(kind.split("_and_")), at, clause_end) if kind and "?" not in text[at:clause_end] else None
    return _framed_move(text, at, move, [bag for bag in bags if bag.kind == "move"])


def _framed_move(text: str, at: int, move: re.Match[str], bags: list[_Bag]) -> Part | None:
    """A clause that ends with a move: the words before it say that it is made, and what it is."""
    ended = _MOVE_ENDS.match(text, move.end())
    before = text[at : move.start()]
    cells = _CELL_NAMED.findall(before)
    words = _bag_words(_CELL_NAMED.sub(" ", before))
    pieces = [word for word in words if word in piece_names()]
    others = [word for word in words if word not in pieces]
    bag = next((bag for bag in bags if bag.has(others)), None)
    is_plain = _SENTENCE_MARK.search(before.strip()) is None and is_bare(_CELL_NAMED.sub(" ", before).rstrip(" :"))
    if ended is None or bag is None or not is_plain or len(pieces) > 1 or len(cells) > 1:
        return None
    claims = [claim for claim, known in bag.claims.items() if known.intersection(words)]
    if "capture" in claims and pieces:
        return None  # the piece that takes, or the one that is taken
    return Part(("move", *claims), at, ended.end(), "".join(pieces), cell="".join(cells).casefold())


def _bag_words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.casefold().replace("’", "'"))


_CELL_NAMED: Final = re.compile(r"(?<![^\W_])[a-w]\d{1,2}(?![^\W_])", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[,;.!?](?=\s|\Z)")
_NUMBERED_MOVE: Final = re.compile(rf"\d{{1,3}}[.…)]+[ \t]*[.…]*\s*{_MOVE}{_REST}*[!]{{0,2}}")
_MOVE_ENDS: Final = re.compile(r"[ \t]*(?:[.!]+(?=\s|\Z)|(?=\n|\Z))")


def _completes(text: str, at: int, parts: list[Part]) -> bool:
    """True if a line completes the sentence above it, which states something: `I resign` goes on with `myself to fate`."""
    before = parts[-1] if parts else None
    if before is None or not _STATES.intersection(before.kinds) or not text[at].islower():
        return False
    return text[before.start : before.end].rstrip()[-1:] not in _STOPS


_STATES: Final = {"move", "resign", "accept", "offer", "claim"}


_GOES_ON: Final = {"greeting", "words", "courtesy", "closing", "heading"}


def _goes_on(text: str, at: int, end: int, parts: list[Part]) -> bool:
    """True if a sentence goes on from a courtesy, as `Sorry for the delay, I had a cold` does, and ends by itself."""
    before = parts[-1] if parts else None
    if before is None or not _GOES_ON.intersection(before.kinds):
        return False
    if _behind_and(text, _next_sentence(text, before.end)) not in (at, len(text)) and text[before.end : at].strip():
        return False
    alone = f".\n{text[at:]}"
    ends = text[at:end].rstrip()[-1:] not in (",", ";", ":")
    return ends and "move" not in before.kinds and stands_alone(alone, 2, 2 + end - at)


def _sentence_end(text: str, at: int) -> int:
    """Where a sentence ends: with its sign, or with its line, if that was not wrapped."""
    begin = text.rfind("\n", 0, at) + 1
    while True:
        found = _SENTENCE_END.search(text, at)
        if found is None:
            return len(text)
        end = max(found.end(), at + 1)
        if found[0] != "\n" or not _wraps(text[begin : found.start()], text[end:]):
            return end
        begin = at = end


def _wraps(line: str, below: str) -> bool:
    """True if a program has broken a line of a paragraph: it is long, and words go on below."""
    return (len(line) >= _WRAPPED and below[:1].isalpha()) or below[:1].islower()


_WRAPPED: Final = 50
_LONGEST_LEAVE: Final = 2


def _bare_words(text: str, at: int, parts: list[Part], record: _RecordNames, spoken: Languages) -> Part | None:
    """The longest greeting, farewell or courtesy that begins at a place, and ends with its line or a sign in it."""
    line = text.find("\n", at)
    line_end = len(text) if line < 0 else line
    begins = all("greeting" in part.kinds for part in parts)
    ends = [found.end() for found in _CLAUSE_SIGN.finditer(text, at, line_end)][:_MOST_CLAUSES]
    for end in sorted({*ends, line_end}, reverse=True):
        words = text[at:end]
        if begins and is_greeting(words, record.others):
            return Part(("greeting",), at, end)
        takes_leave = end == line_end and _takes_leave(words, text[end:], record)
        signed = end == line_end and _is_own_name(text[end:].strip().partition("\n")[0], record)
        if takes_leave or is_farewell(words, record.sender, record.others - record.sender, signed=signed):
            return Part(("closing",), at, end)
        if is_courtesy(words, spoken.evident):
            return Part(("words",), at, end)
    return None


_CLAUSE_SIGN: Final = re.compile(r"(?<!\d)[,;:.!–—-]+(?=\s)")
_MOST_CLAUSES: Final = 3


def _takes_leave(line: str, below: str, record: _RecordNames) -> bool:
    """True if one or two words stand directly above the writer's name and the end, and have no doubt: `Kenavo`."""
    is_last = len(below.strip().splitlines()) == 1 and _is_own_name(below, record)
    is_short = 0 < len(plain_words(line)) <= _LONGEST_LEAVE and line.rstrip()[-1:] not in (".", "!", ":")
    return is_last and is_short and is_bare(line) and not doubt_in(line)


def _is_own_name(line: str, record: _RecordNames) -> bool:
    """True if a line is a name of the writer."""
    return bool(plain_words(line) and record.sender) and is_name_of(line, record.sender)


def _signs(text: str, at: int, parts: list[Part], record: _RecordNames) -> bool:
    """True if the lines below the writer's name are a signature: an address or a number, no sentence, no word of doubt."""
    if not parts or "closing" not in parts[-1].kinds or not record.sender:
        return False
    signed = record.sender.intersection(plain_words(text[parts[-1].start : parts[-1].end]))
    rest = text[at:]
    is_address = _NUMBERS.search(rest) is not None and _MOVE not in rest and not has_sentences(f"{rest}\n")
    words = _NUMBERS.sub(" ", rest)
    return bool(signed) and is_address and is_bare(words) and not doubt_in(words)


_NUMBERS: Final = re.compile(r"[\d@:|]+")


def _move_with_courtesy(text: str, at: int, record: _RecordNames, spoken: Languages) -> list[Part]:
    """A move and a courtesy after it on its line, with nothing between them: `3. Bb5 Best wishes, Bruno`."""
    move = _MOVE_BEFORE_WORDS.match(text, at)
    if move is None:
        return []
    words = _longest(text, move.end(), record, spoken, begins=False)
    if words is None or "courtesy" not in words.kinds:
        return []
    return [Part(("move",), at, move.end()), words]


def stands_alone(text: str, start: int, end: int) -> bool:
    """True if a sentence is nothing but itself: it begins a line or follows a full stop, and does not go on below.

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
    """True if a sentence ends with a colon and is not one of those that may: a greeting, a heading."""
    words = text[part.start : part.end].rstrip()
    return words.endswith(":") and not _MAY_LEAD.intersection(part.kinds)


def _is_joined_to(part: Part, following: Part, text: str) -> bool:
    """True if a comma or a dash joins a move to a sentence that may be about it."""
    words = text[part.start : part.end].rstrip()
    if words[-1] not in ",;-–—" or "\n" in text[part.start + len(words) : following.start]:
        return False
    if not any("move" in one.kinds for one in (part, following)):
        return False
    is_harmless_before = "decline" in part.kinds or _MAY_STAND_BESIDE.intersection(part.kinds)
    return not (is_harmless_before and _MAY_STAND_BESIDE.intersection(following.kinds))


def _gives_the_turn(part: Part, following: Part) -> bool:
    """True if `your move` stands before a move."""
    return "turn" in part.kinds and "move" in following.kinds


def due_moves(text: str, so_far: GameSoFar, *, numbered: bool = True) -> list[Stated]:
    """The legal moves that stand in a text after the number of the next move, also in brackets; none in a question.

    numbered: else also moves without a number and in questions.

    >>> from fairyscore.notation.records.tree import Record
    >>> so_far = GameSoFar(Record("chess"))
    >>> [[one.written for one in due_moves(text, so_far)] for text in ("Tel. 44 e5", "(1. e4)", "2. e4")]
    [[], ['1. e4'], []]
    """
    if not text.strip():
        return []
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
    """True if a signature says more than names and addresses: a line has words of a language, or ends as a sentence.

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


def without_dates(text: str) -> str:
    """A text with a blank for each date in it."""
    return _date().sub(" ", text)


@lru_cache(maxsize=1)
def _date() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_places()['D']}(?!\w)", re.IGNORECASE)


_AND = re.compile(r"(?:and|und|et|y|en|&)\s+", re.IGNORECASE)


def _next_sentence(text: str, at: int) -> int:
    """Where the next sentence begins: after white space."""
    return len(text) - len(text[at:].lstrip())


def _behind_and(text: str, at: int) -> int:
    """Where a sentence begins behind an `and` that joins it to the one before; the same place where it has none."""
    found = _AND.match(text, at) if at else None
    return found.end() if found else at


def _masked(text: str, so_far: GameSoFar, known: Languages) -> str:
    """The text with its moves masked; a move with a question mark is none."""
    masked = list(text)
    for sentence in sentences(text, so_far.game, known.possible):
        for run in sentence.runs:
            for move in run.moves:
                if is_place(move, text, so_far.game):
                    continue
                if "?" not in text[move.start : move.end].removesuffix("!?"):
                    masked[move.start : move.end] = _MOVE + _REST * (move.end - move.start - 1)
    return "".join(masked).replace("¡", " ")  # it says no more than the sign at the end


_NAMED: Final = ("piece", "total", "taken", "cell")
"""Groups of sentences whose words are held against the move."""


def _known_part(text: str, at: int, parts: list[Part], record: _RecordNames, spoken: Languages) -> Part | None:
    """The longest sentence of the table, greeting or farewell that begins at a place."""
    begins = all("greeting" in part.kinds for part in parts)
    found = [_longest(text, at, record, spoken, begins=begins), _bare_words(text, at, parts, record, spoken)]
    return max((part for part in found if part), key=lambda part: part.end, default=None)


def _longest(text: str, at: int, record: _RecordNames, spoken: Languages, *, begins: bool) -> Part | None:
    """The longest sentence of the table that begins at a place, first of the languages that the letter is evidently in
    and of English, which others borrow; where they have none, what people borrow of the others.

    begins: whether somebody may be greeted.
    """
    first = tuple(dict.fromkeys((_ANY, ENGLISH, *spoken.evident))) if spoken.evident else tuple(_table())
    others = tuple(language for language in _table() if language not in first)
    found = _longest_of(first, text, at, record, begins=begins)
    if found is not None and not {"greeting", "closing"}.intersection(found.kinds):
        return found
    other = _longest_of(others, text, at, record, begins=begins, borrowed=bool(spoken.evident))
    return max(filter(None, (found, other)), key=lambda part: part.end, default=None)


def _longest_of(
    languages: tuple[str, ...], text: str, at: int, record: _RecordNames, *, begins: bool, borrowed: bool = False
) -> Part | None:
    """borrowed: only of what letters in other languages have too."""
    best: Part | None = None
    for pack in chain.from_iterable(_packs(language, borrowed) for language in languages):
        if pack.any_begins.match(text, at) is None:
            continue
        for kinds, pattern in pack.sentences:
            if begins or "greeting" not in kinds:
                found = _part_of(kinds, pattern, text, at, record)
                best = found if found and (best is None or found.end > best.end) else best
    return best


def _part_of(kinds: tuple[str, ...], pattern: re.Pattern[str], text: str, at: int, record: _RecordNames) -> Part | None:
    """The sentence that a pattern finds at a place, if all that it names is so in the record."""
    found = pattern.match(text, at)
    if found is None:
        return None
    groups = _groups(found)
    for addressed, start in groups["addressed"]:
        if not is_name_of(addressed, record.others):  # no name: the sentence may end before the comma
            shorter = pattern.match(text, at, start)
            if shorter is None:
                return None
            found, groups = shorter, _groups(shorter)
    label = seat_labels().match(found[0]) if "move" in kinds and record.seat else None
    names = record.others if "greeting" in kinds else record.sender
    if (label and label.lastgroup != record.seat) or not record.has(groups, names):
        return None
    piece, total, taken, cell = (next((text for text, _ in groups[name]), "") for name in _NAMED)
    return Part(kinds, at, found.end(), piece.casefold(), total, taken.casefold(), cell.casefold())


class _Pack:
    """Sentences of a language that are asked for together. They are compiled each only where one of them may begin."""

    def __init__(self, wholes: tuple[tuple[tuple[str, ...], str], ...]) -> None:
        self._wholes = wholes

    @cached_property
    def any_begins(self) -> re.Pattern[str]:
        """All of them in one pattern."""
        return re.compile("|".join(_GROUP.sub("(?:", source) for _, source in self._wholes), re.IGNORECASE)

    @cached_property
    def sentences(self) -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
        """A pattern for each, with its kinds."""
        return tuple(
            (kinds, re.compile(rf"(?:{_numbered_groups(source)})(?:{_END})", re.IGNORECASE))
            for kinds, source in self._wholes
        )


_TOGETHER: Final = 12
_BORROWED: Final = {"greeting", "closing", "courtesy", "move", "resign", "accept"}
"""Kinds of sentences that letters in another language have."""


@lru_cache(maxsize=32)
def _packs(language: str, borrowed: bool) -> tuple[_Pack, ...]:
    found = [whole for whole in _wholes(language) if not borrowed or _BORROWED.intersection(whole[0])]
    return tuple(_Pack(tuple(found[at : at + _TOGETHER])) for at in range(0, len(found), _TOGETHER))


@lru_cache(maxsize=16)
def _wholes(language: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The sentences of a language as regular expressions, each with its kinds."""
    found = []
    for kind, source in _sources(language):
        kinds = tuple(kind.split("_and_"))
        address = "" if {"greeting", "closing"}.intersection(kinds) else _ADDRESS
        found.append((kinds, _whole(f"(?:{source}){address}", _table()[language].get(_LISTS, {}))))
    return tuple(found)


def _sources(language: str) -> Iterator[tuple[str, str]]:
    """The sentences of a language of the table, each with its kind."""
    table = _table()
    kinds = table[language] if language != _EVERY else {}
    own = {kind: sources for kind, sources in kinds.items() if kind not in (_LISTS, _BAGS)}
    shared = table[_EVERY] if _LISTS in kinds else {}
    for kind, sources in chain(own.items(), shared.items()):
        yield from ((kind, source) for source in sources)


_ADDRESS = "(?:, {V})?"
"""The other player may be called by name after a sentence: `Your move, Anna!`"""


def _whole(source: str, lists: Mapping[str, Sequence[str]]) -> str:
    """A sentence of the table as a regular expression. lists: those of its language."""
    while _LISTED.search(source):  # a list may name another one
        source = _LISTED.sub(lambda part: f"(?:{'|'.join(lists[part[1]])})", source)
    spaced = source.replace(" ?", r"\s*").replace(" ", r"\s+")
    places = (_places()[found[1]] for found in _PLACE.finditer(spaced))
    return _PLACE.sub(lambda _: next(places), spaced)


_LISTED = re.compile(r"\{([a-z_]+)\}")
_PLACE = re.compile(r"\{([A-Z])\}")
_GROUP = re.compile(r"\(\?P<(\w+)>")


def _numbered_groups(source: str) -> str:
    """A pattern whose groups have their names with a number behind, as two of them may not have one name."""
    numbers = count(1)
    return _GROUP.sub(lambda found: f"(?P<{found[1]}_{next(numbers)}>", source)


def _groups(found: re.Match[str]) -> dict[str, list[tuple[str, int]]]:
    """The texts in the groups of a name, each with its place."""
    groups: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, text in found.groupdict().items():
        if text is not None:
            groups[name.rpartition("_")[0]].append((text, found.start(name)))
    return groups


# -- names -------------------------------------------------------------------------------------------------------------


class _RecordNames(NamedTuple):
    """The names that a record has. sender, others: words of the sender's names, and of all others'; where the sender is not
    known, all in both. event, game, round: its tags. seat: the sender, empty if not known.
    """

    sender: frozenset[str]
    others: frozenset[str]
    event: str
    game: tuple[str, ...]
    round: str
    seat: str

    def has(self, groups: Mapping[str, list[tuple[str, int]]], names: frozenset[str]) -> bool:
        """True if the names and headings of a sentence are so in the record. names: whose names a sentence has there."""
        known: dict[str, Callable[[str], bool]] = {
            "name": lambda text: is_name_of(text, names),
            "place": lambda text: not (self.sender | self.others).intersection(plain_words(text)),
            "player": lambda text: is_name_of(text, self.sender | self.others),
            "event": lambda text: text.casefold().split() == self.event.casefold().split(),
            "game": lambda text: text.casefold() in self.game,
            "round": lambda text: text == self.round,
        }
        return all(check(text) for name, check in known.items() for text, _ in groups.get(name, ()))


def _names_in(so_far: GameSoFar, seat: str) -> _RecordNames:
    own, others = set[str](), set[str]()
    for player in so_far.game.seats:
        words = set(plain_words(so_far.record.tag(player.name.capitalize())))
        if player.name == seat or not seat:
            own |= words
        if player.name != seat or not seat:
            others |= words
    numbers = tuple(filter(None, (so_far.record.tag(tag).casefold() for tag in NUMBER_TAGS)))
    tags = so_far.record.tag("Event"), numbers, so_far.record.tag("Round")
    return _RecordNames(frozenset(own), frozenset(others), *tags, seat)
