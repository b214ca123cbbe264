"""A position in words, for people who do not see the drawing.

>>> from fairyscore.notation.position import Position
>>> from fairyscore.render.board_state import moment
>>> print(described(moment(Position.from_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "chess"))))
Chess, black to move. White: pawn a2, b2; king e1. Black: king e8.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from fairyscore.notation.moves.languages import LANGUAGES as PIECE_LETTERS
from fairyscore.notation.moves.languages import in_language, letters_in
from fairyscore.notation.rules.idiom import cells_renamed, spoken
from fairyscore.notation.rules.reasons import EXPLAINED, Fact, Reason
from fairyscore.notation.rules.reasons import spelled as listed
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.idiom import cells_here, notation_here, player
from fairyscore.render.language import capital, current, translated

ARTICLES: Final = ("a", "an")
AS_WRITTEN: Final = ("text", "move", "notations")
"""Facts that stay what somebody has written, and names of notations."""

_DIVIDERS: Final = ("; ", ": ", ", ")
"""What stands between the parts of a fact."""


def status(shown: BoardState) -> str:
    """Who is to move, and what else there is to know of the position; or how the game has ended."""
    outcome = shown.outcome
    if outcome is not None:
        return f"{translated(outcome.ending.value)}, {outcome.result}"
    to_move = translated("{seat} to move", seat=player(shown.variant, shown.state.turn))
    return ", ".join((to_move, *map(translated, shown.notes)))


def spelled(game: Variant, move: str) -> str:
    """A move with the letters that pieces have in the current language, as books of that language print it.

    A notation that a game has of its own, as shogi's, has the same letters in all of them.

    >>> from fairyscore.notation.variants.registry import variant
    >>> from fairyscore.render.language import language
    >>> with language("de"):
    ...     print(spelled(variant("chess"), "Nf3"), spelled(variant("kaleidochess"), "1B-2F"))
    Sf3 1B-2F
    """
    if not _has_letters_of_language(game) or move.startswith("P@"):
        return move
    return in_language(move, current().code, game)


def letter_of(game: Variant, letter: str) -> str:
    """The letter of a piece as moves have it here (`spelled`). letter: that of the game; empty stays empty."""
    return letters_in(current().code, game).get(letter, letter) if _has_letters_of_language(game) else letter


def _has_letters_of_language(game: Variant) -> bool:
    """Whether moves of a game have the letters of the current language, if that has any for its pieces."""
    return current().asked and current().code in PIECE_LETTERS and notation_here(game).name not in game.idiom.notations


def last_move(shown: BoardState) -> str:
    """The last move with its number, in the current language; empty at the start."""
    return f"{shown.number} {spelled(shown.variant, shown.text)}" if shown.text else ""


def described(shown: BoardState) -> str:
    """The whole position: game, who is to move, every piece with its field, the last move, pieces in hand or lost."""
    game, table = shown.variant, shown.state
    sentences = [f"{translated(game.title)}, {status(shown)}", *armies(game, table)]
    if move := last_move(shown):
        sentences.append(translated("Last move: {move}", move=move))
    if shown.move.throw:
        sentences.append(translated("Throw of the dice: {throw}", throw=shown.move.throw))
    sentences += (in_hand(game, seat, held) for seat, held in enumerate(shown.hands) if held)
    if shown.lost:
        names = (owned(game, piece) for piece in shown.lost)
        sentences.append(translated("Captured: {pieces}", pieces=", ".join(names)))
    if gone := ", ".join(cells_here(game)[cell] for cell in game.scenery.gone(table)):
        wall = game.scenery.wall
        sentences.append(f"{translated(wall)}: {gone}" if wall else translated("No longer there: {cells}", cells=gone))
    return f"{'. '.join(sentences)}."


def refused(game: Variant, reason: Reason) -> str:
    """Why a move is refused, with players and cells called as in the other captions; what was typed stays as it is.

    >>> from fairyscore.notation.position import Position
    >>> (reason,) = Position.start("xiangqi").explain("a10-a9")
    >>> refused(Position.start("xiangqi").variant, reason)
    'the chariot on 9.10 belongs to Black, and Red is to move'
    """
    return sentence_of(*spoken([reason], game, cells_here(game)))


def sentence_of(reason: Reason) -> str:
    """A reason in the current language, which has the idiom of its game already (`idiom.spoken`).

    >>> from fairyscore.notation.rules.reasons import Code
    >>> from fairyscore.render.language import language
    >>> with language("fr"):
    ...     print(sentence_of(Reason(Code.DROP_ON_PIECE, {"cell": "e1", "piece": "white king"})))
    e1 n'est pas vide : roi (blancs)
    """
    sentence = EXPLAINED[reason.code].sentence
    if sentence not in current().words:
        return str(reason)
    facts = {name: fact if name in AS_WRITTEN else _translated_fact(fact) for name, fact in reason.facts.items()}
    return translated(sentence, **{name: listed(fact) for name, fact in facts.items()})


def _translated_fact(fact: Fact) -> Fact:
    """A fact of a reason in the current language."""
    if isinstance(fact, tuple):
        return tuple(map(_phrase, fact))
    return _phrase(fact) if isinstance(fact, str) else fact


def _phrase(text: str) -> str:
    """A part of an English sentence about a game in the current language: `a white pawn on e4`.

    It is put together of others: known ones, those with gaps, a piece with its owner or its letter, and lists of them.
    """
    words = current().words
    if text in words or not text:
        return words.get(text, text)
    for pattern, translation in current().patterns:
        if found := pattern.fullmatch(text):
            return translation.format(**{key: _phrase(part) for key, part in found.groupdict().items()})
    for divider in _DIVIDERS:
        if divider in text:
            return divider.join(map(_phrase, text.split(divider)))
    first, _, rest = text.partition(" ")
    if first in ARTICLES and rest:
        return _phrase(rest)
    if first in words and rest:
        return translated("{owner} {piece}", owner=_phrase(first), piece=_phrase(rest))
    return f"{first} {words[rest]}" if rest in words else text


def with_cells(game: Variant, text: str) -> str:
    """A text in which cells are named as the board does, with what they are called here.

    >>> from fairyscore.notation.variants.registry import variant
    >>> with_cells(variant("xiangqi"), "e2-d2")
    '5.2-6.2'
    """
    return cells_renamed(text, game, cells_here(game))


def owned(game: Variant, piece: tuple[int, int]) -> str:
    """A piece, given as seat and kind, with its owner: `white king`."""
    seat, kind = piece
    owner, name = player(game, seat), translated(game.piece_types[kind].name)
    return translated("{owner} {piece}", owner=owner, piece=name)


def in_hand(game: Variant, seat: int, held: Iterable[tuple[int, int]]) -> str:
    """A player's hand in words, by kind and number: `White, in hand: pawn × 2, knight`."""
    names = ((translated(game.piece_types[kind].name), count) for kind, count in held)
    pieces = ", ".join(name if count == 1 else f"{name} × {count}" for name, count in names)
    return translated("{seat}, in hand: {pieces}", seat=capital(player(game, seat)), pieces=pieces)


def armies(game: Variant, table: State) -> Iterator[str]:
    """By player, the kinds of pieces in the order of the game's list, each with its fields."""
    standing: dict[tuple[int, int], list[str]] = {}
    for cell, name in enumerate(cells_here(game)):
        piece = table.piece_at(cell)
        if piece is not None:
            standing.setdefault(piece, []).append(name)
    for seat in range(len(game.seats)):
        pieces = (
            f"{translated(name.name)} {', '.join(standing[seat, kind])}"
            for kind, name in enumerate(game.piece_types)
            if (seat, kind) in standing
        )
        yield f"{capital(player(game, seat))}: {'; '.join(pieces) or translated('no pieces')}"
