"""The one text that names a variant: `game` or `game:option=value,switch`.

Games are also known by their titles and usual spellings. `games.ini` is, besides its own file, the only place with a game's
name; a game's module is imported when it is asked for.

>>> variant("Cai Qi:dice,players=4").name
'kaleidochess:players=4,dice'
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple, cast

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.readings import Option
from fairyscore.notation.rules.variant import PositionError, UnknownVariant, Variant
from fairyscore.notation.text import LONGEST, shown
from fairyscore.notation.variants.catalog import (
    Supplied,
    built,
    document,
    folded,
    on_change,
    packaged,
    shipped_spellings,
    shipped_stems,
    supplied,
)

YES, NO = "yes", ""
"""The values of a switch."""

LONGEST_KEPT = 300
"""Characters of a variant's text that is kept once it was read; longer ones are read each time."""

SWITCH = {"yes": YES, "true": YES, "on": YES, "no": NO, "false": NO, "off": NO, "": YES}


_SAID = data_sections("fairyscore.notation.variants", "games.ini")


class RegisteredGame(NamedTuple):
    """A game's module in `variants`, its title, and other spellings people use."""

    module: str
    title: str
    aliases: tuple[str, ...] = ()


GAMES = {
    name: RegisteredGame(said["module"], said["title"], tuple(said["also"].split(", ")))
    for name, said in _SAID.items()
    if "module" in said
}


class RecordTraits(NamedTuple):
    """What the records of a game look like, known without building the game.

    letters: of its pieces in short moves, P where a move without one is a pawn's, O where there are castlings.
    rows: how many rows its FEN has and how many places the first of them; empty where it is not written as the usual FEN.
    """

    letters: frozenset[str]
    rows: tuple[int, ...]


GUESSED = {
    name: RecordTraits(frozenset(said["letters"].split()), tuple(map(int, said.get("rows", "").split())))
    for name, said in _SAID.items()
    if name in GAMES
}
"""The games that a record without a name is tried in (`replay.guess`); each one more costs every such record."""


@cache
def options_in(module: str) -> tuple[Option, ...]:
    """The options of the games of a module of ours.

    >>> [option.name for option in options_in("cylindrical")]
    ['array', 'stalemate', 'unprotected']
    """
    return tuple(
        Option(
            section.partition(":")[2],
            tuple(said.get("values", "").split()),
            *(said.get(key, "") for key in ("default", "tag", "says", "pattern")),
        )
        for section, said in _SAID.items()
        if section.startswith(f"{module}:")
    )


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    """What is known without reading any file that comes along."""
    others = {game.name: (game.title, *game.aliases) for game in supplied().values() if not game.clash}
    known = {name: (game.title, *game.aliases) for name, game in GAMES.items()} | others
    return {folded(spelling): name for name, words in known.items() for spelling in (name, *words)}


def _nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is probably meant, empty where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word[:LONGEST], list(known), n=1, cutoff=0.6)
    return near[0] if near else ""


def _meant(name: str) -> str:
    return f"; did you mean {name}?" if name else ""


def game_of(text: str) -> str:
    """The name of the game that a variant text begins with. Raises `UnknownVariant`."""
    spoken = text.partition(":")[0]
    word = folded(spoken)
    name = _spellings().get(word) or shipped_stems().get(word) or shipped_spellings().get(word)
    if name is None:
        every = {folded(game.name): game.name for game in packaged()}
        if word in every:
            return every[word]
        every = {**every, **shipped_spellings(), **_spellings()}
        near = every.get(_nearest(word, every), "")
        raise UnknownVariant(
            f"there is no variant '{shown(spoken.strip())}'; there are {', '.join(GAMES)} and others{_meant(near)}"
        )
    return name


def _other(game: str) -> Supplied:
    """The game of a name that is none of `GAMES`: supplied, come along as a file, or of an installed package."""
    from fairyscore.notation.variants.variant_files import shipped, shipped_names

    known = supplied().get(game)
    if known is not None and not known.clash:
        return known
    if game in shipped_names():
        return Supplied(game, game, (), shipped(game))
    return next(found for found in packaged() if found.name == game)


def _is_ours(game: str) -> bool:
    """Whether a module of ours plays it, and no supplied game replaces it."""
    return game in GAMES and (game not in supplied() or bool(supplied()[game].clash))


def variant_names() -> tuple[str, ...]:
    """The names of all games, without options; none of them is built.

    >>> "tor-qi" in variant_names()
    True
    """
    from fairyscore.notation.variants.variant_files import shipped_names

    others = (name for name, game in supplied().items() if not game.clash)
    return tuple(dict.fromkeys([*GAMES, *shipped_names(), *others, *(game.name for game in packaged())]))


def options_of(game: str) -> tuple[Option, ...]:
    """The options of a game. Raises `UnknownVariant` for a game whose file has mistakes."""
    if not _is_ours(game):
        source = _other(game).source
        if source is None or "option" not in source.text:
            return ()
        from fairyscore.notation.variants.file_game import options

        return options(document(source))
    return options_in(GAMES[game].module)


def canonical(game: str, options: Mapping[str, str], known: tuple[Option, ...]) -> str:
    """The one text for a game with these options: defaults left out, in the order in which the game lists them.

    >>> canonical("g", {"n": "3", "dice": "yes"}, (Option("n", ("2", "3"), "2"), Option("dice")))
    'g:n=3,dice'
    """
    said = [
        option.name if _is_switch(option) else f"{option.name}={options[option.name]}"
        for option in known
        if options.get(option.name, option.default) != option.default
    ]
    return f"{game}:{','.join(said)}" if said else game


def _is_switch(option: Option) -> bool:
    return not option.values and not option.pattern


def variant(text: str) -> Variant:
    """The variant that a text names. Raises `UnknownVariant`, or `PositionError` for a value that makes no sense.

    >>> variant("chess").title
    'Chess'
    """
    return _kept(text) if len(text) <= LONGEST_KEPT else _read(text)


def _read(text: str) -> Variant:
    game = game_of(text)
    known = options_of(game)
    chosen = {option.name: option.default for option in known}
    for part in filter(None, (part.strip() for part in text.partition(":")[2].split(","))):
        name, _, value = part.partition("=")
        option = _option(name.strip().casefold(), game, known)
        chosen[option.name] = option_value(option, value.strip(), game)
    return _built(canonical(game, chosen, known), game, tuple(chosen.items()))


_kept = lru_cache(maxsize=256)(_read)
"""Every game of a file asks for its variant, by the same few texts."""


@lru_cache(maxsize=64)
def _built(name: str, game: str, options: tuple[tuple[str, str], ...]) -> Variant:
    if _is_ours(game):
        module = import_module(f"fairyscore.notation.variants.{GAMES[game].module}")
        made = cast(Variant, module.build(name, dict(options)))
    else:
        other = _other(game)
        made = built(other.source, name, dict(options)) if other.source else cast(Any, other.build)()
    known = tuple(option for option in options_of(game) if option.tag)
    if not known:
        return made
    retag = partial(_retagged, game, dict(options), known)
    return replace(made, tags=tuple(option.tag for option in known), retag=retag)


for _cache in (_spellings, _kept, _built):
    on_change(_cache.cache_clear)


def _option(name: str, game: str, known: tuple[Option, ...]) -> Option:
    for option in known:
        if option.name == name:
            return option
    names = [option.name for option in known]
    there = f"its options are {', '.join(names)}" if names else "it has no options"
    raise UnknownVariant(f"{game} has no option '{shown(name)}'; {there}{_meant(_nearest(name, names))}")


def option_value(option: Option, value: str, game: str) -> str:
    """A value as the game keeps it. Raises `UnknownVariant` saying which values there are."""
    if _is_switch(option):
        if value.casefold() in SWITCH:
            return SWITCH[value.casefold()]
        raise UnknownVariant(f"option {option.name} of {game} is yes or no, not '{shown(value)}'")
    plain = value.casefold()
    if plain in option.values:
        return plain
    if option.pattern and re.fullmatch(option.pattern, value):
        return value
    there = f"one of {', '.join(option.values)}" if option.values else option.says
    free = f", or {option.says}" if option.values and option.pattern else ""
    near = _meant(_nearest(plain, option.values))
    raise UnknownVariant(f"option {option.name} of {game} cannot be '{shown(value)}'; it is {there}{free}{near}")


def _retagged(game: str, options: Mapping[str, str], tagged: tuple[Option, ...], tags: Mapping[str, str]) -> Variant:
    """The game as a record's tags have it; `?` and `-` say nothing. Raises `PositionError` for a value that is none."""
    chosen = dict(options)
    for option in tagged:
        said = tags.get(option.tag, "").strip()
        if said not in ("", "?", "-"):
            try:
                chosen[option.name] = option_value(option, said, game)
            except UnknownVariant as fault:
                raise PositionError(f"tag {option.tag}: {fault}") from None
    return variant(canonical(game, chosen, options_of(game)))


SCHEME = "coordinates"
"""The option by which games are played under another coordinate scheme."""


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


__all__ = [
    "GAMES",
    "PositionError",
    "UnknownVariant",
    "canonical",
    "game_of",
    "in_scheme",
    "option_value",
    "options_in",
    "options_of",
    "variant",
]
