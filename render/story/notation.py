"""The notation in which a game is printed."""

from fairyscore.notation.moves.registry import native_notation, notation_named
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.render.idiom import is_notation_chosen, notation_here
from fairyscore.render.language import current


def notation_in_print(game: Variant, name: str = "") -> Notation:
    """The notation of a name; without one that chosen for all (`moves_in`), else that of the game's books, with figurines
    where the output is not English.

    Raises `UnknownNotation`, `NotationRefused`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> from fairyscore.render.language import language
    >>> game = variant("chess")
    >>> with language("de"):
    ...     notation_in_print(game).name, notation_in_print(game, "uci").name
    ('figurine', 'uci')
    >>> notation_in_print(game).name
    'san'
    """
    if name:
        return notation_named(name, game, current().code)
    if is_notation_chosen():
        return notation_here(game)
    usual = native_notation(game, current().code)
    is_in_english_letters = usual.name == "san" and current().code != "en"
    return notation_named("figurine", game) if is_in_english_letters else usual
