"""The notations by name, and which of them a game can be written in. A notation is imported when it is asked for.

>>> from fairyscore.notation.variants import variant
>>> notation_named("Figurine", variant("chess")).name
'figurine'
>>> load("iccf").refusal(variant("kaleidochess"))
'its board, with 8K, has no files and ranks'
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import cast

from fairyscore.notation import plugins
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.rules.variant import LONGEST_PROBLEM, Notation, Variant
from fairyscore.notation.text import shown, suggestion

NOTATIONS = {
    "hodges": "P-7f, shogi in western letters",
    "japanese": "７六歩, shogi as Japanese books print it",
    "usi": "7g7f, as shogi engines take it",
    "long": "g1-f3, from where to where",
    "lan": "Ng1-f3, long algebraic: the long form with the piece's letter",
    "san": "Nf3, the short form of PGN",
    "figurine": "♘f3, SAN with pictures",
    "fairy": "Gd7 for +Pd7, SAN as Fairy-Stockfish and pychess write it",
    "iccs": "H2-E2, xiangqi on servers, ranks from 0",
    "wxf": "C2=5, xiangqi in the federation's notation",
    "chinese": "炮二平五, xiangqi in characters",
    "janggi": "H02-83, janggi with numbered points",
    "uci": "g1f3, as engines take it",
    "ucci": "h2e2, as xiangqi engines take it, ranks from 0",
    "iccf": "7163, digits as in correspondence chess",
    "spoken": "knight from g1 goes to f3",
}
"""Name of a notation, which is that of its module too -> an example.

Every game has those that do not refuse it. They are tried in this order, after the usual one of the game.
"""


LIKE_ELSEWHERE = {"fairy": "san"}
"""Notations that differ from another one in some games only; in all others they are that one."""


class UnknownNotation(FairyscoreError, ValueError):
    """A notation that the game does not have. The message lists those it has; it is safe to print on a terminal.

    >>> from fairyscore.notation.position import Position
    >>> try:
    ...     Position.start("chess").write("e4", "sann")
    ... except UnknownNotation as fault:
    ...     print(str(fault)[:40])
    there is no notation 'sann'; Chess has s
    """

    def __init__(self, message: str) -> None:
        super().__init__(shown(message, LONGEST_PROBLEM))


class NotationRefused(FairyscoreError, ValueError):
    """A notation that a game cannot be written in; the message says why.

    >>> from fairyscore.notation.position import Position
    >>> try:
    ...     Position.start("kaleidochess").san("1G-2E")
    ... except NotationRefused as fault:
    ...     print(fault)
    KaleidoChess cannot be written in san: its board, with 8K, has no files and ranks
    """


NATIVE, INTERNATIONAL = "native", "international"
"""Names for the notation of a game's own books, and for that of books on chess variants everywhere."""


def load(name: str) -> Notation:
    """The notation of a name in `NOTATIONS`."""
    return cast(Notation, import_module(f"fairyscore.notation.moves.{name}"))


@lru_cache(maxsize=1)
def installed_notations() -> dict[str, Notation]:
    """The notations that installed packages bring (entry points `fairyscore.notations`), by name.

    They are tried where none of a game's own reads a text, and write where they are named.
    """
    return {name: found for name, found in plugins.loadable(plugins.NOTATIONS).items() if name not in NOTATIONS}


def notations_for(variant: Variant, usual: str) -> Iterator[Notation]:
    """The notations that can say all that a game's moves do, the one that it is usually written in first."""
    for notation in map(load, dict.fromkeys((usual, *NOTATIONS))):
        if not notation.refusal(variant):
            yield notation


def names_of(variant: Variant) -> tuple[str, ...]:
    """The names of the notations a game can be written in, the usual one first, and what its page calls them."""
    return (*(notation.name for notation in variant.writing.notations), *variant.writing.aliases)


def printed_notation(variant: Variant) -> Notation:
    """The notation that books on all games print, which tells the piece: SAN, or long algebraic where a game has no SAN."""
    by_name = {notation.name: notation for notation in variant.writing.notations}
    return by_name.get("san") or by_name.get("lan") or variant.writing.usual


def native_notation(variant: Variant, language: str = "en") -> Notation:
    """The notation that people use who play the game, in a language; that of books on all games where it has no other.

    >>> from fairyscore.notation.variants import variant
    >>> [native_notation(variant(game)).name for game in ("shogi", "xiangqi", "janggi", "chess")]
    ['hodges', 'wxf', 'janggi', 'san']
    """
    by_name = {notation.name: notation for notation in variant.writing.notations}
    wanted = (variant.idiom.abroad.get(language, ""), *variant.idiom.notations)
    return next((by_name[name] for name in wanted if name in by_name), None) or printed_notation(variant)


@lru_cache(maxsize=256)
def cell_names(variant: Variant, notation: str, text: str = "") -> tuple[str, ...]:
    """A notation's names for the cells of a game, by number. text: a move beside which they stand.

    >>> from fairyscore.notation.variants import variant
    >>> cell_names(variant("shogi"), "japanese")[0], cell_names(variant("shogi"), "san")[0]
    ('９九', 'a1')
    """
    name = getattr(_notation_called(notation), "cell_name", None)
    board = variant.board
    return board.cells if name is None else tuple(name(cell, board, text) for cell in range(len(board.cells)))


def names_cells(notation: Notation) -> bool:
    """True if a notation has names of its own for cells."""
    return hasattr(notation, "cell_name")


def _notation_called(name: str) -> Notation | None:
    """A notation of ours or of a package, None for a name that neither has."""
    return load(name) if name in NOTATIONS else installed_notations().get(name)


def notation_named(text: str, variant: Variant, language: str = "en") -> Notation:
    """The notation of a name, in free letter case. Raises `UnknownNotation`, `NotationRefused` where it does not suit.

    language: its code, on which it depends what is `native`.
    """
    wanted = text.strip().casefold()
    if wanted == NATIVE:
        return native_notation(variant, language)
    if wanted == INTERNATIONAL:
        return printed_notation(variant)
    name = variant.writing.aliases.get(wanted, wanted)
    for notation in variant.writing.notations:
        if notation.name == name:
            return notation
    if name in LIKE_ELSEWHERE and load(name).refusal(variant):
        name = LIKE_ELSEWHERE[name]
    if name not in NOTATIONS and name in installed_notations():
        return _suiting(installed_notations()[name], variant)
    if name not in NOTATIONS:
        names = names_of(variant)
        known = f"{variant.title} has {', '.join(names)}{suggestion(wanted, names)}"
        raise UnknownNotation(f"there is no notation '{shown(text.strip())}'; {known}")
    return _suiting(load(name), variant)


def _suiting(notation: Notation, variant: Variant) -> Notation:
    """A notation that the game can be written in. Raises `NotationRefused`."""
    refusal = notation.refusal(variant)
    if refusal:
        raise NotationRefused(f"{variant.title} cannot be written in {notation.name}: {refusal}")
    return notation
