"""A game as it was played until now, and the moves that a text may name in it, as people spell moves in letters.

Piece letters are of other languages, dashes of any kind, and the letter case is not minded.

>>> from fairyscore.notation.records.tree import Record
>>> so_far = GameSoFar(Record("chess"))
>>> so_far.next_number, so_far.places(1, answers=False), so_far.places(1, answers=True), so_far.places(2, answers=False)
('1.', [0], [1], [2])
>>> [sorted(so_far.named(0, text, ("de",)).values()) for text in ("Sf3", "E4", "e2–e4", "Kf3")]
[['Nf3'], ['e4'], ['e2-e4'], []]
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, takewhile

from fairyscore.notation.correspondence.descriptive import described, looks_descriptive
from fairyscore.notation.mail.phrases import languages
from fairyscore.notation.moves.languages import ENGLISH, LANGUAGES, letters_in, letters_of_chess
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.tree import Record, numbered
from fairyscore.notation.rules.moves import PASS, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PieceType, Variant
from fairyscore.notation.text import shown

NUMBER_TAGS = ("GameId", "GameID", "GameNumber", "GameNo")
"""Tags that have the number of a game."""

_LOOKALIKE = str.maketrans("асеорх", "aceopx")
"""Cyrillic letters that look like Latin ones: names of cells are typed with either."""

_DASHES = str.maketrans("‐‑‒–—―−×", "-------x", "\u200b\u200c\u200d\ufeff\xad")
_NO_WORD = re.compile(r"[\d一二三四五六七八九]|[0oOоО]-?[0oOоО]|--|passes")
"""What every move has."""

_CASTLED = re.compile(r"[0oOоО](?:-?[0oOоО]){1,2}")
_DASHED = re.compile(r"([^\W\d_a-zа-я])-(?=[a-w]\d)")
"""`N-f6`."""

_BRACKETED = re.compile(r"([^\W\d_])\(([a-w]?\d{1,2}|\d[A-Ka-k])\)")
"""`N(b1)-c3`."""

_PAWN_TAKES = re.compile(r"([a-w])([a-w]\d{1,2}.*)")
_LETTER = re.compile(r"(Кр|[^\W\d_a-zа-я])(?=[a-wасехо1-9x:@-])")
_NAMED = re.compile(r"(Кр|[^\W\d_a-zа-я])[a-w]?\d{0,2}[-x:]?[a-w]\d")
"""A move of a piece in algebraic notation."""

_PROMOTED = re.compile(r"(?<=\d)(?:[=/(]?\s?)(Кр|[^\W\d_a-zа-я])\)?(?=[+#!?]*\Z)")


class GameSoFar:
    """The main line of a record. states: before each ply, and at last the one that is to be played on, `state`.

    now: the place of the next move, counted from 0; next_number: what stands in front of it, `3.` or `3...`. No state is to
    be changed.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.game
        self.state = record.start()
        self.states = [now.copy() for now, _ in record.steps(self.state)]
        self.now = len(self.states)
        self.state.outcome()  # who is to move and cannot leaves the game now (K-5)
        self.states.append(self.state)
        self.next_number = numbered(self.state)

    def places(self, number: int, *, answers: bool) -> list[int]:
        """Where a move with this number may stand; answers: not the first of its round. Places to come are counted on."""
        rounds = takewhile(lambda known: known[1] <= number, self._rounds())
        here = [(place, opens) for place, known, opens in rounds if known == number]
        first = [place for place, opens in here if opens]
        if answers:
            return [place for place, opens in here if not opens]
        return first or [place for place, _ in here[:1]]

    def _rounds(self) -> Iterator[tuple[int, int, bool]]:
        """Each place with its number, and whether the first player who is in the game moves there; without an end."""
        for place, state in enumerate(self.states):
            yield place, state.fullmove_number, state.turn == state.playing()[0]
        seats, number = self.state.playing(), self.state.fullmove_number
        for ahead in count(1):
            rounds, seat = divmod(seats.index(self.state.turn) + ahead, len(seats))
            yield self.now + ahead, number + rounds, not seat

    def recorded(self, place: int) -> Move:
        """The move of the record at a place."""
        return self.record.line.plies[place].move

    def named(self, place: int, text: str, spoken: tuple[str, ...]) -> dict[Move, str]:
        """The legal moves that a text may name at a place, each with the spelling that names it.

        spoken: the languages of the letter (`language.judged`); without any, all compete. Spellings by the book count
        together: in a French letter `Rd1` may be the king's or, in English, the rook's. Slips of case and dash are looked
        at only where nothing else is legal.
        """
        found: dict[Move, str] = {}
        for spelled, by_the_book in spellings(text, self.game, spoken or languages()):
            if found and not by_the_book:
                break
            move = _legal(spelled, self.states[place], self.game)
            if move is not None:
                found.setdefault(move, spelled)
        state, notation = self.states[place], self.game.writing.usual
        for move in described(text, state, self.game):
            found.setdefault(move, notation.write(state.copy(), move, self.game))
        return found

    def read_in(self, text: str, language: str) -> dict[Move, str] | None:
        """The legal moves that a text names now in one language's letters; None where its letter is no piece there."""
        bare = plain(text)
        found = _NAMED.match(bare)
        if found is None or found[1] not in letters_of_chess(language, self.game.piece_types):
            return None
        spelled = _translated(bare, language, self.game)
        move = _legal(spelled, self.state, self.game)
        return {} if move is None else {move: spelled}

    def written(self, place: int, move: Move | None = None) -> str:
        """A move at a place with its number, that of the record if none is given, as the game usually has it."""
        state = self.states[place]
        notation = self.game.writing.usual
        return f"{numbered(state)} {notation.write(state, move or self.recorded(place), self.game)}"


# -- spellings -----------------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """A word of a letter with plain dashes."""
    return text.translate(_DASHES)


def spellings(text: str, game: Variant, spoken: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """The possible meanings of a text, each with whether it is spelled by the book; those that are not come last.

    spoken: the languages of the letter (`language.judged`).
    """
    bare = _DASHED.sub(r"\1", _BRACKETED.sub(r"\1\2", text.translate(_DASHES)), count=1)
    if _CASTLED.fullmatch(bare):
        yield "-".join("O" * sum(char not in "-" for char in bare)), True
        return
    translated = _translations(bare, game, spoken)
    pawn = _names_pawn(bare, game)
    is_piece_of_all = bool(translated) and len(spoken) == 1
    if not translated and (pawn or not _parsed(bare, game)):
        translated = _translations(bare, game, languages())  # no piece in these languages: one of another
    if not (pawn and is_piece_of_all):  # nobody writes a P for a pawn in Dutch
        yield bare, True
    for other in translated:
        yield other, True
    latin = bare.translate(_LOOKALIKE)
    for other in (latin, latin[:1].upper() + latin[1:], latin.lower(), latin[:1] + latin[1:].lower(), latin.upper()):
        if other != bare:
            yield other, False
    if "x" in bare:
        yield bare.replace("x", "+"), False  # KaleidoChess has a plus sign
    if found := _PAWN_TAKES.fullmatch(bare):
        yield f"{found[1]}x{found[2]}", False


def _names_pawn(text: str, game: Variant) -> bool:
    """True if a move begins with the letter of the pawn, which no game needs that has no drops."""
    pawns = {piece.letter for piece in game.piece_types if piece.name.casefold() == "pawn"}
    return not game.writing.drops and _LETTER.match(text) is not None and text[:1] in pawns


def _translations(text: str, game: Variant, spoken: tuple[str, ...]) -> tuple[str, ...]:
    """A move in the game's letters, as speakers of some languages may mean it, where that is something else."""
    found = dict.fromkeys(_translated(text, language, game) for language in spoken)
    return tuple(other for other in found if other != text)


def _translated(text: str, language: str, game: Variant) -> str:
    """A move with the piece letters of a language, in those of the game; unchanged where there is nothing to change."""
    letters = {**_same_letters(language, game.piece_types), **letters_of_chess(language, game.piece_types)}
    if not letters:
        return text
    text = _PROMOTED.sub(lambda found: f"={letters[found[1]]}" if found[1] in letters else found[0], text)
    found = _LETTER.match(text)
    if found is None or found[1] not in letters:
        return text
    return letters[found[1]] + text[found.end() :].translate(_LOOKALIKE)


@lru_cache(maxsize=64)
def _same_letters(language: str, pieces: tuple[PieceType, ...]) -> dict[str, str]:
    """A language's letter for a chess piece -> the English one, where the game has this letter for a piece of its own.

    Makruk has N and S; a German S may be either.
    """
    own = {piece.letter for piece in pieces}
    letters = LANGUAGES[language][1].split() if language in LANGUAGES else ENGLISH
    return {letter: english for letter, english in zip(letters, ENGLISH, strict=True) if english in own}


def are_letters_clear(language: str, game: Variant) -> bool:
    """True if the piece letters of a language mean no other piece of the game.

    >>> from fairyscore.notation.variants.registry import variant
    >>> are_letters_clear("es", variant("chess")), are_letters_clear("es", variant("capablanca"))
    (True, False)
    """
    return bool(letters_in(language, game)) or not letters_of_chess(language, game.piece_types)


def parses(text: str, game: Variant, spoken: tuple[str, ...]) -> bool:
    """True if a text may be a move at all, legal or not."""
    if looks_descriptive(text, game):
        return True
    if not 2 <= len(text) <= 24 or _NO_WORD.search(text) is None:
        return False
    return any(isinstance(_parsed(spelled, game), ParsedMove) for spelled, _ in spellings(text, game, spoken))


def _parsed(text: str, game: Variant) -> ParsedMove | None:
    known = game.cache.parsed_moves.get(text)
    if known is None:
        read = parse_move(text, game)
        known = read if isinstance(read, ParsedMove) else None
    return known


def _legal(text: str, state: State, game: Variant) -> Move | None:
    parsed = _parsed(text, game)
    if parsed is None or (parsed.action == PASS and text not in ("--", "passes")):
        return None
    reasons = state.reasons(parsed, shown(text))
    if not reasons:
        return state.find(parsed)
    corrected = state.forgive(reasons, parsed)
    return state.find(corrected) if corrected is not None and not state.reasons(corrected, shown(text)) else None
