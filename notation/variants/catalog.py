"""The games there are: our own modules, files that come along, and what users supply: files, packages, and Python.

Names are compared folded (`folded`). A supplied game may have no name that is known already, unless it is to replace it.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation import plugins
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.variants.sources import PACKAGE, GameEntry, VariantSource, shipped, shipped_names, sources_in

if TYPE_CHECKING:
    from fairyscore.notation.rules.variant import Variant

PATHS = "FAIRYSCORE_VARIANT_PATH"  # environment variable: files and folders of variant files, separated as in PATH
REPLACE = "FAIRYSCORE_VARIANT_REPLACE"  # environment variable: lets the games of that one replace known ones

GAME_DATA = data_sections(PACKAGE, "games.ini")
"""By game, the words and options of the games of our modules."""


class Option(NamedTuple):
    """A choice that a variant's name carries, as in `kaleidochess:players=4,dice`.

    name: as written; values: what it may be, empty for a switch without value; default: the value when it is not named;
    tag: the record tag that sets it too, or empty; says: one line for people; pattern: what a free value looks like.
    """

    name: str
    values: tuple[str, ...] = ()
    default: str = ""
    tag: str = ""
    says: str = ""
    pattern: str = ""


GAMES = {
    name: GameEntry(name, entry["title"], tuple(entry["also"].split(", ")), entry["module"])
    for name, entry in GAME_DATA.items()
    if "module" in entry
}

_SHARED = "names of several games"

_supplied: dict[str, GameEntry] = {}
_read: set[str] = set()  # the paths that were read already
_changed: list[Callable[[], None]] = []  # what has to forget what it knows when games come in


def folded(text: str) -> str:
    """Letters and digits only, without accents or case, so that spellings meet."""
    plain = text.replace("æ", "ae").replace("Æ", "ae").replace("ä", "ae").replace("colour", "color")
    decomposed = unicodedata.normalize("NFKD", plain)
    return "".join(letter for letter in decomposed.casefold() if letter.isascii() and letter.isalnum())


@lru_cache(maxsize=1)
def _shared() -> dict[str, tuple[str, ...]]:
    return {folded(name): tuple(games.split(", ")) for name, games in GAME_DATA[_SHARED].items()}


def games_called(text: str) -> tuple[str, ...]:
    """The games that share a name; empty for a name of one game, or of none.

    >>> games_called("Cylindrical chess"), games_called("chess")
    (('cylindrical', 'cylinder-chess'), ())
    """
    return _shared().get(folded(text), ())


def paths_in_environment() -> tuple[str, ...]:
    """The files and folders that the environment variable names."""
    return tuple(filter(None, os.environ.get(PATHS, "").split(os.pathsep)))


def on_change(forget: Callable[[], None]) -> None:
    """Have a function called whenever games come in."""
    _changed.append(forget)


def add_path(path: str, *, replace: bool = False) -> None:
    """Take in the games of a variant file, or of a folder of them.

    replace: they may have names of known games.
    Raises `VariantFileError` for a file that cannot be read, and for a clash of names with a game in a TOML file.
    """
    from fairyscore.notation.variants.mistakes import Mistake, VariantFileError

    _read.add(path)
    clashes = []
    for source in sources_in(path):
        game = source.game
        clash = "" if replace else clash_of(game)
        if clash and not source.ini:
            clashes.append(Mistake(source.file, 1, 1, clash))
        else:
            _supplied[source.name] = game._replace(clash=clash)
    _report_changed()
    if clashes:
        raise VariantFileError(clashes)


def _report_changed() -> None:
    for forget_too in _changed:
        forget_too()


def register(game: Variant, *, aliases: Iterable[str] = (), replace: bool = False) -> None:
    """Make a variant known by its name, its title and aliases, in this process.

    game: a variant of your own (`variant_from_text`, or a changed copy of a known one).
    aliases: other names that records may give it.
    replace: whether it may have the name of a known game.

    Raises `ValueError` for a name that is known already.

    >>> from fairyscore.notation.variants.registry import variant, variant_from_text
    >>> register(variant_from_text('title = "Knight kings"\\nbased_on = "chess"'), aliases=["kk"])
    >>> variant("kk").name
    'knight-kings'
    >>> forget()
    """
    entry = GameEntry(game.name, game.title, tuple(aliases), build=lambda: game)
    clash = "" if replace else clash_of(entry)
    if clash:
        raise ValueError(f"{clash.rpartition('; ')[0]}; choose another name, or pass replace=True")
    _supplied[game.name] = entry
    _report_changed()


def for_workers() -> tuple[VariantSource, ...]:
    """The files of supplied games, which other processes and machines are given (`take`); registered games have none."""
    return tuple(game.source for game in accepted().values() if game.source is not None)


def take(sources: Iterable[VariantSource]) -> None:
    """In a worker: know exactly these supplied games."""
    wanted = {source.name: source for source in sources}
    known = {name: game.source for name, game in _supplied.items() if game.source is not None}
    _read.update(paths_in_environment())
    if wanted == known:
        return
    for name in known.keys() - wanted.keys():
        del _supplied[name]
    _supplied.update({name: source.game for name, source in wanted.items()})
    _report_changed()


def digest() -> str:
    """Tells whether results were found with the same supplied games: a digest of their files, empty for none."""
    import hashlib

    texts = sorted({source.digest for source in for_workers()})
    return hashlib.sha256(" ".join(texts).encode()).hexdigest()[:32] if texts else ""


def rules_source(name: str) -> VariantSource | None:
    """The file that describes the game of a variant's name, supplied or shipped; None for games in Python."""
    game = name.partition(":")[0]
    known = accepted().get(game) or GAMES.get(game)
    if known:
        return known.source
    return shipped(game) if game in shipped_names() else None


@lru_cache(maxsize=256)
def rules_tag(name: str) -> str:
    """The tag `Rules` of records of a supplied game: its file and the digest of that; empty for all other games."""
    source = rules_source(name) if supplied() else None
    return f"{source.file_name} {source.digest}" if source is not None and source.is_supplied else ""


on_change(rules_tag.cache_clear)


@lru_cache(maxsize=64)
def shuffled_form(name: str) -> str:
    """The game that comes along and differs from another one by where king and rooks may begin, as Chess960 does from
    chess; empty where there is none.

    >>> shuffled_form("chess"), shuffled_form("xiangqi")
    ('chess960', '')
    """
    import tomllib

    for other in shipped_names():
        text = shipped(other).text
        if "chess960 = true" in text:
            rules = tomllib.loads(text)
            if rules.get("based_on") == name:
                return other
    return ""


def game_entry(name: str) -> GameEntry:
    """The game of a name that `spellings` lead to; a supplied one goes before others. Reads no file."""
    found = accepted().get(name) or GAMES.get(name)
    if found is None and name in shipped_names():
        return GameEntry(name, name, source=shipped(name))
    return found or next(game for game in packaged() if game.name == name)


def forget() -> None:
    """Let go all games that were supplied or registered."""
    _supplied.clear()
    _read.clear()
    _report_changed()


def clash_of(game: GameEntry) -> str:
    """Why a game cannot come in beside those that there are without `--replace`, empty where it can."""
    known = {**_shipped_spellings(), **_module_spellings()}
    for word in game.names:
        if folded(word) in known:
            there = known[folded(word)]
            return f"'{word}' is a name of {there}, which is known already; choose another one, or pass --replace"
    twin = _supplied.get(game.name)
    if game.source is None or twin is None or twin.source is None or twin.source.file == game.source.file:
        return ""
    return f"'{game.name}' is in {twin.source.file} too; rename one of them, or pass --replace"


def supplied() -> dict[str, GameEntry]:
    """The games that users supplied, by name; those of the environment variable are read now."""
    for path in paths_in_environment():
        if path not in _read:
            add_path(path, replace=bool(os.environ.get(REPLACE)))
    return _supplied


def accepted() -> dict[str, GameEntry]:
    """Those of them that are played, by name: they have no name of another game."""
    return {name: game for name, game in supplied().items() if not game.clash}


def _spellings(games: Iterable[GameEntry]) -> dict[str, str]:
    """Folded names and spellings of games -> their names; of two alike the first counts."""
    found: dict[str, str] = {}
    for game in games:
        for word in game.names:
            found.setdefault(folded(word), game.name)
    found.pop("", None)
    return found


@lru_cache(maxsize=1)
def _module_spellings() -> dict[str, str]:
    return _spellings(GAMES.values())


@lru_cache(maxsize=1)
def _shipped_stems() -> dict[str, str]:
    """The file names of the games that come along. Reads no file."""
    return _spellings(GameEntry(name, name) for name in shipped_names())


@lru_cache(maxsize=1)
def _shipped_spellings() -> dict[str, str]:
    """Reads the first lines of all the files that come along."""
    return _spellings(shipped(name).game for name in shipped_names())


def spellings() -> Iterator[dict[str, str]]:
    """Folded spellings of games -> their names, in the order in which they count; nothing is read before it is needed."""
    yield _spellings(accepted().values())
    yield _module_spellings()
    yield _shipped_stems()
    yield _shipped_spellings()
    yield _spellings(packaged())


def packaged() -> Iterator[GameEntry]:
    """The games that installed packages bring."""
    for name in plugins.installed(plugins.VARIANTS):
        if name not in _supplied:
            yield GameEntry(name, name, packaged=True)


def find(name: str) -> VariantSource:
    """The file of a game, supplied ones first; for what is based on it. Raises `LookupError`."""
    for game in accepted().values():
        if game.source is not None and folded(name) == folded(game.name):
            return game.source
    return find_shipped(name)


def find_shipped(name: str) -> VariantSource:
    """The file of a game that comes along. Raises `LookupError`."""
    known = _shipped_stems().get(folded(name)) or _shipped_spellings().get(folded(name))
    if known is None:
        raise LookupError(f"there is no game '{name}' in a file that it could be based on")
    return shipped(known)
