"""The games there are, as a list for people and programs; none of them is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.notation.rules.readings import Option
from fairyscore.notation.variants.catalog import Supplied, built, packaged, supplied
from fairyscore.notation.variants.registry import GAMES, options_of
from fairyscore.notation.variants.variant_files import VariantSource, shipped, shipped_names


class Listed(NamedTuple):
    """A game. source: its file, empty for those of Python modules; uci_variant: its name among UCI engines, or None.

    judged: whether moves of it can be judged; missing: else what is not understood, a key or a feature each.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    source: str
    uci_variant: str | None
    judged: bool
    missing: tuple[str, ...]
    options: tuple[Option, ...]


def listed(only_supplied: bool = False) -> Iterator[Listed]:
    """Every game, ours first; with `only_supplied` those that a user supplied."""
    if only_supplied:
        yield from map(_supplied, supplied().values())
        return
    for name, game in GAMES.items():
        engines = shipped(name).header.uci_variant if name in shipped_names() else ""
        yield Listed(name, game.title, game.aliases, "", engines or None, True, (), options_of(name))
    for name in shipped_names():
        if name not in GAMES:
            yield _in_file(shipped(name), ())
    yield from map(_supplied, supplied().values())
    for other in packaged():
        yield Listed(other.name, other.title, (), "", None, True, (), ())


def _supplied(game: Supplied) -> Listed:
    if game.source is not None:
        return _in_file(game.source, (game.clash,) if game.clash else missing_in(game.source))
    return Listed(game.name, game.title, game.aliases, "", None, True, (), ())


def _in_file(source: VariantSource, missing: tuple[str, ...]) -> Listed:
    header = source.header
    options = () if missing else options_of(source.name)
    return Listed(
        source.name,
        header.title,
        header.aliases,
        source.file,
        header.uci_variant or None,
        not missing,
        missing,
        options,
    )


def missing_in(source: VariantSource) -> tuple[str, ...]:
    """What of a file is not understood, or cannot be judged."""
    from fairyscore.notation.rules.variant import PositionError
    from fairyscore.notation.variants.document import VariantFileError

    try:
        built(source, source.name, {})
    except VariantFileError as fault:
        return tuple(dict.fromkeys(mistake.message for mistake in fault.mistakes))
    except PositionError as fault:
        return fault.problems
    return ()
