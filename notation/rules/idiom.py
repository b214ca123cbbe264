"""What reasons and diagnostics say, in the words of those who play the game: its players, its cells as a text names them.

Rules, positions and programs know seats by one name each (`white`) and cells by those of the board, and facts are made of
these. Whoever hands a fact on to people puts it into the idiom of the game first.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from fairyscore.notation.rules.reasons import Fact, Reason
from fairyscore.notation.rules.variant import Variant

QUOTED: Final = frozenset(("text", "move", "variant", "notations", "pieces", "throw", "mark"))
"""Facts that repeat what is written, or speak of no player and no cell."""


AnyReason = TypeVar("AnyReason")


def spoken(reasons: Iterable[AnyReason], game: Variant, cells: Sequence[str] = ()) -> tuple[AnyReason, ...]:
    """Reasons with players and cells called as people call them; what is no `Reason` of the rules stays as it is.

    cells: what the cells are called, by number; empty for the names of the board.

    >>> from fairyscore.notation.position import Position
    >>> reasons = Position.start("xiangqi").explain("a10-a9")
    >>> [str(reason) for reason in spoken(reasons, Position.start("xiangqi").variant)]
    ['the chariot on a10 belongs to Black, and Red is to move']
    """
    word = _words(game, tuple(cells))
    if word is None:
        return tuple(reasons)
    return tuple(
        reason._replace(facts=_in_idiom(reason.facts, word)) if isinstance(reason, Reason) else reason
        for reason in reasons
    )


def spoken_facts(facts: Mapping[str, Fact], game: Variant, names: Iterable[str]) -> dict[str, Fact]:
    """The facts of a diagnostic, those of some names with players called as people call them."""
    word = _words(game, ())
    if word is None:
        return dict(facts)
    return {**facts, **_in_idiom({name: facts[name] for name in names if name in facts}, word)}


def cells_renamed(text: str, game: Variant, cells: Sequence[str]) -> str:
    """A text with the cells that it names as the board does called otherwise. cells: what they are called, by number."""
    called = dict(zip(game.board.cells, cells, strict=True))
    return _any_of(called).sub(lambda found: called[found[0]], text)


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """The pattern of a word that is one of several."""
    longest_first = sorted(names, key=lambda name: -len(name))
    return re.compile(rf"(?<![A-Za-z0-9])({'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])")


def _in_idiom(facts: Mapping[str, Fact], word: Callable[[str], str]) -> dict[str, Fact]:
    return {name: fact if name in QUOTED else _fact(fact, word) for name, fact in facts.items()}


def _fact(fact: Fact, word: Callable[[str], str]) -> Fact:
    if isinstance(fact, tuple):
        return tuple(map(word, fact))
    return word(fact) if isinstance(fact, str) else fact


@lru_cache(maxsize=64)
def _words(game: Variant, cells: tuple[str, ...]) -> Callable[[str], str] | None:
    """The function that puts a phrase into the idiom of a game; None where the game has no words of its own."""
    called = {seat.name: name for seat, name in zip(game.seats, game.idiom.players, strict=False)}
    called |= {name: other for name, other in zip(game.board.cells, cells, strict=False) if name != other}
    if not called:
        return None
    names = _any_of(called)
    return lambda phrase: names.sub(lambda found: called[found[0]], phrase)
