"""The games there are, as a list for people and programs; none of them is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.notation.rules.readings import Option
from fairyscore.notation.variants.catalog import GAMES, built, packaged, supplied
from fairyscore.notation.variants.registry import options_of
from fairyscore.notation.variants.variant_files import VariantSource, shipped, shipped_names


class Listed(NamedTuple):
    """A game. source: its file, empty for those of Python modules; uci_variant: its name among UCI engines, or None.

    judged: whether moves of it can be judged; missing: else what is not understood, a key or a feature each.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    source: str = ""
    uci_variant: str | None = None
    judged: bool = True
    missing: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()


def listed(only_supplied: bool = False) -> Iterator[Listed]:
    """Every game, ours first; with `only_supplied` those that a user supplied."""
    if not only_supplied:
        for name, game in GAMES.items():
            engines = shipped(name).header.uci_variant if name in shipped_names() else ""
            yield Listed(name, game.title, game.aliases, uci_variant=engines or None, options=options_of(name))
        yield from (_in_file(shipped(name), ()) for name in shipped_names() if name not in GAMES)
    for found in supplied().values():
        if found.source is not None:
            yield _in_file(found.source, (found.clash,) if found.clash else missing_in(found.source))
        else:
            yield Listed(found.name, found.title, found.aliases)
    if not only_supplied:
        yield from (Listed(found.name, found.title) for found in packaged())


def _in_file(source: VariantSource, missing: tuple[str, ...]) -> Listed:
    title, aliases, engines = source.header
    options = () if missing else options_of(source.name)
    return Listed(source.name, title, aliases, source.file, engines or None, not missing, missing, options)


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
