"""The one text that names a variant: `game` or `game:option=value,switch`.

Games are also known by their titles and usual spellings. `games.ini` is, besides its own file, the only place with a game's
name; a game's module is imported when it is asked for.

>>> variant("Cai Qi:dice,players=4").name
'kaleidochess:players=4,dice'
"""

import copyreg
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

from fairyscore.notation import plugins
from fairyscore.notation.rules.variant import PositionError, UnknownVariant, Variant
from fairyscore.notation.text import nearest, shown
from fairyscore.notation.variants import catalog
from fairyscore.notation.variants.catalog import GAME_DATA, GAMES, Option
from fairyscore.notation.variants.sources import GameEntry, VariantSource, shipped, shipped_names, sources_in

__all__ = [
    "GAMES", "UnknownVariant", "canonical", "game_of", "in_scheme", "options_of", "variant", "variant_from_file",
    "variant_from_text", "variant_names",
]  # fmt: skip

YES, NO = "yes", ""  # the values of a switch
LONGEST_KEPT = 300  # characters of a variant's text that is kept once it was read; longer ones are read each time
SWITCH = {"yes": YES, "true": YES, "on": YES, "no": NO, "false": NO, "off": NO, "": YES}


class RecordTraits(NamedTuple):
    """Traits of the records of a game, known without building the game.

    letters: of its pieces in short moves, P where a move without one is a pawn's, O where there are castlings.
    rows: how many rows its FEN has and how many places the first of them; empty where it is not written as the usual FEN.
    """

    letters: frozenset[str]
    rows: tuple[int, ...]


GUESSED = {
    name: RecordTraits(frozenset(entry["letters"].split()), tuple(map(int, entry.get("rows", "").split())))
    for name, entry in GAME_DATA.items()
    if "letters" in entry
}  # the games that a record without a name is tried in (`replay.guess`); each one more costs every such record


@cache
def options_in(module: str) -> tuple[Option, ...]:
    """The options of the games of a module of ours.

    >>> [option.name for option in options_in("cylindrical")]
    ['array', 'stalemate', 'unprotected']
    """
    options = []
    for section, entry in GAME_DATA.items():
        owner, _, name = section.partition(":")
        if name and owner == module:
            others = (entry.get(key, "") for key in ("default", "tag", "says", "pattern"))
            options.append(Option(name, tuple(entry.get("values", "").split()), *others))
    return tuple(options)


def _meant(name: str) -> str:
    return f"; did you mean {name}?" if name else ""


def game_of(text: str) -> str:
    """The name of the game that a variant text begins with. Raises `UnknownVariant`."""
    spoken = text.partition(":")[0]
    word = catalog.folded(spoken)
    every: dict[str, str] = {}
    for table in catalog.spellings():
        if word in table:
            return table[word]
        every = {**table, **every}
    alike = catalog.games_called(spoken)
    if alike:
        raise UnknownVariant(
            f"'{shown(spoken.strip())}' is a name of several games ({', '.join(alike)}); name one of them"
        )
    near = every.get(nearest(word, every), "")
    there = f"there are {', '.join(GAMES)} and others{_meant(near)}"
    raise UnknownVariant(f"there is no variant '{shown(spoken.strip())}'; {there}")


def variant_names() -> tuple[str, ...]:
    """The names of all games, without options. No game is loaded.

    >>> "tor-qi" in variant_names()
    True
    """
    packaged = (game.name for game in catalog.packaged())
    return tuple(dict.fromkeys([*GAMES, *shipped_names(), *catalog.accepted(), *packaged]))


def options_of(game: str) -> tuple[Option, ...]:
    """The options of a game. Raises `UnknownVariant` for a game whose file has mistakes."""
    known = catalog.game_entry(game)
    if known.module:
        return options_in(known.module)
    if known.source is None or "option" not in known.source.text:
        return ()
    from fairyscore.notation.variants.file_game import options
    from fairyscore.notation.variants.file_reader import document

    return options(document(known.source))


def canonical(game: str, options: Mapping[str, str], known: tuple[Option, ...]) -> str:
    """The one text for a game with these options: defaults left out, in the order in which the game lists them.

    >>> canonical("g", {"n": "3", "dice": "yes"}, (Option("n", ("2", "3"), "2"), Option("dice")))
    'g:n=3,dice'
    """
    unusual = [option for option in known if options.get(option.name, option.default) != option.default]
    entry = [one.name if _is_switch(one) else f"{one.name}={options[one.name]}" for one in unusual]
    return f"{game}:{','.join(entry)}" if entry else game


def _is_switch(option: Option) -> bool:
    return not option.values and not option.pattern


def variant(text: str) -> Variant:
    """The game that a text names.

    text: a name, title or alias, with options after it: `kaleidochess:players=4,dice`.

    Raises `UnknownVariant` for an unknown name, option or value, whose message names the nearest ones, and
    `PositionError` for options with which there is no valid start position.

    >>> variant("chess").title
    'Chess'
    """
    return _cached(text) if len(text) <= LONGEST_KEPT else _read(text)


def _read(text: str) -> Variant:
    game = game_of(text)
    known = options_of(game)
    chosen = {option.name: option.default for option in known}
    for part in filter(None, (part.strip() for part in text.partition(":")[2].split(","))):
        name, _, value = part.partition("=")
        option = _option(name.strip().casefold(), game, known)
        chosen[option.name] = option_value(option, value.strip(), game)
    return _built(canonical(game, chosen, known), game, tuple(chosen.items()))


_cached = lru_cache(maxsize=256)(_read)  # every game of a file asks for its variant, by the same few texts


_ALIVE: WeakValueDictionary[str, Variant] = WeakValueDictionary()
"""All variants that somebody holds, by name: there is one of each, however many are asked for in between."""


@lru_cache(maxsize=64)
def _built(name: str, game: str, options: tuple[tuple[str, str], ...]) -> Variant:
    found = _ALIVE.get(name)
    if found is None:
        found = _ALIVE[name] = _build(name, game, options)
    return found


def _build(name: str, game: str, options: tuple[tuple[str, str], ...]) -> Variant:
    known = catalog.game_entry(game)
    made = _bare(known, name, dict(options))
    tagged = tuple(option for option in options_of(game) if option.tag)
    if tagged:
        retag = partial(_retagged, game, dict(options), tagged)
        made = replace(made, tags=tuple(option.tag for option in tagged), retag=retag)
    if options:
        made = replace(made, options=MappingProxyType(dict(options)))
    if known.source is not None and known.source.is_supplied:
        _SOURCES[made] = known.source
    return made


def _bare(entry: GameEntry, name: str, options: dict[str, str]) -> Variant:
    """The variant of an entry, which does not know yet which tags and options it has."""
    if entry.module:
        module = import_module(f"fairyscore.notation.variants.{entry.module}")
        return cast(Variant, module.build(name, options))
    if entry.source is not None:
        return build_source(entry.source, name, options)
    if entry.build is not None:
        return entry.build()
    return _of_package(entry.name)


def _of_package(name: str) -> Variant:
    """The game that an installed package brings: a variant, a function that makes one, or the path of a variant file."""
    supply = plugins.load(plugins.VARIANTS, name)
    if callable(supply) and not isinstance(supply, Variant):
        supply = supply()
    if isinstance(supply, Variant):
        return supply
    (source,) = sources_in(str(supply))
    return build_source(source, source.name, {})


def build_source(source: VariantSource, name: str, options: Mapping[str, str]) -> Variant:
    """The game of a file with these options. Raises `VariantFileError`."""
    from fairyscore.notation.variants.file_game import build
    from fairyscore.notation.variants.file_reader import document

    return build(name, document(source), options)


for _forget in (_cached.cache_clear, _built.cache_clear, _ALIVE.clear):
    catalog.on_change(_forget)


def source_of(game: Variant) -> VariantSource | None:
    """The file that describes a variant, supplied or shipped; None for games in Python, and under other options."""
    return _SOURCES.get(game) or (None if ":" in game.name else catalog.rules_source(game.name))


# -- games of variant files ---------------------------------------------------------------------------------------------

_SOURCES: WeakKeyDictionary[Variant, VariantSource] = WeakKeyDictionary()
"""The variants that were built from a file which somebody supplied, and that file."""


def variant_from_text(toml: str, *, name: str = "") -> Variant:
    """The game that the text of a variant file describes, without making it known by its name (`register` does).

    toml: the text (docs/variant-files.md).
    name: what it is called; else its title in small letters, with dashes for blanks.

    Raises `VariantFileError` with all mistakes.

    >>> game = variant_from_text('title = "Mini"\\nbased_on = "chess"')
    >>> game.name, game.title
    ('mini', 'Mini')
    """
    title = VariantSource("variant", "variant.toml", toml).game.title
    name = name or "-".join(title.casefold().split())
    return _of_source(VariantSource(name, f"{name}.toml", toml), name)


def variant_from_file(path: str | os.PathLike[str]) -> Variant:
    """The game that a variant file describes, without making it known by its name, which is that of the file.

    path: a file in TOML, UTF-8.

    Raises `VariantFileError` with all mistakes, and `OSError` for a file that cannot be read.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "mini.toml")
    ...     with open(path, "w") as file:
    ...         _ = file.write('title = "Mini chess"\\nbased_on = "chess"\\n')
    ...     game = variant_from_file(path)
    >>> game.name, game.title
    ('mini', 'Mini chess')
    """
    file = os.fspath(path)
    with open(file, encoding="utf-8-sig") as stream:  # noqa: PTH123 (pathlib takes longer to import than a game to build)
        text = stream.read()
    name = os.path.splitext(os.path.basename(file))[0]  # noqa: PTH119, PTH122
    return _of_source(VariantSource(name, file, text), name)


@lru_cache(maxsize=64)
def _of_source(source: VariantSource, name: str) -> Variant:
    """The game of a file that need not be known. name: of the game, with its options."""
    chosen = dict(part.partition("=")[::2] for part in name.partition(":")[2].split(",") if part)
    game = build_source(source, name, chosen)
    _SOURCES[game] = source
    _NOT_KNOWN[name] = game
    return game


_NOT_KNOWN: WeakValueDictionary[str, Variant] = WeakValueDictionary()
"""Games of files that somebody holds, by their names, though they are not known by them; the last one of each name."""


def known_name(name: str | None) -> str:
    """The name of a variant as it was given, empty for None. Raises `UnknownVariant` for a name that no game has."""
    if name:
        variant(name)
    return name or ""


def held_variant(name: str) -> Variant:
    """The variant that a record of this process names: also one that is not known by its name. Raises `UnknownVariant`."""
    try:
        return variant(name)
    except UnknownVariant:
        if name not in _NOT_KNOWN:
            raise
        return _NOT_KNOWN[name]


def _pickled(game: Variant) -> tuple[Any, ...]:
    return _unpickled, (game.name, _SOURCES.get(game))


def _unpickled(name: str, source: VariantSource | None) -> Variant:
    """A variant by its name; by its file, where that says something else here or is not known."""
    if source is None:
        return variant(name)
    known = catalog.supplied().get(source.name)
    if known is not None and known.source is not None and known.source.text == source.text:
        return variant(name)
    return _of_source(source, name)


copyreg.pickle(Variant, _pickled)


def _option(name: str, game: str, known: tuple[Option, ...]) -> Option:
    for option in known:
        if option.name == name:
            return option
    names = [option.name for option in known]
    there = f"its options are {', '.join(names)}" if names else "it has no options"
    raise UnknownVariant(f"{game} has no option '{shown(name)}'; {there}{_meant(nearest(name, names))}")


def option_value(option: Option, value: str, game: str) -> str:
    """A value as the game keeps it. Raises `UnknownVariant` saying which values there are."""
    if _is_switch(option):
        if value.casefold() in SWITCH:
            return SWITCH[value.casefold()]
        raise UnknownVariant(f"option {option.name} of {game} must be yes or no, not '{shown(value)}'")
    plain = value.casefold()
    if plain in option.values:
        return plain
    if option.pattern and re.fullmatch(option.pattern, value):
        return value
    there = f"one of {', '.join(option.values)}" if option.values else option.says
    free = f", or {option.says}" if option.values and option.pattern else ""
    near = _meant(nearest(plain, option.values))
    raise UnknownVariant(f"option {option.name} of {game} cannot be '{shown(value)}'; it is {there}{free}{near}")


def _retagged(game: str, options: Mapping[str, str], tagged: tuple[Option, ...], tags: Mapping[str, str]) -> Variant:
    """The game as a record's tags have it; `?` and `-` say nothing. Raises `PositionError` for a value that is none."""
    chosen = dict(options)
    for option in tagged:
        entry = tags.get(option.tag, "").strip()
        if entry not in ("", "?", "-"):
            try:
                chosen[option.name] = option_value(option, entry, game)
            except UnknownVariant as fault:
                raise PositionError(f"tag {option.tag}: {fault}") from None
    return variant(canonical(game, chosen, options_of(game)))


SCHEME = "coordinates"  # the option by which games are played under another coordinate scheme


def in_scheme(game: Variant, scheme: str) -> Variant:
    """The same game with its fields named by one of its coordinate schemes (`Variant.schemes`); cells keep their numbers.

    So what is read in one is written in the other without loss. Raises `UnknownVariant` for a scheme the game has not.

    >>> ring = in_scheme(variant("circular-70"), "ring")
    >>> ring.name, in_scheme(ring, "standard").name
    ('circular-70:coordinates=ring', 'circular-70')
    """
    if not game.writing.schemes:
        raise UnknownVariant(f"{game.title} has one coordinate scheme only")
    return variant(f"{game.name}{',' if ':' in game.name else ':'}{SCHEME}={scheme}")


class Listed(NamedTuple):
    """A game in a list. source: its file, empty for those of Python modules; uci_variant: its name among engines, if any.

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
    """Every game, ours first; with `only_supplied` those that a user supplied. None of ours is built."""
    if not only_supplied:
        for name, game in GAMES.items():
            engines = shipped(name).game.uci_variant if name in shipped_names() else ""
            yield Listed(name, game.title, game.aliases, uci_variant=engines or None, options=options_of(name))
        yield from (_in_file(shipped(name), ()) for name in shipped_names() if name not in GAMES)
    for found in catalog.supplied().values():
        if found.source is not None:
            yield _in_file(found.source, (found.clash,) if found.clash else missing_in(found.source))
        else:
            yield Listed(found.name, found.title, found.aliases)
    if not only_supplied:
        yield from (Listed(found.name, found.title) for found in catalog.packaged())


def _in_file(source: VariantSource, missing: tuple[str, ...]) -> Listed:
    game, options = source.game, () if missing else options_of(source.name)
    engines = game.uci_variant or None
    return Listed(game.name, game.title, game.aliases, source.file, engines, not missing, missing, options)


def missing_in(source: VariantSource) -> tuple[str, ...]:
    """The parts of a file that are not understood or cannot be judged."""
    from fairyscore.notation.variants.mistakes import VariantFileError

    try:
        build_source(source, source.name, {})
    except VariantFileError as fault:
        return tuple(dict.fromkeys(mistake.message for mistake in fault.mistakes))
    return ()
