"""Which notation moves are shown in, and what cells and players are called beside them: the game's own unless chosen.

>>> from fairyscore.notation.variants.registry import variant
>>> shogi = variant("shogi")
>>> notation_here(shogi).name, cells_here(shogi)[0]
('hodges', '9i')
>>> with moves_in("japanese"):
...     notation_here(shogi).name, cells_here(shogi)[0]
('japanese', '９九')

The choice holds for the current context, as the language does. A game that cannot be written as chosen keeps its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from fairyscore.notation.moves.registry import (
    NotationRefused,
    UnknownNotation,
    cell_names,
    names_cells,
    native_notation,
    notation_named,
)
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.render.language import current, translated

CHOICES: Final = ("native", "international", "long")
"""What readers of a page choose from."""

_CHOSEN: Final[ContextVar[str]] = ContextVar("moves", default="")


@contextmanager
def moves_in(notation: str) -> Iterator[None]:
    """Let a notation hold for a while, by its name, `native` or `international`; empty for the usual one of each game."""
    token = _CHOSEN.set(notation)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def is_notation_chosen() -> bool:
    """Whether moves are not shown in the usual notation of each game."""
    return bool(_CHOSEN.get())


def notation_here(game: Variant) -> Notation:
    """The notation that moves of a game are shown in: the chosen one, that of its idiom, or the usual one."""
    if chosen := _CHOSEN.get():
        try:
            return notation_named(chosen, game, current().code)
        except (UnknownNotation, NotationRefused):
            pass
    return native_notation(game, current().code) if game.idiom.notations else game.writing.usual


def other_notations(game: Variant, shown: str) -> dict[str, Notation]:
    """The notations that a reader may choose, by what they are called in `CHOICES`, without the one that is shown.

    >>> from fairyscore.notation.variants.registry import variant
    >>> {choice: notation.name for choice, notation in other_notations(variant("shogi"), "hodges").items()}
    {'international': 'san', 'long': 'long'}
    """
    found = {}
    for choice in CHOICES:
        with moves_in(choice):
            found[choice] = notation_here(game)
    return {choice: notation for choice, notation in found.items() if notation.name != shown}


def cells_here(game: Variant) -> tuple[str, ...]:
    """The names of a game's cells beside its moves, by number."""
    return cell_names(game, notation_here(game).name)


def naming_here(game: Variant) -> str:
    """The notation that calls cells otherwise than the board does; empty where none does."""
    notation = notation_here(game)
    return notation.name if names_cells(notation) else ""


def player(game: Variant, seat: int) -> str:
    """A player in the language that holds.

    >>> from fairyscore.notation.variants.registry import variant
    >>> player(variant("xiangqi"), 0), player(variant("chess"), 0)
    ('Red', 'white')
    """
    return translated(game.player(seat))
