"""Variant files as documents: TOML read, checked, put together with the games they are based on, and written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from fairyscore.notation.rules.variant import UnknownVariant
from fairyscore.notation.variants.catalog import VariantSource, find, find_shipped, folded
from fairyscore.notation.variants.file_schema import VARIANT, Fault, Path, faults, mark_of
from fairyscore.notation.variants.former_keys import renewed

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from fairyscore.notation.variants.toml_places import TomlPlace

LARGEST = 1_000_000  # bytes of a variant file; the largest that we know of has 20,000
DEEPEST = 20  # games based on games based on games ...

MERGED_BY_MARK = "piece"

# Keys that no game takes over from the one it is based on, and that stay whatever is chosen.
OF_ONE_EDITION = ("edition", "since")  # of `course`: no rule book of chess speaks of its variants
OF_ONE_GAME = (
    *("title", "language", "inventor", "year", "aim", "description", "history", "strategy", "sample"),
    *("page", "aliases", "uci_variant", "option", "reading", "example"),
)

# Tables with a heading of their own, which come last, as TOML has it.
OWN_TABLES = ("hand", "end", "course", "check", "capture", "turn", "wall", "region", "rules", "words")
LISTS = ("example", "reading")  # lists whose items have a heading each
WIDEST = 100  # longer lists have an item a line
GREEK = "αβγδεζηθικλμνξοπρστυφχψω"  # letters for promoted pieces of built-in games, which no section uses for its own
Find = Callable[[str], VariantSource]  # the source of the game of a name; raises `LookupError` where there is none
BLOCK = re.compile(r"([a-z])(\d+)-([a-z])(\d+)")  # cells from corner to corner, `a1-c3`


class Mistake(NamedTuple):
    """A mistake in a variant file, and where: line and column count from 1, 0 where they are not known."""

    file: str
    line: int
    column: int
    message: str

    @property
    def where(self) -> str:
        """File, line and column as far as they are known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class VariantFileError(UnknownVariant):
    """A variant file with mistakes. `mistakes` has all of them, the message the first ones.

    >>> from fairyscore.notation.variants.registry import variant_from_text
    >>> try:
    ...     variant_from_text("title = ")
    ... except VariantFileError as fault:
    ...     print(fault)
    variant.toml:1: this is not TOML: Invalid value (at end of document)
    """

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(map(str, self.mistakes[:5])))


@dataclass(frozen=True)
class Document:
    """A game as its file describes it.

    file: what messages call the file; own: what it says; data: with what is inherited; toml: its text, empty where it is
    none; settings: where the settings of a section of a `variants.ini` stand that say its keys.
    """

    file: str
    own: Mapping[str, Any]
    data: Mapping[str, Any]
    toml: str = ""
    parent: Document | None = None
    settings: Mapping[Path, TomlPlace] = field(default_factory=dict)

    @cached_property
    def places(self) -> Mapping[Path, TomlPlace]:
        """Where each key of the file stands; asked for only to tell of a mistake."""
        from fairyscore.notation.variants.toml_places import places

        if self.settings:
            return self.settings
        found = places(self.toml)
        names = {} if "pieces" in self.own else {"pieces": MERGED_BY_MARK}  # another word for it
        return {(names.get(str(path[0]), path[0]), *path[1:]): place for path, place in found.items()}

    def mistake(self, path: Path, message: str) -> Mistake:
        """A mistake in a key at its place, in this file or in the one that it is inherited from."""
        own = path
        if len(path) > 1 and path[0] == MERGED_BY_MARK and self.parent is not None:
            # Pieces are identified by their marks, since their numbers change as files are put together.
            marks = [mark_of(piece) for piece in self.own.get(MERGED_BY_MARK, ())]
            wanted = mark_of(self.data[MERGED_BY_MARK][path[1]])
            own = (MERGED_BY_MARK, marks.index(wanted) if wanted in marks else -1, *path[2:])
        inherited = not path or path[0] not in self.own or path[0] == MERGED_BY_MARK
        if own not in self.places and self.parent is not None and inherited:
            return self.parent.mistake(path, message)
        while own and own not in self.places:
            own = own[:-1]
        return Mistake(self.file, *self.places.get(own, (1, 1)), message)


Parent = Callable[[str], Document]


def _option(name: str) -> Document:
    raise LookupError(f"an option cannot base the game on {name}")


def document_of(
    own: dict[str, Any],
    file: str,
    parent: Parent = _option,
    toml: str = "",
    settings: Mapping[Path, TomlPlace] = {},
) -> Document:
    """The document of what a file says. Raises `VariantFileError` with all that the schema finds wrong.

    parent: gives the document of the game that it is based on.
    toml: its text.
    settings: as in `Document`.
    """
    based_on = own.get("based_on")
    if not isinstance(based_on, str):
        own = renewed(own, {})
    bare = Document(file, own, own, toml, settings=settings)
    _refuse(bare, faults(VARIANT, own, ()) if not isinstance(based_on, str) else ())
    _refuse(bare, _same_marks(own))
    if not isinstance(based_on, str):
        if "remove" in own:
            _refuse(bare, [(("remove",), "remove leaves out what is inherited; name the game in based_on")])
        return bare
    try:
        base = parent(based_on)
    except LookupError as fault:
        raise VariantFileError([bare.mistake(("based_on",), str(fault.args[0]))]) from None
    own = renewed(own, base.data)
    document = Document(file, own, merged(own, base.data), toml, base)
    _refuse(bare, _unknown_removed(own, base.data))
    _refuse(document, faults(VARIANT, document.data, ()))  # only now is all there that may be inherited
    return document


def _refuse(document: Document, found: Iterable[Fault]) -> None:
    mistakes = [document.mistake(*fault) for fault in found]
    if mistakes:
        raise VariantFileError(mistakes)


def _unknown_removed(own: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of names that are to be left out and are not there: a misspelt one would leave everything as it was."""
    removed = own.get("remove", ())
    for number, name in enumerate(removed if isinstance(removed, list) else ()):
        if _without(dict(base), str(name)) == base:
            why = f"'{name}' is not in the game that this one is based on, {base.get('title', '')}"
            yield ("remove", number), f"{why}; there are {', '.join(base)}, and single pieces as piece.Q"


def _same_marks(own: Mapping[str, Any]) -> Iterator[Fault]:
    """No two pieces of a file may be written alike."""
    seen: dict[str, Any] = {}
    pieces = own.get(MERGED_BY_MARK, ())
    for number, piece in enumerate(pieces if isinstance(pieces, list) else ()):
        mark = mark_of(piece)
        if mark and mark in seen:
            key = "mark" if "mark" in piece else "letter"
            why = f"{mark} already stands for {seen[mark]}; each piece needs its own letter"
            yield (MERGED_BY_MARK, number, key), why
        seen[mark] = piece.get("name", "another piece") if isinstance(piece, dict) else ""


def merged(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """A file's data laid over those of the game that it is based on: tables key by key, pieces by their marks."""
    inherited_data = {key: value for key, value in base.items() if key not in (*OF_ONE_GAME, "based_on", "remove")}
    if "course" in inherited_data:
        inherited_data["course"] = {
            key: value for key, value in inherited_data["course"].items() if key not in OF_ONE_EDITION
        }
    removed = own.get("remove", ())
    for name in removed if isinstance(removed, list) else ():
        inherited_data = _without(inherited_data, str(name))
    for key, value in own.items():
        if key == MERGED_BY_MARK and isinstance(value, list):
            by_mark = {mark_of(piece): piece for piece in inherited_data.get(key, ())}
            inherited_data[key] = list(
                {**by_mark, **{mark_of(p): _over(p, by_mark.get(mark_of(p))) for p in value}}.values()
            )
        else:
            inherited_data[key] = _over(value, inherited_data.get(key))
    return inherited_data


def _over(value: Any, base: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(base, dict):
        return value
    return {**base, **{key: _over(item, base.get(key)) for key, item in value.items()}}


def _without(data: dict[str, Any], removed: str) -> dict[str, Any]:
    """Without `piece.Q`, `castling` or `end.goal`."""
    key, _, rest = removed.partition(".")
    if not rest:
        return {name: value for name, value in data.items() if name != key}
    value = data.get(key)
    if isinstance(value, list):
        return {**data, key: [item for item in value if mark_of(item) != rest]}
    return {**data, key: _without(value, rest)} if isinstance(value, dict) else data


# -- found ----------------------------------------------------------------------------------------------------------


def document(source: VariantSource) -> Document:
    """The document of a file. What it is based on is looked up among supplied files first, but not in itself."""

    def other(name: str) -> VariantSource:
        try:
            found = find(name)
            return find_shipped(name) if found == source else found
        except LookupError:
            if folded(name) == folded(source.name):
                return source  # which is reported as a circle
            raise

    return document_in(source, find_shipped if source.ini else other)


def found_in(path: str) -> Iterator[VariantSource]:
    """The games described in a file, or in the variant files of a folder. Raises `VariantFileError`."""
    from pathlib import Path as FilePath

    place = FilePath(path)
    for file in sorted([*place.glob("*.toml"), *place.glob("*.ini")]) if place.is_dir() else [place]:
        text = _text(file)
        if file.suffix.lower() == ".ini":
            from fairyscore.notation.variants.fairy_ini import sections

            yield from (VariantSource(section.name, str(file), text, ini=True) for section in sections(text, str(file)))
        else:
            yield VariantSource(file.stem, str(file), text)


def _text(file: FilePath) -> str:
    try:
        if file.stat().st_size > LARGEST:
            why, line, column = f"the file has more than {LARGEST:,} bytes; it is not a variant file", 1, 1
        else:
            return file.read_text(encoding="utf-8-sig")
    except OSError as fault:
        why, line, column = f"cannot be read: {fault.strerror or fault}", 0, 0
    except UnicodeDecodeError as fault:
        before = fault.object[: fault.start]
        why = "the file is not UTF-8 text from here on"
        line, column = before.count(b"\n") + 1, fault.start - before.rfind(b"\n")
    raise VariantFileError([Mistake(str(file), line, column, why)])


def document_in(source: VariantSource, find: Find, chain: tuple[str, ...] = ()) -> Document:
    """The document of a source. Raises `VariantFileError`.

    find: the source of the game of a name. chain: the games that are based on it, so that circles are found.
    """
    if source.name in chain:
        raise LookupError(f"the games are based on each other in a circle: {' on '.join((*chain, source.name))}")
    if len(chain) > DEEPEST:
        raise LookupError(f"games are based on others {DEEPEST} times over")

    def parent(name: str) -> Document:
        return document_in(find(name), find, (*chain, source.name))

    if source.ini:
        data, places = _in_ini(source, parent)
        return document_of(data, source.file, parent, settings=places)
    return document_of(_in_toml(source.text, source.file), source.file, parent, source.text)


def _in_toml(text: str, file: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        why = f"the file has {len(text):,} characters; a variant file has {LARGEST:,} at most"
        raise VariantFileError([Mistake(file, 1, 1, why)])
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        what, _, place = str(fault).partition(" (at line ")
        line, column = map(int, re.findall(r"\d+", place)) if place else (text.count("\n") + 1, 0)
        raise VariantFileError([Mistake(file, line, column, f"this is not TOML: {what}")]) from None
    except RecursionError:
        raise VariantFileError([Mistake(file, 1, 1, "tables and lists are nested too deep")]) from None
    if "pieces" in own and "piece" not in own:
        own["piece"] = own.pop("pieces")
    return own


def _in_ini(source: VariantSource, parent: Parent) -> tuple[dict[str, Any], Mapping[Path, TomlPlace]]:
    """The data of a section, and where its settings stand that say the keys."""
    from fairyscore.notation.variants.fairy_ini import (
        document_data,
        inherited,
        not_understood,
        sections,
        setting_places,
    )
    from fairyscore.notation.variants.ini_writer import settings_of

    known = {section.name: section for section in sections(source.text, source.file)}
    section = known[source.name]
    try:
        settings = inherited(source.name, known, lambda name: settings_of(parent(name).data, GREEK).settings)
    except LookupError as fault:
        raise VariantFileError([Mistake(source.file, section.line, 1, str(fault.args[0]))]) from None
    odd = not_understood(settings)
    if odd:
        lines = {key: section.settings.get(key, ("", section.line))[1] for key in odd}
        raise VariantFileError(sorted(Mistake(source.file, lines[key], 1, message) for key, message in odd.items()))
    data = document_data(source.name, settings)
    return data, setting_places(data, settings, section)


# -- written --------------------------------------------------------------------------------------------------------


def toml(data: Mapping[str, Any]) -> str:
    """A document as the text of a variant file, which reads as the same document.

    >>> print(toml({"title": "A game", "board": {"files": 3, "ranks": 4}}), end="")
    title = "A game"
    board = { files = 3, ranks = 4 }
    """
    return "\n".join(_lines(data)) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in data.items() if key not in (*OWN_TABLES, *LISTS)}
    tables = [(f"[{key}]", data[key]) for key in OWN_TABLES if key in data]
    items = [(f"[[{key}]]", item) for key in LISTS for item in data.get(key, ())]
    for heading, table in [("", plain), *tables, *items]:
        yield from ("", heading) if heading else ()
        for key, value in table.items():
            text = f"{_key(key)} = {_value(value)}"
            if isinstance(value, list) and len(text) > WIDEST:
                yield from (f"{_key(key)} = [", *(f"  {_value(item)}," for item in value), "]")
            else:
                yield text


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, int | float):  # true and false among them
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'
